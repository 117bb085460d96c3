"""Check of `copy_ceiling`: the share of texts that can be copied through one vector or many."""

import math
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Part, Wrong, check, judge_parts
from payattention.checks.edges import judge_edges

LARGEST_LENGTH = 1000
LARGEST_VOCABULARY = 1000
LARGEST_WIDTH = 100
MOST_LEVELS = 65536
SMALLEST_SHARE = 1e-30
NAMES = ("vector", "attention")
OVERFLOW = (
    "Right while the counts are small. No float holds numbers above 10³⁰⁸: compare Python's "
    "integers, or their logarithms, before you divide."
)


class Sizes(NamedTuple):
    """A test case: the sizes of the source texts and of the vectors.

    n       how many tokens a source has
    vocab   how many different tokens there are
    d       how many numbers a vector has
    levels  how many values each of these numbers can take
    """

    n: int
    vocab: int
    d: int
    levels: int


@check(
    reread="Chapter 1, [Exact match against length](01-rnn-limits#bottleneck)",
    odd_form=True,
)
def copy_ceiling(ask: Ask, rng: np.random.Generator) -> str:
    """Check the largest share of texts (sources) that can be copied through one or n vectors.

    A source has n tokens. An encoder turns it into one vector or, with attention, into n vectors. A
    decoder sees only these vectors, and writes the copy.

    Promised domain: n and vocab from 1 to 1000, d from 1 to 100, levels from 1 to 65536, all
        integers. Shares below 10⁻³⁰ may be returned as 0.
    Extremes and special cases, alone and together: the example of the question; a vector with
        exactly as many values as there are sources; n = 1; d = 1; a vocabulary of one token; one
        level; one token and one level; counts too large for a float, with shares of 1, 0 and in
        between; shares from 10⁻⁶ down to 2 · 10⁻²⁸; n and vocab of 1000, where one vector has 999
        values.
    Usual mistakes: a share is above 1; each share is 0 or 1, with nothing in between; a share is in
        percent; the share that is lost is returned; the vectors' bits are divided by the source's
        bits; the base and the exponent of a power are exchanged; a product is used in place of a
        power; levels are taken for bits; shorter sources are counted, too; only one token is
        counted; the two shares are exchanged; with attention, the n vectors get only n times the
        values of one vector; with attention, the share is always 1; counts overflow a float.
    Certain: Each of the two shares is judged separately. The feedback names a mistake only if the
        mistake gives that share in all cases.
    """
    # All counts are natural logarithms, because a wrong count may have millions of digits.

    def near(number, values, sources):
        """Whether ``number`` is the share min(1, exp(values − sources)).

        ``values`` is the logarithm of how many values the decoder's vectors can have, and
        ``sources`` is the logarithm of the number of sources.
        """
        if values >= sources - 1e-9:
            return math.isclose(number, 1, rel_tol=1e-6)
        share = math.exp(values - sources)
        tiny = share < SMALLEST_SHARE and 0 <= number < 2 * SMALLEST_SHARE
        return tiny or math.isclose(number, share, rel_tol=1e-6)

    def without_cap(number, values, sources):
        if values < sources + math.log(1e300):
            return math.isclose(number, math.exp(values - sources), rel_tol=1e-6)
        return number > 1e290  # near the largest float, or ∞

    def all_or_nothing(number, values, sources):
        return number == (values >= sources - 1e-9)

    def share_lost(number, values, sources):
        return math.isclose(number, -math.expm1(min(0, values - sources)), rel_tol=1e-6)

    def of_bits(number, values, sources):
        share = values / sources if sources else math.nan
        return any(math.isclose(number, each, rel_tol=1e-6) for each in (share, min(1, share)))

    def overflows(number, values, sources):
        """Whether ``number`` is right, or is what an overflow can make of it: 0, 1, ∞ or NaN.

        The right number is min(1, exp(values − sources)).
        """
        too_large = max(values, sources) > math.log(1e308)
        return near(number, values, sources) or (
            too_large and (number in (0, 1) or not math.isfinite(number))
        )

    def values_of_one(n, vocab, d, levels):
        return d * math.log(levels)

    def every_source(n, vocab, d, levels):
        return n * math.log(vocab)

    def share_of(values, sources=every_source):
        """Return a predicate (number, case): whether ``number`` is min(1, V / S).

        ``values(*case)`` is log V, and ``sources(*case)`` is log S: the decoder's vectors can have
        V values, and there are S sources.
        """
        return lambda number, case: near(number, values(*case), sources(*case))

    through_one = share_of(values_of_one)
    through_all = share_of(lambda n, *sizes: n * values_of_one(n, *sizes))

    def about(vectors):
        """The mistakes that can be made in either share, "vector" or "attention".

        ``vectors(case)`` is how many vectors the decoder sees: 1 for "vector", n for "attention".
        """

        def fits(compare, values=values_of_one, sources=every_source):
            """Return a predicate (number, case) that calls ``compare(number, log V, log S)``.

            All vectors together have V values, and there are S sources. To count wrong, replace
            ``values``, which gives the logarithm for one vector, or ``sources``, which gives log S.
            """
            return lambda number, case: compare(
                number, vectors(case) * values(*case), sources(*case)
            )

        return [
            Mistake("overflow", OVERFLOW, fits(overflows), credit=0.7),
            Mistake(
                "no-cap",
                "Some shares are above 1. Where there are more values than sources, every source "
                "can be copied, and no more than that.",
                fits(without_cap),
                credit=0.5,
            ),
            Mistake(
                "all-or-nothing",
                "Where the sources do not all fit, not all is lost: of the sources that share a "
                "value, one can be copied right.",
                fits(all_or_nothing),
                credit=0.5,
            ),
            Mistake(
                "percent",
                "These are percent. A share is a number from 0 to 1.",
                fits(lambda number, *counts: near(number / 100, *counts)),
                credit=0.5,
            ),
            Mistake(
                "lost-share",
                "This is the share that is lost. Asked is the share that is copied right.",
                fits(share_lost),
                credit=0.5,
            ),
            Mistake(
                "share-of-bits",
                "This compares bits. The share of the sources compares counts: a vector that is "
                "one bit short has values for half of the sources.",
                fits(of_bits),
                credit=0.25,
            ),
            Mistake(
                "swapped-power",
                "The values of a vector are a power the wrong way round: d numbers with so many "
                "levels each have levels^d values.",
                fits(near, values=lambda n, vocab, d, levels: levels * math.log(d)),
                credit=0.25,
            ),
            Mistake(
                "swapped-power",
                "The sources are a power the wrong way round: n tokens make vocab^n sources.",
                fits(near, sources=lambda n, vocab, d, levels: vocab * math.log(n)),
                credit=0.25,
            ),
            Mistake(
                "product",
                "The values of a vector are counted by a product. Each further number multiplies "
                "them by levels: they are levels^d.",
                fits(near, values=lambda n, vocab, d, levels: math.log(d * levels)),
                credit=0.25,
            ),
            Mistake(
                "product",
                "The sources are counted by a product. Each further token multiplies them by "
                "vocab: they are vocab^n.",
                fits(near, sources=lambda n, vocab, d, levels: math.log(n * vocab)),
                credit=0.25,
            ),
            Mistake(
                "levels-as-bits",
                "The levels are taken for bits. A number with 8 levels has 3 bits, not 8.",
                fits(near, values=lambda n, vocab, d, levels: d * levels * math.log(2)),
                credit=0.5,
            ),
            *(
                Mistake(
                    "shorter-too",
                    "Shorter sources are counted, too. Here every source has exactly n tokens.",
                    fits(
                        near,
                        sources=lambda n, vocab, d, levels, first=first: math.log(
                            sum(vocab**length for length in range(first, n + 1))
                        ),
                    ),
                    credit=0.5,
                )
                for first in (0, 1)
            ),
        ]

    one_token = Mistake(
        "one-token",
        "This is the share for one token alone. A copy is right only if all n tokens are.",
        share_of(values_of_one, lambda n, vocab, d, levels: math.log(vocab)),
        credit=0.5,
    )
    about_one = [
        Mistake(
            "as-with-attention",
            "This is the share with attention. Here the decoder sees one vector, not n.",
            through_all,
        ),
        one_token,
        *about(vectors=lambda case: 1),
    ]
    about_all = [
        Mistake(
            "as-with-one",
            "This is the share through one vector. With attention the decoder sees n of them.",
            through_one,
        ),
        Mistake(
            "n-times",
            "n vectors do not have n times as many values as one, but the n-th power: each further "
            "vector multiplies their number by levels^d.",
            share_of(lambda n, *sizes: math.log(n) + values_of_one(n, *sizes)),
            credit=0.25,
        ),
        one_token,
        *about(vectors=lambda case: case.n),
        Mistake(
            "always-one",
            "Attention does not make everything possible: a vector with fewer values than there "
            "are tokens cannot even say which token stands at its own position.",
            lambda number, case: number == 1,
        ),
    ]
    parts = [
        Part("vector", through_one, about_one, share=1 / 2),
        Part("attention", through_all, about_all, share=1 / 2),
    ]

    def expected(case):
        """The two right shares for a test case, by name."""
        values, sources = values_of_one(*case), every_source(*case)
        return {
            "vector": math.exp(min(0, values - sources)),
            "attention": math.exp(min(0, case.n * values - sources)),
        }

    def judge_at(cases):
        ask.announce(cases)
        judge_parts(
            ask,
            cases,
            [ask.numbers(*case, names=NAMES) for case in cases],
            parts,
            shown_beside=lambda answer, case: {"Expected": expected(case)},
            rule="At most one source can be copied right for each value of what the decoder sees: "
            "levels^d values of one vector, (levels^d)^n of n vectors.",
        )

    def judge_large_counts(cases):
        try:
            judge_at(cases)
        except Wrong as wrong:
            if wrong.name == "raised" and "OverflowError" in wrong.says:
                raise Wrong("overflow", OVERFLOW, wrong.details, credit=0.7) from None
            raise

    cases = [Sizes(3, 2, 1, 6), Sizes(2, 10, 1, 5), Sizes(4, 3, 2, 5), Sizes(6, 4, 4, 8)]
    cases += [Sizes(5, 2, 3, 2), Sizes(3, 20, 2, 3), Sizes(4, 7, 3, 4), Sizes(3, 2, 2, 5)]
    cases.append(Sizes(2, 20, 1, 3))
    for _ in "four":
        n, vocab, d, levels = rng.integers((2, 5, 2, 2), (7, 30, 4, 6)).tolist()
        cases.append(Sizes(n, vocab, d, levels))
    judge_at(cases)

    n, vocab = rng.integers((50, 500), (300, 1000)).tolist()
    small = [Sizes(1, 9, 1, 4), Sizes(1, 9, 2, 4), Sizes(4, 1, 1, 3), Sizes(4, 1, 2, 1)]
    small += [Sizes(3, 5, 2, 1), Sizes(1, 1, 1, 1), Sizes(5, 9, 1, 3)]
    large = [
        Sizes(LARGEST_LENGTH, LARGEST_VOCABULARY, LARGEST_WIDTH, MOST_LEVELS),
        Sizes(LARGEST_LENGTH, 2, LARGEST_WIDTH, MOST_LEVELS),
        Sizes(LARGEST_LENGTH, 2, 62, MOST_LEVELS),  # 2⁹⁹² values, 2¹⁰⁰⁰ sources
        Sizes(500, 8, 93, MOST_LEVELS),  # 2¹⁴⁸⁸ values, 2¹⁵⁰⁰ sources
        Sizes(LARGEST_LENGTH, LARGEST_VOCABULARY, 1, LARGEST_VOCABULARY - 1),
        Sizes(n, vocab, 1, vocab - 2),
        Sizes(n, vocab, 3, 2),
    ]
    tiny = [Sizes(6, 100, 1, 10), Sizes(12, 100, 1, 10), Sizes(14, 100, 1, 2)]
    judge_edges(
        lambda: judge_at(small), lambda: judge_large_counts(large), lambda: judge_large_counts(tiny)
    )
    return "With attention a longer source brings vectors of its own; one vector stays as it is."
