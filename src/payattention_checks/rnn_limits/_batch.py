"""A batch of sequences, read by an RNN: the loss, and the gradient of each weight, step by step.

Both can be computed wrongly, in the usual ways. The bank's answers compare them with torch's.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from payattention_checks.arrays import itself, log_softmax

Weights = tuple[np.ndarray, ...]  # W, U, b, V and c, or their gradients

# Of scores and of one-hot labels, (…, classes) each: the losses, (…), and their gradients.
Loss = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


def cross_entropy(scores: np.ndarray, hot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    logs = log_softmax(scores)
    return -(hot * logs).sum(axis=-1), np.exp(logs) - hot


def before_softmax(p: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """The gradient for the scores, from that for their softmax p."""
    return p * (gradient - (gradient * p).sum(axis=-1, keepdims=True))


def softmax_twice(scores: np.ndarray, hot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    p = np.exp(log_softmax(scores))
    losses, gradient = cross_entropy(p, hot)
    return losses, before_softmax(p, gradient)


def without_logarithm(scores: np.ndarray, hot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    p = np.exp(log_softmax(scores))
    return -(hot * p).sum(axis=-1), before_softmax(p, -hot)


def without_softmax(scores: np.ndarray, hot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return -(hot * scores).sum(axis=-1), -hot


Scale = Callable[[tuple[int, ...]], float]


def mean(shape: tuple[int, ...]) -> float:
    """What the losses of all read-outs and sequences are multiplied by before they are added."""
    read_outs, sequences, _ = shape
    return 1 / (read_outs * sequences)


def of_tanh(states: Sequence[np.ndarray], t: int) -> np.ndarray:
    return 1 - states[t + 1] ** 2


class Reader(NamedTuple):
    """How a batch is read, and what its loss is.

    loss        the loss of one sequence
    looks       for a length, what each read-out sees of the states, (read-outs, length)
    reported    the scale of the losses that are returned
    scale       the scale of those that gradients are made of
    derivative  that of tanh, from all states and the number of the one before
    back        what stands for U on the way back
    truncated   gradients do not pass from a state to the one before
    unused      the numbers of the weights that are taken for 0
    two_biases  there is a second b, which is trained, too
    """

    loss: Loss = cross_entropy
    looks: Callable[[int], np.ndarray] = lambda length: np.eye(length)[-1:]
    reported: Scale = mean
    scale: Scale = mean
    derivative: Callable[[Sequence[np.ndarray], int], np.ndarray] = of_tanh
    back: Callable[[np.ndarray], np.ndarray] = itself
    truncated: bool = False
    unused: tuple[int, ...] = ()
    two_biases: bool = False


CORRECT = Reader()


class Batch(NamedTuple):
    x: np.ndarray
    labels: np.ndarray
    start: np.ndarray


class Result(NamedTuple):
    """The loss of a batch, the gradients of all weights and of a second b, and the last states."""

    loss: float
    gradients: Weights
    last: np.ndarray


def read(weights: Weights, batch: Batch, reader: Reader) -> Result:
    W, U, b, V, c, second = (w * (i not in reader.unused) for i, w in enumerate(weights))
    states = [batch.start]
    for items in np.moveaxis(batch.x, 1, 0):
        states.append(np.tanh(items @ W.T + states[-1] @ U.T + b + second))
    looks = reader.looks(len(states) - 1)
    seen = np.tensordot(looks, np.stack(states[1:]), 1)  # (read-outs, sequences, d_h)
    scores = seen @ V.T + c
    hot = np.broadcast_to(np.eye(len(c))[batch.labels], scores.shape)
    losses, by_scores = reader.loss(scores, hot)
    by_scores = by_scores * reader.scale(scores.shape)
    of_V = np.einsum("rsc,rsh->ch", by_scores, seen)
    direct = np.tensordot(looks.T, by_scores @ V, 1)
    of_states = through_time(states, batch.x, U, direct, reader)
    gradients = [*of_states, of_V, by_scores.sum(axis=(0, 1)), reader.two_biases * of_states[-1]]
    used = tuple(g * (i not in reader.unused) for i, g in enumerate(gradients))
    return Result(float(losses.sum() * reader.reported(scores.shape)), used, states[-1])


def through_time(
    states: Sequence[np.ndarray], x: np.ndarray, U: np.ndarray, direct: np.ndarray, reader: Reader
) -> list[np.ndarray]:
    """The gradients of W, U and b; ``direct`` is what the loss sends to each state itself."""
    of_W, of_U, of_b = np.zeros((len(U), x.shape[-1])), np.zeros_like(U), np.zeros(len(U))
    later = np.zeros_like(states[0])
    for t in reversed(range(len(direct))):
        inside = reader.derivative(states, t) * (direct[t] + later)
        of_W += inside.T @ x[:, t]
        of_U += inside.T @ states[t]
        of_b += inside.sum(axis=0)
        later = inside @ reader.back(U) * (not reader.truncated)
    return [of_W, of_U, of_b]
