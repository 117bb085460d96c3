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
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import alike, right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_HEADS, MOST_NUMBERS, MOST_POSITIONS, MOST_KINDS = 8, 8, 30, 8
MOST_STEPS, LARGEST_RATE, LARGEST_SCORE = 10, 2, 1000
LARGE_RISE = 20  # of a loss of hundreds


class Case(NamedTuple):
    """The arguments of one call.

    heads   the outputs of h heads at n positions, (h, n, d_v)
    X       the vectors to which the layer's output is added, (n, d)
    W_O     the output projection, (h d_v, d)
    R       the read-out, (d, kinds)
    labels  the right kind at each position, or −1, (n,)
    rate    the learning rate
    steps   the number of training steps
    """

    heads: np.ndarray
    X: np.ndarray
    W_O: np.ndarray
    R: np.ndarray
    labels: np.ndarray
    rate: float
    steps: int


# ── a head that is off ────────────────────────────────────────────────────────────────────────

Off = Callable[[Case, np.ndarray, int], np.ndarray]  # the heads without one: (case, heads, i)


def real(case: Case) -> np.ndarray:
    return case.labels >= 0


def replaced(heads: np.ndarray, i: int, by: np.ndarray | float) -> np.ndarray:
    heads = heads.copy()
    heads[i] = by
    return heads


def by_mean(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads[i][real(case)].mean(axis=0))


def by_zero(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, 0)


def by_mean_with_padding(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads[i].mean(axis=0))


def by_one_number(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads[i][real(case)].mean())


def by_mean_of_numbers(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads[i].mean(axis=1, keepdims=True))


def by_mean_of_heads(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads.mean(axis=0))


def others_scaled(off: Off) -> Off:
    def scaled(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
        h = len(heads)
        return replaced(heads * h / max(1, h - 1), i, off(case, heads, i)[i])

    return scaled


def it_alone(off: Off) -> Off:
    """All other heads are off."""

    def others_off(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
        return replaced(np.stack([off(case, heads, j)[j] for j in range(len(heads))]), i, heads[i])

    return others_off


def all_before(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    """The heads before stay off."""
    for j in range(i + 1):
        heads = by_mean(case, heads, j)
    return heads


def from_the_end(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return by_mean(case, heads, len(heads) - 1 - i)


def one_after_another(heads: np.ndarray) -> np.ndarray:
    return np.concatenate(list(heads), axis=1)


def number_by_number(heads: np.ndarray) -> np.ndarray:
    """The heads interleaved."""
    return heads.transpose(1, 2, 0).reshape(heads.shape[1], -1)


# ── the loss and its gradient ─────────────────────────────────────────────────────────────────

Weigh = Callable[[Case], np.ndarray]  # the weight of each position's loss, (n,)


def mean_of_real(case: Case) -> np.ndarray:
    return real(case) / real(case).sum()


def summed(case: Case) -> np.ndarray:
    return real(case).astype(float)


def over_all_positions(case: Case) -> np.ndarray:
    return real(case) / len(case.labels)


def with_padding(case: Case) -> np.ndarray:
    return np.full(len(case.labels), 1 / len(case.labels))


def loss(scores: np.ndarray, case: Case, weigh: Weigh) -> float:
    scores = scores - scores.max(axis=1, keepdims=True)
    log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return -float(weigh(case) @ log_p[np.arange(len(log_p)), case.labels])


def too_much(scores: np.ndarray, case: Case, weigh: Weigh) -> np.ndarray:
    """The gradient of the loss by the scores."""
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(len(shares)), case.labels] -= 1
    return weigh(case)[:, None] * shares


class Weights(NamedTuple):
    """What could be trained."""

    W_O: np.ndarray
    R: np.ndarray


def right(
    case: Case,
    *,
    off: Off = by_mean,
    merge: Callable[[np.ndarray], np.ndarray] = one_after_another,
    residual: bool = True,
    reported: Weigh = mean_of_real,
    learned: Weigh = mean_of_real,
    pace: float = 1.0,
    zeroed: bool = True,
    restored: bool = True,
    on: tuple[bool, bool] = (False, False),
    frozen: bool = False,
    read_out: bool = False,
    shown: Callable[[np.ndarray, float], np.ndarray] = lambda losses, before: losses - before,
) -> np.ndarray:
    """The rise of the loss for each head, at once and after each step, (h, steps + 1).

    ``on`` says whether the head is on in training, and when the loss is measured. If ``frozen``,
    its own rows of W_O do not learn; if ``read_out``, R learns, too.
    """
    merged, d_v = merge(case.heads), case.heads.shape[2]
    weights, rows = Weights(case.W_O, case.R), []
    before = loss(scores_of(case, merged, weights, residual), case, reported)
    for i in range(len(case.heads)):
        weights = Weights(case.W_O, case.R) if restored else weights
        without = merge(off(case, case.heads, i))
        in_training, measured = (merged if flag else without for flag in on)
        slope, learns = 0 * case.W_O, np.ones((len(case.W_O), 1))
        learns[i * d_v : (i + 1) * d_v] = not frozen
        row = [loss(scores_of(case, measured, weights, residual), case, reported)]
        for _ in range(case.steps):
            errors = too_much(scores_of(case, in_training, weights, residual), case, learned)
            slope = (not zeroed) * slope + learns * (in_training.T @ errors @ weights.R.T)
            of_R = read_out * (residual * case.X + in_training @ weights.W_O).T @ errors
            step = case.rate * pace
            weights = Weights(weights.W_O - step * slope, weights.R - step * of_R)
            row.append(loss(scores_of(case, measured, weights, residual), case, reported))
        rows.append(row)
    return shown(np.array(rows), before)


def scores_of(case: Case, merged: np.ndarray, weights: Weights, residual: bool) -> np.ndarray:
    return (residual * case.X + merged @ weights.W_O) @ weights.R


def weighs(*ways: Weigh) -> list[dict[str, Weigh]]:
    both = [{"reported": way, "learned": way} for way in ways]
    return [*both, *({"reported": way} for way in ways), *({"learned": way} for way in ways)]


def first_of_row(losses: np.ndarray, before: float) -> np.ndarray:
    return losses - losses[:, :1]


VARIANTS: Variants = {
    "zero": {"off": by_zero},
    "padding-in-the-mean": {"off": by_mean_with_padding},
    "other-mean": [{"off": way} for way in (by_one_number, by_mean_of_numbers, by_mean_of_heads)],
    "others-scaled": [{"off": others_scaled(way)} for way in (by_mean, by_zero)],
    "it-alone": [{"off": it_alone(way)} for way in (by_mean, by_zero)],
    "heads-stay-off": {"off": all_before},
    "heads-from-the-end": {"off": from_the_end},
    "not-restored": {"restored": False},
    "interleaved": {"merge": number_by_number},
    "residual-forgotten": {"residual": False},
    "on-in-training": {"on": (True, False)},
    "on-when-measured": {"on": (False, True)},
    "own-rows-frozen": {"frozen": True},
    "read-out-trained": {"read_out": True},
    "padding-counted": weighs(with_padding, over_all_positions),
    "summed": weighs(summed),
    "ascends": {"pace": -1.0},
    "never-learns": {"pace": 0.0},
    "gradients-added-up": {"zeroed": False},
    "losses": {"shown": lambda losses, before: losses},
    "falls": {"shown": lambda losses, before: before - losses},
    "quotients": [
        {"shown": lambda losses, before: losses / before},
        {"shown": lambda losses, before: losses / before - 1},
    ],
    "from-the-damage": {"shown": first_of_row},
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
    rate: float = 0.5, steps: int = 2, padded: float = 0.3, size: float = 1.0,
) -> Case:  # fmt: skip
    """A random case: the first position has a label, and the second none if any is padded."""

    def normal(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).round(2)

    labels = np.where(rng.random(n) < padded, -1, rng.integers(kinds, size=n))
    labels[0] = rng.integers(kinds)
    labels[1:2] = -1 if padded else labels[1:2]
    return Case(
        normal(h, n, d_v), normal(n, d), (normal(h * d_v, d) / np.sqrt(h)).round(2),
        (size * normal(d, kinds)).round(2), labels, float(rate), steps,
    )  # fmt: skip


def usual(rng: np.random.Generator) -> Case:
    h, d_v, d = rng.permutation([2, 3, 4]).tolist()
    rate = round(float(rng.uniform(0.3, 0.8)), 1)
    n = int(rng.integers(6, 9))
    return draw(rng, h=h, d_v=d_v, d=d, n=n, kinds=int(rng.integers(2, 5)), rate=rate, steps=4)


def with_large_scores(rng: np.random.Generator, h: int, steps: int) -> Case:
    """Scores whose exponentials overflow, and large rises: small ones would be lost in rounding."""
    while True:
        case = draw(rng, h=h, n=8, size=150, rate=0.0, steps=steps)
        scores = [
            (case.X + one_after_another(heads) @ case.W_O) @ case.R
            for heads in (case.heads, *(by_mean(case, case.heads, i) for i in range(h)))
        ]
        highest = [each[real(case)].max() for each in scores]
        fits = min(highest) > 720 and np.abs(scores).max() < LARGEST_SCORE
        if fits and np.abs(right(case)).max() > 2 * LARGE_RISE:
            return case


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(2)]
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
