"""Positions, against transformers' tables and relative attention, and the definitions by loops."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import assert_same
from transformers import LlamaConfig
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding
from transformers.models.wav2vec2_bert import Wav2Vec2BertConfig
from transformers.models.wav2vec2_bert.modeling_wav2vec2_bert import Wav2Vec2BertSelfAttention

from payattention.attention import attention, causal_mask
from payattention.position import (
    RelativePositions,
    RotaryPositions,
    SinusoidalPositions,
    alibi,
    frequencies,
    naive_positions,
    position_kernel,
    relative_attention,
    rotate,
    shift_rotation,
    sinusoidal,
)


@pytest.mark.parametrize(("n", "d_model"), [(1, 2), (7, 6), (2048, 64)])
def test_the_table_equals_marians_which_puts_all_sines_first(n, d_model):
    theirs = MarianSinusoidalPositionalEmbedding(n, d_model).create_weight()
    sines, cosines = theirs.chunk(2, dim=-1)
    ours = sinusoidal(n, d_model)
    torch.testing.assert_close(ours[:, 0::2], sines, rtol=0, atol=1e-6)
    torch.testing.assert_close(ours[:, 1::2], cosines, rtol=0, atol=1e-6)


def test_a_shift_rotates_each_pair_by_the_same_angle_wherever_it_starts():
    table, shift = sinusoidal(40, 8), 7
    as_complex = torch.view_as_complex(table.unflatten(-1, (4, 2)).flip(-1))
    rotation = torch.polar(torch.ones(4, dtype=torch.float64), shift * frequencies(8))
    turned = as_complex[:-shift] * rotation.to(torch.complex64)
    torch.testing.assert_close(turned, as_complex[shift:], rtol=1e-5, atol=1e-5)


@given(st.integers(0, 3000), st.integers(0, 3000), st.integers(1, 40))
def test_the_kernel_is_the_dot_product_and_knows_only_the_distance(i, j, half):
    table = sinusoidal(3001, 2 * half)
    kernel = position_kernel(torch.tensor(float(i - j)), 2 * half)
    torch.testing.assert_close(table[i] @ table[j], kernel, rtol=1e-5, atol=1e-4)
    assert kernel <= half + 1e-6


def test_positions_are_added_from_the_start_on():
    positions, x = SinusoidalPositions(10, 4), torch.randn(2, 3, 4)
    torch.testing.assert_close(positions(x, start=5), x + sinusoidal(10, 4)[5:8])
    assert not positions.state_dict()
    with pytest.raises(ValueError, match=r"need at most 10 positions, but .* and needs 11"):
        positions(x, start=8)


def test_the_table_survives_an_empty_start():
    """As a large model is loaded: made on the meta device, then given memory, then weights."""
    with torch.device("meta"):
        positions = SinusoidalPositions(10, 4)
    positions = positions.to_empty(device="cpu")
    torch.testing.assert_close(positions.table, sinusoidal(10, 4))
    torch.testing.assert_close(positions.double().table.float(), sinusoidal(10, 4))


def shaw(left_and_right):
    config = Wav2Vec2BertConfig(
        hidden_size=8,
        num_attention_heads=2,
        position_embeddings_type="relative_key",
        left_max_position_embeddings=left_and_right,
        right_max_position_embeddings=left_and_right,
        attention_dropout=0.0,
    )
    config._attn_implementation = "eager"
    return Wav2Vec2BertSelfAttention(config)


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize(("max_distance", "batch", "n"), [(0, 3, 6), (2, 1, 9), (9, 2, 4)])
def test_relative_scores_equal_transformers(max_distance, batch, n, masked):
    torch.manual_seed(0)
    theirs = shaw(max_distance)
    positions = RelativePositions(4, max_distance)
    positions.vectors.weight.data = theirs.distance_embedding.weight.detach().clone()
    x = torch.randn(batch, n, 8, requires_grad=True)
    mask = (torch.rand(n, n) > 0.4) | torch.eye(n).bool() if masked else None
    forbidden = None if mask is None else torch.zeros(n, n).masked_fill(~mask, -math.inf)
    mask = mask[None, None] if masked else None
    expected, expected_weights = theirs(x, attention_mask=forbidden)
    query, key, value = (
        linear(x).unflatten(-1, (2, 4)).transpose(1, 2)
        for linear in (theirs.linear_q, theirs.linear_k, theirs.linear_v)
    )
    output, weights = relative_attention(query, key, value, positions(n, n), mask=mask)
    output = theirs.linear_out(output.transpose(1, 2).flatten(-2))
    torch.testing.assert_close(weights, expected_weights, rtol=1e-5, atol=1e-5)
    inputs = [(x, x), (positions.vectors.weight, theirs.distance_embedding.weight)]
    inputs += [(linear.weight, linear.weight) for linear in (theirs.linear_q, theirs.linear_k)]
    assert_same(output, expected, inputs)


@pytest.mark.parametrize("masked", [False, True])
def test_relative_values_are_averaged_too(masked):
    torch.manual_seed(0)
    query, key, value = torch.randn(4, 3), torch.randn(5, 3), torch.randn(5, 2)
    key_vectors, value_vectors = RelativePositions(3, 2), RelativePositions(2, 2)
    mask = torch.rand(4, 5) > 0.3 if masked else None
    a_k, a_v = key_vectors(4, 5), value_vectors(4, 5)
    output, _ = relative_attention(query, key, value, a_k, a_v, mask)
    for i in range(4):
        clipped = [min(max(j - i, -2), 2) + 2 for j in range(5)]
        score = torch.stack(
            [query[i] @ (key[j] + key_vectors.vectors.weight[clipped[j]]) for j in range(5)]
        ) / math.sqrt(3)
        if masked:
            score = score.masked_fill(~mask[i], -math.inf)
        alpha = score.softmax(0)
        expected = sum(
            alpha[j] * (value[j] + value_vectors.vectors.weight[clipped[j]]) for j in range(5)
        )
        torch.testing.assert_close(output[i], expected)


def test_relative_attention_to_nothing_gives_zeros():
    x = torch.randn(3, 4, requires_grad=True)
    mask = torch.tensor([[False] * 3, [True] * 3, [True, False, True]])
    vectors = RelativePositions(4, 2)(3, 3)
    output, _ = relative_attention(x, x, x, vectors, vectors, mask)
    assert (output[0] == 0).all()
    assert torch.autograd.grad(output.sum(), x)[0].isfinite().all()


def test_without_positions_it_is_attention():
    query, key, value = (torch.randn(2, 5, 4) for _ in range(3))
    mask = causal_mask(5)[None]
    relative = relative_attention(query, key, value, torch.zeros(5, 5, 4), mask=mask)
    torch.testing.assert_close(relative, attention(query, key, value, mask))


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: sinusoidal(3, 5), "d_model must be a multiple of 2, but it is 5"),
        (lambda: sinusoidal(0, 4), "n must be at least 1, but it is 0"),
        (lambda: alibi(0, 2), "n must be at least 1, but it is 0"),
        (lambda: alibi(3, 0), "n_heads must be at least 1, but it is 0"),
    ],
)
def test_what_does_not_fit_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


@given(st.integers(0, 500), st.integers(-40, 40), st.integers(1, 16))
def test_the_rotation_shifts_every_position_by_the_same_matrix(start, shift, half):
    table = sinusoidal(600, 2 * half).double()
    i = torch.arange(start + 40, start + 50)
    R = shift_rotation(shift, 2 * half).double()
    torch.testing.assert_close(table[i] @ R.T, table[i + shift], rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(R @ R.T, torch.eye(2 * half).double(), rtol=1e-5, atol=1e-5)


def test_naive_positions_match_the_last_best_and_not_the_near():
    naive, waves = (table @ table.T for table in (naive_positions(30), sinusoidal(30, 16)))
    assert (naive[1:].argmax(-1) == 29).all()
    assert (waves.argmax(-1) == torch.arange(30)).all()
    assert naive[3, 5] != naive[13, 15]  # the same distance
    torch.testing.assert_close(waves[3, 5], waves[13, 15])


# ── rotary positions ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("base", [10000.0, 100.0])
def test_rotations_equal_transformers(base):
    config = LlamaConfig(
        hidden_size=24,
        num_attention_heads=3,
        rope_parameters={"rope_type": "default", "rope_theta": base},
    )
    query, key = (torch.randn(2, 3, 7, 8, requires_grad=True) for _ in range(2))
    waves = LlamaRotaryEmbedding(config)(query, torch.arange(5, 12)[None])
    expected = apply_rotary_pos_emb(query, key, *waves)
    sin, cos = RotaryPositions(12, 8, base)(5, 12)
    for x, theirs in zip((query, key), expected, strict=True):
        assert_same(rotate(x, sin, cos), theirs, [(x, x)])


def test_a_rotation_is_a_product_of_complex_numbers():
    x, i = torch.randn(6, 8), torch.arange(6)
    turned = torch.polar(torch.ones(6, 4).double(), i[:, None] * frequencies(8))
    product = torch.complex(*x.double().chunk(2, dim=-1)) * turned
    expected = torch.cat([product.real, product.imag], dim=-1)
    torch.testing.assert_close(rotate(x, *RotaryPositions(6, 8)(0, 6)).double(), expected)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_dot_products_of_rotated_vectors_know_only_the_distance(i, j, shift):
    torch.manual_seed(0)
    query, key, positions = torch.randn(1, 8), torch.randn(1, 8), RotaryPositions(1001, 8)

    def score(i, j):
        return (rotate(query, *positions(i, i + 1)) * rotate(key, *positions(j, j + 1))).sum()

    torch.testing.assert_close(score(i, j), score(i + shift, j + shift), rtol=1e-4, atol=1e-4)


def test_a_rotation_keeps_lengths_and_dtypes():
    x, waves = torch.randn(2, 5, 8), RotaryPositions(9, 8)(4, 9)
    torch.testing.assert_close(rotate(x, *waves).norm(dim=-1), x.norm(dim=-1))
    assert rotate(x.bfloat16(), *waves).dtype == torch.bfloat16


def test_the_rotations_survive_an_empty_start_and_are_not_saved():
    with torch.device("meta"):
        positions = RotaryPositions(10, 4, base=50.0)
    positions = positions.to_empty(device="cpu")
    torch.testing.assert_close(positions(0, 10), RotaryPositions(10, 4, base=50.0)(0, 10))
    assert not positions.state_dict()


# ── subtracted distances ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("n_heads", [2, 8, 16])
def test_alibi_gives_the_weights_of_bloom_which_adds_a_number_for_each_key(n_heads):
    scores, past = torch.randn(n_heads, 6, 6), causal_mask(6)
    theirs = build_alibi_tensor(torch.ones(1, 6), n_heads, torch.float32)  # (heads, 1, keys)
    expected, ours = (
        (scores + added).masked_fill(~past, -math.inf).softmax(dim=-1)
        for added in (theirs, alibi(6, n_heads))
    )
    torch.testing.assert_close(ours, expected)


def test_alibi_subtracts_a_half_of_the_distance_in_the_first_of_eight_heads():
    added = alibi(5, 8)
    for head in range(8):
        for i in range(5):
            for j in range(i + 1):
                assert added[head, i, j] == -(i - j) / 2 ** (head + 1)
