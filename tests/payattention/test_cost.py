"""Costs against the formulas of the papers, real allocations, and numpy's and exact fits."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.profiler import ProfilerActivity, profile
from torch.utils.flop_counter import FlopCounterMode
from transformers import BertConfig, BertModel, GPT2Config, GPT2LMHeadModel

from payattention.attention import MultiHeadAttention, attention
from payattention.bert import BERT, BERTConfig
from payattention.cost import (
    cost,
    count_parameters,
    fit_power_law,
    score_memory,
    shapes_only,
    training_flops,
)
from payattention.gpt import GPT, GPTConfig
from payattention.maps import attention_maps
from payattention.recurrent import Recurrent, RNNCell
from payattention.transformer import EncoderLayer, StackConfig, Transformer, TransformerConfig
from payattention.vit import ViT, ViTConfig

SMALL = GPTConfig(vocab_size=50, max_len=64, d_model=32, n_heads=4, d_ff=128, n_layers=2)


def test_shared_parameters_count_once():
    first, second = nn.Linear(3, 4), nn.Linear(3, 4)
    second.weight = first.weight
    assert count_parameters(nn.Sequential(first, second)) == 3 * 4 + 4 + 4


def test_models_have_the_sizes_of_their_papers_and_checkpoints():
    def layers_of_gpt(d, n_layers, vocab, max_len):
        return n_layers * (12 * d**2 + 13 * d) + (vocab + max_len + 2) * d

    with shapes_only():
        assert count_parameters(GPT(GPTConfig.gpt2())) == 124_439_808
        assert count_parameters(GPT(GPTConfig.gpt2_xl())) == 1_557_611_200
        gpt3 = count_parameters(GPT(GPTConfig.gpt3()))
        assert gpt3 == layers_of_gpt(12288, 96, 50257, 2048) == pytest.approx(174.6e9, rel=5e-5)
        assert count_parameters(BERT(BERTConfig.base())) == 109_482_240
        assert count_parameters(ViT(ViTConfig.base_16())) == 86_567_656
        for config, millions in ((TransformerConfig.base(), 65), (TransformerConfig.big(), 213)):
            assert count_parameters(Transformer(config)) == pytest.approx(1e6 * millions, rel=0.03)


def test_counting_waits_for_no_compiler():
    script = (
        "import sys, torch\n"
        "from payattention.cost import count_parameters, shapes_only\n"
        "from payattention.transformer import Transformer, TransformerConfig\n"
        "with shapes_only():\n"
        "    print(count_parameters(Transformer(TransformerConfig.base())))\n"
        "sys.exit('torch._dynamo' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)


def test_outside_of_shapes_only_weights_are_drawn():
    with shapes_only():
        assert nn.Embedding(2, 3).weight.is_meta
    assert torch.empty(9).normal_(100.0).min() > 0
    assert not nn.Embedding(2, 3).weight.is_meta


@pytest.mark.parametrize(("batch", "n"), [(3, 64), (1, 10)])
def test_flops_are_those_of_the_formula(batch, n):
    d, layers, vocab = 32, 2, 50
    with shapes_only():
        counted = cost(GPT(SMALL), torch.zeros(batch, n, dtype=torch.long))
    projections, feed_forward, scores = 4 * 2 * d * d, 2 * 2 * 4 * d * d, 2 * 2 * n * d
    assert counted.flops == batch * n * (
        layers * (projections + feed_forward + scores) + 2 * d * vocab
    )


def flops_of_transformers(theirs, *tokens):
    """Counted by torch, on numbers, with the unfused formula."""
    theirs.set_attn_implementation("eager")
    with FlopCounterMode(display=False) as counter:
        theirs(*tokens)
    return counter.get_total_flops()


@pytest.mark.parametrize(("batch", "n"), [(1, 7), (2, 64)])
def test_flops_are_those_of_transformers_models(batch, n):
    tokens = torch.zeros(batch, n, dtype=torch.long)
    gpt2 = GPT2LMHeadModel(
        GPT2Config(vocab_size=50, n_positions=64, n_embd=32, n_head=4, n_inner=128, n_layer=2)
    )
    bert = BertModel(
        BertConfig(
            vocab_size=50, max_position_embeddings=64, hidden_size=32, num_attention_heads=4,
            intermediate_size=128, num_hidden_layers=2,
        ),
        add_pooling_layer=False,
    )  # fmt: skip
    ours = BERT(BERTConfig(vocab_size=50, max_len=64, d_model=32, n_heads=4, d_ff=128, n_layers=2))
    assert cost(GPT(SMALL), tokens).flops == flops_of_transformers(gpt2, tokens)
    assert cost(ours, tokens).flops == flops_of_transformers(bert, tokens)


@pytest.mark.parametrize("dropout", [0.0, 0.1])
def test_torchs_own_layer_costs_as_much(dropout):
    config = StackConfig(d_model=32, n_heads=4, d_ff=64, n_layers=1, dropout=dropout)
    with shapes_only():
        x = torch.zeros(2, 10, 32)
        theirs = nn.TransformerEncoderLayer(32, 4, 64, dropout, batch_first=True)
        assert cost(theirs, x).flops == cost(EncoderLayer(config), x).flops


def test_dropout_of_the_weights_keeps_no_weight():
    config = StackConfig(d_model=32, n_heads=4, d_ff=64, n_layers=1, dropout=0.1)
    with shapes_only():
        layer = EncoderLayer(config).train()
        kept = [cost(layer, torch.zeros(2, n, 32)).activations for n in (64, 128)]
    assert kept[1] == 2 * kept[0]  # no n² among it


def test_attention_of_three_axes_is_counted_too():
    class Head(nn.Module):
        def forward(self, x):
            return F.scaled_dot_product_attention(x, x, x)

    assert cost(Head(), torch.randn(2, 3, 4)).flops == 2 * 2 * 2 * 3 * 3 * 4


@pytest.mark.parametrize(("batch", "n"), [(1, 16), (4, 64)])
def test_activations_are_what_the_allocator_still_holds_after_a_forward_pass(batch, n):
    model, tokens = GPT(replace(SMALL, dropout=0.0)), torch.zeros(batch, n, dtype=torch.long)
    counted = cost(model, tokens).activations
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiled:
        logits = model(tokens)
    held = sum(event.self_cpu_memory_usage for event in profiled.events())
    assert logits.grad_fn is not None
    # the logits are held too, but not for the backward pass; the tokens are, but were there before
    assert counted + logits.nbytes == pytest.approx(held + tokens.nbytes, rel=0.02)


@pytest.mark.parametrize(
    ("layer", "exponent"),
    [
        (lambda: MultiHeadAttention(1, 1), 2.0),  # n² d beside n d²: with d = 1 almost n² alone
        (lambda: Recurrent(RNNCell(8, 8)), 1.0),
        (lambda: nn.Conv1d(8, 8, 3, padding=1), 1.0),
    ],
    ids=["self-attention", "recurrent", "convolutional"],
)
def test_the_exponent_of_a_layers_cost_is_that_of_the_papers_table(layer, exponent):
    # Vaswani et al. (2017), table 1, "complexity per layer", as a function of n
    lengths, counted = [64, 128, 256, 512], []
    for n in lengths:
        with shapes_only():
            module = layer()
            width = 1 if isinstance(module, MultiHeadAttention) else 8
            convolves = isinstance(module, nn.Conv1d)
            x = torch.zeros(1, width, n) if convolves else torch.zeros(1, n, width)
            counted.append(cost(module, x).flops)
    law = fit_power_law(lengths, counted)
    assert law.exponent == pytest.approx(exponent, abs=0.02)
    assert law.r_squared > 0.9999


@pytest.mark.parametrize(("activation", "numbers"), [(F.relu, 12), (F.gelu, 16)])
def test_activations_of_a_layer_are_those_of_the_formula(activation, numbers):
    batch, n, d, heads = 3, 64, 32, 4
    with shapes_only():
        config = StackConfig(d_model=d, n_heads=heads, d_ff=4 * d, n_layers=1)
        layer = EncoderLayer(config, activation)
        counted = cost(layer, torch.zeros(batch, n, d))
    # x, its norm, Q, K, V, the heads, x, its norm, the hidden layer (twice with GELU);
    # mean and deviation of two norms; for each head the logarithm of softmax's denominator
    assert counted.activations == 4 * batch * n * (numbers * d + 2 * 2 + heads)


@pytest.mark.parametrize(
    "make",
    [
        lambda: (GPT(SMALL), torch.zeros(2, 30, dtype=torch.long)),
        lambda: (
            BERT(BERTConfig(vocab_size=9, max_len=8, d_model=8, n_heads=2, d_ff=16, n_layers=1)),
            torch.zeros(2, 8, dtype=torch.long),
            torch.zeros(2, 8, dtype=torch.long),
            torch.ones(2, 1, 8, dtype=torch.bool),
        ),
        lambda: (
            Transformer(TransformerConfig(vocab_size=9, d_model=8, n_heads=2, d_ff=16, n_layers=1)),
            torch.zeros(2, 8, dtype=torch.long),
            torch.zeros(2, 6, dtype=torch.long),
        ),
    ],
    ids=["gpt", "bert", "transformer"],
)
def test_the_meta_device_counts_as_a_real_one(make):
    with shapes_only():
        on_meta = cost(*make())
    assert on_meta == cost(*make())


def test_memory_of_weights_and_of_training_with_adam():
    with shapes_only():
        counted = cost(GPT(SMALL), torch.zeros(1, 5, dtype=torch.long))
    assert counted.weight_bytes == 4 * counted.parameters
    assert counted.adam_bytes == 16 * counted.parameters  # weight, gradient, two averages


def test_the_fused_kernel_is_put_back():
    query = torch.randn(1, 1, 3, 4)
    before = F.scaled_dot_product_attention
    cost(nn.Linear(4, 4), query)
    assert F.scaled_dot_product_attention is before

    class Head(nn.Module):
        def forward(self, x):
            return attention(x, x, x)[0]

    assert cost(Head(), torch.randn(2, 3, 4)).flops == 2 * 2 * 2 * 3 * 3 * 4


def test_score_memory_is_what_the_maps_take():
    model, tokens = GPT(SMALL), torch.randint(50, (3, 20))
    with attention_maps(model) as maps:
        model(tokens)
    taken = sum(weights.nbytes for weights in maps.self_attention)
    assert score_memory(SMALL, 20, batch=3) == taken
    assert score_memory(GPTConfig.gpt2(), 1024, bytes_per_number=2) == 2 * 144 * 1024**2
    with pytest.raises(ValueError, match="n_tokens must be at least 1, but it is 0"):
        score_memory(SMALL, 0)


@given(st.floats(0.1, 10), st.floats(-3, 3), st.integers(3, 20))
def test_an_exact_law_is_found(scale, exponent, n):
    x = np.geomspace(1, 1e4, n)
    law = fit_power_law(x, scale * x**exponent)
    assert law.exponent == pytest.approx(exponent, abs=1e-8)
    assert law.scale == pytest.approx(scale, rel=1e-8)
    assert law(x) == pytest.approx(scale * x**exponent)
    if abs(exponent) > 0.01:
        assert law.r_squared == pytest.approx(1.0)


def test_r_squared_is_the_squared_correlation_of_the_logarithms():
    random = np.random.default_rng(0)
    x = random.uniform(1, 100, 30)
    y = 3 * x**-0.5 * np.exp(random.normal(0, 0.3, 30))
    law = fit_power_law(x, y)
    assert law.r_squared == pytest.approx(np.corrcoef(np.log(x), np.log(y))[0, 1] ** 2)
    slope = np.cov(np.log(x), np.log(y))[0, 1] / np.var(np.log(x), ddof=1)
    assert law.exponent == pytest.approx(slope)


@pytest.mark.parametrize(
    ("x", "y", "named"),
    [
        ([1, 2], [1, 2], "at least 3"),
        ([1, 2, 3], [1, 2], r"shapes are \(3,\) and \(2,\)"),
        ([1, 2, 0], [1, 2, 3], "x must hold finite numbers above 0"),
        ([1, 2, 3], [1, 2, float("nan")], "y must hold finite numbers above 0"),
        ([2, 2, 2], [1, 2, 3], "x must hold different numbers, but all are 2.0"),
    ],
)
def test_points_without_a_law_are_refused(x, y, named):
    with pytest.raises(ValueError, match=named):
        fit_power_law(x, y)


def test_training_takes_6_n_d():
    """Brown et al. (2020), table D.1: GPT-3's training took 3.14e23 operations; it saw 300e9."""
    assert training_flops(174_600e6, 300e9) == pytest.approx(3.14e23, rel=1e-2)


def test_6_n_d_is_what_is_counted_forward_and_backward_but_for_attention():
    config = replace(SMALL, d_model=64, d_ff=256)
    n_tokens, model = 16, GPT(config)
    tokens = torch.randint(50, (2, n_tokens + 1))

    def counted():
        with FlopCounterMode(display=False) as counter:
            model.loss(tokens).backward()
        return counter.get_total_flops()

    in_layers = 12 * config.d_model**2 * config.n_layers
    matrices = in_layers + config.vocab_size * config.d_model
    assert counted() == training_flops(matrices, 2 * n_tokens)  # torch's kernel counts nothing
    with attention_maps(model):
        extra = counted() - training_flops(matrices, 2 * n_tokens)
    share = n_tokens / (6 * config.d_model)
    assert extra == pytest.approx(share * training_flops(in_layers, 2 * n_tokens))
