"""Counts of operations, and the usual mistakes in how a count is stored."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from torch.utils.flop_counter import mm_flop

from payattention_checks.compare import Fits

operations = functools.cache(mm_flop)  # a seed draws the same sizes for every answer


def product(a: int, b: int, c: int) -> int:
    """The multiplications in the product of an a × b and a b × c matrix: half of torch's FLOPs."""
    return operations((a, b), (b, c)) // 2


def signs_in_32_bits(
    right: Callable[[Any], Mapping[str, Any]], parts: Iterable[str]
) -> dict[str, Fits]:
    """The two mistakes of storing a count in 32 bits, as signs of a task, for each of ``parts``.

    An int32 overflows, and a float32 rounds. ``right(case)`` are the right counts, by part.
    """

    def overflows(part: str) -> Fits:
        return lambda number, case: (number - right(case)[part]) % 2**32 == 0

    def rounds(part: str) -> Fits:
        return lambda number, case: abs(number / right(case)[part] - 1) < 1e-6

    signs = {"integer-overflow": overflows, "rounded": rounds}
    return {f"{part}.{name}": sign(part) for part in parts for name, sign in signs.items()}
