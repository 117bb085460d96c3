"""A layer of which a head is off, and its loss: rightly, or with a usual mistake."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


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


def by_sum_over_all(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    """The sum over the labelled positions, divided by the number of all."""
    return replaced(heads, i, heads[i][real(case)].sum(axis=0) / len(case.labels))


def by_mean_above_0(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    """Kind 0 is taken for no label."""
    return replaced(heads, i, heads[i][case.labels > 0].mean(axis=0))


def by_one_number(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads[i][real(case)].mean())


def by_mean_of_numbers(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads[i].mean(axis=1, keepdims=True))


def by_mean_of_heads(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, heads.mean(axis=0))


def by_the_others_here(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return replaced(heads, i, np.delete(heads, i, axis=0).mean(axis=0))


def by_mean_of_the_others(case: Case, heads: np.ndarray, i: int) -> np.ndarray:
    return by_mean(case, by_the_others_here(case, heads, i), i)


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


Merge = Callable[[Case, np.ndarray], np.ndarray]  # (case, heads) → (n, h d_v)


def one_after_another(case: Case, heads: np.ndarray) -> np.ndarray:
    return np.concatenate(list(heads), axis=1)


def number_by_number(case: Case, heads: np.ndarray) -> np.ndarray:
    """The heads interleaved."""
    return heads.transpose(1, 2, 0).reshape(heads.shape[1], -1)


def only_reshaped(case: Case, heads: np.ndarray) -> np.ndarray:
    """A row holds neighbouring positions of one head."""
    return heads.reshape(heads.shape[1], -1)


def real_ones_reshaped(case: Case, heads: np.ndarray) -> np.ndarray:
    """As above, after positions without a label were left out."""
    out = np.zeros((heads.shape[1], heads.shape[0] * heads.shape[2]))
    out[real(case)] = heads[:, real(case)].reshape(real(case).sum(), -1)
    return out


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


def of_kinds_above_0(case: Case) -> np.ndarray:
    return (case.labels > 0) / (case.labels > 0).sum()


def softmax(scores: np.ndarray) -> np.ndarray:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def loss(scores: np.ndarray, case: Case, weigh: Weigh) -> float:
    scores = scores - scores.max(axis=1, keepdims=True)
    log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return -float(weigh(case) @ log_p[np.arange(len(log_p)), case.labels])


def too_much(scores: np.ndarray, case: Case, weigh: Weigh) -> np.ndarray:
    """The gradient of the loss by the scores."""
    shares = softmax(scores)
    shares[np.arange(len(shares)), case.labels] -= 1
    return weigh(case)[:, None] * shares


def loss_of_softmax(scores: np.ndarray, case: Case, weigh: Weigh) -> float:
    return loss(softmax(scores), case, weigh)


def too_much_through_softmax(scores: np.ndarray, case: Case, weigh: Weigh) -> np.ndarray:
    shares = softmax(scores)
    slope = too_much(shares, case, weigh)
    return shares * (slope - (shares * slope).sum(axis=1, keepdims=True))
