"""The costs of a layer whose heads share keys and values.

They are four counts: the parameters; the multiplications in the projections; the multiplications in
the attention; the numbers in the cache of keys and values.

Promised domain: all sizes from 1 to 2000, no more key heads than query heads.
Extremes and special cases, alone and together: all sizes 1; all sizes near 2000, whose products
    pass 2³¹; one size 1 beside larger ones; the example of the task; one key head; as many key
    heads as query heads; more query heads than a multiple of the key heads.
Certain: each of the four numbers is judged separately, and the feedback names a mistake only if it
    gives the student's number in all test cases. Ordinary layers have a multiple of the key heads
    as query heads, and counts that float32 holds exactly.
"""

import functools
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.ask import Ask
from payattention_checks.compare import Fits
from payattention_checks.counts import product, signs_in_32_bits
from payattention_checks.task import Cases, Edge, Task, Variants

LARGEST = 2000


class Case(NamedTuple):
    """The arguments of one call: the sizes of one layer.

    n         the number of positions
    d_model   the width of the layer's inputs and outputs
    n_heads   the number of query heads
    n_groups  the number of key heads, and of value heads
    d_k       the width of one head
    """

    n: int
    d_model: int
    n_heads: int
    n_groups: int
    d_k: int

    @property
    def width(self) -> int:
        return self.n_heads * self.d_k

    @property
    def key_width(self) -> int:
        return self.n_groups * self.d_k


class Costs(NamedTuple):
    """What the answer returns."""

    parameters: Any
    projections: Any
    attention: Any
    cache: Any


SHARES = dict.fromkeys(Costs._fields, 1 / 4)

Count = Callable[[Case], Any]
Counts = dict[str, list[Count]]  # by the name of a part


# ── the right numbers ─────────────────────────────────────────────────────────────────────────


@functools.cache
def measured(s: Case) -> dict[str, int]:
    matrices = [(s.d_model, s.width), *[(s.d_model, s.key_width)] * 2, (s.width, s.d_model)]
    cached = torch.empty(2, s.n_groups, s.n, s.d_k, device="meta")
    each = product(s.n, s.d_k, s.n) + product(s.n, s.n, s.d_k)
    return {
        "parameters": sum(torch.empty(m, device="meta").numel() for m in matrices),
        "projections": sum(product(s.n, *m) for m in matrices),
        "attention": s.n_heads * each,
        "cache": cached.numel(),
    }


def right(
    case: Case,
    *,
    sizes: Callable[[Case], Case] = lambda s: s,
    factor: Count = lambda s: 1,
    **wrong: Count,
) -> dict[str, Any]:
    """The four numbers, by name, of other ``sizes`` and times a ``factor``.

    Those named in ``wrong`` are counted by other functions.
    """
    counts = measured(sizes(case)) | {part: count(case) for part, count in wrong.items()}
    return {part: number * factor(case) for part, number in counts.items()}


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def count_of(part: str) -> Count:
    return lambda s: measured(s)[part]


def more(part: str, besides: Count) -> Count:
    return lambda s: measured(s)[part] + besides(s)


def at_each_position(count: Count) -> Count:
    return lambda s: s.n * count(s)


def of_matrices(*parameters: Count) -> Counts:
    """Wrong numbers of parameters, and of multiplications: each position uses all parameters."""
    return {"parameters": [*parameters], "projections": [*map(at_each_position, parameters)]}


def more_in_matrices(*besides: Count) -> Counts:
    return of_matrices(*(more("parameters", count) for count in besides))


def twice_less(part: str, entries: Count) -> list[Count]:
    """Multiplications and additions: m and m − 1 for each entry, a sum of m products."""
    return [lambda s: 2 * measured(s)[part] - entries(s)]


WRONG: dict[str, Counts] = {
    "additions": {
        "projections": twice_less(
            "projections", lambda s: s.n * (s.width + 2 * s.key_width + s.d_model)
        ),
        "attention": twice_less("attention", lambda s: s.n_heads * s.n * (s.n + s.d_k)),
    },
    "d_model-for-heads": {
        **of_matrices(
            lambda s: s.d_model * (s.width + 2 * s.key_width + s.d_model),
            lambda s: 2 * s.d_model * (s.d_model + s.key_width),
            lambda s: 4 * s.d_model**2,
            lambda s: measured(s._replace(d_k=s.d_model // s.n_heads))["parameters"],
            lambda s: measured(s._replace(d_model=s.width))["parameters"],
        ),
        "attention": [
            lambda s: 2 * s.n**2 * s.d_model,
            lambda s: 2 * s.n**2 * s.n_heads * s.d_model,
            lambda s: 2 * s.n**2 * s.n_heads * (s.d_model // s.n_heads),
        ],
        "cache": [
            lambda s: 2 * s.n * s.d_model,
            lambda s: 2 * s.n * s.n_groups * s.d_model,
            lambda s: 2 * s.n * s.n_groups * (s.d_model // s.n_heads),
        ],
    },
    "one-shared": {
        **more_in_matrices(lambda s: (s.width - s.key_width) * s.d_model),
        "cache": [more("cache", lambda s: s.n * (s.width - s.key_width))],
    },
    "one-for-groups": more_in_matrices(lambda s: (s.key_width - s.width) * s.d_model),
    "no-output": more_in_matrices(lambda s: -s.width * s.d_model),
    "values-forgotten": {
        **more_in_matrices(lambda s: -s.key_width * s.d_model),
        "cache": [lambda s: s.n * s.key_width],
    },
    "one-product-shared": {"attention": [lambda s: s.n**2 * (s.width + s.key_width)]},
    "scores-only": {"attention": [lambda s: s.n**2 * s.width]},
    "biases": more_in_matrices(
        lambda s: s.width + 2 * s.key_width, lambda s: s.width + 2 * s.key_width + s.d_model
    ),
    "queries-cached": {"cache": [more("cache", lambda s: s.n * s.width)]},
    "bytes": {"cache": [lambda s: 4 * measured(s)["cache"], lambda s: 8 * measured(s)["cache"]]},
    "without-itself": {"attention": [lambda s: 2 * s.width * s.n * (s.n - 1)]},
    "half-the-pairs": {
        "attention": [lambda s: s.width * s.n * (s.n + 1), lambda s: s.width * s.n * (s.n - 1)]
    },
    "softmax-counted": {"attention": [more("attention", lambda s: s.n_heads * s.n**2)]},
    "projections-again": {"attention": [more("attention", count_of("projections"))]},
    "parentheses": {
        "parameters": [lambda s: 2 * s.d_model * s.width + s.n_groups],
        "projections": [
            lambda s: s.n * (2 * s.d_model * s.width + s.n_groups),
            lambda s: 2 * s.n * s.d_model * s.width + s.n_groups,
        ],
    },
    "one-position": {
        "projections": [count_of("parameters")],
        "attention": [lambda s: 2 * s.n * s.width, lambda s: 2 * s.width],
        "cache": [lambda s: 2 * s.key_width],
    },
    "every-position": {"parameters": [count_of("projections")]},
    "another-number": {
        "parameters": [count_of("attention"), count_of("cache")],
        "projections": [count_of("attention"), count_of("cache")],
        "attention": [*map(count_of, ("parameters", "projections", "cache"))],
        "cache": [*map(count_of, ("parameters", "projections", "attention"))],
    },
}


def too_many(size: str) -> dict[str, Count]:
    return {"factor": lambda s: getattr(s, size)}


def forgotten(size: str) -> dict[str, Count]:
    return {"factor": lambda s: Fraction(1, getattr(s, size))}


VARIANTS: Variants = {
    "not-shared": {"sizes": lambda s: s._replace(n_groups=s.n_heads)},
    "one-group": {"sizes": lambda s: s._replace(n_groups=1)},
    "heads-shared": {"sizes": lambda s: s._replace(n_heads=s.n_groups)},
    "one-head": [
        {"sizes": lambda s: s._replace(n_heads=1)},
        {"sizes": lambda s: s._replace(n_heads=1, n_groups=1)},
    ],
    "size-of-a-group": {"sizes": lambda s: s._replace(n_groups=s.n_heads // s.n_groups)},
    "uneven-groups": [
        {"sizes": lambda s: s._replace(n_heads=s.n_heads // s.n_groups * s.n_groups)},
        {"sizes": lambda s: s._replace(n_groups=s.n_heads // (s.n_heads // s.n_groups))},
    ],
    **{
        f"{part}.{name}": [{part: count} for count in counts]
        for name, parts in WRONG.items()
        for part, counts in parts.items()
    },
    **{f"size-too-many-{size}": too_many(size) for size in Case._fields},
    **{f"size-forgotten-{size}": forgotten(size) for size in Case._fields},
}


def divided_by_heads(part: str) -> Fits:
    def fits(number: float, case: Case) -> bool:
        narrow = case._replace(d_k=case.d_k // case.n_heads)
        return math.isclose(number * case.n_heads, measured(case)[part]) or (
            number == measured(narrow)[part]
        )

    return fits


SIGNS = signs_in_32_bits(right, SHARES) | {
    f"{part}.d_k-of-all-heads": divided_by_heads(part) for part in SHARES
}


def halved(number: float, case: Case) -> tuple[float, Case]:
    return number / 2, case


def read(ask: Ask, case: Case) -> Costs:
    return Costs(**ask.numbers(*case, names=Costs._fields))


UNDO = {"projections.operations": halved, "attention.operations": halved}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator) -> Case:
    n, d_model, d_k = rng.choice(np.arange(2, 30), size=3, replace=False).tolist()
    n_groups, times = rng.choice(np.arange(2, 12), size=2, replace=False).tolist()
    return Case(n, d_model, n_groups * times, n_groups, d_k)


def draw_large(rng: np.random.Generator) -> Case:
    n, d_model, n_groups, d_k = (2 * rng.choice(50, size=4, replace=False) + 1).tolist()
    few = LARGEST // 2 - n_groups
    return Case(LARGEST - n, LARGEST - d_model, 2 * few, few, LARGEST - d_k)


def draw_uneven(rng: np.random.Generator) -> Case:
    case = draw(rng)
    n_heads = case.n_heads + int(rng.integers(1, case.n_groups))
    return case._replace(n_heads=n_heads)


def cases(rng: np.random.Generator) -> Cases:
    examples = [Case(5, 6, 4, 2, 3), Case(7, 32, 8, 2, 4), Case(10, 512, 8, 8, 64)]
    ones = ({"n": 1}, {"d_model": 1}, {"n_groups": 1}, {"d_k": 1}, {"n_heads": 1, "n_groups": 1})
    with_ones = [draw(rng)._replace(**sizes) for sizes in ones]
    uneven = [Case(7, 32, 7, 4, 5), *(draw_uneven(rng) for _ in range(3))]
    return Cases(
        [*examples, *(draw(rng) for _ in range(5))],
        (
            Edge([*with_ones, Case(1, 1, 1, 1, 1), Case(3, 2, 1, 1, 4)]),
            Edge(uneven, ("uneven-groups",)),
            Edge([draw_large(rng), Case(*[LARGEST] * 5)], ("integer-overflow", "rounded")),
        ),
    )


group_costs = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    UNDO,
    same=operator.eq,
    read=read,
    shares=SHARES,
    each_part_has_edges=True,
).check
