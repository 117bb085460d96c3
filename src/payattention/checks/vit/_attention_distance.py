"""The check of `attention_distance`: the mean attention distance of each head of a ViT."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of, overflows

MOST_HEADS, LARGEST_GRID, LARGEST_PATCH = 16, 14, 32


class Maps(NamedTuple):
    """The arguments of one call of the student's `attention_distance`.

    A  the attention weights, (heads, tokens, tokens); token 0 is [CLS], the others are patches
    ``rows``, ``columns``: the size of the grid of patches.
    patch  the side of a patch, in pixels
    """

    A: np.ndarray
    rows: int
    columns: int
    patch: int


@check(reread="Chapter 7, [Where it looks](07-vit#rollout)")
def attention_distance(ask: Ask, rng: np.random.Generator) -> str:
    """Check each head's mean distance, in pixels, between a patch and the patches it attends to.

    Promised domain: 1 to 16 heads; grids of 1 to 14 rows and columns; patches of 1 to 32 pixels;
        rows of weights that add up to 1.
    Extremes and special cases, alone and together: some or all queries of a head have all their
        weight on [CLS]; one row, one column, one patch; patches that attend to themselves alone;
        more rows than columns, and fewer; one head; all sizes at their largest.
    Usual mistakes: the last token is taken for [CLS]; [CLS] stays among the queries; a query's
        weights on patches are not divided by their sum; rows and columns are exchanged; queries and
        keys are exchanged; steps along rows and columns are added up; distances are measured along
        the sequence; distances are squared; distances are counted in patches; the distances of the
        queries are added up, not averaged; a head's weighted distances are divided by the sum of
        all its weights, not query by query; only the strongest key counts; the weights are ignored;
        all heads get the same distance. In edge cases: the code divides 0 by 0; queries that attend
        to no patch count as 0.
    Certain: in ordinary test cases, the weights are random and the grids are not square, so all
        these mistakes give different distances. A mistake is named only if the student's distances
        fit it in all cases.
    """

    def draw(heads, rows, columns, patch):
        n = 1 + rows * columns
        scores = torch.tensor(1.5 * rng.normal(size=(heads, n, n)))
        return Maps(torch.softmax(scores, dim=-1).numpy(), rows, columns, patch)

    def centres(rows, columns, patch):
        """The centres (y, x) of all patches in pixels, (patches, 2); that of patch 0 is (0, 0)."""
        y, x = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
        return patch * torch.stack([y, x], dim=-1).reshape(-1, 2).double()

    def along(case):
        """The distances in pixels if all patches were in one row: (patches, patches)."""
        i = case.patch * np.arange(case.rows * case.columns)
        return abs(i[:, None] - i)

    def apart(case, *, p=2.0, exchanged=False):
        """The distances in pixels between all patches, (patches, patches), in the p-norm.

        ``exchanged`` makes a mistake: the grid's numbers of rows and columns are exchanged.
        """
        sides = (case.columns, case.rows) if exchanged else (case.rows, case.columns)
        where = centres(*sides, case.patch)
        return torch.cdist(where, where, p=p).numpy()

    def shared(case):
        """Each query's weights on patches, divided by their sum, and a mask of sums > 0.

        The shapes are (heads, patches, patches) and (heads, patches).
        """
        among = case.A[:, 1:, 1:]
        total = among.sum(axis=2, keepdims=True)
        seen = total[..., 0] > 0
        return np.where(total > 0, among / np.where(total > 0, total, 1), 0), seen

    def mean(case, distance=None):
        weights, seen = shared(case)
        far = (weights * (apart(case) if distance is None else distance)).sum(axis=2)
        return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)

    def right(output, case):
        return close(output, mean(case))

    def strongest(case):
        key = case.A[:, 1:, 1:].argmax(axis=2)
        return np.take_along_axis(apart(case)[None], key[..., None], axis=2).mean(axis=(1, 2))

    def with_class(case, *, at_end):
        """Wrong mean distances: in place of token 0, [CLS], the last token is left out.

        ``at_end`` says whether the weights that remain are divided by their sum.
        """
        A = case.A[:, :-1, :-1]
        if not at_end:
            return (A * apart(case)).sum(axis=2).mean(axis=1)
        return ((A / A.sum(axis=2, keepdims=True)) * apart(case)).sum(axis=2).mean(axis=1)

    def class_asks(case, *, shifted):
        """Wrong mean distances: [CLS] stays among the queries.

        If ``shifted`` is true, patch i gets the weights of token i, not of token 1 + i. Otherwise,
        [CLS] is one more query, at the place of patch 0.
        """
        among = case.A[:, :, 1:]
        weights = among / among.sum(axis=2, keepdims=True)
        if shifted:
            return (weights[:, :-1] * apart(case)).sum(axis=2).mean(axis=1)
        distance = np.vstack([apart(case)[:1], apart(case)])
        return (weights * distance).sum(axis=2).mean(axis=1)

    def one_fraction(case):
        """For each head, a wrong mean: Σ weight · distance / Σ weight over all queries and keys."""
        among = case.A[:, 1:, 1:]
        return (among * apart(case)).sum(axis=(1, 2)) / among.sum(axis=(1, 2))

    def of_mean_map(case):
        """The mean distance for the mean of all heads' weights, repeated for each head."""
        (found,) = mean(case._replace(A=case.A.mean(axis=0, keepdims=True)))
        return np.full(len(case.A), found)

    mistakes: Mistakes = [
        Mistake(
            "weights-not-shared",
            "The weights on [CLS] are left out, but the others then add up to less than 1: divide "
            "them by their sum.",
            equals_one_of(lambda case: (case.A[:, 1:, 1:] * apart(case)).sum(axis=2).mean(axis=1)),
            credit=0.5,
        ),
        Mistake(
            "class-token-last",
            "Token 0 is taken for a patch, and the last patch for [CLS]. [CLS] comes first.",
            equals_one_of(
                lambda case: with_class(case, at_end=True),
                lambda case: with_class(case, at_end=False),
            ),
            credit=0.4,
        ),
        Mistake(
            "class-token-asks",
            "[CLS] is still a query. Leave out its row, too.",
            equals_one_of(
                lambda case: class_asks(case, shifted=True),
                lambda case: class_asks(case, shifted=False),
            ),
            credit=0.5,
        ),
        Mistake(
            "one-fraction",
            "All distances of a head are divided by all its weights at once. Each query has a "
            "fraction of its own; then take their mean.",
            equals_one_of(one_fraction),
            credit=0.5,
        ),
        Mistake(
            "keys-for-queries",
            "Queries and keys are exchanged: row i of `A[h]` has the weights of query i.",
            equals_one_of(lambda case: mean(case._replace(A=case.A.swapaxes(1, 2)))),
            credit=0.4,
        ),
        Mistake(
            "along-the-sequence",
            "The patches are taken for a row. They stand in a grid: patch i is in row "
            "i // columns and column i % columns.",
            equals_one_of(lambda case: mean(case, along(case))),
            credit=0.3,
        ),
        Mistake(
            "grid-turned",
            "Rows and columns of the grid are exchanged: patch i is in row i // columns.",
            equals_one_of(lambda case: mean(case, apart(case, exchanged=True))),
            credit=0.5,
        ),
        Mistake(
            "steps-added",
            "The steps along rows and columns are added up, or the larger one alone is taken. "
            "Distance is the straight line: the root of the sum of squares.",
            equals_one_of(
                lambda case: mean(case, apart(case, p=1.0)),
                lambda case: mean(case, apart(case, p=np.inf)),
            ),
            credit=0.5,
        ),
        Mistake(
            "not-rooted",
            "These are means of squared distances, or their root. Take the root of each first.",
            equals_one_of(
                lambda case: mean(case, apart(case) ** 2),
                lambda case: mean(case, apart(case) ** 2) ** 0.5,
                lambda case: mean(case, apart(case) ** 2) / case.patch,  # squared, then × patch
            ),
            credit=0.5,
        ),
        Mistake(
            "strongest-alone",
            "Only the key with the largest weight is looked at. Each key counts by its weight.",
            equals_one_of(strongest),
            credit=0.3,
        ),
        Mistake(
            "not-weighted",
            "The weights have no influence: this is the mean distance of all patches.",
            lambda output, case: close(output, np.full(len(case.A), apart(case).mean())),
        ),
        Mistake(
            "summed",
            "The distances of all queries are added up. Take their mean.",
            equals_one_of(lambda case: mean(case) * case.rows * case.columns),
            credit=0.5,
        ),
        Mistake(
            "heads-averaged",
            "All heads have the same number, that of their mean. Each head has its own.",
            equals_one_of(lambda case: np.full(len(case.A), mean(case).mean()), of_mean_map),
            credit=0.3,
        ),
        UndoableMistake(
            "in-patches",
            "This is counted in patches. In pixels it is `patch` times as far.",
            lambda output, case: (output * case.patch, case),
            credit=0.7,
        ),
    ]
    about_class: Mistakes = [
        Mistake(
            "zero-by-zero",
            "0/0 came out: a patch whose weights all lie on [CLS] attends to no patch. Leave that "
            "query out; where none is left, return 0.",
            overflows(right),
            credit=0.6,
        ),
        Mistake(
            "counted-as-0",
            "A patch whose weights all lie on [CLS] counts as a distance of 0. Leave that query "
            "out of the mean.",
            lambda output, case: close(
                output, mean(case) * shared(case)[1].sum(axis=1) / (case.rows * case.columns)
            ),
            credit=0.7,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(len(case.A),)) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": mean(case)},
            rule="For each head: the mean, over the queries that attend to any patch, of the mean "
            "distance of the patches, weighted by the weights without [CLS], divided by their sum.",
        )

    a, b, c = (int(x) for x in rng.choice(np.arange(2, 6), size=3, replace=False))
    judge_at(
        [draw(2, 1, 3, 4), draw(2, a, b, 8), draw(3, b, c, a + b), draw(4, 4, 2, 16)], mistakes
    )

    def to_class(case, queries):
        """A copy of the test case in which the patches ``queries`` attend to [CLS] alone."""
        A = case.A.copy()
        A[:, 1 + np.array(queries)] = np.eye(A.shape[1])[0]
        return case._replace(A=A)

    def one_head_blind(case):
        """A copy of the test case in which head 0 has all its weights on [CLS]."""
        A = case.A.copy()
        A[0] = np.eye(A.shape[1])[0]
        return case._replace(A=A)

    blind = [
        to_class(draw(2, 1, 3, 4), [1]),
        to_class(draw(2, 1, 3, 4), [1, 2]),
        to_class(draw(3, a, b, 8), [0, 2]),
    ]
    blind += [one_head_blind(draw(2, b, c, 5)), to_class(draw(1, 1, 1, 3), [0])]
    still = draw(2, b, a, 7)
    still = still._replace(A=np.broadcast_to(np.eye(still.A.shape[1]), still.A.shape).copy())
    thin = [draw(1, 1, 1, 2), draw(1, 5, 1, 1), draw(2, 1, 6, 3), still]
    full = draw(MOST_HEADS, LARGEST_GRID, LARGEST_GRID, LARGEST_PATCH)
    judge_edges(lambda: judge_at([*blind, *thin, full], about_class))
    return "In the lower layers of a trained ViT, some heads look near and others everywhere."
