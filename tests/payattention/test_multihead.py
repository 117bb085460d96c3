"""What heads can be made to do, against torch's convolution and the definition by loops."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import assert_same
from torch import nn

from payattention._kernel import fused_attention
from payattention.attention import MultiHeadAttention, attention, causal_mask, padding_mask
from payattention.maps import attention_maps
from payattention.multihead import (
    ConvolutionAsAttention,
    RelativeMultiHeadAttention,
    diversity_penalty,
    grouped_attention,
)


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
        ({"padding": "same"}, "numbers as its padding, but it has 'same'"),
    ],
)
def test_other_convolutions_are_refused(change, named):
    with pytest.raises(ValueError, match=named):
        ConvolutionAsAttention(nn.Conv2d(2, 2, 3, **change))


def test_an_image_smaller_than_the_kernel_is_refused():
    with pytest.raises(
        ValueError, match=r"the kernel, \(3, 3\), but with its padding it is \(2, 5\)"
    ):
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


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("padded", [False, True])
def test_heads_with_relative_positions_equal_the_loops_over_all_pairs(causal, padded):
    torch.manual_seed(0)
    n, d_k, limit = 7, 4, 2
    mha = RelativeMultiHeadAttention(12, 3, max_distance=limit)
    x = torch.randn(2, n, 12)
    mask = padding_mask(torch.tensor([7, 5]), n) if padded else None
    with attention_maps(mha) as maps:
        output = mha(x, mask, causal=causal)

    key_vectors, value_vectors = (
        mha.key_positions.vectors.weight,
        mha.value_positions.vectors.weight,
    )
    for b in range(2):
        q, k, v = (W(x[b]) for W in (mha.W_Q, mha.W_K, mha.W_V))
        every_head = []
        for head in range(3):
            part = slice(head * d_k, (head + 1) * d_k)
            rows = []
            for i in range(n):
                allowed = range(i + 1 if causal else n)
                allowed = [j for j in allowed if not padded or j < (7, 5)[b]]
                place = [max(-limit, min(limit, j - i)) + limit for j in allowed]
                pairs = list(zip(allowed, place, strict=True))
                e = [q[i, part] @ (k[j, part] + key_vectors[p]) / d_k**0.5 for j, p in pairs]
                alpha = torch.stack(e).softmax(0)
                torch.testing.assert_close(maps.self_attention[0][b, head, i, allowed], alpha)
                rows.append(
                    sum(
                        a * (v[j, part] + value_vectors[p])
                        for a, (j, p) in zip(alpha, pairs, strict=True)
                    )
                )
            every_head.append(torch.stack(rows))
        expected = mha.W_O(torch.cat(every_head, dim=-1))
        torch.testing.assert_close(output[b], expected, rtol=1e-5, atol=1e-5)


# ── grouped queries ───────────────────────────────────────────────────────────────────────────


def test_each_group_of_queries_is_attention_to_its_own_head_of_keys():
    torch.manual_seed(0)
    query, key, value = (torch.randn(2, n, 5, 4) for n in (6, 2, 2))
    output, weights = grouped_attention(query, key, value)
    for i in range(6):
        expected = attention(query[:, i], key[:, i // 3], value[:, i // 3])
        torch.testing.assert_close((output[:, i], weights[:, i]), expected)


@pytest.mark.parametrize("mask", ["none", "lengths", "one for all", "causal"])
@pytest.mark.parametrize("axes", [(), (3,)], ids=["no batch", "batch"])
def test_the_kernel_for_groups_equals_the_formula(mask, axes):
    torch.manual_seed(0)
    query, key, value = (torch.randn(*axes, n, 5, 4, requires_grad=True) for n in (6, 2, 2))
    allowed = {
        "none": None,
        "lengths": padding_mask(torch.tensor([5, 2, 3][: axes[0] if axes else 1]), 5),
        "one for all": torch.rand(1, 5, 5) < 0.7,
        "causal": causal_mask(5)[None],
    }[mask]
    if allowed is not None and axes:
        allowed = allowed[:, None]  # (batch, 1, queries, keys)
    causal = mask == "causal"
    how = {"causal": causal, "grouped": True}
    ours = fused_attention(query, key, value, None if causal else allowed, **how)
    expected, _ = grouped_attention(query, key, value, allowed)
    assert_same(ours, expected, [(x, x) for x in (query, key, value)])
