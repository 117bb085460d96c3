"""Undo a permutation of the tokens in the output of self-attention: turn that over x[order] into
that over x.

Promised domain: 1 to 100 tokens; ``order`` has each of them once.
Extremes and special cases, alone and together: one token; more than ten tokens; one column; as many
    columns as tokens; tokens with equal outputs, and outputs of 0; orders that change nothing,
    reverse all tokens, move all tokens by one position, or swap neighbours (1, 0, 3, 2).
Certain: each mistake arranges or changes the rows in its own way. For ordinary inputs, the feedback
    names a mistake only if the outputs of all test cases show it. In edge cases, it says which of
    them go wrong: only special orders, or only equal outputs.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.dot_product._oracle import run_head
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

MOST_TOKENS = 100


class Case(NamedTuple):
    """The arguments of one call, and the output of self-attention over x, ``straight``."""

    output: np.ndarray
    order: np.ndarray
    straight: np.ndarray


def right(
    case: Case, *, rows: Callable[[Case], np.ndarray] = lambda case: case.straight
) -> np.ndarray:
    return rows(case)


def as_words(case: Case) -> np.ndarray:
    return case.output[np.argsort(case.order.astype(str))]


def swapped(case: Case, *, upwards: bool) -> np.ndarray:
    """Each row changes places with that of its token, one after the other; or only upwards."""
    rows = case.output.copy()
    for i, token in enumerate(case.order):
        if token > i or not upwards:
            rows[[i, token]] = rows[[token, i]]
    return rows


VARIANTS: Variants = {
    "order-again": {"rows": lambda case: case.output[case.order]},
    "unchanged": {"rows": lambda case: case.output},
    "order-twice": {"rows": lambda case: case.output[case.order][case.order]},
    "reversed": {"rows": lambda case: case.output[::-1]},
    "rolled": [
        {"rows": lambda case: np.roll(case.output, case.order[0], axis=0)},
        {"rows": lambda case: np.roll(case.output, -case.order[0], axis=0)},
        {"rows": lambda case: np.roll(case.output, -case.order.argmin(), axis=0)},
    ],
    "negated": {"rows": lambda case: case.output[-case.order]},
    "swapped": [{"rows": functools.partial(swapped, upwards=upwards)} for upwards in (True, False)],
    "sorted-as-words": {"rows": as_words},
    "off-by-one": [
        {"rows": lambda case: np.roll(case.straight, 1, axis=0)},
        {"rows": lambda case: np.roll(case.straight, -1, axis=0)},
    ],
    "decimals-cut": {"rows": lambda case: np.trunc(case.straight)},
}


def all_but(token_of: Callable[[np.ndarray], int]) -> Fits:
    """Whether the row of one token is 0, or another row of the input, and all others are right."""

    def fits(output: np.ndarray, case: Case) -> bool:
        token = token_of(case.order)
        others = np.arange(len(case.order)) != token
        return close(output[others], case.straight[others]) and any(
            close(output[token], row) for row in (0, *case.output)
        )

    return fits


def easy_orders(n: int) -> list[np.ndarray]:
    """Orders that change nothing, reverse all tokens, move all by one, or (n even) swap two."""
    tokens = np.arange(n)
    orders = [tokens, tokens[::-1].copy(), np.roll(tokens, 1), np.roll(tokens, -1)]
    return orders if n % 2 else [*orders, tokens ^ 1]


def wrong_at_easy_orders(output: np.ndarray, case: Case) -> bool:
    easy = any(np.array_equal(case.order, order) for order in easy_orders(len(case.order)))
    return (easy and len(case.order) > 1) or close(output, case.straight)


SIGNS: dict[str, Fits] = {
    "sorted-by-value": lambda output, case: close(output[:, 0], np.sort(case.output[:, 0])),
    "first-token": all_but(lambda order: 0),
    "last-token": all_but(lambda order: len(order) - 1),
    "first-row": all_but(lambda order: order[0]),
    "last-row": all_but(lambda order: order[-1]),
    "rows-lost": lambda output, case: set(map(tuple, output)) < set(map(tuple, case.output)),
    "nearly": lambda output, case: close(output, case.straight, 0.01, 0.01),
    "special-order": wrong_at_easy_orders,
    "equal-rows": lambda output, case: True,
}

UNDO = {"upside-down": lambda output, case: (output[::-1], case)}  # signs are seen behind it


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def shuffled(straight: np.ndarray, order: np.ndarray) -> Case:
    return Case(straight[order], order, straight)


def draw_order(rng: np.random.Generator, n: int) -> np.ndarray:
    """An order of at least three tokens that is not its own inverse."""
    order = rng.permutation(n)
    while np.array_equal(order[order], np.arange(n)):
        order = rng.permutation(n)
    return order


def draw(rng: np.random.Generator, n: int, width: int) -> Case:
    """The output of a random head, no two rows of which are equal."""
    x, W_V = rng.normal(size=(n, width)), rng.normal(size=(width, width))
    W_Q, W_K = rng.normal(0, 0.5, size=(2, width, width))
    order = draw_order(rng, n)
    output, straight = (np.round(run_head((W_Q, W_K, W_V), y), 3) for y in (x[order], x))
    equal = len(set(map(tuple, straight))) < n  # a rare thing, for an edge
    return draw(rng, n, width) if equal else Case(output, order, straight)


def different(rng: np.random.Generator, n: int, width: int) -> Case:
    """Random rows, which need not be an output of attention, no two of them equal."""
    columns = [rng.choice(np.arange(1, 1000), size=n, replace=False) for _ in range(width)]
    return shuffled(np.column_stack(columns) / 500, draw_order(rng, n))


def alike(rng: np.random.Generator, n: int) -> list[Case]:
    """The output of n tokens, several rows of which are equal, and two 0, in many orders."""
    straight = np.repeat(np.round(rng.normal(size=(1, 3)), 2), n, axis=0)
    straight[:2], straight[-1] = 0, np.round(rng.normal(size=3), 2)
    return [shuffled(straight, order) for order in (*easy_orders(n), rng.permutation(n))]


def cases(rng: np.random.Generator) -> Cases:
    n, m = rng.integers(5, 10, size=2).tolist()
    ordinary = [(4, 2), (3, 5), (n, n - 2), (m, 4), (12, 3), (int(rng.integers(20, 40)), 4)]
    even = 2 * int(rng.integers(2, 6))
    special = [
        *(shuffled(draw(rng, even, 3).straight, order) for order in easy_orders(even)),
        *(different(rng, *sizes) for sizes in ((n, n), (m, 1), (MOST_TOKENS, 2))),
        *(shuffled(rng.normal(size=(1, width)).round(2), np.array([0])) for width in (1, 3)),
    ]
    return Cases(
        [draw(rng, *sizes) for sizes in ordinary],
        (Edge(special, ("special-order",)), Edge(alike(rng, even), ("equal-rows",), stage=2)),
    )


restore_order = Task(__name__, right, cases, VARIANTS, SIGNS, UNDO, n_arguments=2).check
