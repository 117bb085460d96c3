"""GPT: the Transformer's decoder alone, trained to predict the next token.

Without an encoder, a decoder layer has no cross-attention. What remains is an encoder layer with a
causal mask: so `Encoder` is GPT's stack, called with ``causal=True``.
Source: Radford et al. (2018), GPT-1; Radford et al. (2019), GPT-2; Brown et al. (2020), GPT-3.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import KVCache
from payattention.require import Size, require_mask, require_real_end, require_tokens
from payattention.transformer import Encoder, StackConfig

NOT_PREDICTED = -100  # the label of padding

gelu_tanh = partial(F.gelu, approximate="tanh")


@dataclass(frozen=True, kw_only=True)
class GPTConfig(StackConfig):
    """The sizes of a GPT. GPT-1 is post-norm, its successors are pre-norm."""

    vocab_size: int
    max_len: int

    @classmethod
    def gpt1(cls) -> "GPTConfig":
        """The sizes of GPT-1, 117 M parameters: Radford et al. (2018), section 4.1."""
        return cls._of(768, 12, 12, vocab_size=40478, max_len=512, pre_norm=False)

    @classmethod
    def gpt2(cls) -> "GPTConfig":
        """The sizes of the smallest GPT-2: 124 M parameters.

        Table 2 of Radford et al. (2019) says 117 M, which is too low.
        """
        return cls._of(768, 12, 12)

    @classmethod
    def gpt2_medium(cls) -> "GPTConfig":
        """The sizes of the second smallest GPT-2, 355 M parameters."""
        return cls._of(1024, 16, 24)

    @classmethod
    def gpt2_large(cls) -> "GPTConfig":
        """The sizes of the second largest GPT-2, 774 M parameters."""
        return cls._of(1280, 20, 36)

    @classmethod
    def gpt2_xl(cls) -> "GPTConfig":
        """The sizes of the largest of the four GPT-2 models: 1.56 B parameters."""
        return cls._of(1600, 25, 48)

    @classmethod
    def gpt3(cls) -> "GPTConfig":
        """The sizes of GPT-3, 175 B parameters, without its sparse attention.

        Source: Brown et al. (2020), table 2.1.
        """
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


RealTokens = Bool[Tensor, "#batch 1 keys"]


class GPTCache(NamedTuple):
    """The cache of a GPT between two steps: keys and values of each layer, and the padding mask."""

    layers: list[KVCache]
    mask: RealTokens | None  # True at the real tokens so far; None: all are real


class GPT(nn.Module):
    """Predict the next token at every position of a text, from the tokens up to that position.

    One matrix embeds the tokens and, transposed, gives the logits. Positions are learned, and count
    from the first real token of each row, so padding may come before or after a text. GELU is
    computed by its tanh approximation, as in OpenAI's code; nanoGPT computes it exactly.
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
    def from_pretrained(cls, name: str | Path, *, pickled: bool = False) -> "GPT":
        """Load GPT-2 with its official weights, from the hub or from a folder.

        ``pickled`` also allows weights in pickle format, if there is no file model.safetensors.
        """
        from payattention.pretrained import load_gpt2

        return load_gpt2(name, pickled=pickled)

    def forward(
        self, tokens: Int[Tensor, "batch length"], mask: RealTokens | None = None
    ) -> Float[Tensor, "batch length vocab"]:
        """Return logits: those at position i are for token i + 1.

        ``mask`` is True at the real tokens of a padded batch, as `padding_mask` makes it.
        Raises: ValueError if tokens are out of range, empty or longer than max_len, or the mask
        does not fit.
        """
        return self._logits(self.hidden(tokens, mask))

    def hidden(
        self,
        tokens: Int[Tensor, "batch new"],
        mask: RealTokens | None = None,
        *,
        caches: list[KVCache] | None = None,
    ) -> Float[Tensor, "batch new d_model"]:
        """The stack's output for each token, which depends only on this and earlier tokens.

        ``mask`` is True at the real tokens. With ``caches``, one for each layer, ``tokens`` follow
        the cached tokens, and ``mask`` covers cached and new tokens. The caches are extended in
        place.
        """
        start = caches[0].length if caches else 0
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start)
        require_mask("mask", mask, (tokens.shape[0], 1, start + tokens.shape[1]))
        x = self.embedding(tokens) + self._positions(start, start + tokens.shape[1], mask)
        return self.stack(self.dropout(x), mask, causal=True, caches=caches)

    def loss(
        self, tokens: Int[Tensor, "batch length"], *, pad: int | None = None
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each token but the first, given those before it.

        Inputs are ``tokens[:, :-1]``, labels ``tokens[:, 1:]``: 2 to max_len + 1 tokens. ``pad``
        is the token that fills up shorter texts, on either side. It is neither attended to nor
        predicted.
        Source: Radford et al. (2018), section 3.1, equation 1.
        Raises: ValueError if there are fewer than two tokens or more than max_len + 1, or a token
        is out of range.
        """
        require_tokens(tokens, self.config.vocab_size, self.config.max_len + 1, at_least=2)
        inputs, labels = tokens[:, :-1], tokens[:, 1:].long()
        if pad is None:
            return F.cross_entropy(self(inputs).flatten(0, 1), labels.flatten())
        real = inputs != pad
        logits = self(inputs, real[:, None])  # (batch, length − 1, vocab)
        labels = labels.masked_fill(~real | (labels == pad), NOT_PREDICTED)
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=NOT_PREDICTED)

    def start(self, mask: RealTokens) -> GPTCache:
        """Make the cache for the first `step` of left-padded prompts; ``mask`` is False at padding.

        Raises: ValueError if a row ends in padding, because no token can follow padding.
        """
        require_real_end(mask)
        return GPTCache([KVCache() for _ in self.stack.layers], mask)

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: GPTCache | None = None
    ) -> tuple[Float[Tensor, "batch vocab"], GPTCache]:
        """Return the logits of the token after ``tokens``, and the cache for the next call.

        ``tokens`` are those that the model has not seen yet: first the prompt, then one new token
        at a time. In the first call, ``cache`` is None or comes from `start`.
        """
        caches = [KVCache() for _ in self.stack.layers] if cache is None else cache.layers
        mask = None if cache is None else cache.mask
        if mask is not None and caches[0].length:
            mask = F.pad(mask, (0, tokens.shape[1]), value=True)  # (batch, 1, keys)
        x = self.hidden(tokens, mask, caches=caches)  # (batch, new, d_model)
        return self._logits(x[:, -1]), GPTCache(caches, mask)

    def _positions(
        self, start: Size, end: Size, mask: RealTokens | None
    ) -> Float[Tensor, "#batch new d_model"]:
        if mask is None:
            return self.positions.weight[None, start:end]
        place = mask[:, 0].long().cumsum(dim=-1) - 1  # (batch, keys); −1 before a text
        return self.positions(place[:, start:].clamp(min=0))

    def _logits(self, x: Tensor) -> Tensor:
        return F.linear(x, self.embedding.weight)

    @torch.no_grad()
    def _initialise(self) -> None:
        """Draw all matrices from N(0, 0.02²), and set biases to 0, as in nanoGPT.

        The last matrix of each residual branch is divided by √N, where N = 2 n_layers is the number
        of residual branches. Two originals differ from this: OpenAI's code for GPT-2 draws the
        positions from N(0, 0.01²), and GPT-1 does not divide by √N.
        Source: Radford et al. (2018), section 4.1; Radford et al. (2019), section 2.3.
        """
        smaller = 0.02 / (2 * self.config.n_layers) ** 0.5
        for name, parameter in self.named_parameters():
            if name.endswith(("W_O.weight", "W_2.weight")):
                parameter.normal_(std=smaller)
            elif parameter.ndim == 2:
                parameter.normal_(std=0.02)
            elif "norm" not in name:
                parameter.zero_()
