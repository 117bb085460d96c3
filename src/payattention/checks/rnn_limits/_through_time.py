"""Check of `through_time`: backpropagation through time in an RNN, written by hand."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, judge, show
from payattention.checks.edges import judge_edges

LONGEST = 100
LARGEST_STATE = 0.99
LARGEST_GRADIENT = 1e10


class Past(NamedTuple):
    """A test case: an RNN's states, its recurrent matrix, and the direct gradient at each state.

    The direct gradient is the part of the gradient that does not pass through later states.
    """

    states: np.ndarray
    U: np.ndarray
    direct: np.ndarray


@check(reread="Chapter 1, [Gradient against lag](01-rnn-limits#rnn-gradients)")
def through_time(ask: Ask, rng: np.random.Generator) -> str:
    """Check the gradient of the loss with respect to each state of an RNN, against torch's.

    Promised domain: 1 to 100 steps, states from −0.99 to 0.99, no gradient above 10¹⁰.
    Extremes and special cases, alone and together: one step; two steps; one unit; a loss only at
        the last step, only at the first, only at one in the middle, or nowhere; U = 0; U the
        identity; states of 0; states of ±0.99; 100 steps in which gradients vanish, and 100 in
        which they explode.
    Usual mistakes: U is used in place of its transpose; the derivative of tanh is missing; the
        derivative of tanh is taken at the wrong state, or at tanh(h); the derivative of tanh lacks
        the square; the derivative of tanh stands on the wrong side of U; only the last state's
        direct gradient is used; the last state's direct gradient is missing; each row lacks its own
        direct gradient; what comes back from the next state is not passed on; the gradient is taken
        before the tanh; the gradient goes back one step too far; the recursion runs forwards in
        time.
    Certain: For ordinary inputs, each mistake gives a different gradient. The feedback names a
        mistake only if each row follows from a neighbouring row by a wrong step, or if the rows
        equal gradients that are computed with the mistake. At edge cases, no mistake is named.
    """

    def gradients(case):
        """Torch's gradient of the loss with respect to each state: (steps, units)."""
        states, U, direct = (torch.tensor(np.asarray(part, dtype=float)) for part in case[:3])
        before = torch.vstack([torch.zeros_like(states[:1]), states[:-1]])
        drive = torch.atanh(states) - before @ U.T  # the inputs' part of the tanh's argument
        push = torch.zeros_like(states, requires_grad=True)
        state, loss = torch.zeros_like(states[0]), torch.zeros(())
        for t in range(len(states)):
            state = torch.tanh(drive[t] + U @ state) + push[t]
            loss = loss + direct[t] @ state
        return torch.autograd.grad(loss, push)[0].numpy()

    def near(one, other):
        """Whether the arrays are equal, up to 10⁻⁴ of each row's largest absolute value."""
        size = np.abs(other).max(axis=1, keepdims=True, initial=1e-30)
        return bool((np.abs(one - other) <= 1e-4 * size).all())

    def right(gradient, case):
        return near(gradient, gradients(case))

    def slope(states):
        return 1 - states**2

    def follows(*steps):
        """Return a predicate (gradient, case): whether one of ``steps`` explains all rows.

        Each step is a wrong way back from state t + 1 to state t, called as ``step(U, g, after,
        own)``: g is the gradient at state t + 1, ``after`` is state t + 1, and ``own`` is state t.
        Row t must be its result plus ``case.direct[t]``.
        """

        def fits(gradient, case):
            behind = zip(gradient[1:], case.states[1:], case.states[:-1], strict=True)
            passed = list(behind)
            return any(
                near(
                    gradient - case.direct,
                    np.array([step(case.U, *each) for each in passed] + [0 * case.direct[-1]]),
                )
                for step in steps
            )

        return fits

    def only_last(case):
        direct = np.zeros_like(case.direct)
        direct[-1] = case.direct[-1]
        return case._replace(direct=direct)

    def all_but_last(case):
        direct = case.direct.copy()
        direct[-1] = 0
        return case._replace(direct=direct)

    def one_step_back(gradients, case):
        """The gradients, (steps, units), each carried back by one step to the state before."""
        return (gradients * slope(case.states)) @ case.U

    def not_passed_on(gradient, case):
        """Whether row t is made only of the direct gradients at the states t and t + 1."""
        passed = one_step_back(case.direct, case)[1:]
        return near(gradient - case.direct, np.vstack([passed, 0 * case.direct[:1]]))

    def forwards(gradient, case):
        """Whether each row is computed from the row before it, not from the row after it."""
        for U in (case.U, case.U.T):
            passed = gradient[:-1] * slope(case.states[1:]) @ U.T
            other = gradient[:-1] * slope(case.states[:-1]) @ U.T
            third = gradient[:-1] @ U.T * slope(case.states[1:])
            for each in (passed, other, third):
                if near(gradient - case.direct, np.vstack([0 * case.direct[:1], each])):
                    return True
        return False

    mistakes: Mistakes = [
        UndoableMistake(
            "not-transposed",
            "Backwards a gradient meets the transpose of U: unit j gets the sum over i of "
            "`U[i, j]` times what comes back to unit i.",
            lambda gradient, case: (gradient, case._replace(U=case.U.T)),
            credit=0.5,
        ),
        UndoableMistake(
            "only-the-last",
            "Only the loss at the last state counts here. Every state has a direct gradient, which "
            "is added when the way back comes past.",
            lambda gradient, case: (gradient, only_last(case)),
            credit=0.5,
        ),
        UndoableMistake(
            "last-left-out",
            "The direct gradient of the last state is missing.",
            lambda gradient, case: (gradient, all_but_last(case)) if gradient.any() else None,
            credit=0.5,
        ),
        UndoableMistake(
            "upside-down",
            "The rows stand upside down: the last state comes first.",
            lambda gradient, case: (gradient[::-1], case),
            credit=0.6,
        ),
        Mistake(
            "own-left-out",
            "This is only what comes back from the later states. The state's own direct gradient "
            "belongs to it, too.",
            lambda gradient, case: near(gradient + case.direct, gradients(case)),
            credit=0.6,
        ),
        Mistake(
            "direct-alone",
            "This is what each state does to the loss directly. It changes later states, too.",
            lambda gradient, case: near(gradient, case.direct),
        ),
        Mistake(
            "wrong-state",
            "The derivative of tanh is taken at the wrong state. The step from state t to t + 1 "
            "ends in a tanh whose value is state t + 1.",
            follows(lambda U, g, after, own: U.T @ (slope(own) * g)),
            credit=0.5,
        ),
        Mistake(
            "wrong-side",
            "The derivative of tanh stands on the wrong side of U. Backwards the tanh comes first: "
            "multiply by its derivative, and then by the transpose of U.",
            follows(
                lambda U, g, after, own: slope(after) * (U.T @ g),
                lambda U, g, after, own: slope(own) * (U.T @ g),
                lambda U, g, after, own: slope(after) * (U @ g),
                lambda U, g, after, own: slope(own) * (U @ g),
            ),
            credit=0.5,
        ),
        Mistake(
            "tanh-left-out",
            "The derivative of tanh is missing: 1 − h² at the state in which the step ends.",
            follows(lambda U, g, after, own: U.T @ g, lambda U, g, after, own: U @ g),
            credit=0.4,
        ),
        Mistake(
            "not-squared",
            "The derivative of tanh is 1 − h². The square is missing.",
            follows(
                lambda U, g, after, own: U.T @ ((1 - after) * g),
                lambda U, g, after, own: U.T @ ((1 - abs(after)) * g),
            ),
            credit=0.6,
        ),
        Mistake(
            "second-tanh",
            "The states have gone through tanh already: its derivative is 1 − h², not "
            "1 − tanh(h)².",
            follows(lambda U, g, after, own: U.T @ ((1 - np.tanh(after) ** 2) * g)),
            credit=0.6,
        ),
        Mistake(
            "not-passed-on",
            "The way back ends after one step. What arrives at state t + 1 from behind goes on to "
            "state t, together with the direct gradient.",
            not_passed_on,
            credit=0.3,
        ),
        Mistake(
            "before-the-tanh",
            "These are the gradients of the sums inside the tanh: one factor 1 − h² too many in "
            "each row.",
            lambda gradient, case: near(gradient, gradients(case) * slope(case.states)),
            credit=0.6,
        ),
        Mistake(
            "one-step-too-far",
            "Each row is the gradient of the state before: it has gone back one step too many.",
            lambda gradient, case: near(gradient, one_step_back(gradients(case), case)),
            credit=0.6,
        ),
        Mistake(
            "forwards",
            "This goes forwards in time. A state changes the states after it, so its gradient "
            "comes from there: begin with the last.",
            forwards,
            credit=0.2,
        ),
    ]

    def last_wrong_row(gradient, case):
        wanted = gradients(case)
        n = len(wanted)
        wrong = [t for t in range(n) if not near(gradient[t : t + 1], wanted[t : t + 1])]
        t = wrong[-1]
        return {
            "Returned": f"row {t} of {n}: {show(gradient[t])}",
            "Expected": f"row {t} of {n}: {show(wanted[t])}",
        }

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.states.shape) for case in cases],
            right,
            mistakes,
            shown_beside=last_wrong_row,
            rule="Row t is torch's gradient of the loss for a small push that is added to state t "
            "and then changes all states after it.",
        )

    def draw(n, d, size=0.8, spread=0.8):
        states = rng.uniform(-size, size, size=(n, d)).round(2)
        U = rng.normal(0, spread, size=(d, d)).round(1)
        return Past(states, U, rng.normal(size=(n, d)).round(1))

    n, d = rng.integers((5, 2), (9, 6)).tolist()
    ordinary = [draw(3, 2), draw(4, 3), draw(7, 2), draw(6, 4), draw(n, d)]
    judge_at(ordinary, mistakes)

    def with_loss_at(case, *places):
        """A copy of the test case in which the loss reads only the states ``places``."""
        direct = np.zeros_like(case.direct)
        direct[list(places)] = case.direct[list(places)]
        return case._replace(direct=direct)

    def turning(n, pace, size):
        """A test case with n steps, in which U multiplies the length of each vector by ``pace``.

        The numbers in the states are from −``size`` to ``size``.
        """
        case = draw(n, 3, size)
        return case._replace(U=pace * np.linalg.qr(rng.normal(size=(3, 3))).Q)

    ends = [
        draw(1, 3),
        draw(2, 1),
        draw(5, 1),
        with_loss_at(draw(5, 3), 4),
        with_loss_at(draw(5, 3), 0),
    ]
    ends += [
        with_loss_at(draw(6, 2), 3),
        with_loss_at(draw(3, 2)),
        draw(4, 2)._replace(U=np.zeros((2, 2))),
    ]
    ends += [draw(4, 3)._replace(U=np.eye(3)), draw(4, 2, size=0), turning(LONGEST, 0.9, 0.8)]
    ends += [turning(LONGEST, 1.2, 0.1), with_loss_at(turning(LONGEST, 1.2, 0.1), LONGEST - 1)]
    flat = draw(4, 3)
    ends.append(flat._replace(states=np.sign(flat.states + 0.001) * LARGEST_STATE))
    judge_edges(lambda: judge_at(ends, []))
    return (
        "With a loss at the last state alone, the lengths of these rows are gradient against lag."
    )
