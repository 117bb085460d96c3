"""What GPT and Llama have in common: logits and loss of the next token at every position."""

from collections.abc import Callable

import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention._masks import RealTokens
from payattention._steps import start_gpt, step_gpt
from payattention.config import GPTConfig, LlamaConfig
from payattention.require import require_tokens

NOT_PREDICTED = -100  # the label of padding


class LanguageModel(nn.Module):
    """Predict the next token at every position of a text, from the tokens up to that position.

    One matrix embeds the tokens and, transposed, gives the logits. In between, the model's own
    ``hidden`` computes a vector for each token.
    """

    config: GPTConfig | LlamaConfig
    embedding: nn.Embedding
    hidden: Callable[..., Tensor]

    start = start_gpt
    step = step_gpt

    def forward(
        self, tokens: Int[Tensor, "batch length"], mask: RealTokens | None = None
    ) -> Float[Tensor, "batch length vocab"]:
        """Return logits: those at position i are for token i + 1.

        ``mask`` is True at the real tokens of a padded batch, as `padding_mask` makes it.
        Raises: ValueError if tokens are out of range, empty or too many, or the mask does not fit.
        """
        return F.linear(self.hidden(tokens, mask), self.embedding.weight)

    def loss(
        self, tokens: Int[Tensor, "batch length"], *, pad: int | None = None
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each token but the first, given those before it.

        Inputs are ``tokens[:, :-1]``, labels ``tokens[:, 1:]``: 2 to max_len + 1 tokens. ``pad``
        fills up shorter texts, on either side. It is neither attended to nor predicted.
        Source: Radford et al. (2018), section 3.1, equation 1.
        Raises: ValueError if there are fewer or more tokens, or a token is out of range.
        """
        require_tokens(tokens, self.config.vocab_size, self.config.max_len + 1, at_least=2)
        inputs, labels = tokens[:, :-1], tokens[:, 1:].long()
        if pad is None:
            return F.cross_entropy(self(inputs).flatten(0, 1), labels.flatten())
        real = inputs != pad
        logits = self(inputs, real[:, None])  # (batch, length − 1, vocab)
        labels = labels.masked_fill(~real | (labels == pad), NOT_PREDICTED)
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=NOT_PREDICTED)
