"""What a head costs."""

import functools
from typing import NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import mm_flop

from payattention.checks.check import Ask, Mistake, Part, Slip, check, edge, judge_parts


class Sizes(NamedTuple):
    """The sizes of one head of cross-attention."""

    n_q: int
    n_k: int
    d_model: int
    d_k: int
    d_v: int


operations = functools.cache(mm_flop)  # the sizes of a seed are the same for every answer


@check(reread="Chapter 3, [What it costs](03-dot-product#quadratic-memory)", odd_form=True)
def cost(ask: Ask, rng: np.random.Generator) -> str:
    """Parameters and multiplications of one head of cross-attention."""

    def empty(*shape):
        return torch.empty(shape, device="meta")  # a tensor with a shape and no numbers

    def counted(*products):
        """What torch counts, two operations for each multiplication."""
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

    def mistakes_in(name):
        """The usual mistakes in this one of the numbers."""

        def is_of(number, *others):
            """Whether it is the number of a head of one of these other sizes."""
            return any(number == measured(other)[name] for other in others)

        def is_more(number, case, parameters, projections=0):
            """Whether so much is counted besides."""
            extra = {"parameters": parameters, "projections": projections}.get(name, 0)
            return number == measured(case)[name] + extra

        return [
            Slip(
                "operations",
                "This counts multiplications and additions: FLOPs, twice as many. Count the "
                "multiplications.",
                lambda number, case: (number / 2, case),
                credit=0.5,
            ),
            Slip(
                "n_k-forgotten",
                "Somewhere n_q stands for n_k. This is cross-attention: the keys and values come "
                "from the context, which has n_k tokens.",
                lambda number, case: (number, case._replace(n_k=case.n_q)),
                credit=0.25,
            ),
            Slip(
                "sides-swapped",
                "The two sequences changed places: the queries come from the n_q tokens, keys and "
                "values from the n_k.",
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
                lambda number, case: is_more(number, case, 2 * case.d_k + case.d_v),
                credit=0.5,
            ),
            Mistake(
                "output-projection",
                "The output projection W_O is counted too. It belongs to the layer that joins "
                "several heads, not to one head.",
                lambda number, case: is_more(
                    number, case, case.d_v * case.d_model, case.n_q * case.d_v * case.d_model
                ),
                credit=0.5,
            ),
        ]

    def judge_at(cases, expected, mistakes_in, rule):
        def is_expected(name):
            return lambda number, case: number == expected(case)[name]

        names = tuple(expected(cases[0]))
        ask.ahead(cases)
        judge_parts(
            ask,
            cases,
            [ask.numbers(*case, names=names) for case in cases],
            [Part(name, is_expected(name), mistakes_in(name), share=1 / 4) for name in names],
            also=lambda answer, case: {"Expected": expected(case)},
            rule=rule,
        )

    cases = [Sizes(2, 3, 5, 4, 1), Sizes(10, 7, 64, 16, 24)]
    draws = (rng.choice(np.arange(2, 99), size=5, replace=False).tolist() for _ in "four")
    cases += [Sizes(*sizes) for sizes in draws]
    rule = "Each number is what torch counts when it multiplies matrices of these sizes."
    judge_at(cases, measured, mistakes_in, rule)

    huge = 2**40

    def at_large(case):
        """Sizes that no one can measure: the parameters grow with d_model, the rest twice."""
        n_q, n_k, d_model, d_k, d_v = case
        small = measured((n_q // huge, n_k // huge, d_model // huge, d_k, d_v))
        return {n: k * (huge if n == "parameters" else huge**2) for n, k in small.items()}

    wraps = edge(
        "integer-overflow",
        "Right for small sizes. For large ones the numbers pass 2⁶³, where NumPy's integers wrap "
        "around; Python's own do not.",
        credit=0.7,
    )
    large = [Sizes(c.n_q * huge, c.n_k * huge, c.d_model * huge, c.d_k, c.d_v) for c in cases]
    judge_at(large, at_large, lambda name: [wraps], "The same count, for sizes beyond any machine.")
    return "Only the last two grow with the product of the lengths: that is the famous n²."
