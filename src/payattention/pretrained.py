"""Official weights in our modules: GPT-2, BERT and ViT as their authors' checkpoints hold them.

A checkpoint is a ``.safetensors`` file or a state dict saved by torch, such as
``model.safetensors`` of openai-community/gpt2, google-bert/bert-base-uncased or
google/vit-base-patch16-224. Nothing is fetched here, and nothing in a file is executed.
"""

import re
from pathlib import Path

from torch import Tensor

from payattention.bert import BERTConfig, BERTForPretraining
from payattention.checkpoint import fill, load, require_file
from payattention.gpt import GPT, GPTConfig
from payattention.vit import ViT, ViTConfig

Weights = dict[str, Tensor]
Renames = list[tuple[str, str]]


def load_gpt2(file: str | Path, config: GPTConfig | None = None) -> GPT:
    """GPT-2 with the weights of ``file``, ready to be used. The default is the smallest GPT-2.

    Raises: ValueError, naming the file, where it cannot be read whole, or lacks a weight, or has
    one too many or one of another shape than ``config`` says.
    """
    weights = _without(_read(file), r"\.attn\.(masked_)?bias$", r"^lm_head\.weight$")
    split = {}
    for name, weight in weights.items():
        if weight.ndim == 2 and not re.search(r"w[tp]e\.weight$", name):
            weight = weight.T  # GPT-2's layers compute x W, ours x Wᵀ
        if ".c_attn." not in name:
            split[name] = weight
            continue
        for part, piece in zip("QKV", weight.chunk(3), strict=True):
            split[name.replace("attn.c_attn", f"attention.W_{part}")] = piece
    return fill(GPT(config or GPTConfig.gpt2()), _renamed(split, GPT2_NAMES), file)


GPT2_NAMES: Renames = [
    (r"^(transformer\.)?wte\.", "embedding."),
    (r"^(transformer\.)?wpe\.", "positions."),
    (r"^(transformer\.)?ln_f\.", "stack.norm."),
    (r"^(transformer\.)?h\.(\d+)\.", r"stack.layers.\2."),
    (r"\.ln_([12])\.", r".norm_\1."),
    (r"\.attn\.c_proj\.", ".attention.W_O."),
    (r"\.mlp\.c_fc\.", ".feed_forward.W_1."),
    (r"\.mlp\.c_proj\.", ".feed_forward.W_2."),
]


def load_bert(file: str | Path, config: BERTConfig | None = None) -> BERTForPretraining:
    """BERT and its two heads with the weights of ``file``. The default is BERT-base, uncased.

    Raises: ValueError as `load_gpt2`.
    """
    weights = _without(_read(file), r"\.position_ids$", r"^cls\.predictions\.decoder\.")
    model = BERTForPretraining(config or BERTConfig.base())
    return fill(model, _renamed(weights, BERT_NAMES), file)


BERT_NAMES: Renames = [
    (r"\.gamma$", ".weight"),  # as in the oldest files
    (r"\.beta$", ".bias"),
    (r"^bert\.embeddings\.word_embeddings\.", "bert.embedding."),
    (r"^bert\.embeddings\.position_embeddings\.", "bert.positions."),
    (r"^bert\.embeddings\.token_type_embeddings\.", "bert.segments."),
    (r"^bert\.embeddings\.LayerNorm\.", "bert.norm."),
    (r"^bert\.encoder\.layer\.", "bert.encoder.layers."),
    (r"\.attention\.self\.query\.", ".attention.W_Q."),
    (r"\.attention\.self\.key\.", ".attention.W_K."),
    (r"\.attention\.self\.value\.", ".attention.W_V."),
    (r"\.attention\.output\.dense\.", ".attention.W_O."),
    (r"\.attention\.output\.LayerNorm\.", ".norm_1."),
    (r"\.intermediate\.dense\.", ".feed_forward.W_1."),
    (r"\.output\.dense\.", ".feed_forward.W_2."),
    (r"\.output\.LayerNorm\.", ".norm_2."),
    (r"^bert\.pooler\.dense\.", "bert.pooler."),
    (r"^cls\.predictions\.bias$", "bias"),
    (r"^cls\.predictions\.transform\.dense\.", "transform."),
    (r"^cls\.predictions\.transform\.LayerNorm\.", "norm."),
    (r"^cls\.seq_relationship\.", "nsp."),
]


def load_vit(file: str | Path, config: ViTConfig | None = None) -> ViT:
    """ViT with the weights of ``file``. The default is ViT-B/16 for ImageNet's 1,000 classes.

    Raises: ValueError as `load_gpt2`.
    """
    weights = _renamed(_without(_read(file), r"^vit\.pooler\."), VIT_NAMES)
    flatter = {
        "cls": lambda w: w.flatten(),
        "positions": lambda w: w.flatten(0, -2),
        "embedding.weight": lambda w: w.flatten(1),  # a convolution's kernel, as a matrix
    }
    weights |= {name: change(weights[name]) for name, change in flatter.items() if name in weights}
    return fill(ViT(config or ViTConfig.base_16()), weights, file)


VIT_NAMES: Renames = [
    (r"^vit\.embeddings\.cls_token$", "cls"),
    (r"^vit\.embeddings\.position_embeddings$", "positions"),
    (r"^vit\.embeddings\.patch_embeddings\.projection\.", "embedding."),
    (r"^vit\.encoder\.layer\.", "encoder.layers."),
    (r"\.attention\.attention\.query\.", ".attention.W_Q."),
    (r"\.attention\.attention\.key\.", ".attention.W_K."),
    (r"\.attention\.attention\.value\.", ".attention.W_V."),
    (r"\.attention\.output\.dense\.", ".attention.W_O."),
    (r"\.layernorm_before\.", ".norm_1."),
    (r"\.layernorm_after\.", ".norm_2."),
    (r"\.intermediate\.dense\.", ".feed_forward.W_1."),
    (r"\.output\.dense\.", ".feed_forward.W_2."),
    (r"^vit\.layernorm\.", "encoder.norm."),
    (r"^classifier\.", "head."),
]


# ── any checkpoint ────────────────────────────────────────────────────────────────────────────


def _read(file: str | Path) -> Weights:
    """The weights by name."""
    if Path(file).suffix != ".safetensors":
        weights = load(file)
        if not all(isinstance(weight, Tensor) for weight in weights.values()):
            raise ValueError(f"file must hold tensors by name, but {file} does not")
        return weights
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    require_file(file)
    try:
        return load_file(file)
    except SafetensorError as error:
        raise ValueError(f"file must be whole, but {file} is not: {error}") from error


def _without(weights: Weights, *patterns: str) -> Weights:
    """Leave out what a file repeats (tied weights) or need not hold (masks)."""
    unwanted = re.compile("|".join(patterns))
    return {name: weight for name, weight in weights.items() if not unwanted.search(name)}


def _renamed(weights: Weights, renames: Renames) -> Weights:
    ours = {}
    for name, weight in weights.items():
        for pattern, replacement in renames:
            name = re.sub(pattern, replacement, name)
        ours[name] = weight
    return ours
