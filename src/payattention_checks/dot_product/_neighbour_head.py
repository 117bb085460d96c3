"""A hand-made attention head in which each token gets the height of the token before it.

The answer returns W_Q, W_K and W_V. The first token must keep its own height.

Promised domain: 2 to 50 tokens, heights from −10 to 10.
Extremes and special cases, alone and together: 2 tokens and 50; each token in turn at height 10 or
    −10, all others at the opposite height; heights that alternate or are all equal. The answer is
    called with every length from 2 to 50, so one that stores the matrices for some lengths fails.
Certain: the feedback names a mistake only if it explains the heights that the head returns for all
    inputs.
"""

import numpy as np

from payattention_checks.dot_product._hand_made import (
    ANY,
    ROUGHLY,
    WITHIN,
    Case,
    Rule,
    Wanted,
    head_task,
    same,
    tokens_of,
    wanted,
    worst_heights,
)
from payattention_checks.dot_product._oracle import Weights
from payattention_checks.task import Cases, Variants

LONGEST = 50


def of_token_before(tokens: np.ndarray) -> np.ndarray:
    return np.r_[tokens[:1, -1], tokens[:-1, -1]]


def right(case: Case, *, rule: Rule = of_token_before, within: float = WITHIN) -> Wanted:
    return wanted(case, rule, within)


def running_means(tokens: np.ndarray) -> np.ndarray:
    return np.cumsum(tokens[:, -1]) / np.arange(1, len(tokens) + 1)


def exchanged(weights: Weights, case: Case) -> bool:
    W_Q, W_K, W_V = weights
    return same((W_K, W_Q, W_V), right(case))


VARIANTS: Variants = {
    "next": {"rule": lambda tokens: np.r_[ANY, tokens[2:, -1], ANY]},
    "itself": {"rule": lambda tokens: tokens[:, -1], "within": ROUGHLY},
    "two-before": {"rule": lambda tokens: np.r_[ANY, ANY, tokens[:-2, -1]]},
    "all-before": [
        {"rule": lambda tokens: np.r_[ANY, running_means(tokens)[:-1]], "within": ROUGHLY},
        {"rule": lambda tokens: np.r_[ANY, running_means(tokens)[1:]], "within": ROUGHLY},
    ],
    "wraps-around": {"rule": lambda tokens: np.roll(tokens[:, -1], 1)},
    "first-token": {"rule": lambda tokens: np.r_[ANY, of_token_before(tokens)[1:]]},
    "last-token": {"rule": lambda tokens: np.r_[of_token_before(tokens)[:-1], ANY]},
}


def cases(rng: np.random.Generator) -> Cases:
    """One case for each length, in random order: the first with the hardest inputs."""
    lengths = [2, LONGEST, *rng.permutation(np.arange(3, LONGEST)).tolist()]
    drawn = []
    for i, length in enumerate(lengths):
        heights = list(worst_heights(rng, length, range(length)))[: None if i < 6 else 1]
        inputs = (tokens_of(length, np.arange(length), each) for each in heights)
        drawn.append(Case(length, tuple(inputs)))
    return Cases(drawn)


neighbour_head = head_task(__name__, right, cases, VARIANTS, {"exchanged": exchanged}).check
