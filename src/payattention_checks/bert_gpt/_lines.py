"""Lines through points, right and wrong."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Line(NamedTuple):
    """Lines fitted to points; ``squares`` are the sums of the squared vertical distances."""

    slope: Any
    intercept: Any
    squares: Any


Fit = Callable[[np.ndarray, np.ndarray], Line]


def line(x: np.ndarray, y: np.ndarray) -> Line:
    """The least-squares line through the points (x, y), or one for each row of x or y."""
    middle, centre = x.mean(axis=-1, keepdims=True), y.mean(axis=-1, keepdims=True)
    off = x - middle
    slope = (off * y).sum(axis=-1, keepdims=True) / np.square(off).sum(axis=-1, keepdims=True)
    left = np.square(y - centre - slope * off).sum(axis=-1)
    return Line(slope[..., 0], (centre - slope * middle)[..., 0], left)


def through_origin(x: np.ndarray, y: np.ndarray) -> Line:
    slope = (x * y).sum(axis=-1, keepdims=True) / np.square(x).sum(axis=-1, keepdims=True)
    return Line(slope[..., 0], 0 * slope[..., 0], np.square(y - slope * x).sum(axis=-1))


def with_squares(x: np.ndarray, y: np.ndarray, slope: Any, intercept: Any) -> Line:
    off = y - np.multiply.outer(slope, x) - np.expand_dims(intercept, -1)
    return Line(slope, intercept, np.square(off).sum(axis=-1))


def through_ends(x: np.ndarray, y: np.ndarray) -> Line:
    """The line through the first point and the last."""
    slope = (y[..., -1] - y[..., 0]) / (x[-1] - x[0])
    return with_squares(x, y, slope, y[..., 0] - slope * x[0])


def through_smallest_and_largest(x: np.ndarray, y: np.ndarray) -> Line:
    order = x.argsort()
    return through_ends(x[order], y[..., order])


def exchanged(x: np.ndarray, y: np.ndarray) -> Line:
    return line(y, x)


def along_x(x: np.ndarray, y: np.ndarray) -> Line:
    fitted = line(y, x)
    return Line(1 / fitted.slope, -fitted.intercept / fitted.slope, fitted.squares)


def swapped(x: np.ndarray, y: np.ndarray) -> Line:
    """The line whose slope is taken for its intercept, and the other way round."""
    fitted = line(x, y)
    return with_squares(x, y, fitted.intercept, fitted.slope)


def not_logged(x: np.ndarray, y: np.ndarray) -> Line:
    """The line through the numbers themselves of which y holds the logarithms."""
    return line(x, np.exp(y))


def plus_one(x: np.ndarray, y: np.ndarray) -> Line:
    """The line through the logarithms of 1 more than the numbers of which y holds them."""
    return line(x, np.log1p(np.exp(y)))
