"""Parameters with which torch's LSTM holds the bits of the last marked item.

An item is some bits, each 1 or −1, and a mark, 1 or 0. The cell state c must be the bits, and the
output h must be tanh(c).

Promised domain: 1 to 20 bits; sequences of up to 1000 items. Errors of c and h up to 0.01 are
    accepted.
Extremes and special cases, alone and together: one bit and 20 bits; no mark at all; a mark at every
    item, where all bits change their signs from item to item; one mark at the first of 1000 items,
    followed by the opposite bits without a mark; bits that never change and have no mark. Further
    numbers of bits are drawn at random.
Certain: The feedback names a mistake only if it explains what torch's cell holds after every item,
    if the parameters are right once it is undone, or if some parameter is infinite.
"""

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.ask import Ask
from payattention_checks.calls import show_call
from payattention_checks.compare import close
from payattention_checks.read import LooseShape
from payattention_checks.show import show
from payattention_checks.task import Cases, Edge, Task, Variants
from payattention_checks.wrong import Wrong

MOST_BITS = 20
LONGEST = 1000
WITHIN = 0.01


class Parameters(NamedTuple):
    """What an answer returns: the weights of the item and of the state before, and the bias.

    Each has blocks of n_bits rows for the input gate, forget gate, candidate and output gate.
    """

    W: np.ndarray
    U: np.ndarray
    b: np.ndarray


class Case(NamedTuple):
    """The argument of a call, and sequences to run the LSTM on.

    x      items: n_bits bits, each followed by a mark, (sequences, length, n_bits + 1)
    cells  the right cell state after each item: the bits of the last marked item, or 0 before the
           first mark, (sequences, length, n_bits)
    """

    n_bits: int
    x: np.ndarray
    cells: np.ndarray


class Expected(NamedTuple):
    """What an LSTM holds after each item of ``x``, within a tolerance; None for any outputs."""

    x: np.ndarray
    cells: np.ndarray
    outputs: np.ndarray | None
    within: float


Held = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
Undone = tuple[Parameters, Case] | None


def right(
    case: Case,
    *,
    held: Held = lambda bits, marks, cells: cells,
    output: bool = True,
    within: float = WITHIN,
) -> Expected:
    """``held(bits, marks, right cell states)`` is what the cell holds after each item."""
    cells = held(case.x[..., :-1], case.x[..., -1:], case.cells)
    return Expected(case.x, cells, np.tanh(cells) if output else None, within)


def same(parameters: Parameters, expected: Expected) -> bool:
    cells, outputs = run(parameters, expected.x)
    pairs = [(cells, expected.cells), (outputs, expected.outputs)]
    return all(close(a, b, 0, expected.within) for a, b in pairs if b is not None)


def run(parameters: Parameters, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The cell states and the outputs of torch's LSTM, both (sequences, length, n_bits).

    They are NaN if a parameter has a wrong shape.
    """
    n = x.shape[2] - 1
    if not in_shape(parameters, n):
        return np.full((*x.shape[:2], n), np.nan), np.full((*x.shape[:2], n), np.nan)
    W, U, b = (torch.tensor(part, dtype=torch.float64) for part in parameters)
    h = c = torch.zeros(len(x), n, dtype=torch.float64)
    cells, outputs = [], []
    for item in torch.tensor(x).unbind(1):
        h, c = torch.lstm_cell(item, (h, c), W, U, b, torch.zeros_like(b))
        cells.append(c)
        outputs.append(h)
    return torch.stack(cells, 1).numpy(), torch.stack(outputs, 1).numpy()


def shapes_for(n: int) -> list[tuple[int, ...]]:
    return [(4 * n, n + 1), (4 * n, n), (4 * n,)]


def in_shape(parameters: Parameters, n: int) -> bool:
    return [part.shape for part in parameters] == shapes_for(n)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def cell(held: Held) -> dict[str, Any]:
    """A mistake in what the cell holds, whatever the output is."""
    return {"held": held, "output": False, "within": 5 * WITHIN}


VARIANTS: Variants = {
    "always-writes": cell(lambda bits, marks, cells: bits),
    "never-empties": cell(lambda bits, marks, cells: np.cumsum(marks * bits, axis=1)),
    "does-not-keep": cell(lambda bits, marks, cells: marks * bits),
    "does-not-write": cell(lambda bits, marks, cells: 0 * bits),
    "bits-inverted": cell(lambda bits, marks, cells: -cells),
    "output": cell(lambda bits, marks, cells: cells),
}


def shrunk(parameters: Parameters, case: Case) -> bool:
    """Whether the cell states are right, except that all are smaller by the same factor."""
    cells, _ = run(parameters, case.x)
    size = abs(cells).max()
    return bool(0.1 < size < 1 - WITHIN) and close(cells / size, case.cells, 0, 2 * WITHIN)


def too_soft(parameters: Parameters, case: Case) -> bool:
    stronger = Parameters(*(100 * part for part in parameters))
    return not parameters.U.any() and same(stronger, right(case))


# Right rows of the four gates: the weight of the mark, that of the cell's own bit, and the bias.
ROWS = ((40, 0, -20), (-40, 0, 20), (0, 20, 0), (0, 0, 20))


def only(*gates: int) -> Callable[[Parameters, Case], bool]:
    """Whether the parameters are right once the rows of these gates are."""

    def fits(parameters: Parameters, case: Case) -> bool:
        n = case.n_bits
        if not in_shape(parameters, n):
            return False
        W, U, b = (part.copy() for part in parameters)
        for gate in gates:
            rows, (mark, bit, bias) = slice(gate * n, (gate + 1) * n), ROWS[gate]
            W[rows], U[rows], b[rows] = bit * np.eye(n, n + 1), 0, bias
            W[rows, -1] = mark
        return same(Parameters(W, U, b), right(case))

    return fits


def other_order(parameters: Parameters, case: Case) -> bool:
    """Whether the parameters are right with their blocks of rows in another order."""
    if not in_shape(parameters, case.n_bits):
        return False
    blocks = [np.split(part, 4) for part in parameters]
    orders = (order for order in itertools.permutations(range(4)) if order[2:] != (2, 3))
    others = (Parameters(*(np.concatenate([b[i] for i in o]) for b in blocks)) for o in orders)
    expected = right(case)
    return any(same(other, expected) for other in others)


SIGNS = {
    "too-small": shrunk,
    "too-soft": too_soft,
    "gate-order": other_order,
    "input-gate": only(0),
    "forget-gate": only(1),
    "candidate": only(2),
    "gates": only(0, 1, 3),
    "infinite": lambda parameters, case: any(np.isinf(part).any() for part in parameters),
}


def untransposed(parameters: Parameters, case: Case) -> Undone:
    W, U, b = parameters
    W, U = (part if len(part) == len(b) else part.T for part in (W, U))
    return None if parameters.W is W and parameters.U is U else (Parameters(W, U, b), case)


def gate_by_gate(parameters: Parameters, case: Case) -> Undone:
    """For bits 0 and 1: from ``i0 f0 g0 o0 i1 f1 g1 o1`` to ``i0 i1 f0 f1 g0 g1 o0 o1``."""
    blocks = ([part[gate::4] for gate in range(4)] for part in parameters)
    return Parameters(*map(np.concatenate, blocks)), case


def other_marks(parameters: Parameters, case: Case) -> Undone:
    bits, marks = case.x[..., :-1], case.x[..., -1:]
    return parameters, case._replace(x=np.concatenate([bits, 1 - marks], axis=2))


UNDO = {
    "transposed": untransposed,
    "bit-by-bit": gate_by_gate,
    "mark-first": lambda parameters, case: (
        parameters._replace(W=np.roll(parameters.W, -1, axis=1)),
        case,
    ),
    "mark-inverted": other_marks,
}


# ── calls and feedback ────────────────────────────────────────────────────────────────────────


def read(ask: Ask, case: Case) -> Parameters:
    shapes = shapes_for(case.n_bits)
    W, U, b = map(LooseShape, shapes)
    parameters = Parameters(*ask.arrays(case.n_bits, W=W, U=U, b=b))
    for name, part, shape in zip(Parameters._fields, parameters, shapes, strict=True):
        if part.shape not in (shape, shape[::-1]):
            feedback = f"{name} must have the shape {shape}, but it has {part.shape}."
            raise Wrong("wrong-shape", feedback, {"Called": show_call(ask.task, case[:1])})
    return parameters


def details(parameters: Parameters, case: Case) -> dict[str, str]:
    """The first item after which the LSTM holds something wrong."""
    if not in_shape(parameters, case.n_bits):
        return {}
    cells, outputs = run(parameters, case.x)
    errors = np.maximum(abs(cells - case.cells), abs(outputs - np.tanh(case.cells))).max(2)
    s, t = np.argwhere(~(errors <= WITHIN))[0]
    marks = case.x[s, : t + 1, -1]
    last = f"the last mark is at x[{np.flatnonzero(marks)[-1]}]" if any(marks) else "no mark so far"
    return {
        "Item": f"x[{t}], counted from 0, {'marked' if marks[t] else 'not marked'}; {last}",
        "Cell c": show(cells[s, t]),
        "It must hold": show(case.cells[s, t]),
        "Output h": show(outputs[s, t]),
    }


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def case_of(bits: np.ndarray, marks: np.ndarray) -> Case:
    """The case with these bits, (sequences, length, n_bits), and marks, (sequences, length)."""
    cells, now = np.zeros_like(bits), np.zeros_like(bits[:, 0])
    for t in range(marks.shape[1]):
        now = np.where(marks[:, t, None], bits[:, t], now)
        cells[:, t] = now
    return Case(bits.shape[2], np.concatenate([bits, marks[..., None]], axis=2), cells)


def draw(rng: np.random.Generator, n_bits: int) -> Case:
    """Four sequences of twelve items, of which about 30 % are marked, but not the first."""
    marks = rng.random((4, 12)) < 0.3
    marks[:, 0] = False
    marks[:, [3, 8]] = True
    return case_of(rng.choice([-1.0, 1.0], size=(*marks.shape, n_bits)), marks)


def long(n_bits: int) -> Case:
    """Four fixed sequences of 1000 items, in which small errors add up."""
    one = np.ones((LONGEST, n_bits))
    turning = one * (-1.0) ** np.arange(LONGEST)[:, None]
    first = np.arange(LONGEST) == 0
    after = np.where(first[:, None], one, -one)
    bits = np.stack([one, -one, turning, after])
    return case_of(bits, np.stack([0 * first, 0 * first, 1 + 0 * first, first]))


def cases(rng: np.random.Generator) -> Cases:
    more = int(rng.integers(4, MOST_BITS))
    return Cases(
        [draw(rng, n) for n in (1, 3, more, MOST_BITS)],
        (Edge([long(n) for n in (1, MOST_BITS, more)], ("too-soft",)),),
    )


bit_cell = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    UNDO,
    n_arguments=1,
    same=same,
    read=read,
    details=details,
).check
