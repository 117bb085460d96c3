"""Scaled scores that use a vector for each distance from a query to a key.

The score of query i and key j is q_i · (k_j + e) / √d, and e is the vector of the distance j − i. A
distance without a vector is clipped to the nearest distance that has one.

Promised domain: 1 to 300 positions; vectors for 0 to 20 positions to the left and to the right.
Extremes and special cases, alone and together: no vectors for the left side, for the right, for
    both; fewer positions than distances; one position, a width of 1; 300 positions.
Certain: vectors and projections are random, so all mistakes give different scores. The feedback
    names a mistake only if its scores fit all test cases. In ordinary cases the vectors reach
    farther to the right than to the left, so that who clips at ±left does not run out of rows.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_POSITIONS, LARGEST_REACH = 300, 20


class Case(NamedTuple):
    """The arguments of one call, for n positions.

    Q     the queries, (n, d)
    K     the keys, (n, d)
    E     a vector for each distance j − i from query i to key j, (distances, d)
    left  the largest distance to the left; row 0 of ``E`` is for the distance −left
    """

    Q: np.ndarray
    K: np.ndarray
    E: np.ndarray
    left: int


Row = Callable[[np.ndarray, int, int], np.ndarray]
Dot = Callable[[Case, np.ndarray], np.ndarray]
Factor = Callable[[Case], Any]


def clipped(distance: np.ndarray, left: int, last: int) -> np.ndarray:
    return distance.clip(-left, last - left) + left


def with_query(case: Case, e: np.ndarray) -> np.ndarray:
    return np.einsum("id,ijd->ij", case.Q, e)


def with_key(case: Case, e: np.ndarray) -> np.ndarray:
    return np.einsum("jd,ijd->ij", case.K, e)


def one(case: Case) -> float:
    return 1


def root(case: Case) -> float:
    return case.Q.shape[1] ** 0.5


def distances(case: Case) -> np.ndarray:
    position = np.arange(len(case.Q))
    return position - position[:, None]


def right(
    case: Case,
    *,
    row: Row = clipped,
    dot: Dot = with_query,
    products: Callable[[Case], np.ndarray] = lambda case: case.Q @ case.K.T,
    content: Factor = one,
    position: Factor = one,
    divisor: Factor = root,
    then: Dot = lambda case, scores: scores,
) -> np.ndarray:
    """The scores, (queries, keys): (``content`` · ``products`` + ``position`` · ``dot``) / √d.

    ``row(distances, left, last)`` chooses a row of E for each pair, out of 0 to ``last``;
    ``dot(case, e)`` gets these rows, (queries, keys, d). ``then`` is done to the scores.
    """
    e = case.E[row(distances(case), case.left, len(case.E) - 1)]
    scores = content(case) * products(case) + position(case) * dot(case, e)
    return then(case, scores / divisor(case))


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def symmetric(distance: np.ndarray, left: int, last: int) -> np.ndarray:
    reach = min(left, last - left)
    return distance.clip(-reach, reach) + reach


def of_query(distance: np.ndarray, left: int, last: int) -> np.ndarray:
    """Row i, for the pair (i, j)."""
    return np.broadcast_to(-distance[:, :1], distance.shape).clip(0, last)


def of_key(distance: np.ndarray, left: int, last: int) -> np.ndarray:
    """Row j, for the pair (i, j)."""
    return (distance - distance[:, :1]).clip(0, last)


def reached(case: Case) -> np.ndarray:
    return (distances(case) >= -case.left) & (distances(case) < len(case.E) - case.left)


def softmax(case: Case, scores: np.ndarray) -> np.ndarray:
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def twice_added(case: Case, e: np.ndarray) -> np.ndarray:
    return with_query(case, e) + with_key(case, e) + np.square(e).sum(axis=-1)


def by_rows(*rows: Row) -> list[dict[str, Row]]:
    return [{"row": row} for row in rows]


VARIANTS: Variants = {
    "other-direction": by_rows(lambda d, left, last: clipped(-d, left, last)),
    "reversed": by_rows(lambda d, left, last: last - clipped(d, left, last)),
    "zero-beyond": [
        {"position": reached},
        {"position": lambda case: reached(case) | (distances(case) < 0)},
        {"position": lambda case: reached(case) | (distances(case) > 0)},
    ],
    "divided-by-d": {"divisor": lambda case: case.Q.shape[1]},
    "weights": {"then": softmax},
    "clipped-alike": by_rows(
        symmetric,
        lambda d, left, last: d.clip(-(last // 2), last // 2) + last // 2,
        lambda d, left, last: (d.clip(-left, left) + left).clip(0, last),
        lambda d, left, last: d.clip(left - last, last - left) + left,
    ),
    "sides-exchanged": by_rows(lambda d, left, last: d.clip(left - last, left) + last - left),
    "one-row-off": by_rows(
        lambda d, left, last: (d + left + 1).clip(0, last),
        lambda d, left, last: (d + left - 1).clip(0, last),
        lambda d, left, last: d.clip(-left, last - left - 1) + left,
        lambda d, left, last: d.clip(1 - left, last - left) + left,
    ),
    "clipped-at-r": by_rows(lambda d, left, last: (d + left).clip(0, last - left)),
    "middle-row": by_rows(lambda d, left, last: (d + (last + 1) // 2).clip(0, last)),
    "without-its-sign": by_rows(
        lambda d, left, last: abs(d).clip(0, last),
        lambda d, left, last: abs(d).clip(0, last - left) + left,
    ),
    "absolute-positions": by_rows(of_key, of_query),
    "wrapped": by_rows(lambda d, left, last: (d + left) % (last + 1)),
    "not-shifted": by_rows(lambda d, left, last: d.clip(-left, last - left) % (last + 1)),
    "with-the-keys": {"dot": with_key},
    "other-query": {"dot": lambda case, e: with_key(case._replace(K=case.Q), e)},
    "unasked": {"dot": lambda case, e: e.sum(axis=-1)},
    "added-twice": {"dot": twice_added},
    "subtracted": {"position": lambda case: -1},
    "transposed": [
        {"then": lambda case, scores: scores.T},
        {"products": lambda case: case.K @ case.Q.T},
        {"dot": lambda case, e: with_query(case, e).T},
    ],
    "distances-overflow": by_rows(lambda d, left, last: clipped(d.astype(np.int8), left, last)),
    "causal": [
        {"then": lambda case, scores: np.tril(scores)},
        {"then": lambda case, scores: np.triu(scores)},
        {"then": lambda case, scores: np.where(distances(case) > 0, -np.inf, scores)},
    ],
    "other-scale": [
        {"divisor": lambda case: 1 / root(case)},
        {"divisor": lambda case: len(case.Q) ** 0.5},
        {"divisor": lambda case: len(case.E) ** 0.5},
    ],
    "scaled-twice": [{of: lambda case: 1 / root(case)} for of in ("content", "position")],
    "content-only": {"position": lambda case: 0},
    "position-only": {"content": lambda case: 0},
    "not-scaled": {"divisor": one},
    "half-scaled": [{"position": root}, {"content": root}],
}

same = functools.partial(close, rtol=1e-3, atol=1e-4)

SIGNS = {
    "side-without-vectors": lambda output, case: (
        case.left in (0, len(case.E) - 1) or same(output, right(case))
    )
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n: int, d: int, left: int, to_the_right: int) -> Case:
    Q, K = rng.normal(size=(2, n, d))
    return Case(Q, K, rng.normal(size=(left + to_the_right + 1, d)), left)


def cases(rng: np.random.Generator) -> Cases:
    n, d, left, more = rng.choice(np.arange(2, 7), size=4, replace=False).tolist()
    few, many = sorted((left, more))
    ordinary = [(6, 3, 1, 2), (n + 9, d, few, many), (12, d, 1, 3), (n + 8, 5, 2, 5)]
    to_the_left = [(12, d, 3, 1), (n + 9, d, many, few)]
    sides = [(7, 2, 0, 3), (7, 3, 3, 0), (5, 2, 0, 0)]
    thin = [(1, 3, 2, 1), (3, 1, 2, 2), (3, d, LARGEST_REACH, LARGEST_REACH)]
    long = draw(rng, MOST_POSITIONS, 4, LARGEST_REACH, 5)
    return Cases(
        [draw(rng, *size) for size in ordinary],
        (
            Edge(
                [draw(rng, *size) for size in (*to_the_left, *sides, *thin)],
                ("side-without-vectors",),
            ),
            Edge([long], ("distances-overflow",)),
        ),
    )


relative_scores = Task(__name__, right, cases, VARIANTS, SIGNS, same=same).check
