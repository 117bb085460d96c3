"""Gated networks recall what a tanh-RNN does not; sequences and readers are as described."""

import pytest
import torch

from payattention.compare import spectral_radius
from payattention.experiments.recall import (
    LENGTH,
    READERS,
    STUDY,
    SYMBOLS,
    TEN,
    D,
    gradients,
    recalled_by_lag,
    sequences,
    train_recaller,
    untrained,
)

PLAIN, GATED = ("tanh-RNN", "tanh-RNN, radius 1"), ("GRU", "LSTM", "attention")


def recalled(variant, steps):
    return STUDY.results().of("recalled", variant, steps)


def test_the_result_file_holds_five_seeds_of_every_variant_at_both_budgets():
    short, long = STUDY.budgets
    assert long >= 2 * short
    for variant in STUDY.variants:
        for steps in STUDY.budgets:
            assert len(recalled(variant, steps)) == 5


@pytest.mark.parametrize("steps", STUDY.budgets)
@pytest.mark.parametrize("gated", GATED)
def test_gates_and_attention_recall_more_than_any_tanh_rnn(gated, steps):
    best = max(recalled(plain, steps).max() for plain in PLAIN)
    assert recalled(gated, steps).min() > best + 0.2


@pytest.mark.parametrize("plain", PLAIN)
def test_the_tanh_rnn_learns_a_little(plain):
    assert recalled(plain, STUDY.budgets[1]).min() > 1.5 / SYMBOLS


@pytest.mark.slow
@pytest.mark.parametrize("variant", STUDY.variants)
def test_trained_anew_one_seed_comes_near_the_result_file(variant):
    short = STUDY.budgets[0]
    (run,) = STUDY.run(seeds=[11], budgets=[short], variants=[variant], say=str).runs
    measured = recalled(variant, short)
    spread = measured.max() - measured.min()
    low, high = measured.min() - spread - 0.1, measured.max() + spread + 0.1
    assert low <= run.values["recalled"] <= high


def test_the_gradient_before_training_is_that_of_the_untrained_reader():
    for variant in ("tanh-RNN", "GRU"):
        written = STUDY.results().of("gradient before", variant, STUDY.budgets[0])[3]
        assert torch.allclose(gradients(untrained(variant, seed=3)), written, rtol=1e-3)


def test_each_sequence_holds_one_marked_symbol_where_its_lag_says():
    tokens, marked, lag = sequences(500, seed=5)
    assert tokens.shape == (500, LENGTH)
    is_marked = tokens >= SYMBOLS
    assert (is_marked.sum(dim=1) == 1).all()
    assert torch.equal(is_marked.int().argmax(dim=1), LENGTH - 1 - lag)
    assert torch.equal(tokens[is_marked], SYMBOLS + marked)
    assert set(marked.tolist()) == set(range(SYMBOLS))
    assert set(lag.tolist()) == set(range(LENGTH))


def test_the_share_recalled_is_counted_by_lag():
    model = untrained("tanh-RNN")

    def cheat(tokens):
        """Knows the symbol if it stands among the last ten."""
        recent = (tokens[:, -TEN:] - SYMBOLS).amax(dim=1)
        return torch.nn.functional.one_hot(recent.clamp(min=0), SYMBOLS).float()

    model.forward = cheat
    by_lag = recalled_by_lag(model)
    assert by_lag.shape == (LENGTH // TEN,)
    assert by_lag[0] == 1
    assert by_lag[1:].max() < 0.3


def test_the_readers_begin_as_described():
    radius = untrained("tanh-RNN, radius 1").reader.layer.cell.U.weight.detach()
    assert spectral_radius(radius) == pytest.approx(1, abs=1e-4)
    keep = slice(D, 2 * D)
    for name, size in (("GRU", 3 * D), ("LSTM", 4 * D)):
        bias = untrained(name).reader.layer.cell.W.bias
        assert bias.shape == (size,)
        assert (bias[keep] == 2).all()
        assert (bias != 2).sum() == size - D


@pytest.mark.parametrize("name", READERS)
def test_each_reader_can_be_trained(name):
    model = untrained(name, seed=1)
    before = [parameter.clone() for parameter in model.parameters()]
    train_recaller(model, steps=2, seed=1)
    changed = [not torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True)]
    assert all(changed)
