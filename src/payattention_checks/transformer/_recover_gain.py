"""The gain of an RMSNorm, recovered from its input and output.

Promised domain: 1 to 50 positions, widths from 1 to 64; the absolute values of the entries are 0 or
    from 0.001 to 1000; gains are from −10 to 10, and eps from 0 to 10.
Extremes and special cases, alone and together: rows, columns and single entries of zeros; two rows
    whose sum is zero; a gain of 0, in a column that begins with a zero,
    too; eps of 0 with a row of zeros; one position; a width of 1; one
    position of width 1; entries of 0.001 beside 1000; all sizes at their largest.
Certain: entries and gains are random, so every two of the mistakes give different gains, no matter
    which positions the gains are computed from. A mistake is named only if the student's gains fit
    it in all cases.
"""

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.compare import close, right_or_not_finite
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_POSITIONS, LARGEST_WIDTH = 50, 64
SMALLEST_ENTRY, LARGEST_ENTRY = 0.001, 1000
LARGEST_EPS = LARGEST_GAIN = 10
SMALL = 0.1


class Case(NamedTuple):
    """The arguments of one call, and the true gain.

    X     the input of the RMSNorm, (positions, d)
    Y     the output of the RMSNorm, (positions, d)
    eps   the number added under the root
    gain  the true gain, (d,)
    """

    X: np.ndarray
    Y: np.ndarray
    eps: float
    gain: np.ndarray


Of = Callable[[Case], np.ndarray]


def known(case: Case) -> np.ndarray:
    return (case.X != 0).any(axis=0)


def right(case: Case, *, gain: Of = lambda case: case.gain, known: Of = known) -> np.ndarray:
    """The gain, (d,); 1 where it is not known."""
    return np.where(known(case), gain(case), 1.0)


def squares(case: Case, axis: int | None = 1) -> np.ndarray:
    return np.square(case.X).mean(axis=axis, keepdims=True)


def deviation(case: Case) -> np.ndarray:
    return np.sqrt(case.X.var(axis=1, keepdims=True) + case.eps)


def in_row(index: Callable[[np.ndarray], int]) -> dict[str, Of]:
    """Keywords of `right` if all gains come from one row of X; where it is 0, none is known."""
    return {"known": lambda case: case.X[index(case.X)] != 0}


VARIANTS: Variants = {
    "reciprocal": {"gain": lambda case: 1 / case.gain},
    "rounded": [{"gain": lambda case, d=d: case.gain.round(d)} for d in range(4)],
    "positive-only": [
        {"known": lambda case: (case.X > 0).any(axis=0)},
        {"known": lambda case: (case.X * (squares(case) + case.eps) ** -0.5).sum(axis=0) > 0},
    ],
    "one-row": [
        in_row(lambda X: 0),
        in_row(lambda X: -1),
        in_row(lambda X: int(X.any(axis=1).argmax())),
        in_row(lambda X: int(np.square(X).sum(axis=1).argmax())),
    ],
    "zeros-averaged": {"gain": lambda case: case.gain * (case.X != 0).mean(axis=0)},
}

# ── what recognises a mistake, whichever rows the gains come from ─────────────────────────────

Fits = Callable[[np.ndarray, Case], bool]


same = functools.partial(close, rtol=3e-4, atol=1e-5)


def undone(*scales: Of, centred: bool = False) -> Fits:
    """Whether the gains come from a table Y · scale(case) / X, (positions, d).

    Each from any row of its column, or all by one of the `summaries`. If ``centred``, each row of
    the X in the denominator first loses its mean.
    """

    def fits(output: np.ndarray, case: Case) -> bool:
        mean = case.X.mean(axis=1, keepdims=True) if centred else 0
        return any(made_of(case.Y * of(case), case.X - mean, of(case), output) for of in scales)

    return fits


def made_of(Y: np.ndarray, X: np.ndarray, scale: np.ndarray, output: np.ndarray) -> bool:
    in_some_row = np.isclose(output, Y / X, 3e-4, 1e-5).any(axis=0)
    return bool(in_some_row.all()) or any(same(output, gain) for gain in summaries(Y, X, scale))


def summaries(Y: np.ndarray, X: np.ndarray, scale: np.ndarray) -> Iterator[np.ndarray]:
    """The mean and the median of Y / X over the rows, and least squares and quotients of sums."""
    yield np.median(Y / X, axis=0)
    for weight in (1 / X, X, X / scale**2, np.ones_like(X), 1 / scale):
        yield (weight * Y).sum(axis=0) / (weight * X).sum(axis=0)


def is_right(output: np.ndarray, case: Case) -> bool:
    return same(output, right(case))


def right_where(of: Of) -> Fits:
    return lambda output, case: same(output[of(case)], right(case)[of(case)])


def right_or_1(output: np.ndarray, case: Case) -> bool:
    return same(np.where(output == 1, right(case), output), right(case))


def sums_cancel(output: np.ndarray, case: Case) -> bool:
    return right_or_1(output, case) or right_or_not_finite(is_right)(output, case)


def small_as_zero(output: np.ndarray, case: Case) -> bool:
    large = abs(case.X).max(axis=0) > SMALL
    return right_or_1(output, case) and right_where(lambda case: large)(output, case)


SIGNS = {
    "not-normalised": undone(lambda case: np.ones((1, 1))),
    "divided-twice": undone(lambda case: (squares(case) + case.eps) ** -0.5),
    "eps-forgotten": undone(lambda case: squares(case) ** 0.5),
    "eps-outside": undone(
        lambda case: squares(case) ** 0.5 + case.eps,
        lambda case: (squares(case) + case.eps**2) ** 0.5,
        lambda case: np.maximum(squares(case) ** 0.5, case.eps),
        lambda case: (squares(case) + case.eps / case.X.shape[1]) ** 0.5,
    ),
    "summed": undone(lambda case: (case.X.shape[1] * squares(case) + case.eps) ** 0.5),
    "length": undone(
        lambda case: (case.X.shape[1] * squares(case)) ** 0.5,
        lambda case: (case.X.shape[1] * squares(case)) ** 0.5 + case.eps,
    ),
    "divided-by-n": undone(
        lambda case: (squares(case) * case.X.shape[1] / len(case.X) + case.eps) ** 0.5
    ),
    "not-squared": undone(
        lambda case: (abs(case.X).mean(axis=1, keepdims=True) + case.eps) ** 0.5,
        lambda case: abs(case.X).mean(axis=1, keepdims=True) + case.eps,
    ),
    "not-rooted": undone(lambda case: squares(case) + case.eps),
    "chosen-alone": undone(
        lambda case: (np.square(abs(case.X).max(axis=0)).mean(keepdims=True) + case.eps) ** 0.5,
        lambda case: (np.square(case.X) + case.eps) ** 0.5,
    ),
    "layer-norm": lambda output, case: (
        undone(deviation)(output, case) or undone(deviation, centred=True)(output, case)
    ),
    "over-the-positions": undone(
        lambda case: np.sqrt(squares(case, axis=0) + case.eps),
        lambda case: np.sqrt(squares(case, axis=None) + case.eps),
    ),
    "sign-lost": lambda output, case: same(abs(output), abs(right(case))),
    "zero-by-zero": right_or_not_finite(is_right),
    "gain-missed": right_or_1,
    "small-as-zero": small_as_zero,
    "sums-cancel": sums_cancel,
    "unknown-gain": right_where(known),
    "gain-of-zero": right_where(lambda case: case.gain != 0),
}

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def normed(X: np.ndarray, gain: np.ndarray, eps: float) -> Case:
    """A case with the output of an RMSNorm; a row of zeros stays one, even if eps is 0."""
    x, g = torch.tensor(X), torch.tensor(gain)
    return Case(X, np.nan_to_num(F.rms_norm(x, g.shape, g, eps).numpy()), eps, gain)


def signs(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.choice([-1, 1], size=shape)


def draw(
    rng: np.random.Generator, n: int, d: int, eps: float, *,
    change: Callable[[np.ndarray], np.ndarray] = lambda X: X,
) -> Case:  # fmt: skip
    X = signs(rng, n, d) * rng.uniform(0.5, 3, size=(n, d))
    return normed(change(X), signs(rng, d) * rng.uniform(0.2, 2, size=d), eps)


def zeros(rng: np.random.Generator, n: int, d: int, eps: float) -> Case:
    """A case with a row of zeros in X and zeros elsewhere; no column is all zeros.

    The first column has no positive entry, so its largest entry is 0.
    """

    def change(X: np.ndarray) -> np.ndarray:
        zero = rng.random((n, d)) < 0.3
        zero[0] = True
        zero[1 + np.arange(d) % (n - 1), np.arange(d)] = False
        return np.where(zero, 0.0, np.where(np.arange(d) == 0, -abs(X), X))

    return draw(rng, n, d, eps, change=change)


def hole_in_each_row(X: np.ndarray) -> np.ndarray:
    """X with zeros, so that no row alone shows all gains; no column is all zeros."""
    n, d = X.shape
    return np.where(np.arange(n)[:, None] % d == np.arange(d), 0.0, X)


def hole_in_a_column(X: np.ndarray) -> np.ndarray:
    return np.where(np.arange(X.shape[1]) == X.shape[1] // 2, 0.0, X)


def with_opposite(X: np.ndarray) -> np.ndarray:
    return np.vstack([X, -X])


def holes_beside_the_diagonal(X: np.ndarray) -> np.ndarray:
    """X without negative entries, and with zeros in the first row, except in the first column."""
    X = abs(X)
    X[0, 1:] = 0.0
    return X


def both_signs(X: np.ndarray) -> np.ndarray:
    """X with no positive entry in the first column, and no negative one in the second."""
    first, second, *_ = abs(X).T
    return np.column_stack([-first, second, X[:, 2:]])


def without_gain(case: Case, *columns: int) -> Case:
    """The case with a gain of 0 in some columns."""
    gain = case.gain.copy()
    gain[list(columns)] = 0.0
    return normed(case.X, gain, case.eps)


def far(rng: np.random.Generator, n: int, d: int, eps: float) -> Case:
    """A case whose entries have absolute values from 0.001 to 1000."""
    sizes = np.geomspace(SMALLEST_ENTRY, LARGEST_ENTRY, n * d)
    X = signs(rng, n, d) * rng.permutation(sizes).reshape(n, d)
    return normed(X, rng.uniform(-LARGEST_GAIN, LARGEST_GAIN, size=d), eps)


def columns_of_zeros(rng: np.random.Generator, n: int, d: int, eps: list[float]) -> list[Case]:
    """Cases with columns of zeros, and with gains of 0, alone and together."""
    return [
        draw(rng, 3, 4, eps[2], change=hole_in_a_column),
        draw(rng, n, d, eps[3], change=hole_in_a_column),
        draw(rng, 2, 3, eps[0], change=np.zeros_like),
        draw(rng, 1, 3, eps[1], change=hole_in_a_column),
        without_gain(draw(rng, n, d, eps[2]), *range(d)),
        without_gain(draw(rng, 3, 4, eps[3], change=hole_in_a_column), 0),
    ]


AT_ZEROS = ("gain-of-zero", "zero-by-zero", "gain-missed")


def cases(rng: np.random.Generator) -> Cases:
    n, d = (int(x) for x in rng.choice(np.arange(3, 9), size=2, replace=False))
    eps = [float(e) for e in rng.uniform(0.5, 3, size=4)]
    sizes = [(2, 3), (n, d), (d, n + 1)]
    holes = [
        zeros(rng, 4, 3, eps[0]),
        zeros(rng, n + 2, d, eps[1]),
        draw(rng, 4, 3, eps[2], change=hole_in_each_row),
        draw(rng, n + 1, d, eps[3], change=hole_in_each_row),
        zeros(rng, 5, 3, 0.0),
        zeros(rng, d, n, 0.0),
        without_gain(draw(rng, 4, 3, eps[0], change=holes_beside_the_diagonal), 1),
    ]
    opposite = [
        draw(rng, 1, 3, eps[0], change=with_opposite),
        draw(rng, 1, d, eps[1], change=with_opposite),
    ]
    small = rng.uniform(SMALLEST_ENTRY, 5 * SMALLEST_ENTRY, size=(n, d))
    others = [
        *(draw(rng, *size) for size in ((1, 1, eps[0]), (1, d, 0.0), (n, 1, LARGEST_EPS))),
        far(rng, MOST_POSITIONS, LARGEST_WIDTH, 0.0),
        far(rng, 3, 4, 1e-6),
        draw(rng, n, d, 1e-6, change=lambda X: small),
    ]
    return Cases(
        [
            *(draw(rng, *size, e) for size, e in zip(sizes, eps, strict=False)),
            draw(rng, 1, 4, eps[3], change=both_signs),
        ],
        (
            Edge(holes, ("one-row", "zeros-averaged", *AT_ZEROS)),
            Edge(opposite, ("sums-cancel",)),
            Edge(columns_of_zeros(rng, n, d, eps), ("unknown-gain", *AT_ZEROS)),
            Edge(others, ("small-as-zero",)),
        ),
    )


recover_gain = Task(__name__, right, cases, VARIANTS, SIGNS, n_arguments=3, same=same).check
