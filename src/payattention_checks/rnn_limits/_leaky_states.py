"""The states of an RNN with leaky units and irregular time steps.

Each state mixes the state before it and the candidate of torch's RNN cell.

Promised domain: 1 to 300 items, gaps from 0 to 1000, leaks from 0.01 to 1, and arguments of the
    tanh from −1000 to 1000.
Extremes and special cases, alone and together: one item; one unit; items of one number; a gap of
    0; a leak of 1; integer gaps and others; a gap of 1000 with the smallest leak; 300 items;
    arguments of the tanh near ±1000; a gap of 0 with a leak of 1; large arguments of the tanh with
    gaps of 0 and leaks of 1.
Certain: each state is compared with what follows from the student's own state before it, so that
    roundings do not add up. For ordinary inputs, the feedback names a mistake only if it explains
    all steps. At edge cases, it names only mistakes that can explain the first wrong step: NaN
    after a large sum, or a wrong state over a gap of 0 of units with a leak of 1 alone.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.compare import close
from payattention_checks.show import show
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

LONGEST = 300
LARGEST_GAP = 1000
SMALLEST_LEAK = 0.01
LARGEST_SUM = 1000
ROUNDING = 1e-5  # absolute tolerance for one step in float32


class Case(NamedTuple):
    """The arguments of one call, and the states that it returned.

    x     the items, (items, d_x)
    gaps  for each item, the time since the item before
    W     the matrix for the items, (units, d_x)
    U     the matrix for the state before, (units, units)
    b     the bias, one number for each unit
    leak  for each unit, the share of its state that it loses in one unit of time
    """

    x: np.ndarray
    gaps: np.ndarray
    W: np.ndarray
    U: np.ndarray
    b: np.ndarray
    leak: np.ndarray
    returned: np.ndarray | None = None


Of = Callable[[Case], Any]
# (case, last, retained, new): the states after the states ``last``; the other two are their shares
Mix = Callable[[Case, np.ndarray, Any, Any], np.ndarray]


# ── the states ────────────────────────────────────────────────────────────────────────────────


def shares(case: Case) -> np.ndarray:
    """The share of its state that a unit keeps over each gap, (items, units)."""
    return torch.pow(torch.tensor(1 - case.leak), torch.tensor(case.gaps)[:, None]).numpy()


def candidates(case: Case, last: np.ndarray) -> np.ndarray:
    """The candidates of torch's RNN cell after the states ``last``, (items, units)."""
    cell = [case.x, last, case.W, case.U, case.b, np.zeros_like(case.b)]
    return torch.rnn_tanh_cell(*(torch.tensor(part, dtype=torch.float64) for part in cell)).numpy()


def sums(case: Case, last: np.ndarray) -> np.ndarray:
    return case.x @ case.W.T + last @ case.U.T + case.b


def states_of(case: Case) -> np.ndarray:
    """The right states, one after the other."""
    states = [np.zeros_like(case.b)]
    for x, retained in zip(case.x[:, None], shares(case), strict=True):
        candidate = candidates(case._replace(x=x), states[-1][None])[0]
        states.append(retained * states[-1] + (1 - retained) * candidate)
    return np.array(states[1:])


def before(states: np.ndarray) -> np.ndarray:
    return np.vstack([np.zeros_like(states[:1]), states[:-1]])


def mixture(case: Case, last: np.ndarray, retained: Any, new: Any) -> np.ndarray:
    return retained * last + new * candidates(case, last)


def right(
    case: Case,
    *,
    gaps: Of = lambda case: case.gaps,
    U: Of = lambda case: case.U,
    b: Of = lambda case: case.b,
    leak: Of = lambda case: case.leak,
    order: int = 1,
    retained: Of = shares,
    new: Of | None = None,
    mix: Mix = mixture,
    free: slice = slice(0),
) -> np.ndarray:
    """The states, (items, units), each after the one before it that was returned, if any was.

    ``order`` is −1 for items that are read backwards. ``retained`` is the share of the
    last state, ``new`` that of the candidate, by default the rest. The states ``free`` may be any.
    """
    read = case._replace(x=case.x[::order].copy(), gaps=gaps(case)[::order].copy())
    read = read._replace(U=U(case), b=b(case), leak=leak(case))
    states = states_of(read) if case.returned is None else case.returned[::order]
    share = retained(read)
    mixed = mix(read, before(states), share, 1 - share if new is None else new(read))
    mixed[free] = states[free]
    return mixed[::order]


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def one_leak(choose: Callable[[np.ndarray], float]) -> dict[str, Of]:
    return {"leak": lambda case: np.full_like(case.leak, choose(case.leak))}


def unit_by_unit(case: Case, last: np.ndarray, retained: Any, new: Any) -> np.ndarray:
    states = last.copy()
    for i in range(len(case.b)):
        states[:, i] = mixture(case, states, retained, new)[:, i]
    return states


def before_the_item(case: Case, last: np.ndarray, retained: Any, new: Any) -> np.ndarray:
    """The states before each item, where ``last`` are those of the rows before."""
    earlier = case._replace(x=np.roll(case.x, 1, axis=0))
    states = mixture(earlier, last, np.roll(retained, 1, axis=0), np.roll(new, 1, axis=0))
    states[0] = 0
    return states


VARIANTS: Variants = {
    "U-transposed": {"U": lambda case: case.U.T},
    "bias-forgotten": {"b": lambda case: 0 * case.b},
    "U-forgotten": {"U": lambda case: 0 * case.U},
    "gaps-ignored": {"gaps": lambda case: np.ones_like(case.gaps)},
    "gaps-as-times": [
        {"gaps": lambda case: np.diff(case.gaps, prepend=0)},
        {"gaps": lambda case: abs(np.diff(case.gaps, prepend=0))},
    ],
    "gaps-added-up": {"gaps": lambda case: np.cumsum(case.gaps)},
    "whole-gaps": [
        {"gaps": lambda case: np.round(case.gaps)},
        {"gaps": lambda case: np.floor(case.gaps)},
        {"gaps": lambda case: np.ceil(case.gaps)},
    ],
    "one-leak": [
        one_leak(lambda leak: leak[0]),
        one_leak(lambda leak: leak[-1]),
        one_leak(lambda leak: leak.mean()),
    ],
    "backwards": {"order": -1},
    "no-leak": {"retained": lambda case: 0},
    "shares-exchanged": [
        {"retained": lambda case: 1 - shares(case)},
        {"retained": lambda case: case.leak},
    ],
    "power-of-the-leak": [
        {"retained": lambda case: 1 - case.leak ** case.gaps[:, None]},
        {"retained": lambda case: case.leak ** case.gaps[:, None]},
    ],
    "gap-multiplied": [
        {"retained": lambda case: 1 - case.leak * case.gaps[:, None]},
        {"retained": lambda case: 1 - (case.leak * case.gaps[:, None]).clip(0, 1)},
        {"retained": lambda case: (1 - case.leak) * case.gaps[:, None]},
    ],
    "exponential": {"retained": lambda case: np.exp(-case.leak * case.gaps[:, None])},
    "not-a-mixture": [
        {"new": lambda case: 1},
        {"retained": lambda case: 1, "new": lambda case: 1 - shares(case)},
        {"new": lambda case: case.leak},
        {"retained": lambda case: 1 - case.leak, "new": lambda case: 1 - shares(case)},
    ],
    "leak-inside": {
        "mix": lambda case, last, retained, new: np.tanh(retained * last + new * sums(case, last))
    },
    "decayed-first": {
        "mix": lambda case, last, retained, new: (
            retained * last + new * candidates(case, retained * last)
        )
    },
    "unit-by-unit": {"mix": unit_by_unit},
    "tanh-forgotten": {
        "mix": lambda case, last, retained, new: retained * last + new * sums(case, last)
    },
    "bias-outside": {
        "mix": lambda case, last, retained, new: (
            mixture(case._replace(b=0 * case.b), last, retained, new) + new * case.b
        )
    },
    "before-the-item": {"mix": before_the_item},
    "other-gap": [
        {"gaps": lambda case: np.roll(case.gaps, -1), "free": slice(-1, None)},
        {"gaps": lambda case: np.roll(case.gaps, 1), "free": slice(1)},
    ],
    "same-array": {"mix": lambda case, last, retained, new: 0 * last + states_of(case)[-1]},
    "first-state": {"free": slice(1)},
}


same = functools.partial(close, rtol=0.0, atol=ROUNDING)


def with_output(case: Case, states: np.ndarray) -> Case:
    return case._replace(returned=states)


def first_wrong(states: np.ndarray, case: Case) -> int | None:
    rows = enumerate(zip(states, right(case), strict=True))
    return next((t for t, (state, wanted) in rows if not same(state, wanted)), None)


def wrong_at(found: Callable[[Case, int, np.ndarray], Any]) -> Fits:
    """Whether the first wrong step fits ``found(case, its number, states)``, or none is wrong."""

    def fits(states: np.ndarray, case: Case) -> bool:
        t = first_wrong(states, case)
        return t is None or bool(found(case, t, states))

    return fits


def nothing_retained(case: Case, t: int, states: np.ndarray) -> bool:
    """Whether step t, over a gap of 0, is wrong for units with a leak of 1 alone."""
    right_there = abs(states[t] - right(case)[t]) <= ROUNDING
    return bool(case.gaps[t] == 0 and (right_there | (case.leak == 1)).all())


def too_large(case: Case, t: int, states: np.ndarray) -> bool:
    return bool(np.isnan(states[t]).any() and abs(sums(case, before(states))[t]).max() > 100)


SIGNS = {"log-of-0": wrong_at(nothing_retained), "overflow": wrong_at(too_large)}


def first_wrong_step(states: np.ndarray, case: Case) -> dict[str, str]:
    t = first_wrong(states, case)
    return {
        "Returned": f"row {t}: {show(states[t])}",
        "It must be": f"{show(right(case)[t])} after the row before it",
        "The row before": f"{show(before(states)[t])}, of which is kept {show(shares(case)[t])}",
    }


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    n: int,
    d_x: int,
    d_h: int,
    gaps: tuple[float, float] = (0.2, 3.0),
    leaks: tuple[float, float] = (0.1, 0.8),
) -> Case:
    x, W = rng.normal(size=(n, d_x)).round(1), rng.normal(size=(d_h, d_x)).round(1)
    U, b = rng.normal(0, 0.7, size=(d_h, d_h)).round(1), rng.uniform(0.2, 1, size=d_h).round(1)
    leak = rng.uniform(*leaks, size=d_h).round(2)
    return Case(x, rng.uniform(*gaps, size=n).round(1), W, U, b, leak)


def with_some(rng: np.random.Generator, case: Case, **special: float) -> Case:
    """The case with special values in half of ``gaps``, of ``leak``, or of both."""
    for name, value in special.items():
        array = getattr(case, name).copy()
        array[rng.permutation(len(array))[: (len(array) + 1) // 2]] = value
        case = case._replace(**{name: array})
    return case


def far_from_0(rng: np.random.Generator, case: Case) -> Case:
    """The case with arguments of the tanh that are far from 0."""
    side = np.where(rng.random(len(case.b)) < 0.5, 1.0, -1.0)
    x = np.hstack([case.x, np.ones((len(case.x), 1))])
    W = np.hstack([case.W, (side * rng.choice([400, LARGEST_SUM - 60], len(side)))[:, None]])
    return case._replace(x=x, W=W)


def cases(rng: np.random.Generator) -> Cases:
    sizes = [(4, 2, 2), (2, 1, 2), (3, 1, 3), (7, 4, 2), (6, 3, 3)]
    sizes += [(int(rng.integers(5, 12)), *rng.integers(2, 7, size=2).tolist()) for _ in range(4)]
    slow = draw(rng, 5, 2, 3)._replace(
        leak=np.full(3, SMALLEST_LEAK), gaps=np.array([LARGEST_GAP, 500.0, 0.5, 1.0, LARGEST_GAP])
    )
    edges = [
        *(draw(rng, 1, 3, 2), draw(rng, 1, 1, 1), draw(rng, 5, 3, 1)),
        *(with_some(rng, draw(rng, 6, 2, 3), gaps=0.0), draw(rng, 4, 2, 3, gaps=(0, 0))),
        *(with_some(rng, draw(rng, 6, 2, 4), leak=1.0), draw(rng, 4, 3, 2, leaks=(1, 1))),
        slow,
        with_some(rng, draw(rng, 8, 2, 4), gaps=0.0, leak=1.0),
        draw(rng, 3, 2, 2, gaps=(0, 0), leaks=(1, 1)),
        draw(rng, LONGEST, 2, 3),
    ]
    far = [draw(rng, 3, 2, 2), draw(rng, 6, 1, 4)]
    far += [with_some(rng, draw(rng, 9, 3, 4), gaps=0.0, leak=1.0) for _ in range(2)]
    far = [far_from_0(rng, case) for case in far]
    return Cases(
        [draw(rng, *size) for size in sizes],
        (Edge(edges, ("log-of-0",)), Edge(far, ("log-of-0", "overflow"))),
    )


leaky_states = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    n_arguments=6,
    same=same,
    with_output=with_output,
    details=first_wrong_step,
).check
