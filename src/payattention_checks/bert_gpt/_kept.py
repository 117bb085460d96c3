"""Which tokens min-p sampling keeps, right and wrong."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

ROUNDING = 1e-9  # a token still reaches its bound if it misses it by less than this


class Case(NamedTuple):
    """The arguments of one call; ``logits`` is (rows, tokens)."""

    logits: np.ndarray
    share: float
    temperature: float


Cut = Callable[[Case, float], np.ndarray]  # the tokens kept at a temperature, (rows, tokens)


def softmax(logits: np.ndarray, temperature: float = 1) -> np.ndarray:
    scores = torch.tensor(logits, dtype=torch.float64) / temperature
    return torch.softmax(scores, dim=1).numpy()


# ── which tokens are kept ─────────────────────────────────────────────────────────────────────


def above_share_of_max(case: Case, heat: float) -> np.ndarray:
    with np.errstate(divide="ignore"):
        logs = np.log(softmax(case.logits, heat))
        bound = np.log(case.share) + logs.max(axis=1, keepdims=True)
    return logs >= bound - ROUNDING


def above_share_of_overall_max(case: Case, heat: float) -> np.ndarray:
    p = softmax(case.logits, heat)
    return p >= case.share * p.max()


def above_share(case: Case, heat: float) -> np.ndarray:
    return softmax(case.logits, heat) >= case.share


def above_share_of_max_logit(case: Case, heat: float, or_largest: bool = False) -> np.ndarray:
    top = case.logits.max(axis=1, keepdims=True)
    return (case.logits >= case.share * top) | or_largest & (case.logits == top)


def below_share_of_max(case: Case, heat: float) -> np.ndarray:
    return ~above_share_of_max(case, heat)


def above_share_of_max_but_one(index: int) -> Cut:
    """Of several largest logits with a share of 1, only the first is kept (0), or the last (−1)."""

    def allowed(case: Case, heat: float) -> np.ndarray:
        every = above_share_of_max(case, heat)
        if case.share < 1:
            return every
        one = np.array([np.flatnonzero(row)[index] for row in every])
        return np.arange(every.shape[1]) == one[:, None]

    return allowed


def nucleus(case: Case, heat: float) -> np.ndarray:
    p = softmax(case.logits, heat)
    order = np.argsort(-p, axis=1)
    ranked = np.take_along_axis(p, order, axis=1)
    allowed = np.empty(p.shape, dtype=bool)
    np.put_along_axis(allowed, order, ranked.cumsum(axis=1) - ranked < case.share, axis=1)
    return allowed


def everything(case: Case, heat: float) -> np.ndarray:
    return np.ones(case.logits.shape, dtype=bool)


def above_share_of_max_of_columns(case: Case, heat: float) -> np.ndarray:
    p = softmax(case.logits, heat)
    return p >= case.share * p.max(axis=0)


def softmax_of_columns(axis: int) -> Cut:
    """A cut by probabilities of the columns, each beside the largest along ``axis``."""

    def allowed(case: Case, heat: float) -> np.ndarray:
        p = softmax(case.logits.T, heat).T
        return p >= case.share * p.max(axis=axis, keepdims=True)

    return allowed


def above_the_rest_of_max(case: Case, heat: float) -> np.ndarray:
    return above_share_of_max(case._replace(share=1 - case.share), heat)
