"""Check of `coverage_scores`: additive scores with coverage (the sum of earlier weights)."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges

MOST_POSITIONS, MOST_STEPS = 100, 100


class Step(NamedTuple):
    """A test case: the arguments of one call, and the argument of the tanh.

    s       the decoder's state, (d_s,)
    H       the annotations, (n, d_h)
    past    the weights of the t earlier steps, (t, n)
    W       the matrix for the state, (d_a, d_s)
    U       the matrix for the annotations, (d_a, d_h)
    w       the vector for the coverage, (d_a,)
    v       the vector that multiplies the result of the tanh, (d_a,)
    inside  the argument of the tanh, (n, d_a); drawn first; ``H`` or ``U`` follows from it
    """

    s: np.ndarray
    H: np.ndarray
    past: np.ndarray
    W: np.ndarray
    U: np.ndarray
    w: np.ndarray
    v: np.ndarray
    inside: np.ndarray


@check(reread="Chapter 2, [Coverage](02-bahdanau#coverage)")
def coverage_scores(ask: Ask, rng: np.random.Generator) -> str:
    """Check additive scores with coverage: the sum of the weights that a position has had so far.

    The score of position j is vᵀ tanh(W s + U h_j + w κ_j), where κ_j is its coverage.

    Promised domain: 1 to 100 positions; 0 to 100 earlier steps. The weights of each step add up to
        1.
    Extremes and special cases, alone and together: no earlier step, with one position and with
        several; one step; as many steps as positions; 100 positions with 100 earlier steps; widths
        of 1; widths that all differ.
    Usual mistakes: the coverage is missing; the coverage is added or subtracted after the tanh; the
        coverage is subtracted inside the tanh; the coverage is averaged over the steps, clipped at
        1, or not multiplied by w; the coverage is taken from one step only, is summed over all
        positions, or lacks a step; w and v are exchanged; the tanh is missing, comes last, or is
        replaced by a sigmoid; the code returns weights in place of scores. At edge cases: the code
        cannot handle an empty ``past`` (no earlier step).
    Certain: The argument of the tanh is drawn first, and is small. So the tanh is not saturated,
        and a wrong coverage changes the scores. If there are earlier steps, the feedback names a
        mistake only if it explains the scores of all test cases. If there is no earlier step, all
        wrong scores count as the same mistake.
    """

    def draw(n, t, d_s, d_h, d_a):
        """A test case with n positions and t earlier steps, made from a random tanh argument.

        The widths of state, annotations and tanh are ``d_s``, ``d_h`` and ``d_a``.
        """
        inside = rng.normal(0, 0.9, size=(n, d_a))
        s, W = rng.normal(size=d_s), rng.normal(size=(d_a, d_s))
        past = rng.dirichlet(np.ones(n), size=t)
        w, v = rng.choice([-1, 1], size=(2, d_a)) * rng.uniform(0.3, 1.2, size=(2, d_a))
        rest = inside - W @ s - np.outer(past.sum(axis=0), w)  # must equal H Uᵀ
        H = rng.normal(size=(n, d_h))
        U = rng.choice([-1, 1], size=(d_a, d_h)) * rng.uniform(0.5, 1.5, size=(d_a, d_h))
        if n + 3 <= d_h:
            U = (np.linalg.pinv(H) @ rest).T
        else:
            H = rest @ np.linalg.pinv(U).T
        return Step(s, H, past, W, U, w, v, inside)

    def right(scores, case):
        return close(scores, np.tanh(case.inside) @ case.v, atol=1e-5)

    def coverage(case):
        return case.past.sum(axis=0)

    def instead(case, *others):
        """The wrong arguments of the tanh, (n, d_a), that follow from wrong coverages.

        Each of ``others`` is a wrong coverage: (n,), or one number for all positions.
        """
        return [case.inside + np.outer(other - coverage(case), case.w) for other in others]

    def covered_by(*wrong):
        """A predicate ``(scores, case)``: whether the scores follow from a wrong coverage.

        Each of ``wrong`` is a function that computes a wrong coverage from ``past``.
        """
        return lambda scores, case: any(
            close(scores, np.tanh(inside) @ case.v)
            for inside in instead(case, *(other(case.past) for other in wrong))
        )

    def outside_tanh(scores, case):
        """Whether the coverage was added or subtracted after the tanh, not inside it."""
        (plain,) = instead(case, 0 * coverage(case))
        more = scores - np.tanh(plain) @ case.v
        return any(
            close(more, share)
            for sign in (1, -1)
            for share in (
                sign * coverage(case),
                sign * coverage(case) * case.w.sum(),
                sign * coverage(case) * (case.w @ case.v),
            )
        )

    mistakes: Mistakes = [
        Mistake(
            "coverage-ignored",
            "These are the additive scores of the chapter: the coverage is not in them.",
            covered_by(lambda past: 0 * past.sum(axis=0)),
        ),
        Mistake(
            "one-step-only",
            "Only one of the earlier steps counts. The coverage is the sum over all of them.",
            covered_by(lambda past: past[-1], lambda past: past[0]),
            credit=0.4,
        ),
        Mistake(
            "averaged",
            "This is the mean of the earlier weights. The coverage is their sum: it grows from "
            "step to step.",
            covered_by(lambda past: past.mean(axis=0)),
            credit=0.5,
        ),
        Mistake(
            "step-forgotten",
            "The first or the last of the earlier steps is missing from the coverage.",
            covered_by(lambda past: past[1:].sum(axis=0), lambda past: past[:-1].sum(axis=0)),
            credit=0.5,
        ),
        Mistake(
            "one-coverage",
            "All positions have the same coverage. Each has its own: add over the steps, `axis=0`.",
            covered_by(lambda past: past.sum(), lambda past: past.mean()),
            credit=0.3,
        ),
        Mistake(
            "subtracted",
            "The coverage is subtracted. It is added; which sign it needs is for `w` to learn.",
            covered_by(lambda past: -past.sum(axis=0)),
            credit=0.5,
        ),
        Mistake(
            "clipped",
            "The coverage is cut off at 1. A position may get more than 1 over several steps.",
            covered_by(lambda past: past.sum(axis=0).clip(max=1)),
            credit=0.5,
        ),
        Mistake(
            "coverage-outside",
            "The coverage is joined to the scores after the tanh. It belongs inside, as `w` times "
            "the coverage.",
            outside_tanh,
            credit=0.3,
        ),
        Mistake(
            "w-forgotten",
            "The coverage is added to all entries inside the tanh as it is. It must be multiplied "
            "by the vector `w` first: one number for each entry.",
            lambda scores, case: close(
                scores, np.tanh(case.inside + np.outer(coverage(case), 1 - case.w)) @ case.v
            ),
            credit=0.5,
        ),
        Mistake(
            "w-and-v-exchanged",
            "`w` and `v` have changed places: `w` multiplies the coverage inside the tanh, `v` "
            "what comes out of it.",
            lambda scores, case: close(
                scores, np.tanh(case.inside + np.outer(coverage(case), case.v - case.w)) @ case.w
            ),
            credit=0.6,
        ),
        Mistake(
            "no-tanh",
            "The tanh is missing.",
            lambda scores, case: close(scores, case.inside @ case.v),
            credit=0.4,
        ),
        Mistake(
            "tanh-at-the-end",
            "The tanh is taken of the product with v. It comes before: v weighs its outputs.",
            lambda scores, case: close(scores, np.tanh(case.inside @ case.v)),
            credit=0.3,
        ),
        Mistake(
            "sigmoid",
            "A sigmoid stands where the tanh should.",
            lambda scores, case: close(
                scores, torch.sigmoid(torch.tensor(case.inside)).numpy() @ case.v
            ),
            credit=0.5,
        ),
        Mistake(
            "weights",
            "These are weights, which add up to 1: a softmax was taken. Return the scores.",
            lambda scores, case: close(
                scores, torch.softmax(torch.tensor(np.tanh(case.inside) @ case.v), dim=0)
            ),
            credit=0.6,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(case[:7] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*case[:7], shape=(len(case.H),)) for case in cases],
            right,
            mistakes,
            n_arguments=7,
            shown_beside=lambda scores, case: {
                "Expected": np.tanh(case.inside) @ case.v,
                "Coverage": coverage(case),
            },
            rule="Score j is the product of v with tanh(W s + U h_j + w κ_j), where the coverage "
            "κ_j is the sum of the weights of position j over all earlier steps.",
        )

    a, b, c, d, e = (int(n) for n in rng.choice(np.arange(2, 9), size=5, replace=False))
    sizes = [(2, 2, 1, 2, 1), (3, 3, 2, 4, 1), (4, 1, 3, 7, 9), (a, b, c, a + 3, d)]
    sizes += [(c + 9, e, d, b + 5, b), (MOST_POSITIONS, MOST_STEPS, 5, 6, 3), (1, 2, 3, 4, 2)]
    judge_at([draw(*size) for size in sizes], mistakes)

    first_step = Mistake(
        "first-step",
        "At the first step `past` has no rows. Every coverage is 0 then, and the scores are those "
        "of the chapter.",
        lambda scores, case: True,
        credit=0.7,
    )
    fresh = [(1, 0, 2, 5, 2), (3, 0, 3, 6, 4), (e + 9, 0, b, c + 5, c)]
    judge_edges(lambda: judge_at([draw(*size) for size in fresh], [first_step]))
    return "Tu and others (2016) saw fewer words left out or translated twice with such scores."
