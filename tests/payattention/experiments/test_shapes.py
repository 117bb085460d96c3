"""Attention carries heights that a convolution cannot, and its rivals are what they are called."""

import pytest
import torch
from torch import nn

from payattention.data.shapes import shapes
from payattention.experiments.shapes import (
    Attend,
    AttendWithPlaces,
    Convolve,
    ShapeNet,
    average_heights,
    baselines,
    height_error,
    known_and_new_shapes,
    train_net,
)


@pytest.mark.parametrize("pairs", ["kind", pytest.param("side", marks=pytest.mark.slow)])
def test_attention_is_nearer_than_a_convolution_and_those_who_do_not_know_the_partner(pairs):
    result = average_heights(pairs)
    assert result.attention < 0.9 * result.convolution
    assert result.convolution < result.anyone < result.alone < result.copied  # no rival of straw
    assert result.attention < 0.5 * result.anyone


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


@pytest.mark.parametrize("mix", [Attend, AttendWithPlaces, Convolve])
def test_each_place_sees_the_whole_line(mix):
    """Whoever loses does not lose for want of reach."""
    torch.manual_seed(0)
    model = ShapeNet(mix()).double()
    with torch.no_grad():
        for weight in model.parameters():
            weight.abs_()  # so that no ReLU is closed and no two ways cancel
    x = torch.rand(1, 100, dtype=torch.float64)
    seen = torch.autograd.functional.jacobian(model, x)[0, :, 0]
    assert seen.shape == (100, 100)
    assert (seen != 0).all()


def test_attention_wins_with_fewer_parameters():
    attend, with_places, convolve = (
        sum(p.numel() for p in mix().parameters()) for mix in (Attend, AttendWithPlaces, Convolve)
    )
    assert attend < with_places < convolve


def test_a_seed_means_one_training():
    known, new = known_and_new_shapes()
    once, again, other = (
        train_net(AttendWithPlaces, known, steps=5, seed=seed) for seed in (3, 3, 4)
    )
    assert torch.equal(once(new.x), again(new.x))
    assert not torch.equal(once(new.x), other(new.x))
    result = average_heights(steps=5, seed=3)
    assert result.attention == height_error(once, new)
    assert result.convolution == height_error(train_net(Convolve, known, steps=5, seed=3), new)
    assert result[2:] == baselines(new)
