"""How much of each step a gated cell still holds after later steps, as a table.

Entry (t, s) is the share of step s's candidate in the cell after step t.

Promised domain: 1 to 100 steps; gates from 0 to 1, both included.
Extremes and special cases, alone: one step; two steps; a forget gate of exactly 0 and of exactly 1;
    an input gate of 0; all gates 0; all gates 1; 100 steps; gates so small that the product of all
    of them underflows to 0. Together: several forget gates of 0 among 100 very small ones.
Certain: On random gates, each mistake gives a different table. At edge cases the feedback names a
    mistake only if the forget gates up to the first wrong row can be the cause: one of them is 0,
    or their product is so small that weights below it are not compared.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

LONGEST = 100
ROUNDING = 1e-8  # absolute tolerance for weights in float32


class Case(NamedTuple):
    """The arguments of one call: the forget gate and the input gate (``write``) at each step."""

    forget: np.ndarray
    write: np.ndarray


Passed = Callable[[Case], Any]  # the share of step s that passes the gates to step t, by (t, s)


def products(gates: Case) -> np.ndarray:
    """Entry (t, s) is forget[s + 1] · … · forget[t]."""
    later = steps_between(gates) > 0
    return np.cumprod(np.where(later, gates.forget[:, None], 1), axis=0)


def right(
    case: Case,
    *,
    change: Callable[[Case], Case] = lambda case: case,
    retained: Callable[[np.ndarray], np.ndarray] = lambda forget: forget,
    passed: Passed = products,
    write: Callable[[Case], Any] = lambda case: case.write,
    divided: bool = False,
) -> np.ndarray:
    """The table, (steps, steps).

    ``retained`` is the share of the cell that a forget gate keeps. With ``divided``, each row is
    divided by its sum.
    """
    gates = change(case)
    gates = gates._replace(forget=retained(gates.forget))
    table = np.tril(passed(gates) * write(gates))
    return table / table.sum(axis=1, keepdims=True) if divided else table


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def steps_between(gates: Case) -> np.ndarray:
    """Entry (t, s) is t − s, and 0 above the diagonal."""
    steps = np.arange(len(gates.forget))
    return np.tril(steps[:, None] - steps)


def last_gate_missing(gates: Case) -> np.ndarray:
    """Entry (t, s) is forget[s + 1] · … · forget[t − 1]."""
    return np.vstack([np.ones_like(gates.forget), products(gates)[:-1]])


def one_gate_early(gates: Case) -> np.ndarray:
    """Entry (t, s) is forget[s] · … · forget[t − 1]."""
    return products(gates._replace(forget=np.roll(gates.forget, 1)))


def since_the_beginning(gates: Case) -> np.ndarray:
    return np.outer(np.cumprod(gates.forget), np.ones_like(gates.forget))


def sums(gates: Case) -> np.ndarray:
    """Entry (t, s) is forget[s + 1] + … + forget[t]."""
    total = np.cumsum(gates.forget)
    return total[:, None] - total


VARIANTS: Variants = {
    "gates-exchanged": {"change": lambda case: Case(case.write, case.forget)},
    "one-gate": [
        {"change": lambda case: Case(case.forget, 1 - case.forget)},
        {"change": lambda case: Case(1 - case.write, case.write)},
    ],
    "forget-inverted": {"retained": lambda forget: 1 - forget},
    "write-forgotten": {"write": lambda case: 1},
    "first-left-out": {"write": lambda case: np.append(0, case.write[1:])},
    "rows-add-up-to-1": {"divided": True},
    "own-gate": {"passed": lambda gates: products(gates) * gates.forget},
    "one-gate-short": {"passed": last_gate_missing},
    "one-gate-early": {"passed": one_gate_early},
    "write-of-the-row": {"write": lambda case: case.write[:, None]},
    "one-forget-gate": [
        {"passed": lambda gates: gates.forget[:, None] ** steps_between(gates)},
        {"passed": lambda gates: gates.forget ** steps_between(gates)},
        {"passed": lambda gates: gates.forget[0] ** steps_between(gates)},
        {"passed": lambda gates: gates.forget.mean() ** steps_between(gates)},
        {"passed": lambda gates: gates.forget[:, None] ** steps_between(gates).clip(max=1)},
        {"passed": lambda gates: gates.forget ** steps_between(gates).clip(max=1)},
    ],
    "from-the-beginning": [
        {"passed": since_the_beginning},
        {"passed": lambda gates: since_the_beginning(gates) / gates.forget[0]},
    ],
    "added": [
        {"passed": sums},
        {"passed": lambda gates: sums(gates) + np.eye(len(gates.forget))},
    ],
}
UNDO = {
    "transposed": lambda weights, case: (weights.T, case),
    "future": lambda weights, case: (
        None if close(np.triu(weights, 1), 0) else (np.tril(weights), case)
    ),
}


def after(found: Callable[[np.ndarray], bool]) -> Fits:
    """Whether the forget gates up to the first wrong row are ``found``, or no row is wrong."""

    def fits(weights: np.ndarray, case: Case) -> bool:
        rows = near(weights, right(case)).all(axis=1)
        return bool(rows.all() or found(case.forget[: int(np.argmin(rows)) + 1]))

    return fits


SIGNS = {
    "closed-gate": after(lambda gates: bool((gates == 0).any())),
    "underflow": after(lambda gates: bool(np.prod(gates) < ROUNDING)),
    "same-array": lambda weights, case: same(weights, right(case)[-1:]),
    "before-the-step": lambda weights, case: same(
        weights, np.vstack([0 * case.write, right(case)[:-1]])
    ),
    "diagonal-missing": lambda weights, case: same(weights, np.tril(right(case), -1)),
}


def near(weights: np.ndarray, expected: np.ndarray) -> np.ndarray:
    return np.abs(weights - expected) <= ROUNDING + 1e-4 * np.abs(expected)  # False for NaN


def same(weights: np.ndarray, expected: np.ndarray) -> bool:
    return bool(near(weights, expected).all())


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def closed(case: Case, *at: int) -> Case:
    """The case with forget gates of 0 at some steps."""
    forget = case.forget.copy()
    forget[list(at)] = 0
    return case._replace(forget=forget)


def cases(rng: np.random.Generator) -> Cases:
    def draw(n: int, low: float = 0.3, high: float = 0.95) -> Case:
        return Case(*rng.uniform(low, high, size=(2, n)).round(2 if low > 0.1 else 5))

    n = int(rng.integers(5, 9))
    sizes = [3, 4, 6, 8, *rng.integers(5, 15, size=2).tolist()]
    ends = [
        *(draw(1), draw(2), Case(np.ones(4), np.ones(4)), Case(np.ones(n), draw(n).write)),
        *(Case(draw(5).forget, np.array([0, 0.5, 0, 1, 0])), draw(LONGEST, 0.9, 1)),
        *(closed(draw(n), 2), closed(draw(n), 0), closed(draw(n), n - 1), closed(draw(6), 1, 4)),
        *(Case(np.zeros(3), draw(3).write), Case(np.zeros(2), np.zeros(2))),
    ]
    tiny = [
        Case(np.array([0.5, 1e-200, 1e-200, 0.5]), np.ones(4)),
        *(draw(LONGEST, 1e-4, 1e-3), draw(int(rng.integers(90, LONGEST)), 1e-4, 1e-3)),
        *(closed(draw(LONGEST, 1e-4, 1e-3), 9, 60, 61), closed(draw(70, 0.5, 0.95), 0, 50)),
    ]
    return Cases(
        [draw(size) for size in sizes],
        (Edge(ends, ("closed-gate",)), Edge(tiny, ("closed-gate", "underflow"))),
    )


cell_weights = Task(__name__, right, cases, VARIANTS, SIGNS, UNDO, same=same).check
