"""Attention that can be a convolution: does it become one?

    python -m payattention.experiments.pixels

trains a `ConvolutionAsAttention`, whose heads start at random places, to imitate a 3 × 3
convolution of photographs, and writes the result file. The nine heads can be that convolution
exactly: each head must attend to one of the nine pixels, and no two heads to the same pixel.
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

SIZE, N_TRAIN, N_TEST = 10, 2048, 200  # side in pixels and numbers of the squares that are cut out
KERNEL = 3
NEAR = 0.25  # pixels: a head that peaks closer than this to a pixel has found it
WIDTH = 1.0  # alpha of the heads at the start: their softmax spreads over several pixels

Images = Float[Tensor, "batch 3 height width"]


def squares(n: int, *, name: Literal["china", "flower"], seed: int) -> Images:
    """Cut ``n`` squares at random out of a photograph that is normalised to mean 0, variance 1."""
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
    """Return the 3 × 3 convolution that the heads imitate: three channels, random weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3000 + seed)
        return nn.Conv2d(3, 3, KERNEL).requires_grad_(False)


def untrained(*, seed: int) -> ConvolutionAsAttention:
    """Return nine untrained heads with alpha = `WIDTH`, random shifts and random matrices W_O."""
    heads = ConvolutionAsAttention(convolution(seed=seed), alpha=WIDTH)
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        shifts = (KERNEL - 1) * torch.rand(len(heads.v), 2, generator=random)
        heads.v[:, 1:] = 2 * WIDTH * shifts
        heads.W_O.copy_(0.1 * torch.randn(heads.W_O.shape, generator=random))
    return heads


def shifts(heads: ConvolutionAsAttention) -> Float[Tensor, "heads 2"]:
    """Return where each head peaks: the row and column of its largest score in the kernel.

    Its score is v_0 ‖δ‖² + v_1 δ_1 + v_2 δ_2, which is largest at δ = −(v_1, v_2) / 2 v_0.
    """
    v = heads.v.detach()
    return -v[:, 1:] / (2 * v[:, :1])


def pixels_found(heads: ConvolutionAsAttention) -> int:
    """Return how many of the kernel's nine pixels are found: a head peaks less than `NEAR` away."""
    places = torch.cartesian_prod(*(torch.arange(KERNEL, dtype=torch.float32),) * 2)
    near = (shifts(heads) - places[:, None]).norm(dim=-1) < NEAR  # (places, heads)
    return int(near.any(dim=1).sum())


def found_by_chance() -> float:
    """Return the expected `pixels_found` of nine heads at random places, as `untrained` draws them.

    The places are uniform in a square. The probability that a place is near a pixel is the area of
    the disc around that pixel, as far as it lies in the square, divided by the area of the square.
    Around a corner pixel, a quarter of the disc lies in the square; around an edge pixel, half.
    """
    borders = [
        sum(n in (0, KERNEL - 1) for n in pixel) for pixel in product(range(KERNEL), repeat=2)
    ]
    near = [math.pi * NEAR**2 / 2**border / (KERNEL - 1) ** 2 for border in borders]
    return sum(1 - (1 - p) ** KERNEL**2 for p in near)


def relative_error(heads: ConvolutionAsAttention, images: Images, target: Tensor) -> float:
    """Return the mean squared error of the heads' output, as a share of the target's variance."""
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
        "unexplained": relative_error(heads, new, teacher(new)),
        "unexplained, constructed": relative_error(exact, new, teacher(new)),
        "pixels found": pixels_found(heads),
        "end": shifts(heads).flatten().tolist(),
        "alpha": (-heads.v[:, 0]).tolist(),
    }


STUDY = Study("pixels", _measure, ("nine heads",), budgets=(500, 1000))

if __name__ == "__main__":
    STUDY.main()
