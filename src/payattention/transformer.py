"""The Transformer: attention moves information between tokens, a small network transforms each.

    sublayers   layer_norm (the formula; models use nn.LayerNorm), FeedForward, MultiHeadAttention
    layers      EncoderLayer, DecoderLayer: a residual connection around each sublayer
    stacks      Encoder, Decoder
    model       Transformer, from source tokens and target tokens to logits

Post-norm, LayerNorm(x + Sublayer(x)), is the original; pre-norm, x + Sublayer(LayerNorm(x)), leaves
the residual path free and is what most models since have used.
Source: Vaswani et al. (2017), section 3; Xiong et al. (2020), on pre-norm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import KVCache, Mask, MultiHeadAttention
from payattention.position import SinusoidalPositions
from payattention.require import (
    Size,
    require_one_batch,
    require_sizes,
    require_target,
    require_tokens,
)

SourceMask = Bool[Tensor, "*#batch #target #source"]
Activation = Callable[[Tensor], Tensor]


# ── configuration ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class StackConfig:
    """The sizes of a stack of layers: the fields that all configurations of Transformers share.

    In training, a share ``dropout`` of these numbers is set to 0: the attention weights, the output
    of each sublayer, and the embeddings. Vaswani et al. (2017), section 5.4, apply dropout to the
    outputs and the embeddings, but not to the attention weights. tensor2tensor (from
    transformer_base_v2 on), GPT and BERT apply it to all three.
    `torch.nn.TransformerEncoderLayer` also applies it to the hidden units of the feed-forward
    network; this code does not. ``eps`` is added to the variance in LayerNorm.
    Raises: ValueError if a size is no whole number of at least 1, d_model is no multiple of
    n_heads, dropout is not in [0, 1), or eps is not above 0.
    """

    d_model: int
    n_heads: int
    d_ff: int
    n_layers: int
    dropout: float = 0.0
    pre_norm: bool = True
    eps: float = 1e-5

    def __post_init__(self) -> None:
        require_sizes(self)


@dataclass(frozen=True, kw_only=True)
class TransformerConfig(StackConfig):
    """The sizes of an encoder and a decoder, ``n_layers`` layers each, with a shared vocabulary."""

    vocab_size: int
    max_len: int = 1024
    pre_norm: bool = False

    @classmethod
    def base(cls) -> "TransformerConfig":
        """The sizes of the base model: Vaswani et al. (2017), table 3; vocabulary: section 5.1."""
        return cls(vocab_size=37000, d_model=512, n_heads=8, d_ff=2048, n_layers=6, dropout=0.1)

    @classmethod
    def big(cls) -> "TransformerConfig":
        """The sizes of the big model, for English to German: Vaswani et al. (2017), table 3."""
        return cls(vocab_size=37000, d_model=1024, n_heads=16, d_ff=4096, n_layers=6, dropout=0.3)


# ── sublayers ─────────────────────────────────────────────────────────────────────────────────


def layer_norm(
    x: Float[Tensor, "*batch d_model"],
    gain: Float[Tensor, " d_model"],
    bias: Float[Tensor, " d_model"],
    eps: float = 1e-5,
) -> Float[Tensor, "*batch d_model"]:
    """Bring each vector to mean 0 and variance 1, then stretch and shift it.

        gain · (x − mean) / √(variance + eps) + bias

    `torch.nn.LayerNorm`, which the models use, computes the same in one kernel.
    Source: Ba et al. (2016), section 3, equation 3.
    """
    mean = x.mean(dim=-1, keepdim=True)
    variance = (x - mean).square().mean(dim=-1, keepdim=True)
    return gain * (x - mean) / (variance + eps).sqrt() + bias


class FeedForward(nn.Module):
    """A network with one hidden layer, the same at every position: σ(x W_1 + b_1) W_2 + b_2.

    Source: Vaswani et al. (2017), section 3.3, equation 2, with σ = ReLU.
    """

    def __init__(self, d_model: int, d_ff: int, activation: Activation = F.relu):
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)
        self.activation = activation

    def forward(self, x: Float[Tensor, "*batch d_model"]) -> Float[Tensor, "*batch d_model"]:
        return self.W_2(self.activation(self.W_1(x)))


# ── layers ────────────────────────────────────────────────────────────────────────────────────


class EncoderLayer(nn.Module):
    """Self-attention, then a feed-forward network, each inside a residual connection.

    With ``causal``, it is a decoder layer without cross-attention, as in GPT. `StackConfig` says
    where dropout applies.
    Source: Vaswani et al. (2017), section 3.1, "Encoder".
    """

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        d_model = config.d_model
        self.pre_norm = config.pre_norm
        self.attention = MultiHeadAttention(d_model, config.n_heads, dropout=config.dropout)
        self.feed_forward = FeedForward(d_model, config.d_ff, activation)
        self.norm_1 = nn.LayerNorm(d_model, config.eps)
        self.norm_2 = nn.LayerNorm(d_model, config.eps)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch length d_model"],
        mask: Mask | None = None,
        *,
        causal: bool = False,
        cache: KVCache | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """Apply the layer to ``x``; for the other arguments, see `MultiHeadAttention.forward`."""

        def attend(x: Tensor) -> Tensor:
            return self.dropout(self.attention(x, mask=mask, causal=causal, cache=cache))

        def transform(x: Tensor) -> Tensor:
            return self.dropout(self.feed_forward(x))

        if self.pre_norm:
            x = x + attend(self.norm_1(x))
            return x + transform(self.norm_2(x))
        x = self.norm_1(x + attend(x))
        return self.norm_2(x + transform(x))


class DecoderLayer(nn.Module):
    """Causal self-attention, attention to the encoder's output, then a feed-forward network.

    Source: Vaswani et al. (2017), section 3.1, "Decoder".
    """

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        d_model = config.d_model
        self.pre_norm = config.pre_norm
        self.attention = MultiHeadAttention(d_model, config.n_heads, dropout=config.dropout)
        self.cross_attention = MultiHeadAttention(d_model, config.n_heads, dropout=config.dropout)
        self.feed_forward = FeedForward(d_model, config.d_ff, activation)
        self.norm_1 = nn.LayerNorm(d_model, config.eps)
        self.norm_2 = nn.LayerNorm(d_model, config.eps)
        self.norm_3 = nn.LayerNorm(d_model, config.eps)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch length d_model"],
        memory: Float[Tensor, "*batch source d_model"] | KVCache,
        mask: Mask | None = None,
        memory_mask: SourceMask | None = None,
        *,
        cache: KVCache | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """Apply the layer to ``x``; ``memory`` is the encoder's output, or a result of `remember`.

        ``mask`` is for self-attention; ``memory_mask`` is False at the source's padding. ``cache``
        holds the keys and values of earlier target tokens.
        """

        def attend(x: Tensor) -> Tensor:
            return self.dropout(self.attention(x, mask=mask, causal=True, cache=cache))

        def look_up(x: Tensor) -> Tensor:
            return self.dropout(self.cross_attention(x, memory, memory_mask))

        def transform(x: Tensor) -> Tensor:
            return self.dropout(self.feed_forward(x))

        if self.pre_norm:
            x = x + attend(self.norm_1(x))
            x = x + look_up(self.norm_2(x))
            return x + transform(self.norm_3(x))
        x = self.norm_1(x + attend(x))
        x = self.norm_2(x + look_up(x))
        return self.norm_3(x + transform(x))

    def remember(self, memory: Float[Tensor, "*batch source d_model"]) -> KVCache:
        """Compute the keys and values of cross-attention from ``memory``, the encoder's output.

        They are the same at every step of the decoder, so they are computed only once.
        """
        return self.cross_attention.remember(memory)


# ── stacks ────────────────────────────────────────────────────────────────────────────────────


class Encoder(nn.Module):
    """A stack of ``n_layers`` encoder layers; with pre-norm, a last LayerNorm follows.

    Source: Vaswani et al. (2017), section 3.1.
    """

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(config, activation) for _ in range(config.n_layers)
        )
        self.norm = _last_norm(config)

    def forward(
        self,
        x: Float[Tensor, "*batch length d_model"],
        mask: Mask | None = None,
        *,
        causal: bool = False,
        caches: Sequence[KVCache] | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """Apply all layers to ``x``; ``caches`` holds one cache for each layer.

        The other arguments are those of `MultiHeadAttention.forward`.
        """
        each = [None] * len(self.layers) if caches is None else caches
        for layer, cache in zip(self.layers, each, strict=True):
            x = layer(x, mask, causal=causal, cache=cache)
        return self.norm(x)


class LayerCache(NamedTuple):
    """The cache of one decoder layer: the keys and values that it keeps between two steps."""

    target: KVCache  # the target tokens so far
    memory: KVCache  # the source


class Decoder(nn.Module):
    """A stack of ``n_layers`` decoder layers; with pre-norm, a last LayerNorm follows.

    Source: Vaswani et al. (2017), section 3.1.
    """

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(config, activation) for _ in range(config.n_layers)
        )
        self.norm = _last_norm(config)

    def forward(
        self,
        x: Float[Tensor, "*batch length d_model"],
        memory: Float[Tensor, "*batch source d_model"],
        mask: Mask | None = None,
        memory_mask: SourceMask | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """Apply all layers to ``x``; ``memory`` is the encoder's output.

        ``mask`` is for self-attention; ``memory_mask`` is False at the source's padding.
        """
        for layer in self.layers:
            x = layer(x, memory, mask, memory_mask)
        return self.norm(x)

    def start(self, memory: Float[Tensor, "*batch source d_model"]) -> list[LayerCache]:
        """Make all layers' caches for the first `step`; ``memory`` is the encoder's output."""
        layers: list[DecoderLayer] = list(self.layers)  # type: ignore[arg-type]
        return [LayerCache(KVCache(), layer.remember(memory)) for layer in layers]

    def step(
        self,
        x: Float[Tensor, "*batch new d_model"],
        caches: Sequence[LayerCache],
        memory_mask: SourceMask | None = None,
    ) -> Float[Tensor, "*batch new d_model"]:
        """Return the output vectors of new target tokens, whose input vectors are ``x``.

        The tokens' keys and values are appended to the caches in place. ``memory_mask`` is False at
        the source's padding.
        """
        for layer, cache in zip(self.layers, caches, strict=True):
            x = layer(x, cache.memory, None, memory_mask, cache=cache.target)
        return self.norm(x)


def _last_norm(config: StackConfig) -> nn.Module:
    return nn.LayerNorm(config.d_model, config.eps) if config.pre_norm else nn.Identity()


# ── model ─────────────────────────────────────────────────────────────────────────────────────


class TransformerCache(NamedTuple):
    """The cache of a Transformer between two steps of its decoder."""

    source_mask: SourceMask | None
    layers: list[LayerCache]


class Transformer(nn.Module):
    """Encoder–decoder: predict each next target token, given the source and the target so far.

    One matrix embeds the tokens of both texts and, transposed, gives the logits. Embeddings are
    initialised from a normal distribution of variance 1 / d_model, the other matrices as in
    `torch.nn.Transformer` (Glorot, uniform); the paper says nothing about its initialisation.
    Source: Vaswani et al. (2017), section 3, figure 1.
    """

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = SinusoidalPositions(config.max_len, config.d_model)
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.dropout = nn.Dropout(config.dropout)
        nn.init.normal_(self.embedding.weight, std=config.d_model**-0.5)
        for stack in (self.encoder, self.decoder):
            for parameter in stack.parameters():
                if parameter.ndim == 2:
                    nn.init.xavier_uniform_(parameter)

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        source_mask: SourceMask | None = None,
        target_mask: Mask | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Return logits: those at position i are for target token i + 1.

        The masks are False at padding, as `padding_mask` makes them; the causal mask is added here.
        Raises: ValueError if tokens are out of range, empty or longer than max_len.
        """
        memory = self.encode(source, source_mask)  # (batch, source, d_model)
        x = self._embed(target, "target")  # (batch, target, d_model)
        require_one_batch("source", memory, "target", x)
        return self._logits(self.decoder(x, memory, target_mask, source_mask))

    def encode(
        self, source: Int[Tensor, "batch source"], source_mask: SourceMask | None = None
    ) -> Float[Tensor, "batch source d_model"]:
        """The encoder's output: one contextual vector for each source token."""
        return self.encoder(self._embed(source, "source"), source_mask)

    def loss(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        *,
        pad: int | None = None,
        label_smoothing: float = 0.0,
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each target token given the source and those before it.

        The target begins with the token that starts every text; inputs are ``target[:, :-1]``,
        labels ``target[:, 1:]``. ``pad`` fills up shorter texts, after their tokens. No query
        attends to the padding of the source, and the padding of the target is not predicted.
        Raises: ValueError as `forward`, or if the target has fewer than two tokens, begins with
        ``pad``, has a token after the padding, or has nothing but ``pad`` to predict.
        """
        require_tokens(target, self.config.vocab_size, at_least=2, name="target")
        require_target("target", target, pad, self.config.vocab_size)
        source_mask = None if pad is None else (source != pad)[:, None]  # (batch, 1, source)
        logits = self(source, target[:, :-1], source_mask)
        return F.cross_entropy(
            logits.flatten(0, 1),
            target[:, 1:].flatten().long(),
            ignore_index=-100 if pad is None else pad,
            label_smoothing=label_smoothing,
        )

    def start(
        self, source: Int[Tensor, "batch source"], source_mask: SourceMask | None = None
    ) -> TransformerCache:
        """Encode the source, and return the cache for the first `step`."""
        if source_mask is not None:  # a mask for each row, as a `decode.Step` needs
            source_mask = source_mask.expand(source.shape[0], -1, -1)  # (batch, 1, source)
        return TransformerCache(source_mask, self.decoder.start(self.encode(source, source_mask)))

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: TransformerCache
    ) -> tuple[Float[Tensor, "batch vocab"], TransformerCache]:
        """Return the logits of the next target token, and the cache, as a `decode.Step` does.

        The next token is the one after the last of ``tokens``.
        """
        first = cache.layers[0]
        require_one_batch("tokens", tokens, "cache", first.memory.keys)
        x = self._embed(tokens, "tokens", start=first.target.length)
        x = self.decoder.step(x, cache.layers, cache.source_mask)
        return self._logits(x[:, -1]), cache

    def _embed(self, tokens: Tensor, name: str, start: Size = 0) -> Tensor:
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start, name=name)
        x = self.embedding(tokens) * self.config.d_model**0.5
        return self.dropout(self.positions(x, start))

    def _logits(self, x: Tensor) -> Tensor:
        return F.linear(x, self.embedding.weight)
