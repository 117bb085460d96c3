"""A hand-made attention head in which each token gets the mean height of all tokens of its kind.

The answer returns W_Q, W_K and W_V.

Promised domain: 2 to 20 kinds, inputs of 1 to 50 tokens, heights from −10 to 10.
Extremes and special cases, alone and together: 2 kinds and 20; one token; tokens of one kind only;
    one token of height 10 among 49 tokens of another kind and of height −10, for each pair of
    neighbouring kinds; heights that alternate or are all equal. The answer is called with every
    number of kinds from 2 to 20, so one that stores the matrices for some of them fails.
Certain: the feedback names a mistake only if the head makes it on all inputs. Queries and keys with
    one entry cannot be right for three kinds or more: of three numbers on a line, the middle one is
    never the furthest in a direction.
"""

from collections.abc import Iterator

import numpy as np

from payattention_checks.dot_product._hand_made import (
    ANY,
    HIGHEST,
    ROUGHLY,
    WITHIN,
    Case,
    Rule,
    Wanted,
    head_task,
    random_heights,
    tokens_of,
    wanted,
    worst_heights,
)
from payattention_checks.dot_product._oracle import Weights
from payattention_checks.task import Cases, Variants

MOST_KINDS = 20
MOST_TOKENS = 50


def same_kind(tokens: np.ndarray) -> np.ndarray:
    """Which tokens are of the same kind, (tokens, tokens)."""
    return tokens[:, :-1] @ tokens[:, :-1].T > 0


def mean_of_kind(tokens: np.ndarray) -> np.ndarray:
    return same_kind(tokens) @ tokens[:, -1] / same_kind(tokens).sum(axis=1)


def right(case: Case, *, rule: Rule = mean_of_kind, within: float = WITHIN) -> Wanted:
    return wanted(case, rule, within)


def mean_of_others(tokens: np.ndarray) -> np.ndarray:
    other = ~same_kind(tokens)
    if not other.any():  # with tokens of one kind, the mistake cannot be seen
        return np.full(len(tokens), ANY)
    return other @ tokens[:, -1] / other.sum(axis=1)


VARIANTS: Variants = {
    "one-number": {},
    "other-kinds": {"rule": mean_of_others, "within": ROUGHLY},
    "last-kind": {"rule": lambda tokens: np.where(tokens[:, -2], ANY, mean_of_kind(tokens))},
}


def one_number(weights: Weights, case: Case) -> bool:
    """Whether W_Q and W_K have one column each, with entries that differ between kinds."""
    return all(W.shape[1:] == (1,) and np.ptp(W[:-1]) > 0 for W in weights[:2])


def cases(rng: np.random.Generator) -> Cases:
    """One case for each number of kinds, in random order: the first with the hardest inputs."""
    drawn = []
    for i, n_kinds in enumerate(
        [2, MOST_KINDS, *rng.permutation(np.arange(3, MOST_KINDS)).tolist()]
    ):
        inputs = [of_all_kinds(rng, n_kinds)]
        if i < 5:
            inputs += [*hardest(rng, n_kinds), *of_one_kind(rng, n_kinds)]
        drawn.append(Case(n_kinds, tuple(inputs)))
    return Cases(drawn)


def kinds_of_all(rng: np.random.Generator, n_kinds: int, n: int) -> np.ndarray:
    """The kinds of n tokens, in any order, each kind at least once."""
    return rng.permutation(np.append(np.arange(n_kinds), rng.integers(n_kinds, size=n - n_kinds)))


def of_all_kinds(rng: np.random.Generator, n_kinds: int) -> np.ndarray:
    few = kinds_of_all(rng, n_kinds, n_kinds + 3)
    return tokens_of(n_kinds, few, random_heights(rng, len(few)))


def hardest(rng: np.random.Generator, n_kinds: int) -> Iterator[np.ndarray]:
    many = kinds_of_all(rng, n_kinds, MOST_TOKENS)
    for heights in worst_heights(rng, MOST_TOKENS, (0, 21, 49)):
        yield tokens_of(n_kinds, many, heights)
    for alone in range(n_kinds):
        for other in {(alone + 1) % n_kinds, (alone - 1) % n_kinds}:
            kinds = np.append(alone, np.full(MOST_TOKENS - 1, other))
            yield tokens_of(n_kinds, kinds, np.where(kinds == alone, HIGHEST, -HIGHEST))


def of_one_kind(rng: np.random.Generator, n_kinds: int) -> Iterator[np.ndarray]:
    kind = np.full(7, rng.integers(n_kinds))
    yield tokens_of(n_kinds, kind, random_heights(rng, 7))
    yield tokens_of(n_kinds, kind[:1], np.array([-HIGHEST]))


same_kind_head = head_task(__name__, right, cases, VARIANTS, {"one-number": one_number}).check
