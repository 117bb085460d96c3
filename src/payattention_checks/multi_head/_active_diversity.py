"""A penalty on active heads that attend alike: one number for each query.

The penalty of a query is ‖A Aᵀ − I‖² (Frobenius norm). The rows of A are the query's weights in the
active heads.

Promised domain: 1 to 16 heads, 1 to 50 queries and keys; the weights of each head and query add up
    to 1.
Extremes and special cases, alone and together: all heads active, one, none; one head; one query;
    one key; heads that attend to one key each, and to different keys; heads that all have the same
    weights.
Certain: the weights are random, so all mistakes give different penalties. The feedback names a
    mistake only if its penalties fit all test cases.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from payattention_checks.arrays import itself
from payattention_checks.compare import alike
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_HEADS, MOST_POSITIONS = 16, 50


class Case(NamedTuple):
    """The attention weights A, (heads, queries, keys), and a boolean for each head."""

    A: np.ndarray
    active: np.ndarray


Of = Callable[[np.ndarray], np.ndarray]


def active_heads(case: Case) -> np.ndarray:
    return case.A[case.active]


def of_heads(A: np.ndarray) -> np.ndarray:
    """A table for each query, with a row and a column for each head."""
    return np.einsum("hnk,gnk->nhg", A, A)


def of_keys(A: np.ndarray) -> np.ndarray:
    """A table for each query, with a row and a column for each key."""
    return np.einsum("hnk,hnl->nkl", A, A)


def of_queries(A: np.ndarray) -> np.ndarray:
    """A table for each head, not for each query."""
    return A @ A.swapaxes(1, 2)


def identity(tables: np.ndarray) -> np.ndarray:
    return np.eye(tables.shape[-1])


def minus_identity(tables: np.ndarray) -> np.ndarray:
    return tables - identity(tables)


def squares(tables: np.ndarray) -> np.ndarray:
    return np.square(tables).sum(axis=(1, 2))


def right(
    case: Case,
    *,
    heads: Callable[[Case], np.ndarray] = active_heads,
    overlap: Of = of_heads,
    off: Of = minus_identity,
    total: Of = squares,
    divisor: Callable[[Case], float] = lambda case: 1,
) -> np.ndarray:
    """The penalty of each query.

    ``off`` says how much a table differs from the identity, ``total`` makes a number of that.
    """
    return total(off(overlap(heads(case)))) / divisor(case)


def off_diagonal(tables: np.ndarray) -> np.ndarray:
    return tables * (1 - identity(tables))


def for_all(number: Of) -> Of:
    return lambda T: np.full(len(T), number(squares(T)))


def spectral(tables: np.ndarray) -> np.ndarray:
    return np.linalg.norm(tables, 2, axis=(1, 2))


def of_length_1(case: Case) -> np.ndarray:
    return active_heads(case) / np.linalg.norm(active_heads(case), axis=-1, keepdims=True)


def divided(*divisors: Callable[[Case], float]) -> list[dict[str, Any]]:
    return [{"divisor": divisor} for divisor in divisors]


def averaged_first(case: Case) -> np.ndarray:
    A = active_heads(case)
    return np.broadcast_to(A.mean(axis=1, keepdims=True), A.shape)


def mixed(case: Case) -> np.ndarray:
    """The active heads, brought to (queries, heads, keys) by a reshape."""
    k, n, m = active_heads(case).shape
    return active_heads(case).reshape(n, k, m).swapaxes(0, 1)


VARIANTS: Variants = {
    "all-heads": {"heads": lambda case: case.A},
    "rows-of-zeros": {"heads": lambda case: case.A * case.active[:, None, None]},
    "the-others": {"heads": lambda case: case.A[~case.active]},
    "not-squared": {"total": lambda T: squares(T) ** 0.5},
    "no-identity": [{"off": itself}, {"off": lambda T: T + identity(T)}],
    "diagonal-left-out": [{"off": off_diagonal, "divisor": lambda case, n=n: n} for n in (1, 2)],
    "diagonal-alone": {"off": lambda T: minus_identity(T) * identity(T)},
    "active-as-numbers": {"heads": lambda case: case.A[case.active.astype(int)]},
    "first-heads": {"heads": lambda case: case.A[: case.active.sum()]},
    "squared-late": [{"total": lambda T, n=n: T.sum(axis=(1, 2)) ** n} for n in (1, 2)],
    "matrix-squared": {"total": lambda T: (T @ T).sum(axis=(1, 2))},
    "identity-late": {"off": itself, "total": lambda T: squares(T) - T.shape[1]},
    "of-length-1": {"heads": of_length_1},
    "queries-compared": {"overlap": of_queries, "total": lambda T: np.square(T).sum(axis=(0, 2))},
    "divided": divided(lambda case: 2, lambda case: case.A.shape[1], lambda case: case.A.shape[2]),
    "queries-mixed": {"heads": mixed},
    "keys-compared": {"overlap": of_keys},
    "averaged": divided(lambda case: case.active.sum() ** 2, lambda case: len(case.A) ** 2),
    "divided-by-heads": divided(lambda case: case.active.sum(), lambda case: len(case.A)),
    "absolute": {"total": lambda T: abs(T).sum(axis=(1, 2))},
    "ones-for-the-identity": {"off": lambda T: T - 1},
    "each-pair-once": {"total": lambda T: squares(np.triu(T))},
    "spectral": [{"total": spectral}, {"total": lambda T: spectral(T) ** 2}],
    "summed-first": [
        {"heads": averaged_first},
        *({"total": for_all(number)} for number in (np.sum, np.mean)),
    ],
    "one-for-all": [{"total": lambda T, n=n: n(squares(T))} for n in (np.sum, np.mean)],
    "one-sum-missing": [{"total": np.square}, {"total": lambda T: np.square(T).sum(axis=-1)}],
}


def without_equal_heads(output: np.ndarray, case: Case) -> bool:
    """Whether heads with the same weights count once."""
    different = [np.unique(A, axis=0)[:, None] for A in active_heads(case).swapaxes(0, 1)]
    return same(output, [squares(minus_identity(of_heads(A)))[0] for A in different])


def nobody_active(output: np.ndarray, case: Case) -> bool:
    """Whether the output is wrong where no head is active; one query may hide it."""
    return case.A.shape[1] == 1 or not same(output, right(case))


def single_head_free(output: np.ndarray, case: Case) -> bool:
    return same(output, right(case)) or (
        case.active.sum() == 1 and same(output, np.zeros(case.A.shape[1]))
    )


SIGNS = {
    "single-head-free": single_head_free,
    "nobody-active": nobody_active,
    "equal-heads": without_equal_heads,
    "rounded": lambda output, case: alike(output, right(case), 1e-2, 1e-2),
}


same = functools.partial(alike, rtol=1e-4, atol=1e-5)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, h: int, n: int, m: int, active: ArrayLike, *, sharp: float = 1.0
) -> Case:
    A = rng.dirichlet(np.full(m, 1 / sharp), size=(h, n))
    return Case(A, np.array(active, dtype=bool))


def some(rng: np.random.Generator, h: int) -> np.ndarray:
    """A random boolean mask of h ≥ 3 heads: at least two are active, at least one is not."""
    return rng.permutation(np.arange(h) < rng.integers(2, h))


def alike_and_unlike(rng: np.random.Generator, h: int, n: int, m: int) -> list[Case]:
    """Heads with the same weights, and heads that attend to one key each, all to another."""
    case = draw(rng, h, n, m, some(rng, h))
    keys = np.eye(MOST_POSITIONS)[rng.permutation(MOST_POSITIONS)[:MOST_HEADS]]
    return [
        case._replace(A=np.broadcast_to(case.A[:1], case.A.shape).copy()),
        Case(np.repeat(keys[:, None], 3, axis=1), some(rng, MOST_HEADS)),
    ]


def cases(rng: np.random.Generator) -> Cases:
    h, n, m = rng.choice(np.arange(3, 8), size=3, replace=False).tolist()
    ordinary = [
        draw(rng, 3, 2, 4, [True, False, True]),
        draw(rng, 5, 2, 4, [True, True, False, True, False]),
        draw(rng, h, n, m, some(rng, h)),
        draw(rng, m, h, n, some(rng, m)),
        draw(rng, n, m, h + 3, some(rng, n), sharp=4.0),
    ]
    few = [
        *(draw(rng, 1, n, m, [True]), draw(rng, 3, 1, 4, [True, True, False])),
        *(draw(rng, 4, 3, 1, some(rng, 4)), draw(rng, h, 3, m, np.arange(h) == 1)),
        *alike_and_unlike(rng, h, n, m),
        draw(rng, MOST_HEADS, MOST_POSITIONS, MOST_POSITIONS, np.ones(MOST_HEADS)),
    ]
    none = [draw(rng, i, j, k, np.zeros(i)) for i, j, k in ((h, n, m), (1, 1, 1), (2, 3, 4))]
    return Cases(
        ordinary, (Edge(few, ("single-head-free", "equal-heads")), Edge(none, ("nobody-active",)))
    )


active_diversity = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, any_shape=True).check
