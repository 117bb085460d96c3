"""`attention_maps` records what ran inside its block, by name and in layer order."""

import copy
import pickle

import pytest
import torch
from torch import nn

from payattention.attention import AttentionHead, MultiHeadAttention
from payattention.gpt import GPT, GPTConfig
from payattention.maps import attention_maps
from payattention.transformer import Transformer, TransformerConfig

SIZES = {"d_model": 8, "n_heads": 2, "d_ff": 16, "n_layers": 2, "vocab_size": 9, "max_len": 12}
TOKENS = torch.tensor([[1, 2, 3, 4], [5, 6, 7, 8]])


def small_gpt():
    torch.manual_seed(0)
    return GPT(GPTConfig(**SIZES)).eval()


def test_maps_have_the_layers_names_in_their_order():
    model = Transformer(TransformerConfig(**SIZES)).eval()
    with attention_maps(model) as maps:
        assert len(maps) == 0
        model(TOKENS, TOKENS[:, :3])
    encoder = [f"encoder.layers.{i}.attention" for i in range(2)]
    decoder = [f"decoder.layers.{i}.{kind}" for i in range(2) for kind in KINDS]
    assert list(maps) == encoder + decoder
    own = [name for name in maps if not name.endswith("cross_attention")]
    assert [w.shape[-2:] for w in maps.self_attention] == [(4, 4)] * 2 + [(3, 3)] * 2
    assert [w.shape[-2:] for w in maps.cross_attention] == [(3, 4)] * 2
    for name, weights in zip(own, maps.self_attention, strict=True):
        assert maps[name] is weights


KINDS = ("attention", "cross_attention")


def test_recording_changes_no_output_and_ends_with_the_block():
    model = small_gpt()
    expected = model(TOKENS)
    with attention_maps(model) as maps:
        torch.testing.assert_close(model(TOKENS), expected, rtol=1e-5, atol=1e-6)
    model(TOKENS[:, :2])
    assert [weights.shape for weights in maps.self_attention] == [(2, 2, 4, 4)] * 2
    assert all(not module._recorders for module in maps._names)


def test_blocks_may_be_nested_and_entered_again():
    model = small_gpt()
    with attention_maps(model) as outer:
        model(TOKENS)
        with attention_maps(model.stack.layers[1]) as inner, outer:
            model(TOKENS[:, :3])
        model(TOKENS[:, :2])
    first, second = (f"stack.layers.{i}.attention" for i in range(2))
    assert [weights.shape[-1] for weights in outer.calls(first)] == [4, 3, 2]
    assert [weights.shape[-1] for weights in outer.calls(second)] == [4, 3, 2]
    assert list(inner) == ["attention"]
    assert [weights.shape[-1] for weights in inner.calls("attention")] == [3]


def test_a_block_ends_after_an_error():
    model = small_gpt()
    with pytest.raises(ValueError, match="tokens must"), attention_maps(model):
        model(TOKENS + 9)
    assert not model.stack.layers[0].attention._recorders


@pytest.mark.parametrize("module", [AttentionHead(8, 4, 4), MultiHeadAttention(8, 2)])
def test_a_single_layer_can_be_recorded(module):
    x, context = torch.randn(3, 4, 8), torch.randn(3, 6, 8)
    with attention_maps(module) as maps:
        module(x)
        module(x, context)
    (own,), (cross,) = maps.self_attention, maps.cross_attention
    assert own.shape[-2:] == (4, 4)
    assert cross.shape[-2:] == (4, 6)
    torch.testing.assert_close(cross.sum(-1), torch.ones(cross.shape[:-1]))
    assert maps[""] is cross


def test_every_step_of_generation_is_recorded():
    model = small_gpt()
    with attention_maps(model) as maps, torch.no_grad():
        _, cache = model.step(TOKENS)
        model.step(TOKENS[:, :1], cache)
    shapes = [weights.shape[-2:] for weights in maps.calls("stack.layers.0.attention")]
    assert shapes == [(4, 4), (1, 5)]


def test_a_loss_may_contain_the_maps():
    heads = MultiHeadAttention(8, 2)
    with attention_maps(heads) as maps:
        heads(torch.randn(2, 4, 8))
    maps.self_attention[0].square().sum().backward()
    assert heads.W_Q.weight.grad.abs().sum() > 0


def test_copies_and_pickles_of_a_recorded_model_are_not_recorded():
    model = small_gpt()
    with attention_maps(model) as maps:
        model(TOKENS)
        others = copy.deepcopy(model), pickle.loads(pickle.dumps(model))
        for other in others:
            other(TOKENS)
    assert len(maps.calls("stack.layers.0.attention")) == 1


def test_a_model_without_attention_is_refused():
    with pytest.raises(ValueError, match="this Linear has none"):
        attention_maps(nn.Linear(2, 2))
