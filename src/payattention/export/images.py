"""ONNX graphs of the models that read images.

``digits.onnx`` reads digits, and returns its attention, too. ``promptable-image.onnx`` encodes an
image, and ``promptable-click.onnx`` predicts masks for one click on it.
"""

from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor, nn

from payattention.export.graph import DYNAMIC, write
from payattention.maps import attention_maps
from payattention.sam import FOREGROUND, SAM
from payattention.vit import ViT, rollout

DIGITS = "digits.onnx"
PROMPTABLE = ("promptable-image.onnx", "promptable-click.onnx")


class Looks(nn.Module):
    """A ViT that returns its logits and what it attends to.

    For each image it returns the logits, how much of each patch reaches [CLS] by attention rollout,
    and the weights with which [CLS] attends to each token, in each layer and head.
    """

    def __init__(self, model: ViT):
        super().__init__()
        self.model = model

    def forward(
        self, image: Float[Tensor, "batch channels height width"]
    ) -> tuple[
        Float[Tensor, "batch classes"],
        Float[Tensor, "batch patches"],
        Float[Tensor, "batch layers heads tokens"],
    ]:
        with attention_maps(self.model) as maps:
            logits = self.model(image)
        layers = maps.self_attention
        heads = torch.stack([weights[:, :, 0] for weights in layers], dim=1)
        return logits, rollout(layers)[:, 0, 1:], heads


class Encode(nn.Module):
    """A module that runs only the image encoder of a SAM."""

    def __init__(self, model: SAM):
        super().__init__()
        self.model = model

    def forward(
        self, image: Float[Tensor, "1 channels height width"]
    ) -> Float[Tensor, "1 d_model grid grid"]:
        return self.model.encode(image)


class Click(nn.Module):
    """A module that receives an encoded image and one click, and returns a SAM's masks and scores.

    The masks are logits; there is one score for each mask.
    """

    def __init__(self, model: SAM):
        super().__init__()
        self.model = model

    def forward(
        self, encoded: Float[Tensor, "1 d_model grid grid"], click: Float[Tensor, "1 1 2"]
    ) -> tuple[Float[Tensor, "1 masks height width"], Float[Tensor, "1 masks"]]:
        label = torch.full((1, 1), FOREGROUND)
        masks, scores = self.model(encoded, click, label)
        return masks, scores


def export_reader(model: ViT, folder: Path) -> Path:
    """Write a ViT as an ONNX graph, for any number of images at once; return the file's path."""
    config, file = model.config, folder / DIGITS
    image = torch.zeros(2, config.n_channels, config.image_size, config.image_size)
    write(
        Looks(model),
        file,
        {"image": (image, {0: DYNAMIC})},
        "logits rollout heads",
    )
    return file


def export_segmenter(model: SAM, folder: Path) -> tuple[Path, Path]:
    """Write a SAM as two ONNX graphs, and return the paths of the two files.

    The first graph encodes an image. The second predicts masks for a click on the encoded image.
    """
    size, config = model.config.image_size, model.encoder.config
    image = torch.zeros(1, config.n_channels, size, size)
    with torch.no_grad():
        encoded = model.encode(image)
    of_image, of_click = (folder / name for name in PROMPTABLE)
    write(Encode(model), of_image, {"image": (image, None)}, "encoded")
    click = torch.zeros(1, 1, 2)
    write(
        Click(model), of_click, {"encoded": (encoded, None), "click": (click, None)}, "masks scores"
    )
    return of_image, of_click
