"""Handwritten digits: a ViT compared with two simple classifiers of the pixels.

    python -m payattention.experiments.digits

trains the ViT and writes the checkpoint that `trained_reader` reads. Its accuracy over ten seeds is
in the study `few_digits`.
"""

from pathlib import Path
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from torch import Tensor

from payattention import checkpoint
from payattention.data.digits import Digits, digits
from payattention.train import train
from payattention.vit import ViT, ViTConfig

SEEDS = (0, 1, 2, 3, 4)
FILE = checkpoint.FOLDER / "digits.pt"


class DigitAccuracies(NamedTuple):
    """The share of the test digits that a ViT and two baselines classify correctly."""

    vit: Float[Tensor, " seeds"]  # one training for each seed
    softmax_regression: float  # a linear model of the same pixels
    nearest_neighbour: float  # the label of the training image that is nearest, pixel by pixel


def read_digits(*, seeds: tuple[int, ...] = SEEDS, steps: int = 2400) -> DigitAccuracies:
    """Train a ViT with each seed; return the test accuracies of the ViTs and of two baselines.

    All are tested on the same 359 digits. A seed determines the initial weights, the order of the
    training images and their distortion. Learning rate, model size and distortion were chosen on a
    fifth of the training images, before the test images were looked at.
    """
    data = known_and_new_digits()
    vit = [accuracy(train_reader(data, steps=steps, seed=seed), data) for seed in seeds]
    return DigitAccuracies(torch.tensor(vit), *baselines(data))


def known_and_new_digits() -> Digits:
    """Return the 1,438 digits to train on and the 359 others to test with."""
    return digits(seed=0)


def train_reader(data: Digits, *, steps: int = 2400, lr: float = 5e-3, seed: int = 0) -> ViT:
    """Train a ViT to classify digits. In every epoch, each training digit is newly distorted."""
    torch.manual_seed(seed)
    model = untrained()

    def loss(model: ViT, image: Tensor, label: Tensor) -> Tensor:
        return F.cross_entropy(model(distort(image)), label)

    train(model, loss, data.train_x, data.train_y, steps=steps, batch_size=64, lr=lr, seed=seed)
    return model.eval()


def distort(
    image: Float[Tensor, "batch channels height width"], *, tilt: float = 0.05, shift: float = 0.08
) -> Float[Tensor, "batch channels height width"]:
    """Stretch, slant, turn and move each image a little, at random, by an affine map.

    Noise is added to the matrix and to the vector of the map. Its standard deviations are ``tilt``
    for the matrix and ``shift`` for the vector. The image's coordinates go from −1 to 1.
    """
    matrix = torch.eye(2) + tilt * torch.randn(len(image), 2, 2)
    vector = shift * torch.randn(len(image), 2, 1)
    grid = F.affine_grid(torch.cat([matrix, vector], dim=2), list(image.shape), align_corners=False)
    return F.grid_sample(image, grid, align_corners=False)


def accuracy(model: ViT, data: Digits) -> float:
    """Return the share of the test digits that the model classifies correctly."""
    return (named(model, data.test_x) == data.test_y).float().mean().item()


def named(model: ViT, image: Float[Tensor, "batch 1 8 8"]) -> Int[Tensor, " batch"]:
    """Return the most likely label of each image."""
    with torch.no_grad():
        return model(image).argmax(dim=-1)


def baselines(data: Digits) -> tuple[float, float]:
    """Return the test accuracies of two baselines: softmax regression and the nearest neighbour."""
    x, new_x = data.train_x.flatten(1).numpy(), data.test_x.flatten(1).numpy()
    y, new_y = data.train_y.numpy(), data.test_y.numpy()
    linear = LogisticRegression(max_iter=1000).fit(x, y)
    neighbour = KNeighborsClassifier(n_neighbors=1).fit(x, y)
    return float(linear.score(new_x, new_y)), float(neighbour.score(new_x, new_y))


def trained_reader() -> ViT:
    """Return the ViT whose checkpoint the package holds.

    Raises: ValueError if the checkpoint is damaged.
    """
    return load(FILE)


def save(model: ViT, file: Path) -> None:
    """Write the ViT's weights to a file."""
    checkpoint.save_model(file, model)


def load(file: Path) -> ViT:
    """Read a ViT from a file that `save` wrote.

    Raises: ValueError if the file is damaged, or its weights do not fit the ViT of `untrained`.
    """
    return checkpoint.load_model(file, untrained)[0]


def untrained() -> ViT:
    """Return a ViT for 8 × 8 digits, with random initial weights."""
    return ViT(
        ViTConfig(
            image_size=8,
            patch_size=2,
            n_channels=1,
            n_classes=10,
            d_model=64,
            n_heads=4,
            d_ff=128,
            n_layers=2,
        )
    )


if __name__ == "__main__":
    save(train_reader(known_and_new_digits()), FILE)
