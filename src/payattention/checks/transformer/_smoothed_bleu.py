"""The check of `smoothed_bleu`: a smoothed BLEU in which unknown words never match."""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_SENTENCES, MOST_REFERENCES, MOST_WORDS = 20, 5, 30
LARGEST_ID = 999
UNKNOWN, PAD = 0, -1
ORDERS = (1, 2, 3, 4)


class Corpus(NamedTuple):
    """The arguments of one call: hypotheses and references as token ids, right-padded with −1.

    The hypotheses are (sentences, words), the references (sentences, references, words).
    """

    hypotheses: np.ndarray
    references: np.ndarray


Words = list[int]
Grams = Counter[tuple[int, ...]]


def words(row: np.ndarray) -> Words:
    return row[row != PAD].tolist()


def grams(text: Words, n: int) -> Grams:
    return Counter(zip(*(text[i:] for i in range(n)), strict=False))


def one_too_few(text: Words, n: int) -> Grams:
    """The counts of a text's n-grams, without the last n-gram.

    For `a b c` and n = 2, only `a b` is counted. The usual cause is ``range(len(text) - n)``.
    """
    return grams(text[:-1], n)


def most(several: Sequence[Grams]) -> Grams:
    """For each n-gram, the largest of its counts in ``several`` references."""
    return functools.reduce(lambda a, b: a | b, several)


def total(several: Sequence[Grams]) -> Grams:
    return functools.reduce(lambda a, b: a + b, several)


def endless(several: Sequence[Grams]) -> Grams:
    """A count of 10⁶ for each n-gram that occurs in a reference, so that no match is clipped."""
    return Counter(dict.fromkeys(total(several), 10**6))


def fewest(several: Sequence[Grams]) -> Grams:
    """For each n-gram, the smallest of its counts in ``several`` references."""
    return functools.reduce(lambda a, b: a & b, several)


def once(counts: Grams) -> Grams:
    return Counter(dict.fromkeys(counts, 1))


def without_unknown(counts: Grams) -> Grams:
    return Counter({gram: count for gram, count in counts.items() if UNKNOWN not in gram})


def without_unknown_words(counts: Grams) -> Grams:
    """The counts without the 1-gram of the unknown word; longer n-grams with this word stay."""
    return Counter({gram: count for gram, count in counts.items() if gram != (UNKNOWN,)})


def without_unknown_first(counts: Grams) -> Grams:
    return Counter({gram: count for gram, count in counts.items() if gram[0] != UNKNOWN})


def nearest(length: int, others: Sequence[int]) -> float | int:
    return min(others, key=lambda other: (abs(other - length), other))


def nearest_longer(length: int, others: Sequence[int]) -> float | int:
    return min(others, key=lambda other: (abs(other - length), -other))


def exponential(c: float | int, r: float | int) -> float | int:
    return min(1.0, math.exp(1 - r / c)) if c else 0.0


def ratio(c: float | int, r: float | int) -> float | int:
    return min(1.0, c / r)


def plus_one(n: int, matches: float | int, count: float | int) -> float | int:
    """The n-gram precision ``matches`` / ``count``; for n above 1, 1 is added to both numbers."""
    if n == 1:
        return matches / count if count else 0.0
    return (matches + 1) / (count + 1)


def plain(n: int, matches: float | int, count: float | int) -> float | int:
    return matches / count if count else 0.0


def geometric(shares: Sequence[float | int]) -> float | int:
    return math.prod(shares) ** (1 / len(shares))


def bleu(
    case: Corpus,
    *,
    clip: Callable[[Sequence[Grams]], Grams] = most,
    known: Callable[[Grams], Grams] = without_unknown,
    counted: Callable[[Grams], Grams] = lambda counts: counts,
    length: Callable[[int, Sequence[int]], float | int] = nearest,
    penalty: Callable[[float | int, float | int], float | int] = exponential,
    share: Callable[[int, float | int, float | int], float | int] = plus_one,
    mean: Callable[[Sequence[float | int]], float | int] = geometric,
    read: Callable[[np.ndarray], Words] = words,
    gathered: Callable[[Words, int], Grams] = grams,
    added: int = 0,
) -> float | int:
    """The smoothed BLEU of the task, in percent, or a variant with some steps replaced.

    Args:
        case: the hypotheses and their references.
        clip: returns how often each n-gram may match, from its counts in the references.
        known: removes n-grams with unknown words from the matches.
        counted: removes n-grams from the hypothesis before their number is counted.
        length: returns the reference length of a sentence, from the lengths of its hypothesis and
            of its references.
        penalty: returns the brevity penalty, from the total lengths of hypotheses and references.
        share: returns the precision for n, from n and the numbers of matches and of n-grams.
        mean: returns the mean of the four precisions.
        read: returns the words of a padded row.
        gathered: counts the n-grams of a text.
        added: for n above 1, each sentence adds this number to the matches and to the n-grams.
    """
    c = r = 0.0
    pairs = dict.fromkeys(ORDERS, (0, 0))
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        ours, theirs = read(hypothesis), [*map(read, references)]
        c += len(ours)
        r += length(len(ours), [len(text) for text in theirs])
        for n, (matches, count) in pairs.items():
            mine = gathered(ours, n)
            shared = known(mine & clip([gathered(text, n) for text in theirs]))
            more = added if n > 1 else 0
            pairs[n] = matches + shared.total() + more, count + counted(mine).total() + more
    return 100 * penalty(c, r) * mean([share(n, *pair) for n, pair in pairs.items()])


def one_by_one(case: Corpus, **how: Any) -> float | int:
    """The mean of the BLEU scores of the single sentences; ``how`` goes to `bleu`."""
    sentences = zip(case.hypotheses, case.references, strict=True)
    return float(np.mean([bleu(Corpus(a[None], b[None]), **how) for a, b in sentences]))


def some_references(case: Corpus, *, which: Callable[[int], Sequence[int]]) -> float | int:
    return bleu(case._replace(references=case.references[:, which(case.references.shape[1])]))


def best_reference(case: Corpus) -> float | int:
    """BLEU with only one reference of each sentence: the one with the highest BLEU."""
    chosen = [
        max(their, key=lambda text: bleu(Corpus(ours[None], text[None, None])))
        for ours, their in zip(case.hypotheses, case.references, strict=True)
    ]
    return bleu(case._replace(references=np.array(chosen)[:, None]))


def each_reference(case: Corpus) -> float | int:
    """The mean of the BLEU scores with only the first reference, only the second, and so on."""
    singles = np.moveaxis(case.references, 1, 0)
    return float(np.mean([bleu(case._replace(references=text[:, None])) for text in singles]))


def way(**how: Any) -> Callable[[Corpus], float]:
    return functools.partial(bleu, **how)


def smoothed_from_1(n: int, matches: float | int, count: float | int) -> float | int:
    return (matches + 1) / (count + 1)


def smoothed_matches(n: int, matches: float | int, count: float | int) -> float | int:
    """The n-gram precision if, for n above 1, 1 is added to ``matches`` but not to ``count``."""
    return plain(n, matches if n == 1 else matches + 1, count)


SCORES: dict[str, list[Callable[[Corpus], float]]] = {
    "right": [bleu],
    "chapter": [way(share=plain, known=lambda counts: counts)],
    "not-smoothed": [way(share=plain)],
    "smoothed-from-1": [way(share=smoothed_from_1)],
    "smoothed-matches": [way(share=smoothed_matches)],
    "unknown-matched": [way(known=lambda counts: counts)],
    "unknown-dropped": [way(counted=without_unknown)],
    "not-clipped": [way(clip=endless)],
    "clipped-to-the-sum": [way(clip=total)],
    "clipped-to-the-fewest": [way(clip=fewest)],
    "counted-once": [
        way(clip=lambda several: once(total(several))),
        way(clip=lambda several: once(total(several)), counted=once),
    ],
    "unknown-cut-off": [way(read=lambda row: row[row > UNKNOWN].tolist())],
    "unknown-in-longer": [way(known=without_unknown_words), way(known=without_unknown_first)],
    "smoothed-by-sentence": [way(added=1, share=plain)],
    "n-gram-too-few": [way(gathered=one_too_few)],
    "one-reference": [
        functools.partial(some_references, which=lambda k: [0]),
        functools.partial(some_references, which=lambda k: [k - 1]),
        best_reference,
        each_reference,
    ],
    "other-length": [
        way(length=lambda n, others: min(others)),
        way(length=lambda n, others: max(others)),
        way(length=lambda n, others: sum(others) / len(others)),
        way(length=lambda n, others: others[0]),
        way(length=lambda n, others: sum(others)),
    ],
    "tie-longer": [way(length=nearest_longer)],
    "ratio": [way(penalty=ratio)],
    "turned-penalty": [way(penalty=lambda c, r: exponential(r, c))],
    "no-penalty": [way(penalty=lambda c, r: 1.0)],
    "no-bound": [way(penalty=lambda c, r: math.exp(1 - r / c))],
    "sentence-by-sentence": [one_by_one],
    "arithmetic-mean": [way(mean=lambda shares: sum(shares) / len(shares))],
    "no-root": [way(mean=math.prod)],
    "share-of-1": [lambda case: bleu(case) / 100],
    "padding-counted": [way(read=lambda row: row.tolist())],
    "nothing": [lambda case: 0.0],  # an answer that always returns 0 makes none of these mistakes
}


def same(one: float, other: float | int) -> bool:
    return close(one, other, 1e-4, 1e-6)


def padded(texts: Sequence[Words], width: int) -> np.ndarray:
    return np.array([[*text, *[PAD] * (width - len(text))] for text in texts])


def random_corpus(rng, sentences, references, length, vocabulary=6):
    """Draw a test case with few different words, so that n-grams repeat.

    A hypothesis and its references are random edits of one text of at most ``length`` words.
    ``vocabulary`` is the number of different words.
    """

    def changed(text):
        text = [int(rng.integers(vocabulary)) if rng.random() < 0.25 else word for word in text]
        start, end = (int(cut) for cut in rng.integers(0, 3, size=2))
        more = rng.integers(vocabulary, size=rng.integers(0, 3)).tolist()
        return [*text[start : len(text) - end], *more] or text[:1]

    ids = rng.permutation(np.arange(1, LARGEST_ID))[: vocabulary - 1].tolist()
    ids = [UNKNOWN, *ids]
    ours, theirs = [], []
    for _ in range(sentences):
        size = int(rng.integers(max(4, length - 3), length + 1))
        text = rng.integers(vocabulary, size=size).tolist()
        both = [changed(text) for _ in range(references + 1)]
        ours.append([ids[word] for word in both[0]])
        theirs.append([[ids[word] for word in text] for text in both[1:]])
    if max(map(len, ours)) < len(ORDERS):  # no 4-gram: that is an edge case
        return random_corpus(rng, sentences, references, length, vocabulary)
    wide = max(map(len, itertools.chain(*theirs)))
    return Corpus(
        padded(ours, max(map(len, ours))), np.stack([padded(texts, wide) for texts in theirs])
    )


@functools.lru_cache(maxsize=64)
def ordinary(seed: int) -> list[Corpus]:
    """Draw test cases until every two usual mistakes give different scores in one of them.

    With the same seed, all students get the same cases.
    """
    rng = np.random.default_rng(seed)

    def draw():
        sentences, references = (int(x) for x in rng.integers(2, 5, size=2))
        return random_corpus(rng, sentences, references, int(rng.integers(6, 11)))

    return [random_corpus(rng, 2, 2, 6), *cases_that_tell_apart(draw, SCORES, same)]


@check(reread="Chapter 5, [BLEU](05-transformer#bleu)")
def smoothed_bleu(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's smoothed BLEU with several references; unknown words must never match.

    Promised domain: 1 to 20 sentences with 1 to 5 references of 1 to 30 words each; a hypothesis
        has 0 to 30 words; ids are from 0, the unknown word, to 999.
    Extremes and special cases, alone and together: an empty hypothesis; only empty hypotheses; no
        n-gram that matches; only unknown words; texts too short for n-grams; one sentence; one
        reference; equal texts; no padding; all sizes at their largest.
    Usual mistakes: the code computes the chapter's BLEU; the score is not smoothed; single words
        are smoothed, too; the smoothing adds 1 for each sentence; the smoothing adds 1 to the
        matches only; unknown words match in all n-grams; unknown words match only in longer
        n-grams; n-grams with unknown words are not counted as n-grams of the hypothesis; unknown
        words are removed like padding; matches are not clipped; matches are clipped to the sum of
        the references; matches are clipped to the smallest count in a reference; matches are
        clipped to 1; the last n-gram is missing; only one reference is used; the reference length
        is wrong; the brevity penalty is wrong; the scores of single sentences are averaged; the
        mean of the precisions is arithmetic; the product of the precisions has no root; the score
        is a fraction, not a percentage; padding counts as words. In edge cases: a corpus without
        words gets a wrong score; a corpus without matches gets a wrong score; a corpus without
        n-grams gets a wrong score.
    Certain: cases are drawn until every two of these mistakes give different scores in at least one
        case. A mistake is named only if the student's scores fit it in all cases.
    """

    def right(score, case):
        return same(score, bleu(case))

    def each_of(name):
        """Predicates (score, case), one for each way to make the mistake ``name``."""
        return [equals_one_of(score, same=same) for score in SCORES[name]]

    def scores(name):
        (only,) = each_of(name)
        return only

    mistakes: Mistakes = [
        Mistake(
            "chapter",
            "This is the chapter's BLEU: not smoothed, and unknown words match each other.",
            scores("chapter"),
            credit=0.3,
        ),
        Mistake(
            "not-smoothed",
            "Nothing is smoothed. For n above 1 both numbers of a fraction get 1 added.",
            scores("not-smoothed"),
            credit=0.5,
        ),
        Mistake(
            "smoothed-from-1",
            "Single words are smoothed, too. Only n = 2, 3 and 4 are.",
            scores("smoothed-from-1"),
            credit=0.7,
        ),
        Mistake(
            "smoothed-matches",
            "1 is added to the matches only. It is added to the number of all n-grams, too.",
            scores("smoothed-matches"),
            credit=0.6,
        ),
        Mistake(
            "unknown-matched",
            "Unknown words match each other. An n-gram with a 0 in it never matches.",
            scores("unknown-matched"),
            credit=0.6,
        ),
        Mistake(
            "unknown-dropped",
            "N-grams with an unknown word are left out altogether. They match nothing, but they "
            "are n-grams of the translation: they count in t.",
            scores("unknown-dropped"),
            credit=0.6,
        ),
        Mistake(
            "not-clipped",
            "The matches are not clipped: an n-gram counts at most as often as in the reference "
            "that has it most often.",
            scores("not-clipped"),
            credit=0.5,
        ),
        Mistake(
            "clipped-to-the-sum",
            "The matches are clipped to what all references have together. The one that has the "
            "n-gram most often decides.",
            scores("clipped-to-the-sum"),
            credit=0.6,
        ),
        Mistake(
            "clipped-to-the-fewest",
            "The matches are clipped to the reference that has the n-gram least often. The "
            "one that has it most often decides.",
            scores("clipped-to-the-fewest"),
            credit=0.6,
        ),
        *(
            Mistake(
                "counted-once",
                "Each n-gram counts once. It counts as often as it stands there, clipped.",
                fits,
                credit=0.5,
            )
            for fits in each_of("counted-once")
        ),
        Mistake(
            "unknown-cut-off",
            "Unknown words, 0, are cut off with the padding. Only −1 is padding.",
            scores("unknown-cut-off"),
            credit=0.5,
        ),
        *(
            Mistake(
                "unknown-in-longer",
                "Unknown words still match in longer n-grams. One with a 0 *anywhere* never "
                "matches.",
                fits,
                credit=0.7,
            )
            for fits in each_of("unknown-in-longer")
        ),
        Mistake(
            "smoothed-by-sentence",
            "1 is added for each sentence. It is added once, to the numbers of the whole corpus.",
            scores("smoothed-by-sentence"),
            credit=0.6,
        ),
        Mistake(
            "n-gram-too-few",
            "The last n-gram of each text is missing: there are length − n + 1 of them.",
            scores("n-gram-too-few"),
            credit=0.5,
        ),
        *(
            Mistake(
                "one-reference",
                "One reference is used: the first, the last, the best, or each by itself. An "
                "n-gram may be in any of them.",
                fits,
                credit=0.3,
            )
            for fits in each_of("one-reference")
        ),
        *(
            Mistake(
                "other-length",
                "r adds up other lengths: the shortest, longest, mean, first or all. It is the "
                "length *nearest* to that of the translation.",
                fits,
                credit=0.6,
            )
            for fits in each_of("other-length")
        ),
        Mistake(
            "tie-longer",
            "Of two references whose lengths are equally near, the longer one was taken. It is "
            "the shorter.",
            scores("tie-longer"),
            credit=0.8,
        ),
        Mistake(
            "ratio",
            "The penalty is c / r here. It is exp(1 − r / c).",
            scores("ratio"),
            credit=0.6,
        ),
        Mistake(
            "turned-penalty",
            "The penalty is exp(1 − c / r) here, so long translations are punished. It is "
            "exp(1 − r / c).",
            scores("turned-penalty"),
            credit=0.6,
        ),
        Mistake(
            "no-penalty",
            "There is no brevity penalty.",
            scores("no-penalty"),
            credit=0.5,
        ),
        Mistake(
            "no-bound",
            "Translations that are longer than their references get a factor above 1. The penalty "
            "is at most 1.",
            scores("no-bound"),
            credit=0.7,
        ),
        Mistake(
            "sentence-by-sentence",
            "This is the mean of the sentences' scores. Add up the counts over the corpus first, "
            "then divide.",
            scores("sentence-by-sentence"),
            credit=0.4,
        ),
        Mistake(
            "arithmetic-mean",
            "The four shares are averaged. BLEU takes their geometric mean: the fourth root of "
            "their product.",
            scores("arithmetic-mean"),
            credit=0.5,
        ),
        Mistake(
            "no-root",
            "The shares are multiplied, but the fourth root is missing.",
            scores("no-root"),
            credit=0.6,
        ),
        Mistake(
            "share-of-1",
            "This is a share of 1. Return percent.",
            scores("share-of-1"),
            credit=0.8,
        ),
        Mistake(
            "padding-counted",
            "The padding, −1, counts as a word. Cut it off first.",
            scores("padding-counted"),
            credit=0.4,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.number(*case) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": bleu(case)},
            rule="100 · min(1, exp(1 − r/c)) · (p_1 p_2 p_3 p_4)^¼, counts added up over the "
            "corpus, 1 added to both numbers of p_2, p_3 and p_4.",
        )

    judge_at(ordinary(int(rng.integers(2**31))), mistakes)

    def at(case, sentence, ours):
        """A copy of the test case in which hypothesis ``sentence`` has the words ``ours``."""
        hypotheses = case.hypotheses.copy()
        hypotheses[sentence] = [*ours, *[PAD] * (hypotheses.shape[1] - len(ours))]
        return case._replace(hypotheses=hypotheses)

    def drawn(*sizes):
        return random_corpus(rng, *sizes)

    def nothing_shared(case):
        return case._replace(hypotheses=np.where(case.hypotheses == PAD, PAD, LARGEST_ID))

    def unknown_only(case):
        return case._replace(hypotheses=np.where(case.hypotheses == PAD, PAD, UNKNOWN))

    base = drawn(3, 2, 8)
    empty = [at(base, 1, []), drawn(1, 2, 6)]
    empty[1] = at(empty[1], 0, [])
    empty += [base._replace(hypotheses=np.full((3, 4), PAD))]
    no_match = [nothing_shared(drawn(2, 3, 7)), unknown_only(drawn(3, 2, 6))]
    word, other = (int(x) for x in rng.choice(np.arange(1, LARGEST_ID), size=2, replace=False))
    short = [
        Corpus(np.array([[word, other]]), np.array([[[word, PAD, PAD], [word, other, word]]])),
        Corpus(np.array([[word], [other]]), np.array([[[word, other]], [[word, other]]])),
        Corpus(np.array([[word, other, word]]), np.array([[[word, other, word]]])),
    ]
    alike = drawn(3, 1, 9)
    alike = alike._replace(hypotheses=alike.references[:, 0])
    thin = [drawn(1, 1, 7), drawn(1, 3, 6), drawn(4, 1, 6), alike]
    full = Corpus(
        rng.integers(9, size=(MOST_SENTENCES, MOST_WORDS)),
        rng.integers(9, size=(MOST_SENTENCES, MOST_REFERENCES, MOST_WORDS)),
    )
    no_words = Mistake(
        "no-words",
        "An empty translation matches nothing, and a corpus without a word scores 0.",
        lambda score, case: right(score, case) or not np.isfinite(score),
        credit=0.7,
    )
    no_grams = Mistake(
        "no-n-grams",
        "Where there is no n-gram at all, the smoothed share is (0 + 1) / (0 + 1) = 1, not 0.",
        lambda score, case: right(score, case) or close(score, 0.0) or not np.isfinite(score),
        credit=0.7,
    )
    judge_edges(
        lambda: judge_at(empty, [no_words, no_grams]),
        lambda: judge_at(short, [no_grams]),
        lambda: judge_at([*no_match, *thin, full], []),
    )
    return "Two scores are comparable only if words, references and smoothing are the same."
