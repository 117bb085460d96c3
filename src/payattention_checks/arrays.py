"""Functions of arrays that the checks of several tasks use."""

import numpy as np
import torch

EPS = 1e-5  # of a norm, as in torch


def itself(numbers: np.ndarray) -> np.ndarray:
    return numbers


def reshaped(matrix: np.ndarray) -> np.ndarray:
    """The matrix whose transpose is this one's numbers in the transposed shape."""
    return matrix.reshape(matrix.T.shape).T


def unit(rows: np.ndarray) -> np.ndarray:
    """The rows, each divided by its sum."""
    return rows / rows.sum(axis=-1, keepdims=True)


def softmax(scores: np.ndarray, *, axis: int | None = None) -> np.ndarray:
    """The softmax of torch over an axis, or over all scores."""
    table = torch.tensor(scores if axis is not None else scores.reshape(-1))
    return torch.softmax(table, axis or 0).numpy().reshape(scores.shape)


def log_softmax(scores: np.ndarray) -> np.ndarray:
    """The logarithm of the softmax over the last axis, without torch."""
    scores = scores - scores.max(axis=-1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))


def sigmoid(numbers: np.ndarray) -> np.ndarray:
    return torch.sigmoid(torch.tensor(numbers)).numpy()


def layer_norm(
    x: np.ndarray, *, axis: int | None = 1, ddof: int = 0, eps: float = EPS, power: float = 0.5
) -> np.ndarray:
    """LayerNorm without gain and bias, or over another axis, or with another divisor."""
    mean, variance = x.mean(axis=axis, keepdims=True), x.var(axis=axis, ddof=ddof, keepdims=True)
    return (x - mean) / (variance + eps) ** power


def eps_outside(x: np.ndarray) -> np.ndarray:
    return (x - x.mean(axis=1, keepdims=True)) / (x.std(axis=1, keepdims=True) + EPS)


def rms_norm(x: np.ndarray) -> np.ndarray:
    return x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + EPS)
