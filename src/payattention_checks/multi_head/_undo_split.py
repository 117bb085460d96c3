"""Heads that a wrong reshape has mixed are turned into the right heads.

Each position has a vector of h · d numbers, cut into h blocks of d numbers. Block i belongs to
head i. The wrong reshape is `X.reshape(h, n, d)`, where X has a row for each of n vectors.

Promised domain: 1 to 50 heads, 1 to 50 positions, heads of width 1 to 50, any numbers.
Extremes and special cases, alone and together: one head, one position, heads of width 1; more
    heads than positions, as many, and fewer; 50 heads; heads of width 50; equal numbers.
Certain: all numbers of an ordinary test case differ, so their order shows which mistake was made.
    In nearly all of them, the three sizes differ, too. The feedback names a mistake only if it fits
    all test cases.
"""

import functools
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from payattention_checks.compare import alike
from payattention_checks.task import Cases, Edge, Task, Variants

MOST = 50


class Case(NamedTuple):
    """The argument ``wrong``, (heads, positions, d), and the vectors X, (positions, heads, d)."""

    wrong: np.ndarray
    X: np.ndarray


Heads = Callable[[Case], np.ndarray]


def vectors(case: Case) -> np.ndarray:
    """A row of h · d numbers for each position."""
    return case.X.reshape(len(case.X), -1)


def heads_first(case: Case) -> np.ndarray:
    return case.X.swapaxes(0, 1)


def overlapping(case: Case) -> np.ndarray:
    """Heads that begin at column 0, 1, 2, …, (positions, heads, d)."""
    _, h, d = case.X.shape
    return sliding_window_view(vectors(case), d, axis=1)[:, :h]


def of_h_numbers(case: Case) -> np.ndarray:
    n, h, d = case.X.shape
    return case.X.reshape(n, d, h)


def right(case: Case, *, heads: Heads = heads_first) -> np.ndarray:
    return heads(case)


def wrong(*ways: Heads) -> list[Mapping[str, Heads]]:
    return [{"heads": heads} for heads in ways]


VARIANTS: Variants = {
    "unchanged": wrong(lambda case: case.wrong),
    "wrong-again": wrong(lambda case: case.wrong.swapaxes(0, 1).reshape(case.wrong.shape)),
    "dealt-out": wrong(lambda case: of_h_numbers(case).transpose(2, 0, 1)),
    "turned": wrong(
        lambda case: case.wrong.swapaxes(1, 2).reshape(case.wrong.shape),
        lambda case: case.X.transpose(1, 2, 0).reshape(case.wrong.shape),
    ),
    "one-column-on": wrong(lambda case: overlapping(case).swapaxes(0, 1)),
    "decimals-cut": wrong(lambda case: np.trunc(heads_first(case))),
    "positions-first": wrong(lambda case: case.X),
    "not-cut": wrong(vectors),
    "axes-joined": wrong(lambda case: heads_first(case).reshape(len(case.wrong), -1)),
    "cut-into-d": wrong(of_h_numbers, lambda case: of_h_numbers(case).swapaxes(0, 1)),
    "column-too-few": wrong(
        lambda case: heads_first(case)[..., :-1],
        lambda case: heads_first(case) * (np.arange(case.X.shape[2]) < case.X.shape[2] - 1),
    ),
    "only-exchanged": wrong(
        lambda case: case.wrong.swapaxes(0, 1), lambda case: np.hstack(list(case.wrong))
    ),
    "numbers-before-positions": wrong(lambda case: case.X.transpose(1, 2, 0)),
    "all-axes-reversed": wrong(lambda case: case.X.T),
}


same = functools.partial(alike, rtol=1e-6)


def right_where_different(output: np.ndarray, case: Case) -> bool:
    expected = heads_first(case)
    numbers, counts = np.unique(expected, return_counts=True)
    single = np.isin(expected, numbers[counts == 1])
    return output.shape == expected.shape and same(output[single], expected[single])


SIGNS = {
    "rounded": lambda output, case: alike(output, heads_first(case), rtol=1e-2),
    "equal-numbers": right_where_different,
}


def draw(rng: np.random.Generator, h: int, n: int, d: int) -> Case:
    X = rng.permutation(h * n * d).reshape(n, h, d) + rng.integers(1, 9) / 10
    return Case(X.reshape(h, n, d), X)


def with_equal_numbers(case: Case) -> Case:
    X = np.where(case.X < case.X.size // 3, 0.5, case.X)
    return Case(X.reshape(case.wrong.shape), X)


def cases(rng: np.random.Generator) -> Cases:
    a, b, c = rng.choice(np.arange(2, 9), size=3, replace=False).tolist()
    sizes = [(2, 3, 4), (3, 5, 2), (5, 2, 3), (a, b, c), (c, a, b), (7, 9, MOST), (MOST, 49, 3)]
    with_ones = [
        (1, 4, 3), (3, 1, 2), (2, 4, 1), (1, 1, 3), (1, 3, 1), (3, 1, 1), (1, 1, 1),
        (1, MOST, MOST),
    ]  # fmt: skip
    equal = [with_equal_numbers(draw(rng, *size)) for size in [(3, 4, 2), (b, c, a)]]
    return Cases(
        [draw(rng, *size) for size in sizes],
        (
            Edge([draw(rng, *size) for size in with_ones]),
            Edge(equal, ("equal-numbers",)),
            Edge([draw(rng, a, a, b)], ("positions-first",)),
        ),
    )


undo_split = Task(
    __name__, right, cases, VARIANTS, SIGNS, n_arguments=1, same=same, any_shape=True
).check
