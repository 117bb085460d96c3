"""Llama against transformers' Llama, weights carried over by the loader of official checkpoints."""

from functools import partial

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import (
    assert_same,
    assert_same_with_every_gradient,
    loaded_by,
    unchecked,
    with_random_weights,
)
from transformers import LlamaConfig as TheirConfig
from transformers import LlamaForCausalLM
from transformers.models.llama.modeling_llama import LlamaMLP, LlamaRMSNorm

from payattention.cost import count_parameters as count
from payattention.cost import shapes_only
from payattention.decode import beam_search, greedy, sample
from payattention.llama import (
    GroupedQueryAttention,
    Llama,
    LlamaConfig,
    SwiGLU,
    rms_norm,
)
from payattention.maps import attention_maps
from payattention.position import RotaryPositions

SIZES = {"d_model": 24, "d_ff": 20, "n_layers": 2, "vocab_size": 19, "max_len": 12}
CONFIGS = [
    LlamaConfig(**SIZES, n_heads=6, n_kv_heads=2),
    LlamaConfig(**SIZES, n_heads=6, n_kv_heads=1, rope_base=100.0),  # multi-query
    LlamaConfig(**SIZES, n_heads=3, n_kv_heads=3, eps=1e-2),  # multi-head
]
CLOSE = {"rtol": 1e-5, "atol": 1e-5}


def their_config(config):
    return TheirConfig(
        vocab_size=config.vocab_size,
        max_position_embeddings=config.max_len,
        hidden_size=config.d_model,
        num_attention_heads=config.n_heads,
        num_key_value_heads=config.n_kv_heads,
        intermediate_size=config.d_ff,
        num_hidden_layers=config.n_layers,
        rms_norm_eps=config.eps,
        rope_parameters={"rope_type": "default", "rope_theta": config.rope_base},
        tie_word_embeddings=True,
        bos_token_id=1,
        eos_token_id=2,
    )


def theirs_of(config):
    torch.manual_seed(0)
    return with_random_weights(LlamaForCausalLM(their_config(config)))


@pytest.fixture(params=CONFIGS, ids=["grouped", "multi-query", "multi-head"])
def pair(request):
    theirs = theirs_of(request.param)
    return loaded_by(Llama.from_pretrained, request.param)(theirs), theirs


def tokens_for(model, batch=2, length=None):
    config = model.config
    return torch.randint(config.vocab_size, (batch, length or config.max_len))


@pytest.mark.parametrize(("batch", "length"), [(2, None), (1, 1), (3, 5)])
def test_logits_and_every_gradient_equal_transformers(pair, batch, length):
    ours, theirs = pair
    tokens = tokens_for(ours, batch, length)
    carried_over = loaded_by(Llama.from_pretrained, ours.config)
    assert_same_with_every_gradient(ours(tokens), theirs(tokens).logits, pair, carried_over)


def test_the_loss_and_every_gradient_equal_transformers(pair):
    ours, theirs = pair
    tokens = tokens_for(ours, batch=3)
    expected = theirs(tokens, labels=tokens).loss
    carried_over = loaded_by(Llama.from_pretrained, ours.config)
    assert_same_with_every_gradient(ours.loss(tokens), expected, pair, carried_over)


def test_maps_equal_transformers(pair):
    ours, theirs = pair
    theirs.set_attn_implementation("eager")
    tokens = tokens_for(ours)
    with attention_maps(ours) as maps:
        logits = ours(tokens)
    expected = theirs(tokens, output_attentions=True)
    torch.testing.assert_close(logits, expected.logits, **CLOSE)
    torch.testing.assert_close(maps.self_attention, list(expected.attentions), **CLOSE)


def test_steps_with_a_cache_equal_the_whole_at_once_and_transformers(pair):
    ours, theirs = pair
    tokens = tokens_for(ours, length=8)
    whole, cache, their_cache, end = ours(tokens), None, None, 0
    for piece in tokens.split([3, 1, 2, 1, 1], dim=1):
        end += piece.shape[1]
        logits, cache = ours.step(piece, cache)
        torch.testing.assert_close(logits, whole[:, end - 1], **CLOSE)
        expected = theirs(piece, past_key_values=their_cache, use_cache=True)
        their_cache = expected.past_key_values
        torch.testing.assert_close(logits, expected.logits[:, -1], **CLOSE)


def test_the_cache_holds_the_heads_of_keys_and_values_alone(pair):
    ours, _ = pair
    _, cache = ours.step(tokens_for(ours, length=5))
    config = ours.config
    for layer in cache.layers:
        shape = (2, config.n_kv_heads, 5, config.d_model // config.n_heads)
        assert layer.keys.shape == layer.values.shape == shape


def test_greedy_generation_equals_transformers(pair):
    ours, theirs = pair
    prompt = tokens_for(ours, length=3)
    expected = theirs.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        do_sample=False,
        max_new_tokens=9,
        eos_token_id=None,
        pad_token_id=0,
    )
    assert greedy(ours.step, prompt, max_new=9).tolist() == expected[:, 3:].tolist()


@torch.no_grad()
@given(st.integers(0, 1000), st.integers(1, 3), st.integers(1, 5))
def test_with_a_cache_the_same_is_written_as_without(seed, batch, max_new):
    torch.manual_seed(seed)
    model = with_random_weights(Llama(CONFIGS[0]))
    prompt = torch.randint(19, (batch, 3))

    def without(tokens, seen):  # the whole text anew at every step
        seen = tokens if seen is None else torch.cat([seen, tokens], dim=1)
        return model(seen)[:, -1], seen

    for decode in (
        partial(greedy, max_new=max_new, eos=0),
        partial(sample, max_new=max_new, seed=seed, temperature=2.0, top_p=0.9),
    ):
        assert decode(model.step, prompt).tolist() == decode(without, prompt).tolist()
    cached, uncached = (
        beam_search(step, prompt, beam=3, max_new=max_new, eos=0) for step in (model.step, without)
    )
    assert cached.tokens.tolist() == uncached.tokens.tolist()


@given(st.integers(2, 12), st.data())
def test_the_future_changes_nothing(n, data):
    torch.manual_seed(n)
    model, position = Llama(CONFIGS[0]), data.draw(st.integers(1, n - 1))
    tokens = torch.randint(18, (1, n))
    changed = tokens.clone()
    changed[:, position] = 18
    before, after = model(tokens), model(changed)
    torch.testing.assert_close(before[:, :position], after[:, :position])
    assert not torch.allclose(before[:, position:], after[:, position:])


@pytest.mark.parametrize(
    ("config", "parameters"),
    [
        (LlamaConfig.smollm2_135m(), 134_515_008),  # as the model cards say
        (LlamaConfig.smollm2_360m(), 361_821_120),
        (LlamaConfig.smollm2_1_7b(), 1_711_376_384),
    ],
)
def test_the_published_sizes(config, parameters):
    with shapes_only():
        assert count(Llama(config)) == parameters
        assert count(LlamaForCausalLM(their_config(config))) == parameters


def test_it_starts_close_to_knowing_nothing():
    torch.manual_seed(0)
    config = LlamaConfig(**{**SIZES, "vocab_size": 50, "d_model": 64}, n_heads=4, n_kv_heads=2)
    model = Llama(config)
    loss = model.loss(tokens_for(model, batch=8))
    assert float(loss.detach()) == pytest.approx(torch.tensor(50.0).log().item(), abs=0.1)


# ── its parts ─────────────────────────────────────────────────────────────────────────────────


def test_rms_norm_equals_transformers_and_torchs():
    x, gain = torch.randn(2, 5, 12, requires_grad=True), torch.randn(12)
    theirs, torchs = LlamaRMSNorm(12, 1e-3), torch.nn.RMSNorm(12, 1e-3)
    for module in (theirs, torchs):
        module.weight.data = gain
        assert_same(rms_norm(x, gain, 1e-3), module(x), [(x, x)])


def test_swiglu_equals_transformers():
    theirs = with_random_weights(LlamaMLP(their_config(CONFIGS[0])))
    ours = SwiGLU(24, 20)
    names = (("W_1", "gate_proj"), ("V", "up_proj"), ("W_2", "down_proj"))
    ours.load_state_dict({f"{a}.weight": getattr(theirs, b).weight for a, b in names})
    x = torch.randn(2, 5, 24, requires_grad=True)
    assert_same(ours(x), theirs(x), [(x, x)])


def test_equal_heads_of_keys_make_grouped_queries_multi_head_attention():
    """Multi-head attention with the keys and values of each group repeated is the same."""
    torch.manual_seed(0)
    grouped, full = GroupedQueryAttention(24, 6, 2), GroupedQueryAttention(24, 6, 6)
    for name in ("W_Q", "W_O"):
        getattr(full, name).load_state_dict(getattr(grouped, name).state_dict())
    for name in ("W_K", "W_V"):
        heads = getattr(grouped, name).weight.detach().unflatten(0, (2, 4))
        repeated = torch.cat([heads[:1]] * 3 + [heads[1:]] * 3)  # (6, d_k, d_model)
        getattr(full, name).weight.data = repeated.flatten(0, 1)
    x, rotation = torch.randn(2, 5, 24), RotaryPositions(9, 4)(0, 5)
    torch.testing.assert_close(grouped(x, rotation), full(x, rotation), **CLOSE)


def test_only_distances_count():
    torch.manual_seed(0)
    layer, positions = GroupedQueryAttention(24, 6, 2), RotaryPositions(50, 4)
    x = torch.randn(2, 5, 24)
    torch.testing.assert_close(layer(x, positions(0, 5)), layer(x, positions(40, 45)), **CLOSE)
    still = positions(0, 1)
    nowhere = tuple(wave.expand(5, -1) for wave in still)  # all at the same position
    assert not torch.allclose(layer(x, positions(0, 5)), layer(x, nowhere), atol=1e-3)


# ── batches of unequal length ─────────────────────────────────────────────────────────────────

TEXTS = [[3, 7, 1, 4, 2], [9, 5], [8, 6, 2, 2]]
PAD = 0


def padded(side):
    """The texts as one batch, and which of its tokens are real."""
    longest = max(len(text) for text in TEXTS)
    fill = [[PAD] * (longest - len(text)) for text in TEXTS]
    rows = [f + t if side == "left" else t + f for f, t in zip(fill, TEXTS, strict=True)]
    tokens = torch.tensor(rows)
    return tokens, (tokens != PAD)[:, None]


def llama_with_random_weights():
    torch.manual_seed(0)
    return with_random_weights(Llama(CONFIGS[0]))


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_padded_batch_equals_each_text_alone(side):
    model = llama_with_random_weights()
    tokens, mask = padded(side)
    logits = model(tokens, mask)
    for row, text in enumerate(TEXTS):
        alone = model(torch.tensor([text]))[0]
        torch.testing.assert_close(logits[row, mask[row, 0]], alone, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_loss_of_a_padded_batch_is_the_mean_over_all_predicted_tokens(side):
    model = llama_with_random_weights()
    tokens, _ = padded(side)
    alone = [model.loss(torch.tensor([text])) * (len(text) - 1) for text in TEXTS]
    expected = sum(alone) / sum(len(text) - 1 for text in TEXTS)
    torch.testing.assert_close(model.loss(tokens, pad=PAD), expected, rtol=1e-4, atol=1e-4)


@torch.no_grad()
def test_left_padded_prompts_are_continued_as_each_alone():
    model = llama_with_random_weights()
    tokens, mask = padded("left")
    written = greedy(model.step, tokens, max_new=6, cache=model.start(mask))
    for row, text in enumerate(TEXTS):
        alone = greedy(model.step, torch.tensor([text]), max_new=6)
        assert written[row].tolist() == alone[0].tolist()


# ── bad input ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tokens", "named"),
    [
        (torch.tensor([[3, 19]]), "tokens must be from 0 to 18, but one is 19"),
        (torch.zeros(1, 13).long(), "length of at most 12, but it is 13"),
        (torch.zeros(2, 0).long(), r"but it is \(2, 0\)"),
    ],
)
def test_tokens_that_cannot_be_embedded_are_named(tokens, named):
    with pytest.raises(ValueError, match=named):
        unchecked(Llama.hidden)(Llama(CONFIGS[0]), tokens)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"n_kv_heads": 4}, "n_heads must be a multiple of 4, but it is 6"),
        ({"n_heads": 5}, "d_model must be a multiple of n_heads = 5, but it is 24"),
        ({"n_heads": 8, "n_kv_heads": 8}, "d_k must be a multiple of 2, but it is 3"),
        ({"rope_base": 0.0}, r"rope_base must be in \(0, inf\), but it is 0.0"),
        ({"eps": 0.0}, r"eps must be in \(0, inf\), but it is 0.0"),
        ({"n_layers": 0}, "n_layers must be at least 1, but it is 0"),
    ],
)
def test_sizes_that_do_not_fit_are_named(change, named):
    with pytest.raises(ValueError, match=named):
        LlamaConfig(**SIZES | {"n_heads": 6, "n_kv_heads": 2} | change)
