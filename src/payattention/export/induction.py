"""The induction heads of chapter 8 as one ONNX graph, for its live demo.

``induction.onnx`` predicts the next letter at each place of a text, and returns where its heads
look.
"""

from pathlib import Path

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.experiments.induction import AttentionOnly
from payattention.export.graph import DYNAMIC, write
from payattention.maps import attention_maps

NAME = "induction.onnx"


class NextLetter(nn.Module):
    """A model of attention layers that also returns the weights of all heads."""

    def __init__(self, model: AttentionOnly):
        super().__init__()
        self.model = model

    def forward(
        self, letters: Int[Tensor, "1 length"]
    ) -> tuple[Float[Tensor, "length letters"], Float[Tensor, "layers heads length length"]]:
        with attention_maps(self.model) as maps:
            logits = self.model(letters)
        return logits[0], torch.cat(maps.self_attention)


def export_induction(model: AttentionOnly, folder: Path) -> Path:
    """Write a model as an ONNX graph, for texts of any length; return the file's path."""
    letters = torch.zeros(1, 5, dtype=torch.int64)
    write(NextLetter(model), folder / NAME, {"letters": (letters, {1: DYNAMIC})}, "logits weights")
    return folder / NAME
