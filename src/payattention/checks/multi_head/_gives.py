"""Mistakes that are recognised by what they return."""

from collections.abc import Callable
from typing import Any

from payattention.checks.check import close

Fits = Callable[[Any, Any], bool]


def gives(*others: Callable[[Any], Any]) -> Fits:
    """Whether an output is what one of these other functions of the case returns."""
    return lambda output, case: any(close(output, other(case)) for other in others)


def overflows(right: Fits) -> Fits:
    """Whether an output is right or not finite, as of exponentials that are too large."""
    return lambda output, case: right(output, case) or not close(output - output, 0 * output)
