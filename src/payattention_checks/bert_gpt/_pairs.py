"""Pairs of tokens in a word: where one counts or is merged, and how, right and wrong."""

import itertools
from collections.abc import Callable
from typing import Any

PAD = -1

Word = list[int]
Pair = tuple[int, int]
Where = Callable[[list[Any], Any], list[int]]  # where in the pairs of a word one of them counts


def joined(lists: list[list[int]]) -> list[int]:
    return list(itertools.chain(*lists))


# ── where a pair counts, or is merged ─────────────────────────────────────────────────────────


def apart_by(least: int) -> Where:
    """The positions of a pair from the left, each at least ``least`` behind the one before."""

    def positions(pairs: list[Any], pair: Any) -> list[int]:
        found: list[int] = []
        for i, other in enumerate(pairs):
            if other == pair and (not found or i - found[-1] >= least):
                found.append(i)
        return found

    return positions


from_the_left = apart_by(2)
overlapping = apart_by(1)
without_neighbours = apart_by(3)


def from_the_right(pairs: list[Any], pair: Any) -> list[int]:
    return [len(pairs) - 1 - i for i in from_the_left(pairs[::-1], pair)]


def once_more_each_time(pairs: list[Any], pair: Any) -> list[int]:
    """The positions from the left, all of them again for each occurrence."""
    return from_the_left(pairs, pair) * len(overlapping(pairs, pair))


def first(pairs: list[Any], pair: Any) -> list[int]:
    return overlapping(pairs, pair)[:1]


def at_even_positions(pairs: list[Any], pair: Any) -> list[int]:
    return [i for i in overlapping(pairs, pair) if i % 2 == 0]


def halved(pairs: list[Any], pair: Any, start: int) -> list[int]:
    """Of equal tokens, half of the positions that overlap, rounded up (0) or down (1)."""
    positions = overlapping(pairs, pair)
    return positions[start::2] or positions if pair[0] == pair[1] else positions


def once_in_a_run(pairs: list[Any], pair: Any) -> list[int]:
    return [i for i in overlapping(pairs, pair) if i == 0 or pairs[i - 1] != pair]


def first_of_equal_tokens(pairs: list[Any], pair: Any) -> list[int]:
    return (first if pair[0] == pair[1] else overlapping)(pairs, pair)


def also_what_is_lost(pairs: list[Any], pair: Any) -> list[int]:
    """The positions from the left, and one more if the last token would be lost."""
    positions = from_the_left(pairs, pair)
    return positions if len(pairs) - 1 in positions else [*positions, 0]


# ── how it is merged ──────────────────────────────────────────────────────────────────────────


def merged(word: Word, positions: list[int], new: int) -> Word:
    return [
        new if i in positions else token
        for i, token in enumerate(word)
        if i in positions or i - 1 not in positions
    ]


def all_at_once(word: Word, positions: list[int], new: int) -> Word:
    return [
        new if i in positions else token for i, token in enumerate(word) if i - 1 not in positions
    ]


def with_gaps(word: Word, positions: list[int], new: int) -> Word:
    tokens = merged(word, positions, new)
    return joined([[token, PAD] if token == new else [token] for token in tokens])


def in_both_places(word: Word, positions: list[int], new: int) -> Word:
    return [new if {i, i - 1} & {*positions} else token for i, token in enumerate(word)]


def without_last(word: Word, positions: list[int], new: int) -> Word:
    """The word without its last token, unless that was merged."""
    return merged(word, positions, new)[: None if len(word) - 2 in positions else -1]
