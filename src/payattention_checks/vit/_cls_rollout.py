"""Each patch's share in [CLS], by attention rollout with weighted residual connections.

The heads of a layer are combined by their maximum, and each row is divided by its sum.

Promised domain: 1 to 12 layers, 1 to 16 heads, 2 to 65 tokens; residual weights from 0 to 1; rows
    of attention weights that add up to 1; what reached [CLS] of all patches is 0 or at least 10⁻¹⁰.
Extremes and special cases, alone and together: residual weights of 0 and 1, in some layers and in
    all; [CLS] attends to itself alone, so that no patch reaches it, or nearly alone; attention
    weights of 0; one layer, one head, one patch; all sizes at their largest.
Certain: in ordinary test cases, attention weights and residual weights are random, and there are at
    least two layers and two heads, so all mistakes give different shares. A mistake is named only
    if the shares fit it in all cases. Those that `joins` marks are found behind one another, too.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.arrays import itself, unit
from payattention_checks.compare import alike, right_or_not_finite
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_LAYERS, MOST_HEADS, MOST_TOKENS = 12, 16, 65
SMALLEST_SUM = 1e-10  # of what reached [CLS] of the patches, if anything did


class Case(NamedTuple):
    """The arguments of one call.

    A         the attention weights, (layers, heads, tokens, tokens)
    residual  the weight of the residual connection in each layer
    """

    A: np.ndarray
    residual: np.ndarray


Change = Callable[[np.ndarray], np.ndarray]


def largest(A: np.ndarray) -> np.ndarray:
    return A.max(axis=1)


def product(layers: np.ndarray) -> np.ndarray:
    return functools.reduce(np.matmul, layers[::-1])


def row_of_class(rollout: np.ndarray) -> np.ndarray:
    return rollout[0, 1:]


def shared(
    patches: np.ndarray, *, above: float = 0, least: float = 0, more: float = 0
) -> np.ndarray:
    """The shares of a sum and ``more``, or of ``least``; zeros if the sum is not ``above``."""
    total = patches.sum()
    return patches / max(total + more, least) if total > above else 0 * patches


def right(
    case: Case,
    *,
    fuse: Change = largest,
    scale: Change = unit,
    residual: Change = itself,
    rest: Change = lambda r: 1 - r,
    rescale: Change = itself,
    multiply: Change = product,
    read: Change = row_of_class,
    share: Change = shared,
) -> np.ndarray:
    """The shares of the patches.

    ``fuse`` combines the heads, ``scale`` divides the rows before the residual connection comes in,
    and ``rescale`` afterwards; ``rest`` is the weight of attention. ``multiply`` makes a rollout of
    all layers.
    """
    attention = scale(fuse(case.A))[: len(case.A)]
    r = residual(case.residual)[: len(attention)].reshape(-1, *[1] * (attention.ndim - 1))
    layers = rescale(r * np.eye(attention.shape[-1]) + rest(r) * attention)
    return share(read(multiply(layers)))


def all_halves(r: np.ndarray) -> np.ndarray:
    return 0 * r + 0.5


def equal_if_nothing(patches: np.ndarray) -> np.ndarray:
    return shared(patches) if patches.sum() > 0 else 0 * patches + 1 / len(patches)


def one_head(A: np.ndarray) -> np.ndarray:
    return A[np.arange(len(A)), A.max(axis=(2, 3)).argmax(axis=1)]


def without_class(A: np.ndarray) -> np.ndarray:
    return largest(A)[:, 1:, 1:]


def backwards(layers: np.ndarray) -> np.ndarray:
    return product(layers[::-1])


VARIANTS: Variants = {
    "half-and-half": [
        {"residual": all_halves},
        {"residual": all_halves, "scale": itself, "rescale": unit},
    ],
    "weights-exchanged": {"residual": lambda r: 1 - r},
    "no-residual": {"residual": lambda r: 0 * r},
    "one-weight": [
        {"residual": lambda r: 0 * r + r[0]},
        {"residual": lambda r: 0 * r + r[-1]},
        {"residual": lambda r: 0 * r + r.mean()},
        {"residual": lambda r: r[::-1]},
    ],
    "mean-of-heads": [{"fuse": lambda A: A.mean(axis=1)}, {"fuse": lambda A: A.min(axis=1)}],
    "one-head": [
        {"fuse": lambda A: A[:, 0]},
        {"fuse": lambda A: A[:, -1]},
        {"fuse": one_head},
    ],
    "attention-in-full": [{"rest": np.ones_like, "rescale": rescale} for rescale in (itself, unit)],
    "of-all-layers": {"fuse": lambda A: A.max(axis=0)},
    "of-all-queries": [{"fuse": lambda A, axis=axis: A.max(axis=axis)} for axis in (2, 3)],
    "class-token-cut-off": [
        {"fuse": without_class, "read": lambda rollout: rollout[0]},
        {"fuse": without_class, "read": lambda rollout: rollout.mean(axis=0)},
    ],
    "heads-apart": [
        {"fuse": itself, "read": lambda rollouts: row_of_class(rollouts.max(axis=0))},
        {"fuse": itself, "read": lambda rollouts: row_of_class(rollouts.mean(axis=0))},
    ],
    "without-keepdims": {"scale": lambda A: A / A.sum(axis=-1)[..., None, :]},
    "softmax-again": {"scale": lambda A: unit(np.exp(A))},
    "not-normalised": [
        {"scale": itself},
        {"scale": itself, "rescale": unit},
        {"scale": lambda A: A / A.sum(axis=(-2, -1), keepdims=True)},
    ],
    "sums-of-columns": {"scale": lambda A: A / A.sum(axis=-2, keepdims=True)},
    "other-order": [
        {"multiply": backwards},
        {"multiply": backwards, "residual": lambda r: r[::-1]},
    ],
    "entry-by-entry": [
        {"multiply": lambda layers, of=of: of(layers, 0)} for of in (np.prod, np.mean)
    ],
    "mean-of-queries": [
        {"read": lambda rollout: rollout[:, 1:].mean(axis=0)},
        {"read": lambda rollout: rollout[1:, 1:].mean(axis=0)},
    ],
    "one-layer": [
        {"multiply": lambda layers, some=some: product(layers[some])}
        for some in (slice(-1, None), slice(1), slice(1, None), slice(-1))
    ],
    "column": [
        {"read": lambda rollout: rollout[1:, 0]},
        {"read": lambda rollout: rollout[1:, 0], "share": itself},
    ],
    "shares-not-shared": {"share": itself},
    "own-entry-kept": {"read": lambda rollout: rollout[0]},
}

SMALL = [10.0**-n for n in range(3, 10)]
AT_EDGES: Variants = {
    "equal-shares": {"share": equal_if_nothing},
    "near-0-is-0": [
        {"share": functools.partial(shared, above=10 * SMALLEST_SUM)},
        *({"share": functools.partial(shared, least=eps)} for eps in SMALL),
        *({"share": functools.partial(shared, more=eps)} for eps in SMALL),
    ],
}

SIGNS = {"zero-by-zero": right_or_not_finite(lambda output, case: alike(output, right(case)))}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, layers: int, heads: int, tokens: int) -> Case:
    A = rng.exponential(size=(layers, heads, tokens, tokens)) ** 2
    residual = rng.uniform(0.05, 0.4, size=layers)
    residual[rng.random(layers) < 0.5] += 0.55
    return Case(unit(A), residual)


def self_alone(case: Case, left: float = 0) -> Case:
    """The case in which [CLS] attends to itself alone in all heads, but for a share ``left``."""
    A = case.A.copy()
    A[:, :, 0] = left * A[:, :, 0] + (1 - left) * np.eye(A.shape[-1])[0]
    return case._replace(A=A)


def self_nearly_alone(case: Case) -> Case:
    """The case in which little of the patches reaches [CLS]."""
    reached = right(self_alone(case, 1e-9), share=itself).sum()
    return self_alone(case, 2e-9 * SMALLEST_SUM / reached)


def sparse(case: Case) -> Case:
    return case._replace(A=unit(np.where(case.A < np.quantile(case.A, 0.4), 0, case.A)))


def mixed(case: Case) -> Case:
    """The case with weights more alike, so that much of the patches reaches [CLS]."""
    return case._replace(A=unit(case.A + 0.2))


def with_residual(case: Case, residual: float | list[float]) -> Case:
    return case._replace(residual=np.zeros(len(case.A)) + residual)


def cases(rng: np.random.Generator) -> Cases:
    layers, heads, tokens = rng.choice(np.arange(3, 6), size=3, replace=False).tolist()
    # as many heads as tokens, so that a maximum along another axis is no error
    ordinary = [(2, 3, 3), (layers, tokens, tokens), (heads, layers + 2, layers + 2), (3, 6, 6)]
    thin = [(1, 1, 2), (1, heads, 4), (layers, 1, 5), (3, 2, 2)]
    edges = [
        self_alone(draw(rng, 2, 2, 3)),
        with_residual(draw(rng, layers, 2, tokens), 1),
        self_alone(draw(rng, 1, 1, 2)),
        with_residual(draw(rng, 1, heads, 4), 1),
        with_residual(draw(rng, 4, 2, 5), [0, 1, 0.3, 0]),
        with_residual(draw(rng, 3, 2, 4), [0.6, 0, 1]),
        *(mixed(draw(rng, *sizes)) for sizes in thin),
        with_residual(draw(rng, 3, 2, 4), 0),
        sparse(draw(rng, 3, 2, tokens + 3)),
        draw(rng, MOST_LAYERS, MOST_HEADS, MOST_TOKENS),
    ]
    nearly = [self_nearly_alone(draw(rng, *sizes)) for sizes in ((1, 2, 3), (2, heads, 4))]
    return Cases(
        [draw(rng, *sizes) for sizes in ordinary],
        (Edge(edges, ("zero-by-zero", "equal-shares")), Edge(nearly, ("near-0-is-0",))),
    )


cls_rollout = Task(__name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, any_shape=True).check
