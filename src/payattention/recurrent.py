"""Recurrent networks: one state, carried through the sequence and renewed at every step.

    RNNCell, GRUCell   one step: the new state from the input and the old state
    Recurrent          an RNNCell or GRUCell over a whole sequence, from left to right
    LSTMCell, LSTM     one step with two states, and that step over a whole sequence
    Bidirectional      one reader in each direction: the annotations h_j = (→h_j, ←h_j)

`Recurrent` and `Bidirectional` also read batches of sequences with different lengths, padded on
the right: sequence b holds ``lengths[b]`` real items, and the padding after them changes nothing.
"""

from collections.abc import Callable
from typing import TypeVar

import torch
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn
from torch._higher_order_ops.scan import scan

from payattention.attention import padding_mask
from payattention.require import require_in_range, require_shape

Lengths = Int[Tensor, " batch"]
LSTMState = tuple[Float[Tensor, "batch d_hidden"], Float[Tensor, "batch d_hidden"]]  # h, c
State = TypeVar("State", Tensor, LSTMState)
Step = Callable[[Tensor, State], State]


class RNNCell(nn.Module):
    """One step of the vanilla recurrent network.

        h_t = tanh(W x_t + U h_{t−1} + b)

    Source: Elman (1990).
    """

    def __init__(self, d_input: int, d_hidden: int):
        super().__init__()
        self.W = nn.Linear(d_input, d_hidden)
        self.U = nn.Linear(d_hidden, d_hidden, bias=False)
        _initialize(self)

    def forward(
        self, x: Float[Tensor, "batch d_input"], h: Float[Tensor, "batch d_hidden"]
    ) -> Float[Tensor, "batch d_hidden"]:
        return self.step(self.W(x), h)

    def step(
        self,
        Wx: Float[Tensor, "batch d_hidden"],
        h: Float[Tensor, "batch d_hidden"],
    ) -> Float[Tensor, "batch d_hidden"]:
        """Return the new state, from the old state ``h`` and ``Wx`` = W x_t + b."""
        return torch.tanh(Wx + self.U(h))


class GRUCell(nn.Module):
    """One step of a gated recurrent unit: the gates decide what is forgotten and what is kept.

        r = σ(W_r x + U_r h)         reset: how much of the past the candidate sees
        z = σ(W_z x + U_z h)         update: how much of the past stays
        n = tanh(W x + r ⊙ (U h))    candidate
        h' = (1 − z) ⊙ n + z ⊙ h

    Each W and U has a bias. The layers ``W`` and ``U`` stack those of r, z and n in this order.
    The candidate is as in torch and in the first version of the paper (arXiv v1): r multiplies U h.
    In the later version, U multiplies r ⊙ h.
    Source: Cho et al. (2014), section 2.3.
    """

    def __init__(self, d_input: int, d_hidden: int):
        super().__init__()
        self.W = nn.Linear(d_input, 3 * d_hidden)
        self.U = nn.Linear(d_hidden, 3 * d_hidden)
        _initialize(self)

    def forward(
        self, x: Float[Tensor, "batch d_input"], h: Float[Tensor, "batch d_hidden"]
    ) -> Float[Tensor, "batch d_hidden"]:
        return self.step(self.W(x), h)

    def step(
        self,
        Wx: Float[Tensor, "batch gates"],
        h: Float[Tensor, "batch d_hidden"],
    ) -> Float[Tensor, "batch d_hidden"]:
        """Return the new state, from the old state ``h`` and ``Wx``.

        ``Wx`` is W x_t + b for r, z and n, one after the other: 3 · d_hidden numbers.
        """
        d_hidden = h.shape[-1]
        W_rz, W_n = Wx.split([2 * d_hidden, d_hidden], dim=-1)
        U_rz, U_n = self.U(h).split([2 * d_hidden, d_hidden], dim=-1)
        r, z = torch.sigmoid(W_rz + U_rz).chunk(2, dim=-1)  # (batch, d_hidden) each
        n = torch.tanh(W_n + r * U_n)
        return (1 - z) * n + z * h


class Recurrent(nn.Module):
    """Read a sequence from left to right, one step of ``cell`` after the other.

    No step can begin before the one to its left has ended, and no state knows what comes later.
    """

    def __init__(self, cell: RNNCell | GRUCell):
        super().__init__()
        self.cell = cell

    def forward(
        self,
        x: Float[Tensor, "batch length d_input"],
        h: Float[Tensor, "batch d_hidden"] | None = None,
        lengths: Lengths | None = None,
    ) -> tuple[Float[Tensor, "batch length d_hidden"], Float[Tensor, "batch d_hidden"]]:
        """Return the states after every step (zeros at padding), and the last real step's state.

        ``h`` is the state before the first step (default: zeros).
        Raises: ValueError if x and lengths do not fit together.
        """
        require_shape("x", x, "batch", "length", self.cell.W.in_features)
        _require_lengths(lengths, x)
        h = x.new_zeros(x.shape[0], self.cell.U.in_features) if h is None else h
        Wx = self.cell.W(x)  # (batch, length, gates)
        every_state, _ = _every_state(self.cell.step, Wx, h)  # (batch, length, d_hidden)
        if lengths is None:
            return every_state, every_state[:, -1]
        real = padding_mask(lengths, x.shape[1]).transpose(1, 2)  # (batch, length, 1)
        end = (lengths - 1).long()[:, None, None].expand(-1, 1, h.shape[-1])
        last = every_state.gather(1, end).squeeze(1)  # (batch, d_hidden)
        return every_state.masked_fill(~real, 0.0), last


class LSTMCell(nn.Module):
    """One step of a long short-term memory: gates decide what the cell c keeps and what is added.

        i, f, o = σ(W x + U h)       input, forget and output gate, each with its own W and U
        g = tanh(W_g x + U_g h)      candidate
        c' = f ⊙ c + i ⊙ g           if f = 1 and i = 0, c and its gradient pass unchanged
        h' = o ⊙ tanh(c')

    Each W and U has a bias. The layers ``W`` and ``U`` stack those of i, f, g and o in this order,
    as in torch.
    Source: Hochreiter and Schmidhuber (1997); Gers et al. (2000), for the forget gate.
    """

    def __init__(self, d_input: int, d_hidden: int):
        super().__init__()
        self.W = nn.Linear(d_input, 4 * d_hidden)
        self.U = nn.Linear(d_hidden, 4 * d_hidden)
        _initialize(self)

    def forward(self, x: Float[Tensor, "batch d_input"], state: LSTMState) -> LSTMState:
        return self.step(self.W(x), state)

    def step(self, Wx: Float[Tensor, "batch gates"], state: LSTMState) -> LSTMState:
        """Return the new (h, c), from the old one, ``state``, and ``Wx`` = W x_t + b."""
        h, c = state
        i, f, g, o = (Wx + self.U(h)).chunk(4, dim=-1)  # (batch, d_hidden) each
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


class LSTM(nn.Module):
    """Read a sequence from left to right, one step of an `LSTMCell` after the other."""

    def __init__(self, d_input: int, d_hidden: int):
        super().__init__()
        self.cell = LSTMCell(d_input, d_hidden)

    def forward(
        self, x: Float[Tensor, "batch length d_input"], state: LSTMState | None = None
    ) -> tuple[Float[Tensor, "batch length d_hidden"], LSTMState]:
        """Return h after every step, and the last (h, c).

        ``state`` is (h, c) before the first step (default: zeros).
        """
        if state is None:
            h = x.new_zeros(x.shape[0], self.cell.U.in_features)
            state = (h, torch.zeros_like(h))
        return _every_state(self.cell.step, self.cell.W(x), state)  # (batch, length, d_hidden)


class Bidirectional(nn.Module):
    """Read a sequence from the left and from the right: each output depends on the whole sequence.

        h_j = (→h_j, ←h_j)

    ``forwards`` and ``backwards`` are two cells with weights of their own.
    Source: Schuster and Paliwal (1997); Bahdanau et al. (2015), section 3.2.
    """

    def __init__(self, forwards: RNNCell | GRUCell, backwards: RNNCell | GRUCell):
        super().__init__()
        self.forwards = Recurrent(forwards)
        self.backwards = Recurrent(backwards)

    def forward(
        self,
        x: Float[Tensor, "batch length d_input"],
        lengths: Lengths | None = None,
    ) -> tuple[Float[Tensor, "batch length d_both"], Float[Tensor, "batch d_both"]]:
        """Return the annotations h_j, and each direction's last state, (→h_T, ←h_1)."""
        rightwards, at_the_right = self.forwards(x, lengths=lengths)
        leftwards, at_the_left = self.backwards(reverse(x, lengths), lengths=lengths)
        annotations = torch.cat([rightwards, reverse(leftwards, lengths)], dim=-1)
        return annotations, torch.cat([at_the_right, at_the_left], dim=-1)


def reverse(
    x: Shaped[Tensor, "batch length *width"], lengths: Lengths | None = None
) -> Shaped[Tensor, "batch length *width"]:
    """Reverse each sequence within its own length; the padding stays where it is.

    Raises: ValueError if there is not one length for each sequence, from 1 to the length of ``x``.
    """
    if lengths is None:
        return x.flip(1)
    _require_lengths(lengths, x)
    position = torch.arange(x.shape[1], device=x.device)  # (length,)
    source = torch.where(position < lengths[:, None], lengths[:, None] - 1 - position, position)
    source = source[(...,) + (None,) * (x.ndim - 2)]  # (batch, length, 1, …)
    return x.gather(1, source.expand_as(x))


def _require_lengths(lengths: Tensor | None, x: Tensor) -> None:
    """Require one length for each row of ``x``, from 1 to the length of ``x``."""
    if lengths is not None:
        require_shape("lengths", lengths, x.shape[0])
        require_in_range("lengths", lengths, 1, x.shape[1])


def _every_state(step: Step[State], Wx: Tensor, state: State) -> tuple[Tensor, State]:
    """Return h after every step, and the state after the last step.

    ``Wx`` holds W x_t + b for all t; ``state`` is the state before the first step.
    """
    if torch.compiler.is_exporting():
        return _scanned(step, Wx, state)
    states = []
    for Wx_t in Wx.unbind(dim=1):
        state = step(Wx_t, state)
        states.append(_h(state))
    return torch.stack(states, dim=1), state  # (batch, length, d_hidden)


def _scanned(step: Step[State], Wx: Tensor, state: State) -> tuple[Tensor, State]:
    """Return h after every step, and the state after the last step, by torch's ``scan``.

    While a model is exported, `_every_state` calls this function with its own arguments: the
    exported model then reads sequences of any length.
    """

    def one(state: State, Wx_t: Tensor) -> tuple[State, Tensor]:
        state = step(Wx_t, state)
        return state, _h(state).clone()

    state, states = scan(one, state, Wx.transpose(0, 1))  # (length, batch, d_hidden)
    return states.transpose(0, 1), state


def _h(state: State) -> Tensor:
    return state[0] if isinstance(state, tuple) else state


def _initialize(cell: RNNCell | GRUCell | LSTMCell) -> None:
    bound = cell.U.in_features**-0.5  # as in torch's recurrent layers
    for parameter in cell.parameters():
        nn.init.uniform_(parameter, -bound, bound)
