"""Predicates that compare an output with computed ones, to recognise mistakes."""

from collections.abc import Callable
from typing import Any

import numpy as np

from payattention.checks.check import close

Fits = Callable[[Any, Any], bool]


def equals_one_of(*others: Callable[[Any], Any], same: Fits = close) -> Fits:
    """Return a predicate of (output, case): whether one of ``others`` returns the same output.

    Each of ``others`` is a function of a case, the arguments of one call of the student's function.
    ``same(a, b)`` says whether two outputs are equal.
    """
    return lambda output, case: any(same(output, other(case)) for other in others)


def alike(a: Any, b: Any) -> bool:
    """Whether two arrays have the same shape and, up to rounding in float32, the same numbers."""
    return np.shape(a) == np.shape(b) and close(a, b)


def equals(a: Any, b: Any) -> bool:
    """Whether two arrays are exactly equal, without a tolerance; meant for integers."""
    return bool(np.array_equal(a, b))


def overflows(right: Fits) -> Fits:
    """Return a predicate of (output, case): whether the output is right, or contains NaN or ±∞.

    The predicate recognises exponentials that overflow: they give NaN or ∞ in some cases, and right
    outputs in the other cases. ``right(output, case)`` says whether an output is right.
    """
    return lambda output, case: right(output, case) or not close(output - output, 0 * output)
