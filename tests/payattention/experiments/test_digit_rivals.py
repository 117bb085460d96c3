"""The rivals of the ViT make, counted again, the mistakes that the result file says."""

import pytest
import torch

from payattention.data.digits import Digits
from payattention.experiments.digit_rivals import STUDY, copied_neighbour, without_places


@pytest.mark.parametrize(
    "given",
    ["pixels", "distorted copies", pytest.param("sorted pixels", marks=pytest.mark.slow)],
)
def test_counted_again_the_mistakes_are_those_kept(given):
    """An iterative fit rounds otherwise on another processor: it is a mistake more or less."""
    again = STUDY.run(variants=[given], say=lambda _: None)
    for rival in again.runs[0].values:
        kept = STUDY.results().of(rival, given, 0)
        assert torch.allclose(again.of(rival, given, 0), kept, rtol=0, atol=3)


def test_without_places_only_the_set_of_the_pixels_is_left():
    image = torch.rand(3, 1, 8, 8)
    moved = image.flip(2).flip(3)
    label = torch.arange(3)
    known, new = without_places(Digits(image, label, moved, label))[::2]
    assert torch.equal(known, new)
    assert (known.diff(dim=1) >= 0).all()


def test_without_copies_it_is_the_nearest_neighbour():
    image = torch.zeros(2, 1, 8, 8)
    image[0, 0, 0], image[1, 0, :, 0] = 1, 1
    data = Digits(image, torch.tensor([3, 5]), image, torch.tensor([3, 8]))
    assert copied_neighbour(data, seed=0, copies=0) == 1
    assert copied_neighbour(data, seed=0) == 1
