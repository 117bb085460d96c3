"""Switch each head of a layer off, and train the projection so that the other heads replace it.

Promised domain: 1 to 8 heads of 1 to 8 numbers; 1 to 30 positions, one of them with a label at
    least; vectors of 1 to 8 numbers; 2 to 8 kinds; 0 to 10 steps; rates from 0 to 2; scores from
    −1000 to 1000.
Extremes and special cases, alone and together: one head; one position; one labelled position, also
    beside padding; no step; a rate of 0; scores of hundreds; all sizes at their largest.
Certain: cases are drawn until every two of the mistakes give clearly different results in at least
    one. A mistake is named only if it explains the results of all of them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import alike, right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.multi_head._heads_off import (
    Case,
    Merge,
    Off,
    Weigh,
    all_before,
    by_mean,
    by_mean_above_0,
    by_mean_of_heads,
    by_mean_of_numbers,
    by_mean_of_the_others,
    by_mean_with_padding,
    by_one_number,
    by_sum_over_all,
    by_the_others_here,
    by_zero,
    from_the_end,
    it_alone,
    loss,
    loss_of_softmax,
    mean_of_real,
    number_by_number,
    of_kinds_above_0,
    one_after_another,
    only_reshaped,
    others_scaled,
    over_all_positions,
    real,
    real_ones_reshaped,
    summed,
    too_much,
    too_much_through_softmax,
    with_padding,
)
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_HEADS, MOST_NUMBERS, MOST_POSITIONS, MOST_KINDS = 8, 8, 30, 8
MOST_STEPS, LARGEST_RATE, LARGEST_SCORE = 10, 2, 1000
LARGE_RISE = 20  # of a loss of hundreds


class Weights(NamedTuple):
    """What could be trained."""

    W_O: np.ndarray
    R: np.ndarray


class Inputs(NamedTuple):
    """The joined heads from which errors and gradient come, and with which the loss is measured."""

    errors: np.ndarray
    gradient: np.ndarray
    measured: np.ndarray


class How(NamedTuple):
    """How a loss is computed, and how W_O learns."""

    residual: bool = True
    reported: Weigh = mean_of_real
    learned: Weigh = mean_of_real
    losses: tuple[Callable[..., float], Callable[..., np.ndarray]] = (loss, too_much)
    pace: Callable[[float], float] = lambda rate: rate
    zeroed: bool = True
    read_out: bool = False

    def scores(self, case: Case, merged: np.ndarray, weights: Weights) -> np.ndarray:
        return (self.residual * case.X + merged @ weights.W_O) @ weights.R

    def loss(self, case: Case, merged: np.ndarray, weights: Weights) -> float:
        return self.losses[0](self.scores(case, merged, weights), case, self.reported)

    def train(
        self, case: Case, weights: Weights, inputs: Inputs, learns: np.ndarray
    ) -> tuple[np.ndarray, list[Weights]]:
        """The losses before and after ``steps + 1`` steps, and the weights of each."""
        slope, row, trail = 0 * case.W_O, [], []
        step = self.pace(case.rate)
        for _ in range(case.steps + 2):
            row.append(self.loss(case, inputs.measured, weights))
            trail.append(weights)
            scores = self.scores(case, inputs.errors, weights)
            errors = self.losses[1](scores, case, self.learned)
            slope = (not self.zeroed) * slope + learns * (inputs.gradient.T @ errors @ weights.R.T)
            added = self.residual * case.X + inputs.gradient @ weights.W_O
            of_R = self.read_out * added.T @ errors
            weights = Weights(weights.W_O - step * slope, weights.R - step * of_R)
        return np.array(row), trail


# The losses of the whole layer: (how, case, merged, weights without a head).
Whole = Callable[[How, Case, np.ndarray, list[Weights]], np.ndarray]


def given(how: How, case: Case, merged: np.ndarray, trail: list[Weights]) -> np.ndarray:
    return np.full(len(trail), how.loss(case, merged, Weights(case.W_O, case.R)))


def at_the_same_weights(
    how: How, case: Case, merged: np.ndarray, trail: list[Weights]
) -> np.ndarray:
    return np.array([how.loss(case, merged, weights) for weights in trail])


def trained_as_well(how: How, case: Case, merged: np.ndarray, trail: list[Weights]) -> np.ndarray:
    everything = np.ones((len(case.W_O), 1))
    return how.train(case, Weights(case.W_O, case.R), Inputs(*[merged] * 3), everything)[0]


def right(
    case: Case,
    *,
    off: Off = by_mean,
    merge: Merge = one_after_another,
    left_by: int | None = None,
    on: tuple[bool, bool, bool] = (False, False, False),
    off_at_first: bool = False,
    frozen: bool = False,
    late: bool = False,
    whole: Whole = given,
    shown: Callable[[np.ndarray, np.ndarray], np.ndarray] = lambda losses, before: losses - before,
    **how: Any,
) -> np.ndarray:
    """The rise of the loss for each head, at once and after each step, (h, steps + 1).

    ``on`` says where the head is on, see `Inputs`; if ``off_at_first``, not in the first loss. If
    ``frozen``, its own rows of W_O do not learn. ``left_by`` names the weights that a head leaves
    to the next one. If ``late``, the first loss is that after a step.
    """
    way, d_v = How(**how), case.heads.shape[2]
    merged, weights = merge(case, case.heads), Weights(case.W_O, case.R)
    rows, before = [], []
    shift = slice(1, None) if late else slice(-1)
    for i in range(len(case.heads)):
        without, learns = merge(case, off(case, case.heads, i)), np.ones((len(case.W_O), 1))
        learns[i * d_v : (i + 1) * d_v] = not frozen
        inputs = Inputs(*(merged if flag else without for flag in on))
        row, trail = way.train(case, weights, inputs, learns)
        if off_at_first:
            row[0] = way.loss(case, without, weights)
        rows.append(row[shift])
        before.append(whole(way, case, merged, trail)[shift])
        weights = weights if left_by is None else trail[left_by]
    return shown(np.array(rows), np.array(before))


def weighs(*ways: Weigh) -> list[dict[str, Weigh]]:
    both = [{"reported": way, "learned": way} for way in ways]
    return [*both, *({"reported": way} for way in ways), *({"learned": way} for way in ways)]


def first_of_row(losses: np.ndarray, before: np.ndarray) -> np.ndarray:
    return losses - losses[:, :1]


VARIANTS: Variants = {
    "zero": {"off": by_zero},
    "padding-in-the-mean": [{"off": way} for way in (by_mean_with_padding, by_sum_over_all)],
    "other-mean": [
        {"off": way}
        for way in (
            by_one_number,
            by_mean_of_numbers,
            by_mean_of_heads,
            by_the_others_here,
            by_mean_of_the_others,
        )
    ],
    "others-scaled": [{"off": others_scaled(way)} for way in (by_mean, by_zero)],
    "it-alone": [{"off": it_alone(way)} for way in (by_mean, by_zero)],
    "heads-stay-off": {"off": all_before},
    "heads-from-the-end": {"off": from_the_end},
    "not-restored": [{"left_by": which} for which in (-2, -1)],
    "interleaved": {"merge": number_by_number},
    "axes-not-swapped": [{"merge": merge} for merge in (only_reshaped, real_ones_reshaped)],
    "residual-forgotten": {"residual": False},
    "on-in-training": [{"on": where} for where in ((True, True, False), (False, True, False))],
    "on-when-measured": [
        {"on": (False, False, True), "off_at_first": first} for first in (False, True)
    ],
    "own-rows-frozen": {"frozen": True},
    "read-out-trained": {"read_out": True},
    "padding-counted": weighs(with_padding, over_all_positions),
    "summed": weighs(summed),
    "kind-0-left-out": [
        {"off": off, "reported": of_kinds_above_0, "learned": of_kinds_above_0}
        for off in (by_mean, by_mean_above_0)
    ],
    "softmax-twice": {"losses": (loss_of_softmax, too_much_through_softmax)},
    "ascends": {"pace": lambda rate: -rate},
    "never-learns": {"pace": lambda rate: 0.0},
    "rate-forgotten": {"pace": lambda rate: 1.0},
    "gradients-added-up": {"zeroed": False},
    "losses": {"shown": lambda losses, before: losses},
    "falls": {"shown": lambda losses, before: before - losses},
    "quotients": [
        {"shown": lambda losses, before: losses / before},
        {"shown": lambda losses, before: losses / before - 1},
    ],
    "from-the-damage": {"shown": first_of_row},
    "whole-layer-trained": [{"whole": way} for way in (trained_as_well, at_the_same_weights)],
    "after-a-step": {"late": True},
}


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return alike(one, other, 1e-4, 1e-5)


def clearly_same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether rounding in float32, which a training may enlarge, could make them the same."""
    return alike(one, other, 1e-2, 1e-3)


def same_up_to_size(one: np.ndarray, other: np.ndarray) -> bool:
    """As `same`, where the rise is the difference of two losses of hundreds."""
    return alike(one, other, 1e-4, 1e-3 if np.abs(other).max() > LARGE_RISE else 1e-5)


SIGNS = {"overflow": right_or_not_finite(lambda output, case: same_up_to_size(output, right(case)))}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, *, h: int = 3, n: int = 6, d_v: int = 2, d: int = 3, kinds: int = 3,
    rate: float = 0.5, steps: int = 2, padded: float = 0.3, size: float = 1.0, unused: int = 0,
) -> Case:  # fmt: skip
    """A random case: the first position has a label, and the second none if any is padded.

    If there are more, the third is of kind 0 and the fourth is not. The ``unused`` last kinds are
    never right.
    """

    def normal(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).round(2)

    labels = np.where(rng.random(n) < padded, -1, rng.integers(kinds - unused, size=n))
    labels[0] = rng.integers(kinds - unused)
    labels[1:2] = -1 if padded else labels[1:2]
    if n > 3 and padded < 1:
        labels[2:4] = 0, rng.integers(1, kinds - unused)
    return Case(
        normal(h, n, d_v), normal(n, d), (normal(h * d_v, d) / np.sqrt(h)).round(2),
        (size * normal(d, kinds)).round(2), labels, float(rate), steps,
    )  # fmt: skip


def usual(rng: np.random.Generator) -> Case:
    h, d_v, d = rng.permutation([2, 3, 4]).tolist()
    rate = round(float(rng.uniform(0.3, 0.8)), 1)
    n = int(rng.integers(6, 9))
    return draw(rng, h=h, d_v=d_v, d=d, n=n, kinds=int(rng.integers(2, 5)), rate=rate, steps=4)


def bouncing(rng: np.random.Generator) -> Case:
    """A square R, a last kind that is never right, and a loss that some steps raise.

    Some rises are clearly positive, and some clearly negative. No probability is nearly 0.
    """
    while True:
        case = draw(rng, h=2, n=6, d=4, kinds=4, rate=LARGEST_RATE, steps=4, unused=1)
        rises = right(case)
        merged, weights = one_after_another(case, case.heads), Weights(case.W_O, case.R)
        largest = (How().loss(case, merged, weights) + rises.max()) * real(case).sum()
        if min(np.diff(rises, axis=1).max(), rises.max(), -rises.min()) > 0.1 and largest < 20:
            return case


def with_large_scores(rng: np.random.Generator, h: int, steps: int) -> Case:
    """Scores whose exponentials overflow, and large rises: small ones would be lost in rounding."""
    while True:
        case = draw(rng, h=h, n=8, size=150, rate=0.0, steps=steps)
        scores = [
            (case.X + one_after_another(case, heads) @ case.W_O) @ case.R
            for heads in (case.heads, *(by_mean(case, case.heads, i) for i in range(h)))
        ]
        highest = [each[real(case)].max() for each in scores]
        fits = min(highest) > 720 and np.abs(scores).max() < LARGEST_SCORE
        if fits and np.abs(right(case)).max() > 2 * LARGE_RISE:
            return case


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng), bouncing(rng)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), clearly_same)
    others = [
        draw(rng, h=1),
        draw(rng, h=1, n=1, d_v=1, d=1, kinds=2),
        draw(rng, n=1, h=2, padded=0),
        draw(rng, n=5, padded=1),
        draw(rng, padded=0, steps=0),
        draw(rng, steps=0, rate=1),
        draw(rng, rate=0),
        draw(rng, rate=LARGEST_RATE, steps=1),
        draw(rng, h=MOST_HEADS, n=MOST_POSITIONS, d_v=MOST_NUMBERS, d=MOST_NUMBERS,
             kinds=MOST_KINDS, steps=MOST_STEPS, rate=0.1, size=0.5),
    ]  # fmt: skip
    large = [with_large_scores(rng, 2, 1), with_large_scores(rng, 3, 0)]
    return Cases(ordinary, (Edge(large, ("overflow",)), Edge(others)))


heal_without = Task(__name__, right, cases, VARIANTS, SIGNS, same=same_up_to_size).check
