"""Attention, forward and backward, beside torch's own functions on the same tensors."""

from collections.abc import Iterator

import torch
import torch.nn.functional as F
from tests.benchmarks.pairs import Row, compare
from torch import nn

from payattention._kernel import fused_attention
from payattention.attention import AttentionHead, causal_mask


def rows() -> Iterator[Row]:
    torch.manual_seed(0)
    for n in (64, 512, 2048):
        yield masked_attention(n)
    head, theirs = AttentionHead(128, 128, 128), nn.MultiheadAttention(128, 1, batch_first=True)
    x = torch.randn(8, 256, 128)
    yield compare(
        "one head, n = 256, d = 128, batch 8",
        lambda: head(x).sum().backward(),
        "nn.MultiheadAttention, one head",
        lambda: theirs(x, x, x, need_weights=False)[0].sum().backward(),
        amount=8 * 256,
        unit="tokens",
    )


def masked_attention(n: int) -> Row:
    query, key, value = (torch.randn(1, 8, n, 64, requires_grad=True) for _ in range(3))
    mask = causal_mask(n, query.device)[None, None]
    return compare(
        f"attention, n = {n}, 8 × 64",
        lambda: fused_attention(query, key, value, mask).sum().backward(),
        "scaled_dot_product_attention",
        lambda: F.scaled_dot_product_attention(query, key, value, mask).sum().backward(),
        amount=n,
        unit="tokens",
    )
