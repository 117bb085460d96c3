"""ViT: an image is a sequence of patches, read by the Transformer's encoder.

    patches             cut an image into squares, each a token
    ViT                 patches, [CLS], positions, encoder, one label
    resized_positions   learned positions, interpolated to a finer or coarser grid of patches
    rollout             how much each patch contributes to each output, through all layers

Source: Dosovitskiy et al. (2021).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from payattention._initial_weights import draw_vit
from payattention._vit_weights import VIT, VIT_BODY, vit_sizes
from payattention.config import StackConfig
from payattention.maps import Weights
from payattention.pretrained import read_official, with_weights
from payattention.require import require_multiple, require_shape
from payattention.transformer import Encoder


@dataclass(frozen=True, kw_only=True)
class ViTConfig(StackConfig):
    """The sizes of a ViT for square images, ``image_size`` pixels wide; pre-norm by default.

    The default of ``eps`` is that of the authors' code and of timm. transformers has 1e-12 for the
    same weights, so `ViT.from_pretrained` reads ``eps`` from config.json.
    Raises: ValueError as `StackConfig`, or if image_size is no multiple of patch_size.
    """

    image_size: int
    patch_size: int
    n_classes: int
    n_channels: int = 3
    eps: float = 1e-6

    def __post_init__(self) -> None:
        super().__post_init__()
        require_multiple(self.patch_size, image_size=self.image_size)

    @property
    def n_patches(self) -> int:
        """The number of patches of one image."""
        return (self.image_size // self.patch_size) ** 2

    @classmethod
    def base_16(cls) -> "ViTConfig":
        """The sizes of ViT-Base, 86 M parameters, with patches of 16 × 16 pixels.

        Source: Dosovitskiy et al. (2021), table 1.
        """
        return cls._of(768, 12, 12, patch_size=16)

    @classmethod
    def large_16(cls) -> "ViTConfig":
        """The sizes of ViT-Large, 304 M parameters, with patches of 16 × 16 pixels.

        Source: Dosovitskiy et al. (2021), table 1. There, the number of parameters is 307 M.
        """
        return cls._of(1024, 16, 24, patch_size=16)

    @classmethod
    def huge_14(cls) -> "ViTConfig":
        """The sizes of ViT-Huge, 632 M parameters, with patches of 14 × 14 pixels."""
        return cls._of(1280, 16, 32, patch_size=14)

    @classmethod
    def _of(cls, d_model: int, n_heads: int, n_layers: int, *, patch_size: int) -> "ViTConfig":
        return cls(
            d_model=d_model,
            n_heads=n_heads,
            d_ff=4 * d_model,
            n_layers=n_layers,
            image_size=224,
            patch_size=patch_size,
            n_classes=1000,
        )


def patches(
    image: Float[Tensor, "batch channels height width"], patch_size: int
) -> Float[Tensor, "batch patches pixels"]:
    """Cut the image into squares, row by row, and make one vector of each square.

    A square has ``patch_size`` × ``patch_size`` pixels. In its vector, the order is channels, rows,
    columns, as in a convolution's kernel.
    Source: Dosovitskiy et al. (2021), section 3.1.
    """
    x = image.unflatten(-1, (-1, patch_size))  # (batch, channels, height, columns, p)
    x = x.unflatten(-3, (-1, patch_size))  # (batch, channels, rows, p, columns, p)
    x = x.permute(0, 2, 4, 1, 3, 5)  # (batch, rows, columns, channels, p, p)
    return x.flatten(3).flatten(1, 2)  # (batch, patches, pixels)


class ViT(nn.Module):
    """Classify an image by the output vector of an extra token, [CLS].

        z_0 = [x_class; x_1 E; …; x_N E] + E_pos,  z_l = layer(z_{l−1}),  y = LN(z_L⁰)

    A linear layer computes the logits from y, as in the paper's fine-tuning; for pre-training, the
    paper adds a hidden layer. GELU is computed exactly, as in timm; the authors' code uses the tanh
    approximation.
    Source: Dosovitskiy et al. (2021), section 3.1, equations 1 to 4.
    """

    def __init__(self, config: ViTConfig):
        super().__init__()
        self.config = config
        pixels = config.n_channels * config.patch_size**2
        self.embedding = nn.Linear(pixels, config.d_model)
        self.cls = nn.Parameter(torch.zeros(config.d_model))
        self.positions = nn.Parameter(torch.empty(1 + config.n_patches, config.d_model))
        self.encoder = Encoder(config, F.gelu)
        self.dropout = nn.Dropout(config.dropout)
        self.head = nn.Linear(config.d_model, config.n_classes)
        draw_vit(self)

    @classmethod
    def from_pretrained(
        cls,
        name: str | Path,
        config: ViTConfig | None = None,
        *,
        n_classes: int | None = None,
        pickled: bool = False,
    ) -> "ViT":
        """Load a ViT with official weights; for arguments and errors, see `load_official`.

        Without ``config``, the sizes are those of config.json beside the weights. With
        ``n_classes``, the file's classifier is replaced by a new one for that many classes. Its
        weights are random, as in a new `ViT`; Dosovitskiy et al. (2021), section 3.2, begin at 0.
        """
        new_head = n_classes is not None
        config = config or replace(ViTConfig.base_16(), **vit_sizes(name))
        layout = VIT_BODY if new_head else VIT
        weights, file = read_official(name, layout, pickled=pickled)
        if n_classes is None:
            n_classes = len(weights.get("classifier.weight", range(config.n_classes)))
        make = partial(cls, replace(config, n_classes=n_classes))
        return with_weights(make, weights, layout, file, new_heads=new_head)

    def forward(
        self,
        image: Float[Tensor, "batch channels height width"],
    ) -> Float[Tensor, "batch classes"]:
        """The logits of the classes, from the output of [CLS].

        Raises: ValueError if the image does not have the configured channels and size.
        """
        return self.head(self.hidden(image)[:, 0])

    def hidden(
        self, image: Float[Tensor, "batch channels height width"]
    ) -> Float[Tensor, "batch tokens d_model"]:
        """Return the encoder's output vectors: [CLS] is token 0, then the patches row by row."""
        size = self.config.image_size
        require_shape("image", image, "batch", self.config.n_channels, size, size)
        x = self._embed_patches(image)  # (batch, patches, d_model)
        cls = self.cls.expand(x.shape[0], 1, -1)  # (batch, 1, d_model)
        x = torch.cat([cls, x], dim=1) + self.positions  # (batch, 1 + patches, d_model)
        return self.encoder(self.dropout(x))

    def _embed_patches(self, image: Tensor) -> Float[Tensor, "batch patches d_model"]:
        """Compute ``embedding(patches(image))`` as a convolution whose stride is the patch size.

        So training does not store a second copy of the image.
        """
        size = self.config.patch_size
        kernel = self.embedding.weight.unflatten(1, (-1, size, size))  # (d_model, channels, p, p)
        x = F.conv2d(image, kernel, self.embedding.bias, stride=size)  # (batch, d_model, rows, …)
        return x.flatten(2).transpose(1, 2)  # (batch, patches, d_model)

    def at(self, image_size: int) -> "ViT":
        """A copy of this model for images of ``image_size`` pixels, with interpolated positions."""
        other = ViT(replace(self.config, image_size=image_size)).to(self.positions)
        weights = self.state_dict()
        grid = image_size // self.config.patch_size
        weights["positions"] = resized_positions(weights["positions"], grid)
        other.load_state_dict(weights)
        return other.train(self.training)


def resized_positions(
    positions: Float[Tensor, "tokens d_model"], grid: int
) -> Float[Tensor, "new_tokens d_model"]:
    """Interpolate the learned positions to a grid of ``grid`` × ``grid`` patches.

    [CLS], which has no place in the image, keeps its own vector. The interpolation is bicubic, as
    in transformers. timm's is bicubic with antialiasing; the authors' code has a bilinear one.
    Source: Dosovitskiy et al. (2021), section 3.2.
    """
    old = math.isqrt(len(positions) - 1)
    x = positions[1:].unflatten(0, (old, old))  # (old, old, d_model)
    x = x.permute(2, 0, 1)[None]  # (1, d_model, old, old)
    x = F.interpolate(x, (grid, grid), mode="bicubic")  # (1, d_model, grid, grid)
    x = x[0].flatten(1).T  # (grid², d_model)
    return torch.cat([positions[:1], x])  # (1 + grid², d_model)


def rollout(maps: Sequence[Weights]) -> Float[Tensor, "*batch tokens tokens"]:
    """Estimate how much each input token contributes to each output token, from attention weights.

        R = Ā_L ⋯ Ā_1,  Ā_l = (mean over heads of A_l + I) / 2

    The estimate treats each layer as an average of tokens: half of it by the attention weights A_l,
    the other half, I, by the residual connection. ``maps`` holds A_1, …, A_L, as in
    ``attention_maps(model).self_attention``. Row i of R belongs to output token i and sums to 1;
    row 0 belongs to [CLS].
    Source: Abnar and Zuidema (2020), section 3, "attention rollout".
    """
    total = identity = torch.eye(maps[0].shape[-1]).to(maps[0])
    for weights in maps:
        layer = (weights.mean(dim=-3) + identity) / 2  # (…, tokens, tokens)
        total = layer @ total
    return total
