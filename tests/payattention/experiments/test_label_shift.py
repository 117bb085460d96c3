"""The losses of the right way and of both wrong ones, on sequences that no training uses."""

import pytest
import torch

from payattention.data.synthetic import BOS, EOS, FIRST
from payattention.experiments import label_shift
from payattention.experiments.label_shift import (
    LENGTH,
    N_TEST,
    N_TRAIN,
    SYMBOLS,
    WAYS,
    known_and_new,
    loss,
    outcome,
    sequences,
    train_backwards,
    untrained,
    without_causal_mask,
)


def test_without_the_mask_a_position_sees_what_is_behind_it_and_only_there():
    data, model = sequences(4, seed=5), untrained()
    inputs, later = data.target[:, :-1], data.target[:, :-1].clone()
    later[:, -1] = torch.where(later[:, -1] == FIRST, FIRST + 1, FIRST)

    def moved():
        with torch.no_grad():
            return (model(data.source, inputs) - model(data.source, later))[:, :-1].abs().max()

    with without_causal_mask(model):
        assert moved() > 1e-3
    assert moved() == 0


def test_the_sequences_are_written_backwards():
    data = sequences(50, seed=3)
    assert data.target.shape == (50, LENGTH + 2)
    assert (data.target[:, 0] == BOS).all()
    assert (data.target[:, -1] == EOS).all()
    assert torch.equal(data.target[:, 1:-1], data.source.flip(-1))


@pytest.mark.parametrize("way", ["shifted", "not shifted"])
def test_the_loss_is_of_the_tokens_that_the_way_asks_for(way):
    data, model = sequences(8, seed=4), untrained()
    first = 1 if way == "shifted" else 0
    labels = data.target[:, first : first + LENGTH + 1, None]
    log_p = model(data.source, data.target[:, :-1]).log_softmax(dim=-1)
    expected = -log_p.gather(-1, labels).mean()
    assert torch.allclose(loss(way, model, data.source, data.target), expected, atol=1e-6)


@pytest.mark.parametrize("seed", [0, 9])
def test_no_sequence_of_the_test_or_of_validation_is_trained_on(seed):
    def rows(data):
        return set(map(tuple, data.source.tolist()))

    known, new = known_and_new(seed=seed)
    judged_by, validation = known_and_new(seed=seed, held_out=2)
    assert not rows(known) & rows(new)
    assert not rows(judged_by) & rows(validation)
    assert 0.97 * N_TRAIN < len(known.source) <= N_TRAIN
    assert len(rows(validation) & rows(new)) <= 0.01 * N_TEST  # these are drawn independently
    for data in (known, new):
        assert torch.equal(data.target[:, 1:-1], data.source.flip(-1))


def test_a_known_sequence_is_left_out(monkeypatch):
    """The test's sequences are also the first of those to train on."""

    def drawn(n, *, seed):
        return sequences(n, seed=7)

    monkeypatch.setattr(label_shift, "sequences", drawn)
    known, new = known_and_new(seed=0)
    rest = sequences(N_TRAIN, seed=7).source
    in_the_test = (rest[:, None] == new.source).all(dim=-1).any(dim=1)
    assert in_the_test.any()
    assert torch.equal(known.source, rest[~in_the_test])


def test_a_model_is_judged_by_what_it_writes():
    data, model = sequences(4, seed=6), untrained()
    symbols = FIRST + SYMBOLS

    def start(_):
        return 0

    def step(tokens, place):
        """Write the first two sequences right, then three times BOS, then the true end."""
        written = data.target[:, 1 + place].clone()
        if place < 3:
            written[2:] = BOS
        return torch.nn.functional.one_hot(written, symbols).float(), place + 1

    model.start, model.step = start, step
    found = outcome("shifted", model, data)
    assert found.exact == 0.5
    end_repeats = (data.target[:, 2:-1] == data.target[:, 1:-2]).float()  # (4, 5)
    repeats = 2 * 3 + end_repeats[:2].sum() + end_repeats[2:, 3:].sum()
    assert found.repeats == pytest.approx(repeats.item() / (4 * LENGTH))


@pytest.mark.parametrize("way", WAYS)
def test_each_way_can_be_trained_and_is_judged_by_its_own_loss(way):
    known, new = known_and_new(seed=1)
    model = train_backwards(way, known, steps=2, seed=1)
    assert any(
        not torch.equal(a, b)
        for a, b in zip(model.parameters(), untrained(seed=1).parameters(), strict=True)
    )
    found = outcome(way, model, new)
    assert found.loss == pytest.approx(loss(way, model, new.source, new.target).item())
    assert found.exact < 0.01


def test_another_way_is_refused():
    data = sequences(2, seed=0)
    with pytest.raises(ValueError, match="way must be one of"):
        loss("backwards", untrained(), data.source, data.target)
