"""Run a hand-made head on many inputs, in less time if its scores do not depend on the heights.

Nearly every right head is blind in this sense: it attends by the one-hot entries of the tokens, and
only its values read the heights. Then all tokens of a kind, those with the same one-hot entry, have
one query and one key. An input of 50 tokens of 20 kinds needs 20 · 20 scores in place of 50 · 50,
and inputs with the same kinds share them.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from payattention_checks.dot_product._oracle import Weights, run_head

MOST_SCORES = 20_000  # of the inputs that a head is run on at once: more leave the cache


class Tokens(NamedTuple):
    """Inputs of one shape.

    numbers  the inputs' numbers among all inputs
    tokens   (inputs, tokens, kinds + 1): one-hot vectors, each followed by a height
    indices  of each token's kind in an array (inputs, kinds), as an index
    counts   how many tokens of each kind there are, (inputs, kinds); (1, kinds) if in all the same
    sums     the sum of the heights of each kind's tokens, (inputs, kinds)
    absent   −∞ for a kind without a token, otherwise 0, shaped as ``counts``; None if there is none
    """

    numbers: list[int]
    tokens: np.ndarray
    indices: tuple[np.ndarray, np.ndarray]
    counts: np.ndarray
    sums: np.ndarray
    absent: np.ndarray | None


def of_one_shape(inputs: Sequence[np.ndarray]) -> list[Tokens]:
    """The inputs, those of one shape together."""
    by_shape: dict[tuple[int, ...], list[int]] = {}
    for number, tokens in enumerate(inputs):
        by_shape.setdefault(tokens.shape, []).append(number)
    return [
        described(numbers, np.stack([inputs[i] for i in numbers])) for numbers in by_shape.values()
    ]


def described(numbers: list[int], tokens: np.ndarray) -> Tokens:
    one_hot, heights = tokens[..., :-1], tokens[..., -1]
    counts = one_hot.sum(axis=1)
    if (counts == counts[0]).all():
        counts = counts[:1]
    absent = None if counts.all() else np.where(counts > 0, 0, -np.inf)
    sums = (heights[:, None] @ one_hot)[:, 0]
    indices = np.arange(len(tokens))[:, None], one_hot.argmax(axis=2)
    return Tokens(numbers, tokens, indices, counts, sums, absent)


def heights_given(weights: Weights, inputs: Tokens) -> Iterator[tuple[slice, np.ndarray]]:
    """The heights that a head gives the tokens, for one slice of the inputs after the other.

    The shapes of the weights must fit the tokens.
    """
    scores = scores_of_kinds(weights)
    if scores is not None:
        yield slice(None), of_blind_head(scores, weights[2], inputs)
        return
    n = inputs.tokens.shape[1]
    most = max(1, MOST_SCORES // n**2)
    for start in range(0, len(inputs.tokens), most):
        part = slice(start, start + most)
        yield part, run_head(weights, inputs.tokens[part])[..., 0]


def scores_of_kinds(weights: Weights) -> np.ndarray | None:
    """How well the kinds' queries match their keys; None if heights take part, or NaN or ∞."""
    W_Q, W_K, _ = weights
    if W_Q[-1].any() or W_K[-1].any() or not all(np.isfinite(W).all() for W in weights):
        return None
    queries, keys = W_Q[:-1].astype(float), W_K[:-1].astype(float)
    scores = queries @ keys.T / W_Q.shape[1] ** 0.5
    return scores if np.isfinite(scores).all() else None


def of_blind_head(scores: np.ndarray, W_V: np.ndarray, inputs: Tokens) -> np.ndarray:
    present = scores if inputs.absent is None else scores + inputs.absent[:, None]
    shares = np.exp(present - present.max(axis=-1, keepdims=True))  # ([inputs,] kinds, kinds)
    value, rate = W_V[:-1, 0].astype(float), float(W_V[-1, 0])
    values = inputs.counts * value + inputs.sums * rate  # (inputs, kinds)
    total = (shares @ inputs.counts[..., None])[..., 0]
    outputs = (shares @ values[..., None])[..., 0] / total
    return outputs[inputs.indices]
