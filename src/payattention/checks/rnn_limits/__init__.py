"""The checks of assignment 01, the limits of recurrence: one private module a task."""

from payattention.checks.rnn_limits._cell_weights import cell_weights
from payattention.checks.rnn_limits._last_states import last_states
from payattention.checks.rnn_limits._layer_sizes import layer_sizes
from payattention.checks.rnn_limits._leaky_states import leaky_states

__all__ = [
    "cell_weights",
    "last_states",
    "layer_sizes",
    "leaky_states",
]
