"""Official weights in our modules: GPT-2, Llama, BERT and ViT, from their authors' checkpoints.

    GPT.from_pretrained("gpt2"),                      BPE.from_pretrained("gpt2")
    Llama.from_pretrained("HuggingFaceTB/SmolLM2-135M-Instruct"), with BPE
    BERT.from_pretrained("bert-base-uncased"),        WordPiece.from_pretrained("bert-base-uncased")
    ViT.from_pretrained("google/vit-base-patch16-224"), with ImageProcessor and labels

A model is named as on the Hugging Face hub, or by a folder with the same files: see
`payattention.hub`. Here is what all models share; a `Layout` for each of them maps the name of each
of our weights to its name in the file. A weight that is missing, unknown or of another shape is an
error. Nothing in a file is executed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, UInt8
from torch import Tensor

from payattention.checkpoint import Model, load_exactly, read_json, read_weights
from payattention.cost import shapes_only
from payattention.hub import locate, locate_any

Weights = dict[str, Tensor]
Names = dict[str, str]

SAFETENSORS = ("model.safetensors", "model.safetensors.index.json")
PICKLED = ("pytorch_model.bin", "pytorch_model.bin.index.json")
ENCODER_SIZES = {
    "d_model": "hidden_size",
    "n_heads": "num_attention_heads",
    "n_layers": "num_hidden_layers",
    "d_ff": "intermediate_size",
    "eps": "layer_norm_eps",
    "dropout": "hidden_dropout_prob",
}


def unchanged(own: str, weight: Tensor) -> Tensor:
    """Return a weight of a file unchanged: the conversion of files that have our layout.

    ``own``, our name for the weight, is not used.
    """
    return weight


class Layout(NamedTuple):
    """How the files of one model, such as GPT-2, name and store its weights."""

    names: Names  # our name → the file's name; {} is the number of the layer
    prefix: str  # how the body's names begin in a file that has heads, too
    parts: Names  # how a name begins → the part of the model that it belongs to
    ties: Names  # a weight that the file may repeat → the weight that it must equal
    unused: str  # a regular expression: names that are no weights of this model
    convert: Callable[[str, Tensor], Tensor] = unchanged  # (our name, the file's weight) → ours


# ── config.json ───────────────────────────────────────────────────────────────────────────────


def read_sizes(
    source: str | Path, supported: Mapping[str, tuple[object, ...]], names: Names
) -> dict[str, Any]:
    """Read a model's sizes from its config.json, after a check that our modules can compute it.

    ``supported`` maps some settings, such as "model_type", to their supported values. A setting
    that config.json lacks passes the check. ``names`` maps our name of each size to its name in
    config.json; a size that config.json lacks is left out.
    Raises: ValueError if a setting has a value that is not supported.
    """
    file = locate(Path(source).parent if _is_file(source) else source, "config.json")
    found = read_json(file)
    for setting, values in supported.items():
        if found.get(setting, values[0]) not in values:
            wanted = f"{setting} = {' or '.join(map(str, values))}"
            raise ValueError(f"config.json must have {wanted}, but {file} has {found[setting]}")
    return {own: found[name] for own, name in names.items() if name in found}


def labels(source: str | Path) -> list[str]:
    """The names of a model's classes, from its config.json, in the order of the logits.

    ``source`` is a name on the hub or a folder.
    Raises: ValueError if config.json does not name every class.
    """
    file = locate(source, "config.json")
    names = read_json(file).get("id2label") or {}
    if not names or names.keys() != {str(i) for i in range(len(names))}:
        raise ValueError(
            f"id2label must have a name for each class, numbered from 0, but in {file} it does not"
        )
    return [names[str(i)] for i in range(len(names))]


# ── images ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class ImageProcessor:
    """Prepare images for an official ViT: resize them to a square, and normalise each channel."""

    size: int
    mean: tuple[float, ...]
    std: tuple[float, ...]
    mode: str = "bilinear"

    def __call__(
        self,
        image: Float[Tensor, "*batch channels height width"]
        | UInt8[Tensor, "*batch channels height width"],
    ) -> Float[Tensor, "batch channels size size"]:
        """Resize and normalise images, which are floats from 0 to 1 or bytes from 0 to 255.

        A single image becomes a batch of one.
        """
        x = image / 255 if image.dtype == torch.uint8 else image
        x = x if x.ndim == 4 else x[None]  # (batch, channels, height, width)
        x = F.interpolate(x, (self.size, self.size), mode=self.mode, antialias=True).clamp(0, 1)
        mean, std = (x.new_tensor(values)[:, None, None] for values in (self.mean, self.std))
        return (x - mean) / std

    @classmethod
    def from_pretrained(cls, source: str | Path) -> "ImageProcessor":
        """Read preprocessor_config.json, and return a processor with its size, mean and std.

        Raises: ValueError if the file does not ask for all three steps: resizing to a square
        (bilinear or bicubic), rescaling bytes to the range from 0 to 1, and normalising.
        """
        file = locate(source, "preprocessor_config.json")
        found = read_json(file)
        size, mode = found.get("size"), {2: "bilinear", 3: "bicubic"}.get(found.get("resample", 2))
        if isinstance(size, dict) and size.keys() == {"height", "width"}:
            size = size["height"] if size["height"] == size["width"] else None
        steps = [found.get(f"do_{step}", True) for step in ("resize", "rescale", "normalize")]
        is_unit = abs(255 * found.get("rescale_factor", 1 / 255) - 1) < 1e-6
        if not (isinstance(size, int) and mode and all(steps) and is_unit):
            wanted = "resize to a square (bilinear or bicubic), rescale 255 to 1, and normalise"
            raise ValueError(f"preprocessor_config.json must {wanted}, but {file} does not")
        return cls(size, tuple(found["image_mean"]), tuple(found["image_std"]), mode)


# ── weights ───────────────────────────────────────────────────────────────────────────────────


def load_official(
    make: Callable[[], Model],
    layout: Layout,
    source: str | Path,
    *,
    new_heads: bool = False,
    pickled: bool = False,
) -> Model:
    """Build a model by ``make``, with the weights of ``source``.

    ``source``, in `from_pretrained` ``name``, is a name on the hub, a folder, or a file of weights.
    Without ``config``, `from_pretrained` takes the sizes from config.json beside the weights. With
    ``new_heads``, all weights of a head may be missing: the head then keeps the random weights from
    ``make``. ``pickled`` also allows pytorch_model.bin, if there is no model.safetensors.
    Raises: DataError, a ValueError, if the files cannot be found or reached; ValueError, naming the
    file, if it is damaged, or if a weight is missing, unknown or of another shape.
    """
    weights, file = read_official(source, layout, pickled=pickled)
    return with_weights(make, weights, layout, file, new_heads=new_heads)


def read_official(
    source: str | Path, layout: Layout, *, pickled: bool = False
) -> tuple[Weights, Path]:
    """Read the weights of a model; return the weights by name, and the file for error messages.

    The names in the file lose the prefix of ``layout``, and gamma and beta become weight and bias.
    Weights that the model does not use are left out. ``pickled`` and errors: see `load_official`.
    """
    file = _file_of_weights(source, pickled)
    weights: Weights = {}
    stored = _shards(source, file) if file.suffix == ".json" else read_weights(file)
    for name, weight in stored.items():
        short = re.sub(r"\.gamma$", ".weight", name.removeprefix(layout.prefix))
        short = re.sub(r"\.beta$", ".bias", short)  # gamma and beta are in the oldest files
        if short in weights:
            raise ValueError(f"weights must have different names, but {file} has {short} twice")
        if not re.fullmatch(layout.unused, short):
            weights[short] = weight
    return weights, file


def with_weights(
    make: Callable[[], Model],
    weights: Weights,
    layout: Layout,
    file: Path,
    *,
    new_heads: bool = False,
) -> Model:
    """Build a model by ``make``, and load ``weights``, which `read_official` read from ``file``.

    ``new_heads`` and errors: see `load_official`.
    """
    if new_heads:
        model = make()
    else:  # all weights come from the file; drawing 100 million first would take a minute
        with shapes_only():
            model = make()
        model = model.to_empty(device="cpu")
    weights = _without_copies(weights, layout, file)
    initial = model.state_dict()
    wanted = {own: _name_in_file(own, layout.names) for own in initial}
    new, lost = _missing({*wanted.values()}, weights, layout, new_heads)
    what = f"file must hold the weights of this {type(model).__name__}, but {file}"
    if lost:
        raise ValueError(f"{what} lacks {'; '.join(lost)}")
    if unknown := weights.keys() - {*wanted.values()}:
        raise ValueError(f"{what} has unknown {_several(unknown)}")
    ours = {
        own: initial[own] if name in new else layout.convert(own, weights[name])
        for own, name in wanted.items()
    }
    return load_exactly(model, ours, file)


def _is_file(source: str | Path) -> bool:
    return Path(source).suffix in (".safetensors", ".bin", ".pt", ".pth")


def _file_of_weights(source: str | Path, pickled: bool) -> Path:
    if _is_file(source):
        return Path(source)
    if found := locate_any(source, *SAFETENSORS):
        return found
    file = locate(source, *SAFETENSORS[:1], *PICKLED)
    if not pickled:
        how = "pass pickled=True to read it; no code in it is executed"
        raise ValueError(f"weights must be safetensors, but {file} is a pickle: {how}")
    return file


def _shards(source: str | Path, index: Path) -> Weights:
    """Read a model's weights from several files; ``index`` lists the file of each weight.

    Raises: ValueError if a weight is not in its file, or a file holds a weight that is not listed.
    """
    where = read_json(index).get("weight_map") or {}
    weights: Weights = {}
    for shard in sorted(set(where.values())):
        part = read_weights(locate(source, shard))
        if odd := part.keys() ^ {name for name in where if where[name] == shard}:
            raise ValueError(
                f"{shard} must hold exactly the weights that {index} lists for it, but {min(odd)} "
                "is in only one of the two files"
            )
        weights |= part
    return weights


def _without_copies(weights: Weights, layout: Layout, file: Path) -> Weights:
    """Return the weights without those that repeat another one, according to ``layout.ties``.

    If only the copy is in the file, it takes the place of the original.
    Raises: ValueError if a copy differs from its original.
    """
    weights = dict(weights)
    for copy, original in layout.ties.items():
        if copy in weights:
            repeated = weights.pop(copy)
            if not torch.equal(repeated, weights.setdefault(original, repeated)):
                raise ValueError(f"{copy} must equal {original}, but in {file} they differ")
    return weights


def _missing(
    names: set[str], weights: Weights, layout: Layout, new_heads: bool
) -> tuple[set[str], list[str]]:
    """Return which weights are to be new, and what is missing of each other part of the model."""
    new: set[str] = set()
    lost = []
    for beginning, part in _by_part(names, layout).items():
        missing = part - weights.keys()
        if missing == part and beginning and new_heads:
            new |= part
        elif missing:
            of = "" if missing == part else "of "
            lost.append(f"{_several(missing)}, {of}{layout.parts[beginning]}")
    return new, lost


def _name_in_file(own: str, names: Names) -> str:
    """What a file calls the weight that we call ``own``, according to the table ``names``."""
    layer = re.search(r"(?<=layers\.)\d+", own)
    general = own.replace(f"layers.{layer[0]}.", "layers.{}.", 1) if layer else own
    module, _, kind = general.rpartition(".")
    name = names[general] if general in names else f"{names[module]}.{kind}"
    return name.format(layer[0]) if layer else name


def _by_part(names: set[str], layout: Layout) -> dict[str, set[str]]:
    """Group weights' names by the prefix of the part of the model to which they belong.

    ``layout.parts`` holds the prefixes. Names with none of them have the prefix "".
    """
    parts: dict[str, set[str]] = {}
    for beginning in layout.parts:
        parts[beginning] = {name for name in names if name.startswith(beginning)}
        names = names - parts[beginning]
    return {beginning: names for beginning, names in parts.items() if names}


def _several(names: set[str]) -> str:
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{min(names)}{more}"
