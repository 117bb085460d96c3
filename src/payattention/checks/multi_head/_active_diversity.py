"""The check of `active_diversity`: a penalty on active heads that attend alike."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import alike, equals_one_of
from payattention.checks.shapes import judge_shapes

MOST_HEADS, MOST_POSITIONS = 16, 50


class Attention(NamedTuple):
    """A test case: the arguments of one call of the student's `active_diversity`.

    ``A`` has the attention weights, (heads, queries, keys). ``active`` is boolean, with an entry
    for each head.
    """

    A: np.ndarray
    active: np.ndarray


@check(reread="Chapter 4, [A penalty for heads that look alike](04-multi-head#diversity)")
def active_diversity(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's penalty on active heads that attend alike: one number for each query.

    The penalty of a query is ‖A Aᵀ − I‖² (Frobenius norm). The rows of A are the query's weights in
    the active heads.

    Promised domain: 1 to 16 heads, 1 to 50 queries and keys; the weights of each head and query add
        up to 1.
    Extremes and special cases, alone and together: all heads active, one, none; one head; one
        query; one key; heads that attend to one key each, and to different keys; heads that all
        have the same weights.
    Usual mistakes: all heads count; only the inactive heads count; the first heads count instead of
        the active ones; `active` is used as indices 0 and 1; inactive heads stay in A as rows of
        zeros; the norm is not squared; the entries of A Aᵀ − I are added up without squares; the
        sum of the entries is squared, not each entry; the matrix A Aᵀ − I is multiplied by itself;
        the identity is left out; the identity is subtracted after the entries are squared; the
        diagonal is left out; only the diagonal counts; keys or queries are compared, not heads;
        rows of A are scaled to length 1; the penalty is halved; the penalty is divided by a size
        such as the number of heads; absolute values replace squares; 1 is subtracted from every
        entry; each pair of heads counts once, not twice; the norm is the spectral one; all queries
        have one common penalty; the squares are not added up, or are added up along one axis only.
        In edge cases: the penalty is wrong if no head is active, or only one.
    Certain: the weights are random, so all these mistakes give different penalties. The feedback
        names a mistake only if its penalties fit all test cases.
    """

    def draw(h, n, m, active, *, sharp=1.0):
        A = rng.dirichlet(np.full(m, 1 / sharp), size=(h, n))
        return Attention(A, np.array(active, dtype=bool))

    def some_inactive(h):
        """A random boolean mask of h ≥ 3 heads: at least two are active, at least one is not."""
        active = np.arange(h) < rng.integers(2, h)
        return rng.permutation(active)

    def apart(table):
        """‖T − I‖² (Frobenius norm) for each T in ``table``: (queries, n, n) → (queries,)."""
        table = torch.tensor(np.asarray(table, dtype=float))
        return torch.linalg.matrix_norm(table - torch.eye(table.shape[-1])).square().numpy()

    def overlaps(A):
        return np.einsum("hnk,gnk->nhg", A, A)  # (queries, heads, heads)

    def overlap_of_active(case):
        return overlaps(case.A[case.active])

    def right(output, case):
        return close(output, expected(case), 1e-4, 1e-5)

    def minus_identity(case):
        """The right matrix A Aᵀ − I for each query: (queries, active heads, active heads)."""
        return overlap_of_active(case) - np.eye(case.active.sum())

    def expected(case):
        return apart(overlap_of_active(case))

    def of_length_1(A):
        return A / np.linalg.norm(A, axis=-1, keepdims=True)

    def of_queries(case):
        """The wrong penalty of each query, (queries,): queries are compared, not heads.

        Each active head then has a matrix A Aᵀ − I with a row for each query. The penalty of query
        t is the sum of the squares in row t, over all active heads.
        """
        A = case.A[case.active]
        return np.square(A @ A.swapaxes(1, 2) - np.eye(A.shape[1])).sum(axis=(0, 2))

    def without_diagonal(table):
        return table * (1 - np.eye(table.shape[-1]))

    mistakes: Mistakes = [
        Mistake(
            "all-heads",
            "This is the penalty of all heads. Those that are not active must not count.",
            equals_one_of(lambda case: apart(overlaps(case.A))),
            credit=0.3,
        ),
        Mistake(
            "rows-of-zeros",
            "Each head that is not active adds 1: its row is 0, and the identity still has a 1 "
            "there. Leave the head out of both.",
            equals_one_of(lambda case: expected(case) + (~case.active).sum()),
            credit=0.5,
        ),
        Mistake(
            "the-others",
            "This is the penalty of the heads that are *not* active.",
            equals_one_of(lambda case: apart(overlaps(case.A[~case.active]))),
            credit=0.5,
        ),
        Mistake(
            "not-squared",
            "This is the norm. The penalty is its square.",
            equals_one_of(lambda case: expected(case) ** 0.5),
            credit=0.6,
        ),
        Mistake(
            "no-identity",
            "The identity is not subtracted: so heads that look at one key each would be punished.",
            equals_one_of(lambda case: np.square(overlap_of_active(case)).sum(axis=(1, 2))),
            credit=0.4,
        ),
        Mistake(
            "diagonal-left-out",
            "Only pairs of different heads count here. The diagonal, α·α − 1, asks each head to be "
            "sharp.",
            equals_one_of(
                lambda case: np.square(without_diagonal(overlap_of_active(case))).sum(axis=(1, 2)),
                lambda case: (
                    np.square(without_diagonal(overlap_of_active(case))).sum(axis=(1, 2)) / 2
                ),
            ),
            credit=0.4,
        ),
        Mistake(
            "diagonal-alone",
            "Only the diagonal counts here, (α·α − 1)² of each head. The other entries ask the "
            "heads to be different.",
            equals_one_of(
                lambda case: np.square(np.einsum("nhh->nh", minus_identity(case))).sum(axis=1)
            ),
            credit=0.4,
        ),
        Mistake(
            "active-as-numbers",
            "`active` picks heads 1 and 0 over and over: as numbers, True is 1 and False is 0. "
            "Keep it boolean.",
            equals_one_of(lambda case: apart(overlaps(case.A[case.active.astype(int)]))),
            credit=0.4,
        ),
        Mistake(
            "first-heads",
            "These are the first heads, as many as are active. `active` says which ones.",
            equals_one_of(lambda case: apart(overlaps(case.A[: case.active.sum()]))),
            credit=0.4,
        ),
        Mistake(
            "squared-late",
            "The entries are added up first, and their sum is squared, or not even that. Square "
            "each entry, then add.",
            equals_one_of(
                lambda case: minus_identity(case).sum(axis=(1, 2)) ** 2,
                lambda case: minus_identity(case).sum(axis=(1, 2)),
            ),
            credit=0.4,
        ),
        Mistake(
            "matrix-squared",
            "The matrix is multiplied by itself. Square each entry, then add.",
            equals_one_of(
                lambda case: (minus_identity(case) @ minus_identity(case)).sum(axis=(1, 2))
            ),
            credit=0.4,
        ),
        Mistake(
            "identity-late",
            "The entries are squared before the identity is subtracted. Subtract it first.",
            equals_one_of(
                lambda case: np.square(overlap_of_active(case)).sum(axis=(1, 2)) - case.active.sum()
            ),
            credit=0.5,
        ),
        Mistake(
            "of-length-1",
            "The rows of A are divided by their length, so the diagonal is always 1. Take the "
            "weights as they are.",
            equals_one_of(lambda case: apart(overlaps(of_length_1(case.A[case.active])))),
            credit=0.4,
        ),
        Mistake(
            "queries-compared",
            "The tables compare the queries of a head. Each query has a table that compares heads: "
            "move the queries to the front first.",
            equals_one_of(of_queries),
            credit=0.3,
        ),
        Mistake(
            "divided",
            "The sum is divided by 2, or by the number of queries or keys. The squared norm is the "
            "sum itself.",
            equals_one_of(
                lambda case: expected(case) / 2,
                lambda case: expected(case) / case.A.shape[1],
                lambda case: expected(case) / case.A.shape[2],
            ),
            credit=0.6,
        ),
        Mistake(
            "keys-compared",
            "AᵀA compares keys. A Aᵀ compares heads: it has a row and a column for each head.",
            equals_one_of(
                lambda case: apart(
                    np.einsum("hnk,hnl->nkl", case.A[case.active], case.A[case.active])
                )
            ),
            credit=0.3,
        ),
        Mistake(
            "averaged",
            "This is a mean over the entries. The squared norm is their sum.",
            equals_one_of(
                lambda case: expected(case) / case.active.sum() ** 2,
                lambda case: expected(case) / len(case.A) ** 2,
            ),
            credit=0.6,
        ),
        Mistake(
            "divided-by-heads",
            "The sum is divided by the number of heads. The squared norm is the sum itself.",
            equals_one_of(
                lambda case: expected(case) / case.active.sum(),
                lambda case: expected(case) / len(case.A),
            ),
            credit=0.6,
        ),
        Mistake(
            "absolute",
            "These are sums of absolute values. The penalty adds up squares.",
            equals_one_of(lambda case: abs(minus_identity(case)).sum(axis=(1, 2))),
            credit=0.4,
        ),
        Mistake(
            "ones-for-the-identity",
            "1 is subtracted from every entry. The identity has ones on the diagonal alone.",
            equals_one_of(lambda case: np.square(overlap_of_active(case) - 1).sum(axis=(1, 2))),
            credit=0.4,
        ),
        Mistake(
            "each-pair-once",
            "Each pair of heads counts once here. The matrix has an entry for (i, j) and one for "
            "(j, i).",
            equals_one_of(
                lambda case: np.square(np.triu(minus_identity(case))).sum((1, 2)),
            ),
            credit=0.5,
        ),
        Mistake(
            "spectral",
            "This is the spectral norm, the largest singular value. Here the norm is that of "
            "Frobenius: its square is the sum of all squared entries.",
            equals_one_of(
                lambda case: np.linalg.norm(minus_identity(case), 2, (1, 2)),
                lambda case: np.linalg.norm(minus_identity(case), 2, (1, 2)) ** 2,
            ),
            credit=0.4,
        ),
        Mistake(
            "summed-first",
            "The weights are averaged or added up over the queries, and one penalty was made of "
            "them. Each query has its own.",
            equals_one_of(
                lambda case: 0 * expected(case) + apart(overlaps(mean_attention(case))),
                lambda case: 0 * expected(case) + expected(case).sum(),
                lambda case: 0 * expected(case) + expected(case).mean(),
            ),
            credit=0.3,
        ),
    ]

    def mean_attention(case):
        return case.A[case.active].mean(axis=1, keepdims=True)

    of_other_shapes: Mistakes = [
        Mistake(
            "one-for-all",
            "One number came for all queries. Each query has a penalty of its own: add up the "
            "entries of its matrix only.",
            equals_one_of(
                lambda case: expected(case).sum(), lambda case: expected(case).mean(), same=alike
            ),
            credit=0.4,
        ),
        Mistake(
            "one-sum-missing",
            "The squares are not all added up. Of each query's matrix, sum over rows and columns: "
            "two axes.",
            equals_one_of(
                lambda case: np.square(minus_identity(case)),
                lambda case: np.square(minus_identity(case)).sum(axis=-1),
                same=alike,
            ),
            credit=0.6,
        ),
    ]
    rule = (
        "Entry t is ‖A Aᵀ − I‖², where the rows of A are the weights of query t in the active "
        "heads, and I has as many rows."
    )

    def judge_at(cases, mistakes, misshapen=of_other_shapes):
        ask.announce(cases)
        outputs = [ask.array(*case, shape=None) for case in cases]
        judge_shapes(ask, cases, outputs, expected, misshapen, rule=rule)
        judge(
            ask,
            cases,
            outputs,
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": expected(case)},
            rule=rule,
        )

    h, n, m = (int(x) for x in rng.choice(np.arange(3, 8), size=3, replace=False))
    cases = [draw(3, 2, 4, [True, False, True]), draw(5, 2, 4, [True, True, False, True, False])]
    cases += [draw(h, n, m, some_inactive(h)), draw(m, h, n, some_inactive(m))]
    judge_at([*cases, draw(n, m, h + 3, some_inactive(n), sharp=4.0)], mistakes)

    nobody = Mistake(
        "nobody-active",
        "Where no head is active there is nothing to punish: 0 for each query.",
        lambda output, case: True,
        credit=0.7,
    )
    none = [draw(h, n, m, np.zeros(h)), draw(1, 1, 1, [False]), draw(2, 3, 4, np.zeros(2))]
    thin = [
        draw(1, n, m, [True]),
        draw(3, 1, 4, [True, True, False]),
        draw(4, 3, 1, some_inactive(4)),
    ]
    single = draw(h, 3, m, np.arange(h) == 1)
    same_looks = draw(h, n, m, some_inactive(h))
    same_looks = same_looks._replace(A=np.broadcast_to(same_looks.A[:1], same_looks.A.shape).copy())
    keys = np.eye(MOST_POSITIONS)[rng.permutation(MOST_POSITIONS)[:MOST_HEADS]]
    one_each = Attention(np.repeat(keys[:, None], 3, axis=1), some_inactive(MOST_HEADS))
    full = draw(MOST_HEADS, MOST_POSITIONS, MOST_POSITIONS, np.ones(MOST_HEADS))
    edges = [*thin, single, same_looks, one_each, full]
    alone = Mistake(
        "single-head-free",
        "A single active head is punished, too, if it is not sharp: its penalty is (α·α − 1)².",
        lambda output, case: right(output, case) or (case.active.sum() == 1 and close(output, 0.0)),
        credit=0.7,
    )
    judge_edges(lambda: judge_at(edges, [alone]), lambda: judge_at(none, [nobody], [nobody]))
    return "So heads can be switched off during a training without a penalty for being off."
