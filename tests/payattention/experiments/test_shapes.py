"""The networks on shapes are what they are called, and tested on sequences that are new."""

import pytest
import torch
from torch import nn

from payattention.data.shapes import shapes
from payattention.experiments.shape_net import NETWORKS, train_net
from payattention.experiments.shapes import (
    attention_weights,
    baselines,
    height_error,
    known_and_new_shapes,
)


@pytest.mark.parametrize("pairs", ["kind", "side"])
def test_the_new_sequences_are_new(pairs):
    known, new = known_and_new_shapes(pairs)
    assert (len(known.x), len(new.x)) == (8192, 500)
    seen = {tuple(row) for row in known.x.tolist()}
    assert not any(tuple(row) in seen for row in new.x.tolist())


def test_the_baselines_are_what_their_names_say():
    data = shapes(20, seed=5)
    copied, alone, anyone = [], [], []
    for heights, wanted in zip(data.height.tolist(), data.mean_height.tolist(), strict=True):
        for shape, (own, want) in enumerate(zip(heights, wanted, strict=True)):
            others = heights[:shape] + heights[shape + 1 :]
            copied.append(abs(own - want))
            alone.append(abs((own + 5.5) / 2 - want))
            anyone.append(abs((own + sum(others) / 3) / 2 - want))
    by_hand = [sum(errors) / 80 for errors in (copied, alone, anyone)]
    assert baselines(data) == pytest.approx(by_hand, rel=1e-5)
    assert height_error(nn.Identity(), data) == pytest.approx(by_hand[0], rel=1e-5)


def some_network(name):
    torch.manual_seed(0)
    return NETWORKS[name]()


@pytest.mark.parametrize("name", NETWORKS)
def test_each_position_sees_the_whole_line(name):
    """A network that loses does not lose for want of reach."""
    model = some_network(name).double()
    with torch.no_grad():
        for weight in model.parameters():
            weight.abs_().mul_(0.3)  # no ReLU is closed, no two ways cancel, no softmax saturates
    x = torch.rand(1, 100, dtype=torch.float64)
    seen = torch.autograd.functional.jacobian(model, x)[0, :, 0]
    assert seen.shape == (100, 100)
    assert (seen != 0).all()


@pytest.mark.parametrize("name", NETWORKS)
def test_only_a_network_with_positions_or_convolutions_in_the_middle_sees_a_swap(name):
    """Two stretches of a line that are far from each other and from the ends change places."""
    model = some_network(name).eval()
    x = torch.zeros(1, 100)
    x[0, 20:25], x[0, 60:65] = 3.0, torch.tensor([1.0, 2.0, 5.0, 2.0, 1.0])
    swapped = x.clone()
    swapped[0, 20:25], swapped[0, 60:65] = x[0, 60:65], x[0, 20:25]
    with torch.no_grad():
        before, after = model(x)[0], model(swapped)[0]
    same = torch.allclose(before[18:27], after[58:67], atol=1e-5)
    assert same == ("positions" not in name and name != "convolution")


@pytest.mark.parametrize("more", ["", " with positions"])
def test_attention_wins_with_fewer_parameters(more):
    attend, convolve = (
        sum(p.numel() for p in NETWORKS[name + more]().mix.parameters())
        for name in ("head", "convolution")
    )
    assert attend < convolve


def test_without_queries_all_weights_stay_equal():
    known, _ = known_and_new_shapes("side")
    model = train_net(NETWORKS["head without queries, with positions"], known, steps=3, seed=0)
    assert torch.allclose(attention_weights(model, known.x[:2]), torch.full((2, 100, 100), 0.01))


def test_a_seed_means_one_training():
    known, new = known_and_new_shapes()
    once, again, other = (
        train_net(NETWORKS["head with positions"], known, steps=5, seed=seed) for seed in (3, 3, 4)
    )
    assert torch.equal(once(new.x), again(new.x))
    assert not torch.equal(once(new.x), other(new.x))
