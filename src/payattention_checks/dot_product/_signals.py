"""Gradients of the scores, from the weights w and the wanted weights y: right and wrong ones."""

from collections.abc import Callable

import numpy as np

from payattention_checks.dot_product._targets import Table, over_keys

Weigh = Callable[[Table], Table]
Signal = Callable[[Table, Table], Table]  # of the weights and the wanted weights


def of_log(w: Table, y: Table) -> Table:
    return w - y


def through_softmax(w: Table, gradient: Table) -> Table:
    """The gradient of the scores, from that of the weights."""
    return w * (gradient - (w * gradient).sum(axis=1, keepdims=True))


def of_weight(w: Table, y: Table) -> Table:
    return through_softmax(w, -y)


def of_squares(w: Table, y: Table) -> Table:
    return through_softmax(w, w - y)


def of_second_softmax(again: Weigh) -> Signal:
    return lambda w, y: through_softmax(w, again(w) - y)


def over_columns(w: Table, y: Table) -> Table:
    return w * y.sum(axis=0) - y


def over_table(w: Table, y: Table) -> Table:
    return w * y.sum() - y


def all_columns(w: Table, y: Table) -> Table:
    """What ``w[:, targets] -= 1`` leaves."""
    return w - y.any(axis=0)


def visible_again(w: Table) -> Table:
    return over_keys(np.where(w > 0, w, -np.inf))


def added_to_weight(small: float) -> Signal:
    """The logarithm is that of the weight and a small number."""

    def signal(w: Table, y: Table) -> Table:
        weight = (w * y).sum(axis=1, keepdims=True)
        return weight / (weight + small) * (w - y)

    return signal


def cut_from_below(small: float) -> Signal:
    return lambda w, y: ((w * y).sum(axis=1, keepdims=True) > small) * (w - y)
