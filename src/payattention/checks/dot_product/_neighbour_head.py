"""A head made by hand: the token before."""

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close
from payattention.checks.dot_product._heads import gives, judge_head, scene
from payattention.checks.dot_product._oracle import run_head


@check(
    reread="Chapter 3, [When order matters](03-dot-product#toy-shapes-2)",
    sizes_only=True,
    odd_form=True,
)
def neighbour_head(ask: Ask, rng: np.random.Generator) -> str:
    """A head in which each token gets the height of the token before it."""

    def draw(length):
        heights = np.round(rng.uniform(-10, 10, size=length), 1)
        return scene(np.arange(length), heights, np.append(heights[0], heights[:-1]), length)

    def near(heights, wanted):
        return close(heights, wanted, rtol=0.0, atol=1e-3)

    def out(weights, case):
        return run_head(weights, case.tokens)[:, 0]

    mistakes: Mistakes = [
        Mistake(
            "next",
            "Tokens get the height of the token after them. The query says where to look, the "
            "key says where one is: have they changed places?",
            lambda w, case: near(out(w, case)[1:-1], case.tokens[2:, -1]),
            credit=0.3,
        ),
        Mistake(
            "itself",
            "Every token gets its own height back: it looks at itself alone.",
            lambda w, case: gives(w, case, case.tokens[:, -1], within=0.05),
        ),
        Mistake(
            "wraps-around",
            "Right, except that the first token looks at the last. It has no predecessor and must "
            "keep its own height.",
            lambda w, case: gives(w, case, np.roll(case.tokens[:, -1], 1)),
            credit=0.7,
        ),
        Mistake(
            "first-token",
            "Right, except for the first token: it has no predecessor and must keep its own "
            "height, so some key must match its query.",
            lambda w, case: near(out(w, case)[1:], case.wanted[1:]),
            credit=0.6,
        ),
    ]
    cases = [draw(length) for length in (4, 5, 9, 24)]
    judge_head(ask, cases, mistakes, "Token i gets the height of token i − 1; the first its own.")
    return "Trained language models grow such heads by themselves: “previous-token heads”."
