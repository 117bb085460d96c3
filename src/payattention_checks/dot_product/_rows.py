"""Where an output is wrong: the rows that large numbers cost, and all others."""

import numpy as np
from numpy.typing import ArrayLike

BOUNDS = 10, 20, 30, 50, 80, 88, 100, 500, 700, 709, 1000  # usual ones to cut scores off at


def lost(output: np.ndarray) -> np.ndarray:
    """Which rows are all 0 or not finite: exponentials have underflowed or overflowed."""
    rows = output.reshape(len(output), -1)
    return (np.abs(rows) <= 1e-6).all(axis=1) | ~np.isfinite(rows).all(axis=1)


def wrong_only(
    where: ArrayLike, output: np.ndarray, expected: np.ndarray, rtol: float, atol: float
) -> bool:
    """Whether each row that is wrong is one of those ``where`` something can happen."""
    near = np.isclose(output, expected, rtol, atol).reshape(len(expected), -1).all(axis=1)
    return bool((near | where).all())
