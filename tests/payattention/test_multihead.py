"""What heads can be made to do, against torch's convolution and the definition by loops."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import assert_same
from torch import nn

from payattention.attention import MultiHeadAttention
from payattention.maps import attention_maps
from payattention.multihead import ConvolutionAsAttention, diversity_penalty


@pytest.mark.parametrize(
    ("c_in", "c_out", "kernel", "padding", "size", "bias"),
    [
        (1, 1, 3, 1, (5, 5), True),
        (3, 4, (3, 5), (1, 2), (7, 6), False),
        (2, 3, (2, 4), 0, (6, 9), True),
        (2, 2, 1, 0, (3, 4), True),
        (1, 2, 3, 4, (2, 2), True),
    ],
)
def test_attention_can_compute_any_convolution(c_in, c_out, kernel, padding, size, bias):
    torch.manual_seed(0)
    convolution = nn.Conv2d(c_in, c_out, kernel, padding=padding, bias=bias)
    as_attention = ConvolutionAsAttention(convolution)
    image = torch.randn(2, c_in, *size, requires_grad=True)
    output, expected = as_attention(image), convolution(image)
    biases = [(as_attention.bias, convolution.bias)] if bias else []
    assert_same(output, expected, [(image, image), *biases])
    into = torch.linspace(-1, 1, output.numel()).reshape(output.shape)
    mine = torch.autograd.grad((output * into).sum(), as_attention.W_O)[0]
    theirs = torch.autograd.grad((expected * into).sum(), convolution.weight)[0]
    scale = theirs.abs().max()
    mine = mine.permute(2, 1, 0).reshape(theirs.shape)
    torch.testing.assert_close(mine / scale, theirs / scale, rtol=1e-5, atol=1e-5)


def test_a_small_alpha_makes_the_attention_blur():
    convolution = nn.Conv2d(1, 1, 3, padding=1)
    image = torch.randn(1, 1, 6, 6)
    blurred = ConvolutionAsAttention(convolution, alpha=0.1)(image)
    assert not torch.allclose(blurred, convolution(image), atol=1e-2)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"stride": 2}, r"stride \(1, 1\), but it has \(2, 2\)"),
        ({"dilation": 2}, "dilation"),
        ({"groups": 2}, "groups 1, but it has 2"),
        ({"padding": 1, "padding_mode": "circular"}, "padding_mode 'zeros'"),
        ({"padding": "same"}, "by a number, not 'same'"),
    ],
)
def test_other_convolutions_are_refused(change, named):
    with pytest.raises(ValueError, match=named):
        ConvolutionAsAttention(nn.Conv2d(2, 2, 3, **change))


def test_an_image_smaller_than_the_kernel_is_refused():
    with pytest.raises(ValueError, match=r"the kernel, \(3, 3\), but it is \(2, 5\)"):
        ConvolutionAsAttention(nn.Conv2d(1, 1, 3))(torch.randn(1, 1, 2, 5))


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_the_penalty_sums_every_pair_of_heads(n_heads, n_keys, seed):
    generator = torch.Generator().manual_seed(seed)
    weights = torch.randn(n_heads, n_keys, generator=generator).softmax(-1)
    expected = sum(
        (float(weights[s] @ weights[j]) - (s == j)) ** 2
        for s in range(n_heads)
        for j in range(n_heads)
    )
    torch.testing.assert_close(diversity_penalty(weights), torch.tensor(float(expected)))


def test_the_penalty_is_zero_for_sparse_heads_that_differ_and_falls_when_it_is_minimised():
    assert diversity_penalty(torch.eye(5)[:3]) == 0
    assert diversity_penalty(torch.eye(5)[[0, 0]]) == 2
    torch.manual_seed(0)
    heads, x = MultiHeadAttention(8, 2), torch.randn(4, 6, 8)
    optimizer, seen = torch.optim.Adam(heads.parameters(), lr=0.05), []
    for _ in range(60):
        with attention_maps(heads) as maps:
            heads(x)
        penalty = diversity_penalty(maps.self_attention[0].transpose(-3, -2))
        assert penalty.shape == (4, 6)
        seen.append(penalty.mean().item())
        optimizer.zero_grad()
        penalty.mean().backward()
        optimizer.step()
    assert seen[-1] < 0.3 * seen[0]
