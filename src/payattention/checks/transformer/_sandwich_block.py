"""The check of `sandwich_block`: a feed-forward block with an RMSNorm before and after it."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_POSITIONS, LARGEST_WIDTH = 50, 64
LARGEST_ENTRY = 1000
SMALLEST_EPS, LARGEST_EPS = 1e-6, 1


class Block(NamedTuple):
    """The arguments of one call of the student's `sandwich_block`.

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


def rms_norm(x, gain, eps):
    """RMSNorm of each row of x, computed by torch."""
    return F.rms_norm(torch.tensor(x), gain.shape, torch.tensor(gain), eps).numpy()


def layer_norm(x, gain, eps):
    """LayerNorm of each row of x, with a gain but no bias, computed by torch."""
    return F.layer_norm(torch.tensor(x), gain.shape, torch.tensor(gain), None, eps).numpy()


def divides_by(scale):
    """The norm (x, gain, eps) → gain · x / ``scale(x, eps)``: an RMSNorm with another divisor."""
    return lambda x, gain, eps: gain * x / scale(x, eps)


def mean_square(x, axis=-1):
    return np.square(x).mean(axis=axis, keepdims=True)


@check(reread="Chapter 5, [Post-norm and pre-norm](05-transformer#pre-norm)", odd_form=True)
def sandwich_block(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's residual block: RMSNorm, feed-forward network and another RMSNorm.

    Promised domain: 1 to 50 positions, widths from 1 to 64, entries of the input from −1000 to
        1000, eps from 10⁻⁶ to 1.
    Extremes and special cases, alone and together: one position; widths of 1; a network that
        returns zeros at some positions or at all of them; a network whose outputs are so small
        that eps matters; a row of zeros in the input; entries of ±1000; eps of 10⁻⁶; all sizes at
        their largest.
    Usual mistakes: the first norm is missing; the second norm is missing; the sum is normalised;
        the residual connection is missing; the residual connection begins after the first norm; the
        gains are exchanged; a gain is missing; both norms use the same gain; the gain is multiplied
        in before the mean square is taken; the ReLU is missing; a ReLU comes after the second
        matrix; a LayerNorm is used for an RMSNorm; the hidden layer is normalised; a norm runs over
        the positions; a norm runs over the whole table; a norm takes the sum of the squares; a norm
        has no eps; a norm has a wrong eps; a norm adds eps outside the root. In edge cases: axes of
        size 1 get lost.
    Certain: input, gains and matrices are random, so every two of these mistakes give
        different outputs. A mistake is named only if the student's outputs fit it in all cases.
    """

    def draw(n, d, d_ff, eps, *, size=1.0):
        X = size * rng.normal(size=(n, d))
        g_in, g_out = rng.uniform(0.5, 2, size=(2, d))
        W_1, W_2 = rng.normal(size=(d, d_ff)), rng.normal(size=(d_ff, d)) / d_ff
        return Block(X, g_in, g_out, W_1, W_2, eps)

    def network(case, x, activation=torch.relu):
        return (activation(torch.tensor(x @ case.W_1)) @ torch.tensor(case.W_2)).numpy()

    def parts(case, *, first=rms_norm, second=rms_norm, **how):
        """Three arrays: the normalised input, the network's output, and this output normalised.

        ``first`` and ``second`` are functions like `rms_norm`. ``activation`` replaces the ReLU.
        """
        n = first(case.X, case.g_in, case.eps)
        f = network(case, n, **how)
        return n, f, second(f, case.g_out, case.eps)

    def block(case, **how):
        return case.X + parts(case, **how)[2]

    def of(norm):
        """A predicate (output, case): whether ``norm`` replaces one or both of the RMSNorms."""
        return equals_one_of(
            lambda case: block(case, first=norm, second=norm),
            lambda case: block(case, first=norm),
            lambda case: block(case, second=norm),
        )

    def right(output, case):
        return close(output, block(case), 1e-3, 1e-4)

    def ungained(case, **which):
        return block(case._replace(**{name: np.ones_like(case.g_in) for name in which}))

    def eps_forgotten(output, case):
        """Whether the output fits an eps of 0 or of a usual constant, in one norm or in both.

        Entries where an eps of 0 gives 0/0 are not compared.
        """
        for eps in (0, 1e-12, 1e-8, 1e-6, 1e-5):
            norm = divides_by(lambda x, _, eps=eps: np.sqrt(mean_square(x) + eps))
            for both in ({"first": norm, "second": norm}, {"first": norm}, {"second": norm}):
                other = block(case, **both)
                known = np.isfinite(other)
                if known.any() and close(output[known], other[known], 1e-3, 1e-4):
                    return True
        return False

    def hidden_normalised(case):
        hidden = torch.relu(torch.tensor(parts(case)[0] @ case.W_1)).numpy()
        normed = rms_norm(hidden, np.ones(hidden.shape[1]), case.eps)
        return case.X + case.g_out * (normed @ case.W_2)

    def relu_after(case, activation):
        """The output if a ReLU follows the second matrix, and ``activation`` the first."""
        n = rms_norm(case.X, case.g_in, case.eps)
        f = torch.relu(torch.tensor(network(case, n, activation=activation))).numpy()
        return case.X + rms_norm(f, case.g_out, case.eps)

    mistakes: Mistakes = [
        Mistake(
            "no-norm-after",
            "This is pre-norm: what the network returns is added as it is. Normalise it first.",
            equals_one_of(lambda case: case.X + parts(case)[1]),
            credit=0.4,
        ),
        Mistake(
            "no-norm-before",
            "The network reads `X` as it is. Normalise its input first.",
            equals_one_of(
                lambda case: case.X + rms_norm(network(case, case.X), case.g_out, case.eps)
            ),
            credit=0.4,
        ),
        Mistake(
            "sum-normalised",
            "The second norm is applied to the sum. It belongs to what the network returns; the "
            "sum stays as it is.",
            equals_one_of(
                lambda case: rms_norm(case.X + parts(case)[1], case.g_out, case.eps),
                lambda case: rms_norm(case.X + network(case, case.X), case.g_out, case.eps),
            ),
            credit=0.4,
        ),
        Mistake(
            "no-residual",
            "The residual connection is missing: the block's input is added to its result.",
            equals_one_of(lambda case: parts(case)[2]),
            credit=0.4,
        ),
        Mistake(
            "residual-normalised",
            "The residual connection begins behind the first norm. It begins at `X` itself.",
            equals_one_of(lambda case: parts(case)[0] + parts(case)[2]),
            credit=0.5,
        ),
        Mistake(
            "gains-exchanged",
            "The two gains are exchanged.",
            equals_one_of(lambda case: block(case._replace(g_in=case.g_out, g_out=case.g_in))),
            credit=0.6,
        ),
        Mistake(
            "one-gain",
            "Both norms have the same gain. The one before has `g_in`, the one after `g_out`.",
            equals_one_of(
                lambda case: block(case._replace(g_out=case.g_in)),
                lambda case: block(case._replace(g_in=case.g_out)),
            ),
            credit=0.6,
        ),
        Mistake(
            "gain-forgotten",
            "A gain is missing. Each of the two norms has one.",
            equals_one_of(
                lambda case: ungained(case, g_in=True, g_out=True),
                lambda case: ungained(case, g_in=True),
                lambda case: ungained(case, g_out=True),
            ),
            credit=0.5,
        ),
        Mistake(
            "no-relu",
            "The network has no ReLU between its two matrices, or another function.",
            equals_one_of(
                lambda case: block(case, activation=lambda x: x),
                lambda case: block(case, activation=torch.abs),
                lambda case: block(case, activation=F.gelu),
                lambda case: block(case, activation=torch.sigmoid),
                lambda case: block(case, activation=torch.tanh),
            ),
            credit=0.4,
        ),
        Mistake(
            "relu-after",
            "A ReLU stands behind the second matrix. There is one ReLU, between the two matrices.",
            equals_one_of(
                lambda case: relu_after(case, lambda x: x),
                lambda case: relu_after(case, torch.relu),
            ),
            credit=0.4,
        ),
        Mistake(
            "hidden-normalised",
            "The hidden layer is normalised. The second norm belongs to what the network returns, "
            "behind `W_2`.",
            equals_one_of(hidden_normalised),
            credit=0.4,
        ),
        Mistake(
            "layer-norm",
            "A mean is subtracted: that is LayerNorm. RMSNorm divides by the root of the mean "
            "square, and nothing else.",
            of(layer_norm),
            credit=0.5,
        ),
        Mistake(
            "over-the-positions",
            "A norm runs over the positions. Each position is normalised by itself.",
            of(divides_by(lambda x, eps: np.sqrt(mean_square(x, axis=0) + eps))),
            credit=0.3,
        ),
        Mistake(
            "summed",
            "A norm divides by the root of the *sum* of squares. RMSNorm takes their mean.",
            of(divides_by(lambda x, eps: np.sqrt(x.shape[-1] * mean_square(x) + eps))),
            credit=0.5,
        ),
        Mistake(
            "whole-table",
            "A norm has one root for the whole table. Each position is divided by its own.",
            of(divides_by(lambda x, eps: np.sqrt(mean_square(x, axis=None) + eps))),
            credit=0.3,
        ),
        Mistake(
            "gain-inside",
            "A gain is multiplied in before the mean square is taken, so it is in the root, too. "
            "Divide `x` by its own root first.",
            of(lambda x, gain, eps: rms_norm(gain * x, np.ones_like(gain), eps)),
            credit=0.5,
        ),
        Mistake(
            "eps-forgotten",
            "eps, as it is given, is not in both norms.",
            eps_forgotten,
            credit=0.7,
        ),
        Mistake(
            "eps-outside",
            "eps stands beside the root, in both norms or in one. It is added to the mean square, "
            "under the root.",
            of(divides_by(lambda x, eps: np.sqrt(mean_square(x)) + eps)),
            credit=0.7,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.X.shape) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": block(case)},
            rule="Each row is x + RMSNorm(FFN(RMSNorm(x))): the inner norm has the gain `g_in`, "
            "the outer one `g_out`.",
        )

    n, d, d_ff = (int(x) for x in rng.choice(np.arange(3, 9), size=3, replace=False))
    eps = [float(e) for e in rng.uniform(0.3, LARGEST_EPS, size=3)]
    cases = [draw(2, 3, 4, eps[0]), draw(n, d, d_ff, eps[1]), draw(d, d_ff, n, eps[2])]
    judge_at([*cases, draw(n + 1, d, d_ff + 2, eps[0], size=0.3)], mistakes)

    def with_zeros(case):
        return case._replace(X=np.where(np.arange(len(case.X))[:, None] == 1, 0.0, case.X))

    def silent(case):
        """A copy of the test case whose network returns zeros at about half of the positions.

        With equal columns in W_1, the ReLU sets all hidden numbers of a position to 0, or none.
        """
        return case._replace(W_1=np.outer(case.W_1[:, 0], np.ones(case.W_1.shape[1])))

    quiet = draw(3, 4, 2, SMALLEST_EPS)
    quiet = quiet._replace(W_1=-np.sign(quiet.X[:1]).T * abs(quiet.W_1), X=quiet.X[:1])
    zeros = [with_zeros(draw(3, 2, 3, SMALLEST_EPS)), silent(draw(n, d, d_ff, SMALLEST_EPS)), quiet]
    faint = draw(n, d, d_ff, SMALLEST_EPS)
    faint = faint._replace(W_2=0.002 * faint.W_2)
    thin = [draw(1, 3, 2, eps[0]), draw(3, 1, 2, eps[1]), draw(2, 3, 1, eps[2])]
    thin += [draw(1, 1, 1, eps[0]), draw(3, 3, 3, eps[1])]
    full = draw(MOST_POSITIONS, LARGEST_WIDTH, LARGEST_WIDTH, SMALLEST_EPS)
    full = full._replace(X=full.X * LARGEST_ENTRY / abs(full.X).max())
    judge_edges(lambda: judge_at([*zeros, faint, *thin, full], []))
    return "However deep the stack, each block adds something of the size of its own gain."
