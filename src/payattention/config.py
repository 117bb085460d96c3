"""The sizes of the models, and those of the models that were published.

A configuration that no model could be built with is refused when it is made.
"""

from dataclasses import dataclass, fields

from payattention.require import (
    require_heads,
    require_multiple,
    require_positive,
    require_within,
)


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
        _require_sizes(self)
        require_within("[0, 1)", dropout=self.dropout)


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


@dataclass(frozen=True, kw_only=True)
class LlamaConfig:
    """The sizes of a Llama. Its layers are pre-norm, and have neither biases nor dropout.

    ``n_kv_heads`` heads of keys and values are shared by ``n_heads`` heads of queries.
    ``rope_base`` is the base of the frequencies of RoPE, and ``eps`` is added to the mean square in
    RMSNorm.
    Raises: ValueError if a size is no whole number of at least 1, d_model is no multiple of
    n_heads, n_heads is no multiple of n_kv_heads, d_k = d_model / n_heads is odd, or rope_base or
    eps is not above 0.
    """

    vocab_size: int
    max_len: int
    d_model: int
    n_heads: int
    n_kv_heads: int
    d_ff: int
    n_layers: int
    rope_base: float = 10000.0
    eps: float = 1e-5

    def __post_init__(self) -> None:
        _require_sizes(self)
        require_multiple(self.n_kv_heads, n_heads=self.n_heads)
        require_multiple(2, d_k=self.d_model // self.n_heads)
        require_within("(0, inf)", rope_base=self.rope_base)

    @classmethod
    def smollm2_135m(cls) -> "LlamaConfig":
        """The sizes of the smallest SmolLM2: 135 M parameters.

        Source: Ben Allal et al. (2025), and the model's config.json.
        """
        return cls._of(576, 9, 3, d_ff=1536, n_layers=30)

    @classmethod
    def smollm2_360m(cls) -> "LlamaConfig":
        """The sizes of the second SmolLM2: 362 M parameters."""
        return cls._of(960, 15, 5, d_ff=2560, n_layers=32)

    @classmethod
    def smollm2_1_7b(cls) -> "LlamaConfig":
        """The sizes of the largest SmolLM2: 1.7 B parameters."""
        return cls._of(2048, 32, 32, d_ff=8192, n_layers=24, rope_base=130000.0)

    @classmethod
    def _of(
        cls,
        d_model: int,
        n_heads: int,
        n_kv_heads: int,
        *,
        d_ff: int,
        n_layers: int,
        rope_base: float = 100000.0,
    ) -> "LlamaConfig":
        return cls(
            vocab_size=49152,
            max_len=8192,
            d_model=d_model,
            n_heads=n_heads,
            n_kv_heads=n_kv_heads,
            d_ff=d_ff,
            n_layers=n_layers,
            rope_base=rope_base,
        )


def _require_sizes(config: StackConfig | LlamaConfig) -> None:
    """Check the sizes of a configuration.

    Every int must be at least 1, d_model a multiple of n_heads, and eps above 0.
    """
    sizes = [field.name for field in fields(config) if field.type in (int, "int")]
    require_positive(**{name: getattr(config, name) for name in sizes})
    require_heads(config.d_model, config.n_heads)
    require_within("(0, inf)", eps=config.eps)
