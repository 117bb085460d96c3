"""A batch of windows of a text, and their labels: the same windows one token later.

Promised domain: a text of 2 to 5000 tokens from 0 to 50,000; 1 to 64 random numbers from 0 to 1,
    without 1; windows of 1 to 500 tokens, which are shorter than the text.
Extremes and special cases, alone and together: windows of one token; a window with all tokens but
    the last; a text of two tokens; one window; random numbers of 0 and just below 1; equal random
    numbers; all sizes at their largest.
Certain: the tokens of a text are all different, except at an edge. Cases are drawn until every two
    of the mistakes give different windows in some case.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_TOKENS, LARGEST_TOKEN = 5000, 50_000
MOST_WINDOWS, LONGEST_WINDOW = 64, 500
BELOW_ONE = 1 - 1e-6
SHARES = {"inputs": 0.4, "labels": 0.6}  # of the points


class Case(NamedTuple):
    """The arguments of one call: the text, (tokens,), random numbers, (windows,), and a length."""

    text: np.ndarray
    u: np.ndarray
    length: int


class Batch(NamedTuple):
    inputs: np.ndarray
    labels: np.ndarray


Starts = Callable[[Case], np.ndarray]


def starts(case: Case, more: int = 0) -> np.ndarray:
    return np.floor(case.u * (len(case.text) - case.length + more)).astype(int)


def rounded(case: Case) -> np.ndarray:
    return np.rint(case.u * (len(case.text) - case.length)).astype(int)


def anywhere(case: Case) -> np.ndarray:
    return np.floor(case.u * len(case.text)).astype(int)


def blocks(case: Case) -> np.ndarray:
    return case.length * np.floor(case.u * ((len(case.text) - 1) // case.length)).astype(int)


def blocks_of_all(case: Case) -> np.ndarray:
    """The same, of a text whose last token may have no label."""
    return case.length * np.floor(case.u * (len(case.text) // case.length)).astype(int)


def late(case: Case) -> np.ndarray:
    """Starts one place too late, whose inputs are taken for the right labels and exchanged."""
    return starts(case) + 2


def one_for_all(case: Case) -> np.ndarray:
    return np.full(len(case.u), starts(case)[0])


def in_order(case: Case) -> np.ndarray:
    return np.sort(starts(case))


def right(
    case: Case,
    *,
    begin: Starts = starts,
    shift: int = 1,
    from_inputs: Callable[[np.ndarray], np.ndarray] | None = None,
    next_window: bool = False,
    looked_up: bool = True,
) -> Batch:
    """The windows and their labels, both (windows, length).

    Mistakes: labels made ``from_inputs`` alone; those of the ``next_window``; places in the text
    that are not ``looked_up``.
    """
    indices = begin(case)[:, None] + np.arange(case.length)
    if not looked_up:
        return Batch(indices, indices + 1)
    inputs = case.text.take(indices, mode="clip")  # mistakes may leave the text
    if from_inputs:
        return Batch(inputs, from_inputs(inputs))
    later = case.length if next_window else shift
    return Batch(inputs, case.text.take(indices + later, mode="clip"))


VARIANTS: Variants = {
    "inputs.late": {"begin": late},
    "labels.not-shifted": {"shift": 0},
    "labels.previous": [{"shift": -1}, {"from_inputs": lambda x: np.roll(x, 1, axis=1)}],
    "labels.two-ahead": {"shift": 2},
    "labels.wrapped": {"from_inputs": lambda x: np.roll(x, -1, axis=1)},
    "labels.last-is-zero": {"from_inputs": lambda x: np.pad(x[:, 1:], ((0, 0), (0, 1)))},
    "labels.token-plus-one": {"from_inputs": lambda x: x + 1},
    "labels.next-window": {"next_window": True},
    "last-start-lost": {"begin": lambda case: starts(case, -1)},
    "one-start-too-many": {"begin": lambda case: starts(case, 1)},
    "rounded": {"begin": rounded},
    "anywhere": {"begin": anywhere},
    "blocks": [{"begin": blocks}, {"begin": blocks_of_all}],
    "one-start": {"begin": one_for_all},
    "sorted": {"begin": in_order},
    "places": {"looked_up": False},
}


def draw(rng: np.random.Generator, tokens: int, windows: int, length: int) -> Case:
    """A text in which each token occurs once, and numbers with which mistakes stay inside it."""
    text = rng.permutation(LARGEST_TOKEN + 1)[:tokens]
    return Case(text, rng.uniform(0.02, 0.85, size=windows).round(6), length)


def usual(rng: np.random.Generator) -> Case:
    """A case with two equal random numbers: their windows are not one."""
    case = draw(rng, *rng.integers([60, 4, 3], [90, 9, 8]).tolist())
    case.u[-1] = case.u[1]
    return case


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(4)]
    for part in SHARES:
        answers = outputs_of(right, VARIANTS, part)
        ordinary += distinguishing_cases(lambda: usual(rng), answers, equals)
    ends = [
        draw(rng, 20, 3, 4)._replace(u=np.array([0, BELOW_ONE, 0.5])),
        draw(rng, 20, 2, 1)._replace(u=np.array([BELOW_ONE, BELOW_ONE])),
        draw(rng, 9, 2, 8),
        draw(rng, 2, 1, 1),
        draw(rng, 2, 3, 1)._replace(u=np.array([0, 0, BELOW_ONE])),
    ]
    large = draw(rng, MOST_TOKENS, MOST_WINDOWS, LONGEST_WINDOW)
    same = draw(rng, 30, 3, 4)._replace(text=rng.integers(3, size=30))
    return Cases(ordinary, (Edge([*ends, large, same]),))


get_batch = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    same=equals,
    shares=SHARES,
    exchangeable=True,
).check
