"""Weights that need not add up to 1."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, Slip, check, close, edge, judge, show

NEVER = -1e300  # a score so low that its key is never looked at


class Scores(NamedTuple):
    """Scores, the mask that goes with them, and the score of the sink, one or one for each row."""

    scores: np.ndarray
    mask: np.ndarray
    sink: float | np.ndarray = 0.0


@check(reread="Chapter 3, Masks")
def sink_softmax(ask: Ask, rng: np.random.Generator) -> str:
    """Weights over the keys and one more key of score 0, the sink, whose weight is thrown away."""

    def draw(n_q, n_k):
        """Scores, and a mask that hides at least one key and shows at least two in each row."""
        hidden = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1)
        mask = hidden > rng.integers(0, n_k - 2, size=(n_q, 1), endpoint=False)
        return Scores(np.round(rng.normal(0.3, 1.2, size=(n_q, n_k)) * 4) / 4, mask)

    def ratios_fit(weights, scores):
        """Whether any two weights are to each other as the exponentials of their scores."""
        gap = scores[:, None] - scores
        return close(weights[:, None] * np.exp(-gap.clip(0)), weights * np.exp(gap.clip(max=0)))

    def row_fits(weights, scores, seen, sink):
        """Whether a row's weights, and what they lack to 1 for the sink, fit their scores."""
        shares = np.append(weights[seen], 1 - weights.sum())
        return close(weights[~seen], 0) and ratios_fit(shares, np.append(scores[seen], sink))

    def rows(weights, case):
        sink = np.broadcast_to(case.sink, len(case.scores))
        return zip(weights, case.scores, case.mask, sink, strict=True)

    def right(weights, case):
        return all(row_fits(*row) for row in rows(weights, case))

    def unmasked(case):
        return case._replace(mask=np.ones_like(case.mask))

    def masked_afterwards(weights, case):
        """Whether the hidden keys' weights fit, too, as they were before they were put to 0."""
        seen = case.mask.argmax(axis=1)[:, None]  # of each row, one key that may be looked at
        ratio = np.exp(case.scores - np.take_along_axis(case.scores, seen, axis=1))
        hidden = np.take_along_axis(weights, seen, axis=1) * ratio
        before = np.where(case.mask, weights, hidden)
        return close(weights[~case.mask], 0) and right(before, unmasked(case))

    def masked_as_0(weights, case):
        zeroed = case._replace(scores=np.where(case.mask, case.scores, 0))
        return right(weights, unmasked(zeroed)) or masked_afterwards(weights, zeroed)

    def sink_left_behind(weights, case):
        """Whether it fits a sink of the score that was subtracted from the others."""
        tops = (
            np.where(case.mask, case.scores, NEVER).max(axis=1),
            np.where(case.mask, case.scores, 0).max(axis=1),
            case.scores.max(axis=1),
            case.scores.max(),
        )
        return any(right(weights, case._replace(sink=top)) for top in tops)

    mistakes: Mistakes = [
        Slip(
            "no-sink",
            "The weights add up to 1, as in plain softmax: there is no room for the sink. "
            "It takes its share like any key, and is then thrown away.",
            lambda weights, case: (weights, case._replace(sink=NEVER)),
        ),
        Slip(
            "wrong-axis",
            "The weights compete down each column, over the queries. Each row is one query and "
            "shares its attention among the keys.",
            lambda weights, case: (weights.T, Scores(case.scores.T, case.mask.T, case.sink)),
            credit=0.3,
        ),
        Slip(
            "inverted",
            "The mask is inverted: the keys with `True` got nothing and those with `False` got it "
            "all.",
            lambda weights, case: (weights, case._replace(mask=~case.mask)),
            credit=0.4,
        ),
        Mistake(
            "mask-ignored",
            "Hidden keys get weight as if there were no mask.",
            lambda weights, case: right(weights, unmasked(case)),
            credit=0.1,
        ),
        Mistake(
            "masked-score-0",
            "Hidden keys compete with the score 0. But exp(0) = 1, and 0 is no low score: which "
            "score has an exponential of 0?",
            masked_as_0,
            credit=0.2,
        ),
        Mistake(
            "masked-afterwards",
            "Hidden keys got their share first and lost it afterwards, so it is missing from the "
            "others. They must not compete at all.",
            masked_afterwards,
            credit=0.3,
        ),
        Mistake(
            "sink-left-behind",
            "A number was subtracted from all scores, but not from the sink's: its score is 0 "
            "before the shift, so what is it after?",
            sink_left_behind,
            credit=0.6,
        ),
    ]

    def first_wrong_row(weights, case):
        row = next(i for i, row in enumerate(rows(weights, case)) if not row_fits(*row))
        left = f"{1 - weights[row].sum():.4g}"
        return {
            "Returned": f"row {row}: {show(weights[row])}, and left for the sink: {left}",
            "Its scores": f"{show(case.scores[row])}, and the sink's: 0",
            "Its mask": show(case.mask[row]),
        }

    def judge_at(cases, mistakes):
        ask.ahead(case[:2] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*case[:2], shape=case.scores.shape) for case in cases],
            right,
            mistakes,
            given=2,
            also=first_wrong_row,
            rule="The weights of the visible keys and of the sink add up to 1 and are to each "
            "other as the exponentials of their scores. All hidden keys have the weight 0.",
        )

    def draw_all():
        return [draw(*shape) for shape in ((2, 3), (3, 5), (6, 4), (1, 7))]

    judge_at(draw_all(), mistakes)

    cases = draw_all()[:3]
    for case in cases:
        case.mask[rng.integers(len(case.mask))] = False
    empty_row = edge(
        "empty-row",
        "Right, except where a row may look at no key at all. Then the sink takes everything, and "
        "all weights are 0.",
        credit=0.6,
    )
    judge_at(cases, [empty_row])

    shifts = [(case, shift) for shift in (1e4, -1e4) for case in draw_all()]
    overflow = edge(
        "overflow",
        "Right for small scores, but not for scores of ±10,000: exp(10000) is too large for a "
        "float. Subtract something from all scores first, the sink's among them.",
        credit=0.6,
    )
    judge_at([case._replace(scores=case.scores + shift) for case, shift in shifts], [overflow])

    cases = [case._replace(scores=case.scores + np.where(case.mask, 0, 1e4)) for case in draw_all()]
    hidden_maximum = edge(
        "hidden-maximum",
        "Right, unless a hidden key has a very large score: it still decides what is subtracted, "
        "and the visible scores vanish beside it.",
        credit=0.7,
    )
    judge_at(cases, [hidden_maximum])
    return "This is “softmax₁”; some language models are trained with such a sink in every head."
