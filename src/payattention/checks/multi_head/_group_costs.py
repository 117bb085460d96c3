"""The check of `group_costs`: the costs of a layer whose heads share their keys and values."""

import functools
from typing import NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import mm_flop

from payattention.checks.additions import additions
from payattention.checks.check import Ask, Mistake, Part, check, judge_parts
from payattention.checks.counts import too_narrow
from payattention.checks.flops import FLOPS

LARGEST = 2000
NAMES = ("parameters", "projections", "attention", "cache")


class Sizes(NamedTuple):
    """A test case: the sizes of one layer, as arguments of the student's `group_costs`.

    n         the number of positions
    d_model   the width of the layer's inputs and outputs
    n_heads   the number of query heads
    n_groups  the number of key heads, and of value heads
    d_k       the width of one head
    """

    n: int
    d_model: int
    n_heads: int
    n_groups: int
    d_k: int


operations = functools.cache(mm_flop)  # with one seed, all answers get the same sizes


@check(reread="Chapter 4, [Parameters and cost](04-multi-head#heads-cost)", odd_form=True)
def group_costs(ask: Ask, rng: np.random.Generator) -> str:
    """Check a function that counts the costs of a layer whose heads share keys and values.

    It must return four counts: the parameters; the multiplications in the projections; the
    multiplications in the attention; the numbers in the cache of keys and values.

    Promised domain: all sizes from 1 to 2000, no more key heads than query heads.
    Extremes and special cases, alone and together: all sizes 1; all sizes near 2000, whose products
        pass 2³¹; one size 1 beside larger ones; the example of the task; one key head; as many key
        heads as query heads.
    Usual mistakes: FLOPs are counted; additions are counted besides the multiplications; keys,
        values or both are counted for each query head; the code counts one key head, one query
        head, or only n_groups query heads; n_groups is taken for the number of query heads that
        share a key head; d_model is used as the width of all heads together; W_O is left out; W_Q
        or W_O is counted for the key heads; values are left out; biases are counted; only one
        position is counted; queries are cached, too; the attention is counted for half the pairs,
        or for the scores only; the softmax or the projections are counted as part of the attention;
        the number of parameters and the multiplications in the projections are confused;
        parentheses are missing; a size is a factor once too often, or is missing as a factor; bytes
        are counted; the numbers overflow or are rounded in 32 bits.
    Certain: each of the four numbers is judged separately, and the feedback names a mistake only if
        it gives the student's number in all test cases.
    """

    def product(a, b, c):
        """The number of multiplications in the product of an a × b and a b × c matrix.

        torch counts an addition with each multiplication, so half of torch's count is returned.
        """
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
        """The usual mistakes in one number of the returned dictionary; ``name`` is its key."""

        def right(case):
            return measured(case)[name]

        def of(*others):
            """Make a predicate (number, case): whether the number is right for wrong sizes.

            Each of ``others`` is a function that makes wrong sizes from the right sizes, ``case``.
            """
            return lambda number, case: any(number == right(other(case)) for other in others)

        def less(**missing):
            """Make a predicate (number, case): whether it is too small by ``missing[name](case)``.

            Example: ``less(cache=f)`` says that the cache is too small by ``f(case)``. If
            ``missing`` has no entry for ``name``, the predicate is always false.
            """
            return lambda number, case: (
                name in missing and number == right(case) - missing[name](case)
            )

        def among(**wrong):
            return lambda number, case: name in wrong and number in wrong[name](case)

        def more(**besides):
            """Make a predicate (number, case): whether it is too large by ``besides[name](case)``.

            Example: ``more(cache=f)`` says that the cache is too large by ``f(case)``. If
            ``besides`` has no entry for ``name``, the predicate is always false.
            """
            return lambda number, case: (
                name in besides and number == right(case) + besides[name](case)
            )

        entries = {  # how many entries the results of the matrix products have
            "projections": lambda c: c.n * ((c.n_heads + 2 * c.n_groups) * c.d_k + c.d_model),
            "attention": lambda c: c.n_heads * c.n * (c.n + c.d_k),
        }
        return [
            *([FLOPS, additions(right, entries[name])] if name in entries else []),
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
                "one-head",
                "This is a layer with one query head. There are n_heads, each of the width d_k.",
                of(
                    lambda c: c._replace(n_heads=1),
                    lambda c: c._replace(n_heads=1, n_groups=1),
                ),
                credit=0.25,
            ),
            Mistake(
                "size-of-a-group",
                "n_groups is taken for the number of query heads that share a key head. It is the "
                "number of key heads.",
                of(lambda c: c._replace(n_groups=c.n_heads // c.n_groups)),
                credit=0.25,
            ),
            Mistake(
                "d_model-for-heads",
                "d_model stands where the width of the heads should. A head has the width d_k, and "
                "n_heads · d_k need not be d_model.",
                among(**widths_confused),
                credit=0.25,
            ),
            Mistake(
                "one-shared",
                "Of keys and values one is shared, the other has all query heads. Both have "
                "n_groups.",
                more(
                    parameters=lambda c: (c.n_heads - c.n_groups) * c.d_k * c.d_model,
                    projections=lambda c: c.n * (c.n_heads - c.n_groups) * c.d_k * c.d_model,
                    cache=lambda c: c.n * (c.n_heads - c.n_groups) * c.d_k,
                ),
                credit=0.5,
            ),
            Mistake(
                "one-for-groups",
                "W_Q or W_O is counted for the key heads. Both belong to the query heads: n_heads.",
                less(
                    parameters=lambda c: (c.n_heads - c.n_groups) * c.d_k * c.d_model,
                    projections=lambda c: c.n * (c.n_heads - c.n_groups) * c.d_k * c.d_model,
                ),
                credit=0.5,
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
                "Biases are counted, too. These four layers have none.",
                among(
                    parameters=with_biases,
                    projections=lambda c: [c.n * number for number in with_biases(c)],
                ),
                credit=0.5,
            ),
            Mistake(
                "queries-cached",
                "The queries are counted, too. Later tokens need the keys and values of earlier "
                "ones, not their queries.",
                more(cache=lambda c: c.n * c.n_heads * c.d_k),
                credit=0.5,
            ),
            Mistake(
                "bytes",
                "This counts bytes. Count the numbers.",
                among(cache=lambda c: [size * measured(c)["cache"] for size in (4, 8)]),
                credit=0.5,
            ),
            Mistake(
                "half-the-pairs",
                "A position looks at itself and those before it here, or at those before it. Count "
                "every position with every position.",
                among(
                    attention=lambda c: [c.n_heads * c.d_k * c.n * (c.n + own) for own in (1, -1)]
                ),
                credit=0.5,
            ),
            Mistake(
                "softmax-counted",
                "One more for each score is counted, for the softmax or the scale. Count the "
                "matrix products.",
                more(attention=lambda c: c.n_heads * c.n**2),
                credit=0.5,
            ),
            Mistake(
                "projections-again",
                "The projections are counted here, too. They have a number of their own.",
                more(attention=lambda c: measured(c)["projections"]),
                credit=0.5,
            ),
            Mistake(
                "parentheses",
                "Parentheses are missing: d_model and d_k multiply the number of query heads and "
                "that of key heads.",
                among(
                    parameters=lambda c: [2 * c.d_model * c.d_k * c.n_heads + c.n_groups],
                    projections=lambda c: [
                        c.n * (2 * c.d_model * c.d_k * c.n_heads + c.n_groups),
                        2 * c.n * c.d_model * c.d_k * c.n_heads + c.n_groups,
                    ],
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
            *(fault for size in Sizes._fields for fault in of_a_size(size, right)),
            *too_narrow(right),
        ]

    def of_a_size(size, right):
        """Two mistakes: the field ``size`` of `Sizes` is a factor once too often, or is missing.

        ``right(case)`` is the right number for a test case.
        """
        return [
            Mistake(
                "size-too-many",
                f"There is one size too many in it: {size}.",
                lambda number, case: number == right(case) * getattr(case, size),
                credit=0.25,
            ),
            Mistake(
                "size-forgotten",
                f"{size} is missing, as if it were 1. Write down the shape of each matrix: an "
                "a × b matrix has a · b entries.",
                lambda number, case: number * getattr(case, size) == right(case),
                credit=0.25,
            ),
        ]

    def with_biases(c):
        inner = measured(c)["parameters"] + (c.n_heads + 2 * c.n_groups) * c.d_k
        return [inner, inner + c.d_model]

    def whole_widths(c):
        """Three wrong numbers of parameters, with d_model as the width of all heads together.

        The width is wrong in either W_Q or W_O, then in both, then in all four matrices.
        """
        h, g = c.n_heads * c.d_k, c.n_groups * c.d_k
        return [
            c.d_model * (h + 2 * g + c.d_model),
            2 * c.d_model * (c.d_model + g),
            4 * c.d_model**2,
        ]

    widths_confused = {
        "parameters": whole_widths,
        "projections": lambda c: [c.n * number for number in whole_widths(c)],
        "attention": lambda c: [
            2 * c.n**2 * c.d_model,
            2 * c.n**2 * c.n_heads * c.d_model,
            2 * c.n**2 * c.n_heads * (c.d_model // c.n_heads),
        ],
        "cache": lambda c: [
            2 * c.n * c.d_model,
            2 * c.n * c.n_groups * c.d_model,
            2 * c.n * c.n_groups * (c.d_model // c.n_heads),
        ],
    }

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
    ask.announce(cases)
    judge_parts(
        ask,
        cases,
        [ask.numbers(*case, names=NAMES) for case in cases],
        [Part(name, is_measured(name), mistakes_in(name), share=1 / 4) for name in NAMES],
        shown_beside=lambda answer, case: {"Expected": measured(case)},
        rule="Each number is what torch counts for a layer of these sizes.",
    )
    return "Shared keys save little arithmetic; what they shrink is the cache."
