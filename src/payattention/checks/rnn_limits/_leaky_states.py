"""Check of `leaky_states`: the states of an RNN with leaky units and irregular time steps."""

from typing import NamedTuple

import numpy as np
import torch

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

LONGEST = 300
LARGEST_GAP = 1000
SMALLEST_LEAK = 0.01
LARGEST_SUM = 1000
ROUNDING = 1e-5  # absolute tolerance for one step in float32


class Items(NamedTuple):
    """A test case: items at irregular times, and the parameters of an RNN with leaky units.

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


@check(reread="Chapter 1, [Gates](01-rnn-limits#gates)", odd_form=True)
def leaky_states(ask: Ask, rng: np.random.Generator) -> str:
    """Check each state: a mixture of the state before it and the candidate from torch's RNN cell.

    Promised domain: 1 to 300 items, gaps from 0 to 1000, leaks from 0.01 to 1, and arguments of the
        tanh from −1000 to 1000.
    Extremes and special cases, alone: one item; one unit; items of one number; a gap of 0; a leak
        of 1; integer gaps and others; a gap of 1000 with the smallest leak; 300 items; arguments of
        the tanh near ±1000. Together: a gap of 0 with a leak of 1; large arguments of the tanh with
        gaps of 0 and leaks of 1.
    Usual mistakes: the shares of state and candidate are exchanged; the shares do not add up to 1;
        the shares are applied inside the tanh; the gaps are ignored; the gaps are multiplied by the
        leak; the gaps are rounded; the gap of the next or the previous item is used; the gaps are
        used as the exponent of the leak; one leak is used for all units; no old state is kept, as
        in a plain RNN; the candidate is made from the state after it has leaked; the candidate is
        made without the state; the bias is missing; the tanh is missing; U is transposed; the items
        are read backwards; the first state is wrong; all rows are the same array; at edge cases,
        the logarithm of 0 is multiplied by a gap of 0, which gives NaN; at edge cases, an
        exponential overflows.
    Certain: For ordinary inputs, the feedback names a mistake only if the mistake explains all
        steps. At edge cases the feedback names only mistakes that can explain why the first wrong
        step contains NaN.
    """

    def before(states):
        return np.vstack([np.zeros_like(states[:1]), states[:-1]])

    def candidates(case, states):
        """The candidates of torch's RNN cell at all items: (items, units).

        Row t of ``states`` must be the state before item t.
        """
        cell = [case.x, states, case.W, case.U, case.b, np.zeros_like(case.b)]
        return torch.rnn_tanh_cell(*(torch.tensor(part, dtype=torch.float64) for part in cell))

    def sums(case, states):
        return case.x @ case.W.T + states @ case.U.T + case.b

    def shares(case):
        """The share of its state that a unit keeps over each gap, as (items, units).

        It is (1 − leak) ** gap.
        """
        return torch.pow(torch.tensor(1 - case.leak), torch.tensor(case.gaps)[:, None]).numpy()

    def mixes(states, case, kept=None, new=None):
        """Whether each state is ``kept`` · (state before) + ``new`` · candidate.

        By default, ``kept`` is the right share, and ``new`` is 1 − ``kept``.
        """
        kept = shares(case) if kept is None else kept
        new = 1 - kept if new is None else new
        last = before(states)
        mixture = kept * last + new * candidates(case, last).numpy()
        return close(states, mixture, rtol=0.0, atol=ROUNDING)

    def keeps(kept):
        return lambda states, case: any(mixes(states, case, share) for share in kept(case))

    def inside(states, case):
        last, kept = before(states), shares(case)
        return close(states, np.tanh(kept * last + (1 - kept) * sums(case, last)))

    def from_decayed(states, case):
        last, kept = before(states), shares(case)
        return close(states, kept * last + (1 - kept) * candidates(case, kept * last).numpy())

    def without_tanh(states, case):
        last, kept = before(states), shares(case)
        return close(states, kept * last + (1 - kept) * sums(case, last))

    def other_gap(states, case):
        """Whether all steps use the gap of the next item, or all use the gap of the item before."""
        last = before(states)
        new = candidates(case, last).numpy()
        gaps = (np.roll(case.gaps, -1), np.roll(case.gaps, 1))
        kept = [shares(case._replace(gaps=other)) for other in gaps]
        after, earlier = (close_rows(states, k * last + (1 - k) * new) for k in kept)
        return bool(after[:-1].all() or earlier[1:].all())

    def same_array(states, case):
        """Whether every row of ``states`` is the right last state."""
        state = np.zeros_like(states[:1])
        for kept, *item in zip(shares(case), case.x[:, None], strict=True):
            step = case._replace(x=item[0])
            state = kept * state + (1 - kept) * candidates(step, state).numpy()
        return bool(close_rows(states, np.repeat(state, len(states), axis=0)).all())

    def close_rows(states, wanted):
        return np.array(
            [close(a, b, rtol=0.0, atol=ROUNDING) for a, b in zip(states, wanted, strict=True)]
        )

    def first_state(states, case):
        """Whether each state follows from the state before it, except the first state."""
        last, kept = before(states), shares(case)
        wanted = kept * last + (1 - kept) * candidates(case, last).numpy()
        return close_rows(states, wanted)[1:].all()

    mistakes: Mistakes = [
        UndoableMistake(
            "U-transposed",
            "U stands transposed: unit i gets the sum over j of `U[i, j]` times unit j's state.",
            lambda states, case: (states, case._replace(U=case.U.T)),
            credit=0.6,
        ),
        UndoableMistake(
            "bias-forgotten",
            "The bias b is missing inside the tanh.",
            lambda states, case: (states, case._replace(b=0 * case.b)),
            credit=0.6,
        ),
        UndoableMistake(
            "U-forgotten",
            "The candidate does not see the state before: the term with U is missing.",
            lambda states, case: (states, case._replace(U=0 * case.U)),
            credit=0.3,
        ),
        UndoableMistake(
            "gaps-ignored",
            "Every gap counts as 1. Over a gap Δ a unit keeps the share (1 − a) to the power Δ.",
            lambda states, case: (states, case._replace(gaps=np.ones_like(case.gaps))),
            credit=0.4,
        ),
        UndoableMistake(
            "gaps-as-times",
            "The gaps are taken for times, and their differences for the gaps. `gaps[t]` is a "
            "difference already: the time since the item before.",
            lambda states, case: (states, case._replace(gaps=np.diff(case.gaps, prepend=0))),
            credit=0.5,
        ),
        UndoableMistake(
            "whole-gaps",
            "The gaps are rounded to whole numbers. The power (1 − a) ** Δ takes any Δ.",
            lambda states, case: next(
                (
                    (states, case._replace(gaps=whole(case.gaps)))
                    for whole in (np.round, np.floor, np.ceil)
                    if mixes(states, case._replace(gaps=whole(case.gaps)))
                ),
                None,
            ),
            credit=0.5,
        ),
        UndoableMistake(
            "one-leak",
            "All units leak alike. Each unit has a leak of its own, `leak[i]`.",
            lambda states, case: next(
                (
                    (states, case._replace(leak=np.full_like(case.leak, one)))
                    for one in (case.leak[0], case.leak[-1], case.leak.mean())
                    if mixes(states, case._replace(leak=np.full_like(case.leak, one)))
                ),
                None,
            ),
            credit=0.4,
        ),
        UndoableMistake(
            "backwards",
            "The items are read from the last to the first.",
            lambda states, case: (
                states[::-1],
                case._replace(x=case.x[::-1].copy(), gaps=case.gaps[::-1].copy()),
            ),
            credit=0.3,
        ),
        Mistake(
            "no-leak",
            "This is the plain recurrent network: nothing of the old state is kept as it is.",
            keeps(lambda case: [np.zeros((1, 1))]),
        ),
        Mistake(
            "shares-exchanged",
            "The two shares are exchanged. A small leak keeps most of the old state.",
            keeps(lambda case: [1 - shares(case), case.leak]),
            credit=0.5,
        ),
        Mistake(
            "power-of-the-leak",
            "The power is taken of the leak. It is the share that is kept, 1 − a, which is "
            "multiplied by itself.",
            keeps(
                lambda case: [1 - case.leak ** case.gaps[:, None], case.leak ** case.gaps[:, None]]
            ),
            credit=0.4,
        ),
        Mistake(
            "gap-multiplied",
            "The leak is multiplied by the gap. Of what is left after one unit of time, the next "
            "takes its share again: that is a power.",
            keeps(
                lambda case: [
                    1 - case.leak * case.gaps[:, None],
                    1 - (case.leak * case.gaps[:, None]).clip(0, 1),
                    (1 - case.leak) * case.gaps[:, None],
                    (1 - case.leak) / case.gaps[:, None],
                ]
            ),
            credit=0.4,
        ),
        Mistake(
            "exponential",
            "The share kept is exp(−a Δ) here. That is near (1 − a) to the power Δ for small leaks "
            "only.",
            keeps(lambda case: [np.exp(-case.leak * case.gaps[:, None])]),
            credit=0.5,
        ),
        Mistake(
            "not-a-mixture",
            "The two shares do not add up to 1: what is not kept comes from the candidate.",
            lambda states, case: any(
                mixes(states, case, kept, new)
                for kept, new in (
                    (shares(case), 1.0),
                    (1.0, 1 - shares(case)),
                    (0.0, 1 - shares(case)),
                    (shares(case), case.leak),
                    (1 - case.leak, 1 - shares(case)),
                )
            ),
            credit=0.4,
        ),
        Mistake(
            "leak-inside",
            "The mixing happens inside the tanh. The old state itself is kept, not its sum.",
            inside,
            credit=0.4,
        ),
        Mistake(
            "decayed-first",
            "The candidate is made of the state after it has leaked. It is made of the state as it "
            "was after the last item.",
            from_decayed,
            credit=0.5,
        ),
        Mistake("tanh-forgotten", "The candidate lacks its tanh.", without_tanh, credit=0.4),
        Mistake(
            "other-gap",
            "Each step goes by the gap of a neighbour. `gaps[t]` is the time between the item "
            "before and item t, so it belongs to the step that reads item t.",
            other_gap,
            credit=0.6,
        ),
        Mistake(
            "same-array",
            "All rows are alike: the last state. A list that collects one array, changed in place "
            "by `+=` or `*=`, holds the same array many times. Append a copy.",
            same_array,
            credit=0.6,
        ),
        Mistake(
            "first-state",
            "Right, except for the first state. Before the first item the state is 0, and the "
            "first step is like any other.",
            first_state,
            credit=0.6,
        ),
    ]

    def draw(n, d_x, d_h, gaps=(0.2, 3.0), leaks=(0.1, 0.8)):
        x, W = rng.normal(size=(n, d_x)).round(1), rng.normal(size=(d_h, d_x)).round(1)
        U, b = rng.normal(0, 0.7, size=(d_h, d_h)).round(1), rng.uniform(0.2, 1, size=d_h).round(1)
        leak = rng.uniform(leaks[0], leaks[1], size=d_h).round(2)
        return Items(x, rng.uniform(gaps[0], gaps[1], size=n).round(1), W, U, b, leak)

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(len(case.x), len(case.b))) for case in cases],
            mixes,
            mistakes,
            shown_beside=first_wrong_step,
            rule="Each state is the share (1 − leak) ** gap of the state before, and the rest of "
            "the candidate, which is made of the item and the state before.",
        )

    def first_wrong_step(states, case):
        last, kept = before(states), shares(case)
        wanted = kept * last + (1 - kept) * candidates(case, last).numpy()
        t = int(np.argmin(close_rows(states, wanted)))
        return {
            "Returned": f"row {t}: {show(states[t])}",
            "It must be": f"{show(wanted[t])} after the row before it",
            "The row before": f"{show(last[t])}, of which is kept {show(kept[t])}",
        }

    size = rng.integers(2, 7, size=(4, 2)).tolist()
    ordinary = [draw(4, 2, 2), draw(2, 1, 2), draw(3, 1, 3), draw(7, 4, 2), draw(6, 3, 3)]
    ordinary += [draw(int(rng.integers(5, 12)), *each) for each in size]
    judge_at(ordinary, mistakes)

    def edge_mistake(name, says, credit, found):
        """A `Mistake` that is named if the first wrong step has NaN and ``found`` is True.

        ``found(case, t, before)`` takes the number t of that step; row i of ``before`` is the
        student's state before step i.
        """

        def fits(states, case):
            last, kept = before(states), shares(case)
            wanted = kept * last + (1 - kept) * candidates(case, last).numpy()
            rows = close_rows(states, wanted)
            t = int(np.argmin(rows))
            return bool(rows.all() or (np.isnan(states[t]).any() and found(case, t, last)))

        return Mistake(name, says, fits, credit)

    log_of_0 = edge_mistake(
        "log-of-0",
        "With a leak of 1, what is kept over a gap of 0 is 0⁰ = 1: nothing changes. By way of the "
        "logarithm it is 0 · (−∞), which is NaN.",
        0.7,
        lambda case, t, last: case.gaps[t] == 0 and (case.leak == 1).any(),
    )
    overflow = edge_mistake(
        "overflow",
        "A tanh written with exponentials overflows: exp(1000) is ∞, and ∞/∞ is NaN. `np.tanh` "
        "does not.",
        0.7,
        lambda case, t, last: abs(sums(case, last)[t]).max() > 100,
    )

    def large(case):
        """A copy of the test case in which the arguments of the tanh are far from 0."""
        side = np.where(rng.random(len(case.b)) < 0.5, 1.0, -1.0)
        x = np.hstack([case.x, np.ones((len(case.x), 1))])
        W = np.hstack([case.W, (side * rng.choice([400, LARGEST_SUM - 60], len(side)))[:, None]])
        return case._replace(x=x, W=W)

    def at(case, **special):
        """A copy of the test case with special values in half of ``gaps``, of ``leak``, or of both.

        For example, ``at(case, gaps=0.0)`` sets half of the gaps, chosen at random, to 0.
        """
        changed = {}
        for name, value in special.items():
            array = getattr(case, name).copy()
            array[rng.permutation(len(array))[: (len(array) + 1) // 2]] = value
            changed[name] = array
        return case._replace(**changed)

    small = [draw(1, 3, 2), draw(1, 1, 1), draw(5, 3, 1)]
    still = [at(draw(6, 2, 3), gaps=0.0), draw(4, 2, 3, gaps=(0, 0))]
    quick = [at(draw(6, 2, 4), leak=1.0), draw(4, 3, 2, leaks=(1, 1))]
    slow = draw(5, 2, 3, leaks=(SMALLEST_LEAK, 0.04))._replace(leak=np.full(3, SMALLEST_LEAK))
    slow = slow._replace(gaps=np.array([LARGEST_GAP, 500.0, 0.5, 1.0, LARGEST_GAP]))
    both = [at(draw(8, 2, 4), gaps=0.0, leak=1.0), draw(3, 2, 2, gaps=(0, 0), leaks=(1, 1))]
    far = [large(draw(3, 2, 2)), large(draw(6, 1, 4))]
    far += [large(at(draw(9, 3, 4), gaps=0.0, leak=1.0)) for _ in "two"]
    judge_edges(
        lambda: judge_at([*small, *still, *quick, slow, *both, draw(LONGEST, 2, 3)], [log_of_0]),
        lambda: judge_at(far, [log_of_0, overflow]),
    )
    return "With a leak of 0.01, a unit still holds 37 % of what it held 100 units of time ago."
