"""Heads that imitate a convolution: they learn the function and not the construction."""

import pytest
import torch

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
from payattention.multihead import ConvolutionAsAttention


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_the_heads_learn_the_function_but_not_the_construction(steps):
    results = STUDY.results()
    assert results.of("unexplained", "nine heads", steps).shape == (5,)
    assert results.of("unexplained", "nine heads", steps).max() < 0.02
    assert results.of("unexplained, constructed", "nine heads", steps).max() < 1e-9
    assert results.of("pixels found", "nine heads", steps).max() < 5
    assert STUDY.budgets[1] >= 2 * STUDY.budgets[0]


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


def test_random_places_find_as_many_pixels_as_the_formula_says():
    found = torch.tensor([pixels_found(untrained(seed=seed)) for seed in range(1000)]).float()
    standard_error = found.std() / len(found) ** 0.5
    assert (found.mean() - found_by_chance()).abs() < 3 * standard_error


def test_training_moves_no_head_to_a_pixel():
    before = sum(pixels_found(untrained(seed=seed)) for seed in range(5)) / 5
    for steps in STUDY.budgets:
        assert STUDY.results().of("pixels found", "nine heads", steps).mean() < before
