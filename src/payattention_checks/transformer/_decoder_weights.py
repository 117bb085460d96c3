"""Attention weights of scores and a mask: the right ones, and those of usual mistakes."""

from collections.abc import Callable

import numpy as np

from payattention_checks.arrays import softmax

Weigh = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of scores and mask: the attention weights


def hidden_at(score: float, axis: int = -1) -> Weigh:
    """Weights over an axis of the scores, of which the hidden ones become ``score``."""
    return lambda scores, mask: softmax(np.where(mask, scores, score), axis=axis)


visible = hidden_at(-np.inf)


def lowered_by(score: float) -> Weigh:
    return lambda scores, mask: softmax(scores - score * ~mask, axis=-1)


def summed_over_queries() -> Weigh:
    def weigh(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
        weights = visible(scores, mask)
        weights = weights / weights.max(axis=1, keepdims=True)
        return weights / weights.sum(axis=0)

    return weigh
