"""Causal attention with several heads, as a module with given weights.

Promised domain: 1 to 8 texts of 1 to 64 positions; widths up to 64, 1 to 8 heads that divide the
    width; entries of the input from −100 to 100; scores from −10⁵ to 10⁵.
Extremes and special cases, alone and together: one text; one position; one head; heads that are 1
    wide; a position with an input of zeros; entries of ±100; all sizes at their largest.
Certain: inputs and weights are random, and ordinary cases have two texts, three positions and two
    heads that are two wide, or more. So every two of the mistakes give different outputs.
"""

from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

import numpy as np
import torch

from payattention_checks.compare import alike_where_finite
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_TEXTS, MOST_POSITIONS, LARGEST_WIDTH, MOST_HEADS = 8, 64, 64, 8
LARGEST_ENTRY, LARGEST_SCORE = 100, 1e5


class Case(NamedTuple):
    """The arguments of one call.

    x        the input, (texts, positions, d)
    W_qkv    the weights of the first layer, (3 d, d)
    W_out    the weights of the last layer, (d, d)
    n_heads  the number of heads
    """

    x: np.ndarray
    W_qkv: np.ndarray
    W_out: np.ndarray
    n_heads: int

    @property
    def d_head(self) -> int:
        return self.x.shape[-1] // self.n_heads


Tensor = torch.Tensor
Change = Callable[[Tensor, Case], Tensor]


# ── heads ─────────────────────────────────────────────────────────────────────────────────────


def split(of: Tensor, case: Case) -> Tensor:
    return of.unflatten(-1, (case.n_heads, case.d_head)).transpose(1, 2)


def split_fast(of: Tensor, case: Case) -> Tensor:
    """Head h gets the entries h, h + n_heads, …"""
    return of.unflatten(-1, (case.d_head, case.n_heads)).permute(0, 3, 1, 2)


def split_positions(of: Tensor, case: Case) -> Tensor:
    """Positions and heads are mixed: a view without a transposition."""
    return of.reshape(len(of), case.n_heads, -1, case.d_head)


def merge(heads: Tensor, case: Case) -> Tensor:
    return heads.transpose(1, 2).flatten(2)


def merge_fast(heads: Tensor, case: Case) -> Tensor:
    return heads.permute(0, 2, 3, 1).flatten(2)


def merge_positions(heads: Tensor, case: Case) -> Tensor:
    return heads.reshape(case.x.shape)


def one_after_the_other(case: Case) -> tuple[Tensor, ...]:
    return (torch.tensor(case.x) @ torch.tensor(case.W_qkv).mT).chunk(3, dim=-1)


def head_by_head(case: Case) -> tuple[Tensor, ...]:
    """The first layer's outputs, read as queries, keys and values of head 0, then of head 1, …"""
    made = torch.tensor(case.x) @ torch.tensor(case.W_qkv).mT
    parts = made.unflatten(-1, (case.n_heads, 3, case.d_head)).unbind(-2)
    return tuple(part.flatten(2) for part in parts)


def entry_by_entry(case: Case) -> tuple[Tensor, ...]:
    made = torch.tensor(case.x) @ torch.tensor(case.W_qkv).mT
    return made.unflatten(-1, (-1, 3)).unbind(-1)


# ── masks and weights ─────────────────────────────────────────────────────────────────────────


def causal(n: int) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool).tril()


def everything(n: int) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool)


def future(n: int) -> Tensor:
    return causal(n).mT


def before(n: int) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool).tril(-1)


def one_ahead(n: int) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool).tril(1)


def by_head(case: Case) -> float:
    return case.d_head**-0.5


def right(
    case: Case,
    *,
    sees: Callable[[int], Tensor] = causal,
    hidden: float = -torch.inf,
    added: bool = False,
    after: float | None = None,
    axis: int = -1,
    scale: Callable[[Case], float] = by_head,
    order: tuple[int, ...] = (0, 1, 2),
    parts: Callable[[Case], tuple[Tensor, ...]] = one_after_the_other,
    cut: Change = split,
    join: Change = merge,
    last: Change = lambda out, case: out @ torch.tensor(case.W_out).mT,
) -> np.ndarray:
    """The output, (texts, positions, d).

    ``hidden`` is the score of what is not seen, or is ``added`` to it. If ``after`` is 0, the
    weights of what is not seen are set to 0 after the softmax, and nothing before it.
    """
    made = parts(case)
    q, k, v = (cut(made[i], case) for i in order)
    scores = scale(case) * q @ k.mT  # (texts, heads, queries, keys)
    mask = sees(scores.shape[-1])
    if after is None:
        weights = torch.where(mask, scores, scores + hidden if added else hidden).softmax(axis)
    else:
        weights = torch.where(mask, scores.softmax(axis), after)
    return last(join(weights @ v, case), case).numpy()


VARIANTS: Variants = {
    "leaks": {"sees": everything},
    "future": {"sees": future},
    "one-ahead": {"sees": one_ahead},
    "not-itself": [
        {"sees": before},
        {"sees": before, "hidden": -1e9},
    ],
    "masked-after": {"after": 0.0},
    "zero-scores": {"hidden": 0.0},
    "mask-added": {"hidden": -1.0, "added": True},
    "wrong-axis": [
        {"axis": axis, "hidden": hidden} for axis in (-2, 1, 0) for hidden in (-torch.inf, -1e9)
    ],
    "not-scaled": {"scale": lambda case: 1.0},
    "scaled-by-width": {"scale": lambda case: case.x.shape[-1] ** -0.5},
    "scaled-wrongly": [
        {"scale": lambda case: case.d_head**0.5},
        {"scale": lambda case: 1 / case.d_head},
    ],
    "qkv-exchanged": [{"order": order} for order in permutations(range(3)) if order != (0, 1, 2)],
    "cut-by-heads": [{"parts": head_by_head}, {"parts": entry_by_entry}],
    "heads-interleaved": [
        {"cut": split_fast, "join": merge_fast},
        {"cut": split_fast},
        {"join": merge_fast},
    ],
    "not-transposed": [
        {"cut": split_positions, "join": merge_positions},
        {"cut": split_positions},
        {"join": merge_positions},
    ],
    "one-head": [
        {"cut": lambda of, case: of[:, None], "join": lambda of, case: of[:, 0]},
        {
            "cut": lambda of, case: of[:, None],
            "join": lambda of, case: of[:, 0],
            "scale": lambda case: case.x.shape[-1] ** -0.5,
        },
    ],
    "no-output": {"last": lambda out, case: out},
    "residual": {
        "last": lambda out, case: torch.tensor(case.x) + out @ torch.tensor(case.W_out).mT
    },
}

AT_EDGES: Variants = {
    "finite-mask": [
        {"hidden": hidden, "added": added}
        for hidden in (-50.0, -100.0, -1000.0, -10_000.0)
        for added in (False, True)
    ],
}


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Up to rounding in float32: the last layer's large terms may cancel each other out."""
    return alike_where_finite(one, other, atol=1e-6 * max(10, np.abs(other).max()))


def draw(rng: np.random.Generator, texts: int, positions: int, heads: int, d_head: int) -> Case:
    d = heads * d_head
    return Case(
        rng.normal(size=(texts, positions, d)).round(2),
        (1.5 * rng.normal(size=(3 * d, d)) / d**0.5).round(3),
        (rng.normal(size=(d, d)) / d**0.5).round(3),
        heads,
    )


def scores_of(case: Case) -> Tensor:
    q, k, _ = (split(part, case) for part in one_after_the_other(case))
    return by_head(case) * q @ k.mT


def tempting(rng: np.random.Generator, *size: int) -> Case:
    """A case in which a hidden score is far above all that a position sees."""
    while True:
        case = draw(rng, *size)
        scores = scores_of(case)
        seen = torch.where(causal(scores.shape[-1]), scores, -torch.inf)
        if (scores.amax(-1) - seen.amax(-1)).max() > 9:
            return case


def steep(rng: np.random.Generator, positions: int, d_head: int, *, opposed: bool = False) -> Case:
    """Large scores; if keys and queries are ``opposed``, a position's own is far below 0."""
    while True:
        case = draw(rng, 1, positions, 2, d_head)
        d = case.x.shape[-1]
        if opposed:
            case.W_qkv[d : 2 * d] = -case.W_qkv[:d]
        case = case._replace(x=LARGEST_ENTRY * np.sign(case.x))
        scores = scores_of(case)
        if LARGEST_SCORE / 3 < abs(scores).max() < LARGEST_SCORE and is_clear(scores):
            return case


def is_clear(scores: Tensor) -> bool:
    """Whether no weight depends on how large scores were rounded: each is a tie, or far below."""
    seen = torch.where(causal(scores.shape[-1]), scores, -torch.inf)
    below = seen.amax(-1, keepdim=True) - seen
    return bool(((below < 1e-6) | (below > 20)).all())


def cases(rng: np.random.Generator) -> Cases:
    sizes = [(2, 3, 2, 2), (3, 5, 2, 3), (2, 4, 3, 2)]
    small = [(1, 1, 2, 2), (1, 4, 1, 3), (2, 3, 4, 1), (1, 1, 1, 1), (1, 5, 2, 2)]
    large = draw(rng, MOST_TEXTS, MOST_POSITIONS, MOST_HEADS, LARGEST_WIDTH // MOST_HEADS)
    empty = draw(rng, 2, 4, 2, 2)
    empty.x[:, 1] = 0
    extreme = [steep(rng, 16, 2), steep(rng, 2, 8, opposed=True)]
    return Cases(
        [*(draw(rng, *size) for size in sizes), tempting(rng, 2, 6, 2, 4)],
        (
            Edge([*(draw(rng, *size) for size in small), large, empty]),
            Edge(extreme, ("finite-mask",)),
        ),
    )


attend_causally = Task(__name__, right, cases, {**VARIANTS, **AT_EDGES}, same=same).check
