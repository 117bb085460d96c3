"""Attention over all keys, from attention over two chunks of them: the output, and its lse.

An lse is the log-sum-exp of a query's scores.

Promised domain: lse from −2000 to 2000.
Extremes and special cases, alone: one query; an output of one number; both lse near 2000; both near
    −2000; one near ±2000 and the other about 2000 or 4000 away; two equal lse near 0, 2000 and
    −2000. Together: rows with all these pairs of lse in one call. Ordinary are two lse that differ
    by about 8, 9 or 14, and as many queries as numbers in an output.
Certain: the output and the lse are judged separately. For ordinary inputs, a mistake is named only
    if it explains all numbers. At the edges, it is named only if it can cause every wrong row: an
    overflow, for example, makes a row all 0 or not finite.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import ArrayLike

from payattention_checks.ask import Ask
from payattention_checks.compare import close
from payattention_checks.dot_product._oracle import attend
from payattention_checks.dot_product._rows import BOUNDS, lost, wrong_only
from payattention_checks.read import as_array
from payattention_checks.task import Cases, Edge, Fits, Task, Variants
from payattention_checks.wrong import Wrong

LARGEST_LSE = 2000
SHARES = {"output": 2 / 3, "lse": 1 / 3}  # of the points: 8 and 4 of 12
LARGE = 80  # exponentials of such numbers overflow in float32
FAR = 50  # an lse that is this much lower than another has no weight beside it
HUGE = 1e30
ROUNDING = 2e-3  # of the output and the lse, for an lse of 2000 in float32


class Merged(NamedTuple):
    """The output of attention, (queries, d_v), and the lse of each query, (queries,)."""

    output: np.ndarray
    lse: np.ndarray


class Case(NamedTuple):
    """The arguments of one call, the two chunks ``a`` and ``b``, and the right result."""

    output_a: np.ndarray
    lse_a: np.ndarray
    output_b: np.ndarray
    lse_b: np.ndarray
    expected: Merged


Of = Callable[[Case], Any]


def right(case: Case, *, weigh: Of | None = None, lse: Of | None = None) -> Merged:
    """The result of attention over all keys; or the chunks with other weights, or another lse."""
    output, old = case.expected
    if weigh:
        a, b = (np.reshape(weight, (-1, 1)) for weight in weigh(case))
        output = a * case.output_a + b * case.output_b
    return Merged(output, lse(case) if lse else old)


# ── mistakes in the output ────────────────────────────────────────────────────────────────────


def weights(case: Case, shift: np.ndarray | int) -> np.ndarray:
    return np.exp(np.stack([case.lse_a, case.lse_b]) - shift)


def swapped(case: Case) -> np.ndarray:
    return weights(case, case.expected.lse)[::-1]


def lse_themselves(case: Case) -> np.ndarray:
    return np.stack([case.lse_a, case.lse_b]) / (case.lse_a + case.lse_b)


def own_maximum(case: Case) -> np.ndarray:
    lowered = weights(case, np.array([[case.lse_a.max()], [case.lse_b.max()]]))
    return lowered / lowered.sum(axis=0)


def winner(case: Case) -> np.ndarray:
    return np.stack([case.lse_a > case.lse_b, case.lse_a <= case.lse_b])


def upside_down(case: Case) -> np.ndarray:
    return 1 / weights(case, case.expected.lse)


def one_sum(shift: Of) -> Of:
    return lambda case: weights(case, shift(case)) / weights(case, shift(case)).sum()


def over_queries(case: Case) -> np.ndarray:
    return torch.softmax(torch.tensor(np.stack([case.lse_a, case.lse_b])), dim=1).numpy()


# ── mistakes in the lse ───────────────────────────────────────────────────────────────────────


def larger(case: Case) -> np.ndarray:
    return np.maximum(case.lse_a, case.lse_b)


def average(case: Case) -> np.ndarray:
    a, b = weights(case, case.expected.lse)
    return a * case.lse_a + b * case.lse_b


def other_logarithm(base: int, shift: Of) -> Of:
    return lambda case: shift(case) + (case.expected.lse - shift(case)) / np.log(base)


def less(times: int, shift: Of) -> Of:
    return lambda case: case.expected.lse - times * shift(case)


def zero(case: Case) -> int:
    return 0


VARIANTS: Variants = {
    "plain-average": {"weigh": lambda case: (0.5, 0.5)},
    "swapped": {"weigh": swapped},
    "lse-as-weight": {"weigh": lse_themselves},
    "not-normalised": [
        {"weigh": lambda case: weights(case, 0)},
        {"weigh": lambda case: weights(case, larger(case))},
        {"weigh": lambda case: weights(case, case.lse_a + case.lse_b)},
        {"weigh": lambda case: (1, 1)},
    ],
    "own-maximum": {"weigh": own_maximum},
    "winner-takes-all": {"weigh": winner},
    "wrong-axis": [
        {"weigh": over_queries},
        *({"weigh": one_sum(shift)} for shift in (larger, zero)),
    ],
    "upside-down": {"weigh": upside_down},
    "lse-of-one-chunk": [{"lse": lambda case: case.lse_a}, {"lse": lambda case: case.lse_b}],
    "lse-max": {"lse": larger},
    "lse-added": [
        {"lse": lambda case: case.lse_a + case.lse_b},
        {"lse": lambda case: (case.lse_a + case.lse_b) / 2},
        {"lse": lambda case: (case.lse_a + case.lse_b) / 2 + np.log(2)},
        {"lse": average},
    ],
    "lse-without-log": {"lse": lambda case: np.exp(case.expected.lse)},
    "other-logarithm": [
        {"lse": other_logarithm(base, shift)} for base in (2, 10) for shift in (larger, zero)
    ],
    "lse-shifted": [
        {"lse": lambda case: larger(case) * (case.expected.lse - larger(case))},
        *(
            {"lse": less(times, shift)}
            for times in (1, 2)
            for shift in (larger, lambda case: case.lse_a, lambda case: case.lse_b)
        ),
    ],
    "softplus-sign": [
        {"lse": lambda case: case.lse_a + case.expected.lse - case.lse_b},
        {"lse": lambda case: case.lse_b + case.expected.lse - case.lse_a},
    ],
}


# ── at the edges ──────────────────────────────────────────────────────────────────────────────


def clipped_shares(bound: int) -> Of:
    def weigh(case: Case) -> np.ndarray:
        a, b = np.clip([case.lse_a, case.lse_b], -bound, bound)
        return np.exp(np.stack([a, b]) - np.logaddexp(a, b))

    return weigh


def clipped_lse(bound: int) -> Of:
    return lambda case: np.logaddexp(*np.clip([case.lse_a, case.lse_b], -bound, bound))


def softplus_of_clipped(bound: int, first: str, second: str) -> Of:
    def lse(case: Case) -> np.ndarray:
        start, other = getattr(case, first), getattr(case, second)
        return start + np.logaddexp(0, np.clip(other - start, -bound, bound))

    return lse


AT_EDGES: Variants = {
    "clipped": [
        *({"weigh": clipped_shares(bound), "lse": clipped_lse(bound)} for bound in BOUNDS),
        *(
            {"lse": softplus_of_clipped(bound, *names)}
            for bound in BOUNDS
            for names in (("lse_a", "lse_b"), ("lse_b", "lse_a"))
        ),
    ],
    "larger-alone": [{}, {"weigh": winner, "lse": larger}],  # {}: or right in this case
}


def only_lost(values: np.ndarray, case: Case, *, part: str, where: Of) -> bool:
    """Whether all wrong rows are 0 or not finite, and are rows ``where`` that can happen.

    `numpy.nan_to_num` puts the largest float in place of ∞.
    """
    expected = getattr(case.expected, part)
    gone = lost(np.where(np.abs(values) > HUGE, np.inf, values))
    return wrong_only(gone & where(case), values, expected, rtol=0, atol=ROUNDING)


def large(case: Case) -> np.ndarray:
    return np.maximum(np.abs(case.lse_a), np.abs(case.lse_b)) > LARGE


def far_below(case: Case) -> np.ndarray:
    return case.expected.lse < case.expected.lse.max() - FAR


def nearly(values: np.ndarray, case: Case, *, part: str) -> bool:
    expected = getattr(case.expected, part)
    return values.shape == expected.shape and close(values, expected, 0.01, 0.01)


def signs_of(part: str) -> dict[str, Fits]:
    return {
        f"{part}.nearly": functools.partial(nearly, part=part),
        f"{part}.overflow": functools.partial(only_lost, part=part, where=large),
        f"{part}.global-maximum": functools.partial(only_lost, part=part, where=far_below),
    }


def near(values: np.ndarray, expected: np.ndarray, within: float = 1e-5) -> bool:
    return values.shape == expected.shape and close(values, expected, 1e-6, within)


def rounded(values: np.ndarray, case: Case, *, part: str) -> bool:
    """Whether only rounding is wrong, which counts for more beside large lse."""
    expected = getattr(case.expected, part)
    return bool(large(case).any()) and near(values, expected, ROUNDING)


# ── calls ─────────────────────────────────────────────────────────────────────────────────────


def read(ask: Ask, case: Case) -> Any:
    """The two arrays, by name; `Wrong` in place of a bad one. The output may come alone."""
    n, d_v = case.output_a.shape
    returned = ask(*case[:4])
    alone = as_array(returned)
    if alone is None or alone.shape != (n, d_v):
        return ask.parts_of(returned, case[:4], output=(n, d_v), lse=(n,))
    missing: Any = Wrong("missing", "No array came back. Return both: `output, lse`.")
    return Merged(alone, missing)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def over(query: np.ndarray, key: np.ndarray, value: np.ndarray, rise: np.ndarray) -> Merged:
    scores = torch.tensor(query @ key.T / key.shape[1] ** 0.5 + rise)
    return Merged(attend(query, key, value, rise), torch.logsumexp(scores, dim=1).numpy())


def draw(rng: np.random.Generator, *sizes: int, rises: ArrayLike = ((0, 0),)) -> Case:
    """A random case of n_q queries, n_a and n_b keys in the chunks, and the widths d_k and d_v.

    A pair of ``rises`` says how much is added to a query's scores in the first chunk and in the
    second. They are repeated if there are more queries.
    """
    n_q, n_a, n_b, d_k, d_v = sizes
    n_k = n_a + n_b
    query, key, value = (rng.normal(size=s) for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
    rise = np.repeat(np.resize(np.array(rises, dtype=float), (n_q, 2)), (n_a, n_b), axis=1)
    a, b = (
        over(query, key[chunk], value[chunk], rise[:, chunk])
        for chunk in (slice(n_a), slice(n_a, None))
    )
    return Case(*a, *b, over(query, key, value, rise))


def equal(case: Case) -> Case:
    expected = Merged((case.output_a + case.output_b) / 2, case.lse_a + np.log(2))
    return case._replace(lse_b=case.lse_a.copy(), expected=expected)


def cases(rng: np.random.Generator) -> Cases:
    def sizes(n_q: int) -> list[int]:
        n_a, n_b, d_k, d_v = rng.integers(1, 9, size=4).tolist()
        return [n_q, n_a, n_b, d_k + 1, d_v + 1]

    high = LARGEST_LSE - 20
    pairs = [(high, high), (-high, -high), (high, high - 3), (-high, 2 - high)]
    pairs += [(high, -high), (-high, high), (0, high), (-high, 0)]
    near_0 = [(0, 0), (8, 0), (0, 9), (0, 14)]
    drawn = [draw(rng, *sizes(int(n_q))) for n_q in rng.integers(2, 9, size=3)]
    alone = [draw(rng, *sizes(2), rises=[pair]) for pair in pairs]
    alone += [equal(draw(rng, *sizes(2), rises=[(at, at)])) for at in (0, high, -high)]
    alone += [draw(rng, 1, 2, 1, 2, 2), draw(rng, 3, 2, 4, 2, 1)]
    mixed = [draw(rng, *sizes(n), rises=rng.permutation(pairs + near_0)) for n in (12, 13, 14)]
    mixed[2] = equal(mixed[2])
    return Cases(
        [
            draw(rng, 3, 2, 1, 2, 2),
            draw(rng, 9, 4, 2, 4, 5, rises=near_0),
            draw(rng, 5, 1, 7, 3, 5),
            *drawn,
        ],
        (
            Edge(alone, ("overflow", "clipped", "larger-alone")),
            Edge(mixed, ("global-maximum",), stage=2),
        ),
    )


merge = Task(
    __name__,
    right,
    cases,
    {**VARIANTS, **AT_EDGES},
    signs_of("output") | signs_of("lse"),
    n_arguments=4,
    same=near,
    read=read,
    shares=SHARES,
    also_right={part: functools.partial(rounded, part=part) for part in SHARES},
    each_part_has_edges=True,
).check
