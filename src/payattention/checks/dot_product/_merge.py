"""The check of `merge`: attention over all keys, from attention over two chunks of them."""

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    Wrong,
    as_array,
    check,
    close,
    judge,
    kind_of,
    show_call,
)
from payattention.checks.dot_product._oracle import attend
from payattention.checks.edges import judge_edges, judge_parts_with_edges
from payattention.checks.remember import remembered

LARGEST_LSE = 2000
SHARES = {"output": 2 / 3, "lse": 1 / 3}  # of the points: 8 and 4 of 12
FAR = 50  # an lse that is this much lower than another has no weight beside it


class Chunks(NamedTuple):
    """A test case: the arguments of one call, and its right result.

    output_a  the output of attention over the keys of chunk a, (queries, d_v)
    lse_a     the log-sum-exp of each query's scores for the keys of chunk a, (queries,)
    output_b  the output of attention over the keys of chunk b
    lse_b     the log-sum-exp of each query's scores for the keys of chunk b
    output    the right output, over all keys
    lse       the right log-sum-exp, over all keys
    """

    output_a: np.ndarray
    lse_a: np.ndarray
    output_b: np.ndarray
    lse_b: np.ndarray
    output: np.ndarray
    lse: np.ndarray


@remembered
def over(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, rise: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The output of attention, and the log-sum-exp (lse) of each query's scores.

    The scores are scaled as usual, and ``rise`` is added to them.
    """
    scores = torch.tensor(query @ key.T / key.shape[1] ** 0.5 + rise)
    return attend(query, key, value, rise), torch.logsumexp(scores, dim=1).numpy()


@check(
    reread="Chapter 3, [The cost of attention](03-dot-product#quadratic-memory); for large scores "
    "Chapter 2, [Weights over the true length](02-bahdanau#true-lengths)",
    odd_form=True,
)
def merge(ask: Ask, rng: np.random.Generator) -> str:
    """Check a function that joins the outputs of attention over two chunks of the keys.

    It must return the output and the log-sum-exp (lse) of attention over all keys.

    Promised domain: lse from −2000 to 2000.
    Extremes and special cases, alone: one query; two equal lse; both lse near 2000; both near
        −2000; one near ±2000 and the other about 2000 or 4000 away; two lse that differ by about 8
        or 9. Together: rows with all these pairs of lse, except equal ones, in one call.
    Usual mistakes: the output is the mean of the two outputs; the output is that of the chunk with
        the larger lse; the weights of the two chunks are swapped; the lse themselves are the
        weights; the weights of the two chunks do not add up to 1; the weights add up to 1 over the
        queries; from each of the two lse arrays, its own maximum is subtracted; the new lse is the
        larger of the two, their sum or their mean; the logarithm in the new lse is missing or has
        base 2 or 10; the subtracted number is not added again; the lse is a column, is missing, or
        is returned first. In edge cases: exponentials overflow; one maximum is subtracted from all
        rows.
    Certain: the output and the lse are judged separately. For ordinary inputs, the feedback names a
        mistake only if it explains all numbers. In edge cases, it names a mistake only if the
        mistake can cause every wrong row. An overflow, for example, makes a row all 0 or not
        finite.
    """

    def draw(n_q, n_a, n_b, d_k, d_v, rises=((0, 0),)):
        """A random test case; ``n_a`` and ``n_b`` are the numbers of keys in the two chunks.

        ``rises[i]`` is a pair: how much is added to the scores of query i in the first chunk, and
        in the second. ``rises`` is repeated if it is shorter than n_q.
        """
        n_k = n_a + n_b
        query, key, value = (rng.normal(size=s) for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
        rise = np.resize(np.array(rises, dtype=float), (n_q, 2))
        rise = np.repeat(rise, (n_a, n_b), axis=1)
        a, lse_a = over(query, key[:n_a], value[:n_a], rise[:, :n_a])
        b, lse_b = over(query, key[n_a:], value[n_a:], rise[:, n_a:])
        return Chunks(a, lse_a, b, lse_b, *over(query, key, value, rise))

    exchanged: list[Mapping[str, str]] = []  # calls that returned the lse first

    def read(case):
        """Call the student's function, and return its two arrays as {"output": …, "lse": …}.

        An array that is missing is None. If the lse comes first, the two arrays are swapped, and
        the call is noted in ``exchanged``. Raises `Wrong` if the function returns neither a pair
        nor the output alone.
        """
        returned = ask(*case[:4])
        called = {"Called": show_call(ask.task, case[:4])}
        alone = as_array(returned)
        if alone is not None and alone.shape == case.output.shape:
            return {"output": alone, "lse": None}
        if not isinstance(returned, tuple | list) or len(returned) != 2:
            says = f"{ask.task} must return two arrays, (output, lse), but it returned "
            raise Wrong("not-a-tuple", f"{says}{kind_of(returned)}.", called)
        first, second = map(as_array, returned)
        if getattr(first, "ndim", None) == 1 and getattr(second, "ndim", None) == 2:
            exchanged.append(called)
            first, second = second, first
        return {"output": first, "lse": second}

    def rows(lse):
        return lse[:, None]

    def shifted(lse):
        """exp(lse − m), where m is the largest lse of all queries."""
        return np.exp(lse - lse.max())

    def softmax_over_queries(lse):
        return torch.softmax(torch.tensor(lse), dim=0).numpy()[:, None]

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
                    for shift in (
                        0 * case.lse,
                        np.maximum(case.lse_a, case.lse_b),
                        case.lse_a + case.lse_b,
                    )
                )
                or close(output, case.output_a + case.output_b)
            ),
            credit=0.3,
        ),
        Mistake(
            "own-maximum",
            "From each chunk's lse its own maximum was subtracted, so the chunks no longer "
            "compare. In each row, subtract the same number from both.",
            lambda output, case: close(
                output * rows(shifted(case.lse_a) + shifted(case.lse_b)),
                rows(shifted(case.lse_a)) * case.output_a
                + rows(shifted(case.lse_b)) * case.output_b,
            ),
            credit=0.4,
        ),
        Mistake(
            "winner-takes-all",
            "Each row comes from the chunk with the larger lse alone. The other has a share too.",
            lambda output, case: close(
                output, np.where(rows(case.lse_a > case.lse_b), case.output_a, case.output_b)
            ),
            credit=0.1,
        ),
        Mistake(
            "wrong-axis",
            "The queries share out the weight of a chunk among themselves: softmax runs over the "
            "wrong axis. In each row the two chunks share a whole 1.",
            lambda output, case: close(
                output,
                softmax_over_queries(case.lse_a) * case.output_a
                + softmax_over_queries(case.lse_b) * case.output_b,
            ),
            credit=0.3,
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
            lambda lse, case: (
                any(close(lse * n, case.lse_a + case.lse_b) for n in (1, 2))
                or close(
                    lse,
                    np.exp(case.lse_a - case.lse) * case.lse_a
                    + np.exp(case.lse_b - case.lse) * case.lse_b,
                )
            ),
            credit=0.25,
        ),
        Mistake(
            "lse-without-log",
            "The logarithm is missing.",
            lambda lse, case: close(lse, np.exp(case.lse)),
            credit=0.5,
        ),
        Mistake(
            "other-logarithm",
            "The logarithm has base 2 or 10. Only the natural one undoes exp.",
            lambda lse, case: any(
                close(lse, top + (case.lse - top) / np.log(base))
                for base in (2, 10)
                for top in (0, np.maximum(case.lse_a, case.lse_b))
            ),
            credit=0.6,
        ),
        Mistake(
            "lse-shifted",
            "What was subtracted before the exponential must be added again after the logarithm.",
            lambda lse, case: any(
                close(lse, case.lse - n * shift)
                for n in (1, 2)
                for shift in (np.maximum(case.lse_a, case.lse_b), case.lse_a, case.lse_b)
            ),
            credit=0.5,
        ),
        Mistake(
            "softplus-sign",
            "In ℓ = ℓ_b + log(1 + exp(ℓ_a − ℓ_b)), the two ℓ outside and inside do not match.",
            lambda lse, case: any(
                close(lse, one + case.lse - other)
                for one, other in ((case.lse_a, case.lse_b), (case.lse_b, case.lse_a))
            ),
            credit=0.5,
        ),
        UndoableMistake(
            "lse-as-column",
            "The lse must have one axis, one number a query; this is a column.",
            lambda lse, case: (lse[:, 0], case) if lse.shape == (len(case.lse), 1) else None,
            credit=0.8,
        ),
    ]

    def vanished_or_overflowed(row):
        """Whether the row is all 0 or not finite: exponentials have underflowed or overflowed."""
        return not np.isfinite(row).all() or close(row, 0)

    def where_wrong(part, name, says, credit, found):
        """A `Mistake` in the array named ``part``, "output" or "lse".

        It fits if every wrong row is all 0 or not finite, and ``found(case, i)`` is true for each
        such row i. The other arguments are those of `Mistake`.
        """

        def fits(values, case):
            near = np.isclose(values, getattr(case, part), rtol=0, atol=ROUNDING)
            wrong = ~near.reshape(len(near), -1).all(axis=1)
            return all(
                vanished_or_overflowed(values[i]) and found(case, i) for i in np.flatnonzero(wrong)
            )

        return Mistake(name, says, fits, credit)

    def overflow(part):
        return where_wrong(
            part,
            "overflow",
            "With an lse of ±2000, exponentials are too large or too small for a float. Which "
            "number can be subtracted from both lse of a row without changing the weights?",
            0.6,
            lambda case, i: max(abs(case.lse_a[i]), abs(case.lse_b[i])) > 80,
        )

    def global_maximum(part):
        return where_wrong(
            part,
            "global-maximum",
            "One maximum was subtracted from all rows. In a row far below it both exponentials "
            "vanish: take each row's own maximum.",
            0.7,
            lambda case, i: case.lse[i] < case.lse.max() - FAR,
        )

    ROUNDING = 2e-3  # error of the output and the lse, for an lse of 2000 in float32
    high = LARGEST_LSE - 20
    sides = [(high, high), (-high, -high), (high, high - 3), (-high, 2 - high)]
    apart = [(high, -high), (-high, high), (0, high), (-high, 0)]
    near = [(0, 0), (8, 0), (0, 9)]
    size = functools.partial(rng.integers, 1, 9)

    def sizes(n_q: int) -> tuple[int, int, int, int, int]:
        return n_q, int(size()), int(size()), int(size()) + 1, int(size())

    ordinary = [draw(1, 2, 1, 2, 2), draw(9, 4, 2, 4, 5, near), draw(5, 1, 7, 3, 2)]
    ordinary += [draw(*sizes(int(n_q))) for n_q in rng.integers(2, 9, size=3)]
    twins = draw(2, 3, 3, 2, 2)
    twins = twins._replace(
        output_b=-twins.output_a, lse_b=twins.lse_a, output=0 * twins.output_a,
        lse=twins.lse_a + np.log(2),
    )  # fmt: skip
    alone = [draw(*sizes(2), rises=[rise]) for rise in sides + apart]
    mixed = [draw(*sizes(n), rises=rng.permutation(sides + apart + near)) for n in (11, 12)]
    stages = {"ordinary": ordinary, "alone": [*alone, twins], "mixed": mixed}

    @functools.cache
    def returned(stage):
        ask.announce(case[:4] for case in stages[stage])
        return [read(case) for case in stages[stage]]

    def judge_at(stage, part, mistakes, within):
        cases = stages[stage]
        outputs: list[Any] = [parts[part] for parts in returned(stage)]
        shapes = [getattr(case, part).shape for case in cases]
        require_array(part, outputs, shapes)

        def right(value, case):
            wanted = getattr(case, part)
            return value.shape == wanted.shape and close(value, wanted, 1e-6, within)

        judge(
            ask,
            cases,
            outputs,
            right,
            mistakes,
            n_arguments=4,
            shown_beside=lambda value, case: {"Expected": getattr(case, part)},
            rule="`output` and `lse` are those of attention over all the keys at once.",
        )

    def require_array(part, outputs, shapes):
        """Raise `Wrong` if one of ``outputs`` is missing (None) or has a wrong shape.

        ``part`` says what the arrays are: "output" or "lse". An lse that is a column is accepted
        here.
        """
        for value, shape in zip(outputs, shapes, strict=True):
            if value is None:
                raise Wrong("missing", "No array came back. Return both: `output, lse`.")
            column = part == "lse" and value.shape == (*shape, 1)
            if value.shape != shape and not column:
                says = f"It must have the shape {shape}, but it has {value.shape}."
                raise Wrong("wrong-shape", says)

    def judge_part(part):
        ideas = about_output if part == "output" else about_lse
        judge_at("ordinary", part, ideas, 1e-5)
        judge_edges(lambda: judge_at("alone", part, [overflow(part)], ROUNDING))
        judge_edges(lambda: judge_at("mixed", part, [global_maximum(part)], ROUNDING))

    judge_parts_with_edges(SHARES, judge_part)
    if exchanged:
        says = "Both are right, but in the wrong order: return `output, lse`."
        raise Wrong("wrong-order", says, exchanged[0], credit=0.8)
    return "Merge one key at a time, and the whole matrix of weights is never needed."
