"""A head made by hand: its own kind."""

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check
from payattention.checks.dot_product._heads import gives, judge_head, scene


@check(
    reread="Chapter 3, [Three views of one input](03-dot-product#self-attention)",
    sizes_only=True,
    odd_form=True,
)
def same_kind_head(ask: Ask, rng: np.random.Generator) -> str:
    """A head in which each token gets the mean height of all tokens of its own kind."""

    def draw(n_kinds, n):
        kinds = np.append(np.arange(n_kinds), rng.integers(n_kinds, size=n - n_kinds))
        kinds = rng.permutation(np.append(kinds, kinds[0]))
        heights = np.round(rng.uniform(-10, 10, size=len(kinds)), 1)
        means = np.array([heights[kinds == kind].mean() for kind in range(n_kinds)])
        return scene(kinds, heights, means[kinds], n_kinds)

    def mean_of_others(weights, case):
        kinds, heights = case.tokens[:, :-1], case.tokens[:, -1]
        other = kinds @ kinds.T == 0
        return gives(weights, case, other @ heights / other.sum(axis=1), within=0.05)

    mistakes: Mistakes = [
        Mistake(
            "other-kinds",
            "Every token gets the mean of all the other kinds: look at the sign of the scores.",
            mean_of_others,
            credit=0.3,
        )
    ]
    cases = [draw(*size) for size in ((2, 4), (3, 8), (4, 20), (6, 7), (8, 40))]
    judge_head(
        ask, cases, mistakes, "Each token gets the mean height of its own kind, up to 0.001."
    )
    return "No training at all: here you can see what the weights of such a head mean."
