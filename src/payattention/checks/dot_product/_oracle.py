"""Attention, and one attention head, computed by torch: the references of the checks."""

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.remember import remembered


@remembered
def attend(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, bias: np.ndarray | None = None
) -> np.ndarray:
    """The output of attention, computed by torch: (queries, d_v).

    ``bias`` is added to the scaled scores before the softmax.
    """
    q, k, v = (torch.tensor(np.asarray(a, dtype=float)) for a in (query, key, value))
    mask = None if bias is None else torch.tensor(bias).expand(len(q), len(k))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()


Weights = tuple[np.ndarray, np.ndarray, np.ndarray]  # W_Q, W_K, W_V of a head


def run_head(weights: Weights, tokens: np.ndarray) -> np.ndarray:
    """The output of one self-attention head over the tokens, by torch: (tokens, d_v).

    ``weights`` are W_Q, W_K and W_V.
    """
    W_Q, W_K, W_V = weights
    return attend(tokens @ W_Q, tokens @ W_K, tokens @ W_V)
