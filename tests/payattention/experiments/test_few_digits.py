"""A ViT and a convolution on fewer and fewer digits: what is compared is comparable."""

import pytest
import torch
import torch.nn.functional as F

from payattention.cost import count_parameters
from payattention.experiments import few_digits
from payattention.experiments.digits import known_and_new_digits, trained_reader, untrained
from payattention.experiments.few_digits import (
    N_VALIDATION,
    SIZES,
    STUDY,
    accuracy,
    compare_rankings,
    convolutional,
    neighbours,
    train_on,
)
from payattention.experiments.study import Training


def test_the_networks_are_about_as_large():
    sizes = [count_parameters(untrained()), count_parameters(convolutional())]
    assert max(sizes) < 1.1 * min(sizes)


@pytest.mark.parametrize("network", ["ViT", "convolution"])
def test_only_the_first_digits_are_seen(network):
    data = known_and_new_digits()
    hidden = data._replace(train_x=data.train_x.clone())
    hidden.train_x[40:] = torch.nan
    once = train_on(network, data, 40, steps=2, seed=1)
    again = train_on(network, hidden, 40, steps=2, seed=1)
    for name, weight in once.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name])
    right = (once(data.test_x).argmax(1) == data.test_y).float().mean().item()
    assert accuracy(once, data) == right


@pytest.mark.parametrize("size", SIZES)
def test_the_digits_that_choose_a_rate_are_not_trained_on(monkeypatch, size):
    data = known_and_new_digits()
    trained = []

    def train_on(network, data, n, **_):
        trained.append(data.train_x[:n])
        model = convolutional()
        model.register_forward_pre_hook(lambda _, images: judged.append(images[0]))
        return model

    judged = []
    monkeypatch.setattr(few_digits, "train_on", train_on)
    STUDY.tune(Training(f"ViT, {size}", 100, 2, 1e-3))
    (known,), (validation,) = trained, judged
    assert len(known) == min(size, len(data.train_y) - N_VALIDATION)
    assert torch.equal(torch.cat([data.train_x[:-N_VALIDATION], validation]), data.train_x)
    assert torch.equal(known, data.train_x[: len(known)])


@pytest.mark.system
def test_what_a_trained_vit_looked_at():
    data, model = known_and_new_digits(), trained_reader()
    values = compare_rankings(model, data)
    assert values["deletion, ink"] < values["deletion, random"]
    assert values["deletion, gradient × ink"] < values["deletion, random"]
    assert -1 <= values["rank correlation"] <= 1
    assert 0 <= values["same first patch"] <= 1


def test_neighbours_are_compared_along_rows_and_columns():
    """Positions that turn by 90° from column to column and stay the same along a column."""
    model = untrained()
    turns = torch.tensor([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
    model.positions.data[1:] = F.pad(turns.repeat(4, 1), (0, 62))
    assert neighbours(model) == pytest.approx([(1 + 0) / 2, (1 - 1) / 2, (1 + 0) / 2])
