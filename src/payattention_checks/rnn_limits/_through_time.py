"""Backpropagation through time in an RNN: the gradient of the loss for each state, as torch's.

Promised domain: 1 to 100 steps, states from −0.99 to 0.99, no gradient above 10¹⁰.
Extremes and special cases, alone and together: one step; two steps; one unit; a loss only at the
    last step, only at the first, only at one in the middle, or nowhere; U = 0; U the identity;
    states of 0; states of ±0.99; 100 steps in which gradients vanish, and 100 in which they
    explode.
Certain: for ordinary inputs, each mistake gives a different gradient, and a mistake is named only
    if it explains every row of all cases. At edge cases, no mistake is named.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

from payattention_checks.show import show
from payattention_checks.task import Cases, Edge, Task, Variants

LONGEST = 100
LARGEST_STATE = 0.99
LARGEST_GRADIENT = 1e10


class Case(NamedTuple):
    """The arguments of one call.

    states  the states of the RNN, (steps, units)
    U       its recurrent matrix, (units, units)
    direct  for each state, the part of the gradient that passes through no later state
    """

    states: np.ndarray
    U: np.ndarray
    direct: np.ndarray


Of = Callable[[Case], np.ndarray]
Change = Callable[[np.ndarray, Case], np.ndarray]
# (U, g, after, own): what the gradient g at the state ``after`` adds to that at the state ``own``
Step = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]
Passed = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of a state: (total, direct) gradient


def by_torch(case: Case) -> np.ndarray:
    """Torch's gradient of the loss for each state, (steps, units)."""
    states, U, direct = (torch.tensor(part, dtype=torch.float64) for part in case)
    before = torch.vstack([torch.zeros_like(states[:1]), states[:-1]])
    drive = torch.atanh(states) - before @ U.T  # the inputs' part of the tanh's argument
    push = torch.zeros_like(states, requires_grad=True)
    state, loss = torch.zeros_like(states[0]), torch.zeros(())
    for t in range(len(states)):
        state = torch.tanh(drive[t] + U @ state) + push[t]
        loss = loss + direct[t] @ state
    return torch.autograd.grad(loss, push)[0].numpy()


def by_steps(case: Case, step: Step, passed: Passed = lambda total, direct: total) -> np.ndarray:
    """The gradients by a ``step`` that may be wrong, or with the wrong gradients ``passed`` on."""
    rows = [case.direct[-1]]
    for t in reversed(range(len(case.states) - 1)):
        g = passed(rows[-1], case.direct[t + 1])
        rows.append(case.direct[t] + step(case.U, g, case.states[t + 1], case.states[t]))
    return np.array(rows[::-1])


def right(
    case: Case,
    *,
    U: Of = lambda case: case.U,
    direct: Of = lambda case: case.direct,
    step: Step | None = None,
    passed: Passed = lambda total, direct: total,
    forwards: bool = False,
    at_last: Change = lambda gradient, case: gradient,
    order: int = 1,
) -> np.ndarray:
    """The gradient of the loss for each state, (steps, units), of all rows in the given ``order``.

    With ``forwards``, a ``step`` leads from the state before, not from the state after.
    """
    read = case._replace(U=U(case), direct=direct(case))
    if step is None:
        gradient = by_torch(read)
    elif forwards:
        reversed_case = read._replace(states=read.states[::-1], direct=read.direct[::-1])
        gradient = by_steps(reversed_case, step)[::-1]
    else:
        gradient = by_steps(read, step, passed)
    return at_last(gradient, read)[::order]


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def slope(states: np.ndarray) -> np.ndarray:
    return 1 - states**2


def correct_step(U: np.ndarray, g: np.ndarray, after: np.ndarray, own: np.ndarray) -> np.ndarray:
    return U.T @ (slope(after) * g)


def only_last(case: Case) -> np.ndarray:
    return np.vstack([0 * case.direct[:-1], case.direct[-1:]])


def all_but_last(case: Case) -> np.ndarray:
    return np.vstack([case.direct[:-1], 0 * case.direct[-1:]])


def steps(*ways: Step) -> list[dict[str, Step]]:
    return [{"step": way} for way in ways]


VARIANTS: Variants = {
    "not-transposed": {"U": lambda case: case.U.T},
    "only-the-last": {"direct": only_last},
    "last-left-out": {"direct": all_but_last},
    "first-left-out": {
        "at_last": lambda gradient, case: np.vstack([case.direct[:1], gradient[1:]])
    },
    "direct-through-tanh": {"direct": lambda case: slope(case.states) * case.direct},
    "upside-down": {"order": -1},
    "own-left-out": {"at_last": lambda gradient, case: gradient - case.direct},
    "direct-alone": {"step": lambda U, g, after, own: 0 * g},
    "wrong-state": {"step": lambda U, g, after, own: U.T @ (slope(own) * g)},
    "jacobian-not-transposed": {"step": lambda U, g, after, own: slope(after) * (U @ g)},
    "wrong-side": steps(
        lambda U, g, after, own: slope(after) * (U.T @ g),
        lambda U, g, after, own: slope(own) * (U.T @ g),
    ),
    "tanh-left-out": steps(lambda U, g, after, own: U.T @ g, lambda U, g, after, own: U @ g),
    "not-squared": steps(
        lambda U, g, after, own: U.T @ ((1 - after) * g),
        lambda U, g, after, own: U.T @ ((1 - abs(after)) * g),
    ),
    "other-slope": steps(
        lambda U, g, after, own: U.T @ (after * (1 - after) * g),
        lambda U, g, after, own: U.T @ (slope(after) ** 2 * g),
        lambda U, g, after, own: U.T @ (np.sqrt(slope(after)) * g),
        lambda U, g, after, own: U.T @ (g / slope(after)),
    ),
    "second-tanh": {"step": lambda U, g, after, own: U.T @ (slope(np.tanh(after)) * g)},
    "not-passed-on": {"step": correct_step, "passed": lambda total, direct: direct},
    "counted-twice": {"step": correct_step, "passed": lambda total, direct: total + direct},
    "before-the-tanh": {"at_last": lambda gradient, case: gradient * slope(case.states)},
    "one-step-too-far": {
        "at_last": lambda gradient, case: (gradient * slope(case.states)) @ case.U
    },
    "forwards": [
        {"forwards": True, **way}
        for way in steps(
            lambda U, g, before, own: U @ (slope(own) * g),
            lambda U, g, before, own: U @ (slope(before) * g),
            lambda U, g, before, own: U.T @ (slope(own) * g),
            lambda U, g, before, own: U.T @ (slope(before) * g),
        )
    ],
}


def same(gradient: np.ndarray, expected: np.ndarray) -> bool:
    """Whether the rows are equal, up to 10⁻⁴ of the largest absolute value of each.

    Below 10⁻¹², a row may be what the roundings of larger numbers have left.
    """
    size = np.abs(expected).max(axis=1, keepdims=True, initial=1e-12)
    return bool((np.abs(gradient - expected) <= 1e-4 * size).all())


def last_wrong_row(gradient: np.ndarray, case: Case) -> dict[str, str]:
    rows = list(zip(gradient, right(case), strict=True))
    t = max(t for t, (row, wanted) in enumerate(rows) if not same(row[None], wanted[None]))
    row, wanted = (f"row {t} of {len(rows)}: {show(each)}" for each in rows[t])
    return {"Returned": row, "Expected": wanted}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n: int, d: int, size: float = 0.8) -> Case:
    """A random case of n steps and d units, with states from −``size`` to ``size``."""
    states = rng.uniform(-size, size, size=(n, d)).round(2)
    U = rng.normal(0, 0.8, size=(d, d)).round(1)
    return Case(states, U, rng.normal(size=(n, d)).round(1))


def with_loss_at(case: Case, *positions: int) -> Case:
    """The case with a loss that reads only the states ``positions``."""
    direct = np.zeros_like(case.direct)
    direct[list(positions)] = case.direct[list(positions)]
    return case._replace(direct=direct)


def turning(rng: np.random.Generator, pace: float, size: float) -> Case:
    """A case of 100 steps in which U multiplies the length of each vector by ``pace``."""
    case = draw(rng, LONGEST, 3, size)
    return case._replace(U=pace * np.linalg.qr(rng.normal(size=(3, 3))).Q)


def cases(rng: np.random.Generator) -> Cases:
    n, d = rng.integers((5, 2), (9, 6)).tolist()
    sizes = [(3, 2), (4, 3), (7, 2), (6, 4), (n, d)]
    flat = draw(rng, 4, 3)
    ends = [
        *(draw(rng, *size) for size in ((1, 3), (2, 1), (5, 1))),
        with_loss_at(draw(rng, 5, 3), 4),
        with_loss_at(draw(rng, 5, 3), 0),
        with_loss_at(draw(rng, 6, 2), 3),
        with_loss_at(draw(rng, 3, 2)),
        draw(rng, 4, 2)._replace(U=np.zeros((2, 2))),
        draw(rng, 4, 3)._replace(U=np.eye(3)),
        draw(rng, 4, 2, size=0),
        turning(rng, 0.9, 0.8),
        turning(rng, 1.2, 0.1),
        with_loss_at(turning(rng, 1.2, 0.1), LONGEST - 1),
        flat._replace(states=np.sign(flat.states + 0.001) * LARGEST_STATE),
    ]
    return Cases([draw(rng, *size) for size in sizes], (Edge(ends),))


through_time = Task(__name__, right, cases, VARIANTS, same=same, details=last_wrong_row).check
