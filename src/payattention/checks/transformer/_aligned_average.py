"""The check of `aligned_average`: the mean of networks with differently ordered hidden units."""

import itertools
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges

MOST_CHECKPOINTS, MOST_UNITS, LARGEST_WIDTH = 8, 50, 32


class Checkpoints(NamedTuple):
    """A test case: the arguments of `aligned_average`, and the right matching of units.

    W_1       the incoming weights of the hidden units, (checkpoints, d, units)
    b_1       the biases of the hidden units, (checkpoints, units)
    W_2       the outgoing weights of the hidden units, (checkpoints, units, d)
    index_in  unit i of the first checkpoint matches unit ``index_in[c, i]`` of checkpoint c
    """

    W_1: np.ndarray
    b_1: np.ndarray
    W_2: np.ndarray
    index_in: np.ndarray


class Network(NamedTuple):
    """What the student's function returns: the averaged network.

    W_1 is (d, units), b_1 is (units,), and W_2 is (units, d).
    """

    W_1: np.ndarray
    b_1: np.ndarray
    W_2: np.ndarray


def table(case: Checkpoints) -> np.ndarray:
    """The parameters of all hidden units, one row for each: (checkpoints, units, 2 d + 1).

    A row holds the d incoming weights of the unit, its bias and its d outgoing weights.
    """
    return np.concatenate([case.W_1.swapaxes(1, 2), case.b_1[..., None], case.W_2], axis=2)


def network(units: np.ndarray) -> Network:
    """Turn rows of parameters, (units, 2 d + 1) as in `table`, into the arrays of a network."""
    d = units.shape[1] // 2
    return Network(units[:, :d].T, units[:, d], units[:, d + 1 :])


def matched(part: np.ndarray) -> np.ndarray:
    """For each unit of the first checkpoint, the index of the nearest unit in each checkpoint.

    ``part`` holds the parameters that are compared, (checkpoints, units, parameters). The result
    is (checkpoints, units).
    """
    away = np.square(part[:, None] - part[0][None, :, None]).sum(axis=-1)  # (k, units, units)
    return away.argmin(axis=-1)


def by_product(part: np.ndarray) -> np.ndarray:
    """Like `matched`, but each unit matches the unit with the largest dot product."""
    return np.einsum("id,kjd->kij", part[0], part).argmax(axis=-1)


def by_angle(part: np.ndarray) -> np.ndarray:
    return by_product(part / np.linalg.norm(part, axis=-1, keepdims=True))


def reordered_units(part: np.ndarray, index_in: np.ndarray) -> np.ndarray:
    """Reorder the units: the new unit i of checkpoint c is ``part[c, index_in[c, i]]``."""
    return np.stack([one[where] for one, where in zip(part, index_in, strict=True)])


@check(reread="Chapter 5, [Averaged checkpoints](05-transformer#averaging)", odd_form=True)
def aligned_average(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's mean of feed-forward networks whose hidden units have different orders.

    Promised domain: 1 to 8 checkpoints, 1 to 50 units, widths from 1 to 32. A unit matches the
        nearest unit of another checkpoint; the distance counts all parameters of a unit.
    Extremes and special cases, alone and together: one checkpoint; one unit; a width of 1; the same
        order in all checkpoints; two units with the same incoming weights, with the same outgoing
        weights, with all but the bias in common, or with parameters that are multiples of each
        other; all sizes at their largest.
    Usual mistakes: the units are not aligned; only some of the three arrays are aligned; the order
        is applied the wrong way round; the units stand in the order of another checkpoint; the
        units are sorted; units are matched by the largest dot product; the checkpoints are added
        up; the sum is divided by another number than that of the checkpoints; only some checkpoints
        are in the mean. In edge cases: units are matched by a part of their parameters; units are
        matched by the direction of their parameter vectors.
    Certain: every two of these mistakes give different numbers, because the units are random and
        far apart, and their orders are random and not their own inverses. A mistake is
        named only if the student's numbers fit it in all cases.
    """

    def draw(k, units, d, *, same=None):
        """Draw k noisy copies of one random network, with their units in random orders.

        The first copy keeps its order. The noise is so small that matching units stay nearest.
        ``same`` names what the first two units have in common: "incoming" or "outgoing" parameters,
        "all but the bias", or the "direction".
        """
        while True:
            base = rng.normal(size=(units, 2 * d + 1))
            base *= rng.permutation(np.linspace(1, 3, units))[:, None]
            if same == "incoming":
                base[1, : d + 1] = base[0, : d + 1]
            if same == "outgoing":
                base[1, d:] = base[0, d:]
            if same == "all but the bias":
                base[1] = np.where(np.arange(2 * d + 1) == d, base[1], base[0])
            if same == "direction":
                base[1] = 2 * base[0]
            away = np.linalg.norm(base[:, None] - base, axis=-1) + 1e9 * np.eye(units)
            gap = min(1.0, float(away.min()))
            if gap > 0.02:
                break
        noise = rng.normal(size=(k, *base.shape))
        noise *= 0.2 * gap / np.linalg.norm(noise, axis=-1, keepdims=True)
        return arranged(base + noise, orders(k, units))

    def misled(rules, *size, same=None):
        """Draw a test case in which each of the ``rules`` matches some units wrongly.

        A rule is a function like `matched`. ``size`` and ``same`` go to `draw`.
        """
        while True:
            case = draw(*size, same=same)
            found = (rule(table(case)) for rule in rules)
            if not any(np.array_equal(index_in[1:], case.index_in[1:]) for index_in in found):
                return case

    def orders(k, units):
        """An order of the units for each checkpoint, (k, units): first 0, 1, 2, …, then random.

        No random order of three or more units is its own inverse: so the wrong way round shows.
        """
        first = np.arange(units)
        found = [first]
        while len(found) < k:
            order = rng.permutation(units)
            if units < 3 or not np.array_equal(order[order], first):
                found.append(order)
        return np.array(found)

    def arranged(units, index_in):
        """A test case with the given units, in other places: unit i moves to ``index_in[c, i]``.

        ``units`` is like the result of `table`, and c is the index of a checkpoint.
        """
        back = np.argsort(index_in, axis=1)
        moved = reordered_units(units, back)
        d = units.shape[2] // 2
        W_1, b_1, W_2 = moved[..., :d].swapaxes(1, 2), moved[..., d], moved[..., d + 1 :]
        return Checkpoints(np.ascontiguousarray(W_1), b_1.copy(), W_2.copy(), index_in)

    def mean(case, index_in=None, *, part=None):
        """The mean network, after all checkpoints' units are put in the order of the first one.

        ``index_in(case)`` returns the indices for the reordering (default: the right ones).
        ``part(units)`` returns a mask, (2 d + 1,), of the parameters that are reordered (default:
        all).
        """
        units = table(case)
        moved = reordered_units(units, case.index_in if index_in is None else index_in(case))
        return network((moved if part is None else np.where(part(units), moved, units)).mean(0))

    def right(found, case):
        return alike(found, mean(case))

    def alike(found, other):
        return all(close(a, b, 1e-4, 1e-5) for a, b in zip(found, other, strict=True))

    def is_one(*others):
        return lambda found, case: any(alike(found, other(case)) for other in others)

    def partners(*rules):
        """A predicate (found, case): whether ``found`` is the mean if a rule matches the units.

        Each of ``rules`` is a function like `matched`. It may reorder the first checkpoint, too, or
        leave it as it is.
        """

        def found_by(case, rule, first):
            index_in = rule(table(case))
            return (
                np.vstack([np.arange(index_in.shape[1])[None], index_in[1:]]) if first else index_in
            )

        return is_one(
            *(
                lambda case, rule=rule, first=first: mean(
                    case, lambda case: found_by(case, rule, first)
                )
                for rule in rules
                for first in (True, False)
            )
        )

    def columns(*names):
        """A function of `table`'s array that marks the parameters from the arrays ``names``.

        ``names`` are for example "W_1" and "b_1". The mask is (2 d + 1,).
        """

        def of(units):
            d = units.shape[2] // 2
            kind = np.array(["W_1"] * d + ["b_1"] + ["W_2"] * d)
            return np.isin(kind, names)

        return of

    def partly(*names):
        return lambda case: mean(case, part=columns(*names))

    def units_of(found):
        return np.column_stack([found.W_1.T, found.b_1, found.W_2])

    def reordered(found, case):
        """Whether the student's network ``found`` is right, apart from the order of its units."""
        ours, wanted = units_of(found), units_of(mean(case))
        near = matched(np.stack([wanted, ours]))[1]
        return len(set(near)) == len(near) and close(ours[near], wanted, 1e-4, 1e-5)

    def chosen(rows):
        """A function (case): the aligned mean of the checkpoints in the slice ``rows``."""
        return lambda case: network(reordered_units(table(case), case.index_in)[rows].mean(0))

    def summed(case):
        return Network(*(len(case.W_1) * array for array in mean(case)))

    mistakes: Mistakes = [
        Mistake(
            "not-aligned",
            "The checkpoints are averaged as they stand. Unit i of one is not unit i of another: "
            "first find which belong together.",
            is_one(lambda case: network(table(case).mean(0))),
        ),
        Mistake(
            "partly-aligned",
            "Not all three arrays are aligned. Where a unit moves, its column of `W_1`, its entry "
            "of `b_1` and its row of `W_2` move with it.",
            is_one(
                partly("W_1"),
                partly("W_1", "b_1"),
                partly("W_1", "W_2"),
                partly("b_1", "W_2"),
                partly("W_2"),
                partly("b_1"),
            ),
            credit=0.4,
        ),
        Mistake(
            "wrong-way",
            "The order is applied the wrong way round: if unit i of the first is unit j of the "
            "other, then row i must get row j, and not row j row i.",
            is_one(lambda case: mean(case, lambda case: np.argsort(case.index_in, axis=1))),
            credit=0.4,
        ),
        Mistake(
            "largest-product",
            "Partners have the largest dot product here. A long unit is then everybody's partner; "
            "take the smallest distance.",
            partners(by_product),
            credit=0.4,
        ),
        Mistake(
            "not-all",
            "Not all checkpoints are in the mean.",
            is_one(
                chosen(slice(0, 1)),
                chosen(slice(-1, None)),
                chosen(slice(0, 2)),
                chosen(slice(1, None)),
                chosen(slice(0, -1)),
            ),
            credit=0.3,
        ),
        Mistake(
            "summed",
            "The checkpoints are added up. Divide by their number.",
            is_one(summed),
            credit=0.5,
        ),
        Mistake(
            "other-number",
            "The sum is divided by another number than that of the checkpoints.",
            is_one(
                *(
                    lambda case, number=number: Network(
                        *(array / number(len(case.W_1)) for array in summed(case))
                    )
                    for number in (lambda k: 2, lambda k: max(k - 1, 1), lambda k: k + 1)
                )
            ),
            credit=0.5,
        ),
        Mistake(
            "other-order",
            "The right units, in another order. They should stand as in the first checkpoint.",
            reordered,
            credit=0.6,
        ),
    ]

    def matched_by(*names):
        """A function like `matched` that compares only the parameters from the arrays ``names``."""
        return lambda units: matched(units[..., columns(*names)(units)])

    rules = {
        "incoming": [matched_by("W_1"), matched_by("W_1", "b_1")],
        "outgoing": [matched_by("W_2"), matched_by("b_1", "W_2")],
        "all but the bias": [matched_by("W_1", "W_2")],
        "direction": [by_angle],
    }
    by_some = partners(matched_by("b_1"), *itertools.chain(*rules.values()))
    nearest_in_part = Mistake(
        "nearest-in-part",
        "Partners are chosen by a part of a unit's numbers, or by their direction alone. Two units "
        "may agree in that; take all numbers.",
        lambda found, case: right(found, case) or by_some(found, case),
        credit=0.6,
    )

    def judge_at(cases, mistakes):
        ask.announce(case[:3] for case in cases)
        judge(
            ask,
            cases,
            [
                ask.arrays(
                    *case[:3],
                    W_1=case.W_1.shape[1:],
                    b_1=case.b_1.shape[1:],
                    W_2=case.W_2.shape[1:],
                )
                for case in cases
            ],
            right,
            mistakes,
            n_arguments=3,
            shown_beside=lambda found, case: {"Expected": mean(case)},
            rule="Unit i is the mean of unit i of the first checkpoint and of the nearest unit of "
            "each other one; all its numbers together say which is the nearest.",
        )

    k, n, d = (int(x) for x in rng.choice(np.arange(3, 7), size=3, replace=False))
    sizes = [(3, 3, 2), (k, n + 1, d), (n, k + 2, d + 1), (4, 5, 3)]
    judge_at([misled([by_product], *size) for size in sizes], [*mistakes, nearest_in_part])

    twins = [
        misled(rules[kind], *size, same=kind) for kind in rules for size in ((3, 4, 2), (k, n, d))
    ]
    thin = [draw(1, n, d), draw(k, 1, d), draw(k, n, 1), draw(1, 1, 1), draw(2, 2, 2)]
    still = draw(k, n, d)
    still = arranged(reordered_units(table(still), still.index_in), np.tile(np.arange(n), (k, 1)))
    full = draw(MOST_CHECKPOINTS, MOST_UNITS, LARGEST_WIDTH)
    judge_edges(lambda: judge_at([*twins, *thin, still, full], [nearest_in_part]))
    ask.require_order()
    return "Without the alignment, two trainings average to a network that is neither of them."
