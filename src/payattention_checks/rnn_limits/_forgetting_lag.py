"""The lag at which a linear recurrence has forgotten a state.

It is the smallest k with which the norms of U^k, U^(k+1), … are all below ε.

Promised domain: 1 to 8 units; entries of U from −10 to 10; a spectral radius of at most 1.01; ε
    from 0.001 to 0.5. The lag is at most 500, or infinite if some state is never forgotten.
Extremes and special cases, alone and together: one unit; U = 0; a nilpotent U, whose powers become
    exactly 0; a lag of exactly 500; negative and complex eigenvalues; norms that rise far above 1
    before they fall; norms that fall below ε and rise above it again, once after more than 40
    steps; a spectral radius of exactly 1 (rotation, permutation, identity, projection, Jordan
    block) and above 1.
Certain: The feedback names a mistake only if it explains the answers in all cases: each answer is
    the lag that follows from wrong norms, or a wrong lag that follows from the right norms. The
    two mistakes about ∞ say only that ∞ was returned in place of a finite lag, or a finite lag in
    place of ∞.
"""

import math
import operator
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.remember import remembered
from payattention_checks.task import Cases, Edge, Task, Variants

LONGEST_LAG = 500
SMALLEST_EPS, LARGEST_EPS = 0.001, 0.5
LARGEST_ENTRY = 10
MOST_UNITS = 8
LARGEST_RADIUS = 1.01


class Case(NamedTuple):
    """The arguments: the recurrent matrix U, and the norm below which a state is forgotten."""

    U: np.ndarray
    eps: float


Sizes = Callable[[np.ndarray], np.ndarray]  # of U⁰, U¹, …, U⁵⁰⁰
Lag = Callable[[np.ndarray, float], float]


@remembered
def powers(U: np.ndarray) -> np.ndarray:
    found = np.empty((LONGEST_LAG + 1, *U.shape))
    found[0] = np.eye(len(U))
    for k in range(LONGEST_LAG):
        found[k + 1] = found[k] @ U
    return found


@remembered
def spectral_norms(U: np.ndarray) -> np.ndarray:
    return np.linalg.norm(powers(U), 2, axis=(1, 2))


def crossing(sizes: np.ndarray, eps: float) -> float:
    above = np.flatnonzero(sizes >= eps).max(initial=-1)
    return math.inf if above == LONGEST_LAG else above + 1


def right(case: Case, *, sizes: Sizes = spectral_norms, lag: Lag = crossing) -> float:
    return lag(sizes(case.U), case.eps)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def first_crossing(sizes: np.ndarray, eps: float) -> float:
    below = np.flatnonzero(sizes < eps)
    return below[0] if len(below) else math.inf


def count(sizes: np.ndarray, eps: float) -> float:
    return int(np.sum(sizes >= eps))


def longest_column(U: np.ndarray) -> np.ndarray:
    return np.linalg.norm(powers(U), axis=1).max(axis=1)


def squares(U: np.ndarray) -> np.ndarray:
    """The norms of U⁰, U¹, U², U⁴, U⁸, …, as `spectral_norms` has those of all powers."""
    norms = spectral_norms(U)
    exponents = [0, *(2**k for k in range(LONGEST_LAG.bit_length()))]
    found = np.full_like(norms, norms[exponents[-1]])
    found[: len(exponents)] = norms[exponents]
    return found


def of_state(U: np.ndarray, state: np.ndarray) -> np.ndarray:
    return np.linalg.norm(powers(U) @ state, axis=1)


def powers_of_entries(U: np.ndarray) -> np.ndarray:
    found = U ** np.arange(LONGEST_LAG + 1)[:, None, None]
    return np.linalg.norm(found.clip(-1e99, 1e99), 2, axis=(1, 2))


def powers_of_diagonal(U: np.ndarray) -> np.ndarray:
    return abs(np.diag(U)).max() ** np.arange(LONGEST_LAG + 1)


VARIANTS: Variants = {
    "counted": [{}, {"lag": count}],  # where the norm never rises again, the count is right
    "other-norm": [
        {"sizes": sizes, "lag": lag}
        for sizes in (
            lambda U: np.linalg.norm(powers(U), axis=(1, 2)),  # Frobenius'
            lambda U: np.linalg.norm(powers(U), 1, axis=(1, 2)),
            lambda U: np.linalg.norm(powers(U), np.inf, axis=(1, 2)),
            lambda U: abs(powers(U)).max(axis=(1, 2)),
            longest_column,
            lambda U: longest_column(U.T),
            lambda U: np.linalg.norm(powers(U), -2, axis=(1, 2)),
            lambda U: np.linalg.norm(powers(U), "nuc", axis=(1, 2)),
        )
        for lag in (crossing, first_crossing)
    ],
    "one-state": [
        {"sizes": lambda U: of_state(U, np.ones(len(U)) / math.sqrt(len(U)))},
        {"sizes": lambda U: of_state(U, np.eye(len(U))[0])},
    ],
    "squares": [{"sizes": squares}, {"sizes": squares, "lag": first_crossing}],
    "entries": [
        {"sizes": sizes, "lag": lag}
        for sizes in (powers_of_entries, powers_of_diagonal)
        for lag in (crossing, first_crossing)
    ],
    "gives-up": [{}, {"lag": lambda sizes, eps: math.inf}],
}


def radius(U: np.ndarray) -> float:
    return float(abs(np.linalg.eigvals(U)).max())


def largest_singular_value(U: np.ndarray) -> float:
    return float(np.linalg.norm(U, 2))


def power_law(lag: float, case: Case, base_of: Callable[[np.ndarray], float]) -> bool:
    """Whether ``lag`` would be right, up to one step, if U^k had the norm ``base_of(U) ** k``."""
    base = base_of(case.U)
    if base >= 1:
        return lag == math.inf
    return abs(lag - math.log(case.eps) / math.log(base)) <= 1 + 1e-6


def crosses(lag: float, case: Case) -> bool:
    """Whether the norm is below ε at the ``lag`` and not before it, or the lag is right."""
    if lag == right(case):
        return True
    if lag not in range(1, LONGEST_LAG + 1):
        return False
    before, at = spectral_norms(case.U)[int(lag) - 1 : int(lag) + 1]
    return bool(at < case.eps <= before)


def by_eigenvectors(lag: float, case: Case) -> bool:
    """Whether the lag is right, or U has too few eigenvectors to compute it from them."""
    return lag == right(case) or bool(np.linalg.cond(np.linalg.eig(case.U).eigenvectors) > 1e6)


SIGNS = {
    "spectral-radius": lambda lag, case: power_law(lag, case, radius),
    "largest-singular-value": lambda lag, case: power_law(lag, case, largest_singular_value),
    "first-time": crosses,
    "eigenvectors": by_eigenvectors,
    "never-forgets": lambda lag, case: math.isfinite(lag) or lag == right(case),
}
UNDO = {
    "one-early": lambda lag, case: (lag + 1, case),
    "one-late": lambda lag, case: (lag - 1, case),
}


def details(lag: float, case: Case) -> dict[str, str]:
    spots = {0, 1, 2, LONGEST_LAG}
    if 0 < lag < LONGEST_LAG:
        spots |= {int(lag) - 1, int(lag), int(lag) + 1}
    norms = spectral_norms(case.U)
    return {"Norm of U^k": ", ".join(f"{norms[k]:.3g} (k = {k})" for k in sorted(spots))}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def turning(pace: float, angle: float, stretch: float) -> np.ndarray:
    """A 2 × 2 matrix that rotates by ``angle`` along an ellipse and scales by ``pace``.

    ``stretch`` is the ratio of the ellipse's axes. If it is above 1, the norms of the matrix's
    powers oscillate.
    """
    cos, sin = math.cos(angle), math.sin(angle)
    return np.round(pace * np.array([[cos, -sin * stretch], [sin / stretch, cos]]), 3)


def upper(first: float, feed: float, last: float) -> np.ndarray:
    return np.array([[first, feed], [0, last]], dtype=float)


def random(rng: np.random.Generator, n: int, pace: float) -> np.ndarray:
    U = rng.normal(size=(n, n)) + np.triu(rng.normal(0, 2, size=(n, n)), 1)
    return np.round(U * pace / radius(U), 3)


def slowest(eps: float) -> Case:
    """A case with one unit and the lag 500, the largest possible."""
    return Case(np.array([[eps ** (1 / (LONGEST_LAG - 0.5))]]), eps)


def draw_eps(rng: np.random.Generator, low: float = SMALLEST_EPS) -> float:
    return round(float(np.exp(rng.uniform(np.log(low), np.log(LARGEST_EPS)))), 4)


def has_room(case: Case) -> bool:
    """Whether no norm is so near ε that rounding could change the lag.

    At least four of five draws of ε have room: each of 501 norms rules out two parts in a thousand,
    and the largest ε is 500 times the smallest.
    """
    return abs(spectral_norms(case.U) / case.eps - 1).min() > 1e-3


def with_eps(rng: np.random.Generator, U: np.ndarray) -> Case:
    while not has_room(case := Case(U, draw_eps(rng))):
        pass
    return case


def not_by_its_norm(rng: np.random.Generator, U: np.ndarray) -> Case:
    """A case in which ‖U‖^k in place of ‖U^k‖ gives a lag that is wrong by more than one step."""
    while power_law(right(case := with_eps(rng, U)), case, largest_singular_value):
        pass
    return case


def swinging(rng: np.random.Generator) -> Case:
    """A case in which the norms of U's powers fall below ε and rise above it again.

    The lag is below 50, and the number of norms above ε is no lag at which they fall below it.
    """
    while True:
        U = turning(rng.uniform(0.82, 0.9), rng.uniform(0.3, 0.8), rng.uniform(5, 8))
        case = Case(U, draw_eps(rng, low=0.05))
        if has_room(case) and not crosses(right(case, lag=count), case):
            return case


def long_swing(rng: np.random.Generator) -> Case:
    """A case in which the norms rise above ε again after more than 40 steps below it."""
    U = turning(0.99, math.pi / 130, 9.9)
    while not has_room(case := Case(U, round(rng.uniform(0.29, 0.36), 4))):
        pass
    return case


def apart(rng: np.random.Generator, n: int, pace: float) -> Case:
    """A random case in which the longest column of U^k gives a wrong lag."""
    while True:
        case = with_eps(rng, random(rng, n, pace))
        if right(case) != right(case, sizes=longest_column):
            return case


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [
        *(upper(0.5, 8, 0.5), upper(0.8, int(rng.integers(2, 9)), 0.8), turning(0.9, 1, 1)),
        *(random(rng, n, pace) for n, pace in ((3, 0.7), (5, 0.9))),
        random(rng, int(rng.integers(3, MOST_UNITS)), 0.8),
    ]
    rotation = np.linalg.qr(rng.normal(size=(4, 4))).Q
    finite = [
        *(np.zeros((2, 2)), np.array([[-0.9]]), np.array([[0.2]])),
        *(np.diag(rng.uniform(1, LARGEST_ENTRY, size=n).round(1), 1) for n in (2, 5)),
        *(upper(0.6, LARGEST_ENTRY, -0.6), random(rng, MOST_UNITS, 0.97)),
    ]
    never = [
        *(
            np.eye(3),
            np.eye(4)[rng.permutation(4)],
            rotation,
            LARGEST_RADIUS * rotation,
            np.array([[-1.0]]),
        ),
        *(upper(1, 3, 1), upper(1, 5, 0), upper(0.5, 0, -1), turning(LARGEST_RADIUS, 0.7, 4)),
    ]
    slow = [slowest(SMALLEST_EPS), slowest(LARGEST_EPS)]
    return Cases(
        [
            *(with_eps(rng, U) for U in ordinary),
            apart(rng, 4, 0.95),
            *(not_by_its_norm(rng, upper(0.6, 0.5, 0.7)), swinging(rng), swinging(rng)),
        ],
        (
            Edge([*slow, *(with_eps(rng, U) for U in finite)], ("gives-up", "first-time")),
            Edge([long_swing(rng)], ("first-time", "gives-up")),
            Edge([with_eps(rng, U) for U in never], ("never-forgets",)),
        ),
    )


forgetting_lag = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    UNDO,
    same=operator.eq,
    details=details,
    legal=lambda lag: not math.isnan(lag),
).check
