"""The date translators as ONNX graphs, which run in a browser.

    python -m payattention.export

writes them beside the checkpoints. ``dates-start.onnx`` reads a text and ``dates-step.onnx`` writes
one letter; ``dates-heads.onnx`` is the Transformer, each of whose heads has a gate. It needs the
packages onnx and onnxscript, of the extra ``export``.
"""

import warnings
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention import checkpoint
from payattention.attention import MultiHeadAttention
from payattention.experiments.translation import Translator, trained_translator
from payattention.maps import attention_maps
from payattention.seq2seq import Memory, Seq2Seq
from payattention.transformer import Transformer

NAMES = ("dates-start.onnx", "dates-step.onnx")
HEADS = "dates-heads.onnx"


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


class GatedHeads(nn.Module):
    """A Transformer whose heads are multiplied by gates, one for each layer and head.

    Returns the logits of the next letter, and the weights of all heads: of the encoder, of the
    decoder's self-attention, and of cross-attention, in layer order.
    """

    def __init__(self, model: Transformer):
        super().__init__()
        self.model = model
        self.layers = [
            name for name, part in model.named_modules() if isinstance(part, MultiHeadAttention)
        ]

    def forward(
        self,
        source: Int[Tensor, "1 source"],
        target: Int[Tensor, "1 target"],
        gates: Float[Tensor, "attentions heads"],
    ) -> tuple[
        Float[Tensor, "1 vocab"],
        Float[Tensor, "layers heads source source"],
        Float[Tensor, "layers heads target target"],
        Float[Tensor, "layers heads target source"],
    ]:
        gated = {}
        for name, gate in zip(self.layers, gates.unbind(), strict=True):
            layer = self.model.get_submodule(name)
            assert isinstance(layer, MultiHeadAttention)
            W_O = layer.W_O.weight  # (d_model, heads · d_v)
            columns = W_O.unflatten(1, (len(gate), -1)) * gate[:, None]  # (d_model, heads, d_v)
            gated[f"{name}.W_O.weight"] = columns.flatten(1)
        with attention_maps(self.model) as maps:
            logits = torch.func.functional_call(self.model, gated, (source, target))
        own = torch.cat([maps[name] for name in self.layers if name.startswith("encoder")])
        before = torch.cat(
            [maps[n] for n in self.layers if n.startswith("decoder") and "cross" not in n]
        )
        return logits[:, -1], own, before, torch.cat(maps.cross_attention)


def export_heads(translator: Translator, folder: Path) -> Path:
    """Write the graph of a Transformer with a gate for each head; texts may have any length.

    Raises: ValueError where the translator is no Transformer.
    """
    model = translator.model
    if not isinstance(model, Transformer):
        raise ValueError(
            f"translator must be a Transformer, but its model is a {type(model).__name__}"
        )
    module, tokens = GatedHeads(model), torch.zeros(1, 5, dtype=torch.int64)
    gates = torch.ones(len(module.layers), model.config.n_heads)
    length = torch.export.Dim.DYNAMIC
    inputs = {
        "source": (tokens, {1: length}),
        "target": (tokens[:, :4], {1: length}),
        "gates": (gates, None),
    }
    _write(module, folder / HEADS, inputs, "logits encoder decoder cross")
    return folder / HEADS


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
    graphs = export(trained_translator("bahdanau"), checkpoint.FOLDER)
    for file in (*graphs, export_heads(trained_translator("transformer"), checkpoint.FOLDER)):
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")
