"""Check of `score_costs`: the multiplications that attention scores take in a translation."""

import functools
from typing import NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import mm_flop

from payattention.checks.check import Ask, Mistake, Part, UndoableMistake, check, judge_parts
from payattention.checks.counts import too_narrow
from payattention.checks.flops import FLOPS

LARGEST = 2000
NAMES = ("general", "additive", "prepared", "tanh")


EXCHANGED = (
    "Lengths or widths are exchanged: the n_t states have the width d_s, the n_s annotations the "
    "width d_h."
)


class Sizes(NamedTuple):
    """A test case: the lengths of target and source, and three widths.

    n_t  the number of target positions (steps, states)
    n_s  the number of source positions (annotations)
    d_s  the width of the decoder's state
    d_h  the width of an annotation
    d_a  the width of the hidden layer of the additive scores
    """

    n_t: int
    n_s: int
    d_s: int
    d_h: int
    d_a: int


operations = functools.cache(mm_flop)  # a seed draws the same sizes for every answer


@check(reread="Chapter 2, [Cost](02-bahdanau#scores-cost)", odd_form=True)
def score_costs(ask: Ask, rng: np.random.Generator) -> str:
    """Check four numbers: multiplications and tanh that the attention scores of a translation take.

    Three numbers count multiplications: for the score “general”, for additive scores, and for
    additive scores with prepared annotations (multiplied by their matrix only once). The fourth
    number counts the tanh of the additive scores.

    Promised domain: all sizes from 1 to 2000.
    Extremes and special cases, alone and together: all sizes 1; all near 2000, whose products
        exceed 2³¹; one size of 1 beside larger ones; the example of the question; as many target
        positions as source positions.
    Usual mistakes: FLOPs are counted (twice the multiplications); additions are counted, too; a
        single step is counted; the state is multiplied by its matrix again for each annotation,
        only once for all steps, or not at all; the code multiplies the annotations by W for the
        score “general”; the additive scores with and without prepared annotations are exchanged;
        the product with v is missing or counted too rarely; a tanh is counted as a multiplication;
        lengths or widths are exchanged; one width is used for another; a size is missing; numbers
        are stored in 32 bits and overflow.
    Certain: Each of the four numbers is judged separately. The feedback names a mistake only if it
        gives that number in all test cases.
    """

    def product(a, b, c):
        """The multiplications in an (a, b) @ (b, c) matrix product: half of torch's FLOPs."""
        return operations((a, b), (b, c)) // 2

    @functools.cache
    def measured(sizes):
        n_t, n_s, d_s, d_h, d_a = sizes
        state, annotations = product(1, d_s, d_a), product(n_s, d_h, d_a)
        ends = product(n_s, d_a, 1)
        return {
            "general": n_t * (product(1, d_s, d_h) + product(n_s, d_h, 1)),
            "additive": n_t * (state + annotations + ends),
            "prepared": annotations + n_t * (state + ends),
            "tanh": torch.empty(n_t, n_s, d_a, device="meta").numel(),
        }

    def without(case, size):
        return case._replace(**{size: 1})

    def mistakes_in(name):
        """The usual mistakes in one of the four numbers; ``name`` is one of ``NAMES``."""

        def right(case):
            return measured(case)[name]

        def exchange(one, other):
            """A function ``(number, case)`` that finds out whether two sizes were exchanged.

            It returns the number, and the test case with the sizes ``one`` and ``other`` exchanged.
            If the student exchanged them, the number is right for the new case.
            """

            def undo(number, case):
                sizes = case._asdict()
                return number, case._replace(**{one: sizes[other], other: sizes[one]})

            return undo

        def right_for_other_sizes(*others):
            """A predicate ``(number, case)``: whether the number is right for changed sizes.

            Each of ``others`` is a function that returns a test case with other sizes.
            """
            return lambda number, case: any(number == right(other(case)) for other in others)

        def right_plus_error(**added):
            """A predicate ``(number, case)``: whether the number is the right one plus an error.

            Each keyword is one of ``NAMES``; its value is a function of the test case that returns
            the error in that number. For a number without a keyword, the predicate is false.
            """
            return lambda number, case: name in added and number == right(case) + added[name](case)

        def entry(c):
            """The number of entries in all matrix products, if each step computes all anew."""
            return c.n_t * (c.d_a + c.n_s * c.d_a + c.n_s)

        flops: list[Mistake | UndoableMistake] = [
            FLOPS,
            Mistake(
                "additions",
                "This counts the additions, too: a sum of m products takes m multiplications and "
                "m − 1 additions. Count the multiplications.",
                lambda number, case: (
                    number
                    == 2 * right(case)
                    - {
                        "general": case.n_t * (case.d_h + case.n_s),
                        "additive": entry(case),
                        "prepared": entry(case) - (case.n_t - 1) * case.n_s * case.d_a,
                    }[name]
                ),
                credit=0.5,
            ),
        ]
        kinds = {"additive": "prepared", "prepared": "additive"}
        return [
            *([] if name == "tanh" else flops),
            Mistake(
                "kinds-exchanged",
                "U h_j is counted once for the translation where it is computed in each step, or "
                "the other way round.",
                lambda number, case: name in kinds and number == measured(case)[kinds[name]],
                credit=0.25,
            ),
            Mistake(
                "one-step",
                "These are the numbers of a single step. A translation takes n_t steps.",
                right_for_other_sizes(lambda case: case._replace(n_t=1)),
                credit=0.25,
            ),
            Mistake(
                "state-for-each-annotation",
                "The state is multiplied by its matrix anew for each annotation. Once in each step "
                "is enough.",
                right_plus_error(
                    general=lambda c: c.n_t * (c.n_s - 1) * c.d_s * c.d_h,
                    additive=lambda c: c.n_t * (c.n_s - 1) * c.d_s * c.d_a,
                    prepared=lambda c: c.n_t * (c.n_s - 1) * c.d_s * c.d_a,
                ),
                credit=0.25,
            ),
            Mistake(
                "state-once",
                "The state is multiplied by its matrix only once. It changes from step to step.",
                right_plus_error(
                    general=lambda c: -(c.n_t - 1) * c.d_s * c.d_h,
                    additive=lambda c: -(c.n_t - 1) * c.d_s * c.d_a,
                    prepared=lambda c: -(c.n_t - 1) * c.d_s * c.d_a,
                ),
                credit=0.25,
            ),
            Mistake(
                "state-forgotten",
                "The product of the state with its matrix is missing.",
                right_plus_error(
                    general=lambda c: -c.n_t * c.d_s * c.d_h,
                    additive=lambda c: -c.n_t * c.d_s * c.d_a,
                    prepared=lambda c: -c.n_t * c.d_s * c.d_a,
                ),
                credit=0.25,
            ),
            Mistake(
                "annotations-projected",
                "Here W multiplies the annotations. As the question counts it, sᵀ W is computed "
                "first, once in each step.",
                lambda number, case: (
                    name == "general"
                    and number
                    in (
                        case.n_s * case.d_s * (case.d_h + case.n_t),  # once in the translation
                        case.n_s * case.d_s * (case.d_h + 1) * case.n_t,  # in each step
                    )
                ),
                credit=0.5,
            ),
            Mistake(
                "v-forgotten",
                "The products with v are missing.",
                right_plus_error(
                    additive=lambda c: -c.n_t * c.n_s * c.d_a,
                    prepared=lambda c: -c.n_t * c.n_s * c.d_a,
                ),
                credit=0.25,
            ),
            Mistake(
                "v-once",
                "The products with v are counted once, or once for each step. There is one for "
                "each step and each annotation.",
                lambda number, case: (
                    name in kinds
                    and number - right(case) + case.n_t * case.n_s * case.d_a
                    in (case.d_a, case.n_t * case.d_a, case.n_s * case.d_a)
                ),
                credit=0.25,
            ),
            Mistake(
                "tanh-counted",
                "Each tanh is counted as a multiplication. Count the products.",
                right_plus_error(
                    additive=lambda c: c.n_t * c.n_s * c.d_a,
                    prepared=lambda c: c.n_t * c.n_s * c.d_a,
                ),
                credit=0.5,
            ),
            UndoableMistake("exchanged", EXCHANGED, exchange("n_t", "n_s"), credit=0.5),
            UndoableMistake("exchanged", EXCHANGED, exchange("d_s", "d_h"), credit=0.5),
            Mistake(
                "widths-mixed-up",
                "One width stands for another, or for all. States have d_s, annotations d_h, the "
                "hidden layer d_a.",
                right_for_other_sizes(
                    lambda c: c._replace(d_s=c.d_h),
                    lambda c: c._replace(d_h=c.d_s),
                    lambda c: c._replace(d_a=c.d_h),
                    lambda c: c._replace(d_a=c.d_s),
                    lambda c: c._replace(d_h=c.d_a),
                    lambda c: c._replace(d_s=c.d_a),
                    lambda c: c._replace(d_s=c.d_a, d_h=c.d_a),
                    lambda c: c._replace(d_s=c.d_h, d_a=c.d_h),
                    lambda c: c._replace(d_h=c.d_s, d_a=c.d_s),
                ),
                credit=0.25,
            ),
            *(
                Mistake(
                    "size-forgotten",
                    f"{size} is missing, as if it were 1.",
                    right_for_other_sizes(functools.partial(without, size=size)),
                    credit=0.25,
                )
                for size in Sizes._fields
            ),
            *too_narrow(right),
        ]

    def is_measured(name):
        return lambda number, case: number == measured(case)[name]

    cases = [Sizes(2, 3, 4, 5, 6), Sizes(7, 7, 5, 3, 8), Sizes(10, 12, 64, 48, 32)]
    draws = (rng.choice(np.arange(2, 99), size=5, replace=False).tolist() for _ in "four")
    cases += [Sizes(*sizes) for sizes in draws]
    ones = rng.choice(np.arange(2, LARGEST), size=5, replace=False) ** (1 - np.eye(5, dtype=int))
    cases += [Sizes(*sizes) for sizes in ones.tolist()]
    cases += [Sizes(1, 1, 1, 1, 1), Sizes(*[LARGEST] * 5)]
    cases += [Sizes(*(LARGEST - rng.choice(99, size=5, replace=False)).tolist())]
    ask.announce(cases)
    judge_parts(
        ask,
        cases,
        [ask.numbers(*case, names=NAMES) for case in cases],
        [Part(name, is_measured(name), mistakes_in(name), share=1 / 4) for name in NAMES],
        shown_beside=lambda answer, case: {"Expected": measured(case)},
        rule="A vector of a numbers times an a × b matrix takes a · b multiplications, a dot "
        "product of two vectors of a numbers takes a. Each counts as often as it is computed.",
    )
    return "Prepared, the additive score saves the largest part; what remains is one tanh a pair."
