"""One generic layer of attention: any score a(q, k; θ), and any way to make weights of scores.

α_i = norm_i a(q, k_i; θ)      output = Σ_i α_i v_i

name       a(q, k; θ)               norm      θ
dot        q · k                    softmax
scaled     q · k / √d_k             softmax
exp-dot    exp(q · k)               share
general    q W kᵀ                   softmax   W
additive   tanh(q W + k U) vᵀ       softmax   W, U, v
"""

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor

from payattention.attention import (
    Additive,
    Bilinear,
    Mask,
    Score,
    dot,
    masked_softmax,
    scaled_dot,
)
from payattention.maps import Attends

Normalise = Callable[[Tensor, Mask | None], Tensor]


def exp_dot(
    query: Float[Tensor, "*#batch queries d_k"], key: Float[Tensor, "*#batch keys d_k"]
) -> Float[Tensor, "*#batch queries keys"]:
    """Score every query against every key by exp(q·k), which is positive.

    With `share` that is softmax of the dot product, but it overflows: in float32 above q·k = 88,
    where softmax subtracts the largest score first.
    Source: Nadaraya (1964) and Watson (1964), averages weighted by a positive kernel's shares.
    """
    return (query @ key.mT).exp()


def share(
    scores: Float[Tensor, "*batch queries keys"], mask: Mask | None = None
) -> Float[Tensor, "*batch queries keys"]:
    """Divide each query's scores, which must be positive, by their sum: a_i / Σ_j a_j."""
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)
    return scores / scores.sum(dim=-1, keepdim=True)


class ScoredAttention(Attends):
    """Average the values by weights from ``score`` and ``normalise``.

    The parameters θ of a score that is a module are learned with the layer.
    Source: Luong et al. (2015), section 3.1, for exchangeable scores.
    """

    def __init__(self, score: Score, normalise: Normalise = masked_softmax):
        super().__init__()
        self.score, self.normalise = score, normalise

    @classmethod
    def named(cls, name: str, d_q: int, d_k: int, d_hidden: int = 64) -> "ScoredAttention":
        """The layer with one of the scores of the table above, for queries and keys of any width.

        Raises: ValueError if there is no score of that name.
        """
        match name:
            case "dot":
                return cls(dot)
            case "scaled":
                return cls(scaled_dot)
            case "exp-dot":
                return cls(exp_dot, share)
            case "general":
                return cls(Bilinear(d_q, d_k))
            case "additive":
                return cls(Additive(d_q, d_k, d_hidden))
        raise ValueError(f"name must be a score of the table in {__name__}, but it is {name!r}")

    def forward(
        self,
        query: Float[Tensor, "*#batch queries d_q"],
        key: Float[Tensor, "*#batch keys d_k"],
        value: Float[Tensor, "*#batch keys d_v"],
        mask: Mask | None = None,
    ) -> Float[Tensor, "*batch queries d_v"]:
        scores = self.score(query, key)  # (…, queries, keys)
        weights = self.normalise(scores, mask)  # (…, queries, keys)
        self.record(weights, cross=True)
        return weights @ value  # (…, queries, d_v)
