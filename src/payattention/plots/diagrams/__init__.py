"""Diagrams of models: boxes with shapes, drawn by code as SVG, with a description of each."""

from payattention.plots.diagrams.assistants import assistant, replies
from payattention.plots.diagrams.attention import attention_layer, head_split, multi_head
from payattention.plots.diagrams.drawing import Diagram
from payattention.plots.diagrams.images import contrast, patch_embedding, sam_parts
from payattention.plots.diagrams.recurrent import (
    gru_cell,
    look_back,
    lstm_cell,
    thought_vector,
    unrolled,
)
from payattention.plots.diagrams.sam_layer import two_way
from payattention.plots.diagrams.today import flash_tiles, llama_layer
from payattention.plots.diagrams.transformers import decoder_only, encoder_only, transformer

__all__ = [
    "Diagram",
    "assistant",
    "attention_layer",
    "contrast",
    "decoder_only",
    "encoder_only",
    "flash_tiles",
    "gru_cell",
    "head_split",
    "llama_layer",
    "look_back",
    "lstm_cell",
    "multi_head",
    "patch_embedding",
    "replies",
    "sam_parts",
    "thought_vector",
    "transformer",
    "two_way",
    "unrolled",
]
