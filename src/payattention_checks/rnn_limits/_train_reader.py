"""Plain gradient descent for an RNN that reads sequences: clipped, one step for each batch.

Promised domain: 1 to 20 batches, each of 1 to 16 sequences of 1 to 30 items; items and states of
    1 to 8 numbers; 2 to 8 classes; rates from 0 to 2; a norm to clip at from 0.01 to 100; scores
    from −1000 to 1000; no gradient above 10⁶.
Extremes and special cases, alone and together: one batch of one sequence of one item; one number in
    an item and a state; a rate of 0; gradients that are all clipped, that are never clipped, that
    are 0 and that explode; scores of ±1000; all sizes at their largest.
Certain: in ordinary cases, the norm to clip at lies between the norms of the batches' gradients.
    Cases are drawn until every two of the mistakes give clearly different results in at least one.
    At edges, a mistake is named only where NaN or an error shows it.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.clipping import (
    OTHER_NORMS,
    Clip,
    always,
    by_factor_most,
    by_norm,
    by_value,
    each_alone,
    euclidean,
    not_at_all,
    plus,
    shorter_ones,
    times,
    to_length_1,
    to_zero,
    without,
)
from payattention_checks.compare import right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.rnn_limits._batch import (
    CORRECT,
    Batch,
    Reader,
    Weights,
    mean,
    read,
    softmax_twice,
    without_logarithm,
    without_softmax,
)
from payattention_checks.rnn_limits._steps import (
    Change,
    adam,
    at_the_end,
    descend,
    mean_at_the_end,
    momentum,
    one_late,
)
from payattention_checks.several import all_alike, first_difference
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_BATCHES, MOST_SEQUENCES, LONGEST = 20, 16, 30
MOST_NUMBERS = 8  # in an item and in a state; and the most classes
SMALLEST_NORM, LARGEST_NORM, LARGEST_RATE = 0.01, 100, 2
LARGEST_SCORE = 1000


class Case(NamedTuple):
    """The arguments of one call.

    weights   W, U, b, V and c before the training
    x         the batches, (batches, sequences, length, d_x)
    labels    the class of each sequence, (batches, sequences)
    rate      the learning rate
    max_norm  what the gradient is clipped at
    """

    weights: Weights
    x: np.ndarray
    labels: np.ndarray
    rate: float
    max_norm: float


class Run(NamedTuple):
    """The loss of each batch, (batches,), and the weights after the last step."""

    losses: np.ndarray
    W: np.ndarray
    U: np.ndarray
    b: np.ndarray
    V: np.ndarray
    c: np.ndarray


# ── the loop ──────────────────────────────────────────────────────────────────────────────────


def right(
    case: Case,
    *,
    reader: Reader = CORRECT,
    order: int = 1, transposed: bool = False, carried: bool = False,
    zeroed: bool = True, kept_raw: bool = False,
    clip: Clip = by_norm,
    most: Callable[[Case], float] = lambda case: case.max_norm,
    change: Change = descend,
    then: Clip = not_at_all,
    losses_after: bool = False,
    returned: int = -1, read_at: int = -1, step_from: int = -1,
    one_by_one: bool = False,
    result: Callable[[Weights], Weights] = lambda weights: weights[:5],
) -> Run:  # fmt: skip
    """The run. Gradients that are not ``zeroed`` are added up, clipped ones or ``kept_raw``.

    Each step reads its batch with the weights after the step ``read_at``, and goes on from those
    after ``step_from``: −1 is the step before, 0 the start.
    """
    if one_by_one:
        return each_sequence_alone(case)
    W, U, b, V, c = case.weights
    trail: list[Weights] = [(W, U.T if transposed else U, b, V, c, np.zeros_like(b))]
    losses, history = [], []
    start, collected = np.zeros((case.x.shape[1], len(b))), times(trail[0], 0)
    for x, labels in zip(case.x[:, :, ::order], case.labels, strict=True):
        batch = Batch(x, labels, start)
        loss, gradients, last = read(trail[read_at], batch, reader)
        raw = gradients if zeroed else plus(collected, gradients)
        clipped = clip(raw, most(case))
        collected = raw if kept_raw else clipped
        history.append(clipped)
        trail.append(
            then(plus(trail[step_from], change(history, case.rate, len(case.x))), case.max_norm)
        )
        losses.append(read(trail[-1], batch, reader).loss if losses_after else loss)
        start = last if carried else start
    W, U, b, V, c = result(trail[returned])
    return Run(np.array(losses), W, U.T if transposed else U, b, V, c)


def each_sequence_alone(case: Case) -> Run:
    """A step for each sequence in place of each batch."""
    n = case.labels.size
    run = right(
        case._replace(x=case.x.reshape(n, 1, *case.x.shape[2:]), labels=case.labels.reshape(n, 1))
    )
    return run._replace(losses=run.losses.reshape(case.labels.shape).mean(axis=1))


def readers(*ways: Reader) -> list[dict[str, Reader]]:
    return [{"reader": way} for way in ways]


def clips(*ways: Clip) -> list[dict[str, Clip]]:
    return [{"clip": way} for way in ways]


def recurrent_alone(gradients: Weights, most: float) -> Weights:
    W, U, b, V, c, second = gradients
    W, U, b, second = by_norm((W, U, b, second), most)
    return W, U, b, V, c, second


def every_state(length: int) -> np.ndarray:
    return np.eye(length)


VARIANTS: Variants = {
    "zero-grad-forgotten": [{"zeroed": False}, {"zeroed": False, "kept_raw": True}],
    "never-learns": {"change": lambda history, rate, batches: times(history[-1], 0)},
    "step-before-backward": {"change": one_late},
    "one-step-at-the-end": [
        {"zeroed": False, "kept_raw": True, "change": at_the_end},
        {
            "zeroed": False,
            "kept_raw": True,
            "most": lambda case: len(case.x) * case.max_norm,
            "change": mean_at_the_end,
        },
    ],
    "sequence-by-sequence": {"one_by_one": True},
    "ascends": {"change": lambda history, rate, batches: times(history[-1], rate)},
    "other-optimiser": [{"change": adam}, {"change": momentum}],
    "starts-over": {"read_at": 0, "step_from": 0},
    "gradients-of-the-start": {"read_at": 0},
    "last-step-missing": {"returned": -2},
    "not-clipped": {"clip": not_at_all},
    "always-scaled": {"clip": always},
    "clipped-by-value": {"clip": by_value},
    "each-clipped-alone": {"clip": each_alone},
    "read-out-not-clipped": {"clip": recurrent_alone},
    "step-clipped": {"most": lambda case: case.max_norm / case.rate},
    "weights-clipped": [
        {"clip": not_at_all, "then": by_norm},
        {"then": by_norm},
    ],
    "to-another-length": clips(to_length_1, to_zero, by_factor_most),
    "clips-short-ones": {"clip": shorter_ones},
    "other-norm": clips(*OTHER_NORMS),
    "losses-after-the-step": {"losses_after": True},
    "summed": readers(
        Reader(reported=lambda shape: 1, scale=lambda shape: 1),
        Reader(reported=lambda shape: 1),
        Reader(scale=lambda shape: 1),
    ),
    "divided-twice": readers(
        *(
            Reader(reported=way, scale=way)
            for way in (
                lambda shape: mean(shape) / shape[1],
                lambda shape: mean(shape) / shape[2],
            )
        )
    ),
    "state-carried-over": {"carried": True},
    "loss-at-every-item": readers(
        Reader(looks=every_state),
        Reader(
            looks=every_state,
            reported=lambda shape: 1 / shape[1],
            scale=lambda shape: 1 / shape[1],
        ),
    ),
    "mean-of-states": {"reader": Reader(looks=lambda n: np.full((1, n), 1 / n))},
    "first-item": {"reader": Reader(looks=lambda n: np.eye(n)[:1])},
    "last-item-lost": {"reader": Reader(looks=lambda n: np.eye(n)[-2:][:1])},
    "read-backwards": {"order": -1},
    "softmax-twice": {"reader": Reader(loss=softmax_twice)},
    "logarithm-forgotten": {"reader": Reader(loss=without_logarithm)},
    "softmax-forgotten": {"reader": Reader(loss=without_softmax)},
    "tanh-on-the-way-back": readers(
        Reader(derivative=lambda states, t: np.ones_like(states[t])),
        Reader(derivative=lambda states, t: 1 - np.tanh(states[t + 1]) ** 2),
        Reader(derivative=lambda states, t: 1 - states[t] ** 2),
    ),
    "U-transposed-back": {"reader": Reader(back=np.transpose)},
    "truncated": {"reader": Reader(truncated=True)},
    "U-transposed": {"transposed": True},
    "bias-forgotten": readers(*(Reader(unused=them) for them in ((2,), (4,), (2, 4)))),
    "two-biases": [
        {"reader": Reader(two_biases=True), "result": way}
        for way in (
            lambda weights: weights[:5],
            lambda weights: (*weights[:2], weights[2] + weights[5], *weights[3:5]),
        )
    ],
    "not-all-trained": clips(
        *(
            without(them, counted)
            for them in ((2,), (4,), (2, 4), (3, 4), (0, 1, 2))
            for counted in (False, True)
        )
    ),
}

SIGNS = {
    name: right_or_not_finite(lambda output, case: same(output, right(case)))
    for name in ("zero-by-zero", "overflow")
}


def same(one: Run, other: Run) -> bool:
    return all_alike(one, other, 1e-4, 1e-5)


def clearly_same(one: Run, other: Run) -> bool:
    """Whether rounding in float32, which a training may enlarge, could make them the same."""
    return all_alike(one, other, 1e-2, 1e-3)


def details(output: Run, case: Case) -> dict[str, np.ndarray]:
    return first_difference(output, right(case), 1e-5)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, *, batches: int = 3, sequences: int = 2, length: int = 3,
    d_x: int = 2, d_h: int = 3, classes: int = 2, rate: float = 0.5, max_norm: float = 0.5,
) -> Case:  # fmt: skip
    def normal(size: float, *shape: int) -> np.ndarray:
        return (size * rng.normal(size=shape)).round(2)

    weights = (
        normal(1 / np.sqrt(d_x), d_h, d_x),
        normal(0.9 / np.sqrt(d_h), d_h, d_h),
        normal(0.3, d_h),
        normal(1.5 / np.sqrt(d_h), classes, d_h),
        normal(0.5, classes),
    )
    x = rng.normal(size=(batches, sequences, length, d_x)).round(1)
    labels = rng.integers(classes, size=(batches, sequences))
    return Case(weights, x, labels, float(rate), float(max_norm))


def norms(case: Case) -> list[float]:
    """The norms of all batches' gradients before the first step."""
    weights = (*case.weights, np.zeros_like(case.weights[2]))
    start = np.zeros((case.x.shape[1], len(weights[2])))
    pairs = zip(case.x, case.labels, strict=True)
    return [euclidean(read(weights, Batch(*pair, start), CORRECT).gradients) for pair in pairs]


def usual(rng: np.random.Generator) -> Case:
    """A case in which about half of the gradients are clipped.

    No two sizes are the same, so the order in which an answer returns its arrays shows.
    """
    d_x, d_h, classes = rng.permutation([2, 3, 4]).tolist()
    case = draw(
        rng,
        batches=5,
        sequences=int(rng.integers(2, 5)),
        length=int(rng.integers(3, 6)),
        d_x=d_x,
        d_h=d_h,
        classes=classes,
    )
    max_norm = round(float(np.median(norms(case))), 2)
    rate = round(float(rng.uniform(0.2, 0.5)) / max_norm, 2)  # short steps enlarge no rounding
    return case._replace(rate=rate, max_norm=max_norm)


def with_large_scores(case: Case) -> Case:
    """The case with scores of ±1000, each sequence's lowest at its label."""
    W, U, b, V, c = case.weights
    c = np.where(np.arange(len(c)) > 0, LARGEST_SCORE - 10.0, 10.0 - LARGEST_SCORE)
    return case._replace(weights=(W, U, b, (0.1 * V).round(2), c), labels=0 * case.labels)


def without_gradient(case: Case) -> Case:
    """The case with two classes, equal sequences, and a read-out that prefers none of them."""
    W, U, b, V, c = case.weights
    x = np.repeat(case.x[:, :1], case.x.shape[1], axis=1)
    labels = np.broadcast_to(np.arange(case.x.shape[1]) % 2, case.labels.shape).copy()
    return case._replace(weights=(W, U, b, np.zeros_like(V), np.zeros_like(c)), x=x, labels=labels)


def exploding(rng: np.random.Generator) -> Case:
    """One batch of states of 0, in which a gradient grows with each step back."""
    case = draw(rng, batches=1, sequences=1, length=LONGEST)
    W, _, b, V, c = case.weights
    U = (1.4 * np.linalg.qr(rng.normal(size=(3, 3))).Q).round(2)
    return case._replace(weights=(W, U, np.zeros_like(b), V, c), x=np.zeros_like(case.x))


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(2)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), clearly_same)
    others = [
        draw(rng, batches=1, sequences=1, length=1, d_x=1, d_h=1),
        draw(rng, batches=3, sequences=1, length=1),
        draw(rng, batches=2, sequences=3, length=4, d_x=1, d_h=1, classes=3),
        draw(rng, batches=4, max_norm=LARGEST_NORM),
        draw(rng, batches=4, max_norm=SMALLEST_NORM, rate=LARGEST_RATE),
        draw(rng, batches=3, rate=0),
        exploding(rng),
        draw(rng, batches=MOST_BATCHES, sequences=MOST_SEQUENCES, length=LONGEST, d_x=MOST_NUMBERS,
             d_h=MOST_NUMBERS, classes=MOST_NUMBERS, rate=0.5, max_norm=0.2),
    ]  # fmt: skip
    large = [with_large_scores(draw(rng, classes=n, sequences=2)) for n in (2, 4)]
    none = [without_gradient(draw(rng, sequences=n)) for n in (2, 4)]
    return Cases(
        ordinary, (Edge(none, ("zero-by-zero",)), Edge(large, ("overflow",)), Edge(others))
    )


train_reader = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, details=details).check
