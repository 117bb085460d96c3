"""The check of `score_scale`: the number that scales dot products to a standard deviation of 1."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge

LARGEST_D_K = 1024
SMALLEST_STD, LARGEST_STD = 0.01, 100.0


class Spread(NamedTuple):
    """A test case: the arguments of one call, and ``measured``, the right result.

    ``measured`` is the standard deviation of the scores. ``std_q`` and ``std_k`` are the standard
    deviations of the entries of queries and keys, and ``d_k`` is their number of entries.
    """

    d_k: int
    std_q: float
    std_k: float
    measured: float


@check(reread="Chapter 3, [Why divide by √dₖ?](03-dot-product#sqrt-d)")
def score_scale(ask: Ask, rng: np.random.Generator) -> str:
    """Check the number by which to divide scores so that their standard deviation is 1.

    Promised domain: d_k from 1 to 1024, both standard deviations from 0.01 to 100.
    Extremes and special cases, alone and together: d_k = 1 and d_k = 1024, each with both standard
        deviations 0.01, both 100, and one of each; a d_k that is a square, and others; one d_k with
        several standard deviations; a product of standard deviations below 1, and above.
    Usual mistakes: the number is the paper's √d_k; the number is the variance of the scores;
        variances are added; a root is missing, or is taken once too often; the power 1/2 lacks
        parentheses; only one of the standard deviations is used; the standard deviations are
        replaced by their sum, mean, maximum or quotient; d_k is left out or too small by 1; the
        root of d_k is cut to a whole number; the number is the reciprocal of the right one; the
        number is measured, not computed.
    Certain: all these mistakes return different numbers on these inputs. If a number is near the
        right one in all calls, and no other mistake explains it, the feedback calls it a
        measurement.
    """

    def block(d_k, std_q, std_k):
        """The standard deviation of q·k, measured on one query and 2 d_k keys.

        The entries of the keys are exactly uncorrelated, so the measurement has no random error.
        """
        unit = np.linalg.qr(np.column_stack([np.ones(2 * d_k), rng.normal(size=(2 * d_k, d_k))]))
        keys = unit.Q[:, 1:] * np.sqrt(2 * d_k) * std_k
        return float((keys @ rng.choice([-std_q, std_q], size=d_k)).std())

    def measure(d_k, std_q, std_k):
        """The standard deviation of q·k for any d_k that the check uses.

        A d_k above 64 must be a multiple of 16. Then only one sixteenth of the entries is measured:
        the variances of the 16 parts add up, and they are all equal.
        """
        blocks = 16 if d_k > 64 else 1
        return float(np.sqrt(blocks * block(d_k // blocks, std_q, std_k) ** 2))

    asked = [(9, 2.0, 0.5), (16, 1.0, 3.0), (25, 0.3, 1.0)]
    for d_k in rng.choice(np.arange(5, 40), size=4, replace=False):
        for _ in "two":
            std_q, std_k = np.round(rng.uniform([0.2, 1.5], [0.8, 4.0]), 2).tolist()
            asked.append((int(d_k), std_q, std_k))
    ends = SMALLEST_STD, LARGEST_STD
    asked += [(d_k, a, b) for d_k in (1, LARGEST_D_K) for a in ends for b in ends]
    asked.append((int(16 * rng.integers(8, 60)), *rng.uniform(0.1, 9, size=2).round(2).tolist()))
    cases = [Spread(*case, measure(*case)) for case in asked]
    ask.announce(case[:3] for case in cases)
    divisors = [ask.number(*case[:3]) for case in cases]

    def one_of(*wrong):
        """Make a predicate ``(divisor, case)``: whether the divisor is wrong by a known factor.

        Each of ``wrong`` is a function of d_k, std_q and std_k that returns such a factor. The
        divisor is then the right one times the factor.
        """
        return lambda divisor, case: any(
            close(divisor, case.measured * f(*case[:3])) for f in wrong
        )

    mistakes: Mistakes = [
        Mistake(
            "d_k-itself",
            "This is d_k. The terms of q·k have either sign and partly cancel, so the standard "
            "deviation of their sum grows more slowly than their number; and each term brings its "
            "own standard deviation.",
            lambda divisor, case: close(divisor, case.d_k),
        ),
        UndoableMistake(
            "stds-forgotten",
            "The standard deviations of queries and keys are not in it. The paper's scale assumes "
            "entries with standard deviation 1; here they have their own, and the scores feel "
            "both.",
            lambda divisor, case: (divisor * case.std_q * case.std_k, case),
        ),
        UndoableMistake(
            "reciprocal",
            "This is one over the scale: the factor to multiply by. Return the number to divide "
            "the scores by.",
            lambda divisor, case: (1 / divisor, case),
            credit=0.5,
        ),
        Mistake(
            "variance",
            "This is the variance of the scores. Dividing by it leaves the variance 1/variance; "
            "which number leaves 1?",
            lambda divisor, case: close(divisor, case.measured**2),
            credit=0.5,
        ),
        Mistake(
            "half-power",
            "`x ** 1 / 2` is half of `x`: the power comes before the division. A root is "
            "`x ** 0.5` or `np.sqrt(x)`.",
            one_of(
                lambda d, q, k: d**0.5 / 2,  # d_k ** 1 / 2 * std_q * std_k
                lambda d, q, k: d**0.5 * q * k / 2,  # (d_k * std_q ** 2 * std_k ** 2) ** 1 / 2
            ),
            credit=0.6,
        ),
        UndoableMistake(
            "no-root",
            "d_k is too strong in it. Variances of independent terms add up, not standard "
            "deviations.",
            lambda divisor, case: (divisor / np.sqrt(case.d_k), case),
            credit=0.3,
        ),
        Mistake(
            "d_k-forgotten",
            "This is the standard deviation of one term of q·k. A score adds up d_k of them.",
            one_of(lambda d, q, k: d**-0.5),
            credit=0.3,
        ),
        Mistake(
            "whole-root",
            "The root of d_k was cut to a whole number: right only where d_k is a square.",
            one_of(
                lambda d, q, k: np.floor(d**0.5) / d**0.5, lambda d, q, k: np.round(d**0.5) / d**0.5
            ),
            credit=0.6,
        ),
        Mistake(
            "one-less",
            "d_k − 1 stands where d_k should. A sample's variance has n − 1 in it; here nothing "
            "was sampled, and all d_k terms are added.",
            one_of(lambda d, q, k: (1 - 1 / d) ** 0.5),
            credit=0.5,
        ),
        Mistake(
            "one-std",
            "Only one of the two standard deviations is in it. Each term of q·k is a product: make"
            " the queries or the keys twice as large, and each score doubles.",
            one_of(
                lambda d, q, k: 1 / q,
                lambda d, q, k: 1 / k,
                lambda d, q, k: q / k,
                lambda d, q, k: k / q,
                lambda d, q, k: max(q / k, k / q),
                lambda d, q, k: min(q / k, k / q),
                lambda d, q, k: 1 / max(q, k),
                lambda d, q, k: 1 / min(q, k),
            ),
            credit=0.3,
        ),
        Mistake(
            "stds-added",
            "The two standard deviations are added. Each term of q·k is a product of an entry of q"
            " and an entry of k.",
            one_of(
                lambda d, q, k: (q + k) / (q * k),
                lambda d, q, k: (q + k) / (2 * q * k),
                lambda d, q, k: (q + k) ** 2 / (4 * q * k),
                lambda d, q, k: np.sqrt(q + k) / (q * k),
            ),
            credit=0.2,
        ),
        Mistake(
            "variances-added",
            "The two variances are added. Each term of q·k is a product of an entry of q and an "
            "entry of k, and the variance of such a product is the product of theirs.",
            one_of(
                lambda d, q, k: np.hypot(q, k) / (q * k),
                lambda d, q, k: np.hypot(q, k) / np.sqrt(2) / (q * k),
                lambda d, q, k: np.hypot(q, k) ** 2 / (q * k),
            ),
            credit=0.2,
        ),
        Mistake(
            "stds-divided",
            "A standard deviation divides where it should multiply. Make the queries or the keys "
            "twice as large, and each score doubles; so must the number to divide by.",
            one_of(lambda d, q, k: (q * k) ** -2, lambda d, q, k: q**-2, lambda d, q, k: k**-2),
            credit=0.3,
        ),
        Mistake(
            "stds-rooted",
            "A standard deviation went under the square root as it is. What stands under a root is"
            " a variance.",
            one_of(
                lambda d, q, k: (q * k) ** -0.5, lambda d, q, k: q**-0.5, lambda d, q, k: k**-0.5
            ),
            credit=0.3,
        ),
        Mistake(
            "stds-squared",
            "The square root was taken of d_k, but a standard deviation is still squared, as it is"
            " in the variance.",
            one_of(lambda d, q, k: q * k, lambda d, q, k: q, lambda d, q, k: k),
            credit=0.3,
        ),
        Mistake(
            "measured",
            "Near on every call, but not exact. A measurement on random vectors never is: compute "
            "the number from `d_k`, `std_q` and `std_k`.",
            lambda divisor, case: abs(divisor / case.measured - 1) < 0.15,
            credit=0.3,
        ),
    ]
    judge(
        ask,
        cases,
        divisors,
        lambda divisor, case: close(case.measured / divisor, 1),
        mistakes,
        n_arguments=3,
        shown_beside=lambda divisor, case: {
            "The scores of such queries and keys": (
                f"standard deviation       {case.measured:.4g}\n"
                f"after your division      {case.measured / divisor:.4g}"
            )
        },
        rule="Divided by the number that you return, the scores have standard deviation 1.",
    )
    return "Also for long vectors, whose scores in the tens would make softmax all but one-hot."
