"""Check of `forgetting_lag`: after how many steps a linear recurrence has forgotten a state."""

import math
from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, judge
from payattention.checks.edges import judge_edges
from payattention.checks.remember import remembered

LONGEST_LAG = 500
SMALLEST_EPS, LARGEST_EPS = 0.001, 0.5
LARGEST_ENTRY = 10
MOST_UNITS = 8
LARGEST_RADIUS = 1.01


class Recurrence(NamedTuple):
    """A test case: the recurrent matrix U, and the norm below which a state is forgotten."""

    U: np.ndarray
    eps: float


@remembered
def spectral_norms(U: np.ndarray) -> np.ndarray:
    """The spectral norms of U⁰, U¹, …, U⁵⁰⁰: the most by which each power stretches a vector."""
    powers = [torch.linalg.matrix_power(torch.tensor(U), k) for k in range(LONGEST_LAG + 1)]
    return torch.linalg.matrix_norm(torch.stack(powers), ord=2).numpy()


@check(reread="Chapter 1, [The spectral radius](01-rnn-limits#spectral-radius)")
def forgetting_lag(ask: Ask, rng: np.random.Generator) -> str:
    """Check the lag: the smallest k with which the norms of U^k, U^(k+1), … are all below ε.

    Promised domain: 1 to 8 units; entries of U from −10 to 10; a spectral radius of at most 1.01; ε
        from 0.001 to 0.5. The lag is at most 500, or infinite if some state is never forgotten.
    Extremes and special cases, alone and together: one unit; U = 0; a nilpotent U, whose powers
        become exactly 0; a lag of exactly 500; negative and complex eigenvalues; norms that rise
        far above 1 before they fall; norms that fall below ε and rise above it again; a spectral
        radius of exactly 1 (rotation, permutation, identity, projection, Jordan block) and above 1.
    Usual mistakes: the spectral radius is used instead of the norms; the largest singular value of
        U is used instead of the norms; another norm is used; the entries of U are raised to the
        power, not the matrix; the lag is the first one with a norm below ε, although the norm rises
        again; the lag is one step too early or too late; the lag is finite although some states are
        never forgotten; the lag is ∞ although all states are forgotten.
    Certain: The feedback names a mistake only if it explains the answers in all cases: each answer
        is the lag that follows from wrong norms, or a wrong lag that follows from the right norms.
        The two mistakes about ∞ say only that ∞ was returned in place of a finite lag, or a finite
        lag in place of ∞.
    """

    def right(lag, case):
        """Whether ‖U^k‖ < ε for all k from ``lag`` on, but not for k = ``lag`` − 1.

        The lag must be ∞ if ‖U⁵⁰⁰‖ ≥ ε.
        """
        norms = spectral_norms(case.U)
        if lag == math.inf:
            return bool(norms[-1] >= case.eps)
        if lag != np.round(lag) or not 1 <= lag <= LONGEST_LAG:
            return False
        k = int(lag)
        return bool(norms[k - 1] >= case.eps > norms[k:].max())

    def crossing(curve, eps):
        """The first index from which on all values of ``curve`` are below ``eps``, or ∞."""
        above = np.flatnonzero(np.asarray(curve) >= eps).max(initial=-1)
        return math.inf if above == len(curve) - 1 else above + 1

    def first_crossing(curve, eps):
        below = np.flatnonzero(np.asarray(curve) < eps)
        return below[0] if len(below) else math.inf

    def radius(case):
        return float(abs(np.linalg.eigvals(case.U)).max())

    def power_law(base, lag, case):
        """Whether ``lag`` would be right, up to one step, if the norm of U^k were ``base ** k``."""
        if base >= 1:
            return lag == math.inf
        return abs(lag - math.log(case.eps) / math.log(base)) <= 1 + 1e-6

    def found_from(curve, lag, case):
        return lag in (crossing(curve, case.eps), first_crossing(curve, case.eps))

    def other_norm(lag, case):
        powers = np.stack([np.linalg.matrix_power(case.U, k) for k in range(LONGEST_LAG + 1)])
        curves = [np.linalg.norm(powers, kind, axis=(1, 2)) for kind in (None, 1, np.inf)]
        curves += [abs(powers).max(axis=(1, 2)), abs(powers).mean(axis=(1, 2))]
        return any(found_from(c, lag, case) for c in (*curves, abs(np.linalg.det(powers))))

    def entrywise(lag, case):
        powers = (case.U ** np.arange(LONGEST_LAG + 1)[:, None, None]).clip(-1e99, 1e99)
        return found_from(np.linalg.norm(powers, 2, axis=(1, 2)), lag, case)

    gives_up = Mistake(
        "gives-up",
        "Some matrices that do forget get ∞. Every matrix that forgets at all has done so by lag "
        "500, but some are slow, and some norms rise before they fall.",
        lambda lag, case: right(lag, case) or lag == math.inf,
        credit=0.5,
    )
    mistakes: Mistakes = [
        Mistake(
            "spectral-radius",
            "This follows from the spectral radius alone, as if the norm of U^k were ρ^k. That is "
            "its pace in the long run; before, the norm may be far above.",
            lambda lag, case: power_law(radius(case), lag, case),
            credit=0.3,
        ),
        Mistake(
            "largest-singular-value",
            "This follows from the norm of U alone, as if each step stretched by that factor. No "
            "vector meets the worst case in every step.",
            lambda lag, case: power_law(np.linalg.norm(case.U, 2), lag, case),
            credit=0.2,
        ),
        Mistake(
            "first-time",
            "This is the first time that the norm is below ε. It rises above ε again later; the "
            "lag counts from where it never does.",
            lambda lag, case: lag == first_crossing(spectral_norms(case.U), case.eps),
            credit=0.6,
        ),
        Mistake(
            "counted",
            "This is how many norms are not below ε. Where the norm falls below ε and rises again, "
            "they do not stand side by side: it is the last of them that counts.",
            lambda lag, case: (
                right(lag, case) or lag == np.sum(spectral_norms(case.U) >= case.eps) <= LONGEST_LAG
            ),
            credit=0.6,
        ),
        Mistake(
            "other-norm",
            "This is the lag of another size of U^k. The spectral norm is "
            "`np.linalg.norm(M, 2)`; without the 2 it is Frobenius'.",
            other_norm,
            credit=0.6,
        ),
        Mistake(
            "entries",
            "The powers are of the entries: `U ** k` is no matrix product. Use `@` or "
            "`np.linalg.matrix_power`.",
            entrywise,
            credit=0.3,
        ),
        UndoableMistake(
            "one-early",
            "One step early: at this lag the norm is not below ε yet.",
            lambda lag, case: (lag + 1, case),
            credit=0.7,
        ),
        UndoableMistake(
            "one-late",
            "One step late: the norm is below ε one step earlier, and stays there.",
            lambda lag, case: (lag - 1, case),
            credit=0.7,
        ),
        gives_up,
    ]

    def norms_near(lag, case):
        spots = {0, 1, 2, LONGEST_LAG}
        if 0 < lag < LONGEST_LAG:
            spots |= {int(lag) - 1, int(lag), int(lag) + 1}
        norms = spectral_norms(case.U)
        return {"Norm of U^k": ", ".join(f"{norms[k]:.3g} (k = {k})" for k in sorted(spots))}

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.number(*case) for case in cases],
            right,
            mistakes,
            shown_beside=norms_near,
            rule="From U to the power of the lag on, all norms are below `eps`, and the one before "
            "is not. The lag is ∞ if there is no such power.",
        )

    def has_room(U, eps):
        """Whether no power of U has a norm so near ε that rounding could change the lag."""
        return abs(spectral_norms(U) / eps - 1).min() > 1e-3

    def with_eps(U, low=SMALLEST_EPS, high=LARGEST_EPS, also=lambda U, eps: True):
        """A test case with the matrix U and a random ε from ``low`` to ``high``.

        ε is not too near the norm of any power, and ``also(U, ε)`` is True. The result is None if
        no such ε is found.
        """
        for _ in range(200):
            eps = round(float(np.exp(rng.uniform(np.log(low), np.log(high)))), 4)
            if has_room(U, eps) and also(U, eps):
                return Recurrence(U, eps)
        return None

    def rises_again(U, eps):
        return first_crossing(spectral_norms(U), eps) != crossing(spectral_norms(U), eps)

    def turning(pace, angle, stretch):
        """A 2 × 2 matrix that rotates by ``angle`` along an ellipse and scales by ``pace``.

        ``stretch`` is the ratio of the ellipse's axes. If it is above 1, the norms of the matrix's
        powers oscillate.
        """
        cos, sin = math.cos(angle), math.sin(angle)
        return np.round(pace * np.array([[cos, -sin * stretch], [sin / stretch, cos]]), 3)

    def swinging():
        """A test case in which the norms of U's powers fall below ε and rise above it again."""
        while True:
            U = turning(rng.uniform(0.9, 0.97), rng.uniform(0.3, 0.8), rng.uniform(5, 9))
            if case := with_eps(U, 0.02, LARGEST_EPS, rises_again):
                return case

    def random(n, pace):
        """A test case with a random n × n matrix whose spectral radius is ``pace``."""
        U = rng.normal(size=(n, n)) + np.triu(rng.normal(0, 2, size=(n, n)), 1)
        return with_eps(np.round(U * pace / abs(np.linalg.eigvals(U)).max(), 3)) or random(n, pace)

    def feeding(pace, feed):
        """A test case with U = [[pace, feed], [0, pace]]: the norms can rise before they fall."""
        return with_eps(np.array([[pace, feed], [0.0, pace]]))

    def not_by_its_norm(U, eps):
        """Whether ‖U‖^k in place of ‖U^k‖ gives a lag that is wrong by more than one step."""
        return not power_law(
            np.linalg.norm(U, 2), crossing(spectral_norms(U), eps), Recurrence(U, eps)
        )

    ordinary = [feeding(0.5, 8.0), feeding(0.8, float(rng.integers(2, 9)))]
    ordinary += [with_eps(np.array([[0.6, 0.5], [0.0, 0.7]]), also=not_by_its_norm)]
    ordinary += [swinging(), swinging(), random(3, 0.7), random(5, 0.9), random(4, 0.95)]
    ordinary += [with_eps(turning(0.9, 1.0, 1.0)), random(int(rng.integers(3, MOST_UNITS)), 0.8)]
    judge_at(ordinary, mistakes)

    def slowest(eps):
        """A test case with one unit and the lag 500, the largest possible."""
        return Recurrence(np.array([[eps ** (1 / (LONGEST_LAG - 0.5))]]), eps)

    turn = np.linalg.qr(rng.normal(size=(4, 4))).Q
    finite = [slowest(SMALLEST_EPS), slowest(LARGEST_EPS)]
    finite += [with_eps(U) for U in (np.zeros((2, 2)), np.array([[-0.9]]), np.array([[0.2]]))]
    finite += [with_eps(np.diag(rng.uniform(1, LARGEST_ENTRY, size=n).round(1), 1)) for n in (2, 5)]
    finite += [with_eps(np.array([[0.6, LARGEST_ENTRY], [0.0, -0.6]])), random(MOST_UNITS, 0.97)]
    never = [np.eye(3), np.eye(4)[rng.permutation(4)], turn, np.array([[1.0, 3.0], [0.0, 1.0]])]
    never += [np.array([[1.0, 5.0], [0.0, 0.0]]), np.diag([0.5, -1.0]), LARGEST_RADIUS * turn]
    never += [turning(LARGEST_RADIUS, 0.7, 4.0), np.array([[-1.0]])]
    forgets = Mistake(
        "never-forgets",
        "This matrix never forgets: there are states that never fall below ε, however long one "
        "waits. Return infinity, `np.inf`.",
        lambda lag, case: right(lag, case) or lag != math.inf,
        credit=0.7,
    )
    judge_edges(
        lambda: judge_at(finite, [gives_up]),
        lambda: judge_at([with_eps(U) for U in never], [forgets]),
    )
    return "The spectral radius is the pace in the long run; how soon it sets in, only norms tell."
