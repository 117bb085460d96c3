"""Attention that can be a convolution: does it become one?

    python -m payattention.experiments.pixels

trains a `ConvolutionAsAttention` whose heads begin anywhere to return what a 3 × 3 convolution of a
photograph returns, and writes the result file. The nine heads can be that convolution exactly: each
must look at one of the nine pixels, and no two at the same.
"""

import math
from itertools import product
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from payattention.data.photographs import photographs
from payattention.experiments.study import Study, Value
from payattention.multihead import ConvolutionAsAttention
from payattention.train import train

SIZE, N_TRAIN, N_TEST = 10, 2048, 200  # of the squares that are cut out, in pixels
KERNEL = 3
NEAR = 0.25  # of a pixel: a head that peaks closer than this has found it
WIDTH = 1.0  # of the heads at the start: alpha, whose softmax spreads over several pixels

Images = Float[Tensor, "batch 3 height width"]


def squares(n: int, *, name: Literal["china", "flower"], seed: int) -> Images:
    """Cut squares out of a photograph, at random places; its mean is 0 and its variance 1."""
    photograph = photographs()[name]
    photograph = (photograph - photograph.mean()) / photograph.std()
    random = torch.Generator().manual_seed(seed)
    rows, columns = (
        torch.randint(size - SIZE + 1, (n,), generator=random) for size in photograph.shape[1:]
    )
    return torch.stack(
        [
            photograph[:, row : row + SIZE, column : column + SIZE]
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
    )


def convolution(*, seed: int) -> nn.Conv2d:
    """Return the 3 × 3 convolution to imitate, of three channels, with random weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3000 + seed)
        return nn.Conv2d(3, 3, KERNEL).requires_grad_(False)


def untrained(*, seed: int) -> ConvolutionAsAttention:
    """Return nine heads of width `WIDTH` with random shifts and random matrices W_O."""
    heads = ConvolutionAsAttention(convolution(seed=seed), alpha=WIDTH)
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        shifts = (KERNEL - 1) * torch.rand(len(heads.v), 2, generator=random)
        heads.v[:, 1:] = 2 * WIDTH * shifts
        heads.W_O.copy_(0.1 * torch.randn(heads.W_O.shape, generator=random))
    return heads


def shifts(heads: ConvolutionAsAttention) -> Float[Tensor, "heads 2"]:
    """Return where each head looks: the row and column, from the kernel's corner, of its peak.

    Its score is v_0 ‖δ‖² + v_1 δ_1 + v_2 δ_2, which is largest at δ = −(v_1, v_2) / 2 v_0.
    """
    v = heads.v.detach()
    return -v[:, 1:] / (2 * v[:, :1])


def pixels_found(heads: ConvolutionAsAttention) -> int:
    """Return at how many of the nine pixels some head peaks, less than `NEAR` away."""
    places = torch.cartesian_prod(*(torch.arange(KERNEL, dtype=torch.float32),) * 2)
    near = (shifts(heads) - places[:, None]).norm(dim=-1) < NEAR  # (places, heads)
    return int(near.any(dim=1).sum())


def found_by_chance() -> float:
    """Return the mean of `pixels_found` for nine heads at random places, as `untrained` draws them.

    A place is near a pixel with the probability that the disc around it, as far as it lies in the
    square of the places, has of the whole square: a quarter of a disc at a corner, half at an edge.
    """
    borders = [
        sum(n in (0, KERNEL - 1) for n in pixel) for pixel in product(range(KERNEL), repeat=2)
    ]
    near = [math.pi * NEAR**2 / 2**border / (KERNEL - 1) ** 2 for border in borders]
    return sum(1 - (1 - p) ** KERNEL**2 for p in near)


def unexplained(heads: ConvolutionAsAttention, images: Images, target: Tensor) -> float:
    """Return the mean squared error as a share of the target's variance."""
    with torch.no_grad():
        return (F.mse_loss(heads(images), target) / target.var(correction=0)).item()


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    teacher, heads = convolution(seed=seed), untrained(seed=seed)
    known, new = (squares(N_TRAIN, name="china", seed=seed), squares(N_TEST, name="flower", seed=9))

    def loss(heads: ConvolutionAsAttention, images: Tensor) -> Tensor:
        return F.mse_loss(heads(images), teacher(images))

    start = shifts(heads).flatten().tolist()
    train(heads, loss, known, steps=steps, batch_size=16, lr=0.05, weight_decay=0.0, seed=seed)
    exact = ConvolutionAsAttention(teacher)
    return {
        "start": start,
        "unexplained": unexplained(heads, new, teacher(new)),
        "unexplained, constructed": unexplained(exact, new, teacher(new)),
        "pixels found": pixels_found(heads),
        "end": shifts(heads).flatten().tolist(),
        "alpha": (-heads.v[:, 0]).tolist(),
    }


STUDY = Study("pixels", _measure, ("nine heads",), budgets=(500, 1000))

if __name__ == "__main__":
    STUDY.main()
