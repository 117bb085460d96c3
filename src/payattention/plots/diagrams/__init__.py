"""Diagrams of models: boxes with shapes, drawn by code as SVG, with a description of each."""

from payattention.plots.diagrams.attention import attention_layer, head_split, multi_head
from payattention.plots.diagrams.decoding import Beginning, beam_tree
from payattention.plots.diagrams.drawing import Diagram
from payattention.plots.diagrams.images import contrast, patch_embedding, sam_parts
from payattention.plots.diagrams.letters import Exchange, Written, exchanges, misread, one_look
from payattention.plots.diagrams.positions import mixers
from payattention.plots.diagrams.recurrent import (
    gated_cells,
    gru_cell,
    lstm_cell,
    thought_vector,
    unrolled,
)
from payattention.plots.diagrams.since import assistant, then_and_now
from payattention.plots.diagrams.stacks import norms, waiting
from payattention.plots.diagrams.transformers import decoder_only, encoder_only, transformer

__all__ = [
    "Beginning",
    "Diagram",
    "Exchange",
    "Written",
    "assistant",
    "attention_layer",
    "beam_tree",
    "contrast",
    "decoder_only",
    "encoder_only",
    "exchanges",
    "gated_cells",
    "gru_cell",
    "head_split",
    "lstm_cell",
    "misread",
    "mixers",
    "multi_head",
    "norms",
    "one_look",
    "patch_embedding",
    "sam_parts",
    "then_and_now",
    "thought_vector",
    "transformer",
    "unrolled",
    "waiting",
]
