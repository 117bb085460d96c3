"""A residual block: RMSNorm, feed-forward network and another RMSNorm.

Promised domain: 1 to 50 positions, widths from 1 to 64, entries of the input from −1000 to 1000,
    eps from 10⁻⁶ to 1.
Extremes and special cases, alone and together: one position; widths of 1; a network that returns
    zeros at some positions or at all of them; a network whose outputs are so small that eps
    matters; a row of zeros in the input; entries of ±1000; eps of 10⁻⁶; all sizes at their largest.
Certain: input, gains and matrices are random, so every two of the mistakes give different outputs.
    A mistake is named only if the student's outputs fit it in all cases.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.arrays import itself
from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_POSITIONS, LARGEST_WIDTH = 50, 64
LARGEST_ENTRY = 1000
SMALLEST_EPS, LARGEST_EPS = 1e-6, 1


class Case(NamedTuple):
    """The arguments of one call.

    X      the input, (positions, d)
    g_in   the gain of the first norm, (d,)
    g_out  the gain of the second norm, (d,)
    W_1    the first matrix of the network, (d, d_ff)
    W_2    the second matrix of the network, (d_ff, d)
    eps    the number added under the root in both norms
    """

    X: np.ndarray
    g_in: np.ndarray
    g_out: np.ndarray
    W_1: np.ndarray
    W_2: np.ndarray
    eps: float


Change = Callable[[np.ndarray], np.ndarray]
Norm = Callable[[np.ndarray, np.ndarray, float], np.ndarray]  # of x, (positions, d), gain and eps


# ── norms ─────────────────────────────────────────────────────────────────────────────────────


def rms_norm(x: np.ndarray, gain: np.ndarray, eps: float) -> np.ndarray:
    return F.rms_norm(torch.tensor(x), gain.shape, torch.tensor(gain), eps).numpy()


def layer_norm(x: np.ndarray, gain: np.ndarray, eps: float) -> np.ndarray:
    return F.layer_norm(torch.tensor(x), gain.shape, torch.tensor(gain), None, eps).numpy()


def no_norm(x: np.ndarray, gain: np.ndarray, eps: float) -> np.ndarray:
    return x


def gain_alone(x: np.ndarray, gain: np.ndarray, eps: float) -> np.ndarray:
    return x @ np.diag(gain)


def without_gain(x: np.ndarray, gain: np.ndarray, eps: float) -> np.ndarray:
    return rms_norm(x, np.ones_like(gain), eps)


def mean_square(x: np.ndarray, axis: int | None = 1) -> np.ndarray:
    return np.square(x).mean(axis=axis, keepdims=True)


def divided_by(square: Callable[[np.ndarray, float], np.ndarray]) -> Norm:
    return lambda x, gain, eps: gain * x / np.sqrt(square(x, eps))


def with_eps(own: float) -> Norm:
    return divided_by(lambda x, eps: mean_square(x) + own)


# ── the block ─────────────────────────────────────────────────────────────────────────────────


def function(of: Callable[[torch.Tensor], torch.Tensor]) -> Change:
    return lambda x: of(torch.tensor(x)).numpy()


relu = function(torch.relu)


def right(
    case: Case,
    *,
    first: Norm = rms_norm,
    second: Norm = rms_norm,
    activation: Change = relu,
    behind: Change = itself,
    early_norm: Norm = no_norm,
    hidden_norm: Norm = no_norm,
    sum_norm: Norm = no_norm,
    residual: Callable[[Case, np.ndarray], np.ndarray | float] = lambda case, n: case.X,
    change: Callable[[Case], Case] = lambda case: case,
) -> np.ndarray:
    """The block's output, (positions, d).

    ``behind`` comes behind the second matrix, ``early_norm`` before the activation, ``hidden_norm``
    behind it, and ``sum_norm`` behind the sum, which begins with ``residual(case, normalised
    input)``. ``change`` changes the arguments.
    """
    case = change(case)
    n = first(case.X, case.g_in, case.eps)
    ones = np.ones(case.W_1.shape[1])
    hidden = activation(early_norm(n @ case.W_1, ones, case.eps))
    hidden = hidden_norm(hidden, ones, case.eps)
    f = second(behind(hidden @ case.W_2), case.g_out, case.eps)
    return sum_norm(residual(case, n) + f, case.g_out, case.eps)


def in_one_or_both(*norms: Norm) -> list[dict[str, Any]]:
    where = (("first", "second"), ("first",), ("second",))
    return [dict.fromkeys(names, norm) for norm in norms for names in where]


FUNCTIONS: tuple[Callable[[torch.Tensor], torch.Tensor], ...] = (
    torch.abs, F.gelu, F.silu, F.leaky_relu, F.relu6, F.softplus, torch.sigmoid, torch.tanh,
    lambda x: x, lambda x: F.relu(x) ** 2, lambda x: x.clamp(max=0),
    lambda x: F.gelu(x, approximate="tanh"), lambda x: x * torch.sigmoid(1.702 * x),
)  # fmt: skip

VARIANTS: Variants = {
    "no-norm-after": [{"second": no_norm}, {"second": gain_alone}],
    "no-norm-before": [{"first": no_norm}, {"first": gain_alone}],
    "sum-normalised": [
        {"second": no_norm, "sum_norm": rms_norm},
        {"first": no_norm, "second": no_norm, "sum_norm": rms_norm},
        {"sum_norm": rms_norm},
        {"sum_norm": without_gain},
    ],
    "no-residual": {"residual": lambda case, n: 0.0},
    "sum-gained": {"second": without_gain, "sum_norm": gain_alone},
    "residual-normalised": [{"residual": lambda case, n, p=p: n / case.g_in**p} for p in (0, 1)],
    "gains-exchanged": {"change": lambda case: case._replace(g_in=case.g_out, g_out=case.g_in)},
    "one-gain": [
        {"change": lambda case: case._replace(g_out=case.g_in)},
        {"change": lambda case: case._replace(g_in=case.g_out)},
    ],
    "gain-forgotten": in_one_or_both(without_gain),
    "no-relu": [{"activation": function(of)} for of in FUNCTIONS],
    "relu-after": [{"behind": relu, "activation": itself}, {"behind": relu}],
    "hidden-normalised": [
        {where: rms_norm, "second": norm}
        for where in ("hidden_norm", "early_norm")
        for norm in (gain_alone, no_norm, rms_norm)
    ],
    "layer-norm": in_one_or_both(
        layer_norm, divided_by(lambda x, eps: x.var(axis=1, keepdims=True) + eps)
    ),
    "not-rooted": in_one_or_both(divided_by(lambda x, eps: (mean_square(x) + eps) ** 2)),
    "matrices-exchanged": {"change": lambda case: case._replace(W_1=case.W_2.T, W_2=case.W_1.T)},
    "over-the-positions": in_one_or_both(divided_by(lambda x, eps: mean_square(x, axis=0) + eps)),
    "summed": in_one_or_both(
        divided_by(lambda x, eps: x.shape[1] * mean_square(x) + eps),
        divided_by(lambda x, eps: x.shape[1] * mean_square(x)),
        divided_by(lambda x, eps: np.maximum(x.shape[1] * mean_square(x), eps**2)),
        divided_by(lambda x, eps: ((x.shape[1] * mean_square(x)) ** 0.5 + eps) ** 2),
    ),
    "whole-table": in_one_or_both(divided_by(lambda x, eps: mean_square(x, axis=None) + eps)),
    "gain-inside": in_one_or_both(lambda x, gain, eps: without_gain(gain * x, gain, eps)),
    "eps-outside": in_one_or_both(
        divided_by(lambda x, eps: (mean_square(x) ** 0.5 + eps) ** 2),
        divided_by(lambda x, eps: mean_square(x) + eps**2),
        divided_by(lambda x, eps: mean_square(x) + eps / x.shape[1]),
        divided_by(lambda x, eps: np.maximum(mean_square(x), eps)),
        lambda x, gain, eps: rms_norm(x, gain, 0.0) + eps,
    ),
}


same = functools.partial(close, rtol=1e-3, atol=1e-4)


def eps_forgotten(output: np.ndarray, case: Case) -> bool:
    """Whether eps is 0 or a usual constant, in one norm or in both; 0/0 is not compared."""
    for way in in_one_or_both(*map(with_eps, (0, 1e-12, 1e-8, 1e-6, 1e-5))):
        other = right(case, **way)
        known = np.isfinite(other)
        if known.any() and same(output[known], other[known]):
            return True
    return False


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, n: int, d: int, d_ff: int, eps: float, *, size: float = 1.0
) -> Case:
    """A case in which the network returns zeros at no position, also if eps is behind the norm."""
    X = size * rng.normal(size=(n, d))
    g_in, g_out = rng.uniform(0.5, 2, size=(2, d)) * rng.choice([-1, 1], size=(2, d))
    W_1, W_2 = 3 * rng.normal(size=(d, d_ff)), rng.normal(size=(d_ff, d)) / d_ff
    normed = rms_norm(X, g_in, eps), rms_norm(X, g_in, 0.0) + eps
    heard = all((n @ W_1 > 0).any(axis=1).all() for n in normed)
    return Case(X, g_in, g_out, W_1, W_2, eps) if heard else draw(rng, n, d, d_ff, eps, size=size)


def often_silent(case: Case) -> Case:
    """The case with a network that returns zeros at about half of the positions.

    With equal columns in W_1, the ReLU sets all hidden numbers of a position to 0, or none.
    """
    return case._replace(W_1=np.outer(case.W_1[:, 0], np.ones(case.W_1.shape[1])))


def silent(case: Case) -> Case:
    """The first position alone, with a network that returns zeros."""
    X = case.X[:1]
    return case._replace(X=X, W_1=-np.sign(case.g_in * X).T * abs(case.W_1))


def cases(rng: np.random.Generator) -> Cases:
    n, d, d_ff = (int(x) for x in rng.choice(np.arange(3, 9), size=3, replace=False))
    eps = [float(e) for e in rng.uniform(0.3, LARGEST_EPS, size=3)]
    ordinary = [
        draw(rng, 2, 3, 4, eps[0]),
        draw(rng, n, d, d_ff, eps[1]),
        draw(rng, d, d_ff, n, eps[2]),
        draw(rng, n + 1, d, d_ff + 2, eps[0], size=0.3),
    ]
    blank = draw(rng, 3, 2, 3, SMALLEST_EPS)
    faint = draw(rng, n, d, d_ff, SMALLEST_EPS)
    full = draw(rng, MOST_POSITIONS, LARGEST_WIDTH, LARGEST_WIDTH, SMALLEST_EPS)
    edges = [
        blank._replace(X=blank.X * [[1], [0], [1]]),
        often_silent(draw(rng, n, d, d_ff, SMALLEST_EPS)),
        silent(draw(rng, 3, 4, 2, SMALLEST_EPS)),
        faint._replace(W_2=0.0007 * faint.W_2),
        draw(rng, 1, 3, 2, eps[0]),
        draw(rng, 3, 1, 2, eps[1]),
        draw(rng, 2, 3, 1, eps[2]),
        draw(rng, 1, 1, 1, eps[0]),
        draw(rng, 3, 3, 3, eps[1]),
        full._replace(X=full.X * LARGEST_ENTRY / abs(full.X).max()),
    ]
    return Cases(ordinary, (Edge(edges),))


SIGNS = {"eps-forgotten": eps_forgotten}

sandwich_block = Task(__name__, right, cases, VARIANTS, SIGNS, same=same).check
