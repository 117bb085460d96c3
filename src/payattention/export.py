"""The date translator as two ONNX graphs, which run in a browser.

    python -m payattention.export

writes them beside the checkpoint: ``dates-start.onnx`` reads a text, ``dates-step.onnx`` writes one
letter. It needs the packages onnx and onnxscript, of the extra ``export``.
"""

import warnings
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention import checkpoint
from payattention.experiments.translation import Translator, trained_translator
from payattention.maps import attention_maps
from payattention.seq2seq import Memory, Seq2Seq

NAMES = ("dates-start.onnx", "dates-step.onnx")


class Start(nn.Module):
    """Read one text: the decoder's first state, and the annotations as they are and as keys."""

    def __init__(self, model: Seq2Seq):
        super().__init__()
        self.model = model

    def forward(
        self, source: Int[Tensor, "1 source"]
    ) -> tuple[
        Float[Tensor, "1 d_hidden"],
        Float[Tensor, "1 source d_hidden"],
        Float[Tensor, "1 source d_hidden"],
    ]:
        state, memory = self.model.start(source)
        return state, memory.annotations, memory.keys


class Step(nn.Module):
    """Write a letter: the logits of the next one, the new state, and the weights of the source."""

    def __init__(self, model: Seq2Seq):
        super().__init__()
        self.model = model

    def forward(
        self,
        token: Int[Tensor, "1 1"],
        state: Float[Tensor, "1 d_hidden"],
        annotations: Float[Tensor, "1 source d_hidden"],
        keys: Float[Tensor, "1 source d_hidden"],
    ) -> tuple[Float[Tensor, "1 vocab"], Float[Tensor, "1 d_hidden"], Float[Tensor, "1 1 source"]]:
        may_look: Bool[Tensor, "1 1 source"] = torch.ones_like(annotations[:, None, :, 0]) > 0
        memory = Memory(annotations, keys, may_look, state)  # no thought is looked at
        with attention_maps(self.model) as maps:
            logits, (state, _) = self.model.step(token, (state, memory))
        (weights,) = maps.cross_attention
        return logits, state, weights


def export(translator: Translator, folder: Path) -> tuple[Path, Path]:
    """Write both graphs of a translator with attention; the source may have any length.

    Raises: ValueError where the translator is a Transformer or has no attention.
    """
    model = translator.model
    if not isinstance(model, Seq2Seq) or model.config.score is None:
        raise ValueError(
            "translator must be an encoder–decoder with attention, "
            f"but its model is a {type(model).__name__} without"
        )
    source = torch.zeros(1, 5, dtype=torch.int64)
    with torch.no_grad():
        state, annotations, keys = Start(model)(source)
    start, step = (folder / name for name in NAMES)
    length = torch.export.Dim.DYNAMIC
    _write(Start(model), start, {"source": (source, {1: length})}, "state annotations keys")
    inputs = {
        "token": (source[:, :1], None),
        "state": (state, None),
        "annotations": (annotations, {1: length}),
        "keys": (keys, {1: length}),
    }
    _write(Step(model), step, inputs, "logits new_state weights")
    return start, step


def _write(
    module: nn.Module,
    file: Path,
    inputs: dict[str, tuple[Tensor, dict[int, Any] | None]],
    outputs: str,
) -> None:
    import onnx  # of the extra "export"

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's exporter warns of itself
        program = torch.onnx.export(
            module.eval(),
            tuple(tensor for tensor, _ in inputs.values()),
            input_names=list(inputs),
            output_names=outputs.split(),
            dynamic_shapes={name: varies for name, (_, varies) in inputs.items()},
            opset_version=18,
            verbose=False,
        )
    assert program is not None
    model = program.model_proto
    _forget_where_it_was_made(model.graph)
    onnx.save(model, file)


def _forget_where_it_was_made(graph: Any) -> None:
    """Remove what the exporter notes of each node: lines of code, and folders of a machine."""
    del graph.metadata_props[:], graph.value_info[:]
    for part in (*graph.node, *graph.input, *graph.output, *graph.initializer):
        del part.metadata_props[:]
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                _forget_where_it_was_made(attribute.g)


if __name__ == "__main__":
    for file in export(trained_translator("bahdanau"), checkpoint.FOLDER):
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")
