"""What the checks of hand-made attention heads share."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    Wrong,
    close,
    judge,
    show,
    show_call,
)
from payattention.checks.dot_product._oracle import Weights, run_head

HIGHEST = 10.0  # the largest height of a token; the smallest is −10
WITHIN = 1e-3


class HeadCase(NamedTuple):
    """A test case for a head: tokens, and the height that the head must return for each token.

    A token is a row of ``tokens``: a one-hot vector of ``size`` entries, then the token's height.
    """

    size: int
    tokens: np.ndarray
    wanted: np.ndarray


def head_case(which: np.ndarray, heights: np.ndarray, wanted: np.ndarray, size: int) -> HeadCase:
    return HeadCase(size, np.column_stack([np.eye(size)[which], heights]), wanted)


def worst_heights(
    n: int, outliers: Iterable[int], rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Yield arrays of n heights that are hard for a head, one height for each token.

    For each index in ``outliers``, there is an array in which this token has a height of 10 or −10,
    and all others have the opposite height.
    """
    yield np.round(rng.uniform(-HIGHEST, HIGHEST, size=n), 1)
    yield np.where(np.arange(n) % 2, -HIGHEST, HIGHEST)
    yield np.full(n, np.round(rng.uniform(-HIGHEST, HIGHEST), 1))
    for outlier in outliers:
        yield np.where(np.arange(n) == outlier, HIGHEST, -HIGHEST) * (-1) ** outlier


def fits_together(weights: Weights, case: HeadCase) -> bool:
    """Whether the shapes of W_Q, W_K and W_V fit each other and the tokens.

    The values must have one column, so that the head returns one number for each token.
    """
    W_Q, W_K, W_V = weights
    entries = case.size + 1
    return (
        W_Q.ndim == W_K.ndim == 2
        and W_Q.shape == W_K.shape
        and len(W_Q) == entries
        and W_V.shape == (entries, 1)
    )


def heights_of(weights: Weights, case: HeadCase) -> np.ndarray:
    """The heights that the head returns, one for each token; all NaN if the shapes do not fit."""
    if not fits_together(weights, case):
        return np.full(len(case.tokens), np.nan)
    return run_head(weights, case.tokens)[:, 0]


def returns_heights(
    weights: Weights, case: HeadCase, heights: np.ndarray | float, within: float = WITHIN
) -> bool:
    """Whether the head returns ``heights`` for the tokens, up to an error of ``within``."""
    return close(heights_of(weights, case), heights, rtol=0.0, atol=within)


def ask_head(ask: Ask, size: int) -> Weights:
    """Call the student's function with ``size``, and return its weights W_Q, W_K and W_V.

    Raises `Wrong` for a wrong shape. But transposed matrices and a W_V with one axis or several
    columns are accepted here, because `judge_head` takes off points for them.
    """
    weights = ask.arrays(size, W_Q=None, W_K=None, W_V=None)
    called = {"Called": show_call(ask.task, (size,))}
    for name, W in weights._asdict().items():
        flat = name == "W_V" and W.shape == (size + 1,)
        if not flat and (W.ndim != 2 or size + 1 not in W.shape):
            columns = "1" if name == "W_V" else "any"
            says = f"{name} must be an array of shape ({size + 1}, {columns}), but its shape is "
            raise Wrong("wrong-shape", f"{says}{W.shape}.", called)
    W_Q, W_K, _ = weights
    if W_Q.shape != W_K.shape:
        says = "W_Q and W_K must have the same shape: queries and keys meet in a dot product."
        raise Wrong("widths-differ", f"{says} Theirs are {W_Q.shape} and {W_K.shape}.", called)
    return weights


def judge_head(ask: Ask, cases: list[HeadCase], mistakes: Mistakes, rule: str) -> None:
    """Call the student's function; raise `Wrong` if its head returns a wrong height in a test case.

    ``mistakes`` are those of this task; the mistakes common to all hand-made heads are added here.
    ``rule`` tells the student what the right heights are.
    """

    def right(weights, case):
        return returns_heights(weights, case, case.wanted)

    def without_height(W):
        return np.vstack([W[:-1], np.zeros_like(W[-1:])])

    def reader(size):
        return np.eye(size + 1)[:, -1:]

    def untransposed(weights, case):
        """Undo a mistake: return (weights, case) with transposed matrices turned back.

        The result is None if the shapes show that no matrix is transposed.
        """
        entries = case.size + 1
        if all(W.ndim == 2 and W.shape[1] == entries for W in weights):
            return tuple(W.T for W in weights), case
        turned = tuple(W.T if len(W) != entries else W for W in weights)
        return None if all(map(np.array_equal, turned, weights)) else (turned, case)

    def as_column(weights, case):
        W_Q, W_K, W_V = weights
        return ((W_Q, W_K, W_V[:, None]), case) if W_V.ndim == 1 else None

    def last_column(weights, case):
        W_Q, W_K, W_V = weights
        wide = W_V.ndim == 2 and len(W_V) == case.size + 1 and W_V.shape[1] > 1
        return ((W_Q, W_K, W_V[:, -1:]), case) if wide else None

    def height_last(weights, case):
        if not fits_together(weights, case):
            return None
        return tuple(np.roll(W, -1, axis=0) for W in weights), case

    def no_height(weights, case):
        if not fits_together(weights, case):
            return None
        return (*map(without_height, weights[:2]), weights[2]), case

    common: Mistakes = [
        Mistake(
            "too-soft",
            "The right keys score highest, but not by enough: the others still get some weight. "
            "Softmax turns a lead of t into a ratio of exp(t), and the scores are divided by √d_k.",
            lambda w, case: right((1e3 * w[0], *w[1:]), case),
            credit=0.6,
        ),
        UndoableMistake(
            "transposed",
            "The weights are transposed, as in `nn.Linear`. Here a token is a row and is "
            "multiplied from the right: `x @ W`.",
            untransposed,
            credit=0.7,
        ),
        UndoableMistake(
            "one-axis",
            "W_V has one axis. It must be a matrix with one column: `W_V[:, None]`.",
            as_column,
            credit=0.8,
        ),
        UndoableMistake(
            "several-columns",
            "W_V has several columns, so each token gets several numbers. It must have one.",
            last_column,
            credit=0.7,
        ),
        UndoableMistake(
            "height-first",
            "The weights are for tokens that begin with the height. Here it is the last number of "
            "a token.",
            height_last,
            credit=0.6,
        ),
        UndoableMistake(
            "height-in-scores",
            "The heights take part in the scores, so that tall tokens attract more attention. Who "
            "looks at whom must not depend on the height.",
            no_height,
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
            lambda w, case: returns_heights(w, case, case.tokens[:, -1].mean(), within=0.05),
        ),
        Mistake(
            "too-large",
            "The scores are so large that they overflow to ∞, and softmax of ∞ − ∞ is NaN. A lead "
            "of 50 or 1000 is plenty.",
            lambda w, case: (
                fits_together(w, case)
                and np.isnan(heights_of(w, case)).any()
                and all(np.isfinite(W).all() for W in w)
            ),
            credit=0.5,
        ),
    ]

    def worst_token(weights, case):
        if not fits_together(weights, case):
            names = ("W_Q", "W_K", "W_V")
            return {
                "Shapes": ", ".join(f"{n} {W.shape}" for n, W in zip(names, weights, strict=True))
            }
        came, heights = heights_of(weights, case), case.tokens[:, -1]
        error = np.nan_to_num(abs(came - case.wanted), nan=np.inf)
        worst = int(error.argmax())
        rows = {
            "one-hot at": case.tokens[:, :-1].argmax(axis=1),
            "height": heights,
            "your head gives": came,
            "it must give": case.wanted,
        }
        chosen = slice(None) if len(heights) <= 8 else slice(worst, worst + 1)
        lines = (f"{name:16} {show(row[chosen])}" for name, row in rows.items())
        title = "For these tokens" if len(heights) <= 8 else f"For one of {len(heights)} tokens"
        return {title: "\n".join(lines)}

    sizes = list(dict.fromkeys(case.size for case in cases))
    ask.announce((size,) for size in sizes)
    heads = {size: ask_head(ask, size) for size in sizes}
    outputs = [heads[case.size] for case in cases]
    judge(
        ask,
        cases,
        outputs,
        right,
        [*mistakes, *common],
        rule=rule,
        shown_beside=worst_token,
        n_arguments=1,
    )
