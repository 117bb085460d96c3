"""Two colour photographs that come with scikit-learn: a temple and a flower."""

from pathlib import Path

import torch
from jaxtyping import Float
from sklearn.datasets import load_sample_images
from torch import Tensor


def photographs() -> dict[str, Float[Tensor, "3 height width"]]:
    """Return the images "china" and "flower", 427 × 640 pixels; channels are RGB, from 0 to 1."""
    data = load_sample_images()
    return {
        Path(name).stem: torch.tensor(image).permute(2, 0, 1) / 255
        for name, image in zip(data.filenames, data.images, strict=True)
    }
