"""The multiplications, and the tanh, that the attention scores of a translation take.

Three numbers count multiplications: for the score “general”, for additive scores, and for additive
scores with prepared annotations (multiplied by their matrix only once). The fourth number counts
the tanh of the additive scores.

Promised domain: all sizes from 1 to 2000.
Extremes and special cases, alone and together: all sizes 1; all near 2000, whose products exceed
    2³¹; one size of 1 beside larger ones; the example of the question; as many target positions as
    source positions.
Certain: each of the four numbers is judged separately. The feedback names a mistake only if it
    gives that number in all test cases.
"""

import functools
import itertools
import operator
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import torch

from payattention_checks.counts import product, signs_in_32_bits
from payattention_checks.task import Cases, Task, Variants

LARGEST = 2000
COUNTS = ("general", "additive", "prepared")  # of multiplications
SHARES = dict.fromkeys((*COUNTS, "tanh"), 1 / 4)


class Case(NamedTuple):
    """The arguments of one call: the lengths of target and source, and three widths.

    n_t  the number of target positions (steps, states)
    n_s  the number of source positions (annotations)
    d_s  the width of the decoder's state
    d_h  the width of an annotation
    d_a  the width of the hidden layer of the additive scores
    """

    n_t: int
    n_s: int
    d_s: int
    d_h: int
    d_a: int


Change = Callable[[Case], Case]
Numbers = Mapping[str, int]


@functools.cache
def measured(case: Case) -> dict[str, int]:
    n_t, n_s, d_s, d_h, d_a = case
    state, annotations = product(1, d_s, d_a), product(n_s, d_h, d_a)
    ends = product(n_s, d_a, 1)
    return {
        "general": n_t * (product(1, d_s, d_h) + product(n_s, d_h, 1)),
        "additive": n_t * (state + annotations + ends),
        "prepared": annotations + n_t * (state + ends),
        "tanh": torch.empty(n_t, n_s, d_a, device="meta").numel(),
    }


def right(
    case: Case,
    *,
    exchange: Change = lambda case: case,
    sizes: Change = lambda case: case,
    more: Callable[[Case], Numbers] = lambda case: {},
) -> dict[str, int]:
    """The four numbers for other ``sizes``, with ``more`` counted."""
    case = sizes(exchange(case))
    added = more(case)
    return {name: number + added.get(name, 0) for name, number in measured(case).items()}


def additions(c: Case, *, of_vectors: bool = False) -> Numbers:
    """The additions: each entry of a product is a sum, with one addition less than terms.

    With ``of_vectors``, those of W s and U h_j count, too.
    """
    anew = c.n_t * (c.d_a + c.n_s * c.d_a * (not of_vectors) + c.n_s)
    entries = {
        "general": c.n_t * (c.d_h + c.n_s),
        "additive": anew,
        "prepared": anew - (c.n_t - 1) * c.n_s * c.d_a,
    }
    return {name: measured(c)[name] - entries[name] for name in COUNTS}


def kinds_exchanged(c: Case) -> Numbers:
    saved = (c.n_t - 1) * c.n_s * c.d_h * c.d_a
    return {"additive": -saved, "prepared": saved}


def projections(c: Case, times: int) -> Numbers:
    """The multiplications of the state by its matrix, ``times`` over."""
    additive = times * c.d_s * c.d_a
    return {"general": times * c.d_s * c.d_h, "additive": additive, "prepared": additive}


def annotations_projected(c: Case, times: int) -> Numbers:
    number = c.n_s * c.d_s * (c.d_h * times + c.n_t)
    return {"general": number - measured(c)["general"]}


def pairs(c: Case, times: int) -> Numbers:
    """One multiplication for each entry of the hidden layer, ``times`` over."""
    return {"additive": times * c.d_a, "prepared": times * c.d_a}


def annotations(c: Case, times: int) -> Numbers:
    """The multiplications of an annotation by its matrix, ``times`` over in each computation."""
    return {"additive": c.n_t * times * c.d_h * c.d_a, "prepared": times * c.d_h * c.d_a}


def contexts(c: Case) -> Numbers:
    return dict.fromkeys(COUNTS, c.n_t * c.n_s * c.d_h)


def each_alone(c: Case) -> Numbers:
    """The tanh of each state and of each annotation, in place of that of their sums."""
    return {"tanh": c.d_a * (c.n_t + c.n_s - c.n_t * c.n_s)}


def state_square(of: str) -> Callable[[Case], Numbers]:
    """The matrix W is square, of the width ``of``."""
    return lambda c: dict.fromkeys(
        ("additive", "prepared"), c.n_t * (getattr(c, of) ** 2 - c.d_s * c.d_a)
    )


def annotation_square(of: str) -> Callable[[Case], Numbers]:
    """The matrix U is square, of the width ``of``."""

    def more(c: Case) -> Numbers:
        number = c.n_s * (getattr(c, of) ** 2 - c.d_h * c.d_a)
        return {"additive": c.n_t * number, "prepared": number}

    return more


def v_as_wide(of: str) -> Callable[[Case], Numbers]:
    return lambda c: pairs(c._replace(d_a=getattr(c, of) - c.d_a), c.n_t * c.n_s)


def forgotten(*names: str) -> dict[str, Change]:
    return {"sizes": lambda c: c._replace(**dict.fromkeys(names, 1))}


def same_width(of: str, *widths: str) -> Change:
    return lambda c: c._replace(**dict.fromkeys(widths, getattr(c, of)))


def exchanged(one: str, other: str) -> Change:
    return lambda c: c._replace(**{one: getattr(c, other), other: getattr(c, one)})


PARAMETERS = {**forgotten("n_t", "n_s"), "more": lambda c: {"general": -c.d_h}}

VARIANTS: Variants = {
    "additions": [{"more": additions}, {"more": functools.partial(additions, of_vectors=True)}],
    "kinds-exchanged": {"more": kinds_exchanged},
    "one-step": {"sizes": lambda c: c._replace(n_t=1)},
    "state-for-each-annotation": {"more": lambda c: projections(c, c.n_t * (c.n_s - 1))},
    "state-once": {"more": lambda c: projections(c, 1 - c.n_t)},
    "state-forgotten": {"more": lambda c: projections(c, -c.n_t)},
    "annotations-projected": [
        {"more": lambda c: annotations_projected(c, 1)},
        {"more": lambda c: annotations_projected(c, c.n_t)},
    ],
    "dot-products-forgotten": {"more": lambda c: {"general": -c.n_t * c.n_s * c.d_h}},
    "v-forgotten": {"more": lambda c: pairs(c, -c.n_t * c.n_s)},
    "v-once": [
        {"more": lambda c: pairs(c, 1 - c.n_t * c.n_s)},
        {"more": lambda c: pairs(c, c.n_t - c.n_t * c.n_s)},
        {"more": lambda c: pairs(c, c.n_s - c.n_t * c.n_s)},
    ],
    "tanh-counted": {"more": lambda c: pairs(c, c.n_t * c.n_s)},
    "annotations-once": {"more": lambda c: annotations(c, 1 - c.n_s)},
    "annotations-forgotten": {"more": lambda c: annotations(c, -c.n_s)},
    "context-counted": {"more": contexts},
    "each-alone": {"more": each_alone},
    **dict.fromkeys([f"{name}.parameters" for name in COUNTS], PARAMETERS),
    "exchanged": [
        {"exchange": exchanged("n_t", "n_s")},
        {"exchange": exchanged("d_s", "d_h")},
        {"exchange": lambda c: Case(c.n_s, c.n_t, c.d_h, c.d_s, c.d_a)},
    ],
    "widths-mixed-up": [
        *({"sizes": same_width(*widths)} for widths in (
            ("d_h", "d_s"), ("d_s", "d_h"), ("d_h", "d_a"), ("d_s", "d_a"), ("d_a", "d_h"),
            ("d_a", "d_s"), ("d_a", "d_s", "d_h"), ("d_h", "d_s", "d_a"), ("d_s", "d_h", "d_a"),
        )),
        *({"more": state_square(of)} for of in ("d_s", "d_a")),
        *({"more": annotation_square(of)} for of in ("d_h", "d_a")),
        *({"more": v_as_wide(of)} for of in ("d_s", "d_h")),
    ],
    **{f"{name}-forgotten": forgotten(name) for name in Case._fields[1:]},
    "two-forgotten": [forgotten(*names) for names in itertools.combinations(Case._fields, 2)],
}  # fmt: skip

SIGNS = signs_in_32_bits(right, SHARES)
UNDO = {f"{name}.operations": lambda number, case: (number / 2, case) for name in COUNTS}


def cases(rng: np.random.Generator) -> Cases:
    sizes = [[2, 3, 4, 5, 6], [7, 7, 5, 3, 8], [10, 12, 64, 48, 32]]
    sizes += [rng.choice(np.arange(2, 99), size=5, replace=False).tolist() for _ in range(4)]
    ones = rng.choice(np.arange(2, LARGEST), size=5, replace=False) ** (1 - np.eye(5, dtype=int))
    sizes += [*ones.tolist(), [1] * 5, [LARGEST] * 5]
    large = LARGEST - 1 - 2 * rng.choice(49, size=5, replace=False)  # odd
    large[1] += 2 - large[1] % 4  # twice an odd number; so no count is a number of float32
    return Cases([Case(*each) for each in [*sizes, large.tolist()]])


score_costs = Task(
    __name__, right, cases, VARIANTS, SIGNS, UNDO, same=operator.eq, shares=SHARES
).check
