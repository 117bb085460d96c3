"""Check of `cell_weights`: how much of each step a gated cell still holds after later steps."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    check,
    close,
    judge,
    show,
)
from payattention.checks.edges import judge_edges

LONGEST = 100
TINY = 1e-290  # smaller products of gates lose digits in float64
ROUNDING = 1e-8  # absolute tolerance for weights in float32


class Gates(NamedTuple):
    """A test case: the values of the forget gate and of the input gate (``write``) at each step."""

    forget: np.ndarray
    write: np.ndarray


@check(reread="Chapter 1, [Gates](01-rnn-limits#gates)")
def cell_weights(ask: Ask, rng: np.random.Generator) -> str:
    """Check a table: entry (t, s) is the share of step s's candidate in the cell after step t.

    Promised domain: 1 to 100 steps; gates from 0 to 1, both included.
    Extremes and special cases, alone: one step; two steps; a forget gate of exactly 0 and of
        exactly 1; an input gate of 0; all gates 0; all gates 1; 100 steps; gates so small that the
        product of all of them underflows to 0. Together: several forget gates of 0 among 100 very
        small ones.
    Usual mistakes: the forget gate also multiplies the candidate of its own step; the forget gate
        acts one step late or early; one step's forget gate is used for all steps; all gates since
        the first step are multiplied; the input gate is missing; the input gate is taken from the
        wrong step; the input gate and the forget gate are exchanged; the forget gates are added
        instead of multiplied; the table is transposed; the table has weights above the diagonal;
        each row is divided by its sum; at edge cases, products of gates are divided by each other,
        which gives 0/0.
    Certain: On random gates, each mistake gives a different table. At edge cases the feedback names
        a mistake only if the forget gates up to the first wrong row can be the cause: one of them
        is 0 and the table contains NaN or ∞, or none is 0 and their product is below 10⁻²⁹⁰.
    """

    def upper(weights):
        return weights[np.triu_indices(len(weights), k=1)]

    def near(weights, wanted):
        return np.abs(weights - wanted) <= ROUNDING + 1e-4 * np.abs(wanted)  # False for NaN

    def entries(weights, case, diagonal):
        """Which entries of the table follow from the row above: (steps, steps), boolean.

        Entry (t, s) must be ``forget[t]`` · entry (t − 1, s) if s < t, ``diagonal[t]`` if s = t,
        and 0 if s > t.
        """
        above = np.vstack([np.zeros_like(weights[:1]), weights[:-1]])
        return near(weights, case.forget[:, None] * np.tril(above, -1) + np.diag(diagonal))

    def rows(weights, case):
        return entries(weights, case, case.write).all(axis=1)

    def right(weights, case):
        return bool(rows(weights, case).all())

    def own_gate(weights, case):
        return bool(entries(weights, case, case.forget * case.write).all())

    def last_gate_missing(weights, case):
        """Whether only the factor ``forget[t]`` is missing in each row t, below the diagonal."""
        written = np.diag(case.write) + np.diag(case.write[:-1], -1)
        above = np.tril(np.vstack([np.zeros_like(weights[:1]), weights[:-1]]), -2)
        return bool(near(weights, np.roll(case.forget, 1)[:, None] * above + written).all())

    def gate_of_row_before(weights, case):
        """Whether the table would be right if each forget gate came one step later."""
        return right(weights, case._replace(forget=np.roll(case.forget, 1)))

    def fixed_gate(weights, case):
        """Whether one gate, or a power of one number, replaces each product of forget gates.

        The product in entry (t, s) is ``forget[s + 1]`` · … · ``forget[t]``; a power has the
        exponent t − s.
        """
        n = len(case.write)
        way = np.tril(np.arange(n)[:, None] - np.arange(n)).astype(float)
        of_row, of_column = case.forget[:, None], case.forget[None]
        tables = [gate**way for gate in (of_row, of_column, case.forget[0], case.forget.mean())]
        tables += [np.where(way > 0, gate, 1.0) for gate in (of_row, of_column)]
        return any(close(weights, np.tril(table * case.write)) for table in tables)

    def from_the_beginning(weights, case):
        so_far = np.cumprod(case.forget)[:, None]
        since_the_first = so_far / case.forget[0]
        return any(close(weights, np.tril(so * case.write)) for so in (so_far, since_the_first))

    def added_up(weights, case):
        total = np.cumsum(case.forget)
        way = total[:, None] - total
        return any(close(np.tril(weights, -1), np.tril(w * case.write, -1)) for w in (way, 1 + way))

    def normalised(weights, case):
        if not close(weights.sum(axis=1), 1):
            return None
        return weights * (case.write / np.diag(weights))[:, None], case

    mistakes: Mistakes = [
        UndoableMistake(
            "transposed",
            "The table is transposed. Row t is the cell after step t, column s the step that "
            "wrote.",
            lambda weights, case: (weights.T, case),
            credit=0.7,
        ),
        UndoableMistake(
            "gates-exchanged",
            "The two gates have changed places: `forget` says what stays of the cell, `write` what "
            "is written.",
            lambda weights, case: (weights, Gates(case.write, case.forget)),
            credit=0.5,
        ),
        UndoableMistake(
            "forget-inverted",
            "The forget gate is taken for what is thrown away. It is what is kept: at 1 all of the "
            "cell stays.",
            lambda weights, case: (weights, case._replace(forget=1 - case.forget)),
            credit=0.5,
        ),
        UndoableMistake(
            "write-forgotten",
            "The input gate is missing: step s writes only the share `write[s]` of its candidate.",
            lambda weights, case: (weights * case.write, case),
            credit=0.5,
        ),
        UndoableMistake(
            "rows-add-up-to-1",
            "Each row is divided by its sum. These weights need not add up to 1.",
            normalised,
            credit=0.5,
        ),
        UndoableMistake(
            "future",
            "There are weights above the diagonal. After step t the cell knows nothing of the "
            "steps to come: they have the weight 0.",
            lambda weights, case: None if close(upper(weights), 0) else (np.tril(weights), case),
            credit=0.6,
        ),
        Mistake(
            "own-gate",
            "What step s writes is multiplied by the forget gate of step s, too. The gate acts on "
            "the cell before the candidate is added.",
            own_gate,
            credit=0.6,
        ),
        Mistake(
            "one-gate-short",
            "The forget gate of the last step is missing: row t is multiplied by `forget[t]`, all "
            "but the diagonal.",
            last_gate_missing,
            credit=0.6,
        ),
        Mistake(
            "one-gate-early",
            "The forget gates are those of one step too early, `forget[s]` to `forget[t - 1]`. "
            "What step s wrote passes the gates of the steps after it, `forget[s + 1]` to "
            "`forget[t]`.",
            gate_of_row_before,
            credit=0.6,
        ),
        Mistake(
            "write-of-the-row",
            "Row t is multiplied by the input gate of step t. What step s wrote was weighted by "
            "its own gate, `write[s]`.",
            lambda weights, case: right(weights * case.write / case.write[:, None], case),
            credit=0.5,
        ),
        Mistake(
            "one-forget-gate",
            "One step's forget gate is used for the whole way. Every step on the way has a gate "
            "of its own.",
            fixed_gate,
            credit=0.3,
        ),
        Mistake(
            "from-the-beginning",
            "All gates since the beginning are multiplied. What step s writes passes only those "
            "after step s.",
            from_the_beginning,
            credit=0.4,
        ),
        Mistake(
            "added",
            "The forget gates on the way are added. Each takes its share of what is left: that is "
            "a product.",
            added_up,
            credit=0.3,
        ),
    ]

    def first_wrong_row(weights, case):
        t = int(np.argmin(rows(weights, case)))
        shown = {"Returned": f"row {t}: {show(weights[t])}"}
        wanted = np.append(case.forget[t] * weights[t - 1, :t] if t else [], case.write[t])
        shown["It must be"] = show(np.pad(wanted, (0, len(case.write) - t - 1)))
        if t:
            shown["The row before"] = show(weights[t - 1])
        return shown | {
            f"Gates, step {t}": f"forget {case.forget[t]:.4g}, write {case.write[t]:.4g}"
        }

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(len(case.write),) * 2) for case in cases],
            right,
            mistakes,
            shown_beside=first_wrong_row,
            rule="Row t is row t − 1 times `forget[t]`, and at step t itself stands `write[t]`; "
            "behind it all weights are 0.",
        )

    def draw(n, low=0.3, high=0.95):
        return Gates(*rng.uniform(low, high, size=(2, n)).round(2 if low > 0.1 else 5))

    ordinary = [draw(3), draw(4), draw(6), draw(8)]
    ordinary += [draw(int(n)) for n in rng.integers(5, 15, size=2)]
    judge_at(ordinary, mistakes)

    def closed(case, *at):
        forget = case.forget.copy()
        forget[list(at)] = 0
        return case._replace(forget=forget)

    def edge_mistake(name, says, found):
        """A `Mistake` for NaN, ∞ or lost digits that is named only if ``found(gates)`` is True.

        ``gates`` are the forget gates up to the first wrong row. ``says`` is the text for the
        student.
        """

        def fits(weights, case):
            if right(weights, case):
                return True
            gates = case.forget[: int(np.argmin(rows(weights, case))) + 1]
            blurred = (gates > 0).all() and np.prod(gates) < TINY  # digits are lost
            return bool((blurred or not np.isfinite(weights).all()) and found(gates))

        return Mistake(name, says, fits, credit=0.7)

    closed_gate = edge_mistake(
        "closed-gate",
        "A forget gate of 0 wipes out the cell. From there on a product since the beginning is 0, "
        "and 0/0 is NaN (as ∞ − ∞ is, with logarithms). Multiply row by row.",
        lambda gates: (gates == 0).any(),
    )
    underflow = edge_mistake(
        "underflow",
        "After many small gates the product of all since the beginning is 0 in floats, and a "
        "division by it gives NaN, ∞ or a number of few digits. Multiply row by row.",
        lambda gates: np.prod(gates) < TINY,
    )
    n = int(rng.integers(5, 9))
    ends = [draw(1), draw(2), Gates(np.ones(4), np.ones(4)), Gates(np.ones(n), draw(n).write)]
    ends += [Gates(draw(5).forget, np.array([0, 0.5, 0, 1, 0.0])), draw(LONGEST, 0.9, 1.0)]
    zeros = [closed(draw(n), 2), closed(draw(n), 0), closed(draw(n), n - 1), closed(draw(6), 1, 4)]
    zeros += [Gates(np.zeros(3), draw(3).write), Gates(np.zeros(2), np.zeros(2))]
    tiny = [Gates(np.array([0.5, 1e-200, 1e-200, 0.5]), np.ones(4))]
    tiny += [draw(LONGEST, 1e-4, 1e-3), draw(int(rng.integers(90, LONGEST)), 1e-4, 1e-3)]
    tiny += [closed(draw(LONGEST, 1e-4, 1e-3), 9, 60, 61), closed(draw(70, 0.5, 1), 0, 50)]
    judge_edges(
        lambda: judge_at([*ends, *zeros], [closed_gate]),
        lambda: judge_at(tiny, [closed_gate, underflow]),
    )
    return "Read as attention: what a step wrote has the weight of all gates since, multiplied."
