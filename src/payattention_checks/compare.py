"""Compare outputs: with right ones, with those of mistakes, and with what they were before."""

from collections.abc import Callable
from typing import Any

import numpy as np

Fits = Callable[[Any, Any], bool]


def close(a: Any, b: Any, rtol: float = 1e-4, atol: float = 1e-6) -> bool:
    """Whether two arrays are equal up to the rounding of float32; NaN equals nothing.

    They are broadcast: use `alike` where the shapes must agree. It does the same as
    `numpy.allclose`, in a third of the time.
    """
    a, b = np.asarray(a), np.asarray(b)
    if b.dtype.kind != "f":
        b = b.astype(float)
    near = np.abs(a - b) <= atol + rtol * np.abs(b)
    return bool(((near & np.isfinite(b)) | (a == b)).all())


def alike(a: Any, b: Any, rtol: float = 1e-4, atol: float = 1e-6) -> bool:
    """Whether two arrays have the same shape and, up to rounding in float32, the same numbers."""
    return np.shape(a) == np.shape(b) and close(a, b, rtol, atol)


def alike_where_finite(a: Any, b: Any, rtol: float = 1e-4, atol: float = 1e-6) -> bool:
    """Whether two arrays are `alike`, apart from NaN and ∞ at the same positions in both."""
    finite_a, finite_b = np.isfinite(a), np.isfinite(b)
    if not equals(finite_a, finite_b):
        return False
    return close(np.where(finite_a, a, 0), np.where(finite_b, b, 0), rtol, atol)


def equals(a: Any, b: Any) -> bool:
    """Whether two arrays are exactly equal, without a tolerance; meant for integers."""
    return bool(np.array_equal(a, b))


def unchanged(before: Any, after: Any) -> bool:
    """Whether two arrays, or two tuples of arrays, have the same numbers."""
    if isinstance(before, tuple):
        return len(before) == len(after) and all(map(unchanged, before, after))
    before, after = np.asarray(before), np.asarray(after)
    like = before.dtype == after.dtype and before.shape == after.shape
    if like and before.tobytes() == after.tobytes():  # ten times as fast, and nearly always true
        return True
    return np.array_equal(before, after, equal_nan=True)


def finite(output: Any) -> bool:
    """Whether an output, or each of its parts, has neither NaN nor ∞."""
    if isinstance(output, int):  # perhaps too large for NumPy
        return True
    if isinstance(output, dict):
        return all(map(finite, output.values()))
    if isinstance(output, tuple):
        return all(map(finite, output))
    return bool(np.isfinite(output).all())


def right_or_not_finite(right: Fits) -> Fits:
    """Return a predicate of (output, case): whether the output is right, or contains NaN or ±∞.

    So are the outputs of exponentials that overflow, and of 0/0: not finite in some cases, and
    right in the others. ``right(output, case)`` says whether an output is right.
    """
    return lambda output, case: right(output, case) or not finite(output)
