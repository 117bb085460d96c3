"""What a step of a training adds to the weights: plain gradient descent, and other steps."""

from collections.abc import Callable, Sequence

import numpy as np

from payattention_checks.clipping import Weights, plus, times

History = Sequence[Weights]  # the clipped gradients of all steps so far
Change = Callable[[History, float, int], Weights]  # of the weights: (history, rate, batches)


def descend(history: History, rate: float, batches: int) -> Weights:
    return times(history[-1], -rate)


def at_the_end(history: History, rate: float, batches: int) -> Weights:
    return times(history[-1], -rate * (len(history) == batches))


def mean_at_the_end(history: History, rate: float, batches: int) -> Weights:
    return times(at_the_end(history, rate, batches), 1 / batches)


def one_late(history: History, rate: float, batches: int) -> Weights:
    return times(history[-2], -rate) if len(history) > 1 else times(history[0], 0)


def momentum(history: History, rate: float, batches: int) -> Weights:
    velocity = times(history[0], 0)
    for gradients in history:
        velocity = plus(times(velocity, 0.9), gradients)
    return times(velocity, -rate)


def adam(history: History, rate: float, batches: int) -> Weights:
    n = len(history)
    changes = []
    for of_one in zip(*history, strict=True):
        first, second = np.zeros_like(of_one[0]), np.zeros_like(of_one[0])
        for g in of_one:
            first, second = 0.9 * first + 0.1 * g, 0.999 * second + 0.001 * g**2
        size = np.sqrt(second / (1 - 0.999**n)) + 1e-8
        changes.append(-rate * first / (1 - 0.9**n) / size)
    return tuple(changes)
