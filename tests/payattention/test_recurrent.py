"""The recurrent networks equal torch's, in output and gradients, with and without padding."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import unchecked
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from payattention.recurrent import (
    LSTM,
    Bidirectional,
    GRUCell,
    Recurrent,
    RNNCell,
    reverse,
)

CELLS = {"rnn": (RNNCell, nn.RNN, nn.RNNCell), "gru": (GRUCell, nn.GRU, nn.GRUCell)}
SHAPES = [(1, 1, 3, 4), (2, 7, 5, 3), (4, 12, 8, 16)]  # batch, length, d_input, d_hidden
LENGTHS = {2: [7, 3], 4: [5, 12, 1, 9]}


def close(ours, theirs):
    torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-5)


def copy_weights(cell, theirs, suffix="_l0"):
    """Give torch's layer our weights; our RNN cell has one bias where torch has two to add."""
    with torch.no_grad():
        getattr(theirs, f"weight_ih{suffix}").copy_(cell.W.weight)
        getattr(theirs, f"weight_hh{suffix}").copy_(cell.U.weight)
        getattr(theirs, f"bias_ih{suffix}").copy_(cell.W.bias)
        bias = getattr(theirs, f"bias_hh{suffix}")
        bias.copy_(torch.zeros_like(bias) if cell.U.bias is None else cell.U.bias)


def gradients_of(outputs, inputs):
    total = sum(
        (output * torch.linspace(-1, 1, output.numel()).reshape(output.shape)).sum()
        for output in outputs
    )
    return torch.autograd.grad(total, inputs)


def parameters_of(cell):
    biases = [cell.W.bias] if cell.U.bias is None else [cell.W.bias, cell.U.bias]
    return [cell.W.weight, cell.U.weight, *biases]


def parameters_of_torchs(theirs, suffix="", layer="_l0"):
    names = ["weight_ih", "weight_hh", "bias_ih"]
    if isinstance(theirs, nn.GRU | nn.GRUCell):
        names.append("bias_hh")
    return [getattr(theirs, name + layer + suffix) for name in names]


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize(("batch", "d_input", "d_hidden"), [(1, 1, 1), (4, 5, 3), (3, 2, 16)])
def test_a_cell_equals_torchs_in_output_and_gradients(kind, batch, d_input, d_hidden):
    torch.manual_seed(0)
    ours, _, theirs = CELLS[kind]
    cell, theirs = ours(d_input, d_hidden), theirs(d_input, d_hidden)
    copy_weights(cell, theirs, suffix="")
    x = torch.randn(batch, d_input, requires_grad=True)
    h = torch.randn(batch, d_hidden, requires_grad=True)
    output, expected = cell(x, h), theirs(x, h)
    close(output, expected)
    for mine, torchs in zip(
        gradients_of([output], [x, h, *parameters_of(cell)]),
        gradients_of([expected], [x, h, *parameters_of_torchs(theirs, layer="")]),
        strict=True,
    ):
        close(mine, torchs)


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("with_state", [False, True])
def test_a_sequence_equals_torchs_in_output_and_gradients(kind, shape, with_state):
    batch, length, d_input, d_hidden = shape
    torch.manual_seed(0)
    cell, theirs = (
        CELLS[kind][0](d_input, d_hidden),
        CELLS[kind][1](d_input, d_hidden, batch_first=True),
    )
    copy_weights(cell, theirs)
    x = torch.randn(batch, length, d_input, requires_grad=True)
    h = torch.randn(batch, d_hidden, requires_grad=True) if with_state else None
    inputs = [x, h] if with_state else [x]
    states, last = Recurrent(cell)(x, h)
    expected, expected_last = theirs(x, None if h is None else h[None])
    close(states, expected)
    close(last, expected_last[0])
    for mine, torchs in zip(
        gradients_of([states, last], [*inputs, *parameters_of(cell)]),
        gradients_of([expected, expected_last[0]], [*inputs, *parameters_of_torchs(theirs)]),
        strict=True,
    ):
        close(mine, torchs)


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("shape", SHAPES[1:])
def test_padded_sequences_equal_torchs_packed_ones(kind, shape):
    batch, length, d_input, d_hidden = shape
    lengths = torch.tensor(LENGTHS[batch])
    torch.manual_seed(1)
    encoder = Bidirectional(CELLS[kind][0](d_input, d_hidden), CELLS[kind][0](d_input, d_hidden))
    theirs = CELLS[kind][1](d_input, d_hidden, batch_first=True, bidirectional=True)
    copy_weights(encoder.forwards.cell, theirs)
    copy_weights(encoder.backwards.cell, theirs, suffix="_l0_reverse")
    x = torch.randn(batch, length, d_input, requires_grad=True)

    annotations, ends = encoder(x, lengths)
    packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
    expected, expected_ends = theirs(packed)
    expected, _ = pad_packed_sequence(expected, batch_first=True)
    expected_ends = torch.cat(list(expected_ends), dim=-1)
    close(annotations, expected)
    close(ends, expected_ends)

    mine = [*parameters_of(encoder.forwards.cell), *parameters_of(encoder.backwards.cell)]
    torchs = [*parameters_of_torchs(theirs), *parameters_of_torchs(theirs, "_reverse")]
    for ours, torch_gradient in zip(
        gradients_of([annotations, ends], [x, *mine]),
        gradients_of([expected, expected_ends], [x, *torchs]),
        strict=True,
    ):
        close(ours, torch_gradient)


def test_both_directions_without_lengths_equal_torchs():
    encoder = Bidirectional(GRUCell(3, 4), GRUCell(3, 4))
    theirs = nn.GRU(3, 4, batch_first=True, bidirectional=True)
    copy_weights(encoder.forwards.cell, theirs)
    copy_weights(encoder.backwards.cell, theirs, suffix="_l0_reverse")
    x = torch.randn(2, 6, 3)
    annotations, ends = encoder(x)
    expected, expected_ends = theirs(x)
    close(annotations, expected)
    close(ends, torch.cat(list(expected_ends), dim=-1))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.floats(-1e6, 1e6))
def test_what_stands_in_the_padding_changes_nothing(lengths, noise):
    torch.manual_seed(0)
    encoder = Bidirectional(GRUCell(3, 4), GRUCell(3, 4))
    lengths = torch.tensor(lengths)
    x = torch.randn(len(lengths), 6, 3)
    changed = x.masked_fill((torch.arange(6) >= lengths[:, None])[..., None], noise)
    for before, after in zip(encoder(x, lengths), encoder(changed, lengths), strict=True):
        torch.testing.assert_close(before, after, rtol=0, atol=0)


def test_reverse_turns_each_sequence_round_within_its_length():
    x = torch.arange(1.0, 11).reshape(2, 5, 1)
    assert reverse(x, torch.tensor([3, 5])).squeeze(-1).tolist() == [
        [3, 2, 1, 4, 5],
        [10, 9, 8, 7, 6],
    ]
    assert reverse(x).squeeze(-1).tolist() == [[5, 4, 3, 2, 1], [10, 9, 8, 7, 6]]


@pytest.mark.parametrize("name", ["left", "right"])
def test_a_state_knows_one_side_and_an_annotation_both(name):
    x = torch.randn(1, 5, 3)
    other = x.clone()
    other[:, 0 if name == "left" else -1] += 1.0
    cell = GRUCell(3, 4)
    one_way = (Recurrent(cell)(x)[0] - Recurrent(cell)(other)[0]).abs().amax(-1)[0, 2] > 0
    both = Bidirectional(cell, GRUCell(3, 4))
    annotation = (both(x)[0] - both(other)[0]).abs().amax(-1)[0, 2] > 0
    assert bool(one_way) == (name == "left")
    assert annotation


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (torch.zeros(2, 4, 5),),
            r"x must .*\(batch, length, 3\), .* is \(2, 4, 5\)",
        ),
        (
            (torch.zeros(2, 4, 3), None, torch.tensor([0, 2])),
            "must be from 1 to 4, .* is 0",
        ),
        ((torch.zeros(2, 4, 3), None, torch.tensor([1, 5])), "lengths must be from 1 to 4, .* 5"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(arguments, message):
    with pytest.raises(ValueError, match=message):
        Recurrent(RNNCell(3, 4))(*arguments)


def test_lengths_for_another_batch_are_refused():
    with pytest.raises(ValueError, match=r"lengths must have the shape \(2\).*\(3,\)"):
        unchecked(Recurrent.forward)(
            Recurrent(RNNCell(3, 4)), torch.zeros(2, 4, 3), lengths=torch.ones(3, dtype=torch.long)
        )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("with_state", [False, True])
def test_an_lstm_equals_torchs_in_output_and_every_gradient(shape, with_state):
    batch, length, d_input, d_hidden = shape
    torch.manual_seed(0)
    ours, theirs = LSTM(d_input, d_hidden), nn.LSTM(d_input, d_hidden, batch_first=True)
    copy_weights(ours.cell, theirs)
    x = torch.randn(batch, length, d_input, requires_grad=True)
    h, c = torch.randn(2, batch, d_hidden).requires_grad_()
    every, last = ours(x, (h, c) if with_state else None)
    expected, torchs_last = theirs(x, (h[None], c[None]) if with_state else None)
    inputs = [x, h, c] if with_state else [x]
    outputs, expected = [every, *last], [expected, *(state[0] for state in torchs_last)]
    for mine, torchs in zip(outputs, expected, strict=True):
        close(mine, torchs)
    names = ["weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"]
    for mine, torchs in zip(
        gradients_of(outputs, [*inputs, *parameters_of(ours.cell)]),
        gradients_of(expected, [*inputs, *(getattr(theirs, name) for name in names)]),
        strict=True,
    ):
        close(mine, torchs)


def test_an_lstm_cell_is_one_step_of_the_layer():
    lstm, x = LSTM(3, 4), torch.randn(2, 5, 3)
    state = torch.zeros(2, 4), torch.zeros(2, 4)
    for t, h in enumerate(lstm(x)[0].unbind(1)):
        state = lstm.cell(x[:, t], state)
        close(state[0], h)
