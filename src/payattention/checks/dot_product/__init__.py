"""The checks of assignment 03, dot-product attention: one module a task."""

from payattention.checks.dot_product.attend_counted import attend_counted
from payattention.checks.dot_product.cost import cost
from payattention.checks.dot_product.merge import merge
from payattention.checks.dot_product.neighbour_head import neighbour_head
from payattention.checks.dot_product.restore_order import restore_order
from payattention.checks.dot_product.same_kind_head import same_kind_head
from payattention.checks.dot_product.score_scale import score_scale
from payattention.checks.dot_product.sink_softmax import sink_softmax
from payattention.checks.dot_product.window_mask import window_mask

__all__ = [
    "attend_counted",
    "cost",
    "merge",
    "neighbour_head",
    "restore_order",
    "same_kind_head",
    "score_scale",
    "sink_softmax",
    "window_mask",
]
