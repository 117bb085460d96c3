"""Attention equals torch's own, keeps its properties, and refuses what does not fit."""

import contextlib

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import (
    assert_same,
    assert_same_with_every_gradient,
    copy_linear,
    copy_multihead,
    unchecked,
    with_random_weights,
)
from torch import nn

from payattention._kernel import fused_attention
from payattention.attention import (
    Additive,
    AttentionHead,
    Bilinear,
    KVCache,
    MultiHeadAttention,
    attention,
    causal_mask,
    dot,
    masked_softmax,
    padding_mask,
    scaled_dot,
)
from payattention.maps import attention_maps

SHAPES = [
    ((5, 4), (7, 4), (7, 3)),
    ((2, 5, 4), (2, 5, 4), (2, 5, 4)),
    ((2, 3, 1, 8), (2, 3, 6, 8), (2, 3, 6, 2)),
    ((5, 4), (3, 7, 4), (3, 7, 2)),  # the same queries over a batch of keys
]


def random_inputs(shapes, seed=0, dtype=torch.float32):
    generator = torch.Generator().manual_seed(seed)
    return [
        torch.randn(shape, generator=generator, dtype=dtype).requires_grad_() for shape in shapes
    ]


def gradients_of(output, inputs):
    weights = torch.linspace(-1, 1, output.numel(), dtype=output.dtype).reshape(output.shape)
    return torch.autograd.grad((output * weights).sum(), inputs)


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("shapes", SHAPES)
def test_both_paths_equal_torch_in_output_and_gradients(shapes, masked):
    inputs = random_inputs(shapes)
    query, key, value = inputs
    mask = None
    if masked:
        mask = torch.rand(shapes[0][-2], shapes[1][-2]) > 0.4
        mask[0] = False  # a query that may attend to nothing
        mask = mask[(None,) * (max(len(shape) for shape in shapes) - 2)]
    expected = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    readable, weights = attention(query, key, value, mask)
    alike = query.expand(*readable.shape[:-1], -1)  # the modules' queries have every leading axis
    fused = fused_attention(alike, key, value, mask)
    torch.testing.assert_close(weights @ value, expected, rtol=1e-5, atol=1e-5)
    for output in (fused, readable):
        assert_same(output, expected, [(x, x) for x in inputs])


def test_a_single_head_equals_torchs_multihead_attention():
    torch.manual_seed(0)
    head, theirs = AttentionHead(8, 8, 8), nn.MultiheadAttention(8, 1, bias=False, batch_first=True)
    projections = torch.cat([head.W_Q.weight, head.W_K.weight, head.W_V.weight])
    theirs.load_state_dict({"in_proj_weight": projections, "out_proj.weight": torch.eye(8)})
    x = torch.randn(2, 5, 8, requires_grad=True)
    context = torch.randn(2, 7, 8, requires_grad=True)
    for sequence in (x, context):
        mask = torch.rand(5, sequence.shape[1]) > 0.4
        mask[:, 0] = True  # torch's module gives NaN where nothing may be attended to
        for own, torchs in ((None, None), (mask[None], ~mask)):
            expected, expected_weights = theirs(x, sequence, sequence, attn_mask=torchs)
            with attention_maps(head) as maps:
                recorded = head(x, sequence, own)
            weights = maps.cross_attention[0]
            torch.testing.assert_close(weights, expected_weights, rtol=1e-5, atol=1e-5)
            for output in (head(x, sequence, own), recorded):
                assert_same(output, expected, [(x, x), (sequence, sequence)])


def test_self_attention_is_cross_attention_with_itself():
    head, x = AttentionHead(6, 4, 3), torch.randn(2, 5, 6)
    torch.testing.assert_close(head(x), head(x, x))


def test_context_may_have_another_length_and_width():
    head = AttentionHead(6, 4, 3, d_context=10)
    with attention_maps(head) as maps:
        output = head(torch.randn(2, 5, 6), torch.randn(2, 9, 10))
    assert output.shape == (2, 5, 3)
    assert maps.cross_attention[0].shape == (2, 5, 9)


def every_pair(query, key):
    """Each query beside each key, so that torch's functions of two vectors can score them."""
    n_q, n_k = query.shape[-2], key.shape[-2]
    return (
        query.unsqueeze(-2).expand(*query.shape[:-1], n_k, -1).contiguous(),
        key.unsqueeze(-3).expand(*key.shape[:-2], n_q, n_k, -1).contiguous(),
    )


PAIRS = [((3, 4), (5, 6)), ((2, 3, 4), (2, 5, 6)), ((2, 2, 1, 7), (2, 2, 4, 2))]


@pytest.mark.parametrize("shapes", PAIRS)
def test_bilinear_equals_torchs(shapes):
    query, key = random_inputs(shapes)
    d_q, d_k = query.shape[-1], key.shape[-1]
    ours, theirs = Bilinear(d_q, d_k), nn.Bilinear(d_q, d_k, 1, bias=False)
    theirs.weight.data = ours.weight.detach()[None]
    expected = theirs(*every_pair(query, key)).squeeze(-1)
    assert_same_with_every_gradient(
        ours(query, key),
        expected,
        (ours, theirs),
        lambda other: nn.ParameterDict({"weight": other.weight[0].detach()}),
        [query, key],
    )


@pytest.mark.parametrize("shapes", PAIRS)
def test_additive_scores_each_pair_by_its_own_small_network(shapes):
    query, key = random_inputs(shapes)
    score = Additive(query.shape[-1], key.shape[-1], 5)
    W, U, v = score.W.weight, score.U.weight, score.v.weight
    network = nn.Sequential(
        nn.Linear(W.shape[1] + U.shape[1], 5, bias=False), nn.Tanh(), nn.Linear(5, 1, bias=False)
    )
    network[0].weight.data = torch.cat([W, U], dim=1).detach()
    network[2].weight.data = v.detach().clone()
    expected = network(torch.cat(every_pair(query, key), dim=-1)).squeeze(-1)

    def carried_over(network):
        other, both = Additive(W.shape[1], U.shape[1], 5), network[0].weight
        copy_linear(other.W, both[:, : W.shape[1]], None)
        copy_linear(other.U, both[:, W.shape[1] :], None)
        copy_linear(other.v, network[2].weight, None)
        return other

    models = (score, network)
    assert_same_with_every_gradient(score(query, key), expected, models, carried_over, [query, key])


def test_scaled_dot_is_dot_over_the_root_of_the_width():
    query, key = torch.randn(3, 16), torch.randn(5, 16)
    torch.testing.assert_close(dot(query, key), 4 * scaled_dot(query, key))


def test_attention_takes_any_score_function():
    query, key, value = torch.randn(2, 3, 4), torch.randn(2, 5, 6), torch.randn(2, 5, 7)
    score = Additive(4, 6, 8)
    expected = score(query, key).softmax(-1) @ value
    torch.testing.assert_close(attention(query, key, value, score=score)[0], expected)


def test_scores_so_large_that_exp_overflows_still_give_weights():
    scores = torch.tensor([[1e4, 1e4 - 1.0, -1e4]])
    mask = torch.tensor([[True, True, False]])
    expected = torch.tensor([[1.0, -1.0]]).div(2).softmax(-1)
    torch.testing.assert_close(masked_softmax(scores, mask)[:, :2], expected)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_weights_are_a_distribution_over_what_may_be_attended_to(n_q, n_k, seed):
    generator = torch.Generator().manual_seed(seed)
    scores = 10 * torch.randn(n_q, n_k, generator=generator)
    mask = torch.rand(n_q, n_k, generator=generator) > 0.5
    weights = masked_softmax(scores, mask)
    assert (weights >= 0).all()
    assert (weights[~mask] == 0).all()
    torch.testing.assert_close(weights.sum(-1), mask.any(-1).float())


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(0, 4))
def test_masks_say_who_may_be_looked_at(lengths, more):
    max_len = max(lengths) + more
    real = padding_mask(torch.tensor(lengths), max_len)
    assert real.tolist() == [[[j < length for j in range(max_len)]] for length in lengths]
    n = max_len + 1
    assert causal_mask(n).tolist() == [[j <= i for j in range(n)] for i in range(n)]


@given(st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_shuffling_keys_and_values_together_changes_nothing(n, seed):
    generator = torch.Generator().manual_seed(seed)
    query, key, value = (torch.randn(n, 4, generator=generator) for _ in range(3))
    order = torch.randperm(n, generator=generator)
    for compute in (lambda *inputs: attention(*inputs)[0], fused_attention):
        shuffled = compute(query, key[order], value[order])
        torch.testing.assert_close(shuffled, compute(query, key, value))


@given(st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_self_attention_follows_the_order_of_its_tokens(n, seed):
    generator = torch.Generator().manual_seed(seed)
    x, order = torch.randn(n, 6, generator=generator), torch.randperm(n, generator=generator)
    head = AttentionHead(6, 4, 3)
    torch.testing.assert_close(head(x[order]), head(x)[order])


@given(st.integers(2, 8), st.data())
def test_under_a_causal_mask_the_future_changes_nothing(n, data):
    position = data.draw(st.integers(1, n - 1))
    torch.manual_seed(n)
    head, x = AttentionHead(6, 4, 3), torch.randn(n, 6)
    changed = x.clone()
    changed[position:] += 1.0
    mask = causal_mask(n)
    before, after = head(x, mask=mask), head(changed, mask=mask)
    torch.testing.assert_close(before[:position], after[:position])
    assert not torch.allclose(before[position:], after[position:])


def test_padding_changes_nothing():
    torch.manual_seed(0)
    head, short, long = AttentionHead(6, 4, 3), torch.randn(3, 6), torch.randn(5, 6)
    batch = torch.zeros(2, 5, 6)
    batch[0, :3], batch[1] = short, long
    output = head(batch, mask=padding_mask(torch.tensor([3, 5])))
    torch.testing.assert_close(output[0, :3], head(short))
    torch.testing.assert_close(output[1], head(long))


def test_a_query_with_nothing_to_attend_to_gets_zeros_and_no_nan_gradient():
    inputs = random_inputs([(2, 4), (3, 4), (3, 2)])
    mask = torch.tensor([[False, False, False], [True, True, False]])
    for output in (attention(*inputs, mask)[0], fused_attention(*inputs, mask)):
        assert (output[0] == 0).all()
        assert all(gradient.isfinite().all() for gradient in gradients_of(output, inputs))


@pytest.mark.parametrize(
    ("mask", "named"),
    [
        (torch.ones(5, 7), "mask must be boolean.*float32"),
        (torch.ones(7, 5, dtype=torch.bool), r"mask must have .* \(5, 7\).*\(7, 5\)"),
        (torch.ones(2, 5, 7, dtype=torch.bool), r"mask must have .* \(5, 7\).*\(2, 5, 7\)"),
        (torch.ones(7, dtype=torch.bool), r"mask must have .* \(5, 7\).*\(7,\)"),
    ],
)
def test_masks_that_do_not_fit_are_named(mask, named):
    with pytest.raises(ValueError, match=named):
        unchecked(masked_softmax)(torch.randn(5, 7), mask)
    with pytest.raises(ValueError, match=named):
        unchecked(fused_attention)(torch.randn(5, 4), torch.randn(7, 4), torch.randn(7, 3), mask)


@pytest.mark.parametrize("attend", [AttentionHead(8, 4, 4), MultiHeadAttention(8, 2)])
def test_a_mask_without_a_batch_is_refused_for_a_batch(attend):
    """(batch, keys) would be read as (queries, keys) where the batch is as large as the length."""
    x, real = torch.randn(5, 5, 8), torch.ones(5, 5, dtype=torch.bool)
    with pytest.raises(ValueError, match=r"\(5, 5, 5\).*but its shape is \(5, 5\)"):
        unchecked(type(attend).forward)(attend, x, mask=real)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: padding_mask(torch.tensor([2, -1])), "from 0 to 2, but one is -1"),
        (lambda: padding_mask(torch.tensor([2, 5]), max_len=4), "from 0 to 4, but one is 5"),
    ],
)
def test_masks_refuse_impossible_sizes(call, named):
    with pytest.raises(ValueError, match=named):
        call()


# ── causal ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("shape", [(5, 4), (2, 3, 6, 8)])
def test_causal_equals_torchs_in_output_and_gradients(shape, masked):
    inputs = random_inputs([shape] * 3)
    past = torch.ones(shape[-2], shape[-2], dtype=torch.bool).tril()
    past = past[(None,) * (len(shape) - 2)]
    mask = torch.rand_like(past, dtype=torch.float) > 0.4 if masked else None
    expected = F.scaled_dot_product_attention(*inputs, past & mask if masked else past)
    fused = fused_attention(*inputs, mask, causal=True)
    own = causal_mask(shape[-2])[(None,) * (len(shape) - 2)]
    readable, weights = attention(*inputs, own & mask if masked else own)
    assert (weights.triu(1) == 0).all()
    their_gradients = gradients_of(expected, inputs)
    for ours in (fused, readable):
        torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-5)
        for mine, theirs in zip(gradients_of(ours, inputs), their_gradients, strict=True):
            torch.testing.assert_close(mine, theirs, rtol=1e-5, atol=1e-5)


@given(st.integers(1, 6), st.integers(0, 5))
def test_causal_queries_are_the_last_of_the_keys(n_queries, n_before):
    torch.manual_seed(n_queries)
    n_keys = n_before + n_queries
    query, key, value = torch.randn(n_keys, 4), torch.randn(n_keys, 4), torch.randn(n_keys, 3)
    all_at_once, _ = attention(query, key, value, causal_mask(n_keys))
    last = fused_attention(query[n_before:], key, value, causal=True)
    torch.testing.assert_close(last, all_at_once[n_before:])


def test_causal_refuses_queries_without_a_key_of_their_own():
    with pytest.raises(ValueError, match="3 queries and 2 keys"):
        fused_attention(torch.randn(3, 4), torch.randn(2, 4), torch.randn(2, 4), causal=True)


# ── several heads ─────────────────────────────────────────────────────────────────────────────


def ours_and_torchs(d_model, n_heads, d_context=None, bias=True):
    torch.manual_seed(0)
    theirs = with_random_weights(
        nn.MultiheadAttention(
            d_model, n_heads, bias=bias, kdim=d_context, vdim=d_context, batch_first=True
        )
    )

    def carried_over(theirs):
        return copy_multihead(
            MultiHeadAttention(d_model, n_heads, d_context=d_context, bias=bias), theirs
        )

    return carried_over(theirs), theirs, carried_over


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize(
    ("d_model", "n_heads", "d_context", "bias", "cross"),
    [
        (8, 2, None, True, False),
        (12, 3, None, False, False),
        (12, 6, None, True, True),
        (8, 4, 6, True, True),
        (8, 1, 10, False, True),
    ],
)
def test_multihead_equals_torchs(d_model, n_heads, d_context, bias, cross, recorded, masked):
    ours, theirs, carried_over = ours_and_torchs(d_model, n_heads, d_context, bias)
    x = torch.randn(2, 5, d_model, requires_grad=True)
    context = torch.randn(2, 7, d_context or d_model, requires_grad=True) if cross else x
    mask = torch.rand(2, 5, context.shape[1]) > 0.4
    mask[..., 0] = True  # torch's module gives NaN where nothing may be attended to
    mask = mask if masked else None
    their_mask = ~mask.repeat_interleave(n_heads, 0) if masked else None
    expected, expected_weights = theirs(
        x, context, context, attn_mask=their_mask, average_attn_weights=False
    )
    with attention_maps(ours) if recorded else contextlib.nullcontext() as maps:
        output = ours(x, context, mask)
    if recorded:
        (weights,) = maps.cross_attention if cross else maps.self_attention
        torch.testing.assert_close(weights, expected_weights, rtol=1e-5, atol=1e-5)
    inputs = [x, context] if cross else [x]
    assert_same_with_every_gradient(output, expected, (ours, theirs), carried_over, inputs)


def test_heads_may_be_averaged_concatenated_or_projected():
    torch.manual_seed(0)
    heads = [AttentionHead(6, 4, 3) for _ in range(5)]
    x, context = torch.randn(2, 7, 6), torch.randn(2, 4, 6)
    one_by_one = [head(x, context) for head in heads]
    expected = {
        "mean": torch.stack(one_by_one).mean(0),
        "concat": torch.cat(one_by_one, dim=-1),
    }
    for combine, output in expected.items():
        ours = MultiHeadAttention(6, 5, d_k=4, d_v=3, bias=False, combine=combine)
        for name in ("W_Q", "W_K", "W_V"):
            weights = torch.cat([getattr(head, name).weight for head in heads])
            getattr(ours, name).weight.data = weights.detach()
        torch.testing.assert_close(ours(x, context), output)
    ours = MultiHeadAttention(6, 5, d_k=4, d_v=3)
    assert ours(x).shape == (2, 7, 6)


def test_values_may_come_from_elsewhere_than_the_keys():
    ours, theirs, carried_over = ours_and_torchs(8, 2)
    inputs = x, context, value = random_inputs([(2, 3, 8), (2, 5, 8), (2, 5, 8)])
    expected = theirs(x, context, value, need_weights=False)[0]
    output = ours(x, context, value=value)
    assert_same_with_every_gradient(output, expected, (ours, theirs), carried_over, inputs)


def test_a_sequence_needs_no_batch_axis_and_padding_is_no_ones_key():
    torch.manual_seed(0)
    heads, short, long = MultiHeadAttention(8, 2), torch.randn(3, 8), torch.randn(5, 8)
    batch = torch.zeros(2, 5, 8)
    batch[0, :3], batch[1] = short, long
    output = heads(batch, mask=padding_mask(torch.tensor([3, 5])))
    torch.testing.assert_close(output[0, :3], heads(short))
    torch.testing.assert_close(output[1], heads(long))


@pytest.mark.parametrize("batch", [(), (2,)])
def test_with_a_cache_tokens_may_come_in_pieces(batch):
    torch.manual_seed(0)
    heads, x = MultiHeadAttention(8, 2), torch.randn(*batch, 9, 8)
    whole, cache = heads(x, causal=True), KVCache()
    pieces = [heads(piece, causal=True, cache=cache) for piece in x.split([3, 1, 4, 1], dim=-2)]
    assert len(cache) == 9
    torch.testing.assert_close(torch.cat(pieces, dim=-2), whole)


def test_a_cache_grows_and_keeps_what_it_holds():
    torch.manual_seed(0)
    heads, x, cache = MultiHeadAttention(8, 2), torch.randn(2, 90, 8), KVCache()
    whole = heads(x, causal=True)
    pieces = [heads(piece, causal=True, cache=cache) for piece in x.split([20, *[1] * 40, 30], 1)]
    assert len(cache) == 90
    torch.testing.assert_close(torch.cat(pieces, dim=1), whole, rtol=1e-5, atol=1e-5)
    keys = heads.W_K(x).unflatten(-1, (2, 4)).transpose(1, 2)
    torch.testing.assert_close(cache.keys, keys, rtol=1e-5, atol=1e-5)


def test_cross_attention_can_remember_its_context():
    heads, context = MultiHeadAttention(8, 2), torch.randn(2, 5, 8)
    remembered = heads.remember(context)
    for x in torch.randn(2, 2, 3, 8):
        torch.testing.assert_close(heads(x, remembered), heads(x, context))
        assert len(remembered) == 5
    rows = torch.tensor([1, 1, 0])
    chosen = heads(x[rows], remembered.select(rows))
    torch.testing.assert_close(chosen, heads(x, context)[rows])


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ((2, 2, 1, 4), (2, 2, 2, 4), "the same length, but there are 1 keys and 2 values"),
        ((3, 2, 1, 4), (3, 2, 1, 4), r"key must have the batch .* \(2, 2\) .* has \(3, 2\)"),
    ],
)
def test_a_cache_refuses_what_does_not_continue_it(key, value, named):
    cache = KVCache(torch.zeros(2, 2, 5, 4), torch.zeros(2, 2, 5, 4))
    with pytest.raises(ValueError, match=named):
        unchecked(KVCache.append)(cache, torch.zeros(key), torch.zeros(value))
    with pytest.raises(ValueError, match=r"torch.float32, but it has \(2, 2\) and torch.float64"):
        cache.append(*torch.zeros(2, 2, 2, 1, 4, dtype=torch.float64))
    assert len(cache) == 5


def test_a_cache_can_go_on_with_some_of_its_sequences():
    heads, x, cache = MultiHeadAttention(8, 2), torch.randn(3, 6, 8), KVCache()
    assert len(cache.select(torch.tensor([0]))) == 0
    heads(x[:, :5], causal=True, cache=cache)
    rows = torch.tensor([2, 0, 2])
    output = heads(x[rows, 5:], causal=True, cache=cache.select(rows))
    assert len(cache) == 5
    torch.testing.assert_close(output, heads(x, causal=True)[rows, 5:])


def test_heads_with_nothing_to_attend_to_add_only_their_bias():
    heads, x = MultiHeadAttention(8, 2), torch.randn(2, 4, 8, requires_grad=True)
    mask = torch.ones(2, 4, 4, dtype=torch.bool)
    mask[0], mask[1, 2] = False, False
    with attention_maps(heads):
        recorded = heads(x, mask=mask)
    for output in (heads(x, mask=mask), recorded):
        nothing = torch.cat([output[0], output[1, 2:3]])
        torch.testing.assert_close(nothing, heads.W_O.bias.expand_as(nothing))
        assert all(gradient.isfinite().all() for gradient in gradients_of(output, [x]))


@given(st.integers(1, 6), st.sampled_from([1, 2, 4]), st.integers(0, 2**32 - 1))
def test_several_heads_follow_the_order_of_their_tokens_and_masks(n, n_heads, seed):
    random = torch.Generator().manual_seed(seed)
    heads, x = MultiHeadAttention(8, n_heads), torch.randn(2, n, 8, generator=random)
    mask = torch.rand(n, n, generator=random) > 0.5
    order = torch.randperm(n, generator=random)
    shuffled = heads(x[:, order], mask=mask[None, order][:, :, order])
    expected = heads(x, mask=mask[None])[:, order]
    torch.testing.assert_close(shuffled, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("mask", "named"),
    [
        (torch.ones(1, 5, 5), "mask must be boolean.*float32"),
        (torch.ones(1, 5, 4, dtype=torch.bool), "mask must have the axes"),
        (
            torch.ones(3, 5, 5, dtype=torch.bool),
            r"must have .* = \(2, 5, 5\), .* but its shape is \(3, 5, 5\)",
        ),
    ],
)
def test_heads_refuse_masks_that_do_not_fit(mask, named):
    with pytest.raises(ValueError, match=named):
        unchecked(MultiHeadAttention.forward)(
            MultiHeadAttention(8, 2), torch.randn(2, 5, 8), mask=mask
        )


@pytest.mark.parametrize(
    ("sizes", "named"),
    [
        ({"n_heads": 3}, "d_model must be a multiple of n_heads = 3, but it is 8"),
        ({"n_heads": 0}, "n_heads must be at least 1, but it is 0"),
    ],
)
def test_heads_that_cannot_be_made_are_named(sizes, named):
    with pytest.raises(ValueError, match=named):
        unchecked(MultiHeadAttention.__init__)(
            MultiHeadAttention.__new__(MultiHeadAttention), 8, **sizes
        )


@pytest.mark.parametrize("recorded", [False, True])
def test_dropout_of_the_weights_is_torchs_for_the_same_draw(recorded):
    torch.manual_seed(0)
    theirs = nn.MultiheadAttention(12, 3, dropout=0.4, batch_first=True)
    ours = copy_multihead(MultiHeadAttention(12, 3, dropout=0.4), theirs)
    x = torch.randn(2, 5, 12)

    def of(heads, *inputs, **options):
        torch.manual_seed(1)
        return heads(*inputs, **options)

    expected = of(theirs, x, x, x)[0]
    with attention_maps(ours) if recorded else contextlib.nullcontext() as maps:
        torch.testing.assert_close(of(ours, x), expected)
    if recorded:  # the weights before dropout
        torch.testing.assert_close(maps.self_attention[0].sum(-1), torch.ones(2, 3, 5))
    ours.eval(), theirs.eval()
    torch.testing.assert_close(ours(x), theirs(x, x, x)[0])
    assert not torch.allclose(ours(x), expected)


def test_the_mean_over_draws_of_dropout_is_the_output_without():
    torch.manual_seed(0)
    heads, x = MultiHeadAttention(12, 3, dropout=0.4), torch.randn(1, 5, 12)
    drawn = heads(x.expand(20_000, -1, -1)).mean(0)
    torch.testing.assert_close(drawn, heads.eval()(x)[0], rtol=0, atol=0.02)
