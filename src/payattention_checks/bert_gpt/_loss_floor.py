"""A power law with a floor, chosen among candidates and fitted to losses.

Promised domain: 4 to 30 different sizes from 1000 to 10¹², in any order, with losses up to 20; 1 to
    24 candidates, at least one below all losses. Of the candidates below all losses, one fits best:
    any other has a sum of squares at least 1.5 times as large.
Extremes and special cases, alone and together: candidates above some losses, or above all; a
    candidate equal to the smallest loss; a single candidate; a floor of 0; candidates in any order;
    sizes in any order; four sizes; losses that lie almost exactly on the law, or far from it; as
    many sizes and candidates as possible.
Certain: each of the three numbers is judged separately. Cases are drawn until every two mistakes
    give different numbers in at least one case. A mistake is named only if the student's numbers
    fit it in all cases.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from payattention_checks.bert_gpt._floors import (
    Case,
    Floor,
    best,
    by_distances,
    nearest_in_losses,
    of_largest_r_squared,
    possible,
    squares,
)
from payattention_checks.bert_gpt._lines import (
    Fit,
    Line,
    along_x,
    exchanged,
    line,
    not_logged,
    plus_one,
    swapped,
    through_ends,
    through_origin,
    through_smallest_and_largest,
)
from payattention_checks.compare import close
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Fits, Task, Variants, outputs_of
from payattention_checks.wrong import Wrong

MOST_SIZES, MOST_FLOORS = 30, 24
SMALLEST_SIZE, LARGEST_SIZE, LARGEST_LOSS = 1000, 1e12, 20
SHARES = {"floor": 0.4, "alpha": 0.3, "N_c": 0.3}
CLEARLY = 1.5  # the sum of squares of the best floor is smaller than any other by this factor
APART = 0.005  # two candidates differ by more than this


Law = dict[str, float]
Points = Callable[[Case], Any]
Number = Callable[[Law, Case], float]


def right(
    case: Case,
    *,
    floor: Floor = best,
    fit: Fit = line,
    points: Points = lambda case: slice(None),
    read: Callable[[Case], Case] = lambda case: case,
    returned: Mapping[str, Number] = {},
) -> Law:
    """The floor, the exponent α and the scale N_c; ``returned`` replaces some of these numbers."""
    case = read(case)
    E, chosen = floor(case, fit), points(case)
    fitted_line = fit(np.log(case.N[chosen]), np.log(case.L[chosen] - E))
    with np.errstate(over="ignore", divide="ignore"):
        N_c = float(np.exp(-np.divide(fitted_line.intercept, fitted_line.slope)))
    law = {"floor": E, "alpha": -float(fitted_line.slope), "N_c": N_c}
    return law | {name: number(law, case) for name, number in returned.items()}


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def sizes_sorted(case: Case) -> Case:
    return case._replace(N=np.sort(case.N))


def both_sorted(case: Case) -> Case:
    return case._replace(N=np.sort(case.N), L=np.sort(case.L)[::-1])


def returned(**numbers: Number) -> dict[str, Any]:
    return {"returned": numbers}


TWO_POINTS: list[dict[str, Points]] = [
    {"points": lambda case: np.argsort(case.N)[[0, -1]]},
    {"points": lambda case: [0, -1]},
]

VARIANTS: Variants = {
    "no-floor": {"floor": lambda case, fit: 0.0},
    "lowest-floor": {"floor": lambda case, fit: min(possible(case))},
    "highest-floor": {"floor": lambda case, fit: max(possible(case))},
    "worst-floor": {"floor": lambda case, fit: float(possible(case)[squares(case, fit).argmax()])},
    "floor.no-intercept": {"fit": through_origin},
    "alpha.no-intercept": {"fit": through_origin},
    "alpha.two-points": TWO_POINTS,
    "N_c.two-points": TWO_POINTS,
    "alpha.other-base": [
        returned(alpha=lambda law, case: law["alpha"] * np.log(10)),
        returned(alpha=lambda law, case: law["alpha"] / np.log(10)),
    ],
    "alpha.sign": returned(alpha=lambda law, case: -law["alpha"]),
    "N_c.scale": [
        returned(N_c=lambda law, case: law["N_c"] ** law["alpha"]),
        returned(N_c=lambda law, case: law["alpha"] * np.log(law["N_c"])),
    ],
    "N_c.logarithm": [
        returned(N_c=lambda law, case: np.log(law["N_c"])),
        returned(N_c=lambda law, case: np.log10(law["N_c"])),
    ],
    "N_c.other-base": [
        returned(N_c=lambda law, case: np.exp(np.log10(law["N_c"]))),
        returned(N_c=lambda law, case: 10 ** np.log(law["N_c"])),
    ],
    "N_c.reciprocal": returned(N_c=lambda law, case: 1 / law["N_c"]),
    "N_c.multiplied": returned(N_c=lambda law, case: law["N_c"] ** law["alpha"] ** 2),
    "floor.index": [
        returned(floor=lambda law, case: case.floors.tolist().index(law["floor"])),
        returned(floor=lambda law, case: possible(case).tolist().index(law["floor"])),
    ],
}


near = functools.partial(close, rtol=1e-3)
SAME: dict[str, Fits] = {
    "floor": near,
    "alpha": functools.partial(near, atol=0),
    "N_c": functools.partial(close, rtol=1e-2, atol=0),  # it magnifies rounding
}


def laws(case: Case, fit: Fit = line) -> Iterator[Law]:
    """The law of each possible candidate."""
    return (right(case._replace(floors=np.array([E])), fit=fit) for E in possible(case))


def of_other_floor(part: str, fit: Fit = line) -> Fits:
    """Whether a number belongs to one of the possible candidates, with its own line."""
    return lambda number, case: any(SAME[part](number, law[part]) for law in laws(case, fit))


def floor_by(fit: Fit) -> Fits:
    """Whether the floor is a candidate, and the exponent that of its line by ``fit``."""
    return lambda floor, case: any(
        near(floor, law["floor"]) and SAME["alpha"](case.alpha, law["alpha"])
        for law in laws(case, fit)
    )


def with_output(case: Case, output: Law) -> Case:
    alpha = output["alpha"]
    return case._replace(alpha=np.nan if isinstance(alpha, Wrong) else alpha)


def impossible_floor(law: Law, case: Case) -> bool:
    return any(near(law["floor"], E) for E in case.floors if E >= case.L.min())


FITS: dict[str, Fit] = {
    "exchanged": exchanged,
    "along-x": along_x,
    "log-plus-one": plus_one,
    "losses-not-logged": not_logged,
    "swapped": swapped,
    "through-ends": through_ends,
    "through-outermost": through_smallest_and_largest,
}

# the floor of these is often right, so that cases are not drawn to tell each from all others
SELECTED: Variants = {
    "r-squared": {"floor": of_largest_r_squared},
    "distances-of-losses": {"floor": nearest_in_losses},
    "not-squared": {"floor": by_distances(lambda off: off.sum(axis=1))},
    "largest-distance": {"floor": by_distances(lambda off: off.max(axis=1))},
    "alpha.no-logarithm": {"fit": lambda x, y: line(np.exp(x), y)},
    "sorted-apart": {"read": sizes_sorted},
    "both-sorted": {"read": both_sorted},
    **{
        f"{part}.{name}": [{"fit": fit}, {"fit": fit, "floor": lambda case, fit: best(case)}]
        for name, fit in FITS.items()
        for part in ("alpha", "N_c")
    },
}

AT_EDGES: Variants = {
    "impossible-floor": {},  # in cases where it does no harm
    "floor-0-lost": {"read": lambda case: case._replace(floors=case.floors[case.floors > 0])},
    "shifted-index": returned(
        floor=lambda law, case: case.floors[possible(case).tolist().index(law["floor"])]
    ),
}

SIGNS: dict[str, Fits] = {
    "impossible-floor": impossible_floor,
    **{f"floor.{name}": floor_by(fit) for name, fit in FITS.items()},
    "N_c.losses-not-logged": of_other_floor("N_c", not_logged),
    **{f"{part}.other-floor": of_other_floor(part) for part in SHARES},
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    n: int,
    n_floors: int,
    *,
    noise: float = 0.003,
    true: float | None = None,
    high: int = 0,
    exact_low: bool = False,
) -> Case:
    """A random case: n losses near a power law, and ``n_floors`` candidates for its floor.

    ``noise`` is the relative size of the errors; the best sum of squares is larger than its square.
    ``true`` is the law's floor (default: random). ``high`` candidates are above the smallest loss;
    with ``exact_low``, one of these is equal to it instead, and comes first.
    """
    while True:
        N = 10 ** rng.uniform(3.1, 11.9, size=n)
        alpha, N_c = rng.uniform(0.08, 0.4), 10 ** rng.uniform(2, 8)
        E = round(float(rng.uniform(1, 2)), 2) if true is None else true
        above = (N_c / N) ** alpha * np.exp(noise * rng.normal(size=n))
        L = E + above
        around = E + 0.3 * above.min() * np.setdiff1d(np.arange(-12, 3), [0])
        around = around[around > 0]
        if len(around) < n_floors - 1 - high:
            continue
        others = rng.choice(around, size=n_floors - 1 - high, replace=False)
        over = L.min() + rng.uniform(0.01, 2, size=high)
        over[: int(exact_low)] = L.min()
        floors = rng.permutation(np.concatenate([[E], others, over]))
        if exact_low:  # first: `min` keeps a NaN that comes first
            floors = np.roll(floors, -int(np.argmax(floors == L.min())))
        case = Case(N.round(), L, floors)
        distinct = (np.diff(np.sort(floors)) > APART).all() and len(set(case.N)) == n
        if distinct and L.max() <= LARGEST_LOSS and is_clear(case, more_than=noise**2):
            return case


def is_clear(case: Case, more_than: float = 0) -> bool:
    """Whether no floor fits nearly as well as the best one, whose line is not nearly level."""
    least, *others = sorted(squares(case))
    if least <= more_than or (others and others[0] <= CLEARLY**2 * least):
        return False
    law = right(case)
    return law["alpha"] > 0.005 and 1e-20 < law["N_c"] < 1e20


def by_rank(case: Case, ranks: list[int]) -> Case:
    order = case.N.argsort()[ranks]
    return case._replace(N=case.N[order], L=case.L[order])


def of_four(rng: np.random.Generator) -> Case:
    """A case of four sizes with another best candidate without the largest, and for parabolas."""

    def parabola(x: np.ndarray, y: np.ndarray) -> Line:
        return Line(0, 0, np.polyfit(x, y.T, 2, full=True)[1])

    while True:
        case = by_rank(draw(rng, 4, 3), [0, 1, 2, 3])
        fewer = Case(case.N[:-1], case.L[:-1], case.floors)
        if best(case) not in (best(fewer), best(case, parabola)):
            return case


# Losses that differ by little: a floor far below them multiplies their errors and their spread by
# nearly the same number. The best candidate of the first case is also that of the largest r², but
# not that of the nearest losses; in the second case it is the other way round.
FLAT = (
    Case(
        np.array([1.0e5, 5.5e5, 4300, 1.7e6, 6.3e5, 2.8e5, 3.7e4, 1.3e5]),
        np.array([1.837, 1.718, 1.957, 1.738, 1.754, 1.762, 1.828, 1.835]),
        np.array([0.23, 1.49]),
    ),
    Case(
        np.array([7.2e7, 7.4e4, 3.4e5, 1.4e5, 7300, 3.5e8, 8.2e5, 2.6e4]),
        np.array([1.659, 1.891, 1.793, 1.796, 1.851, 1.626, 1.742, 1.835]),
        np.array([1.5, 0.26]),
    ),
)

# One distance that is large beside the others. With the better of two candidates, the sum of the
# distances without squares is larger; in the second case the largest distance is.
OUTLIERS = (
    Case(
        np.hstack(
            (
                [4700, 8.8e6, 1e4, 2.6e6, 8300, 3900, 3200, 2.5e7, 2.8e6],
                [2.4e5, 6800, 6.4e4, 1.2e6, 1.1e7, 8.7e7, 7.1e5, 1.7e5],
            )
        ),
        np.hstack(
            (
                [6.084, 1.697, 4.854, 1.865, 5.184, 6.396, 6.772, 1.616, 1.857],
                [2.502, 5.51, 3.199, 2.01, 1.678, 1.442, 2.138, 2.649],
            )
        ),
        np.array([1.34, 1.18]),
    ),
    Case(
        np.array([7600.0, 4e4, 3600, 5.5e6, 1e5, 2.4e5, 1.4e4, 2.1e8]),
        np.array([1.947, 1.758, 2.101, 1.439, 1.669, 1.599, 1.95, 1.35]),
        np.array([0.74, 1.27]),
    ),
)


def scaled(case: Case, factor: float) -> Case:
    """The case in another unit of the losses, in which the same candidate is the best."""
    return case._replace(L=factor * case.L, floors=factor * case.floors)


def bent(rng: np.random.Generator, top: float) -> Case:
    """A case whose first two candidates for the floor are wrong, but may be taken for right.

    The first is below the mean loss and below all losses but one, which belongs neither to the
    smallest or largest nor to the last size; without that loss, it fits best of all. The second is
    ``top``, far above all losses, and fits best of all if lines are fitted to log |L − E|.
    """
    while True:
        case = by_rank(draw(rng, 6, 1), [5, 0, 4, 1, 2, 3])
        E, L, x = best(case), case.L.copy(), np.log(case.N)
        L[2] = 0.95 * E
        found = Case(case.N, L, np.array([E, top, 0.8 * L[2], 0.2 * L[2]]))
        fewer = line(np.delete(x, 2), np.log(np.delete(L, 2) - E)).squares
        mirrored = line(x, np.log(np.abs(L - top))).squares
        if E < L.mean() and is_clear(found, more_than=1.1 * max(fewer, mirrored)):
            return found


def nearly_sorted(rng: np.random.Generator) -> Case:
    """A case whose best candidate is neither the lowest nor the highest, also with sorted sizes."""
    while True:
        case = by_rank(draw(rng, 8, 5), [0, 1, 2, 4, 3, 5, 6, 7])
        lowest, *_, highest = np.sort(case.floors)
        sorted_law = right(case, read=sizes_sorted)
        if (
            lowest < min(best(case), sorted_law["floor"])
            and max(best(case), sorted_law["floor"]) < highest
            and not near(sorted_law["alpha"], right(case)["alpha"])
        ):
            return case


def best_last(case: Case) -> Case:
    last = case.floors == best(case)
    return case._replace(floors=case.floors[np.lexsort((last, case.floors < case.L.min()))])


def cases(rng: np.random.Generator) -> Cases:
    def usual() -> Case:
        return draw(rng, int(rng.integers(6, 10)), int(rng.integers(4, 7)))

    apart = [
        case
        for part in SHARES
        for case in distinguishing_cases(usual, outputs_of(right, VARIANTS, part), SAME[part])
    ]
    n, m = rng.choice(np.arange(5, 9), size=2, replace=False).tolist()
    edges = [
        best_last(draw(rng, n, m, high=2)),
        draw(rng, m, 3, high=2),
        draw(rng, n, m, high=1, exact_low=True),
        draw(rng, n, 3, true=0.0),
        draw(rng, m, 1, noise=1.1),
        draw(rng, n, 3, noise=1e-5),
        draw(rng, 4, 2, high=1),
        bent(rng, top=1000.0),
        draw(rng, MOST_SIZES, MOST_FLOORS, high=12, noise=1e-4),
    ]
    return Cases(
        [
            of_four(rng),
            nearly_sorted(rng),
            *(scaled(case, rng.uniform(0.7, 1.05)) for case in (*FLAT, *OUTLIERS)),
            *apart,
        ],
        (Edge(edges, tuple(AT_EDGES)),),
    )


loss_floor = Task(
    __name__, right, cases, {**VARIANTS, **SELECTED, **AT_EDGES}, SIGNS,
    n_arguments=3, same=SAME, shares=SHARES,
    with_output=with_output, edges_as_a_whole=True,
).check  # fmt: skip
