"""The gradients of W_Q and W_K, from a loss that says where a self-attention head shall look.

The loss is the mean, over the queries that have a target, of −log of the weight of their target.

Promised domain: 1 to 30 tokens; d_model and d_k from 1 to 32; scores from −1000 to 1000, also those
    of hidden keys. At least one query has a target. Its target is visible. A query without a target
    may see no key.
Extremes and special cases, alone and together: one token; widths of 1; a target that is the only
    visible key; all queries with a target, and one alone; a mask without `False`; all sizes at
    their largest; queries that see nothing. Then scores all near 1000 or all near −1000; targets
    whose weight is nearly 0, or 0 in a float; hidden keys with scores near 1000 above visible ones
    near −1000, and queries that see nothing beside them; rows near 1000, near −1000 and near 0.
Certain: ordinary cases are drawn until every two of the mistakes give different gradients of each
    matrix in at least one. At the edges, a mistake is named only if it can cause every wrong
    gradient: an overflow, for example, makes it NaN.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from payattention_checks.arrays import softmax
from payattention_checks.compare import right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.dot_product._rows import BOUNDS
from payattention_checks.dot_product._signals import (
    Signal,
    Weigh,
    added_to_weight,
    all_columns,
    cut_from_below,
    of_log,
    of_second_softmax,
    of_squares,
    of_weight,
    over_columns,
    over_table,
    visible_again,
)
from payattention_checks.dot_product._targets import (
    NONE,
    Case,
    Score,
    Table,
    draw,
    everyone,
    far_targets,
    inverted,
    key_for_none,
    levelled,
    of_those_with_target,
    over_keys,
    root,
    usual,
    visible,
    wanted,
    with_empty_rows,
    with_lone_target,
    with_target,
)
from payattention_checks.task import Cases, Edge, Fits, Task, Variants, outputs_of

MOST_TOKENS, LARGEST_WIDTH, LARGEST_SCORE = 30, 32, 1000
LARGE = 50  # rounding counts for more beside such scores
ROUNDING = 5e-3  # of gradients, for scores of 1000 in float32
SHARES = {"W_Q": 0.5, "W_K": 0.5}  # of the points


class Gradients(NamedTuple):
    """The gradients of the loss, both (d_model, d_k)."""

    W_Q: np.ndarray
    W_K: np.ndarray


Number = Callable[[Case], float]
Project = Callable[[Case, Table, np.ndarray, np.ndarray], Gradients]


def chain(case: Case, G: Table, Q: np.ndarray, K: np.ndarray) -> Gradients:
    return Gradients(case.X.T @ G @ K, case.X.T @ G.T @ Q)


def right(
    case: Case,
    *,
    forward: Number = root,
    backward: Number = root,
    score: Score = visible,
    weigh: Weigh = over_keys,
    want: Callable[[Case], Table] = wanted,
    counts: Callable[[Case], ArrayLike] = with_target,
    signal: Signal = of_log,
    passes: Callable[[Case, Table], ArrayLike] = lambda case, scores: 1,
    total: Number = lambda case: with_target(case).sum(),
    factor: float = 1,
    project: Project = chain,
) -> Gradients:
    """The gradients. ``signal`` is that of the scores, of the rows that ``counts`` says.

    Scores are divided by ``forward``, their gradient by ``backward``; it ``passes`` at some.
    """
    Q, K = case.X @ case.W_Q, case.X @ case.W_K
    with np.errstate(all="ignore"):
        scores = Q @ K.T / forward(case)
        rows = np.where(np.reshape(counts(case), (-1, 1)), 1.0, 0.0)
        G = rows * signal(weigh(score(scores, case)), want(case)) * passes(case, scores)
        return project(case, factor * G / total(case) / backward(case), Q, K)


# ── mistakes in the scale ─────────────────────────────────────────────────────────────────────


def scaled(forward: Number, backward: Number) -> dict[str, Any]:
    return {"forward": forward, "backward": backward}


def in_one_or_both(divisor: Number) -> list[dict[str, Any]]:
    pairs = (divisor, divisor), (divisor, root), (root, divisor)
    return [scaled(*pair) for pair in pairs]


def one(case: Case) -> float:
    return 1.0


OF_SCALE: Variants = {
    "no-scale": scaled(one, one),
    "scale-not-in-backward": scaled(root, one),
    "scale-not-in-forward": scaled(one, root),
    "scaled-twice": [
        scaled(root, lambda case: case.d_k),
        scaled(root, lambda case: case.d_k**1.5),
    ],
    "scaled-by-d_k": scaled(lambda case: case.d_k, lambda case: case.d_k),
    "scaled-by-d_model": in_one_or_both(lambda case: case.X.shape[1] ** 0.5),
    "scaled-by-n": in_one_or_both(lambda case: len(case.X) ** 0.5),
    "half-power": [
        scaled(divisor, divisor)
        for divisor in (lambda case: case.d_k / 2, lambda case: case.d_k * 2)
    ],
    "scale-upside-down": [
        scaled(lambda case: case.d_k**-0.5, lambda case: case.d_k**-0.5),
        scaled(root, lambda case: case.d_k**-0.5),
    ],
}  # fmt: skip

# ── mistakes in the loss ──────────────────────────────────────────────────────────────────────


def all_tokens(case: Case) -> int:
    return len(case.X)


TOTALS: list[dict[str, Any]] = [{}, {"total": all_tokens}]
LAST_FOR_NONE: dict[str, Any] = {"want": key_for_none(NONE)}
OVER_QUERIES: dict[str, Any] = {"weigh": functools.partial(softmax, axis=0)}


OF_LOSS: Variants = {
    "summed": {"total": one},
    "all-queries-averaged": {"total": all_tokens},
    "averaged-twice": [
        {"total": lambda case: with_target(case).sum() ** 2},
        {"total": lambda case: with_target(case).sum() * len(case.X)},
    ],
    "sign": {"factor": -1},
    "log-left-out": {"signal": of_weight},
    "diagonal-only": [{"signal": lambda w, y: -y}, {"signal": lambda w, y: y * (w - 1)}],
    "off-diagonal-only": [{"signal": lambda w, y: w}, {"signal": lambda w, y: w * (1 - y)}],
    "softmax-left-out": {"signal": lambda w, y: -y / np.where(y, w, 1)},
    "softmax-twice": [
        {"signal": signal}
        for again in (over_keys, visible_again)
        for signal in (of_second_softmax(again), lambda w, y, again=again: again(w) - y)
    ],
    "jacobian-twice": [{"signal": of_squares, "factor": factor} for factor in (1, 2)],
    "all-columns": [
        {"signal": all_columns, **rows, **total}
        for rows in ({}, LAST_FOR_NONE, {"counts": everyone}, {"counts": everyone, **LAST_FOR_NONE})
        for total in TOTALS
    ],
    "none-is-a-key": [
        {"counts": everyone, "want": key_for_none(key), **total}
        for key in (NONE, 0)
        for total in TOTALS
    ],
    "first-key-is-none": {
        "counts": lambda case: case.targets > 0,
        "total": lambda case: (case.targets > 0).sum(),
    },
    "none-counts": [{"counts": everyone, **total} for total in TOTALS],
    "wrong-axis": [
        OVER_QUERIES,
        {**OVER_QUERIES, "signal": over_columns, "counts": everyone},
        *({**OVER_QUERIES, "score": of_those_with_target(hidden)} for hidden in (-np.inf, -1e9)),
    ],
    "one-denominator": [
        {"weigh": softmax},
        {"weigh": softmax, "signal": over_table, "counts": everyone},
    ],
}  # fmt: skip

# ── mistakes in the mask ──────────────────────────────────────────────────────────────────────


def hidden_as(value: float) -> Score:
    return functools.partial(visible, hidden=value)


def lowered_by(value: float) -> Score:
    return lambda scores, case: scores - value * ~case.mask


def where_visible(case: Case, scores: Table) -> Table:
    return case.mask


def where_hidden(case: Case, scores: Table) -> Table:
    return ~case.mask


def by_hand_or_torch(score: Score) -> list[dict[str, Any]]:
    """By hand, a replaced score may get a gradient; by autograd, it gets none."""
    return [{"score": score}, {"score": score, "passes": where_visible}]


OF_MASK: Variants = {
    "mask-ignored": {"score": lambda scores, case: scores},
    "masked-afterwards": by_hand_or_torch(lambda scores, case: scores)[1],
    "inverted": [{"score": inverted}, {"score": inverted, "passes": where_hidden}],
    "masked-score-0": by_hand_or_torch(hidden_as(0)),
    "masked-not-low": [
        *(way for value in (-1, -2, -5) for way in by_hand_or_torch(hidden_as(value))),
        *({"score": lowered_by(value)} for value in (1, 2, 5)),
    ],
}

# ── mistakes on the way from the scores to the matrices ───────────────────────────────────────


def exchanged(case: Case, G: Table, Q: np.ndarray, K: np.ndarray) -> Gradients:
    return Gradients(*reversed(chain(case, G, Q, K)))


def stepped(case: Case, G: Table, Q: np.ndarray, K: np.ndarray) -> Gradients:
    gradients = chain(case, G, Q, K)
    return Gradients(case.W_Q - gradients.W_Q, case.W_K - gradients.W_K)


def added(case: Case, G: Table, Q: np.ndarray, K: np.ndarray) -> Gradients:
    W_Q, W_K = chain(case, G, Q, K)
    return Gradients(W_Q + W_K, W_Q + W_K)


OF_CHAIN: Variants = {
    "W_Q.transposed-scores": {"project": lambda case, G, Q, K: chain(case, G.T, Q, K)},
    "W_K.not-transposed": {"project": lambda case, G, Q, K: chain(case, G.T, Q, K)},
    "own-projection": {"project": lambda case, G, Q, K: chain(case, G, K, Q)},
    "exchanged": {"project": exchanged},
    "stepped": {"project": stepped},
    "added-up": {"project": added},
}

VARIANTS: Variants = {**OF_SCALE, **OF_LOSS, **OF_MASK, **OF_CHAIN}

# ── at the edges ──────────────────────────────────────────────────────────────────────────────

SMALL_NUMBERS = (*(10.0**-n for n in range(5, 17)), 1e-20, 1e-30, 1e-38)  # added to a weight
LOW_SCORES = (*BOUNDS, 200, 300, 400, 999)  # of hidden keys, with a minus


def clipped(bound: float) -> Score:
    return lambda scores, case: visible(scores.clip(-bound, bound), case)


def inside(bound: float) -> Callable[[Case, Table], Table]:
    return lambda case, scores: np.abs(scores) <= bound


AT_EDGES: Variants = {
    "clipped": [
        {"score": clipped(bound), **way}
        for bound in BOUNDS
        for way in ({}, {"passes": inside(bound)})
    ],
    "vanished-weight": [
        {"signal": way(small)}
        for way in (added_to_weight, cut_from_below)
        for small in SMALL_NUMBERS
    ],
    "hidden-weight": [
        *(way for value in LOW_SCORES for way in by_hand_or_torch(hidden_as(-value))),
        *({"score": lowered_by(value)} for value in LOW_SCORES),
    ],
}  # fmt: skip


def near(gradient: np.ndarray, expected: np.ndarray, within: float) -> bool:
    """Whether two gradients are equal, up to a share of the largest absolute entry."""
    size = np.abs(expected).max()
    return bool((np.abs(gradient - expected) <= within * size + 1e-6).all())


def same(gradient: np.ndarray, expected: np.ndarray) -> bool:
    return near(gradient, expected, 1e-4)


def nearly(gradient: np.ndarray, case: Case, *, part: str) -> bool:
    return near(gradient, getattr(right(case), part), 0.02)


def is_rounded(gradient: np.ndarray, case: Case, *, part: str) -> bool:
    """Whether only rounding is wrong, which counts for more where scores are large."""
    largest = np.abs(case.X @ case.W_Q @ (case.X @ case.W_K).T).max() / root(case)
    return bool(largest > LARGE) and near(gradient, getattr(right(case), part), ROUNDING)


ALSO_RIGHT = {part: functools.partial(is_rounded, part=part) for part in SHARES}


def right_or_rounded(gradients: Gradients, case: Case) -> bool:
    return all(
        same(getattr(gradients, part), getattr(right(case), part))
        or ALSO_RIGHT[part](getattr(gradients, part), case)
        for part in SHARES
    )


NOT_FINITE = right_or_not_finite(right_or_rounded)

SIGNS: dict[str, Fits] = {
    **{f"{part}.nearly": functools.partial(nearly, part=part) for part in SHARES},
    **dict.fromkeys(
        ("empty-row", "overflow", "vanished-weight", "hidden-maximum", "global-maximum"), NOT_FINITE
    ),
}

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng, 4, 2, 3), *(usual(rng) for _ in range(2))]
    for part in SHARES:
        answers = outputs_of(right, VARIANTS, part)
        ordinary += distinguishing_cases(functools.partial(usual, rng), answers, same)
    few = [
        draw(rng, 1, 3, 2, n_targets=1),
        draw(rng, 1, 1, 1, n_targets=1),
        draw(rng, 4, 1, 3, n_targets=3),
        draw(rng, 4, 3, 1, n_targets=3),
        draw(rng, 5, 3, 4, n_targets=5),
        draw(rng, 5, 2, 4, n_targets=1),
        draw(rng, 5, 3, 2, n_targets=4, shown=0),
        with_lone_target(rng, draw(rng, 5, 3, 2, n_targets=3)),
        with_lone_target(rng, draw(rng, 6, 2, 4, n_targets=6)),
        draw(rng, 6, 3, 2, n_targets=6, shown=1),
        draw(rng, MOST_TOKENS, LARGEST_WIDTH, LARGEST_WIDTH, n_targets=20),
    ]
    empty = [with_empty_rows(rng, usual(rng, *size)) for size in ((4, 3, 2), (6, 2, 4))]
    end = LARGEST_SCORE - 4
    levels = [levelled(rng, n, level) for n in (5, 7) for level in (end, -end)]
    far = [far_targets(rng, n, by) for n in (3, 6) for by in (40, 300, 1600)]
    hidden = [levelled(rng, n, -end, high=2 * end) for n in (5, 8)]
    hidden += [levelled(rng, 6, [-300, -310, -320], high=900)]
    rows = [levelled(rng, n, [end, -end, 0]) for n in (6, 8)]
    return Cases(
        ordinary,
        (
            Edge(few),
            Edge(empty, ("empty-row",)),
            Edge(levels, ("overflow", "clipped", "hidden-weight"), stage=2),
            Edge(far, ("vanished-weight",), stage=3),
            Edge(hidden, ("hidden-weight", "hidden-maximum"), stage=3),
            Edge(rows, ("global-maximum",), stage=4),
        ),
    )


head_gradients = Task(
    __name__,
    right,
    cases,
    {**VARIANTS, **AT_EDGES},
    SIGNS,
    same=same,
    also_right=ALSO_RIGHT,
    shares=SHARES,
    edges_as_a_whole=True,
    exchangeable=True,
).check
