"""Multitask fine-tuning: one encoder for all tasks, and a small head for each.

    L = Σ_t λ_t L_t(f_t(Z(S; W_T); W_t))

Z is the encoder, S a text, f_t the head of task t. The encoder's parameters W_T learn from every
task; those of a head, W_t, learn from its task only.
"""

from collections.abc import Callable, Mapping

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

Batch = tuple[Int[Tensor, "batch length"], Int[Tensor, " batch"]]  # tokens, labels


class Multitask(nn.Module):
    """Classify texts for several tasks, by the encoder's vector of their first token, [CLS].

    ``encoder`` returns a vector for each token, (batch, length, d_model); ``classes`` holds the
    number of classes of each task.
    Source: Caruana (1997); Liu et al. (2019), MT-DNN, section 3 and algorithm 1.
    """

    def __init__(
        self,
        encoder: Callable[[Tensor], Tensor],
        d_model: int,
        classes: Mapping[str, int],
    ):
        super().__init__()
        self.encoder = encoder
        self.heads = nn.ModuleDict({task: nn.Linear(d_model, n) for task, n in classes.items()})

    def forward(
        self, tokens: Int[Tensor, "batch length"], task: str
    ) -> Float[Tensor, "batch classes"]:
        return self.heads[task](self.encoder(tokens)[:, 0])

    def loss(
        self, batches: Mapping[str, Batch], weights: Mapping[str, float] | None = None
    ) -> Float[Tensor, ""]:
        """The loss Σ_t λ_t L_t of one batch for each task; ``weights`` holds the λ_t.

        L_t is the mean cross-entropy, in nats. A task without a batch is left out. Without
        ``weights``, every λ_t is 1; otherwise, each task with a batch needs a weight.
        """
        losses = [
            (1.0 if weights is None else weights[task])
            * F.cross_entropy(self(tokens, task), labels)
            for task, (tokens, labels) in batches.items()
        ]
        return torch.stack(losses).sum()
