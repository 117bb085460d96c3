"""Images of nested shapes, and clicks on them: a click may mean any shape that contains it."""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

SIZE = 24  # height and width of an image, in pixels
RADII = ((4.4, 5.0), (2.7, 3.3), (1.0, 1.5))  # of the whole, the part and the innermost, in pixels


class Clicks(NamedTuple):
    """Images of two stacks of three nested shapes each; in each image, a click on one stack.

    The click means one of the shapes that contain it.
    """

    image: Float[Tensor, "images 1 24 24"]
    click: Float[Tensor, "images 1 2"]  # (x, y) in pixels, as SAM's points
    shape: Bool[Tensor, "images 3 24 24"]  # masks of the clicked stack: whole, part, innermost
    depth: Int[Tensor, " images"]  # how many of these shapes contain the click: 1 to 3
    target_index: Int[Tensor, " images"]  # which of them is meant: 0 to depth − 1

    @property
    def target(self) -> Bool[Tensor, "images 24 24"]:
        """The mask of the shape that each click means."""
        return self.shape[torch.arange(len(self.target_index)), self.target_index]


class Stacks(NamedTuple):
    """Images with two stacks of three nested shapes, and the masks of the shapes."""

    image: Float[Tensor, "images 1 24 24"]
    shape: Bool[Tensor, "images 2 3 24 24"]  # masks of each stack: whole, part, innermost


def clicks(n: int, *, seed: int) -> Clicks:
    """Return ``n`` images with two stacks of three nested shapes, and a click on the first stack.

    The images are those of `stacks` with the same seed. The click lies on the visible part of the
    outer, middle or inner shape, each equally often. A click means one of the shapes that contain
    it, each with the same probability.
    """
    random = torch.Generator().manual_seed(seed)
    image, both = _stacks(n, random)
    shape = both[:, 0]  # (images, 3, 24, 24)
    depth = torch.randint(1, 4, (n,), generator=random)
    inner = torch.cat([shape[:, 1:], torch.zeros(n, 1, SIZE, SIZE, dtype=torch.bool)], dim=1)
    visible = (shape & ~inner)[torch.arange(n), depth - 1]  # (images, 24, 24)
    pixel = torch.multinomial(visible.flatten(1).float(), 1, generator=random)[:, 0]
    click = torch.stack([pixel % SIZE, pixel // SIZE], dim=-1).float()
    target_index = (torch.rand(n, generator=random) * depth).long()
    return Clicks(image, click[:, None], shape, depth, target_index)


def stacks(n: int, *, seed: int) -> Stacks:
    """Return ``n`` images with two stacks of nested shapes each, and the masks of the shapes.

    The two stacks lie side by side or one above the other. A stack is three shapes, each a square
    or a disc. A shape is cut off at the edge of the shape around it. At the edge of each shape, the
    brightness changes by 0.3 to 0.7. Noise with a standard deviation of 0.05 is added to the image.
    """
    return _stacks(n, torch.Generator().manual_seed(seed))


def _stacks(n: int, random: torch.Generator) -> Stacks:
    def uniform(low: float, high: float, *size: int) -> Tensor:
        return low + (high - low) * torch.rand(size, generator=random)

    centre = torch.stack([uniform(5.0, 18.0, n, 2), uniform(5.0, 5.7, n, 2)], dim=-1)
    centre[:, 1, 1] = SIZE - 1 - centre[:, 1, 1]
    swapped, mirrored = torch.rand(2, n, generator=random) < 0.5
    centre[swapped] = centre[swapped].flip(1)  # the first stack will be clicked
    centre[mirrored] = centre[mirrored].flip(-1)  # (images, stacks, 2)

    y, x = torch.meshgrid(torch.arange(SIZE), torch.arange(SIZE), indexing="ij")
    offset = torch.stack([x, y], dim=-1) - centre[:, :, None, None]  # (images, stacks, 24, 24, 2)
    square, disc = offset.abs().amax(dim=-1), offset.norm(dim=-1)  # (images, stacks, 24, 24) each
    shapes, held = [], torch.ones(n, 2, SIZE, SIZE, dtype=torch.bool)
    for low, high in RADII:
        is_square = torch.rand(n, 2, 1, 1, generator=random) < 0.5
        held = held & (torch.where(is_square, square, disc) <= uniform(low, high, n, 2, 1, 1))
        shapes.append(held)
    shape = torch.stack(shapes, dim=2)  # (images, stacks, 3, 24, 24)

    step = uniform(0.3, 0.7, n, 2, 3)
    step[:, :, 1] *= -1  # bright, darker, bright again
    ink = (shape * step[..., None, None]).sum(dim=(1, 2))  # (images, 24, 24)
    image = ink + 0.05 * torch.randn(n, SIZE, SIZE, generator=random)
    return Stacks(image[:, None], shape)
