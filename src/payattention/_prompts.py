"""The prompts of SAM: points and boxes as tokens, and a mask as vectors."""

import math
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.config import StackConfig
from payattention.require import (
    has_values,
    require_in_range,
    require_multiple,
    require_one_of,
    require_shape,
)

Image = Float[Tensor, "#batch d_model height width"]

BACKGROUND, FOREGROUND, TOP_LEFT, BOTTOM_RIGHT, NO_POINT = range(5)


@dataclass(frozen=True, kw_only=True)
class SAMConfig(StackConfig):
    """The sizes of the prompt encoder and the mask decoder. The default sizes are the paper's.

    ``dropout`` applies to the output of every sublayer of the mask decoder. It is 0.1 in the paper;
    the default is 0, as in Meta's code. ``eps`` is for the LayerNorms of the mask decoder. A
    `ChannelNorm` always has 1e-6, as in Meta's code.
    Raises: ValueError as `StackConfig`, or if image_size is not a multiple of patch_size, d_model
    is not a multiple of 8 and of 2 n_heads, mask_channels is not a multiple of 4, or pre_norm is
    True (the decoder is post-norm).
    """

    d_model: int = 256
    n_heads: int = 8
    d_ff: int = 2048
    n_layers: int = 2
    pre_norm: bool = False
    image_size: int = 1024
    patch_size: int = 16
    n_masks: int = 3
    mask_channels: int = 16

    def __post_init__(self) -> None:
        super().__post_init__()
        require_multiple(self.patch_size, image_size=self.image_size)
        require_multiple(math.lcm(8, 2 * self.n_heads), d_model=self.d_model)
        require_multiple(4, mask_channels=self.mask_channels)
        require_one_of([False], pre_norm=self.pre_norm)

    @property
    def grid(self) -> int:
        """The height and width of the encoded image, in patches."""
        return self.image_size // self.patch_size


class FourierPositions(nn.Module):
    """A vector for any point in the unit square: sines and cosines along random directions.

        φ(p) = (sin 2π (2p − 1) B, cos 2π (2p − 1) B),  each entry of B drawn once from N(0, 1)

    The range from −1 to 1 and the variance 1 are those of Meta's code.
    Source: Tancik et al. (2020), section 6.1, "Gaussian"; Kirillov et al. (2023), appendix A.
    """

    directions: Tensor

    def __init__(self, d_model: int):
        super().__init__()
        self.register_buffer("directions", torch.randn(2, d_model // 2))

    def forward(self, points: Float[Tensor, "*batch 2"]) -> Float[Tensor, "*batch d_model"]:
        angle = 2 * math.pi * ((2 * points - 1) @ self.directions)  # (…, d_model / 2)
        return torch.cat([angle.sin(), angle.cos()], dim=-1)  # (…, d_model)

    def grid(self, n: int) -> Float[Tensor, "d_model n n"]:
        """Cut the unit square into n × n cells, and return the vectors of the cells' centres."""
        centres = (torch.arange(n).to(self.directions) + 0.5) / n
        x, y = torch.meshgrid(centres, centres, indexing="xy")  # (n, n) each
        return self(torch.stack([x, y], dim=-1)).permute(2, 0, 1)  # (d_model, n, n)


class ChannelNorm(nn.LayerNorm):
    """LayerNorm over the channels of each pixel."""

    def __init__(self, channels: int):
        super().__init__(channels, eps=1e-6)

    def forward(self, x: Float[Tensor, "b c h w"]) -> Float[Tensor, "b c h w"]:
        x = super().forward(x.permute(0, 2, 3, 1))  # (b, h, w, c)
        return x.permute(0, 3, 1, 2)  # (b, c, h, w)


class PromptEncoder(nn.Module):
    """Turn points and boxes into tokens, and a mask into vectors to add to the encoded image.

    As in Meta's code, points and corners are moved by half a pixel, to the centres of their pixels.
    A point becomes one token. A box becomes two: one for each of two opposite corners. If there are
    points but no box, a learned token, "no point", follows the points.
    Source: Kirillov et al. (2023), appendix A, "Prompt encoder".
    """

    def __init__(self, config: SAMConfig):
        super().__init__()
        self.config = config
        self.positions = FourierPositions(config.d_model)
        self.kinds = nn.Embedding(5, config.d_model)
        self.no_mask = nn.Parameter(torch.randn(config.d_model))
        channels = config.mask_channels
        self.of_mask = nn.Sequential(
            nn.Conv2d(1, channels // 4, kernel_size=2, stride=2),
            ChannelNorm(channels // 4),
            nn.GELU(),
            nn.Conv2d(channels // 4, channels, kernel_size=2, stride=2),
            ChannelNorm(channels),
            nn.GELU(),
            nn.Conv2d(channels, config.d_model, kernel_size=1),
        )

    def forward(
        self,
        points: Float[Tensor, "batch points 2"] | None = None,
        labels: Int[Tensor, "batch points"] | None = None,
        boxes: Float[Tensor, "batch 4"] | None = None,
        mask: Float[Tensor, "batch 1 rows columns"] | None = None,
    ) -> tuple[Float[Tensor, "batch prompts d_model"], Float[Tensor, "batch d_model grid grid"]]:
        """Return the tokens of the points and boxes, and the vectors to add to the encoded image.

        ``labels`` are 1 for points in the object and 0 for points outside. All prompts of a batch
        have the same number of points. (In Meta's code, the numbers may differ: points with the
        label −1 are padding.) A box is x and y of its top left corner, then x and y of its bottom
        right corner. ``mask`` holds logits, such as those of an earlier prediction. It has four
        times as many rows and columns as the encoded image.
        Raises: ValueError if there is no prompt, prompts differ in batch size, points have no
        labels or labels no points, a label is not 0 or 1, a number is NaN or infinite, or the mask
        has another size.
        """
        fine = 4 * self.config.grid
        batch = _require_prompt(fine, points=points, labels=labels, boxes=boxes, mask=mask)
        tokens = [self.kinds.weight.new_empty(batch, 0, self.config.d_model)]
        if points is not None:
            tokens.append(self._at(points) + self.kinds(labels))  # (batch, points, d_model)
            if boxes is None:  # this token replaces a box
                tokens.append(self.kinds.weight[NO_POINT].expand(batch, 1, -1))
        if boxes is not None:
            corners = self._at(boxes.unflatten(-1, (2, 2)))  # (batch, 2, d_model)
            tokens.append(corners + self.kinds.weight[TOP_LEFT : BOTTOM_RIGHT + 1])
        return torch.cat(tokens, dim=1), self._of_mask(mask, batch)

    def _at(self, points: Tensor) -> Float[Tensor, "batch points d_model"]:
        points = points.to(self.positions.directions)
        return self.positions((points + 0.5) / self.config.image_size)  # centres of pixels

    def _of_mask(self, mask: Tensor | None, batch: int) -> Image:
        grid = self.config.grid
        if mask is None:
            return self.no_mask[:, None, None].expand(batch, -1, grid, grid)
        return self.of_mask(mask)


def _require_prompt(fine: int, **prompts: Tensor | None) -> int:
    """Check the arguments of `PromptEncoder.forward`, and return their batch size.

    At least one prompt must be given, and points only together with labels. All numbers must be
    finite, labels 0 or 1, and the batch sizes equal. A mask must have ``fine`` rows and ``fine``
    columns.
    """
    given = {name: prompt for name, prompt in prompts.items() if prompt is not None}
    if not given or ("points" in given) != ("labels" in given):
        named = ", ".join(given) or "none"
        raise ValueError(
            "a prompt must have at least one of boxes, mask and points, and points must have "
            f"labels, but the given ones are: {named}"
        )
    batch = next(iter(given.values())).shape[0]
    n_points = given["points"].shape[1] if "points" in given else 0
    axes = {"points": (n_points, 2), "labels": (n_points,), "boxes": (4,), "mask": (1, fine, fine)}
    for name, prompt in given.items():
        require_shape(name, prompt, batch, *axes[name])
        _require_finite(name, prompt)
    if "labels" in given:
        require_in_range("labels", given["labels"], BACKGROUND, FOREGROUND)
    return batch


def _require_finite(name: str, x: Tensor) -> None:
    if has_values(x) and not x.isfinite().all():
        raise ValueError(f"{name} must be finite, but some of its numbers are NaN or infinite")
