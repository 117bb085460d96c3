"""The learning rate of a step: a linear warm-up, then half a cosine down to a smallest rate.

Promised domain: steps from 0 to 10,000; a warm-up of 0 to 1000 steps; the cosine ends after 1 to
    10,000 steps, at least one more than the warm-up; a highest rate from 10⁻⁶ to 1; a lowest from
    0 to the highest.
Extremes and special cases, alone and together: the first step; the last one of the warm-up and the
    first behind it; a step at the end and far behind it; no warm-up; a warm-up of one step; a
    cosine of one step; a lowest rate of 0, and one that is the highest.
Certain: the ordinary cases of one seed have steps in the warm-up, in each half of the cosine and
    behind its end, with random sizes. A mistake is named only if it explains all of these rates.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import alike
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_STEPS, LONGEST_WARM_UP = 10_000, 1000
SMALLEST_RATE, LARGEST_RATE = 1e-6, 1


class Case(NamedTuple):
    step: int
    warm_up: int
    total: int
    highest: float
    lowest: float


Rise = Callable[[Case], float]  # the share of the highest rate, in the warm-up
Fall = Callable[[float], float]  # the share of the way that is left, of the share that is gone


def rise(case: Case) -> float:
    return (case.step + 1) / case.warm_up


def half_cosine(gone: float) -> float:
    return (1 + math.cos(math.pi * gone)) / 2


def length(case: Case) -> int:
    """How many steps the cosine takes."""
    return case.total - case.warm_up


def progress(case: Case) -> float:
    return (case.step - case.warm_up) / length(case)


def right(
    case: Case,
    *,
    warm: Rise = rise,
    gone: Callable[[Case], float] = progress,
    fall: Fall = half_cosine,
    capped: bool = True,
    to: Callable[[Case], float] = lambda case: case.lowest,
    warmed: Callable[[Case], bool] = lambda case: case.step < case.warm_up,
    summed: bool = False,
    least: Callable[[Case], float] = lambda case: -math.inf,
    over: Callable[[Case], bool] = lambda case: False,
) -> float:
    """The rate.

    ``warm`` is the share of the highest rate in the warm-up, ``gone`` that of the cosine that is
    over, capped at 1 if ``capped``; ``to`` is where the cosine ends. If ``summed``, the lowest rate
    is added to a cosine of full height. The cosine is cut at ``least``; what is ``over`` has the
    rate 0.
    """
    if over(case):
        return 0.0
    if warmed(case):
        return case.highest * warm(case)
    share = min(1.0, gone(case)) if capped else gone(case)
    top = case.highest if summed else case.highest - to(case)
    return max(least(case), to(case) + top * fall(share))


def from_lowest(case: Case) -> float:
    return (case.lowest + (case.highest - case.lowest) * rise(case)) / case.highest


VARIANTS: Variants = {
    "no-warm-up": [
        {"warmed": lambda case: False, "gone": lambda case: max(0.0, progress(case))},
        {"warmed": lambda case: False},
        {"warmed": lambda case: False, "gone": lambda case: case.step / case.total},
        {"warm": lambda case: 1.0},
    ],
    "warm-up-from-zero": {"warm": lambda case: case.step / case.warm_up},
    "warm-up-from-lowest": [
        {"warm": from_lowest},
        {
            "warm": lambda case: (
                from_lowest(case._replace(step=case.step - 1)) if case.warm_up else 1.0
            )
        },
    ],
    "warm-up-too-long": {"warmed": lambda case: case.step <= case.warm_up},
    "warm-up-too-short": {"warmed": lambda case: case.step < case.warm_up - 1},
    "cosine-from-the-start": [
        {"gone": lambda case: case.step / case.total},
        {"gone": lambda case: case.step / length(case)},
    ],
    "cosine-too-long": {"gone": lambda case: (case.step - case.warm_up) / case.total},
    "one-step-ahead": {"gone": lambda case: (case.step + 1 - case.warm_up) / length(case)},
    "ends-early": {"gone": lambda case: (case.step - case.warm_up) / max(1, length(case) - 1)},
    "ends-late": {"gone": lambda case: (case.step - case.warm_up) / (length(case) + 1)},
    "whole-division": [
        {"warm": lambda case: case.highest * (case.step + 1) // case.warm_up / case.highest},
        {"warm": lambda case: (case.step + 1) // case.warm_up},
        {"gone": lambda case: (case.step - case.warm_up) // length(case)},
    ],
    "linear": {"fall": lambda gone: 1 - gone},
    "whole-cosine": {"fall": lambda gone: (1 + math.cos(2 * math.pi * gone)) / 2},
    "quarter-cosine": {"fall": lambda gone: math.cos(math.pi * gone / 2)},
    "not-halved": [
        {"fall": lambda gone: 1 + math.cos(math.pi * gone)},
        {"fall": lambda gone: 1 + math.cos(math.pi * gone) / 2},
    ],
    "degrees": {"fall": lambda gone: (1 + math.cos(180 * gone)) / 2},
    "rises-again": {"capped": False},
    "zero-behind": [
        {"over": lambda case: case.step > case.total},
        {"over": lambda case: case.step >= case.total},
    ],
    "to-zero": {"to": lambda case: 0.0},
    "lowest-as-bound": {"to": lambda case: 0.0, "least": lambda case: case.lowest},
    "lowest-added": {"summed": True},
    "turned": {"fall": lambda gone: 1 - half_cosine(gone)},
}


def draw(rng: np.random.Generator, share: Callable[[int, int], int]) -> Case:
    warm_up = int(rng.integers(5, 40))
    total = warm_up + int(rng.integers(30, 200))
    highest = round(float(rng.uniform(0.001, 0.1)), 5)
    lowest = round(highest * float(rng.uniform(0.05, 0.5)), 6)
    return Case(share(warm_up, total), warm_up, total, highest, lowest)


def cases(rng: np.random.Generator) -> Cases:
    moments: list[Callable[[int, int], int]] = [
        lambda w, t: 0,
        lambda w, t: w // 2,
        lambda w, t: w - 1,
        lambda w, t: w,
        lambda w, t: w + 1,
        lambda w, t: w + (t - w) // 4,
        lambda w, t: w + (t - w) // 3,
        lambda w, t: (w + t) // 2,
        lambda w, t: w + 4 * (t - w) // 5,
        lambda w, t: t - 1,
        lambda w, t: t,
        lambda w, t: t + w,
        lambda w, t: 2 * t,
    ]
    ordinary = [draw(rng, at) for at in moments for _ in range(2)]
    none = [draw(rng, at)._replace(warm_up=0) for at in moments[5:]]
    first = Case(0, 0, 30, 0.02, 0.001)
    short = [
        Case(0, 1, 2, 0.5, 0.1),
        Case(1, 1, 2, 0.5, 0.1),
        Case(2, 1, 2, 0.5, 0.1),
        Case(0, 0, 1, 0.3, 0.0),
        Case(MOST_STEPS, LONGEST_WARM_UP, MOST_STEPS, LARGEST_RATE, SMALLEST_RATE),
        Case(1000, LONGEST_WARM_UP, MOST_STEPS, LARGEST_RATE, LARGEST_RATE),
        Case(5, 10, 20, SMALLEST_RATE, SMALLEST_RATE),
    ]
    return Cases(ordinary, (Edge([*none, first, *short]),))


def same(one: np.ndarray, other: float) -> bool:
    return alike(one, other, 1e-5, 1e-10)


learning_rate = Task(__name__, right, cases, VARIANTS, same=same).check
