"""Attention over a list of keys in which key j occurs counts[j] times.

Promised domain: scores from −10,000 to 10,000; counts of 0 and from 10⁻⁶ to 10⁴, not all 0.
Extremes and special cases, alone: one query; values of one number; a count of 0; counts that are
    neither whole numbers nor multiples of the smallest; all counts tiny; all counts huge; all
    scores near 10,000; all near −10,000; a row with scores near 10,000 and near −10,000. Together:
    an absent key (count 0) whose score is 10,000 or 20,000 above all others; rows with scores near
    5000 beside rows with scores near −5000. These rows are also tried with absent keys of higher
    scores, and with counts that are all tiny or all huge. At last, counts near 10⁴ beside counts
    near 10⁻⁶, whose keys have scores so much higher that all keys still share the weight.
Certain: for ordinary inputs, a mistake is named only if it explains all outputs. At the edges, it
    is named only if it can cause every wrong row: an overflow, for example, makes a row all 0 or
    not finite.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from payattention_checks.compare import close
from payattention_checks.dot_product._oracle import attend
from payattention_checks.dot_product._rows import BOUNDS, lost, wrong_only
from payattention_checks.task import Cases, Edge, Fits, Task, Undo, Variants

LARGEST_SCORE = 10_000
SMALLEST_COUNT, LARGEST_COUNT = 1e-6, 1e4
LARGE = 80  # exponentials of such numbers overflow in float32
ROUNDING = 0.02  # of outputs whose scores, some thousands, are in float32


class Case(NamedTuple):
    """The arguments of one call, and three arrays that only the check uses.

    query        (queries, d_k)
    key          (keys, d_k)
    value        (keys, d_v)
    counts       how often each key occurs, (keys,); not always whole numbers
    repeats      whole numbers in the same proportions as ``counts``
    score_shift  how far each query's scores were moved for an edge case; otherwise 0
    lead         how far each key's scores were moved, its count being as much smaller; or 0
    """

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    counts: np.ndarray
    repeats: np.ndarray
    score_shift: np.ndarray
    lead: np.ndarray

    @property
    def d_k(self) -> int:
        return self.key.shape[1]


Of = Callable[[Case], Any]


def one(case: Case) -> np.ndarray:
    return np.ones_like(case.repeats)


def right(
    case: Case,
    *,
    repeats: Of = lambda case: case.repeats,
    times_scores: Of = one,
    plus_scores: Of = lambda case: -case.lead,
    times_values: Of = one,
    bound: float = np.inf,
) -> np.ndarray:
    """The output of attention over a list in which key j occurs ``repeats[j]`` times.

    Scores beyond a ``bound`` are cut off.
    """
    case = clipped(case, bound) if np.isfinite(bound) else case
    key, value = (
        array * times(case)[:, None]
        for array, times in ((case.key, times_scores), (case.value, times_values))
    )
    listed = (np.repeat(array, repeats(case), axis=0) for array in (key, value, plus_scores(case)))
    return attend(case.query, *listed)


def clipped(case: Case, bound: float) -> Case:
    """A case that has these scores, cut off at ±``bound``."""
    scores = (case.query @ case.key.T / case.d_k**0.5).clip(-bound, bound)
    keys = np.eye(len(case.key))
    return case._replace(query=scores * len(keys) ** 0.5, key=keys)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def share_of(total: Callable[[np.ndarray], float]) -> Of:
    return lambda case: case.counts / total(case.counts)


def as_integers(rounded: Callable[[np.ndarray], np.ndarray]) -> Of:
    return lambda case: rounded(case.counts).astype(int)


VARIANTS: Variants = {
    "counts-times-scores": {"repeats": one, "times_scores": lambda case: case.counts},
    "counts-plus-scores": {"repeats": one, "plus_scores": lambda case: case.counts},
    "other-logarithm": [
        {"repeats": one, "plus_scores": lambda case: np.log2(case.counts)},
        {"repeats": one, "plus_scores": lambda case: np.log10(case.counts)},
    ],
    "counts-scaled-too": {
        "repeats": one,
        "plus_scores": lambda case: np.log(case.counts) / case.d_k**0.5,
    },
    "not-renormalised": {"repeats": one, "times_values": lambda case: case.counts},
    "count-shares": [
        {"repeats": one, "times_values": share_of(total)} for total in (np.sum, np.mean, np.max)
    ],
    "counts-in-denominator": {"times_values": lambda case: 1 / case.counts},
    "scores-ignored": {"times_scores": lambda case: 0 * case.counts},
}

AT_EDGES: Variants = {
    "whole-counts-only": [
        {},  # where the rounded counts have the same proportions
        *({"repeats": as_integers(rounded)} for rounded in (np.trunc, np.round, np.ceil)),
    ],
    "multiples-only": {"repeats": as_integers(lambda counts: np.round(counts / counts.min()))},
}


def scaled(case: Case, factor: float) -> Case:
    return case._replace(query=case.query * factor)


def divided_by(divisor: Of) -> Undo:
    """Undo a wrong division of the scores: the output is right for scaled queries."""
    return lambda output, case: (output, scaled(case, case.d_k**0.5 / divisor(case)))


UNDO: dict[str, Undo] = {
    "counts-ignored": lambda output, case: (output, case._replace(repeats=one(case))),
    "one-too-many": lambda output, case: (output, case._replace(repeats=case.repeats + 1)),
    "no-scale": divided_by(lambda case: 1),
    "scaled-by-d_k": divided_by(lambda case: case.d_k),
    "scaled-by-d_v": divided_by(lambda case: case.value.shape[1] ** 0.5),
    "scaled-by-n_k": divided_by(lambda case: len(case.key) ** 0.5),
    "scaled-by-n_q": divided_by(lambda case: len(case.query) ** 0.5),
    "half-power": divided_by(lambda case: case.d_k / 2),
    "divided-by-2": divided_by(lambda case: case.d_k * 2),
    "scale-upside-down": divided_by(lambda case: case.d_k**-0.5),
}


def over_queries(output: np.ndarray, case: Case) -> bool:
    """Whether the weights of each key may add up to 1, or to its count, over the queries."""
    totals = (case.value.sum(axis=0), case.counts @ case.value)
    return any(close(output.sum(axis=0), total) for total in totals)


def factors(output: np.ndarray, case: Case) -> np.ndarray:
    """A factor for each row, (queries, 1): factor · right row is nearest to the output's row."""
    expected = right(case)
    return (output * expected).sum(1, keepdims=True) / (expected**2).sum(1, keepdims=True)


def is_a_multiple(output: np.ndarray, case: Case) -> bool:
    found = factors(output, case)
    return bool((found > 0).all()) and close(output, found * right(case))


def one_denominator(output: np.ndarray, case: Case) -> bool:
    return is_a_multiple(output, case) and close(factors(output, case).sum(), 1)


def wrong_where(found: Callable[[np.ndarray, Case], ArrayLike]) -> Fits:
    """Whether ``found(output, case)`` is true of all rows that are wrong."""
    return lambda output, case: wrong_only(
        found(output, case), output, right(case), rtol=1e-4, atol=ROUNDING
    )


def of_absent_keys(output: np.ndarray, case: Case) -> np.ndarray:
    """Which rows come from absent keys alone: by their scores, or from all of them alike."""
    absent = case.counts == 0
    if not absent.any():
        return np.zeros(len(output), dtype=bool)
    key, value = case.key[absent], case.value[absent]
    both = attend(case.query, key, value), np.broadcast_to(value.mean(axis=0), output.shape)
    return np.any([near_rows(output, rows) for rows in both], axis=0)


def of_clipped_scores(output: np.ndarray, case: Case) -> np.ndarray:
    """Which rows come from scores that were cut off, before the counts took part or after."""
    cut = [
        right(case, repeats=repeats, bound=bound)
        for bound in BOUNDS
        for repeats in (one, lambda case: case.repeats)
    ]
    return np.any([near_rows(output, rows) for rows in cut], axis=0)


def near_rows(output: np.ndarray, rows: np.ndarray) -> np.ndarray:
    return np.isclose(output, rows, rtol=1e-4, atol=ROUNDING).all(axis=1)


SIGNS: dict[str, Fits] = {
    "nearly": lambda output, case: close(output, right(case), 0.02, 0.02),
    "one-denominator": one_denominator,
    "not-normalised": is_a_multiple,
    "wrong-axis": over_queries,
    "absent-key": wrong_where(lambda output, case: (case.counts == 0).any()),
    "small-counts": wrong_where(lambda output, case: (case.counts < 1).any()),
    "overflow": wrong_where(lambda output, case: lost(output) & (abs(case.score_shift) > LARGE)),
    "absent-maximum": wrong_where(lambda output, case: lost(output)),
    "absent-key-wins": wrong_where(of_absent_keys),
    "clipped": wrong_where(
        lambda output, case: (
            of_clipped_scores(output, case) | (lost(output) & (abs(case.score_shift) > LARGE))
        )
    ),
    "global-maximum": wrong_where(lambda output, case: lost(output) & (case.score_shift < 0)),
    "far-apart": lambda output, case: True,
}


same = functools.partial(close, atol=1e-5)


def is_rounded(output: np.ndarray, case: Case) -> bool:
    """Whether only rounding is wrong, which counts for more where scores are large."""
    largest = abs(case.query @ case.key.T).max() / case.d_k**0.5
    return bool(largest > LARGE) and close(output, right(case), atol=ROUNDING)


def the_list(case: Case) -> dict[str, Any]:
    return {"n": case.repeats.sum(), "times": ", ".join(map(str, case.repeats))}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────

Sizes = tuple[int, int, int, int]  # n_q, n_k, d_k, d_v


def usual_sizes(rng: np.random.Generator) -> list[Sizes]:
    drawn = (rng.choice(np.arange(2, 11), size=4, replace=False).tolist() for _ in range(5))
    return [(2, 3, 5, 4)] + [(n_q, max(n_k, 3), k, v) for n_q, n_k, k, v in drawn]


def all_sizes(rng: np.random.Generator) -> list[Sizes]:
    return [(2, 3, 5, 1), (1, 4, 3, 2), *usual_sizes(rng)]


def draw(
    rng: np.random.Generator,
    sizes: Sizes,
    *,
    fewest: int = 1,
    second: int = 3,
    most: int = 4,
    factor: float = 1.0,
) -> Case:
    """A random case whose first two counts are ``fewest`` and ``second``, times the factor."""
    n_q, n_k, d_k, d_v = sizes
    repeats = rng.integers(fewest, most + 1, size=n_k)
    repeats[:2] = fewest, second
    shapes = ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    query, key, value = (np.round(rng.normal(0, 1.3, size=shape), 1) for shape in shapes)
    return Case(query, key, value, repeats * factor, repeats, np.zeros(n_q), np.zeros(n_k))


def raised(case: Case, score_shift: ArrayLike, dominant: float = 0.0) -> Case:
    """The case with all scores of row i higher by ``score_shift[i]``.

    The scores of absent keys (count 0) rise by ``dominant`` more. Two more columns in ``query``
    and ``key`` carry the shift. They make √d_k larger, so the original scores shrink a little.
    """
    root = (case.d_k + 2) ** 0.5
    lifted = np.where(case.counts == 0, dominant, 0)
    shift = np.broadcast_to(score_shift, len(case.query))
    return case._replace(
        query=np.column_stack([case.query, shift, np.ones(len(case.query))]),
        key=np.column_stack([case.key, np.full(len(case.key), root), lifted * root]),
        score_shift=shift,
    )


def moved(case: Case, even: float, odd: float) -> Case:
    """The case with the scores of even and of odd keys moved, by one more column."""
    by = np.where(np.arange(len(case.key)) % 2, odd, even)
    return case._replace(
        query=np.column_stack([case.query, np.ones(len(case.query))]),
        key=np.column_stack([case.key, by * (case.d_k + 1) ** 0.5]),
    )


def with_far_scores(case: Case, far: float) -> Case:
    """The case with scores near ``far`` and near −``far`` in each row."""
    return moved(case, -far, far)._replace(score_shift=np.full(len(case.query), far))


def with_far_counts(case: Case) -> Case:
    """The case with the counts of odd keys divided by 10⁹, and their shares as before."""
    lead = np.log(1e9) * (np.arange(len(case.key)) % 2)
    return moved(case, 0, np.log(1e9))._replace(counts=case.counts * np.exp(-lead), lead=lead)


def high_and_low(case: Case, dominant: float = 0.0) -> Case:
    """The case with rows whose scores are near 5000 beside rows with scores near −5000."""
    high = (LARGEST_SCORE - 100) / 2
    return raised(case, np.where(np.arange(len(case.query)) % 2, -high, high), dominant * high)


def cases(rng: np.random.Generator) -> Cases:
    def draw_all(sizes: Callable[..., list[Sizes]] = all_sizes, **how: Any) -> list[Case]:
        return [draw(rng, each, **how) for each in sizes(rng)]

    high, tiny, huge = LARGEST_SCORE - 100, SMALLEST_COUNT, LARGEST_COUNT / 4
    below_1, above_1 = rng.uniform(0.35, 0.45), rng.uniform(1.35, 1.45)
    small = draw_all(factor=below_1) + draw_all(factor=tiny) + draw_all(factor=huge)
    ends = [raised(case, shift) for shift in (high, -high) for case in draw_all()]
    wide = [with_far_scores(case, high) for case in draw_all()]
    dominated = [
        raised(case, shift, lead)
        for shift, lead in ((0, high), (-high, 2 * high))
        for case in draw_all(fewest=0)
    ]
    several = [sizes for sizes in all_sizes(rng) if sizes[0] > 1]
    rows = [high_and_low(draw(rng, sizes)) for sizes in several]
    every = [
        high_and_low(draw(rng, sizes, fewest=0, factor=factor), dominant=1)
        for factor in (tiny, huge)
        for sizes in several
    ]
    uneven = draw_all(fewest=23, second=29, most=60, factor=below_1)
    return Cases(
        draw_all(usual_sizes),
        (
            Edge([scaled(case, 0.5) for case in draw_all(usual_sizes, fewest=0)], ("absent-key",)),
            Edge(draw_all(factor=above_1), ("whole-counts-only",)),
            Edge(small, ("small-counts",), stage=2),
            Edge(ends + wide, ("overflow", "clipped"), stage=3),
            Edge(dominated, ("absent-maximum", "absent-key-wins"), stage=4),
            Edge(rows + every, ("absent-key-wins", "global-maximum"), stage=5),
            Edge(uneven, ("multiples-only",), stage=6),
            Edge(list(map(with_far_counts, draw_all(factor=huge))), ("far-apart",), stage=7),
        ),
    )


attend_counted = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, UNDO, n_arguments=4, same=same,
    also_right={"": is_rounded}, in_rule=the_list,
).check  # fmt: skip
