"""The Transformer, layer by layer and whole, against torch's own."""

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
    in_training,
    unchecked,
    with_random_weights,
)
from torch import nn

from payattention import _masks
from payattention.attention import padding_mask
from payattention.cost import count_parameters as count
from payattention.cost import shapes_only
from payattention.decode import beam_search, greedy
from payattention.maps import attention_maps
from payattention.transformer import (
    Decoder,
    DecoderLayer,
    Encoder,
    EncoderLayer,
    StackConfig,
    Transformer,
    TransformerConfig,
    layer_norm,
)

SMALL = {"d_model": 12, "n_heads": 3, "d_ff": 20, "n_layers": 2}


def small(**changes):
    torch.manual_seed(0)
    return Transformer(TransformerConfig(**SMALL, **{"vocab_size": 17, "max_len": 9} | changes))


def copy_layer(ours, theirs):
    copy_multihead(ours.attention, theirs.self_attn)
    copy_linear(ours.feed_forward.W_1, theirs.linear1.weight, theirs.linear1.bias)
    copy_linear(ours.feed_forward.W_2, theirs.linear2.weight, theirs.linear2.bias)
    ours.norm_1.load_state_dict(theirs.norm1.state_dict())
    ours.norm_2.load_state_dict(theirs.norm2.state_dict())
    if isinstance(ours, DecoderLayer):
        copy_multihead(ours.cross_attention, theirs.multihead_attn)
        ours.norm_3.load_state_dict(theirs.norm3.state_dict())
    return ours


@pytest.mark.parametrize("shape", [(7,), (2, 5), (2, 3, 16)])
@pytest.mark.parametrize("eps", [1e-5, 1e-1])
def test_layer_norm_equals_torchs(shape, eps):
    torch.manual_seed(0)
    x = torch.randn(shape, requires_grad=True)
    theirs = with_random_weights(nn.LayerNorm(shape[-1], eps))
    ours = layer_norm(x, theirs.weight, theirs.bias, eps)
    inputs = [(tensor, tensor) for tensor in (x, theirs.weight, theirs.bias)]
    assert_same(ours, theirs(x), inputs)


LAYERS = [
    # d_model, n_heads, d_ff, activation, batch, source, target
    (12, 3, 20, F.relu, 3, 6, 5),
    (8, 2, 32, F.gelu, 2, 1, 4),
    (6, 6, 5, F.relu, 1, 9, 1),
]


@pytest.mark.parametrize("masked", ["not", "causal", "padding"])
@pytest.mark.parametrize("pre_norm", [False, True])
@pytest.mark.parametrize(("d_model", "n_heads", "d_ff", "activation", "batch", "n", "_"), LAYERS)
def test_the_encoder_layer_equals_torchs(
    d_model, n_heads, d_ff, activation, batch, n, _, pre_norm, masked
):
    torch.manual_seed(0)
    sizes = {"d_model": d_model, "n_heads": n_heads, "d_ff": d_ff, "n_layers": 1}
    config = StackConfig(**sizes, pre_norm=pre_norm)
    theirs = with_random_weights(
        nn.TransformerEncoderLayer(
            d_model, n_heads, d_ff, 0.0, activation, batch_first=True, norm_first=pre_norm
        )
    ).train()  # in eval mode it would take its fused path, which has no gradients

    def carried_over(theirs):
        return copy_layer(EncoderLayer(config, activation), theirs)

    ours = carried_over(theirs)
    x = torch.randn(batch, n, d_model, requires_grad=True)
    past = torch.ones(n, n, dtype=torch.bool).tril()
    real = padding_mask(torch.randint(1, n + 1, (batch,)), n)
    output, expected = {
        "not": lambda: (ours(x), theirs(x)),
        "causal": lambda: (ours(x, causal=True), theirs(x, src_mask=~past)),
        "padding": lambda: (ours(x, real), theirs(x, src_key_padding_mask=~real[:, 0])),
    }[masked]()
    assert_same_with_every_gradient(output, expected, (ours, theirs), carried_over, [x])


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("pre_norm", [False, True])
@pytest.mark.parametrize(
    ("d_model", "n_heads", "d_ff", "activation", "batch", "source", "target"), LAYERS
)
def test_the_decoder_layer_equals_torchs(
    d_model, n_heads, d_ff, activation, batch, source, target, pre_norm, masked
):
    torch.manual_seed(0)
    sizes = {"d_model": d_model, "n_heads": n_heads, "d_ff": d_ff, "n_layers": 1}
    config = StackConfig(**sizes, pre_norm=pre_norm)
    theirs = with_random_weights(
        nn.TransformerDecoderLayer(
            d_model, n_heads, d_ff, 0.0, activation, batch_first=True, norm_first=pre_norm
        )
    )

    def carried_over(theirs):
        return copy_layer(DecoderLayer(config, activation), theirs)

    ours = carried_over(theirs)
    x = torch.randn(batch, target, d_model, requires_grad=True)
    memory = torch.randn(batch, source, d_model, requires_grad=True)
    future = ~torch.ones(target, target, dtype=torch.bool).tril()
    own, other = (padding_mask(torch.randint(1, n + 1, (batch,)), n) for n in (target, source))
    if masked:
        output = ours(x, memory, own, other)
        expected = theirs(
            x,
            memory,
            tgt_mask=future,
            tgt_key_padding_mask=~own[:, 0],
            memory_key_padding_mask=~other[:, 0],
        )
    else:
        output, expected = ours(x, memory), theirs(x, memory, tgt_mask=future)
    models = (ours, theirs)
    assert_same_with_every_gradient(output, expected, models, carried_over, [x, memory])


@pytest.mark.parametrize("pre_norm", [False, True])
def test_the_stacks_equal_torchs(pre_norm):
    torch.manual_seed(0)
    config = StackConfig(**SMALL, pre_norm=pre_norm)
    sizes = {"dropout": 0.0, "batch_first": True, "norm_first": pre_norm}
    their_encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(12, 3, 20, **sizes), 2, nn.LayerNorm(12), False
    )
    theirs = with_random_weights(
        nn.Transformer(12, 3, 2, 2, 20, custom_encoder=their_encoder, **sizes)
    )
    encoder, decoder = Encoder(config), Decoder(config)
    for ours, their_stack in ((encoder, theirs.encoder), (decoder, theirs.decoder)):
        for mine, other in zip(ours.layers, their_stack.layers, strict=True):
            copy_layer(mine, other)
        if pre_norm:
            ours.norm.load_state_dict(their_stack.norm.state_dict())
        else:
            their_stack.norm = None  # the paper has none there
    source = torch.randn(2, 7, 12, requires_grad=True)
    target = torch.randn(2, 5, 12, requires_grad=True)
    expected = theirs(source, target, tgt_mask=~torch.ones(5, 5, dtype=torch.bool).tril())
    output = decoder(target, encoder(source))
    assert_same(output, expected, [(source, source), (target, target)])


def test_the_model_is_embedding_positions_stacks_and_the_embedding_again():
    model = small()
    source, target = torch.randint(17, (2, 7)), torch.randint(17, (2, 5))

    def embedded(tokens):
        angle = torch.arange(tokens.shape[1])[:, None] / 10000 ** (torch.arange(0, 12, 2) / 12)
        x = model.embedding.weight[tokens] * 12**0.5
        x[..., 0::2] += angle.sin()
        x[..., 1::2] += angle.cos()
        return x

    hidden = model.decoder(embedded(target), model.encoder(embedded(source)))
    torch.testing.assert_close(model(source, target), hidden @ model.embedding.weight.T)


def test_base_has_as_many_parameters_as_torchs():
    with shapes_only():
        ours, theirs = Transformer(TransformerConfig.base()), nn.Transformer(batch_first=True)
    last_norms = 2 * 2 * 512  # which torch adds
    assert count(ours) == count(theirs) - last_norms + 37000 * 512


@pytest.mark.parametrize("pre_norm", [False, True])
def test_maps_of_every_layer_come_with_the_same_logits(pre_norm):
    model = small(pre_norm=pre_norm)
    source, target = torch.randint(17, (2, 7)), torch.randint(17, (2, 5))
    mask = padding_mask(torch.tensor([7, 3]))
    with attention_maps(model) as maps, attention_maps(model.encoder) as encoder:
        logits = model(source, target, mask)
    found = {
        "encoder": encoder.self_attention,
        "decoder": maps.self_attention[len(encoder) :],
        "cross": maps.cross_attention,
    }
    torch.testing.assert_close(logits, model(source, target, mask), rtol=1e-5, atol=1e-5)
    shapes = {"encoder": (2, 3, 7, 7), "decoder": (2, 3, 5, 5), "cross": (2, 3, 5, 7)}
    for name, shape in shapes.items():
        layers = found[name]
        assert [weights.shape for weights in layers] == [shape] * 2
        for weights in layers:
            torch.testing.assert_close(weights.sum(-1), torch.ones(shape[:-1]))
    assert all((weights[1, ..., 3:] == 0).all() for weights in found["encoder"] + found["cross"])
    assert all((weights.triu(1) == 0).all() for weights in found["decoder"])


@given(st.integers(2, 6), st.data())
def test_the_decoder_does_not_see_the_future_but_all_of_the_source(n, data):
    model, position = small(), data.draw(st.integers(1, n - 1))
    source, target = torch.randint(16, (1, 5)), torch.randint(16, (1, n))
    changed = target.clone()
    changed[:, position] = 16
    before, after = model(source, target), model(source, changed)
    torch.testing.assert_close(before[:, :position], after[:, :position])
    assert not torch.allclose(before[:, position:], after[:, position:])
    changed = source.clone()
    changed[:, 4] = 16
    assert not torch.allclose(before[:, 0], model(changed, target)[:, 0])


def test_padding_changes_neither_the_loss_nor_the_logits():
    model, pad = small(), 0
    long, short = torch.randint(1, 17, (1, 7)), torch.randint(1, 17, (1, 4))
    to_long, to_short = torch.randint(1, 17, (1, 6)), torch.randint(1, 17, (1, 3))
    source = torch.cat([long, F.pad(short, (0, 3), value=pad)])
    target = torch.cat([to_long, F.pad(to_short, (0, 3), value=pad)])
    losses = torch.stack([model.loss(long, to_long), model.loss(short, to_short)])
    expected = losses @ torch.tensor([5.0, 2.0]) / 7  # that many tokens are predicted
    torch.testing.assert_close(model.loss(source, target, pad=pad), expected)
    logits = model(source, target, padding_mask(torch.tensor([7, 4])))
    torch.testing.assert_close(logits[1:, :3], model(short, to_short))


@pytest.mark.parametrize("pre_norm", [False, True])
def test_steps_with_a_cache_equal_the_whole_at_once(pre_norm):
    model = small(pre_norm=pre_norm)
    source, target = torch.randint(17, (2, 7)), torch.randint(17, (2, 8))
    mask = padding_mask(torch.tensor([7, 3]))
    whole = model(source, target, mask)
    with torch.no_grad():
        cache, end = model.start(source, mask), 0
        for piece in target.split([3, 1, 2, 1, 1], dim=1):
            end += piece.shape[1]
            logits, cache = model.step(piece, cache)
            torch.testing.assert_close(logits, whole[:, end - 1], rtol=1e-5, atol=1e-5)


def test_it_can_be_decoded():
    model = small()
    source, begin = torch.randint(17, (3, 5)), torch.zeros(3, 1, dtype=torch.long)
    mask = padding_mask(torch.tensor([5, 2, 4]))
    with torch.no_grad():
        best = greedy(model.step, begin, max_new=6, cache=model.start(source, mask))
        target = begin
        for _ in range(6):
            likeliest = model(source, target, mask)[:, -1].argmax(-1, keepdim=True)
            target = torch.cat([target, likeliest], dim=1)
        assert best.tolist() == target[:, 1:].tolist()
        found = beam_search(
            model.step, begin, beam=3, max_new=6, eos=1, cache=model.start(source, mask)
        )
        for row in range(3):
            tokens = found.tokens[row, 0].tolist()
            tokens = tokens[: tokens.index(1) + 1] if 1 in tokens else tokens
            text = torch.tensor([[0, *tokens]])
            log_p = model(source[row : row + 1], text, mask[row : row + 1]).log_softmax(-1)
            score = log_p[0, :-1].gather(1, text[0, 1:, None]).sum()
            torch.testing.assert_close(found.score[row, 0], score, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("pre_norm", [False, True])
def test_dropout_is_torchs_for_the_same_draw(pre_norm, recorded):
    torch.manual_seed(0)
    config = StackConfig(**SMALL, dropout=0.4, pre_norm=pre_norm)
    sizes = {"dropout": 0.4, "batch_first": True, "norm_first": pre_norm}
    their_encoder = nn.TransformerEncoderLayer(12, 3, 20, **sizes)
    their_decoder = nn.TransformerDecoderLayer(12, 3, 20, **sizes)
    for theirs in (their_encoder, their_decoder):
        theirs.dropout.p = 0.0  # torch drops the hidden units of the feed-forward network too
    encoder = copy_layer(EncoderLayer(config), their_encoder)
    decoder = copy_layer(DecoderLayer(config), their_decoder)
    x, memory = torch.randn(1, 5, 12), torch.randn(1, 7, 12)  # torch draws in another order for 2
    future = ~torch.ones(5, 5, dtype=torch.bool).tril()

    pair = nn.ModuleList([encoder, decoder])
    with attention_maps(pair) if recorded else contextlib.nullcontext():
        torch.testing.assert_close(in_training(encoder, x), in_training(their_encoder, x))
        expected = in_training(their_decoder, x, memory, tgt_mask=future)
        torch.testing.assert_close(in_training(decoder, x, memory), expected)


def test_dropout_is_for_training_alone():
    model = small(dropout=0.5)
    source, target = torch.randint(17, (2, 7)), torch.randint(17, (2, 5))
    assert not torch.allclose(model(source, target), model(source, target))
    model.eval()
    torch.testing.assert_close(model(source, target), model(source, target))


@pytest.mark.parametrize(
    ("tokens", "named"),
    [
        (torch.full((1, 3), 17), "target must be from 0 to 16, but one is 17"),
        (torch.full((1, 3), -1), "target must be from 0 to 16, but one is -1"),
        (torch.zeros(1, 10).long(), "target must have a length of at most 9, but it is 10"),
        (torch.zeros(1, 0).long(), r"but it is \(1, 0\)"),
        (torch.zeros(3).long(), r"shape \(batch, length\)"),
    ],
)
def test_tokens_that_cannot_be_embedded_are_named(tokens, named):
    with pytest.raises(ValueError, match=named):
        unchecked(Transformer.forward)(small(), torch.zeros(1, 3).long(), tokens)


def test_a_mask_is_checked_where_it_enters_and_not_again_in_each_layer(monkeypatch):
    checked = []
    monkeypatch.setattr(_masks, "require_mask", lambda *mask: checked.append(mask))
    model, source, target = small(), torch.zeros(1, 3).long(), torch.zeros(1, 2).long()
    model(source, target, torch.ones(1, 1, 3).bool(), torch.ones(1, 1, 2).bool())
    assert len(model.encoder.layers) > 1
    assert [shape for _, _, shape in checked] == [(1, 3, 3), (1, 2, 2), (1, 2, 3)]
    _, cache = model.step(target, model.start(source, torch.ones(1, 1, 3).bool()))
    model.step(target[:, :1], cache)
    assert [shape for _, _, shape in checked[3:]] == [(1, 3, 3), (1, 2, 3), (1, 1, 3)]


def test_a_target_longer_than_max_len_is_refused_step_by_step_too():
    model = small()
    _, cache = model.step(torch.zeros(1, 9).long(), model.start(torch.zeros(1, 3).long()))
    with pytest.raises(
        ValueError, match="length of at most 9, counting the 9 tokens before them, but it is 10"
    ):
        model.step(torch.zeros(1, 1).long(), cache)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"d_model": 10}, "d_model must be a multiple of n_heads = 3, but it is 10"),
        ({"n_layers": 0}, "n_layers must be at least 1, but it is 0"),
        ({"vocab_size": -1}, "vocab_size must be at least 1, but it is -1"),
        ({"dropout": 1.0}, r"dropout must be in \[0, 1\), but it is 1.0"),
    ],
)
def test_impossible_sizes_are_named(change, named):
    with pytest.raises(ValueError, match=named):
        TransformerConfig(**{**SMALL, "vocab_size": 17} | change)
