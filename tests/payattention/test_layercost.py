"""The formulas equal what is counted, and the paths equal those that a search finds."""

from functools import partial

import pytest
import torch
from torch import nn

from payattention import layercost
from payattention.attention import MultiHeadAttention
from payattention.cost import cost
from payattention.recurrent import Recurrent, RNNCell

SIZES = [(2, 4), (7, 6), (10, 16), (28, 8)]  # n, d


@pytest.mark.parametrize(("n", "d"), SIZES)
@pytest.mark.parametrize("kernel", [2, 3, 5])
def test_operations_and_parameters_are_those_counted(n, d, kernel):
    sequence, channels, numbers = torch.randn(1, n, d), torch.randn(1, d, n), torch.randn(1, n * d)
    convolve, dilated = (
        nn.Sequential(
            nn.ConstantPad1d(((kernel - 1) * dilation, 0), 0.0),
            nn.Conv1d(d, d, kernel, dilation=dilation),
        )
        for dilation in (1, kernel)
    )
    for formula, layer, x in (
        (layercost.self_attention(n, d), MultiHeadAttention(d, 1, bias=False), sequence),
        (layercost.recurrent(n, d), Recurrent(RNNCell(d, d)), sequence),
        (layercost.convolution(n, d, kernel), convolve, channels),
        (layercost.dilated_convolution(n, d, kernel), dilated, channels),
        (layercost.dense(n, d), nn.Linear(n * d, n * d), numbers),
    ):
        counted = cost(layer, x)
        assert (formula.operations, formula.parameters) == (counted.flops, counted.parameters)


def longest_path(n, sees):
    """The fewest layers after which the last position has seen all, by a search from it.

    ``sees(i, layer)`` are the positions from which a layer computes position i.
    """
    for layers in range(1, 2 * n):
        seen = {n - 1}
        for layer in reversed(range(layers)):
            seen = {j for i in seen for j in sees(i, layer)}
        if seen == set(range(n)):
            return layers
    raise AssertionError("some positions are never connected")


def earlier(kernel, dilation):
    return lambda i, layer: [
        j for offset in range(kernel) if (j := i - offset * dilation(layer)) >= 0
    ]


@pytest.mark.parametrize("n", [2, 3, 4, 5, 9, 14, 15, 27, 30, 41])
@pytest.mark.parametrize("kernel", [2, 3, 5])
def test_paths_of_convolutions_are_those_a_search_finds(n, kernel):
    found = longest_path(n, earlier(kernel, lambda layer: 1))
    assert layercost.convolution(n, 4, kernel).path == found
    found = longest_path(n, earlier(kernel, lambda layer: kernel**layer))
    assert layercost.dilated_convolution(n, 4, kernel).path == found


@pytest.mark.parametrize("n", [2, 3, 9, 30])
def test_paths_of_layers_that_see_all_and_of_recurrence(n):
    everything = longest_path(n, lambda i, layer: range(n))
    assert layercost.self_attention(n, 4).path == layercost.dense(n, 4).path == everything

    # one layer, whose edges are x_j → h_j and h_{j−1} → h_j: steps from x_0 to h_{n−1}
    steps, at = 1, n - 1
    while at > 0:
        steps, at = steps + 1, at - 1
    assert layercost.recurrent(n, 4).path == layercost.recurrent(n, 4).sequential == steps


def test_self_attention_is_cheaper_than_recurrence_only_while_n_is_small():
    """Without the projections of both, as table 1 compares them: n² d against n d²."""
    attend, recur = (partial(f, d=64) for f in (layercost.self_attention, layercost.recurrent))
    growth = [attend(2 * n).operations / attend(n).operations for n in (4, 4096)]
    assert growth[0] == pytest.approx(2, rel=0.1)
    assert growth[1] == pytest.approx(4, rel=0.1)
    assert recur(8192).operations == 2 * recur(4096).operations


@pytest.mark.parametrize("formula", [layercost.convolution, layercost.dilated_convolution])
def test_a_kernel_that_sees_one_position_only_is_refused(formula):
    """However many layers of it there are, they connect no two positions."""
    with pytest.raises(ValueError, match="kernel must be at least 2, but it is 1"):
        formula(10, 4, 1)


def test_a_length_that_is_none_is_refused():
    with pytest.raises(ValueError, match="n must be at least 1, but it is 0"):
        layercost.dense(0, 4)
