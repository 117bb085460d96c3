"""Variants of multi-head attention.

diversity_penalty            a loss term that makes the heads differ
RelativeMultiHeadAttention   heads that use the distance from query to key
GroupedQueryAttention        heads of queries that share keys and values, as in Llama
ConvolutionAsAttention       heads that compute a convolution
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from payattention._kernel import attend
from payattention._masks import CheckedMask, check_mask
from payattention.attention import KVCache, Mask, MultiHeadAttention, attention, causal_mask
from payattention.maps import Attends
from payattention.position import RelativePositions, Rotation, relative_attention, rotate
from payattention.require import require_multiple, require_within

Vectors = Float[Tensor, "*batch length d_model"]


def diversity_penalty(weights: Float[Tensor, "*batch heads keys"]) -> Float[Tensor, "*batch"]:
    """The penalty ‖A Aᵀ − I‖², Frobenius norm; row α_j of A holds one query's weights in head j.

    It is 0 if every head attends to a single key, and no two heads attend to the same key. Off the
    diagonal, it makes two heads s and j differ (α_sᵀα_j → 0); on the diagonal, it makes each head
    sparse (α_jᵀα_j → 1).
    For the weights of `MultiHeadAttention`, (batch, heads, queries, keys), pass
    ``weights.transpose(-3, -2)``: one penalty for every query.
    Source: Lin et al. (2017), section 2.2, equation 8.
    """
    overlap = weights @ weights.mT
    identity = torch.eye(weights.shape[-2], dtype=weights.dtype, device=weights.device)
    return (overlap - identity).square().sum((-2, -1))


class RelativeMultiHeadAttention(MultiHeadAttention):
    """Multi-head self-attention whose scores and values depend on the distance from query to key.

        e_ij = q_i (k_j + a_ijᴷ)ᵀ / √d_k,   z_i = Σ_j α_ij (v_j + a_ijⱽ)

    aᴷ and aⱽ are learned vectors, one for each distance from −max_distance to max_distance; all
    heads share them.
    Source: Shaw et al. (2018), sections 3.1 to 3.3.
    """

    def __init__(self, d_model: int, n_heads: int, max_distance: int):
        super().__init__(d_model, n_heads)
        self.key_positions = RelativePositions(d_model // n_heads, max_distance)
        self.value_positions = RelativePositions(d_model // n_heads, max_distance)

    def forward(  # type: ignore[override]  # self-attention only
        self,
        x: Float[Tensor, "batch length d_model"],
        mask: Mask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch length d_model"]:
        """Attend from every position to all positions; with ``causal``, not to later ones."""
        n = x.shape[1]
        if causal:
            past = causal_mask(n, x.device)[None]  # (1, length, length)
            mask = past if mask is None else mask & past
        mask = None if mask is None else mask.unsqueeze(-3)  # (batch, 1, length, length)
        query, key, value = (self._heads(W(x)) for W in (self.W_Q, self.W_K, self.W_V))
        a_K, a_V = self.key_positions(n, n), self.value_positions(n, n)  # (length, length, d_k)
        heads, weights = relative_attention(query, key, value, a_K, a_V, mask)
        self.record(weights, cross=False)
        return self._combined(heads)  # (batch, length, d_model)


def grouped_attention(
    query: Float[Tensor, "*batch heads queries d_k"],
    key: Float[Tensor, "*batch kv_heads keys d_k"],
    value: Float[Tensor, "*batch kv_heads keys d_v"],
    mask: Bool[Tensor, "*#batch #heads #queries #keys"] | None = None,
) -> tuple[Float[Tensor, "*batch heads queries d_v"], Float[Tensor, "*batch heads queries keys"]]:
    """Attention in which groups of heads of queries share keys and values.

    Returns the output and the weights. With 6 heads of queries and 2 of keys and values, heads 0,
    1, 2 read the first, and heads 3, 4, 5 the second.
    Source: Ainslie et al. (2023), section 2.2.
    """
    group = query.shape[-3] // key.shape[-3]
    key = key.repeat_interleave(group, dim=-3)  # (…, heads, keys, d_k)
    value = value.repeat_interleave(group, dim=-3)  # (…, heads, keys, d_v)
    return attention(query, key, value, mask)


class GroupedQueryAttention(Attends):
    """Causal self-attention with fewer heads of keys and values than heads of queries.

    Each group of n_heads / n_kv_heads heads of queries shares one head of keys and values, so a
    cache is that much smaller. With n_kv_heads = n_heads, it is multi-head attention; with 1, it is
    multi-query attention. Queries and keys are rotated by their positions.
    Source: Ainslie et al. (2023), section 2.2; Shazeer (2019), section 3, for multi-query.
    Raises: ValueError if d_model is no multiple of n_heads, or n_heads none of n_kv_heads.
    """

    def __init__(self, d_model: int, n_heads: int, n_kv_heads: int):
        super().__init__()
        require_multiple(n_heads, d_model=d_model)
        require_multiple(n_kv_heads, n_heads=n_heads)
        self.n_heads, self.d_k = n_heads, d_model // n_heads
        self.W_Q = nn.Linear(d_model, n_heads * self.d_k, bias=False)
        self.W_K = nn.Linear(d_model, n_kv_heads * self.d_k, bias=False)
        self.W_V = nn.Linear(d_model, n_kv_heads * self.d_k, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(
        self,
        x: Vectors,
        rotation: Rotation,
        mask: Mask | CheckedMask | None = None,
        *,
        cache: KVCache | None = None,
    ) -> Vectors:
        """Attend from each position to itself and the earlier ones.

        ``rotation`` is what `RotaryPositions` returns for the positions of ``x``. ``cache`` holds
        the keys and values of earlier tokens; those of ``x`` are added.
        """
        query, key, value = (self._heads(W(x)) for W in (self.W_Q, self.W_K, self.W_V))
        query, key = rotate(query, *rotation), rotate(key, *rotation)  # (…, heads, length, d_k)
        if cache is not None:
            cache.append(key, value)
            key, value = cache.keys, cache.values  # (…, kv heads, keys, d_k)
        mask = check_mask(mask, (*x.shape[:-1], key.shape[-2]))
        heads = attend(
            grouped_attention, self, query, key, value, mask, causal=True, grouped=True
        )  # (…, heads, length, d_k)
        return self.W_O(heads.transpose(-3, -2).flatten(-2))  # (…, length, d_model)

    def _heads(self, x: Tensor) -> Float[Tensor, "*batch heads length d_k"]:
        x = x.unflatten(-1, (-1, self.d_k))  # (…, length, heads, d_k)
        return x.transpose(-3, -2)  # (…, heads, length, d_k)


class ConvolutionAsAttention(nn.Module):
    """Multi-head self-attention over pixels that computes a given convolution.

    There is one head for each entry of the kernel: nine heads for a kernel of 3 × 3. The entry's
    row and column are the head's shift Δ. The query at pixel i scores the key at pixel j by the
    difference δ = j − i alone, and the score is highest where δ = Δ:

        score = −α ‖δ − Δ‖² + constant = vᵀ r,  v = −α (1, −2 Δ),  r = (‖δ‖², δ)

    For a large α, the softmax is 1 at the pixel with δ = Δ and 0 elsewhere. The values are the
    pixels. Each head multiplies them by its own matrix, (c_in, c_out): the kernel's weights at the
    head's entry.
    Source: Cordonnier et al. (2020), section 3, theorem 1 and lemmas 1 and 2.
    Raises: ValueError if the convolution has a stride, a dilation or groups; if it pads with other
    numbers than zeros, or its padding is a text such as "same"; or if alpha is not positive.
    """

    def __init__(self, convolution: nn.Conv2d, alpha: float = 50.0):
        super().__init__()
        require_within("(0, inf)", alpha=alpha)
        plain = {"stride": (1, 1), "dilation": (1, 1), "groups": 1, "padding_mode": "zeros"}
        for name, must_be in plain.items():
            was = getattr(convolution, name)
            if was != must_be:
                raise ValueError(f"convolution must have {name} {must_be!r}, but it has {was!r}")
        if isinstance(convolution.padding, str):
            given = convolution.padding
            raise ValueError(f"convolution must have numbers as its padding, but it has {given!r}")
        self.kernel_size, self.padding = convolution.kernel_size, convolution.padding
        shifts = _grid(self.kernel_size, convolution.weight)
        self.v = nn.Parameter(-alpha * torch.cat([torch.ones(len(shifts), 1), -2 * shifts], dim=1))
        self.W_O = nn.Parameter(convolution.weight.detach().flatten(2).permute(2, 1, 0).clone())
        bias = convolution.bias
        self.bias = None if bias is None else nn.Parameter(bias.detach().clone())

    def forward(
        self, image: Float[Tensor, "batch c_in height width"]
    ) -> Float[Tensor, "batch c_out height_out width_out"]:
        rows, columns = self.padding
        padded = nn.functional.pad(image, (columns, columns, rows, rows))
        shape = [n - k + 1 for n, k in zip(padded.shape[-2:], self.kernel_size, strict=True)]
        if min(shape) < 1:
            sizes = f"{self.kernel_size}, but with its padding it is {tuple(padded.shape[-2:])}"
            raise ValueError(f"image must be at least as large as the kernel, {sizes}")
        delta = _grid(padded.shape[-2:], image) - _grid(shape, image)[:, None]
        r = torch.cat([delta.square().sum(-1, keepdim=True), delta], dim=-1)
        weights = (r @ self.v.T).permute(2, 0, 1).softmax(dim=-1)  # heads, queries, keys
        heads = weights @ padded.flatten(2).mT[:, None]  # batch, heads, queries, c_in
        output = (heads @ self.W_O).sum(1)
        output = output if self.bias is None else output + self.bias
        return output.mT.unflatten(-1, shape)


def _grid(size: Sequence[int], like: Tensor) -> Float[Tensor, "pixels 2"]:
    """The row and column of every pixel of an image of ``size`` (rows, columns).

    The result has the dtype and the device of ``like``.
    """
    rows, columns = (torch.arange(n, device=like.device, dtype=like.dtype) for n in size)
    return torch.cartesian_prod(rows, columns)
