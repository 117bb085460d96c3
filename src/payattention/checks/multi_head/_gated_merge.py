"""The check of `gated_merge`: heads that are gated, concatenated and projected."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    check,
    close,
    first_difference,
    judge,
)
from payattention.checks.edges import judge_edges
from payattention.checks.gives import alike, equals_one_of, overflows
from payattention.checks.shapes import judge_shapes

MOST_HEADS, MOST_POSITIONS = 16, 50
LARGEST_GATE = 1000
OVERFLOWS_AT = np.log(np.finfo(float).max)  # the exponential of a larger number is infinite


class Merge(NamedTuple):
    """A test case: the arguments of one call of the student's `gated_merge`.

    heads  the outputs of h heads at n positions, (h, n, d_v)
    X      the input vectors of the positions, (n, d)
    G      a gate vector for each head, (h, d)
    W_O    the output projection, (h d_v, d_out)
    """

    heads: np.ndarray
    X: np.ndarray
    G: np.ndarray
    W_O: np.ndarray


@check(reread="Chapter 4, [Mean, concat, projection](04-multi-head#aggregation)", odd_form=True)
def gated_merge(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's concatenation and projection of heads with a gate per head and position.

    At position t, head i is multiplied by its gate, the sigmoid of x_t · g_i.

    Promised domain: 1 to 16 heads, 1 to 50 positions, products x · g from −1000 to 1000.
    Extremes and special cases, alone and together: one head, one position, widths of 1; shut and
        open gates in one call; products near ±1000.
    Usual mistakes: there are no gates; the gates go through a softmax; the gates are divided by
        their sum; the gate is x · g itself, another function of x · g, or 1 − sigmoid; the
        parentheses of 1 / (1 + exp(−u)) are missing; all heads or all positions have the same gate;
        a head is multiplied by its gate twice; the gates are rounded to 0 or 1; x · g is divided by
        a width or its root; the gate is added to the head; the head is added to the gated head; the
        head is multiplied by x · g before the sigmoid; the gate of another head or position is
        used; the merge mixes positions, or interleaves the heads; the projected heads are averaged,
        not added up; the projection is missing. In edge cases: a single head has no gate;
        exponentials overflow.
    Certain: heads, gates and projection are random, so all these mistakes give different outputs.
        The feedback names a mistake only if its outputs fit all test cases.
    """

    def draw(h, n, d_v, d, d_out, *, size=1.0):
        X, G = rng.normal(size=(n, d)), rng.normal(size=(h, d)) * size / d**0.5
        heads, W_O = rng.normal(size=(h, n, d_v)), rng.normal(size=(h * d_v, d_out))
        return Merge(*(array.round(2) for array in (heads, X, G, W_O)))

    def opened(case):
        return torch.sigmoid(torch.tensor(case.X @ case.G.T)).numpy()  # (n, h)

    def projected(case, gates, heads=None):
        """The output of the layer, (positions, d_out), for any ``gates``, (positions, heads).

        ``heads`` replaces the heads of the test case.
        """
        blocks = np.split(case.W_O, len(case.heads))
        heads = case.heads if heads is None else heads
        return sum(gates[:, [i]] * heads[i] @ block for i, block in enumerate(blocks))

    def with_gates(*others):
        """Make a predicate (output, case): whether the output was made with wrong gates.

        Each of ``others`` is a function ``other(products, gates)`` that returns wrong gates. It
        gets the products x · g and the right gates, both (positions, heads).
        """
        return equals_one_of(
            *(
                lambda case, other=other: projected(case, other(case.X @ case.G.T, opened(case)))
                for other in others
            )
        )

    def expected(case):
        return projected(case, opened(case))

    def right(output, case):
        return close(output, expected(case), 1e-3, 1e-4)

    def mixed(case):
        """The output if the gated heads are merged by a reshape, without exchanging axes first."""
        gated = case.heads * opened(case).T[..., None]
        return gated.reshape(len(case.X), -1) @ case.W_O

    def interleaved(case):
        """The output if the gated heads are interleaved, not concatenated.

        Each row then has number 0 of every head, then number 1 of every head, and so on.
        """
        gated = case.heads * opened(case).T[..., None]
        return gated.transpose(1, 2, 0).reshape(len(case.X), -1) @ case.W_O

    def side_by_side(heads):
        return np.concatenate(list(heads), axis=1)

    def in_turn(case):
        """The output if column j of the concatenated heads has the gate of head j mod h."""
        gates = np.tile(opened(case), case.heads.shape[2])
        return gates * side_by_side(case.heads) @ case.W_O

    def squashed_late(case):
        """The output if the sigmoid is applied to heads times (x · g), not to x · g alone."""
        late = torch.sigmoid(torch.tensor(case.heads * (case.X @ case.G.T).T[..., None]))
        return side_by_side(late.numpy()) @ case.W_O

    def added(case):
        return side_by_side(case.heads + opened(case).T[..., None]) @ case.W_O

    def divided(*divisors):
        """Make a predicate (output, case): whether x · g was divided before the sigmoid.

        Each of ``divisors`` is a function of the test case that returns a possible divisor.
        """
        return equals_one_of(
            *(
                lambda case, by=by: projected(case, 1 / (1 + np.exp(-case.X @ case.G.T / by(case))))
                for by in divisors
            )
        )

    def softmaxed(axis):
        return lambda products, gates: np.exp(products) / np.exp(products).sum(axis, keepdims=True)

    mistakes: Mistakes = [
        Mistake(
            "ungated",
            "These are the heads as they are, concatenated and projected: all gates are open.",
            with_gates(lambda products, gates: np.ones_like(gates)),
        ),
        Mistake(
            "gates-compete",
            "The gates of a position add up to 1, or those of a head: a softmax was taken. Each "
            "gate opens by itself: a sigmoid.",
            with_gates(softmaxed(1), softmaxed(0)),
            credit=0.4,
        ),
        Mistake(
            "gates-normalised",
            "The gates are divided by their sum, so that those of a position, or of a head, add up "
            "to 1. Each gate is its sigmoid, whatever the others are.",
            with_gates(
                lambda products, gates: gates / gates.sum(1, keepdims=True),
                lambda products, gates: gates / gates.sum(0, keepdims=True),
            ),
            credit=0.5,
        ),
        Mistake(
            "parentheses",
            "The factors are 1 + e^(−u). In Python `1 / 1 + np.exp(-u)` divides first: the sum "
            "needs parentheses, `1 / (1 + np.exp(-u))`.",
            with_gates(lambda products, gates: 1 + np.exp(-products)),
            credit=0.5,
        ),
        Mistake(
            "other-function",
            "The gates are made of the products x · g, but by another function than the sigmoid, "
            "1 / (1 + exp(−u)).",
            with_gates(
                lambda products, gates: np.exp(products),
                lambda products, gates: np.maximum(products, 0),
                lambda products, gates: np.log(gates),
                lambda products, gates: -np.log(1 - gates),
                lambda products, gates: products * gates,
            ),
            credit=0.4,
        ),
        Mistake(
            "head-kept",
            "The heads are added once more to what the gates let through: factors 1 + σ. A gate "
            "multiplies its head, and nothing else is added.",
            with_gates(lambda products, gates: 1 + gates),
            credit=0.5,
        ),
        Mistake(
            "gates-added",
            "The gates are added to the heads. They multiply them.",
            equals_one_of(added),
            credit=0.3,
        ),
        Mistake(
            "squashed-late",
            "The heads are multiplied by x · g first, and the sigmoid is taken of the result. Take "
            "it of x · g, then multiply.",
            equals_one_of(squashed_late),
            credit=0.3,
        ),
        Mistake(
            "gates-in-turn",
            "The gates take turns over the numbers of all heads. All numbers of head 0 need its "
            "gate, then all of head 1: `np.repeat`, not `np.tile`.",
            equals_one_of(in_turn),
            credit=0.5,
        ),
        Mistake(
            "gates-mixed",
            "The table of gates went from positions × heads to heads × positions by a `reshape`, "
            "which mixes positions. Transpose it.",
            with_gates(lambda products, gates: gates.reshape(gates.shape[::-1]).T),
            credit=0.5,
        ),
        Mistake(
            "not-squashed",
            "The products x · g are the factors themselves. A gate is their sigmoid, between 0 "
            "and 1.",
            with_gates(lambda products, gates: products),
            credit=0.3,
        ),
        Mistake(
            "tanh",
            "A tanh stands where the sigmoid should: it is negative where a gate should be nearly "
            "shut.",
            with_gates(lambda products, gates: np.tanh(products)),
            credit=0.4,
        ),
        Mistake(
            "inverted",
            "The gates are shut where they should open: 1 − σ in place of σ.",
            with_gates(lambda products, gates: 1 - gates),
            credit=0.5,
        ),
        Mistake(
            "gates-averaged",
            "One gate serves all heads, or all positions. Each head has a gate of its own at each "
            "position.",
            with_gates(
                lambda products, gates: gates.mean(1, keepdims=True) + 0 * gates,
                lambda products, gates: gates.mean(0, keepdims=True) + 0 * gates,
                lambda products, gates: gates[:, :1] + 0 * gates,
                lambda products, gates: gates[:1] + 0 * gates,
                lambda products, gates: gates.sum(1, keepdims=True) + 0 * gates,
                lambda products, gates: 1 / (1 + np.exp(-products.mean(0))) + 0 * gates,
            ),
            credit=0.3,
        ),
        Mistake(
            "gates-twice",
            "Each head is multiplied by its gate twice.",
            with_gates(lambda products, gates: gates**2),
            credit=0.5,
        ),
        Mistake(
            "hard-gates",
            "The gates are rounded to 0 or 1. A sigmoid lets a part of a head through.",
            with_gates(lambda products, gates: (products > 0).astype(float)),
            credit=0.4,
        ),
        Mistake(
            "scaled",
            "The products x · g are divided by a width or its root. Here they go into the sigmoid "
            "as they are.",
            divided(
                lambda case: case.X.shape[1] ** 0.5,
                lambda case: case.X.shape[1],
                lambda case: case.heads.shape[2] ** 0.5,
            ),
            credit=0.6,
        ),
        Mistake(
            "interleaved",
            "The rows of `W_O` are dealt to the heads in turn: row 0 to head 0, row 1 to head 1. "
            "Concat puts all numbers of head 0 first.",
            equals_one_of(interleaved),
            credit=0.5,
        ),
        Mistake(
            "merged-wrong",
            "The gates are right, but the heads are merged by a `reshape` that mixes positions. "
            "Exchange the axes of heads and positions first.",
            equals_one_of(mixed),
            credit=0.5,
        ),
        Mistake(
            "averaged",
            "The heads are averaged over their number. Concat and projection add their parts up.",
            with_gates(lambda products, gates: gates / gates.shape[1]),
            credit=0.5,
        ),
    ]

    of_other_shapes: Mistakes = [
        Mistake(
            "not-projected",
            "These are the gated heads side by side. The last step is missing: multiply by `W_O`.",
            equals_one_of(
                lambda case: side_by_side(case.heads * opened(case).T[..., None]),
                same=alike,
            ),
            credit=0.6,
        ),
    ]
    rule = (
        "Row t is the concatenation, over all heads i, of σ(x_t · g_i) times row t of head i, "
        "multiplied by `W_O`."
    )

    def beside(output, case):
        """For the feedback: the right output, and the right gates of the first wrong row."""
        row = first_difference(output, expected(case))[0]
        return {"Expected": expected(case), f"Gates of row {row}": opened(case)[row]}

    def judge_at(cases, mistakes):
        ask.announce(cases)
        outputs = [ask.array(*case, shape=None) for case in cases]
        judge_shapes(ask, cases, outputs, expected, of_other_shapes, rule=rule)
        judge(ask, cases, outputs, right, mistakes, shown_beside=beside, rule=rule)

    a, b, c, d, e = (int(x) for x in rng.choice(np.arange(2, 9), size=5, replace=False))
    judge_at([draw(2, 3, 2, 3, 2), draw(a, b, c, d, e), draw(b, c, a, e, d)], mistakes)

    overflow = Mistake(
        "overflow",
        "The exponential of ±1000 is too large for a float, and ∞/∞ is not a number. Write the "
        "sigmoid as 1 / (1 + exp(−x)).",
        lambda output, case: overflows(right)(output, case) or close(output, shut(case)),
        credit=0.7,
    )

    def shut(case):
        """The output if gates exp(u) / (1 + exp(u)) overflow to NaN, and NaN is replaced by 0.

        Here u is x · g. Such a gate should be 1.
        """
        products = case.X @ case.G.T
        return projected(case, np.where(products > OVERFLOWS_AT, 0, opened(case)))

    def steep(case):
        return case._replace(G=case.G * (LARGEST_GATE - 20) / abs(case.X @ case.G.T).max())

    thin = [draw(1, 3, 2, 3, 2), draw(3, 1, 2, 2, 4), draw(2, 3, 1, 1, 1), draw(1, 1, 1, 1, 1)]
    full = draw(MOST_HEADS, MOST_POSITIONS, 2, 3, 4)
    high = [steep(draw(*size)) for size in ((2, 5, 3, 4, 2), (a, b + 4, c, d, e))]
    sharp = [*high, *(case._replace(G=-case.G) for case in high)]
    single = Mistake(
        "single-head-open",
        "A layer with a single head has a gate, too.",
        lambda output, case: (
            right(output, case)
            or (len(case.heads) == 1 and close(output, case.heads[0] @ case.W_O, 1e-3, 1e-4))
        ),
        credit=0.7,
    )
    judge_edges(lambda: judge_at([*thin, full], [single]), lambda: judge_at(sharp, [overflow]))
    return "A gate of 0 switches a head off at one position; a softmax cannot."
