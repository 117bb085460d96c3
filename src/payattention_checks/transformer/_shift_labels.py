"""The labels of texts that have several beginning tokens and padding.

Promised domain: 1 to 64 texts of 2 to 100 tokens from 0 to 50,000; each row has at least one
    beginning token and at least one token after those.
Extremes and special cases, alone and together: padding with EOS; padding with several different
    tokens; an EOS among the beginning tokens; a text that is cut off before its EOS; an empty text;
    a row with only one token after the beginning; no padding; one text of two tokens; equal
    neighbours; all sizes at their largest.
Certain: neighbouring tokens differ, except in the padding and at one edge, and the rows have
    different numbers of beginning tokens. So every two of the mistakes give different labels. A
    mistake is named only if the student's labels fit it in all cases.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import equals
from payattention_checks.task import Cases, Edge, Task, Variants, Varied, vary

MOST_TEXTS, MOST_TOKENS = 64, 100
LARGEST_TOKEN = 50_000
IGNORED = -100


class Case(NamedTuple):
    """The arguments of one call, and what else the check knows of the texts.

    tokens   the token ids, (texts, tokens)
    n_begin  the number of beginning tokens of each text, (texts,)
    eos      the id of EOS
    end      the index of the EOS that ends each text, (texts,); without EOS, the length of the row
    """

    tokens: np.ndarray
    n_begin: np.ndarray
    eos: int
    end: np.ndarray

    @property
    def position(self) -> np.ndarray:
        """The index of the token that each label is, (tokens − 1,)."""
        return np.arange(1, self.tokens.shape[1])

    @property
    def behind(self) -> np.ndarray:
        """The labels that are padding, (texts, tokens − 1)."""
        return self.position > self.end[:, None]

    @property
    def is_eos(self) -> np.ndarray:
        """The labels that are EOS, (texts, tokens − 1)."""
        return self.tokens[:, 1:] == self.eos


Bound = Callable[[Case], np.ndarray | int]  # of each text: the index of a token
Mask = Callable[[Case], np.ndarray]  # of the labels, (texts, tokens − 1)


def right(
    case: Case,
    *,
    first: Bound = lambda case: case.n_begin,
    last: Bound = lambda case: case.end,
    skipped: Mask = lambda case: np.zeros_like(case.is_eos),
    shift: int = 1,
    ignored: int = IGNORED,
) -> np.ndarray:
    """The labels, (texts, tokens − 1): the tokens from ``first`` to ``last`` that are not skipped.

    With ``shift`` 0, they are the input tokens, not the next ones; with 2, the ones after those.
    """
    tokens = np.pad(case.tokens, ((0, 0), (0, 1)), constant_values=ignored)
    tokens = tokens[:, shift : shift + row_end(case) - 1]
    bounds = (np.reshape(bound(case), (-1, 1)) for bound in (first, last))
    begin, end = bounds
    text = (begin <= case.position) & (case.position <= end) & ~skipped(case)
    return np.where(text, tokens, ignored)


def row_end(case: Case) -> int:
    return case.tokens.shape[1]


def last_eos(case: Case) -> np.ndarray:
    """In each row, the index of the last EOS; without EOS, the row's length."""
    ends = case.tokens[:, ::-1] == case.eos
    return np.where(ends.any(axis=1), row_end(case) - 1 - ends.argmax(axis=1), row_end(case))


def first_eos(of: Callable[[np.ndarray], int]) -> Bound:
    """In each row, the index of the first EOS from ``of(n_begin)`` on; else, the row's length."""

    def bound(case: Case) -> np.ndarray:
        ends = (case.tokens == case.eos) & (np.arange(row_end(case)) >= of(case.n_begin))
        return np.where(ends.any(axis=1), ends.argmax(axis=1), row_end(case))

    return bound


def if_ended(of: Callable[[Case], np.ndarray]) -> Bound:
    """In each row that has an end, the index ``of(case)``; else, the row's length."""
    return lambda case: np.where(case.end < row_end(case), of(case), row_end(case))


def one_for_all(of: Callable[[np.ndarray], int]) -> list[dict[str, Any]]:
    """Keywords of `right` if all rows have the same number of beginning tokens, ``of(n_begin)``."""
    begin = {"first": lambda case: of(case.n_begin)}
    return [begin, begin | {"last": first_eos(of)}]


LATER: dict[str, Bound] = {
    "first": lambda case: case.n_begin + 1,
    "last": lambda case: case.end + 1,
}

VARIANTS: Variants = {
    "not-shifted": [
        {"shift": 0, "first": lambda case: 0, "last": row_end},
        {"shift": 0},
        {"shift": 0, **LATER},
    ],
    "counted-behind-the-beginning": [
        {"last": if_ended(lambda case: case.end - case.n_begin)},
        {"last": if_ended(lambda case: case.end - case.n_begin + 1)},
        {"last": if_ended(lambda case: np.maximum(case.n_begin, case.end - case.n_begin))},
    ],
    "mask-not-shifted": LATER,
    "one-beginning": [
        *one_for_all(np.min),
        *one_for_all(np.max),
        *one_for_all(lambda n_begin: n_begin[0]),
    ],
    "every-end-ignored": {"last": row_end, "skipped": lambda case: case.is_eos},
    "last-end": {"last": last_eos},
    "ended-for-all": {
        "last": lambda case: np.where(
            np.cumsum(case.end < row_end(case)) - (case.end < row_end(case)) > 0, -1, case.end
        )
    },
    "one-behind-the-end": {"last": LATER["last"]},
    "last-of-the-beginning": {"first": lambda case: case.n_begin - 1},
    "begin-predicted": {"first": lambda case: 0},
    "padding-predicted": {"last": row_end},
    "end-lost": {"skipped": lambda case: case.position == case.end[:, None]},
    "first-lost": {"first": LATER["first"]},
}


def other_number(output: np.ndarray, case: Case | Varied) -> tuple[np.ndarray, Any] | None:
    """Another number in place of −100, the same wherever nothing is to be predicted."""
    if isinstance(case, Varied):
        return None
    found = np.unique(output[right(case) == IGNORED])
    if len(found) != 1 or found[0] == IGNORED or not np.isfinite(found[0]):
        return None
    return output, vary(case, {"ignored": found[0]})


def shifted_twice(output: np.ndarray, case: Case) -> bool:
    """Whether label t is token t + 2, with the mask for t + 1 or t + 2; the last one may be any."""
    earlier: dict[str, Any] = {
        "first": lambda case: case.n_begin - 1,
        "last": lambda case: case.end - 1,
    }
    others = (right(case, shift=2), right(case, shift=2, **earlier))
    return any(equals(output[:, :-1], other[:, :-1]) for other in others)


def right_where_ended(output: np.ndarray, case: Case) -> bool:
    """Whether all rows are right that have an EOS."""
    rows = case.end < row_end(case)
    return equals(output[rows], right(case)[rows])


def right_but_behind_the_end(output: np.ndarray, case: Case) -> bool:
    """Whether the labels are right, apart from tokens behind the end that are labels, too."""
    labels = case.behind & (output == case.tokens[:, 1:])
    return bool((labels | (output == right(case))).all())


def right_or_ended_at_the_beginning(output: np.ndarray, case: Case) -> bool:
    """Whether all rows are right, but those that have an EOS at the beginning may have no label."""
    begin = np.arange(row_end(case)) < case.n_begin[:, None]
    ended = (begin & (case.tokens == case.eos)).any(axis=1) & (output == IGNORED).all(axis=1)
    return bool((ended | (output == right(case)).all(axis=1)).all())


SIGNS = {
    "shifted-twice": shifted_twice,
    "cut-off": right_where_ended,
    "behind-the-end": right_but_behind_the_end,
    "begin-taken-for-end": right_or_ended_at_the_beginning,
}

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


class Row(NamedTuple):
    """The layout of a random text: how many tokens of each kind, and whether it has an EOS."""

    begin: int
    words: int
    padding: int
    has_end: bool = True

    @property
    def end(self) -> int:
        return self.begin + self.words


def draw(
    rng: np.random.Generator, *rows: Row, eos: int | None = None, pad: str = "eos",
    begin_has_eos: bool = False,
) -> Case:  # fmt: skip
    """Random texts with the layouts ``rows``, all of the same length.

    ``pad`` is the kind of padding: "eos", one "other" token, or "mixed". With ``begin_has_eos``,
    the last or the first beginning token of each text is EOS.
    """
    eos = int(rng.integers(30, 60)) if eos is None else eos
    other = int(rng.integers(3, 20))
    tokens = []
    for i, row in enumerate(rows):
        line = spread(rng.choice(np.setdiff1d(np.arange(20, 68), [eos]), size=row.end))
        if begin_has_eos:
            line[0 if i % 2 else row.begin - 1] = eos
        kinds = {"eos": [eos], "other": [other], "mixed": [eos, other, *line]}
        padding = rng.choice(kinds[pad], size=row.padding)
        if pad == "mixed":
            padding[:2] = [other, eos][: row.padding]
        tokens.append([*line, *[eos] * row.has_end, *padding])
    return Case(
        np.array(tokens),
        np.array([row.begin for row in rows]),
        eos,
        np.array([row.end for row in rows]),
    )


def spread(line: np.ndarray) -> np.ndarray:
    """The tokens, changed so that no neighbours are equal."""
    for i in range(1, len(line)):
        line[i] += 60 * (line[i] == line[i - 1])
    return line


def largest(rng: np.random.Generator) -> Case:
    sizes = rng.multinomial(MOST_TOKENS - 2, [1 / 3] * 3, size=MOST_TEXTS).tolist()
    case = draw(rng, *(Row(1 + begin, words, padding) for begin, words, padding in sizes))
    more = LARGEST_TOKEN - case.tokens.max()
    return case._replace(tokens=case.tokens + more, eos=int(case.eos + more))


def cases(rng: np.random.Generator) -> Cases:
    a, b, c = (int(x) for x in rng.choice(np.arange(2, 7), size=3, replace=False))
    long = [Row(a, b, c), Row(b, c, a), Row(c, a, b), Row(2, a + b + c - 3, 1)]
    few = [Row(3, 1, 2), Row(2, 4, 0), Row(4, 2, 0), Row(1, 1, 4)]
    ordinary = [
        draw(rng, Row(1, 2, 1), Row(2, 2, 0)),
        draw(rng, *long),
        draw(rng, *long[::-1], pad="other"),
        draw(rng, *few, pad="other"),
        draw(rng, *long, pad="mixed"),
    ]
    ends = [
        draw(rng, *few, begin_has_eos=True),
        draw(rng, Row(1, 3, 1), Row(2, 2, 1), begin_has_eos=True),
        draw(rng, Row(a, b + 1, 0, has_end=False), Row(b, a, 0)),
        draw(rng, Row(1, 4, 0, has_end=False)),
        draw(rng, Row(1, 1, 0, has_end=False)),
        draw(rng, Row(2, 3, 0, has_end=False), Row(1, 2, 1), begin_has_eos=True),
    ]
    double = draw(rng, Row(2, 4, 1), Row(1, 4, 2))
    double.tokens[:, 3] = double.tokens[:, 4]
    others = [draw(rng, *few, pad="mixed", eos=0), double, largest(rng)]
    thin = [draw(rng, Row(1, 0, 0)), draw(rng, Row(1, 0, 4), Row(5, 0, 0))]
    return Cases(
        ordinary,
        (
            Edge(ends, ("cut-off", "begin-taken-for-end")),
            Edge([*others, *thin], ("behind-the-end",)),
        ),
    )


shift_labels = Task(
    __name__, right, cases, VARIANTS, SIGNS, {"other-number": other_number}, 3, equals
).check
