"""The check of `merge_step`: one merge of byte-pair encoding."""

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, check, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals, equals_one_of

MOST_WORDS, MOST_TOKENS = 64, 20
LARGEST_TOKEN, LARGEST_TIMES = 50_000, 1000
PAD = -1
NEW = -2  # a placeholder for the new token while pairs are counted


class Corpus(NamedTuple):
    """The arguments of one call: words, how often each word occurs, and the new token.

    The words are rows of tokens, right-padded with −1.
    """

    words: np.ndarray
    times: np.ndarray
    new: int


Word = list[int]
Pair = tuple[int, int]


def merged(word: Word, pair: Pair, new: int, *, most: int = MOST_TOKENS) -> Word:
    """The word after the merge: from the left, each ``pair`` of tokens becomes the token ``new``.

    At most ``most`` pairs are merged.
    """
    tokens: Word = []
    for token in word:
        if tokens and (tokens[-1], token) == pair and most:
            tokens[-1], most = new, most - 1
        else:
            tokens.append(token)
    return tokens


def from_the_right(word: Word, pair: Pair, new: int) -> Word:
    return merged(word[::-1], pair[::-1], new)[::-1]


def with_gaps(word: Word, pair: Pair, new: int) -> Word:
    """The word after the merge, with −1 (padding) in place of each merged pair's second token."""
    tokens = merged(word, pair, new)
    return list(itertools.chain(*([token, PAD] if token == new else [token] for token in tokens)))


def as_often_as_merged(word: Word, pair: Pair) -> int:
    return len(word) - len(merged(word, pair, NEW))


def with_overlaps(word: Word, pair: Pair) -> int:
    return sum(found == pair for found in itertools.pairwise(word))


def once(word: Word, pair: Pair) -> int:
    return 1


def overlapping(word: Word, pair: Pair, new: int) -> Word:
    """The word after a merge that also merges occurrences of the pair that share a token.

    With the pair (7, 7) and the new token 9, the word 7 7 7 becomes 9 9.
    """
    found = [pair == both for both in itertools.pairwise(word)]
    places = range(len(word))
    return [
        new if i < len(found) and found[i] else word[i]
        for i in places
        if (i < len(found) and found[i]) or not (i and found[i - 1])
    ]


def at_even_places(word: Word, pair: Pair) -> int:
    return list(zip(word[::2], word[1::2], strict=False)).count(pair)


def first(pairs: list[Pair]) -> Pair:
    return pairs[0]


def step(
    case: Corpus,
    *,
    count: Callable[[Word, Pair], int] = as_often_as_merged,
    weigh: bool = True,
    choose: Callable[[list[Pair]], Pair] = first,
    merge: Callable[[Word, Pair, int], Word] = merged,
    smallest: int = 0,
    pad: int = PAD,
    by_columns: bool = False,
) -> np.ndarray:
    """Return all words after one merge, (words, tokens): the right ones, or those of a mistake.

    Args:
        case: the arguments of one call.
        count: ``count(word, pair)`` returns how often the pair counts in the word.
        weigh: multiply the counts by how often each word occurs.
        choose: ``choose(pairs)`` returns the pair to merge, from the most frequent pairs.
        merge: ``merge(word, pair, new)`` returns the word with the pair merged.
        smallest: tokens below this are taken for padding.
        pad: the padding of the result.
        by_columns: order the most frequent pairs by their leftmost place in any word (default: by
            their first occurrence, word by word).
    """
    words = [row[row >= smallest].tolist() for row in case.words]

    def weighed() -> Iterator[tuple[Pair, int]]:
        if by_columns:  # list each pair at its leftmost place first
            for pairs in itertools.zip_longest(*map(itertools.pairwise, words)):
                yield from ((pair, 0) for pair in pairs if pair)
        for word, times in zip(words, case.times.tolist(), strict=True):
            for pair in dict.fromkeys(itertools.pairwise(word)):
                yield pair, count(word, pair) * (times if weigh else 1)

    counts: dict[Pair, int] = {}
    for pair, often in weighed():
        counts[pair] = counts.get(pair, 0) + often
    most = max(counts.values(), default=0)
    best = [pair for pair, often in counts.items() if often == most]
    result = np.full_like(case.words, pad)
    for row, word in zip(result, words, strict=True):
        done = merge(word, choose(best), case.new) if best else word
        row[: len(done)] = done
    return result


def with_padding(case: Corpus) -> np.ndarray:
    """All words after the merge, if padding counts as a token, so that it can be merged."""
    return step(case, smallest=PAD)


def across_words(case: Corpus) -> np.ndarray:
    """All words after the merge, if a word's last token and the next word's first are a pair."""
    words = [row[row != PAD].tolist() for row in case.words]
    counts: dict[Pair, int] = {}
    last: Word = []
    for word, times in zip(words, case.times.tolist(), strict=True):
        for pair in itertools.pairwise(last + word):
            counts[pair] = counts.get(pair, 0) + times
        last = word[-1:]
    best = max(counts, key=lambda pair: counts[pair])
    result = np.full_like(case.words, PAD)
    for row, word in zip(result, words, strict=True):
        done = merged(word, best, case.new)
        row[: len(done)] = done
    return result


def way(**how: Any) -> Callable[[Corpus], np.ndarray]:
    return functools.partial(step, **how)


STEPS: dict[str, list[Callable[[Corpus], np.ndarray]]] = {
    "right": [step],
    "overlaps-counted": [way(count=with_overlaps)],
    "overlaps-and-chapter": [way(count=with_overlaps, choose=min)],
    "times-ignored": [way(weigh=False), way(weigh=False, count=with_overlaps)],
    "words-counted": [way(count=once)],
    "smaller-numbers": [way(choose=min)],
    "larger-numbers": [way(choose=max)],
    "leftmost": [way(by_columns=True)],
    "last-of-equals": [way(choose=lambda pairs: pairs[-1])],
    "merged-once": [way(merge=functools.partial(merged, most=1))],
    "from-the-right": [way(merge=from_the_right)],
    "overlaps-merged": [
        way(merge=overlapping),
        way(merge=overlapping, count=with_overlaps),
    ],
    "even-places": [way(count=at_even_places)],
    "across-words": [across_words],
    "other-padding": [way(pad=0)],
    "gaps": [way(merge=with_gaps)],
    "padding-merged": [with_padding],
}


def draw(rng, words, width, kinds, times, *, new=None, tokens=None):
    """A random test case in which pairs repeat: few different tokens, and runs of equal tokens.

    Args:
        rng: the random generator.
        words: the number of words.
        width: the length of the longest possible word.
        kinds: the number of different tokens.
        times: each word occurs 1 to ``times`` times in the text.
        new: the new token (default: random).
        tokens: the different tokens (default: random).
    """
    pool = rng.choice(np.arange(1, 90), size=kinds, replace=False) if tokens is None else tokens
    table = np.full((words, width), PAD)
    for row in table:
        length = int(rng.integers(1, width + 1))
        runs = rng.choice(pool, size=length).repeat(rng.choice([1, 1, 2, 3], size=length))
        row[:length] = runs[:length]
    table[0, :2] = rng.choice(pool, size=2)
    new = int(rng.integers(100, 200)) if new is None else new
    return Corpus(table, rng.integers(1, times + 1, size=words), new)


@functools.lru_cache(maxsize=64)
def ordinary(seed: int) -> list[Corpus]:
    """Test cases in which any two mistakes give different merged words at least once.

    They depend on ``seed`` only, so all students get the same cases.
    """
    rng = np.random.default_rng(seed)

    def random_case():
        words, width, kinds = (int(n) for n in rng.integers((2, 4, 2), (6, 8, 4)))
        return draw(rng, words, width, kinds, 4)

    def tie(*ranks: int) -> Corpus:
        """A test case in which two pairs of tokens, (a, b) and (c, d), are the most frequent ones.

        Read word by word, (a, b) comes first; read column by column, (c, d) does. ``ranks`` orders
        the tokens a to e by size: with (0, 1, 2, 3, 4), a is the smallest and e the largest.
        """
        a, b, c, d, e = np.sort(rng.choice(np.arange(1, 90), size=5, replace=False))[[*ranks]]
        table = np.array([[e, a, b, PAD], [e, PAD, PAD, PAD], [c, d, PAD, PAD], [a, b, PAD, PAD]])
        return Corpus(table, np.array([1, 1, 2, 1]), int(rng.integers(100, 200)))

    a, b, c, new = (int(n) for n in rng.choice(np.arange(1, 90), size=4, replace=False))
    odd = Corpus(np.array([[a, b, c], [b, c, PAD], [a, b, PAD]]), np.array([2, 3, 2]), new)
    fixed = [tie(0, 1, 2, 3, 4), tie(3, 2, 1, 0, 4), odd]
    return [
        *fixed,
        *cases_that_tell_apart(random_case, STEPS, equals),
        random_case(),
        random_case(),
    ]


@check(reread="Chapter 6, [Tokens and byte-pair encoding](06-bert-gpt#tokens)")
def merge_step(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's step of byte-pair encoding: merge the most frequent pair everywhere.

    Promised domain: 1 to 64 words, each of 1 to 20 tokens; each word occurs 1 to 1000 times; tokens
        from 0 to 50,000; at least one word has two tokens or more.
    Extremes and special cases, alone and together: one word; a word of one token; runs of equal
        tokens, of even and odd length; equally frequent pairs; token 0; a new token whose number is
        below others; no padding; all sizes at their largest.
    Usual mistakes: overlapping pairs are counted; overlapping pairs are merged; only pairs that
        begin at an even place are counted; the last token of a word and the first token of the next
        word count as a pair; a pair counts only once in each word; the counts ignore how often each
        word occurs; of equally frequent pairs, the code merges not the first in the text, but the
        one farthest to the left in its word, the last in the text, or the one with the smallest or
        the largest numbers; in each word, the pair is merged only once; pairs are merged from the
        right; each merge leaves padding in the middle of the word; padding counts as a token; the
        result is padded with 0. In edge cases: token 0 counts as padding.
    Certain: cases are drawn until every two of these mistakes give different words in at least one
        case. A mistake is named only if the student's words fit it in all cases. With every seed,
        two cases have a tie of two pairs. In one case, the first pair has the smaller numbers, in
        the other case the larger ones. In both cases, reading the words column by column would put
        the second pair first.
    """

    def right(output, case):
        return equals(output, step(case))

    def makes(name):
        """A predicate ``(output, case)``: whether the output is what the mistake ``name`` gives."""
        return equals_one_of(*STEPS[name], same=equals)

    mistakes: Mistakes = [
        Mistake(
            "overlaps-counted",
            "Pairs that overlap are counted. Of 7 7 7 only one pair can be merged.",
            makes("overlaps-counted"),
            credit=0.6,
        ),
        Mistake(
            "overlaps-and-chapter",
            "This is the chapter's step: it counts pairs that overlap, and of equally frequent "
            "ones takes that with the smaller numbers.",
            makes("overlaps-and-chapter"),
            credit=0.4,
        ),
        Mistake(
            "times-ignored",
            "Every word is counted once. Word i occurs `times[i]` times, and so do its pairs.",
            makes("times-ignored"),
            credit=0.4,
        ),
        Mistake(
            "words-counted",
            "It is counted in how many words a pair occurs. In one word it may occur twice.",
            makes("words-counted"),
            credit=0.4,
        ),
        Mistake(
            "smaller-numbers",
            "Of equally frequent pairs the one with the smaller numbers is merged, as in the "
            "chapter. Here it is the one that comes first in `words`.",
            makes("smaller-numbers"),
            credit=0.7,
        ),
        Mistake(
            "larger-numbers",
            "Of equally frequent pairs the one with the larger numbers is merged. It is the one "
            "that comes first in `words`.",
            makes("larger-numbers"),
            credit=0.7,
        ),
        Mistake(
            "leftmost",
            "Of equally frequent pairs the one farthest to the left in its row is taken. First "
            "comes the earliest row.",
            makes("leftmost"),
            credit=0.7,
        ),
        Mistake(
            "last-of-equals",
            "Of equally frequent pairs the one whose first occurrence is last is merged. It is "
            "the one that comes first.",
            makes("last-of-equals"),
            credit=0.7,
        ),
        Mistake(
            "merged-once",
            "In each word the pair is merged only once. Merge it wherever it occurs.",
            makes("merged-once"),
            credit=0.5,
        ),
        Mistake(
            "from-the-right",
            "In a run of equal tokens the pairs are made from the right: 7 7 7 becomes 7 9. "
            "From the left it becomes 9 7.",
            makes("from-the-right"),
            credit=0.7,
        ),
        Mistake(
            "overlaps-merged",
            "In a run of equal tokens each neighbouring two are merged: 7 7 7 becomes 9 9. What is "
            "merged is used up, so it becomes 9 7.",
            makes("overlaps-merged"),
            credit=0.5,
        ),
        Mistake(
            "even-places",
            "Only pairs that begin at an even place are counted. A pair may begin anywhere.",
            makes("even-places"),
            credit=0.4,
        ),
        Mistake(
            "across-words",
            "The last token of a word and the first of the next are counted as a pair. Pairs are "
            "within words.",
            makes("across-words"),
            credit=0.4,
        ),
        Mistake(
            "other-padding",
            "The ends are filled up with 0. The padding is −1.",
            makes("other-padding"),
            credit=0.7,
        ),
        Mistake(
            "gaps",
            "The padding stands within the words, where a token was merged. Move what follows "
            "to the left: the padding is at the end.",
            makes("gaps"),
            credit=0.6,
        ),
        Mistake(
            "padding-merged",
            "The padding is counted, or merged, as if −1 were a token. Cut it off first.",
            makes("padding-merged"),
            credit=0.3,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.words.shape) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": step(case)},
            rule="The pair that can be merged most often in all words, each as often as it occurs, "
            "is replaced by `new`; of equally frequent pairs the one that comes first in `words`.",
        )

    judge_at(ordinary(int(rng.integers(2**31))), mistakes)

    without_0 = Mistake(
        "token-0-lost",
        "Token 0 is a token as any other. Only −1 is padding.",
        equals_one_of(way(smallest=1), same=equals),
        credit=0.7,
    )
    kinds, n, m = (int(x) for x in rng.choice(np.arange(3, 8), size=3, replace=False))
    zeros = [draw(rng, 3, 4, 2, 3, tokens=[0, 1]), draw(rng, n, m, 2, 9, tokens=[0, n], new=1)]
    zeros += [Corpus(np.array([[0, 0, 0, 0]]), np.array([1]), 2)]
    run = np.array([[n] * 5, [m, *[PAD] * 4]])
    thin = [Corpus(np.array([[n, m]]), np.array([LARGEST_TIMES]), kinds)]
    thin += [Corpus(run, np.array([1, 2]), 0), draw(rng, 1, m, 2, 1), draw(rng, n, 2, kinds, 5)]
    full = draw(rng, MOST_WORDS, MOST_TOKENS, 60, LARGEST_TIMES, new=LARGEST_TOKEN)
    full.words[0] = np.arange(LARGEST_TOKEN - MOST_TOKENS, LARGEST_TOKEN)
    judge_edges(lambda: judge_at([*zeros, *thin, full], [without_0]))
    return "The chapter's `learn_merges` does this again and again, with another rule for ties."
