"""Handwritten digits, 8 × 8 grey values each, that come with scikit-learn."""

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from sklearn.datasets import load_digits
from torch import Tensor


class Digits(NamedTuple):
    """Images with values from 0 (paper) to 1 (ink), and what they show."""

    train_x: Float[Tensor, "train 1 8 8"]
    train_y: Int[Tensor, " train"]
    test_x: Float[Tensor, "test 1 8 8"]
    test_y: Int[Tensor, " test"]


def digits(*, test_share: float = 0.2, seed: int) -> Digits:
    """Return the 1,797 digits, shuffled, ``test_share`` of them held out.

    Source: Alpaydin and Kaynak (1998), the test part of their Optical Recognition of Handwritten
    Digits.
    Raises: ValueError where test_share leaves nothing to train on or to test.
    """
    data = load_digits()
    n_test = round(test_share * len(data.target)) if 0 < test_share < 1 else 0
    if not 0 < n_test < len(data.target):
        raise ValueError(f"test_share must be between 0 and 1, but it is {test_share}")
    order = torch.randperm(len(data.target), generator=torch.Generator().manual_seed(seed))
    x = torch.tensor(data.images, dtype=torch.float32).unsqueeze(1)[order] / 16
    y = torch.tensor(data.target)[order]
    return Digits(x[n_test:], y[n_test:], x[:n_test], y[:n_test])
