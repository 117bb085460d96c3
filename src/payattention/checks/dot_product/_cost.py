"""The check of `cost`: the parameters and multiplications of one head of cross-attention."""

import functools
from typing import NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import mm_flop

from payattention.checks.additions import additions
from payattention.checks.check import Ask, Mistake, Part, UndoableMistake, check, judge_parts
from payattention.checks.counts import too_narrow
from payattention.checks.flops import FLOPS

LARGEST = 2000


class Sizes(NamedTuple):
    """A test case: the sizes of one head of cross-attention, as arguments of one call.

    n_q      the number of queries
    n_k      the number of keys
    d_model  the width of the tokens in both sequences
    d_k      the width of queries and keys
    d_v      the width of the values
    """

    n_q: int
    n_k: int
    d_model: int
    d_k: int
    d_v: int


operations = functools.cache(mm_flop)  # with one seed, all answers get the same sizes


@check(reread="Chapter 3, [The cost of attention](03-dot-product#quadratic-memory)", odd_form=True)
def cost(ask: Ask, rng: np.random.Generator) -> str:
    """Check a function that counts the parameters and multiplications of a cross-attention head.

    It must return four numbers: the parameters, and the multiplications in the projections, in the
    scores and in the weighted sum.

    Promised domain: all sizes from 1 to 2000.
    Extremes and special cases, alone and together: all sizes 1; all sizes 2000, whose products pass
        2³¹; one size 1 beside larger ones; the example of the task; as many queries as keys.
    Usual mistakes: FLOPs are counted; additions are counted besides the multiplications; one length
        is used for both sequences; the two lengths are exchanged or added; one width is used in
        place of another; a size, a matrix or parentheses are missing; biases, the output projection
        or the scaling are counted; each projection is counted as n d²; each projection reads both
        sequences; a size is a factor once too often; the numbers overflow or are rounded in 32
        bits.
    Certain: each of the four numbers is judged separately, and the feedback names a mistake only if
        it gives the student's number in all test cases.
    """

    def empty(*shape):
        return torch.empty(shape, device="meta")  # a tensor with a shape and no numbers

    def counted(*products):
        """The number of multiplications in all matrix products a @ b, for pairs (a, b)."""
        return sum(operations(a.shape, b.shape) for a, b in products) // 2

    @functools.cache
    def measured(sizes):
        n_q, n_k, d_model, d_k, d_v = sizes
        x, context = empty(n_q, d_model), empty(n_k, d_model)
        W_Q, W_K, W_V = empty(d_model, d_k), empty(d_model, d_k), empty(d_model, d_v)
        return {
            "parameters": sum(W.numel() for W in (W_Q, W_K, W_V)),
            "projections": counted((x, W_Q), (context, W_K), (context, W_V)),
            "scores": counted((empty(n_q, d_k), empty(d_k, n_k))),
            "weighted_sum": counted((empty(n_q, n_k), empty(n_k, d_v))),
        }

    def operations_in(name, entries):
        """The mistakes of counting FLOPs, or additions besides the multiplications.

        ``name`` is the key of the judged number. ``entries(case)`` is the number of entries in the
        results of the matrix products that it counts.
        """
        if name == "parameters":
            return []
        return [
            FLOPS,
            additions(lambda case: measured(case)[name], entries),
        ]

    def mistakes_in(name):
        """The usual mistakes in one number of the returned dictionary; ``name`` is its key."""
        entries = {  # how many entries the results of the matrix products have
            "projections": lambda c: (c.n_q + c.n_k) * c.d_k + c.n_k * c.d_v,
            "scores": lambda c: c.n_q * c.n_k,
            "weighted_sum": lambda c: c.n_q * c.d_v,
        }.get(name, lambda c: 0)

        def is_of(number, *others):
            """Whether ``number`` is right for one of ``others``, heads with wrong sizes."""
            return any(number == measured(other)[name] for other in others)

        def is_more(number, case, **besides):
            """Whether ``number`` is the right number plus ``besides[name]`` (0 if not given).

            Example: if ``name`` is "scores", ``scores=5`` means that the number is too large by 5.
            """
            return number == measured(case)[name] + besides.get(name, 0)

        def is_one(number, **wrong):
            """Whether ``number`` is one of the wrong counts ``wrong[name]``.

            Example: if ``name`` is "scores", ``scores=(5, 6)`` means that the number is 5 or 6.
            """
            return number in wrong.get(name, ())

        def by_width(n, case):
            """The multiplications that a projection of n tokens to the width d_k takes."""
            return n * case.d_model * case.d_k

        return [
            *operations_in(name, entries),
            Mistake(
                "n_k-forgotten",
                "Somewhere n_q stands where n_k should. This is cross-attention: the keys and "
                "values come from the context, which has n_k tokens.",
                lambda number, case: (
                    is_of(number, case._replace(n_k=case.n_q))
                    or is_one(
                        number,
                        projections=(
                            by_width(2 * case.n_q, case) + case.n_k * case.d_model * case.d_v,
                        ),
                    )
                ),
                credit=0.25,
            ),
            Mistake(
                "n_q-forgotten",
                "Somewhere n_k stands where n_q should. This is cross-attention: the queries come "
                "from the n_q tokens that ask.",
                lambda number, case: is_of(number, case._replace(n_q=case.n_k)),
                credit=0.25,
            ),
            Mistake(
                "lengths-added",
                "The lengths are added. Each query meets each key: that is a product.",
                lambda number, case: is_one(
                    number,
                    scores=((case.n_q + case.n_k) * case.d_k,),
                    weighted_sum=((case.n_q + case.n_k) * case.d_v,),
                ),
                credit=0.25,
            ),
            Mistake(
                "matrix-forgotten",
                "W_Q or W_K is not counted. There are three matrices: W_Q, W_K and W_V.",
                lambda number, case: is_one(
                    number,
                    parameters=(case.d_model * (case.d_k + case.d_v),),
                    projections=(
                        measured(case)["projections"] - by_width(case.n_q, case),
                        measured(case)["projections"] - by_width(case.n_k, case),
                    ),
                ),
                credit=0.25,
            ),
            Mistake(
                "order-only",
                "This is n d², which says how the projections grow, not how many multiplications "
                "they take: each of the three has its own length and its own width.",
                lambda number, case: is_one(
                    number,
                    projections=[
                        times * n * case.d_model**2
                        for n in (case.n_q, case.n_k, case.n_q + case.n_k)
                        for times in (1, 3)
                    ],
                ),
                credit=0.25,
            ),
            Mistake(
                "both-sequences",
                "Each matrix is counted for the tokens of both sequences. W_Q multiplies the n_q "
                "tokens only, W_K and W_V multiply the n_k tokens of the context.",
                lambda number, case: is_one(
                    number,
                    projections=((case.n_q + case.n_k) * case.d_model * (2 * case.d_k + case.d_v),),
                ),
                credit=0.25,
            ),
            Mistake(
                "one-size-too-many",
                "There is one size too many in it: d_k belongs to the scores, d_v to the weighted "
                "sum.",
                lambda number, case: is_one(
                    number,
                    scores=(case.n_q * case.n_k * case.d_k * case.d_v,),
                    weighted_sum=(case.n_q * case.n_k * case.d_k * case.d_v,),
                ),
                credit=0.25,
            ),
            Mistake(
                "parentheses",
                "Parentheses are missing: d_model multiplies the widths of all three matrices.",
                lambda number, case: is_one(
                    number, parameters=(2 * case.d_model * case.d_k + case.d_v,)
                ),
                credit=0.5,
            ),
            Mistake(
                "scaling",
                "The division of each score by √d_k is counted, too. Count the matrix products.",
                lambda number, case: is_more(number, case, scores=case.n_q * case.n_k),
                credit=0.5,
            ),
            UndoableMistake(
                "sides-swapped",
                "The values are counted over n_q tokens (or both sequences changed places, which "
                "comes to the same). Keys and values come from the n_k tokens of the context.",
                lambda number, case: (number, case._replace(n_q=case.n_k, n_k=case.n_q)),
                credit=0.5,
            ),
            Mistake(
                "d_model-everywhere",
                "Somewhere d_model stands for d_k or d_v. A head works at its own, smaller widths.",
                lambda number, case: is_of(
                    number,
                    case._replace(d_k=case.d_model, d_v=case.d_model),
                    case._replace(d_k=case.d_model),
                    case._replace(d_v=case.d_model),
                ),
                credit=0.25,
            ),
            Mistake(
                "widths-mixed-up",
                "One of d_k and d_v stands for the other. Queries and keys have the width d_k, "
                "values have d_v.",
                lambda number, case: is_of(
                    number,
                    case._replace(d_v=case.d_k),
                    case._replace(d_k=case.d_v),
                    case._replace(d_k=case.d_v, d_v=case.d_k),
                ),
                credit=0.25,
            ),
            Mistake(
                "size-forgotten",
                "One of the sizes is missing, as if it were 1. Write down the shape of each "
                "matrix: an a × b matrix has a · b entries, and its product with a b × c matrix "
                "takes a · b · c multiplications.",
                lambda number, case: is_of(
                    number, *(case._replace(**{s: 1}) for s in case._fields)
                ),
                credit=0.25,
            ),
            Mistake(
                "values-forgotten",
                "The values are not counted: they are projected by a third matrix, W_V.",
                lambda number, case: number > 0 and is_of(number, case._replace(d_v=0)),
                credit=0.25,
            ),
            Mistake(
                "biases",
                "The parameters of biases are counted too. These projections have none.",
                lambda number, case: is_more(number, case, parameters=2 * case.d_k + case.d_v),
                credit=0.5,
            ),
            Mistake(
                "output-projection",
                "The output projection W_O is counted too. It belongs to the layer that joins "
                "several heads, not to one head.",
                lambda number, case: is_more(
                    number,
                    case,
                    parameters=case.d_v * case.d_model,
                    projections=case.n_q * case.d_v * case.d_model,
                    weighted_sum=case.n_q * case.d_v * case.d_model,
                ),
                credit=0.5,
            ),
            *too_narrow(lambda case: measured(case)[name]),
        ]

    def judge_at(cases, expected, mistakes_in, rule):
        def is_expected(name):
            return lambda number, case: number == expected(case)[name]

        names = tuple(expected(cases[0]))
        ask.announce(cases)
        judge_parts(
            ask,
            cases,
            [ask.numbers(*case, names=names) for case in cases],
            [Part(name, is_expected(name), mistakes_in(name), share=1 / 4) for name in names],
            shown_beside=lambda answer, case: {"Expected": expected(case)},
            rule=rule,
        )

    cases = [Sizes(2, 3, 5, 4, 1), Sizes(10, 7, 64, 16, 24), Sizes(7, 7, 8, 3, 5)]
    draws = (rng.choice(np.arange(2, 99), size=5, replace=False).tolist() for _ in "four")
    cases += [Sizes(*sizes) for sizes in draws]
    ones = rng.choice(np.arange(2, LARGEST), size=5, replace=False) ** (1 - np.eye(5, dtype=int))
    cases += [Sizes(*sizes) for sizes in ones.tolist()]
    cases += [Sizes(1, 1, 1, 1, 1), Sizes(*[LARGEST] * 5)]
    cases += [Sizes(*(LARGEST - rng.choice(99, size=5, replace=False)).tolist())]
    rule = (
        "An a × b matrix has a · b parameters. Its product with a b × c matrix takes a · b · c "
        "multiplications."
    )
    judge_at(cases, measured, mistakes_in, rule)
    return "Only the last two grow with the product of the lengths: that is the famous n²."
