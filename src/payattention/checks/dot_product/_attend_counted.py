"""A bag of keys."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, Slip, check, close, edge, judge
from payattention.checks.dot_product._oracle import attend


class Bag(NamedTuple):
    """Keys that stand counts[j] times, and how often to repeat each for the same proportions."""

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    counts: np.ndarray
    repeats: np.ndarray


@check(reread="Chapter 3, [All queries at once](03-dot-product#all-queries-at-once)")
def attend_counted(ask: Ask, rng: np.random.Generator) -> str:
    """Attention over a bag in which key j occurs counts[j] times."""

    def draw(n_q, n_k, d_k, d_v, *, fewest=1, factor=1.0, stretch=1.0):
        repeats = rng.integers(fewest, 5, size=n_k)
        repeats[:2] = fewest, 3
        shapes = ((n_q, d_k), (n_k, d_k), (n_k, d_v))
        query, key, value = (np.round(rng.normal(0, 1.3, size=shape), 1) for shape in shapes)
        return Bag(query * stretch, key, value, repeats * factor, repeats)

    def over_the_list(case):
        """Attention over the full list, in which each key is repeated."""
        key, value = (np.repeat(rows, case.repeats, axis=0) for rows in (case.key, case.value))
        return attend(case.query, key, value)

    def once(case):
        return case._replace(repeats=np.ones_like(case.repeats))

    def scaled(case, factor):
        return case._replace(query=case.query * factor)

    def competes_among_queries(output, case):
        """Whether the weights of each key, over all queries, add up to 1 (or to its count)."""
        totals = (case.value.sum(axis=0), case.counts @ case.value)
        return any(close(output.sum(axis=0), total) for total in totals)

    mistakes: Mistakes = [
        Slip(
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
            lambda output, case: close(
                output, attend(case.query, case.key, case.value, case.counts)
            ),
        ),
        Mistake(
            "not-renormalised",
            "The counts are multiplied in after the softmax, so the weights no longer add up to 1: "
            "the output is a sum, not an average.",
            lambda output, case: close(
                output, attend(case.query, case.key, case.value * case.counts[:, None])
            ),
            credit=0.4,
        ),
        Mistake(
            "count-shares",
            "The values are scaled by their share of the counts, after softmax has already shared "
            "out the attention. The counts must take part in the sharing.",
            lambda output, case: close(
                output * case.counts.sum(),
                attend(case.query, case.key, case.value * case.counts[:, None]),
            ),
            credit=0.3,
        ),
        Slip(
            "one-too-many",
            "Every key counts once more than it should (log(1 + count), perhaps?).",
            lambda output, case: (output, case._replace(repeats=case.repeats + 1)),
            credit=0.4,
        ),
        Slip(
            "no-scale",
            "The scores are not divided by √d_k.",
            lambda output, case: (output, scaled(case, case.key.shape[1] ** 0.5)),
            credit=0.5,
        ),
        Slip(
            "scaled-by-d_k",
            "The scores are divided by d_k instead of √d_k.",
            lambda output, case: (output, scaled(case, case.key.shape[1] ** -0.5)),
            credit=0.5,
        ),
        Slip(
            "scaled-by-d_v",
            "The scores are divided by √d_v instead of √d_k: it is queries and keys that are "
            "multiplied.",
            lambda output, case: (
                output,
                scaled(case, (case.key.shape[1] / case.value.shape[1]) ** 0.5),
            ),
            credit=0.5,
        ),
        Mistake(
            "wrong-axis",
            "The queries compete for each key: softmax runs over the wrong axis. Each query "
            "shares its attention among the keys.",
            competes_among_queries,
            credit=0.2,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.ahead(case[:4] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*c[:4], shape=(len(c.query), c.value.shape[1])) for c in cases],
            lambda output, case: close(output, over_the_list(case)),
            mistakes,
            given=4,
            also=lambda output, case: {"Expected": over_the_list(case)},
            rule=lambda case: (
                f"The same output as attention over the full list of {case.repeats.sum()} keys, "
                f"in which they stand {', '.join(map(str, case.repeats))} times."
            ),
        )

    sizes = [(2, 3, 2, 1), (2, 3, 4, 3), (5, 4, 3, 6), (3, 7, 8, 2)]
    judge_at([draw(*size) for size in sizes], mistakes)

    absent = edge(
        "absent-key",
        "Right, unless a key occurs 0 times: then it must have no weight at all.",
        credit=0.6,
    )
    judge_at([draw(*size, fewest=0) for size in sizes], [absent])

    whole = edge(
        "whole-counts-only",
        "Right for whole counts only. A count may be 1.4: only the proportions between the counts "
        "matter.",
        credit=0.4,
    )
    judge_at([draw(*size, factor=rng.uniform(1.35, 1.45)) for size in sizes], [whole])

    overflow = edge(
        "overflow",
        "Right for small scores, but large ones overflow: exp(1000) is too large for a float. "
        "Subtract each row's maximum first.",
        credit=0.7,
    )
    judge_at([draw(*size, stretch=2000.0) for size in sizes], [overflow])
    return "A text of a million words so needs no more keys than it has different words."
