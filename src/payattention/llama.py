"""Llama: a GPT with four of its parts exchanged, as in most language models since 2023.

    learned positions     → RoPE: queries and keys are rotated by their positions (`position`)
    LayerNorm             → RMSNorm: vectors are rescaled, but neither centred nor shifted
    feed-forward network  → SwiGLU: each hidden unit has a gate
    multi-head attention  → grouped-query attention: several heads of queries share keys and values
                            (`multihead`)

No layer has a bias. See `config` for the sizes; SmolLM2, which a laptop can run, is a Llama.
Source: Touvron et al. (2023), section 2.2; Ainslie et al. (2023), for grouped queries.
"""

from collections.abc import Sequence
from pathlib import Path

import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention._initial_weights import draw_gpt
from payattention._language_model import LanguageModel
from payattention._llama_weights import load_llama
from payattention._masks import CheckedMask, RealTokens, check_mask
from payattention.attention import KVCache, Mask
from payattention.config import LlamaConfig as LlamaConfig
from payattention.multihead import GroupedQueryAttention as GroupedQueryAttention
from payattention.position import RotaryPositions, Rotation
from payattention.require import require_tokens

Vectors = Float[Tensor, "*batch length d_model"]


def rms_norm(
    x: Float[Tensor, "*batch d_model"], gain: Float[Tensor, " d_model"], eps: float = 1e-5
) -> Float[Tensor, "*batch d_model"]:
    """Divide each vector by the root of the mean of its squares, then stretch it.

        gain · x / √(mean of x² + eps)

    `torch.nn.RMSNorm`, which the model uses, computes the same.
    Source: Zhang and Sennrich (2019), section 4, equation 4.
    """
    mean_square = x.square().mean(dim=-1, keepdim=True)
    return gain * x / (mean_square + eps).sqrt()


class SwiGLU(nn.Module):
    """A feed-forward network with a gate: (SiLU(x W_1) ⊙ x V) W_2.

    SiLU(z) = z · sigmoid(z), also called Swish. The gate SiLU(x W_1) decides how much of each
    hidden unit of x V passes.
    Source: Shazeer (2020), section 2, equation 6.
    """

    def __init__(self, d_model: int, d_ff: int):
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff, bias=False)
        self.V = nn.Linear(d_model, d_ff, bias=False)
        self.W_2 = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x: Float[Tensor, "*batch d_model"]) -> Float[Tensor, "*batch d_model"]:
        return self.W_2(F.silu(self.W_1(x)) * self.V(x))


class LlamaLayer(nn.Module):
    """Attention, then SwiGLU, each after an RMSNorm and inside a residual connection."""

    def __init__(self, config: LlamaConfig):
        super().__init__()
        self.norm_1 = nn.RMSNorm(config.d_model, config.eps)
        self.attention = GroupedQueryAttention(config.d_model, config.n_heads, config.n_kv_heads)
        self.norm_2 = nn.RMSNorm(config.d_model, config.eps)
        self.feed_forward = SwiGLU(config.d_model, config.d_ff)

    def forward(
        self,
        x: Vectors,
        rotation: Rotation,
        mask: Mask | CheckedMask | None = None,
        *,
        cache: KVCache | None = None,
    ) -> Vectors:
        x = x + self.attention(self.norm_1(x), rotation, mask, cache=cache)
        return x + self.feed_forward(self.norm_2(x))


class LlamaStack(nn.Module):
    """All layers of a Llama, then a last RMSNorm."""

    def __init__(self, config: LlamaConfig):
        super().__init__()
        d_k = config.d_model // config.n_heads
        self.positions = RotaryPositions(config.max_len, d_k, config.rope_base)
        self.layers = nn.ModuleList(LlamaLayer(config) for _ in range(config.n_layers))
        self.norm = nn.RMSNorm(config.d_model, config.eps)

    def forward(
        self,
        x: Vectors,
        mask: Mask | CheckedMask | None = None,
        *,
        caches: Sequence[KVCache] | None = None,
    ) -> Vectors:
        """Apply all layers to ``x``, with one of the ``caches`` for each."""
        start = caches[0].length if caches else 0
        rotation = self.positions(start, start + x.shape[-2])
        each = [None] * len(self.layers) if caches is None else caches
        for layer, cache in zip(self.layers, each, strict=True):
            x = layer(x, rotation, mask, cache=cache)
        return self.norm(x)


class Llama(LanguageModel):
    """A language model like GPT, with RoPE, RMSNorm, SwiGLU and grouped queries.

    Attention depends on distances and not on positions: padding before a text changes no logits.
    """

    config: LlamaConfig

    def __init__(self, config: LlamaConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.stack = LlamaStack(config)
        draw_gpt(self, config.n_layers)

    @classmethod
    def from_pretrained(
        cls, name: str | Path, config: LlamaConfig | None = None, *, pickled: bool = False
    ) -> "Llama":
        """Load a Llama with official weights, from the hub, a folder or a GGUF file.

        The weights in a ``.gguf`` file are dequantised to float32, which needs the package `gguf`.
        For arguments and errors, see `load_official`; also, ValueError if a GGUF file holds another
        architecture, or a quantisation that `gguf` cannot undo.
        """
        return load_llama(cls, name, config, pickled=pickled)

    def hidden(
        self,
        tokens: Int[Tensor, "batch new"],
        mask: RealTokens | None = None,
        *,
        caches: list[KVCache] | None = None,
    ) -> Float[Tensor, "batch new d_model"]:
        """The stack's output for each token; for the arguments, see `GPT.hidden`."""
        start = caches[0].length if caches else 0
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start)
        checked = check_mask(mask, (tokens.shape[0], 1, start + tokens.shape[1]))
        return self.stack(self.embedding(tokens), checked, caches=caches)
