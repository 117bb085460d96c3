"""The parameters of a small model after some steps of AdamW with decay on matrices alone.

Promised domain: 1 to 20 steps; vocabularies and widths from 1 to 20; learning rates from 10⁻⁴
    to 0.5; a decay from 0 to 1; gradients from −100 to 100.
Extremes and special cases, alone and together: one step; a width of 1; one token; no decay; a
    decay of 1; gradients of 0 at every step; gradients of ±100; all sizes at their largest.
Certain: parameters and gradients are random, and the decay of ordinary cases is at least 0.2, so
    every two of the mistakes give different parameters.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.several import all_alike, first_difference
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_STEPS, LARGEST_SIZE = 20, 20
SMALLEST_RATE, LARGEST_RATE, LARGEST_DECAY, LARGEST_GRADIENT = 1e-4, 0.5, 1, 100


class Parameters(NamedTuple):
    """The parameters of the model.

    table   the vectors of the tokens, (vocabulary, d)
    matrix  the weights of a linear layer, (d, d)
    bias    its bias, (d,)
    gain    the gain of a norm, (d,)
    """

    table: np.ndarray
    matrix: np.ndarray
    bias: np.ndarray
    gain: np.ndarray


class Case(NamedTuple):
    """The arguments of one call: the parameters, their gradients at each step, rate and decay."""

    table: np.ndarray
    matrix: np.ndarray
    bias: np.ndarray
    gain: np.ndarray
    gradients: tuple[np.ndarray, ...]
    rate: float
    decay: float


MATRICES = ("table", "matrix")
VECTORS = ("bias", "gain")
ALL = Parameters._fields
BETAS, DEFAULT_BETAS = (0.9, 0.95), (0.9, 0.999)
DEFAULT_RATE, DEFAULT_DECAY = 1e-3, 0.01


def adam(
    start: np.ndarray,
    gradients: np.ndarray,
    rate: float,
    *,
    decay: float,
    betas: tuple[float, float],
    coupled: bool,
) -> np.ndarray:
    """Adam's steps with a decay: apart from the gradient, or a part of it if ``coupled``."""
    p, m, v = start.copy(), np.zeros_like(start), np.zeros_like(start)
    one, two = betas
    for t, gradient in enumerate(gradients, start=1):
        g = gradient + decay * p if coupled else gradient
        m, v = one * m + (1 - one) * g, two * v + (1 - two) * g * g
        if not coupled:
            p = p * (1 - rate * decay)
        p = p - rate * (m / (1 - one**t)) / (np.sqrt(v / (1 - two**t)) + 1e-8)
    return p


def right(
    case: Case,
    *,
    decayed: tuple[str, ...] = MATRICES,
    trained: tuple[str, ...] = ALL,
    spared: Callable[[np.ndarray], bool] = lambda parameter: False,
    rest: float = 0.0,
    betas: Callable[[str], tuple[float, float]] = lambda name: BETAS,
    with_rate: tuple[str, ...] = ALL,
    coupled: bool = False,
    change: Callable[[Case], Case] = lambda case: case,
    sign: float = 1.0,
    plain: bool = False,
) -> Parameters:
    """The parameters after all steps. If ``plain``, the steps are those of gradient descent.

    What is not ``decayed``, or is ``spared``, decays by ``rest``. Parameters that are not
    ``with_rate`` have AdamW's own rate.
    """
    case = change(case)
    found = []
    for name, gradients in zip(ALL, case.gradients, strict=True):
        start = getattr(case, name)
        decay = case.decay if name in decayed and not spared(start) else rest
        rate = case.rate if name in with_rate else DEFAULT_RATE
        if name not in trained:
            found.append(start)
        elif plain:
            found.append(descent(start, gradients, rate, decay))
        else:
            how: dict[str, Any] = {"decay": decay, "betas": betas(name), "coupled": coupled}
            found.append(adam(start, sign * gradients, rate, **how))
    return Parameters(*found)


def descent(start: np.ndarray, gradients: np.ndarray, rate: float, decay: float) -> np.ndarray:
    for gradient in gradients:
        start = start - rate * (gradient + decay * start)
    return start


def with_decay(decay: float) -> Callable[[Case], Case]:
    return lambda case: case._replace(decay=decay)


VARIANTS: Variants = {
    "all-decayed": {"decayed": ALL},
    "nothing-decayed": {"decayed": ()},
    "vectors-decayed": {"decayed": VECTORS},
    "biases-decayed": [
        {"decayed": (*MATRICES, "bias")},
        {"decayed": (*MATRICES, "gain")},
    ],
    "table-not-decayed": {"decayed": ("matrix",)},
    "layer-not-decayed": {"decayed": ("table",)},
    "rest-decayed": {"rest": DEFAULT_DECAY},
    "own-decay": [
        {"change": with_decay(DEFAULT_DECAY)},
        {"change": with_decay(DEFAULT_DECAY), "decayed": ALL},
        {"change": with_decay(0.1)},
    ],
    "decay-in-the-gradient": [
        {"coupled": True},
        {"coupled": True, "decayed": ALL},
    ],
    "decay-times-rate": {"change": lambda case: case._replace(decay=case.decay * case.rate)},
    "rate-and-decay": {"change": lambda case: case._replace(rate=case.decay, decay=case.rate)},
    "default-betas": {"betas": lambda name: DEFAULT_BETAS},
    "betas-of-a-group": [
        {"betas": lambda name: BETAS if name in MATRICES else DEFAULT_BETAS},
        {"betas": lambda name: BETAS if name in VECTORS else DEFAULT_BETAS},
    ],
    "betas-exchanged": {"betas": lambda name: BETAS[::-1]},
    "own-rate": {"with_rate": ()},
    "rate-of-a-group": [{"with_rate": MATRICES}, {"with_rate": VECTORS}],
    "vectors-not-trained": [
        {"trained": MATRICES},
        {"trained": (*MATRICES, "bias")},
        {"trained": (*MATRICES, "gain")},
    ],
    "matrices-not-trained": [
        {"trained": VECTORS},
        {"trained": ("matrix", "bias", "gain")},
        {"trained": ("table", "bias", "gain")},
    ],
    "gradient-descent": [{"plain": True, "decayed": decayed} for decayed in (MATRICES, ALL, ())],
    "uphill": {"sign": -1.0},
}
AT_EDGES: Variants = {
    "narrow-not-decayed": [
        {"spared": lambda parameter: 1 in parameter.shape},
        {"spared": lambda parameter: parameter.size == 1},
    ],
}


def same(one: Parameters, other: Parameters) -> bool:
    return all_alike(one, other, 1e-4, 1e-6)


def details(output: Parameters, case: Case) -> dict[str, np.ndarray]:
    return first_difference(output, right(case), 1e-6)


def draw(
    rng: np.random.Generator, vocabulary: int, d: int, steps: int, rate: float, decay: float
) -> Case:
    shapes = [(vocabulary, d), (d, d), (d,), (d,)]
    starts = [(2 * rng.normal(size=shape)).round(2) for shape in shapes]
    gradients = tuple(
        np.where(gradient == 0, 0.001, gradient)  # none is 0, as none is in practice
        for gradient in (rng.normal(size=(steps, *shape)).round(3) for shape in shapes)
    )
    table, matrix, bias, gain = starts
    return Case(table, matrix, bias, gain, gradients, rate, decay)


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [
        draw(rng, 3, 2, 3, 0.1, 0.5),
        draw(rng, 4, 3, 5, 0.05, 0.3),
        draw(rng, 2, 2, 4, 0.2, 0.2),
        draw(rng, 5, 4, 8, 0.02, 0.9),
    ]
    still = draw(rng, 3, 2, 4, 0.1, 0.5)
    still = still._replace(gradients=tuple(np.zeros_like(g) for g in still.gradients))
    steep = draw(rng, 3, 2, 4, 0.1, 0.5)
    steep = steep._replace(gradients=tuple(LARGEST_GRADIENT * np.sign(g) for g in steep.gradients))
    edges = [
        draw(rng, 3, 2, 1, 0.3, 0.4),
        draw(rng, 1, 1, 3, 0.1, 0.0),
        draw(rng, 2, 3, 3, LARGEST_RATE, LARGEST_DECAY),
        draw(rng, 3, 3, 6, SMALLEST_RATE, 0.1),
        draw(rng, LARGEST_SIZE, LARGEST_SIZE, MOST_STEPS, 0.01, 0.1),
    ]
    narrow = [
        draw(rng, 1, 1, 3, 0.1, 0.5),
        draw(rng, 4, 1, 3, 0.2, 0.4),
        draw(rng, 1, 3, 4, 0.1, 0.6),
    ]
    return Cases(ordinary, (Edge([*edges, still, steep]), Edge(narrow, ("narrow-not-decayed",))))


adamw_steps = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, same=same, details=details
).check
