"""Luong's decoder: the new state attends to the source. Bahdanau's decoder uses the old state.

Bahdanau   s_{t−1} → α_t → c_t → s_t        `payattention.seq2seq.Seq2Seq`
Luong      s_t → α_t → c_t → h̃_t            here

At step t, the decoder has the state s_t and writes the token y_t. h_j is the encoder's vector of
source token j, and a is the score function:

s_t = GRU([y_{t−1}; h̃_{t−1}], s_{t−1})      input feeding: h̃_{t−1} is part of the input
c_t = Σ_j α_tj h_j,  α_t = softmax_j a(s_t, h_j)
h̃_t = tanh(W_c [c_t; s_t])                  the attentional state
p(y_t) = softmax(W_s h̃_t)
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.recurrent import Lengths
from payattention.require import require_one_of, require_tokens
from payattention.seq2seq import SCORES, Alignment, EncoderDecoder, Memory, Seq2SeqConfig


class LuongSeq2Seq(EncoderDecoder):
    """An encoder–decoder with Luong's decoder; the encoder is that of `Seq2Seq`.

    The paper has four stacked LSTMs; here there is one GRU, and the encoder reads in both
    directions. So a `Seq2Seq` with the same score differs in the decoder only. The state between
    two steps is [s_t; h̃_t], (batch, 2 · d_hidden).
    Source: Luong et al. (2015), section 3, equations 5 and 6, and section 3.3, input feeding.
    Raises: ValueError if config.score is None.
    """

    context: Alignment

    def __init__(self, config: Seq2SeqConfig):
        require_one_of(SCORES, score=config.score)
        super().__init__(config)
        self.W_c = nn.Linear(2 * config.d_hidden, config.d_hidden, bias=False)
        self.W_s = nn.Linear(config.d_hidden, config.target_vocab_size)

    def start(
        self, source: Int[Tensor, "batch source"], lengths: Lengths | None = None
    ) -> tuple[Float[Tensor, "batch both"], Memory]:
        """Encode the source; return the decoder's first state, [s_0; 0], and its memory.

        Together, they are the cache for the first `step`.
        """
        s, memory = super().start(source, lengths)
        return torch.cat([s, torch.zeros_like(s)], dim=-1), memory

    def _write(self, tokens: Tensor, state: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        require_tokens(tokens, self.config.target_vocab_size, name="target")
        s, decided = state.chunk(2, dim=-1)  # (batch, d_hidden) each
        steps = []
        for y_before in self.target_embedding(tokens).unbind(dim=1):
            s = self.cell(torch.cat([y_before, decided], dim=-1), s)
            c, alpha = self.context(s, memory)
            decided = torch.tanh(self.W_c(torch.cat([c, s], dim=-1)))
            steps.append((decided, alpha))
        every, weights = (torch.stack(each, dim=1) for each in zip(*steps, strict=True))
        self.context.record(weights, cross=True)
        return self.W_s(every), torch.cat([s, decided], dim=-1)
