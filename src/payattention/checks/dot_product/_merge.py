"""Attention in pieces."""

from typing import NamedTuple

import numpy as np
import torch

from payattention.checks.check import Ask, Mistake, Mistakes, Part, check, close, edge, judge_parts
from payattention.checks.dot_product._oracle import attend
from payattention.checks.remember import remembered


class Chunks(NamedTuple):
    """What attention over two chunks of the keys leaves behind, and attention over all of them."""

    output_a: np.ndarray
    lse_a: np.ndarray
    output_b: np.ndarray
    lse_b: np.ndarray
    output: np.ndarray
    lse: np.ndarray


@remembered
def over(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The output of attention over these keys, and the log-sum-exp of the scores."""
    scores = torch.tensor(query @ key.T / key.shape[1] ** 0.5)
    return attend(query, key, value), torch.logsumexp(scores, dim=1).numpy()


@check(reread="Chapter 3, [What it costs](03-dot-product#quadratic-memory)", odd_form=True)
def merge(ask: Ask, rng: np.random.Generator) -> str:
    """From attention over two chunks of the keys, attention over all of them."""

    def draw(n_q, n_a, n_b, d_k, d_v):
        """Two chunks and the whole."""
        n_k = n_a + n_b
        query, key, value = (rng.normal(size=s) for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
        a, lse_a = over(query, key[:n_a], value[:n_a])
        b, lse_b = over(query, key[n_a:], value[n_a:])
        whole, lse = over(query, key, value)
        return Chunks(a, lse_a, b, lse_b, whole, lse)

    def raised(case, by):
        """The same with all scores higher by as much, which changes no output."""
        return case._replace(lse_a=case.lse_a + by, lse_b=case.lse_b + by, lse=case.lse + by)

    def rows(lse):
        return lse[:, None]

    about_output: Mistakes = [
        Mistake(
            "plain-average",
            "The two outputs are averaged half and half. But the chunk whose keys match the query "
            "better must weigh more.",
            lambda output, case: close(output, (case.output_a + case.output_b) / 2),
        ),
        Mistake(
            "swapped",
            "The weights of the two chunks are swapped: each output got the other's.",
            lambda output, case: close(output, case.output_a + case.output_b - case.output),
            credit=0.4,
        ),
        Mistake(
            "lse-as-weight",
            "The lse themselves are the weights. They are logarithms: what are they logarithms of?",
            lambda output, case: close(
                output * rows(case.lse_a + case.lse_b),
                rows(case.lse_a) * case.output_a + rows(case.lse_b) * case.output_b,
            ),
            credit=0.2,
        ),
        Mistake(
            "not-normalised",
            "The weights of the two chunks do not add up to 1: the output is no average.",
            lambda output, case: (
                any(
                    close(output, case.output * np.exp(rows(case.lse - shift)))
                    for shift in (0 * case.lse, np.maximum(case.lse_a, case.lse_b))
                )
                or close(output, case.output_a + case.output_b)
            ),
            credit=0.3,
        ),
        Mistake(
            "winner-takes-all",
            "Each row comes from the chunk with the larger lse alone. The other has a share too.",
            lambda output, case: close(
                output, np.where(rows(case.lse_a > case.lse_b), case.output_a, case.output_b)
            ),
            credit=0.1,
        ),
    ]
    about_lse: Mistakes = [
        Mistake(
            "lse-max",
            "This is only the larger of the two. It must count the keys of both chunks.",
            lambda lse, case: close(lse, np.maximum(case.lse_a, case.lse_b)),
            credit=0.25,
        ),
        Mistake(
            "lse-added",
            "The two lse are added or averaged. But it is the sums inside the logarithms that add "
            "up.",
            lambda lse, case: any(close(lse * n, case.lse_a + case.lse_b) for n in (1, 2)),
            credit=0.25,
        ),
        Mistake(
            "lse-without-log",
            "The logarithm is missing.",
            lambda lse, case: close(lse, np.exp(case.lse)),
            credit=0.5,
        ),
        Mistake(
            "lse-shifted",
            "A number was subtracted before the exponential and not added again after the "
            "logarithm.",
            lambda lse, case: close(lse, case.lse - np.maximum(case.lse_a, case.lse_b)),
            credit=0.5,
        ),
    ]

    def judge_at(cases, about_output, about_lse, rtol):
        def right_output(output, case):
            return close(output, case.output, rtol, atol=rtol)

        def right_lse(lse, case):
            return close(lse, case.lse, rtol, atol=rtol)

        ask.ahead(case[:4] for case in cases)
        judge_parts(
            ask,
            cases,
            [ask.parts(*c[:4], output=c.output.shape, lse=c.lse.shape) for c in cases],
            [
                Part("output", right_output, about_output, share=2 / 3),
                Part("lse", right_lse, about_lse, share=1 / 3),
            ],
            given=4,
            also=lambda answer, case: {"Expected": answer._make([case.output, case.lse])},
            rule="`output` and `lse` are those of attention over all the keys at once.",
        )

    sizes = [(1, 2, 1, 2, 2), (3, 4, 2, 4, 5), (5, 1, 7, 3, 2), (2, 12, 9, 8, 3)]
    cases = [draw(*size) for size in sizes]
    judge_at(cases, about_output, about_lse, rtol=1e-4)

    overflow = edge(
        "overflow",
        "Right for small scores. But with an lse of ±1000, exp(lse) is too large or too small for "
        "a float. Which number can be taken from both lse without changing the weights?",
        credit=0.6,
    )
    extreme = [raised(case, by) for case in cases for by in (1000, -1000)]
    judge_at(extreme, [overflow], [overflow], rtol=1e-3)  # the rounding of float32 at 1000
    return "Merge one key at a time, and the whole matrix of weights is never needed."
