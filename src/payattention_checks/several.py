"""Outputs of several parts that are judged as a whole: compare them, and show what differs."""

from typing import Any

import numpy as np

from payattention_checks.compare import alike


def all_alike(one: Any, other: Any, rtol: float, atol: float) -> bool:
    return all(alike(a, b, rtol, atol) for a, b in zip(one, other, strict=True))


def first_difference(output: Any, expected: Any, atol: float) -> dict[str, np.ndarray]:
    """The first row of a part that differs, and the right one, by their labels in a verdict."""
    for name, one, other in zip(output._fields, output, expected, strict=True):
        for row, wanted in zip(np.atleast_2d(one), np.atleast_2d(other), strict=True):
            if not alike(row, wanted, 1e-4, atol):
                return {f"Your {name}": row, f"Right {name}": wanted}
    return {}
