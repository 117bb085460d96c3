"""A head whose queries have targets: the arguments, the weights, and random cases."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

NONE = -1  # in place of a target
FAINT = 0.01  # a target's weight that is for an edge, times n

Table = np.ndarray  # (n, n): a row for each query, a column for each key


class Case(NamedTuple):
    """The arguments of one call.

    X        the tokens, (n, d_model)
    W_Q      the matrix of the queries, (d_model, d_k)
    W_K      the matrix of the keys, (d_model, d_k)
    targets  the key that each query shall look at, or −1, (n,)
    mask     which keys a query may look at, (n, n)
    """

    X: np.ndarray
    W_Q: np.ndarray
    W_K: np.ndarray
    targets: np.ndarray
    mask: np.ndarray

    @property
    def d_k(self) -> int:
        return self.W_Q.shape[1]


Score = Callable[[Table, Case], Table]


def root(case: Case) -> float:
    return case.d_k**0.5


def with_target(case: Case) -> np.ndarray:
    return case.targets != NONE


def wanted(case: Case) -> Table:
    """1 at each query's target, else 0."""
    return np.eye(len(case.X))[case.targets] * with_target(case)[:, None]


def key_for_none(key: int) -> Callable[[Case], Table]:
    return lambda case: np.eye(len(case.X))[np.where(with_target(case), case.targets, key)]


def everyone(case: Case) -> np.ndarray:
    return np.ones(len(case.X), dtype=bool)


def visible(scores: Table, case: Case, hidden: ArrayLike = -np.inf) -> Table:
    return np.where(case.mask, scores, hidden)


def inverted(scores: Table, case: Case) -> Table:
    return np.where(case.mask, -np.inf, scores)


def of_those_with_target(hidden: float) -> Score:
    """The scores after the queries without a target were left out."""
    return lambda scores, case: np.where(
        with_target(case)[:, None], visible(scores, case, hidden), -np.inf
    )


def over_keys(scores: Table) -> Table:
    """The weights of each row; a row that sees nothing has none."""
    top = scores.max(axis=1, keepdims=True)
    shares = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = shares.sum(axis=1, keepdims=True)
    return shares / np.where(total == 0, 1, total)


def weights(case: Case) -> Table:
    return over_keys(visible(case.X @ case.W_Q @ (case.X @ case.W_K).T / root(case), case))


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, n: int, d_model: int, d_k: int, *, n_targets: int, shown: float = 0.6
) -> Case:
    """A random case without faint targets.

    A query sees itself, and a share ``shown`` of the other keys.
    """
    while True:
        X = rng.normal(size=(n, d_model)).round(1)
        W_Q, W_K = (1.3 * rng.normal(size=(2, d_model, d_k)) / d_model**0.5).round(2)
        mask = (rng.random((n, n)) < shown) | np.eye(n, dtype=bool)
        chosen = np.where(mask, rng.random((n, n)), -1).argmax(axis=1)
        has = rng.permutation(n) < n_targets
        case = Case(X, W_Q, W_K, np.where(has, chosen, NONE), mask)
        if no_target_is_faint(case):
            return case


def no_target_is_faint(case: Case) -> bool:
    return bool(np.where(wanted(case), weights(case), 1).min() > FAINT / len(case.X))


def usual(rng: np.random.Generator, *sizes: int) -> Case:
    """A case in which each query sees two keys or more, and not all. Some target is not key 0.

    ``sizes`` are n, d_model and d_k. A query without a target sees the first key and the last.
    """
    if not sizes:
        d_model, d_k = rng.choice(np.arange(2, 8), size=2, replace=False).tolist()
        sizes = int(rng.choice([n for n in range(5, 10) if n not in (d_model, d_k)])), d_model, d_k
    n = sizes[0]
    while True:
        case = draw(rng, *sizes, n_targets=int(rng.integers(2, n - 1)))
        mask = case.mask
        mask[~with_target(case), 0] = mask[~with_target(case), -1] = True
        for i, target in enumerate(case.targets):
            ends = [0, n - 1] if target == NONE else [target]
            others = rng.permutation([j for j in range(n) if j not in (i, *ends)])
            mask[i, others[0]], mask[i, others[1:2]] = False, True
        if no_target_is_faint(case) and case.targets.max() > 0:
            return case


def with_lone_target(rng: np.random.Generator, case: Case) -> Case:
    """The case in which one query sees its target and no other key."""
    i = rng.choice(np.flatnonzero(with_target(case)))
    case.mask[i] = np.arange(len(case.X)) == case.targets[i]
    return case


def with_empty_rows(rng: np.random.Generator, case: Case) -> Case:
    """The case in which the queries without a target, or some of them, see nothing."""
    empty = ~with_target(case) & (rng.random(len(case.X)) < 0.7)
    empty[np.flatnonzero(~with_target(case))[0]] = True
    return case._replace(mask=case.mask & ~empty[:, None])


def with_scores(rng: np.random.Generator, scores: Table, targets: ArrayLike, mask: Table) -> Case:
    """A case that has these scores."""
    n = len(scores)
    X = np.linalg.qr(rng.normal(size=(n + 2, n + 2))).Q[:n]  # X @ X.T is the identity
    K = np.linalg.qr(rng.normal(size=(n + 1, n + 1))).Q[:n]
    return Case(X, X.T @ (scores * (n + 1) ** 0.5) @ K, X.T @ K, np.asarray(targets), mask)


def levelled(rng: np.random.Generator, n: int, levels: ArrayLike, *, high: float = 0.0) -> Case:
    """A case whose rows have scores near the ``levels``; those of hidden keys are ``high``er.

    The last two tokens are hidden from all, as padding is. Their queries have no target, and the
    last one sees nothing; the other sees the first key. All others see the first two, or more.
    """
    near_0 = rng.normal(size=(n, n))
    mask = (rng.random((n, n)) < 0.6) | np.eye(n, dtype=bool)
    mask[:, -2:] = mask[-2:] = False
    mask[:-2, :2] = mask[-2, 0] = True
    targets = np.where(mask, rng.random((n, n)), -1).argmax(axis=1)
    targets[-2:] = NONE
    scores = np.resize(levels, n)[:, None] + near_0.clip(-3, 3)
    return with_scores(rng, scores + np.where(mask, 0, high), targets, mask)


def far_targets(rng: np.random.Generator, n: int, by: float) -> Case:
    """A case in which the scores of targets are lower than all others, ``by`` so much."""
    scores, mask = rng.normal(size=(n, n)).clip(-4, 4), np.ones((n, n), dtype=bool)
    targets = rng.integers(n, size=n)
    targets[-1] = NONE
    low = np.eye(n, dtype=bool)[targets] & (targets != NONE)[:, None]
    return with_scores(rng, scores + np.where(low, -by / 2, by / 2), targets, mask)
