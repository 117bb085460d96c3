"""The date translators as ONNX graphs.

``dates-start.onnx`` reads a text and ``dates-step.onnx`` writes one letter. ``dates-heads.onnx`` is
the Transformer with a gate for each of its heads.
"""

from pathlib import Path

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import MultiHeadAttention
from payattention.experiments.translation import Translator
from payattention.export.graph import DYNAMIC, write
from payattention.maps import attention_maps
from payattention.seq2seq import EncoderDecoder, Memory
from payattention.transformer import Transformer

NAMES = ("dates-start.onnx", "dates-step.onnx")
HEADS = "dates-heads.onnx"


class Start(nn.Module):
    """Encode one text: return the decoder's first state, the annotations and the attention keys.

    The annotations are the encoder's states, one for each token. The attention keys are computed
    from the annotations, once for all decoding steps.
    """

    def __init__(self, model: EncoderDecoder):
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
    """One decoding step: return logits of the next letter, the new state, and attention weights."""

    def __init__(self, model: EncoderDecoder):
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
        memory = Memory(annotations, keys, may_look, state)  # the thought vector is not used
        with attention_maps(self.model) as maps:
            logits, (state, _) = self.model.step(token, (state, memory))
        (weights,) = maps.cross_attention
        return logits, state, weights


class GatedHeads(nn.Module):
    """A Transformer in which the output of each attention head is multiplied by a number, its gate.

    The gates are an input: a row for each attention layer, a column for each head. The model
    returns the logits of the next letter, and the attention weights of all heads. The weights are
    three tensors, each in layer order: for the encoder's self-attention, for the decoder's, and for
    the cross-attention.
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
    """Write a Transformer as an ONNX graph, for texts of any length; return the file's path.

    In the graph, the output of each attention head is multiplied by a gate. The gates are an input
    of the graph.
    Raises: ValueError if the translator is no Transformer.
    """
    model = translator.model
    if not isinstance(model, Transformer):
        raise ValueError(
            f"translator must be a Transformer, but its model is a {type(model).__name__}"
        )
    module, tokens = GatedHeads(model), torch.zeros(1, 5, dtype=torch.int64)
    gates = torch.ones(len(module.layers), model.config.n_heads)
    inputs = {
        "source": (tokens, {1: DYNAMIC}),
        "target": (tokens[:, :4], {1: DYNAMIC}),
        "gates": (gates, None),
    }
    write(module, folder / HEADS, inputs, "logits encoder decoder cross")
    return folder / HEADS


def export(translator: Translator, folder: Path) -> tuple[Path, Path]:
    """Write a recurrent translator as two ONNX graphs, and return the paths of the two files.

    The first graph reads a text. The second writes one letter of the translation.
    Raises: ValueError if the translator is a Transformer or has no attention.
    """
    model = translator.model
    if not isinstance(model, EncoderDecoder) or model.config.score is None:
        raise ValueError(
            "translator must be an encoder–decoder with attention and recurrent cells, "
            f"but its model is a {type(model).__name__}"
            f"{' without attention' if isinstance(model, EncoderDecoder) else ''}"
        )
    source = torch.zeros(1, 5, dtype=torch.int64)
    with torch.no_grad():
        state, annotations, keys = Start(model)(source)
    start, step = (folder / name for name in NAMES)
    write(Start(model), start, {"source": (source, {1: DYNAMIC})}, "state annotations keys")
    inputs = {
        "token": (source[:, :1], None),
        "state": (state, None),
        "annotations": (annotations, {1: DYNAMIC}),
        "keys": (keys, {1: DYNAMIC}),
    }
    write(Step(model), step, inputs, "logits new_state weights")
    return start, step
