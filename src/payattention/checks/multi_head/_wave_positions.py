"""The check of `wave_positions`: sinusoidal vectors of positions that need not be integers."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, Part, Wrong, check, close, judge_parts
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_POSITIONS, LARGEST_WIDTH, LARGEST_POSITION = 50, 64, 100


class Places(NamedTuple):
    """A test case: the arguments of one call, and the table that the student's function returned.

    x              the positions
    d_model        the width of the table
    base           the base of the frequencies, ω_k = base^(−2k / d_model)
    student_table  the returned table; None before the call, or if it cannot be read
    """

    x: np.ndarray
    d_model: int
    base: float
    student_table: np.ndarray | None = None


@check(reread="Chapter 4, [Sinusoids](04-multi-head#sinusoids)", odd_form=True)
def wave_positions(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's table of sinusoids for any positions, and the positions' similarities.

    The similarity of two positions is the dot product of their rows in the table, divided by
    d_model / 2.

    Promised domain: 1 to 50 positions from −100 to 100, an even width from 2 to 64, a base from 2
        to 10,000.
    Extremes and special cases, alone and together: one position; the position 0; the same position
        twice; negative positions; ±100; integer positions; a width of 2, of 64.
    Usual mistakes: sines and cosines are interleaved or exchanged; both halves are sines; the sines
        have the wrong sign; the positions are rounded, sorted, shifted, without their sign, or
        replaced by 0, 1, 2, …; the exponents are wrong, in all columns or for the cosines alone;
        the frequencies are in reverse order; parentheses in the exponent are missing; the base is
        10,000 or e, not the argument; the angles are in turns or degrees; the rows are scaled to
        length 1; the dot products are not divided, or are divided by another number; distances are
        returned, not similarities; only sines or only cosines are compared; the similarities are
        those of a wrong table; the arrays come in the wrong order. In edge cases: the numbers are
        wrong if there is a single frequency.
    Certain: most test cases have random positions, which are not integers, so all these mistakes
        give different numbers. The feedback names a mistake only if its numbers fit all test cases.
        The two arrays are judged separately. Wrong similarities are also compared with those of the
        student's own table.
    """

    def draw(n, d_model, base, *, size=20.0):
        return Places(rng.uniform(-size, size, size=n), d_model, base)

    def waves(case, *, x=None, exponent=None):
        """The complex numbers exp(i x ω_k) for all positions x: (positions, d_model / 2).

        The sines are the imaginary parts, the cosines the real parts. ω_k is base^(−2k / d_model).
        ``x`` replaces the positions, and ``exponent(k, d_model / 2)`` replaces 2k / d_model.
        """
        x = case.x if x is None else x
        half = case.d_model // 2
        k = np.arange(half)
        exponent = 2 * k / case.d_model if exponent is None else exponent(k, half)
        angle = torch.tensor(np.outer(x, float(case.base) ** -exponent))
        return torch.polar(torch.ones_like(angle), angle).numpy()

    def table(*, x=None, **how):
        """Make a function of a test case: the table of sinusoids, all sines before all cosines.

        ``x(case)`` replaces the positions; ``how`` are further keyword arguments of `waves`.
        """

        def of(case):
            z = waves(case, **how) if x is None else waves(case, x=x(case), **how)
            return np.hstack([z.imag, z.real])

        return of

    def of_frequencies(case, omega):
        angle = np.outer(case.x, omega(np.arange(case.d_model // 2)))
        return np.hstack([np.sin(angle), np.cos(angle)])

    def apart(of_sines, of_cosines):
        """Make a function of a test case: a wrong table, with other frequencies for the cosines.

        ``of_sines`` and ``of_cosines`` are functions like ``exponent`` of `waves`.
        """
        return lambda case: np.hstack(
            [waves(case, exponent=of_sines).imag, waves(case, exponent=of_cosines).real]
        )

    def in_turn(case):
        z = waves(case)
        return np.stack([z.imag, z.real], axis=-1).reshape(len(z), -1)

    def exchanged(case):
        return np.hstack([waves(case).real, waves(case).imag])

    def similarities(case):
        """The right similarities: the mean over k of cos ω_k (x_i − x_j), for each i and j."""
        z = waves(case)
        return (z @ z.conj().T).real / (case.d_model // 2)

    about_table: Mistakes = [
        Mistake(
            "in-turn",
            "Sines and cosines take turns, as in the chapter. Here all sines come first, then all "
            "cosines.",
            equals_one_of(in_turn),
            credit=0.5,
        ),
        Mistake(
            "cosines-first",
            "The cosines come first. The first half should be the sines.",
            equals_one_of(exchanged),
            credit=0.6,
        ),
        Mistake(
            "whole-positions",
            "The positions are rounded, or cut to whole numbers. Between two positions there are "
            "waves, too.",
            equals_one_of(
                table(x=lambda case: np.round(case.x)),
                table(x=lambda case: np.trunc(case.x)),
                table(x=lambda case: np.floor(case.x)),
            ),
            credit=0.4,
        ),
        Mistake(
            "counted",
            "The rows are counted, 0, 1, 2 …, in place of the positions in `x`.",
            equals_one_of(table(x=lambda case: np.arange(len(case.x)))),
            credit=0.2,
        ),
        Mistake(
            "other-exponents",
            "The frequencies are wrong. The exponent of ω_k is −2k / d_model, for k from 0.",
            equals_one_of(
                table(exponent=lambda k, half: (k + 1) / half),
                table(exponent=lambda k, half: k / (2 * half)),
                table(exponent=lambda k, half: k / max(1, half - 1)),
                table(exponent=lambda k, half: 2 * k / half),
                table(exponent=lambda k, half: -k / half),
            ),
            credit=0.4,
        ),
        Mistake(
            "other-base",
            "The argument `base` does not count: the frequencies are those of another base, 10,000 "
            "or e.",
            equals_one_of(
                lambda case: table()(case._replace(base=10000.0)),
                lambda case: table()(case._replace(base=np.e)),
            ),
            credit=0.5,
        ),
        Mistake(
            "whole-turns",
            "The angles are 2π times too large. ω_k is in radians a position, not in turns.",
            equals_one_of(table(x=lambda case: 2 * np.pi * case.x)),
            credit=0.5,
        ),
    ]
    about_table = [
        *about_table,
        Mistake(
            "other-cosines",
            "The cosines have other frequencies than the sines: each ω_k belongs to a sine and to "
            "a cosine.",
            equals_one_of(
                apart(lambda k, half: k / half, lambda k, half: (2 * k + 1) / (2 * half)),
                apart(lambda k, half: k / half, lambda k, half: (k + half) / half),
                apart(lambda k, half: k / (2 * half), lambda k, half: (k + half) / (2 * half)),
            ),
            credit=0.4,
        ),
        Mistake(
            "parentheses",
            "Parentheses are missing in `base ** (-2 * k / d_model)`: the power is taken of a part "
            "of the exponent.",
            equals_one_of(
                lambda case: of_frequencies(
                    case, lambda k: float(case.base) ** -2 * k / case.d_model
                ),
                lambda case: of_frequencies(
                    case, lambda k: float(case.base) ** (-2 * k) / case.d_model
                ),
            ),
            credit=0.5,
        ),
        Mistake(
            "backwards",
            "The frequencies run backwards: ω_0 = 1 belongs into the first column of either half.",
            equals_one_of(table(exponent=lambda k, half: (half - 1 - k) / half)),
            credit=0.5,
        ),
        Mistake(
            "other-positions",
            "These are other positions: shifted, sorted or without their sign. Take those in `x` "
            "as they are.",
            equals_one_of(
                table(x=lambda case: abs(case.x)),
                table(x=lambda case: np.sort(case.x)),
                table(x=lambda case: case.x - case.x.min()),
                table(x=lambda case: case.x - case.x[0]),
            ),
            credit=0.4,
        ),
        Mistake(
            "sines-negated",
            "The sines have the wrong sign: the angles are ω_k x, not −ω_k x.",
            equals_one_of(table(x=lambda case: -case.x)),
            credit=0.6,
        ),
        Mistake(
            "sines-twice",
            "Both halves are sines. The second should be the cosines.",
            equals_one_of(lambda case: np.hstack([waves(case).imag] * 2)),
            credit=0.3,
        ),
        Mistake(
            "degrees",
            "The angles are taken for degrees. ω_k x is in radians, as `np.sin` wants it.",
            equals_one_of(table(x=lambda case: np.deg2rad(case.x))),
            credit=0.5,
        ),
        Mistake(
            "shortened",
            "The vectors are divided so that their length is 1. Only the similarity is divided; "
            "the table holds sines and cosines as they are.",
            equals_one_of(lambda case: table()(case) / (case.d_model / 2) ** 0.5),
            credit=0.6,
        ),
    ]

    about_similarity: Mistakes = [
        Mistake(
            "of-the-table",
            "This follows from your table, which is wrong. Mend the table first.",
            lambda output, case: (
                case.student_table is not None
                and close(
                    output, case.student_table @ case.student_table.T * 2 / case.d_model, 1e-3, 1e-4
                )
                and not close(output, 0.0)
            ),
            credit=0.5,
        ),
        Mistake(
            "other-divisor",
            "The dot products are divided by another number than d_model / 2: a root, n, or one of "
            "the two sizes on the wrong side of the line.",
            equals_one_of(
                *(
                    lambda case, by=by: similarities(case) * case.d_model / 2 / by(case)
                    for by in (
                        lambda case: case.d_model**0.5,
                        lambda case: (case.d_model / 2) ** 0.5,
                        lambda case: case.d_model * 2,
                        lambda case: 2 / case.d_model,
                        lambda case: 1 / case.d_model,
                        lambda case: len(case.x),
                    )
                )
            ),
            credit=0.6,
        ),
        Mistake(
            "not-divided",
            "These are the dot products. Divide by their largest possible value, so that a "
            "position has similarity 1 with itself.",
            equals_one_of(lambda case: similarities(case) * case.d_model / 2),
            credit=0.6,
        ),
        Mistake(
            "divided-by-width",
            "A position has similarity ½ with itself here: sin² + cos² is 1, and there are "
            "d_model / 2 pairs.",
            equals_one_of(lambda case: similarities(case) / 2),
            credit=0.6,
        ),
        Mistake(
            "distance",
            "These are distances: 0 where two positions are the same. There it should be 1.",
            equals_one_of(
                lambda case: 1 - similarities(case),
                lambda case: case.d_model * (1 - similarities(case)),
                lambda case: (case.d_model * (1 - similarities(case)).clip(0)) ** 0.5,
            ),
            credit=0.3,
        ),
        Mistake(
            "half-the-waves",
            "Only sines, or only cosines, are compared. Together they make the cosine of the "
            "difference; alone they do not.",
            equals_one_of(
                *(
                    lambda case, part=part, c=c: (
                        c * part(waves(case)) @ part(waves(case)).T / case.d_model
                    )
                    for part in (np.real, np.imag)
                    for c in (1, 2, 4)
                )
            ),
            credit=0.3,
        ),
    ]

    def near(rule):
        return lambda output, case: close(output, rule(case), 1e-3, 1e-4)

    def judge_at(cases, about_table, about_similarity):
        ask.announce(case[:3] for case in cases)
        outputs = [
            ask.parts(*case[:3], table=(len(case.x), case.d_model), similarity=(len(case.x),) * 2)
            for case in cases
        ]
        seen = [
            case._replace(student_table=None if isinstance(parts.table, Wrong) else parts.table)
            for parts, case in zip(outputs, cases, strict=True)
        ]
        judge_parts(
            ask,
            seen,
            outputs,
            [
                Part("table", near(table()), about_table, share=0.6),
                Part("similarity", near(similarities), about_similarity, share=0.4),
            ],
            n_arguments=3,
            shown_beside=lambda output, case: {
                "Expected": {"table": table()(case), "similarity": similarities(case)}
            },
            rule="Column k is sin(x ω_k), column d_model / 2 + k is cos(x ω_k); the similarity of "
            "two positions is the mean of cos(ω_k (x_i − x_j)).",
        )

    n, m = (int(x) for x in rng.choice(np.arange(3, 9), size=2, replace=False))
    cases = [draw(3, 4, 100.0), draw(n, 8, 10000.0), draw(m, 16, 50.0), draw(n + 1, 6, 1000.0)]
    cases += [draw(5, LARGEST_WIDTH, 10000.0, size=LARGEST_POSITION)]
    small = [Places(np.array([0.0, -2.5, 7.25, 7.25]), 4, 10.0)]
    small += [Places(np.array([-100.0, 100.0, 0.5]), 8, 2.0), draw(1, 6, 20.0), draw(4, 10, 2.0)]
    cases += [*small, draw(MOST_POSITIONS, 12, 300.0, size=LARGEST_POSITION)]
    judge_at(cases, about_table, about_similarity)

    narrowest = Mistake(
        "narrowest",
        "With `d_model` = 2 there is a single frequency, ω_0 = 1.",
        lambda output, case: True,
        credit=0.7,
    )
    thin = [draw(4, 2, 100.0), draw(1, 2, 10000.0), draw(6, 2, 3.0, size=LARGEST_POSITION)]
    judge_edges(lambda: judge_at(thin, [narrowest], [narrowest]))
    ask.require_order()
    return "So a position between two patches, or a time between two frames, has a vector, too."
