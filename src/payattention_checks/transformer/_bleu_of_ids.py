"""The BLEU of token ids, with keywords for what students get wrong in it."""

import functools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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


Pairs = Sequence[tuple[float, float]]  # of each sentence: matches and n-grams, or c and r
Sizes = Sequence[tuple[int, int, list[int]]]  # of each sentence: what it adds to c, its length, …
Length = Callable[[int, Sequence[int]], float]
Penalty = Callable[[float, float], float]
Share = Callable[[int, float, float], float]


def of_corpus(share: Share, n: int, pairs: Pairs) -> float:
    return share(n, sum(matches for matches, _ in pairs), sum(count for _, count in pairs))


def mean_of_sentences(share: Share, n: int, pairs: Pairs) -> float:
    return sum(share(n, *pair) for pair in pairs) / len(pairs)


def of_totals(sizes: Sizes, length: Length, penalty: Penalty) -> float:
    r = sum(length(own, of) for _, own, of in sizes)
    return penalty(sum(c for c, _, _ in sizes), r)


def mean_penalty(sizes: Sizes, length: Length, penalty: Penalty) -> float:
    return sum(penalty(c, length(own, of)) for c, own, of in sizes) / len(sizes)


def nearest_total(sizes: Sizes, length: Length, penalty: Penalty) -> float:
    """The penalty if the references of one column are chosen, by their length in all."""
    c = sum(size for size, *_ in sizes)
    totals = [sum(column) for column in zip(*(others for *_, others in sizes), strict=True)]
    return penalty(c, length(c, totals))


def near_in_size(mine: Grams, theirs: Sequence[Grams]) -> Grams:
    return min(theirs, key=lambda grams: (abs(grams.total() - mine.total()), grams.total()))


@dataclass(frozen=True)
class Bleu:
    """The smoothed BLEU of the task, in percent; each field replaces one of its rules.

    ``clip`` says how often each n-gram may match, from its counts in the references; ``known``
    filters the matches, ``counted`` the n-grams of the hypothesis, or what ``among`` takes in their
    place. ``length`` is the reference length, from the lengths of a hypothesis and of its
    references; ``brevity`` makes one penalty of all. ``share`` is the precision, from n and the
    numbers of matches and n-grams, which ``precision`` joins; each sentence adds ``added`` to both,
    for n above 1. ``read`` returns the words of a row, ``sized`` and ``references_sized`` those
    that count in a length, ``in_c`` those that count in the sum c. ``gathered`` counts n-grams,
    ``pooled`` changes the references that may have them.
    """

    clip: Callable[[Sequence[Grams]], Grams] = most
    known: Filter = without_unknown
    counted: Filter = everything
    among: Callable[[Grams, Sequence[Grams]], Grams] = lambda mine, theirs: mine
    length: Length = nearest
    penalty: Penalty = exponential
    brevity: Callable[[Sizes, Length, Penalty], float] = of_totals
    share: Share = plus_one
    precision: Callable[[Share, int, Pairs], float] = of_corpus
    mean: Callable[[Sequence[float]], float] = geometric
    read: Callable[[np.ndarray], Words] = words
    references_read: Callable[[np.ndarray], Words] | None = None  # default: ``read``
    sized: Callable[[np.ndarray], Words] = words
    in_c: Callable[[np.ndarray], Words] | None = None  # default: ``sized``
    references_sized: Callable[[np.ndarray], Words] = words
    gathered: Callable[[Words, int], Grams] = grams
    pooled: Callable[[list[Words]], list[Words]] = list
    added: int = 0
    scale: float = 100

    def score(self, case: Case) -> float:
        sentences = [*zip(case.hypotheses, case.references, strict=True)]
        sizes = [
            (
                len((self.in_c or self.sized)(ours)),
                len(self.sized(ours)),
                [len(self.references_sized(row)) for row in theirs],
            )
            for ours, theirs in sentences
        ]
        pairs = {n: [self.pair(n, *sentence) for sentence in sentences] for n in ORDERS}
        shares = [self.precision(self.share, n, pairs[n]) for n in ORDERS]
        return self.scale * self.brevity(sizes, self.length, self.penalty) * self.mean(shares)

    def pair(self, n: int, hypothesis: np.ndarray, references: np.ndarray) -> tuple[int, int]:
        """How many n-grams of a sentence match, and how many there are."""
        mine = self.gathered(self.read(hypothesis), n)
        texts = self.pooled([*map(self.references_read or self.read, references)])
        theirs = [self.gathered(text, n) for text in texts]
        matches = self.known(mine & self.clip(theirs)).total()
        more = self.added if n > 1 else 0
        return matches + more, self.counted(self.among(mine, theirs)).total() + more


def bleu(case: Case, **rules: Any) -> float:
    return Bleu(**rules).score(case)
