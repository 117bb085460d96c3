"""One part of a small Llama exchanged: its norm, its feed-forward network, its heads of keys.

    python -m payattention.experiments.parts

trains a Llama and six others, each of which differs in one part, on the text that ships with
Python, and writes the result file. The feed-forward networks have the same number of weights; with
experts, each token uses as many, but there are four times as many in memory. The text differs
between versions of Python: measure all variants with the same one.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention._initial_weights import draw_gpt
from payattention.cost import count_parameters
from payattention.experiments.characters import (
    UNKNOWN,
    encode,
    known_and_held_out,
    validation_split,
)
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.llama import Llama, LlamaConfig, SwiGLU
from payattention.require import require_one_of
from payattention.tokenize import Vocabulary
from payattention.train import train

D_MODEL, HEADS, LAYERS, LENGTH = 64, 4, 2, 64
GATED, PLAIN = 168, 252  # hidden units: three matrices with 168, or two with 252, are as large
EXPERTS = 4
BALANCE = 0.01  # weight of the loss that spreads the tokens over the experts
BATCH = 16

Vectors = Float[Tensor, "*batch d_model"]
Activation = Callable[[Tensor], Tensor]


class TwoMatrices(nn.Module):
    """The feed-forward network of 2017, without biases: act(x W_1) W_2."""

    def __init__(self, d_model: int, d_ff: int, activation: Activation):
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff, bias=False)
        self.W_2 = nn.Linear(d_ff, d_model, bias=False)
        self.activation = activation

    def forward(self, x: Vectors) -> Vectors:
        return self.W_2(self.activation(self.W_1(x)))


class Experts(nn.Module):
    """Several SwiGLU networks, of which a linear layer chooses one for each token.

    The chosen expert's output is multiplied by its probability, so that the router learns, too.
    ``imbalance`` is, after each call, 1 if all experts get equal shares of tokens and of
    probability, and more if not.
    Source: Fedus et al. (2022), sections 2.1 and 2.2, equations 2 and 4 to 6.
    """

    def __init__(self, d_model: int, d_ff: int, n_experts: int):
        super().__init__()
        self.router = nn.Linear(d_model, n_experts, bias=False)
        self.experts = nn.ModuleList(SwiGLU(d_model, d_ff) for _ in range(n_experts))
        self.imbalance = torch.tensor(1.0)

    def forward(self, x: Vectors) -> Vectors:
        tokens = x.flatten(0, -2)
        probability = self.router(tokens).softmax(dim=-1)  # (tokens, experts)
        highest, chosen = probability.max(dim=-1)
        output = torch.zeros_like(tokens)
        for number, expert in enumerate(self.experts):
            rows = (chosen == number).nonzero()[:, 0]
            output = output.index_add(0, rows, highest[rows, None] * expert(tokens[rows]))
        shares = F.one_hot(chosen, len(self.experts)).float().mean(dim=0)
        self.imbalance = len(self.experts) * (shares * probability.mean(dim=0)).sum()
        return output.view_as(x)


def _layer_norms(model: Llama) -> None:
    for layer in model.stack.layers:
        layer.norm_1, layer.norm_2 = nn.LayerNorm(D_MODEL), nn.LayerNorm(D_MODEL)
    model.stack.norm = nn.LayerNorm(D_MODEL)  # type: ignore[assignment]


def _feed_forward(build: Callable[[], nn.Module]) -> Callable[[Llama], None]:
    def exchange(model: Llama) -> None:
        for layer in model.stack.layers:
            layer.feed_forward = build()

    return exchange


def _nothing(model: Llama) -> None:
    pass


# The heads of keys and values, and what is exchanged in the Llama
VARIANTS: dict[str, tuple[int, Callable[[Llama], None]]] = {
    "Llama": (HEADS, _nothing),
    "LayerNorm": (HEADS, _layer_norms),
    "GELU": (HEADS, _feed_forward(lambda: TwoMatrices(D_MODEL, PLAIN, F.gelu))),
    "ReLU": (HEADS, _feed_forward(lambda: TwoMatrices(D_MODEL, PLAIN, F.relu))),
    "2 heads of keys": (2, _nothing),
    "1 head of keys": (1, _nothing),
    "4 experts": (HEADS, _feed_forward(lambda: Experts(D_MODEL, GATED, EXPERTS))),
}


def untrained(variant: str, *, vocab_size: int, seed: int) -> Llama:
    """Return an untrained Llama with the part that the variant names.

    Raises: ValueError if there is no such variant.
    """
    require_one_of(tuple(VARIANTS), variant=variant)
    kept, exchange = VARIANTS[variant]
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=vocab_size,
        max_len=LENGTH,
        d_model=D_MODEL,
        n_heads=HEADS,
        n_kv_heads=kept,
        d_ff=GATED,
        n_layers=LAYERS,
    )
    model = Llama(config)
    exchange(model)
    draw_gpt(model, LAYERS)
    return model


def loss(model: Llama, tokens: Int[Tensor, "batch length"]) -> Float[Tensor, ""]:
    """The loss in training: that of the text, and with experts a little of their imbalance."""
    of_text = model.loss(tokens)
    mixed = [part.imbalance for part in model.modules() if isinstance(part, Experts)]
    return of_text + BALANCE * torch.stack(mixed).sum() if mixed else of_text


@torch.no_grad()
def loss_on(model: Llama, tokens: Int[Tensor, " characters"]) -> float:
    """The mean loss, in nats a character, on windows that do not overlap."""
    windows = tokens[: len(tokens) // (LENGTH + 1) * (LENGTH + 1)].view(-1, LENGTH + 1)
    losses = [model.loss(some) * len(some) for some in windows.split(64)]
    return torch.stack(losses).sum().item() / len(windows)


def _trained(training: Training, known: str) -> tuple[Llama, Vocabulary]:
    variant, seed, steps, lr = training
    vocabulary = Vocabulary(known, special=(UNKNOWN,))
    model = untrained(variant, vocab_size=len(vocabulary), seed=seed)
    windows = encode(known, vocabulary).unfold(0, LENGTH + 1, 1)
    train(model, loss, windows, steps=steps, batch_size=BATCH, lr=lr, seed=seed, weight_decay=0.1)
    return model.eval(), vocabulary


def _tune(training: Training) -> float:
    known, judged = validation_split(known_and_held_out()[0])
    model, vocabulary = _trained(training, known)
    return loss_on(model, encode(judged, vocabulary))


def _measure(training: Training) -> dict[str, Value]:
    known, held_out = known_and_held_out()
    model, vocabulary = _trained(training, known)
    kept = 2 * LAYERS * model.config.n_kv_heads  # keys and values
    return {
        "loss": loss_on(model, encode(held_out, vocabulary)),
        "parameters": count_parameters(model),
        "cached numbers a token": kept * D_MODEL // HEADS,
    }


STUDY = Study(
    "parts",
    _measure,
    tuple(VARIANTS),
    budgets=(400, 1200),
    rates=(3e-3, 6e-3, 1.2e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
