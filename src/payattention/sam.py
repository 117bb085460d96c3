"""SAM: segment what a point, a box or a rough mask points at.

    ViT, Neck      the image encoder runs once for each image; its output serves all prompts
    PromptEncoder  turns points and boxes into tokens, and a mask into vectors that are added to
                   the encoded image
    TwoWayLayer    a layer of the mask decoder: tokens attend to the image, the image to the tokens
    MaskDecoder    predicts several masks, each with a score, because a prompt may be ambiguous
    SAM            the whole model

Coordinates are pixels of the image, (x, y), from the top left. Images are square and already
normalised; Meta's code (github.com/facebookresearch/segment-anything) also scales and pads them.
Source: Kirillov et al. (2023), section 3 and appendix A.
"""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn

from payattention._prompts import FOREGROUND as FOREGROUND
from payattention._prompts import ChannelNorm, Image, PromptEncoder, SAMConfig
from payattention._prompts import FourierPositions as FourierPositions
from payattention.attention import MultiHeadAttention
from payattention.require import require_in_range, require_shape
from payattention.transformer import FeedForward
from payattention.vit import ViT

TokenVectors = Float[Tensor, "#batch tokens d_model"]
PixelVectors = Float[Tensor, "#batch pixels d_model"]


class MaskPrediction(NamedTuple):
    """The predicted masks for each prompt, and a score for each mask."""

    masks: Float[Tensor, "batch masks height width"]  # logits: above 0 is in the object
    scores: Float[Tensor, "batch masks"]  # each mask's overlap (IoU) with the object, as predicted


# ── two-way attention ─────────────────────────────────────────────────────────────────────────


class TwoWayLayer(nn.Module):
    """Tokens attend to each other, then to the image; then the image attends to the tokens.

    Before the image attends to the tokens, a feed-forward network transforms the tokens. To compute
    queries and keys, every layer adds ``prompt``, the tokens before the first layer, to the tokens,
    and the position vectors to the image's pixels. So later layers still know the prompt and the
    positions. As in Meta's code, self-attention in the first layer does not add ``prompt`` and has
    no residual connection.
    Source: Kirillov et al. (2023), appendix A, "Lightweight mask decoder", figure 14.
    """

    def __init__(self, config: SAMConfig):
        super().__init__()
        self.attention = MultiHeadAttention(config.d_model, config.n_heads)
        self.token_to_image = _narrow_attention(config)
        self.image_to_token = _narrow_attention(config)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.norm_1, self.norm_2, self.norm_3, self.norm_4 = (
            nn.LayerNorm(config.d_model, config.eps) for _ in range(4)
        )
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: TokenVectors,
        image: PixelVectors,
        prompt: TokenVectors,
        positions: PixelVectors,
        *,
        is_first: bool = False,
    ) -> tuple[TokenVectors, PixelVectors]:
        """Apply the layer to the tokens ``x`` and the encoded ``image``; return both.

        ``prompt`` is added to the queries and keys of the tokens, ``positions`` to those of the
        image. ``is_first`` is for the first layer, where ``x`` is the prompt itself:
        self-attention then adds no prompt and has no residual connection.
        """
        drop, there = self.dropout, image + positions
        if is_first:
            x = self.norm_1(drop(self.attention(x)))
        else:
            here = x + prompt
            x = self.norm_1(x + drop(self.attention(here, here, value=x)))
        x = self.norm_2(x + drop(self.token_to_image(x + prompt, there, value=image)))
        x = self.norm_3(x + drop(self.feed_forward(x)))
        image = self.norm_4(image + drop(self.image_to_token(there, x + prompt, value=x)))
        return x, image


def _narrow_attention(config: SAMConfig) -> MultiHeadAttention:
    d_head = config.d_model // config.n_heads // 2
    return MultiHeadAttention(config.d_model, config.n_heads, d_k=d_head, d_v=d_head)


class MaskDecoder(nn.Module):
    """Predict masks and their scores from the encoded image and the prompt's tokens.

    Each mask has a token of its own. A network with two hidden layers turns the token's output into
    a vector, and the dot products of this vector with the pixels' vectors are the mask. One more
    token gives the scores of all masks.
    Source: Kirillov et al. (2023), section 3, and appendix A, "Lightweight mask decoder".
    """

    def __init__(self, config: SAMConfig):
        super().__init__()
        d_model, n_tokens = config.d_model, config.n_masks + 1
        self.score_token = nn.Parameter(torch.randn(1, d_model))
        self.mask_tokens = nn.Parameter(torch.randn(n_tokens, d_model))
        self.layers = nn.ModuleList(TwoWayLayer(config) for _ in range(config.n_layers))
        self.token_to_image = _narrow_attention(config)
        self.dropout = nn.Dropout(config.dropout)
        self.norm = nn.LayerNorm(d_model, config.eps)
        self.upscale = nn.Sequential(
            nn.ConvTranspose2d(d_model, d_model // 4, kernel_size=2, stride=2),
            ChannelNorm(d_model // 4),
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
    ) -> MaskPrediction:
        """Predict masks and their scores, from the encoded ``image`` and prompts.

        ``positions`` holds the position vectors of the encoded image's pixels. ``prompt`` holds
        the tokens of points and boxes. ``dense``, which comes from the prompt's mask, is added to
        the image. A single image may be combined with a batch of prompts.

        If ``several`` is true, all masks except the first are returned: use this for an ambiguous
        prompt. Otherwise, only the first mask is returned: use this if the prompt clearly selects
        one object, for example by many points.
        """
        x, pixels = self.two_way(image + dense, positions, self.tokens(prompt))
        pixels = self.upscale(pixels)  # (batch, d_model / 8, 4 · height, 4 · width)
        mask_tokens = x[:, 1 : 1 + len(self.classifiers)].unbind(1)  # (batch, d) each
        pairs = zip(self.classifiers, mask_tokens, strict=True)
        classifiers = torch.stack([classify(token) for classify, token in pairs], dim=1)
        masks = torch.einsum("bmd,bdhw->bmhw", classifiers, pixels)
        chosen = slice(1, None) if several else slice(0, 1)
        return MaskPrediction(masks[:, chosen], self.score(x[:, 0])[:, chosen])

    def tokens(self, prompt: Float[Tensor, "batch prompts d_model"]) -> TokenVectors:
        """Put the token of the scores and those of the masks before the tokens of the prompt."""
        own = torch.cat([self.score_token, self.mask_tokens]).expand(prompt.shape[0], -1, -1)
        return torch.cat([own, prompt], dim=1)

    def two_way(
        self,
        image: Image,
        positions: Float[Tensor, "d_model height width"],
        prompt: TokenVectors,
    ) -> tuple[TokenVectors, Image]:
        """Return the tokens ``prompt`` and the image, after they have attended to each other."""
        pixels = image.flatten(2).transpose(1, 2)  # (batch, pixels, d_model)
        where = positions.flatten(1).T[None]  # (1, pixels, d_model)
        x = prompt
        for i, layer in enumerate(self.layers):
            x, pixels = layer(x, pixels, prompt, where, is_first=i == 0)
        attended = self.token_to_image(x + prompt, pixels + where, value=pixels)
        pixels = pixels.transpose(1, 2).unflatten(-1, image.shape[-2:])  # (batch, d_model, h, w)
        return self.norm(x + self.dropout(attended)), pixels


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
    """Convolutions from a ViT's width to d_model channels.

    Source: Kirillov et al. (2023), appendix A, "Image encoder".
    """

    def __init__(self, d_vit: int, config: SAMConfig):
        d_model = config.d_model
        super().__init__(
            nn.Conv2d(d_vit, d_model, kernel_size=1, bias=False),
            ChannelNorm(d_model),
            nn.Conv2d(d_model, d_model, kernel_size=3, padding=1, bias=False),
            ChannelNorm(d_model),
        )


class SAM(nn.Module):
    """Segment Anything: from an image and a prompt to masks of the object that the prompt means.

    The image encoder is any `ViT`; its output vector for [CLS] is not used. Meta's image encoder is
    a ViT-H without [CLS] and without the last LayerNorm. The attention in Meta's encoder also uses
    relative positions, and in 28 of the 32 layers it stays within windows of 14 × 14 patches.
    Source: Kirillov et al. (2023), section 3, figure 4 and appendix A.
    Raises: ValueError if the ViT's image_size or patch_size is not that of ``config``.
    """

    def __init__(self, encoder: ViT, config: SAMConfig):
        super().__init__()
        for name in ("image_size", "patch_size"):
            was, must_be = getattr(encoder.config, name), getattr(config, name)
            if was != must_be:
                raise ValueError(
                    f"encoder must have the {name} of config, {must_be}, but has {was}"
                )
        self.config = config
        self.encoder = encoder
        self.neck = Neck(encoder.config.d_model, config)
        self.prompt_encoder = PromptEncoder(config)
        self.mask_decoder = MaskDecoder(config)

    def encode(
        self, image: Float[Tensor, "batch channels height width"]
    ) -> Float[Tensor, "batch d_model grid grid"]:
        """Encode an image, which is expensive. One encoded image serves any number of prompts."""
        x = self.encoder.hidden(image)[:, 1:].transpose(1, 2)  # (batch, d_vit, grid²), no [CLS]
        return self.neck(x.unflatten(-1, (self.config.grid, self.config.grid)))

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
        """Predict masks at the image's resolution, as logits, and their scores.

        ``encoded`` is the output of `encode`, for one image or for one image per prompt. The prompt
        is as in `PromptEncoder.forward`, ``several`` as in `MaskDecoder.forward`.
        Raises: ValueError as `PromptEncoder.forward`.
        """
        prompt, dense = self.prompt_encoder(points, labels, boxes, mask)
        positions = self.prompt_encoder.positions.grid(self.config.grid)
        coarse = self.mask_decoder(encoded, positions, prompt, dense, several=several)
        size = (self.config.image_size, self.config.image_size)
        masks = F.interpolate(coarse.masks, size, mode="bilinear", align_corners=False)
        return MaskPrediction(masks, coarse.scores)


def mask_loss(
    prediction: MaskPrediction, target: Shaped[Tensor, "batch height width"]
) -> Float[Tensor, ""]:
    """The loss of SAM: 20 · focal + dice of the best mask, plus the squared error of all scores.

    The target is 1 in the object and 0 elsewhere. The best mask of a prompt is the one with the
    smallest loss. Only this mask is trained: otherwise all masks would become the same compromise
    between the prompt's meanings. Every score is trained to be the overlap (IoU) of its mask with
    the target. The focal loss has γ = 2 and no α; dice has 1 added to numerator and denominator.
    The paper does not give these details, and Meta published no training code.
    Source: Kirillov et al. (2023), section 3, "Losses and training", and appendix A.
    Raises: ValueError if the target's size is not that of the masks, or a number in the target is
    not from 0 to 1.
    """
    masks, scores = prediction
    require_shape("target", target, masks.shape[0], *masks.shape[-2:])
    require_in_range("target", target, 0, 1)
    target = target.to(masks)[:, None].expand_as(masks)  # (batch, masks, h, w)
    p = masks.sigmoid()
    surprise = F.binary_cross_entropy_with_logits(masks, target, reduction="none")
    focal = ((p - target).square() * surprise).mean((-2, -1))
    dice = 1 - (2 * (p * target).sum((-2, -1)) + 1) / ((p + target).sum((-2, -1)) + 1)
    predicted, real = masks > 0, target > 0.5
    iou = (predicted & real).sum((-2, -1)) / (predicted | real).sum((-2, -1)).clamp(min=1)
    return (20 * focal + dice).amin(dim=1).mean() + F.mse_loss(scores, iou)
