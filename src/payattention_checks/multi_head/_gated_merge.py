"""Heads with a gate per head and position are concatenated and projected.

At position t, head i is multiplied by its gate, the sigmoid of x_t · g_i.

Promised domain: 1 to 16 heads, 1 to 50 positions, products x · g from −1000 to 1000.
Extremes and special cases, alone and together: one head, one position, widths of 1; shut and open
    gates in one call; products near ±1000.
Certain: heads, gates and projection are random, so all mistakes give different outputs. The
    feedback names a mistake only if its outputs fit all test cases.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.arrays import sigmoid
from payattention_checks.compare import alike, right_or_not_finite
from payattention_checks.show import first_difference
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_HEADS, MOST_POSITIONS = 16, 50
LARGEST_GATE = 1000
ORDINARY_GATE = 4  # and products that are not much larger, after rounding
OVERFLOWS_AT = np.log(np.finfo(float).max)  # the exponential of a larger number is infinite


class Case(NamedTuple):
    """The arguments of one call.

    heads  the outputs of h heads at n positions, (h, n, d_v)
    X      the input vectors of the positions, (n, d)
    G      a gate vector for each head, (h, d)
    W_O    the output projection, (h d_v, d_out)
    """

    heads: np.ndarray
    X: np.ndarray
    G: np.ndarray
    W_O: np.ndarray


Of = Callable[[np.ndarray], np.ndarray]


def multiply(heads: np.ndarray, gates: np.ndarray) -> np.ndarray:
    return heads * gates


def side_by_side(heads: np.ndarray) -> np.ndarray:
    return np.concatenate(list(heads), axis=1)


def right(
    case: Case,
    *,
    gate: Of = sigmoid,
    divisor: Callable[[Case], float] = lambda case: 1,
    use: Callable[[np.ndarray, np.ndarray], np.ndarray] = multiply,
    merge: Of = side_by_side,
    projected: bool = True,
    then: Of = lambda output: output,
) -> np.ndarray:
    """The output, (positions, d_out).

    ``gate(products)`` makes gates of the products x · g, (positions, heads), which are divided by
    ``divisor``. ``use(heads, gates)`` gets the gates as (heads, positions, 1), and
    ``then`` is done to the output.
    """
    gates = gate(case.X @ case.G.T / divisor(case))
    merged = merge(use(case.heads, gates.T[..., None]))
    return then(merged @ case.W_O if projected else merged)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def normalised(gate: Of, axis: int) -> Of:
    return lambda u: gate(u) / gate(u).sum(axis, keepdims=True)


def for_all(gate: Of) -> Of:
    return lambda u: np.broadcast_to(gate(u), u.shape)


def made_by(*gates: Of) -> list[dict[str, Of]]:
    return [{"gate": gate} for gate in gates]


def in_turn(heads: np.ndarray, gates: np.ndarray) -> np.ndarray:
    """Column j of the concatenated heads has the gate of head j mod h."""
    h, _, d_v = heads.shape
    return heads * np.stack(np.split(np.tile(gates[..., 0].T, d_v), h, axis=1))


VARIANTS: Variants = {
    "ungated": made_by(np.ones_like),
    "gates-compete": made_by(normalised(np.exp, 1), normalised(np.exp, 0)),
    "gates-normalised": made_by(normalised(sigmoid, 1), normalised(sigmoid, 0)),
    "parentheses": made_by(lambda u: 1 + np.exp(-u)),
    "other-function": made_by(
        np.exp,
        lambda u: np.maximum(u, 0),
        lambda u: np.log(sigmoid(u)),
        lambda u: -np.log(1 - sigmoid(u)),
        lambda u: u * sigmoid(u),
        lambda u: sigmoid(2 * u),
        lambda u: sigmoid(abs(u)),
        lambda u: sigmoid(sigmoid(u)),
        lambda u: (u / 6 + 0.5).clip(0, 1),
    ),
    "head-kept": made_by(lambda u: 1 + sigmoid(u)),
    "gates-added": {"use": np.add},
    "squashed-late": [
        {"gate": np.copy, "use": lambda heads, gates: sigmoid(heads * gates)},
        {"gate": np.copy, "then": sigmoid},
    ],
    "gates-in-turn": {"use": in_turn},
    "gates-mixed": made_by(lambda u: sigmoid(u).reshape(u.shape[::-1]).T),
    "not-squashed": made_by(np.copy),
    "tanh": made_by(np.tanh),
    "inverted": made_by(lambda u: 1 - sigmoid(u)),
    "gates-averaged": made_by(
        for_all(lambda u: sigmoid(u).mean(1, keepdims=True)),
        for_all(lambda u: sigmoid(u).mean(0)),
        for_all(lambda u: sigmoid(u)[:, :1]),
        for_all(lambda u: sigmoid(u)[:1]),
        for_all(lambda u: sigmoid(u).sum(1, keepdims=True)),
        for_all(lambda u: sigmoid(u.mean(0))),
        for_all(lambda u: sigmoid(u.mean(1, keepdims=True))),
    ),
    "gates-twice": made_by(lambda u: sigmoid(u) ** 2),
    "hard-gates": made_by(lambda u: (u > 0).astype(float)),
    "scaled": [
        {"divisor": lambda case: case.X.shape[1] ** 0.5},
        {"divisor": lambda case: case.X.shape[1]},
        {"divisor": lambda case: case.heads.shape[2] ** 0.5},
    ],
    "interleaved": {"merge": lambda heads: heads.transpose(1, 2, 0).reshape(heads.shape[1], -1)},
    "head-missing": made_by(
        lambda u: sigmoid(u) * (np.arange(u.shape[1]) < u.shape[1] - 1),
        lambda u: sigmoid(u) * (np.arange(u.shape[1]) > 0),
    ),
    "mixed-before": {
        "use": lambda heads, gates: (
            heads.reshape(heads.shape[1], len(heads), -1).swapaxes(0, 1) * gates
        )
    },
    "merged-wrong": {"merge": lambda heads: heads.reshape(heads.shape[1], -1)},
    "averaged": made_by(lambda u: sigmoid(u) / u.shape[1]),
    "not-projected": {"projected": False},
    "single-head-open": made_by(lambda u: np.ones_like(u) if u.shape[1] == 1 else sigmoid(u)),
    "overflow": made_by(lambda u: np.where(u > OVERFLOWS_AT, 0, sigmoid(u))),  # NaN made 0
    "never-shut": made_by(lambda u: np.where(u < -OVERFLOWS_AT, 1, sigmoid(u))),
}

same = functools.partial(alike, rtol=1e-3, atol=1e-4)

SIGNS = {
    "overflow": right_or_not_finite(lambda output, case: same(output, right(case))),
    "rounded": lambda output, case: alike(output, right(case), 1e-2, 2e-2),
}


def details(output: np.ndarray, case: Case) -> dict[str, Any]:
    """The right output, and the right gates of the first wrong row."""
    expected = right(case)
    row = first_difference(output, expected)[0]
    return {"Expected": expected, f"Gates of row {row}": sigmoid(case.X @ case.G.T)[row]}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, h: int, n: int, d_v: int, d: int, d_out: int) -> Case:
    X, G = rng.normal(size=(n, d)), rng.normal(size=(h, d)) / d**0.5
    heads, W_O = rng.normal(size=(h, n, d_v)), rng.normal(size=(h * d_v, d_out))
    G *= min(1, ORDINARY_GATE / abs(X @ G.T).max())
    return Case(*(array.round(2) for array in (heads, X, G, W_O)))


def steep(case: Case) -> Case:
    return case._replace(G=case.G * (LARGEST_GATE - 20) / abs(case.X @ case.G.T).max())


def cases(rng: np.random.Generator) -> Cases:
    a, b, c, d, e = rng.choice(np.arange(2, 9), size=5, replace=False).tolist()
    ordinary = [(2, 3, 2, 3, 2), (a, b, c, d, e), (b, c, a, e, d)]
    thin = [(1, 3, 2, 3, 2), (3, 1, 2, 2, 4), (2, 3, 1, 1, 1), (1, 1, 1, 1, 1)]
    full = (MOST_HEADS, MOST_POSITIONS, 2, 3, 4)
    high = [steep(draw(rng, *size)) for size in ((2, 5, 3, 4, 2), (a, b + 4, c, d, e))]
    sharp = [*high, *(case._replace(G=-case.G) for case in high)]
    return Cases(
        [draw(rng, *size) for size in ordinary],
        (
            Edge([draw(rng, *size) for size in (*thin, full)], ("single-head-open",)),
            Edge(sharp, ("overflow", "never-shut")),
        ),
    )


gated_merge = Task(
    __name__, right, cases, VARIANTS, SIGNS, same=same, any_shape=True, details=details
).check
