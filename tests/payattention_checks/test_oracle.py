"""The attention and the heads that checks compute themselves are what they are said to be."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from payattention_checks.dot_product._blind_head import (
    heights_given,
    of_one_shape,
    scores_of_kinds,
)
from payattention_checks.dot_product._oracle import attend, run_head

HIDDEN = -np.inf


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("biased", [False, True])
def test_it_is_scaled_dot_product_attention(seed, biased):
    rng = np.random.default_rng(seed)
    n_q, n_k, d_k, d_v = rng.integers(1, 9, size=4)
    size = 10.0 ** rng.integers(-2, 3)  # up to one-hot weights
    query, key, value = (
        size * rng.normal(size=shape) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    )
    bias = np.where(rng.random((n_q, n_k)) < 0.5, HIDDEN, rng.normal(size=(n_q, n_k)))
    bias[0] = HIDDEN  # a query that sees nothing
    given = bias if biased else None
    mask = None if given is None else torch.tensor(given)
    expected = F.scaled_dot_product_attention(
        *(torch.tensor(array) for array in (query, key, value)), attn_mask=mask
    )
    np.testing.assert_allclose(attend(query, key, value, given), expected.numpy(), 1e-9, 1e-12)


def inputs_of(rng: np.random.Generator, n_kinds: int) -> list[np.ndarray]:
    """Inputs of two lengths: with all kinds, with kinds that do not occur, and with one alone."""
    drawn = [rng.integers(n_kinds, size=n) for n in (7, 7, 3, 7, 3)]
    drawn += [np.full(7, n_kinds - 1)]
    return [np.column_stack([np.eye(n_kinds)[hot], rng.uniform(-9, 9, len(hot))]) for hot in drawn]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("reads_heights", [False, True])
def test_a_head_run_by_kinds_gives_what_it_gives_run_by_tokens(seed, reads_heights):
    rng = np.random.default_rng(seed)
    n_kinds, d_k = rng.integers(1, 6, size=2)
    size = 10.0 ** rng.integers(-2, 3)
    W_Q, W_K = size * rng.normal(size=(2, n_kinds + 1, d_k))
    if not reads_heights:
        W_Q[-1] = W_K[-1] = 0
    weights = W_Q, W_K, rng.normal(size=(n_kinds + 1, 1))
    inputs = inputs_of(rng, n_kinds)
    tried = 0
    for tokens in of_one_shape(inputs):
        for part, heights in heights_given(weights, tokens):
            for number, given in zip(tokens.numbers[part], heights, strict=True):
                expected = run_head(weights, inputs[number])[:, 0]
                np.testing.assert_allclose(given, expected, 1e-9, 1e-9)
                tried += 1
    assert tried == len(inputs)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("matrix", range(3))
def test_a_head_that_is_not_finite_is_run_by_tokens(matrix, bad):
    """Where it multiplies ∞ by 0, it gives NaN; by kinds it would not."""
    weights = np.eye(3, 2), np.eye(3, 2), np.eye(3)[:, 2:]
    weights[matrix][0, 0] = bad
    assert scores_of_kinds(weights) is None
