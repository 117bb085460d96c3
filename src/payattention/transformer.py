"""The Transformer: attention moves information between tokens, a small network transforms each.

    sublayers   layer_norm (the formula; models use nn.LayerNorm), FeedForward, MultiHeadAttention
    layers      EncoderLayer, DecoderLayer: a residual connection around each sublayer
    stacks      Encoder, Decoder
    model       Transformer, from source tokens and target tokens to logits

Post-norm, LayerNorm(x + Sublayer(x)), is the original; pre-norm, x + Sublayer(LayerNorm(x)), leaves
the residual path free and is what most models since have used.
Source: Vaswani et al. (2017), section 3; Xiong et al. (2020), on pre-norm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import KVCache, Maps, Mask, MultiHeadAttention, require_mask
from payattention.position import SinusoidalPositions
from payattention.require import (
    require_one_batch,
    require_pad,
    require_positive,
    require_sequence,
    require_sizes,
    require_text,
    require_tokens,
)

SourceMask = Bool[Tensor, "*#batch #target #source"]
Activation = Callable[[Tensor], Tensor]


# ── configuration ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class StackConfig:
    """The sizes of any stack of layers, the part that all configurations share.

    Raises: ValueError where a size is no whole number of at least 1, d_model does not split among
    the heads, dropout is not in [0, 1), or eps is not above 0.
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
    """An encoder and a decoder of ``n_layers`` each, over one vocabulary for both languages."""

    vocab_size: int
    max_len: int = 1024
    pre_norm: bool = False

    @classmethod
    def base(cls) -> "TransformerConfig":
        """The base model of Vaswani et al. (2017), table 3."""
        return cls(vocab_size=37000, d_model=512, n_heads=8, d_ff=2048, n_layers=6, dropout=0.1)

    @classmethod
    def big(cls) -> "TransformerConfig":
        """The big model of Vaswani et al. (2017), table 3."""
        return cls(vocab_size=37000, d_model=1024, n_heads=16, d_ff=4096, n_layers=6, dropout=0.3)


# ── sublayers ─────────────────────────────────────────────────────────────────────────────────


def layer_norm(
    x: Float[Tensor, "*batch d_model"],
    gain: Float[Tensor, " d_model"],
    bias: Float[Tensor, " d_model"],
    eps: float = 1e-5,
) -> Float[Tensor, "*batch d_model"]:
    """Bring each token's vector to mean 0 and variance 1, then stretch and shift every feature.

        gain · (x − mean) / √(variance + eps) + bias

    `torch.nn.LayerNorm`, which the models use, computes the same in one kernel.
    Source: Ba et al. (2016), section 3, equation 3.
    """
    mean = x.mean(dim=-1, keepdim=True)
    variance = (x - mean).square().mean(dim=-1, keepdim=True)
    return gain * (x - mean) / (variance + eps).sqrt() + bias


class FeedForward(nn.Module):
    """The same network with one hidden layer for every position: σ(x W_1) W_2.

    Source: Vaswani et al. (2017), section 3.3, equation 2, with σ = ReLU.
    """

    def __init__(self, d_model: int, d_ff: int, activation: Activation = F.relu):
        super().__init__()
        require_positive(d_model=d_model, d_ff=d_ff)
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)
        self.activation = activation

    def forward(self, x: Float[Tensor, "*batch d_model"]) -> Float[Tensor, "*batch d_model"]:
        return self.W_2(self.activation(self.W_1(x)))


# ── layers ────────────────────────────────────────────────────────────────────────────────────


class EncoderLayer(nn.Module):
    """Self-attention, then a feed-forward network, each inside a residual connection.

    With ``causal`` it is a decoder's layer without cross-attention, as in GPT.
    Source: Vaswani et al. (2017), section 3.1, "Encoder".
    """

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        d_model = config.d_model
        self.d_model, self.pre_norm = d_model, config.pre_norm
        self.attention = MultiHeadAttention(d_model, config.n_heads)
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
        maps: Maps | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """``causal``, ``cache`` and ``maps`` are those of `MultiHeadAttention`."""
        require_sequence("x", x, self.d_model)
        how = {"mask": mask, "causal": causal, "cache": cache, "maps": maps}
        if self.pre_norm:
            x = x + self.dropout(self.attention(self.norm_1(x), **how))
            return x + self.dropout(self.feed_forward(self.norm_2(x)))
        x = self.norm_1(x + self.dropout(self.attention(x, **how)))
        return self.norm_2(x + self.dropout(self.feed_forward(x)))


class DecoderLayer(nn.Module):
    """Causal self-attention, attention to the encoder's output, then a feed-forward network.

    Source: Vaswani et al. (2017), section 3.1, "Decoder".
    """

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        d_model = config.d_model
        self.d_model, self.pre_norm = d_model, config.pre_norm
        self.attention = MultiHeadAttention(d_model, config.n_heads)
        self.cross_attention = MultiHeadAttention(d_model, config.n_heads)
        self.feed_forward = FeedForward(d_model, config.d_ff, activation)
        self.norm_1 = nn.LayerNorm(d_model, config.eps)
        self.norm_2 = nn.LayerNorm(d_model, config.eps)
        self.norm_3 = nn.LayerNorm(d_model, config.eps)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Float[Tensor, "*batch length d_model"],
        memory: Float[Tensor, "*batch source d_model"],
        mask: Mask | None = None,
        memory_mask: SourceMask | None = None,
        *,
        caches: tuple[KVCache | None, KVCache | None] = (None, None),
        maps: Maps | None = None,
        cross_maps: Maps | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """``memory`` is the encoder's output, ``memory_mask`` its padding.

        ``caches`` keep the keys and values of the target and of the memory.
        """
        require_sequence("x", x, self.d_model)
        require_sequence("memory", memory, self.d_model)
        own = {"mask": mask, "causal": True, "cache": caches[0], "maps": maps}
        cross = {"mask": memory_mask, "cache": caches[1], "maps": cross_maps}
        if self.pre_norm:
            x = x + self.dropout(self.attention(self.norm_1(x), **own))
            x = x + self.dropout(self.cross_attention(self.norm_2(x), memory, **cross))
            return x + self.dropout(self.feed_forward(self.norm_3(x)))
        x = self.norm_1(x + self.dropout(self.attention(x, **own)))
        x = self.norm_2(x + self.dropout(self.cross_attention(x, memory, **cross)))
        return self.norm_3(x + self.dropout(self.feed_forward(x)))


# ── stacks ────────────────────────────────────────────────────────────────────────────────────


class Encoder(nn.Module):
    """``n_layers`` encoder layers, and with pre-norm a last LayerNorm.

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
        caches: list[KVCache] | None = None,
        maps: Maps | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """``caches`` holds one for each layer; ``maps`` gets each layer's weights."""
        for layer, cache in zip(self.layers, _one_a_layer(caches, self.layers), strict=True):
            x = layer(x, mask, causal=causal, cache=cache, maps=maps)
        return self.norm(x)


class Decoder(nn.Module):
    """``n_layers`` decoder layers, and with pre-norm a last LayerNorm.

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
        *,
        caches: list[tuple[KVCache, KVCache]] | None = None,
        maps: Maps | None = None,
        cross_maps: Maps | None = None,
    ) -> Float[Tensor, "*batch length d_model"]:
        """``caches`` holds two for each layer; the maps get each layer's weights."""
        for layer, pair in zip(self.layers, _one_a_layer(caches, self.layers), strict=True):
            x = layer(
                x,
                memory,
                mask,
                memory_mask,
                caches=pair or (None, None),
                maps=maps,
                cross_maps=cross_maps,
            )
        return self.norm(x)


def _one_a_layer(caches: list | None, layers: nn.ModuleList) -> list:
    if caches is None:
        return [None] * len(layers)
    if len(caches) != len(layers):
        raise ValueError(
            f"caches must be one for each of the {len(layers)} layers, but there are {len(caches)}"
        )
    return caches


def _last_norm(config: StackConfig) -> nn.Module:
    return nn.LayerNorm(config.d_model, config.eps) if config.pre_norm else nn.Identity()


# ── model ─────────────────────────────────────────────────────────────────────────────────────


class AttentionMaps(NamedTuple):
    """Who attended to whom: in each list one tensor a layer, (batch, heads, queries, keys)."""

    encoder: Maps
    decoder: Maps
    cross: Maps  # from the target to the source


class TransformerCache(NamedTuple):
    """What the decoder remembers between two steps."""

    memory: Float[Tensor, "batch source d_model"]
    memory_mask: SourceMask | None
    layers: list[tuple[KVCache, KVCache]]


class Transformer(nn.Module):
    """From a source text and the target text so far to the logits of each next target token.

    One matrix embeds the tokens of both and, transposed, gives the logits.
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
        *,
        need_weights: bool = False,
    ) -> (
        Float[Tensor, "batch target vocab"]
        | tuple[Float[Tensor, "batch target vocab"], AttentionMaps]
    ):
        """Logits at position i are those of target token i + 1.

        The masks are those of the padding, `padding_mask`: the decoder is causal by itself.
        Raises: ValueError where tokens are out of range, empty or longer than max_len.
        """
        maps = AttentionMaps([], [], []) if need_weights else None
        memory = self.encode(source, source_mask, maps=maps)
        x = self._embed(target, "target")
        require_one_batch("source", source, "target", target)
        if target_mask is not None:
            require_mask("target_mask", target_mask, (*target.shape, target.shape[1]))
        x = self.decoder(x, memory, target_mask, source_mask, **_of_the_decoder(maps))
        logits = self._logits(x)
        return logits if maps is None else (logits, maps)

    def encode(
        self,
        source: Int[Tensor, "batch source"],
        source_mask: SourceMask | None = None,
        *,
        maps: AttentionMaps | None = None,
    ) -> Float[Tensor, "batch source d_model"]:
        """The encoder's output: one contextual vector for each source token."""
        x = self._embed(source, "source")
        if source_mask is not None:
            require_mask("source_mask", source_mask, (*source.shape, source.shape[1]))
        return self.encoder(x, source_mask, maps=None if maps is None else maps.encoder)

    def loss(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        *,
        pad: int | None = None,
        label_smoothing: float = 0.0,
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each target token given the source and those before it.

        The target begins with the token that starts every text. ``pad`` fills up the shorter texts
        of a batch: nobody attends to it in the source, and it counts for nothing in the target.
        Raises: ValueError as `forward`, or where the target has fewer than two tokens or nothing
        but ``pad`` to be said, or label_smoothing is not in [0, 1].
        """
        require_text(target, self.config.vocab_size, self.config.max_len, name="target")
        require_pad(pad, self.config.vocab_size, target)
        if not 0 <= label_smoothing <= 1:
            raise ValueError(f"label_smoothing must be in [0, 1], but it is {label_smoothing}")
        source_mask = None if pad is None else (source != pad).unsqueeze(1)
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
        """Encode the source once: the cache of the first `step`."""
        if source_mask is not None:
            source_mask = source_mask.expand(len(source), *source_mask.shape[-2:])
        caches = [(KVCache(), KVCache()) for _ in self.decoder.layers]
        return TransformerCache(self.encode(source, source_mask), source_mask, caches)

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: TransformerCache
    ) -> tuple[Float[Tensor, "batch vocab"], TransformerCache]:
        """Logits of the target token after ``tokens``, those not yet seen. See `decode.Step`."""
        x = self._embed(tokens, "tokens", start=len(cache.layers[0][0]))
        x = self.decoder(x, cache.memory, None, cache.memory_mask, caches=cache.layers)
        return self._logits(x[:, -1]), cache

    def _embed(self, tokens: Tensor, name: str, start: int = 0) -> Tensor:
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start, name=name)
        x = self.embedding(tokens) * self.config.d_model**0.5
        return self.dropout(self.positions(x, start))

    def _logits(self, x: Tensor) -> Tensor:
        return F.linear(x, self.embedding.weight)


def _of_the_decoder(maps: AttentionMaps | None) -> dict[str, Maps]:
    return {} if maps is None else {"maps": maps.decoder, "cross_maps": maps.cross}
