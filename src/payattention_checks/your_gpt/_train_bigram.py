"""A training loop, run with the smallest language model: a table of logits for the next token.

Promised domain: 1 to 30 steps, a multiple of `every`; batches of 1 to 16 windows of 2 to 16 tokens,
    the same in all steps; 1 to 5 held-out batches, which may differ in size; vocabularies of 2 to
    20 tokens; rates from 0 to 10; a norm to clip at from 0.01 to 100.
Extremes and special cases, alone and together: one step; an evaluation after each step, and one
    after the last; one held-out batch; windows of two tokens; a norm above all gradients, and one
    below all; a rate of 0; all sizes at their largest.
Certain: in ordinary cases rates differ from step to step, the held-out batches differ in size, and
    some gradients are longer than the norm to clip at and some shorter. Cases are drawn until every
    two of the mistakes give different results in at least one. A model that is in training mode
    halves its logits, and it counts the calls in which gradients are tracked.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.arrays import itself, log_softmax
from payattention_checks.clipping import (
    Clip,
    always,
    by_norm,
    by_value,
    each_alone,
    not_at_all,
    plus,
    times,
)
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.several import all_alike, first_difference
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_STEPS, MOST_WINDOWS, LONGEST_WINDOW = 30, 16, 16
MOST_HELD_OUT, LARGEST_VOCABULARY = 5, 20
SMALLEST_NORM, LARGEST_NORM, LARGEST_RATE = 0.01, 100, 10
FIRST_RATE = 0.5  # of the optimiser, before the loop sets another


class Case(NamedTuple):
    """The arguments of one call.

    table     the logits of the next token, one row for each token, (vocabulary, vocabulary)
    windows   the batches, (steps, windows, length)
    rates     the learning rate of each step, (steps,)
    held_out  batches of held-out windows, each (windows, length)
    every     after how many steps the held-out loss is computed
    max_norm  what gradients are clipped at
    """

    table: np.ndarray
    windows: np.ndarray
    rates: np.ndarray
    held_out: tuple[np.ndarray, ...]
    every: int
    max_norm: float


class Run(NamedTuple):
    """What a run leaves.

    losses    the loss of each step
    tests     the held-out losses
    tracked   the calls of the model in which gradients were tracked
    table     the table at the end
    """

    losses: np.ndarray
    tests: np.ndarray
    tracked: int
    table: np.ndarray


class Weights(NamedTuple):
    """The table and the bias of a model, or the gradients of both."""

    table: np.ndarray
    bias: np.ndarray


Pair = tuple[np.ndarray, np.ndarray]  # inputs and labels, both (windows, positions)
Shift = Callable[[np.ndarray], Pair]


# ── one batch ─────────────────────────────────────────────────────────────────────────────────


def shifted(window: np.ndarray) -> Pair:
    return window[:, :-1], window[:, 1:]


class Loss(NamedTuple):
    """A cross entropy: its sum is divided by what ``count`` says of the labels.

    With ``twice``, it is given the weights of a softmax in place of logits.
    """

    count: Callable[[np.ndarray], int] = np.size
    twice: bool = False


MEAN = Loss()


def loss_and_gradients(
    weights: Weights, pair: Pair, scale: float, form: Loss = MEAN
) -> tuple[float, Weights]:
    """The loss of ``scale`` times the logits, and its gradients."""
    inputs, labels = (part.reshape(-1) for part in pair)
    logs = log_softmax(scale * (weights.table[inputs] + weights.bias))
    p = np.exp(logs)
    if form.twice:
        logs = log_softmax(p)
    n = form.count(pair[1])
    loss = -logs[np.arange(len(labels)), labels].sum() / n
    signal = np.exp(logs) - np.eye(len(weights.bias))[labels]
    if form.twice:
        signal = p * (signal - (p * signal).sum(axis=1, keepdims=True))
    signal = signal * scale / n
    table = np.zeros_like(weights.table)
    np.add.at(table, inputs, signal)
    return float(loss), Weights(table, signal.sum(axis=0))


# ── the loop ──────────────────────────────────────────────────────────────────────────────────


def over_tokens(losses: Sequence[float], labels: Sequence[np.ndarray]) -> float:
    return float(np.average(losses, weights=[one.size for one in labels]))


def over_batches(losses: Sequence[float], labels: Sequence[np.ndarray]) -> float:
    return float(np.mean(losses))


def added_up(losses: Sequence[float], labels: Sequence[np.ndarray]) -> float:
    return float(np.sum(losses))


def divided_by(total: Callable[[Sequence[np.ndarray]], int]) -> Callable[..., float]:
    """The sum of the losses of all tokens, divided by something else than their number."""
    return lambda losses, labels: (
        float(np.dot(losses, [one.size for one in labels])) / total(labels)
    )


def n_labels(labels: Sequence[np.ndarray]) -> int:
    return sum(one.size for one in labels)


def n_windows(labels: Sequence[np.ndarray]) -> int:
    return sum(map(len, labels))


def n_tokens(labels: Sequence[np.ndarray]) -> int:
    """The tokens of the windows, of which the first is no label."""
    return sum(one.size + len(one) for one in labels)


def weighted_by_tokens(divisor: Callable[[Sequence[np.ndarray]], int]) -> Callable[..., float]:
    """Each batch's mean loss times the tokens of its windows, added up and divided."""
    return lambda losses, labels: (
        float(np.dot(losses, [n_tokens([one]) for one in labels])) / divisor(labels)
    )


def moved(weights: Weights, gradients: tuple[np.ndarray, ...], rate: float) -> Weights:
    return Weights(*plus(weights, times(gradients, -rate)))


def held_out_loss(
    weights: Weights, case: Case, scale: float, shift: Shift, average: Callable[..., float],
    form: Loss,
) -> float:  # fmt: skip
    pairs = [shift(window) for window in case.held_out]
    losses = [loss_and_gradients(weights, pair, scale, form)[0] for pair in pairs]
    return average(losses, [pair[1] for pair in pairs])


def right(
    case: Case,
    *,
    shift: Shift = shifted,
    zeroed: bool = True, clip: Clip = by_norm, late: bool = False, learns: bool = True,
    rates: Callable[[Case], np.ndarray] = lambda case: case.rates,
    loss: Loss = MEAN, measured_after: bool = False,
    test_scale: float = 1.0, test_loss: Loss = MEAN, test_first: bool = False,
    scale: Callable[[int, int], float] = lambda step, every: 0.5,
    average: Callable[..., float] = over_tokens,
    test_shift: Shift | None = None,
    test_at: Callable[[int, int], bool] = lambda step, every: (step + 1) % every == 0,
    shown_tests: Callable[[np.ndarray], np.ndarray] = itself,
    tracked: Callable[[Case], int] = lambda case: len(case.windows),
) -> Run:  # fmt: skip
    """The run. If ``late``, each step is made before the gradients of its batch are known.

    If ``measured_after``, the loss of a step is that after it.
    """
    weights = Weights(case.table, np.zeros(len(case.table)))
    gradients: tuple[np.ndarray, ...] = tuple(map(np.zeros_like, weights))
    losses: list[float] = []
    before, after = [], []
    for step, (window, rate) in enumerate(zip(case.windows, rates(case), strict=True)):
        before.append(weights)
        batch = shift(window), scale(step, case.every), loss
        value, new = loss_and_gradients(weights, *batch)
        if late:
            weights = moved(weights, gradients, rate)
        gradients = clip(new if zeroed else plus(gradients, new), case.max_norm)
        if learns and not late:
            weights = moved(weights, gradients, rate)
        losses.append(loss_and_gradients(weights, *batch)[0] if measured_after else value)
        after.append(weights)
    tests = [
        held_out_loss(seen, case, test_scale, test_shift or shift, average, test_loss)
        for step, seen in enumerate(before if test_first else after)
        if test_at(step, case.every)
    ]
    return Run(np.array(losses), shown_tests(np.array(tests)), tracked(case), weights.table)


def also_in_training_alone(*shifts: Shift) -> list[dict[str, Any]]:
    return [{"shift": shift, **test} for shift in shifts for test in ({}, {"test_shift": shifted})]


def in_evaluation(step: int, every: int) -> float:
    return 1.0


def in_evaluation_after_the_first(step: int, every: int) -> float:
    return 0.5 if step < every else 1.0


def all_calls(case: Case) -> int:
    return len(case.windows) + len(case.held_out) * (len(case.windows) // case.every)


VARIANTS: Variants = {
    "zero-grad-forgotten": {"zeroed": False},
    "step-before-backward": [
        {"late": True},
        {"late": True, "clip": not_at_all},
        {"late": True, "zeroed": False},
    ],
    "never-learns": {"learns": False},
    "not-clipped": {"clip": not_at_all},
    "clipped-otherwise": [{"clip": way} for way in (by_value, each_alone, always)],
    "not-shifted": also_in_training_alone(
        lambda window: (window[:, :-1], window[:, :-1]),
        lambda window: (window, window),
        lambda window: (window[:, 1:], window[:, 1:]),
    ),
    "backwards": also_in_training_alone(lambda window: (window[:, 1:], window[:, :-1])),
    "wrapped": {"shift": lambda window: (window, np.roll(window, -1, axis=1))},
    "last-only": also_in_training_alone(lambda window: (window[:, -2:-1], window[:, -1:])),
    "summed": {"loss": Loss(lambda labels: 1)},
    "per-window": {"loss": Loss(len)},
    "softmax-twice": [
        {"loss": Loss(twice=True), **test} for test in ({}, {"test_loss": Loss(twice=True)})
    ],
    "loss-after-step": [
        {"measured_after": True, **calls}
        for calls in ({}, {"tracked": lambda case: 2 * len(case.windows)})
    ],
    "rate-not-set": {"rates": lambda case: np.full(len(case.rates), FIRST_RATE)},
    "rate-late": [
        {"rates": lambda case: np.concatenate([[FIRST_RATE], case.rates[:-1]])},
        {"rates": lambda case: np.concatenate([case.rates[1:], case.rates[-1:]])},
    ],
    "rate-multiplied": {"rates": lambda case: FIRST_RATE * np.cumprod(case.rates)},
    "first-rate": {"rates": lambda case: np.full(len(case.rates), case.rates[0])},
    "tested-in-training": {"test_scale": 0.5},
    "stays-in-evaluation": [
        {"scale": in_evaluation_after_the_first},
        {"scale": in_evaluation},
    ],
    "tested-with-gradients": {"tracked": all_calls},
    "mean-of-means": {"average": over_batches},
    "tests-added-up": [{"average": added_up}, {"average": divided_by(lambda labels: 1)}],
    "tests-per-window": {"average": divided_by(n_windows)},
    "unlabelled-counted": [
        {"average": divided_by(n_tokens)},
        {"average": weighted_by_tokens(n_tokens)},
        {"average": weighted_by_tokens(n_labels)},
    ],
    "tests-carried-over": {
        "shown_tests": lambda tests: np.cumsum(tests) / np.arange(1, len(tests) + 1)
    },
    "perplexity": {"shown_tests": np.exp},
    "one-held-out-batch": [
        {"average": lambda losses, labels: losses[0]},
        {"average": lambda losses, labels: losses[-1]},
    ],
    "tested-early": [
        {"test_at": lambda step, every: step % every == 0},
        {"test_first": True},
        {"test_first": True, "test_at": lambda step, every: step % every == 0},
    ],
    "test-not-shifted": {"test_shift": lambda window: (window[:, :-1], window[:, :-1])},
}


def same(one: Run, other: Run) -> bool:
    return all_alike(one, other, 1e-4, 1e-5)


def details(output: Run, case: Case) -> dict[str, np.ndarray]:
    return first_difference(output, right(case), 1e-5)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, *, steps: int, every: int, windows: int, length: int,
    vocabulary: int = 5, held_out: int = 2, max_norm: float = 0.4,
) -> Case:  # fmt: skip
    """A random case. Each token is mostly followed by the next number, so there is to learn."""

    def text(rows: int, columns: int) -> np.ndarray:
        ways = rng.integers(vocabulary, size=(rows, 1)) + np.arange(columns)
        return (ways + (rng.random(ways.shape) < 0.3)) % vocabulary

    rows = [windows + 3 * i for i in range(held_out)]
    return Case(
        (2 * rng.normal(size=(vocabulary, vocabulary))).round(2),
        np.stack([text(windows, length) for _ in range(steps)]),
        rng.uniform(0.3, 3, size=steps).round(2),
        tuple(
            text(min(n, MOST_WINDOWS), min(length + i, LONGEST_WINDOW)) for i, n in enumerate(rows)
        ),
        every,
        max_norm,
    )


def usual(rng: np.random.Generator) -> Case:
    every = int(rng.integers(2, 4))
    return draw(
        rng,
        steps=every * int(rng.integers(2, 4)),
        every=every,
        windows=int(rng.integers(2, 4)),
        length=int(rng.integers(4, 7)),
        max_norm=float(rng.choice([0.2, 0.3, 0.4])),
    )


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(3)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), same)
    edges = [
        draw(rng, steps=1, every=1, windows=1, length=2, vocabulary=2),
        draw(rng, steps=4, every=1, windows=2, length=3, held_out=1),
        draw(rng, steps=6, every=6, windows=2, length=4, held_out=3),
        draw(rng, steps=4, every=2, windows=3, length=5, max_norm=LARGEST_NORM),
        draw(rng, steps=4, every=2, windows=3, length=5, max_norm=SMALLEST_NORM),
        draw(rng, steps=3, every=3, windows=3, length=5)._replace(rates=np.array([0, 2.0, 0])),
        draw(rng, steps=MOST_STEPS, every=10, windows=MOST_WINDOWS, length=LONGEST_WINDOW,
             vocabulary=LARGEST_VOCABULARY, held_out=MOST_HELD_OUT),
    ]  # fmt: skip
    return Cases(ordinary, (Edge(edges),))


train_bigram = Task(__name__, right, cases, VARIANTS, same=same, details=details).check
