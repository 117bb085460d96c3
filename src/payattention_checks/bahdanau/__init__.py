"""The checks of assignment 02, attention for translation: one private module for each check."""

from payattention_checks.bahdanau._alignment_error import alignment_error
from payattention_checks.bahdanau._coverage_scores import coverage_scores
from payattention_checks.bahdanau._decoder_step import decoder_step
from payattention_checks.bahdanau._grid_context import grid_context
from payattention_checks.bahdanau._length_softmax import length_softmax
from payattention_checks.bahdanau._monotonic_alignment import monotonic_alignment
from payattention_checks.bahdanau._recover_score import recover_score
from payattention_checks.bahdanau._sampled_training import sampled_training
from payattention_checks.bahdanau._score_costs import score_costs

__all__ = [
    "alignment_error",
    "coverage_scores",
    "decoder_step",
    "grid_context",
    "length_softmax",
    "monotonic_alignment",
    "recover_score",
    "sampled_training",
    "score_costs",
]
