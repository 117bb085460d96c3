"""The checks of assignment 05, the Transformer: one private module for each task."""

from payattention_checks.transformer._aligned_average import aligned_average
from payattention_checks.transformer._coverage_beam import coverage_beam
from payattention_checks.transformer._layer_costs import layer_costs
from payattention_checks.transformer._paper_adam import paper_adam
from payattention_checks.transformer._recover_gain import recover_gain
from payattention_checks.transformer._sandwich_block import sandwich_block
from payattention_checks.transformer._shift_labels import shift_labels
from payattention_checks.transformer._smoothed_bleu import smoothed_bleu
from payattention_checks.transformer._window_decoder import window_decoder

__all__ = [
    "aligned_average",
    "coverage_beam",
    "layer_costs",
    "paper_adam",
    "recover_gain",
    "sandwich_block",
    "shift_labels",
    "smoothed_bleu",
    "window_decoder",
]
