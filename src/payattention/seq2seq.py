"""Encoder–decoder: read one sentence, then write another, token by token.

    h_j = (→h_j, ←h_j)                 the encoder's annotation of source token j
    c_i = c                            without attention: one thought vector for all steps
    c_i = Σ_j α_ij h_j                 with attention: looked up anew at every step
                                       (h_j may as well be a region of an image: `regions`)
    s_i = GRU([y_{i−1}; c_i], s_{i−1}) the decoder's state
    p(y_i) = g(s_i, y_{i−1}, c_i)      the next token

The two models differ in c_i alone: whatever separates their results is attention.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import Additive, Bilinear, Score, attention, dot, padding_mask
from payattention.recurrent import Bidirectional, GRUCell, Lengths, require_lengths
from payattention.require import (
    has_values,
    require_one_batch,
    require_pad,
    require_positive,
    require_text,
    require_tokens,
)

Tokens = Int[Tensor, "batch length"]
SCORES = ("additive", "general", "dot")


@dataclass(frozen=True)
class Seq2SeqConfig:
    """The sizes of an encoder–decoder and its score; None is the one without attention.

    ``d_model`` is the width of the embeddings, ``d_hidden`` that of the annotations (half of it
    from each direction) and of the decoder's state.
    """

    source_vocab_size: int
    target_vocab_size: int
    d_model: int = 64
    d_hidden: int = 128
    score: str | None = "additive"

    def __post_init__(self) -> None:
        require_positive(
            source_vocab_size=self.source_vocab_size,
            target_vocab_size=self.target_vocab_size,
            d_model=self.d_model,
            d_hidden=self.d_hidden,
        )
        if self.d_hidden % 2:
            raise ValueError(
                f"d_hidden must be even, half for each direction, but it is {self.d_hidden}"
            )
        if self.score not in (*SCORES, None):
            raise ValueError(f"score must be {_either((*SCORES, None))}, but it is {self.score!r}")

    @classmethod
    def thought_vector(
        cls, source_vocab_size: int, target_vocab_size: int, **sizes: int
    ) -> "Seq2SeqConfig":
        """All the decoder learns of the source is one vector: Cho et al. (2014)."""
        return cls(source_vocab_size, target_vocab_size, score=None, **sizes)

    @classmethod
    def bahdanau(
        cls, source_vocab_size: int, target_vocab_size: int, **sizes: int
    ) -> "Seq2SeqConfig":
        """Attention with the additive score: Bahdanau et al. (2015)."""
        return cls(source_vocab_size, target_vocab_size, score="additive", **sizes)

    @classmethod
    def luong(
        cls,
        source_vocab_size: int,
        target_vocab_size: int,
        score: str = "general",
        **sizes: int,
    ) -> "Seq2SeqConfig":
        """Attention with one of the scores of Luong et al. (2015); their "concat" is "additive"."""
        return cls(source_vocab_size, target_vocab_size, score=score, **sizes)


class Memory(NamedTuple):
    """What the decoder knows of the source; the first axis of each is the batch."""

    annotations: Float[Tensor, "batch source d_hidden"]
    keys: Float[Tensor, "batch source d_hidden"]  # what the score needs of the annotations
    mask: Bool[Tensor, "batch 1 source"]
    thought: Float[Tensor, "batch d_hidden"]


class ThoughtVector(nn.Module):
    """c_i = c = tanh(V (→h_T, ←h_1)): every target token is written from the same vector.

    Source: Cho et al. (2014), section 2.2 and appendix A.
    """

    def __init__(self, d_hidden: int):
        super().__init__()
        require_positive(d_hidden=d_hidden)
        self.V = nn.Linear(d_hidden, d_hidden)

    def remember(
        self,
        annotations: Float[Tensor, "batch source d_hidden"],
        ends: Float[Tensor, "batch d_hidden"],
        mask: Bool[Tensor, "batch 1 source"],
    ) -> Memory:
        """Make the memory of a source that has been read."""
        return Memory(annotations, annotations, mask, torch.tanh(self.V(ends)))

    def forward(
        self, s: Float[Tensor, "batch d_hidden"], memory: Memory
    ) -> tuple[Float[Tensor, "batch d_hidden"], None]:
        return memory.thought, None


class Alignment(nn.Module):
    """c_i = Σ_j α_ij h_j, α_i = softmax_j a(s_{i−1}, h_j): every target token looks for itself.

    ``score`` is the function a.
    Source: Bahdanau et al. (2015), section 3.1, equations 5 and 6; Luong et al. (2015), section
    3.1, for the scores "general" and "dot".
    """

    def __init__(self, d_hidden: int, score: str):
        super().__init__()
        require_positive(d_hidden=d_hidden)
        if score not in SCORES:
            raise ValueError(f"score must be {_either(SCORES)}, but it is {score!r}")
        self.score: Score = dot
        if score == "additive":
            self.score = Additive(d_hidden, d_hidden, d_hidden)
        elif score == "general":
            self.score = Bilinear(d_hidden, d_hidden)

    def remember(
        self,
        annotations: Float[Tensor, "batch source d_hidden"],
        ends: Float[Tensor, "batch d_hidden"],
        mask: Bool[Tensor, "batch 1 source"],
    ) -> Memory:
        """Make the memory of a source that has been read."""
        keys = self.score.U(annotations) if isinstance(self.score, Additive) else annotations
        return Memory(annotations, keys, mask, ends)

    def forward(
        self, s: Float[Tensor, "batch d_hidden"], memory: Memory
    ) -> tuple[Float[Tensor, "batch d_hidden"], Float[Tensor, "batch source"]]:
        score = self.score.of_prepared if isinstance(self.score, Additive) else self.score
        context, weights = attention(
            s[:, None], memory.keys, memory.annotations, memory.mask, score=score, need_weights=True
        )
        return context.squeeze(1), weights.squeeze(1)


def regions(
    features: Float[Tensor, "*batch channels height width"],
) -> Float[Tensor, "*batch regions channels"]:
    """Read an image's features as a sequence: one annotation for each place, row by row.

    Attention needs no more to look at an image while it writes: `Alignment`, or
    ``attention(s, regions, regions, score=Additive(…), need_weights=True)``, is then the soft
    attention of Show, Attend and Tell, and ``weights.unflatten(-1, (height, width))`` its map.
    Source: Xu et al. (2015), section 3.1, and section 4.2 for the average.
    """
    return features.flatten(-2).mT


class Seq2Seq(nn.Module):
    """The encoder–decoder, with attention or with one thought vector, as ``config.score`` says.

    ``model(source, target)`` predicts, from each target token, the one after; ``model.loss`` is
    for training. To translate, decode from ``model.step`` with the cache ``model.start(source)``.
    Source: Bahdanau et al. (2015), section 3 and appendix A.2, with two differences: the first
    state sees both ends of the source where theirs sees ←h_1, and g sees s_i where theirs sees
    s_{i−1}.
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
        self.deep = nn.Linear(d_hidden + d_model + d_hidden, 2 * d_model)
        self.out = nn.Linear(d_model, config.target_vocab_size)

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        source_lengths: Lengths | None = None,
        *,
        need_weights: bool = False,
    ) -> (
        Float[Tensor, "batch target vocab"]
        | tuple[Float[Tensor, "batch target vocab"], Float[Tensor, "batch target source"]]
    ):
        """Return the logits of the token after each of ``target``, which begins with BOS.

        With ``need_weights`` also the alignment: row i is what the decoder looked at when it wrote
        the token after target[i].
        Raises: ValueError where a token is not in its vocabulary, a sequence is empty, lengths do
        not fit, or weights are asked of a model without attention.
        """
        require_one_batch("source", source, "target", target)
        if need_weights and self.config.score is None:
            raise ValueError("need_weights must be False for a thought vector: it has no weights")
        logits, _, weights = self._write(target, *self.start(source, source_lengths))
        return (logits, torch.stack(weights, dim=1)) if need_weights else logits

    def loss(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        *,
        pad: int | None = None,
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each target token given the source and those before it.

        The target begins with BOS. ``pad`` fills up the shorter texts of a batch: it is not read in
        the source and counts for nothing in the target.
        Raises: ValueError as `forward`, or where the target has fewer than two tokens or nothing
        but ``pad`` to be said, or a token of the source stands behind its padding.
        """
        require_text(target, self.config.target_vocab_size, name="target")
        require_pad(pad, min(self.config.source_vocab_size, self.config.target_vocab_size), target)
        require_tokens(source, self.config.source_vocab_size, name="source")
        lengths = None if pad is None else _lengths(source, pad)
        logits = self(source, target[:, :-1], lengths)
        ignored = -100 if pad is None else pad
        return F.cross_entropy(logits.mT, target[:, 1:].long(), ignore_index=ignored)

    def start(
        self, source: Int[Tensor, "batch source"], lengths: Lengths | None = None
    ) -> tuple[Float[Tensor, "batch d_hidden"], Memory]:
        """Read the source: the decoder's first state and its memory, a cache for `step`."""
        require_tokens(source, self.config.source_vocab_size, name="source")
        if lengths is None:
            lengths = torch.full(source.shape[:1], source.shape[1], device=source.device)
        require_lengths("source_lengths", lengths, *source.shape)
        annotations, ends = self.encoder(self.source_embedding(source), lengths)
        mask = padding_mask(lengths, source.shape[1])
        return torch.tanh(self.first(ends)), self.context.remember(annotations, ends, mask)

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: tuple[Tensor, Memory]
    ) -> tuple[Float[Tensor, "batch vocab"], tuple[Tensor, Memory]]:
        """Write on after these tokens, as `payattention.decode.Step` asks."""
        require_one_batch("tokens", tokens, "rows of the cache", cache[0])
        logits, s, _ = self._write(tokens, *cache, name="tokens")
        return logits[:, -1], (s, cache[1])

    def _write(
        self, tokens: Tensor, s: Tensor, memory: Memory, *, name: str = "target"
    ) -> tuple[Tensor, Tensor, list[Tensor]]:
        require_tokens(tokens, self.config.target_vocab_size, name=name)
        y = self.target_embedding(tokens)
        states, contexts, weights = [], [], []
        for y_before in y.unbind(dim=1):
            c, alpha = self.context(s, memory)
            s = self.cell(torch.cat([y_before, c], dim=-1), s)
            states.append(s)
            contexts.append(c)
            if alpha is not None:
                weights.append(alpha)
        seen = torch.cat([torch.stack(states, dim=1), y, torch.stack(contexts, dim=1)], dim=-1)
        t = self.deep(seen).unflatten(-1, (-1, 2)).amax(dim=-1)  # maxout: of two units the larger
        return self.out(t), s, weights


def _lengths(source: Tensor, pad: int) -> Tensor:
    lengths = (source != pad).sum(dim=1)
    real = torch.arange(source.shape[1], device=source.device) < lengths[:, None]
    if has_values(source) and ((source == pad) & real).any():
        raise ValueError(f"source must have its padding, pad = {pad}, behind its tokens only")
    return lengths


def _either(names: tuple[str | None, ...]) -> str:
    *first, last = (repr(name) for name in names)
    return f"{', '.join(first)} or {last}"
