"""Llama's official files: the names and the layout of their weights, and their sizes."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from torch import Tensor

from payattention._gguf import GGUF, dequantised, is_gguf, read_gguf
from payattention.checkpoint import Model
from payattention.config import LlamaConfig
from payattention.pretrained import Layout, load_official, read_sizes, with_weights


def load_llama(
    make: Callable[[LlamaConfig], Model],
    name: str | Path,
    config: LlamaConfig | None,
    *,
    pickled: bool,
) -> Model:
    """Build a model by ``make`` with the weights of ``name``: see `Llama.from_pretrained`."""
    if not is_gguf(name):
        config = config or LlamaConfig(**llama_sizes(name))
        return load_official(partial(make, config), LLAMA, name, pickled=pickled)
    gguf = read_gguf(name)
    config = config or LlamaConfig(**gguf_sizes(gguf))
    layout = LLAMA_GGUF._replace(convert=partial(_unpermuted, d_k=config.d_model // config.n_heads))
    return with_weights(partial(make, config), dequantised(gguf), layout, gguf.file)


# ── files of the hub ──────────────────────────────────────────────────────────────────────────


def llama_sizes(source: str | Path) -> dict[str, Any]:
    """The fields of a `LlamaConfig` that the model's config.json gives; see `read_sizes`.

    Raises: ValueError if config.json lacks a size, or the model has scaled positions, heads of
    another width than d_model / n_heads, or anything else that our modules do not compute.
    """
    supported = {
        "model_type": ("llama",),
        "hidden_act": ("silu",),
        "attention_bias": (False,),
        "mlp_bias": (False,),
        "tie_word_embeddings": (True,),
        "rope_scaling": (None,),
    }
    names = {
        "vocab_size": "vocab_size",
        "max_len": "max_position_embeddings",
        "d_model": "hidden_size",
        "n_heads": "num_attention_heads",
        "n_kv_heads": "num_key_value_heads",
        "d_ff": "intermediate_size",
        "n_layers": "num_hidden_layers",
        "rope_base": "rope_theta",
        "eps": "rms_norm_eps",
        "rope": "rope_parameters",
        "d_k": "head_dim",
    }
    sizes = read_sizes(source, supported, names)
    rope = sizes.pop("rope", None) or {}  # where transformers writes it since version 5
    if rope.get("rope_type", "default") != "default":
        _refuse(source, "rope_type = default", rope["rope_type"])
    if "rope_theta" in rope:
        sizes["rope_base"] = rope["rope_theta"]
    if lacks := sorted(names[own] for own in REQUIRED - sizes.keys()):
        _refuse(source, " and ".join(lacks), "none")
    d_k = sizes.pop("d_k", None)
    if d_k and d_k * sizes["n_heads"] != sizes["d_model"]:
        _refuse(source, "head_dim = hidden_size / num_attention_heads", d_k)
    return {"n_kv_heads": sizes["n_heads"], "eps": 1e-6} | sizes


REQUIRED = {"vocab_size", "max_len", "d_model", "n_heads", "d_ff", "n_layers"}


def _refuse(source: str | Path, wanted: str, found: object) -> NoReturn:
    raise ValueError(f"config.json must have {wanted}, but that of {source} has {found}")


LLAMA_LAYER = {
    "norm_1": "input_layernorm",
    "attention.W_Q": "self_attn.q_proj",
    "attention.W_K": "self_attn.k_proj",
    "attention.W_V": "self_attn.v_proj",
    "attention.W_O": "self_attn.o_proj",
    "norm_2": "post_attention_layernorm",
    "feed_forward.W_1": "mlp.gate_proj",
    "feed_forward.V": "mlp.up_proj",
    "feed_forward.W_2": "mlp.down_proj",
}
LLAMA = Layout(
    names={
        "embedding": "embed_tokens",
        **{f"stack.layers.{{}}.{a}": f"layers.{{}}.{b}" for a, b in LLAMA_LAYER.items()},
        "stack.norm": "norm",
    },
    prefix="model.",
    parts={"": "the body"},
    ties={"lm_head.weight": "embed_tokens.weight"},
    unused=r"layers\.\d+\.self_attn\.rotary_emb\.inv_freq",  # the frequencies of RoPE
)


# ── GGUF files ────────────────────────────────────────────────────────────────────────────────


def gguf_sizes(gguf: GGUF) -> dict[str, Any]:
    """The fields of a `LlamaConfig` that a GGUF file gives.

    Raises: ValueError if the file lacks one, or holds another architecture or scaled positions.
    """
    gguf.field("general.architecture", "llama")
    names = {
        "max_len": "llama.context_length",
        "d_model": "llama.embedding_length",
        "n_heads": "llama.attention.head_count",
        "n_kv_heads": "llama.attention.head_count_kv",
        "d_ff": "llama.feed_forward_length",
        "n_layers": "llama.block_count",
        "eps": "llama.attention.layer_norm_rms_epsilon",
    }
    sizes = {own: gguf.field(name) for own, name in names.items()}
    expected = {
        "llama.rope.scaling.type": "none",
        "llama.rope.dimension_count": sizes["d_model"] // sizes["n_heads"],
    }
    for name in expected.keys() & gguf.fields.keys():
        gguf.field(name, expected[name])
    sizes["rope_base"] = gguf.fields.get("llama.rope.freq_base", 10000.0)
    sizes["eps"] = float(str(np.float32(sizes["eps"])))  # 1e-05, not 9.999999747378752e-06
    sizes["vocab_size"] = len(gguf.field("tokenizer.ggml.tokens"))
    return sizes


def _unpermuted(own: str, weight: Tensor, *, d_k: int) -> Tensor:
    """Bring the rows of W_Q and W_K into the order of the hub's files, which is ours.

    llama.cpp rotates neighbouring numbers of a vector, as the paper does, so its files hold the
    rows of each head in the order 0, d_k / 2, 1, d_k / 2 + 1, …: see `position.rotate`.
    """
    if not own.endswith(("W_Q.weight", "W_K.weight")):
        return weight
    heads = weight.unflatten(0, (-1, d_k // 2, 2))  # (heads, pairs, 2, d_model)
    return heads.transpose(1, 2).flatten(0, 2)  # (heads · d_k, d_model)


GGUF_LAYER = {
    "norm_1": "attn_norm",
    "attention.W_Q": "attn_q",
    "attention.W_K": "attn_k",
    "attention.W_V": "attn_v",
    "attention.W_O": "attn_output",
    "norm_2": "ffn_norm",
    "feed_forward.W_1": "ffn_gate",
    "feed_forward.V": "ffn_up",
    "feed_forward.W_2": "ffn_down",
}
LLAMA_GGUF = Layout(
    names={
        "embedding": "token_embd",
        **{f"stack.layers.{{}}.{a}": f"blk.{{}}.{b}" for a, b in GGUF_LAYER.items()},
        "stack.norm": "output_norm",
    },
    prefix="",
    parts={"": "the body"},
    ties={"output.weight": "token_embd.weight"},
    unused="",  # nothing
)
