"""Without shift or mask a decoder has a small loss and writes little or nothing right."""

import pytest
import torch

from payattention.data.synthetic import BOS, EOS, FIRST
from payattention.experiments.label_shift import (
    LENGTH,
    STUDY,
    WAYS,
    loss,
    outcome,
    sequences,
    untrained,
    without_causal_mask,
)


def measured(quantity, way, steps):
    return STUDY.results().of(quantity, way, steps)


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_without_the_shift_the_loss_is_smaller_and_nothing_is_right(steps):
    for way in WAYS:
        assert len(measured("loss", way, steps)) == len(measured("exact", way, steps)) == 5
    assert (measured("loss", "not shifted", steps) < measured("loss", "shifted", steps)).all()
    assert measured("exact", "not shifted", steps).max() < 0.01
    assert measured("exact", "shifted", steps).min() > 0.2
    assert measured("repeats", "not shifted", steps).min() > 0.999
    assert measured("repeats", "shifted", steps).max() < 0.2


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_without_the_mask_less_is_right_with_every_seed(steps):
    without, masked = measured("exact", "not masked", steps), measured("exact", "shifted", steps)
    assert (without < masked).all()
    assert without.mean() < 0.3


def test_without_the_mask_the_loss_says_nothing_of_it():
    steps = STUDY.budgets[1]
    assert measured("loss", "not masked", steps).max() < 0.03
    assert (
        measured("exact", "not masked", steps).max()
        < measured("exact", "shifted", steps).min() - 0.3
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


def test_the_longer_training_learns_the_task():
    assert STUDY.budgets[1] >= 2 * STUDY.budgets[0]
    assert measured("exact", "shifted", STUDY.budgets[1]).min() > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_trained_anew_one_seed_comes_near_the_result_file(way):
    steps = STUDY.budgets[1]
    new, known = outcome(way, steps=steps, seed=11), measured("exact", way, steps)
    margin = 0.3 if way == "not masked" else 0.1  # where seeds differ by 60 %
    assert known.min() - margin <= new.exact <= known.max() + margin
    assert (new.repeats > 0.999) == (way == "not shifted")


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


def test_another_way_is_refused():
    data = sequences(2, seed=0)
    with pytest.raises(ValueError, match="way must be one of"):
        loss("backwards", untrained(), data.source, data.target)


def test_an_untrained_model_writes_nothing_right():
    assert outcome("shifted", steps=1).exact < 0.01
