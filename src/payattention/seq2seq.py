"""Encoder–decoder: read one sentence, then write another, token by token.

    h_j = (→h_j, ←h_j)                 the encoder's annotation of source token j
    c_i = c                            without attention: one thought vector for all steps
    c_i = Σ_j α_ij h_j                 with attention: a new weighted average at every step
                                       (h_j may also be a region of an image: `regions`)
    s_i = GRU([y_{i−1}; c_i], s_{i−1}) the decoder's state
    p(y_i) = g(s_i, y_{i−1}, c_i)      the next token

The two models differ in c_i only: any difference between their results comes from attention.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import (
    Additive,
    Bilinear,
    Score,
    attention,
    dot,
    padding_mask,
    scaled_dot,
)
from payattention.maps import Attends
from payattention.recurrent import Bidirectional, GRUCell, Lengths
from payattention.require import (
    require_multiple,
    require_one_batch,
    require_one_of,
    require_right_padded,
    require_target,
    require_tokens,
)

Tokens = Int[Tensor, "batch length"]
SCORES = ("additive", "general", "dot", "scaled")


@dataclass(frozen=True)
class Seq2SeqConfig:
    """The sizes and the score function of an encoder–decoder; score None means no attention.

    ``d_model`` is the width of the embeddings, ``d_hidden`` that of the annotations (half of it
    from each direction) and of the decoder's state.
    """

    source_vocab_size: int
    target_vocab_size: int
    d_model: int = 64
    d_hidden: int = 128
    score: str | None = "additive"

    def __post_init__(self) -> None:
        require_multiple(2, d_hidden=self.d_hidden)
        require_one_of((*SCORES, None), score=self.score)

    @classmethod
    def thought_vector(
        cls, source_vocab_size: int, target_vocab_size: int, **sizes: int
    ) -> "Seq2SeqConfig":
        """No attention: one vector of the source serves all steps, as in Cho et al. (2014)."""
        return cls(source_vocab_size, target_vocab_size, score=None, **sizes)

    @classmethod
    def bahdanau(
        cls, source_vocab_size: int, target_vocab_size: int, **sizes: int
    ) -> "Seq2SeqConfig":
        """Attention with the additive score, as in Bahdanau et al. (2015)."""
        return cls(source_vocab_size, target_vocab_size, score="additive", **sizes)

    @classmethod
    def luong(
        cls,
        source_vocab_size: int,
        target_vocab_size: int,
        score: str = "general",
        **sizes: int,
    ) -> "Seq2SeqConfig":
        """Attention with one of the scores of Luong et al. (2015).

        Their score "concat" is called "additive" here.
        """
        return cls(source_vocab_size, target_vocab_size, score=score, **sizes)


class Memory(NamedTuple):
    """What the decoder needs of the encoded source, computed once for all its steps."""

    annotations: Float[Tensor, "batch source d_hidden"]
    keys: Float[Tensor, "batch source d_hidden"]  # what the score needs of the annotations
    mask: Bool[Tensor, "batch 1 source"]
    thought: Float[Tensor, "batch d_hidden"]


class ThoughtVector(nn.Module):
    """The decoder's context without attention: c = tanh(V (→h_T, ←h_1)) for every target token.

    Source: Cho et al. (2014), section 2.2 and appendix A.
    """

    def __init__(self, d_hidden: int):
        super().__init__()
        self.V = nn.Linear(d_hidden, d_hidden)

    def remember(
        self,
        annotations: Float[Tensor, "batch source d_hidden"],
        ends: Float[Tensor, "batch d_hidden"],
        mask: Bool[Tensor, "batch 1 source"],
    ) -> Memory:
        """Make the decoder's memory from the encoder's annotations and last states ``ends``."""
        return Memory(annotations, annotations, mask, torch.tanh(self.V(ends)))

    def forward(
        self, s: Float[Tensor, "batch d_hidden"], memory: Memory
    ) -> tuple[Float[Tensor, "batch d_hidden"], Float[Tensor, "batch source"]]:
        """Return the thought vector and, as attention weights, zeros; ``s`` is not used."""
        return memory.thought, memory.thought.new_zeros(memory.annotations.shape[:2])


class Alignment(Attends):
    """The decoder's context by attention: a weighted average of the annotations h_j for each token.

        c_i = Σ_j α_ij h_j,  α_i = softmax_j a(s_{i−1}, h_j)

    ``score`` is the function a.
    Source: Bahdanau et al. (2015), section 3.1, equations 5 and 6; Luong et al. (2015), section
    3.1, for the scores "general" and "dot"; Vaswani et al. (2017), section 3.2.1, for "scaled".
    """

    def __init__(self, d_hidden: int, score: str):
        super().__init__()
        makers: dict[str, Callable[[], Score]] = {
            "additive": lambda: Additive(d_hidden, d_hidden, d_hidden),
            "general": lambda: Bilinear(d_hidden, d_hidden),
            "dot": lambda: dot,
            "scaled": lambda: scaled_dot,
        }
        self.score = makers[score]()

    def remember(
        self,
        annotations: Float[Tensor, "batch source d_hidden"],
        ends: Float[Tensor, "batch d_hidden"],
        mask: Bool[Tensor, "batch 1 source"],
    ) -> Memory:
        """Make the decoder's memory from the encoder's annotations and last states ``ends``."""
        keys = self.score.U(annotations) if isinstance(self.score, Additive) else annotations
        return Memory(annotations, keys, mask, ends)

    def forward(
        self, s: Float[Tensor, "batch d_hidden"], memory: Memory
    ) -> tuple[Float[Tensor, "batch d_hidden"], Float[Tensor, "batch source"]]:
        score = self.score.from_projected_keys if isinstance(self.score, Additive) else self.score
        query = s[:, None]  # (batch, 1, d_hidden)
        c, alpha = attention(query, memory.keys, memory.annotations, memory.mask, score=score)
        return c.squeeze(1), alpha.squeeze(1)  # (batch, d_hidden), (batch, source)


def regions(
    features: Float[Tensor, "*batch channels height width"],
) -> Float[Tensor, "*batch regions channels"]:
    """Turn an image's feature map into a sequence: one annotation for each place, row by row.

    A decoder can attend to these annotations as it does to those of a text. With them, `Alignment`
    is the soft attention of Show, Attend and Tell. For a decoder's state s and the annotations a,
    ``attention(s, a, a, score=Additive(…))`` is the same function.
    ``weights.unflatten(-1, (height, width))`` arranges the weights as a map of the image.
    Source: Xu et al. (2015), section 3.1, and section 4.2 for the weighted average.
    """
    return features.flatten(-2).transpose(-2, -1)  # (…, regions, channels)


class EncoderDecoder(nn.Module):
    """What all recurrent encoder–decoders share; how a decoder writes is defined by its subclass.

    ``model(source, target)`` returns the logits of the token after each target token; use
    ``model.loss`` for training. To translate, decode with ``model.step`` and the cache
    ``model.start(source)``.
    """

    def __init__(self, config: Seq2SeqConfig):
        super().__init__()
        d_model, d_hidden = config.d_model, config.d_hidden
        self.config = config
        self.source_embedding = nn.Embedding(config.source_vocab_size, d_model)
        self.encoder = Bidirectional(
            GRUCell(d_model, d_hidden // 2), GRUCell(d_model, d_hidden // 2)
        )
        self.context = (
            ThoughtVector(d_hidden) if config.score is None else Alignment(d_hidden, config.score)
        )
        self.target_embedding = nn.Embedding(config.target_vocab_size, d_model)
        self.first = nn.Linear(d_hidden, d_hidden)
        self.cell = GRUCell(d_model + d_hidden, d_hidden)

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        source_lengths: Lengths | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Return the logits of the token after each token of ``target``, which begins with BOS.

        `attention_maps` records the alignment, (batch, target, source), as the weights of the layer
        ``context``: row i holds the weights with which the token after target[i] is predicted.
        Raises: ValueError if a token is not in its vocabulary, or lengths do not fit.
        """
        require_one_batch("source", source, "target", target)
        logits, _ = self._write(target, *self.start(source, source_lengths))
        return logits

    def loss(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        *,
        pad: int | None = None,
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each target token given the source and those before it.

        The target begins with BOS, which is not predicted. ``pad`` fills up shorter texts, after
        their tokens: it is not read in the source, and not predicted in the target.
        Raises: ValueError as `forward`, or if the target has fewer than two tokens or nothing but
        ``pad`` to predict, or a token follows the padding.
        """
        require_target("target", target, pad, self.config.target_vocab_size)
        lengths = None
        if pad is not None:
            require_right_padded("source", source, pad)
            lengths = (source != pad).sum(dim=1)
        logits = self(source, target[:, :-1], lengths)  # (batch, target, vocab)
        labels = target[:, 1:].flatten().long()
        ignored = -100 if pad is None else pad
        return F.cross_entropy(logits.flatten(0, 1), labels, ignore_index=ignored)

    def start(
        self, source: Int[Tensor, "batch source"], lengths: Lengths | None = None
    ) -> tuple[Float[Tensor, "batch d_hidden"], Memory]:
        """Encode the source; return the decoder's first state and its memory.

        Together, they are the cache for the first `step`.
        """
        require_tokens(source, self.config.source_vocab_size, name="source")
        if lengths is None:
            lengths = torch.full_like(source[:, 0], source.shape[1])
        annotations, ends = self.encoder(self.source_embedding(source), lengths)
        mask = padding_mask(lengths, source.shape[1])
        return torch.tanh(self.first(ends)), self.context.remember(annotations, ends, mask)

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: tuple[Tensor, Memory]
    ) -> tuple[Float[Tensor, "batch vocab"], tuple[Tensor, Memory]]:
        """Return the logits of the next token, and the new cache, as a `decode.Step` does.

        The next token is the one after the last of ``tokens``.
        """
        require_one_batch("tokens", tokens, "cache", cache[0])
        logits, s = self._write(tokens, *cache)
        return logits[:, -1], (s, cache[1])

    def _write(self, tokens: Tensor, state: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """Return the logits of the token after each of ``tokens``, and the decoder's last state."""
        raise NotImplementedError


class Seq2Seq(EncoderDecoder):
    """The encoder–decoder, with attention or with one thought vector, as ``config.score`` says.

    Source: Bahdanau et al. (2015), section 3 and appendix A.2, with two differences: here, the
    first state depends on both ends of the source, in the paper only on ←h_1; here, the output
    depends on s_i, in the paper on s_{i−1}.
    """

    def __init__(self, config: Seq2SeqConfig):
        super().__init__(config)
        d_model, d_hidden = config.d_model, config.d_hidden
        self.deep = nn.Linear(d_hidden + d_model + d_hidden, 2 * d_model)
        self.out = nn.Linear(d_model, config.target_vocab_size)

    def _write(self, tokens: Tensor, s: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        require_tokens(tokens, self.config.target_vocab_size, name="target")
        y = self.target_embedding(tokens)  # (batch, target, d_model)
        steps = []
        for y_before in y.unbind(dim=1):
            c, alpha = self.context(s, memory)
            s = self.cell(torch.cat([y_before, c], dim=-1), s)
            steps.append((s, c, alpha))
        states, contexts, weights = (torch.stack(each, dim=1) for each in zip(*steps, strict=True))
        if isinstance(self.context, Attends):
            self.context.record(weights, cross=True)
        t = self.deep(torch.cat([states, y, contexts], dim=-1))  # (batch, target, 2 · d_model)
        t = t.unflatten(-1, (-1, 2)).amax(dim=-1)  # maxout: of two units the larger
        return self.out(t), s
