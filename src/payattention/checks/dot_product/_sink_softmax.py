"""The check of `sink_softmax`: softmax with a mask and a sink, so weights may not add up to 1."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    Wrong,
    check,
    close,
    judge,
    show,
)
from payattention.checks.edges import judge_edges

LARGEST_SCORE = 10_000
FAR = 50  # a score that is this much lower than another has no weight beside it
NEVER = -1e300  # a score so low that its key gets no weight


class Scores(NamedTuple):
    """A test case: the arguments of one call, and the score of the sink (an additional key).

    The scores and the mask are arrays (queries, keys). ``sink`` is one number, or an array with one
    number for each row.
    """

    scores: np.ndarray
    mask: np.ndarray
    sink: float | np.ndarray = 0.0


@check(
    reread="Chapter 3, [Masks](03-dot-product#masks); for large scores Chapter 2, "
    "[Weights over the true length](02-bahdanau#true-lengths)"
)
def sink_softmax(ask: Ask, rng: np.random.Generator) -> str:
    """Check a masked softmax over the keys and a sink: one more key of score 0.

    The weight of the sink is thrown away, so the weights of a row add up to less than 1.

    Promised domain: scores from −10,000 to 10,000, any mask.
    Extremes and special cases, alone: a row without any visible key; all scores near 10,000; all
        near −10,000; a row with scores near 10,000 and near −10,000; hidden keys with scores near
        10,000 above small visible scores. Together: a table with rows near 10,000, rows near
        −10,000 and rows near 0. Two of its rows have no visible key, and in all rows except one,
        hidden keys may have a score of ±10,000. Also: a score of exactly 0; one query; rows whose
        sink has less than 1 % of the weight.
    Usual mistakes: there is no sink; the sink has the score 1; there is a sink for each key; the
        maximum is not subtracted from the sink's score; the mask is ignored, inverted, or applied
        too late; hidden keys get a score that is not low enough; softmax runs over the wrong axis,
        or over the whole table; each weight is a sigmoid; the division is missing. In edge cases: a
        row without visible keys gets weights; exponentials overflow; one maximum is subtracted from
        all rows; hidden keys take part in the maximum; scores are clipped.
    Certain: for ordinary inputs, the feedback names a mistake only if it explains all weights. In
        edge cases, it names a mistake only if the mistake can cause every wrong row. An overflow,
        for example, makes a row all 0 or not finite.
    """

    def draw(n_q, n_k):
        """A random test case; each row of the mask hides at least one key and shows two or more."""
        hidden = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1)
        mask = hidden > rng.integers(0, n_k - 2, size=(n_q, 1), endpoint=False)
        return Scores(np.round(rng.normal(0.3, 1.2, size=(n_q, n_k)) * 4) / 4, mask)

    def ratios_fit(weights, scores):
        """Whether weights[i] / weights[j] is exp(scores[i] − scores[j]), for all i and j."""
        gap = scores[:, None] - scores
        return close(weights[:, None] * np.exp(-gap.clip(0)), weights * np.exp(gap.clip(max=0)))

    def row_fits(weights, scores, seen, sink):
        """Whether the weights of one row are right; ``seen`` is the row of the mask.

        ``sink`` is the score of the sink. Its weight is 1 minus the sum of the row.
        """
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
        """Whether hidden keys took part in the softmax, and their weights were then set to 0."""
        seen = case.mask.argmax(axis=1)[:, None]  # in each row, the first visible key
        ratio = np.exp(case.scores - np.take_along_axis(case.scores, seen, axis=1))
        hidden = np.take_along_axis(weights, seen, axis=1) * ratio
        before = np.where(case.mask, weights, hidden)
        return close(weights[~case.mask], 0) and right(before, unmasked(case))

    def masked_as(score):
        def fits(weights, case):
            hidden = case._replace(scores=np.where(case.mask, case.scores, score))
            return right(weights, unmasked(hidden)) or masked_afterwards(weights, hidden)

        return fits

    def sigmoid_of_each(weights, case):
        return close(weights, np.where(case.mask, 1 / (1 + np.exp(-case.scores)), 0))

    def column_of_the_sink(weights, case):
        """Whether the first column of the weights is the sink's, and the last key has no column."""
        last = 1 - weights.sum(axis=1, keepdims=True)
        return right(np.hstack([weights[:, 1:], last]), case)

    def tops(case):
        """Four arrays, (queries,): maxima that a student may subtract from the scores of a row."""
        return (
            np.where(case.mask, case.scores, NEVER).max(axis=1),
            np.where(case.mask, case.scores, 0).max(axis=1),
            case.scores.max(axis=1),
            np.full(len(case.scores), case.scores.max()),
        )

    def not_divided(weights, case):
        shifts = (np.zeros(len(case.scores)), *tops(case))
        return any(
            close(weights, np.where(case.mask, np.exp(case.scores - shift[:, None]), 0))
            for shift in shifts
        )

    def sink_left_behind(weights, case):
        """Whether a maximum was subtracted from all scores of a row, but not from the sink's score.

        The weights are then right for a sink with this maximum as its score.
        """
        return any(right(weights, case._replace(sink=top)) for top in tops(case))

    mistakes: Mistakes = [
        UndoableMistake(
            "no-sink",
            "The weights add up to 1, as in plain softmax: there is no room for the sink. "
            "It takes its share like any key, and is then thrown away.",
            lambda weights, case: (weights, case._replace(sink=NEVER)),
        ),
        UndoableMistake(
            "wrong-axis",
            "The weights compete down each column, over the queries. Each row is one query and "
            "shares its attention among the keys.",
            lambda weights, case: (weights.T, Scores(case.scores.T, case.mask.T, case.sink)),
            credit=0.3,
        ),
        UndoableMistake(
            "inverted",
            "The mask is inverted: the keys with `True` got nothing and those with `False` got it "
            "all.",
            lambda weights, case: (
                None if case.mask.all() else (weights, case._replace(mask=~case.mask))
            ),
            credit=0.4,
        ),
        Mistake(
            "mask-ignored",
            "Hidden keys get weight as if there were no mask.",
            lambda weights, case: right(weights, unmasked(case)),
            credit=0.1,
        ),
        UndoableMistake(
            "one-denominator",
            "One sum was taken over the whole table. Each row has its own: `axis=1`.",
            lambda weights, case: (
                weights.reshape(1, -1),
                Scores(case.scores.reshape(1, -1), case.mask.reshape(1, -1), case.sink),
            ),
            credit=0.4,
        ),
        UndoableMistake(
            "sink-score-1",
            "The sink has the score 1 here. Its score is 0; it is the exponential that is 1.",
            lambda weights, case: (weights, case._replace(sink=1.0)),
            credit=0.6,
        ),
        Mistake(
            "masked-score-0",
            "Hidden keys compete with the score 0. But exp(0) = 1, and 0 is no low score: which "
            "score has an exponential of 0?",
            masked_as(0),
            credit=0.2,
        ),
        Mistake(
            "masked-not-low",
            "Hidden keys compete with a low score, but not low enough: they still get weight. "
            "Which score has an exponential of 0?",
            lambda weights, case: any(masked_as(-low)(weights, case) for low in (1, 2, 5, 10)),
            credit=0.4,
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
        Mistake(
            "one-sink-a-key",
            "The 1 of the sink is added once for each key. There is one sink in a row.",
            lambda weights, case: any(
                right(weights, case._replace(sink=np.log(n)))
                for n in (case.mask.shape[1], np.maximum(case.mask.sum(axis=1), 1))
            ),
            credit=0.6,
        ),
        Mistake(
            "sigmoid",
            "Each key competes with the sink alone, exp(s) / (1 + exp(s)). All visible keys of a "
            "row share one denominator.",
            sigmoid_of_each,
            credit=0.3,
        ),
        Mistake(
            "wrong-column",
            "The first column is the sink's, and the last key's is missing: the wrong column was "
            "thrown away.",
            column_of_the_sink,
            credit=0.7,
        ),
        Mistake(
            "zero-hidden",
            "Keys of score 0 are treated as hidden. What is hidden is for the mask to say.",
            lambda weights, case: right(
                weights, case._replace(mask=case.mask & (case.scores != 0))
            ),
            credit=0.6,
        ),
        Mistake(
            "not-divided",
            "These are exponentials. Divide each by the sum over its row and the sink.",
            not_divided,
            credit=0.2,
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

    def require_columns(outputs, cases):
        for weights, case in zip(outputs, cases, strict=True):
            if weights.shape != case.scores.shape:
                came = f"{weights.shape}, but the scores' is {case.scores.shape}"
                if (
                    all(
                        right(weights[:, 1:], case) or right(weights[:, :-1], case)
                        for weights, case in zip(outputs, cases, strict=True)
                        if weights.shape[1] == case.scores.shape[1] + 1
                    )
                    and weights.shape[1] == case.scores.shape[1] + 1
                ):
                    says = "Right, but the sink's weight is still there: throw its column away."
                    raise Wrong("sink-kept", f"{says} The shape is {came}.", credit=0.8)
                raise Wrong("wrong-shape", f"The shape of the weights is {came}.")

    def judge_at(cases, mistakes):
        ask.announce(case[:2] for case in cases)
        outputs = [ask.array(*case[:2], shape=(len(case.scores), None)) for case in cases]
        require_columns(outputs, cases)
        judge(
            ask,
            cases,
            outputs,
            right,
            mistakes,
            n_arguments=2,
            shown_beside=first_wrong_row,
            rule="The weights of the visible keys and of the sink add up to 1 and are to each "
            "other as the exponentials of their scores. All hidden keys have the weight 0.",
        )

    def draw_all():
        cases = [draw(*shape) for shape in ((2, 3), (3, 5), (6, 4), (1, 7))]
        cases[1].scores[np.arange(3), cases[1].mask.argmax(axis=1)] = 0  # a visible score of 0
        steep = draw(4, 6)
        top = np.where(steep.mask, steep.scores, NEVER).max(axis=1, keepdims=True)
        return [*cases, steep._replace(scores=steep.scores - top + [[5], [7], [9], [11]])]

    judge_at(draw_all(), mistakes)

    def where_wrong(name, says, credit, found):
        """A `Mistake` that fits an output if ``found`` is true for every wrong row.

        ``found(weights, scores, seen, case)`` gets the row's weights, scores and mask, and the
        whole test case. The other arguments are those of `Mistake`.
        """

        def fits(weights, case):
            return all(
                row_fits(*row) or found(row[0], row[1], row[2], case) for row in rows(weights, case)
            )

        return Mistake(name, says, fits, credit)

    def vanished_or_overflowed(weights):
        """Whether a row of weights is all 0 or not finite, as after an underflow or overflow."""
        return not np.isfinite(weights).all() or close(weights, 0)

    def highest(scores, seen):
        return scores[seen].max(initial=0)

    def clipped(weights, scores, seen, case):
        return any(
            row_fits(weights, scores.clip(-bound, bound), seen, 0)
            for bound in (10, 20, 30, 50, 80, 88, 100, 500, 700, 709, 1000)
        )

    empty_row = where_wrong(
        "empty-row",
        "A row that may look at no key must have all weights 0: the sink takes everything.",
        0.6,
        lambda weights, scores, seen, case: not seen.any(),
    )
    cut = where_wrong(
        "clipped",
        "Scores were cut off at some bound, so those beyond it count the same. Subtract each "
        "row's maximum instead, of the sink's 0 as well.",
        0.6,
        clipped,
    )
    overflow = where_wrong(
        "overflow",
        "Exponentials of scores like ±10,000 are too large or too small for a float. Subtract each "
        "row's maximum from all its scores first, the sink's among them.",
        0.6,
        lambda weights, scores, seen, case: (
            vanished_or_overflowed(weights) and abs(scores[seen]).max(initial=0) > 80
        ),
    )
    hidden_maximum = where_wrong(
        "hidden-maximum",
        "A hidden key with a very large score still decides what is subtracted, and the visible "
        "scores vanish beside it.",
        0.7,
        lambda weights, scores, seen, case: (
            vanished_or_overflowed(weights) and scores.max() > highest(scores, seen) + FAR
        ),
    )
    global_maximum = where_wrong(
        "global-maximum",
        "One maximum was subtracted from all rows. In a row far below it every exponential "
        "vanishes, the sink's too: take each row's own maximum.",
        0.7,
        lambda weights, scores, seen, case: (
            vanished_or_overflowed(weights) and case.scores.max() > highest(scores, seen) + FAR
        ),
    )

    def raised(case, to, where=True):
        """A copy of the test case with one number added to the scores at which ``where`` is true.

        The number is such that the largest of all scores would become ``to``. If ``to`` is
        negative, it is the smallest that would.
        """
        ends = case.scores.max() if to > 0 else case.scores.min()
        return case._replace(scores=case.scores + np.where(where, to - ends, 0))

    def emptied(case):
        case.mask[rng.integers(len(case.mask))] = False
        return case

    def wide(case):
        """A copy of the test case in which each score is near 10,000 or near −10,000.

        The first visible key of each row has a score near 10,000.
        """
        sign = rng.choice([-1, 1], size=case.scores.shape)
        np.put_along_axis(sign, case.mask.argmax(axis=1)[:, None], 1, axis=1)
        return case._replace(scores=sign * (LARGEST_SCORE - abs(case.scores)))

    def together(n_k):
        """A test case with 7 queries and n_k keys; each row is near 10,000, near −10,000 or near 0.

        Two rows have no visible key. In all rows but one, hidden keys may have a score of ±10,000.
        """
        case = draw(7, n_k)
        case.mask[[2, 5]] = False
        level = np.array([1, -1, 1, 0, -1, -1, 0])[:, None] * (LARGEST_SCORE - 20)
        ends = rng.choice([-LARGEST_SCORE, LARGEST_SCORE], size=case.scores.shape)
        some = rng.random(case.scores.shape) < 0.5
        some[1] = False  # a row far below the others, with nothing hidden far above it
        scores = np.where(~case.mask & some, ends, case.scores.clip(-20, 20) + level)
        return case._replace(scores=scores)

    large = [change for to in (LARGEST_SCORE, -LARGEST_SCORE)
             for change in (raised(case, to) for case in draw_all())]  # fmt: skip
    judge_edges(
        lambda: judge_at([emptied(case) for case in draw_all()], [empty_row]),
        lambda: judge_at([*large, *map(wide, draw_all())], [cut, overflow]),
    )
    above = [raised(case, LARGEST_SCORE, ~case.mask) for case in draw_all()]
    mixed = [together(n_k) for n_k in (4, 6, 9)]
    judge_edges(lambda: judge_at([*above, *mixed], [hidden_maximum, global_maximum]))
    return "This is “softmax₁”; some language models are trained with such a sink in every head."
