"""The check of `undo_split`: restore heads that a wrong reshape has mixed."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.gives import alike, equals_one_of
from payattention.checks.shapes import judge_shapes

MOST = 50


class Split(NamedTuple):
    """A test case: the argument of the student's `undo_split`, and the vectors before the split.

    The argument ``wrong`` has the mixed heads, (heads, positions, d). ``X`` has the vectors,
    (positions, heads, d).
    """

    wrong: np.ndarray
    X: np.ndarray


@check(reread="Chapter 4, [Splitting and merging](04-multi-head#split-merge)")
def undo_split(ask: Ask, rng: np.random.Generator) -> str:
    """Check a function that turns the heads made by a wrong reshape into the right heads.

    Each position has a vector of h · d numbers, cut into h blocks of d numbers. Block i belongs to
    head i. The wrong reshape is `X.reshape(h, n, d)`, where X has a row for each of n vectors.

    Promised domain: 1 to 50 heads, 1 to 50 positions, heads of width 1 to 50.
    Extremes and special cases, alone and together: one head, one position, heads of width 1; more
        heads than positions, and fewer; 50 heads; heads of width 50.
    Usual mistakes: nothing is undone; the wrong reshape is made a second time; the columns are
        dealt out to the heads in turn; head i begins at column i, not at column i d; the last
        column of each head is missing; each head is transposed; the result is (n, h, d), not
        (h, n, d); the axes of the wrong heads are exchanged, and the reshape is not undone; the
        vectors are not cut, or are cut into d parts; decimals are cut off.
    Certain: all numbers of a test case differ, so their order shows which mistake was made. In
        nearly all test cases, the three sizes differ, too. The feedback names a mistake only if it
        fits all test cases.
    """

    def draw(h, n, d):
        X = rng.permutation(h * n * d).reshape(n, h, d) + rng.integers(1, 9) / 10
        return Split(X.reshape(h, n, d), X)

    def right(heads, case):
        """Whether the student's heads are right: at position t, head i has block i of vector t."""
        return all(close(heads[i], case.X[:, i], rtol=1e-6) for i in range(len(heads)))

    def vectors(case):
        n, h, d = case.X.shape
        return case.X.reshape(n, h * d)

    def heads_of(case):
        return np.stack(list(case.X.swapaxes(0, 1)))

    mistakes: Mistakes = [
        Mistake(
            "unchanged",
            "These are the wrong heads as they came.",
            equals_one_of(lambda case: case.wrong),
        ),
        Mistake(
            "wrong-again",
            "The axes were exchanged and then the numbers split once more by the wrong `reshape`. "
            "First undo that `reshape`, then split.",
            equals_one_of(lambda case: case.wrong.swapaxes(0, 1).reshape(case.wrong.shape)),
            credit=0.2,
        ),
        Mistake(
            "dealt-out",
            "The columns are dealt out in turn: head 0 has the columns 0, h, 2h … Head i must have "
            "a block of d neighbouring columns.",
            equals_one_of(lambda case: dealt(vectors(case), len(case.wrong))),
            credit=0.5,
        ),
        Mistake(
            "turned",
            "Positions and numbers have changed places inside each head.",
            equals_one_of(
                lambda case: case.wrong.swapaxes(1, 2).reshape(case.wrong.shape),
                lambda case: case.X.transpose(1, 2, 0).reshape(case.wrong.shape),
            ),
            credit=0.2,
        ),
        Mistake(
            "one-column-on",
            "Head i begins at column i, so neighbouring heads share columns. It begins at column "
            "i d: the blocks do not overlap.",
            equals_one_of(lambda case: windows(vectors(case), *case.wrong.shape)),
            credit=0.4,
        ),
        Mistake(
            "decimals-cut",
            "The numbers are in their places, but as whole numbers: the array that they were put "
            "into holds integers.",
            equals_one_of(lambda case: np.trunc(heads_of(case))),
            credit=0.6,
        ),
    ]
    of_other_shapes: Mistakes = [
        Mistake(
            "positions-first",
            "The numbers are right, `[t, i]` for position t and head i. Now exchange these two "
            "axes: heads come first.",
            equals_one_of(lambda case: case.X, same=alike),
            credit=0.6,
        ),
        Mistake(
            "not-cut",
            "These are the vectors, a row for each position: half of the way. Now cut each into "
            "its h heads.",
            equals_one_of(vectors, same=alike),
            credit=0.4,
        ),
        Mistake(
            "cut-into-d",
            "The vectors are cut into d parts of h numbers. There are h heads, with d numbers "
            "each.",
            equals_one_of(
                lambda case: np.stack(np.split(vectors(case), case.wrong.shape[2], axis=1)),
                lambda case: np.stack(np.split(vectors(case), case.wrong.shape[2], axis=1), axis=1),
                same=alike,
            ),
            credit=0.4,
        ),
        Mistake(
            "column-too-few",
            "The last column of each head is missing. A slice ends *before* its second number: "
            "`i * d : (i + 1) * d` has the columns i d to (i + 1) d − 1.",
            equals_one_of(lambda case: heads_of(case)[..., :-1], same=alike),
            credit=0.5,
        ),
        Mistake(
            "only-exchanged",
            "The axes of the wrong heads were exchanged, or the wrong heads put side by side. Each "
            "still holds the numbers of other positions: a `reshape` must undo the first.",
            equals_one_of(
                lambda case: case.wrong.swapaxes(0, 1),
                lambda case: np.hstack(list(case.wrong)),
                same=alike,
            ),
        ),
        Mistake(
            "numbers-before-positions",
            "Each head is turned: its numbers come before its positions. The axes must be head, "
            "position, number.",
            equals_one_of(lambda case: case.X.transpose(1, 2, 0), same=alike),
            credit=0.5,
        ),
    ]

    def dealt(X, h):
        return np.stack([X[:, i::h] for i in range(h)])

    def windows(X, h, n, d):
        return np.stack([X[:, i : i + d] for i in range(h)])

    a, b, c = (int(n) for n in rng.choice(np.arange(2, 9), size=3, replace=False))
    sizes = [(2, 3, 4), (3, 5, 2), (5, 2, 3), (a, b, c), (c, a, b), (1, 4, 3), (3, 1, 2), (2, 4, 1)]
    cases = [draw(*size) for size in [*sizes, (1, 1, 1), (MOST, MOST - 1, 3), (7, 9, MOST)]]
    ask.announce(case[:1] for case in cases)
    outputs = [ask.array(case.wrong, shape=None) for case in cases]
    rule = (
        "Head i has, at position t, the columns i d to (i + 1) d − 1 of the vector of position t."
    )
    judge_shapes(ask, cases, outputs, heads_of, of_other_shapes, rule=rule, n_arguments=1)
    judge(
        ask,
        cases,
        outputs,
        right,
        mistakes,
        n_arguments=1,
        shown_beside=lambda heads, case: {"Expected": heads_of(case)},
        rule=rule,
    )
    return "A wrong split raises no error: the shapes fit. A test with two positions finds it."
