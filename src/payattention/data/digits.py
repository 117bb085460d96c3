"""Handwritten digits, 8 × 8 grey values each, that come with scikit-learn."""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from sklearn.datasets import load_digits
from torch import Tensor

DOTS = 32  # height and width of a bitmap
PEN = 2.25  # radius of the pen that draws a `stroke`, in dots


class Digits(NamedTuple):
    """Training and test images, with pixels from 0 (paper) to 1 (ink), and the digits they show."""

    train_x: Float[Tensor, "train 1 8 8"]
    train_y: Int[Tensor, " train"]
    test_x: Float[Tensor, "test 1 8 8"]
    test_y: Int[Tensor, " test"]


def digits(*, test_share: float = 0.2, seed: int) -> Digits:
    """Return the 1,797 digits, shuffled; a share of them, ``test_share``, becomes the test images.

    Source: Alpaydin and Kaynak (1998), the test part of their Optical Recognition of Handwritten
    Digits.
    Raises: ValueError if test_share leaves no image to train on or no image to test.
    """
    data = load_digits()
    n_test = round(test_share * len(data.target)) if 0 < test_share < 1 else 0
    if not 0 < n_test < len(data.target):
        raise ValueError(
            "test_share must be between 0 and 1, and leave an image to train on and an image to "
            f"test, but it is {test_share}"
        )
    order = torch.randperm(len(data.target), generator=torch.Generator().manual_seed(seed))
    x = torch.tensor(data.images, dtype=torch.float32).unsqueeze(1)[order] / 16
    y = torch.tensor(data.target)[order]
    return Digits(x[n_test:], y[n_test:], x[:n_test], y[:n_test])


def as_digit(dots: Bool[Tensor, "*batch 32 32"]) -> Float[Tensor, "*batch 8 8"]:
    """Turn a bitmap into an image like those of the data set.

    Each pixel of the image is the share of ink in a block of 4 × 4 dots of the bitmap.
    Source: scikit-learn's description of the data set, ``load_digits().DESCR``.
    """
    blocks = dots.unflatten(-1, (8, 4)).unflatten(-3, (8, 4))  # (…, 8, 4, 8, 4)
    return blocks.float().mean(dim=(-3, -1))


def stroke(*corners: tuple[int | float, int | float]) -> Bool[Tensor, "32 32"]:
    """Draw a line with a round pen, and return it as a bitmap of 32 × 32 dots.

    The line joins ``corners`` in their order; a corner is (x, y), in dots from the top left.
    """
    y, x = torch.meshgrid(torch.arange(DOTS) + 0.5, torch.arange(DOTS) + 0.5, indexing="ij")
    centre = torch.stack([x, y], dim=-1)  # (32, 32, 2)
    path = torch.tensor(corners, dtype=torch.float32)  # (corners, 2)
    start, way = path[:-1], path.diff(dim=0)  # (lines, 2)
    along = ((centre[..., None, :] - start) * way).sum(dim=-1) / way.square().sum(dim=-1)
    nearest = start + along.clamp(0, 1)[..., None] * way  # (32, 32, lines, 2)
    return ((centre[..., None, :] - nearest).norm(dim=-1) <= PEN).any(dim=-1)
