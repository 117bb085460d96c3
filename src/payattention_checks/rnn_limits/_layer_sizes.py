"""How many layers and parameters three networks need for a sequence.

The first is the smallest stack of convolutions in which the last output depends on the first item,
the second a dense layer, the third a recurrent network.

Promised domain: n and k from 2 to 2000, d from 1 to 2000, all integers.
Extremes and special cases, alone and together: n = 2; k = 2; k = n, n − 1, n + 1 and far above
    n; n − 1 a multiple of k − 1, and 1 more than a multiple; d = 1; the example of the question;
    at edge cases, sizes of 2000, with which two of the counts exceed 2³¹.
Certain: each of the four numbers is judged separately, and a mistake is named only if it gives
    the student's number in all cases.
"""

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from torch import nn

from payattention_checks.counts import signs_in_32_bits
from payattention_checks.task import Cases, Edge, Fits, Task, Variants
from payattention_checks.wrong import Wrong

LARGEST = 2000
SHARES = dict.fromkeys(("layers", "convolution", "dense", "recurrent"), 1 / 4)


class Case(NamedTuple):
    """The arguments of one call: a sequence of n items of width d, and the size k of a kernel.

    ``layers`` is the number of layers that an answer gave.
    """

    n: int
    d: int
    k: int
    layers: Any = None


Count = Callable[[Case], float]


# ── the right numbers ─────────────────────────────────────────────────────────────────────────


@functools.cache
def parameters(kind: type[nn.Module], *sizes: int) -> int:
    return sum(p.numel() for p in kind(*sizes, device="meta").parameters())


def fewest(case: Case) -> int:
    """The fewest layers whose kernels, of k neighbours, reach from the last item to the first."""
    return len(range(1, case.n, case.k - 1))  # how many positions are seen before each of them


def one_layer(case: Case) -> int:
    return parameters(nn.Conv1d, case.d, case.d, case.k)


def stack(layer: Count, layers: Count = fewest) -> Count:
    return lambda case: layers(case) * layer(case)


RIGHT: dict[str, Count] = {
    "layers": fewest,
    "convolution": stack(one_layer),
    "dense": lambda s: parameters(nn.Linear, s.n * s.d, s.n * s.d),
    "recurrent": lambda s: parameters(nn.RNNCell, s.d, s.d) - s.d,  # torch has two biases, we one
}


def right(case: Case, **wrong: Count) -> dict[str, float]:
    """The four numbers, by name; those named in ``wrong`` are counted by other functions."""
    return {name: count(case) for name, count in (RIGHT | wrong).items()}


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


WRONG: dict[str, dict[str, list[Count]]] = {
    "layers": {
        "k-each": [lambda s: -(-s.n // s.k), lambda s: -(-(s.n - 1) // s.k)],
        "half-kernel": [
            lambda s: -(-2 * (s.n - 1) // (s.k - 1)),
            lambda s: -(-(s.n - 1) // (s.k // 2)),
            lambda s: -(-(s.n - 1) // max(1, (s.k - 1) // 2)),
        ],
        "not-whole": [lambda s: (s.n - 1) / (s.k - 1)],
        "one-too-few": [fewest, lambda s: fewest(s) - 1],
        "one-too-many": [fewest, lambda s: fewest(s) + 1],
        "dilated": [
            lambda s: math.ceil(math.log(s.n) / math.log(s.k)),
            lambda s: math.ceil(math.log2((s.n - 1) / (s.k - 1) + 1)),
            lambda s: math.ceil(math.log2(s.n)),
        ],
    },
    "convolution": {
        "one-layer": [one_layer],
        "biases": [
            stack(lambda s: s.k * s.d**2),
            stack(lambda s: s.k * s.d**2 + 1),
            stack(lambda s: s.k * s.d**2 + s.k),
        ],
        "bias-of-each-matrix": [stack(lambda s: s.k * (s.d**2 + s.d))],
        "biases-once": [lambda s: fewest(s) * s.k * s.d**2 + s.d],
        "width-forgotten": [
            stack(lambda s: s.k * s.d + s.d),
            stack(lambda s: s.k * s.d),
            stack(lambda s: s.k + 1),
        ],
        "kernel-forgotten": [stack(lambda s: s.d**2 + s.d), stack(lambda s: s.d**2)],
        "once-for-each": [
            stack(one_layer, lambda s: s.n),
            stack(one_layer, lambda s: s.n * fewest(s)),
        ],
        "not-whole": [stack(one_layer, lambda s: (s.n - 1) / (s.k - 1))],
    },
    "dense": {
        "biases": [
            lambda s: (s.n * s.d) ** 2,
            lambda s: (s.n * s.d) ** 2 + 1,
            lambda s: (s.n * s.d) ** 2 + s.n,
            lambda s: (s.n * s.d) ** 2 + s.d,
        ],
        "width-forgotten": [
            lambda s: s.n**2 + s.n,
            lambda s: s.n**2 * s.d + s.n * s.d,
            lambda s: s.n**2 * s.d + s.n,
            lambda s: s.n**2 * s.d,
            lambda s: s.n**2,
        ],
        "length-forgotten": [
            lambda s: s.d**2 + s.d,
            lambda s: s.n * s.d**2 + s.d,
            lambda s: s.n * s.d**2 + s.n * s.d,
            lambda s: s.n * s.d**2,
        ],
    },
    "recurrent": {
        "two-biases": [lambda s: 2 * s.d**2 + 2 * s.d],
        "biases": [lambda s: 2 * s.d**2, lambda s: 2 * s.d**2 + 1],
        "once-for-each": [
            lambda s: s.n * (2 * s.d**2 + s.d),
            lambda s: (s.n - 1) * (2 * s.d**2 + s.d),
        ],
        "matrix-forgotten": [lambda s: s.d**2 + s.d, lambda s: s.d**2],
    },
}

VARIANTS: Variants = {
    f"{part}.{name}": [{part: count} for count in counts]
    for part, mistakes in WRONG.items()
    for name, counts in mistakes.items()
}


def other_height(layer: Count) -> Fits:
    """Whether a number of parameters is that of as many such layers as the answer has, or others.

    With d = 1 too many numbers are those of some stack: there it is one layer more or less.
    """

    def fits(number: float, s: Case) -> bool:
        if number <= 0 and s.n > s.k:
            return False
        if not isinstance(s.layers, Wrong) and number == s.layers * layer(s):
            return True
        layers, rest = divmod(number, layer(s))
        return rest == 0 and (s.d > 1 or abs(layers - fewest(s)) <= 1)

    return fits


def with_output(case: Case, output: Mapping[str, Any]) -> Case:
    return case._replace(layers=output["layers"])


SIGNS: dict[str, Fits] = {
    "convolution.bias-and-height": other_height(lambda s: s.k * s.d**2 + 1),
    "convolution.other-height": other_height(one_layer),
    **signs_in_32_bits(right, ("convolution", "dense")),
}


def same(number: float, expected: float) -> bool:
    """Whether two numbers are equal: whole ones exactly, others up to rounding."""
    return math.isclose(number, expected) if isinstance(expected, float) else number == expected


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [Case(7, 2, 3), Case(8, 3, 3), Case(9, 5, 4), Case(12, 7, 2), Case(40, 4, 9)]
    ordinary += [Case(*rng.integers((20, 2, 3), (60, 20, 12)).tolist()) for _ in range(4)]
    k, times = rng.integers((3, 4), (12, 9)).tolist()
    ordinary += [Case(times * (k - 1) + more, int(rng.integers(2, 20)), k) for more in (0, 1, 2)]
    n = int(rng.integers(10, 99))
    ordinary += [Case(n, 6, k) for k in (n - 1, n, n + 1, 2)]
    ordinary += [Case(2, 3, 2), Case(2, 1, 5), Case(n, 1, 4)]
    large = [Case(LARGEST, 1, 2), Case(n, 2, LARGEST), Case(LARGEST, 3, LARGEST)]
    large += [Case(LARGEST, LARGEST, 2), Case(LARGEST - n, LARGEST - 1, 3)]
    return Cases(ordinary, (Edge(large, ("integer-overflow", "rounded")),))


layer_sizes = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    n_arguments=3,
    same=same,
    shares=SHARES,
    with_output=with_output,
).check
