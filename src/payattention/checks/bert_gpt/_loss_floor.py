"""The check of `loss_floor`: a scaling law with a floor, fitted to losses."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, Part, check, close, judge, judge_parts
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_SIZES, MOST_FLOORS = 30, 24
SMALLEST_SIZE, LARGEST_SIZE, LARGEST_LOSS = 1000, 1e12, 20
NAMES = ("floor", "alpha", "N_c")
CLEARLY = 1.5  # the sum of squares of the best floor is smaller than any other by this factor


class Trainings(NamedTuple):
    """The arguments of one call: model sizes N, their losses L, and candidates for the floor."""

    N: np.ndarray
    L: np.ndarray
    floors: np.ndarray


Law = Callable[[Trainings], dict[str, float]]


class Line(NamedTuple):
    """A line fitted to points; ``squares`` is the sum of the squared vertical distances to it."""

    slope: float
    intercept: float
    squares: float


def line(x: np.ndarray, y: np.ndarray) -> Line:
    """The least-squares line through the points (x, y)."""
    off, centre = x - x.mean(), y.mean()
    slope = off @ y / (off @ off)
    left = y - centre - slope * off
    return Line(float(slope), float(centre - slope * x.mean()), float(left @ left))


def fitted(case: Trainings, floor: float) -> Line:
    return line(np.log(case.N), np.log(case.L - floor))


def possible(case: Trainings) -> list[float]:
    return case.floors[case.floors < case.L.min()].tolist()


def best(case: Trainings) -> float:
    return min(possible(case), key=lambda floor: fitted(case, floor).squares)


def law(floor: float, fit: Line) -> dict[str, float]:
    """The three results of the task (floor E, exponent α, scale N_c) for a fitted line.

    ``fit`` is the line log(L − E) = α log N_c − α log N, and ``floor`` is E.
    """
    return {"floor": floor, "alpha": -fit.slope, "N_c": np.exp(-fit.intercept / fit.slope)}


def with_floor(choose: Callable[[Trainings], float]) -> Law:
    return lambda case: law(floor := choose(case), fitted(case, floor))


def worst(case: Trainings) -> float:
    return max(possible(case), key=lambda floor: fitted(case, floor).squares)


right = with_floor(best)


def by_ends(case: Trainings, pick: Callable[[Trainings], np.ndarray]) -> dict[str, float]:
    """The three results if the line goes through two points only: those that ``pick(case)`` names.

    ``pick(case)`` returns the indices of the two points.
    """
    two, floor = pick(case), best(case)
    return law(floor, line(np.log(case.N[two]), np.log(case.L[two] - floor)))


def extremes(case: Trainings) -> np.ndarray:
    return np.argsort(case.N)[[0, -1]]


def first_and_last(case: Trainings) -> np.ndarray:
    return np.array([0, len(case.N) - 1])


def changed(**how: Callable[[dict[str, float]], float]) -> Law:
    """A function of a test case: the right results, but some of them replaced by wrong numbers.

    For example, `changed(alpha=lambda law: -law["alpha"])` gives α the wrong sign; ``law`` is the
    dictionary of the right results.
    """

    def of(case: Trainings) -> dict[str, float]:
        numbers = right(case)
        return numbers | {name: form(numbers) for name, form in how.items()}

    return of


LAWS: dict[str, list[Law]] = {
    "right": [right],
    "no-floor": [with_floor(lambda case: 0.0)],
    "lowest-floor": [with_floor(lambda case: min(possible(case)))],
    "highest-floor": [with_floor(lambda case: max(possible(case)))],
    "worst-floor": [with_floor(worst)],
    "two-points": [
        functools.partial(by_ends, pick=extremes),
        functools.partial(by_ends, pick=first_and_last),
    ],
}
FORMS: dict[str, list[Law]] = {
    "sign": [changed(alpha=lambda law: -law["alpha"])],
    "scale": [
        changed(N_c=lambda law: law["N_c"] ** law["alpha"]),
        changed(N_c=lambda law: law["alpha"] * np.log(law["N_c"])),
    ],
    "logarithm": [
        changed(N_c=lambda law: np.log(law["N_c"])),
        changed(N_c=lambda law: np.log10(law["N_c"])),
    ],
    "other-base": [
        changed(N_c=lambda law: np.exp(np.log10(law["N_c"]))),
        changed(N_c=lambda law: 10 ** np.log(law["N_c"])),
    ],
    "multiplied": [changed(N_c=lambda law: law["N_c"] ** law["alpha"] ** 2)],
    "index": [
        lambda case: {"floor": case.floors.tolist().index(best(case))},
        lambda case: {"floor": possible(case).index(best(case))},
    ],
    "reciprocal": [changed(N_c=lambda law: 1 / law["N_c"])],
}
CHANGES = {"sign": "alpha", "index": "floor"}  # the number that a form changes, if it is not N_c
SAME = ("floor", "two-points")  # this number is right with this mistake


def alike(name: str) -> Callable[[float, float], bool]:
    """A predicate ``(a, b)``: whether two values of the result ``name`` agree up to rounding.

    The tolerance is larger for N_c, which magnifies rounding.
    """
    if name == "N_c":
        return lambda a, b: close(a, b, 1e-2, 0.0)
    return lambda a, b: close(a, b, 1e-3, 1e-6)


def ways_to(name: str) -> dict[str, list[Callable[[Trainings], float]]]:
    """Functions of a test case that compute the result ``name``, rightly or with a usual mistake.

    The dictionary maps "right" and each mistake's name to a list: one function for each way to make
    the mistake.
    """
    laws = {label: group for label, group in LAWS.items() if (name, label) != SAME}
    forms = {label: group for label, group in FORMS.items() if CHANGES.get(label, "N_c") == name}

    def number(way: Law, case: Trainings) -> float:
        return way(case)[name]

    return {
        label: [functools.partial(number, way) for way in group]
        for label, group in (laws | forms).items()
    }


WAYS = {name: ways_to(name) for name in NAMES}


def draw(rng, n, n_floors, *, noise=0.003, true=None, high=0, exact_low=False):
    """A random test case: n losses near a power law, and ``n_floors`` candidates for its floor.

    ``noise`` is the relative size of the errors, and ``true`` is the law's floor (default: random).
    ``high`` candidates are above the smallest loss; with ``exact_low``, one of these is equal to it
    instead, and comes first.
    """
    while True:
        N = 10 ** rng.uniform(3.1, 11.9, size=n)
        alpha, N_c = rng.uniform(0.08, 0.4), 10 ** rng.uniform(2, 8)
        E = round(float(rng.uniform(1, 2)), 2) if true is None else true
        above = (N_c / N) ** alpha * np.exp(noise * rng.normal(size=n))
        L = E + above
        near = E + 0.3 * above.min() * np.setdiff1d(np.arange(-12, 3), [0])
        near = near[near > 0]
        if len(near) < n_floors - 1 - high:
            continue
        others = rng.choice(near, size=n_floors - 1 - high, replace=False)
        over = L.min() + rng.uniform(0.01, 2, size=high)
        if exact_low and high:
            over[0] = L.min()
        floors = rng.permutation(np.concatenate([[E], others, over]))
        if exact_low:  # first: `min` keeps a NaN that comes first
            floors = np.roll(floors, -int(np.argmax(floors == L.min())))
        case = Trainings(N.round(), L, floors)
        if len(set(floors)) < n_floors or L.max() > LARGEST_LOSS or len(set(case.N)) < n:
            continue
        squares = sorted(fitted(case, floor).squares for floor in possible(case))
        if len(squares) == 1 or squares[1] > CLEARLY**2 * squares[0]:
            return case


def bent(rng, top):
    """A test case whose first two candidates for the floor are wrong, but may be taken for right.

    The first is below the mean loss and below all losses but the smallest, which belongs neither to
    the largest nor to the last size. The second is ``top``, which must be far above all losses: if
    lines are fitted to log |L − E|, it has a smaller sum of squares than any candidate below all
    losses.
    """
    while True:
        case = draw(rng, 6, 3)
        order = case.N.argsort()[[5, 0, 4, 1, 2, 3]]  # the largest size first
        above = (case.L - best(case))[order]
        above[0] *= 1.03
        above[2] /= 1.15  # the second largest size has the smallest loss
        L = best(case) + above
        lowest, second = np.sort(L)[:2]
        floors = np.concatenate([[(lowest + second) / 2, top], case.floors])
        found = Trainings(case.N[order], L, floors)
        squares = sorted(fitted(found, floor).squares for floor in possible(found))
        if (
            second - lowest > 0.01
            and best(found) == best(case)
            and squares[1] > CLEARLY**2 * squares[0]
            and L.argmin() == 2
            and line(np.log(found.N), np.log(np.abs(L - top))).squares < squares[0]
        ):
            return found


@functools.lru_cache(maxsize=64)
def ordinary(seed: int) -> list[Trainings]:
    """Test cases in which any two mistakes in a result give different numbers at least once.

    They depend on ``seed`` only, so all students get the same cases.
    """
    rng = np.random.default_rng(seed)

    def random_case():
        return draw(rng, int(rng.integers(6, 10)), int(rng.integers(4, 7)))

    apart_in = [
        case
        for name in NAMES
        for case in cases_that_tell_apart(random_case, WAYS[name], alike(name))
    ]
    return [draw(rng, 4, 3), random_case(), *apart_in]


@check(reread="Chapter 6, [Scaling laws](06-bert-gpt#scaling-laws)", odd_form=True)
def loss_floor(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's power law with a floor, chosen among candidates and fitted to losses.

    Promised domain: 4 to 30 different sizes from 1000 to 10¹², in any order, with losses up to 20;
        1 to 24 candidates, at least one below all losses. Of the candidates below all losses, one
        fits best: any other has a sum of squares at least 1.5 times as large.
    Extremes and special cases, alone and together: candidates above some losses, or above all; a
        candidate equal to the smallest loss; a single candidate; a floor of 0; candidates in any
        order; sizes in any order; four sizes; losses that lie almost exactly on the law; as many
        sizes and candidates as possible.
    Usual mistakes: the law has no floor; of the candidates below all losses, the code takes the
        lowest, the highest, or the one with the largest sum of squares; the line goes through only
        two points; the exponent is negative; the code returns N_c^α, 1 / N_c, or a logarithm of N_c
        or of N_c^α in place of N_c; the intercept is multiplied by α, not divided by α; logarithms
        of two bases are mixed; the index of a candidate is returned in place of the candidate. In
        edge cases: a candidate is kept if it is below some losses, the mean loss, or the loss of
        the largest or the last size; the absolute value of L − E is taken.
    Certain: each of the three numbers is judged separately. Cases are drawn until every two of
        these mistakes give different numbers in at least one case. A mistake is named only if the
        student's numbers fit it in all cases.
    """

    def mistakes_in(name):
        """A list of the usual mistakes in the result ``name``: "floor", "alpha" or "N_c"."""

        def makes(label):
            return equals_one_of(*WAYS[name].get(label, []), same=alike(name))

        mistakes: Mistakes = [
            Mistake(
                "no-floor",
                "This is the law without a floor, a straight line through the logarithms of N and "
                "L. First subtract each candidate.",
                makes("no-floor"),
                credit=0.0 if name == "floor" else 0.2,  # a floor of 0 is no work
            ),
            Mistake(
                "lowest-floor",
                "The lowest candidate is taken. Take the one with the smallest sum of squares.",
                makes("lowest-floor"),
                credit=0.3,
            ),
            Mistake(
                "highest-floor",
                "The highest candidate is taken that is below all losses. Take the one with the "
                "smallest sum of squares.",
                makes("highest-floor"),
                credit=0.3,
            ),
            Mistake(
                "worst-floor",
                "The candidate with the largest sum of squares is taken. Take the smallest.",
                makes("worst-floor"),
                credit=0.4,
            ),
            Mistake(
                "two-points",
                "The line goes through two points. Fit it to all of them, by least squares.",
                makes("two-points"),
                credit=0.4,
            ),
            Mistake(
                "sign",
                "This is the slope of the line, which falls. α is its size.",
                makes("sign"),
                credit=0.7,
            ),
            Mistake(
                "scale",
                "This is N_c to the power of α, or the logarithm of that: where the line meets "
                "log N = 0. Divide the logarithm by α.",
                makes("scale"),
                credit=0.5,
            ),
            Mistake(
                "logarithm",
                "This is the logarithm of N_c.",
                makes("logarithm"),
                credit=0.7,
            ),
            Mistake(
                "other-base",
                "Logarithms of one base are undone with another.",
                makes("other-base"),
                credit=0.6,
            ),
            Mistake(
                "reciprocal",
                "This is 1 / N_c.",
                makes("reciprocal"),
                credit=0.6,
            ),
            Mistake(
                "multiplied",
                "The intercept is multiplied by α. It is α · ln N_c: divide by α.",
                makes("multiplied"),
                credit=0.6,
            ),
            Mistake(
                "index",
                "This is the place of the candidate in its list. Return the candidate itself.",
                makes("index"),
                credit=0.7,
            ),
        ]
        return mistakes

    def is_right(name):
        return lambda number, case: alike(name)(number, right(case)[name])

    rule = (
        "For each candidate E below all losses, the line of least squares through (ln N, "
        "ln(L − E)). The one with the smallest sum of squares; α is minus its slope."
    )

    def shown_beside(output, case):
        return {"Expected": right(case)}

    cases = ordinary(int(rng.integers(2**31)))
    ask.announce(cases)
    shares = dict(zip(NAMES, (0.4, 0.3, 0.3), strict=True))
    judge_parts(
        ask,
        cases,
        [ask.numbers(*case, names=NAMES) for case in cases],
        [Part(name, is_right(name), mistakes_in(name), share=shares[name]) for name in NAMES],
        rule=rule,
        shown_beside=shown_beside,
    )

    impossible = Mistake(
        "impossible-floor",
        "A candidate that is not below all losses is in the way: L − E has no logarithm there. "
        "Leave it out; `argmin` takes NaN for the smallest.",
        lambda output, case: both_right(output, case) or not output["floor"] < case.L.min(),
        credit=0.6,
    )

    def both_right(output, case):
        return all(is_right(name)(output[name], case) for name in NAMES)

    n, m = (int(x) for x in rng.choice(np.arange(5, 9), size=2, replace=False))
    edges = [
        draw(rng, n, m, high=2),
        draw(rng, m, 3, high=2),
        draw(rng, n, m, high=1, exact_low=True),
    ]
    edges += [
        draw(rng, n, 3, true=0.0),
        draw(rng, m, 1),
        draw(rng, n, 3, noise=1e-5),
        draw(rng, 4, 2, high=1),
    ]
    edges += [bent(rng, top=1000.0)]
    edges += [draw(rng, MOST_SIZES, MOST_FLOORS, high=12, noise=1e-4)]
    ask.announce(edges)

    def judge_all():
        numbers = [ask.numbers(*case, names=NAMES) for case in edges]
        judge(ask, edges, numbers, both_right, [impossible], rule=rule, shown_beside=shown_beside)

    judge_edges(judge_all)
    return "A law without a floor says that a model large enough has a loss of 0."
