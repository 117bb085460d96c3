"""The fast path of attention: torch's fused kernel, unless the weights are recorded."""

from collections.abc import Callable

import torch.nn.functional as F
from torch import Tensor

from payattention._masks import CheckedMask, require_mask, without_the_future
from payattention.maps import Attends

Formula = Callable[[Tensor, Tensor, Tensor, Tensor | None], tuple[Tensor, Tensor]]


def attend(
    formula: Formula,
    module: Attends,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | CheckedMask | None,
    causal: bool = False,
    cross: bool = False,
    dropout: float = 0.0,
    grouped: bool = False,
) -> Tensor:
    """Return the output of attention for the layer ``module``, normally by torch's fused kernel.

    The kernel does not return the weights. So inside a ``with attention_maps(model)`` block,
    ``formula``, such as `attention.attention`, computes the output and the weights. The block
    records the weights as they are before dropout. ``cross`` is True for cross-attention.
    ``grouped`` is True where heads of queries share keys and values.
    """
    if not module._recorders:
        how = {"causal": causal, "grouped": grouped}
        return fused_attention(query, key, value, mask, dropout=dropout, **how)
    mask = mask.allowed if isinstance(mask, CheckedMask) else mask
    if causal:
        mask = without_the_future(query, key, mask)
    output, weights = formula(query, key, value, mask)
    module.record(weights, cross=cross)
    return F.dropout(weights, dropout) @ value if dropout else output


def fused_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | CheckedMask | None = None,
    *,
    causal: bool = False,
    dropout: float = 0.0,
    grouped: bool = False,
) -> Tensor:
    """Return the output of `attention.attention`, by torch's kernel, which stores no weights.

    The kernel needs four axes, so missing axes are added with size 1, and removed from the output.
    If ``causal`` is True, there are three cases. A single query may use all keys: no causal mask is
    needed. With as many queries as keys and no ``mask``, the kernel's own causal mode is used.
    Else a causal mask is combined with ``mask`` and passed to the kernel.
    """
    if isinstance(mask, CheckedMask):
        mask = mask.allowed
    else:
        require_mask("mask", mask, (*query.shape[:-1], key.shape[-2]))
    if query.shape[-2] == 1:  # the last position has no future
        causal = False
    if causal and (mask is not None or query.shape[-2] != key.shape[-2]):
        mask, causal = without_the_future(query, key, mask), False
    axes = max(query.ndim, key.ndim, value.ndim)
    query, key, value = (
        x[(None,) * (4 - x.ndim)] if x.ndim < 4 else x for x in (query, key, value)
    )
    kernel = _grouped if grouped else F.scaled_dot_product_attention
    output = kernel(query, key, value, mask, dropout, causal)
    return output.reshape(output.shape[4 - axes :]) if axes < 4 else output


def _grouped(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, dropout: float, causal: bool
) -> Tensor:
    """Attention whose heads of keys serve groups of query heads, without copies of the keys.

    Each head of keys becomes a sequence of the batch, with the heads of its group as its heads.
    """
    batch, n_kv_heads = key.shape[:2]
    query = query.unflatten(1, (n_kv_heads, -1)).flatten(0, 1)  # (batch · kv, group, queries, d_k)
    key, value = (
        x.flatten(0, 1).unsqueeze(1).expand(-1, query.shape[1], -1, -1) for x in (key, value)
    )  # (batch · kv, group, keys, d_k)
    if mask is not None:
        mask = mask.expand(batch, -1, -1, -1).repeat_interleave(n_kv_heads, dim=0)
    output = F.scaled_dot_product_attention(query, key, value, mask, dropout, causal)
    return output.unflatten(0, (-1, n_kv_heads)).flatten(1, 2)  # (batch, heads, queries, d_v)
