"""Attention: how well each query matches each key, which keys it may use, and the average.

    scores   how well does query i match key j?      dot, scaled_dot, Bilinear, Additive
    masks    may query i attend to key j?            causal_mask, padding_mask
    weights  softmax over the keys                   masked_softmax
    output   the weighted average of the values      attention, AttentionHead
    heads    several averages side by side           MultiHeadAttention
    memory   keys and values already computed        KVCache

A mask is boolean and True means "may be attended to", as in torch. It has as many axes as the
scores: (batch, queries, keys) for a batch. An axis of size 1 broadcasts: a mask of shape (1, 1, 5)
is the same for all sequences and all queries. The layers compute `attention` by a fused kernel,
which is tested to be equal: see `_kernel`.
"""

from collections.abc import Callable
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from payattention._cache import KVCache, keys_and_values, remember_context
from payattention._kernel import attend
from payattention._masks import CheckedMask, Mask, check_mask, require_mask
from payattention._masks import causal_mask as causal_mask
from payattention._masks import padding_mask as padding_mask
from payattention._scores import Additive as Additive
from payattention._scores import Bilinear as Bilinear
from payattention._scores import require_scores
from payattention.maps import Attends
from payattention.require import require_heads

Queries = Float[Tensor, "*#batch queries d_k"]
Keys = Float[Tensor, "*#batch keys d_k"]
Score = Callable[[Tensor, Tensor], Tensor]


def dot(query: Queries, key: Keys) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by their dot product, q·k.

    Source: Luong et al. (2015), section 3.1, "dot".
    """
    return query @ key.mT


def scaled_dot(query: Queries, key: Keys) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by q·k / √d_k.

    Source: Vaswani et al. (2017), section 3.2.1, equation 1.
    """
    return query @ key.mT / query.shape[-1] ** 0.5


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

    Any other ``score(query, key)`` may take the place of Q Kᵀ / √d_k. Returns the output and the
    weights. Masked values have weight 0 but must be finite: 0 · NaN is NaN.
    Source: Vaswani et al. (2017), section 3.2.1, equation 1.
    Raises: ValueError if the mask is not boolean or does not fit the scores.
    """
    scores = score(query, key)  # (…, queries, keys)
    require_scores(scores, query, key)
    weights = masked_softmax(scores, mask)  # (…, queries, keys)
    return weights @ value, weights  # (…, queries, d_v)


class AttentionHead(Attends):
    """One attention head: three learned matrices make its queries, keys and values.

    Self-attention, ``head(x)``: all three come from ``x``. Cross-attention, ``head(x, context)``:
    keys and values come from ``context``, of any length and, with ``d_context``, of another width.
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
        return attend(attention, self, query, key, value, mask, cross=cross)


class MultiHeadAttention(Attends):
    """Several attention heads side by side, each with its own queries, keys and values.

        MultiHead(x) = Concat(head_1, …, head_h) W_O,  head_i = Attention(x W_Qⁱ, c W_Kⁱ, c W_Vⁱ)

    The context c is ``x`` itself in self-attention, ``mha(x)``, and another sequence in
    cross-attention, ``mha(x, context)``. ``combine`` says what the layer returns:

        "mean"        the mean of the heads' outputs, of width d_v
        "concat"      the heads' outputs side by side, of width n_heads · d_v
        "projection"  the outputs side by side, multiplied by W_O, of width d_model (default)

    By default d_k = d_v = d_model / n_heads: all heads together cost as much as one of width
    d_model. In training, ``dropout`` applies to the attention weights.
    Source: Vaswani et al. (2017), section 3.2.2; Radford et al. (2018), section 4.1, for dropout.
    Raises: ValueError if d_model is not a multiple of n_heads, unless d_k and d_v are given.
    """

    remember = remember_context

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
        mask: Mask | CheckedMask | None = None,
        *,
        value: Float[Tensor, "*#batch keys d_context"] | None = None,
        causal: bool = False,
        cache: KVCache | None = None,
    ) -> Float[Tensor, "*_batch queries d_out"]:
        """Attend from ``x`` to ``context``, a sequence or a result of `remember` (default: ``x``).

        ``value``  the sequence from which the values are computed (default: the context)
        ``causal``  no query attends to a later position. The last query is at the position of the
                    last key: if there are 2 queries and 5 keys, query 0 may use keys 0 to 3
        ``cache``  in self-attention, keys and values of earlier tokens; those of ``x`` are added
        If a query may attend to no key, the output of every head is 0.
        Raises: ValueError if mask or cache do not fit, or causal queries outnumber the keys.
        """
        query = self._heads(self.W_Q(x))  # (…, heads, queries, d_k)
        key, value = keys_and_values(self, x, context, value, cache)  # (…, heads, keys, d_k or d_v)
        mask = check_mask(mask, (*x.shape[:-1], key.shape[-2]))
        cross = context is not None and context is not x
        dropout = self.dropout.p if self.training else 0.0
        heads = attend(attention, self, query, key, value, mask, causal, cross, dropout)
        return self._combined(heads)  # (…, queries, d_out)

    def _heads(self, x: Tensor) -> Float[Tensor, "*batch heads length d_head"]:
        x = x.unflatten(-1, (self.n_heads, -1))  # (…, length, heads, d_head)
        return x.transpose(-3, -2)  # (…, heads, length, d_head)

    def _combined(self, heads: Tensor) -> Float[Tensor, "*batch length d_out"]:
        if self.combine == "mean":
            return heads.mean(-3)  # (…, length, d_v)
        concatenated = heads.transpose(-3, -2).flatten(-2)  # (…, length, heads · d_v)
        return concatenated if self.combine == "concat" else self.W_O(concatenated)
