"""One generic attention layer: any score a(q, k; θ), and any function from scores to weights.

(α_1, α_2, …) = normalise(a(q, k_1; θ), a(q, k_2; θ), …)      output = Σ_i α_i v_i

The parameters θ are learned. `share` divides the scores by their sum.

name       a(q, k; θ)               normalise θ
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

    If `share` normalises these scores, the weights are the softmax of the dot products. But exp
    overflows, in float32 if q·k is above 88.7. Softmax does not, because it first subtracts the
    largest score.
    Source: Nadaraya (1964) and Watson (1964), for averages weighted by a positive kernel.
    """
    return (query @ key.mT).exp()


def share(
    scores: Float[Tensor, "*batch queries keys"], mask: Mask | None = None
) -> Float[Tensor, "*batch queries keys"]:
    """Weights a_i / Σ_j a_j: each query's scores, which must be positive, divided by their sum.

    A query whose keys are all hidden by the mask gets the weights 0, as in `masked_softmax`.
    """
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)
    total = scores.sum(dim=-1, keepdim=True)
    return scores / total.masked_fill(total == 0, 1.0)


class ScoredAttention(Attends):
    """Average the values, with the weights normalise(score(query, key), mask).

    ``score`` and ``normalise`` are functions. If ``score`` is a module, its parameters θ are
    learned with the layer.
    Source: Luong et al. (2015), section 3.1, where the score function is a choice, too.
    """

    def __init__(self, score: Score, normalise: Normalise = masked_softmax):
        super().__init__()
        self.score, self.normalise = score, normalise

    @classmethod
    def named(cls, name: str, d_q: int, d_k: int, d_hidden: int = 64) -> "ScoredAttention":
        """Make a layer with the score "dot", "scaled", "exp-dot", "general" or "additive".

        ``d_q`` and ``d_k`` are the widths of queries and keys. They may differ only for "general"
        and "additive". ``d_hidden`` is the number of hidden units of "additive".
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
        names = "dot, scaled, exp-dot, general or additive"
        raise ValueError(f"name must be {names}, but it is {name!r}")

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
