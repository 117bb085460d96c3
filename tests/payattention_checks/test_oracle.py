"""The attention that checks compute themselves is what torch computes."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from payattention_checks.dot_product._oracle import attend

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
