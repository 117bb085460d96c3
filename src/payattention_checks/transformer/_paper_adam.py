"""The steps of Adam with the learning rate of the Transformer's paper: a warm-up, then a decay.

Promised domain: 1 to 100 steps; 1 to 50 numbers, which begin from −10 to 10; gradients are 0 or
    from 10⁻¹⁰ to 1000 in size; a width d_model from 1 to 1024; a warm-up of 1 to 4000 steps.
Extremes and special cases, alone and together: gradients as small as ε, also beside
    large ones, and numbers whose gradients
    are 0 at all steps, at the first or at some; one step; one number; a warm-up of one step, one
    as long as the training, and one that is never over; a width of 1; numbers that begin at 0, with
    the paper's own width and warm-up; gradients of 0.1 beside 1000; all sizes at their largest.
Certain: the ordinary cases are drawn until each mistake gives parameters of its own. A mistake is
    named only if it explains the parameters of all of them.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.arrays import itself
from payattention_checks.compare import right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of
from payattention_checks.transformer._adam_averages import (
    Average,
    Corrections,
    average,
    average_of_squares,
    corrections,
    corrections_ahead,
    corrections_first_twice,
    multiplied,
    new,
    of_the_vector,
    one_correction,
    quotient,
    summed,
    uncorrected,
)
from payattention_checks.transformer._paper_rate import (
    DEFAULT_RATE,
    RATES,
    Factor,
    Rate,
    ahead,
    by_width,
    first_twice,
    from_0,
    paper_rate,
)

MOST_STEPS, MOST_NUMBERS, LARGEST_PARAMETER = 100, 50, 10
SMALLEST_GRADIENT, LARGEST_GRADIENT = 1e-10, 1000
LARGEST_WIDTH, LONGEST_WARM_UP = 1024, 4000
BETAS, EPS = (0.9, 0.98), 1e-9
DEFAULT_BETAS, DEFAULT_DECAY = (0.9, 0.999), 0.01  # those of PyTorch


class Case(NamedTuple):
    """The arguments of one call.

    parameter   the numbers before the first step, (n,)
    gradients   their gradient at each step, (steps, n)
    d_model     the width of the model
    warm_up     the number of steps of the warm-up
    """

    parameter: np.ndarray
    gradients: np.ndarray
    d_model: int
    warm_up: int


class State(NamedTuple):
    """What Adam knows at a step.

    g          the gradient
    m, v       the averages of the gradients and of their squares
    c_m, c_v   what these are divided by, for their start at 0
    """

    g: np.ndarray
    m: np.ndarray
    v: np.ndarray
    c_m: float
    c_v: float


Direction = Callable[[State, float], np.ndarray]  # a step at a rate of 1: (state, eps)


# ── the optimiser ─────────────────────────────────────────────────────────────────────────────


def adam_direction(s: State, eps: float) -> np.ndarray:
    return quotient(s.m / s.c_m, np.sqrt(s.v / s.c_v) + eps)


def after_each_step(points: np.ndarray) -> np.ndarray:
    return points[1:]


def right(
    case: Case,
    *,
    rate: Rate = paper_rate, factor: Factor = by_width,
    betas: tuple[float, float] = BETAS,
    first: Average = average, second: Average = average_of_squares,
    corrections: Corrections = corrections, direction: Direction = adam_direction,
    eps: float = EPS, decay: float = 0.0, sign: int = 1,
    keeps: tuple[bool, bool] = (True, True),
    from_start: bool = False, begins_with_gradient: bool = False, corrections_kept: bool = False,
    lazy: tuple[bool, bool] = (False, False),
    seen: Callable[[np.ndarray], np.ndarray] = itself,
    shown: Callable[[np.ndarray], np.ndarray] = after_each_step,
) -> np.ndarray:  # fmt: skip
    """The parameter after each step, (steps, n).

    ``keeps`` says of both averages whether they are kept from step to step. If ``from_start``, each
    step begins where the first did. If ``begins_with_gradient``, both averages begin with the first
    gradient; if ``corrections_kept``, they go on from their corrected values. If ``lazy``, a number
    whose gradient is 0 is not changed, and its averages are not, either. Adam gets the gradients
    ``seen``. ``shown`` chooses among
    the parameters at the start and after each step, (steps + 1, n).
    """
    points = [case.parameter]
    gradients = seen(case.gradients)
    g_0 = gradients[0] * begins_with_gradient
    m, v = g_0, g_0 * g_0
    for t, g in enumerate(gradients, start=1):
        still_p, still_state = ((g == 0) & flag for flag in lazy)
        m = np.where(still_state, m, first(keeps[0] * m, g, betas[0]))
        v = np.where(still_state, v, second(keeps[1] * v, g, betas[1]))
        lrate = factor(case.d_model) * rate(t, case.warm_up, len(gradients))
        state = State(g, m, v, *corrections(betas, t))
        if corrections_kept:
            m, v = m / state.c_m, v / state.c_v
        step = sign * lrate * direction(state, eps)
        before = case.parameter if from_start else points[-1]
        after = (1 - lrate * decay) * before - step
        points.append(np.where(still_p, before, after))
    return shown(np.stack(points))


# ── mistakes in Adam, and in what is returned ─────────────────────────────────────────────────


ADAM: Variants = {
    "steps-from-0": [
        *({"rate": rate} for rate in (from_0, first_twice)),
        *({"rate": rate, "corrections": corrections_first_twice} for rate in (from_0, first_twice)),
    ],
    "default-adam": [
        {
            "rate": lambda t, w, steps: DEFAULT_RATE,
            "factor": lambda d_model: 1.0,
            "betas": DEFAULT_BETAS,
            "decay": decay,
        }
        for decay in (0.0, DEFAULT_DECAY)
    ],
    "default-betas": {"betas": DEFAULT_BETAS},
    "betas-exchanged": {"betas": BETAS[::-1]},
    "weights-exchanged": [
        {"first": new},
        {"second": lambda v, g, beta: new(v, g * g, beta)},
        {"first": new, "second": lambda v, g, beta: new(v, g * g, beta)},
    ],
    "not-corrected": {"corrections": uncorrected},
    "half-corrected": [
        {"corrections": lambda betas, t: (1 - betas[0] ** t, 1.0)},
        {"corrections": lambda betas, t: (1.0, 1 - betas[1] ** t)},
    ],
    "multiplied-correction": [
        {"corrections": multiplied(*which)} for which in ((0, 1), (0,), (1,))
    ],
    "gradients-added-up": {"seen": lambda gradients: np.cumsum(gradients, axis=0)},
    "one-correction": [{"corrections": one_correction(which)} for which in (0, 1)],
    "corrections-kept": {"corrections_kept": True},
    "begins-with-gradient": [
        {"begins_with_gradient": True, **way} for way in ({}, {"corrections": uncorrected})
    ],
    "steps-from-2": [{"corrections": corrections_ahead, **way} for way in ({}, {"rate": ahead})],
    "correction-without-power": {"corrections": lambda betas, t: (1 - betas[0], 1 - betas[1])},
    "summed-momentum": [
        {"first": summed},
        {"first": summed, "corrections": uncorrected},
        {"first": summed, "corrections": lambda betas, t: (1.0, 1 - betas[1] ** t)},
    ],
    "summed-squares": [
        {"second": lambda v, g, beta: summed(v, g * g, beta), **way}
        for way in ({}, {"first": summed})
    ],
    "gradient-descent": {"direction": lambda s, eps: s.g},
    "no-squares": [
        {"direction": lambda s, eps: s.m / s.c_m},
        {"direction": lambda s, eps: s.m},
        {"direction": lambda s, eps: s.m, "first": summed},
    ],
    "no-momentum": [
        {"direction": lambda s, eps: quotient(s.g, np.sqrt(s.v / s.c_v) + eps)},
        {"direction": lambda s, eps: quotient(s.g, np.sqrt(s.v) + eps)},
    ],
    "not-rooted": {"direction": lambda s, eps: quotient(s.m / s.c_m, s.v / s.c_v + eps)},
    "not-squared": [
        {"second": lambda v, g, beta: average(v, abs(g), beta)},
        {
            "second": lambda v, g, beta: average(v, abs(g), beta),
            "direction": lambda s, eps: quotient(s.m / s.c_m, s.v / s.c_v + eps),
        },
    ],
    "square-of-average": {
        "direction": lambda s, eps: quotient(s.m / s.c_m, abs(s.m / s.c_m) + eps)
    },
    "one-size-for-all": [{"second": of_the_vector(size)} for size in (np.sum, np.mean)],
    "state-forgotten": [
        {"keeps": (False, False)},
        {"keeps": (False, False), "corrections": lambda betas, t: (1 - betas[0], 1 - betas[1])},
        {"keeps": (False, False), "corrections": uncorrected},
        {"keeps": (False, True)},
        {"keeps": (True, False)},
    ],
    "decayed": {"decay": DEFAULT_DECAY},
    "uphill": {"sign": -1},
    "from-the-start": {"from_start": True},
}

SHOWN: Variants = {
    "last-alone": {"shown": lambda points: points[-1]},
    "last-repeated": {"shown": lambda points: np.tile(points[-1], (len(points) - 1, 1))},
    "before-each-step": {"shown": lambda points: points[:-1]},
    "start-included": {"shown": lambda points: points},
    "changes": {"shown": lambda points: np.diff(points, axis=0)},
    "axes-swapped": {"shown": lambda points: points[1:].T},
}

ORDINARY: Variants = {**RATES, **ADAM, **SHOWN}

AT_EDGES: Variants = {
    "eps-forgotten": {"eps": 0.0},
    "other-eps": [{"eps": 10.0**-power} for power in (6, 7, 8, 10, 12)],
    "eps-in-the-root": [
        {"direction": lambda s, eps, e=e: s.m / s.c_m / np.sqrt(s.v / s.c_v + e)}
        for e in (EPS, 1e-8)
    ],
    "eps-too-early": [
        {"direction": lambda s, eps: s.m / s.c_m / ((np.sqrt(s.v) + eps) / np.sqrt(s.c_v))},
        {"direction": lambda s, eps: s.m / s.c_m / np.sqrt((s.v + eps) / s.c_v)},
    ],
    "lazy": [{"lazy": (True, False)}, {"lazy": (True, True)}],
}


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two outputs are equal, up to rounding in float32 of the largest in each column.

    A number that begins at 0 so shows all digits of its steps, however short they are.
    """
    if np.shape(a) != np.shape(b):
        return False
    size = np.abs(b)
    return bool((np.abs(a - b) <= 1e-4 * size + 1e-5 * size.max(axis=0)).all())


def rate_set_late(output: np.ndarray, case: Case) -> bool:
    """Whether each step has the rate of the one before, and the first has any rate."""
    if np.shape(output) != case.gradients.shape:
        return False
    first = (case.parameter - output[0]) * np.sign(case.gradients[0])
    late = right(case, rate=from_0)
    return bool((abs(first - first[0]) < 1e-4 * (1 + abs(first[0]))).all()) and same(
        output, late + output[0] - late[0]
    )


SIGNS = {
    "eps-forgotten": right_or_not_finite(lambda output, case: same(output, right(case))),
    "rate-set-late": rate_set_late,
}

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def signs(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.choice([-1.0, 1.0], size=shape)


def draw(
    rng: np.random.Generator, steps: int, n: int, d_model: int, warm_up: int,
    *, smallest: float = 0.2, largest: float = 4.0,
) -> Case:  # fmt: skip
    """A random case. The sizes of gradients are spread evenly over their powers of ten.

    Of several numbers the first begins at 0, as a bias does.
    """
    parameter = signs(rng, n) * rng.uniform(0.5, 2, size=n).round(2)
    parameter[: n - 1][:1] = 0.0
    size = 10 ** rng.uniform(np.log10(smallest), np.log10(largest), size=(steps, n))
    digits = 1 - int(np.floor(np.log10(smallest)))
    gradients = signs(rng, steps, n) * size.round(digits).clip(smallest, largest)
    return Case(parameter, gradients, d_model, warm_up)


def usual(rng: np.random.Generator) -> Case:
    warm_up = int(rng.integers(2, 5))
    steps = warm_up + int(rng.integers(3, 6))
    return draw(rng, steps, int(rng.integers(2, 5)), int(rng.integers(3, 17)), warm_up)


def small(rng: np.random.Generator, steps: int, n: int, warm_up: int) -> Case:
    """A case with gradients about as small as ε."""
    return draw(rng, steps, n, 4, warm_up, smallest=SMALLEST_GRADIENT, largest=3e-9)


def with_large(case: Case) -> Case:
    """The case with the largest gradients in the last column."""
    gradients = case.gradients.copy()
    gradients[:, -1] = LARGEST_GRADIENT * np.sign(gradients[:, -1])
    return case._replace(gradients=gradients)


def with_zeros(case: Case, *where: tuple[slice | int, int]) -> Case:
    """The case with gradients of 0 at some (steps, number)."""
    gradients = case.gradients.copy()
    for steps, number in where:
        gradients[steps, number] = 0.0
    return case._replace(gradients=gradients)


def others(rng: np.random.Generator) -> list[Case]:
    """Sizes at their smallest and largest, and the paper's own."""
    paper = draw(rng, 12, 3, 512, LONGEST_WARM_UP)
    first = draw(rng, 1, 2, LARGEST_WIDTH, LONGEST_WARM_UP)
    largest = draw(
        rng, MOST_STEPS, MOST_NUMBERS, LARGEST_WIDTH, 30, smallest=0.1, largest=LARGEST_GRADIENT
    )
    start = LARGEST_PARAMETER * signs(rng, MOST_NUMBERS)
    return [
        draw(rng, 1, 3, 4, 3),
        draw(rng, 1, 1, 1, 1),
        draw(rng, 6, 1, 1, 1),
        draw(rng, 5, 3, 9, 5),
        draw(rng, 4, 2, 2, 9),
        draw(rng, 8, 3, 7, 1),
        paper._replace(parameter=np.zeros(3)),
        first._replace(parameter=np.zeros(2)),
        largest._replace(parameter=start),
        draw(rng, MOST_STEPS, 4, 1, 1, smallest=0.1, largest=LARGEST_GRADIENT),
    ]


AT_EPS = ("eps-forgotten", "other-eps", "eps-in-the-root", "eps-too-early")


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(3)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, ORDINARY), same)
    tiny = [small(rng, 6, 4, 2), small(rng, 9, 3, 4), small(rng, 1, 4, 1)]
    tiny.append(with_large(small(rng, 5, 3, 2)))
    tiny.append(with_zeros(small(rng, 6, 4, 2), (slice(None), 1), (slice(0, 3), 2)))
    zeros = [
        with_zeros(draw(rng, 7, 3, 6, 3), (slice(None), 0), (0, 1), (3, 2)),
        with_zeros(draw(rng, 5, 2, 4, 2), (slice(2, None), 0), (slice(0, 2), 1)),
        with_zeros(draw(rng, 1, 2, 3, 4), (0, 1)),
        with_zeros(draw(rng, 4, 1, 1, 1), (slice(None), 0)),
    ]
    return Cases(
        ordinary,
        (
            Edge(tiny, AT_EPS),
            Edge(zeros, ("eps-forgotten", "lazy")),
            Edge(others(rng)),
        ),
    )


paper_adam = Task(
    __name__, right, cases, {**ORDINARY, **AT_EDGES}, SIGNS, same=same, any_shape=True
).check
