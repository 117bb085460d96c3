"""BERT: the Transformer's encoder alone, trained to fill in blanks and to pair sentences.

    input          join_pairs: [CLS] first sentence [SEP] second sentence [SEP]
    pre-training   mask_tokens (80/10/10) makes the blanks; BERTForPretraining has the two heads,
                   masked language modelling (MLM) and next-sentence prediction (NSP)
    fine-tuning    a small head on the same BERT: SequenceClassifier, TokenClassifier, SpanFinder

Source: Devlin et al. (2019).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention._bert_weights import BERT_AND_HEADS, BERT_BODY, bert_sizes
from payattention._initial_weights import draw_bert
from payattention.attention import Mask, padding_mask
from payattention.config import StackConfig
from payattention.pretrained import load_official
from payattention.require import (
    require_between,
    require_in_range,
    require_shape,
    require_tokens,
    require_within,
)
from payattention.tokenize import pad as fill_up
from payattention.transformer import Encoder

NOT_CHOSEN = -100  # the label of a token that is not to be predicted, as in F.cross_entropy

Tokens = Int[Tensor, "batch length"]


@dataclass(frozen=True, kw_only=True)
class BERTConfig(StackConfig):
    """The sizes of a BERT. By default, the layers are post-norm, as in the paper."""

    vocab_size: int
    max_len: int
    n_segments: int = 2
    dropout: float = 0.1
    pre_norm: bool = False
    eps: float = 1e-12

    @classmethod
    def base(cls) -> "BERTConfig":
        """The sizes of BERT-base, 110 M parameters, with the uncased vocabulary.

        Source: Devlin et al. (2019), section 3.
        """
        return cls(vocab_size=30522, max_len=512, d_model=768, n_heads=12, d_ff=3072, n_layers=12)

    @classmethod
    def large(cls) -> "BERTConfig":
        """The sizes of BERT-large, 335 M parameters, with the uncased vocabulary.

        Source: Devlin et al. (2019), section 3, who count 340 M.
        """
        return cls(vocab_size=30522, max_len=512, d_model=1024, n_heads=16, d_ff=4096, n_layers=24)


# ── the model ─────────────────────────────────────────────────────────────────────────────────


class BERT(nn.Module):
    """Turn each token into a contextual vector, which depends on all tokens, on both sides.

    `join_pairs` makes the input; ``segments`` says which of two sentences a token belongs to. GELU
    is computed exactly, as in the first version of the authors' code and in transformers; the
    authors' last version uses the tanh approximation.
    Source: Devlin et al. (2019), section 3 and figure 2.
    """

    def __init__(self, config: BERTConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.max_len, config.d_model)
        self.segments = nn.Embedding(config.n_segments, config.d_model)
        self.norm = nn.LayerNorm(config.d_model, config.eps)
        self.dropout = nn.Dropout(config.dropout)
        self.encoder = Encoder(config, F.gelu)
        self.pooler = nn.Linear(config.d_model, config.d_model)
        self.apply(draw_bert)

    @classmethod
    def from_pretrained(
        cls,
        name: str | Path,
        config: BERTConfig | None = None,
        *,
        new_heads: bool = False,
        pickled: bool = False,
    ) -> "BERT":
        """Load a BERT with official weights; for arguments and errors, see `load_official`.

        Without ``config``, the sizes are those of config.json beside the weights. The weights of
        the two heads of pre-training are ignored. If the file has no weights for the pooler, it
        gets new, random weights with ``new_heads``; without, that is an error.
        """
        config = config or replace(BERTConfig.base(), **bert_sizes(name))
        make = partial(cls, config)
        return load_official(make, BERT_BODY, name, new_heads=new_heads, pickled=pickled)

    def forward(
        self,
        tokens: Tokens,
        segments: Tokens | None = None,
        mask: Mask | None = None,
    ) -> Float[Tensor, "batch length d_model"]:
        """The last layer's vector of each token.

        ``mask`` is True at the real tokens, as `padding_mask` makes it. ``segments`` is 0 by
        default.
        Raises: ValueError if tokens or segments are out of range, empty, or too long.
        """
        require_tokens(tokens, self.config.vocab_size, self.config.max_len)
        segments = torch.zeros_like(tokens) if segments is None else segments
        require_shape("segments", segments, *tokens.shape)
        require_in_range("segments", segments, 0, self.segments.num_embeddings - 1)
        x = self.embedding(tokens) + self.positions.weight[: tokens.shape[1]]
        x = self.norm(x + self.segments(segments))  # (batch, length, d_model)
        return self.encoder(self.dropout(x), mask)

    def pool(self, x: Float[Tensor, "batch length d_model"]) -> Float[Tensor, "batch d_model"]:
        """One vector for the whole text, computed from the vector of its first token, [CLS]."""
        return torch.tanh(self.pooler(x[:, 0]))


# ── input ─────────────────────────────────────────────────────────────────────────────────────


class Joined(NamedTuple):
    """A padded batch of sentence pairs, the input of `BERT`."""

    tokens: Tokens
    segments: Tokens  # 0 for [CLS], the first sentence and its [SEP], then 1
    mask: Bool[Tensor, "batch 1 length"]  # False at the padding


def join_pairs(
    firsts: Sequence[Sequence[int]],
    seconds: Sequence[Sequence[int]],
    *,
    cls: int,
    sep: int,
    pad: int,
    max_len: int,
) -> Joined:
    """Join pairs of sentences, each a list of token ids, to one padded batch.

    A pair becomes [CLS] first sentence [SEP] second sentence [SEP]. While it has more than
    ``max_len`` tokens, the last token of its longer sentence is removed, as in the authors' code
    for fine-tuning. Shorter pairs are right-padded with ``pad``.
    Source: Devlin et al. (2019), section 3, "Input/Output Representations".
    Raises: ValueError if a sentence has no partner, or max_len < 3.
    """
    if max_len < 3:
        raise ValueError(
            f"max_len must be at least 3, for [CLS] and two [SEP], but it is {max_len}"
        )
    rows, kinds = [], []
    if len(firsts) != len(seconds):
        counts = f"{len(firsts)} and {len(seconds)}"
        raise ValueError(f"firsts and seconds must have the same length, but they have {counts}")
    for first, second in zip(firsts, seconds, strict=True):
        a, b = list(first), list(second)
        while len(a) + len(b) > max_len - 3:
            (a if len(a) > len(b) else b).pop()
        rows.append([cls, *a, sep, *b, sep])
        kinds.append([0] * (len(a) + 2) + [1] * (len(b) + 1))
    tokens, lengths = fill_up(rows, pad)
    return Joined(tokens, fill_up(kinds, 0)[0], padding_mask(lengths))


# ── pre-training ──────────────────────────────────────────────────────────────────────────────


class Blanks(NamedTuple):
    """A batch of texts in which some tokens are hidden, and the original tokens as labels."""

    tokens: Tokens
    labels: Tokens  # the original token where it is to be predicted, NOT_CHOSEN elsewhere


def mask_tokens(
    tokens: Tokens,
    *,
    mask_token: int,
    vocab_size: int,
    never: Bool[Tensor, "batch length"] | None = None,
    rate: float = 0.15,
    random: torch.Generator | None = None,
) -> Blanks:
    """Choose the tokens that the model must predict; hide 80 % of them and change 10 %.

    Of the chosen tokens, 80 % become ``mask_token``, 10 % a random token, and 10 % stay as they
    are. So the model cannot know which tokens it must predict, and needs a good vector for every
    token. Where ``never`` is True ([CLS], [SEP], padding), no token is chosen. Each token is chosen
    with probability ``rate``, independently; the authors' code chooses exactly the share ``rate``
    of each text.
    Source: Devlin et al. (2019), section 3.1, task 1, and appendix A.1.
    Raises: ValueError if rate is not in [0, 1], or mask_token or a token is out of range.
    """
    require_between(0, vocab_size - 1, mask_token=mask_token)
    require_in_range("tokens", tokens, 0, vocab_size - 1)
    require_within("[0, 1]", rate=rate)
    draw = torch.rand(2, *tokens.shape, generator=random).to(tokens.device)
    anything = torch.randint(vocab_size, tokens.shape, generator=random).to(tokens)
    chosen = draw[0] < rate
    if never is not None:
        chosen = chosen.masked_fill(never, False)
    hidden = chosen & (draw[1] < 0.8)
    changed = chosen & (draw[1] >= 0.9)
    return Blanks(
        tokens=tokens.masked_fill(hidden, mask_token).where(~changed, anything),
        labels=tokens.masked_fill(~chosen, NOT_CHOSEN),
    )


class PretrainingLogits(NamedTuple):
    """The logits of the two tasks of pre-training."""

    mlm: Float[Tensor, "*batch vocab"]  # which token belongs here
    nsp: Float[Tensor, "batch 2"]  # 0: the second sentence follows the first; 1: it does not


class BERTForPretraining(nn.Module):
    """BERT with two heads: masked language modelling (MLM) and next-sentence prediction (NSP).

    The last matrix of the MLM head is the transposed token embedding.
    Source: Devlin et al. (2019), section 3.1, tasks 1 and 2.
    """

    def __init__(self, config: BERTConfig):
        super().__init__()
        self.bert = BERT(config)
        self.transform = nn.Linear(config.d_model, config.d_model)
        self.norm = nn.LayerNorm(config.d_model, config.eps)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.nsp = nn.Linear(config.d_model, 2)
        for head in (self.transform, self.nsp):
            draw_bert(head)

    @classmethod
    def from_pretrained(
        cls,
        name: str | Path,
        config: BERTConfig | None = None,
        *,
        new_heads: bool = False,
        pickled: bool = False,
    ) -> "BERTForPretraining":
        """Load BERT and its two heads with official weights, as `BERT.from_pretrained` does.

        With ``new_heads``, a head, or the pooler, gets new, random weights if the file has none
        for it; without, that is an error.
        """
        config = config or replace(BERTConfig.base(), **bert_sizes(name))
        make = partial(cls, config)
        return load_official(make, BERT_AND_HEADS, name, new_heads=new_heads, pickled=pickled)

    def forward(
        self, tokens: Tokens, segments: Tokens | None = None, mask: Mask | None = None
    ) -> PretrainingLogits:
        x = self.bert(tokens, segments, mask)
        return PretrainingLogits(self.mlm(x), self.nsp(self.bert.pool(x)))

    def mlm(self, x: Float[Tensor, "*batch d_model"]) -> Float[Tensor, "*batch vocab"]:
        """For each contextual vector in ``x``, return a logit for every token of the vocabulary."""
        x = self.norm(F.gelu(self.transform(x)))
        return F.linear(x, self.bert.embedding.weight, self.bias)

    def loss(
        self,
        tokens: Tokens,
        labels: Tokens,
        segments: Tokens | None = None,
        mask: Mask | None = None,
        follows_not: Int[Tensor, " batch"] | None = None,
    ) -> Float[Tensor, ""]:
        """Return the loss of MLM, plus the loss of NSP if ``follows_not`` is given, in nats.

        The loss of MLM is the mean cross-entropy over the tokens that the model must predict.
        ``labels`` holds the original token at the positions of these tokens, and −100 elsewhere.
        The loss of NSP is the mean cross-entropy over the sentence pairs. ``follows_not`` is 0 for
        a pair whose second sentence follows the first, else 1.
        """
        x = self.bert(tokens, segments, mask)
        chosen = labels != NOT_CHOSEN
        loss = F.cross_entropy(self.mlm(x[chosen]), labels[chosen].long(), reduction="sum")
        loss = loss / chosen.sum().clamp(min=1)  # 0, not NaN, where none was chosen
        if follows_not is None:
            return loss
        return loss + F.cross_entropy(self.nsp(self.bert.pool(x)), follows_not.long())


# ── fine-tuning ───────────────────────────────────────────────────────────────────────────────


class FineTuned(nn.Module):
    """A pre-trained BERT, which is trained further, and one new linear layer on top of it.

    Source: Devlin et al. (2019), section 3.2.
    """

    def __init__(self, bert: BERT, n_outputs: int):
        super().__init__()
        self.bert = bert
        self.dropout = nn.Dropout(bert.config.dropout)
        self.head = nn.Linear(bert.config.d_model, n_outputs)
        draw_bert(self.head)


class SequenceClassifier(FineTuned):
    """Classify a text or a pair of texts: a logit for each class, from the vector of [CLS].

    Source: Devlin et al. (2019), section 4.1.
    """

    def forward(
        self, tokens: Tokens, segments: Tokens | None = None, mask: Mask | None = None
    ) -> Float[Tensor, "batch classes"]:
        x = self.bert(tokens, segments, mask)  # (batch, length, d_model)
        return self.head(self.dropout(self.bert.pool(x)))  # (batch, classes)


class TokenClassifier(FineTuned):
    """Classify every token: a logit for each class, such as "a name begins here".

    Source: Devlin et al. (2019), section 5.3.
    """

    def forward(
        self, tokens: Tokens, segments: Tokens | None = None, mask: Mask | None = None
    ) -> Float[Tensor, "batch length classes"]:
        return self.head(self.dropout(self.bert(tokens, segments, mask)))


class SpanFinder(FineTuned):
    """Find the answer to a question in a text.

    Returns two tensors of shape (batch, length): for every token, a logit that the answer starts
    there, and a logit that the answer ends there.
    Source: Devlin et al. (2019), section 4.2.
    """

    def __init__(self, bert: BERT):
        super().__init__(bert, n_outputs=2)

    def forward(
        self, tokens: Tokens, segments: Tokens | None = None, mask: Mask | None = None
    ) -> tuple[Float[Tensor, "batch length"], Float[Tensor, "batch length"]]:
        start, end = self.head(self.bert(tokens, segments, mask)).unbind(-1)
        return start, end
