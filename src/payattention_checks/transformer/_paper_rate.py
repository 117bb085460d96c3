"""The learning rate of the Transformer's paper, and usual mistakes in it."""

import itertools
import math
from collections.abc import Callable

from payattention_checks.task import Keywords, Variants

Rate = Callable[[int, int, int], float]  # of a step, counted from 1: (step, warm_up, steps)
Factor = Callable[[int], float]  # of all rates: (d_model)
DEFAULT_RATE = 0.001  # PyTorch's


def by_width(d_model: int) -> float:
    return d_model**-0.5


def paper_rate(t: int, warm_up: int, steps: int) -> float:
    """The learning rate of a step, but for the factor of the width."""
    return min(t**-0.5, t * warm_up**-1.5)


def from_0(t: int, warm_up: int, steps: int) -> float:
    return paper_rate(t - 1, warm_up, steps) if t > 1 else 0.0


def first_twice(t: int, warm_up: int, steps: int) -> float:
    return paper_rate(max(1, t - 1), warm_up, steps)


def ahead(t: int, warm_up: int, steps: int) -> float:
    return paper_rate(t + 1, warm_up, steps)


def with_powers(*, step: float = -0.5, warm_up: float = -1.5) -> Keywords:
    """Keywords of a check's `right`: other powers."""
    return {"rate": lambda t, w, steps: min(t**step, t * w**warm_up)}


def halved_powers(*, width: bool, step: bool, warm_up: bool) -> Keywords:
    """Keywords for ``x ** -1/2``, which Python reads as (1 / x) / 2, in place of some powers."""

    def rate(t: int, w: int, steps: int) -> float:
        falls = t**-1 / 2 if step else t**-0.5
        return min(falls, t * (w**-3 / 2 if warm_up else w**-1.5))

    return ({"factor": lambda d_model: d_model**-1 / 2} if width else {}) | {"rate": rate}


def falling(way: Rate) -> Keywords:
    """Keywords for a warm-up to the paper's highest rate, then a fall: ``way`` is a share of it."""

    def rate(t: int, w: int, steps: int) -> float:
        return w**-0.5 * (t / w if t <= w else way(t, w, steps))

    return {"rate": rate}


def without_width(rate: Rate) -> Keywords:
    """Keywords for a rate that does not depend on the width."""
    return {"rate": rate, "factor": lambda d_model: 1.0}


# How much of the time behind the warm-up is over.
GONE: list[Rate] = [
    lambda t, w, steps: (t - w) / (steps - w),
    lambda t, w, steps: (t - 1 - w) / (steps - w),
    lambda t, w, steps: (t - w) / (steps + 1 - w),
]


def falling_by(gone: Rate, left: Callable[[float], float]) -> Keywords:
    """Keywords for a fall by a function of how much of the time is over."""
    return falling(lambda t, w, steps: left(gone(t, w, steps)))


def half_cosine(share: float) -> float:
    return (1 + math.cos(math.pi * share)) / 2


RATES: Variants = {
    "rate-ahead": {"rate": ahead},
    "first-rate": {"rate": lambda t, w, steps: paper_rate(1, w, steps)},
    "larger-of-both": {"rate": lambda t, w, steps: max(t**-0.5, t * w**-1.5)},
    "warm-up-power": [with_powers(warm_up=power) for power in (-0.5, -1, -2)],
    "no-warm-up": {"rate": lambda t, w, steps: t**-0.5},
    "no-decay": [
        falling(lambda t, w, steps: 1),
        {"rate": lambda t, w, steps: min(1, t / w)},
    ],
    "rises-on": {"rate": lambda t, w, steps: t * w**-1.5},
    "linear-decay": [falling_by(gone, lambda share: 1 - share) for gone in GONE],
    "cosine-decay": [falling_by(gone, half_cosine) for gone in GONE],
    "decay-power": [falling(lambda t, w, steps: w / t), with_powers(step=-1)],
    "chapters-rate": [
        without_width(lambda t, w, steps: 0.003 * min(1, t / 50)),
        without_width(lambda t, w, steps: 0.003 * min(1, t / w)),
    ],
    "constant-rate": [
        without_width(lambda t, w, steps: DEFAULT_RATE),
        without_width(lambda t, w, steps: 1.0),
        {"rate": lambda t, w, steps: w**-0.5},
        {"rate": lambda t, w, steps: 1.0},
    ],
    "times-default-rate": {"factor": lambda d_model: DEFAULT_RATE * d_model**-0.5},
    "width-forgotten": {"factor": lambda d_model: 1.0},
    "width-multiplied": {"factor": lambda d_model: d_model**0.5},
    "width-not-rooted": {"factor": lambda d_model: 1 / d_model},
    "halved-powers": [
        halved_powers(width=width, step=step, warm_up=warm_up)
        for width, step, warm_up in itertools.product((False, True), repeat=3)
        if width or step or warm_up
    ],
}
