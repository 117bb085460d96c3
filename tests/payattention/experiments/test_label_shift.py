"""Without the shift a decoder has a small loss and writes nothing right."""

import pytest
import torch

from payattention.data.synthetic import BOS, EOS
from payattention.experiments.label_shift import (
    LENGTH,
    STUDY,
    WAYS,
    loss,
    outcome,
    sequences,
    untrained,
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


def test_the_longer_training_learns_the_task():
    assert STUDY.budgets[1] >= 2 * STUDY.budgets[0]
    assert measured("exact", "shifted", STUDY.budgets[1]).min() > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_trained_anew_one_seed_comes_near_the_result_file(way):
    steps = STUDY.budgets[1]
    new, known = outcome(way, steps=steps, seed=11), measured("exact", way, steps)
    assert known.min() - 0.1 <= new.exact <= known.max() + 0.1
    assert (new.repeats > 0.999) == (way == "not shifted")


def test_the_sequences_are_written_backwards():
    data = sequences(50, seed=3)
    assert data.target.shape == (50, LENGTH + 2)
    assert (data.target[:, 0] == BOS).all()
    assert (data.target[:, -1] == EOS).all()
    assert torch.equal(data.target[:, 1:-1], data.source.flip(-1))


@pytest.mark.parametrize("way", WAYS)
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
