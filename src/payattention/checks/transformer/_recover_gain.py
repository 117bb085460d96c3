"""The check of `recover_gain`: the gain of an RMSNorm, from its input and output."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import overflows

MOST_POSITIONS, LARGEST_WIDTH = 50, 64
SMALLEST_ENTRY, LARGEST_ENTRY = 0.001, 1000
LARGEST_EPS = LARGEST_GAIN = 10


class Normed(NamedTuple):
    """The arguments of one call of the student's `recover_gain`, and the true gain.

    X     the input of the RMSNorm, (positions, d)
    Y     the output of the RMSNorm, (positions, d)
    eps   the number added under the root
    gain  the true gain, (d,)
    """

    X: np.ndarray
    Y: np.ndarray
    eps: float
    gain: np.ndarray


# Ways to make one gain, (d,), out of a table of quotients, (positions, d).
READINGS = (
    lambda quotients: quotients[0],
    lambda quotients: quotients[-1],
    lambda quotients: quotients.mean(axis=0),
    lambda quotients: np.median(quotients, axis=0),
)


@check(
    reread="Chapter 5, [Residual connections and LayerNorm](05-transformer#residual-norm)",
)
def recover_gain(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's function that recovers the gain of an RMSNorm from its input and output.

    Promised domain: 1 to 50 positions, widths from 1 to 64; the absolute values of the entries are
        0 or from 0.001 to 1000; gains are from −10 to 10, and eps from 0 to 10.
    Extremes and special cases, alone and together: rows, columns and single entries of zeros; two
        rows whose sum is zero; a gain of 0; eps of 0 with a row of zeros; one position; a width of
        1; one position of width 1; entries of 0.001 beside 1000; all sizes at their largest.
    Usual mistakes: the norm's division is not undone; the norm's division is done again; the root
        is missing; the root is taken of the sum of the squares; eps is left out; eps stands outside
        the root; all positions share one root; each feature has a root of its own; a LayerNorm is
        undone; the sign is lost; the reciprocal is returned. In edge cases: the code computes 0/0;
        positions where X is 0 count as a gain of 0 in a mean; one row is used for all columns; sums
        over the positions cancel to 0; another gain than 1 is returned for a column of zeros; a
        gain of 0 is treated as one that cannot be recovered.
    Certain: entries and gains are random, so every two of these mistakes give different
        gains, no matter which positions the gains are computed from. A mistake is named only if the
        student's gains fit it in all cases.
    """

    def normed(X, gain, eps):
        """A test case: the input X, its RMSNorm with ``gain`` and ``eps``, and the gain itself.

        A row of zeros stays a row of zeros, even if eps is 0.
        """
        x, g = torch.tensor(X), torch.tensor(gain)
        return Normed(X, np.nan_to_num(F.rms_norm(x, g.shape, g, eps).numpy()), eps, gain)

    def draw(n, d, eps):
        X = rng.choice([-1, 1], size=(n, d)) * rng.uniform(0.2, 3, size=(n, d))
        return normed(X, gains(d), eps)

    def gains(d):
        return rng.choice([-1, 1], size=d) * rng.uniform(0.2, 2, size=d)

    def expected(case):
        return np.where((case.X != 0).any(axis=0), case.gain, 1.0)

    def right(output, case):
        return close(output, expected(case), 1e-3, 1e-5)

    def squares(case, axis=1):
        return np.square(case.X).mean(axis=axis, keepdims=True)

    def divided_by(*scales, centred=False):
        """A predicate (output, case): whether the gain is Y · scale(case) / X for a wrong scale.

        Each of ``scales`` returns a wrong root mean square: a number, or an array that is broadcast
        to X. ``READINGS`` make one gain of the gains at all positions. If ``centred``, each row of
        the X in the denominator first loses its mean.
        """

        def fits(output, case):
            mean = case.X.mean(axis=1, keepdims=True) if centred else 0
            tables = (case.Y * scale(case) / (case.X - mean) for scale in scales)
            return any(close(output, read(t), 1e-3, 1e-5) for t in tables for read in READINGS)

        return fits

    def variance(case):
        return np.sqrt(case.X.var(axis=1, keepdims=True) + case.eps)

    def layer_norm(output, case):
        return divided_by(variance)(output, case) or divided_by(variance, centred=True)(
            output, case
        )

    mistakes: Mistakes = [
        Mistake(
            "not-normalised",
            "This is y / x: the division by the root mean square is not undone.",
            divided_by(lambda case: 1.0),
        ),
        Mistake(
            "divided-twice",
            "The root mean square is divided by a second time. To undo a division, multiply.",
            divided_by(lambda case: (squares(case) + case.eps) ** -0.5),
            credit=0.3,
        ),
        Mistake(
            "eps-forgotten",
            "eps, as it is given, is not in the root.",
            divided_by(lambda case: squares(case) ** 0.5),
            credit=0.6,
        ),
        Mistake(
            "eps-outside",
            "eps stands beside the root. It is added to the mean square, under the root.",
            divided_by(
                lambda case: squares(case) ** 0.5 + case.eps,
                lambda case: (squares(case) + case.eps**2) ** 0.5,
                lambda case: np.maximum(squares(case) ** 0.5, case.eps),
            ),
            credit=0.6,
        ),
        Mistake(
            "summed",
            "The squares are added up. RMSNorm takes their mean.",
            divided_by(lambda case: (case.X.shape[1] * squares(case) + case.eps) ** 0.5),
            credit=0.5,
        ),
        Mistake(
            "not-rooted",
            "The root is missing: this multiplies by the mean square.",
            divided_by(lambda case: squares(case) + case.eps),
            credit=0.5,
        ),
        Mistake(
            "layer-norm",
            "This undoes a LayerNorm: a mean was subtracted, from x or in the variance. RMSNorm "
            "subtracts none.",
            layer_norm,
            credit=0.3,
        ),
        Mistake(
            "over-the-positions",
            "The mean runs over the positions, or over the whole table. Each position has a root "
            "mean square of its own.",
            divided_by(
                lambda case: np.sqrt(squares(case, axis=0) + case.eps),
                lambda case: np.sqrt(squares(case, axis=None) + case.eps),
            ),
            credit=0.3,
        ),
        Mistake(
            "reciprocal",
            "This is 1 / g.",
            lambda output, case: right(1 / output, case),
            credit=0.5,
        ),
        Mistake(
            "sign-lost",
            "A gain may be negative. A root of squares, or an absolute value, loses the sign.",
            lambda output, case: close(output, abs(case.gain), 1e-3, 1e-5),
            credit=0.5,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(case[:3] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*case[:3], shape=case.gain.shape) for case in cases],
            right,
            mistakes,
            n_arguments=3,
            shown_beside=lambda output, case: {"Expected": expected(case)},
            rule="`Y` is `X`, each row divided by the root of (its mean square + eps), times the "
            "gain; where a column of `X` is all zeros, the gain is said to be 1.",
        )

    n, d = (int(x) for x in rng.choice(np.arange(3, 9), size=2, replace=False))
    eps = [float(e) for e in rng.uniform(0.5, 3, size=4)]
    sizes = [(2, 3), (n, d), (d, n + 1), (1, 4)]
    judge_at([draw(*size, e) for size, e in zip(sizes, eps, strict=True)], mistakes)

    def with_zeros(X):
        """A copy of X with a row of zeros and zeros elsewhere; no column is all zeros.

        The first column has no positive entry, so its largest entry is 0.
        """
        zero = rng.random(X.shape) < 0.3
        zero[0] = True
        zero[1 + np.arange(X.shape[1]) % (len(X) - 1), np.arange(X.shape[1])] = False
        X = np.where(np.arange(X.shape[1]) == 0, -abs(X), X)
        return np.where(zero, 0.0, X)

    def zeros_at(n, d, eps):
        case = draw(n, d, eps)
        return normed(with_zeros(case.X), case.gain, eps)

    def with_holes(n, d, eps):
        """A random test case with a 0 in each row of X, so that no row alone shows all gains.

        No column is all zeros.
        """
        case = draw(n, d, eps)
        hole = np.arange(n)[:, None] % d == np.arange(d)
        return normed(np.where(hole, 0.0, case.X), case.gain, eps)

    def pair(d, eps):
        """A test case with two positions, x and −x, whose sum is 0."""
        case = draw(1, d, eps)
        return normed(np.vstack([case.X, -case.X]), case.gain, eps)

    def column_of_zeros(n, d, eps):
        case = draw(n, d, eps)
        return normed(np.where(np.arange(d) == d // 2, 0.0, case.X), case.gain, eps)

    def unknown(n, d, eps):
        """A test case with a gain of 0, and with a column of zeros, whose gain cannot be known."""
        case = column_of_zeros(n, d, eps)
        return normed(case.X, np.where(np.arange(d) == 0, 0.0, case.gain), eps)

    def far(n, d, eps):
        """A test case whose entries have absolute values from 0.001 to 1000."""
        sizes = np.geomspace(SMALLEST_ENTRY, LARGEST_ENTRY, n * d)
        X = rng.choice([-1, 1], size=(n, d)) * rng.permutation(sizes).reshape(n, d)
        return normed(X, rng.uniform(-LARGEST_GAIN, LARGEST_GAIN, size=d), eps)

    def averaged(output, case):
        """Whether the output is the mean of the gains at all positions, counting 0 where X is 0."""
        share = (case.X != 0).mean(axis=0)
        return close(output, case.gain * share, 1e-3, 1e-5)

    def known(case):
        return (case.X != 0).any(axis=0)

    def of_row(which):
        """A predicate (output, case): whether all gains come from the row of X at ``which(X)``.

        Where this row is 0, the output must hold a gain of 1.
        """

        def fits(output, case):
            row = case.X[which(case.X)]
            return close(output, np.where(row != 0, case.gain, 1), 1e-3, 1e-5)

        return fits

    about_zeros = [
        *(
            Mistake(
                "one-row",
                "One row of `X` is used for all columns. Take for each column a row in which *it* "
                "is not 0.",
                of_row(which),
                credit=0.6,
            )
            for which in (
                lambda X: 0,
                lambda X: -1,
                lambda X: X.any(axis=1).argmax(),
                lambda X: np.square(X).sum(axis=1).argmax(),
            )
        ),
        Mistake(
            "zero-by-zero",
            "0/0 came out. Where x is 0, so is y (and with eps = 0, so is the root of a row of "
            "zeros). That says nothing about the gain: take the other positions.",
            overflows(right),
            credit=0.6,
        ),
        Mistake(
            "zeros-averaged",
            "Positions where x is 0 count as a gain of 0 in the mean. They say nothing: leave them "
            "out.",
            averaged,
            credit=0.6,
        ),
    ]
    about_sums = [
        Mistake(
            "sums-cancel",
            "Sums or means over the positions can be 0 though no entry is. Divide entry by entry.",
            overflows(right),
            credit=0.7,
        )
    ]
    about_columns = [
        Mistake(
            "unknown-gain",
            "A column of zeros says nothing about its gain: return 1 there.",
            lambda output, case: close(output[known(case)], case.gain[known(case)], 1e-3, 1e-5),
            credit=0.7,
        )
    ]
    about_gains = [
        Mistake(
            "gain-of-zero",
            "Where y is 0 and x is not, the gain is 0: that is known.",
            lambda output, case: close(
                output[case.gain != 0], expected(case)[case.gain != 0], 1e-3, 1e-5
            ),
            credit=0.7,
        )
    ]
    zeros = [zeros_at(4, 3, eps[0]), zeros_at(n + 2, d, eps[1])]
    zeros += [with_holes(4, 3, eps[2]), with_holes(n + 1, d, eps[3])]
    columns = [column_of_zeros(3, 4, eps[2]), column_of_zeros(n, d, eps[3])]
    columns += [normed(np.zeros((2, 3)), gains(3), eps[0]), column_of_zeros(1, 3, eps[1])]
    nothing_to_gain = draw(n, d, eps[2])
    nothing_to_gain = normed(nothing_to_gain.X, np.zeros(d), eps[2])
    no_gain = [nothing_to_gain, unknown(3, 4, eps[3])]
    no_eps = [zeros_at(5, 3, 0.0), zeros_at(d, n, 0.0)]
    thin = [draw(1, 1, eps[0]), draw(1, d, 0.0), draw(n, 1, LARGEST_EPS)]
    small = normed(rng.uniform(SMALLEST_ENTRY, 5 * SMALLEST_ENTRY, size=(n, d)), gains(d), 1e-6)
    full = [far(MOST_POSITIONS, LARGEST_WIDTH, 0.0), far(3, 4, 1e-6), small]
    judge_edges(
        lambda: judge_at([*zeros, *no_eps], about_zeros),
        lambda: judge_at([pair(3, eps[0]), pair(d, eps[1])], about_sums),
        lambda: judge_at([*columns, *no_gain], [*about_columns, *about_gains]),
        lambda: judge_at([*thin, *full], []),
    )
    return "A single position without zeros is enough to know the whole gain."
