"""Heads made by hand: what their checks have in common."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, Slip, Wrong, close, judge, show
from payattention.checks.dot_product._oracle import Weights, run_head


class Scene(NamedTuple):
    """Tokens, [one-hot of this size | height], and the heights that a head must give them."""

    size: int
    tokens: np.ndarray
    wanted: np.ndarray


def scene(which: np.ndarray, heights: np.ndarray, wanted: np.ndarray, size: int) -> Scene:
    return Scene(size, np.column_stack([np.eye(size)[which], heights]), wanted)


def gives(weights: Weights, case: Scene, heights: np.ndarray | float, within: float = 1e-3) -> bool:
    """Whether the head gives the tokens these heights."""
    return close(run_head(weights, case.tokens)[:, 0], heights, rtol=0.0, atol=within)


def ask_head(ask: Ask, size: int) -> Weights:
    """The weights of a head for tokens of [one-hot of this size | height] that returns heights."""
    weights = ask.arrays(size, W_Q=(size + 1, None), W_K=(size + 1, None), W_V=(size + 1, 1))
    if weights.W_Q.shape != weights.W_K.shape:
        says = "W_Q and W_K must have the same shape: queries and keys meet in a dot product."
        came = f"{weights.W_Q.shape} and {weights.W_K.shape}"
        raise Wrong("widths-differ", f"{says} But theirs are {came}.")
    return weights


def judge_head(ask: Ask, cases: list[Scene], mistakes: Mistakes, rule: str) -> None:
    """Judge heads by what they give the tokens of each scene."""

    def right(weights, case):
        return gives(weights, case, case.wanted)

    def without_height(W):
        return np.vstack([W[:-1], np.zeros_like(W[-1:])])

    def reader(size):
        return np.eye(size + 1)[:, -1:]

    common: Mistakes = [
        Mistake(
            "too-soft",
            "The right keys score highest, but not by enough: the others still get some weight. "
            "Softmax turns a lead of t into a ratio of exp(t), and the scores are divided by √d_k.",
            lambda w, case: right((1e3 * w[0], *w[1:]), case),
            credit=0.6,
        ),
        Slip(
            "height-in-scores",
            "The heights take part in the scores, so that tall tokens attract more attention. Who "
            "looks at whom must not depend on the height.",
            lambda w, case: ((*map(without_height, w[:2]), w[2]), case),
            credit=0.4,
        ),
        Mistake(
            "wrong-values",
            "Every token looks exactly where it should, but what it gets there is not the height: "
            "look at W_V.",
            lambda w, case: right((*w[:2], reader(case.size)), case),
            credit=0.5,
        ),
        Mistake(
            "uniform",
            "Every token gets the average over all tokens: all scores are the same.",
            lambda w, case: gives(w, case, case.tokens[:, -1].mean(), within=0.05),
        ),
    ]

    def table(weights, case):
        rows = {
            "one-hot at": case.tokens[:, :-1].argmax(axis=1),
            "height": case.tokens[:, -1],
            "your head gives": run_head(weights, case.tokens)[:, 0],
            "it must give": case.wanted,
        }
        lines = (f"{name:16} {show(row)}" for name, row in rows.items())
        return {"For these tokens": "\n".join(lines)}

    ask.ahead((case.size,) for case in cases)
    heads = [ask_head(ask, case.size) for case in cases]
    judge(ask, cases, heads, right, [*mistakes, *common], rule=rule, also=table, given=1)
