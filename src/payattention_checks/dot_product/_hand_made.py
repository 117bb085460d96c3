"""What the checks of hand-made attention heads share.

The answer returns the weights of a head; the check runs the head, and compares the heights that it
gives the tokens. A token is a one-hot vector of ``size`` entries, then its height.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.calls import show_call
from payattention_checks.dot_product._blind_head import Tokens, heights_given, of_one_shape
from payattention_checks.dot_product._oracle import Weights, run_head
from payattention_checks.read import LooseShape
from payattention_checks.remember import output_of
from payattention_checks.show import show
from payattention_checks.task import Cases, Task, Variants
from payattention_checks.wrong import Wrong

HIGHEST = 10.0  # the largest height of a token; the smallest is −10
WITHIN = 1e-3
ROUGHLY = 0.05
# A lead that is too small, but has its √d_k, is below this for the smallest d_k, and above it for
# the largest one. A lead without √d_k is the same for all.
MEDIUM_LEAD = 40.0
ANY = np.nan  # where every height of a token will do
NAMES = "W_Q", "W_K", "W_V"

Rule = Callable[[np.ndarray], np.ndarray]  # the heights that a head must give these tokens
Fits = Callable[[Weights, "Case"], bool]
Stack = tuple[Tokens, np.ndarray]  # several inputs of one shape, and the heights for their tokens
Undone = tuple[tuple[np.ndarray, ...], "Case"] | None


class Case(NamedTuple):
    """The argument of one call, and several inputs of the head; each row of an input is a token."""

    size: int
    inputs: tuple[np.ndarray, ...]


class Wanted(NamedTuple):
    """What a head must do: give the tokens of each input these heights, ``within`` an error.

    ``stacks`` are the same inputs and heights, those of one shape in one array: to try a head on
    all of them together takes little more than half the time.
    """

    inputs: tuple[np.ndarray, ...]
    heights: tuple[np.ndarray, ...]
    within: float
    stacks: tuple[Stack, ...]


def wanted(case: Case, rule: Rule, within: float) -> Wanted:
    heights = tuple(map(rule, case.inputs))
    stacks = [
        (tokens, np.stack([heights[i] for i in tokens.numbers]))
        for tokens in output_of(of_one_shape, case.inputs)
    ]
    return Wanted(case.inputs, heights, within, tuple(stacks))


def same(weights: Weights, wanted: Wanted) -> bool:
    return fits_together(weights, wanted.inputs[0].shape[1]) and all(
        near(given, heights[part], wanted.within)
        for tokens, heights in wanted.stacks
        for part, given in heights_given(weights, tokens)
    )


def gives(weights: Weights, tokens: np.ndarray, heights: np.ndarray, within: float) -> bool:
    return near(run_head(weights, tokens)[..., 0], heights, within)


def near(given: np.ndarray, heights: np.ndarray, within: float) -> bool:
    right = abs(given - heights) <= within
    return bool(right.all() or (right | np.isnan(heights)).all())


def fits_together(weights: Weights, entries: int) -> bool:
    """Whether the weights fit each other and tokens of so many entries, and give one number."""
    W_Q, W_K, W_V = weights
    return W_Q.shape == W_K.shape and len(W_Q) == entries and W_V.shape == (entries, 1)


# ── mistakes of all hand-made heads ───────────────────────────────────────────────────────────


def mean_of_all(tokens: np.ndarray) -> np.ndarray:
    return np.full(len(tokens), tokens[:, -1].mean())


def overflows(weights: Weights, case: Case) -> bool:
    return (
        all(np.isfinite(W).all() for W in weights)
        and fits_together(weights, case.size + 1)
        and any(np.isnan(run_head(weights, tokens)).any() for tokens in case.inputs)
    )


def undivided(weights: Weights) -> Weights:
    """Weights whose scores are, divided by √d_k, those of ``weights`` without a division."""
    W_Q, W_K, W_V = weights
    return W_Q * W_Q.shape[1] ** 0.5, W_K, W_V


def lead(weights: Weights) -> float:
    """By how much the highest score of a query is above the next, before the division by √d_k."""
    W_Q, W_K, _ = weights
    scores = np.sort(W_Q[:-1] @ W_K[:-1].T, axis=1)
    return float((scores[:, -1] - scores[:, -2]).min())


def signs(right: Callable[[Case], Wanted]) -> dict[str, Fits]:
    return {
        "no-sqrt": lambda weights, case: (
            same(undivided(weights), right(case)) and lead(weights) <= MEDIUM_LEAD
        ),
        "no-sqrt-large": lambda weights, case: (
            same(undivided(weights), right(case)) and lead(weights) > MEDIUM_LEAD
        ),
        "too-soft": lambda weights, case: same((1e3 * weights[0], *weights[1:]), right(case)),
        "wrong-values": lambda weights, case: same(
            (*weights[:2], np.eye(case.size + 1)[:, -1:]), right(case)
        ),
        "too-large": overflows,
    }


def transposed_back(weights: Weights, case: Case) -> Undone:
    """Weights of which none is transposed; None if their shapes show that none was."""
    entries = case.size + 1
    if all(W.shape[1] == entries for W in weights):
        return tuple(W.T for W in weights), case
    transposed = tuple(W.T if len(W) != entries else W for W in weights)
    return None if all(map(np.array_equal, transposed, weights)) else (transposed, case)


def last_column(weights: Weights, case: Case) -> Undone:
    W_Q, W_K, W_V = weights
    wide = len(W_V) == case.size + 1 and W_V.shape[1] > 1
    return ((W_Q, W_K, W_V[:, -1:]), case) if wide else None


def height_last(weights: Weights, case: Case) -> Undone:
    if not fits_together(weights, case.size + 1) or not weights[2][0].any():
        return None  # a W_V that reads no height in the first place
    return tuple(np.roll(W, -1, axis=0) for W in weights), case


def without_height(weights: Weights, case: Case) -> Undone:
    if not fits_together(weights, case.size + 1):
        return None
    unread = np.arange(case.size + 1)[:, None] < case.size
    W_Q, W_K, W_V = weights
    return (np.where(unread, W_Q, 0), np.where(unread, W_K, 0), W_V), case


UNDO = {
    "transposed": transposed_back,
    "several-columns": last_column,
    "height-first": height_last,
    "height-in-scores": without_height,
}


# ── calling an answer, and showing what its head does ─────────────────────────────────────────


def read(ask: Ask, case: Case) -> Weights:
    """The weights that the answer returns.

    Raises `Wrong` for a wrong shape, except for those that a mistake explains: transposed matrices,
    and a W_V with several columns.
    """
    entries = case.size + 1
    wide = LooseShape((entries, None))
    weights: Weights = ask.arrays(case.size, W_Q=wide, W_K=wide, W_V=LooseShape((entries, 1)))
    for name, W in zip(NAMES, weights, strict=True):
        if W.ndim != 2 or entries not in W.shape:
            columns = "1" if name == "W_V" else "any"
            feedback = f"{name} must be an array of shape ({entries}, {columns}), but its shape is "
            raise Wrong("wrong-shape", f"{feedback}{W.shape}.", called(ask, case))
    W_Q, W_K, _ = weights
    if W_Q.shape != W_K.shape:
        feedback = "W_Q and W_K must have the same shape: queries and keys meet in a dot product."
        feedback = f"{feedback} Theirs are {W_Q.shape} and {W_K.shape}."
        raise Wrong("widths-differ", feedback, called(ask, case))
    return weights


def called(ask: Ask, case: Case) -> dict[str, str]:
    return {"Called": show_call(ask.task, (case.size,))}


def show_head(weights: Weights, wanted: Wanted) -> dict[str, str]:
    """The shapes if they do not fit; else the first input that goes wrong, or its worst token."""
    if not fits_together(weights, wanted.inputs[0].shape[1]):
        shapes = (f"{name} {W.shape}" for name, W in zip(NAMES, weights, strict=True))
        return {"Shapes": ", ".join(shapes)}
    tokens, heights = next(
        pair
        for pair in zip(wanted.inputs, wanted.heights, strict=True)
        if not gives(weights, *pair, wanted.within)
    )
    found = run_head(weights, tokens)[:, 0]
    few = len(heights) <= 8
    worst = int(np.nan_to_num(abs(found - heights), nan=np.inf).argmax())
    rows = {
        "one-hot at": tokens[:, :-1].argmax(axis=1),
        "height": tokens[:, -1],
        "your head gives": found,
        "it must give": heights,
    }
    lines = (f"{name:16} {show(row if few else row[[worst]])}" for name, row in rows.items())
    title = "For these tokens" if few else f"For one of {len(heights)} tokens"
    return {title: "\n".join(lines)}


# ── cases, and the task ───────────────────────────────────────────────────────────────────────


def tokens_of(size: int, hot: np.ndarray, heights: np.ndarray) -> np.ndarray:
    return np.column_stack([np.eye(size)[hot], heights])


def random_heights(rng: np.random.Generator, n: int | None = None) -> np.ndarray:
    return np.round(rng.uniform(-HIGHEST, HIGHEST, size=n), 1)


def worst_heights(
    rng: np.random.Generator, n: int, outliers: Iterable[int]
) -> Iterator[np.ndarray]:
    """Heights of n tokens that are hard for a head; each outlier is once far from all others."""
    yield random_heights(rng, n)
    yield np.where(np.arange(n) % 2, -HIGHEST, HIGHEST)
    yield np.full(n, random_heights(rng))
    for outlier in outliers:
        yield np.where(np.arange(n) == outlier, HIGHEST, -HIGHEST) * (-1) ** outlier


def head_task(
    module: str,
    right: Callable[..., Wanted],
    cases: Callable[[np.random.Generator], Cases],
    variants: Variants,
    more_signs: dict[str, Fits] | None = None,
) -> Task:
    """The task of a hand-made head, with the mistakes that all of them have in common."""
    return Task(
        module,
        right,
        cases,
        {**variants, "uniform": {"rule": mean_of_all, "within": ROUGHLY}},
        {**(more_signs or {}), **signs(right)},
        UNDO,
        n_arguments=1,
        same=same,
        read=read,
        details=lambda weights, case: show_head(weights, right(case)),
    )
