"""Attention over a grid of annotations: the context, the map of weights, and the map's centre.

The centre is the mean row and the mean column of the grid positions, weighted by the map.

Promised domain: 1 to 30 rows and columns; scores from −1000 to 1000.
Extremes and special cases, alone and together: all scores near 1000, all near −1000, or a mix of
    both; one row; one column; one position; one channel; a grid of 30 × 30; square grids and
    others; as many channels as rows or columns.
Certain: each of the three results is judged separately. The feedback names a mistake only if it
    gives that result in all test cases.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.arrays import itself, softmax
from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Task, Variants

LARGEST_SCORE = 1000
MOST_ROWS, MOST_COLUMNS = 30, 30
ROUNDING = 1e-3  # tolerance for outputs if large scores are in float32
OVERFLOWS = 80  # exp of a larger number is not finite in float32
SHARES = {"context": 1 / 3, "map": 1 / 3, "centre": 1 / 3}  # of the points: 4 each of 12


class Case(NamedTuple):
    """The arguments of one call.

    query     the query, (channels,)
    features  the annotations, (channels, height, width)
    rise      the largest absolute number that was added to a score
    """

    query: np.ndarray
    features: np.ndarray
    rise: float = 0.0


class Attended(NamedTuple):
    """The results: (channels,), (height, width), and (2,)."""

    context: np.ndarray
    map: np.ndarray
    centre: np.ndarray


Grid = Callable[[np.ndarray], np.ndarray]  # of scores
Positions = Callable[[tuple[int, ...]], Any]  # rows and columns of a grid of this shape


def shared_softmax_along(axis: int) -> Grid:
    """The weights of each line along the axis add up to the line's equal share of 1."""
    return lambda scores: softmax(scores, axis=axis) / scores.shape[1 - axis]


def softmax_of_clipped(limit: float) -> Grid:
    return lambda scores: softmax(scores.clip(-limit, limit))


def softmax_below_maxima(axis: int) -> Grid:
    return lambda scores: softmax(scores - scores.max(axis=axis, keepdims=True))


def as_given(case: Case) -> np.ndarray:
    return case.features


def scrambled(case: Case) -> np.ndarray:
    rows = case.features.reshape(-1, len(case.features))
    return rows.T.reshape(case.features.shape)


def right(
    case: Case,
    *,
    scaled: bool = False,
    take: Callable[[Case], np.ndarray] = as_given,
    weigh: Grid = softmax,
    positions: Positions = np.indices,
    exchanged: bool = False,
    at_last: Grid = itself,
) -> Attended:
    """The results of the features that ``take`` gives; the centre is the mean of ``positions``."""
    features = take(case)
    scores = np.tensordot(case.query, features, axes=1)
    weights = weigh(scores / len(case.query) ** 0.5 if scaled else scores)
    centre = at_last(np.tensordot(positions(weights.shape), weights, axes=2))
    context = np.tensordot(features, weights, axes=2)
    return Attended(context, weights, centre[::-1] if exchanged else centre)


VARIANTS: Variants = {
    "centre.exchanged": {"exchanged": True},
    "centre.counted-from-1": {"positions": lambda shape: np.indices(shape) + 1},
    "centre.share-of-grid": [
        {"positions": lambda shape: np.indices(shape) / np.reshape(shape, (2, 1, 1))},
        {"positions": lambda shape: np.indices(shape) / (np.reshape(shape, (2, 1, 1)) - 1)},
    ],
    "centre.from-the-middle": {
        "positions": lambda shape: np.indices(shape) - (np.reshape(shape, (2, 1, 1)) - 1) / 2
    },
    "centre.divided-by-rows": {
        "positions": lambda shape: np.divmod(np.arange(np.prod(shape)).reshape(shape), shape[0])
    },
    "centre.rounded": [{"at_last": np.round}, {"at_last": np.floor}],
    "scaled": {"scaled": True},
    "scrambled": {"take": scrambled},
    "column-by-column": {"weigh": lambda scores: softmax(scores).T.reshape(scores.shape)},
    "along-one-axis": [
        {"weigh": weigh}
        for axis in (0, 1)
        for weigh in (functools.partial(softmax, axis=axis), shared_softmax_along(axis))
    ],
    "all-alike": {"weigh": lambda scores: np.full(scores.shape, 1 / scores.size)},
    "best-alone": {"weigh": lambda scores: np.where(scores == scores.max(), 1.0, 0.0)},
    "no-softmax": {"weigh": itself},
    "not-divided": [{"weigh": np.exp}, {"weigh": lambda scores: np.exp(scores - scores.max())}],
    "several-maxima": [{"weigh": softmax_below_maxima(axis)} for axis in (0, 1)],
    "clipped": [{"weigh": softmax_of_clipped(limit)} for limit in (50, 80, 100, 500, 700)],
}


same = functools.partial(close, rtol=1e-4, atol=1e-4)


def near(output: np.ndarray, case: Case, *, part: str) -> bool:
    return close(output, getattr(right(case), part), ROUNDING, ROUNDING)


def near_at_large_scores(output: np.ndarray, case: Case, *, part: str) -> bool:
    return case.rise > 0 and near(output, case, part=part)


def overflow(output: np.ndarray, case: Case, *, part: str) -> bool:
    overflowed = case.rise > OVERFLOWS and not np.isfinite(output).all()
    return overflowed or near(output, case, part=part)


SIGNS = {f"{part}.overflow": functools.partial(overflow, part=part) for part in SHARES}
ALSO = {part: functools.partial(near_at_large_scores, part=part) for part in SHARES}


def draw(rng: np.random.Generator, channels: int, height: int, width: int) -> Case:
    query = rng.choice([-1, 1], size=channels) * rng.uniform(0.5, 1.5, size=channels)
    features = rng.normal(0.2, 1.5 / channels**0.5, size=(channels, height, width))
    return Case(query.round(2), features.round(4))


def raised(case: Case, rise: float | np.ndarray) -> Case:
    """A case in which ``rise``, one number or a grid of them, is added to the scores."""
    up = (case.query / (case.query @ case.query))[:, None, None]
    return Case(case.query, case.features + up * rise, float(np.max(np.abs(rise))))


def cases(rng: np.random.Generator) -> Cases:
    def drawn() -> list[Case]:
        free = rng.integers(2, 8, size=(4, 3)).tolist()
        return [draw(rng, *size) for size in [(1, 2, 3), (2, 4, 2), (3, 4, 4), (4, 3, 6), *free]]

    high = LARGEST_SCORE - 20
    thin = [(3, 1, 1), (2, 1, 5), (4, 6, 1), (1, 1, 2), (5, MOST_ROWS, MOST_COLUMNS)]
    steep = [raised(case, rise) for rise in (high, -high) for case in drawn()]
    wide = [
        raised(case, rng.choice([-high, high], size=case.features.shape[1:])) for case in drawn()
    ]
    edges = [*(draw(rng, *size) for size in thin), *steep, *wide]
    return Cases(drawn(), (Edge(edges, ("clipped", "overflow")),))


grid_context = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    n_arguments=2,
    same=same,
    also_right=ALSO,
    shares=SHARES,
    each_part_has_edges=True,
).check
