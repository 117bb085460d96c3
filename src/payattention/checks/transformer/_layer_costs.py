"""The check of `layer_costs`: the multiplications of a decoder layer that generates a text."""

import functools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from torch.utils.flop_counter import mm_flop

from payattention.checks.check import Ask, Mistake, Part, Wrong, check, close, judge_parts
from payattention.checks.counts import too_narrow
from payattention.checks.flops import FLOPS

LARGEST = 2000
COUNTS = ("projections", "attention", "feed_forward")


class Sizes(NamedTuple):
    """The arguments of one call.

    n     the number of target tokens
    m     the number of source positions
    d     the width of the model
    d_ff  the width of the hidden layer
    """

    n: int
    m: int
    d: int
    d_ff: int


operations = functools.cache(mm_flop)  # with one seed, all answers get the same sizes


def product(a: int, b: int, c: int) -> int:
    """The number of multiplications in the product of an a × b and a b × c matrix.

    This is half of what torch's counter returns, because the counter also counts the additions.
    """
    return operations((a, b), (b, c)) // 2


def with_share(counts: Mapping[str, int | float]) -> dict[str, int | float]:
    return {**counts, "share": counts["attention"] / sum(counts.values())}


@functools.cache
def measured(s: Sizes) -> dict[str, int | float]:
    """The right answer: a dictionary of the three ``COUNTS`` and the number "share".

    A count is the number of multiplications in all n steps, with cached keys and values. "share" is
    the part of these multiplications that belongs to the attention.
    """
    projections = 2 * product(s.m, s.d, s.d)
    attention = feed_forward = 0
    for seen in range(1, s.n + 1):
        projections += 6 * product(1, s.d, s.d)
        attention += sum(product(1, s.d, keys) + product(1, keys, s.d) for keys in (seen, s.m))
        feed_forward += product(1, s.d, s.d_ff) + product(1, s.d_ff, s.d)
    return with_share(dict(zip(COUNTS, (projections, attention, feed_forward), strict=True)))


@check(
    reread="Chapter 5, [Encoder and decoder](05-transformer#encoder-decoder) and "
    "Chapter 4, [Parameters and cost](04-multi-head#heads-cost)",
    odd_form=True,
)
def layer_costs(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's count of the multiplications of a decoder layer during generation.

    Promised domain: all sizes from 1 to 2000.
    Extremes and special cases, alone and together: all sizes 1; all sizes 2000, whose products pass
        2³¹; one size 1 beside larger ones; the example of the task; as many source as target
        positions.
    Usual mistakes: the code counts FLOPs; each step sees all tokens; each step sees only the tokens
        before its own; nothing is cached, so each step computes everything again; the source is
        projected at each step; the source is never projected; the cross-attention is missing; only
        half of the cross-attention is counted; the cross-attention grows from step to step; n and m
        are exchanged; n is used for m; m is used for n; W_O is missing; only the scores are
        counted; only the averages are counted; the feed-forward network lacks one of its two
        matrices; the hidden layer has a width of 4 d; the feed-forward network reads the source,
        too; the numbers are those of a single step; the share is in percent; the share is rounded;
        the share is the ratio of attention to the other parts; the share is that of the other
        parts; the code returns 1 / share; the counts overflow in 32 bits; the counts are rounded in
        32 bits.
    Certain: each of the four numbers is judged separately, and a mistake is named only if it gives
        the student's number in all cases. The check says that a wrong share follows from the
        student's counts only if it is the attention's share in these counts, and at least one of
        the counts is right.
    """

    def reduced_counts(case, **missing):
        """The right counts minus ``missing``, and their share: ``attention=5`` counts 5 too few."""
        counts = {name: measured(case)[name] - missing.get(name, 0) for name in COUNTS}
        return with_share(counts)

    def anew(s, *, with_source):
        """The counts and the share without a cache: step i computes all i tokens again.

        With ``with_source``, each step computes the keys and values of the source again, too.
        """
        tokens = s.n * (s.n + 1) // 2
        pairs = s.n * (s.n + 1) * (2 * s.n + 1) // 6
        source = 2 * s.m * s.d**2 * (s.n if with_source else 1)
        counts = {
            "projections": 6 * tokens * s.d**2 + source,
            "attention": 2 * s.d * (pairs + tokens * s.m),
            "feed_forward": 2 * tokens * s.d * s.d_ff,
        }
        return with_share(counts)

    def follows(share, case):
        """Whether the share fits the student's own counts, at least one of which is right."""
        counts = {
            name: count for name in COUNTS if not isinstance(count := returned[case][name], Wrong)
        }
        if len(counts) < len(COUNTS) or sum(counts.values()) == 0:
            return False
        right = any(counts[name] == measured(case)[name] for name in COUNTS)
        return right and close(share, with_share(counts)["share"])

    def mistakes_in(name):
        """The usual mistakes in one number: one of the three ``COUNTS``, or the "share"."""

        def right(case):
            return measured(case)[name]

        def alike(number, other):
            return close(number, other) if name == "share" else number == other

        def is_one_of(*others):
            """A predicate (number, case): whether one of ``others`` leads to the student's number.

            Each of ``others`` takes the case and returns all four numbers, computed with a mistake.
            """
            return lambda number, case: any(alike(number, other(case)[name]) for other in others)

        def is_share(*others):
            return lambda number, case: any(close(number, other(right(case))) for other in others)

        counted = [
            Mistake(
                "all-tokens-seen",
                "Each step is counted as if it saw all n tokens. Step i sees i: 1 + 2 + … + n.",
                is_one_of(lambda s: reduced_counts(s, attention=-s.n * (s.n - 1) * s.d)),
                credit=0.5,
            ),
            Mistake(
                "own-token-forgotten",
                "Each step is counted as if it saw only the tokens before. It sees its own, too: "
                "1 + 2 + … + n.",
                is_one_of(lambda s: reduced_counts(s, attention=2 * s.n * s.d)),
                credit=0.5,
            ),
            Mistake(
                "nothing-kept",
                "Each step computes all its tokens anew. Keys and values are kept, and each step "
                "computes one token.",
                is_one_of(
                    lambda s: anew(s, with_source=True),
                    lambda s: anew(s, with_source=False),
                    lambda s: reduced_counts(s, projections=-2 * s.n * (s.n - 1) * s.d**2),
                ),
                credit=0.3,
            ),
            Mistake(
                "keys-computed-anew",
                "Keys and values of all tokens so far are computed at each step. They are kept, "
                "and each step adds those of one token.",
                is_one_of(lambda s: reduced_counts(s, projections=-s.n * (s.n - 1) * s.d**2)),
                credit=0.3,
            ),
            Mistake(
                "source-at-each-step",
                "The source's keys and values are computed at each step. They are computed once.",
                is_one_of(lambda s: reduced_counts(s, projections=-2 * (s.n - 1) * s.m * s.d**2)),
                credit=0.5,
            ),
            Mistake(
                "source-not-projected",
                "The matrices that make keys and values of the source are missing.",
                is_one_of(lambda s: reduced_counts(s, projections=2 * s.m * s.d**2)),
                credit=0.5,
            ),
            Mistake(
                "no-cross-attention",
                "The attention to the source is missing: its matrices, or its products.",
                is_one_of(
                    lambda s: reduced_counts(
                        s,
                        projections=2 * s.n * s.d**2 + 2 * s.m * s.d**2,
                        attention=2 * s.n * s.m * s.d,
                    )
                ),
                credit=0.25,
            ),
            Mistake(
                "lengths-mixed-up",
                "Somewhere n stands for m, or m for n. The layer writes n tokens; the source has "
                "m positions, with a key and a value for each.",
                is_one_of(
                    lambda s: measured(s._replace(m=s.n)),
                    lambda s: measured(s._replace(n=s.m)),
                    lambda s: measured(s._replace(n=s.m, m=s.n)),
                    *(
                        lambda s, times=times: reduced_counts(
                            s, projections=times * (s.n - s.m) * s.d**2
                        )
                        for times in (-2, -1, 1, 2)
                    ),
                ),
                credit=0.25,
            ),
            Mistake(
                "no-output",
                "W_O is missing, in one of the two attentions or in both.",
                is_one_of(
                    lambda s: reduced_counts(s, projections=2 * s.n * s.d**2),
                    lambda s: reduced_counts(s, projections=s.n * s.d**2),
                ),
                credit=0.5,
            ),
            Mistake(
                "scores-only",
                "Only the scores are counted, or only the averages of values. Attention is both.",
                is_one_of(lambda s: reduced_counts(s, attention=measured(s)["attention"] // 2)),
                credit=0.5,
            ),
            Mistake(
                "source-half-counted",
                "In the attention to the source only the scores are counted, or only the averages "
                "of values. It is both.",
                is_one_of(lambda s: reduced_counts(s, attention=s.n * s.m * s.d)),
                credit=0.5,
            ),
            Mistake(
                "source-grows",
                "The attention to the source is counted as if it grew from step to step. Each step "
                "sees all m positions.",
                is_one_of(
                    lambda s: reduced_counts(s, attention=(2 * s.n - s.n * (s.n + 1)) * s.m * s.d)
                ),
                credit=0.5,
            ),
            Mistake(
                "source-in-the-network",
                "The source's positions are counted in the feed-forward network. The decoder's "
                "network reads the n tokens only.",
                is_one_of(lambda s: reduced_counts(s, feed_forward=-2 * s.m * s.d * s.d_ff)),
                credit=0.5,
            ),
            Mistake(
                "one-matrix",
                "The feed-forward network has two matrices. One is counted.",
                is_one_of(lambda s: reduced_counts(s, feed_forward=s.n * s.d * s.d_ff)),
                credit=0.5,
            ),
            Mistake(
                "four-times-the-width",
                "The hidden layer is counted with 4 d numbers, as is usual. Here it has d_ff.",
                is_one_of(lambda s: measured(s._replace(d_ff=4 * s.d))),
                credit=0.5,
            ),
            Mistake(
                "one-step",
                "These are the numbers of a single step. The text has n tokens.",
                is_one_of(
                    lambda s: measured(s._replace(n=1)),
                    lambda s: {
                        "projections": 6 * s.d**2,
                        "attention": 2 * s.d * (s.n + s.m),
                        "feed_forward": 2 * s.d * s.d_ff,
                        "share": -1,
                    },
                ),
                credit=0.25,
            ),
        ]
        if name != "share":
            return [FLOPS, *counted, *too_narrow(right)]
        return [
            *counted,
            Mistake(
                "share-rounded",
                "The share is rounded. Return it as it is.",
                lambda share, case: any(
                    close(share, round(right(case), digits), 1e-9, 1e-12) for digits in range(1, 5)
                ),
                credit=0.7,
            ),
            Mistake(
                "percent",
                "This is a percentage. The share of all is 1.",
                is_share(lambda share: 100 * share),
                credit=0.7,
            ),
            Mistake(
                "part-to-part",
                "This compares the attention with the other parts. The share is its part of the "
                "whole, itself included.",
                is_share(lambda share: share / (1 - share), lambda share: (1 - share) / share),
                credit=0.5,
            ),
            Mistake(
                "the-rest",
                "This is the share of all that is not attention, or the reciprocal of the share.",
                is_share(lambda share: 1 - share, lambda share: 1 / share),
                credit=0.5,
            ),
            Mistake(
                "follows-from-the-counts",
                "It follows from your counts; it will be right when they are.",
                follows,
                credit=0.5,
            ),
        ]

    def is_measured(name):
        if name == "share":
            return lambda number, case: close(number, measured(case)[name])
        return lambda number, case: number == measured(case)[name]

    def drawn(low, high):
        sizes = rng.choice(np.arange(low, high), size=len(Sizes._fields), replace=False)
        return Sizes(*sizes.tolist())

    cases = [Sizes(3, 2, 4, 8), Sizes(10, 12, 64, 256), Sizes(9, 9, 5, 7)]
    cases += [drawn(2, 99) for _ in "four"]
    cases += [drawn(2, 99)._replace(**{size: 1}) for size in Sizes._fields]
    odd = [2 * size - 1 for size in drawn(LARGEST // 2 - 49, LARGEST // 2)]
    cases += [Sizes(*odd), Sizes(1, 1, 1, 1), Sizes(*[LARGEST] * 4)]
    names = (*COUNTS, "share")
    shares = dict(zip(names, (0.3, 0.3, 0.2, 0.2), strict=True))
    ask.announce(cases)
    returned = {case: ask.numbers(*case, names=names) for case in cases}
    judge_parts(
        ask,
        cases,
        [returned[case] for case in cases],
        [Part(name, is_measured(name), mistakes_in(name), share=shares[name]) for name in names],
        shown_beside=lambda answer, case: {"Expected": measured(case)},
        rule="Each count is added up over the n steps, one new token each; the source's keys and "
        "values are computed once.",
    )
    return "At n = d the attention among the tokens is a small part; it grows with the length."
