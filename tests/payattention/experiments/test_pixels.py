"""Heads that imitate a convolution: where they start, and on which photographs."""

import torch

from payattention.experiments import pixels
from payattention.experiments.pixels import (
    SIZE,
    STUDY,
    convolution,
    found_by_chance,
    pixels_found,
    relative_error,
    shifts,
    squares,
    untrained,
)
from payattention.experiments.study import Training
from payattention.multihead import ConvolutionAsAttention


def test_constructed_heads_sit_on_the_nine_pixels():
    exact = ConvolutionAsAttention(convolution(seed=1))
    assert sorted(map(tuple, shifts(exact).tolist())) == [
        (a, b) for a in range(3) for b in range(3)
    ]
    assert pixels_found(exact) == 9
    images = squares(3, name="flower", seed=0)
    assert relative_error(exact, images, convolution(seed=1)(images)) < 1e-9


def test_untrained_heads_are_elsewhere_inside_the_kernel():
    heads = untrained(seed=3)
    assert ((shifts(heads) >= 0) & (shifts(heads) <= 2)).all()
    assert pixels_found(heads) < 9
    assert torch.equal(shifts(heads), shifts(untrained(seed=3)))


def test_squares_are_cut_out_of_the_photograph():
    images = squares(50, name="china", seed=2)
    assert images.shape == (50, 3, SIZE, SIZE)
    assert images.mean().abs() < 0.5
    assert not torch.equal(images[0], images[1])


def test_the_photograph_of_the_test_is_neither_trained_on_nor_chooses_a_rate(monkeypatch):
    asked = []

    def noted(n, *, name, seed):
        asked.append(name)
        return squares(32, name=name, seed=seed)

    monkeypatch.setattr(pixels, "squares", noted)
    training = Training("nine heads", 100, 2, 5e-2)
    STUDY.tune(training)
    assert asked == ["china", "china"]
    values = STUDY.measure(training)
    assert asked[2:] == ["china", "flower"]
    start = untrained(seed=100)
    assert values["start"] == shifts(start).flatten().tolist() != values["end"]
    assert values["unexplained, constructed"] < 1e-9


def test_random_places_find_as_many_pixels_as_the_formula_says():
    found = torch.tensor([pixels_found(untrained(seed=seed)) for seed in range(1000)]).float()
    standard_error = found.std() / len(found) ** 0.5
    assert (found.mean() - found_by_chance()).abs() < 3 * standard_error
