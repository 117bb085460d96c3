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
) -> Tensor:
    """Return the output of attention for the layer ``module``, normally by torch's fused kernel.

    The kernel does not return the weights. So inside a ``with attention_maps(model)`` block,
    ``formula``, which is `attention.attention`, computes the output and the weights. The block
    records the weights as they are before dropout. ``cross`` is True for cross-attention.
    """
    if not module._recorders:
        return fused_attention(query, key, value, mask, causal=causal, dropout=dropout)
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
    output = F.scaled_dot_product_attention(query, key, value, mask, dropout, is_causal=causal)
    return output.reshape(output.shape[4 - axes :]) if axes < 4 else output
