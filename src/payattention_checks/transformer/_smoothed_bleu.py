"""A smoothed BLEU with several references, in which unknown words never match.

Promised domain: 1 to 20 sentences with 1 to 5 references of 1 to 30 words each; a hypothesis has 0
    to 30 words; ids are from 0, the unknown word, to 999.
Extremes and special cases, alone and together: an empty hypothesis, beside perfect ones, too; only
    empty hypotheses; no n-gram that matches; only unknown words; texts too short for n-grams;
    n-grams that are alike if their ids are joined, or cut to two digits or eight bits; one
    sentence; one reference; equal texts; no padding; all sizes at their largest.
Certain: cases are drawn until every two of the mistakes give different scores in at least one case.
    A mistake is named only if the student's scores fit it in all cases.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import payattention_checks.transformer._bleu_of_ids as of_ids
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of
from payattention_checks.transformer._bleu_of_ids import ORDERS, PAD, UNKNOWN, Case, Words, bleu

MOST_SENTENCES, MOST_REFERENCES, MOST_WORDS = 20, 5, 30
LARGEST_ID = 999


def right(
    case: Case,
    *,
    parts: Callable[[Case], list[Case]] = lambda case: [case],
    digits: int = 15,
    **rules: Any,
) -> float:
    """The score: of the whole corpus, or the mean of those of its ``parts``; ``rules``: `bleu`."""
    return round(float(np.mean([bleu(part, **rules) for part in parts(case)])), digits)


def sentences(case: Case) -> list[Case]:
    return [Case(ours[None], theirs[None]) for ours, theirs in zip(*case, strict=True)]


def single_references(case: Case) -> list[Case]:
    singles = np.moveaxis(case.references, 1, 0)
    return [case._replace(references=texts[:, None]) for texts in singles]


def best_reference(case: Case) -> list[Case]:
    """The corpus with only one reference of each sentence: the one with the highest BLEU."""
    best = [max(single_references(sentence), key=bleu) for sentence in sentences(case)]
    return [case._replace(references=np.concatenate([one.references for one in best]))]


def without_empty(case: Case) -> list[Case]:
    some = (case.hypotheses != PAD).any(axis=1)
    return [Case(case.hypotheses[some], case.references[some])]


def without_unknown_words(name: str) -> Callable[[Case], list[Case]]:
    """The corpus without unknown words in the texts ``name``."""

    def part(case: Case) -> list[Case]:
        texts = getattr(case, name)
        return [case._replace(**{name: np.where(texts == UNKNOWN, PAD, texts)})]

    return part


def everywhere(read: Callable[[np.ndarray], Words]) -> dict[str, Any]:
    """Keywords of `bleu` if a row is read like this, for n-grams and for lengths."""
    return dict.fromkeys(("read", "sized", "references_sized"), read)


def as_one(code: Callable[[Words], Any]) -> Callable[[Words, int], of_ids.Grams]:
    """Counts n-grams by a code of their words in which two different ones can be alike."""
    return lambda text, n: Counter((code(text[i : i + n]),) for i in range(len(text) - n + 1))


SMOOTHED_ZEROS: tuple[dict[str, Any], ...] = (
    {"share": of_ids.at_least(0.1)},
    {"share": of_ids.at_least(1)},
    {"share": of_ids.at_least(-1), "mean": of_ids.halved},
)

VARIANTS: Variants = {
    "chapter": {"share": of_ids.plain, "known": of_ids.everything},
    "not-smoothed": {"share": of_ids.plain},
    "ready-made": [{**way, "known": of_ids.everything} for way in SMOOTHED_ZEROS],
    "smoothed-zeros": [{"share": of_ids.plus_one_where_0}, *SMOOTHED_ZEROS],
    "smoothed-from-1": {"share": lambda n, matches, count: (matches + 1) / (count + 1)},
    "smoothed-matches": {
        "share": lambda n, matches, count: of_ids.plain(n, matches + (n > 1), count)
    },
    "unknown-matched": {"known": of_ids.everything},
    "unknown-dropped": {"counted": of_ids.without_unknown},
    "not-clipped": {"clip": of_ids.each(10**6)},
    "clipped-to-the-sum": {"clip": of_ids.total},
    "clipped-to-the-fewest": {"clip": of_ids.fewest},
    "counted-once": [{"clip": of_ids.each(1)}, {"clip": of_ids.each(1), "counted": of_ids.once}],
    "unknown-cut-off": [
        everywhere(lambda row: row[row > UNKNOWN].tolist()),
        *({"parts": without_unknown_words(name)} for name in Case._fields),
        {"pooled": lambda texts: [[word for word in text if word] for text in texts]},
    ],
    "unknown-in-longer": [
        {"known": of_ids.those(lambda gram: gram != (UNKNOWN,))},
        {"known": of_ids.those(lambda gram: any(gram))},
        {"known": of_ids.those(lambda gram: gram[0] != UNKNOWN)},
        {"known": of_ids.those(lambda gram: gram[-1] != UNKNOWN)},
    ],
    "smoothed-by-sentence": {"added": 1, "share": of_ids.plain},
    "references-joined": {"pooled": of_ids.all_together},
    "order-lost": {"gathered": of_ids.sorted_grams},
    "n-gram-too-few": {"gathered": lambda text, n: of_ids.grams(text[:-1], n)},
    "one-reference": [
        *({"parts": lambda case, k=k: [single_references(case)[k]]} for k in (0, -1)),
        *({"pooled": lambda texts, k=k: [texts[k]]} for k in (0, -1)),
        {"parts": best_reference},
        {"parts": single_references},
    ],
    "other-length": [
        *(
            {"length": lambda n, others, of=of: of(others)}
            for of in (min, max, np.mean, sum, lambda others: others[0])
        ),
    ],
    "tie-longer": [
        {"length": lambda n, others: min(others, key=lambda k: (abs(k - n), -k))},
        {"length": lambda n, others: min(others, key=lambda k: abs(k - n))},
    ],
    "nearest-in-total": {"brevity": of_ids.nearest_total},
    "unknown-not-in-c": [{name: lambda row: row[row > UNKNOWN]} for name in ("sized", "in_c")],
    "of-the-references": [
        {"among": among}
        for among in (
            lambda mine, theirs: of_ids.total(theirs),
            lambda mine, theirs: of_ids.most(theirs),
            lambda mine, theirs: theirs[0],
            of_ids.near_in_size,
        )
    ],
    "mean-of-penalties": {"brevity": of_ids.mean_penalty},
    "mean-of-shares": {"precision": of_ids.mean_of_sentences},
    "larger-of-1": {"penalty": lambda c, r: max(1.0, math.exp(1 - r / c)) if c else 0.0},
    "ratio": {"penalty": lambda c, r: min(1.0, c / r)},
    "turned-penalty": {"penalty": lambda c, r: of_ids.exponential(r, c)},
    "no-penalty": {"penalty": lambda c, r: 1.0},
    "no-bound": {"penalty": lambda c, r: math.exp(1 - r / c)},
    "sentence-by-sentence": {"parts": sentences},
    "arithmetic-mean": {"mean": lambda shares: sum(shares) / len(shares)},
    "no-root": {"mean": math.prod},
    "fewer-orders": [
        {"mean": of_ids.of_fewer(orders, root)}
        for orders in (2, 3)
        for root in {orders, len(ORDERS)}
    ],
    "share-of-1": {"scale": 1},
    "padding-counted": [
        everywhere(np.ndarray.tolist),
        *({name: np.ndarray.tolist} for name in ("read", "references_sized")),
        {"read": np.ndarray.tolist, "references_read": of_ids.words},
        {
            **dict.fromkeys(("read", "sized"), np.ndarray.tolist),
            "references_read": of_ids.words,
        },
    ],
    "rounded": [{"digits": digits} for digits in (2, 1, 0)],
}
OTHERS: dict[str, Any] = {
    "other-length": [
        *VARIANTS["other-length"],
        {"length": lambda n, others: max((k for k in others if k <= n), default=min(others))},
        {"length": lambda n, others: min((k for k in others if k >= n), default=max(others))},
    ],
    "padding-counted": [*VARIANTS["padding-counted"], {"sized": np.ndarray.tolist}],
    "tie-longer": [
        *VARIANTS["tie-longer"],
        {"length": lambda n, others: min(others[::-1], key=lambda k: abs(k - n))},
    ],
    "empty-left-out": {"parts": without_empty},
    "no-n-grams": {
        "share": lambda n, matches, count: of_ids.plus_one(n, matches, count) if count else -1.0,
        "mean": lambda shares: of_ids.geometric([share for share in shares if share >= 0] or [0.0]),
    },
    "n-grams-alike": [
        {"gathered": as_one(lambda gram: "".join(map(str, gram)))},
        {"gathered": as_one(lambda gram: sum(word * 100**i for i, word in enumerate(gram)))},
        {"gathered": as_one(lambda gram: sum(word * 100**i for i, word in enumerate(gram[::-1])))},
        {"gathered": as_one(lambda gram: tuple(word % 256 for word in gram))},
    ],
}


def same(score: Any, other: float) -> bool:
    return bool(abs(score - other) <= 1e-6 + 1e-4 * abs(other))


def right_or_not_finite(score: np.ndarray, case: Case) -> bool:
    return same(score, right(case)) or not np.isfinite(score)


def wrong_at_no_match(score: np.ndarray, case: Case) -> bool:
    return same(score, right(case)) or right(case) == 0


SIGNS = {
    "no-words": lambda score, case: (
        right_or_not_finite(score, case) or not (case.hypotheses != PAD).any()
    ),
    "no-match": wrong_at_no_match,
    "no-n-grams": lambda score, case: right_or_not_finite(score, case) or same(score, 0.0),
}

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def padded(texts: Sequence[Words]) -> np.ndarray:
    width = max(map(len, texts))
    return np.array([[*text, *[PAD] * (width - len(text))] for text in texts])


def draw(rng: np.random.Generator, sentences: int, references: int, length: int) -> Case:
    """A case with few different words, so that n-grams repeat, and a hypothesis with a 4-gram.

    A word matches. A hypothesis and its references are random edits of one text of at most
    ``length`` words.
    """
    ids = np.array([UNKNOWN, *rng.permutation(np.arange(1, LARGEST_ID))[:5]])
    texts: list[Words] = []
    for _ in range(sentences):
        size = int(rng.integers(max(4, length - 3), length + 1))
        text = rng.integers(len(ids), size=size)
        texts += [ids[edited(rng, text, len(ids))].tolist() for _ in range(references + 1)]
    ours = texts[:: references + 1]
    theirs = [text for i, text in enumerate(texts) if i % (references + 1)]
    case = Case(padded(ours), padded(theirs).reshape(sentences, references, -1))
    if max(map(len, ours)) < len(ORDERS) or bleu(case) == 0:
        return draw(rng, sentences, references, length)
    return case


def edited(rng: np.random.Generator, text: np.ndarray, vocabulary: int) -> np.ndarray:
    """The text with words replaced, cut off at both ends, and added; not empty."""
    other = rng.integers(vocabulary, size=len(text))
    text = np.where(rng.random(len(text)) < 0.25, other, text)
    start, end, more = rng.integers(0, 3, size=3)
    joined = np.append(text[start : len(text) - end], rng.integers(vocabulary, size=more))
    return joined if len(joined) else text[:1]


def perfect(rng: np.random.Generator, sentences: int, references: int, length: int) -> Case:
    """A case whose hypotheses are their first references; the first one has a 4-gram."""
    while True:
        case = draw(rng, sentences, references, length)
        if (case.references[0, 0] != PAD).sum() >= len(ORDERS):
            return case._replace(hypotheses=case.references[:, 0])


def emptied(case: Case, sentence: int) -> Case:
    """The case with an empty hypothesis, whose nearest reference is the last one, of one word."""
    hypotheses, references = case.hypotheses.copy(), case.references.copy()
    hypotheses[sentence] = PAD
    references[sentence, -1, 1:] = PAD
    return Case(hypotheses, references)


def filled(case: Case, word: int) -> Case:
    return case._replace(hypotheses=np.where(case.hypotheses == PAD, PAD, word))


def beside_perfect(rng: np.random.Generator) -> Case:
    """An empty hypothesis beside others that are their references: its own make the penalty."""
    return emptied(perfect(rng, 3, 2, 8), 1)


def of_lengths(rng: np.random.Generator, ours: int, *theirs: int) -> Case:
    """A hypothesis, with padding, and its references, all of them beginnings of one text."""
    text = rng.integers(1, LARGEST_ID, size=max(ours, *theirs)).tolist()
    return Case(np.array([[*text[:ours], PAD]]), padded([text[:size] for size in theirs])[None])


def two_of_lengths(rng: np.random.Generator, ours: int, *theirs: Sequence[int]) -> Case:
    """Two sentences as in `of_lengths`, whose longest references have the same length."""
    one, other = (of_lengths(rng, ours, *sizes) for sizes in theirs)
    return Case(*map(np.concatenate, zip(one, other, strict=True)))


def nearly_alike() -> Case:
    """Pairs that are alike if their ids are joined, in base 100, or cut to eight bits."""
    ours, theirs = [7, 1, 23, 105, 2, 105, 300], [7, 12, 3, 5, 3, 44]
    return Case(np.array([ours]), np.array([[theirs]]))


def short(rng: np.random.Generator) -> list[Case]:
    """Cases that are too short for n-grams of some orders."""
    a, b = (int(x) for x in rng.choice(np.arange(1, LARGEST_ID), size=2, replace=False))
    texts = [
        ([[a, b]], [[[a, PAD, PAD], [a, a, a]]]),
        ([[a], [b]], [[[a, b]], [[a, b]]]),
        ([[a, b, a]], [[[a, b, a]]]),
    ]
    return [Case(np.array(ours), np.array(theirs)) for ours, theirs in texts]


LENGTHS = (7, 4), (5, 9), (5, 7), (9,)  # nearest to 6: the one above, or below, or the first
COLUMNS = (7, 11, 4), (11, 3, 5)  # the second sums are nearest to 12; no other rule makes r 14


def cases(rng: np.random.Generator) -> Cases:
    def usual() -> Case:
        n, k, length = (int(x) for x in rng.integers([2, 2, 6], [5, 5, 11]))
        return draw(rng, n, k, length)

    zero: dict[str, list[Callable]] = {"zero": [lambda case: 0.0]}  # none of the mistakes
    ordinary = distinguishing_cases(usual, outputs_of(right, VARIANTS) | zero, same)
    base = draw(rng, 3, 2, 8)
    shortest = int((base.hypotheses != PAD).sum(axis=1).argmin())
    empty = [
        emptied(base, shortest),
        beside_perfect(rng),
        emptied(draw(rng, 1, 2, 6), 0),
        base._replace(hypotheses=np.full((3, 4), PAD)),
    ]
    no_match = [filled(draw(rng, 2, 3, 7), LARGEST_ID), filled(draw(rng, 3, 2, 6), UNKNOWN)]
    others = [
        *(draw(rng, *sizes) for sizes in ((1, 1, 7), (1, 3, 6), (4, 1, 6))),
        perfect(rng, 3, 1, 9),
        Case(
            rng.integers(9, size=(MOST_SENTENCES, MOST_WORDS)),
            rng.integers(9, size=(MOST_SENTENCES, MOST_REFERENCES, MOST_WORDS)),
        ),
    ]
    return Cases(
        [
            draw(rng, 2, 2, 6),
            *ordinary,
            *(of_lengths(rng, 6, *sizes) for sizes in LENGTHS),
            two_of_lengths(rng, 6, *COLUMNS),
        ],
        (
            Edge(empty, ("no-words", "empty-left-out")),
            Edge(no_match, ("no-match",)),
            Edge([nearly_alike()], ("n-grams-alike",)),
            Edge(short(rng), ("no-n-grams",)),
            Edge(others),
        ),
    )


smoothed_bleu = Task(__name__, right, cases, {**VARIANTS, **OTHERS}, SIGNS, same=same).check
