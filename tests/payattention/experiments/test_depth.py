"""Stacks are wired as described, and no sequence of the test is trained on."""

import pytest
import torch
from torch import nn

from payattention.experiments.depth import (
    BY_NAME,
    DEPTHS,
    LENGTH,
    N_TEST,
    N_TRAIN,
    STUDY,
    SYMBOLS,
    WIRINGS,
    D,
    Sublayer,
    difference_by_layer,
    exact,
    gradient_by_layer,
    held_out,
    sequences,
    train_reverser,
    untrained,
)
from payattention.transformer import EncoderLayer, StackConfig

DEEP = DEPTHS[-1]


@pytest.mark.parametrize("wiring", WIRINGS)
def test_the_gradient_of_a_layer_is_that_of_its_second_matrix(wiring):
    model, (tokens, backwards) = untrained(wiring, 3, seed=3), sequences(64, seed=1)
    logits = model(tokens)
    loss = -logits.log_softmax(dim=-1).gather(-1, backwards[..., None]).mean()
    loss.backward()
    norms = [layer.sublayer.W_2.weight.grad.norm().item() for layer in model.sublayers[1::2]]
    ours = gradient_by_layer(untrained(wiring, 3, seed=3), n=64)
    assert ours.tolist() == pytest.approx(norms, rel=1e-3, abs=1e-8)


def test_vectors_differ_by_their_variance_over_the_positions():
    model = untrained("pre-norm", 3)
    tokens, _ = sequences(32, seed=1)
    ours = difference_by_layer(model, n=32, seed=1)
    with torch.no_grad():
        every = model.vectors(tokens)
        assert torch.allclose(model.out(model.norm(every[-1])), model(tokens))
    for share, x in zip(ours, every, strict=True):
        between = LENGTH * x.var(dim=1, correction=0).sum()
        assert torch.allclose(share.float(), between / x.square().sum(), rtol=1e-4)


def test_only_residual_connections_keep_the_positions_of_a_deep_stack_different():
    for wiring in WIRINGS:
        share = difference_by_layer(untrained(wiring, DEEP, seed=11), n=64)
        assert share[0] > 0.3
        if wiring in ("plain", "no residual"):
            assert share[-1] < 1e-12
        else:
            assert share[-1] > 0.1


@pytest.mark.parametrize("pre_norm", [False, True])
def test_a_wrapped_pair_is_an_encoder_layer(pre_norm):
    torch.manual_seed(0)
    layer = EncoderLayer(
        StackConfig(d_model=D, n_heads=4, d_ff=2 * D, n_layers=1, pre_norm=pre_norm)
    )
    wiring = "pre-norm" if pre_norm else "post-norm"
    x = torch.randn(3, 5, D)
    y = x
    for sublayer in (layer.attention, layer.feed_forward):
        y = Sublayer(sublayer, D, wiring)(y)
    assert torch.allclose(y, layer(x), atol=1e-6)


def test_what_is_taken_out_is_out():
    double = nn.Linear(4, 4, bias=False)
    nn.init.eye_(double.weight)
    double.weight.data.mul_(2)
    x = torch.randn(3, 4)
    assert torch.allclose(Sublayer(double, 4, "no LayerNorm")(x), 3 * x)
    assert torch.allclose(Sublayer(double, 4, "plain")(x), 2 * x)
    norm = nn.LayerNorm(4)
    assert torch.allclose(Sublayer(double, 4, "no residual")(x), norm(2 * x), atol=1e-6)
    with pytest.raises(ValueError, match="wiring must be one of"):
        Sublayer(double, 4, "sandwich")


def test_the_sequences_are_written_backwards():
    tokens, backwards = sequences(500, seed=5)
    assert tokens.shape == (500, LENGTH)
    assert torch.equal(backwards, tokens.flip(-1))
    assert set(tokens.unique().tolist()) == set(range(SYMBOLS))


def test_no_sequence_is_in_two_of_training_validation_and_test():
    parts = [sequences(N_TRAIN, seed=1000), held_out("validation"), held_out("test")]
    found = [set(map(tuple, tokens.tolist())) for tokens, _ in parts]
    assert [len(part) for part in found] == [N_TRAIN, N_TEST, N_TEST]  # nor twice in one
    known, validation, test = found
    assert not known & validation
    assert not known & test
    assert not validation & test
    for tokens, backwards in parts:
        assert torch.equal(backwards, tokens.flip(-1))


def test_another_seed_draws_other_sequences():
    (once, _), (again, _), (other, _) = (sequences(100, seed=seed) for seed in (3, 3, 4))
    assert torch.equal(once, again)
    assert not torch.equal(once, other)


@pytest.mark.parametrize("wiring", WIRINGS)
def test_each_stack_can_be_trained(wiring):
    before, model = (untrained(wiring, 2, seed=1) for _ in range(2))
    seen = []
    assert train_reverser(model, steps=2, seed=1, watch=seen.append) is model
    assert seen == [1, 2]
    pairs = zip(before.parameters(), model.parameters(), strict=True)
    assert any(not torch.equal(a, b) for a, b in pairs)
    assert gradient_by_layer(model).shape == (2,)


def test_exact_counts_whole_sequences():
    model, (tokens, backwards) = untrained("plain", 2), sequences(4, seed=0)
    said = backwards.clone()
    said[0, 0] = (said[0, 0] + 1) % SYMBOLS  # one symbol is wrong
    model.forward = lambda _: nn.functional.one_hot(said, SYMBOLS).float()
    assert exact(model, tokens, backwards) == 3 / 4


def test_every_wiring_is_measured_at_both_depths_and_one_also_without_warm_up():
    names = [f"{wiring}, {depth} layers" for wiring in WIRINGS for depth in DEPTHS]
    assert sorted(STUDY.variants) == sorted([*names, "post-norm, 12 layers, without warm-up"])
    for name, setting in BY_NAME.items():
        assert (setting.warmup == 0) == ("without" in name)
