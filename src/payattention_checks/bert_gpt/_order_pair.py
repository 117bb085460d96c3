"""BERT's input of two sentences, swapped or not, and cut at their outer ends.

Promised domain: sentences of 1 to 100 tokens from 0 to 50,000, which may equal special tokens;
    rows of 5 to 200 tokens.
Extremes and special cases, alone and together: an exact fit; one token too many; both sentences
    of one token; one long and one short sentence; equally long sentences; sentences that hold
    the numbers of special tokens, also beside those of the row; a padding that is not 0; all sizes
    at their largest.
Certain: tokens and segments are judged separately. Cases are drawn until every two mistakes give
    different numbers in at least one case. A mistake is named only if the student's numbers fit it
    in all cases. With every seed, there are cases whose sentences hold all three special tokens.
"""

import functools
import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.bert_gpt._cuts import (
    Cut,
    Words,
    at_once,
    at_once_but_one,
    ends,
    first_but_one,
    first_of_equals,
    first_only,
    fronts,
    halves,
    in_turn,
    inside,
    inside_first,
    minus_0,
    outside,
    second_but_one,
    second_only,
    uncut,
)
from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_TOKENS, LARGEST_TOKEN = 100, 50_000
SMALLEST_ROW, LONGEST = 5, 200
SHARES = {"tokens": 0.6, "segments": 0.4}


class Case(NamedTuple):
    """The arguments of one call.

    first    the tokens of the first sentence
    second   the tokens of the second sentence
    swapped  whether the second sentence is written first
    cls      the token [CLS]
    sep      the token [SEP]
    pad      the padding
    max_len  the length of the row
    """

    first: np.ndarray
    second: np.ndarray
    swapped: bool
    cls: int
    sep: int
    pad: int
    max_len: int


class Row(NamedTuple):
    """What the student's function returns: the tokens and their segments, each (max_len,)."""

    tokens: np.ndarray
    segments: np.ndarray


Special = tuple[int, int, int]  # [CLS], [SEP] and the padding
There = tuple[bool, bool, bool]  # whether [CLS] is in the row, and each [SEP]
Of = Callable[[Case, Row], np.ndarray]


# ── the row ───────────────────────────────────────────────────────────────────────────────────


def own_special(case: Case) -> Special:
    return case.cls, case.sep, case.pad


def without_special(case: Case, words: Words) -> Words:
    return [token for token in words if token not in own_special(case)]


def without_padding(case: Case, words: Words) -> Words:
    return [token for token in words if token != case.pad]


def written(a: Words, b: Words, special: Special, max_len: int, there: There) -> tuple[Row, int]:
    """The row of two sentences, and the length of its padding; it may be too long.

    ``there`` says which of the special tokens are written.
    """
    cls, sep, pad = special
    head, border, tail = ([token] * so for token, so in zip((cls, sep, sep), there, strict=True))
    zeros, ones = [*head, *a, *border], [*b, *tail]
    rest = max(0, max_len - len(zeros) - len(ones))
    segments = [0] * len(zeros) + [1] * len(ones) + [0] * rest
    return Row(np.array(zeros + ones + [pad] * rest), np.array(segments)), rest


def right(
    case: Case,
    *,
    swapped: Callable[[Case], bool] = lambda case: case.swapped,
    cut: Cut = outside,
    cut_swapped: Cut | None = None,
    there: There = (True, True, True),
    n_special: int | None = None,
    segments: Of = lambda case, row: row.segments,
    special: Callable[[Case], Special] = own_special,
    words: Callable[[Case, Words], Words] = lambda case, words: words,
    sep_at_end: bool = False,
    in_front: bool = False,
    padded: bool = True,
    too_long: bool = False,
    dtype: type = int,
) -> Row:
    """The tokens and their segments.

    ``cut_swapped`` cuts those that are ``swapped`` (default: as others). The cut leaves room for
    ``n_special`` tokens: those ``there`` if None. ``segments`` makes the segments from an else
    right row. Too long a row is cut at its end, unless ``too_long``; with ``sep_at_end``, it ends
    with a [SEP].
    """
    a, b = (words(case, sentence.tolist()) for sentence in (case.first, case.second))
    room = case.max_len - (sum(there) if n_special is None else n_special)
    a, b = (cut_swapped or cut)(b, a, room) if swapped(case) else cut(a, b, room)
    row, rest = written(a, b, special(case), case.max_len, there)
    if sep_at_end and len(row.tokens) > case.max_len:
        row.tokens[case.max_len - 1] = case.sep
    length = len(row.tokens) if too_long else case.max_len
    row = Row(*(part[: length if padded else len(part) - rest] for part in row))
    row = Row(row.tokens.astype(dtype).astype(int), segments(case, row))
    return Row(*(np.roll(part, rest) for part in row)) if in_front else row


def positions(row: Row) -> np.ndarray:
    return np.arange(len(row.tokens))


def after_border(case: Case, row: Row) -> np.ndarray:
    return np.cumsum(row.segments) > 0


def not_after_last_sep(case: Case, row: Row) -> np.ndarray:
    return positions(row) <= np.flatnonzero(row.segments)[-1]


# ── wrong segments ────────────────────────────────────────────────────────────────────────────


def moved_left(segments: np.ndarray) -> np.ndarray:
    return np.append(segments[1:], 0)


def one_too_early(case: Case, row: Row) -> np.ndarray:
    return row.segments | moved_left(row.segments)


def without_last_sep(case: Case, row: Row) -> np.ndarray:
    return row.segments & moved_left(row.segments)


def padded_with(number: int) -> Of:
    return lambda case, row: np.where(not_after_last_sep(case, row), row.segments, number)


def by_sentence(case: Case, row: Row) -> np.ndarray:
    """With swapped sentences, segments 0 and 1 are exchanged, except in the padding."""
    return np.where(not_after_last_sep(case, row) & case.swapped, 1 - row.segments, row.segments)


def after_first_sep(case: Case, row: Row) -> np.ndarray:
    return positions(row) > np.flatnonzero(row.tokens == case.sep)[0]


def not_after_second_sep(case: Case, row: Row) -> np.ndarray:
    return positions(row) <= np.flatnonzero(row.tokens == case.sep)[1]


def before_first_padding(case: Case, row: Row) -> np.ndarray:
    return np.cumsum(row.tokens == case.pad) == 0


def as_many_as_not_padding(case: Case, row: Row) -> np.ndarray:
    return positions(row) < np.count_nonzero(row.tokens != case.pad)


def not_padding(case: Case, row: Row) -> np.ndarray:
    return row.tokens != case.pad


def both(begin: Of, end: Of) -> dict[str, Of]:
    return {"segments": lambda case, row: (begin(case, row) & end(case, row)).astype(int)}


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def without(*there: bool) -> list[dict[str, Any]]:
    """The keywords for a row in which a special token is missing, with room for it or not."""
    return [{"there": there}, {"there": there, "n_special": 3}]


VARIANTS: Variants = {
    "not-swapped": {"swapped": lambda case: False},
    "always-swapped": [{"swapped": lambda case: True}, {"swapped": lambda case: not case.swapped}],
    "tokens.cut-before": [{"cut_swapped": cut} for cut in (inside_first, first_of_equals, inside)],
    "segments.cut-before": {"cut_swapped": first_of_equals},
    "first-of-equals": {"cut": first_of_equals},
    "second-only": [{"cut": second_only}, {"cut": second_but_one}],
    "first-only": [{"cut": first_only}, {"cut": first_but_one}],
    "in-turn": [
        {"cut": functools.partial(in_turn, a_is_next=a_is_next, least=least)}
        for a_is_next, least in itertools.product((True, False), (0, 1))
    ],
    "not-padded": {"padded": False},
    "too-long": [{"n_special": n, "too_long": True} for n in (2, 1, 0)],
    "halves": [
        {"cut": functools.partial(halves, up=up)}
        for up in ((True, False), (False, True), (False, False))
    ],
    "at-once": [{"cut": at_once}, {"cut": at_once_but_one}],
    "row-cut": [{"cut": uncut}, {"cut": uncut, "sep_at_end": True}],
    "sep-cut-off": [{"n_special": n} for n in (2, 1, 0)],
    "padding-in-front": {"in_front": True},
    "minus-0": {"cut": minus_0},
    "cut-too-early": [
        {"cut": lambda a, b, room: outside(a, b, room - 1)},
        {"cut": lambda a, b, room: outside(a, b, max(2, room - 1))},
    ],
    "tokens.no-last-sep": without(True, True, False),
    "tokens.no-cls": without(False, True, True),
    "tokens.no-first-sep": without(True, False, True),
    "segments.one-too-few": without(True, False, True),
    "tokens.chapter": {"swapped": lambda case: False, "cut": ends},
    "tokens.wrong-ends": [{"cut": ends}, {"cut": fronts}, {"cut": inside}],
    # with room for it, the segments are those of "last-separator"
    "segments.no-last-sep": {"there": (True, True, False)},
    "segments.separator": {"segments": one_too_early},
    "segments.last-separator": {"segments": without_last_sep},
    "segments.padding": [{"segments": padded_with(number)} for number in (1, -1, 2)],
    "segments.by-sentence": {"segments": by_sentence},
}

PADDING_BY_VALUE = not_padding, before_first_padding, as_many_as_not_padding

AT_EDGES: Variants = {
    "special-removed": [{"words": without_special}, {"words": without_padding}],
    "special-fixed": [
        {"special": lambda case: (case.cls, case.sep, 0)},
        {"special": lambda case: (1, 2, 0)},
        {"special": lambda case: (101, 102, 0)},
    ],
    "segments-padded": {"segments": lambda case, row: padded_with(case.pad)(case, row)},
    "too-few-bits": [{"dtype": np.int16}, {"dtype": np.float16}],
    "padding-by-value": [{}, *(both(after_border, end) for end in PADDING_BY_VALUE)],
    "border-by-value": [
        {},
        *(
            both(after_first_sep, end)
            for end in (not_after_last_sep, not_after_second_sep, *PADDING_BY_VALUE)
        ),
    ],
}


def other_length(part: np.ndarray, case: Case) -> bool:
    """Whether a part is right, or has another length than the row."""
    return len(part) != case.max_len or any(equals(part, right_part) for right_part in right(case))


SIGNS = {"other-length": other_length}


def read(ask: Ask, case: Case) -> Any:
    return ask.parts(*case, tokens=(None,), segments=(None,))


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    a: int,
    b: int,
    max_len: int,
    swapped: bool,
    *,
    least: int = 4,
    special: Special = (1, 2, 0),
) -> Case:
    """A case with random sentences of a and b tokens, each at least ``least``.

    ``special`` holds the numbers of [CLS], [SEP] and the padding.
    """
    first, second = (rng.integers(least, 99, size=size) for size in (a, b))
    return Case(first, second, swapped, *special, max_len)


def holding_all(rng: np.random.Generator, max_len: int, swapped: bool) -> Case:
    """A case with two sentences of five tokens; both contain all three special tokens."""
    case = draw(rng, 5, 5, max_len, swapped, least=10)
    for sentence in (case.first, case.second):
        sentence[1:4] = [case.sep, case.pad, case.cls]
    return case


def ending_with(
    rng: np.random.Generator, ends: tuple[int, ...], max_len: int, swapped: bool
) -> Case:
    """A case whose sentences begin and end with special tokens, beside those of the row."""
    case = draw(rng, 3, 3, max_len, swapped, least=10)
    for sentence in (case.first, case.second):
        sentence[[0, -1]] = np.array(own_special(case))[[*ends]]
    return case


def with_large_tokens(case: Case) -> Case:
    more = LARGEST_TOKEN - max(case.first.max(), case.second.max())
    return case._replace(first=case.first + more, second=case.second + more)


def at_edges(rng: np.random.Generator) -> tuple[Edge, ...]:
    a, b = rng.choice(np.arange(4, 9), size=2, replace=False).tolist()
    usual = [
        *(draw(rng, a, b, a + b + 3, swapped) for swapped in (False, True)),
        draw(rng, 1, 1, 5, True),
        draw(rng, a, 1, 5, False),
        draw(rng, 1, b, 5, True),
        draw(rng, a, a, 5, True),
        draw(rng, a, b, a + b + 9, True, least=0),
        draw(rng, a, b, 12, False, least=95),
        *(holding_all(rng, max_len, swapped) for max_len in (15, 12) for swapped in (False, True)),
        *(
            ending_with(rng, ends, max_len, swapped)
            for ends in itertools.product(range(3), repeat=2)
            for max_len, swapped in ((12, False), (9, True))
        ),
    ]
    others = [
        draw(rng, 2, 1, 5, False, least=10, special=(9, 8, 7)),
        draw(rng, a, b, a + b + 6, True, least=10, special=(8, 7, 9)),
        draw(rng, a, b, 11, True, least=95, special=(197, 198, 196)),
        draw(rng, a, MOST_TOKENS, 99, False, special=(0, 3, 1)),
    ]
    large = draw(rng, MOST_TOKENS, MOST_TOKENS, LONGEST, True)
    return (
        Edge(usual, ("padding-by-value", "border-by-value", "special-removed")),
        Edge(others, ("special-fixed", "segments-padded")),
        Edge([with_large_tokens(large)], ("too-few-bits",)),
    )


def cases(rng: np.random.Generator) -> Cases:
    def usual() -> Case:
        a, b = rng.integers(1, 8, size=2).tolist()
        over = min(int(rng.choice([-2, -1, 1, 2, 3, 4])), max(a, b))
        return draw(rng, a, b, max(SMALLEST_ROW, a + b + 3 - over), bool(rng.random() < 0.5))

    small = [
        (1, 1, 8, False),
        (3, 2, 7, True),
        (4, 4, 8, False),
        (1, 5, 6, False),
        (5, 1, 6, False),
    ]
    ordinary = [draw(rng, *sizes) for sizes in small]
    for part in SHARES:
        ordinary += distinguishing_cases(usual, outputs_of(right, VARIANTS, part), equals)
    return Cases(ordinary, at_edges(rng))


order_pair = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS,
    same=equals, read=read, shares=SHARES, edges_as_a_whole=True, exchangeable=True,
).check  # fmt: skip
