"""The ratings of masks, and rules by which a mask may be chosen.

Each function computes what the task asks for or, with other keywords, a usual mistake.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class Case(NamedTuple):
    """The arguments of one call.

    logits     (masks, height, width); a pixel is in a mask where its logit is above 0
    predicted  the predicted IoU of each mask
    target     the true mask, boolean, (height, width)
    margin     the stability compares each mask at the thresholds ±``margin``
    least      the smallest stability that is enough for a mask to count as stable
    """

    logits: np.ndarray
    predicted: np.ndarray
    target: np.ndarray
    margin: float
    least: float
    own: np.ndarray | None = None  # the student's own stabilities, if right or a usual mistake


class Rated(NamedTuple):
    """The results: each mask's stability and IoU, and the index of the mask to show."""

    stability: np.ndarray
    iou: np.ndarray
    chosen: int


Of = Callable[[Case], np.ndarray]
Choose = Callable[[Case, np.ndarray, np.ndarray], int]  # of the case, stabilities and IoUs


# ── ratings ───────────────────────────────────────────────────────────────────────────────────


def ratio(
    a: np.ndarray, b: np.ndarray, *, empty: float, dtype: type = int, more: int = 0
) -> np.ndarray:
    """For each mask: pixels in ``a`` / pixels in ``b``, or ``empty`` where ``b`` has none.

    ``more`` is added to both numbers, which are counted as ``dtype``.
    """
    a, b = (pixels.sum(axis=(-2, -1), dtype=dtype) + more for pixels in (a, b))
    return np.where(b > 0, a / np.maximum(b, 1), empty)


def stability(
    case: Case,
    *,
    high: float = 1,
    low: float = -1,
    above_high: np.ufunc = np.greater,
    above_low: np.ufunc = np.greater,
    dtype: type = int,
    more: int = 0,
) -> np.ndarray:
    """The stabilities, with the thresholds ``high`` and ``low`` in multiples of the margin."""
    smaller = above_high(case.logits, high * case.margin)
    larger = above_low(case.logits, low * case.margin)
    return ratio(smaller, larger, empty=0.0, dtype=dtype, more=more)


def of_both_sides(case: Case) -> list[np.ndarray]:
    """The stabilities if a pixel far below the line counts as one far above it."""
    far, high = abs(case.logits) > case.margin, case.logits > case.margin
    low = case.logits > -case.margin
    return [ratio(a, b, empty=0.0) for a, b in ((far, low), (high, far), (far, case.logits > 0))]


def iou(
    case: Case,
    *,
    threshold: float = 0,
    above: np.ufunc = np.greater,
    dtype: type = int,
    more: int = 0,
) -> np.ndarray:
    mask = above(case.logits, threshold)
    return ratio(mask & case.target, mask | case.target, empty=1.0, dtype=dtype, more=more)


def soft_iou(case: Case) -> np.ndarray:
    """The IoU of the probabilities, which a loss can use."""
    p = 1 / (1 + np.exp(-case.logits))
    both = (p * case.target).sum(axis=(1, 2))
    return both / ((p + case.target).sum(axis=(1, 2)) - both)


# ── the choice ────────────────────────────────────────────────────────────────────────────────


def best(of: np.ndarray, by: np.ndarray, otherwise: np.ndarray) -> int:
    """The best of some masks ``by`` a rating; if there are none, the best of all by another."""
    return int((np.where(of, by, -np.inf) if of.any() else otherwise).argmax())


def choose(case: Case, found: np.ndarray, true: np.ndarray) -> int:
    return best(found >= case.least, case.predicted, found)


def choose_rounded(case: Case, found: np.ndarray, true: np.ndarray, digits: int) -> int:
    return choose(case, np.round(found, digits), true)


def choose_close(case: Case, found: np.ndarray, true: np.ndarray) -> int:
    return choose(case, np.where(np.isclose(found, case.least), case.least, found), true)


def rank_among_some(case: Case, found: np.ndarray, true: np.ndarray) -> int:
    stable = case.predicted[found >= case.least]
    return int(stable.argmax()) if len(stable) else -1


RULES: dict[str, Choose] = {
    "unfiltered": lambda case, found, true: int(case.predicted.argmax()),
    "by-truth": lambda case, found, true: int(true.argmax()),
    "by-truth-of-stable": lambda case, found, true: best(found >= case.least, true, found),
    "true-enough": lambda case, found, true: best(true >= case.least, case.predicted, found),
    "product": lambda case, found, true: int((found * case.predicted).argmax()),
    "product-of-stable": lambda case, found, true: best(
        found >= case.least, found * case.predicted, found
    ),
    "first": lambda case, found, true: int((found >= case.least).argmax()),
    "last": lambda case, found, true: best(found >= case.least, np.arange(len(found)), found),
    "most-stable": lambda case, found, true: int(found.argmax()),
    "smallest": lambda case, found, true: best(found >= case.least, -case.predicted, found),
    "least-not-read": lambda case, found, true: best(found >= 0.5, case.predicted, found),
    "place-among-some": rank_among_some,
    "exchanged": lambda case, found, true: best(case.predicted >= case.least, found, found),
    "first-unstable": lambda case, found, true: int((found < case.least).argmax()),
}
