"""The check of `restore_order`: undo a permutation of the tokens in self-attention's output."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge
from payattention.checks.dot_product._oracle import run_head
from payattention.checks.edges import judge_edges

MOST_TOKENS = 100


class Shuffled(NamedTuple):
    """A test case: the arguments of one call, ``output`` and ``order``, and the right result.

    ``output`` is the output of self-attention over x[order]. The right result, ``straight``, is the
    output over x.
    """

    output: np.ndarray
    order: np.ndarray
    straight: np.ndarray


@check(reread="Chapter 3, [Attention knows no order](03-dot-product#permutation)")
def restore_order(ask: Ask, rng: np.random.Generator) -> str:
    """Check a function that turns self-attention's output over x[order] into its output over x.

    Promised domain: 1 to 100 tokens; ``order`` has each of them once.
    Extremes and special cases, alone and together: one token; more than ten tokens; one column; as
        many columns as tokens; tokens with equal outputs, and outputs of 0; orders that change
        nothing, reverse all tokens, move all tokens by one place, or swap neighbours (1, 0, 3, 2).
    Usual mistakes: the order is applied once more, or twice more; the rows are returned as they
        came; the given rows are only reversed; the given rows are sorted by value; the tokens are
        sorted as words ("10" before "2"); the right rows come in reverse order; all right rows are
        one place off; some rows are lost and others come twice; the first token or the last row is
        not put back; the decimals are cut off.
    Certain: each mistake arranges or changes the rows in its own way. For ordinary inputs, the
        feedback names a mistake only if the outputs of all test cases show it. In edge cases, it
        names no mistake.
    """

    def shuffle(straight, order):
        return Shuffled(straight[order], order, straight)

    def draw(n, width):
        x, W_V = rng.normal(size=(n, width)), rng.normal(size=(width, width))
        W_Q, W_K = rng.normal(0, 0.5, size=(2, width, width))
        order = rng.permutation(n)
        while np.array_equal(order[order], np.arange(n)):  # an order that is its own inverse
            order = rng.permutation(n)
        shuffled, straight = (np.round(run_head((W_Q, W_K, W_V), y), 3) for y in (x[order], x))
        return Shuffled(shuffled, order, straight)

    def arranged(rows):
        """Make a predicate ``(output, case)``: whether the input's rows are in a given wrong order.

        The wrong order: row i of the output is row ``rows(case.order)[i]`` of the input.
        """
        return lambda output, case: close(output, case.output[rows(case.order)])

    def off_by_one(output, case):
        return any(close(output, np.roll(case.straight, by, axis=0)) for by in (1, -1))

    def one_row_wrong(row):
        """Make a predicate ``(output, case)``: whether the output is right except for one row.

        ``row(order)`` is the index of this row. It must be all 0 or equal to one of the input's
        rows.
        """

        def fits(output, case):
            token = row(case.order)
            others = np.arange(len(case.order)) != token
            left = output[token]
            return close(output[others], case.straight[others]) and (
                close(left, 0) or any(close(left, one) for one in case.output)
            )

        return fits

    mistakes: Mistakes = [
        Mistake(
            "order-again",
            "The order is applied a second time. Row i of the output belongs to the token "
            "`x[order[i]]`: where must that row go?",
            arranged(lambda order: order),
        ),
        Mistake(
            "unchanged",
            "The output came back as it was. One query's output does not feel the order of the "
            "keys; but here the queries are shuffled too, and the outputs with them.",
            lambda output, case: close(output, case.output),
        ),
        Mistake(
            "order-twice",
            "The order is applied two more times. It was applied once and must be undone.",
            arranged(lambda order: order[order]),
        ),
        Mistake(
            "sorted-by-value",
            "The outputs are sorted by their size. Their place depends on `order` alone.",
            lambda output, case: close(output[:, 0], np.sort(case.output[:, 0])),
        ),
        Mistake(
            "reversed",
            "The rows are only reversed, whatever the order was.",
            lambda output, case: close(output, case.output[::-1]),
        ),
        Mistake(
            "sorted-as-words",
            "The tokens are sorted as words, and “10” comes before “2”.",
            arranged(lambda order: sorted(range(len(order)), key=lambda i: str(order[i]))),
            credit=0.6,
        ),
        UndoableMistake(
            "upside-down",
            "The rows stand upside down: the last token comes first.",
            lambda output, case: (output[::-1], case),
            credit=0.5,
        ),
        Mistake(
            "off-by-one",
            "All rows are one place off. Tokens are counted from 0.",
            off_by_one,
            credit=0.6,
        ),
        Mistake(
            "first-token",
            "Right, except for token 0, whose row is not put back. (0 is false in a condition.)",
            one_row_wrong(lambda order: 0),
            credit=0.6,
        ),
        Mistake(
            "last-row",
            "Right, except for the last row of `output`, which is not put back.",
            one_row_wrong(lambda order: order[-1]),
            credit=0.6,
        ),
        Mistake(
            "decimals-cut",
            "The rows are in their places, but as whole numbers: the array that they were put "
            "into holds integers. Use `np.empty_like(output)`.",
            lambda output, case: close(output, np.trunc(case.straight)),
            credit=0.6,
        ),
        Mistake(
            "rows-lost",
            "Some row came back twice, another not at all: the answer must be the same rows in "
            "another order.",
            lambda output, case: set(map(tuple, output)) < set(map(tuple, case.output)),
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(case[:2] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*case[:2], shape=case.output.shape) for case in cases],
            lambda output, case: close(output, case.straight),
            mistakes,
            n_arguments=2,
            shown_beside=lambda output, case: {"Expected": case.straight},
            rule="Row i is the output of token i of x, wherever that token stood in `x[order]`.",
        )

    n, m = (int(n) for n in rng.integers(5, 10, size=2))
    ordinary = [(4, 2), (3, 5), (n, n - 2), (m, 4), (12, 3), (int(rng.integers(20, 40)), 4)]
    judge_at([draw(*size) for size in ordinary], mistakes)

    def special(n):
        """Five test cases with n tokens, in five orders that are easy to confuse; n must be even.

        Several tokens have equal outputs, and two have outputs of 0.
        """
        straight = np.repeat(np.round(rng.normal(size=(1, 3)), 2), n, axis=0)
        straight[:2], straight[-1] = 0, np.round(rng.normal(size=3), 2)
        places = np.arange(n)
        orders = (places, places[::-1], np.roll(places, 1), np.roll(places, -1), places ^ 1)
        return [shuffle(straight, order.copy()) for order in orders]

    alone = [shuffle(rng.normal(size=(1, d)).round(2), np.array([0])) for d in (1, 3)]
    edges = [*special(2 * int(rng.integers(2, 6))), draw(n, n), draw(m, 1), draw(MOST_TOKENS, 2)]
    judge_edges(lambda: judge_at([*edges, *alone], []))
    return "Self-attention is equivariant: shuffle what goes in, and what comes out is shuffled."
