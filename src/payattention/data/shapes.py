"""Sequences of two triangles and two rectangles, whose heights are to be averaged in pairs."""

from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention.require import require_at_least, require_one_of, require_positive

TRIANGLE, RECTANGLE = 0, 1
WIDTHS = (5, 7, 9, 11, 13, 15)  # odd, so that a triangle's tip falls on a position
HEIGHTS = (1.0, 10.0)
SHORTEST = 4 * max(WIDTHS) + 5  # four of the widest, with a gap before, between and after


@dataclass(frozen=True)
class Shapes:
    """Input sequences with two pairs of shapes each, the targets, and facts about the shapes.

    x        the inputs: 0 everywhere except at the shapes
    y        the targets: the same shapes, but both shapes of a pair have the pair's mean height
    kind     of each shape, from left to right: 0 for a triangle, 1 for a rectangle
    centre   each shape's middle position, where a triangle has its tip
    width    each shape's width, in positions
    height   each shape's height in x
    partner  for each shape, the index (0 to 3, from the left) of the other shape of its pair
    """

    x: Float[Tensor, "sequences length"]
    y: Float[Tensor, "sequences length"]
    kind: Int[Tensor, "sequences 4"]
    centre: Int[Tensor, "sequences 4"]
    width: Int[Tensor, "sequences 4"]
    height: Float[Tensor, "sequences 4"]
    partner: Int[Tensor, "sequences 4"]

    @property
    def mean_height(self) -> Float[Tensor, "sequences 4"]:
        """The height of each shape in ``y``: the mean of its own and its partner's in ``x``."""
        return (self.height + self.height.gather(-1, self.partner)) / 2

    def at_centres(
        self, sequences: Float[Tensor, "sequences length"]
    ) -> Float[Tensor, "sequences 4"]:
        """The values of ``sequences`` at the middle of every shape, where the shape is highest."""
        return sequences.gather(-1, self.centre)


def shapes(
    n: int, *, length: int = 100, pairs: Literal["kind", "side"] = "kind", seed: int
) -> Shapes:
    """Make ``n`` sequences of ``length`` positions, with two triangles and two rectangles in each.

    Order, positions, widths (5 to 15 positions) and heights (1 to 10, uniform) are drawn at random.
    At least one empty position lies on either side of a shape. The shapes of a sequence form two
    pairs, and the heights of each pair are averaged. With ``pairs="kind"``, the pairs are the two
    triangles and the two rectangles. With ``pairs="side"``, the pairs are the two leftmost and the
    two rightmost shapes.
    Source: the toy problem of F. Fleuret (2023), as in G. Louppe (2024), Deep Learning, lecture 7.
    Raises: ValueError if n is not positive, length is too short, or pairs is neither word.
    """
    require_positive(n=n)
    require_at_least(SHORTEST, length=length)
    require_one_of(("kind", "side"), pairs=pairs)
    random = torch.Generator().manual_seed(seed)

    width = torch.tensor(WIDTHS)[torch.randint(len(WIDTHS), (n, 4), generator=random)]
    kind = torch.tensor([TRIANGLE, TRIANGLE, RECTANGLE, RECTANGLE])
    kind = kind[torch.rand(n, 4, generator=random).argsort(dim=1)]
    lowest, highest = HEIGHTS
    height = lowest + (highest - lowest) * torch.rand(n, 4, generator=random)

    spare = length - 5 - width.sum(dim=1, keepdim=True)
    before = (torch.rand(n, 4, generator=random) * (spare + 1)).long().sort(dim=1).values
    start = before + width.cumsum(dim=1) - width + torch.arange(1, 5)
    centre = start + width // 2

    group = kind if pairs == "kind" else torch.tensor([0, 0, 1, 1]).expand(n, 4)
    paired = (group[:, :, None] == group[:, None, :]) & ~torch.eye(4, dtype=torch.bool)
    partner = paired.int().argmax(dim=-1)

    offset = (torch.arange(length) - centre[..., None]).abs()  # (n, 4, length)
    reach = (width // 2 + 1)[..., None]
    profile = torch.where(kind[..., None] == TRIANGLE, 1 - offset / reach, 1.0) * (offset < reach)
    mean = (height + height.gather(1, partner)) / 2
    x = (height[..., None] * profile).sum(dim=1)
    y = (mean[..., None] * profile).sum(dim=1)
    return Shapes(x, y, kind, centre, width, height, partner)
