"""The number by which to divide dot products so that their standard deviation is 1.

Promised domain: d_k from 1 to 1024, both standard deviations from 0.01 to 100.
Extremes and special cases, alone and together: d_k = 1 and d_k = 1024, each with both standard
    deviations 0.01, both 100, and one of each. Ordinary are a d_k that is a square, and others; one
    of at least 768; one d_k with several standard deviations; a product of standard deviations
    below 1, and above; but no right number below 1.
Certain: all mistakes return different numbers on these inputs. If a number is near the right one in
    all ordinary calls, and no other mistake explains it, the feedback calls it inexact.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

LARGEST_D_K = 1024
SMALLEST_STD, LARGEST_STD = 0.01, 100.0


class Case(NamedTuple):
    """The arguments of one call, and the standard deviation of the scores, as it is measured.

    Queries and keys have d_k entries, with the standard deviations ``std_q`` and ``std_k``.
    """

    d_k: int
    std_q: float
    std_k: float
    measured: float


def right(
    case: Case,
    *,
    size: Callable[[int], float] = np.sqrt,
    stds: Callable[[float, float], float] = lambda q, k: q * k,
) -> float:
    """The measured number; a mistake has something else in it for √d_k, or for std_q · std_k."""
    d_k, q, k, measured = case
    return measured * size(d_k) / d_k**0.5 * stds(q, k) / (q * k)


VARIANTS: Variants = {
    "d_k-itself": {"size": lambda d: d, "stds": lambda q, k: 1},
    "variance": {"size": lambda d: d, "stds": lambda q, k: (q * k) ** 2},
    "half-power": [
        {"size": lambda d: d / 2},  # d_k ** 1 / 2 * std_q * std_k
        {"size": lambda d: d / 2, "stds": lambda q, k: (q * k) ** 2},
    ],
    "d_k-forgotten": {"size": lambda d: 1},
    "fixed-width": [{"size": lambda d, width=width: width**0.5} for width in (64, 512, 768)],
    "other-power": [{"size": lambda d, p=p: d**p} for p in (1 / 4, 1 / 3, 3 / 2, 2)],
    "whole-root": [
        {"size": lambda d: np.floor(d**0.5)},
        {"size": lambda d: np.round(d**0.5)},
    ],
    "one-less": {"size": lambda d: (d - 1) ** 0.5},
    "one-std": [
        {"stds": lambda q, k: q},
        {"stds": lambda q, k: k},
        {"stds": lambda q, k: q**2},
        {"stds": lambda q, k: k**2},
        {"stds": lambda q, k: max(q, k) ** 2},
        {"stds": lambda q, k: min(q, k) ** 2},
        {"stds": max},
        {"stds": min},
    ],
    "stds-added": [
        {"stds": lambda q, k: q + k},
        {"stds": lambda q, k: (q + k) / 2},
        {"stds": lambda q, k: (q + k) ** 2 / 4},
        {"stds": lambda q, k: (q + k) ** 0.5},
    ],
    "variances-added": [
        {"stds": np.hypot},
        {"stds": lambda q, k: np.hypot(q, k) / 2**0.5},
        {"stds": lambda q, k: q**2 + k**2},
    ],
    "stds-divided": [
        {"stds": lambda q, k: 1 / (q * k)},
        {"stds": lambda q, k: k / q},
        {"stds": lambda q, k: q / k},
    ],
    "stds-rooted": [
        {"stds": lambda q, k: (q * k) ** 0.5},
        {"stds": lambda q, k: q**0.5 * k},
        {"stds": lambda q, k: q * k**0.5},
    ],
    "stds-squared": [
        {"stds": lambda q, k: (q * k) ** 2},
        {"stds": lambda q, k: q**2 * k},
        {"stds": lambda q, k: q * k**2},
    ],
}


def rounded(divisor: np.ndarray, case: Case) -> bool:
    """Whether it is the right number, rounded or cut to some decimals."""
    return any(
        abs(divisor - to_integer(case.measured * 10**n) / 10**n) < 1e-9
        for n in range(6)
        for to_integer in (np.round, np.floor, np.ceil)
    )


def below_1(divisor: np.ndarray, case: Case) -> bool:
    return case.measured < 0.99 or same(divisor, case.measured)


SIGNS: dict[str, Fits] = {
    "rounded": rounded,
    "measured": lambda divisor, case: abs(divisor / case.measured - 1) < 0.15,
    "below-1": below_1,
}

UNDO = {  # so that what was measured is seen behind them, too
    "stds-forgotten": lambda divisor, case: (divisor * case.std_q * case.std_k, case),
    "reciprocal": lambda divisor, case: (1 / divisor, case),
    "no-root": lambda divisor, case: (divisor / case.d_k**0.5, case),
}

# Some of the right numbers are small, and some random signs have nearly their standard deviation.
same = functools.partial(close, rtol=1e-5, atol=0.0)


def show_scores(divisor: np.ndarray, case: Case) -> dict[str, str]:
    return {
        "The scores of such queries and keys": (
            f"standard deviation       {case.measured:.4g}\n"
            f"after your division      {case.measured / divisor:.4g}"
        )
    }


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def measure(rng: np.random.Generator, d_k: int, std_q: float, std_k: float) -> float:
    """The standard deviation of q·k. A d_k above 64 must be a multiple of 16.

    Then only one sixteenth of the entries is measured: the variances of the 16 parts add up, and
    they are all equal.
    """
    parts = 16 if d_k > 64 else 1
    return parts**0.5 * measure_part(rng, d_k // parts, std_q, std_k)


def measure_part(rng: np.random.Generator, d_k: int, std_q: float, std_k: float) -> float:
    """The standard deviation of q·k, measured on one query and 2 d_k keys.

    The entries of the keys are exactly uncorrelated, so the measurement has no random error.
    """
    unit = np.linalg.qr(np.column_stack([np.ones(2 * d_k), rng.normal(size=(2 * d_k, d_k))]))
    keys = unit.Q[:, 1:] * np.sqrt(2 * d_k) * std_k
    return float((keys @ rng.choice([-std_q, std_q], size=d_k)).std())


def cases(rng: np.random.Generator) -> Cases:
    drawn = [(9, 2.0, 0.5), (16, 1.0, 3.0), (25, 0.3, 1.0), (2, 0.9, 0.8)]
    for d_k in np.repeat(rng.choice(np.arange(5, 40), size=4, replace=False), 2).tolist():
        std_q, std_k = np.round(rng.uniform([0.5, 1.5], [0.9, 4.0]), 2).tolist()
        drawn.append((d_k, std_q, std_k))
    std_q, std_k = np.round(rng.uniform(0.3, 9, size=2), 2).tolist()
    drawn.append((int(16 * rng.integers(48, 60)), std_q, std_k))
    stds = SMALLEST_STD, LARGEST_STD
    ends = [(d_k, a, b) for d_k in (1, LARGEST_D_K) for a in stds for b in stds]
    ordinary, extreme = ([Case(*one, measure(rng, *one)) for one in some] for some in (drawn, ends))
    return Cases(ordinary, (Edge(extreme, ("below-1",)),))


score_scale = Task(
    __name__, right, cases, VARIANTS, SIGNS, UNDO, n_arguments=3, same=same, details=show_scores
).check
