"""The checks of assignment 02, attention for translation: one private module a task."""

from payattention.checks.bahdanau._alignment_error import alignment_error
from payattention.checks.bahdanau._coverage_scores import coverage_scores
from payattention.checks.bahdanau._grid_context import grid_context
from payattention.checks.bahdanau._length_softmax import length_softmax

__all__ = [
    "alignment_error",
    "coverage_scores",
    "grid_context",
    "length_softmax",
]
