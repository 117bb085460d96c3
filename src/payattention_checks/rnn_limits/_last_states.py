"""The last states of a bidirectional RNN in a padded batch.

One RNN, the reader from the left, ends at a sentence's last word, the other at its first.

Promised domain: 1 to 100 positions. Words are at any positions, or at none. The states at padding
    contain any numbers, also NaN and infinity.
Extremes and special cases, alone and together: one position; one sentence; states of one number; a
    sentence as long as the batch; one word; no word; padding that contains only NaN and infinity;
    one batch of sentences without a word, with one word, and with padding between the words, where
    all padding is infinite.
Certain: all states are random, so each choice of positions gives a different output. At edge cases
    the feedback names only mistakes that can explain every wrong row.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import alike
from payattention_checks.show import show
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

LONGEST = 100


class Case(NamedTuple):
    """The arguments of one call.

    forwards   the states of the reader from the left, (sentences, positions, d)
    backwards  the states of the reader from the right, (sentences, positions, d)
    real       True at words, False at padding, (sentences, positions)
    """

    forwards: np.ndarray
    backwards: np.ndarray
    real: np.ndarray


BothReaders = tuple[np.ndarray, np.ndarray]  # of each row: a state of either reader
Take = Callable[[Case], BothReaders]
Choice = Callable[[np.ndarray], tuple[Any, Any]]  # from ``real``: a position for either reader


def ends(case: Case) -> BothReaders:
    """The right halves: either reader's state at the word that it reads last, or 0."""
    rightwards, leftwards = np.zeros((2, len(case.real), case.forwards.shape[2]))
    for i, words in enumerate(case.real):
        if words.any():
            rightwards[i] = case.forwards[i][words][-1]
            leftwards[i] = case.backwards[i][words][0]
    return rightwards, leftwards


def right(case: Case, *, take: Take = ends, order: int = 1) -> np.ndarray:
    """The rows of last states, (sentences, 2 d); ``order`` is −1 if the halves are exchanged."""
    return np.hstack(take(case)[::order])


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def first(real: np.ndarray) -> np.ndarray:
    return real.argmax(axis=1)


def last(real: np.ndarray) -> np.ndarray:
    return turned_back(first(real[:, ::-1]), real)


def first_run_end(real: np.ndarray) -> np.ndarray:
    """The position before the first padding behind a word."""
    gaps = np.maximum.accumulate(real, axis=1) & ~real
    return np.pad(gaps, ((0, 0), (0, 1)), constant_values=True).argmax(axis=1) - 1


def turned_back(positions: np.ndarray, real: np.ndarray) -> np.ndarray:
    return real.shape[1] - 1 - positions


def number(real: np.ndarray) -> np.ndarray:
    return real.sum(axis=1)


def at(choose: Choice, *, one_reader: bool = False) -> dict[str, Take]:
    """A variant in which the readers are read off at chosen positions."""

    def take(case: Case) -> BothReaders:
        sentences, (i, j) = np.arange(len(case.real)), choose(case.real)
        second = case.forwards if one_reader else case.backwards
        return case.forwards[sentences, i], second[sentences, j]

    return {"take": take}


def off(by: int) -> dict[str, Take]:
    return at(lambda real: ((last(real) + by).clip(0, real.shape[1] - 1), first(real)))


def pooled(pool: Callable[..., np.ndarray], *, words_only: bool) -> dict[str, Take]:
    def of_reader(states: np.ndarray, real: np.ndarray) -> np.ndarray:
        sentences = zip(states, real | (not words_only), strict=True)
        return np.array([pool(each[words], axis=0) for each, words in sentences])

    return {
        "take": lambda case: (
            of_reader(case.forwards, case.real),
            of_reader(case.backwards, case.real),
        )
    }


def without(case: Case, position: int) -> Case:
    real = case.real.copy()
    real[:, position] = False
    return case._replace(real=real)


VARIANTS: Variants = {
    "halves-exchanged": {"order": -1},
    "last-position-read": at(lambda real: (-1, first(real))),
    "first-position-read": at(lambda real: (last(real), 0)),
    "padding-read": [at(lambda real: (-1, 0)), at(lambda real: (-1, -1))],
    "words-counted": [
        at(lambda real: (number(real) - 1, first(real))),
        at(lambda real: (number(real) - 1, 0)),
        at(lambda real: (last(real), real.shape[1] - number(real))),
        at(lambda real: (number(real) - 1, real.shape[1] - number(real))),
        at(lambda real: (number(real) - 1, number(real) - 1)),
        at(lambda real: (first(real) + number(real) - 1, first(real))),
        at(lambda real: (last(real), last(real) - number(real) + 1)),
        at(lambda real: (last(real), number(real) - 1)),
    ],
    "first-gap": [
        at(lambda real: (first(~real) - 1, first(real))),
        at(lambda real: (first_run_end(real), first(real))),
        at(lambda real: (last(real), turned_back(first_run_end(real[:, ::-1]), real))),
    ],
    "not-turned-back": at(lambda real: (first(real[:, ::-1]), first(real))),
    "order-of-reading": at(lambda real: (last(real), turned_back(first(real), real))),
    "one-reader": [
        at(lambda real: (last(real), first(real)), one_reader=True),
        at(lambda real: (last(real), last(real)), one_reader=True),
    ],
    "one-end": [
        at(lambda real: (last(real), last(real))),
        at(lambda real: (first(real), first(real))),
    ],
    "ends-exchanged": at(lambda real: (first(real), last(real))),
    "padding-for-words": at(lambda real: (last(~real), first(~real))),
    "end-left-out": [
        {"take": lambda case: (ends(case)[0], ends(without(case, 0))[1])},
        {"take": lambda case: (ends(without(case, -1))[0], ends(case)[1])},
    ],
    "off-by-one": [off(1), off(-1), at(lambda real: (-first(real[:, ::-1]), first(real)))],
    "pooled": [
        pooled(pool, words_only=words_only)
        for pool in (np.mean, np.sum, np.max)
        for words_only in (True, False)
    ],
}


def wrong_rows(output: np.ndarray, case: Case) -> list[int]:
    rows = enumerate(zip(output, right(case), strict=True))
    return [i for i, (row, wanted) in rows if not alike(row, wanted)]


def without_word(output: np.ndarray, case: Case) -> bool:
    return all(not case.real[i].any() for i in wrong_rows(output, case))


def nan_at_padding(output: np.ndarray, case: Case) -> bool:
    wrong = wrong_rows(output, case)
    return all(np.isnan(output[i]).any() and not case.real[i].all() for i in wrong)


SIGNS: dict[str, Fits] = {"no-word": without_word, "nan-times-0": nan_at_padding}


def details(output: np.ndarray, case: Case) -> dict[str, str]:
    i = wrong_rows(output, case)[0]
    return {
        "Returned": f"row {i}: {show(output[i])}",
        "It must be": show(right(case)[i]),
        "Its words at": f"{show(case.real[i])}  (■ word, · padding)",
    }


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    words: Iterable[int],
    length: int,
    d: int,
    *,
    fill: Sequence[float] | None = None,
    left: bool = False,
) -> Case:
    """A random case: sentences with ``words[i]`` words each, and padding elsewhere.

    The words are at random positions or, with ``left``, at the first ones. ``fill`` lists the
    values that the states at padding may have, for example NaN.
    """
    numbers = list(words)
    forwards, backwards = rng.normal(size=(2, len(numbers), length, d)).round(2)
    real = np.zeros((len(numbers), length), dtype=bool)
    for row, n in zip(real, numbers, strict=True):
        row[np.arange(n) if left else rng.permutation(length)[:n]] = True
    if fill is not None:
        for states in (forwards, backwards):
            states[~real] = rng.choice(fill, size=((~real).sum(), d))
    return Case(forwards, backwards, real)


def cases(rng: np.random.Generator) -> Cases:
    n, length, d = rng.integers((3, 6, 2), (8, 12, 5)).tolist()
    ordinary = [
        *(draw(rng, [2, 3], 4, 2), draw(rng, [3, 1, 4], 6, 1), draw(rng, [5, 2, 4, 3], 7, 3)),
        draw(rng, rng.integers(2, length, size=n), length, d),
        draw(rng, rng.integers(3, 9, size=4), 9, 2, left=True),
    ]
    few = [
        *(draw(rng, [4], 4, 2), draw(rng, [1, 1], 1, 2), draw(rng, [5, 1, 3], 5, 1)),
        draw(rng, [1, 1, 1], 9, 2),
        draw(rng, rng.integers(1, LONGEST, size=3), LONGEST, 2),
        draw(rng, [LONGEST], LONGEST, 1),
        *(draw(rng, [0], 3, 1), draw(rng, [0, 0, 1], 1, 2)),
    ]
    some_empty = [draw(rng, [0, 3, 2], 5, 2), draw(rng, [4, 0], 6, 3)]
    poisoned = [
        draw(rng, rng.integers(1, 6, size=4), 6, 2, fill=[np.nan, np.inf, -np.inf]),
        draw(rng, rng.integers(1, 8, size=3), 8, 3, fill=[np.nan]),
        draw(rng, [0, 1, 7, 4], 7, 2, fill=[np.inf, -np.inf]),
        draw(rng, [3, 0, 5, 1], 8, 2, fill=[np.inf, -np.inf]),
    ]
    edges = (
        Edge(some_empty, ("no-word", "no-word-raised")),
        Edge(few, ("no-word",), stage=2),
        Edge(poisoned, ("nan-times-0",), stage=3),
    )
    return Cases(ordinary, edges)


last_states = Task(__name__, right, cases, VARIANTS, SIGNS, details=details).check
