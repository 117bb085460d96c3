"""Check of `recover_score`: the matrix W of an attention score, recovered from gradients."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, Wrong, check, judge
from payattention.checks.edges import judge_edges
from payattention.checks.remember import remembered

MOST_ANNOTATIONS = 50
LARGEST_WIDTH = 20
LARGEST_ENTRY = 1000


class Locked(NamedTuple):
    """A test case: the arguments of one call, and the matrix and state that gave the gradients.

    H      the annotations, (n, d_h)
    G      the gradients of the log weights with respect to the state, (n, d_s)
    W      the matrix to be recovered, (d_s, d_h)
    state  the state s at which the gradients were computed, (d_s,)
    """

    H: np.ndarray
    G: np.ndarray
    W: np.ndarray
    state: np.ndarray


@remembered
def gradients(s: np.ndarray, W: np.ndarray, H: np.ndarray) -> np.ndarray:
    """Torch's gradients of the log weights with respect to the state: (annotations, d_s)."""
    score = torch.tensor(H) @ torch.tensor(W).mT

    def log_weights(state):
        return torch.log_softmax(score @ state, dim=0)

    return torch.autograd.functional.jacobian(log_weights, torch.tensor(s)).numpy()


@check(reread="Chapter 2, [Score functions compared](02-bahdanau#scores-compared)", odd_form=True)
def recover_score(ask: Ask, rng: np.random.Generator) -> str:
    """Check the matrix W of the score “general”, recovered from gradients of the log weights.

    The score is sᵀ W h. If two annotations have the difference a, their gradients have the
    difference W a. All differences together give a linear system for W.

    Promised domain: widths from 1 to 20; at least d_h + 1 annotations, at most 50, whose
        differences determine W; entries of the annotations and of W from −1000 to 1000.
    Extremes and special cases, alone: exactly d_h + 1 annotations; widths of 1; widths that are
        equal; one weight of nearly 1; annotations all far from 0 (entries from about ±490 to ±980),
        all near 0, or nearly in a plane; annotations that occur twice, so that the first or the
        last differences are linearly dependent. Together: 21 annotations of width 20 with a large
        W; few annotations far from 0.
    Usual mistakes: the code ignores the softmax's normaliser; only one side of the system is made
        of differences; only one difference is used; the gradients are multiplied with the
        annotations, but no system is solved; the matrix maps gradients to annotations; W is
        transposed, negative, or scaled by a root of the width. At edge cases: the solution is
        pulled towards 0; the solution fits some differences only.
    Certain: Only one W has the given gradients. Most mistakes lead to the solution of a wrong
        linear system. The check recognises this solution by its residual in the wrong system. The
        feedback names a mistake only if it fits in all test cases.
    """

    def draw(n, d_s, d_h, *, size=1.0, offset=1.0, strength=1.0, spread=0.8, thin=0.4):
        """A test case with n random annotations whose differences determine W.

        ``size`` multiplies the annotations and divides W. ``offset`` moves the annotations away
        from 0. ``strength`` multiplies W. ``spread`` is the standard deviation of the scores.
        ``thin`` · ``size`` is that of the annotations in the direction in which they vary least (if
        d_h ≥ 2).
        """
        unit = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, d_h))])).Q[:, 1:]
        sign = rng.choice([-1, 1], size=d_h) * rng.uniform(0.5, 1, size=d_h)
        H = unit * n**0.5 * np.geomspace(1.4, thin, d_h)
        H = (H @ np.linalg.qr(rng.normal(size=(d_h, d_h))).Q + offset * sign) * size
        W = rng.choice([-1, 1], size=(d_s, d_h)) * rng.uniform(0.3, 1.9, size=(d_s, d_h))
        W = W * strength / size
        state = rng.normal(size=d_s)
        state = state * spread / (H @ W.T @ state).std()
        return Locked(H, gradients(state, W, H), W, state)

    def right(found, case):
        return bool((abs(found - case.W) <= 2e-3 * abs(case.W).max()).all())

    def solves(found, A, B):
        """Whether ``found`` is a least-squares solution W of A Wᵀ = B: Aᵀ (A Wᵀ − B) = 0."""
        left = A.T @ (A @ found.T - B)
        size = abs(A).T @ (abs(A @ found.T) + abs(B))
        return bool((abs(left) <= 1e-5 * size.max()).all())

    def solution_of(*systems):
        """A predicate ``(found, case)``: whether ``found`` solves a wrong linear system.

        Each of ``systems`` gets H, G and the width of H, and returns A and B of a system A Wᵀ = B.
        """
        return lambda found, case: any(
            solves(found, *system(case.H, case.G, case.H.shape[1])) for system in systems
        )

    def factor(power):
        return lambda found, case: (found * case.H.shape[1] ** power, case)

    def parallel(found, case):
        """Whether ``found`` is a positive multiple of Gᵀ H, with H centred or not."""
        centred = case.H - case.H.mean(axis=0)
        return any(
            close_to_parallel(found.ravel(), (case.G.T @ rows).ravel())
            for rows in (case.H, centred)
        )

    def close_to_parallel(a, b):
        return np.any(a) and a @ b >= (1 - 1e-8) * np.linalg.norm(a) * np.linalg.norm(b)

    def one_difference(found, case):
        """Whether ``found`` is right for only one difference of two annotations.

        All vectors that are orthogonal to this difference must be mapped to 0.
        """
        H, G = case.H - case.H[0], case.G - case.G[0]
        return any(solves(found, H[[j]], G[[j]]) and rank_one(found, H[j]) for j in (1, -1))

    def rank_one(found, h):
        return bool(np.any(found)) and np.allclose(found - np.outer(found @ h, h) / (h @ h), 0)

    def other_way(found, case):
        """Whether ``found`` maps gradients to annotations; W maps annotations to gradients."""
        H, G = case.H - case.H[0], case.G - case.G[0]
        return any(
            solves(found.T, one, other) and np.any(found)
            for one, other in ((G, H), (case.G, case.H))
        )

    mistakes: Mistakes = [
        UndoableMistake(
            "transposed",
            "The matrix is transposed: W has a row for each entry of the state.",
            lambda found, case: (found.T, case) if found.T.shape == case.W.shape else None,
            credit=0.7,
        ),
        UndoableMistake(
            "negative",
            "All signs are wrong.",
            lambda found, case: (-found, case),
            credit=0.6,
        ),
        Mistake(
            "normaliser-ignored",
            "This solves H Wᵀ = G, as if these were the gradients of the scores. They are those of "
            "log α: what else in it depends on the state, and how do you get rid of it?",
            solution_of(
                lambda H, G, d: (H, G),
                lambda H, G, d: (H[:d], G[:d]),
                lambda H, G, d: (H[-d:], G[-d:]),
            ),
            credit=0.2,
        ),
        Mistake(
            "one-side-only",
            "Only one side of the system is made of differences. If h₀ is taken from the "
            "annotations, g₀ must be taken from the gradients.",
            solution_of(
                lambda H, G, d: (H - H[0], G),
                lambda H, G, d: (H[1:] - H[0], G[1:]),
                lambda H, G, d: (H, G - G[0]),
                lambda H, G, d: (H[1:], G[1:] - G[0]),
                lambda H, G, d: (H, G - G.mean(axis=0)),
                lambda H, G, d: (H[1:], np.diff(G, axis=0)),
                lambda H, G, d: (np.diff(H, axis=0), G[1:]),
            ),
            credit=0.4,
        ),
        Mistake(
            "one-difference",
            "One difference of annotations is explained, the others are not. One equation is too "
            "little for a matrix: solve for all at once.",
            one_difference,
            credit=0.2,
        ),
        Mistake(
            "not-solved",
            "These are sums of products of gradients and annotations. The system is not solved by "
            "them, as long as the annotations overlap: use `np.linalg.lstsq`.",
            parallel,
            credit=0.2,
        ),
        Mistake(
            "other-way-round",
            "This matrix makes annotations of gradients. W makes gradients of annotations.",
            other_way,
            credit=0.2,
        ),
        *(
            UndoableMistake(
                "scaled",
                "A root of the width is in it. The score “general” has no scale.",
                factor(power),
                credit=0.6,
            )
            for power in (0.5, -0.5)
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(case[:2] for case in cases)
        found = []
        for case in cases:
            matrix = ask.array(*case[:2], shape=(None, None))
            if matrix.shape not in (case.W.shape, case.W.T.shape):
                says = f"W must have the shape {case.W.shape}, but it has {matrix.shape}."
                raise Wrong("wrong-shape", says)
            found.append(matrix)
        judge(
            ask,
            cases,
            found,
            lambda matrix, case: matrix.shape == case.W.shape and right(matrix, case),
            [fitting(mistake) for mistake in mistakes],
            n_arguments=2,
            shown_beside=lambda matrix, case: {"Expected": case.W},
            rule="A translator with this W has exactly the gradients `G`.",
        )

    def fitting(mistake):
        """A copy of ``mistake`` that is tried only on outputs with the shape of W.

        An `UndoableMistake` is returned unchanged, because the one named "transposed" must receive
        outputs of the transposed shape.
        """
        if isinstance(mistake, UndoableMistake):
            return mistake
        return replace(
            mistake,
            fits=lambda matrix, case: matrix.shape == case.W.shape and mistake.fits(matrix, case),
        )

    d, e, n = (int(size) for size in rng.choice(np.arange(3, 9), size=3, replace=False))
    sizes = [(4, 1, 1), (5, 2, 3), (9, 3, 2), (12, d, d), (d + e + 2, d, e), (n + 12, e, n)]
    judge_at([draw(*size) for size in [*sizes, (MOST_ANNOTATIONS, 4, 5)]], mistakes)

    pulled = Mistake(
        "pulled-to-0",
        "The entries are too small, as if something pulled them towards 0: a penalty, or a descent "
        "that was stopped early. The system has an exact solution.",
        lambda found, case: (
            right(found, case)
            or (np.sum(found * case.W) > 0 and np.linalg.norm(found) < np.linalg.norm(case.W))
        ),
        credit=0.6,
    )

    def some_differences(found, case):
        """Whether ``found`` is right, or fits only d_h of the annotations' differences.

        d_h is the width of the annotations: so many differences determine W only if they are
        linearly independent.
        """
        d = case.H.shape[1]
        systems = [(case.H - case.H[i], case.G - case.G[i]) for i in (0, -1)]
        systems.append((np.diff(case.H, axis=0), np.diff(case.G, axis=0)))
        return right(found, case) or any(
            solves(found, A[some], B[some])
            for A, B in systems
            for some in (slice(d), slice(1, d + 1), slice(-d, None), slice(-d - 1, -1))
        )

    some = Mistake(
        "some-differences",
        "As many differences as W has columns are explained, the others are not. They may depend "
        "on each other, and then they do not determine W: solve for all differences at once.",
        some_differences,
        credit=0.6,
    )

    def repeated(case, rows):
        """The test case with some annotations repeated, and with the gradients that follow.

        ``rows`` are two slices: copies of the first go to the front, of the second to the end.
        """
        front, behind = (np.arange(len(case.H))[part] for part in rows)
        order = np.concatenate([front, np.arange(len(case.H)), behind])
        H = case.H[order]
        return Locked(H, gradients(case.state, case.W, H), case.W, case.state)

    few = [draw(h + 1, s, h) for s, h in ((1, 1), (3, 2), (2, 4), (d, e))]
    few.append(draw(LARGEST_WIDTH + 1, LARGEST_WIDTH, LARGEST_WIDTH, strength=400))
    far = [draw(*size, offset=LARGEST_ENTRY - 20) for size in sizes]
    far += [draw(h + 1, s, h, offset=LARGEST_ENTRY - 20) for s, h in ((2, 2), (e, d))]
    small = [draw(*size, size=1e-3, strength=0.5) for size in sizes]
    sharp = [draw(*size, spread=20.0) for size in sizes]
    flat = [draw(*size, thin=0.03) for size in sizes]
    twice = [
        repeated(draw(n, s, h), rows)
        for n, s, h in ((4, 2, 3), (5, 3, 2), (9, e, d), (d + 2, 1, d))
        for rows in ((slice(h), slice(0)), (slice(1), slice(-1, None)), (slice(0), slice(-h, None)))
    ]
    judge_edges(
        lambda: judge_at([*few, *far, *small, *sharp, *flat], [pulled]),
        lambda: judge_at(twice, [some, pulled]),
    )
    return (
        "So whoever shows log probabilities with their gradients shows more than they may mean to."
    )
