"""Attention: how well each query matches each key, which keys it may use, and the average.

    scores   how well does query i match key j?      dot, scaled_dot, Bilinear, Additive
    masks    may query i attend to key j?            causal_mask, padding_mask
    weights  softmax over the keys                   masked_softmax
    output   the weighted average of the values      attention, AttentionHead
    heads    several averages side by side           MultiHeadAttention
    memory   keys and values already computed        KVCache

A mask is boolean and True means "may be attended to", as in torch. It has as many axes as the
scores: (batch, queries, keys) for a batch. An axis of size 1 broadcasts: a mask of shape (1, 1, 5)
is the same for all sequences and all queries.
"""

from collections.abc import Callable
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.maps import Attends
from payattention.require import (
    has_values,
    require_cache,
    require_heads,
    require_in_range,
    require_mask,
    require_scores,
)

Mask = Bool[Tensor, "*#batch #queries #keys"]
Score = Callable[[Tensor, Tensor], Tensor]


# ── scores ────────────────────────────────────────────────────────────────────────────────────


def dot(
    query: Float[Tensor, "*#batch queries d_k"], key: Float[Tensor, "*#batch keys d_k"]
) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by their dot product, q·k.

    Source: Luong et al. (2015), section 3.1, "dot".
    """
    return query @ key.mT


def scaled_dot(
    query: Float[Tensor, "*#batch queries d_k"],
    key: Float[Tensor, "*#batch keys d_k"],
) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by q·k / √d_k.

    Source: Vaswani et al. (2017), section 3.2.1, equation 1.
    """
    return query @ key.mT / query.shape[-1] ** 0.5


class Bilinear(nn.Module):
    """Score by q W kᵀ with a learned W, so that queries and keys may differ in size.

    Source: Luong et al. (2015), section 3.1, "general".
    """

    def __init__(self, d_q: int, d_k: int):
        super().__init__()
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
        self.W = nn.Linear(d_q, d_hidden, bias=False)
        self.U = nn.Linear(d_k, d_hidden, bias=False)
        self.v = nn.Linear(d_hidden, 1, bias=False)

    def forward(
        self, query: Float[Tensor, "*#batch queries d_q"], key: Float[Tensor, "*#batch keys d_k"]
    ) -> Float[Tensor, "*#batch queries keys"]:
        return self.from_projected_keys(query, self.U(key))

    def from_projected_keys(
        self,
        query: Float[Tensor, "*#batch queries d_q"],
        kU: Float[Tensor, "*#batch keys d_hidden"],
    ) -> Float[Tensor, "*#batch queries keys"]:
        """Score every query against keys that are already multiplied by U: ``kU`` is k U.

        So a decoder computes k U once, and uses it at every step.
        """
        every_pair = self.W(query).unsqueeze(-2) + kU.unsqueeze(-3)  # (…, queries, keys, d_hidden)
        return self.v(torch.tanh(every_pair)).squeeze(-1)  # (…, queries, keys)


# ── masks ─────────────────────────────────────────────────────────────────────────────────────


def causal_mask(
    n: int,
    device: torch.device | None = None,
) -> Bool[Tensor, "queries keys"]:
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


# ── weights ───────────────────────────────────────────────────────────────────────────────────


def masked_softmax(
    scores: Float[Tensor, "*batch queries keys"], mask: Mask | None = None
) -> Float[Tensor, "*batch queries keys"]:
    """Turn each query's scores into weights over the keys it may attend to.

    The weights of forbidden keys are 0, and those of the allowed keys sum to 1. If a query may
    attend to no key, its weights and their gradients are all 0. (Setting the forbidden scores to −∞
    before softmax would give NaN.)
    Raises: ValueError if the mask is not boolean or does not fit the scores.
    """
    if mask is None:
        return scores.softmax(dim=-1)
    require_mask("mask", mask, scores.shape)
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
) -> tuple[Float[Tensor, "*batch queries d_v"], Float[Tensor, "*batch queries keys"]]:
    """Average the values, weighted by how well each query matches each key.

        Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V

    Any other ``score(query, key)`` may take the place of Q Kᵀ / √d_k.
    Returns the output and the weights. Masked values have weight 0 but must be
    finite: 0 · NaN is NaN.
    Source: Vaswani et al. (2017), section 3.2.1, equation 1.
    Raises: ValueError if the mask is not boolean or does not fit the scores.
    """
    scores = score(query, key)  # (…, queries, keys)
    require_scores(scores, query, key)
    weights = masked_softmax(scores, mask)  # (…, queries, keys)
    return weights @ value, weights  # (…, queries, d_v)


class AttentionHead(Attends):
    """One attention head: three learned matrices make its queries, keys and values.

    Self-attention, ``head(x)``: all three come from ``x``. Cross-attention,
    ``head(x, context)``: the queries come from ``x``, the keys and values from
    ``context``, which may have another length and, with ``d_context``, another width.
    Source: Vaswani et al. (2017), section 3.2.2, one head_i.
    """

    def __init__(self, d_model: int, d_k: int, d_v: int, *, d_context: int | None = None):
        super().__init__()
        d_context = d_model if d_context is None else d_context
        self.W_Q = nn.Linear(d_model, d_k, bias=False)
        self.W_K = nn.Linear(d_context, d_k, bias=False)
        self.W_V = nn.Linear(d_context, d_v, bias=False)

    def forward(
        self,
        x: Float[Tensor, "*batch queries d_model"],
        context: Float[Tensor, "*batch keys d_context"] | None = None,
        mask: Mask | None = None,
    ) -> Float[Tensor, "*batch queries d_v"]:
        cross = context is not None
        context = x if context is None else context
        query, key, value = self.W_Q(x), self.W_K(context), self.W_V(context)
        return _attend(self, query, key, value, mask, cross=cross)


# ── memory ────────────────────────────────────────────────────────────────────────────────────


class KVCache:
    """The keys and values of the tokens so far, so that generation need not compute them again.

    ``len(cache)`` is the number of tokens in the cache. `append` detaches new keys and values, so
    no gradient flows through them. The result of `MultiHeadAttention.remember`, which is also a
    KVCache, is not detached.
    """

    def __init__(
        self,
        keys: Float[Tensor, "*batch heads length d_k"] | None = None,
        values: Float[Tensor, "*batch heads length d_v"] | None = None,
    ) -> None:
        nothing = torch.empty(0, 0)
        self._keys = nothing if keys is None else keys
        self._values = nothing if values is None else values
        self.length = self._keys.shape[-2]

    def __len__(self) -> int:
        return self.length

    @property
    def keys(self) -> Float[Tensor, "*batch heads length d_k"]:
        return self._keys.narrow(-2, 0, self.length)

    @property
    def values(self) -> Float[Tensor, "*batch heads length d_v"]:
        return self._values.narrow(-2, 0, self.length)

    def append(
        self,
        key: Float[Tensor, "*batch heads new d_k"],
        value: Float[Tensor, "*batch heads new d_v"],
    ) -> None:
        """Append the keys and values of new tokens.

        Raises: ValueError if there are not as many values as keys, or if the new keys differ from
        the keys in the cache in batch size, number of heads or dtype.
        """
        require_cache(self, key, value)
        key, value = key.detach(), value.detach()
        new = key.shape[-2]
        if has_values(key):
            self._keys = _appended(self._keys, key, self.length)
            self._values = _appended(self._values, value, self.length)
        elif self.length:  # while a model is traced, no buffer can be written to
            key = torch.cat([self.keys, key], dim=-2)  # (…, heads, length + new, d_k)
            value = torch.cat([self.values, value], dim=-2)  # (…, heads, length + new, d_v)
            self._keys, self._values = key, value
        else:
            self._keys, self._values = key, value
        self.length = self.length + new

    def select(self, rows: Int[Tensor, " rows"]) -> "KVCache":
        """A cache with only the rows ``rows`` of the batch, in that order. Beam search needs it."""
        return KVCache(self.keys[rows], self.values[rows]) if self.length else KVCache()


def _appended(buffer: Tensor, new: Tensor, used: int) -> Tensor:
    """Write ``new``, keys or values of new tokens, after the first ``used`` tokens of a buffer.

    If the buffer has no room for the new tokens, they are written to a larger copy of it. The copy
    has 16 free positions after them, so that the next 16 tokens need no further copy.
    Returns the buffer or the copy.
    """
    needed = used + new.shape[-2]
    if needed > buffer.shape[-2]:
        larger = new.new_empty(*new.shape[:-2], needed + 16, new.shape[-1])
        if used:
            larger[..., :used, :] = buffer[..., :used, :]
        buffer = larger
    buffer.narrow(-2, used, new.shape[-2]).copy_(new)
    return buffer


# ── heads ─────────────────────────────────────────────────────────────────────────────────────


class MultiHeadAttention(Attends):
    """Several attention heads side by side, each with its own queries, keys and values.

        MultiHead(x) = Concat(head_1, …, head_h) W_O,  head_i = Attention(x W_Qⁱ, c W_Kⁱ, c W_Vⁱ)

    The context c is ``x`` itself in self-attention, ``mha(x)``, and another sequence in
    cross-attention, ``mha(x, context)``. ``combine`` says what the layer returns:

        "mean"        the mean of the heads' outputs, of width d_v
        "concat"      the heads' outputs side by side, of width n_heads · d_v
        "projection"  the outputs side by side, multiplied by W_O, of width d_model (default)

    By default d_k = d_v = d_model / n_heads, so that all heads together cost as much as one head
    of width d_model. In training, the share ``dropout`` of the attention weights is set to 0, and
    the other weights are divided by 1 − dropout.
    Source: Vaswani et al. (2017), section 3.2.2; Radford et al. (2018), section 4.1, for dropout.
    Raises: ValueError if d_model is not a multiple of n_heads, unless d_k and d_v are given.
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
        dropout: float = 0.0,
    ):
        super().__init__()
        require_heads(d_model, n_heads, d_k, d_v)
        d_k = d_model // n_heads if d_k is None else d_k
        d_v = d_model // n_heads if d_v is None else d_v
        d_context = d_model if d_context is None else d_context
        self.n_heads, self.combine, self.dropout = n_heads, combine, nn.Dropout(dropout)
        self.W_Q = nn.Linear(d_model, n_heads * d_k, bias)
        self.W_K = nn.Linear(d_context, n_heads * d_k, bias)
        self.W_V = nn.Linear(d_context, n_heads * d_v, bias)
        if combine == "projection":
            self.W_O = nn.Linear(n_heads * d_v, d_model, bias)

    def forward(
        self,
        x: Float[Tensor, "*#batch queries d_model"],
        context: Float[Tensor, "*#batch keys d_context"] | KVCache | None = None,
        mask: Mask | None = None,
        *,
        value: Float[Tensor, "*#batch keys d_context"] | None = None,
        causal: bool = False,
        cache: KVCache | None = None,
    ) -> Float[Tensor, "*_batch queries d_out"]:
        """Attend from ``x`` to ``context``, a sequence or a result of `remember` (default: ``x``).

        ``value``  the sequence from which the values are computed (default: the context)
        ``causal``  no query attends to a later position. The last query is at the position of the
                    last key: if there are 2 queries and 5 keys, query 0 may use keys 0 to 3
        ``cache``  in self-attention, the keys and values of earlier tokens. The keys and values of
                   ``x`` are appended to the cache
        If a query may attend to no key, the output of every head is 0. With "projection", the
        layer's output is then the bias of W_O.
        Raises: ValueError if the mask is not boolean or does not fit, if the cache holds another
        batch size or dtype, or if there are more causal queries than keys.
        """
        query = self._heads(self.W_Q(x))  # (…, heads, queries, d_k)
        key, value = self._keys_and_values(x, context, value, cache)  # (…, heads, keys, d_k or d_v)
        mask = _for_every_head(mask, x, key)  # (…, 1, queries, keys)
        cross = context is not None and context is not x
        dropout = self.dropout.p if self.training else 0.0
        heads = _attend(self, query, key, value, mask, causal=causal, cross=cross, dropout=dropout)
        return self._combined(heads)  # (…, queries, d_out)

    def remember(
        self,
        context: Float[Tensor, "*batch keys d_context"],
        value: Float[Tensor, "*batch keys d_context"] | None = None,
    ) -> KVCache:
        """Compute the keys and values of a context once, for many calls of the layer.

        Pass the result to each call in place of the context. ``value`` is the sequence from which
        the values are computed (default: the context).
        """
        value = context if value is None else value
        return KVCache(self._heads(self.W_K(context)), self._heads(self.W_V(value)))

    def _keys_and_values(
        self,
        x: Tensor,
        context: Tensor | KVCache | None,
        value: Tensor | None,
        cache: KVCache | None,
    ) -> tuple[Tensor, Tensor]:
        if isinstance(context, KVCache):
            return context.keys, context.values
        context = x if context is None else context
        value = context if value is None else value
        keys, values = self._heads(self.W_K(context)), self._heads(self.W_V(value))
        if cache is None:
            return keys, values
        cache.append(keys, values)
        return cache.keys, cache.values

    def _heads(self, x: Tensor) -> Float[Tensor, "*batch heads length d_head"]:
        x = x.unflatten(-1, (self.n_heads, -1))  # (…, length, heads, d_head)
        return x.transpose(-3, -2)  # (…, heads, length, d_head)

    def _combined(self, heads: Tensor) -> Float[Tensor, "*batch length d_out"]:
        if self.combine == "mean":
            return heads.mean(-3)  # (…, length, d_v)
        concatenated = heads.transpose(-3, -2).flatten(-2)  # (…, length, heads · d_v)
        return concatenated if self.combine == "concat" else self.W_O(concatenated)


# ── the fast path ─────────────────────────────────────────────────────────────────────────────


def _attend(
    module: Attends,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    *,
    causal: bool = False,
    cross: bool,
    dropout: float = 0.0,
) -> Tensor:
    """Return the output of attention for the layer ``module``, normally by torch's fused kernel.

    The kernel does not return the weights. So inside a ``with attention_maps(model)`` block, the
    function `attention` computes the output and the weights. The block records the weights as they
    are before dropout. ``cross`` is True for cross-attention.
    """
    if not module._recorders:
        return _fused_attention(query, key, value, mask, causal=causal, dropout=dropout)
    if causal:
        mask = _without_the_future(query, key, mask)
    output, weights = attention(query, key, value, mask)
    module.record(weights, cross=cross)
    return F.dropout(weights, dropout) @ value if dropout else output


def _fused_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None = None,
    *,
    causal: bool = False,
    dropout: float = 0.0,
) -> Tensor:
    """Return the output of `attention`, by torch's fused kernel, which never stores the weights.

    The kernel needs four axes, so missing axes are added with size 1, and removed from the output.
    If ``causal`` is True, there are three cases. A single query may use all keys: no causal mask is
    needed. With as many queries as keys and no ``mask``, the kernel's own causal mode is used.
    Else a causal mask is combined with ``mask`` and passed to the kernel.
    """
    require_mask("mask", mask, (*query.shape[:-1], key.shape[-2]))
    if query.shape[-2] == 1:  # the last position has no future
        causal = False
    if causal and (mask is not None or query.shape[-2] != key.shape[-2]):
        mask, causal = _without_the_future(query, key, mask), False
    axes = max(query.ndim, key.ndim, value.ndim)
    query, key, value = (
        x[(None,) * (4 - x.ndim)] if x.ndim < 4 else x for x in (query, key, value)
    )
    output = F.scaled_dot_product_attention(query, key, value, mask, dropout, is_causal=causal)
    return output.reshape(output.shape[4 - axes :]) if axes < 4 else output


def _without_the_future(query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
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


def _for_every_head(mask: Tensor | None, x: Tensor, key: Tensor) -> Tensor | None:
    """Return the mask with one more axis, of size 1, so that it broadcasts over the heads.

    Raises: ValueError if the mask does not fit ``x``, from which the queries come, and ``key``.
    """
    require_mask("mask", mask, (*x.shape[:-1], key.shape[-2]))
    return None if mask is None else mask.unsqueeze(-3)  # (…, 1, queries, keys)
