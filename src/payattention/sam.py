"""SAM: segment what a point, a box or a rough mask points at.

    image encoder    a ViT, run once an image                     ViT and Neck
    prompt encoder   points and boxes become tokens, a mask is    PromptEncoder
                     added to the image
    mask decoder     tokens attend to the image and the image to  TwoWayLayer, MaskDecoder
                     the tokens; a prompt is ambiguous, so there
                     are several masks, each with a score
    all of it                                                     SAM

Coordinates are pixels of the image, (x, y), from the top left.
Source: Kirillov et al. (2023), section 3 and appendix A.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn

from payattention.attention import Maps, MultiHeadAttention
from payattention.require import (
    has_values,
    require_floats,
    require_indices,
    require_positive,
    require_shape,
)
from payattention.transformer import FeedForward, StackConfig
from payattention.vit import ViT, require_that_patches_tile

Image = Float[Tensor, "#batch d_model height width"]
TokenVectors = Float[Tensor, "#batch tokens d_model"]
PixelVectors = Float[Tensor, "#batch pixels d_model"]

BACKGROUND, FOREGROUND, TOP_LEFT, BOTTOM_RIGHT, NO_POINT = range(5)


@dataclass(frozen=True, kw_only=True)
class SAMConfig(StackConfig):
    """The sizes of the prompt encoder and the mask decoder; appendix A's by default.

    Raises: ValueError as `StackConfig`, or where patches do not tile the image, or the channels
    cannot be halved as often as the model does.
    """

    d_model: int = 256
    n_heads: int = 8
    d_ff: int = 2048
    n_layers: int = 2
    eps: float = 1e-6
    image_size: int = 1024
    patch_size: int = 16
    n_masks: int = 3
    mask_channels: int = 16

    def __post_init__(self) -> None:
        super().__post_init__()
        require_that_patches_tile(self.image_size, self.image_size, self.patch_size)
        for name, parts in (("d_model", 8), ("d_model", 2 * self.n_heads), ("mask_channels", 4)):
            if getattr(self, name) % parts:
                raise ValueError(
                    f"{name} must be a multiple of {parts}, but it is {getattr(self, name)}"
                )

    @property
    def grid(self) -> int:
        """The height and width of the encoded image, in patches."""
        return self.image_size // self.patch_size


class MaskPrediction(NamedTuple):
    """Several answers to one prompt."""

    masks: Float[Tensor, "batch masks height width"]  # logits: above 0 is in the object
    scores: Float[Tensor, "batch masks"]  # how well each overlaps, as the model expects (IoU)


# ── prompts ───────────────────────────────────────────────────────────────────────────────────


class FourierPositions(nn.Module):
    """Sines and cosines of random directions: a vector for any point in the unit square.

    Source: Tancik et al. (2020), section 6.1, "Gaussian"; Kirillov et al. (2023), appendix A.
    """

    directions: Tensor

    def __init__(self, d_model: int):
        super().__init__()
        require_positive(d_model=d_model)
        if d_model % 2:
            raise ValueError(f"d_model must be even and positive, but it is {d_model}")
        self.register_buffer("directions", torch.randn(2, d_model // 2))

    def forward(self, points: Float[Tensor, "*batch 2"]) -> Float[Tensor, "*batch d_model"]:
        angle = 2 * math.pi * ((2 * points - 1) @ self.directions)
        return torch.cat([angle.sin(), angle.cos()], dim=-1)

    def grid(self, n: int) -> Float[Tensor, "d_model n n"]:
        """The vectors of the centres of n × n cells."""
        centres = (torch.arange(n).to(self.directions) + 0.5) / n
        x_and_y = torch.stack(torch.meshgrid(centres, centres, indexing="xy"), dim=-1)
        return self(x_and_y).permute(2, 0, 1)


class ChannelNorm(nn.LayerNorm):
    """LayerNorm over the channels of each pixel."""

    def forward(self, x: Float[Tensor, "b c h w"]) -> Float[Tensor, "b c h w"]:
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class PromptEncoder(nn.Module):
    """Turn points and boxes into tokens, and a mask into something to add to the image.

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
            ChannelNorm(channels // 4, config.eps),
            nn.GELU(),
            nn.Conv2d(channels // 4, channels, kernel_size=2, stride=2),
            ChannelNorm(channels, config.eps),
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
        """Tokens of the points and boxes, and what is added to each place of the encoded image.

        ``labels`` are 1 for points in the object and 0 for points outside; ``boxes`` are
        (x, y) of the top left and of the bottom right corner; ``mask`` holds logits, such as those
        of an earlier prediction, on a grid four times as fine as the encoded image.
        Raises: ValueError where there is no prompt, prompts are for batches of several sizes,
        points without labels or labels without points, other labels, or a mask of another size.
        """
        _require_labels(points, labels)
        batch = _batch_of(points, boxes, mask)
        for name, prompt, axes in (
            ("points", points, ("points", 2)),
            ("boxes", boxes, (4,)),
            ("mask", mask, (1, 4 * self.config.grid, 4 * self.config.grid)),
        ):
            if prompt is not None:
                require_shape(name, prompt, batch, *axes, empty=boxes is not None)
                if has_values(prompt) and not prompt.isfinite().all():
                    raise ValueError(f"{name} must be finite, but not all numbers of it are")
        tokens = [self.kinds.weight.new_empty(batch, 0, self.config.d_model)]
        if points is not None:
            tokens.append(self._at(points) + self.kinds(labels))
            if boxes is None:  # in the place of a box
                tokens.append(self.kinds.weight[NO_POINT].expand(len(points), 1, -1))
        if boxes is not None:
            corners = self._at(boxes.unflatten(-1, (2, 2)))
            tokens.append(corners + self.kinds.weight[[TOP_LEFT, BOTTOM_RIGHT]])
        return torch.cat(tokens, dim=1), self._of_mask(mask, batch)

    def _at(self, points: Tensor) -> Tensor:
        points = points.to(self.positions.directions)
        return self.positions((points + 0.5) / self.config.image_size)  # centres of pixels

    def _of_mask(self, mask: Tensor | None, batch: int) -> Tensor:
        grid = self.config.grid
        if mask is None:
            return self.no_mask[:, None, None].expand(batch, -1, grid, grid)
        require_floats(mask=mask)
        return self.of_mask(mask)


def _batch_of(points: Tensor | None, boxes: Tensor | None, mask: Tensor | None) -> int:
    sizes = {len(prompt) for prompt in (points, boxes, mask) if prompt is not None}
    if not sizes:
        raise ValueError("points, boxes or mask must be given, but all of them are None")
    if len(sizes) > 1:
        raise ValueError(
            f"points, boxes and mask must be for one batch, but they are for {sorted(sizes)} images"
        )
    return sizes.pop()


def _require_labels(points: Tensor | None, labels: Tensor | None) -> None:
    if points is None and labels is None:
        return
    if points is None or labels is None:
        raise ValueError("points and labels must be given together, but one of them is None")
    if labels.shape != points.shape[:-1]:
        raise ValueError(
            f"labels must have the shape {tuple(points.shape[:-1])}, one for each of points, "
            f"but their shape is {tuple(labels.shape)}"
        )
    require_indices("labels", labels)
    if has_values(labels) and not ((labels == BACKGROUND) | (labels == FOREGROUND)).all():
        raise ValueError(
            f"labels must be 0 (background) or 1 (foreground), but they are "
            f"{labels.unique().tolist()}"
        )


# ── two-way attention ─────────────────────────────────────────────────────────────────────────


class TwoWayLayer(nn.Module):
    """Tokens attend to each other, then to the image; then the image attends to the tokens.

    The prompt's own vectors and the image's positions are added again to every query and key, so
    that they are not lost on the way.
    Source: Kirillov et al. (2023), appendix A, "Lightweight mask decoder", figure 14.
    """

    def __init__(self, config: SAMConfig):
        super().__init__()
        self.attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.token_to_image = _at_half_width(config)
        self.image_to_token = _at_half_width(config)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.norm_1, self.norm_2, self.norm_3, self.norm_4 = (
            nn.LayerNorm(config.d_model, config.eps) for _ in range(4)
        )

    def forward(
        self,
        x: TokenVectors,
        image: PixelVectors,
        prompt: TokenVectors,
        positions: PixelVectors,
        *,
        is_first: bool = False,
        maps: Maps | None = None,
    ) -> tuple[TokenVectors, PixelVectors]:
        """``is_first``: the tokens are still the prompt, which then is not added to itself."""
        if is_first:
            x = self.norm_1(self.attention(x))
        else:
            here = x + prompt
            x = self.norm_1(x + self.attention(here, here, value=x))
        there = image + positions
        x = self.norm_2(x + self.token_to_image(x + prompt, there, value=image, maps=maps))
        x = self.norm_3(x + self.feed_forward(x))
        image = self.norm_4(image + self.image_to_token(there, x + prompt, value=x))
        return x, image


def _at_half_width(config: SAMConfig) -> MultiHeadAttention:
    d_head = config.d_model // config.n_heads // 2
    return MultiHeadAttention(config.d_model, config.n_heads, d_k=d_head, d_v=d_head)


class MaskDecoder(nn.Module):
    """From the encoded image and the prompt's tokens to masks and their scores.

    Each mask has a token of its own. What has become of it in the end is turned, by a small
    network, into a classifier of pixels: its dot product with each pixel's vector is the mask.
    Source: Kirillov et al. (2023), section 3, and appendix A, "Lightweight mask decoder".
    """

    def __init__(self, config: SAMConfig):
        super().__init__()
        d_model, n_tokens = config.d_model, config.n_masks + 1
        self.score_token = nn.Parameter(torch.randn(1, d_model))
        self.mask_tokens = nn.Parameter(torch.randn(n_tokens, d_model))
        self.layers = nn.ModuleList(TwoWayLayer(config) for _ in range(config.n_layers))
        self.token_to_image = _at_half_width(config)
        self.norm = nn.LayerNorm(d_model)
        self.upscale = nn.Sequential(
            nn.ConvTranspose2d(d_model, d_model // 4, kernel_size=2, stride=2),
            ChannelNorm(d_model // 4, config.eps),
            nn.GELU(),
            nn.ConvTranspose2d(d_model // 4, d_model // 8, kernel_size=2, stride=2),
            nn.GELU(),
        )
        self.classifiers = nn.ModuleList(_mlp(d_model, d_model // 8) for _ in range(n_tokens))
        self.score = _mlp(d_model, n_tokens)

    def forward(
        self,
        image: Image,
        positions: Float[Tensor, "d_model height width"],
        prompt: Float[Tensor, "batch prompts d_model"],
        dense: Image,
        *,
        several: bool = True,
        maps: Maps | None = None,
    ) -> MaskPrediction:
        """``image`` may be one for many prompts. ``dense`` is the mask prompt, added to it.

        ``several``: the masks for a prompt that may mean several things; without it the one mask
        for a prompt that means one, such as many points. ``maps`` gets what the tokens attend to.
        """
        x, pixels = self.two_way(image + dense, positions, self.tokens(prompt), maps)
        pixels = self.upscale(pixels)
        n = len(self.mask_tokens)
        classifiers = torch.stack(
            [classify(x[:, 1 + i]) for i, classify in enumerate(self.classifiers)], dim=1
        )
        masks = torch.einsum("bmd,bdhw->bmhw", classifiers, pixels)
        chosen = slice(1, n) if several else slice(0, 1)
        return MaskPrediction(masks[:, chosen], self.score(x[:, 0])[:, chosen])

    def tokens(self, prompt: Float[Tensor, "batch prompts d_model"]) -> Tensor:
        """The score's token, the masks' tokens, and those of the prompt."""
        own = torch.cat([self.score_token, self.mask_tokens]).expand(len(prompt), -1, -1)
        return torch.cat([own, prompt], dim=1)

    def two_way(
        self,
        image: Image,
        positions: Float[Tensor, "d_model height width"],
        prompt: TokenVectors,
        maps: Maps | None = None,
    ) -> tuple[TokenVectors, Image]:
        """The tokens and the image after they have attended to each other."""
        size = image.shape[-2:]
        pixels, where = image.flatten(2).mT, positions.flatten(1).T[None]
        x = prompt
        for i, layer in enumerate(self.layers):
            x, pixels = layer(x, pixels, prompt, where, is_first=i == 0, maps=maps)
        attended = self.token_to_image(x + prompt, pixels + where, value=pixels, maps=maps)
        return self.norm(x + attended), pixels.mT.unflatten(-1, size)


def _mlp(d_model: int, d_out: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(d_model, d_model),
        nn.ReLU(),
        nn.Linear(d_model, d_model),
        nn.ReLU(),
        nn.Linear(d_model, d_out),
    )


# ── the model ─────────────────────────────────────────────────────────────────────────────────


class Neck(nn.Sequential):
    """From a ViT's patches to an image of d_model channels: appendix A, "Image encoder"."""

    def __init__(self, d_vit: int, config: SAMConfig):
        d_model = config.d_model
        super().__init__(
            nn.Conv2d(d_vit, d_model, kernel_size=1, bias=False),
            ChannelNorm(d_model, config.eps),
            nn.Conv2d(d_model, d_model, kernel_size=3, padding=1, bias=False),
            ChannelNorm(d_model, config.eps),
        )


class SAM(nn.Module):
    """From an image and a prompt to masks of what is meant.

    The image encoder is any `ViT`; the paper's is a ViT-H whose layers mostly attend within
    windows. Source: Kirillov et al. (2023), section 3 and figure 4.
    Raises: ValueError where the ViT cuts images otherwise than ``config`` says.
    """

    def __init__(self, encoder: ViT, config: SAMConfig):
        super().__init__()
        for name in ("image_size", "patch_size"):
            was, must_be = getattr(encoder.config, name), getattr(config, name)
            if was != must_be:
                raise ValueError(
                    f"encoder must have the {name} of config, {must_be}, but it is {was}"
                )
        self.config = config
        self.encoder = encoder
        self.neck = Neck(encoder.config.d_model, config)
        self.prompt_encoder = PromptEncoder(config)
        self.mask_decoder = MaskDecoder(config)

    def encode(
        self, image: Float[Tensor, "batch channels height width"]
    ) -> Float[Tensor, "batch d_model grid grid"]:
        """The heavy part, needed once an image, however many prompts follow."""
        patches = self.encoder.hidden(image)[:, 1:]  # without [CLS]
        return self.neck(patches.mT.unflatten(-1, (self.config.grid, self.config.grid)))

    def forward(
        self,
        encoded: Float[Tensor, "#batch d_model grid grid"],
        points: Float[Tensor, "batch points 2"] | None = None,
        labels: Int[Tensor, "batch points"] | None = None,
        boxes: Float[Tensor, "batch 4"] | None = None,
        mask: Float[Tensor, "batch 1 rows columns"] | None = None,
        *,
        several: bool = True,
    ) -> MaskPrediction:
        """Masks at the image's resolution. The prompt is that of `PromptEncoder`.

        Raises: ValueError as `PromptEncoder`, or where ``encoded`` is not what `encode` returns for
        one image or for as many as there are prompts.
        """
        grid = self.config.grid
        require_shape("encoded", encoded, "batch", self.config.d_model, grid, grid)
        prompt, dense = self.prompt_encoder(points, labels, boxes, mask)
        positions = self.prompt_encoder.positions.grid(self.config.grid)
        if len(encoded) not in (1, len(prompt)):
            raise ValueError(
                f"encoded must be one image, or one for each of the {len(prompt)} prompts, "
                f"but there are {len(encoded)}"
            )
        coarse = self.mask_decoder(encoded, positions, prompt, dense, several=several)
        size = (self.config.image_size, self.config.image_size)
        masks = F.interpolate(coarse.masks, size, mode="bilinear", align_corners=False)
        return MaskPrediction(masks, coarse.scores)


def mask_loss(
    prediction: MaskPrediction, target: Shaped[Tensor, "batch height width"]
) -> Float[Tensor, ""]:
    """20 · focal + dice of the best mask alone, plus the squared error of every score.

    Only the best mask is taught the answer: otherwise all would learn the mean of a prompt's
    meanings. ``target`` is 1 in the object and 0 elsewhere; scores are taught the overlap, IoU.
    Source: Kirillov et al. (2023), section 3, "Losses and training", and appendix A.
    Raises: ValueError where the target has not the size of the masks or is not from 0 to 1.
    """
    masks, scores = prediction
    require_shape("target", target, len(masks), *masks.shape[-2:])
    target = target.to(masks)
    if has_values(target) and not ((target >= 0) & (target <= 1)).all():
        raise ValueError(
            f"target must be from 0 to 1, but it is from {target.min():g} to {target.max():g}"
        )
    target = target[:, None].expand_as(masks)
    p = masks.sigmoid()
    surprise = F.binary_cross_entropy_with_logits(masks, target, reduction="none")
    focal = ((p - target).square() * surprise).mean((-2, -1))
    dice = 1 - (2 * (p * target).sum((-2, -1)) + 1) / ((p + target).sum((-2, -1)) + 1)
    said, real = masks > 0, target > 0.5
    iou = (said & real).sum((-2, -1)) / (said | real).sum((-2, -1)).clamp(min=1)
    return (20 * focal + dice).amin(dim=1).mean() + F.mse_loss(scores, iou)
