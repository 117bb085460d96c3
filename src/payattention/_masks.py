"""Masks: which keys each query may attend to."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from payattention.require import require_in_range

Mask = Bool[Tensor, "*#batch #queries #keys"]
SourceMask = Bool[Tensor, "*#batch #target #source"]
RealTokens = Bool[Tensor, "#batch 1 keys"]


class CheckedMask(NamedTuple):
    """A mask that was found to fit, with an axis for the heads."""

    allowed: Bool[Tensor, "*batch 1 queries keys"]


def causal_mask(n: int, device: torch.device | None = None) -> Bool[Tensor, "queries keys"]:
    """Make a mask that lets position i attend to positions 0 … i, but not to later ones.

    For a batch write ``causal_mask(n)[None]``: a mask has as many axes as the scores.
    Source: Vaswani et al. (2017), section 3.2.3.
    """
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def padding_mask(
    lengths: Int[Tensor, " batch"], max_len: int | None = None
) -> Bool[Tensor, "batch 1 keys"]:
    """Make a mask that lets every query attend to the real keys, but not to the padding.

    Sequence b holds ``lengths[b]`` real tokens, then padding up to ``max_len``
    (default: the longest). The middle axis has size 1, to broadcast over queries.
    Raises: ValueError if a length is below 0 or above max_len.
    """
    max_len = int(lengths.max()) if max_len is None else max_len
    require_in_range("lengths", lengths, 0, max_len)
    return torch.arange(max_len, device=lengths.device) < lengths[:, None, None]


def check_mask(mask: Tensor | CheckedMask | None, shape: Sequence[int]) -> CheckedMask | None:
    """Check a mask as `require_mask` does, and give it an axis of size 1 for the heads.

    So a model checks a mask once, where it enters, and its layers do not check it again. A layer
    that is called by itself gets a mask that is not checked yet.
    """
    if mask is None or isinstance(mask, CheckedMask):
        return mask
    require_mask("mask", mask, shape)
    return CheckedMask(mask.unsqueeze(-3))  # (…, 1, queries, keys)


def without_the_future(query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
    """Return a causal mask, combined by "and" with ``mask`` if there is one.

    Each query may use the keys at its own position and before. The last query is at the position of
    the last key: if there are 2 queries and 5 keys, query 0 may use keys 0 to 3.
    Raises: ValueError if there are more queries than keys.
    """
    n_queries, n_keys = query.shape[-2], key.shape[-2]
    if n_queries > n_keys:
        counts = f"{n_queries} queries and {n_keys} keys"
        raise ValueError(f"causal queries must not outnumber the keys, but there are {counts}")
    position = torch.arange(n_keys, device=key.device)
    past = position <= position[n_keys - n_queries :, None]  # (queries, keys)
    past = past[(None,) * (query.ndim - 2)]  # (1, …, 1, queries, keys)
    return past if mask is None else mask & past


def require_mask(name: str, mask: Tensor | None, shape: Sequence[int]) -> None:
    """Require a mask, if any, to be boolean and to have as many axes as the scores.

    ``shape`` is the shape of the scores. Each axis of the mask has the size of the scores' axis, or
    size 1. A 2-D mask is refused for a batch: it could be (batch, keys) or (queries, keys).
    """
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise ValueError(
            f"{name} must be boolean, with True for keys that a query may attend to, but its dtype "
            f"is {mask.dtype}"
        )
    same = all(m == 1 or m == n for m, n in zip(mask.shape, shape, strict=False))
    if mask.ndim != len(shape) or not same:
        axes = f"(…, queries, keys) = {tuple(shape)}, each of this size or of size 1"
        raise ValueError(f"{name} must have the axes {axes}, but its shape is {tuple(mask.shape)}")
