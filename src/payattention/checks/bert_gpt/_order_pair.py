"""The check of `order_pair`: BERT's input for two sentences, in their order or swapped."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, Part, check, judge, judge_parts
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals, equals_one_of

MOST_TOKENS, LARGEST_TOKEN = 100, 50_000
SMALLEST_ROW, LONGEST = 5, 200


class Sentences(NamedTuple):
    """The arguments of one call of the student's `order_pair`.

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


Words = list[int]
Cut = Callable[[Words, Words, int], tuple[Words, Words]]


def cut(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    """Both sentences, rightly cut to ``room`` tokens in all: a at its beginning, b at its end."""
    for _ in range(len(a) + len(b) - room):
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    return a, b


def cut_at_the_ends(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    for _ in range(len(a) + len(b) - room):
        a, b = (a[:-1], b) if len(a) > len(b) else (a, b[:-1])
    return a, b


def cut_at_the_fronts(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    for _ in range(len(a) + len(b) - room):
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[1:])
    return a, b


def cut_at_the_border(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    for _ in range(len(a) + len(b) - room):
        a, b = (a[:-1], b) if len(a) > len(b) else (a, b[1:])
    return a, b


def cut_first_of_equals(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    for _ in range(len(a) + len(b) - room):
        a, b = (a[1:], b) if len(a) >= len(b) else (a, b[:-1])
    return a, b


def cut_second_only(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    for _ in range(len(a) + len(b) - room):
        a, b = (a, b[:-1]) if b else (a[1:], b)
    return a, b


def cut_to_halves(
    a: Words, b: Words, room: int, *, up: tuple[bool, bool] = (True, False)
) -> tuple[Words, Words]:
    """Both sentences, each cut to half of ``room`` if they are too long together.

    ``up`` says for a and for b whether half of an odd ``room`` is rounded up.
    """
    if len(a) + len(b) <= room:
        return a, b
    return a[-((room + up[0]) // 2) :], b[: (room + up[1]) // 2]


def cut_at_once(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    """Both sentences, cut to ``room`` tokens in all: the longer one loses all surplus tokens."""
    over = max(0, len(a) + len(b) - room)
    return (a[over:], b) if len(a) > len(b) else (a, b[: len(b) - over])


def cut_by_minus_0(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    """Both sentences, rightly cut, except that an uncut b becomes empty, as by ``b[:-0]``."""
    left, right = cut(a, b, room)
    return left, right if len(right) < len(b) else []


def cut_too_early(a: Words, b: Words, room: int) -> tuple[Words, Words]:
    return cut(a, b, room - 1)


def row(
    case: Sentences,
    *,
    swaps: bool | None = None,
    cut: Cut = cut,
    cut_before: bool = False,
    by_sentence: bool = False,
    separator: int = 0,
    padding: int = 0,
    last_sep: bool = True,
    last_separator: int = 1,
    special_tokens: int | None = None,
) -> Row:
    """The right tokens and segments, or those that a mistake gives.

    Args:
        case: the arguments of one call.
        swaps: whether the sentences are swapped (default: as the case says).
        cut: a function (a, b, room) that cuts both sentences to ``room`` tokens in all.
        cut_before: cut the sentences before the swap, too.
        by_sentence: if the sentences are swapped, exchange segments 0 and 1, except in the padding.
        separator: the segment of the first [SEP].
        padding: the segment of the padding.
        last_sep: whether there is a second [SEP].
        last_separator: the segment of the second [SEP].
        special_tokens: how many places the cut leaves for [CLS] and [SEP] (default: as many as
            there are).
    """
    a, b = case.first.tolist(), case.second.tolist()
    room = case.max_len - (2 + last_sep if special_tokens is None else special_tokens)
    if cut_before:
        a, b = cut(a, b, room)
    swapped = case.swapped if swaps is None else swaps
    a, b = (b, a) if swapped else (a, b)
    a, b = cut(a, b, room)
    tokens = [case.cls, *a, case.sep, *b, *[case.sep] * last_sep]
    one, two = (1, 0) if by_sentence and swapped else (0, 1)
    segments = [one] * (len(a) + 1) + [separator or one] + [two] * len(b)
    segments += [two * last_separator] * last_sep
    rest = case.max_len - len(tokens)
    return Row(np.array(tokens + [case.pad] * rest), np.array(segments + [padding] * rest))


def inverted(case: Sentences) -> Row:
    return row(case, swaps=not case.swapped)


def way(**how: Any) -> Callable[[Sentences], Row]:
    return functools.partial(row, **how)


ROWS: dict[str, list[Callable[[Sentences], Row]]] = {
    "right": [row],
    "chapter": [way(swaps=False, cut=cut_at_the_ends)],
    "not-swapped": [way(swaps=False)],
    "always-swapped": [way(swaps=True), inverted],
    "wrong-ends": [
        way(cut=cut_at_the_ends),
        way(cut=cut_at_the_fronts),
        way(cut=cut_at_the_border),
    ],
    "cut-before": [way(cut_before=True)],
    "first-of-equals": [way(cut=cut_first_of_equals)],
    "second-only": [way(cut=cut_second_only)],
    "at-once": [way(cut=cut_at_once)],
    "minus-0": [way(cut=cut_by_minus_0)],
    "halves": [
        way(cut=functools.partial(cut_to_halves, up=up))
        for up in ((True, False), (False, True), (False, False))
    ],
    "no-last-sep": [way(last_sep=False), way(last_sep=False, special_tokens=3)],
    "cut-too-early": [way(cut=cut_too_early)],
}
SAME_SEGMENTS = ("chapter", "wrong-ends")  # same segments as "not-swapped" and as "right"
SEGMENTS: dict[str, list[Callable[[Sentences], Row]]] = {
    **{name: ways for name, ways in ROWS.items() if name not in SAME_SEGMENTS},
    "no-last-sep": [way(last_sep=False)],  # special_tokens=3 has the segments of "last-separator"
    "separator": [way(separator=1)],
    "last-separator": [way(last_separator=0)],
    "padding": [way(padding=1), way(padding=-1), way(padding=2)],
    "by-sentence": [way(by_sentence=True)],
}


def by_value(case: Sentences, begin: str, end: str) -> np.ndarray:
    """The segments, if the student searches the row for ``sep`` or ``pad`` to find segment 1.

    A sentence may contain these numbers. ``begin`` is where segment 1 begins: "place" (the right
    place) or "separator" (after the first ``sep``). ``end`` is where it ends:

    - "place": at the right place.
    - "separator": after the second ``sep``.
    - "first-padding": before the first ``pad``.
    - "amount": at place n, if n tokens of the row are not ``pad``.
    - "padding": at the right place, but every ``pad`` within segment 1 gets segment 0.
    """
    tokens, right = row(case)
    ones, place = np.flatnonzero(right), np.arange(len(tokens))
    separators = np.flatnonzero(tokens == case.sep)
    start = separators[0] + 1 if begin == "separator" else ones[0]
    padding = np.append(tokens, case.pad) == case.pad
    stop = {
        "separator": separators[1] + 1,
        "first-padding": padding.argmax(),
        "amount": np.count_nonzero(~padding),
    }.get(end, ones[-1] + 1)
    kept = ~padding[:-1] if end == "padding" else True
    return ((place >= start) & (place < stop) & kept).astype(int)


VALUES: dict[str, list[tuple[str, str]]] = {
    "padding-by-value": [("place", end) for end in ("padding", "first-padding", "amount")],
    "border-by-value": [
        ("separator", end) for end in ("place", "separator", "padding", "first-padding", "amount")
    ],
}


@check(reread="Chapter 6, [Next-sentence prediction](06-bert-gpt#bert-nsp)")
def order_pair(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's BERT input of two sentences, swapped or not, cut at their outer ends.

    Promised domain: sentences of 1 to 100 tokens from 0 to 50,000, which may equal special tokens;
        rows of 5 to 200 tokens.
    Extremes and special cases, alone and together: an exact fit; one token too many; both sentences
        of one token; one long and one short sentence; equally long sentences; sentences that hold
        the numbers of special tokens; a padding that is not 0; all sizes at their largest.
    Usual mistakes: the sentences are never swapped, always swapped, or swapped exactly when they
        should not be; tokens are cut at the wrong ends; tokens are cut before the swap; of two
        equally long sentences, the first is cut; only the second sentence is cut; each sentence is
        cut to half of the room; the whole excess is cut from one sentence; if nothing is to be cut
        from a sentence, a slice makes it empty; the last [SEP] is missing; one token too many is
        cut; the first [SEP] is in segment 1; the last [SEP] is in segment 0; the padding is not in
        segment 0; segments are swapped with the sentences; tokens and segments are exchanged. In
        edge cases: the border or the padding is found by a token's value.
    Certain: tokens and segments are judged separately. Cases are drawn until every two of these
        mistakes give different numbers in at least one case. A mistake is named only if the
        student's numbers fit it in all cases. With every seed, there are cases whose sentences hold
        all three special tokens.
    """

    def draw(a, b, max_len, swapped, *, least=4, special=(1, 2, 0)):
        """A test case with random sentences of a and b tokens, for a row of ``max_len`` tokens.

        Each token is at least ``least``. ``special`` holds the numbers of [CLS], [SEP] and the
        padding.
        """
        first, second = (rng.integers(least, 99, size=size) for size in (a, b))
        cls, sep, pad = special
        return Sentences(first, second, bool(swapped), cls, sep, pad, int(max_len))

    def holding_all(max_len, swapped):
        """A test case with two sentences of five tokens; both contain all three special tokens."""
        case = draw(5, 5, max_len, swapped, least=10)
        inside = [case.sep, case.pad, case.cls]
        for sentence in (case.first, case.second):
            sentence[1:4] = inside
        return case

    def random_case():
        a, b = (int(n) for n in rng.integers(1, 8, size=2))
        over = min(int(rng.choice([-2, -1, 1, 2, 3, 4])), max(a, b))
        return draw(a, b, max(SMALLEST_ROW, a + b + 3 - over), rng.random() < 0.5)

    def mistakes_in(part):
        """A list of the usual mistakes in the returned array ``part``: "tokens" or "segments"."""

        def of(case, way):
            return getattr(way(case), part)

        def makes(name):
            ways = (ROWS if part == "tokens" else SEGMENTS).get(name, [])
            return equals_one_of(*(functools.partial(of, way=way) for way in ways), same=equals)

        about_both: Mistakes = [
            Mistake(
                "not-swapped",
                "The first sentence always comes first. Where `swapped` is true, the second does.",
                makes("not-swapped"),
                credit=0.4,
            ),
            Mistake(
                "always-swapped",
                "The sentences are swapped where they should not be. Only where `swapped` is true.",
                makes("always-swapped"),
                credit=0.4,
            ),
            Mistake(
                "cut-before",
                "The sentences are cut before they are swapped. First bring them into their order.",
                makes("cut-before"),
                credit=0.6,
            ),
            Mistake(
                "first-of-equals",
                "Of two equally long sentences the one written first is cut. It is the other.",
                makes("first-of-equals"),
                credit=0.8,
            ),
            Mistake(
                "second-only",
                "Only the sentence written second is cut. Each token goes from the longer one.",
                makes("second-only"),
                credit=0.4,
            ),
            Mistake(
                "halves",
                "Each sentence gets half of the room, even if the other does not need its half.",
                makes("halves"),
                credit=0.6,
            ),
            Mistake(
                "at-once",
                "The whole excess is taken from one sentence. Compare the lengths again after each "
                "token.",
                makes("at-once"),
                credit=0.5,
            ),
            Mistake(
                "minus-0",
                "Where nothing of b is to be cut, all of it is lost: `b[:-0]` is empty.",
                makes("minus-0"),
                credit=0.6,
            ),
            Mistake(
                "no-last-sep",
                "The second [SEP] is missing. There is one behind each sentence.",
                makes("no-last-sep"),
                credit=0.4,
            ),
            Mistake(
                "cut-too-early",
                "One token too many is cut off. A row that is exactly full is fine.",
                makes("cut-too-early"),
                credit=0.7,
            ),
        ]
        about_tokens: Mistakes = [
            Mistake(
                "chapter",
                "This is the chapter's `join_pairs`: it never swaps, and cuts at the ends.",
                makes("chapter"),
                credit=0.3,
            ),
            Mistake(
                "wrong-ends",
                "Other tokens are cut off. The sentence written first loses its beginning, the "
                "other one its end: what is beside the border stays.",
                makes("wrong-ends"),
                credit=0.5,
            ),
        ]
        about_segments: Mistakes = [
            Mistake(
                "separator",
                "The first [SEP] is in segment 1. It belongs to the sentence before it.",
                makes("separator"),
                credit=0.6,
            ),
            Mistake(
                "last-separator",
                "A 1 is missing at the end: that of the last [SEP], which belongs to the sentence "
                "before it.",
                makes("last-separator"),
                credit=0.6,
            ),
            Mistake(
                "padding",
                "The padding is not in segment 0.",
                makes("padding"),
                credit=0.7,
            ),
            Mistake(
                "by-sentence",
                "The segments went along with the sentences. Segment 0 is what is *written* first: "
                "else they tell the model the order that it must find.",
                makes("by-sentence"),
                credit=0.4,
            ),
        ]
        return [*about_both, *(about_tokens if part == "tokens" else about_segments)]

    rule = (
        "[CLS] a [SEP] b [SEP] and padding. While it is too long, the longer sentence (b, if both "
        "are equally long) loses a token: a its first, b its last."
    )

    def shown_beside(output, case):
        return {"Expected": row(case)}

    def shapes(case):
        return dict.fromkeys(Row._fields, (case.max_len,))

    def is_right(part):
        return lambda output, case: equals(output, getattr(row(case), part))

    small = [draw(1, 1, 8, False), draw(3, 2, 7, True), draw(4, 4, 8, False)]
    cases = [*small, *ordinary(random_case)]
    ask.announce(cases)
    parts = [
        Part("tokens", is_right("tokens"), mistakes_in("tokens"), share=0.6),
        Part("segments", is_right("segments"), mistakes_in("segments"), share=0.4),
    ]
    answers = [ask.parts(*case, **shapes(case)) for case in cases]
    outputs = ask.exchanged(cases, answers, parts)
    judge_parts(ask, cases, outputs, parts, rule=rule, shown_beside=shown_beside)

    def right(output, case):
        return all(map(equals, output, row(case)))

    def segments_fit(name):
        """A predicate ``(output, case)``: whether at most the segments are wrong.

        Wrong segments must be those of the mistake ``name`` in ``VALUES``.
        """
        return lambda output, case: (
            equals(output.tokens, row(case).tokens)
            and any(
                equals(output.segments, segments)
                for segments in (
                    row(case).segments,
                    *(by_value(case, *way) for way in VALUES[name]),
                )
            )
        )

    values = [
        Mistake(
            "padding-by-value",
            "Padding is told by its value. A sentence may hold the number of `pad`: count places "
            "instead.",
            segments_fit("padding-by-value"),
            credit=0.7,
        ),
        Mistake(
            "border-by-value",
            "The border is looked for by its value. A sentence may hold the number of `sep`: count "
            "places instead.",
            segments_fit("border-by-value"),
            credit=0.7,
        ),
    ]

    a, b = (int(n) for n in rng.choice(np.arange(4, 9), size=2, replace=False))
    edges = [draw(a, b, a + b + 3, swapped) for swapped in (False, True)]
    edges += [draw(1, 1, 5, True), draw(a, 1, 5, False), draw(1, b, 5, True), draw(a, a, 5, True)]
    edges += [draw(2, 1, 5, False, special=(9, 8, 7)), draw(a, b, a + b + 9, True, least=0)]
    edges += [draw(a, b, 11, True, least=95, special=(97, 98, 96)), draw(a, b, 12, False, least=95)]
    edges += [holding_all(max_len, swapped) for max_len in (15, 12) for swapped in (False, True)]
    full = draw(MOST_TOKENS, MOST_TOKENS, LONGEST, True)
    large = {"first": full.first + LARGEST_TOKEN - 98, "second": full.second + LARGEST_TOKEN - 98}
    edges += [full._replace(**large), draw(a, MOST_TOKENS, 99, False, special=(0, 3, 1))]
    ask.announce(edges)

    def judge_all():
        judge(
            ask,
            edges,
            [ask.arrays(*case, **shapes(case)) for case in edges],
            right,
            values,
            rule=rule,
            shown_beside=shown_beside,
        )

    judge_edges(judge_all)
    ask.require_order()
    return "The order of two neighbours cannot be guessed from their topic, as that of strangers."


def ordinary(draw: Callable[[], Sentences]) -> list[Sentences]:
    """Test cases from ``draw()`` in which any two mistakes give different results at least once.

    Any two mistakes in the tokens give different tokens in at least one case, and any two mistakes
    in the segments give different segments.
    """
    tokens = cases_that_tell_apart(draw, ROWS, lambda a, b: equals(a.tokens, b.tokens))
    return tokens + cases_that_tell_apart(
        draw, SEGMENTS, lambda a, b: equals(a.segments, b.segments)
    )
