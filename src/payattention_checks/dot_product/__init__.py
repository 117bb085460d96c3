"""The checks of assignment 03, dot-product attention: one private module for each task."""

from payattention_checks.dot_product._attend_counted import attend_counted
from payattention_checks.dot_product._cost import cost
from payattention_checks.dot_product._head_gradients import head_gradients
from payattention_checks.dot_product._merge import merge
from payattention_checks.dot_product._neighbour_head import neighbour_head
from payattention_checks.dot_product._restore_order import restore_order
from payattention_checks.dot_product._same_kind_head import same_kind_head
from payattention_checks.dot_product._score_scale import score_scale
from payattention_checks.dot_product._sink_softmax import sink_softmax
from payattention_checks.dot_product._window_mask import window_mask

__all__ = [
    "attend_counted",
    "cost",
    "head_gradients",
    "merge",
    "neighbour_head",
    "restore_order",
    "same_kind_head",
    "score_scale",
    "sink_softmax",
    "window_mask",
]
