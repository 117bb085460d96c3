"""Digits and photographs are scikit-learn's, each once."""

import pytest
import torch
from sklearn.datasets import load_digits, load_sample_image

from payattention.data.digits import as_digit, digits, stroke
from payattention.data.photographs import photographs


def test_every_digit_is_there_once_and_no_test_digit_is_trained_on():
    data = digits(seed=0)
    assert data.train_x.shape == (1438, 1, 8, 8)
    assert data.test_x.shape == (359, 1, 8, 8)
    ours = torch.cat([data.train_x, data.test_x]).flatten(1) * 16
    theirs = load_digits()
    labelled = [
        (*map(int, image), int(y))
        for image, y in zip(ours, torch.cat([data.train_y, data.test_y]), strict=True)
    ]
    expected = [
        (*map(int, image), int(y)) for image, y in zip(theirs.data, theirs.target, strict=True)
    ]
    assert sorted(labelled) == sorted(expected)
    assert labelled != expected
    assert 0 <= ours.min() < ours.max() == 16


def test_the_seed_shuffles_the_digits():
    assert torch.equal(digits(seed=1).test_x, digits(seed=1).test_x)
    assert not torch.equal(digits(seed=1).test_x, digits(seed=2).test_x)


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, 0.0001, 0.9999])
def test_a_share_that_leaves_nothing_is_refused(share):
    with pytest.raises(ValueError, match=f"leave an image .* test, but it is {share}"):
        digits(test_share=share, seed=0)


def test_an_image_counts_the_ink_of_each_block():
    dots = torch.zeros(32, 32, dtype=torch.bool)
    dots[0:4, 8:12] = True  # a block
    dots[6, 31] = dots[29, 0:6] = True  # a dot; a line that reaches into a second block
    expected = torch.zeros(8, 8)
    expected[0, 2], expected[1, 7], expected[7, 0], expected[7, 1] = 1, 1 / 16, 4 / 16, 2 / 16
    assert torch.equal(as_digit(dots), expected)
    assert torch.equal(as_digit(torch.stack([dots, ~dots]))[1], 1 - expected)


def test_a_stroke_is_a_band_with_round_ends():
    dots = stroke((8.5, 16), (24.5, 16))
    assert torch.equal(dots, dots.flip(0)), "it lies in the middle"
    assert dots[:, 16].nonzero()[:, 0].tolist() == [14, 15, 16, 17]
    assert dots[15].nonzero()[:, 0].tolist() == [*range(6, 27)], "√(2.25² − 0.5²) beyond its ends"
    assert dots[14].nonzero()[:, 0].tolist() == [*range(7, 26)], "√(2.25² − 1.5²)"
    bent = stroke((8, 4), (8, 28), (20, 28))
    assert torch.equal(bent, stroke((8, 4), (8, 28)) | stroke((8, 28), (20, 28)))


def test_photographs_have_their_colours_first():
    pictures = photographs()
    assert sorted(pictures) == ["china", "flower"]
    for name, picture in pictures.items():
        assert picture.shape == (3, 427, 640)
        expected = torch.tensor(load_sample_image(f"{name}.jpg"))
        assert torch.equal((picture * 255).round().byte().permute(1, 2, 0), expected)
