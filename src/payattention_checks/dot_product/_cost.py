"""The parameters and multiplications of one head of cross-attention.

Promised domain: all sizes from 1 to 2000.
Extremes and special cases, alone and together: all sizes 1; all sizes 2000, whose products pass
    2³¹; one size 1 beside larger ones; the example of the task; as many queries as keys.
Certain: each of the four numbers is judged separately, and a mistake is named only if it gives the
    student's number in all cases.
"""

import functools
import itertools
import operator
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

from payattention_checks.counts import product, signs_in_32_bits
from payattention_checks.task import Cases, Task, Variants

LARGEST = 2000
PRODUCTS = ("projections", "scores", "weighted_sum")
SHARES = dict.fromkeys(("parameters", *PRODUCTS), 1 / 4)


class Case(NamedTuple):
    """The arguments of one call: the sizes of one head of cross-attention.

    n_q      the number of queries
    n_k      the number of keys
    d_model  the width of the tokens in both sequences
    d_k      the width of queries and keys
    d_v      the width of the values
    """

    n_q: int
    n_k: int
    d_model: int
    d_k: int
    d_v: int


Change = Callable[[Case], Case]
Numbers = Callable[[Case], dict[str, int]]


@functools.cache
def counted(s: Case) -> dict[str, int]:
    weights = [torch.empty(s.d_model, width, device="meta") for width in (s.d_k, s.d_k, s.d_v)]
    queries, keys = product(s.n_q, s.d_model, s.d_k), product(s.n_k, s.d_model, s.d_k)
    return {
        "parameters": sum(W.numel() for W in weights),
        "projections": queries + keys + product(s.n_k, s.d_model, s.d_v),
        "scores": product(s.n_q, s.d_k, s.n_k),
        "weighted_sum": product(s.n_q, s.n_k, s.d_v),
    }


def right(
    case: Case,
    *,
    change: Change = lambda s: s,
    more: Numbers = lambda s: {},
    instead: Numbers = lambda s: {},
) -> dict[str, int]:
    """The four numbers: those of changed sizes, with ``more`` added and some ``instead``."""
    added = more(case)
    numbers = {name: number + added.get(name, 0) for name, number in counted(change(case)).items()}
    return numbers | instead(case)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def additions(s: Case) -> dict[str, int]:
    """How many additions the products take: one fewer than multiplications for each entry."""
    entries = {
        "projections": (s.n_q + s.n_k) * s.d_k + s.n_k * s.d_v,
        "scores": s.n_q * s.n_k,
        "weighted_sum": s.n_q * s.d_v,
    }
    return {name: counted(s)[name] - entries[name] for name in PRODUCTS}


def output_projection(s: Case) -> dict[str, int]:
    W_O = s.d_v * s.d_model
    return {"parameters": W_O, "projections": s.n_q * W_O, "weighted_sum": s.n_q * W_O}


def times_tokens(length: Callable[[Case], int]) -> Numbers:
    return lambda s: {"parameters": length(s) * counted(s)["parameters"]}


def order_only(length: Callable[[Case], int], times: int) -> Numbers:
    return lambda s: {"projections": times * length(s) * s.d_model**2}


def without(*sizes: str) -> Change:
    return lambda s: s._replace(**dict.fromkeys(sizes, 1))


VARIANTS: Variants = {
    "additions": {"more": additions},
    "additions-only": {"instead": additions},
    "n_k-forgotten": [
        {"change": lambda s: s._replace(n_k=s.n_q)},
        {"more": lambda s: {"projections": (s.n_q - s.n_k) * s.d_model * s.d_k}},
    ],
    "n_q-forgotten": {"change": lambda s: s._replace(n_q=s.n_k)},
    "lengths-added": [
        {"instead": lambda s: {"scores": (s.n_q + s.n_k) * s.d_k}},
        {"instead": lambda s: {"weighted_sum": (s.n_q + s.n_k) * s.d_v}},
    ],
    "matrix-forgotten": [
        {"more": lambda s: {"parameters": -s.d_model * s.d_k}},
        {"more": lambda s: {"projections": -s.n_q * s.d_model * s.d_k}},
        {"more": lambda s: {"projections": -s.n_k * s.d_model * s.d_k}},
    ],
    "order-only": [
        {"instead": order_only(length, times)}
        for length in (lambda s: s.n_q, lambda s: s.n_k, lambda s: s.n_q + s.n_k)
        for times in (1, 3)
    ],
    "both-sequences": {
        "instead": lambda s: {"projections": (s.n_q + s.n_k) * s.d_model * (2 * s.d_k + s.d_v)}
    },
    "one-size-too-many": {
        "instead": lambda s: dict.fromkeys(PRODUCTS[1:], s.n_q * s.n_k * s.d_k * s.d_v)
    },
    "parentheses": [
        {"instead": lambda s: {"parameters": 2 * s.d_model * s.d_k + s.d_v}},
        {"instead": lambda s: {"parameters": s.d_model * s.d_k + s.d_k + s.d_v}},
        {"instead": lambda s: {"projections": s.d_model * s.n_q * s.d_k + s.n_k * (s.d_k + s.d_v)}},
        {"instead": lambda s: {"projections": s.d_model * (s.n_q + s.n_k) * s.d_k + s.n_k * s.d_v}},
    ],
    "scaling": {"more": lambda s: dict.fromkeys(PRODUCTS[1:], s.n_q * s.n_k)},
    "for-each-token": [
        *(
            {"instead": times_tokens(length)}
            for length in (lambda s: s.n_q, lambda s: s.n_k, lambda s: s.n_q + s.n_k)
        ),
        {"instead": lambda s: {"parameters": counted(s)["projections"]}},
    ],
    "d_model-everywhere": [
        {"change": lambda s: s._replace(d_k=s.d_model, d_v=s.d_model)},
        {"change": lambda s: s._replace(d_k=s.d_model)},
        {"change": lambda s: s._replace(d_v=s.d_model)},
    ],
    "widths-mixed-up": [
        {"change": lambda s: s._replace(d_v=s.d_k)},
        {"change": lambda s: s._replace(d_k=s.d_v)},
        {"change": lambda s: s._replace(d_k=s.d_v, d_v=s.d_k)},
        {
            "more": lambda s: {
                "parameters": s.d_model * (s.d_v - s.d_k),
                "projections": s.n_k * s.d_model * (s.d_v - s.d_k),
            }
        },
        {"more": lambda s: {"projections": s.n_q * s.d_model * (s.d_v - s.d_k)}},
    ],
    "size-forgotten": [{"change": without(size)} for size in Case._fields],
    "sizes-forgotten": [
        {"change": without(*two)} for two in itertools.combinations(Case._fields, 2)
    ],
    "values-forgotten": [
        {"more": lambda s: {"parameters": -s.d_model * s.d_v}},
        {"more": lambda s: {"projections": -s.n_k * s.d_model * s.d_v}},
    ],
    "biases": {"more": lambda s: {"parameters": 2 * s.d_k + s.d_v}},
    "output-projection": {"more": output_projection},
}

SIGNS = signs_in_32_bits(counted, SHARES)
UNDO = {
    "sides-swapped": lambda number, s: (number, s._replace(n_q=s.n_k, n_k=s.n_q)),
    **{f"{name}.operations": lambda number, s: (number / 2, s) for name in PRODUCTS},
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def cases(rng: np.random.Generator) -> Cases:
    def draw(low: int, high: int) -> np.ndarray:
        return rng.choice(np.arange(low, high), size=5, replace=False)

    one_is_1 = draw(2, LARGEST) ** (1 - np.eye(5, dtype=int))
    odd = 2 * draw(LARGEST // 2 - 49, LARGEST // 2) + 1  # no float32 holds their products
    sizes = [
        [2, 3, 5, 4, 1], [10, 7, 64, 16, 24], [7, 7, 8, 3, 5], [1] * 5, [LARGEST] * 5,
        *(draw(2, 99).tolist() for _ in range(4)),
        *one_is_1.tolist(),
        odd.tolist(),
    ]  # fmt: skip
    return Cases([Case(*each) for each in sizes])


cost = Task(__name__, right, cases, VARIANTS, SIGNS, UNDO, same=operator.eq, shares=SHARES).check
