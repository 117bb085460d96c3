"""A GPT that writes character by character, as one ONNX graph, for the demo of chapter 6."""

import json
from pathlib import Path

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.experiments.characters import Writer, load
from payattention.export.graph import DYNAMIC, write
from payattention.gpt import GPT
from payattention.maps import attention_maps

NAME = "characters.onnx"
KIND = "payattention writer"  # the demo opens only files of this kind


class NextCharacter(nn.Module):
    """A GPT that returns the logits of the next character, and the weights of all heads."""

    def __init__(self, model: GPT):
        super().__init__()
        self.model = model

    def forward(
        self, tokens: Int[Tensor, "1 length"]
    ) -> tuple[Float[Tensor, "1 vocab"], Float[Tensor, "layers heads length length"]]:
        with attention_maps(self.model) as maps:
            logits = self.model(tokens)
        return logits[:, -1], torch.cat(maps.self_attention)


def export_writer(writer: Writer, file: Path) -> Path:
    """Write a character GPT as an ONNX graph, for texts of any length up to its max_len.

    The file also holds the GPT's characters and max_len, so the demo needs no other file. The
    file's path is returned.
    """
    length = min(5, writer.model.config.max_len)
    tokens = torch.zeros(1, length, dtype=torch.int64)
    facts = {
        "kind": KIND,
        "symbols": json.dumps(writer.vocabulary.symbols),
        "max_len": str(writer.model.config.max_len),
    }
    inputs = {"tokens": (tokens, {1: DYNAMIC} if length > 1 else None)}
    write(NextCharacter(writer.model), file, inputs, "logits weights", facts)
    return file


def export_checkpoint(checkpoint: Path, folder: Path) -> Path:
    """Write a saved character GPT as an ONNX graph into a folder; return the file's path.

    The file has the checkpoint's name, with the suffix ``.onnx``.
    Raises: ValueError if the checkpoint is damaged, or is not that of a character GPT.
    """
    writer = load(checkpoint)
    folder.mkdir(parents=True, exist_ok=True)
    return export_writer(writer, folder / f"{checkpoint.stem}.onnx")
