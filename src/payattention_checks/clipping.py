"""Gradients of several weights, clipped together at a norm; and the other ways to clip them."""

from collections.abc import Callable

import numpy as np

Weights = tuple[np.ndarray, ...]  # of one model, or their gradients
Clip = Callable[[Weights, float], Weights]
Norm = Callable[[Weights], float]


def times(gradients: Weights, factor: float) -> Weights:
    return tuple(factor * g for g in gradients)


def plus(one: Weights, other: Weights) -> Weights:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def euclidean(gradients: Weights) -> float:
    return float(np.sqrt(sum(np.square(g).sum() for g in gradients)))


def by(norm: Norm) -> Clip:
    def clip(gradients: Weights, most: float) -> Weights:
        length = norm(gradients)
        return times(gradients, most / length) if length > most else gradients

    return clip


by_norm = by(euclidean)


def each_alone(gradients: Weights, most: float) -> Weights:
    return tuple(by_norm((g,), most)[0] for g in gradients)


def by_value(gradients: Weights, most: float) -> Weights:
    return tuple(g.clip(-most, most) for g in gradients)


def not_at_all(gradients: Weights, most: float) -> Weights:
    return gradients


def always(gradients: Weights, most: float) -> Weights:
    return times(gradients, most / (euclidean(gradients) or 1))


def to_length_1(gradients: Weights, most: float) -> Weights:
    length = euclidean(gradients)
    return times(gradients, 1 / length) if length > most else gradients


def to_zero(gradients: Weights, most: float) -> Weights:
    return times(gradients, float(euclidean(gradients) <= most))


def shorter_ones(gradients: Weights, most: float) -> Weights:
    """Lengthen the short ones in place of shortening the long ones."""
    length = euclidean(gradients)
    return times(gradients, most / length) if 0 < length < most else gradients


def by_factor_most(gradients: Weights, most: float) -> Weights:
    return times(gradients, most) if euclidean(gradients) > most else gradients


def without(fixed: tuple[int, ...], counted: bool) -> Clip:
    """Leave some gradients out, before the norm is computed or, if they are ``counted``, after."""

    def left(gradients: Weights) -> Weights:
        return tuple(g * (i not in fixed) for i, g in enumerate(gradients))

    return lambda gradients, most: left(by_norm(gradients if counted else left(gradients), most))


OTHER_NORMS = [
    by(lambda gradients: euclidean(gradients) ** 2),
    by(lambda gradients: sum(euclidean((g,)) for g in gradients)),
    by(lambda gradients: float(sum(np.abs(g).sum() for g in gradients))),
    by(lambda gradients: float(max(np.abs(g).max() for g in gradients))),
    by(lambda gradients: max(euclidean((g,)) for g in gradients)),
]
