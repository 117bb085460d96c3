"""GPT against transformers' GPT-2, weights carried over by the loader of official checkpoints."""

from dataclasses import replace
from functools import partial

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.payattention.oracle import (
    assert_same_with_every_gradient,
    copy_linear,
    in_training,
    loaded_by,
    unchecked,
    with_random_weights,
)
from torch.utils._python_dispatch import TorchDispatchMode
from transformers import GPT2Config, GPT2LMHeadModel, OpenAIGPTConfig, OpenAIGPTLMHeadModel

from payattention.cost import count_parameters as count
from payattention.cost import shapes_only
from payattention.decode import beam_search, greedy, sample
from payattention.gpt import GPT, GPTConfig
from payattention.maps import attention_maps

CONFIGS = [
    GPTConfig(vocab_size=19, max_len=8, d_model=12, n_heads=3, d_ff=48, n_layers=2),
    GPTConfig(vocab_size=31, max_len=16, d_model=16, n_heads=4, d_ff=20, n_layers=1, eps=1e-3),
]


def theirs_of(config):
    torch.manual_seed(0)
    theirs = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=config.vocab_size,
            n_positions=config.max_len,
            n_embd=config.d_model,
            n_layer=config.n_layers,
            n_head=config.n_heads,
            n_inner=config.d_ff,
            layer_norm_epsilon=config.eps,
            resid_pdrop=config.dropout,
            embd_pdrop=config.dropout,
            attn_pdrop=config.dropout,
        )
    )
    return with_random_weights(theirs)


@pytest.fixture(params=CONFIGS, ids=["narrow", "wide"])
def pair(request):
    theirs = theirs_of(request.param)
    return loaded_by(GPT.from_pretrained, request.param)(theirs), theirs


def tokens_for(model, batch=2, length=None):
    config = model.config
    return torch.randint(config.vocab_size, (batch, length or config.max_len))


@pytest.mark.parametrize(("batch", "length"), [(2, None), (1, 1), (3, 5)])
def test_logits_and_every_gradient_equal_transformers(pair, batch, length):
    ours, theirs = pair
    tokens = tokens_for(ours, batch, length)
    assert_same_with_every_gradient(
        ours(tokens), theirs(tokens).logits, pair, loaded_by(GPT.from_pretrained, ours.config)
    )


def test_the_loss_and_every_gradient_equal_transformers(pair):
    ours, theirs = pair
    tokens = tokens_for(ours, batch=3)
    expected = theirs(tokens, labels=tokens).loss
    carried_over = loaded_by(GPT.from_pretrained, ours.config)
    assert_same_with_every_gradient(ours.loss(tokens), expected, pair, carried_over)


def test_dropout_is_transformers_for_the_same_draw():
    config = replace(CONFIGS[0], dropout=0.3)
    theirs = theirs_of(config)
    ours = loaded_by(GPT.from_pretrained, config)(theirs)
    tokens = tokens_for(ours, batch=3)
    expected = in_training(theirs, tokens).logits
    torch.testing.assert_close(in_training(ours, tokens), expected, rtol=1e-5, atol=1e-5)


def test_maps_equal_transformers(pair):
    ours, theirs = pair
    theirs.set_attn_implementation("eager")
    tokens = tokens_for(ours)
    with attention_maps(ours) as maps:
        logits = ours(tokens)
    expected = theirs(tokens, output_attentions=True)
    torch.testing.assert_close(logits, expected.logits, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(maps.self_attention, list(expected.attentions), rtol=1e-5, atol=1e-5)


def test_steps_with_a_cache_equal_the_whole_at_once(pair):
    ours, _ = pair
    tokens = tokens_for(ours, length=8)
    whole, cache, end = ours(tokens), None, 0
    for piece in tokens.split([3, 1, 2, 1, 1], dim=1):
        end += piece.shape[1]
        logits, cache = ours.step(piece, cache)
        torch.testing.assert_close(logits, whole[:, end - 1], rtol=1e-5, atol=1e-5)


def test_greedy_generation_equals_transformers(pair):
    ours, theirs = pair
    prompt = tokens_for(ours, length=3)
    expected = theirs.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        do_sample=False,
        max_new_tokens=5,
        eos_token_id=None,
        pad_token_id=0,
    )
    assert greedy(ours.step, prompt, max_new=5).tolist() == expected[:, 3:].tolist()


@torch.no_grad()
@settings(max_examples=25)
@given(st.integers(0, 1000), st.integers(1, 3), st.integers(1, 5))
def test_with_a_cache_the_same_is_written_as_without(seed, batch, max_new):
    torch.manual_seed(seed)
    model = with_random_weights(GPT(CONFIGS[0])).double()  # in single precision, texts can tie
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
    torch.testing.assert_close(cached.score, uncached.score, rtol=1e-5, atol=1e-5)


@given(st.integers(2, 8), st.data())
def test_the_future_changes_nothing(n, data):
    torch.manual_seed(n)
    model, position = GPT(CONFIGS[0]), data.draw(st.integers(1, n - 1))
    tokens = torch.randint(18, (1, n))
    changed = tokens.clone()
    changed[:, position] = 18
    before, after = model(tokens), model(changed)
    torch.testing.assert_close(before[:, :position], after[:, :position])
    assert not torch.allclose(before[:, position:], after[:, position:])


def test_the_other_sizes_equal_transformers():
    with shapes_only():
        assert count(GPT(GPTConfig.gpt1())) == count(OpenAIGPTLMHeadModel(OpenAIGPTConfig()))
        for config, sizes in (
            (GPTConfig.gpt2_medium(), (1024, 24, 16)),
            (GPTConfig.gpt2_large(), (1280, 36, 20)),
        ):
            width, layers, heads = sizes
            theirs = GPT2LMHeadModel(GPT2Config(n_embd=width, n_layer=layers, n_head=heads))
            assert count(GPT(config)) == count(theirs)


def test_gpt_1_is_post_norm_and_equals_transformers():
    torch.manual_seed(0)
    theirs = with_random_weights(
        OpenAIGPTLMHeadModel(
            OpenAIGPTConfig(
                vocab_size=19, n_positions=8, n_embd=12, n_layer=2, n_head=3,
                resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
            )
        )
    )  # fmt: skip
    config = GPTConfig(
        vocab_size=19, max_len=8, d_model=12, n_heads=3, d_ff=48, n_layers=2, pre_norm=False
    )

    def carried_over(theirs):
        ours = GPT(config)
        ours.embedding.weight.data = theirs.transformer.tokens_embed.weight.detach().clone()
        ours.positions.weight.data = theirs.transformer.positions_embed.weight.detach().clone()
        for mine, other in zip(ours.stack.layers, theirs.transformer.h, strict=True):
            heads, network = mine.attention, mine.feed_forward
            weights, biases = other.attn.c_attn.weight.T.chunk(3), other.attn.c_attn.bias.chunk(3)
            for name, weight, bias in zip("QKV", weights, biases, strict=True):
                copy_linear(getattr(heads, f"W_{name}"), weight, bias)
            copy_linear(heads.W_O, other.attn.c_proj.weight.T, other.attn.c_proj.bias)
            copy_linear(network.W_1, other.mlp.c_fc.weight.T, other.mlp.c_fc.bias)
            copy_linear(network.W_2, other.mlp.c_proj.weight.T, other.mlp.c_proj.bias)
            mine.norm_1.load_state_dict(other.ln_1.state_dict())
            mine.norm_2.load_state_dict(other.ln_2.state_dict())
        return ours

    ours = carried_over(theirs)
    tokens = tokens_for(ours)
    models = (ours, theirs)
    assert_same_with_every_gradient(ours(tokens), theirs(tokens).logits, models, carried_over)


def test_it_starts_close_to_knowing_nothing():
    torch.manual_seed(0)
    model = GPT(GPTConfig(vocab_size=50, max_len=32, d_model=64, n_heads=4, d_ff=256, n_layers=4))
    loss = model.loss(tokens_for(model, batch=8))
    assert float(loss.detach()) == pytest.approx(torch.tensor(50.0).log().item(), abs=0.1)
    into = torch.stack([layer.attention.W_O.weight.std() for layer in model.stack.layers])
    torch.testing.assert_close(into.mean().item(), 0.02 / 8**0.5, rtol=0.05, atol=0)


def test_the_loss_is_that_of_the_next_token():
    model = GPT(CONFIGS[0])
    tokens = tokens_for(model, batch=1)
    p = model(tokens).softmax(-1)[0]
    expected = -sum(p[i, tokens[0, i + 1]].log() for i in range(7)) / 7
    torch.testing.assert_close(model.loss(tokens), expected)
    ones = F.one_hot(tokens[:, 1:], 19).float()
    torch.testing.assert_close(
        model.loss(tokens), F.cross_entropy(model(tokens)[:, :-1].mT, ones.mT)
    )


@pytest.mark.parametrize(
    ("tokens", "named"),
    [
        (torch.tensor([[3, 19]]), "tokens must be from 0 to 18, but one is 19"),
        (torch.tensor([[-2, 3]]), "but one is -2"),
        (torch.zeros(1, 9).long(), "length of at most 8, but it is 9"),
        (torch.zeros(2, 0).long(), r"but it is \(2, 0\)"),
    ],
)
def test_tokens_that_cannot_be_embedded_are_named(tokens, named):
    with pytest.raises(ValueError, match=named):
        unchecked(GPT.hidden)(GPT(CONFIGS[0]), tokens)


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


def gpt_with_random_weights():
    torch.manual_seed(0)
    return with_random_weights(GPT(CONFIGS[1]))


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_padded_batch_equals_each_text_alone(side):
    model = gpt_with_random_weights()
    tokens, mask = padded(side)
    logits = model(tokens, mask)
    for row, text in enumerate(TEXTS):
        alone = model(torch.tensor([text]))[0]
        torch.testing.assert_close(logits[row, mask[row, 0]], alone, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_loss_of_a_padded_batch_is_the_mean_over_all_predicted_tokens(side):
    model = gpt_with_random_weights()
    tokens, _ = padded(side)
    alone = [model.loss(torch.tensor([text])) * (len(text) - 1) for text in TEXTS]
    expected = sum(alone) / sum(len(text) - 1 for text in TEXTS)
    parameters = list(model.parameters())
    loss = model.loss(tokens, pad=PAD)
    torch.testing.assert_close(loss, expected, rtol=1e-5, atol=1e-5)
    for ours, theirs in zip(
        torch.autograd.grad(loss, parameters),
        torch.autograd.grad(expected, parameters),
        strict=True,
    ):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)


@torch.no_grad()
def test_left_padded_prompts_are_continued_as_each_alone():
    model = gpt_with_random_weights()
    tokens, mask = padded("left")
    written = greedy(model.step, tokens, max_new=6, cache=model.start(mask))
    found = beam_search(model.step, tokens, beam=3, max_new=6, eos=1, cache=model.start(mask))
    for row, text in enumerate(TEXTS):
        prompt = torch.tensor([text])
        assert written[row].tolist() == greedy(model.step, prompt, max_new=6)[0].tolist()
        alone = beam_search(model.step, prompt, beam=3, max_new=6, eos=1)
        torch.testing.assert_close(found.score[row], alone.score[0], rtol=1e-4, atol=1e-4)


class Synchronisations(TorchDispatchMode):
    """Counts how often a tensor becomes a Python number, for which a GPU must be waited for."""

    count = 0

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        self.count += operation is torch.ops.aten._local_scalar_dense.default
        return operation(*args, **(kwargs or {}))


@torch.no_grad()
def test_only_the_prompts_tokens_are_checked_and_by_one_synchronisation():
    model = gpt_with_random_weights()
    with Synchronisations() as first:
        _, cache = model.step(torch.tensor([[1, 2, 3]]))
    with Synchronisations() as later:
        model.step(torch.tensor([[4]]), cache)
    assert (first.count, later.count) == (1, 0)
