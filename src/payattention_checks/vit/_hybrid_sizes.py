"""The tokens of a ViT behind convolutions, and its parameters in three parts.

The parts are the stem (the convolutions with their norms), the encoder, and the rest (the map to
its width, [CLS], the positions and the classifier).

Promised domain: images of 32 to 512 pixels a side; 1 to 5 convolutions with 1 to 1024 channels;
    widths from 1 to 2048, 1 to 48 layers, 1 to 1000 classes.
Extremes and special cases, alone and together: sides that are odd from the beginning, or after some
    convolutions; one convolution; one layer, one class, a width of 1, one channel; all sizes at
    their largest, where numbers exceed 2³¹.
Certain: each number is judged separately, and a mistake is named only if it gives this number in
    all test cases.
"""

import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from payattention_checks.counts import signs_in_32_bits
from payattention_checks.task import Cases, Task, Variants

SMALLEST_IMAGE, LARGEST_IMAGE = 32, 512
MOST_CONVOLUTIONS, MOST_CHANNELS = 5, 1024
LARGEST_WIDTH, MOST_LAYERS, MOST_CLASSES = 2048, 48, 1000
SHARES = {"tokens": 0.2, "stem": 0.3, "encoder": 0.3, "rest": 0.2}


class Case(NamedTuple):
    """The arguments of one call.

    image      the side of the square image, in pixels
    stem       the number of output channels of each convolution
    d          the width of the encoder
    n_layers   the number of layers of the encoder
    n_classes  the number of classes
    """

    image: int
    stem: np.ndarray
    d: int
    n_layers: int
    n_classes: int


Size = Callable[[Case], int]
Numbers = Callable[[Case], dict[str, int]]


def parameters(*modules: nn.Module) -> int:
    return sum(p.numel() for module in modules for p in module.parameters())


@functools.cache
def built(
    image: int, stem: tuple[int, ...], d: int, n_layers: int, n_classes: int
) -> tuple[int, ...]:
    """The four numbers of a model that is built of torch's modules."""
    with torch.device("meta"):
        x, convolutions = torch.zeros(1, 3, image, image), 0
        for a, b in itertools.pairwise((3, *stem)):
            convolution = nn.Conv2d(a, b, 3, stride=2, padding=1)
            convolutions += parameters(convolution, nn.BatchNorm2d(b))
            x = convolution(x)
        layer = nn.TransformerEncoderLayer(d, 1, 4 * d, norm_first=True)
        encoder = n_layers * parameters(layer) + parameters(nn.LayerNorm(d))
        tokens = 1 + x.shape[2] ** 2
        rest = parameters(nn.Linear(stem[-1], d), nn.Linear(d, n_classes)) + d + tokens * d
    return tokens, convolutions, encoder, rest


def right(case: Case, *, missing: Numbers = lambda case: {}) -> dict[str, int]:
    """The four numbers, less what is ``missing`` in them."""
    lost = missing(case)
    numbers = built(case.image, tuple(case.stem.tolist()), *case[2:])
    return {name: number - lost.get(name, 0) for name, number in zip(SHARES, numbers, strict=True)}


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def without(part: str, *counts: Size) -> list[dict[str, Any]]:
    """Each of these counts may be missing in a part; one below 0 is too much."""
    return [{"missing": lambda case, count=count: {part: count(case)}} for count in counts]


def with_tokens(*counts: Size) -> list[dict[str, Any]]:
    """There may be so many tokens, each with a position."""

    def missing(case: Case, count: Size) -> dict[str, int]:
        lost = right(case)["tokens"] - count(case)
        return {"tokens": lost, "rest": lost * case.d}

    return [{"missing": functools.partial(missing, count=count)} for count in counts]


def side(case: Case) -> int:
    return round((right(case)["tokens"] - 1) ** 0.5)


def halved(halve: Callable[[int], int]) -> Size:
    """The tokens of a side that is halved in another way."""
    return lambda s: 1 + functools.reduce(lambda size, _: halve(size), s.stem, s.image) ** 2


def other_layers(case: Case) -> int:
    """The parameters of all layers of the encoder but one."""
    in_layers = right(case)["encoder"] - 2 * case.d
    return in_layers - in_layers // case.n_layers


def pairs(case: Case) -> list[tuple[int, int]]:
    return list(itertools.pairwise([3, *case.stem.tolist()]))


def written(case: Case) -> int:
    return int(case.stem.sum())


def last(case: Case) -> int:
    return int(case.stem[-1])


def kernels(case: Case, size: int) -> int:
    return sum(size * a * b for a, b in pairs(case))


VARIANTS: Variants = {
    "no-class-token": {"missing": lambda s: {"tokens": 1, "rest": 2 * s.d}},
    "one-vector-missing": without("rest", lambda s: s.d),
    "rounded-otherwise": with_tokens(
        halved(lambda size: size // 2),
        halved(lambda size: (size - 3) // 2 + 1),
        halved(lambda size: size // 2 + 1),
        halved(lambda size: round(size / 2)),
    ),
    "not-squared": with_tokens(lambda s: 1 + side(s)),
    "halved-once": with_tokens(lambda s: 1 + ((s.image + 1) // 2) ** 2, lambda s: 1 + s.image**2),
    "no-stem-bias": without("stem", written),
    "no-stem-norm": without("stem", lambda s: 2 * written(s)),
    "statistics-counted": without("stem", lambda s: -2 * written(s)),
    "grey": without("stem", lambda s: 18 * int(s.stem[0])),
    "colours-into-each": without("stem", lambda s: sum(9 * (a - 3) * b for a, b in pairs(s))),
    "kernel-not-squared": without("stem", lambda s: kernels(s, 6), lambda s: kernels(s, 8)),
    "one-layer": without("encoder", other_layers, lambda s: other_layers(s) + 2 * s.d),
    "no-layer-bias": without(
        "encoder",
        lambda s: 9 * s.d * s.n_layers,
        lambda s: 4 * s.d * s.n_layers,
        lambda s: 5 * s.d * s.n_layers,
        lambda s: 3 * s.d * s.n_layers,
    ),
    "last-norm-in-each": without("encoder", lambda s: -2 * s.d * (s.n_layers - 1)),
    "hidden-width": without("encoder", lambda s: (6 * s.d**2 + 3 * s.d) * s.n_layers),
    "hidden-width-of-the-chapter": without(
        "encoder", lambda s: (4 * s.d**2 + 2 * s.d) * s.n_layers
    ),
    "norms-forgotten": without(
        "encoder",
        lambda s: 2 * s.d,
        lambda s: 4 * s.d * s.n_layers,
        lambda s: 4 * s.d * s.n_layers + 2 * s.d,
        lambda s: 2 * s.d * s.n_layers,
        lambda s: (2 * s.n_layers + 1) * s.d,
    ),
    "no-output": without(
        "encoder", lambda s: (s.d**2 + s.d) * s.n_layers, lambda s: s.d**2 * s.n_layers
    ),
    "one-matrix": without(
        "encoder",
        lambda s: 4 * s.d**2 * s.n_layers,
        lambda s: (4 * s.d**2 + s.d) * s.n_layers,
        lambda s: (4 * s.d**2 + 4 * s.d) * s.n_layers,
    ),
    "embedding-forgotten": without("rest", lambda s: (last(s) + 1) * s.d, lambda s: last(s) * s.d),
    "embedding-reads-others": without(
        "rest",
        lambda s: (last(s) - 3) * s.d,
        lambda s: (last(s) - int(s.stem[0])) * s.d,
        lambda s: (last(s) - written(s)) * s.d,
    ),
    "last-norm-in-the-rest": without("rest", lambda s: -2 * s.d),
    "patch-of-pixels": without("rest", lambda s: -8 * last(s) * s.d),
    "all-tokens-classified": without(
        "rest", lambda s: (1 - right(s)["tokens"]) * s.d * s.n_classes
    ),
    "positions-forgotten": without("rest", lambda s: right(s)["tokens"] * s.d),
    "head-forgotten": without("rest", lambda s: (s.d + 1) * s.n_classes, lambda s: s.n_classes),
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n_convolutions: int) -> Case:
    stem = rng.choice(np.arange(4, 99), size=n_convolutions, replace=False)
    image, d, layers, classes = (
        int(rng.integers(*bounds)) for bounds in ((40, 300), (8, 99), (2, 12), (2, 99))
    )
    return Case(image, stem, d, layers, classes)


def cases(rng: np.random.Generator) -> Cases:
    most = np.full(MOST_CONVOLUTIONS, MOST_CHANNELS)
    return Cases(
        [
            Case(33, np.array([2, 4]), 5, 2, 3),
            Case(224, np.array([64, 128, 256]), 64, 4, 10),
            *(draw(rng, n) for n in (2, 3, 4, 5)),
            draw(rng, 3)._replace(d=1),
            draw(rng, 3)._replace(n_layers=1),
            draw(rng, 3)._replace(n_classes=1),
            draw(rng, 1),
            draw(rng, 1)._replace(stem=np.array([1])),
            Case(SMALLEST_IMAGE, np.ones(MOST_CONVOLUTIONS, dtype=int), 1, 1, 1),
            Case(LARGEST_IMAGE - 1, most - 1, LARGEST_WIDTH - 1, MOST_LAYERS - 1, 999),
            Case(LARGEST_IMAGE, most, LARGEST_WIDTH, MOST_LAYERS, MOST_CLASSES),
        ]
    )


hybrid_sizes = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    signs_in_32_bits(right, SHARES),
    same=operator.eq,
    shares=SHARES,
).check
