"""The simple rivals of the ViT are what they are called, and their mistakes are counted."""

import math

import torch

from payattention.data.digits import Digits
from payattention.experiments import digit_rivals
from payattention.experiments.digit_rivals import STUDY, copied_neighbour, with_sorted_pixels
from payattention.experiments.study import Training


def test_without_places_only_the_set_of_the_pixels_is_left():
    image = torch.rand(3, 1, 8, 8)
    moved = image.flip(2).flip(3)
    label = torch.arange(3)
    known, new = with_sorted_pixels(Digits(image, label, moved, label))[::2]
    assert torch.equal(known, new)
    assert (known.diff(dim=1) >= 0).all()


def test_all_mistakes_are_counted(monkeypatch):
    """Ten classes of one bright pixel each; the label of one test image is wrong."""
    image, label = torch.eye(64)[:10].view(10, 1, 8, 8), torch.arange(10)
    data = Digits(image, label, image, label.clone())
    data.test_y[3] = 7
    monkeypatch.setattr(digit_rivals, "known_and_new_digits", lambda: data)

    def count(given):
        return STUDY.measure(Training(given, 0, 0, math.nan))

    assert count("pixels") == {"softmax regression": 1, "nearest neighbour": 1}
    assert len(count("distorted copies")["each draw"]) == 5
    assert count("sorted pixels")["nearest neighbour"] >= 9  # sorted, all ten are alike


def test_without_copies_it_is_the_nearest_neighbour():
    image = torch.zeros(2, 1, 8, 8)
    image[0, 0, 0], image[1, 0, :, 0] = 1, 1
    data = Digits(image, torch.tensor([3, 5]), image, torch.tensor([3, 8]))
    assert copied_neighbour(data, seed=0, copies=0) == 1
    assert copied_neighbour(data, seed=0) == 1
