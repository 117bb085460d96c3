"""The check of `attend_counted`: attention over keys that occur several times."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge
from payattention.checks.dot_product._oracle import attend
from payattention.checks.edges import judge_edges

LARGEST_SCORE = 10_000
SMALLEST_COUNT, LARGEST_COUNT = 1e-6, 1e4


class CountedKeys(NamedTuple):
    """A test case: the arguments of one call, and two arrays that only the check uses.

    query        (queries, d_k)
    key          (keys, d_k)
    value        (keys, d_v)
    counts       how often each key occurs, (keys,); not always whole numbers
    repeats      whole numbers in the same proportions as ``counts``
    score_shift  how far each query's scores were moved for an edge case; otherwise 0
    """

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    counts: np.ndarray
    repeats: np.ndarray
    score_shift: np.ndarray


@check(
    reread="Chapter 3, [Scaled dot-product attention](03-dot-product#sdpa); for large scores "
    "Chapter 2, [Weights over the true length](02-bahdanau#true-lengths)"
)
def attend_counted(ask: Ask, rng: np.random.Generator) -> str:
    """Check a function for attention over a list of keys in which key j occurs counts[j] times.

    Promised domain: scores from −10,000 to 10,000; counts of 0 and from 10⁻⁶ to 10⁴, not all 0.
    Extremes and special cases, alone: a count of 0; counts that are neither whole numbers nor
        multiples of the smallest; all counts tiny; all counts huge; all scores near 10,000; all
        near −10,000; a row with scores near 10,000 and near −10,000. Together: an absent key (count
        0) whose score is thousands above all others; rows with scores near 5000 beside rows with
        scores near −5000. These rows are also tried with absent keys of higher scores, and with
        counts that are all tiny or all huge.
    Usual mistakes: the counts are ignored; the counts are added to the scores; the scores are
        multiplied by the counts; the counts are one too large; the weights are multiplied by the
        counts after the softmax; the logarithm of the counts has base 2 or 10; the logarithm of the
        counts is divided by √d_k; the scores are not divided; the scores are divided by another
        number than √d_k, such as √d_v; softmax runs over the queries; the weights do not add up to
        1. In edge cases: an absent key gets weight; the score of an absent key is subtracted as the
        row's maximum; the code is right only for whole counts, only for multiples of the smallest
        count, or only for counts from 1 up; exponentials overflow; one maximum is subtracted from
        all rows.
    Certain: for ordinary inputs, the feedback names a mistake only if it explains all outputs. In
        edge cases, it names a mistake only if the mistake can cause every wrong row. An overflow,
        for example, makes a row all 0 or not finite.
    """

    def draw(n_q, n_k, d_k, d_v, *, fewest=1, second=3, most=4, factor=1.0):
        repeats = rng.integers(fewest, most + 1, size=n_k)
        repeats[:2] = fewest, second
        shapes = ((n_q, d_k), (n_k, d_k), (n_k, d_v))
        query, key, value = (np.round(rng.normal(0, 1.3, size=shape), 1) for shape in shapes)
        return CountedKeys(query, key, value, repeats * factor, repeats, np.zeros(n_q))

    def raised(case, score_shift, dominant=0.0):
        """A copy of the test case in which all scores of row i are higher by ``score_shift[i]``.

        The scores of absent keys (count 0) rise by ``dominant`` more. Two more columns in ``query``
        and ``key`` carry the shift. They make √d_k larger, so the original scores shrink a little.
        """
        width = case.key.shape[1] + 2
        scale = width**0.5
        lifted = np.where(case.counts == 0, dominant, 0)
        score_shift = np.broadcast_to(score_shift, len(case.query))
        return case._replace(
            query=np.column_stack([case.query, score_shift, np.ones(len(case.query))]),
            key=np.column_stack([case.key, np.full(len(case.key), scale), lifted * scale]),
            score_shift=score_shift,
        )

    def with_far_scores(case, far):
        """A copy of the test case in which each row has scores near ``far`` and near −``far``.

        One more column in ``query`` and ``key`` carries the shift. It makes √d_k larger, so the
        original scores shrink a little.
        """
        side = np.where(np.arange(len(case.key)) % 2, far, -far)
        root = (case.key.shape[1] + 1) ** 0.5
        return case._replace(
            query=np.column_stack([case.query, np.ones(len(case.query))]),
            key=np.column_stack([case.key, side * root]),
            score_shift=np.full(len(case.query), far),
        )

    def over_the_list(case):
        """The right output: attention over a list in which key j occurs ``repeats[j]`` times."""
        key, value = (np.repeat(rows, case.repeats, axis=0) for rows in (case.key, case.value))
        return attend(case.query, key, value)

    def once(case):
        return case._replace(repeats=np.ones_like(case.repeats))

    def scaled(case, factor):
        return case._replace(query=case.query * factor)

    def divided_by(divisor):
        """Make a function that undoes a wrong division of the scores, by ``divisor(case)``.

        ``undo(output, case)`` keeps the output and scales the queries of the case. If there is no
        other mistake, the output is right for the new case.
        """

        def undo(output, case):
            return output, scaled(case, case.key.shape[1] ** 0.5 / divisor(case))

        return undo

    def biased(output, case, bias):
        return close(output, attend(case.query, case.key, case.value, bias))

    def weighted(case, weights):
        """The output of attention without counts, if value j is multiplied by ``weights[j]``."""
        return attend(case.query, case.key, case.value * weights[:, None])

    def competes_among_queries(output, case):
        """Whether the output can come from a softmax over the queries instead of the keys.

        Then the weights of each key add up to 1 over the queries. So the rows of the output add up
        to the sum of all ``value[j]``, or of all ``counts[j] * value[j]``.
        """
        totals = (case.value.sum(axis=0), case.counts @ case.value)
        return any(close(output.sum(axis=0), total) for total in totals)

    def shares(output, case):
        """A factor for each row, (queries, 1): factor · right row is nearest to the output row."""
        right = over_the_list(case)
        return (output * right).sum(axis=1, keepdims=True) / (right**2).sum(axis=1, keepdims=True)

    def is_a_multiple(output, case):
        share = shares(output, case)
        return (share > 0).all() and close(output, share * over_the_list(case))

    def one_denominator(output, case):
        return is_a_multiple(output, case) and close(shares(output, case).sum(), 1)

    mistakes: Mistakes = [
        UndoableMistake(
            "counts-ignored",
            "This is attention as if every key occurred once.",
            lambda output, case: (output, once(case)),
        ),
        Mistake(
            "counts-times-scores",
            "The scores are multiplied by the counts. But a key that occurs twice does not match "
            "the query twice as well: it has two shares, each as large as before.",
            lambda output, case: close(
                output, attend(case.query, case.key * case.counts[:, None], case.value)
            ),
            credit=0.2,
        ),
        Mistake(
            "counts-plus-scores",
            "The counts are added to the scores. Adding c to a score multiplies its share by "
            "exp(c): what must be added to multiply it by c?",
            lambda output, case: biased(output, case, case.counts),
        ),
        Mistake(
            "other-logarithm",
            "The logarithm of the counts has base 2 or 10. Only the natural one undoes exp.",
            lambda output, case: any(
                biased(output, case, log(case.counts)) for log in (np.log2, np.log10)
            ),
            credit=0.7,
        ),
        Mistake(
            "counts-scaled-too",
            "The logarithm of the counts is divided by √d_k, together with q·k. Only the dot "
            "products are scaled.",
            lambda output, case: biased(
                output, case, np.log(case.counts) / case.key.shape[1] ** 0.5
            ),
            credit=0.6,
        ),
        Mistake(
            "not-renormalised",
            "The counts are multiplied in after the softmax, so the weights no longer add up to 1: "
            "the output is a sum, not an average.",
            lambda output, case: close(output, weighted(case, case.counts)),
            credit=0.4,
        ),
        Mistake(
            "count-shares",
            "The values are scaled by their share of the counts, after softmax has already shared "
            "out the attention. The counts must take part in the sharing.",
            lambda output, case: any(
                close(output, weighted(case, case.counts / total))
                for total in (case.counts.sum(), case.counts.mean(), case.counts.max())
            ),
            credit=0.3,
        ),
        UndoableMistake(
            "one-too-many",
            "Every key counts once more than it should (log(1 + count), perhaps?).",
            lambda output, case: (output, case._replace(repeats=case.repeats + 1)),
            credit=0.4,
        ),
        UndoableMistake(
            "no-scale", "The scores are not divided by √d_k.", divided_by(lambda case: 1), 0.5
        ),
        UndoableMistake(
            "scaled-by-d_k",
            "The scores are divided by d_k instead of √d_k.",
            divided_by(lambda case: case.key.shape[1]),
            credit=0.5,
        ),
        UndoableMistake(
            "scaled-by-d_v",
            "The scores are divided by √d_v instead of √d_k: it is queries and keys that are "
            "multiplied.",
            divided_by(lambda case: case.value.shape[1] ** 0.5),
            credit=0.5,
        ),
        UndoableMistake(
            "scaled-by-n_k",
            "The scores are divided by √n_k instead of √d_k: it is the width of the keys that "
            "makes them large, not their number.",
            divided_by(lambda case: case.key.shape[0] ** 0.5),
            credit=0.5,
        ),
        UndoableMistake(
            "scaled-by-n_q",
            "The scores are divided by √n_q instead of √d_k: `len(query)` is the number of "
            "queries, not their width.",
            divided_by(lambda case: case.query.shape[0] ** 0.5),
            credit=0.5,
        ),
        UndoableMistake(
            "half-power",
            "The root of d_k is taken as `d_k ** 1 / 2`, which is d_k/2: the power comes before "
            "the division. Write `d_k ** 0.5`.",
            divided_by(lambda case: case.key.shape[1] / 2),
            credit=0.6,
        ),
        UndoableMistake(
            "half-power",
            "The scores are divided by d_k and by 2: in `scores / d_k ** 1 / 2` the power comes "
            "before the division. Write `d_k ** 0.5`.",
            divided_by(lambda case: case.key.shape[1] * 2),
            credit=0.6,
        ),
        UndoableMistake(
            "scale-upside-down",
            "The scores are multiplied by √d_k instead of divided.",
            divided_by(lambda case: case.key.shape[1] ** -0.5),
            credit=0.5,
        ),
        Mistake(
            "one-denominator",
            "One sum was taken over the whole table. Each query shares out a whole 1: `axis=1`.",
            one_denominator,
            credit=0.4,
        ),
        Mistake(
            "not-normalised",
            "Each row is the right one times a number: its weights do not add up to 1.",
            is_a_multiple,
            credit=0.4,
        ),
        Mistake(
            "wrong-axis",
            "The queries compete for each key: softmax runs over the wrong axis. Each query "
            "shares its attention among the keys.",
            competes_among_queries,
            credit=0.2,
        ),
    ]

    def judge_at(cases, mistakes, within=1e-5):
        """Call the student's function on all test cases; raise `Wrong` if an output is wrong.

        ``within`` is the absolute error that is allowed, because scores in float32 are rounded.
        """

        def right(output, case):
            return close(output, over_the_list(case), atol=within)

        ask.announce(case[:4] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*c[:4], shape=(len(c.query), c.value.shape[1])) for c in cases],
            right,
            mistakes,
            n_arguments=4,
            shown_beside=lambda output, case: {"Expected": over_the_list(case)},
            rule=lambda case: (
                f"The same output as attention over the full list of {case.repeats.sum()} keys, "
                f"in which they stand {', '.join(map(str, case.repeats))} times."
            ),
        )

    def sizes():
        """Five tuples (n_q, n_k, d_k, d_v) with n_k ≥ 3: two fixed ones, and three random ones."""
        sizes = [(2, 3, 5, 1), (1, 4, 3, 2)]
        for _ in "three":
            sizes.append(tuple(rng.choice(np.arange(2, 11), size=4, replace=False).tolist()))
        return [(n_q, max(n_k, 3), d_k, d_v) for n_q, n_k, d_k, d_v in sizes]

    def draw_all(**how):
        return [draw(*size, **how) for size in sizes()]

    judge_at(draw_all(), mistakes)

    def where_wrong(name, says, credit, found):
        """A `Mistake` that fits an output if ``found`` is true for every wrong row.

        ``found(row, case, i)`` gets row i of the output. The other arguments are those of
        `Mistake`.
        """

        def fits(output, case):
            wrong = ~np.isclose(output, over_the_list(case), rtol=1e-4, atol=ROUNDING).all(axis=1)
            return all(found(output[i], case, i) for i in np.flatnonzero(wrong))

        return Mistake(name, says, fits, credit)

    def vanished_or_overflowed(row):
        """Whether the row is all 0 or not finite: exponentials have underflowed or overflowed."""
        return not np.isfinite(row).all() or close(row, 0)

    ROUNDING = 0.02  # error of outputs whose scores, some thousands, are in float32
    absent = where_wrong(
        "absent-key",
        "A key that occurs 0 times must have no weight at all.",
        0.6,
        lambda row, case, i: (case.counts == 0).any(),
    )

    def as_whole(output, case):
        wholes = (np.trunc(case.counts), np.round(case.counts), np.ceil(case.counts))
        return any(
            close(output, over_the_list(case._replace(repeats=whole.astype(int))))
            for whole in wholes
            if whole.any()
        )

    whole = Mistake(
        "whole-counts-only",
        "The counts are rounded to whole numbers. A count may be 1.4: only the proportions between "
        "the counts matter.",
        lambda output, case: close(output, over_the_list(case)) or as_whole(output, case),
        credit=0.4,
    )
    multiples = Mistake(
        "multiples-only",
        "The counts are taken for multiples of the smallest one, or of a small part of it. They "
        "may stand in any proportion, such as 2.9 to 2.3.",
        lambda output, case: close(
            output,
            over_the_list(
                case._replace(repeats=np.round(case.counts / case.counts.min()).astype(int))
            ),
        ),
        credit=0.4,
    )
    small_counts = where_wrong(
        "small-counts",
        "A count below 1 comes out wrong. A key that occurs half as often as another has half its "
        "share, even if the two counts are 0.000001 and 0.000002.",
        0.6,
        lambda row, case, i: (case.counts < 1).any(),
    )
    overflow = where_wrong(
        "overflow",
        "exp(10000) is too large for a float, and exp(−10000) is 0. Subtract each row's maximum "
        "from its scores first.",
        0.7,
        lambda row, case, i: vanished_or_overflowed(row) and abs(case.score_shift[i]) > 80,
    )
    absent_maximum = where_wrong(
        "absent-maximum",
        "A key that occurs 0 times still decides what is subtracted, and the other scores vanish "
        "beside its own.",
        0.7,
        lambda row, case, i: vanished_or_overflowed(row),
    )
    absent_wins = where_wrong(
        "absent-key",
        "A key that occurs 0 times gets weight when its score is large. It must have no weight "
        "however large its score is.",
        0.7,
        lambda row, case, i: np.isfinite(row).all(),
    )
    global_maximum = where_wrong(
        "global-maximum",
        "One maximum was subtracted from all rows. In a row far below it every exponential "
        "vanishes: take each row's own maximum.",
        0.7,
        lambda row, case, i: vanished_or_overflowed(row) and case.score_shift[i] < 0,
    )
    tiny, huge = SMALLEST_COUNT, LARGEST_COUNT / 4
    judge_edges(
        lambda: judge_at([scaled(case, 0.5) for case in draw_all(fewest=0)], [absent]),
        lambda: judge_at(draw_all(factor=rng.uniform(1.35, 1.45)), [whole]),
    )
    below = draw_all(factor=rng.uniform(0.35, 0.45)) + draw_all(factor=tiny)
    judge_edges(lambda: judge_at(below + draw_all(factor=huge), [small_counts]))
    high = LARGEST_SCORE - 100
    ends = [raised(case, score_shift) for score_shift in (high, -high) for case in draw_all()]
    wide = [with_far_scores(case, high) for case in draw_all()]
    judge_edges(lambda: judge_at([*ends, *wide], [overflow], ROUNDING))
    dominated = [raised(case, 0, high) for case in draw_all(fewest=0)]
    judge_edges(lambda: judge_at(dominated, [absent_maximum, absent_wins], ROUNDING))

    def mixed(n_q):
        return np.where(np.arange(n_q) % 2, -high / 2, high / 2)

    several = [size for size in sizes() if size[0] > 1]
    rows = [raised(case, mixed(len(case.query))) for case in (draw(*size) for size in several)]
    every = [draw(*size, fewest=0, factor=f) for f in (tiny, huge) for size in several]
    every = [raised(case, mixed(len(case.query)), high / 2) for case in every]
    judge_edges(lambda: judge_at([*rows, *every], [global_maximum], ROUNDING))
    uneven = draw_all(fewest=23, second=29, most=60, factor=rng.uniform(0.35, 0.45))
    judge_edges(lambda: judge_at(uneven, [multiples]))
    return "A text of a million words so needs no more keys than it has different words."
