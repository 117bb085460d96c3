"""The check of `same_kind_head`: a hand-made head that averages over tokens of the same kind."""

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close
from payattention.checks.dot_product._heads import (
    HIGHEST,
    WITHIN,
    head_case,
    heights_of,
    judge_head,
    returns_heights,
    worst_heights,
)

MOST_KINDS = 20
MOST_TOKENS = 50


@check(
    reread="Chapter 3, [Self-attention](03-dot-product#self-attention)",
    odd_form=True,
)
def same_kind_head(ask: Ask, rng: np.random.Generator) -> str:
    """Check a head in which each token gets the mean height of all tokens of its own kind.

    The student's function returns the hand-made weights of the head: W_Q, W_K and W_V.

    Promised domain: 2 to 20 kinds, inputs of 1 to 50 tokens, heights from −10 to 10.
    Extremes and special cases, alone and together: 2 kinds and 20; one token; tokens of one kind
        only; one token of height 10 among 49 tokens of another kind and of height −10, for each
        pair of neighbouring kinds; heights that alternate or are all equal. The student's function
        is called with every number of kinds from 2 to 20, so an answer that stores the matrices for
        some of them fails.
    Usual mistakes: the highest score is not far enough above the others; the height takes part in
        the scores; the scores have the wrong sign; the values are wrong; the code gives queries and
        keys only one entry; the code forgets the last kind; the code expects the height to be the
        first entry of a token; the weights are transposed, have too many columns or only one axis,
        or are so large that the scores overflow.
    Certain: the feedback names a mistake only if the head makes it on all inputs. Queries and keys
        with one entry cannot be right for three kinds or more: of three numbers on a line, the
        middle one is never the furthest in a direction.
    """

    def draw(kinds, heights, n_kinds):
        means = {kind: heights[kinds == kind].mean() for kind in set(kinds.tolist())}
        return head_case(
            kinds, heights, np.array([means[kind] for kind in kinds.tolist()]), n_kinds
        )

    def scenes(n_kinds):
        few = rng.permutation(np.append(np.arange(n_kinds), rng.integers(n_kinds, size=3)))
        yield draw(few, np.round(rng.uniform(-HIGHEST, HIGHEST, size=len(few)), 1), n_kinds)
        many = rng.permutation(
            np.append(np.arange(n_kinds), rng.integers(n_kinds, size=MOST_TOKENS - n_kinds))
        )
        for heights in worst_heights(MOST_TOKENS, (0, 21, 49), rng):
            yield draw(many, heights, n_kinds)
        for alone in range(n_kinds):
            for other in {(alone + 1) % n_kinds, (alone - 1) % n_kinds}:
                kinds = np.append(alone, np.full(MOST_TOKENS - 1, other))
                high = np.where(kinds == alone, HIGHEST, -HIGHEST)
                yield draw(kinds, high, n_kinds)
        same = np.full(7, rng.integers(n_kinds))
        yield draw(same, np.round(rng.uniform(-HIGHEST, HIGHEST, size=7), 1), n_kinds)
        yield draw(same[:1], np.array([-HIGHEST]), n_kinds)

    def mean_of_others(weights, case):
        kinds, heights = case.tokens[:, :-1], case.tokens[:, -1]
        other = kinds @ kinds.T == 0
        if not other.any():
            return True  # with tokens of one kind, the mistake cannot be seen
        return returns_heights(weights, case, other @ heights / other.sum(axis=1), within=0.05)

    def one_number(weights):
        """Whether W_Q and W_K have one column each, with entries that differ between kinds."""
        return all(W.shape[1:] == (1,) and np.ptp(W[:-1]) > 0 for W in weights[:2])

    def all_but_last_kind(weights, case):
        others = case.tokens[:, case.size - 1] == 0
        came = heights_of(weights, case)
        return close(came[others], case.wanted[others], rtol=0.0, atol=WITHIN)

    mistakes: Mistakes = [
        Mistake(
            "one-number",
            "One number stands for the kind. Then a query that grows with it matches the largest "
            "best, not its own. (Two kinds could be −1 and 1; with three, one number a query "
            "cannot do it.)",
            lambda w, case: returns_heights(w, case, case.wanted) or one_number(w),
            credit=0.2,
        ),
        Mistake(
            "other-kinds",
            "Every token gets the mean of all the other kinds: look at the sign of the scores.",
            mean_of_others,
            credit=0.3,
        ),
        Mistake(
            "last-kind",
            "Right, except for tokens of the last kind. Kinds are counted from 0 to n_kinds − 1.",
            all_but_last_kind,
            credit=0.6,
        ),
    ]
    sizes = [2, MOST_KINDS, *rng.choice(np.arange(3, MOST_KINDS), size=3, replace=False).tolist()]
    cases = [case for n_kinds in sizes for case in scenes(n_kinds)]
    others = [n_kinds for n_kinds in range(2, MOST_KINDS) if n_kinds not in sizes]
    cases += [next(scenes(n_kinds)) for n_kinds in others]
    judge_head(
        ask, cases, mistakes, "Each token gets the mean height of its own kind, up to 0.001."
    )
    return "No training at all: here you can see what the weights of such a head mean."
