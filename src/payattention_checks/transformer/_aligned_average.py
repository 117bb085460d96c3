"""The mean of feed-forward networks whose hidden units have different orders.

Promised domain: 1 to 8 checkpoints, 1 to 50 units, widths from 1 to 32. A unit matches the nearest
    unit of another checkpoint; the distance counts all parameters of a unit.
Extremes and special cases, alone and together: one checkpoint; one unit; a width of 1; the same
    order in all checkpoints; two units that are alike in a part of their parameters, or in a sum, a
    direction, or all but the signs; partners that differ a little in all numbers, or in one, beside
    a unit that differs much in one, or a little in all; all sizes at their largest.
Certain: every two of the mistakes give different numbers, because the units are random and far
    apart, and their orders are random and not their own inverses. Ordinary units are so clear that
    a match by any part of them is right; at some edges, which are the same for all seeds, each
    wrong match differs from those of every other mistake. A mistake is named only if the student's
    numbers fit it in all cases.
"""

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants
from payattention_checks.transformer._units import (
    ARRAYS,
    IN_PART,
    NOT_NAMED,
    SORTED,
    WITHOUT_SQUARES,
    Case,
    Match,
    by_farthest,
    by_largest_sum,
    by_product,
    by_sum,
    columns,
    nearest,
    nearest_in,
    reordered,
    split,
    table,
    to_the_one_before,
    to_the_sum,
)

MOST_CHECKPOINTS, MOST_UNITS, LARGEST_WIDTH = 8, 50, 32
FAR = 0.7  # the smallest distance of two units, before noise


class Network(NamedTuple):
    """The averaged network: W_1 is (d, units), b_1 is (units,), and W_2 is (units, d)."""

    W_1: np.ndarray
    b_1: np.ndarray
    W_2: np.ndarray


Order = Callable[[Case], np.ndarray]  # like ``index_in``

# ── the mean ──────────────────────────────────────────────────────────────────────────────────


def right(
    case: Case,
    *,
    order: Order = lambda case: case.index_in,
    aligned: Sequence[str] = ARRAYS,
    mean: Callable[[np.ndarray], np.ndarray] = lambda units: units.mean(axis=0),
    table: Callable[[Case], np.ndarray] = table,
    split: Callable[[np.ndarray], Sequence[np.ndarray]] = split,
) -> Network:
    """The ``mean`` of the checkpoints, with the arrays ``aligned`` in the ``order``.

    ``table`` joins the arrays to one table of units, and ``split`` cuts their mean into arrays.
    """
    units = table(case)
    moved = np.where(columns(units, aligned), reordered(units, order(case)), units)
    return Network(*split(mean(moved)))


def of_some(checkpoints: slice, k: int | None = None) -> dict[str, Any]:
    """Keywords of `right` for the mean of some checkpoints, or their sum divided by all."""
    return {
        "mean": lambda units: (
            units[checkpoints].sum(axis=0)
            / (len(units) if k is None else max(len(units[checkpoints]), 1))
        )
    }


def halved(units: np.ndarray) -> np.ndarray:
    return functools.reduce(lambda so_far, other: (so_far + other) / 2, units)


def split_elsewhere(bias: int | None, after: int) -> Callable[[np.ndarray], Any]:
    """Cuts the bias from another column, or W_2 from ``after`` columns behind W_1."""

    def split(units: np.ndarray) -> tuple[np.ndarray, ...]:
        d = units.shape[-1] // 2
        b_1 = units[:, d if bias is None else bias]
        return units[:, :d].T, b_1, units[:, d + after : 2 * d + after]

    return split


def reshaped_table(case: Case) -> np.ndarray:
    """The table with W_1 in another shape, in which the numbers of the units are mixed."""
    units = table(case)
    k, n, d = case.W_2.shape
    units[..., :d] = case.W_1.reshape(k, n, d)
    return units


def reshaped_mean(units: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    W_1, b_1, W_2 = split(units)
    return W_1.T.reshape(W_1.shape), b_1, W_2


def each_by_itself(*names: str) -> dict[str, Any]:
    """Keywords of `right` if the arrays ``names`` are matched each by itself."""

    def aligned(case: Case) -> np.ndarray:
        units = table(case)
        for name in ARRAYS:
            order = nearest_in(name)(table(case)) if name in names else case.index_in
            units = np.where(columns(units, [name]), reordered(units, order), units)
        return units

    return {"table": aligned, "order": as_they_are}


def as_they_are(case: Case) -> np.ndarray:
    return np.tile(np.arange(case.b_1.shape[1]), (len(case.b_1), 1))


def matched_by(match: Match) -> list[dict[str, Any]]:
    """Keywords of `right` for another matching, which may reorder the first checkpoint, too."""

    def all_but_first(case: Case) -> np.ndarray:
        return np.vstack([as_they_are(case)[:1], match(table(case))[1:]])

    return [{"order": all_but_first}, {"order": lambda case: match(table(case))}]


def all_of(matches: Sequence[Match]) -> list[dict[str, Any]]:
    return [way for match in matches for way in matched_by(match)]


AT_EDGES: dict[str, list[dict[str, Any]]] = {
    "each-by-itself": [each_by_itself(*names) for names in (ARRAYS, *((a,) for a in ARRAYS))],
    "sorted": all_of(SORTED),
    "sums-compared": all_of([by_sum, by_largest_sum]),
    "nearest-in-part": all_of(IN_PART),
}
VARIANTS: Variants = {
    "not-aligned": {"order": as_they_are},
    "partly-aligned": [
        {"aligned": names} for n in (1, 2) for names in itertools.combinations(ARRAYS, n)
    ],
    "wrong-way": {"order": lambda case: np.argsort(case.index_in, axis=1)},
    "farthest": matched_by(by_farthest),
    "largest-product": matched_by(by_product),
    "not-all": [
        of_some(slice(first, last), k)
        for first, last in ((0, 1), (-1, None), (0, 2), (1, None), (0, -1))
        for k in (1, None)
    ],
    "summed": {"mean": lambda units: units.sum(axis=0)},
    "other-number": [
        {"mean": lambda units: units.sum(axis=0) / 2},
        {"mean": lambda units: units.sum(axis=0) / max(len(units) - 1, 1)},
        {"mean": lambda units: units.sum(axis=0) / (len(units) + 1)},
        {"mean": lambda units: units.sum(axis=0) / units.shape[1]},
    ],
    "halved": {"mean": halved},
    "median": {"mean": lambda units: np.median(units, axis=0)},
    "reshaped": [
        {"split": reshaped_mean},
        {"table": reshaped_table, "order": lambda case: nearest(reshaped_table(case))},
    ],
    "cut-elsewhere": [
        {"split": split_elsewhere(bias=-1, after=1)},
        {"split": split_elsewhere(bias=-1, after=0)},
        {"split": split_elsewhere(bias=None, after=0)},
    ],
    "not-with-the-first": all_of([to_the_sum, to_the_one_before]),
    **{name: [{}, *ways] for name, ways in AT_EDGES.items()},
    "without-squares": [{}, *all_of(WITHOUT_SQUARES)],
}


def same(found: Any, other: Network) -> bool:
    return all(close(a, b, 1e-4, 1e-5) for a, b in zip(found, other, strict=True))


def other_order(found: Any, case: Case) -> bool:
    """Whether the network is right, apart from the order of its units."""
    wanted, ours = (
        np.column_stack([network.W_1.T, network.b_1, network.W_2])
        for network in (right(case), found)
    )
    near = nearest(np.stack([wanted, ours]))[1]
    return len(set(near)) == len(near) and close(ours[near], wanted, 1e-4, 1e-5)


def first_for_some(found: Any, case: Case) -> bool:
    """Whether each unit has its right partners, or, in some checkpoints, unit 0 in their place."""
    ours = np.column_stack([found.W_1.T, found.b_1, found.W_2]) * len(case.b_1)
    units = table(case)
    chosen = np.array([*itertools.product((False, True), repeat=len(units))])[:, :, None]
    for i, unit in enumerate(ours):
        partners = units[np.arange(len(units)), case.index_in[:, i]]
        sums = np.where(chosen, units[:, 0], partners).sum(axis=1)
        if not np.isclose(sums, unit, 1e-4, 1e-5).all(axis=1).any():
            return False
    return True


SIGNS = {"other-order": other_order, "none-close": first_for_some}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────

Duplicate = Callable[[np.ndarray, np.ndarray], np.ndarray]  # (first, second): the duplicate


def agreeing(*names: str) -> Duplicate:
    return lambda first, second: np.where(columns(first, names), first, second)


DUPLICATES: tuple[Duplicate, ...] = (
    *(agreeing(*names) for names in itertools.combinations(ARRAYS, 2)),
    lambda first, second: np.append(second[:1], first[1:]),
    lambda first, second: np.append(first[:-1], second[-1:]),
    *(lambda first, second, f=f: f * first for f in (2, -1)),
    lambda first, second: first[::-1],
    *(lambda first, second, x=x: first + x / len(first) ** 0.5 for x in (0.75, 2)),
)


def draw(
    rng: np.random.Generator, k: int, n: int, d: int, *,
    duplicate: Duplicate | None = None, noise: float = 0.14,
) -> Case:  # fmt: skip
    """Noisy copies of one random network, with n units in random orders; the first keeps its order.

    The noise is so small that matching units stay nearest. Unit 1 is the ``duplicate``.
    """
    while True:
        units = rng.normal(size=(n, 2 * d + 1))
        units *= rng.permutation(np.linspace(1, 3, n))[:, None]
        if duplicate:
            units[1] = duplicate(units[0], units[1])
        away = np.linalg.norm(units[:, None] - units, axis=-1) + np.eye(n)
        if away.min() > FAR:
            noises = rng.normal(size=(k, *units.shape))
            noises *= noise / np.linalg.norm(noises, axis=-1, keepdims=True)
            return arranged(units + noises, orders(rng, k, n))


def clear(rng: np.random.Generator, *sizes: int) -> Case:
    """A case in which only the mistakes that show everywhere show."""
    while True:
        case = draw(rng, *sizes, noise=0.03)

        def is_right(match: Match, case: Case = case) -> bool:
            return np.array_equal(match(table(case))[1:], case.index_in[1:])

        if any(map(is_right, (by_product, to_the_sum))):
            continue
        if all(map(is_right, (by_sum, *SORTED, *IN_PART, *NOT_NAMED))):
            return case


def with_duplicates(rng: np.random.Generator) -> Case:
    sizes = rng.integers([3, 4, 2], [5, 6, 5]).tolist()
    return draw(rng, *sizes, duplicate=DUPLICATES[rng.integers(len(DUPLICATES))])


def astray(rng: np.random.Generator, *, much_in_one: bool) -> Case:
    """A case in which unit 1 is farther from unit 0 than its partners are, but for its squares.

    It differs much in one number and they a little in all, but not so little that it were a copy;
    or the other way round.
    """
    k, n, d = rng.integers([3, 4, 4], [5, 6, 6]).tolist()
    units = rng.normal(size=(n, 2 * d + 1))
    little = rng.choice([-1, 1], size=len(units[0])) / len(units[0]) ** 0.5
    much = np.eye(len(units[0]))[rng.integers(len(units[0]))]
    away, noise = (much, little) if much_in_one else (little, much)
    units[1] = units[0] + FAR * away
    partners = np.tile(units, (k, 1, 1))
    partners[1:, 0] += 0.4 * FAR * noise
    return arranged(partners, orders(rng, k, n))


@functools.cache
def telling() -> list[Case]:
    """Cases in which the mistakes at the edges differ from each other; the same for all seeds."""
    rng = np.random.default_rng(0)

    def wrong(way: dict[str, Any]) -> Callable[[Case], Network | None]:
        def found(case: Case) -> Network | None:
            network = right(case, **way)
            return None if same(network, right(case)) else network

        return found

    ways = AT_EDGES | {"not named": all_of(NOT_NAMED)}
    return distinguishing_cases(
        lambda: with_duplicates(rng),
        {name: [*map(wrong, mistakes)] for name, mistakes in ways.items()},
        lambda one, other: one is None or (other is not None and same(one, other)),
    )


def orders(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    """An order of the units for each checkpoint, (k, n): first 0, 1, 2, …, then random.

    No random order of three or more units is its own inverse: so the wrong way round shows.
    """
    found = [np.arange(n)]
    while len(found) < k:
        order = rng.permutation(n)
        if n < 3 or not np.array_equal(order[order], found[0]):
            found.append(order)
    return np.array(found)


def arranged(units: np.ndarray, index_in: np.ndarray) -> Case:
    """The case with the units of `table`, in other places: unit i moves to ``index_in[c, i]``."""
    return Case(*split(reordered(units, np.argsort(index_in, axis=1))), index_in)


def cases(rng: np.random.Generator) -> Cases:
    k, (d, n) = int(rng.integers(3, 7)), sorted(rng.choice(np.arange(3, 7), 2, False).tolist())
    ordinary = [(3, 3, 2), (k, n + 1, d), (n, k + 4, d), (4, 5, 3)]
    thin = [(1, n, d), (k, 1, d), (k, n, 1), (1, 1, 1), (2, 2, 2)]
    one = draw(rng, k, n, d)
    still = arranged(reordered(table(one), one.index_in), as_they_are(one))
    full = draw(rng, MOST_CHECKPOINTS, MOST_UNITS, LARGEST_WIDTH)
    edges = [*telling(), *(with_duplicates(rng) for _ in range(4))]
    edges += [astray(rng, much_in_one=much) for much in (True, False)]
    edges += [*(draw(rng, *sizes) for sizes in thin), still, full]
    return Cases(
        [clear(rng, *sizes) for sizes in ordinary],
        (Edge(edges, ("without-squares", *AT_EDGES, "none-close")),),
    )


aligned_average = Task(__name__, right, cases, VARIANTS, SIGNS, n_arguments=3, same=same).check
