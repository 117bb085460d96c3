"""The Transformer: attention moves information between tokens, a small network transforms each.

    sublayers   layer_norm (the formula; models use nn.LayerNorm), FeedForward, MultiHeadAttention
    layers      EncoderLayer, DecoderLayer: a residual connection around each sublayer
    stacks      Encoder, Decoder
    model       Transformer, from source tokens and target tokens to logits

Post-norm, LayerNorm(x + Sublayer(x)), is the original; pre-norm, x + Sublayer(LayerNorm(x)), leaves
the residual path free and is what most models since have used. See `config` for the sizes, and
`_steps` for `start` and `step`, which write a text token by token.
Source: Vaswani et al. (2017), section 3; Xiong et al. (2020), on pre-norm.
"""

from collections.abc import Callable, Sequence

import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention._cache import KVCache
from payattention._initial_weights import draw_transformer
from payattention._masks import CheckedMask, SourceMask, check_mask
from payattention._steps import start_transformer, step_transformer
from payattention.attention import Mask, MultiHeadAttention
from payattention.config import StackConfig, TransformerConfig
from payattention.position import SinusoidalPositions
from payattention.require import Size, require_one_batch, require_target, require_tokens

Vectors = Float[Tensor, "*batch length d_model"]
SourceVectors = Float[Tensor, "*batch source d_model"]
Activation = Callable[[Tensor], Tensor]


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


class EncoderLayer(nn.Module):
    """Self-attention, then a feed-forward network, each inside a residual connection.

    With ``causal``, it is a decoder layer without cross-attention, as in GPT.
    Source: Vaswani et al. (2017), section 3.1, "Encoder"; for dropout, see `StackConfig`.
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
        x: Vectors,
        mask: Mask | CheckedMask | None = None,
        *,
        causal: bool = False,
        cache: KVCache | None = None,
    ) -> Vectors:
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
        x: Vectors,
        memory: SourceVectors | KVCache,
        mask: Mask | CheckedMask | None = None,
        memory_mask: SourceMask | CheckedMask | None = None,
        *,
        cache: KVCache | None = None,
    ) -> Vectors:
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


class _Stack(nn.Module):
    """A stack of ``n_layers`` layers; with pre-norm, a last LayerNorm follows."""

    layer: type[nn.Module]

    def __init__(self, config: StackConfig, activation: Activation = F.relu):
        super().__init__()
        self.layers = nn.ModuleList(self.layer(config, activation) for _ in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model, config.eps) if config.pre_norm else nn.Identity()


class Encoder(_Stack):
    """A stack of encoder layers. Source: Vaswani et al. (2017), section 3.1."""

    layer = EncoderLayer

    def forward(
        self,
        x: Vectors,
        mask: Mask | CheckedMask | None = None,
        *,
        causal: bool = False,
        caches: Sequence[KVCache] | None = None,
    ) -> Vectors:
        """Apply all layers to ``x``, with one of the ``caches`` for each; see `EncoderLayer`."""
        each = [None] * len(self.layers) if caches is None else caches
        mask = check_mask(mask, (*x.shape[:-1], x.shape[-2] + (caches[0].length if caches else 0)))
        for layer, cache in zip(self.layers, each, strict=True):
            x = layer(x, mask, causal=causal, cache=cache)
        return self.norm(x)


class Decoder(_Stack):
    """A stack of decoder layers. Source: Vaswani et al. (2017), section 3.1."""

    layer = DecoderLayer

    def forward(
        self,
        x: Vectors,
        memory: SourceVectors,
        mask: Mask | CheckedMask | None = None,
        memory_mask: SourceMask | CheckedMask | None = None,
    ) -> Vectors:
        """Apply all layers to ``x``; for the other arguments, see `DecoderLayer.forward`."""
        mask = check_mask(mask, (*x.shape[:-1], x.shape[-2]))
        memory_mask = check_mask(memory_mask, (*x.shape[:-1], memory.shape[-2]))
        for layer in self.layers:
            x = layer(x, memory, mask, memory_mask)
        return self.norm(x)


class Transformer(nn.Module):
    """Encoder–decoder: predict each next target token, given the source and the target so far.

    One matrix embeds the tokens of both texts and, transposed, gives the logits.
    Source: Vaswani et al. (2017), section 3, figure 1.
    """

    start = start_transformer
    step = step_transformer

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = SinusoidalPositions(config.max_len, config.d_model)
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.dropout = nn.Dropout(config.dropout)
        draw_transformer(self.embedding, self.encoder, self.decoder)

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
        x = self.decoder(x, memory, target_mask, source_mask)  # (batch, target, d_model)
        return F.linear(x, self.embedding.weight)

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
        Raises: ValueError as `forward`, or if the target has fewer than two tokens to read and
        predict, or has padding elsewhere than after its tokens.
        """
        require_target("target", target, pad, self.config.vocab_size)
        source_mask = None if pad is None else (source != pad)[:, None]  # (batch, 1, source)
        logits = self(source, target[:, :-1], source_mask)
        return F.cross_entropy(
            logits.flatten(0, 1),
            target[:, 1:].flatten().long(),
            ignore_index=-100 if pad is None else pad,
            label_smoothing=label_smoothing,
        )

    def _embed(self, tokens: Tensor, name: str, start: Size = 0) -> Tensor:
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start, name=name)
        x = self.embedding(tokens) * self.config.d_model**0.5
        return self.dropout(self.positions(x, start))
