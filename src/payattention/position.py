"""Position: attention sees a set, so where a token stands must be told to it.

absolute   added to the embedding: sinusoidal, SinusoidalPositions, and what their dot product
           knows of distance: position_kernel
relative   told to the attention, for each pair: RelativePositions, relative_attention
"""

import math

import torch
from jaxtyping import Float, Float64
from torch import Tensor, nn

from payattention.attention import Mask, masked_softmax, require_that_they_fit, scaled_dot
from payattention.require import require_between, require_floats, require_positive, require_sequence


def frequencies(d_model: int, base: float = 10000.0) -> Float64[Tensor, " pairs"]:
    """ω_k = base^(−2k / d_model) for k = 0 … d_model / 2 − 1, in radians a position.

    The first turns once in 2π positions, the last in almost 2π · base. They are on the CPU, for not
    every device has double precision.
    Raises: ValueError where d_model is not even and positive, or base not positive.
    """
    require_positive(d_model=d_model)
    if d_model % 2:
        raise ValueError(f"d_model must be even and positive, but it is {d_model}")
    if not 0 < base < math.inf:
        raise ValueError(f"base must be a positive number, but it is {base}")
    return base ** (-torch.arange(0, d_model, 2, dtype=torch.float64, device="cpu") / d_model)


def sinusoidal(
    n: int, d_model: int, *, base: float = 10000.0, device: torch.device | None = None
) -> Float[Tensor, "n d_model"]:
    """Give each position 0 … n − 1 its own vector of sines and cosines.

        φ(i)_2k = sin(ω_k i),  φ(i)_2k+1 = cos(ω_k i),  ω_k = base^(−2k / d_model)

    Source: Vaswani et al. (2017), section 3.5.
    """
    require_positive(n=n)
    angle = torch.arange(n, device="cpu")[:, None] * frequencies(d_model, base)
    table = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)
    return table.to(device or torch.get_default_device(), torch.get_default_dtype())


def position_kernel(
    distance: Float[Tensor, "*shape"], d_model: int, *, base: float = 10000.0
) -> Float[Tensor, "*shape"]:
    """φ(i)ᵀ φ(j) depends on the distance i − j alone: it is Σ_k cos(ω_k (i − j)).

    A truncated Fourier series: d_model / 2 at distance 0 and lower elsewhere, as the kernel of a
    radial basis function is, but it does not fall all the way: it goes up and down.
    """
    require_floats(distance=distance)
    angle = distance.double().cpu()[..., None] * frequencies(d_model, base)
    return angle.cos().sum(-1).to(distance)


class SinusoidalPositions(nn.Module):
    """Add to each token the vector of its position. Nothing is learned.

    Source: Vaswani et al. (2017), section 3.5.
    """

    table: Tensor

    def __init__(self, max_len: int, d_model: int):
        super().__init__()
        self.register_buffer("table", sinusoidal(max_len, d_model), persistent=False)

    def forward(
        self, x: Float[Tensor, "*batch length d_model"], start: int = 0
    ) -> Float[Tensor, "*batch length d_model"]:
        """``start`` is the position of the first token."""
        require_sequence("x", x, self.table.shape[-1])
        require_between(0, len(self.table), start=start)
        end = start + x.shape[-2]
        if end > len(self.table):
            raise ValueError(f"x must be at most max_len = {len(self.table)} long, but it is {end}")
        return x + self.table[start:end]


class RelativePositions(nn.Module):
    """A learned vector for each distance j − i, clipped to −max_distance … max_distance.

    Beyond that, far is far: so a model meets no distance it was not trained on.
    Source: Shaw et al. (2018), section 3.2.
    """

    def __init__(self, d_k: int, max_distance: int):
        super().__init__()
        require_positive(d_k=d_k)
        if max_distance < 0:
            raise ValueError(f"max_distance must not be negative, but it is {max_distance}")
        self.max_distance = max_distance
        self.vectors = nn.Embedding(2 * max_distance + 1, d_k)
        nn.init.xavier_uniform_(self.vectors.weight)

    def forward(self, n_queries: int, n_keys: int) -> Float[Tensor, "queries keys d_k"]:
        i = torch.arange(n_queries, device=self.vectors.weight.device)[:, None]
        j = torch.arange(n_keys, device=self.vectors.weight.device)
        clipped = (j - i).clamp(-self.max_distance, self.max_distance)
        return self.vectors(clipped + self.max_distance)


def relative_attention(
    query: Float[Tensor, "*batch queries d_k"],
    key: Float[Tensor, "*batch keys d_k"],
    value: Float[Tensor, "*batch keys d_v"],
    key_positions: Float[Tensor, "queries keys d_k"],
    value_positions: Float[Tensor, "queries keys d_v"] | None = None,
    mask: Mask | None = None,
    *,
    need_weights: bool = False,
) -> (
    Float[Tensor, "*batch queries d_v"]
    | tuple[Float[Tensor, "*batch queries d_v"], Float[Tensor, "*batch queries keys"]]
):
    """Attention in which each pair's distance takes part, in the score and in what is averaged.

        e_ij = q_i (k_j + a_ijᴷ)ᵀ / √d_k,   z_i = Σ_j α_ij (v_j + a_ijⱽ)

    Source: Shaw et al. (2018), section 3.1, equations 3 and 4.
    Raises: ValueError where shapes do not fit together or the mask is not boolean.
    """
    require_that_they_fit(query, key, value, mask, scaled_dot, False)
    pairs = (query.shape[-2], key.shape[-2])
    for name, positions, width in (
        ("key_positions", key_positions, key.shape[-1]),
        ("value_positions", value_positions, value.shape[-1]),
    ):
        if positions is not None and positions.shape != (*pairs, width):
            raise ValueError(
                f"{name} must have the shape (queries, keys, width) = {(*pairs, width)}, "
                f"but its shape is {tuple(positions.shape)}"
            )
    by_content = query @ key.mT
    by_position = torch.einsum("...qd,qkd->...qk", query, key_positions)
    weights = masked_softmax((by_content + by_position) / query.shape[-1] ** 0.5, mask)
    output = weights @ value
    if value_positions is not None:
        output = output + torch.einsum("...qk,qkd->...qd", weights, value_positions)
    return (output, weights) if need_weights else output
