"""Position: attention treats its input as a set, so each token's position must be added.

absolute   vectors added to the embedding: sinusoidal, SinusoidalPositions. Their dot products
           depend on the distance (position_kernel), and a rotation shifts them (shift_rotation).
           naive_positions shows why plain numbers fail.
relative   a vector for each pair's distance, used in attention: RelativePositions,
           relative_attention
rotary     queries and keys rotated by their positions, so that the distance alone enters their dot
           product: RotaryPositions, rotate
subtracted a multiple of the distance, from each score: alibi
"""

from collections.abc import Callable

import torch
from jaxtyping import Float, Float64
from torch import Tensor, nn

from payattention.attention import Mask, masked_softmax
from payattention.require import (
    Size,
    require_multiple,
    require_positive,
    require_within,
)


def frequencies(d_model: int, base: float = 10000.0) -> Float64[Tensor, " pairs"]:
    """The frequencies ω_k = base^(−2k / d_model), k = 0 … d_model / 2 − 1, in radians per position.

    The first wave repeats after 2π positions, the last after 2π · base^(1 − 2 / d_model). The
    tensor is on the CPU, because some devices have no double precision.
    Raises: ValueError if d_model is not even and positive, or base not positive.
    """
    require_multiple(2, d_model=d_model)
    require_within("(0, inf)", base=base)
    return base ** (-torch.arange(0, d_model, 2, dtype=torch.float64, device="cpu") / d_model)


def sinusoidal(
    n: int, d_model: int, *, base: float = 10000.0, device: torch.device | None = None
) -> Float[Tensor, "n d_model"]:
    """Give each position 0 … n − 1 its own vector of sines and cosines.

        φ(i)_2k = sin(ω_k i),  φ(i)_2k+1 = cos(ω_k i),  ω_k = base^(−2k / d_model)

    Source: Vaswani et al. (2017), section 3.5.
    """
    require_positive(n=n)
    position = torch.arange(n, device="cpu")[:, None]
    angle = position * frequencies(d_model, base)  # (n, pairs)
    table = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)  # (n, d_model)
    return table.to(device or torch.get_default_device(), torch.get_default_dtype())


def shift_rotation(
    shift: int, d_model: int, *, base: float = 10000.0
) -> Float[Tensor, "d_model d_model"]:
    """The matrix R that moves every position by ``shift``: φ(i + shift) = R φ(i) for all i.

    It rotates each pair (sin ω_k i, cos ω_k i) by the angle ω_k · shift, for every i:

        sin(a + b) = sin a cos b + cos a sin b,  cos(a + b) = cos a cos b − sin a sin b

    So a linear layer can compute, for example, the vector of the position three places earlier.
    Source: Vaswani et al. (2017), section 3.5.
    """
    angle = shift * frequencies(d_model, base)
    sin, cos = angle.sin(), angle.cos()
    pairs = torch.stack([cos, sin, -sin, cos], dim=-1).unflatten(-1, (2, 2))  # (d_model / 2, 2, 2)
    return torch.block_diag(*pairs).to(torch.get_default_dtype())


def naive_positions(n: int) -> Float[Tensor, "n 1"]:
    """Plain numbers as positions, φ(i) = i. Dot products cannot use them: φ(i) φ(j) = i j.

    Position 0 has the same score, 0, with all positions. Every other position has its highest score
    with the last position, even if it lies near the beginning. And of two pairs of positions at the
    same distance, the pair further to the right has the higher score.
    """
    require_positive(n=n)
    return torch.arange(n, dtype=torch.get_default_dtype())[:, None]


def position_kernel(
    distance: Float[Tensor, "*shape"], d_model: int, *, base: float = 10000.0
) -> Float[Tensor, "*shape"]:
    """The dot product φ(i)ᵀ φ(j) of two sinusoidal positions with ``distance`` = i − j.

    It depends on the distance alone, as Σ_k cos(ω_k (i − j)). It is d_model / 2 at distance 0 and
    lower elsewhere, like the kernel of a radial basis function. But a sum of a few cosines does not
    fall steadily: it goes up and down.
    """
    angle = distance.double().cpu()[..., None] * frequencies(d_model, base)
    dtype = torch.promote_types(distance.dtype, torch.get_default_dtype())
    return angle.cos().sum(-1).to(distance.device, dtype)


class _Table(nn.Module):
    """The table of `sinusoidal` as a part of a model. Nothing in it is learned, or saved."""

    table: Tensor

    def __init__(self, max_len: int, d_model: int, base: float = 10000.0):
        super().__init__()
        self.base = base
        table = sinusoidal(max_len, d_model, base=base)
        self.register_buffer("table", table, persistent=False)

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> "_Table":
        """Apply ``fn``, which moves the module, then recompute the table of positions.

        Without this, the table would be undefined after `to_empty`.
        """
        super()._apply(fn, recurse)
        self.table.copy_(sinusoidal(*self.table.shape, base=self.base))
        return self


class SinusoidalPositions(_Table):
    """Add to each token the vector of its position. Nothing is learned.

    Source: Vaswani et al. (2017), section 3.5.
    """

    def forward(
        self, x: Float[Tensor, "*batch length d_model"], start: Size = 0
    ) -> Float[Tensor, "*batch length d_model"]:
        """Add the positions to ``x``, whose first token is at the position ``start``.

        Raises: ValueError if x has another width, or a token has no position in the module.
        """
        end = start + x.shape[-2]
        _require_table(x, self.table, end)
        return x + self.table[start:end]


def _require_table(x: Tensor, table: Tensor, end: Size) -> None:
    """Require a table of position vectors to have the width of ``x``, and at least ``end`` rows."""
    if x.shape[-1] != table.shape[-1] or end > table.shape[0]:
        wanted = f"have the width {table.shape[-1]} and need at most {table.shape[0]} positions"
        came = f"has the width {x.shape[-1]} and needs {end}, counted from position 0"
        raise ValueError(f"x must {wanted}, but it {came}")


class RelativePositions(nn.Module):
    """A learned vector for each distance j − i from query i to key j, up to ±max_distance.

    Called with the numbers of queries and keys, it returns the vector of each pair. Larger
    distances are clipped: with max_distance = 2, the distances 2, 3, 4, … share one vector, and −2,
    −3, −4, … share another. So texts longer than all training texts need no further vectors.
    Source: Shaw et al. (2018), section 3.2.
    """

    def __init__(self, d_k: int, max_distance: int):
        super().__init__()
        self.max_distance = max_distance
        self.vectors = nn.Embedding(2 * max_distance + 1, d_k)
        nn.init.xavier_uniform_(self.vectors.weight)

    def forward(self, n_queries: int, n_keys: int) -> Float[Tensor, "queries keys d_k"]:
        i = torch.arange(n_queries, device=self.vectors.weight.device)[:, None]
        j = torch.arange(n_keys, device=self.vectors.weight.device)
        clipped = (j - i).clamp(-self.max_distance, self.max_distance)  # (queries, keys)
        return self.vectors(clipped + self.max_distance)  # (queries, keys, d_k)


def relative_attention(
    query: Float[Tensor, "*batch queries d_k"],
    key: Float[Tensor, "*batch keys d_k"],
    value: Float[Tensor, "*batch keys d_v"],
    key_positions: Float[Tensor, "queries keys d_k"],
    value_positions: Float[Tensor, "queries keys d_v"] | None = None,
    mask: Mask | None = None,
) -> tuple[Float[Tensor, "*batch queries d_v"], Float[Tensor, "*batch queries keys"]]:
    """Attention that adds to each key and value a vector for the distance from query to key.

        e_ij = q_i (k_j + a_ijᴷ)ᵀ / √d_k,   z_i = Σ_j α_ij (v_j + a_ijⱽ)

    ``key_positions`` are the a_ijᴷ, ``value_positions`` the a_ijⱽ (default: zeros). Returns the
    output z and the weights α.
    Source: Shaw et al. (2018), section 3.1, equations 3 and 4.
    Raises: ValueError if the mask is not boolean or does not fit the scores.
    """
    by_content = query @ key.mT  # (…, queries, keys)
    by_position = torch.einsum("...qd,qkd->...qk", query, key_positions)
    weights = masked_softmax((by_content + by_position) / query.shape[-1] ** 0.5, mask)
    output = weights @ value  # (…, queries, d_v)
    if value_positions is not None:
        output = output + torch.einsum("...qk,qkd->...qd", weights, value_positions)
    return output, weights


Rotation = tuple[Float[Tensor, "length pairs"], Float[Tensor, "length pairs"]]  # sine and cosine


def rotate(
    x: Float[Tensor, "*batch length d_k"],
    sin: Float[Tensor, "length pairs"],
    cos: Float[Tensor, "length pairs"],
) -> Float[Tensor, "*batch length d_k"]:
    """Rotate each pair of numbers (a, b) of a vector by its position's angle.

        (a, b) → (a cos − b sin, a sin + b cos)

    The first half of a vector holds the a, the second half the b, as in transformers. In the paper,
    a and b are neighbours: the same model, with the rows of W_Q and W_K in another order.
    Source: Su et al. (2024), section 3.2.2, equation 15.
    """
    a, b = x.chunk(2, dim=-1)  # (…, length, pairs)
    a, b = a * cos - b * sin, a * sin + b * cos  # (…, length, pairs)
    return torch.cat([a, b], dim=-1).type_as(x)  # (…, length, d_k)


class RotaryPositions(_Table):
    """Rotary positions, RoPE: sine and cosine of the angles by which `rotate` turns a vector.

    Pair k of a vector at position i is turned by the angle ω_k i, with the frequencies of
    `sinusoidal`. A query at position i and a key at position j are multiplied by rotations Rⁱ and
    Rʲ, so their dot product depends on the distance alone: (Rⁱ q)ᵀ (Rʲ k) = qᵀ Rʲ⁻ⁱ k.
    Source: Su et al. (2024), section 3.2.
    """

    def forward(self, start: Size, end: Size) -> Rotation:
        """Return sin(ω_k i) and cos(ω_k i) for the positions i = start … end − 1."""
        waves = self.table[start:end].unflatten(-1, (-1, 2))  # (length, pairs, 2)
        return waves[..., 0].contiguous(), waves[..., 1].contiguous()  # `rotate` is twice as quick


def alibi(n: int, n_heads: int) -> Float[Tensor, "heads n n"]:
    """Return what ALiBi adds to the score of query i and key j in the heads h = 1 … n_heads.

        −λ_h (i − j),  λ_h = 2^(−8 h / n_heads)

    It is for causal attention, where j ≤ i: mask the later keys.
    Source: Press et al. (2022), section 3.
    """
    require_positive(n=n, n_heads=n_heads)
    position = torch.arange(n)
    slope = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)  # (heads)
    return -slope[:, None, None] * (position[:, None] - position)
