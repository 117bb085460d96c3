"""Why the scores are scaled."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    Slip,
    Wrong,
    check,
    close,
    judge,
    same,
    show_call,
)


class Spread(NamedTuple):
    """Queries and keys of d_k entries, and the standard deviation of their scores, measured."""

    d_k: int
    std_q: float
    std_k: float
    measured: float


@check(reread="Chapter 3, [Why divide by √d_k?](03-dot-product#sqrt-d)")
def score_scale(ask: Ask, rng: np.random.Generator) -> str:
    """Divided by it, the scores of such queries and keys have standard deviation 1."""

    def measure(d_k, std_q, std_k):
        """The standard deviation of q·k, measured on keys without any accidental correlation."""
        unit = np.linalg.qr(np.column_stack([np.ones(2 * d_k), rng.normal(size=(2 * d_k, d_k))]))
        keys = unit.Q[:, 1:] * np.sqrt(2 * d_k) * std_k
        return float((keys @ rng.choice([-std_q, std_q], size=d_k)).std())

    asked = [(9, 2.0, 0.5), (16, 1.0, 3.0), (25, 0.3, 1.0)]
    for d_k in rng.integers(5, 40, size=4):
        std_q, std_k = np.round(rng.uniform([0.2, 1.5], [0.8, 4.0]), 2).tolist()
        asked.append((int(d_k), std_q, std_k))
    if not same(ask.number(*asked[0]), ask.number(*asked[0])):
        says = (
            "The same call gave two different numbers: this measures the scale on random vectors. "
            "Compute it from `d_k`, `std_q` and `std_k`; `d_k` may be a million."
        )
        raise Wrong("measured", says, {"Called": show_call(ask.task, asked[0])})
    cases = [Spread(*case, measure(*case)) for case in asked]
    # A vector of a million entries is 250² vectors of 16 in a row; their variances add.
    cases.append(Spread(1_000_000, 0.4, 3.0, 250 * measure(16, 0.4, 3.0)))
    ask.ahead(case[:3] for case in cases)
    divisors = [ask.number(*case[:3]) for case in cases]

    mistakes: Mistakes = [
        Mistake(
            "d_k-itself",
            "This is d_k. The terms of q·k have either sign and partly cancel, so the spread of "
            "their sum grows more slowly than their number; and each term brings its own spread.",
            lambda divisor, case: close(divisor, case.d_k),
        ),
        Slip(
            "stds-forgotten",
            "The spreads of queries and keys are not in it. The paper's scale assumes entries with "
            "standard deviation 1; here they have their own, and the scores feel both.",
            lambda divisor, case: (divisor * case.std_q * case.std_k, case),
        ),
        Slip(
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
        Slip(
            "no-root",
            "d_k is too strong in it. Variances of independent terms add up, not standard "
            "deviations.",
            lambda divisor, case: (divisor / np.sqrt(case.d_k), case),
            credit=0.3,
        ),
        Mistake(
            "one-std",
            "Only one of the two spreads is in it. Each term of q·k is a product: make the "
            "queries or the keys twice as large, and each score doubles.",
            lambda divisor, case: any(
                close(divisor * std, case.measured) for std in (case.std_q, case.std_k)
            ),
            credit=0.3,
        ),
        Mistake(
            "stds-added",
            "The two spreads are added. Each term of q·k is a product of an entry of q and an "
            "entry of k.",
            lambda divisor, case: any(
                close(divisor / added, case.measured / (case.std_q * case.std_k))
                for added in (case.std_q + case.std_k, np.hypot(case.std_q, case.std_k))
            ),
            credit=0.2,
        ),
        Mistake(
            "stds-rooted",
            "The spreads went under the square root as they are. What stands under a root is a "
            "variance.",
            lambda divisor, case: close(divisor * np.sqrt(case.std_q * case.std_k), case.measured),
            credit=0.3,
        ),
        Mistake(
            "stds-squared",
            "The square root was taken of d_k only: the two spreads are still squared, as they are "
            "in the variance.",
            lambda divisor, case: close(divisor / (case.std_q * case.std_k), case.measured),
            credit=0.3,
        ),
    ]
    judge(
        ask,
        cases,
        divisors,
        lambda divisor, case: close(case.measured / divisor, 1),
        mistakes,
        given=3,
        also=lambda divisor, case: {
            "The scores of such queries and keys, measured": (
                f"standard deviation       {case.measured:.4g}\n"
                f"after your division      {case.measured / divisor:.4g}"
            )
        },
        rule="Divided by the number that you return, the scores have standard deviation 1.",
    )
    return "Also for vectors of a million entries, where nobody can measure any more."
