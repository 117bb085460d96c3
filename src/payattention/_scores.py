"""Score functions with parameters, and what any score function must return."""

import torch
from jaxtyping import Float
from torch import Tensor, nn


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


def require_scores(scores: Tensor, query: Tensor, key: Tensor) -> None:
    """Require ``scores``, from a score function, to have one score for each query and key."""
    pairs = (query.shape[-2], key.shape[-2])
    if scores.shape[-2:] != pairs:
        wanted = f"(…, {pairs[0]}, {pairs[1]}), for (…, queries, keys)"
        raise ValueError(f"score must return {wanted}, but it returned {tuple(scores.shape)}")
