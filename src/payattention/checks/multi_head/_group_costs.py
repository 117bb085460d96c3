"""What shared keys save."""

import functools
from typing import NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import mm_flop

from payattention.checks.check import Ask, Mistake, Part, check, judge_parts
from payattention.checks.counts import too_narrow
from payattention.checks.flops import FLOPS

LARGEST = 2000
NAMES = ("parameters", "projections", "attention", "cache")


class Sizes(NamedTuple):
    """The sizes of one layer."""

    n: int
    d_model: int
    n_heads: int
    n_groups: int
    d_k: int


operations = functools.cache(mm_flop)  # the sizes of a seed are the same for every answer


@check(reread="Chapter 4, [Parameters and cost](04-multi-head#heads-cost)", odd_form=True)
def group_costs(ask: Ask, rng: np.random.Generator) -> str:
    """Parameters, multiplications and cached numbers of a layer whose heads share keys.

    Promised domain: all sizes from 1 to 2000, no more key heads than query heads.
    Extremes and special cases, alone and together: all sizes 1; all near 2000, whose products pass
        2³¹; one size 1 beside others; the example; one key head; as many as query heads.
    Usual mistakes: FLOPs; an ordinary layer, with keys and values for each head; one key head; no
        W_O, or W_O for the key heads; biases; a single position; keys without values; attention
        for the key heads only, or only the scores of it; the parameters for the projections and
        the other way round; numbers of 32 bits.
    Certain: each of the four numbers is judged by itself, and a mistake must give it in all cases.
    """

    def product(a, b, c):
        """The multiplications that torch counts: it counts each with an addition."""
        return operations((a, b), (b, c)) // 2

    @functools.cache
    def measured(s):
        matrices = [(s.d_model, s.n_heads * s.d_k), *[(s.d_model, s.n_groups * s.d_k)] * 2]
        matrices.append((s.n_heads * s.d_k, s.d_model))
        cached = torch.empty(2, s.n_groups, s.n, s.d_k, device="meta")
        each = product(s.n, s.d_k, s.n) + product(s.n, s.n, s.d_k)
        return {
            "parameters": sum(torch.empty(m, device="meta").numel() for m in matrices),
            "projections": sum(product(s.n, *m) for m in matrices),
            "attention": s.n_heads * each,
            "cache": cached.numel(),
        }

    def mistakes_in(name):
        """The usual mistakes in this one of the numbers."""

        def right(case):
            return measured(case)[name]

        def of(*others):
            """Whether it is the number of one of these other layers."""
            return lambda number, case: any(number == right(other(case)) for other in others)

        def less(**missing):
            """Whether so much is missing from the right number."""
            return lambda number, case: (
                name in missing and number == right(case) - missing[name](case)
            )

        def among(**wrong):
            return lambda number, case: name in wrong and number in wrong[name](case)

        return [
            *([FLOPS] if name in ("projections", "attention") else []),
            Mistake(
                "not-shared",
                "These are the numbers of an ordinary layer, with keys and values for each head. "
                "Here there are only n_groups of them.",
                of(lambda c: c._replace(n_groups=c.n_heads)),
                credit=0.25,
            ),
            Mistake(
                "one-group",
                "Keys and values are counted for a single key head. There are n_groups.",
                of(lambda c: c._replace(n_groups=1)),
                credit=0.25,
            ),
            Mistake(
                "heads-shared",
                "All is counted for n_groups heads. The queries still have n_heads, and each of "
                "them has weights of its own.",
                of(lambda c: c._replace(n_heads=c.n_groups)),
                credit=0.25,
            ),
            Mistake(
                "no-output",
                "W_O is missing.",
                less(
                    parameters=lambda c: c.n_heads * c.d_k * c.d_model,
                    projections=lambda c: c.n * c.n_heads * c.d_k * c.d_model,
                ),
                credit=0.5,
            ),
            Mistake(
                "values-forgotten",
                "Keys are counted, values are not.",
                less(
                    parameters=lambda c: c.n_groups * c.d_k * c.d_model,
                    projections=lambda c: c.n * c.n_groups * c.d_k * c.d_model,
                    cache=lambda c: c.n * c.n_groups * c.d_k,
                ),
                credit=0.5,
            ),
            Mistake(
                "scores-only",
                "Only the scores are counted, or only the averages of values. Attention is both.",
                less(attention=lambda c: c.n_heads * c.n**2 * c.d_k),
                credit=0.5,
            ),
            Mistake(
                "biases",
                "There are biases among the parameters. These four layers have none.",
                among(
                    parameters=lambda c: [
                        measured(c)["parameters"]
                        + (c.n_heads + 2 * c.n_groups) * c.d_k
                        + c.d_model * out
                        for out in (0, 1)
                    ]
                ),
                credit=0.5,
            ),
            Mistake(
                "one-position",
                "This is for a single position. There are n of them, and n² pairs.",
                among(
                    projections=lambda c: [measured(c)["parameters"]],
                    attention=lambda c: [measured(c)["attention"] // n for n in (c.n, c.n**2)],
                    cache=lambda c: [measured(c)["cache"] // c.n],
                ),
                credit=0.25,
            ),
            Mistake(
                "every-position",
                "The parameters are multiplied by the number of positions, which all use the same.",
                among(parameters=lambda c: [measured(c)["projections"]]),
                credit=0.25,
            ),
            *too_narrow(right),
        ]

    def is_measured(name):
        return lambda number, case: number == measured(case)[name]

    def drawn(low, high):
        n, d_model, n_heads, n_groups, d_k = rng.choice(
            np.arange(low, high), size=5, replace=False
        ).tolist()
        few, many = sorted((n_heads, n_groups))
        return Sizes(n, d_model, many, few, d_k)

    cases = [Sizes(5, 6, 4, 2, 3), Sizes(7, 32, 8, 2, 4), Sizes(10, 512, 8, 8, 64)]
    cases += [drawn(2, 99) for _ in "four"]
    odd = [2 * size - 1 for size in drawn(LARGEST // 2 - 49, LARGEST // 2)]
    cases.append(Sizes(*odd))
    cases += [drawn(2, 99)._replace(**{size: 1}) for size in ("n", "d_model", "n_groups", "d_k")]
    cases += [Sizes(1, 1, 1, 1, 1), Sizes(*[LARGEST] * 5), Sizes(3, 2, 1, 1, 4)]
    ask.ahead(cases)
    judge_parts(
        ask,
        cases,
        [ask.numbers(*case, names=NAMES) for case in cases],
        [Part(name, is_measured(name), mistakes_in(name), share=1 / 4) for name in NAMES],
        also=lambda answer, case: {"Expected": measured(case)},
        rule="Each number is what torch counts for a layer of these sizes.",
    )
    return "Shared keys save little arithmetic; what they shrink is the cache."
