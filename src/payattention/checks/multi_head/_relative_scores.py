"""The check of `relative_scores`: attention scores with relative positions."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_POSITIONS, LARGEST_REACH = 300, 20


class Pairs(NamedTuple):
    """A test case: the arguments of one call of the student's `relative_scores`, for n positions.

    Q     the queries, (n, d)
    K     the keys, (n, d)
    E     a vector for each distance j − i from query i to key j, (distances, d)
    left  the largest distance to the left; row 0 of ``E`` is for the distance −left
    """

    Q: np.ndarray
    K: np.ndarray
    E: np.ndarray
    left: int


@check(reread="Chapter 4, [Relative positions](04-multi-head#relative)")
def relative_scores(ask: Ask, rng: np.random.Generator) -> str:
    """Check scaled scores that use a vector for each distance from a query to a key.

    The score of query i and key j is q_i · (k_j + e) / √d, and e is the vector of the distance
    j − i. A distance without a vector is clipped to the nearest distance that has one.

    Promised domain: 1 to 300 positions; vectors for 0 to 20 positions to the left and to the right.
    Extremes and special cases, alone and together: no vectors for the left side, for the right, for
        both; fewer positions than distances; one position, a width of 1; 300 positions.
    Usual mistakes: the distance is i − j, or has no sign; both sides are clipped at the same
        distance; left and right are exchanged; distances without a vector wrap around, or get no
        vector at all; the rows of `E` are off by one; the order of the rows of `E` is reversed; the
        code gives the middle row to the distance 0; the rows belong to absolute positions; e is
        multiplied by the key or by the wrong query; e is subtracted from the key; e is added to the
        query, too; the sum of the entries of e replaces q · e; q · k or q · e is missing; rows and
        columns of the scores are exchanged; the scores are multiplied by √d; the scores are divided
        by d, by the root of another number, or not at all; only one of q · k and q · e is divided
        by √d; q · k or q · e is divided twice; the mask is causal; weights are returned, not
        scores. In edge cases: the scores are wrong if one side has no vectors.
    Certain: vectors and projections are random, so all these mistakes give different scores. The
        feedback names a mistake only if its scores fit all test cases.
    """

    def draw(n, d, left, right_):
        Q, K = rng.normal(size=(2, n, d))
        return Pairs(Q, K, rng.normal(size=(left + right_ + 1, d)), left)

    def vectors(case, number=None):
        """The row of ``E`` for each pair of a query and a key: (queries, keys, d).

        ``number(distances, left, last)`` may choose other rows: it gets the distances j − i of all
        pairs and the index of the last row, and returns the index of a row for each pair.
        """
        last = len(case.E) - 1
        clipped = distances(case).clip(-case.left, last - case.left) + case.left
        return case.E[clipped if number is None else number(distances(case), case.left, last)]

    def scores(case, *, content=1.0, position=1.0, number=None, of_keys=False):
        """The table of scores, (queries, keys): (``content`` q · k + ``position`` q · e) / √d.

        e is the vector of the pair; ``number`` may choose another row, as in `vectors`. If
        ``of_keys`` is true, e is multiplied by k, not by q.
        """
        pairs = vectors(case, number)
        asks = case.K[None] if of_keys else case.Q[:, None]
        by_position = (asks * pairs).sum(axis=-1)
        by_content = np.einsum("id,jd->ij", case.Q, case.K)
        return (content * by_content + position * by_position) / case.Q.shape[1] ** 0.5

    def right(output, case):
        return close(output, scores(case), 1e-3, 1e-4)

    def root(case):
        return case.Q.shape[1] ** 0.5

    def reached(case):
        return (distances(case) >= -case.left) & (distances(case) < len(case.E) - case.left)

    def distances(case):
        return np.subtract.outer(np.arange(len(case.Q)), np.arange(len(case.Q))).T  # j − i

    def by_rows(*numbers):
        """Make a predicate (output, case): whether the scores are those with wrong rows of ``E``.

        Each of ``numbers`` chooses wrong rows, like ``number`` in `vectors`.
        """
        return equals_one_of(
            *(lambda case, number=number: scores(case, number=number) for number in numbers)
        )

    def absolute(case, axis):
        """The wrong scores if row t of ``E`` belongs to position t, and not to a distance.

        t is the position of the key if ``axis`` is 1, and the position of the query if ``axis`` is
        0.
        """
        place = np.arange(len(case.Q)).clip(0, len(case.E) - 1)
        vectors = case.E[place][None] if axis else case.E[place][:, None]
        return np.einsum("id,ijd->ij", case.Q, case.K + vectors) / root(case)

    def without_query(case):
        """The wrong scores if the sum of the entries of e replaces q · e (e: the pair's vector)."""
        alone = vectors(case).sum(axis=-1) / root(case)
        return scores(case, position=0.0) + alone

    def of_the_other(case):
        by_position = (case.Q[None] * vectors(case)).sum(axis=-1) / root(case)
        return scores(case, position=0.0) + by_position

    def twice_added(case):
        pairs = vectors(case)
        return ((case.Q[:, None] + pairs) * (case.K + pairs)).sum(axis=-1) / root(case)

    def softmax(table):
        weights = np.exp(table - table.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def symmetric(distance, left, last):
        reach = min(left, last - left)
        return distance.clip(-reach, reach) + reach

    mistakes: Mistakes = [
        Mistake(
            "other-direction",
            "The distances run from key to query. Row 0 of `E` belongs to keys to the *left* of "
            "the query, j − i = −left.",
            equals_one_of(
                lambda c: scores(
                    c, number=lambda d, left, last: (-d).clip(-left, last - left) + left
                ),
            ),
            credit=0.5,
        ),
        Mistake(
            "reversed",
            "`E` is read from its other end. Row 0 is the vector of the distance −left, the last "
            "row that of the largest distance to the right.",
            equals_one_of(lambda c: scores(c._replace(E=c.E[::-1]))),
            credit=0.5,
        ),
        Mistake(
            "zero-beyond",
            "Pairs that are farther apart than `E` reaches get no vector. They should take that of "
            "the largest distance on their side.",
            equals_one_of(
                lambda c: scores(c, position=reached(c)),
                lambda c: scores(c, position=reached(c) | (distances(c) < 0)),
                lambda c: scores(c, position=reached(c) | (distances(c) > 0)),
            ),
            credit=0.4,
        ),
        Mistake(
            "divided-by-d",
            "The scores are divided by d, not by its root.",
            equals_one_of(lambda c: scores(c) / root(c)),
            credit=0.6,
        ),
        Mistake(
            "weights",
            "These are weights: the scores went through a softmax. Return the scores.",
            equals_one_of(lambda c: softmax(scores(c))),
            credit=0.5,
        ),
        Mistake(
            "clipped-alike",
            "Both sides are clipped at the same distance. `E` reaches `left` positions to the left "
            "and the rest to the right.",
            equals_one_of(
                lambda c: scores(c, number=symmetric),
                lambda c: scores(
                    c, number=lambda d, left, last: d.clip(-(last // 2), last // 2) + last // 2
                ),
                lambda c: scores(
                    c, number=lambda d, left, last: (d.clip(-left, left) + left).clip(0, last)
                ),
            ),
            credit=0.4,
        ),
        Mistake(
            "sides-exchanged",
            "Left and right are exchanged: `left` is the largest distance to the left, and "
            "len(E) − 1 − left that to the right.",
            by_rows(lambda d, left, last: d.clip(left - last, left) + last - left),
            credit=0.5,
        ),
        Mistake(
            "one-row-off",
            "Distances take the row of `E` before or after theirs, or are clipped one too early. "
            "The distance 0 has row `left`; the last row is len(E) − 1.",
            by_rows(
                lambda d, left, last: (d + left + 1).clip(0, last),
                lambda d, left, last: (d + left - 1).clip(0, last),
                lambda d, left, last: d.clip(-left, last - left - 1) + left,
                lambda d, left, last: d.clip(1 - left, last - left) + left,
            ),
            credit=0.5,
        ),
        Mistake(
            "middle-row",
            "The distance 0 takes the middle row of `E`. It has row `left`, since both sides have "
            "different reaches.",
            by_rows(lambda d, left, last: (d + (last + 1) // 2).clip(0, last)),
            credit=0.4,
        ),
        Mistake(
            "without-its-sign",
            "A key to the left takes the vector of one as far to the right: the sign of the "
            "distance is lost.",
            by_rows(
                lambda d, left, last: abs(d).clip(0, last),
                lambda d, left, last: abs(d).clip(0, last - left) + left,
            ),
            credit=0.3,
        ),
        Mistake(
            "absolute-positions",
            "The vectors belong to positions here, and not to distances: they depend on j or on i "
            "alone.",
            equals_one_of(lambda c: absolute(c, 1), lambda c: absolute(c, 0)),
            credit=0.3,
        ),
        Mistake(
            "wrapped",
            "Distances beyond the vectors wrap around. They should be clipped: far is far.",
            equals_one_of(
                lambda c: scores(c, number=lambda d, left, last: (d + left) % (last + 1))
            ),
            credit=0.4,
        ),
        Mistake(
            "not-shifted",
            "A distance of −1 takes the last row of `E`. Add `left`, so that the distance −left "
            "takes row 0.",
            equals_one_of(
                lambda c: scores(
                    c, number=lambda d, left, last: d.clip(-left, last - left) % (last + 1)
                )
            ),
            credit=0.5,
        ),
        Mistake(
            "with-the-keys",
            "The vectors are multiplied by the keys. The query asks: its dot product with key and "
            "vector counts.",
            equals_one_of(lambda c: scores(c, of_keys=True)),
            credit=0.5,
        ),
        Mistake(
            "other-query",
            "The vector of the pair (i, j) is multiplied by q_j. The query at i asks: q_i.",
            equals_one_of(of_the_other),
            credit=0.5,
        ),
        Mistake(
            "unasked",
            "The numbers of the vectors are added to the scores, without the query. They are added "
            "to the key, and the query's dot product with both counts.",
            equals_one_of(without_query),
            credit=0.3,
        ),
        Mistake(
            "added-twice",
            "The vectors are added to the queries, too. They are added to the keys alone.",
            equals_one_of(twice_added),
            credit=0.4,
        ),
        Mistake(
            "subtracted",
            "The vectors are subtracted from the keys. They are added.",
            equals_one_of(lambda c: scores(c, position=-1.0)),
            credit=0.6,
        ),
        Mistake(
            "transposed",
            "Rows and columns are exchanged, of all or of the products of queries and keys: row i "
            "belongs to query i, column j to key j.",
            equals_one_of(
                lambda c: scores(c).T,
                lambda c: scores(c, position=0.0).T + scores(c, content=0.0),
                lambda c: scores(c, position=0.0) + scores(c, content=0.0).T,
            ),
            credit=0.5,
        ),
        Mistake(
            "causal",
            "The scores on one side of the diagonal are 0, or −∞. Every query has a score for "
            "every key.",
            equals_one_of(
                lambda c: np.tril(scores(c)),
                lambda c: np.triu(scores(c)),
                lambda c: np.where(distances(c) > 0, -np.inf, scores(c)),
            ),
            credit=0.4,
        ),
        Mistake(
            "other-scale",
            "The scores are multiplied by √d, or divided by the root of another number: d is the "
            "width of a query.",
            equals_one_of(
                lambda c: scores(c) * root(c) ** 2,
                lambda c: scores(c) * root(c) / len(c.Q) ** 0.5,
                lambda c: scores(c) * root(c) / len(c.E) ** 0.5,
            ),
            credit=0.6,
        ),
        Mistake(
            "scaled-twice",
            "One of the two dot products is divided by √d twice.",
            equals_one_of(
                lambda c: scores(c, content=1 / root(c)),
                lambda c: scores(c, position=1 / root(c)),
            ),
            credit=0.6,
        ),
        Mistake(
            "content-only",
            "These scores know no position: `E` is not in them.",
            equals_one_of(lambda c: scores(c, position=0.0)),
        ),
        Mistake(
            "position-only",
            "These scores know positions only: the keys are not in them.",
            equals_one_of(lambda c: scores(c, content=0.0)),
            credit=0.3,
        ),
        Mistake(
            "not-scaled",
            "The scores are not divided by √d.",
            equals_one_of(lambda c: scores(c) * root(c)),
            credit=0.6,
        ),
        Mistake(
            "half-scaled",
            "Only one of the two dot products is divided by √d. The whole score is.",
            equals_one_of(
                lambda c: scores(c, position=root(c)),
                lambda c: scores(c, content=root(c)),
            ),
            credit=0.6,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(len(case.Q),) * 2) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": scores(case)},
            rule="Score (i, j) is q_i · (k_j + e) / √d, where e is the row of `E` for the distance "
            "j − i, clipped to −left … right.",
        )

    n, d, left, right_ = (int(x) for x in rng.choice(np.arange(2, 7), size=4, replace=False))
    ordinary = [draw(6, 3, 1, 2), draw(n + 9, d, left, right_), draw(12, d, 3, 1)]
    judge_at([*ordinary, draw(n + 8, 5, 2, 5)], mistakes)
    sides = [draw(7, 2, 0, 3), draw(7, 3, 3, 0), draw(5, 2, 0, 0)]
    thin = [draw(1, 3, 2, 1), draw(3, 1, 2, 2), draw(3, d, LARGEST_REACH, LARGEST_REACH)]
    full = [draw(MOST_POSITIONS, 4, LARGEST_REACH, 5)]
    one_sided = Mistake(
        "side-without-vectors",
        "A side may have no vectors of its own: then all its distances take the vector of 0.",
        lambda output, case: right(output, case) or case.left in (0, len(case.E) - 1),
        credit=0.7,
    )
    judge_edges(lambda: judge_at([*sides, *thin, *full], [one_sided]))
    return (
        "A table of n × n × d numbers works, but is not needed: each pair can pick one column of "
        "`Q @ E.T`."
    )
