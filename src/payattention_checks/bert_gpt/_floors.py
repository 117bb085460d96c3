"""Candidates for the floor of a law, and ways to choose one of them, right and wrong."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.bert_gpt._lines import Fit, line


class Case(NamedTuple):
    """The arguments of one call: model sizes N, their losses L, and candidates for the floor.

    ``alpha`` is the exponent that the student's function has returned.
    """

    N: np.ndarray
    L: np.ndarray
    floors: np.ndarray
    alpha: float = np.nan


Floor = Callable[[Case, Fit], float]


def possible(case: Case) -> np.ndarray:
    return case.floors[case.floors < case.L.min()]


def logs(case: Case) -> np.ndarray:
    """ln(L − E) for each possible floor E, (floors, sizes)."""
    return np.log(case.L - possible(case)[:, None])


def squares(case: Case, fit: Fit = line) -> np.ndarray:
    """For each possible floor E, what remains beside the line log(L − E) = α log N_c − α log N."""
    return fit(np.log(case.N), logs(case)).squares


def best(case: Case, fit: Fit = line) -> float:
    return float(possible(case)[squares(case, fit).argmin()])


# ── wrong choices ─────────────────────────────────────────────────────────────────────────────


def of_largest_r_squared(case: Case, fit: Fit) -> float:
    return float(possible(case)[(squares(case) / logs(case).var(axis=1)).argmin()])


def nearest_in_losses(case: Case, fit: Fit) -> float:
    """The floor with the smallest squares of the distances of L, instead of log(L − E)."""
    x, floors = np.log(case.N), possible(case)
    fitted_line = line(x, logs(case))
    fitted = np.exp(fitted_line.slope[:, None] * x + fitted_line.intercept[:, None])
    return float(floors[np.square(case.L - floors[:, None] - fitted).sum(axis=1).argmin()])


def by_distances(total: Callable[[np.ndarray], np.ndarray]) -> Floor:
    """The floor with the smallest total of the distances, which are not squared."""

    def floor(case: Case, fit: Fit) -> float:
        x, y = np.log(case.N), logs(case)
        fitted = fit(x, y)
        off = np.abs(y - fitted.slope[:, None] * x - fitted.intercept[:, None])
        return float(possible(case)[total(off).argmin()])

    return floor
