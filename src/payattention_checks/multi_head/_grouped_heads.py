"""Attention in which query heads share key heads: query head i reads key head group[i].

Promised domain: 1 to 16 query heads, at most one key head more than query heads, 1 to 50
    positions, scores from −1000 to 1000.
Extremes and special cases, alone and together: one query head with one key head; as many key
    heads as query heads, in another order; a key head that no query head reads; heads of width 1;
    one query; one key; as many queries as keys; scores near 1000 and near −1000.
Certain: the projections are random, so all mistakes give different outputs. The feedback names a
    mistake only if its outputs fit all test cases.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import ArrayLike

from payattention_checks.compare import alike, right_or_not_finite
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_HEADS, MOST_POSITIONS = 16, 50
LARGEST_SCORE = 1000


class Case(NamedTuple):
    """The arguments of one call.

    Q      n queries for h query heads of width d, (n, h d)
    K      m keys for g key heads, (m, g d)
    V      m values for g key heads, (m, g d)
    group  ``group[i]`` is the key head that query head i reads
    """

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    group: np.ndarray

    @property
    def d(self) -> int:
        return self.Q.shape[1] // len(self.group)

    @property
    def n_key_heads(self) -> int:
        return self.K.shape[1] // self.d


Split = Callable[[np.ndarray, int], np.ndarray]  # the columns of a matrix into so many heads
Merge = Callable[[np.ndarray], np.ndarray]
Size = Callable[[Case], float]
Heads = Callable[[Case], np.ndarray]  # the number of a head, for each query head
Weigh = Callable[[torch.Tensor], torch.Tensor]


def blocks(X: np.ndarray, count: int) -> np.ndarray:
    return np.stack(np.split(X, count, axis=1))


def side_by_side(heads: np.ndarray) -> np.ndarray:
    return np.concatenate(list(heads), axis=1)


def by_group(case: Case) -> np.ndarray:
    return case.group


def one_by_one(case: Case) -> np.ndarray:
    return np.arange(len(case.group))


def root_of_d(case: Case) -> float:
    return case.d**0.5


def right(
    case: Case,
    *,
    split: Split = blocks,
    split_keys: Split | None = None,
    queries: Heads = one_by_one,
    keys: Heads = by_group,
    values: Heads = by_group,
    averaged: str = "V",
    divisor: Size = root_of_d,
    weigh: Weigh | None = None,
    order: Heads = one_by_one,
    merge: Merge = side_by_side,
    divisor_of_outputs: Size = lambda case: 1,
) -> np.ndarray:
    """The output, (n, h d), by torch.

    ``split`` cuts Q into heads, and K and V, too, unless there is ``split_keys``. ``queries``,
    ``keys`` and ``values`` are the heads of Q, K and V that are read; ``averaged`` says which of K
    and V is averaged. ``weigh`` replaces the softmax. The heads are merged in the given ``order``.
    """
    K, V = ((split_keys or split)(X, case.n_key_heads) for X in (case.K, getattr(case, averaged)))
    Q = split(case.Q, len(case.group))
    heads = Q[queries(case)], K[keys(case)], V[values(case)]
    q, k, v = (torch.tensor(np.ascontiguousarray(X)) for X in heads)
    if weigh is None:
        out = F.scaled_dot_product_attention(q, k, v, scale=1 / divisor(case))
    else:
        out = weigh(q @ k.mT / divisor(case)) @ v
    return merge(out.numpy()[order(case)]) / divisor_of_outputs(case)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def in_order(case: Case) -> np.ndarray:
    return one_by_one(case) * case.n_key_heads // len(case.group)


def repeated(case: Case) -> np.ndarray:
    """As many readers for each key head, as by `np.repeat`; too few may be left for the last."""
    return one_by_one(case) // -(-len(case.group) // case.n_key_heads)


def in_turn(case: Case) -> np.ndarray:
    return one_by_one(case) % case.n_key_heads


def first(case: Case) -> np.ndarray:
    return 0 * case.group


def ungrouped_if_as_many(case: Case) -> np.ndarray:
    return one_by_one(case) if case.n_key_heads == len(case.group) else case.group


def both(read: Heads) -> dict[str, Heads]:
    return {"keys": read, "values": read}


def dealt(X: np.ndarray, count: int) -> np.ndarray:
    return np.stack([X[:, i::count] for i in range(count)])


def dealt_back(heads: np.ndarray) -> np.ndarray:
    return np.moveaxis(heads, 0, -1).reshape(heads.shape[1], -1)


def scrambled(X: np.ndarray, count: int) -> np.ndarray:
    return X.reshape(count, len(X), -1)


def reshaped(heads: np.ndarray) -> np.ndarray:
    return heads.reshape(heads.shape[1], -1)


def one_column_on(X: np.ndarray, count: int) -> np.ndarray:
    """Overlapping heads, which begin at the columns 0, 1, 2, …"""
    width = X.shape[1] // count
    return np.stack([X[:, i : i + width] for i in range(count)])


def cut_short(X: np.ndarray, count: int) -> np.ndarray:
    return blocks(X, count)[..., :-1]


def causal(scores: torch.Tensor) -> torch.Tensor:
    earlier = torch.ones_like(scores, dtype=torch.bool).tril()
    return scores.masked_fill(~earlier, -torch.inf).softmax(dim=-1)


def exponentials(scores: torch.Tensor, maximum_over: tuple[int, ...] = (-1,)) -> torch.Tensor:
    return (scores - scores.amax(maximum_over, keepdim=True)).exp()


def lowered(*axes: int, sum_over: tuple[int, ...] = (-1,)) -> Weigh:
    """A softmax that subtracts the maximum over ``axes``, and divides by the sum over others."""

    def weigh(scores: torch.Tensor) -> torch.Tensor:
        weights = exponentials(scores, axes)
        return weights / weights.sum(sum_over, keepdim=True)

    return weigh


VARIANTS: Variants = {
    "in-order": [both(in_order), both(repeated)],
    "in-turn": both(in_turn),
    "one-for-all": both(first),
    "values-elsewhere": [{"values": read} for read in (in_order, in_turn, first)],
    "keys-elsewhere": [{"keys": read} for read in (in_order, in_turn, first)],
    "queries-elsewhere": {"queries": by_group},
    "keys-for-values": {"averaged": "K"},
    "by-key-heads": {"order": lambda case: np.argsort(case.group, kind="stable")},
    "multiplied": {"divisor": lambda case: case.d**-0.5},
    "other-root": [
        {"divisor": lambda case: len(case.group) ** 0.5},
        {"divisor": lambda case: len(case.K) ** 0.5},
    ],
    "scaled-late": {"divisor": lambda case: 1, "divisor_of_outputs": root_of_d},
    "causal": {"weigh": causal},
    "maximum-of-columns": {"weigh": lowered(-2)},
    "one-column-on": [{"split": one_column_on}, {"split_keys": one_column_on}],
    "merged-in-turn": {"merge": dealt_back},
    "not-scaled": {"divisor": lambda case: 1},
    "divided-by-d": {"divisor": lambda case: case.d},
    "wrong-scale": [
        {"divisor": lambda case: case.Q.shape[1] ** 0.5},
        {"divisor": lambda case: case.K.shape[1] ** 0.5},
    ],
    "sorted-group": both(lambda case: np.sort(case.group)),
    "no-softmax": {"weigh": lambda scores: scores},
    "not-divided": [{"weigh": torch.exp}, {"weigh": exponentials}],
    "over-the-table": [{"weigh": lowered(*axes, sum_over=(-1, -2))} for axes in ((-1, -2), (-1,))],
    "dealt-out": [{"split": dealt}, {"split": dealt, "merge": dealt_back}],
    "scrambled": [
        {"split": scrambled},
        {"split": scrambled, "merge": reshaped},
        {"split": scrambled, "split_keys": blocks},
        {"split_keys": scrambled},
    ],
    "merged-wrong": {"merge": reshaped},
    "over-the-queries": {"weigh": lambda scores: scores.softmax(dim=-2)},
    "not-merged": [
        {"merge": np.asarray},
        {"merge": lambda heads: heads.swapaxes(0, 1)},
        {"merge": np.concatenate},
    ],
    "heads-added": [
        {"merge": lambda heads: heads.sum(0)},
        {"merge": lambda heads: heads.mean(0)},
    ],
    "column-too-few": [
        {"split": cut_short},
        {"split": cut_short, "divisor": lambda case: (case.d - 1) ** 0.5},
    ],
    "as-many": both(ungrouped_if_as_many),
}


def global_maximum(output: np.ndarray, case: Case) -> bool:
    lost = np.isnan(right(case, weigh=lowered(-1, -2)))
    return np.array_equal(np.isnan(output), lost)


same = functools.partial(alike, rtol=1e-3, atol=1e-4)

SIGNS = {
    "rounded": lambda output, case: alike(output, right(case), 1e-2, 2e-2),
    "unread-forgotten": lambda output, case: True,  # asked only where a key head is not read
    "global-maximum": global_maximum,
    "overflow": right_or_not_finite(lambda output, case: same(output, right(case))),
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, n: int, m: int, d: int, group: ArrayLike, *, unread: int = 0
) -> Case:
    """A random case, with ``unread`` key heads more than those in ``group``."""
    group = np.array(group)
    g = int(group.max()) + 1 + unread
    Q, K = rng.normal(size=(n, len(group) * d)), rng.normal(size=(m, g * d))
    return Case(Q, K, rng.normal(size=(m, g * d)), group)


def steep(case: Case) -> Case:
    """The case with Q scaled so that the largest absolute score is 980."""
    q, k = blocks(case.Q, len(case.group)), blocks(case.K, case.n_key_heads)[case.group]
    largest = abs(q @ k.swapaxes(1, 2)).max() / root_of_d(case)
    return case._replace(Q=case.Q * (LARGEST_SCORE - 20) / largest)


def cases(rng: np.random.Generator) -> Cases:
    n, m, d = rng.choice([4, 5, 7, 8], size=3, replace=False).tolist()
    groups: list[ArrayLike] = [
        [1, 0, 2, 0],
        [1, 1, 0, 2, 0, 1],
        rng.permutation([0, 1, 2, 1, 3, 1]),
    ]
    drawn = [draw(rng, n + 6 * i, m, d, group) for i, group in enumerate(groups)]
    thin = [
        *(draw(rng, 4, 3, 2, [0]), draw(rng, 1, 3, 2, [1, 0])),
        *(draw(rng, 3, 1, 4, [0, 1]), draw(rng, 3, 4, 1, [1, 0])),
        draw(rng, MOST_POSITIONS, MOST_POSITIONS - 1, 3, rng.permutation(MOST_HEADS)),
    ]
    unread = [draw(rng, n + 6, m, d, [2, 0, 1], unread=1), draw(rng, n, m, d, [0, 2])]
    far = draw(rng, 4, 3, 2, [1, 0, 1])  # half of its scores near the limit, half near its negative
    far = far._replace(Q=(np.abs(far.Q) + 5) * [[1], [-1], [1], [-1]], K=np.abs(far.K) + 5)
    return Cases(
        [draw(rng, 3, 4, 2, [1, 0, 1]), *drawn],
        (
            Edge(thin, ("as-many",)),
            Edge([draw(rng, m, m, d, groups[0])], ("causal",)),
            Edge(unread, ("unread-forgotten",)),
            Edge([steep(case) for case in (*drawn, far)], ("global-maximum", "overflow")),
        ),
    )


grouped_heads = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, any_shape=True).check
