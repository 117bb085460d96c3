"""The checks of assignment 04, many heads and positions: one private module for each task."""

from payattention_checks.multi_head._active_diversity import active_diversity
from payattention_checks.multi_head._gated_merge import gated_merge
from payattention_checks.multi_head._group_costs import group_costs
from payattention_checks.multi_head._grouped_heads import grouped_heads
from payattention_checks.multi_head._heal_without import heal_without
from payattention_checks.multi_head._kernel_heads import kernel_heads
from payattention_checks.multi_head._relative_scores import relative_scores
from payattention_checks.multi_head._undo_split import undo_split
from payattention_checks.multi_head._wave_positions import wave_positions

__all__ = [
    "active_diversity",
    "gated_merge",
    "group_costs",
    "grouped_heads",
    "heal_without",
    "kernel_heads",
    "relative_scores",
    "undo_split",
    "wave_positions",
]
