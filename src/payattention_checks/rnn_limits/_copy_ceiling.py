"""The largest share of texts (sources) that can be copied through one vector or through many.

A source has n tokens. An encoder turns it into one vector or, with attention, into n vectors. A
decoder sees only these vectors, and writes the copy.

Promised domain: n and vocab from 1 to 1000, d from 1 to 100, levels from 1 to 65536, all integers.
    Shares below 10⁻³⁰ may be returned as 0.
Extremes and special cases, alone and together: the example of the question; a vector with exactly
    as many values as there are sources; n = 1; d = 1; a vocabulary of one token; one level; one
    token and one level; counts too large for a float, with shares of 1, 0 and in between; shares
    from 10⁻⁶ down to 2 · 10⁻²⁸; n and vocab of 1000, where one vector has 999 values. In ordinary
    cases no count exceeds 2⁵³ and no share is below 10⁻⁵.
Certain: Each of the two shares is judged separately. The feedback names a mistake only if the
    mistake gives that share in all cases.
"""

import functools
import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.task import Cases, Edge, Task, Variants

LARGEST_LENGTH = 1000
LARGEST_VOCABULARY = 1000
LARGEST_WIDTH = 100
MOST_LEVELS = 65536
SMALLEST_SHARE = 1e-30
SMALL = 1e-5  # of a share; none is smaller in ordinary cases
LARGE = 1e290  # larger numbers count as infinity
ROUNDING = 1e-9  # of a logarithm
SHARES = {"vector": 0.5, "attention": 0.5}


class Case(NamedTuple):
    """The arguments of one call: the sizes of the sources and of the vectors.

    n       how many tokens a source has
    vocab   how many different tokens there are
    d       how many numbers a vector has
    levels  how many values each of these numbers can take
    """

    n: int
    vocab: int
    d: int
    levels: int


# All counts are natural logarithms, because a wrong count may have millions of digits.
Values = Callable[[Case, int], float]  # of how many values so many vectors can have together
Sources = Callable[[Case], float]


def values_of(case: Case, vectors: int) -> float:
    return vectors * case.d * math.log(case.levels)


def every_source(case: Case) -> float:
    return case.n * math.log(case.vocab)


def capped(values: float, sources: float) -> float:
    return math.exp(min(0, values - sources))


def right(
    case: Case,
    *,
    values: Values = values_of,
    sources: Sources = every_source,
    share: Callable[[float, float], float] = capped,
    exchanged: bool = False,
) -> dict[str, float]:
    """The share through one vector, and that through n vectors, or the two ``exchanged``."""
    n_vectors = (case.n, 1) if exchanged else (1, case.n)
    shares = (share(values(case, vectors), sources(case)) for vectors in n_vectors)
    return dict(zip(SHARES, shares, strict=True))


def uncapped(values: float, sources: float) -> float:
    return math.exp(values - sources) if values - sources < math.log(1e300) else math.inf


def share_of_bits(values: float, sources: float) -> float:
    return values / sources if sources else math.nan


VARIANTS: Variants = {
    "vector.as-with-attention": {"exchanged": True},
    "attention.as-with-one": {"exchanged": True},
    "attention.n-times": [
        {"values": lambda s, vectors: math.log(vectors) + values_of(s, 1)},
        {"values": lambda s, vectors: (s.d + vectors) * math.log(s.levels)},
    ],
    "width-forgotten": {"values": lambda s, vectors: vectors * math.log(s.levels)},
    "one-token": {
        "values": lambda s, vectors: values_of(s, 1),
        "sources": lambda s: math.log(s.vocab),
    },
    "no-cap": {"share": uncapped},
    "all-or-nothing": {"share": lambda values, sources: float(values >= sources - ROUNDING)},
    "percent": {"share": lambda values, sources: 100 * capped(values, sources)},
    "lost-share": {"share": lambda values, sources: -math.expm1(min(0, values - sources))},
    "share-of-bits": [
        {"share": share_of_bits},
        {"share": lambda values, sources: min(1, share_of_bits(values, sources))},
    ],
    "swapped-power": {"values": lambda s, vectors: vectors * s.levels * math.log(s.d)},
    "swapped-sources": {"sources": lambda s: s.vocab * math.log(s.n)},
    "product": {"values": lambda s, vectors: vectors * math.log(s.d * s.levels)},
    "product-of-sources": {"sources": lambda s: math.log(s.n * s.vocab)},
    "levels-as-bits": {"values": lambda s, vectors: vectors * s.d * s.levels * math.log(2)},
    "shorter-too": [
        {"sources": lambda s: math.log(sum(s.vocab**n for n in range(s.n + 1)))},
        {"sources": lambda s: math.log(sum(s.vocab**n for n in range(1, s.n + 1)))},
    ],
    "upside-down": [
        {"share": lambda values, sources: capped(sources, values)},
        {"share": lambda values, sources: uncapped(sources, values)},
    ],
    "attention.always-one": {"share": lambda values, sources: 1},
}


def rounded(number: float, case: Case, *, part: str) -> bool:
    """Whether a number is the share rounded to a few decimals, half a decimal either way."""
    off = abs(number - right(case)[part])
    return any(
        off <= 0.5001 * 10**-digits and math.isclose(number, round(number, digits), rel_tol=1e-12)
        for digits in range(1, 16)
    )


def small_as_zero(number: float, case: Case, *, part: str) -> bool:
    share = right(case)[part]
    return same(number, share) or (number == 0 and share < SMALL)


def imprecise(number: float, case: Case, *, part: str) -> bool:
    share = right(case)[part]
    return same(number, share) or math.isclose(number, share, rel_tol=0.02)


def in_64_bits(number: int, power: int) -> int:
    """A power as NumPy's integers hold it, which begin again at −2⁶³ above 2⁶³ − 1."""
    return (pow(number, power, 2**64) + 2**63) % 2**64 - 2**63


def integer_overflow(number: float, case: Case, *, part: str) -> bool:
    """Whether a number is the share of counts that are integers of 64 bits."""
    vectors = 1 if part == "vector" else case.n
    values, sources = in_64_bits(case.levels, vectors * case.d), in_64_bits(case.vocab, case.n)
    if same(number, right(case)[part]) or (sources == 0 and not 0 < number < 1):
        return True
    counts = [count for count in (sources, max(sources, 1)) if count]
    shares = [min(values, count) / count for count in counts]
    shares += [min(1, values / count) for count in counts]
    return any(math.isclose(number, share) for share in shares)


def overflow(number: float, case: Case, *, part: str) -> bool:
    """Whether a share is right, or is what counts too large for a float can make of it."""
    too_large = max(values_of(case, case.n), every_source(case)) > math.log(1e308)
    lost = number in (0, 1) or not abs(number) < LARGE
    return same(number, right(case)[part]) or (too_large and lost)


SIGNS = {
    f"{part}.{name}": functools.partial(sign, part=part)
    for part in SHARES
    for name, sign in {
        "rounded": rounded,
        "overflow": overflow,
        "integer-overflow": integer_overflow,
        "small-as-zero": small_as_zero,
        "imprecise": imprecise,
    }.items()
}
AT_EDGES = ("overflow", "integer-overflow", "small-as-zero", "imprecise")


def same(number: float, expected: float) -> bool:
    """Whether two shares are equal; infinity is any number near the largest float."""
    if number > LARGE:
        return expected == math.inf
    if number < 0:
        return False
    tiny = expected < SMALLEST_SHARE and number < 2 * SMALLEST_SHARE
    return tiny or math.isclose(number, expected, rel_tol=1e-6)


def read(ask: Ask, case: Case) -> dict[str, Any]:
    """The two numbers; integers that are too large for a float are the largest float."""
    limit = int(sys.float_info.max)
    numbers = ask.numbers(*case, names=tuple(SHARES))
    return {
        name: max(-limit, min(number, limit)) / 1
        if isinstance(number, int) and abs(number) > limit
        else number
        for name, number in numbers.items()
    }


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [
        *((3, 2, 1, 6), (2, 10, 1, 5), (4, 3, 2, 5), (4, 8, 2, 64), (5, 2, 3, 2)),
        *((3, 20, 2, 3), (4, 7, 3, 4), (3, 2, 2, 5), (2, 21, 1, 3)),
        *(rng.integers((2, 5, 2, 2), (5, 19, 4, 6)).tolist() for _ in range(4)),
    ]
    n, vocab = rng.integers((50, 500), (300, 1000)).tolist()
    small = [
        *((1, 9, 1, 4), (1, 9, 2, 4), (4, 1, 1, 3), (4, 1, 2, 1)),
        *((3, 5, 2, 1), (1, 1, 1, 1), (5, 9, 1, 3)),
    ]
    large = [
        # All bounds at once would only be slow: one vector after the other takes seconds.
        (LARGEST_LENGTH, LARGEST_VOCABULARY, 10, MOST_LEVELS),
        (100, LARGEST_VOCABULARY, LARGEST_WIDTH, MOST_LEVELS),
        (300, 2, LARGEST_WIDTH, MOST_LEVELS),
        (500, 4, 62, MOST_LEVELS),  # 2⁹⁹² values, 2¹⁰⁰⁰ sources
        (250, 64, 93, MOST_LEVELS),  # 2¹⁴⁸⁸ values, 2¹⁵⁰⁰ sources
        (LARGEST_LENGTH, LARGEST_VOCABULARY, 1, LARGEST_VOCABULARY - 1),
        (900, 317, 1, 315),  # in 64 bits: fewer values than sources, both above 0
        (n, vocab, 1, vocab - 2),
        (n, vocab, 3, 2),
    ]
    tiny = [(6, 100, 1, 10), (12, 100, 1, 10), (14, 100, 1, 2)]
    return Cases(
        [Case(*sizes) for sizes in ordinary],
        tuple(Edge([Case(*sizes) for sizes in edge], AT_EDGES) for edge in (small, large, tiny)),
    )


copy_ceiling = Task(
    __name__, right, cases, VARIANTS, SIGNS, same=same, read=read, shares=SHARES
).check
