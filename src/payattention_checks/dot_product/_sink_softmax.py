"""A masked softmax over the keys and a sink: one more key, of score 0.

The weight of the sink is thrown away, so the weights of a row add up to less than 1.

Promised domain: scores from −10,000 to 10,000, any mask.
Extremes and special cases, alone and together: a row without any visible key; all scores near
    10,000; all near −10,000; a row with scores near 10,000 and near −10,000; hidden keys with
    scores near 10,000 above small visible scores; a mask without `False`; one query; one key; a
    table with rows near 10,000, near −10,000 and near 0, two of them without any visible key, where
    hidden keys of all rows but one may have a score of ±10,000. A score of exactly 0, and a sink
    with less than 1 % of the weight, are ordinary.
Certain: for ordinary inputs, the feedback names a mistake only if it explains all weights. In edge
    cases, it names a mistake only if the mistake can cause every wrong row. An overflow, for
    example, makes a row all 0 or not finite.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import ArrayLike

from payattention_checks.ask import Ask
from payattention_checks.compare import alike, close
from payattention_checks.dot_product._rows import BOUNDS
from payattention_checks.show import show
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

LARGEST_SCORE = 10_000
FAR = 50  # a score that is this much lower than another has no weight beside it
OVERFLOW = 80  # the exponential of a score that is not much larger overflows in float32
NEVER = -1e300  # a score so low that its key gets no weight


class Case(NamedTuple):
    """The arguments of one call; both are arrays (queries, keys)."""

    scores: np.ndarray
    mask: np.ndarray


OfCase = Callable[[Case], ArrayLike]
Weigh = Callable[[np.ndarray, np.ndarray], np.ndarray]


def softmax(scores: np.ndarray, sinks: np.ndarray) -> np.ndarray:
    """The weights of the keys; ``sinks`` are the scores of the sink, (queries, 1)."""
    return with_sink(scores, sinks)[:, 1:]


def with_sink(scores: np.ndarray, sinks: np.ndarray) -> np.ndarray:
    return torch.softmax(torch.tensor(np.hstack([sinks, scores])), dim=1).numpy()


def right(case: Case, *, axis: int | None = 1, **variant: Any) -> np.ndarray:
    """The weights, (queries, keys), by torch; ``axis`` is that over which the keys compete."""
    if axis == 0:
        return compete(Case(case.scores.T, case.mask.T), **variant).T
    if axis is None:
        row = Case(case.scores.reshape(1, -1), case.mask.reshape(1, -1))
        return compete(row, **variant).reshape(case.scores.shape)
    return compete(case, **variant)


def compete(
    case: Case,
    *,
    inverted: bool = False,
    scores: OfCase = lambda case: case.scores,
    hidden: OfCase = lambda case: -np.inf,
    afterwards: bool = False,
    sink: OfCase = lambda case: 0.0,
    weigh: Weigh = softmax,
) -> np.ndarray:
    """The weights in each row. The scores of hidden keys are replaced by ``hidden``.

    ``afterwards``, hidden weights are set to 0; ``sink`` is one score, or one for each row.
    """
    if inverted:
        case = case._replace(mask=~case.mask)
    sinks = np.broadcast_to(sink(case), len(case.scores))[:, None]
    weights = weigh(np.where(case.mask, scores(case), hidden(case)), sinks)
    return np.where(case.mask, weights, 0) if afterwards else weights


# ── mistakes at ordinary inputs ───────────────────────────────────────────────────────────────

TOPS: list[OfCase] = [  # maxima that may be subtracted from the scores of a row
    lambda case: np.where(case.mask, case.scores, NEVER).max(axis=1),
    lambda case: np.where(case.mask, case.scores, 0).max(axis=1),
    lambda case: case.scores.max(axis=1),
    lambda case: case.scores.max(),
]


def masked_as(*scores: float) -> list[dict[str, Any]]:
    return [
        {"hidden": lambda case, score=score: score, "afterwards": afterwards}
        for score in scores
        for afterwards in (False, True)
    ]


def exponentials(scores: np.ndarray, sinks: np.ndarray) -> np.ndarray:
    """Not divided by their sum; what `compete` passes as the sink's score is subtracted."""
    return np.exp(scores - sinks)


VARIANTS: Variants = {
    "no-sink": {"sink": lambda case: NEVER},
    "wrong-axis": {"axis": 0},
    "inverted": {"inverted": True},
    "mask-ignored": {"hidden": lambda case: case.scores},
    "one-denominator": {"axis": None},
    "sink-score-1": {"sink": lambda case: 1.0},
    "masked-score-0": masked_as(0),
    "masked-not-low": masked_as(-1, -2, -5, -10),
    "masked-afterwards": {"hidden": lambda case: case.scores, "afterwards": True},
    "sink-left-behind": [{"sink": top} for top in TOPS],
    "sink-shifted-up": [{"sink": lambda case, top=top: 2 * top(case)} for top in TOPS],
    "scaled": {"scores": lambda case: case.scores / case.mask.shape[1] ** 0.5},
    "one-sink-a-key": [
        {"sink": lambda case: np.log(case.mask.shape[1])},
        {"sink": lambda case: np.log(np.maximum(case.mask.sum(axis=1), 1))},
    ],
    "sigmoid": {"weigh": lambda scores, sinks: 1 / (1 + np.exp(-scores))},
    "wrong-column": {"weigh": lambda scores, sinks: with_sink(scores, sinks)[:, :-1]},
    "zero-hidden": {"scores": lambda case: np.where(case.scores == 0, -np.inf, case.scores)},
    "not-divided": [
        {"weigh": exponentials, "sink": subtracted} for subtracted in (lambda case: 0.0, *TOPS)
    ],
}


def same(weights: np.ndarray, other: np.ndarray) -> bool:
    """Whether two tables, or two rows, have the same weights, also of the sink.

    The sink's weight, 1 − the others, may be so small that only its relative error shows a mistake.
    """
    return alike(weights, other) and close(1 - weights.sum(axis=-1), 1 - other.sum(axis=-1))


def sink_kept(weights: np.ndarray, case: Case) -> bool:
    return same(weights[:, 1:], right(case)) or same(weights[:, :-1], right(case))


def nearly(weights: np.ndarray, case: Case) -> bool:
    return weights.shape == case.scores.shape and close(weights, right(case), 0.02, 0.002)


# ── mistakes at edges ─────────────────────────────────────────────────────────────────────────


class Row(NamedTuple):
    """A wrong row of the output, with its scores and its mask, and the table's largest score."""

    weights: np.ndarray
    scores: np.ndarray
    visible: np.ndarray
    largest_of_table: float

    def vanished(self) -> bool:
        """Whether the weights are all 0 or not finite, as after an underflow or overflow."""
        return not np.isfinite(self.weights).all() or close(self.weights, 0)

    def largest_visible(self) -> float:
        """The largest score of a visible key, or the sink's."""
        return self.scores[self.visible].max(initial=0)


def wrong_rows(weights: np.ndarray, case: Case) -> list[int]:
    return [i for i, row in enumerate(right(case)) if not same(weights[i], row)]


def in_wrong_rows(found: Callable[[Row], bool]) -> Fits:
    def fits(weights: np.ndarray, case: Case) -> bool:
        return weights.shape == case.scores.shape and all(
            found(Row(weights[i], case.scores[i], case.mask[i], case.scores.max()))
            for i in wrong_rows(weights, case)
        )

    return fits


def clipped(row: Row) -> bool:
    cut = (Case(row.scores.clip(-bound, bound)[None], row.visible[None]) for bound in BOUNDS)
    return any(same(row.weights[None], right(case)) for case in cut)


SIGNS: dict[str, Fits] = {
    "sink-kept": sink_kept,
    "nearly": nearly,
    "maximum-without-sink": in_wrong_rows(
        lambda row: not row.visible.any() and bool(np.isnan(row.weights).all())
    ),
    "empty-row": in_wrong_rows(lambda row: not row.visible.any()),
    "clipped": in_wrong_rows(clipped),
    "overflow": in_wrong_rows(
        lambda row: row.vanished() and abs(row.scores[row.visible]).max(initial=0) > OVERFLOW
    ),
    "hidden-maximum": in_wrong_rows(
        lambda row: row.vanished() and row.scores.max() > row.largest_visible() + FAR
    ),
    "hidden-weight": in_wrong_rows(
        lambda row: bool((row.weights[~row.visible] > 0).any() and np.isfinite(row.weights).all())
    ),
    "global-maximum": in_wrong_rows(
        lambda row: row.vanished() and row.largest_of_table > row.largest_visible() + FAR
    ),
}


# ── calling an answer, and showing a wrong row ────────────────────────────────────────────────


def read(ask: Ask, case: Case) -> np.ndarray:
    return ask.array(*case, shape=(len(case.scores), None))


def first_wrong_row(weights: np.ndarray, case: Case) -> dict[str, str]:
    i = wrong_rows(weights, case)[0]
    left = f"{1 - weights[i].sum():.4g}"
    return {
        "Returned": f"row {i}: {show(weights[i])}, and left for the sink: {left}",
        "Its scores": f"{show(case.scores[i])}, and the sink's: 0",
        "Its mask": show(case.mask[i]),
    }


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n_q: int, n_k: int) -> Case:
    """A random case; each row of the mask hides at least one key and shows two or more."""
    rank = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1)
    mask = rank > rng.integers(0, n_k - 2, size=(n_q, 1))
    return Case(np.round(rng.normal(0.3, 1.2, size=(n_q, n_k)) * 4) / 4, mask)


def draw_all(rng: np.random.Generator) -> list[Case]:
    """Random cases; the second one's first visible scores are 0, the last one's sink is faint."""
    few, zero, more = (draw(rng, *sizes) for sizes in ((2, 3), (3, 5), (6, 4)))
    np.put_along_axis(zero.scores, zero.mask.argmax(axis=1)[:, None], 0, axis=1)
    steep = draw(rng, 4, 6)
    top = np.where(steep.mask, steep.scores, NEVER).max(axis=1, keepdims=True)
    faint = steep._replace(scores=steep.scores - top + [[5], [7], [9], [11]])
    return [few, zero, more, faint]


def emptied(rng: np.random.Generator, case: Case) -> Case:
    row = rng.integers(len(case.mask))
    return case._replace(mask=case.mask & (np.arange(len(case.mask)) != row)[:, None])


def raised(case: Case, to: float, where: ArrayLike = True) -> Case:
    """The case with a number added to some scores; with it, the largest of all would be ``to``.

    If ``to`` is negative, the smallest of all would.
    """
    end = case.scores.max() if to > 0 else case.scores.min()
    return case._replace(scores=case.scores + np.where(where, to - end, 0))


def wide(rng: np.random.Generator, case: Case) -> Case:
    """The case with each score near ±10,000, that of the first visible key near 10,000."""
    sign = rng.choice([-1, 1], size=case.scores.shape)
    np.put_along_axis(sign, case.mask.argmax(axis=1)[:, None], 1, axis=1)
    return case._replace(scores=sign * (LARGEST_SCORE - abs(case.scores)))


def mixed(rng: np.random.Generator, n_k: int) -> Case:
    """Rows near 10,000, near −10,000 and near 0, two of them without any visible key.

    In all rows but one, hidden keys may have a score of ±10,000.
    """
    case = draw(rng, 7, n_k)
    case.mask[[2, 5]] = False
    level = np.array([1, -1, 1, 0, -1, -1, 0])[:, None] * (LARGEST_SCORE - 20)
    ends = rng.choice([-LARGEST_SCORE, LARGEST_SCORE], size=case.scores.shape)
    some = rng.random(case.scores.shape) < 0.5
    some[1] = False  # a row far below the others, with nothing hidden far above it
    scores = np.where(~case.mask & some, ends, case.scores.clip(-20, 20) + level)
    return case._replace(scores=scores)


def cases(rng: np.random.Generator) -> Cases:
    column = draw(rng, 5, 3)
    one = [draw(rng, 1, 7), Case(*(array[:, :1] for array in column))]
    visible = Case(abs(column.scores), np.ones_like(column.mask))
    empty = [*(emptied(rng, case) for case in draw_all(rng)), *one, visible]
    large = [
        *(raised(case, to) for to in (LARGEST_SCORE, -LARGEST_SCORE) for case in draw_all(rng)),
        *(wide(rng, case) for case in (*draw_all(rng), draw(rng, 1, 7))),
    ]
    hidden_large = [
        *(raised(case, LARGEST_SCORE, ~case.mask) for case in draw_all(rng)),
        *(mixed(rng, n_k) for n_k in (4, 6, 9)),
    ]
    return Cases(
        draw_all(rng),
        (
            Edge(empty, ("maximum-without-sink", "empty-row")),
            Edge(large, ("clipped", "overflow")),
            Edge(hidden_large, ("hidden-weight", "hidden-maximum", "global-maximum"), stage=2),
        ),
    )


sink_softmax = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    same=same,
    read=read,
    any_shape=True,
    details=first_wrong_row,
).check
