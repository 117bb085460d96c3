"""Check of `bit_cell`: parameters of an LSTM that holds the bits of the last marked item."""

import itertools
from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    Wrong,
    check,
    close,
    judge,
    show,
    show_call,
)
from payattention.checks.edges import judge_edges

MOST_BITS = 20
LONGEST = 1000
WITHIN = 0.01

Parameters = tuple[np.ndarray, np.ndarray, np.ndarray]  # W, U, b of an LSTM's cell


class Reading(NamedTuple):
    """A test case: ``n_bits``, the student's only argument, and sequences to run the LSTM on.

    In ``x``, each item is ``n_bits`` bits (1 or −1) followed by a mark (1 or 0). ``wanted`` has the
    right cell state after each item: the bits of the last marked item, or 0 before the first mark.
    """

    n_bits: int
    x: np.ndarray  # (sequences, length, n_bits + 1)
    wanted: np.ndarray  # (sequences, length, n_bits)


@check(reread="Chapter 1, [Gates](01-rnn-limits#gates)", odd_form=True)
def bit_cell(ask: Ask, rng: np.random.Generator) -> str:
    """Check that torch's LSTM with the returned parameters holds the last marked item's bits.

    The student returns the parameters. An item is some bits, each 1 or −1, and a mark, 1 or 0. The
    cell state c must be the bits, and the output h must be tanh(c).

    Promised domain: 1 to 20 bits; sequences of up to 1000 items. Errors of c and h up to 0.01 are
        accepted.
    Extremes and special cases, alone and together: one bit and 20 bits; no mark at all; a mark at
        every item, where all bits change their signs from item to item; one mark at the first of
        1000 items, followed by the opposite bits without a mark; bits that never change and have no
        mark. Further numbers of bits are drawn at random.
    Usual mistakes: the input gate or the forget gate is open at every item, or closed at every
        item; a gate is half open at an item without a mark; the mark is read with the wrong sign;
        the mark is read from the first column; the gates are in another order; the candidate is
        tanh(1) = 0.76 instead of 1; the output gate is closed; the parameters are too small; the
        parameters are infinite; a matrix is transposed.
    Certain: The feedback names a mistake only if it explains what torch's cell holds after every
        item, if the parameters are right once it is undone, or if some parameter is infinite.
    """

    def run(parameters, case):
        """The cell states c and the outputs h of torch's LSTM with the student's parameters.

        Both are (sequences, length, n_bits).
        """
        W, U, b = (torch.tensor(part, dtype=torch.float64) for part in parameters)
        c = h = torch.zeros(len(case.x), case.n_bits, dtype=torch.float64)
        cells, outputs = [], []
        for item in torch.tensor(case.x).unbind(1):
            h, c = torch.lstm_cell(item, (h, c), W, U, b, torch.zeros_like(b))
            cells.append(c)
            outputs.append(h)
        return torch.stack(cells, 1).numpy(), torch.stack(outputs, 1).numpy()

    def fits_together(parameters, case):
        n = case.n_bits
        shapes = [part.shape for part in parameters]
        return shapes == [(4 * n, n + 1), (4 * n, n), (4 * n,)]

    def held(parameters, case):
        """The LSTM's cell state c after each item; all NaN if a parameter has a wrong shape."""
        if not fits_together(parameters, case):
            return np.full_like(case.wanted, np.nan)
        return run(parameters, case)[0]

    def holds(wanted):
        """Return a predicate (parameters, case): whether the cell states are those of a mistake.

        ``wanted(bits, marks, right)`` returns the mistake's cell states; ``right`` has the right
        ones.
        """

        def fits(parameters, case):
            bits, marks = case.x[..., :-1], case.x[..., -1:]
            cells = held(parameters, case)
            return close(cells, wanted(bits, marks, case.wanted), rtol=0.0, atol=5 * WITHIN)

        return fits

    def right(parameters, case):
        if not fits_together(parameters, case):
            return False
        cells, outputs = run(parameters, case)
        near = close(cells, case.wanted, rtol=0.0, atol=WITHIN)
        return near and close(outputs, np.tanh(case.wanted), rtol=0.0, atol=WITHIN)

    def in_order(parameters, order):
        """The parameters with their blocks of rows, one for each gate, in the order ``order``."""
        return tuple(np.concatenate([np.split(part, 4)[i] for i in order]) for part in parameters)

    def reordered(parameters, case):
        if not fits_together(parameters, case):
            return None
        for order in itertools.permutations(range(4)):
            if order[2:] != (2, 3) and right(other := in_order(parameters, order), case):
                return other, case
        return None

    def gate_by_gate(part):
        """Reorder the rows of W, U or b from bit by bit to gate by gate.

        For bits 0 and 1 and gates i, f, g, o: from ``i0 f0 g0 o0 i1 f1 g1 o1`` to
        ``i0 i1 f0 f1 g0 g1 o0 o1``.
        """
        return np.concatenate([part[gate::4] for gate in range(4)])

    def untransposed(parameters, case):
        W, U, b = parameters
        n = case.n_bits
        turned = (W.T if W.shape == (n + 1, 4 * n) else W, U.T if U.shape == (n, 4 * n) else U, b)
        return None if W.shape == turned[0].shape and U.shape == turned[1].shape else (turned, case)

    def mark_last(parameters, case):
        W, U, b = parameters
        return ((np.roll(W, -1, axis=1), U, b), case) if W.ndim == 2 else None

    def other_marks(parameters, case):
        x = case.x.copy()
        x[..., -1] = 1 - x[..., -1]
        return parameters, case._replace(x=x)

    def with_biases(parameters, case):
        """Undo the mistake that the input gate or the forget gate has no bias.

        The bias becomes −½ · (weight of the mark). The result is None if there is nothing to undo.
        """
        if not fits_together(parameters, case):
            return None
        W, U, b = parameters
        b, n = b.copy(), case.n_bits
        near_0 = [gate for gate in (slice(n), slice(n, 2 * n)) if abs(b[gate]).max() < 1]
        for gate in near_0:
            b[gate] = -W[gate, -1] / 2
        return ((W, U, b), case) if near_0 else None

    def stronger(parameters, case):
        no_feedback = not parameters[1].any()
        return no_feedback and right(tuple(100 * part for part in parameters), case)

    def shrunk(parameters, case):
        """Whether the cell states are right, except that all are smaller by the same factor."""
        cells = held(parameters, case)
        size = abs(cells).max()
        return 0.1 < size < 1 - WITHIN and close(
            cells / size, case.wanted, rtol=0.0, atol=2 * WITHIN
        )

    mistakes: Mistakes = [
        Mistake(
            "too-small",
            "The cell holds the right bits, but smaller ones. tanh(1) is only 0.76: the candidate "
            "needs large weights, too.",
            shrunk,
            credit=0.6,
        ),
        Mistake(
            "too-soft",
            "The gates turn the right way, but not far enough: σ(4), for example, is still 2 % "
            "away from 1. Over 1000 items every little adds up.",
            stronger,
            credit=0.7,
        ),
        UndoableMistake(
            "transposed",
            "A matrix is transposed. W and U have a row for each gate of each bit.",
            untransposed,
            credit=0.7,
        ),
        UndoableMistake(
            "gate-order",
            "The gates stand in another order. Here it is torch's: input, forget, candidate, "
            "output.",
            reordered,
            credit=0.7,
        ),
        UndoableMistake(
            "bit-by-bit",
            "The rows stand bit by bit, four gates each. They must stand gate by gate: the input "
            "gates of all bits first.",
            lambda parameters, case: (
                (tuple(map(gate_by_gate, parameters)), case)
                if case.n_bits > 1 and fits_together(parameters, case)
                else (parameters, case)
            ),
            credit=0.7,
        ),
        UndoableMistake(
            "mark-first",
            "The mark is looked for in the first column. It is the last number of an item.",
            mark_last,
            credit=0.7,
        ),
        UndoableMistake(
            "mark-inverted",
            "The cell writes at the items without a mark and keeps its bits at those with one. "
            "(Have input and forget gate changed places?)",
            other_marks,
            credit=0.5,
        ),
        UndoableMistake(
            "half-open",
            "Without a mark a gate is half open: σ(0) = ½. Its bias must make the difference: far "
            "below 0 without a mark and far above with it, or the reverse.",
            with_biases,
            credit=0.6,
        ),
        Mistake(
            "always-writes",
            "The cell holds the bits of each item, marked or not: it does not heed the mark.",
            holds(lambda bits, marks, wanted: bits),
            credit=0.3,
        ),
        Mistake(
            "never-empties",
            "New bits are added to the old ones: at a mark the forget gate must close.",
            holds(lambda bits, marks, wanted: np.cumsum(marks * bits, axis=1)),
            credit=0.5,
        ),
        Mistake(
            "does-not-keep",
            "The cell is empty at the next item without a mark: there the forget gate must be "
            "open, that is, near 1.",
            holds(lambda bits, marks, wanted: marks * bits),
            credit=0.4,
        ),
        Mistake(
            "does-not-write",
            "The cell stays empty: the input gate never opens, or the candidate is 0.",
            holds(lambda bits, marks, wanted: 0 * bits),
        ),
        Mistake(
            "bits-inverted",
            "The cell holds the opposite of each bit: −1 for 1.",
            holds(lambda bits, marks, wanted: -wanted),
            credit=0.6,
        ),
        Mistake(
            "output",
            "The cell holds the right bits, but h does not show them: the output gate must be open "
            "at all items.",
            holds(lambda bits, marks, wanted: wanted),
            credit=0.7,
        ),
        Mistake(
            "infinite",
            "There are infinite numbers in it, and ∞ · 0 is NaN. A weight of 50 or 1000 is plenty.",
            lambda parameters, case: any(np.isinf(part).any() for part in parameters),
            credit=0.5,
        ),
    ]

    def sequences(n_bits, marks, bits=None):
        """A test case with these marks, (sequences, length), and bits, (sequences, length, n_bits).

        Without ``bits``, they are random.
        """
        if bits is None:
            bits = rng.choice([-1.0, 1.0], size=(*marks.shape, n_bits))
        wanted, now = np.zeros_like(bits), np.zeros_like(bits[:, 0])
        for t in range(marks.shape[1]):
            now = np.where(marks[:, t, None], bits[:, t], now)
            wanted[:, t] = now
        return Reading(n_bits, np.concatenate([bits, marks[..., None]], axis=2), wanted)

    def first_wrong_item(parameters, case):
        if not fits_together(parameters, case):
            names = ("W", "U", "b")
            shapes = (f"{n} {p.shape}" for n, p in zip(names, parameters, strict=True))
            return {"Shapes": ", ".join(shapes)}
        cells, outputs = run(parameters, case)
        error = np.maximum(abs(cells - case.wanted), abs(outputs - np.tanh(case.wanted))).max(2)
        s, t = np.argwhere(~(error <= WITHIN))[0]
        return {
            "Item": f"x[{t}], counted from 0, {'marked' if case.x[s, t, -1] else 'not marked'}; "
            + last_mark(case.x[s, : t + 1, -1]),
            "Cell c": show(cells[s, t]),
            "It must hold": show(case.wanted[s, t]),
            "Output h": show(outputs[s, t]),
        }

    def last_mark(marks):
        """A text that says where the last mark is; ``marks`` are those of one sequence."""
        marked = np.flatnonzero(marks)
        return f"the last mark is at x[{marked[-1]}]" if len(marked) else "no mark so far"

    def read(n_bits):
        parameters = ask.arrays(n_bits, W=None, U=None, b=None)
        shapes = {"W": (4 * n_bits, n_bits + 1), "U": (4 * n_bits, n_bits), "b": (4 * n_bits,)}
        for name, part in parameters._asdict().items():
            if part.shape not in (shapes[name], shapes[name][::-1]):
                says = f"{name} must have the shape {shapes[name]}, but it has {part.shape}."
                called = {"Called": show_call(ask.task, (n_bits,))}
                raise Wrong("wrong-shape", says, called)
        return parameters

    def judge_at(cases, mistakes):
        sizes = list(dict.fromkeys(case.n_bits for case in cases))
        ask.announce((size,) for size in sizes)
        cells = {size: read(size) for size in sizes}
        judge(
            ask,
            cases,
            [cells[case.n_bits] for case in cases],
            right,
            mistakes,
            n_arguments=1,
            shown_beside=first_wrong_item,
            rule="After each item c holds the bits of the last marked item, 0 if there was none, "
            "and h is tanh(c), both within 0.01.",
        )

    def marks(length, share):
        """Draw the marks of four sequences, (4, length): about ``share`` of them are 1."""
        some = rng.random((4, length)) < share
        some[:, 0] = False
        some[:, [3, 8]] = True
        return some.astype(float)

    sizes = [1, 3, *rng.choice(np.arange(4, MOST_BITS), size=2, replace=False).tolist()]
    judge_at([sequences(n, marks(12, 0.3)) for n in sizes], mistakes)

    def long(n_bits):
        """A test case with four fixed sequences of 1000 items, in which small errors add up."""
        one = np.ones((1, LONGEST, n_bits))
        turning = one * (-1.0) ** np.arange(LONGEST)[:, None]
        after = np.concatenate([one[:, :1], -one[:, 1:]], axis=1)
        first = np.arange(LONGEST) == 0
        rows = [(one, 0 * first), (-one, 0 * first), (turning, 1 + 0 * first), (after, first)]
        bits = np.concatenate([row for row, _ in rows])
        return sequences(n_bits, np.array([row for _, row in rows], dtype=float), bits)

    tired = Mistake(
        "too-soft",
        "The gates turn the right way, but not far enough: what comes in, or goes out, at an item "
        "without a mark is little, but 1000 items add it up.",
        stronger,
        credit=0.7,
    )
    judge_edges(lambda: judge_at([long(n) for n in (1, MOST_BITS, sizes[2])], [tired]))
    return (
        "Its gradient does not vanish either: from a cell to the same cell 1000 items later, it is "
        "the product of 1000 forget gates near 1."
    )
