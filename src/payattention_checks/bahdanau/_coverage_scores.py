"""Additive scores with coverage: the sum of the weights that a position has had so far.

The score of position j is vᵀ tanh(W s + U h_j + w κ_j), where κ_j is its coverage.

Promised domain: 1 to 100 positions; 0 to 100 earlier steps. The weights of each step add up to 1.
Extremes and special cases, alone and together: no earlier step, with one position and with
    several; one step; as many steps as positions; 100 positions with 100 earlier steps; widths of
    1; widths that all differ.
Certain: The argument of the tanh is drawn first, and is small. So the tanh is not saturated, and a
    wrong coverage changes the scores. If there are earlier steps, the feedback names a mistake only
    if it explains the scores of all cases. If there is no earlier step, all wrong scores count as
    the same mistake.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.arrays import itself, reshaped, sigmoid, softmax
from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_POSITIONS, MOST_STEPS = 100, 100


class Case(NamedTuple):
    """The arguments of one call.

    s     the decoder's state, (d_s,)
    H     the annotations, (n, d_h)
    past  the weights of the t earlier steps, (t, n)
    W     the matrix for the state, (d_a, d_s)
    U     the matrix for the annotations, (d_a, d_h)
    w     the vector for the coverage, (d_a,)
    v     the vector that multiplies the result of the tanh, (d_a,)
    """

    s: np.ndarray
    H: np.ndarray
    past: np.ndarray
    W: np.ndarray
    U: np.ndarray
    w: np.ndarray
    v: np.ndarray


Of = Callable[[Case], Any]
Change = Callable[[Case], Case]
Map = Callable[[np.ndarray], np.ndarray]


def coverage_of(case: Case) -> np.ndarray:
    return case.past.sum(axis=0)


def right(
    case: Case,
    *,
    change: Change = lambda case: case,
    coverage: Of = coverage_of,
    activation: Map = np.tanh,
    added: Of = lambda case: 0,
    at_last: Map = itself,
) -> np.ndarray:
    """The scores, (n,), of the changed case. ``coverage`` may be one number for all positions.

    ``added`` joins the scores after the tanh, ``at_last`` is taken of everything.
    """
    case = change(case)
    covered = np.broadcast_to(coverage(case), len(case.H))
    inside = case.W @ case.s + case.H @ case.U.T + np.outer(covered, case.w)
    return at_last(activation(inside) @ case.v + added(case))


def no_coverage(case: Case) -> int:
    return 0


def added_up_reshaped(case: Case) -> np.ndarray:
    return case.past.reshape(len(case.H), -1).sum(axis=1)


def each_alone(case: Case) -> np.ndarray:
    """The tanh of each of the three terms, as what is to be added to tanh(0)."""
    covered = np.outer(coverage_of(case), case.w)
    terms = (case.W @ case.s, case.H @ case.U.T, covered)
    return sum(np.tanh(term) @ case.v for term in terms)


VARIANTS: Variants = {
    "coverage-ignored": {"coverage": no_coverage},
    "one-step-only": [
        {"coverage": lambda case: case.past[-1]},
        {"coverage": lambda case: case.past[0]},
    ],
    "averaged": {"coverage": lambda case: case.past.mean(axis=0)},
    "step-forgotten": [
        {"coverage": lambda case: case.past[1:].sum(axis=0)},
        {"coverage": lambda case: case.past[:-1].sum(axis=0)},
    ],
    "one-coverage": [
        {"coverage": lambda case: case.past.sum()},
        {"coverage": lambda case: case.past.mean()},
    ],
    "reshaped": [
        {"coverage": added_up_reshaped},
        {"change": lambda case: case._replace(U=reshaped(case.U))},
    ],
    "accumulated": {"coverage": lambda case: coverage_of(case).cumsum()},
    "counted": {"coverage": lambda case: (case.past > 0).sum(axis=0).clip(max=1)},
    "largest": {"coverage": lambda case: case.past.max(axis=0)},
    "subtracted": {"coverage": lambda case: -coverage_of(case)},
    "clipped": {"coverage": lambda case: coverage_of(case).clip(max=1)},
    "coverage-outside": [
        {"coverage": no_coverage, "added": added}
        for added in (
            coverage_of,
            lambda case: -coverage_of(case),
            lambda case: coverage_of(case) * case.w.sum(),
            lambda case: -coverage_of(case) * case.w.sum(),
            lambda case: coverage_of(case) * (case.w @ case.v),
            lambda case: -coverage_of(case) * (case.w @ case.v),
        )
    ],
    "w-forgotten": {"change": lambda case: case._replace(w=np.ones_like(case.w))},
    "w-and-v-exchanged": {"change": lambda case: case._replace(w=case.v, v=case.w)},
    "v-forgotten": {"change": lambda case: case._replace(v=np.ones_like(case.v))},
    "term-forgotten": [
        {"change": lambda case: case._replace(s=0 * case.s)},
        {"change": lambda case: case._replace(H=0 * case.H)},
    ],
    "scaled": [
        {"change": lambda case: case._replace(v=case.v / len(case.v) ** 0.5)},
        {"change": lambda case: case._replace(v=case.v / len(case.v))},
    ],
    "each-alone": {"activation": np.zeros_like, "added": each_alone},
    "no-tanh": {"activation": itself},
    "tanh-at-the-end": {"activation": itself, "at_last": np.tanh},
    "sigmoid": {"activation": sigmoid},
    "weights": {"at_last": softmax},
}


same = functools.partial(close, atol=1e-5)


def first_step(scores: np.ndarray, case: Case) -> bool:
    return len(case.past) == 0 or same(scores, right(case))


SIGNS = {"first-step": first_step}


def details(scores: np.ndarray, case: Case) -> dict[str, np.ndarray]:
    return {"Expected": right(case), "Coverage": coverage_of(case)}


def draw(rng: np.random.Generator, n: int, t: int, d_s: int, d_h: int, d_a: int) -> Case:
    """A case with n positions and t earlier steps, in which the argument of the tanh is small.

    That argument is drawn first; H or U follows from it.
    """
    inside = rng.normal(0, 0.9, size=(n, d_a))
    s, W = rng.normal(size=d_s), rng.normal(size=(d_a, d_s))
    past = rng.dirichlet(np.ones(n), size=t)
    w, v = rng.choice([-1, 1], size=(2, d_a)) * rng.uniform(0.3, 1.2, size=(2, d_a))
    rest = inside - W @ s - np.outer(past.sum(axis=0), w)  # must equal H Uᵀ
    H = rng.normal(size=(n, d_h))
    U = rng.choice([-1, 1], size=(d_a, d_h)) * rng.uniform(0.5, 1.5, size=(d_a, d_h))
    if n + 3 <= d_h:
        U = (np.linalg.pinv(H) @ rest).T
    else:
        H = rest @ np.linalg.pinv(U).T
    return Case(s, H, past, W, U, w, v)


def cases(rng: np.random.Generator) -> Cases:
    a, b, c, d, e = rng.choice(np.arange(2, 9), size=5, replace=False).tolist()
    ordinary = [
        (2, 2, 1, 2, 1), (3, 3, 2, 4, 1), (4, 1, 3, 7, 9), (a, b, c, a + 3, d),
        (c + 9, e, d, b + 5, b), (MOST_POSITIONS, MOST_STEPS, 5, 6, 3),
    ]  # fmt: skip
    fresh = [(1, 2, 3, 4, 2), (1, 0, 2, 5, 2), (3, 0, 3, 6, 4), (e + 9, 0, b, c + 5, c)]
    return Cases(
        [draw(rng, *size) for size in ordinary],
        (Edge([draw(rng, *size) for size in fresh], ("first-step",)),),
    )


coverage_scores = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, details=details).check
