"""Diagrams of models: boxes with shapes, drawn by code as SVG, with a description of each."""

from payattention.plots.diagrams.assistants import (
    assistant,
    chat_text,
    replies,
    two_ways_to_prefer,
)
from payattention.plots.diagrams.attention import Matrices, head_split, multi_head, worked_head
from payattention.plots.diagrams.decoding import Beginning, beam_tree
from payattention.plots.diagrams.drawing import Diagram
from payattention.plots.diagrams.exchanged import Exchange, exchanges
from payattention.plots.diagrams.heads import (
    clipped_distances,
    convolution_heads,
    two_sentences,
)
from payattention.plots.diagrams.images import contrast, self_distillation
from payattention.plots.diagrams.language_models import Stage, fine_tuning, kv_cache
from payattention.plots.diagrams.letters import Written, decoder_step, misread, one_look
from payattention.plots.diagrams.lookup import Asked, Looked, asked, shuffled, soft_lookup
from payattention.plots.diagrams.memory import flash_tiles, shared_heads, sums_first, windows
from payattention.plots.diagrams.ngrams import shared_ngrams
from payattention.plots.diagrams.patches import masked_autoencoder, shifted_windows
from payattention.plots.diagrams.paths import rollout_paths
from payattention.plots.diagrams.positions import mixers
from payattention.plots.diagrams.pulls import pulls
from payattention.plots.diagrams.recurrent import (
    gated_cells,
    gru_cell,
    lstm_cell,
    thought_vector,
    unrolled,
)
from payattention.plots.diagrams.remembering import Shifted, both_ways, offsets, remembered
from payattention.plots.diagrams.rescaling import rescaled
from payattention.plots.diagrams.rotation import turned_arrows
from payattention.plots.diagrams.sam_layer import two_way
from payattention.plots.diagrams.sam_parts import sam_parts
from payattention.plots.diagrams.stacks import norms, waiting
from payattention.plots.diagrams.steps import Step, decoder_steps
from payattention.plots.diagrams.today import induction_steps, llama_layer
from payattention.plots.diagrams.transformers import decoder_only, encoder_only, transformer
from payattention.plots.diagrams.vision import Read, vision_transformer

__all__ = [
    "Asked",
    "Beginning",
    "Diagram",
    "Exchange",
    "Looked",
    "Matrices",
    "Read",
    "Shifted",
    "Stage",
    "Step",
    "Written",
    "asked",
    "assistant",
    "beam_tree",
    "both_ways",
    "chat_text",
    "clipped_distances",
    "contrast",
    "convolution_heads",
    "decoder_only",
    "decoder_step",
    "decoder_steps",
    "encoder_only",
    "exchanges",
    "fine_tuning",
    "flash_tiles",
    "gated_cells",
    "gru_cell",
    "head_split",
    "induction_steps",
    "kv_cache",
    "llama_layer",
    "lstm_cell",
    "masked_autoencoder",
    "misread",
    "mixers",
    "multi_head",
    "norms",
    "offsets",
    "one_look",
    "pulls",
    "remembered",
    "replies",
    "rescaled",
    "rollout_paths",
    "sam_parts",
    "self_distillation",
    "shared_heads",
    "shared_ngrams",
    "shifted_windows",
    "shuffled",
    "soft_lookup",
    "sums_first",
    "thought_vector",
    "transformer",
    "turned_arrows",
    "two_sentences",
    "two_way",
    "two_ways_to_prefer",
    "unrolled",
    "vision_transformer",
    "waiting",
    "windows",
    "worked_head",
]
