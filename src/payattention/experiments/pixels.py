"""Attention that can be a convolution: does it become one?

    python -m payattention.experiments.pixels

trains nine attention heads, which start at random places of the kernel, to imitate a 3 × 3
convolution, and writes the result file. Nine heads can compute that convolution exactly, if each
head attends to one of the kernel's nine pixels, and no two heads to the same pixel. The heads are
trained on squares of one photograph and tested on squares of another.
"""

import math
from itertools import product
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from payattention.data.photographs import photographs
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.multihead import ConvolutionAsAttention
from payattention.train import train

SIZE, N_TRAIN, N_TEST = 10, 2048, 200  # side in pixels and numbers of the squares that are cut out
KERNEL = 3
NEAR = 0.25  # pixels: a head that peaks closer than this to a pixel has found it
WIDTH = 1.0  # alpha of the heads at the start: their softmax spreads over several pixels

Images = Float[Tensor, "batch 3 height width"]


def squares(n: int, *, name: Literal["china", "flower"], seed: int) -> Images:
    """Cut ``n`` squares of 10 × 10 pixels out of a photograph, at random places.

    First, the photograph is normalised to mean 0 and variance 1.
    """
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
    """Return the convolution that attention heads will imitate: 3 × 3 pixels, random weights.

    It has three channels in and out.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3000 + seed)
        return nn.Conv2d(3, 3, KERNEL).requires_grad_(False)


def untrained(*, seed: int) -> ConvolutionAsAttention:
    """Return nine untrained attention heads, whose scores peak at random places of a 3 × 3 kernel.

    Their parameter alpha, which says how fast the scores fall around the peak, is `WIDTH`. The
    output matrices W_O are random. The bias is that of `convolution` with the same seed.
    """
    heads = ConvolutionAsAttention(convolution(seed=seed), alpha=WIDTH)
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        shifts = (KERNEL - 1) * torch.rand(len(heads.v), 2, generator=random)
        heads.v[:, 1:] = 2 * WIDTH * shifts
        heads.W_O.copy_(0.1 * torch.randn(heads.W_O.shape, generator=random))
    return heads


def shifts(heads: ConvolutionAsAttention) -> Float[Tensor, "heads 2"]:
    """Return where in the kernel each head's score is largest: a row and a column, not rounded.

    Each head has three parameters v. At the kernel's row δ_1 and column δ_2, counted from 0, the
    score is v_0 ‖δ‖² + v_1 δ_1 + v_2 δ_2. If v_0 is negative, the score is largest at
    δ = −(v_1, v_2) / (2 v_0).
    """
    v = heads.v.detach()
    return -v[:, 1:] / (2 * v[:, :1])


def pixels_found(heads: ConvolutionAsAttention) -> int:
    """Return how many of the kernel's nine pixels are found by at least one head.

    A head finds a pixel if the head's score peaks less than `NEAR` pixels away from the pixel.
    """
    pixels = torch.cartesian_prod(*(torch.arange(KERNEL, dtype=torch.float32),) * 2)
    near = (shifts(heads) - pixels[:, None]).norm(dim=-1) < NEAR  # (pixels, heads)
    return int(near.any(dim=1).sum())


def found_by_chance() -> float:
    """Return how many of the kernel's nine pixels are found by nine random heads, on average.

    A head finds a pixel if it peaks less than `NEAR` pixels away. The peaks are uniform in the
    square whose corners are the centres of the kernel's corner pixels. Around each pixel lies a
    disc with the radius `NEAR`. The probability that a head finds the pixel is the area of the disc
    inside the square, divided by the square's area. At a corner pixel, a quarter of the disc lies
    inside; at an edge pixel, half.
    """
    borders = [
        sum(n in (0, KERNEL - 1) for n in pixel) for pixel in product(range(KERNEL), repeat=2)
    ]
    near = [math.pi * NEAR**2 / 2**border / (KERNEL - 1) ** 2 for border in borders]
    return sum(1 - (1 - p) ** KERNEL**2 for p in near)


def relative_error(heads: ConvolutionAsAttention, images: Images, target: Tensor) -> float:
    """Return the mean squared error of the heads' outputs, divided by the variance of ``target``.

    The outputs are computed from ``images``.
    """
    with torch.no_grad():
        return (F.mse_loss(heads(images), target) / target.var(correction=0)).item()


def _train(training: Training) -> tuple[nn.Conv2d, ConvolutionAsAttention, list[float]]:
    _, seed, steps, lr = training
    teacher, heads = convolution(seed=seed), untrained(seed=seed)
    known = squares(N_TRAIN, name="china", seed=seed)

    def loss(heads: ConvolutionAsAttention, images: Tensor) -> Tensor:
        return F.mse_loss(heads(images), teacher(images))

    start = shifts(heads).flatten().tolist()
    train(heads, loss, known, steps=steps, batch_size=16, lr=lr, weight_decay=0.0, seed=seed)
    return teacher, heads, start


def _tune(training: Training) -> float:
    teacher, heads, _ = _train(training)
    new = squares(N_TEST, name="china", seed=8)
    return relative_error(heads, new, teacher(new))


def _measure(training: Training) -> dict[str, Value]:
    teacher, heads, start = _train(training)
    new, exact = squares(N_TEST, name="flower", seed=9), ConvolutionAsAttention(teacher)
    return {
        "start": start,
        "unexplained": relative_error(heads, new, teacher(new)),
        "unexplained, constructed": relative_error(exact, new, teacher(new)),
        "pixels found": pixels_found(heads),
        "end": shifts(heads).flatten().tolist(),
        "alpha": (-heads.v[:, 0]).tolist(),
    }


STUDY = Study(
    "pixels", _measure, ("nine heads",), budgets=(500, 1000), rates=(2e-2, 5e-2, 1e-1), tune=_tune
)

if __name__ == "__main__":
    STUDY.main()
