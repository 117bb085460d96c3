"""The averages of Adam and their corrections, right and with usual mistakes."""

from collections.abc import Callable

import numpy as np

Average = Callable[[np.ndarray, np.ndarray, float], np.ndarray]  # the next one: (average, g, beta)
Corrections = Callable[[tuple[float, float], int], tuple[float, float]]


def average(m: np.ndarray, g: np.ndarray, beta: float) -> np.ndarray:
    return beta * m + (1 - beta) * g


def average_of_squares(v: np.ndarray, g: np.ndarray, beta: float) -> np.ndarray:
    return beta * v + (1 - beta) * g * g


def corrections(betas: tuple[float, float], t: int) -> tuple[float, float]:
    return 1 - betas[0] ** t, 1 - betas[1] ** t


def quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The quotient a / b, and 0 where b is 0."""
    return np.divide(a, b, out=np.zeros_like(a), where=b != 0)


def summed(m: np.ndarray, g: np.ndarray, beta: float) -> np.ndarray:
    return beta * m + g


def new(m: np.ndarray, g: np.ndarray, beta: float) -> np.ndarray:
    """The weights exchanged: the new gradient gets beta."""
    return (1 - beta) * m + beta * g


def uncorrected(betas: tuple[float, float], t: int) -> tuple[float, float]:
    return 1.0, 1.0


def of_the_vector(size: Callable[[np.ndarray], np.ndarray]) -> Average:
    return lambda v, g, beta: average(v, np.full_like(g, size(g * g)), beta)


def corrections_first_twice(betas: tuple[float, float], t: int) -> tuple[float, float]:
    return corrections(betas, max(1, t - 1))


def corrections_ahead(betas: tuple[float, float], t: int) -> tuple[float, float]:
    return corrections(betas, t + 1)


def one_correction(which: int) -> Corrections:
    return lambda betas, t: (corrections(betas, t)[which],) * 2


def multiplied(*which: int) -> Corrections:
    """Corrections that are turned over, so that m, v or both are multiplied by them."""
    return lambda betas, t: (
        corrections(betas, t)[0] ** (-1 if 0 in which else 1),
        corrections(betas, t)[1] ** (-1 if 1 in which else 1),
    )
