"""The BLEU of token ids, with keywords for what students get wrong in it."""

import functools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

UNKNOWN, PAD = 0, -1
ORDERS = (1, 2, 3, 4)


class Case(NamedTuple):
    """The arguments of one call: hypotheses and references as token ids, right-padded with −1.

    The hypotheses are (sentences, words), the references (sentences, references, words).
    """

    hypotheses: np.ndarray
    references: np.ndarray


Words = list[int]
Grams = Counter[tuple[int, ...]]
Filter = Callable[[Grams], Grams]


# ── n-grams ───────────────────────────────────────────────────────────────────────────────────


def words(row: np.ndarray) -> Words:
    return row[row != PAD].tolist()


def grams(text: Words, n: int) -> Grams:
    return Counter(zip(*(text[i:] for i in range(n)), strict=False))


def sorted_grams(text: Words, n: int) -> Grams:
    return Counter(tuple(sorted(gram)) for gram in grams(text, n).elements())


def most(several: Sequence[Grams]) -> Grams:
    """For each n-gram, the largest of its counts in ``several`` references."""
    return functools.reduce(lambda a, b: a | b, several)


def total(several: Sequence[Grams]) -> Grams:
    return functools.reduce(lambda a, b: a + b, several)


def fewest(several: Sequence[Grams]) -> Grams:
    return functools.reduce(lambda a, b: a & b, several)


def each(count: int) -> Callable[[Sequence[Grams]], Grams]:
    """Clips the matches of every n-gram that occurs in a reference to the same ``count``."""
    return lambda several: Counter(dict.fromkeys(total(several), count))


def all_together(texts: list[Words]) -> list[Words]:
    return [[word for text in texts for word in text]]


def everything(counts: Grams) -> Grams:
    return counts


def once(counts: Grams) -> Grams:
    return Counter(dict.fromkeys(counts, 1))


def those(belongs: Callable[[tuple[int, ...]], bool]) -> Filter:
    return lambda counts: Counter({gram: n for gram, n in counts.items() if belongs(gram)})


without_unknown = those(lambda gram: UNKNOWN not in gram)


# ── the score ─────────────────────────────────────────────────────────────────────────────────


def nearest(length: int, others: Sequence[int]) -> float:
    return min(others, key=lambda other: (abs(other - length), other))


def exponential(c: float, r: float) -> float:
    return min(1.0, math.exp(1 - r / c)) if c else 0.0


def plain(n: int, matches: float, count: float) -> float:
    return matches / count if count else 0.0


def plus_one(n: int, matches: float, count: float) -> float:
    return plain(n, matches, count) if n == 1 else (matches + 1) / (count + 1)


def plus_one_where_0(n: int, matches: float, count: float) -> float:
    return (plain if matches else plus_one)(n, matches, count)


def at_least(least: float) -> Callable[[int, float, float], float]:
    """Where nothing matches, ``least`` takes the place of the matches: sacrebleu's floor."""
    return lambda n, matches, count: plain(n, matches or least, count)


def geometric(shares: Sequence[float]) -> float:
    return math.prod(shares) ** (1 / len(shares))


def of_fewer(orders: int, root: int) -> Callable[[Sequence[float]], float]:
    return lambda shares: math.prod(shares[:orders]) ** (1 / root)


def halved(shares: Sequence[float]) -> float:
    """The mean if each order without a match, below 0, halves the floor again: sacrebleu's exp."""
    k = sum(share < 0 for share in shares)
    return geometric([abs(share) for share in shares]) * 2 ** (-k * (k + 1) / 2 / len(shares))


def bleu(
    case: Case,
    *,
    clip: Callable[[Sequence[Grams]], Grams] = most,
    known: Filter = without_unknown,
    counted: Filter = everything,
    length: Callable[[int, Sequence[int]], float] = nearest,
    penalty: Callable[[float, float], float] = exponential,
    share: Callable[[int, float, float], float] = plus_one,
    mean: Callable[[Sequence[float]], float] = geometric,
    read: Callable[[np.ndarray], Words] = words,
    sized: Callable[[np.ndarray], Words] = words,
    references_sized: Callable[[np.ndarray], Words] = words,
    gathered: Callable[[Words, int], Grams] = grams,
    pooled: Callable[[list[Words]], list[Words]] = list,
    added: int = 0,
    scale: float = 100,
) -> float:
    """The smoothed BLEU of the task, in percent.

    ``clip`` says how often each n-gram may match, from its counts in the references; ``known``
    filters the matches, ``counted`` the n-grams of the hypothesis. ``length`` is the reference
    length, from the lengths of a hypothesis and of its references. ``share`` is the precision, from
    n and the numbers of matches and n-grams; each sentence adds ``added`` to both, for n above 1.
    ``read`` returns the words of a row, ``sized`` and ``references_sized`` those that count in a
    length. ``gathered`` counts n-grams, ``pooled`` changes the references that may have them.
    """
    c = r = 0.0
    pairs = dict.fromkeys(ORDERS, (0, 0))
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        ours, theirs = read(hypothesis), [*map(read, references)]
        c += (size := len(sized(hypothesis)))
        r += length(size, [len(references_sized(row)) for row in references])
        for n, (matches, count) in pairs.items():
            mine = gathered(ours, n)
            shared = known(mine & clip([gathered(text, n) for text in pooled(theirs)]))
            more = added if n > 1 else 0
            pairs[n] = matches + shared.total() + more, count + counted(mine).total() + more
    return scale * penalty(c, r) * mean([share(n, *pair) for n, pair in pairs.items()])
