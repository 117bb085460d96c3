"""ViT's official files: the names and the layout of their weights, and their config.json."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import Tensor

from payattention.pretrained import ENCODER_SIZES, Layout, read_sizes


def vit_sizes(source: str | Path) -> dict[str, Any]:
    """The fields of a `ViTConfig` that the model's config.json gives; see `read_sizes`.

    ``hidden_dropout_prob`` is used for all dropout.
    """
    supported = {"model_type": ("vit",), "hidden_act": ("gelu",), "qkv_bias": (True,)}
    names = {
        "image_size": "image_size",
        "patch_size": "patch_size",
        "n_channels": "num_channels",
        **ENCODER_SIZES,
    }
    return read_sizes(source, supported, names)


def _converted_vit(own: str, weight: Tensor) -> Tensor:
    """Convert a weight of ViT's file to our layout; ``own`` is our name for it.

    [CLS] becomes a vector, the positions and the convolution's kernel become matrices.
    """
    flatter: dict[str, Callable[[Tensor], Tensor]] = {
        "cls": lambda w: w.flatten(),  # (d_model)
        "positions": lambda w: w.flatten(0, -2),  # (1 + patches, d_model)
        "embedding.weight": lambda w: w.flatten(1),  # (d_model, channels · size · size)
    }
    return flatter[own](weight) if own in flatter and weight.ndim > 1 else weight


VIT_LAYER = {
    "norm_1": "layernorm_before",
    "attention.W_Q": "attention.attention.query",
    "attention.W_K": "attention.attention.key",
    "attention.W_V": "attention.attention.value",
    "attention.W_O": "attention.output.dense",
    "norm_2": "layernorm_after",
    "feed_forward.W_1": "intermediate.dense",
    "feed_forward.W_2": "output.dense",
}
VIT = Layout(
    names={
        "cls": "embeddings.cls_token",
        "positions": "embeddings.position_embeddings",
        "embedding": "embeddings.patch_embeddings.projection",
        **{f"encoder.layers.{{}}.{a}": f"encoder.layer.{{}}.{b}" for a, b in VIT_LAYER.items()},
        "encoder.norm": "layernorm",
        "head": "classifier",
    },
    prefix="vit.",
    parts={"classifier.": "the classifier (n_classes=… makes a new one)", "": "the body"},
    ties={},
    unused=r"pooler\.dense\..*",  # the classifier reads [CLS] itself
    convert=_converted_vit,
)
VIT_BODY = VIT._replace(unused=rf"{VIT.unused}|classifier\..*")
