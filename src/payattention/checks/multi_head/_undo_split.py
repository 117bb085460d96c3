"""A split gone wrong."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.gives import gives

MOST = 50


class Split(NamedTuple):
    """The argument of one call, and the vectors before the split: (positions, heads, d)."""

    wrong: np.ndarray
    X: np.ndarray


@check(reread="Chapter 4, [Splitting and merging](04-multi-head#split-merge)")
def undo_split(ask: Ask, rng: np.random.Generator) -> str:
    """The right heads, from those that a wrong reshape has made.

    Promised domain: 1 to 50 heads, positions and numbers in a head.
    Extremes and special cases, alone and together: one head, one position, one number a head; more
        heads than positions, and fewer; 50 of each.
    Usual mistakes: nothing undone; the split done wrong a second time; columns dealt out to the
        heads; the heads turned; axes in another order.
    Certain: all numbers of a case differ, so an order of them is one mistake or another, and the
        sizes of a case differ, so a name needs it in all cases.
    """

    def draw(h, n, d):
        X = rng.permutation(h * n * d).reshape(n, h, d) + rng.uniform(0.1, 0.9)
        return Split(X.reshape(h, n, d), X)

    def right(heads, case):
        """Head i has at position t what the vector of position t has in its i-th block."""
        return all(close(heads[i], case.X[:, i], rtol=1e-6) for i in range(len(heads)))

    def vectors(case):
        n, h, d = case.X.shape
        return case.X.reshape(n, h * d)

    mistakes: Mistakes = [
        Mistake(
            "unchanged",
            "These are the wrong heads as they came.",
            gives(lambda case: case.wrong),
        ),
        Mistake(
            "wrong-again",
            "The axes were exchanged and then the numbers split once more by the wrong `reshape`. "
            "First undo that `reshape`, then split.",
            gives(lambda case: case.wrong.swapaxes(0, 1).reshape(case.wrong.shape)),
            credit=0.2,
        ),
        Mistake(
            "dealt-out",
            "The columns are dealt out in turn: head 0 has the columns 0, h, 2h … Head i must have "
            "a block of d neighbouring columns.",
            gives(lambda case: dealt(vectors(case), len(case.wrong))),
            credit=0.5,
        ),
        Mistake(
            "turned",
            "Positions and numbers have changed places inside each head.",
            gives(
                lambda case: case.wrong.swapaxes(1, 2).reshape(case.wrong.shape),
                lambda case: case.X.transpose(1, 2, 0).reshape(case.wrong.shape),
            ),
            credit=0.2,
        ),
    ]

    def dealt(X, h):
        return np.stack([X[:, i::h] for i in range(h)])

    a, b, c = (int(n) for n in rng.choice(np.arange(2, 9), size=3, replace=False))
    sizes = [(2, 3, 4), (3, 5, 2), (5, 2, 3), (a, b, c), (c, a, b), (1, 4, 3), (3, 1, 2), (2, 4, 1)]
    cases = [draw(*size) for size in [*sizes, (1, 1, 1), (MOST, MOST - 1, 3), (7, 9, MOST)]]
    ask.ahead(case[:1] for case in cases)
    judge(
        ask,
        cases,
        [ask.array(case.wrong, shape=case.wrong.shape) for case in cases],
        right,
        mistakes,
        given=1,
        also=lambda heads, case: {"Expected": np.stack(list(case.X.swapaxes(0, 1)))},
        rule="Head i has, at position t, the columns i d to (i + 1) d − 1 of the vector of "
        "position t.",
    )
    return "A wrong split raises no error: the shapes fit. A test with two positions finds it."
