"""Usual mistakes in how a count is stored: integers that overflow, floats that round."""

from collections.abc import Callable
from typing import Any

from payattention.checks.check import Mistake

Fits = Callable[[Any, Any], bool]


def in_32_bits(wraps: Fits, rounds: Fits) -> list[Mistake]:
    """The two mistakes of storing a count in 32 bits: an int32 overflows, a float32 rounds.

    ``wraps(number, case)`` says whether a number is the right count after an overflow, and
    ``rounds(number, case)`` whether it is the right count after rounding. The number is what the
    student's function returned, and a case holds the arguments of that call.
    """
    return [
        Mistake(
            "integer-overflow",
            "Right for small sizes, but the count passes 2³¹, where integers of 32 bits wrap "
            "around. Python's own do not.",
            wraps,
            credit=0.7,
        ),
        Mistake(
            "rounded",
            "Right up to rounding. But a count is whole, and float32 holds whole numbers only "
            "up to 2²⁴.",
            rounds,
            credit=0.7,
        ),
    ]


def too_narrow(right: Callable[[Any], int]) -> list[Mistake]:
    """The two mistakes of storing a count in 32 bits: an int32 overflows, a float32 rounds.

    ``right(case)`` is the right count. A case holds the arguments of one call of the student's
    function.
    """
    return in_32_bits(
        lambda number, case: (number - right(case)) % 2**32 == 0,
        lambda number, case: abs(number / right(case) - 1) < 1e-6,
    )
