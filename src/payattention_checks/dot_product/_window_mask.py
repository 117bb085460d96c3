"""A causal mask in which each query sees its own position and the window − 1 positions before.

The n_q queries are the last n_q of the n_k positions.

Promised domain: 1 ≤ n_q ≤ n_k ≤ 1000, window from 1 to 2000.
Extremes and special cases, alone and together: n_q = n_k; one query; one key; a window of 1, of
    n_k, and longer than the text; a row whose window begins before the text; 1000 keys; a window
    of 2000, with one query and with as many queries as keys.
Certain: each mistake gives a different mask for the ordinary inputs, or for the extremes.
"""

import functools
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from payattention_checks.task import Cases, Edge, Task, Variants

MOST_KEYS = 1000
LARGEST_WINDOW = 2000


class Case(NamedTuple):
    """The arguments of one call; a window counts the query's own position."""

    n_q: int
    n_k: int
    window: int


Size = Callable[[Case], int]
Keys = Callable[[Case, int, int], Iterable[int]]


def offset(case: Case) -> int:
    """The position of query 0."""
    return case.n_k - case.n_q


def back(case: Case) -> int:
    return case.window - 1


def half_window(case: Case) -> int:
    return case.window // 2


def right(
    case: Case,
    *,
    first: Size = offset,
    back: Size = back,
    ahead: Size = lambda case: 0,
    keys: Keys | None = None,
    inverted: bool = False,
) -> np.ndarray:
    """The mask, (n_q, n_k).

    ``keys(case, i, p)`` are the keys that row i at position p sees; those below 0 do not exist.
    """
    mask = np.zeros((case.n_q, case.n_k), dtype=bool)
    for i in range(case.n_q):
        p = first(case) + i
        if keys is None:
            mask[i, max(0, p - back(case)) : max(0, p + ahead(case) + 1)] = True
        else:
            mask[i, [j for j in keys(case, i, p) if j >= 0]] = True
    return ~mask if inverted else mask


def small_integers(stored: type, subtracted: type, case: Case, i: int, p: int) -> Iterable[int]:
    """The keys that row i sees if positions, and perhaps distances, are integers of 8 bits."""
    position: np.ndarray = np.array([p]).astype(stored).astype(subtracted)
    distance = position - np.arange(case.n_k).astype(stored).astype(subtracted)
    return np.flatnonzero((0 <= distance) & (distance < case.window)).tolist()


def all_keys(case: Case, i: int, p: int, *, least: int) -> Iterable[int]:
    """All keys, if the window has ``least`` positions more than the text, or still more."""
    covered = case.window >= case.n_k + least
    return range(max(0, p - back(case)), case.n_k if covered else p + 1)


VARIANTS: Variants = {
    "inverted": {"inverted": True},
    "top-left": {"first": lambda case: 0},
    "wrong-sign": {"first": lambda case: -offset(case)},
    "no-window": {"back": lambda case: case.n_k},
    "one-too-many": {"back": lambda case: case.window},
    "one-too-few": {"back": lambda case: case.window - 2},
    "not-itself": [
        {"back": size, "ahead": lambda case: -1} for size in (back, lambda case: case.window)
    ],
    "future": [
        {"back": size, "ahead": ahead}
        for size in (lambda case: 0, lambda case: case.window - 2, back, half_window)
        for ahead in (lambda case: 1, back, half_window, lambda case: case.n_k)
    ],
    "negative-start": {"keys": lambda case, i, p: range(case.n_k)[p - back(case) : p + 1]},
    "wraps-around": {"keys": lambda case, i, p: [(p - t) % case.n_k for t in range(case.window)]},
    "short-window-filled": {
        "keys": lambda case, i, p: range(case.n_k)[max(0, p - back(case)) :][: case.window]
    },
    "fixed-start": [
        {"keys": lambda case, i, p: range(max(0, offset(case) - back(case)), p + 1)},
        {"keys": lambda case, i, p: range(max(0, case.n_k - case.window), p + 1)},
        {"keys": lambda case, i, p: range(max(0, offset(case) - back(case)), offset(case) + 1)},
    ],
    "offset-at-one-end": [
        {"keys": lambda case, i, p: range(max(0, i - back(case)), p + 1)},
        {"keys": lambda case, i, p: range(max(0, p - back(case)), i + 1)},
    ],
    "all-seen": {"keys": lambda case, i, p: range(case.n_k)},
    "blocks": {
        "keys": lambda case, i, p: range(p - p % case.window, p + 1),
    },
    "first-window": [
        {"keys": lambda case, i, p: range(min(p + 1, case.window))},
        {"keys": lambda case, i, p: range(min(case.n_k, case.window))},
    ],
    "window-cut": [
        {"back": lambda case: min(case.window, case.n_q) - 1},
        {"back": lambda case: min(case.window, case.n_k - 1) - 1},
    ],
    "first-key": {"keys": lambda case, i, p: range(max(1, p - back(case)), p + 1)},
}

AT_EDGES: Variants = {
    "overflow": [
        {"keys": functools.partial(small_integers, stored, subtracted)}
        for stored in (np.int8, np.uint8)
        for subtracted in (stored, int)
    ],
    "future-at-edge": [{"keys": functools.partial(all_keys, least=least)} for least in (0, 1)],
    "window-cut-at-edge": {"back": lambda case: min(case.window, max(case.n_k - 1, 1)) - 1},
}

UNDO = {
    "added-to-scores": lambda mask, case: (mask == 0, case) if mask.min() < 0 else None,
    "not-boolean": lambda mask, case: (mask == 1, case) if mask.dtype != bool else None,
}


def same(mask: np.ndarray, other: np.ndarray) -> bool:
    return mask.dtype == bool and np.array_equal(mask, other)


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [(3, 5, 2), (4, 4, 2), (3, 7, 3), (2, 6, 4), (5, 5, 4), (6, 9, 1)]
    for n_q, more, window in rng.integers(2, 9, size=(4, 3)).tolist():
        ordinary.append((n_q, n_q + more, min(window, n_q + more - 1)))
    n_q, more = rng.integers(2, 12, size=2).tolist()
    n_k = n_q + more
    long = int(rng.integers(300, MOST_KEYS))
    edges = [
        (1, 1, 1), (1, 6, 2), (n_k, n_k, n_k), (n_q, n_k, n_k), (1, n_k, 1), (1, n_k, n_k),
        (n_k, n_k, 1),
        (n_q, n_k, n_k + more), (n_k, n_k, LARGEST_WINDOW), (1, 1, 2), (1, n_k, LARGEST_WINDOW),
        (3, long, int(rng.integers(2, long))), (2, MOST_KEYS, 3),
    ]  # fmt: skip
    return Cases(
        [Case(*sizes) for sizes in ordinary],
        (Edge([Case(*sizes) for sizes in edges], tuple(AT_EDGES)),),
    )


window_mask = Task(__name__, right, cases, {**VARIANTS, **AT_EDGES}, undo=UNDO, same=same).check
