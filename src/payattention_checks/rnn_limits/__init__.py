"""The checks of assignment 01, the limits of recurrence: one private module for each task."""

from payattention_checks.rnn_limits._bit_cell import bit_cell
from payattention_checks.rnn_limits._cell_weights import cell_weights
from payattention_checks.rnn_limits._cloze_states import cloze_states
from payattention_checks.rnn_limits._copy_ceiling import copy_ceiling
from payattention_checks.rnn_limits._forgetting_lag import forgetting_lag
from payattention_checks.rnn_limits._last_states import last_states
from payattention_checks.rnn_limits._layer_sizes import layer_sizes
from payattention_checks.rnn_limits._leaky_states import leaky_states
from payattention_checks.rnn_limits._through_time import through_time
from payattention_checks.rnn_limits._train_reader import train_reader

__all__ = [
    "bit_cell",
    "cell_weights",
    "cloze_states",
    "copy_ceiling",
    "forgetting_lag",
    "last_states",
    "layer_sizes",
    "leaky_states",
    "through_time",
    "train_reader",
]
