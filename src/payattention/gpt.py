"""GPT: the Transformer's decoder alone, trained to say the next token.

Without an encoder to look at, a decoder layer loses its cross-attention, and what remains is an
encoder layer with a causal mask: so `Encoder` is GPT's stack, called with ``causal=True``.
Source: Radford et al. (2018), GPT-1; Radford et al. (2019), GPT-2; Brown et al. (2020), GPT-3.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import KVCache, Maps
from payattention.require import require_text, require_tokens
from payattention.transformer import Encoder, StackConfig

gelu_tanh = partial(F.gelu, approximate="tanh")


@dataclass(frozen=True, kw_only=True)
class GPTConfig(StackConfig):
    """The sizes of a GPT. GPT-1 is post-norm, its successors are pre-norm."""

    vocab_size: int
    max_len: int

    @classmethod
    def gpt1(cls) -> "GPTConfig":
        """117 M parameters: Radford et al. (2018), section 4.1."""
        return cls._of(768, 12, 12, vocab_size=40478, max_len=512, pre_norm=False)

    @classmethod
    def gpt2(cls) -> "GPTConfig":
        """124 M parameters, the smallest of four: Radford et al. (2019), table 2."""
        return cls._of(768, 12, 12)

    @classmethod
    def gpt2_medium(cls) -> "GPTConfig":
        """355 M parameters."""
        return cls._of(1024, 16, 24)

    @classmethod
    def gpt2_large(cls) -> "GPTConfig":
        """774 M parameters."""
        return cls._of(1280, 20, 36)

    @classmethod
    def gpt2_xl(cls) -> "GPTConfig":
        """1.56 B parameters, the one that is called GPT-2 in its paper."""
        return cls._of(1600, 25, 48)

    @classmethod
    def gpt3(cls) -> "GPTConfig":
        """175 B parameters: Brown et al. (2020), table 2.1, without its sparse attention."""
        return cls._of(12288, 96, 96, max_len=2048, dropout=0.0)

    @classmethod
    def _of(
        cls,
        d_model: int,
        n_heads: int,
        n_layers: int,
        *,
        vocab_size: int = 50257,
        max_len: int = 1024,
        dropout: float = 0.1,
        pre_norm: bool = True,
    ) -> "GPTConfig":
        return cls(
            d_model=d_model,
            n_heads=n_heads,
            d_ff=4 * d_model,
            n_layers=n_layers,
            vocab_size=vocab_size,
            max_len=max_len,
            dropout=dropout,
            pre_norm=pre_norm,
        )


class GPT(nn.Module):
    """From the tokens so far to the logits of each next one.

    One matrix embeds the tokens and, transposed, gives the logits. Positions are learned.
    """

    def __init__(self, config: GPTConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.max_len, config.d_model)
        self.stack = Encoder(config, gelu_tanh)
        self.dropout = nn.Dropout(config.dropout)
        self._initialise()

    @classmethod
    def from_pretrained(cls, name: str | Path) -> "GPT":
        """GPT-2 with its official weights, `pretrained.load_gpt2`: of the hub or a folder."""
        from payattention.pretrained import load_gpt2

        return load_gpt2(name)

    def forward(
        self, tokens: Int[Tensor, "batch length"], *, need_weights: bool = False
    ) -> Float[Tensor, "batch length vocab"] | tuple[Float[Tensor, "batch length vocab"], Maps]:
        """Logits at position i are those of token i + 1.

        With ``need_weights`` also each layer's attention, (batch, heads, queries, keys).
        Raises: ValueError where tokens are out of range, empty or longer than max_len.
        """
        maps: Maps | None = [] if need_weights else None
        logits = self._logits(self.hidden(tokens, maps=maps))
        return logits if maps is None else (logits, maps)

    def hidden(
        self,
        tokens: Int[Tensor, "batch length"],
        *,
        caches: list[KVCache] | None = None,
        maps: Maps | None = None,
    ) -> Float[Tensor, "batch length d_model"]:
        """The last layer's vector of each token, which knows it and all before it."""
        start = len(caches[0]) if caches else 0
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start)
        positions = self.positions.weight[start : start + tokens.shape[1]]
        x = self.dropout(self.embedding(tokens) + positions)
        return self.stack(x, causal=True, caches=caches, maps=maps)

    def loss(self, tokens: Int[Tensor, "batch length"]) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each token but the first, given those before it.

        Source: Radford et al. (2018), section 3.1, equation 1.
        Raises: ValueError where there are fewer than two tokens or more than max_len + 1, or one is
        out of range.
        """
        require_text(tokens, self.config.vocab_size, self.config.max_len)
        logits = self(tokens[:, :-1])
        return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten().long())

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: list[KVCache] | None = None
    ) -> tuple[Float[Tensor, "batch vocab"], list[KVCache]]:
        """Logits of the token after ``tokens``, those not yet seen. See `decode.Step`."""
        caches = [KVCache() for _ in self.stack.layers] if cache is None else cache
        return self._logits(self.hidden(tokens, caches=caches)[:, -1]), caches

    def _logits(self, x: Tensor) -> Tensor:
        return F.linear(x, self.embedding.weight)

    @torch.no_grad()
    def _initialise(self) -> None:
        """Radford et al. (2019), section 2.3: what is added to the residual path starts smaller."""
        smaller = 0.02 / (2 * self.config.n_layers) ** 0.5
        for name, parameter in self.named_parameters():
            if name.endswith(("W_O.weight", "W_2.weight")):
                parameter.normal_(std=smaller)
            elif parameter.ndim == 2:
                parameter.normal_(std=0.02)
            elif "norm" not in name:
                parameter.zero_()
