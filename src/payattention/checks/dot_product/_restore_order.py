"""The order of the tokens."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.dot_product._oracle import run_head


class Shuffled(NamedTuple):
    """The output over x[order], the order, and the output over x."""

    output: np.ndarray
    order: np.ndarray
    straight: np.ndarray


@check(reread="Chapter 3, [Attention knows no order](03-dot-product#permutation)")
def restore_order(ask: Ask, rng: np.random.Generator) -> str:
    """From self-attention over x[order], the output of self-attention over x."""

    def draw(n, width):
        x, W_V = rng.normal(size=(n, width)), rng.normal(size=(width, width))
        W_Q, W_K = rng.normal(0, 0.5, size=(2, width, width))
        order = rng.permutation(n)
        while np.array_equal(order[order], np.arange(n)):  # it would undo itself
            order = rng.permutation(n)
        shuffled, straight = (np.round(run_head((W_Q, W_K, W_V), y), 3) for y in (x[order], x))
        return Shuffled(shuffled, order, straight)

    cases = [draw(*size) for size in ((4, 2), (3, 5), (7, 3), (12, 4))]
    ask.ahead(case[:2] for case in cases)
    outputs = [ask.array(*case[:2], shape=case.output.shape) for case in cases]
    mistakes: Mistakes = [
        Mistake(
            "order-again",
            "The order is applied a second time. Row i of the output belongs to the token "
            "`x[order[i]]`: where must that row go?",
            lambda output, case: close(output, case.output[case.order]),
        ),
        Mistake(
            "unchanged",
            "The output came back as it was. One query's output does not feel the order of the "
            "keys; but here the queries are shuffled too, and the outputs with them.",
            lambda output, case: close(output, case.output),
        ),
        Mistake(
            "sorted-by-value",
            "The outputs are sorted by their size. Their place depends on `order` alone.",
            lambda output, case: bool(np.all(np.diff(output[:, 0]) >= 0)),
        ),
        Mistake(
            "reversed",
            "The rows are only reversed, whatever the order was.",
            lambda output, case: close(output, case.output[::-1]),
        ),
        Mistake(
            "rows-lost",
            "Some row came back twice, another not at all: the answer must be the same rows in "
            "another order.",
            lambda output, case: set(map(tuple, output)) < set(map(tuple, case.output)),
        ),
    ]
    judge(
        ask,
        cases,
        outputs,
        lambda output, case: close(output, case.straight),
        mistakes,
        given=2,
        also=lambda output, case: {"Expected": case.straight},
        rule="Row i is the output of token i of x, wherever that token stood in `x[order]`.",
    )
    return "Self-attention is equivariant: shuffle what goes in, and what comes out is shuffled."
