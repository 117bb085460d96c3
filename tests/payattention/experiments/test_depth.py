"""Stacks are wired as described, and their gradients and results are those of the result file."""

import pytest
import torch
from torch import nn

from payattention.experiments.depth import (
    DEPTHS,
    LENGTH,
    SETTINGS,
    STUDY,
    SYMBOLS,
    WIRINGS,
    D,
    Setting,
    Sublayer,
    difference_by_layer,
    gradient_by_layer,
    sequences,
    train_reverser,
    untrained,
)
from payattention.transformer import EncoderLayer, StackConfig

DEEP = DEPTHS[-1]


def measured(quantity, wiring, depth, steps, **more):
    return STUDY.results().of(quantity, Setting(wiring, depth, **more).name, steps)


def test_the_result_file_holds_five_seeds_of_every_variant_at_both_budgets():
    short, long = STUDY.budgets
    assert long >= 2 * short
    for setting in SETTINGS:
        for steps in STUDY.budgets:
            assert len(STUDY.results().of("loss", setting.name, steps)) == 5


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_a_deep_stack_without_residuals_learns_next_to_nothing(steps):
    guess = torch.log(torch.tensor(float(SYMBOLS)))
    assert (measured("loss", "plain", DEEP, steps) > guess - 0.01).all()
    assert (measured("loss", "no residual", DEEP, steps) > guess - 0.05).all()
    for wiring in ("no LayerNorm", "post-norm", "pre-norm"):
        assert measured("loss", wiring, DEEP, steps).max() < guess - 0.1


def test_the_gradient_before_training_is_that_of_the_untrained_stack():
    for wiring in WIRINGS:
        written = measured("gradient before", wiring, DEEP, STUDY.budgets[0])[3]
        ours = gradient_by_layer(untrained(wiring, DEEP, seed=3))
        # gradients as small as rounding errors differ between processors
        assert torch.allclose(ours, written, rtol=1e-2, atol=1e-6 * written.max().item())


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


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_trained_anew_one_seed_comes_near_the_result_file(setting):
    short = STUDY.budgets[0]
    (run,) = STUDY.run(seeds=[11], budgets=[short], variants=[setting.name], say=str).runs
    losses = STUDY.results().of("loss", setting.name, short)
    spread = losses.max() - losses.min()
    assert losses.min() - spread - 0.1 <= run.values["loss"] <= losses.max() + spread + 0.1


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


@pytest.mark.parametrize("wiring", WIRINGS)
def test_each_stack_can_be_trained(wiring):
    trained = train_reverser(wiring, 2, steps=2, seed=1)
    before = untrained(wiring, 2, seed=1)
    pairs = zip(before.parameters(), trained.model.parameters(), strict=True)
    assert any(not torch.equal(a, b) for a, b in pairs)
    assert gradient_by_layer(trained.model).shape == (2,)
    assert 0 <= trained.exact <= 1
