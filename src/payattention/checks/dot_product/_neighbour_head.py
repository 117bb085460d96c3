"""The check of `neighbour_head`: a hand-made head that attends to the token before."""

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close
from payattention.checks.dot_product._heads import (
    WITHIN,
    head_case,
    heights_of,
    judge_head,
    returns_heights,
    worst_heights,
)

LONGEST = 50


@check(
    reread="Chapter 3, [Self-attention](03-dot-product#self-attention) and "
    "[Positions](03-dot-product#toy-shapes-2)",
    odd_form=True,
)
def neighbour_head(ask: Ask, rng: np.random.Generator) -> str:
    """Check a head in which each token gets the height of the token before it.

    The student's function returns the hand-made weights of the head: W_Q, W_K and W_V. The first
    token must keep its own height.

    Promised domain: 2 to 50 tokens, heights from −10 to 10.
    Extremes and special cases, alone and together: 2 tokens and 50; each token in turn at height 10
        or −10, all others at the opposite height; heights that alternate or are all equal. The
        student's function is called with every length from 2 to 50, so an answer that stores the
        matrices for some lengths fails.
    Usual mistakes: a token gets its own height, the height of the token after it or of the token
        two places before it, or the mean of all tokens before it; the first or the last token gets
        no height or a wrong one; the highest score is not far enough above the others; the height
        takes part in the scores; the values are wrong; the weights are transposed, have too many
        columns or only one axis, or are so large that the scores overflow.
    Certain: the feedback names a mistake only if it explains the heights that the head returns for
        all inputs.
    """

    def scenes(length, outliers):
        for heights in worst_heights(length, outliers, rng):
            before = np.append(heights[0], heights[:-1])
            yield head_case(np.arange(length), heights, before, length)

    def near(heights, wanted):
        return close(heights, wanted, rtol=0.0, atol=WITHIN)

    def all_before(weights, case):
        heights = case.tokens[:, -1]
        means = np.cumsum(heights) / np.arange(1, len(heights) + 1)
        came = heights_of(weights, case)
        return any(close(came[1:], m, rtol=0.0, atol=0.05) for m in (means[:-1], means[1:]))

    mistakes: Mistakes = [
        Mistake(
            "next",
            "Tokens get the height of the token after them. The query says where to look, the "
            "key says where one is: have they changed places?",
            lambda w, case: near(heights_of(w, case)[1:-1], case.tokens[2:, -1]),
            credit=0.3,
        ),
        Mistake(
            "itself",
            "Every token gets its own height back: it looks at itself alone.",
            lambda w, case: returns_heights(w, case, case.tokens[:, -1], within=0.05),
        ),
        Mistake(
            "two-before",
            "Tokens get the height of the token two places before them.",
            lambda w, case: near(heights_of(w, case)[2:], case.tokens[:-2, -1]),
            credit=0.4,
        ),
        Mistake(
            "all-before",
            "Tokens get the mean of all tokens before them. Only the one just before counts.",
            all_before,
            credit=0.3,
        ),
        Mistake(
            "wraps-around",
            "Right, except that the first token looks at the last. It has no predecessor and must "
            "keep its own height.",
            lambda w, case: returns_heights(w, case, np.roll(case.tokens[:, -1], 1)),
            credit=0.7,
        ),
        Mistake(
            "first-token",
            "Right, except for the first token: it has no predecessor and must keep its own "
            "height, so some key must match its query.",
            lambda w, case: near(heights_of(w, case)[1:], case.wanted[1:]),
            credit=0.6,
        ),
        Mistake(
            "last-token",
            "Right, except for the last token. Positions are counted from 0 to length − 1.",
            lambda w, case: near(heights_of(w, case)[:-1], case.wanted[:-1]),
            credit=0.6,
        ),
    ]
    lengths = [2, LONGEST, *rng.choice(np.arange(3, LONGEST), size=4, replace=False).tolist()]
    cases = [case for length in lengths for case in scenes(length, range(length))]
    others = [length for length in range(2, LONGEST) if length not in lengths]
    cases += [next(scenes(length, ())) for length in others]
    judge_head(ask, cases, mistakes, "Token i gets the height of token i − 1; the first its own.")
    return "Trained language models grow such heads by themselves: “previous-token heads”."
