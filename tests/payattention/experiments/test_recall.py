"""Sequences hold one marked symbol, readers begin as described, and what is recalled is counted."""

import pytest
import torch

from payattention.compare import spectral_radius
from payattention.experiments.recall import (
    LENGTH,
    READERS,
    SYMBOLS,
    TEN,
    D,
    recalled_by_lag,
    sequences,
    train_recaller,
    untrained,
)


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


def test_an_orthogonal_start_keeps_the_length_of_every_vector():
    U = untrained("tanh-RNN, orthogonal", seed=4).reader.layer.cell.U.weight.detach()
    torch.testing.assert_close(U @ U.mT, torch.eye(D))
    x = torch.randn(5, D)
    torch.testing.assert_close((x @ U.mT).norm(dim=1), x.norm(dim=1))
    other = untrained("tanh-RNN, orthogonal", seed=5).reader.layer.cell.U.weight.detach()
    assert not torch.allclose(U, other)


def test_an_identity_start_repeats_the_state_where_nothing_comes_in():
    cell = untrained("tanh-RNN, identity").reader.layer.cell
    h = 0.01 * torch.randn(3, D)  # so small that tanh hardly changes it
    with torch.no_grad():
        torch.testing.assert_close(cell(torch.zeros(3, D), h), torch.tanh(h))
    assert torch.equal(cell.U.weight, torch.eye(D))


def test_the_starts_differ_in_the_recurrent_matrix_and_not_in_the_one_of_the_input():
    cells = {
        name: untrained(name, seed=2).reader.layer.cell
        for name in READERS
        if name.startswith("tanh-RNN")
    }
    assert len(cells) == 4
    plain = cells["tanh-RNN"]
    for cell in cells.values():
        assert torch.equal(cell.W.weight, plain.W.weight)
        assert torch.equal(cell.U.weight, plain.U.weight) == (cell is plain)
    assert not cells["tanh-RNN, identity"].W.bias.any()
    ratio = cells["tanh-RNN, radius 1"].U.weight / plain.U.weight
    torch.testing.assert_close(ratio, ratio[0, 0].expand_as(ratio), rtol=1e-3, atol=0)


def test_the_watched_success_and_the_validation_are_on_other_sequences_than_the_test():
    test, some, validation = (sequences(500, seed=seed)[0] for seed in (1, 2, 3))
    known = sequences(2000, seed=1000)[0]
    found = [set(map(tuple, part.tolist())) for part in (test, some, validation, known)]
    assert len(set.union(*found)) == sum(map(len, found))


@pytest.mark.parametrize("name", READERS)
def test_each_reader_can_be_trained(name):
    model = untrained(name, seed=1)
    before = [parameter.clone() for parameter in model.parameters()]
    seen = []
    assert train_recaller(model, steps=2, seed=1, watch=seen.append) is model
    assert seen == [1, 2]
    changed = [not torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True)]
    assert all(changed)
