"""Official weights in our modules: GPT-2, BERT and ViT as their authors' checkpoints hold them.

    GPT.from_pretrained("gpt2"),                      BPE.from_pretrained("gpt2")
    BERT.from_pretrained("bert-base-uncased"),        WordPiece.from_pretrained("bert-base-uncased")
    ViT.from_pretrained("google/vit-base-patch16-224"), with ImageProcessor and labels

A model is named as on the Hugging Face hub, or by a folder with the same files: see
`payattention.hub`. The tables below map the name of each of our weights to its name in the file. A
weight that is missing, unknown or of another shape is an error. Nothing in a file is executed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, UInt8
from torch import Tensor

from payattention.bert import BERT, BERTConfig, BERTForPretraining
from payattention.checkpoint import Model, load_exactly, read_json, read_weights
from payattention.cost import shapes_only
from payattention.gpt import GPT, GPTConfig
from payattention.hub import locate, locate_any
from payattention.vit import ViT, ViTConfig

Weights = dict[str, Tensor]
Names = dict[str, str]


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


# ── GPT-2 ─────────────────────────────────────────────────────────────────────────────────────


def load_gpt2(source: str | Path, config: GPTConfig | None = None, *, pickled: bool = False) -> GPT:
    """GPT-2 with the weights of ``source``: a name on the hub, a folder, or a file of weights.

    Without ``config``, the sizes are those of config.json beside the weights; its ``resid_pdrop``
    is used for all dropout. ``pickled`` also allows pytorch_model.bin, if there is no
    model.safetensors.
    Raises: DataError, a ValueError, if the files cannot be found or reached; ValueError, naming the
    file, if it is damaged, if a weight is missing, unknown or of another shape, or if config.json
    describes another kind of model.
    """
    config = config or _gpt2_config(source)
    weights, file = _read(source, GPT2, pickled)
    return _with_weights(partial(GPT, config), weights, GPT2, file)


def _converted_gpt2(own: str, weight: Tensor) -> Tensor:
    """Convert a weight of GPT-2's file to our layout; ``own`` is our name for it.

    GPT-2's layers compute x W, ours x Wᵀ. GPT-2's weight c_attn holds W_Q, W_K and W_V side by
    side; the one that ``own`` names is returned.
    """
    if weight.ndim == 2 and ".W_" in own:
        weight = weight.T
    which = re.search(r"\.W_([QKV])\.", own)
    return weight.tensor_split(3)["QKV".index(which[1])] if which and weight.ndim else weight


GPT2 = Layout(
    names={
        "embedding": "wte",
        "positions": "wpe",
        "stack.layers.{}.norm_1": "h.{}.ln_1",
        "stack.layers.{}.attention.W_Q": "h.{}.attn.c_attn",
        "stack.layers.{}.attention.W_K": "h.{}.attn.c_attn",
        "stack.layers.{}.attention.W_V": "h.{}.attn.c_attn",
        "stack.layers.{}.attention.W_O": "h.{}.attn.c_proj",
        "stack.layers.{}.norm_2": "h.{}.ln_2",
        "stack.layers.{}.feed_forward.W_1": "h.{}.mlp.c_fc",
        "stack.layers.{}.feed_forward.W_2": "h.{}.mlp.c_proj",
        "stack.norm": "ln_f",
    },
    prefix="transformer.",
    parts={"": "the body"},
    ties={"lm_head.weight": "wte.weight"},
    unused=r"h\.\d+\.attn\.(masked_)?bias",  # the causal mask
    convert=_converted_gpt2,
)


def _gpt2_config(source: str | Path) -> GPTConfig:
    found = _config(
        source,
        model_type=("gpt2",),
        activation_function=("gelu_new", "gelu_pytorch_tanh"),
        scale_attn_weights=(True,),
        scale_attn_by_inverse_layer_idx=(False,),
        add_cross_attention=(False,),
    )
    sizes = _sizes(
        found,
        vocab_size="vocab_size",
        max_len="n_positions",
        d_model="n_embd",
        n_heads="n_head",
        n_layers="n_layer",
        eps="layer_norm_epsilon",
        dropout="resid_pdrop",
    )
    config = replace(GPTConfig.gpt2(), **sizes)
    return replace(config, d_ff=found.get("n_inner") or 4 * config.d_model)


# ── BERT ──────────────────────────────────────────────────────────────────────────────────────


def load_bert(
    source: str | Path,
    config: BERTConfig | None = None,
    *,
    new_heads: bool = False,
    pickled: bool = False,
) -> BERTForPretraining:
    """BERT and its two heads with the weights of ``source``.

    One head predicts masked tokens, the other whether the second text follows the first. If the
    file has no weights for a head or for the pooler, a ValueError is raised. With ``new_heads``,
    that part gets new, random weights instead.

    ``source``, ``config`` and ``pickled`` mean the same as in `load_gpt2`, and the same errors are
    raised. Without ``config``, all dropout is the ``hidden_dropout_prob`` of config.json.
    """
    make = partial(BERTForPretraining, config or _bert_config(source))
    weights, file = _read(source, BERT_AND_HEADS, pickled)
    return _with_weights(make, weights, BERT_AND_HEADS, file, new_heads=new_heads)


def load_bert_body(
    source: str | Path,
    config: BERTConfig | None = None,
    *,
    new_heads: bool = False,
    pickled: bool = False,
) -> BERT:
    """BERT without its two heads: the heads' weights in the file, ``cls.*``, are ignored.

    If the file has no weights for the pooler, the layer that reads the vector of [CLS], a
    ValueError is raised. With ``new_heads``, the pooler gets new, random weights instead. The other
    arguments mean the same as in `load_bert`, and the same errors are raised.
    """
    make = partial(BERT, config or _bert_config(source))
    weights, file = _read(source, BERT_BODY, pickled)
    return _with_weights(make, weights, BERT_BODY, file, new_heads=new_heads)


BERT_LAYER = {
    "attention.W_Q": "attention.self.query",
    "attention.W_K": "attention.self.key",
    "attention.W_V": "attention.self.value",
    "attention.W_O": "attention.output.dense",
    "norm_1": "attention.output.LayerNorm",
    "feed_forward.W_1": "intermediate.dense",
    "feed_forward.W_2": "output.dense",
    "norm_2": "output.LayerNorm",
}
BERT_BODY = Layout(
    names={
        "embedding": "embeddings.word_embeddings",
        "positions": "embeddings.position_embeddings",
        "segments": "embeddings.token_type_embeddings",
        "norm": "embeddings.LayerNorm",
        **{f"encoder.layers.{{}}.{a}": f"encoder.layer.{{}}.{b}" for a, b in BERT_LAYER.items()},
        "pooler": "pooler.dense",
    },
    prefix="bert.",
    parts={
        "pooler.": "the pooler (new_heads=True makes a new one)",
        "cls.predictions.": "the MLM head (new_heads=True makes a new one)",
        "cls.seq_relationship.": "the NSP head (new_heads=True makes a new one)",
        "": "the body",
    },
    ties={},
    unused=r"embeddings\.position_ids|cls\..*",
)
BERT_AND_HEADS = BERT_BODY._replace(
    names={f"bert.{own}": name for own, name in BERT_BODY.names.items()}
    | {
        "transform": "cls.predictions.transform.dense",
        "norm": "cls.predictions.transform.LayerNorm",
        "bias": "cls.predictions.bias",
        "nsp": "cls.seq_relationship",
    },
    ties={
        "cls.predictions.decoder.weight": "embeddings.word_embeddings.weight",
        "cls.predictions.decoder.bias": "cls.predictions.bias",
    },
    unused=r"embeddings\.position_ids",
)


def _bert_config(source: str | Path) -> BERTConfig:
    found = _config(
        source,
        model_type=("bert",),
        hidden_act=("gelu",),
        position_embedding_type=("absolute",),
        is_decoder=(False,),
    )
    sizes = _sizes(
        found,
        vocab_size="vocab_size",
        max_len="max_position_embeddings",
        n_segments="type_vocab_size",
        **ENCODER_SIZES,
    )
    return replace(BERTConfig.base(), **sizes)


# ── ViT ───────────────────────────────────────────────────────────────────────────────────────


def load_vit(
    source: str | Path,
    config: ViTConfig | None = None,
    *,
    n_classes: int | None = None,
    pickled: bool = False,
) -> ViT:
    """ViT with the weights of ``source``.

    With ``n_classes``, the file's classifier is replaced by a new one for that many classes. Its
    weights are random, as in a new `ViT`; in Dosovitskiy et al. (2021), section 3.2, they are 0.

    ``source``, ``config`` and ``pickled`` mean the same as in `load_gpt2`, and the same errors are
    raised. Without ``config``, all dropout is the ``hidden_dropout_prob`` of config.json.
    """
    config = config or _vit_config(source)
    weights, file = _read(source, VIT, pickled)
    if n_classes is not None:
        weights = {name: w for name, w in weights.items() if not name.startswith("classifier.")}
        config = replace(config, n_classes=n_classes)
    elif "classifier.weight" in weights:
        config = replace(config, n_classes=len(weights["classifier.weight"]))
    return _with_weights(partial(ViT, config), weights, VIT, file, new_heads=n_classes is not None)


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


def _vit_config(source: str | Path) -> ViTConfig:
    found = _config(source, model_type=("vit",), hidden_act=("gelu",), qkv_bias=(True,))
    sizes = _sizes(
        found,
        image_size="image_size",
        patch_size="patch_size",
        n_channels="num_channels",
        **ENCODER_SIZES,
    )
    return replace(ViTConfig.base_16(), **sizes)


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


# ── any checkpoint ────────────────────────────────────────────────────────────────────────────

WHOLE = ("model.safetensors", "model.safetensors.index.json")
PICKLED = ("pytorch_model.bin", "pytorch_model.bin.index.json")
ENCODER_SIZES = {
    "d_model": "hidden_size",
    "n_heads": "num_attention_heads",
    "n_layers": "num_hidden_layers",
    "d_ff": "intermediate_size",
    "eps": "layer_norm_eps",
    "dropout": "hidden_dropout_prob",
}


def _is_file(source: str | Path) -> bool:
    return Path(source).suffix in (".safetensors", ".bin", ".pt", ".pth")


def _config(source: str | Path, **allowed: tuple[object, ...]) -> dict[str, Any]:
    """Return the settings in a model's config.json, after a check that our modules support them.

    ``allowed`` holds the supported values of some settings, for example ``model_type=("bert",)``.
    A setting that config.json lacks passes the check.
    Raises: ValueError if a setting has a value that is not allowed.
    """
    file = locate(Path(source).parent if _is_file(source) else source, "config.json")
    found = read_json(file)
    for setting, values in allowed.items():
        if found.get(setting, values[0]) not in values:
            wanted = f"{setting} = {' or '.join(map(str, values))}"
            raise ValueError(f"config.json must have {wanted}, but {file} has {found[setting]}")
    return found


def _sizes(found: dict[str, Any], **names: str) -> dict[str, Any]:
    return {own: found[name] for own, name in names.items() if name in found}


def _read(source: str | Path, layout: Layout, pickled: bool) -> tuple[Weights, Path]:
    """Read the weights of a model; return the weights by name, and the file for error messages.

    The names in the file lose the prefix of ``layout``, and gamma and beta become weight and bias.
    Weights that the model does not use are left out. ``pickled`` allows files in pickle format.
    """
    if _is_file(source):
        file = Path(source)
    elif found := locate_any(source, *WHOLE):
        file = found
    else:
        file = locate(source, *WHOLE[:1], *PICKLED)
        if not pickled:
            how = "pass pickled=True to read it; no code in it is executed"
            raise ValueError(f"weights must be safetensors, but {file} is a pickle: {how}")
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


def _with_weights(
    make: Callable[[], Model],
    weights: Weights,
    layout: Layout,
    file: Path,
    *,
    new_heads: bool = False,
) -> Model:
    """Build a model by ``make``, and load ``weights``, which were read from ``file``.

    The weights must be exactly those of the model. But with ``new_heads``, all weights of a head
    may be missing: the head then keeps the random weights from ``make``.
    """
    if new_heads:
        model = make()
    else:  # all weights come from the file; drawing 100 million first would take a minute
        with shapes_only():
            model = make()
        model = model.to_empty(device="cpu")
    for copy, original in layout.ties.items():
        if copy in weights and not torch.equal(
            weights[copy], weights.setdefault(original, weights[copy])
        ):
            raise ValueError(f"{copy} must equal {original}, but in {file} they differ")
        weights.pop(copy, None)
    initial = model.state_dict()
    wanted = {own: _name_in_file(own, layout.names) for own in initial}
    new: set[str] = set()
    lost = []
    for beginning, names in _by_part({*wanted.values()}, layout).items():
        missing = names - weights.keys()
        if missing == names and beginning and new_heads:
            new |= names
        elif missing:
            of = "" if missing == names else "of "
            lost.append(f"{_several(missing)}, {of}{layout.parts[beginning]}")
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
