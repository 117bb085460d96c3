"""GPT: the Transformer's decoder alone, trained to predict the next token.

Without an encoder, a decoder layer has no cross-attention. What remains is an encoder layer with a
causal mask: so `Encoder` is GPT's stack, called with ``causal=True``. See `config` for the sizes,
`_language_model` for the logits and the loss, which Llama has in common with GPT, and `_steps` for
`start` and `step`, which write a text token by token.
Source: Radford et al. (2018), GPT-1; Radford et al. (2019), GPT-2; Brown et al. (2020), GPT-3.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention._gpt2_weights import GPT2, gpt2_sizes
from payattention._initial_weights import draw_gpt
from payattention._language_model import LanguageModel
from payattention._masks import RealTokens, check_mask
from payattention._steps import GPTCache as GPTCache
from payattention.attention import KVCache
from payattention.config import GPTConfig
from payattention.pretrained import load_official
from payattention.require import Size, require_tokens
from payattention.transformer import Encoder

gelu_tanh = partial(F.gelu, approximate="tanh")


class GPT(LanguageModel):
    """Predict the next token at every position of a text, from the tokens up to that position.

    One matrix embeds the tokens and, transposed, gives the logits. Positions are learned, and count
    from the first real token of each row, so padding may come before or after a text. GELU is
    computed by its tanh approximation, as in OpenAI's code; nanoGPT computes it exactly.
    """

    config: GPTConfig

    def __init__(self, config: GPTConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.max_len, config.d_model)
        self.stack = Encoder(config, gelu_tanh)
        self.dropout = nn.Dropout(config.dropout)
        draw_gpt(self, config.n_layers)

    @classmethod
    def from_pretrained(
        cls, name: str | Path, config: GPTConfig | None = None, *, pickled: bool = False
    ) -> "GPT":
        """Load GPT-2 with official weights; for arguments and errors, see `load_official`."""
        config = config or replace(GPTConfig.gpt2(), **gpt2_sizes(name))
        return load_official(partial(cls, config), GPT2, name, pickled=pickled)

    def hidden(
        self,
        tokens: Int[Tensor, "batch new"],
        mask: RealTokens | None = None,
        *,
        caches: list[KVCache] | None = None,
    ) -> Float[Tensor, "batch new d_model"]:
        """The stack's output for each token, which depends only on this and earlier tokens.

        With ``caches``, one for each layer, ``tokens`` follow the cached tokens, and ``mask``
        covers cached and new tokens. The caches are extended in place.
        """
        start = caches[0].length if caches else 0
        require_tokens(tokens, self.config.vocab_size, self.config.max_len, start=start)
        end = start + tokens.shape[1]
        checked = check_mask(mask, (tokens.shape[0], 1, end))
        x = self.embedding(tokens) + self._positions(start, end, mask)
        return self.stack(self.dropout(x), checked, causal=True, caches=caches)

    def _positions(self, start: Size, end: Size, mask: RealTokens | None) -> Tensor:
        if mask is None:
            return self.positions.weight[None, start:end]  # (1, new, d_model)
        position = mask[:, 0].long().cumsum(dim=-1) - 1  # (batch, keys); −1 before a text
        return self.positions(position[:, start:].clamp(min=0))  # (batch, new, d_model)
