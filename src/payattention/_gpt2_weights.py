"""GPT-2's official files: the names and the layout of their weights, and their config.json."""

import re
from pathlib import Path
from typing import Any

from torch import Tensor

from payattention.pretrained import Layout, read_sizes


def gpt2_sizes(source: str | Path) -> dict[str, Any]:
    """The fields of a `GPTConfig` that the model's config.json gives; see `read_sizes`.

    ``resid_pdrop`` is used for all dropout.
    """
    supported = {
        "model_type": ("gpt2",),
        "activation_function": ("gelu_new", "gelu_pytorch_tanh"),
        "scale_attn_weights": (True,),
        "scale_attn_by_inverse_layer_idx": (False,),
        "add_cross_attention": (False,),
    }
    names = {
        "vocab_size": "vocab_size",
        "max_len": "n_positions",
        "d_model": "n_embd",
        "n_heads": "n_head",
        "n_layers": "n_layer",
        "d_ff": "n_inner",
        "eps": "layer_norm_epsilon",
        "dropout": "resid_pdrop",
    }
    sizes = read_sizes(source, supported, names)
    n_inner = sizes.pop("d_ff", None)
    if n_inner or "d_model" in sizes:
        sizes["d_ff"] = n_inner or 4 * sizes["d_model"]
    return sizes


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
