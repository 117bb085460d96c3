"""Recall a symbol that came some steps ago: recurrent networks beside an attention head.

    python -m payattention.experiments.recall

trains each of `READERS` and writes the result file. Every sequence holds one of eight marked
symbols, at a random position, among random other symbols. The task is to name the marked symbol at
the end of the sequence, so a reader must keep it for 0 to `LENGTH` - 1 steps.
"""

from collections.abc import Callable
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import AttentionHead
from payattention.compare import gradient_by_lag, spectral_radius
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.success import FirstSuccess
from payattention.recurrent import LSTM, GRUCell, Recurrent, RNNCell
from payattention.train import train

LENGTH, SYMBOLS, D = 50, 8, 32
TEN = 10  # lags are tested in groups of ten
N_TRAIN, N_TEST = 8192, 4000
KEEP = 2.0  # initial bias of the gate that keeps the past: it keeps σ(2) = 88 % per step

Tokens = Int[Tensor, "batch length"]
Row = Int[Tensor, " batch"]
Vectors = Float[Tensor, "batch length d"]


class States(nn.Module):
    """Wrap a recurrent ``layer`` so that it returns only its states, (batch, length, d)."""

    def __init__(self, layer: Recurrent | LSTM):
        super().__init__()
        self.layer = layer

    def forward(self, x: Vectors) -> Vectors:
        return self.layer(x)[0]


def rnn(start: Literal["torch", "radius 1", "orthogonal", "identity"] = "torch") -> States:
    """Return a tanh-RNN. ``start`` says what its recurrent matrix U is at the start.

    "torch"       random, as torch draws it
    "radius 1"    random, scaled to the spectral radius 1
    "orthogonal"  a random orthogonal matrix, which keeps the length of every vector
    "identity"    the identity matrix, with biases of 0
    Source: Le et al. (2015), identity; Saxe et al. (2014), orthogonal.
    """
    cell = RNNCell(D, D)
    U = cell.U.weight.detach()
    if start == "radius 1":
        U *= 1 / spectral_radius(U)
    elif start == "orthogonal":
        nn.init.orthogonal_(U)
    elif start == "identity":
        nn.init.eye_(U)
        nn.init.zeros_(cell.W.bias.detach())
    return States(Recurrent(cell))


def gru() -> States:
    """A GRU whose update gate starts with the bias `KEEP`, so each step keeps most of the state."""
    cell = GRUCell(D, D)
    nn.init.constant_(cell.W.bias[D : 2 * D].detach(), KEEP)  # of the update gate z
    return States(Recurrent(cell))


def lstm() -> States:
    """An LSTM whose forget gate starts with the bias `KEEP`, so a step keeps most of the cell."""
    layer = LSTM(D, D)
    nn.init.constant_(layer.cell.W.bias[D : 2 * D].detach(), KEEP)  # of the forget gate f
    return States(layer)


READERS: dict[str, Callable[[], nn.Module]] = {
    "tanh-RNN": rnn,
    "tanh-RNN, radius 1": lambda: rnn("radius 1"),
    "tanh-RNN, orthogonal": lambda: rnn("orthogonal"),
    "tanh-RNN, identity": lambda: rnn("identity"),
    "GRU": gru,
    "LSTM": lstm,
    "attention": lambda: AttentionHead(D, D, D),
}


class Recaller(nn.Module):
    """Embed symbols, apply the layer ``reader``; predict the marked symbol from the last output."""

    def __init__(self, reader: nn.Module):
        super().__init__()
        self.embedding = nn.Embedding(2 * SYMBOLS, D)
        self.reader = reader
        self.out = nn.Linear(D, SYMBOLS)

    def forward(self, tokens: Tokens) -> Float[Tensor, "batch symbols"]:
        return self.out(self.reader(self.embedding(tokens))[:, -1])


def sequences(n: int, *, seed: int) -> tuple[Tokens, Row, Row]:
    """Return ``n`` random sequences, the marked symbol of each, and the lag of the marked symbol.

    Each sequence has one marked symbol s, whose token is `SYMBOLS` + s; all other tokens are below
    `SYMBOLS`. The lag is the distance from the marked symbol to the end of the sequence. The lags 0
    to `LENGTH` - 1 are equally likely.
    """
    random = torch.Generator().manual_seed(seed)
    tokens = torch.randint(SYMBOLS, (n, LENGTH), generator=random)
    marked = torch.randint(SYMBOLS, (n,), generator=random)
    lag = torch.randint(LENGTH, (n,), generator=random)
    tokens[torch.arange(n), LENGTH - 1 - lag] = SYMBOLS + marked
    return tokens, marked, lag


def untrained(reader: str, *, seed: int = 0) -> Recaller:
    """Return an untrained `Recaller`, whose initial weights are drawn with ``seed``.

    ``reader``, one of `READERS`, says which layer reads the sequence.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Recaller(READERS[reader]())


def train_recaller(
    model: Recaller,
    *,
    steps: int,
    lr: float = 3e-3,
    seed: int = 0,
    watch: Callable[[int], object] | None = None,
) -> Recaller:
    """Train a model to predict the marked symbol of a sequence, on 8,192 sequences; return it.

    ``watch`` is called after every step, as in `train`.
    """
    tokens, marked, _ = sequences(N_TRAIN, seed=1000 + seed)
    how = {"steps": steps, "batch_size": 32, "lr": lr, "seed": seed}
    train(model, _loss, tokens, marked, **how, watch=watch)  # type: ignore[arg-type]
    return model


def _loss(model: Recaller, tokens: Tensor, marked: Tensor) -> Tensor:
    return F.cross_entropy(model(tokens), marked)


def recalled_by_lag(model: Recaller, *, seed: int = 1) -> Float[Tensor, " tens"]:
    """Return the share of marked symbols that the model names, for each group of ten lags.

    The lag is the distance of the marked symbol from the end of the sequence.
    """
    tokens, marked, lag = sequences(N_TEST, seed=seed)
    with torch.no_grad():
        right = (model(tokens).argmax(dim=-1) == marked).float()
    return torch.stack([right[lag // TEN == ten].mean() for ten in range(LENGTH // TEN)])


def gradients(model: Recaller, *, n: int = 8, seed: int = 1) -> Float[Tensor, " lags"]:
    """Return the gradient norm ‖∂y_T / ∂x_{T−k}‖ for each lag k, measured by `gradient_by_lag`.

    x are the embedded symbols of ``n`` new sequences, and y the outputs of the model's layer
    ``reader``.
    """
    tokens, _, _ = sequences(n, seed=seed)
    return gradient_by_lag(model.reader, model.embedding(tokens).detach())


def _train(training: Training) -> tuple[Recaller, FirstSuccess]:
    reader, seed, steps, lr = training
    model, (tokens, marked, _) = untrained(reader, seed=seed), sequences(500, seed=2)
    first = FirstSuccess(lambda: (model(tokens).argmax(dim=-1) == marked).float().mean().item())
    return train_recaller(model, steps=steps, lr=lr, seed=seed, watch=first), first


def _tune(training: Training) -> float:
    model, _ = _train(training)
    tokens, marked, _ = sequences(N_TEST, seed=3)
    with torch.no_grad():
        return _loss(model, tokens, marked).item()


def _measure(training: Training) -> dict[str, Value]:
    before = gradients(untrained(training.variant, seed=training.seed))
    model, first = _train(training)
    by_lag = recalled_by_lag(model)
    return {
        "recalled": by_lag.mean().item(),
        "steps to 90 %": first.steps,
        "recalled by lag": by_lag.tolist(),
        "gradient before": before.tolist(),
        "gradient after": gradients(model).tolist(),
    }


STUDY = Study(
    "recall",
    _measure,
    tuple(READERS),
    budgets=(400, 1200),
    rates=(1e-3, 3e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
