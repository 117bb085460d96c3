"""Preferences: train a language model to write the better of two answers more often.

log_probability   how likely a model finds a given answer to a question
dpo_loss          direct preference optimization: no second network judges the answers
"""

import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor

from payattention._language_model import LanguageModel


def log_probability(
    model: LanguageModel,
    tokens: Int[Tensor, "batch length"],
    answer: Bool[Tensor, "batch length"],
) -> Float[Tensor, " batch"]:
    """Return the log-probability of each row's answer, given the tokens before it.

    ``answer`` is True at the tokens of the answer. The first token of a row cannot be one of them.
    """
    log_p = model(tokens[:, :-1]).log_softmax(dim=-1)  # (batch, length − 1, vocab)
    each = log_p.gather(-1, tokens[:, 1:, None]).squeeze(-1)  # (batch, length − 1)
    return (each * answer[:, 1:]).sum(dim=-1)  # (batch)


def dpo_loss(
    better: Float[Tensor, " batch"],
    worse: Float[Tensor, " batch"],
    better_before: Float[Tensor, " batch"],
    worse_before: Float[Tensor, " batch"],
    beta: float = 0.1,
) -> Float[Tensor, ""]:
    """The loss of direct preference optimization, from the log-probabilities of pairs of answers.

        −log σ(β (log π(better) / π_before(better) − log π(worse) / π_before(worse)))

    ``better_before`` and ``worse_before`` are those of the model before the training, which stays
    as it was. The larger ``beta``, the nearer the model stays to it.
    Source: Rafailov et al. (2023), section 4, equation 7.
    """
    gain = (better - better_before) - (worse - worse_before)  # (batch)
    return -F.logsigmoid(beta * gain).mean()
