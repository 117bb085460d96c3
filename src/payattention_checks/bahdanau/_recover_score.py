"""The matrix W of the score “general”, recovered from gradients of the log weights.

The score is sᵀ W h. If two annotations have the difference a, their gradients have the difference
W a. All differences together give a linear system for W.

Promised domain: widths from 1 to 20; at least d_h + 1 annotations, at most 50, whose differences
    determine W; entries of the annotations and of W from −1000 to 1000.
Extremes and special cases, alone: exactly d_h + 1 annotations; widths of 1; widths that are equal;
    one weight of nearly 1; annotations all far from 0 (entries from about ±490 to ±980), all near
    0, or nearly in a plane; annotations that occur twice, or lie on a line, so that the first or
    the last differences are linearly dependent. Together: 21 annotations of width 20 with a large
    W; few annotations far from 0; annotations far from 0 and close together.
Certain: only one W has the given gradients. Most mistakes lead to the solution of a wrong linear
    system. The check recognises this solution by its residual in the wrong system. The feedback
    names a mistake only if it fits in all test cases.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.arrays import reshaped
from payattention_checks.ask import Ask
from payattention_checks.read import LooseShape
from payattention_checks.task import Cases, Edge, Fits, Task, Undo
from payattention_checks.wrong import Wrong

MOST_ANNOTATIONS = 50
LARGEST_WIDTH = 20
LARGEST_ENTRY = 1000


class Case(NamedTuple):
    """The arguments of one call, and the matrix and state that gave the gradients.

    H      the annotations, (n, d_h)
    G      the gradients of the log weights with respect to the state, (n, d_s)
    W      the matrix to be recovered, (d_s, d_h)
    state  the state s at which the gradients were computed, (d_s,)
    """

    H: np.ndarray
    G: np.ndarray
    W: np.ndarray
    state: np.ndarray


System = Callable[[np.ndarray, np.ndarray, int], tuple[np.ndarray, np.ndarray]]


def right(case: Case) -> np.ndarray:
    return case.W


def same(found: np.ndarray, W: np.ndarray) -> bool:
    return found.shape == W.shape and bool((abs(found - W) <= 2e-3 * abs(W).max()).all())


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def of_its_shape(sign: Fits) -> Fits:
    """The sign, tried only on matrices that are not transposed."""
    return lambda found, case: found.shape == case.W.shape and sign(found, case)


def solves(found: np.ndarray, A: np.ndarray, B: np.ndarray, within: float = 1e-5) -> bool:
    """Whether ``found`` is a least-squares solution W of A Wᵀ = B: Aᵀ (A Wᵀ − B) = 0."""
    left = A.T @ (A @ found.T - B)
    size = abs(A).T @ (abs(A @ found.T) + abs(B))
    return bool((abs(left) <= within * size.max()).all())


def mean_free(rows: np.ndarray) -> np.ndarray:
    return rows - rows.mean(axis=0)


# wrong systems A Wᵀ = B, each with A and B from H, G and the width of H
SYSTEMS: dict[str, list[System]] = {
    "normaliser-ignored": [
        lambda H, G, d: (H, G),
        lambda H, G, d: (H[:d], G[:d]),
        lambda H, G, d: (H[-d:], G[-d:]),
    ],
    "one-side-only": [
        lambda H, G, d: (H - H[0], G),
        lambda H, G, d: (H[1:] - H[0], G[1:]),
        lambda H, G, d: (H, G - G[0]),
        lambda H, G, d: (H[1:], G[1:] - G[0]),
        lambda H, G, d: (H, G - G.mean(axis=0)),
        lambda H, G, d: (H[1:], np.diff(G, axis=0)),
        lambda H, G, d: (np.diff(H, axis=0), G[1:]),
        lambda H, G, d: (mean_free(H)[:d], G[:d]),
    ],
    "two-references": [
        lambda H, G, d: (H - H[0], mean_free(G)),
        lambda H, G, d: (mean_free(H), G - G[0]),
        lambda H, G, d: (H - H[0], G - G[-1]),
        lambda H, G, d: (H - H[-1], G - G[0]),
    ],
    "added": [
        lambda H, G, d: (H + H[0], G + G[0]),
        lambda H, G, d: (H[1:] + H[0], G[1:] + G[0]),
        lambda H, G, d: (H[1:] + H[:-1], G[1:] + G[:-1]),
    ],
}


def solution_of(systems: list[System]) -> Fits:
    return of_its_shape(
        lambda found, case: any(
            solves(found, *system(case.H, case.G, case.H.shape[1])) for system in systems
        )
    )


@of_its_shape
def one_difference(found: np.ndarray, case: Case) -> bool:
    """Whether ``found`` is right for only one difference of two annotations.

    All vectors that are orthogonal to this difference must be mapped to 0.
    """
    H, G = case.H - case.H[0], case.G - case.G[0]
    return any(solves(found, H[[j]], G[[j]]) and only_along(found, H[j]) for j in (1, -1))


def only_along(found: np.ndarray, h: np.ndarray) -> bool:
    return bool(np.any(found)) and np.allclose(found - np.outer(found @ h, h) / (h @ h), 0)


@of_its_shape
def not_solved(found: np.ndarray, case: Case) -> bool:
    """Whether ``found`` is a positive multiple of Gᵀ H, or its columns divided by square sums.

    H is centred, has differences, or is as it is.
    """
    for rows in (case.H, mean_free(case.H), case.H - case.H[0]):
        products = case.G.T @ rows, (case.G - case.G[0]).T @ rows
        if any(parallel(found.ravel(), each.ravel()) for each in products):
            return True
        if any(np.allclose(found, each / (rows**2).sum(axis=0)) for each in products):
            return True
    return False


@of_its_shape
def entries_divided(found: np.ndarray, case: Case) -> bool:
    """Whether ``found`` has the quotients of the entries of two differences."""
    pairs = ((case.H[j] - case.H[0], case.G[j] - case.G[0]) for j in (1, -1))
    return any(np.allclose(found * h, g[:, None]) for h, g in pairs)


@of_its_shape
def intercept_inside(found: np.ndarray, case: Case) -> bool:
    """Whether the first column of ``found`` is that of the intercept, and W begins behind it."""
    constant = case.G[0] - case.W @ case.H[0]
    return same(found, np.column_stack([constant, case.W])[:, :-1])


@of_its_shape
def rounded(found: np.ndarray, case: Case) -> bool:
    return any(np.allclose(found, case.W.round(digits)) for digits in range(4))


def parallel(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.any(a) and a @ b >= (1 - 1e-8) * np.linalg.norm(a) * np.linalg.norm(b))


@of_its_shape
def other_way_round(found: np.ndarray, case: Case) -> bool:
    """Whether ``found`` maps gradients to annotations; W maps annotations to gradients."""
    H, G = case.H - case.H[0], case.G - case.G[0]
    systems = (G, H), (case.G, case.H)
    return bool(np.any(found)) and any(solves(found.T, *system) for system in systems)


@of_its_shape
def pulled_to_0(found: np.ndarray, case: Case) -> bool:
    """Whether ``found`` is W with a smaller share of some directions than of others.

    The directions are those in which the annotations' differences vary most, least and in between.
    A penalty, a descent that begins at 0, and a limit for small singular values all do that.
    """
    return same(found, case.W) or any(
        filtered(found, case.W, rows) for rows in (mean_free(case.H), case.H - case.H[0])
    )


def filtered(found: np.ndarray, W: np.ndarray, rows: np.ndarray) -> bool:
    along = np.linalg.svd(rows, full_matrices=False)[2].T
    got, expected = found @ along, W @ along
    shares = (got * expected).sum(axis=0) / (expected**2).sum(axis=0)
    small = 1e-3 * shares[0]
    within = 0 < shares[0] < 1 + 1e-3 and (shares > -small).all()
    falling = (np.diff(shares) < small).all() and (len(shares) == 1 or np.ptp(shares) > small)
    return bool(within and falling) and same(got, shares * expected)


def coarse(case: Case) -> list[tuple[np.ndarray, np.ndarray]]:
    """Systems of annotations and gradients that were rounded to floats of 16 or 32 bits."""
    rounded = [[each.astype(t).astype(float) for each in case[:2]] for t in ("f2", "f4")]
    return [
        (difference(H), difference(G))
        for H, G in rounded
        for difference in (mean_free, lambda rows: rows - rows[0])
    ]


@of_its_shape
def too_coarse(found: np.ndarray, case: Case) -> bool:
    systems = [(A, B) for A, B in coarse(case) if A.any()]
    return same(found, case.W) or any(solves(found, A, B, 1e-4) for A, B in systems)


@of_its_shape
def some_differences(found: np.ndarray, case: Case) -> bool:
    """Whether ``found`` is right, or fits only d_h of the annotations' differences.

    d_h is the width of the annotations: so many differences determine W only if they are linearly
    independent.
    """
    d = case.H.shape[1]
    systems = [(case.H - case.H[i], case.G - case.G[i]) for i in (0, -1)]
    systems.append((np.diff(case.H, axis=0), np.diff(case.G, axis=0)))
    return same(found, case.W) or any(
        solves(found, A[some], B[some])
        for A, B in systems
        for some in (slice(d), slice(1, d + 1), slice(-d, None), slice(-d - 1, -1))
    )


SIGNS = {
    **{name: solution_of(systems) for name, systems in SYSTEMS.items()},
    "one-difference": one_difference,
    "not-solved": not_solved,
    "entries-divided": entries_divided,
    "intercept-inside": intercept_inside,
    "rounded": rounded,
    "other-way-round": other_way_round,
    "too-coarse": too_coarse,
    "pulled-to-0": pulled_to_0,
    "some-differences": some_differences,
}

UNDO: dict[str, Undo] = {
    "transposed": lambda found, case: (found.T, case) if found.T.shape == case.W.shape else None,
    "reshaped": lambda found, case: (
        (reshaped(found), case) if found.shape == case.W.shape else None
    ),
    "negative": lambda found, case: (-found, case),
    "divided": lambda found, case: (found * case.H.shape[1] ** 0.5, case),
    "multiplied": lambda found, case: (found / case.H.shape[1] ** 0.5, case),
}


def read(ask: Ask, case: Case) -> Any:
    found = ask.array(*case[:2], shape=LooseShape(case.W.shape))
    if found.shape not in (case.W.shape, case.W.T.shape):
        feedback = f"W must have the shape {case.W.shape}, but it has {found.shape}."
        raise Wrong("wrong-shape", feedback)
    return found


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def gradients(s: np.ndarray, W: np.ndarray, H: np.ndarray) -> np.ndarray:
    """Torch's gradients of the log weights with respect to the state: (annotations, d_s)."""
    score = torch.tensor(H) @ torch.tensor(W).mT

    def log_weights(state: torch.Tensor) -> torch.Tensor:
        return torch.log_softmax(score @ state, dim=0)

    return torch.autograd.functional.jacobian(log_weights, torch.tensor(s)).numpy()


def draw(
    rng: np.random.Generator, n: int, d_s: int, d_h: int, *,
    size: float = 1.0, offset: float = 1.0, strength: float = 1.0, spread: float = 0.8,
    thin: float = 0.4,
) -> Case:  # fmt: skip
    """A case with n random annotations whose differences determine W.

    ``size`` multiplies the annotations and divides W. ``offset`` moves the annotations away from 0.
    ``strength`` multiplies W. ``spread`` is the standard deviation of the scores. ``thin`` ·
    ``size`` is that of the annotations in the direction in which they vary least (if d_h ≥ 2).
    """
    unit = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, d_h))])).Q[:, 1:]
    sign = rng.choice([-1, 1], size=d_h) * rng.uniform(0.5, 1, size=d_h)
    H = unit * n**0.5 * np.geomspace(1.4, thin, d_h)
    H = (H @ np.linalg.qr(rng.normal(size=(d_h, d_h))).Q + offset * sign) * size
    W = rng.choice([-1, 1], size=(d_s, d_h)) * rng.uniform(0.3, 1.9, size=(d_s, d_h))
    W = W * strength / size
    state = rng.normal(size=d_s)
    state = state * spread / (H @ W.T @ state).std()
    return Case(H, gradients(state, W, H), W, state)


def repeated(case: Case, front: slice, behind: slice) -> Case:
    """The case with copies of some annotations at the front and at the end."""
    every = np.arange(len(case.H))
    H = case.H[np.concatenate([every[front], every, every[behind]])]
    return case._replace(H=H, G=gradients(case.state, case.W, H))


def on_a_line(case: Case, *, first: bool) -> Case:
    """The case with further annotations, which lie on a line with the first, or with the last."""
    times = np.array([1, -1, 2, -2, 0.5, -0.5, 4, -4, 0.25, -0.25])[: case.H.shape[1] + 1]
    start = (case.H[0 if first else -1] * 8).round() / 8  # so that the differences are exact
    step = ((case.H[1] - case.H[0]) * 8).round() / 8
    line = start + np.outer(times, step)
    H = [start, *line, *case.H[1:]] if first else [*case.H[:-1], *line, start]
    return case._replace(H=np.array(H), G=gradients(case.state, case.W, np.array(H)))


def cases(rng: np.random.Generator) -> Cases:
    d, e, n = rng.choice(np.arange(3, 9), size=3, replace=False).tolist()
    sizes = [(4, 1, 1), (5, 2, 3), (9, 3, 2), (12, d, d), (d + e + 2, d, e), (n + 12, e, n)]
    few = [draw(rng, h + 1, s, h) for s, h in ((1, 1), (3, 2), (2, 4), (d, e))]
    few.append(draw(rng, LARGEST_WIDTH + 1, LARGEST_WIDTH, LARGEST_WIDTH, strength=400))
    far = [draw(rng, *size, offset=LARGEST_ENTRY - 20) for size in sizes]
    far += [draw(rng, h + 1, s, h, offset=LARGEST_ENTRY - 20) for s, h in ((2, 2), (e, d))]
    small = [draw(rng, *size, size=1e-3, strength=0.5) for size in sizes]
    sharp = [draw(rng, *size, spread=20.0) for size in sizes]
    flat = [draw(rng, *size, thin=0.03) for size in sizes]
    twice = [
        repeated(draw(rng, n, s, h), front, behind)
        for n, s, h in ((4, 2, 3), (5, 3, 2), (9, e, d), (d + 2, 1, d))
        for front, behind in (
            (slice(h), slice(0)), (slice(1), slice(-1, None)), (slice(0), slice(-h, None)),
        )
    ]  # fmt: skip
    lines = [
        on_a_line(draw(rng, n, s, h), first=first)
        for n, s, h in ((4, 2, 3), (5, 3, 2), (9, e, d))
        for first in (True, False)
    ]
    close = [
        draw(rng, *size, size=2e-3, offset=(LARGEST_ENTRY - 20) / 2e-3, strength=1.0)
        for size in sizes
    ]
    ordinary = [*sizes[1:], (4, 3, 2), (MOST_ANNOTATIONS, 4, 5)]
    return Cases(
        [draw(rng, *size) for size in ordinary],
        (
            Edge([*few, *far, *small, *sharp, *flat], ("pulled-to-0", "too-coarse")),
            Edge(twice, ("some-differences", "pulled-to-0", "too-coarse")),
            Edge(lines, ("some-differences",), stage=2),
            Edge(close, ("too-coarse",), stage=2),
        ),
    )


recover_score = Task(
    __name__, right, cases, {}, SIGNS, UNDO, n_arguments=2, same=same, read=read
).check
