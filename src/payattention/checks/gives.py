"""Mistakes that are recognised by what they return."""

from collections.abc import Callable
from typing import Any

import numpy as np

from payattention.checks.check import close

Fits = Callable[[Any, Any], bool]


def gives(*others: Callable[[Any], Any], same: Fits = close) -> Fits:
    """Whether an output is what one of these other functions of the case returns."""
    return lambda output, case: any(same(output, other(case)) for other in others)


def alike(a: Any, b: Any) -> bool:
    """Whether two arrays have the same shape and the same numbers."""
    return np.shape(a) == np.shape(b) and close(a, b)


def equals(a: Any, b: Any) -> bool:
    """Whether all numbers are the same, for those that are whole."""
    return bool(np.array_equal(a, b))


def overflows(right: Fits) -> Fits:
    """Whether an output is right or not finite, as of exponentials that are too large."""
    return lambda output, case: right(output, case) or not close(output - output, 0 * output)
