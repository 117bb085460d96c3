"""Check of `grid_context`: attention over a grid of image features."""

import functools
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    Wrong,
    check,
    close,
    judge,
)
from payattention.checks.edges import judge_edges, judge_parts_with_edges
from payattention.checks.remember import remembered

LARGEST_SCORE = 1000
MOST_ROWS, MOST_COLUMNS = 30, 30
ROUNDING = 1e-3  # tolerance for outputs if large scores are in float32
SHARES = {"context": 1 / 3, "map": 1 / 3, "centre": 1 / 3}  # of the points: 4 each of 12


class Grid(NamedTuple):
    """A test case: the arguments of one call, the right results by torch, and ``rise``.

    query     the query, (channels,)
    features  the annotations, (channels, height, width)
    context   the right context, (channels,)
    map       the right weights, (height, width)
    centre    the right mean row and mean column, (2,)
    rise      the largest absolute number that was added to a score
    """

    query: np.ndarray
    features: np.ndarray
    context: np.ndarray
    map: np.ndarray
    centre: np.ndarray
    rise: float = 0.0


def position_values(features: np.ndarray) -> np.ndarray:
    """The annotation, row and column of each grid position: (channels + 2, height · width)."""
    channels, height, width = features.shape
    return np.vstack([features.reshape(channels, -1), np.indices((height, width)).reshape(2, -1)])


@remembered
def attended(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The output of torch's attention for one query, without a scale: (value width,)."""
    q, k, v = (torch.tensor(array) for array in (query[None], keys, values))
    return F.scaled_dot_product_attention(q, k, v, scale=1.0)[0].numpy()


@check(reread="Chapter 2, [Attention over an image](02-bahdanau#captioning)", odd_form=True)
def grid_context(ask: Ask, rng: np.random.Generator) -> str:
    """Check attention over a grid of annotations: the context, the map of weights, its centre.

    The centre is the mean row and the mean column of the grid positions, weighted by the map.

    Promised domain: 1 to 30 rows and columns; scores from −1000 to 1000.
    Extremes and special cases, alone and together: all scores near 1000, all near −1000, or a mix
        of both; one row; one column; one position; one channel; a grid of 30 × 30; square grids and
        others; as many channels as rows or columns.
    Usual mistakes: the scores are scaled; the softmax runs along one axis; the softmax is missing;
        the exponentials are not divided by their sum; `reshape` mixes up the channels; the grid is
        read column by column; all positions have the same weight; the position with the largest
        score has the weight 1; the centre has row and column exchanged; the centre is counted from
        1, or from the middle of the grid; the centre is given as shares of the grid's height and
        width; the code returns the three results in another order. At edge cases: an exponential
        overflows.
    Certain: Each of the three results is judged separately. The feedback names a mistake only if it
        gives that result in all test cases.
    """

    def of(query, features, rise=0.0):
        channels, height, width = features.shape
        values = np.vstack([position_values(features), np.eye(height * width)]).T
        found = attended(query, values[:, :channels], values)
        context, centre, weights = np.split(found, [channels, channels + 2])
        return Grid(query, features, context, weights.reshape(height, width), centre, rise)

    def draw(channels, height, width):
        query = rng.choice([-1, 1], size=channels) * rng.uniform(0.5, 1.5, size=channels)
        features = rng.normal(0.2, 1.5 / channels**0.5, size=(channels, height, width))
        return of(query.round(2), features.round(4))

    def raised(case, rise):
        """A new test case in which ``rise`` is added to the scores.

        ``rise`` is one number, or a table (rows, columns).
        """
        up = (case.query / (case.query @ case.query))[:, None, None]
        return of(case.query, case.features + up * rise, float(np.max(np.abs(rise))))

    def scores(case):
        return np.tensordot(case.query, case.features, axes=1)

    def hard(case):
        return np.where(case.map == case.map.max(), 1.0, 0.0)

    def mapped(part, *maps):
        """A predicate ``(output, case)``: whether the output follows from wrong weights.

        ``part`` says what the output is: "context", "map" or "centre". Each of ``maps`` is a
        function of the test case that returns wrong weights, (rows, columns).
        """

        def fits(output, case):
            for weights in (wrong(case) for wrong in maps):
                given = position_values(case.features) @ weights.ravel()
                parts = {"context": given[:-2], "map": weights, "centre": given[-2:]}
                if close(output, parts[part]):
                    return True
            return False

        return fits

    def scrambled(case):
        channels, height, width = case.features.shape
        rows = case.features.reshape(-1, channels)
        return of(case.query, rows.T.reshape(channels, height, width))

    about_centre: Mistakes = [
        UndoableMistake(
            "exchanged",
            "Row and column are exchanged. The centre is the mean row, then the mean column.",
            lambda centre, case: (centre[::-1], case),
            credit=0.5,
        ),
        Mistake(
            "counted-from-1",
            "The rows and columns are counted from 1. They are counted from 0.",
            lambda centre, case: close(centre, case.centre + 1),
            credit=0.6,
        ),
        Mistake(
            "share-of-grid",
            "This is a share of the grid's height and width. The centre is a row and a column.",
            lambda centre, case: any(
                close(centre * sizes, case.centre)
                for sizes in (np.array(case.map.shape), np.array(case.map.shape) - 1)
            ),
            credit=0.5,
        ),
        Mistake(
            "from-the-middle",
            "The rows and columns are counted from the middle of the grid. They are counted from "
            "its first.",
            lambda centre, case: close(centre, case.centre - (np.array(case.map.shape) - 1) / 2),
            credit=0.5,
        ),
    ]

    def about(part):
        first = about_centre if part == "centre" else []
        return [
            *first,
            UndoableMistake(
                "scaled",
                "The scores are divided by √C. Here the score is the plain dot product.",
                lambda output, case: (
                    output,
                    of(case.query / len(case.query) ** 0.5, case.features),
                ),
                credit=0.5,
            ),
            UndoableMistake(
                "scrambled",
                "The channels are mixed up: `reshape` from (C, rows, columns) to (…, C) does not "
                "move axes. The annotation of a place is `features[:, r, k]`.",
                lambda output, case: (output, scrambled(case)),
                credit=0.3,
            ),
            Mistake(
                "column-by-column",
                "The weights lie on the grid in the wrong order: the places are read column by "
                "column, but put back row by row.",
                mapped(part, lambda case: case.map.T.reshape(case.map.shape)),
                credit=0.4,
            ),
            Mistake(
                "along-one-axis",
                "The softmax runs along one axis, so each row or each column of the grid has the "
                "weight 1. The whole grid shares one 1.",
                mapped(
                    part,
                    lambda case: case.map / case.map.sum(axis=1, keepdims=True),
                    lambda case: case.map / case.map.sum(axis=0, keepdims=True),
                    lambda case: case.map / case.map.sum(axis=1, keepdims=True) / len(case.map),
                    lambda case: case.map / case.map.sum(axis=0) / case.map.shape[1],
                ),
                credit=0.3,
            ),
            Mistake(
                "all-alike",
                "All places have the same weight: the scores are not in it.",
                mapped(part, lambda case: np.full(case.map.shape, 1 / case.map.size)),
            ),
            Mistake(
                "best-alone",
                "The place with the largest score takes everything. Its weight is large, but the "
                "others have theirs.",
                mapped(part, hard),
                credit=0.2,
            ),
            Mistake(
                "no-softmax",
                "The scores themselves are the weights. They need a softmax first.",
                mapped(part, scores),
                credit=0.1,
            ),
            Mistake(
                "not-divided",
                "The weights are exponentials that do not add up to 1. Divide by their sum.",
                mapped(
                    part,
                    lambda case: np.exp(scores(case)),
                    lambda case: np.exp(scores(case) - scores(case).max()),
                ),
                credit=0.3,
            ),
        ]

    def near(part, within):
        return lambda output, case: close(output, getattr(case, part), within, within)

    def overflow(part):
        fine = near(part, ROUNDING)
        return Mistake(
            "overflow",
            "The exponentials of scores of ±1000 are too large or too small for a float. Subtract "
            "the largest score first.",
            lambda output, case: (
                fine(output, case) or (case.rise > 80 and not np.isfinite(output).all())
            ),
            credit=0.6,
        )

    def sizes():
        free = [tuple(rng.integers(2, 8, size=3).tolist()) for _ in "four"]
        return [(1, 2, 3), (2, 4, 2), (3, 5, 4), (4, 3, 6), *free]

    high = LARGEST_SCORE - 20
    thin = [(3, 1, 1), (2, 1, 5), (4, 6, 1), (1, 1, 2), (5, MOST_ROWS, MOST_COLUMNS)]
    steep = [raised(draw(*size), rise) for rise in (high, -high) for size in sizes()]
    wide = [draw(*size) for size in sizes()]
    wide = [raised(case, rng.choice([-high, high], size=case.map.shape)) for case in wide]
    stages = {
        "ordinary": [draw(*size) for size in sizes()],
        "edges": [*(draw(*size) for size in thin), *steep, *wide],
    }

    @functools.cache
    def returned(stage):
        ask.announce(case[:2] for case in stages[stage])
        return [
            ask.parts(
                *case[:2], context=case.context.shape, map=case.map.shape, centre=case.centre.shape
            )
            for case in stages[stage]
        ]

    def judge_at(stage, part, mistakes, within):
        outputs = [getattr(parts, part) for parts in returned(stage)]
        for output in outputs:
            if isinstance(output, Wrong):
                raise output
        judge(
            ask,
            stages[stage],
            outputs,
            near(part, within),
            mistakes,
            n_arguments=2,
            shown_beside=lambda output, case: {"Expected": getattr(case, part)},
            rule="One softmax of the dot products with `query` runs over the whole grid. Its "
            "weights are the map; they average the annotations, and the rows and columns.",
        )

    def judge_part(part):
        judge_at("ordinary", part, about(part), 1e-4)
        judge_edges(lambda: judge_at("edges", part, [overflow(part)], ROUNDING))

    judge_parts_with_edges(SHARES, judge_part)
    ask.require_order()
    return "In a caption each word has its own query, and so its own map and centre."
