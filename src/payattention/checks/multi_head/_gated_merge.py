"""Heads behind gates."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import gives, overflows

MOST_HEADS, MOST_POSITIONS = 16, 50
LARGEST_GATE = 1000


class Merge(NamedTuple):
    """The arguments of one call."""

    heads: np.ndarray
    X: np.ndarray
    G: np.ndarray
    W_O: np.ndarray


@check(reread="Chapter 4, [Mean, concat, projection](04-multi-head#aggregation)", odd_form=True)
def gated_merge(ask: Ask, rng: np.random.Generator) -> str:
    """Concat and projection of heads that each position opens and closes.

    Promised domain: 1 to 16 heads, 1 to 50 positions, products x · g from −1000 to 1000.
    Extremes and special cases, alone and together: one head, one position, widths of 1; all gates
        shut, all open, both at once; products near ±1000.
    Usual mistakes: no gates; gates that compete, are not squashed, or shut where they should open;
        one gate for all heads or all positions; gates that count twice, are hard or scaled; a
        merge that mixes positions or numbers; a mean in place of concat. At the edges: no gate for
        a single head, an overflow.
    Certain: heads, gates and projection are random, so each of these has outputs of its own, and a
        name needs them in all cases.
    """

    def draw(h, n, d_v, d, d_out, *, size=1.0):
        X, G = rng.normal(size=(n, d)), rng.normal(size=(h, d))
        G *= size / d**0.5
        return Merge(rng.normal(size=(h, n, d_v)), X, G, rng.normal(size=(h * d_v, d_out)))

    def opened(case):
        return torch.sigmoid(torch.tensor(case.X @ case.G.T)).numpy()  # (n, h)

    def projected(case, gates, heads=None):
        """The sum over heads of gate times head times its block of W_O."""
        blocks = np.split(case.W_O, len(case.heads))
        heads = case.heads if heads is None else heads
        return sum(gates[:, [i]] * heads[i] @ block for i, block in enumerate(blocks))

    def with_gates(*others):
        """Whether the output is that of other gates, given the products and the right ones."""
        return gives(
            *(
                lambda case, other=other: projected(case, other(case.X @ case.G.T, opened(case)))
                for other in others
            )
        )

    def right(output, case):
        return close(output, projected(case, opened(case)), 1e-3, 1e-4)

    def mixed(case):
        """The gated heads merged by a reshape alone."""
        gated = case.heads * opened(case).T[..., None]
        return gated.reshape(len(case.X), -1) @ case.W_O

    def interleaved(case):
        """The gated heads side by side, number by number in place of head by head."""
        gated = case.heads * opened(case).T[..., None]
        return gated.transpose(1, 2, 0).reshape(len(case.X), -1) @ case.W_O

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
            "The products x · g are divided by the root of the width. Here they go into the "
            "sigmoid as they are.",
            gives(
                lambda case: projected(
                    case, 1 / (1 + np.exp(-case.X @ case.G.T / case.X.shape[1] ** 0.5))
                )
            ),
            credit=0.6,
        ),
        Mistake(
            "interleaved",
            "The rows of `W_O` are dealt to the heads in turn: row 0 to head 0, row 1 to head 1. "
            "Concat puts all numbers of head 0 first.",
            gives(interleaved),
            credit=0.5,
        ),
        Mistake(
            "merged-wrong",
            "The gates are right, but the heads are merged by a `reshape` that mixes positions. "
            "Exchange the axes of heads and positions first.",
            gives(mixed),
            credit=0.5,
        ),
        Mistake(
            "averaged",
            "The heads are averaged over their number. Concat and projection add their parts up.",
            with_gates(lambda products, gates: gates / gates.shape[1]),
            credit=0.5,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.ahead(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(len(case.X), case.W_O.shape[1])) for case in cases],
            right,
            mistakes,
            also=lambda output, case: {"Gates": opened(case)},
            rule="Row t is the concatenation, over all heads i, of σ(x_t · g_i) times row t of "
            "head i, multiplied by `W_O`.",
        )

    a, b, c, d, e = (int(x) for x in rng.choice(np.arange(2, 9), size=5, replace=False))
    judge_at([draw(2, 3, 2, 4, 3), draw(a, b, c, d, e), draw(b, c, a, e, d)], mistakes)

    overflow = Mistake(
        "overflow",
        "The exponential of ±1000 is too large for a float, and ∞/∞ is not a number. Write the "
        "sigmoid as 1 / (1 + exp(−x)).",
        overflows(right),
        credit=0.7,
    )

    def steep(case):
        return case._replace(G=case.G * (LARGEST_GATE - 20) / abs(case.X @ case.G.T).max())

    thin = [draw(1, 3, 2, 3, 2), draw(3, 1, 2, 2, 4), draw(2, 3, 1, 1, 1), draw(1, 1, 1, 1, 1)]
    full = draw(MOST_HEADS, MOST_POSITIONS, 2, 3, 4)
    sharp = [steep(draw(*size)) for size in ((2, 5, 3, 4, 2), (a, b + 4, c, d, e))]
    single = Mistake(
        "single-head-open",
        "A layer with a single head has a gate, too.",
        lambda output, case: right(output, case) or len(case.heads) == 1,
        credit=0.7,
    )
    judge_edges(lambda: judge_at([*thin, full], [single]), lambda: judge_at(sharp, [overflow]))
    return "A gate of 0 switches a head off at one position; a softmax cannot."
