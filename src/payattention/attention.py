"""Attention: how well each query matches each key, what may be looked at, and the average.

    scores   how well does query i match key j?      dot, scaled_dot, Bilinear, Additive
    masks    may query i look at key j?              causal_mask, padding_mask
    weights  softmax over the keys                   masked_softmax
    output   the weighted average of the values      attention, AttentionHead
    heads    several averages side by side           MultiHeadAttention
    memory   keys and values already computed        KVCache

A mask is boolean and True means "may be attended to", as in torch.
"""

from collections.abc import Callable
from typing import Any, Literal

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from numpy import broadcast_shapes  # torch's own takes longer than a small attention
from torch import Tensor, nn

from payattention.require import WHOLE, require_floats, require_positive, require_sequence

Mask = Bool[Tensor, "*#batch #queries #keys"]
Score = Callable[[Tensor, Tensor], Tensor]
Maps = list[Float[Tensor, "*_batch _heads _queries _keys"]]


# ── scores ────────────────────────────────────────────────────────────────────────────────────


def dot(
    query: Float[Tensor, "*#batch queries d_k"], key: Float[Tensor, "*#batch keys d_k"]
) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by their dot product, q·k.

    Source: Luong et al. (2015), section 3.1, "dot".
    """
    return query @ key.mT


def scaled_dot(
    query: Float[Tensor, "*#batch queries d_k"], key: Float[Tensor, "*#batch keys d_k"]
) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by q·k / √d_k, whose spread no d_k changes.

    Source: Vaswani et al. (2017), section 3.2.1, equation 1.
    """
    return query @ key.mT / query.shape[-1] ** 0.5


class Bilinear(nn.Module):
    """Score by q W kᵀ with a learned W, so that queries and keys may differ in size.

    Source: Luong et al. (2015), section 3.1, "general".
    """

    def __init__(self, d_q: int, d_k: int):
        super().__init__()
        require_positive(d_q=d_q, d_k=d_k)
        self.weight = nn.Parameter(torch.empty(d_q, d_k))
        nn.init.xavier_uniform_(self.weight)

    def forward(
        self, query: Float[Tensor, "*#batch queries d_q"], key: Float[Tensor, "*#batch keys d_k"]
    ) -> Float[Tensor, "*#batch queries keys"]:
        return query @ self.weight @ key.mT


class Additive(nn.Module):
    """Score by tanh(q W + k U) vᵀ: a network with one hidden layer of ``d_hidden`` units.

    Source: Bahdanau et al. (2015), appendix A.1.2.
    """

    def __init__(self, d_q: int, d_k: int, d_hidden: int):
        super().__init__()
        require_positive(d_q=d_q, d_k=d_k, d_hidden=d_hidden)
        self.W = nn.Linear(d_q, d_hidden, bias=False)
        self.U = nn.Linear(d_k, d_hidden, bias=False)
        self.v = nn.Linear(d_hidden, 1, bias=False)

    def forward(
        self, query: Float[Tensor, "*#batch queries d_q"], key: Float[Tensor, "*#batch keys d_k"]
    ) -> Float[Tensor, "*#batch queries keys"]:
        return self.of_prepared(query, self.U(key))

    def of_prepared(
        self,
        query: Float[Tensor, "*#batch queries d_q"],
        kU: Float[Tensor, "*#batch keys d_hidden"],
    ) -> Float[Tensor, "*#batch queries keys"]:
        """The scores, given k U, which a decoder needs to compute only once for all its steps."""
        every_pair = self.W(query).unsqueeze(-2) + kU.unsqueeze(-3)
        return self.v(torch.tanh(every_pair)).squeeze(-1)


# ── masks ─────────────────────────────────────────────────────────────────────────────────────


def causal_mask(
    n: int,
    device: torch.device | None = None,
) -> Bool[Tensor, "queries keys"]:
    """Let position i attend to positions 0 … i: itself and the past, never the future.

    Source: Vaswani et al. (2017), section 3.2.3.
    """
    require_positive(n=n)
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def padding_mask(
    lengths: Int[Tensor, " batch"], max_len: int | None = None
) -> Bool[Tensor, "batch 1 keys"]:
    """Let every query attend to the real keys of its sequence, never to the padding.

    Sequence b holds ``lengths[b]`` real tokens, then padding up to ``max_len``
    (default: the longest). The middle axis has size 1: the mask broadcasts over queries.
    Raises: ValueError where lengths are no whole numbers, there is none, or one is below 0 or
    above max_len.
    """
    if lengths.ndim != 1 or len(lengths) == 0 or lengths.dtype not in WHOLE:
        raise ValueError(
            f"lengths must be whole numbers, one for each sequence, "
            f"but their shape is {tuple(lengths.shape)} and their dtype {lengths.dtype}"
        )
    shortest, longest = int(lengths.min()), int(lengths.max())
    max_len = longest if max_len is None else max_len
    if shortest < 0:
        raise ValueError(f"lengths must not be negative, but one is {shortest}")
    if longest > max_len:
        raise ValueError(f"lengths must be at most max_len = {max_len}, but one is {longest}")
    return torch.arange(max_len, device=lengths.device) < lengths[:, None, None]


# ── weights ───────────────────────────────────────────────────────────────────────────────────


def masked_softmax(
    scores: Float[Tensor, "*batch queries keys"], mask: Mask | None = None
) -> Float[Tensor, "*batch queries keys"]:
    """Turn each query's scores into weights over the keys it may attend to.

    Weights of forbidden keys are 0 and the others sum to 1. A query that may attend to
    nothing gets only zeros, in the output and in the gradient, where −∞ before softmax
    would give NaN.
    Raises: ValueError where the mask is not boolean or does not fit the scores.
    """
    if mask is None:
        return scores.softmax(dim=-1)
    require_mask("mask", mask, tuple(scores.shape))
    lowest = torch.finfo(scores.dtype).min
    weights = scores.masked_fill(~mask, lowest).softmax(dim=-1)
    return weights.masked_fill(~mask, 0.0)


# ── attention ─────────────────────────────────────────────────────────────────────────────────


def attention(
    query: Float[Tensor, "*#batch queries d_q"],
    key: Float[Tensor, "*#batch keys d_k"],
    value: Float[Tensor, "*#batch keys d_v"],
    mask: Mask | None = None,
    *,
    score: Score = scaled_dot,
    causal: bool = False,
    need_weights: bool = False,
) -> (
    Float[Tensor, "*batch queries d_v"]
    | tuple[Float[Tensor, "*batch queries d_v"], Float[Tensor, "*batch queries keys"]]
):
    """Average the values, weighted by how well each query matches each key.

        Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V

    Any other ``score(query, key)`` may stand for Q Kᵀ / √d_k. With ``causal`` the
    queries are the last of the keys' positions, and none attends to a later one.
    Returns the output, and with ``need_weights`` also the weights; without them torch's
    fused kernel computes the same output and never stores the matrix of weights. What is masked
    counts for nothing, but must be finite all the same: 0 · NaN is NaN.
    Source: Vaswani et al. (2017), section 3.2.1, equation 1.
    Raises: ValueError where shapes do not fit together or the mask is not boolean.
    """
    require_that_they_fit(query, key, value, mask, score, causal)
    fused = score is scaled_dot and not need_weights
    if causal:
        mask, causal = _without_the_future(query, key, mask, by_kernel=fused)
    if fused:
        return _fused(query, key, value, mask, causal)
    scores = score(query, key)
    if scores.shape[-2:] != (query.shape[-2], key.shape[-2]):
        raise ValueError(
            f"score must return (…, queries, keys) = (…, {query.shape[-2]}, {key.shape[-2]}), "
            f"but its shape is {tuple(scores.shape)}"
        )
    weights = masked_softmax(scores, mask)
    output = weights @ value
    return (output, weights) if need_weights else output


class AttentionHead(nn.Module):
    """One head: three learned views of its input, as queries, keys and values.

    Self-attention, ``head(x)``: all three come from ``x``. Cross-attention,
    ``head(x, context)``: the queries come from ``x``, the keys and values from
    ``context``, which may have another length and, with ``d_context``, another width.
    Source: Vaswani et al. (2017), section 3.2.2, one head_i.
    Raises: ValueError where sizes or sequences do not fit together.
    """

    def __init__(self, d_model: int, d_k: int, d_v: int, *, d_context: int | None = None):
        super().__init__()
        d_context = d_model if d_context is None else d_context
        require_positive(d_model=d_model, d_k=d_k, d_v=d_v, d_context=d_context)
        self.W_Q = nn.Linear(d_model, d_k, bias=False)
        self.W_K = nn.Linear(d_context, d_k, bias=False)
        self.W_V = nn.Linear(d_context, d_v, bias=False)

    def forward(
        self,
        x: Float[Tensor, "*batch queries d_model"],
        context: Float[Tensor, "*batch keys d_context"] | None = None,
        mask: Mask | None = None,
        *,
        need_weights: bool = False,
    ) -> (
        Float[Tensor, "*batch queries d_v"]
        | tuple[Float[Tensor, "*batch queries d_v"], Float[Tensor, "*batch queries keys"]]
    ):
        context = x if context is None else context
        require_sequence("x", x, self.W_Q.in_features)
        require_sequence("context", context, self.W_K.in_features)
        query, key, value = self.W_Q(x), self.W_K(context), self.W_V(context)
        return attention(query, key, value, mask, need_weights=need_weights)


class KVCache:
    """The keys and values of the tokens so far, so that generation computes each only once.

    ``len(cache)`` is the number of those tokens. No gradient flows through a cache.
    """

    def __init__(self) -> None:
        self._keys = self._values = torch.empty(0, 0)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def keys(self) -> Float[Tensor, "*batch heads keys d_k"]:
        return self._keys.narrow(-2, 0, self._length)

    @property
    def values(self) -> Float[Tensor, "*batch heads keys d_v"]:
        return self._values.narrow(-2, 0, self._length)

    def append(
        self,
        key: Float[Tensor, "*batch heads new d_k"],
        value: Float[Tensor, "*batch heads new d_v"],
    ) -> None:
        """Add the keys and values of new tokens behind those that are here."""
        start, new = self._length, key.shape[-2]
        if start and key.shape[:-2] != self._keys.shape[:-2]:
            raise ValueError(
                f"cache must be of sequences as many as it is used for, "
                f"but it is of {tuple(self._keys.shape[:-2])} and not {tuple(key.shape[:-2])}"
            )
        self._keys = _with_room(self._keys, key, start)
        self._values = _with_room(self._values, value, start)
        self._keys.narrow(-2, start, new).copy_(key.detach())
        self._values.narrow(-2, start, new).copy_(value.detach())
        self._length = start + new

    def select(self, rows: Int[Tensor, " rows"]) -> "KVCache":
        """The cache of these sequences of the batch, in this order, as beam search needs it."""
        chosen = KVCache()
        if self._length:
            chosen.append(self.keys[rows], self.values[rows])
        return chosen


class MultiHeadAttention(nn.Module):
    """Several heads side by side, each with its own view of the input.

        MultiHead(x) = Concat(head_1, …, head_h) W_O,  head_i = Attention(x W_Qⁱ, c W_Kⁱ, c W_Vⁱ)

    The context c is ``x`` itself in self-attention, ``mha(x)``, and another sequence in
    cross-attention, ``mha(x, context)``. ``combine`` says what becomes of the heads: their
    "mean" (width d_v), "concat" (width n_heads · d_v), or "projection", concat times W_O.
    By default d_k = d_v = d_model / n_heads, so that all heads together cost as much as one of
    full width. Source: Vaswani et al. (2017), section 3.2.2.
    Raises: ValueError where sizes are not positive or d_model does not split among the heads.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        *,
        d_k: int | None = None,
        d_v: int | None = None,
        d_context: int | None = None,
        bias: bool = True,
        combine: Literal["mean", "concat", "projection"] = "projection",
    ):
        super().__init__()
        require_positive(d_model=d_model, n_heads=n_heads)
        if d_model % n_heads and None in (d_k, d_v):
            raise ValueError(
                f"d_model must be a multiple of n_heads = {n_heads} unless d_k and d_v are given, "
                f"but it is {d_model}"
            )
        if combine not in ("mean", "concat", "projection"):
            raise ValueError(
                f"combine must be 'mean', 'concat' or 'projection', but it is {combine!r}"
            )
        d_k = d_model // n_heads if d_k is None else d_k
        d_v = d_model // n_heads if d_v is None else d_v
        d_context = d_model if d_context is None else d_context
        require_positive(d_k=d_k, d_v=d_v, d_context=d_context)
        self.n_heads, self.combine = n_heads, combine
        self.W_Q = nn.Linear(d_model, n_heads * d_k, bias)
        self.W_K = nn.Linear(d_context, n_heads * d_k, bias)
        self.W_V = nn.Linear(d_context, n_heads * d_v, bias)
        if combine == "projection":
            self.W_O = nn.Linear(n_heads * d_v, d_model, bias)

    def forward(
        self,
        x: Float[Tensor, "*batch queries d_model"],
        context: Float[Tensor, "*batch keys d_context"] | None = None,
        mask: Mask | None = None,
        *,
        value: Float[Tensor, "*batch keys d_context"] | None = None,
        causal: bool = False,
        cache: KVCache | None = None,
        need_weights: bool = False,
        maps: Maps | None = None,
    ) -> (
        Float[Tensor, "*batch queries d_out"]
        | tuple[Float[Tensor, "*batch queries d_out"], Float[Tensor, "*batch heads queries keys"]]
    ):
        """Attend from ``x`` to ``context`` (default: ``x``).

        ``value``  what is averaged, where it is not the context itself
        ``causal``  no query attends to a later position
        ``cache``  in self-attention, keys and values of earlier tokens, to which these are added;
            in cross-attention, those of the context, computed at the first call
        ``need_weights``  also return every head's weights
        ``maps``  a list to which every head's weights are added: how a model collects its layers'
        Where a query may attend to nothing, every head gives zeros, so that what W_O makes of them,
        its bias, is the output.
        Raises: ValueError where sequences, mask and sizes do not fit together.
        """
        require_sequence("x", x, self.W_Q.in_features)
        query = self._heads(self.W_Q(x))
        keys, values = self._keys_and_values(x, context, value, cache)
        if mask is not None:
            require_mask("mask", mask, (*x.shape[:-1], keys.shape[-2]))
            mask = mask.unsqueeze(-3) if mask.ndim > 2 else mask  # the same for every head
        show = need_weights or maps is not None
        heads: Any = attention(query, keys, values, mask, causal=causal, need_weights=show)
        if show:
            heads, weights = heads
            if maps is not None:
                maps.append(weights)
        output = self._combined(heads)
        return (output, weights) if need_weights else output

    def _keys_and_values(
        self, x: Tensor, context: Tensor | None, value: Tensor | None, cache: KVCache | None
    ) -> tuple[Tensor, Tensor]:
        if cache is not None and context is not None and len(cache) > 0:
            if cache.keys.shape[:-3] != x.shape[:-2]:
                raise ValueError(
                    f"cache must be of sequences as many as x, {tuple(x.shape[:-2])}, "
                    f"but it is of {tuple(cache.keys.shape[:-3])}"
                )
            return cache.keys, cache.values  # the context is still the one of the first call
        if context is not None or x.shape[-1] != self.W_K.in_features:
            require_sequence("context", x if context is None else context, self.W_K.in_features)
        if value is not None:
            require_sequence("value", value, self.W_V.in_features)
        context = x if context is None else context
        value = context if value is None else value
        keys, values = self._heads(self.W_K(context)), self._heads(self.W_V(value))
        if cache is None:
            return keys, values
        cache.append(keys, values)
        return cache.keys, cache.values

    def _heads(self, x: Tensor) -> Float[Tensor, "*batch heads length d_head"]:
        return x.view(*x.shape[:-1], self.n_heads, -1).transpose(-3, -2)

    def _combined(self, heads: Tensor) -> Float[Tensor, "*batch length d_out"]:
        if self.combine == "mean":
            return heads.mean(-3)
        concatenated = heads.transpose(-3, -2).flatten(-2)
        return concatenated if self.combine == "concat" else self.W_O(concatenated)


def _fused(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, causal: bool) -> Tensor:
    """Torch's kernel, fused for four axes only: with fewer it would store the weights."""
    axes = max(query.ndim, key.ndim, value.ndim)
    query, key, value = (
        x[(None,) * (4 - x.ndim)] if x.ndim < 4 else x for x in (query, key, value)
    )
    output = F.scaled_dot_product_attention(query, key, value, mask, is_causal=causal)
    return output.reshape(output.shape[4 - axes :]) if axes < 4 else output


def _without_the_future(
    query: Tensor, key: Tensor, mask: Tensor | None, *, by_kernel: bool
) -> tuple[Tensor | None, bool]:
    """The mask of causal attention, and whether the kernel is to be causal without one."""
    n_queries, n_keys = query.shape[-2], key.shape[-2]
    if n_queries == 1:
        return mask, False  # the last position has no future
    if by_kernel and mask is None and n_queries == n_keys:
        return None, True
    past = causal_mask(n_keys, key.device)[-n_queries:]
    return past if mask is None else mask & past, False


def _with_room(buffer: Tensor, new: Tensor, used: int) -> Tensor:
    """The buffer, or a larger one where ``new`` does not fit behind what is used.

    Room for 16 tokens more: to copy the buffer at every 16th costs a 16th of what attention reads.
    """
    needed = used + new.shape[-2]
    if needed <= buffer.shape[-2]:
        return buffer
    larger = new.new_empty(*new.shape[:-2], needed + 16, new.shape[-1])
    if used:
        larger[..., :used, :] = buffer[..., :used, :]
    return larger


def require_that_they_fit(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, score: Score, causal: bool
) -> None:
    """Raise a ValueError, naming the argument, unless attention can be computed from these."""
    for name, sequence in (("query", query), ("key", key), ("value", value)):
        if sequence.ndim < 2 or 0 in sequence.shape:
            raise ValueError(
                f"{name} must have the shape (…, length, width), neither of them 0, "
                f"but its shape is {tuple(sequence.shape)}"
            )
    if not query.is_floating_point() or not query.dtype == key.dtype == value.dtype:
        require_floats(query=query, key=key, value=value)
    if score in (dot, scaled_dot) and query.shape[-1] != key.shape[-1]:
        raise ValueError(
            f"query and key must have the same width for a dot product, "
            f"but query's is {query.shape[-1]} and key's is {key.shape[-1]}"
        )
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(
            f"key and value must have the same length, a value for each key, "
            f"but key's is {key.shape[-2]} and value's is {value.shape[-2]}"
        )
    if causal and query.shape[-2] > key.shape[-2]:
        raise ValueError(
            f"causal queries must be among the keys' positions, "
            f"but there are {query.shape[-2]} queries and {key.shape[-2]} keys"
        )
    try:
        batch: tuple[int, ...] = query.shape[:-2]
        if not batch == key.shape[:-2] == value.shape[:-2]:
            batch = broadcast_shapes(batch, key.shape[:-2], value.shape[:-2])
    except ValueError:
        raise ValueError(
            f"query, key and value must have the same leading axes, but their shapes are "
            f"{tuple(query.shape)}, {tuple(key.shape)} and {tuple(value.shape)}"
        ) from None
    if mask is not None:
        require_mask("mask", mask, (*batch, query.shape[-2], key.shape[-2]))


def require_mask(name: str, mask: Tensor, shape: tuple[int, ...]) -> None:
    """Raise a ValueError unless the mask is boolean and broadcasts to ``shape``."""
    if mask.dtype != torch.bool:
        raise ValueError(
            f"{name} must be boolean, True where a key may be attended to, "
            f"but its dtype is {mask.dtype}"
        )
    try:
        fits = mask.ndim > 1 and broadcast_shapes(mask.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"{name} must broadcast to (…, queries, keys) = {shape}, "
            f"but its shape is {tuple(mask.shape)}"
        )
