"""Check of `length_softmax`: a softmax over padded rows, with a temperature for each row."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    check,
    close,
    judge,
    show,
)
from payattention.checks.edges import judge_edges

LARGEST_SCORE = 100
SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE = 0.01, 100
NEAREST = 2.0**-13  # two different scores of a row differ by at least 0.0001
FAR = 0.5  # a score this far below the largest has no weight at the smallest temperature


class Batch(NamedTuple):
    """A test case: the arguments of one call.

    Each row of ``scores`` is a sentence, right-padded. ``lengths`` has the number of real scores of
    each row, ``temperatures`` its temperature.
    """

    scores: np.ndarray
    lengths: np.ndarray
    temperatures: np.ndarray


@check(reread="Chapter 2, [Weights over the true length](02-bahdanau#true-lengths)")
def length_softmax(ask: Ask, rng: np.random.Generator) -> str:
    """Check a softmax over the real scores of each row, at the row's own temperature.

    Promised domain: scores from −100 to 100, also at padding; two scores of a row are equal or
        differ by at least 0.0001; temperatures of 0 and from 0.01 to 100; lengths from 1 to the
        number of columns.
    Extremes and special cases, alone: a row without padding; one real score; the temperature 0,
        with several equal largest scores, with a second score 0.0001 below the largest, and with
        maxima that differ between rows; the temperatures 0.01 and 100; all scores near 100, all
        near −90, or near 100 and near −100 in one row. Together: rows with scores near 90, 0 or
        −90, at temperatures from 0 to 100, with scores of ±100 at padding; one row with one column.
    Usual mistakes: the scores are multiplied by the temperature; the temperature is ignored, is
        applied after the softmax, or is the same for all rows; a small number is added to the
        temperature; padding gets weight; padding has the score 0; padding gets the weight 0 only
        after the softmax; the length is off by one; the length is counted from the right; padding
        is taken for the real scores; the exponentials are divided by the sum of the whole table, by
        the sums of its columns, or not at all. At edge cases: rows without padding come out wrong;
        rows at the temperature 0 come out wrong; equal largest scores do not share the weight; an
        exponential overflows or underflows; padding is masked with a finite number, not −∞; one
        maximum is used for all rows; the maximum includes the padding.
    Certain: For ordinary inputs, the feedback names a mistake only if it explains all weights. At
        edge cases, the feedback names only mistakes that can explain every wrong row.
    """

    def ratios_fit(weights, scores, temperature):
        """Whether the weights of a row have the same ratios as exp(scores / temperature).

        At the temperature 0, only the largest scores have weight, all of them the same.
        """
        if temperature == 0:
            top = scores == scores.max()
            return close(weights[~top], 0) and close(weights[top], weights[top][::-1].mean())
        gap = (scores[:, None] - scores) / temperature
        return close(weights[:, None] * np.exp(-gap.clip(0)), weights * np.exp(gap.clip(max=0)))

    def row_fits(weights, scores, length, temperature):
        real = weights[:length]
        return (
            close(weights[length:], 0)
            and close(real.sum(), 1)
            and ratios_fit(real, scores[:length], temperature)
        )

    def right(weights, case):
        return all(row_fits(weights[i], *row) for i, row in enumerate(zip(*case, strict=True)))

    def real(case):
        """A mask of the scores: True where they are real, False at padding."""
        return np.arange(case.scores.shape[1]) < case.lengths[:, None]

    def unpadded(case):
        return case._replace(lengths=np.full_like(case.lengths, case.scores.shape[1]))

    def undo_temperature(temperature):
        """A function ``(weights, case)`` that finds out whether wrong temperatures were used.

        It returns the weights, and the test case with wrong temperatures. If the student used
        these, the weights are right for the new case. ``temperature`` computes them from the right
        ones.
        """

        def undo(weights, case):
            wrong = np.broadcast_to(temperature(case.temperatures), case.temperatures.shape)
            return weights, case._replace(temperatures=wrong)

        return undo

    def reversed_rows(weights, case):
        """Whether each row's last scores were taken as real, as if the padding were on the left."""
        return right(weights[:, ::-1], case._replace(scores=case.scores[:, ::-1]))

    def inverted(weights, case):
        """Whether the softmax was taken over the padding, and real scores got the weight 0."""
        padding = case._replace(
            scores=case.scores[:, ::-1], lengths=case.scores.shape[1] - case.lengths
        )
        return right(weights[:, ::-1], padding)

    def masked_afterwards(weights, case):
        """Whether the padding took part in the softmax, and its weights were then set to 0.

        If so, a softmax of the full rows comes out once the lost weights are put back.
        """
        top = np.where(real(case), case.scores, -np.inf).argmax(axis=1)[:, None]
        gap = case.scores - np.take_along_axis(case.scores, top, axis=1)
        lost = np.take_along_axis(weights, top, axis=1) * np.exp(gap / case.temperatures[:, None])
        before = np.where(real(case), weights, lost)
        return close(weights[~real(case)], 0) and right(before, unpadded(case))

    def padded_with_0(weights, case):
        zeroed = case._replace(scores=np.where(real(case), case.scores, 0))
        return right(weights, unpadded(zeroed)) or masked_afterwards(weights, zeroed)

    def off_by_one(weights, case):
        return any(right(weights, case._replace(lengths=case.lengths + by)) for by in (1, -1))

    def multiples(weights, case):
        """The factor by which each row is too large, or None if no factor explains a row."""
        sums = weights.sum(axis=1)
        if not (np.isfinite(sums) & (sums > 0)).all():
            return None
        return sums if right(weights / sums[:, None], case) else None

    def not_normalised(weights, case):
        return multiples(weights, case) is not None

    def one_denominator(weights, case):
        factors = multiples(weights, case)
        return factors is not None and close(factors.sum(), 1)

    def wrong_axis(weights, case):
        """Whether the weights of each column add up to 1, and none is negative."""
        return (weights >= 0).all() and close(weights.sum(axis=0), 1)

    mistakes: Mistakes = [
        UndoableMistake(
            "temperature-ignored",
            "These are the weights at the temperature 1, whatever the temperatures are.",
            undo_temperature(lambda temperatures: 1.0),
        ),
        UndoableMistake(
            "temperature-multiplied",
            "The scores are multiplied by the temperature. They are divided: a low temperature "
            "makes the weights sharp.",
            undo_temperature(lambda temperatures: 1 / temperatures),
            credit=0.5,
        ),
        UndoableMistake(
            "padding-counted",
            "The padding gets weight, as if every row were full.",
            lambda weights, case: (weights, unpadded(case)),
            credit=0.3,
        ),
        Mistake(
            "temperature-afterwards",
            "The weights are divided by the temperature, after the softmax. The scores must be, "
            "before it.",
            lambda weights, case: right(
                weights * case.temperatures[:, None],
                case._replace(temperatures=np.ones_like(case.temperatures)),
            ),
            credit=0.2,
        ),
        Mistake(
            "one-temperature",
            "One temperature is used for all rows. Each row has its own.",
            lambda weights, case: any(
                right(*undo_temperature(which)(weights, case))
                for which in (lambda t: t[0], lambda t: t[-1], np.mean, np.max, np.min)
            ),
            credit=0.3,
        ),
        Mistake(
            "padding-score-0",
            "The padding competes with the score 0. But exp(0) = 1: which score has an exponential "
            "of 0?",
            padded_with_0,
            credit=0.3,
        ),
        Mistake(
            "masked-afterwards",
            "The padding got its share first and lost it afterwards, so it is missing from the "
            "real scores: they do not add up to 1. It must not compete at all.",
            masked_afterwards,
            credit=0.4,
        ),
        Mistake(
            "length-off-by-one",
            "One score too many or too few is real. They have the numbers 0 … length − 1.",
            off_by_one,
            credit=0.5,
        ),
        Mistake(
            "wrong-end",
            "The last scores of each row are taken for the real ones. The padding is on the right.",
            reversed_rows,
            credit=0.4,
        ),
        Mistake(
            "inverted",
            "The padding got everything and the real scores nothing.",
            inverted,
            credit=0.4,
        ),
        Mistake(
            "one-denominator",
            "One sum was taken over the whole table. Each row has its own: `axis=1`.",
            one_denominator,
            credit=0.4,
        ),
        Mistake(
            "not-normalised",
            "Each row is the right one times a number: its weights do not add up to 1.",
            not_normalised,
            credit=0.3,
        ),
        Mistake(
            "wrong-axis",
            "The weights of each column add up to 1. Each row is one sentence and shares a whole "
            "1 among its positions: `axis=1`.",
            wrong_axis,
            credit=0.2,
        ),
    ]

    def added(weights, case):
        """Whether a small number (a power of 10, at most 0.1) was added to all temperatures."""
        return any(
            right(weights, case._replace(temperatures=case.temperatures + little))
            for little in 10.0 ** -np.arange(1, 11)
        )

    added_to_temperature = Mistake(
        "added-to-temperature",
        "A small number is added to each temperature, so that none is 0. But a small temperature "
        "is not 0, and the others are changed by it, too: choose by `np.where`.",
        added,
        credit=0.6,
    )

    def first_wrong_row(weights, case):
        rows = list(zip(weights, *case, strict=True))
        row = next(i for i, row in enumerate(rows) if not row_fits(*row))
        n, temperature = case.lengths[row], case.temperatures[row]
        return {
            "Returned": f"row {row}: {show(weights[row])}",
            "Its scores": f"{show(case.scores[row])}, the length {n}, the temperature "
            f"{temperature:.4g}",
        }

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.scores.shape) for case in cases],
            right,
            mistakes,
            shown_beside=first_wrong_row,
            rule="The weights of the real scores add up to 1 and are to each other as the "
            "exponentials of score / temperature. The padding has the weight 0.",
        )

    def draw(batch, n):
        """A random test case: ``batch`` rows of n scores, each with padding."""
        scores = np.round(rng.normal(0.4, 1.3, size=(batch, n)) * 8) / 8
        lengths = rng.integers(2, n, size=batch)
        temperatures = rng.permutation(np.geomspace(0.4, 3.1, batch + 1)[:batch]).round(2)
        return Batch(scores, lengths, temperatures)

    def draw_all():
        return [draw(*shape) for shape in ((2, 3), (3, 5), (4, 4), (5, 7), (2, 12))]

    judge_at(draw_all(), [*mistakes, added_to_temperature])

    def where_wrong(name, says, credit, found):
        """A `Mistake` that fits an output if ``found`` is true for every wrong row.

        ``found(weights, case, i)`` gets row i of the weights, the test case, and i. ``says`` is the
        text of the feedback, ``credit`` the share of the points that is kept.
        """

        def fits(weights, case):
            rows = zip(weights, *case, strict=True)
            wrong = [i for i, row in enumerate(rows) if not row_fits(*row)]
            return all(found(weights[i], case, i) for i in wrong)

        return Mistake(name, says, fits, credit)

    def over_or_underflow(weights):
        """Whether a row has NaN or ∞, or only zeros, as after overflow or underflow."""
        return not np.isfinite(weights).all() or close(weights, 0)

    def top(case, i):
        """The largest real score in row i of the test case."""
        return case.scores[i, : case.lengths[i]].max()

    full_row = where_wrong(
        "full-row",
        "A row without padding comes out wrong: its length is the number of columns. (A slice such "
        "as `[-0:]` is the whole row.)",
        0.6,
        lambda weights, case, i: case.lengths[i] == case.scores.shape[1],
    )
    ties = where_wrong(
        "ties",
        "At the temperature 0, equally large scores must share equally. Here one took everything.",
        0.7,
        lambda weights, case, i: (
            case.temperatures[i] == 0
            and close(np.sort(weights)[::-1], np.eye(len(weights))[0])
            and case.scores[i, weights.argmax()] == top(case, i)
        ),
    )
    cold_padding_maximum = where_wrong(
        "padding-maximum",
        "At the temperature 0 the largest score was looked for among all scores of the row, the "
        "padding's, too. The largest of the real scores takes everything.",
        0.7,
        lambda weights, case, i: (
            case.temperatures[i] == 0
            and over_or_underflow(weights)
            and case.scores[i].max() > top(case, i)
        ),
    )
    cold_global_maximum = where_wrong(
        "global-maximum",
        "At the temperature 0 only the largest score of the whole table gets weight. Each row has "
        "its own largest real score: `axis=1`.",
        0.7,
        lambda weights, case, i: (
            case.temperatures[i] == 0
            and over_or_underflow(weights)
            and case.scores[real(case)].max() > top(case, i)
        ),
    )
    not_quite_0 = where_wrong(
        "not-quite-0",
        "At the temperature 0 scores below the largest still get weight. They must get none, "
        "however little they are below.",
        0.7,
        lambda weights, case, i: (
            case.temperatures[i] == 0
            and np.isfinite(weights).all()
            and close(weights.sum(), 1)
            and close(weights[case.lengths[i] :], 0)
        ),
    )
    zero = where_wrong(
        "temperature-0",
        "Rows of the temperature 0 come out wrong: there the largest of the real scores share the "
        "whole 1 equally, and all others get 0.",
        0.6,
        lambda weights, case, i: case.temperatures[i] == 0,
    )

    def filled(case):
        """The test case, changed in place: a row has no padding, and one has all but one."""
        case.lengths[:2] = rng.permutation([1, case.scores.shape[1]])
        return case

    def cooled(case):
        """The test case, changed in place: the first two rows and the last have the temperature 0.

        The two largest real scores are equal in even rows, and differ by ``NEAREST`` in odd ones.
        In the last row, the padding has the largest score.
        """
        rows, n = np.arange(len(case.scores)), case.scores.shape[1]
        peaks = case.scores.max() + 1 + rng.permutation(len(rows)) / 4
        case.scores[:, 0] = peaks
        case.scores[rows, case.lengths - 1] = peaks - NEAREST * (rows % 2)
        case.scores[-1, n - 1] = peaks[-1] + 3
        case.temperatures[:2] = 0
        case.temperatures[-1] = 0
        return case

    judge_edges(
        lambda: judge_at([filled(case) for case in draw_all()], [full_row]),
        lambda: judge_at(
            [cooled(case) for case in draw_all()],
            [
                ties,
                cold_padding_maximum,
                cold_global_maximum,
                not_quite_0,
                zero,
            ],
        ),
    )

    overflow = where_wrong(
        "overflow",
        "The exponentials of score / temperature, as of 100/0.01, are too large or too small for a "
        "float. Subtract each row's largest real score first.",
        0.6,
        lambda weights, case, i: over_or_underflow(weights) and 0 < case.temperatures[i] < 1,
    )
    soft_mask = where_wrong(
        "soft-mask",
        "The padding keeps some weight. What stands in place of its scores is low, but not low "
        "enough at a high temperature: only −∞ is, for which the exponential is exactly 0.",
        0.7,
        lambda weights, case, i: (
            np.isfinite(weights).all() and not close(weights[case.lengths[i] :], 0)
        ),
    )
    padding_maximum = where_wrong(
        "padding-maximum",
        "A large score of the padding decides what is subtracted, and the real scores vanish "
        "beside it.",
        0.7,
        lambda weights, case, i: (
            over_or_underflow(weights) and case.scores[i].max() > top(case, i) + FAR
        ),
    )
    global_maximum = where_wrong(
        "global-maximum",
        "One maximum was subtracted from all rows. In a row far below it every exponential "
        "vanishes: take each row's own maximum.",
        0.7,
        lambda weights, case, i: (
            over_or_underflow(weights) and case.scores.max() > top(case, i) + FAR
        ),
    )

    def exact(scores):
        """The scores, rounded to multiples of 2⁻¹⁶, which float32 represents exactly."""
        return np.round(scores * 2**16) / 2**16

    def level(case, to, temperature):
        """A copy of the test case at one temperature; each row's largest real score is ``to``.

        The differences of scores are multiplied by the temperature, but no score is below −100.
        """
        peaks = np.array([top(case, i) for i in range(len(case.scores))])[:, None]
        scores = np.minimum(case.scores * temperature - peaks * temperature, 0) + to
        return case._replace(
            scores=exact(scores).clip(-LARGEST_SCORE, LARGEST_SCORE),
            temperatures=np.full_like(case.temperatures, temperature),
        )

    def wide(case):
        """A copy of the test case with scores near 100 and near −100, at the temperature 0.1."""
        sign = rng.choice([-1, 1], size=case.scores.shape)
        sign[:, 0] = 1
        scores = sign * (LARGEST_SCORE - abs(case.scores))
        return case._replace(scores=scores, temperatures=np.full_like(case.temperatures, 0.1))

    def together(n):
        """A test case with nine rows of n scores of all kinds, and ±100 at padding."""
        case = filled(draw(9, n))
        height = np.array([1, -1, 0, 1, -1, 0, 1, -1, 0])[:, None] * 90.0
        temperatures = np.array([0.01, 0.01, 0.01, 0, 0, 0.05, 100, 100, 0.5])
        scores = exact(case.scores * np.minimum(temperatures, 1)[:, None] + height)
        ends = rng.choice([-LARGEST_SCORE, LARGEST_SCORE], size=scores.shape)
        scores = np.where(real(case), scores, ends)
        case.lengths[1] = min(case.lengths[1], n - 1)
        scores[1, case.lengths[1] :] = -LARGEST_SCORE  # row 1 has no large score at padding
        return Batch(scores, case.lengths, temperatures)

    cold, hot = SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE
    ends = [level(case, to, t) for to in (LARGEST_SCORE, -90) for t in (cold, hot)
            for case in draw_all()]  # fmt: skip
    single = Batch(np.array([[-100.0]]), np.array([1]), np.array([cold]))
    extremes = [*ends, *map(wide, draw_all()), single]
    judge_edges(lambda: judge_at(extremes, [overflow, soft_mask, added_to_temperature]))
    mixed = [together(n) for n in (3, 6, 9)]
    judge_edges(lambda: judge_at(mixed, [padding_maximum, global_maximum, soft_mask]))
    return "Low temperatures are one way to make a soft alignment nearly hard."
