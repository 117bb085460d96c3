"""GGUF files of small models, written by the package `gguf` as llama.cpp's converter does."""

from pathlib import Path

import numpy as np
import pytest
from tests.payattention.test_llama import their_config
from torch import Tensor
from transformers import LlamaForCausalLM
from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint

from payattention._byte_names import visible_name
from payattention._llama_weights import GGUF_LAYER
from payattention.llama import Llama, LlamaConfig
from payattention.tokenize import BPE

gguf = pytest.importorskip("gguf", reason="the extra `real` is not installed")

SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEXT = "What is attention? The weights of 12 keys sum to 1; the 345th is largest. " * 4
CONTROL, NORMAL = 3, 1


def small_bpe(vocab_size: int = 288) -> BPE:
    bpe = BPE.train(TEXT, vocab_size, special=SPECIAL)
    return BPE(bpe.tokens, bpe.merges, bpe.special, digits_apart=True)


CONFIG = LlamaConfig(
    vocab_size=len(small_bpe()),
    max_len=256,
    d_model=64,
    n_heads=4,
    n_kv_heads=2,
    d_ff=96,
    n_layers=2,
    rope_base=500.0,
    eps=1e-4,
)


def permuted(weight: np.ndarray, n_heads: int) -> np.ndarray:
    """The order of the rows of W_Q and W_K that llama.cpp's converter writes, word for word."""
    return (
        weight.reshape(n_heads, 2, weight.shape[0] // n_heads // 2, *weight.shape[1:])
        .swapaxes(1, 2)
        .reshape(weight.shape)
    )


def write_gguf(
    file: Path,
    model: Llama,
    bpe: BPE,
    *,
    architecture: str = "llama",
    kind: str = "F32",
    pre: str = "smollm",
    more: dict[str, object] | None = None,
) -> Path:
    """Write a model and its tokenizer; the matrices of the layers are quantised in ``kind``."""
    config = model.config
    writer = gguf.GGUFWriter(file, architecture)
    writer.add_context_length(config.max_len)
    writer.add_embedding_length(config.d_model)
    writer.add_block_count(config.n_layers)
    writer.add_feed_forward_length(config.d_ff)
    writer.add_head_count(config.n_heads)
    writer.add_head_count_kv(config.n_kv_heads)
    writer.add_rope_freq_base(config.rope_base)
    writer.add_rope_dimension_count(config.d_model // config.n_heads)
    writer.add_layer_norm_rms_eps(config.eps)
    writer.add_vocab_size(config.vocab_size)
    for name, value in (more or {}).items():
        writer.add_string(name, str(value))
    special = set(bpe.special.values())
    names = [
        token.decode() if i in special else visible_name(token)
        for i, token in enumerate(bpe.tokens)
    ]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(names)
    writer.add_token_types([CONTROL if i in special else NORMAL for i in range(len(names))])
    writer.add_token_merges([f"{names[a]} {names[b]}" for (a, b), _ in bpe.merges])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    for name, array in named(model).items():
        chosen = gguf.GGMLQuantizationType[kind if array.ndim > 1 else "F32"]
        writer.add_tensor(name, gguf.quantize(array, chosen), raw_dtype=chosen)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file


def named(model: Llama) -> dict[str, np.ndarray]:
    """The weights of a model by their names in a GGUF file."""

    def array(weight: Tensor) -> np.ndarray:
        return weight.detach().numpy()

    config = model.config
    found = {
        "token_embd.weight": array(model.embedding.weight),
        "output_norm.weight": array(model.stack.norm.weight),
    }
    for i, layer in enumerate(model.stack.layers):
        for own, name in GGUF_LAYER.items():
            weight = array(layer.get_submodule(own).weight)
            heads = {"attn_q": config.n_heads, "attn_k": config.n_kv_heads}.get(name)
            found[f"blk.{i}.{name}.weight"] = permuted(weight, heads) if heads else weight
    return found


def transformers_reading(file: Path) -> LlamaForCausalLM:
    """The model in a file as transformers reads it, by code of its own; only its sizes are ours."""
    theirs = LlamaForCausalLM(their_config(Llama.from_pretrained(file).config))
    found = load_gguf_checkpoint(str(file), return_tensors=True, model_to_load=theirs)
    theirs.load_state_dict(found["tensors"], strict=False)
    theirs.tie_weights()
    return theirs.eval()
