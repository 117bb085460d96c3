"""Sequences longer than in training: which ways of encoding positions still work?

    python -m payattention.experiments.lengths

trains each of `KINDS` on sequences of 5 to 20 symbols and tests it on sequences of 60. The task is
to predict, at every position, the symbol three positions before. One attention layer with two heads
can do it, if it can tell positions apart. Apart from the positions, no part of a model is built for
a particular length.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import MultiHeadAttention, attention, causal_mask, scaled_dot
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.multihead import RelativeMultiHeadAttention
from payattention.position import RotaryPositions, alibi, rotate, sinusoidal
from payattention.train import train

SHORTEST, LONGEST, TESTED = 5, 20, 60
BACK, SYMBOLS, D, N_HEADS, MAX_DISTANCE = 3, 8, 32, 2, 8
TEN = 10  # positions are tested in groups of ten
N_TRAIN, N_TEST = 8192, 500

Tokens = Int[Tensor, "batch length"]
Heads = Float[Tensor, "batch heads length d_k"]
Weights = Float[Tensor, "batch heads length length"]


class Learned(nn.Module):
    """Learned vectors, one for each position, also for positions that no training sequence has."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Parameter(0.3 * torch.randn(TESTED, D))

    def forward(self, n: int) -> Float[Tensor, "n d"]:
        return self.table[:n]


class Sinusoids(nn.Module):
    """The sinusoidal position vectors of the positions 0 to n − 1."""

    def forward(self, n: int) -> Float[Tensor, "n d"]:
        return sinusoidal(n, D)


class RandomStart(nn.Module):
    """Position vectors that begin at a random position in training, otherwise at position 0.

    The module ``positions`` makes the vectors. All sequences of a training batch begin at the same
    position.
    """

    def __init__(self, positions: nn.Module):
        super().__init__()
        self.positions = positions

    def forward(self, n: int) -> Float[Tensor, "n d"]:
        start = int(torch.randint(TESTED - n + 1, ())) if self.training else 0
        return self.positions(TESTED)[start : start + n]


class NoPositions(nn.Module):
    """Position vectors of zeros, which tell a model nothing about positions."""

    def forward(self, n: int) -> Float[Tensor, "n d"]:
        return torch.zeros(n, D)


class SelfAttention(MultiHeadAttention):
    """Multi-head self-attention whose heads are computed by the function ``heads``."""

    def __init__(self, heads: Callable[[Heads, Heads, Heads], tuple[Heads, Weights]]):
        super().__init__(D, N_HEADS)
        self.heads = heads

    def forward(  # type: ignore[override]  # self-attention only
        self, x: Float[Tensor, "batch length d"]
    ) -> Float[Tensor, "batch length d"]:
        query, key, value = (self._heads(W(x)) for W in (self.W_Q, self.W_K, self.W_V))
        output, weights = self.heads(query, key, value)
        self.record(weights, cross=False)
        return self._combined(output)


def rotary(query: Heads, key: Heads, value: Heads) -> tuple[Heads, Weights]:
    """Attention whose queries and keys are rotated by their positions."""
    n, d_k = query.shape[-2:]
    rotation = RotaryPositions(n, d_k)(0, n)
    return attention(rotate(query, *rotation), rotate(key, *rotation), value)


def causal(query: Heads, key: Heads, value: Heads) -> tuple[Heads, Weights]:
    """Attention to the same and to earlier positions, which tells how many these are."""
    return attention(query, key, value, causal_mask(query.shape[-2])[None, None])


def causal_alibi(query: Heads, key: Heads, value: Heads) -> tuple[Heads, Weights]:
    """Attention to the same and to earlier positions, less to those further away."""
    n = query.shape[-2]
    mask, bias = causal_mask(n)[None, None], alibi(n, N_HEADS)
    return attention(query, key, value, mask, score=lambda q, k: scaled_dot(q, k) + bias)


class Recaller(nn.Module):
    """Predict, at each position, the symbol three positions before, by one attention layer.

    The layer's input is each symbol's embedding plus its position's vector, from the module
    ``positions``. The function ``layer`` makes the layer, which may have positions of its own.
    """

    def __init__(
        self,
        positions: nn.Module,
        layer: Callable[[], nn.Module] = lambda: MultiHeadAttention(D, N_HEADS),
    ):
        super().__init__()
        self.symbol = nn.Embedding(SYMBOLS, D)
        self.positions = positions
        self.attention = layer()
        self.out = nn.Linear(D, SYMBOLS)

    def forward(self, tokens: Tokens) -> Float[Tensor, "batch length symbols"]:
        x = self.symbol(tokens) + self.positions(tokens.shape[1])  # (batch, length, D)
        return self.out(self.attention(x))


KINDS: dict[str, Callable[[], Recaller]] = {
    "none": lambda: Recaller(NoPositions()),
    "learned": lambda: Recaller(Learned()),
    "sinusoids": lambda: Recaller(Sinusoids()),
    "learned, random start": lambda: Recaller(RandomStart(Learned())),
    "sinusoids, random start": lambda: Recaller(RandomStart(Sinusoids())),
    "relative": lambda: Recaller(
        NoPositions(), lambda: RelativeMultiHeadAttention(D, N_HEADS, MAX_DISTANCE)
    ),
    "RoPE": lambda: Recaller(NoPositions(), lambda: SelfAttention(rotary)),
    "ALiBi, causal": lambda: Recaller(NoPositions(), lambda: SelfAttention(causal_alibi)),
    "none, causal": lambda: Recaller(NoPositions(), lambda: SelfAttention(causal)),
}


def untrained(kind: str, *, seed: int = 0) -> Recaller:
    """Return an untrained `Recaller`, whose initial weights are drawn with ``seed``.

    ``kind``, one of `KINDS`, says how positions are encoded.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return KINDS[kind]()


def train_recaller(kind: str, *, steps: int, lr: float = 5e-3, seed: int = 0) -> Recaller:
    """Train a `Recaller` on 8,192 random sequences of 20 symbols.

    For each batch, a random length from 5 to 20 is drawn, and the sequences are cut to that length.
    ``kind``, one of `KINDS`, says how positions are encoded.
    """
    model = untrained(kind, seed=seed)
    random = torch.Generator().manual_seed(1000 + seed)
    tokens = torch.randint(SYMBOLS, (N_TRAIN, LONGEST), generator=random)

    def loss(model: Recaller, tokens: Tensor) -> Tensor:
        tokens = tokens[:, : int(torch.randint(SHORTEST, LONGEST + 1, (), generator=random))]
        logits = model(tokens)[:, BACK:]  # (batch, length - BACK, symbols)
        return F.cross_entropy(logits.flatten(0, 1), tokens[:, :-BACK].flatten())

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(2000 + seed)  # for the random starts
        train(model, loss, tokens, steps=steps, batch_size=32, lr=lr, seed=seed)
    return model.eval()


def right_by_position(model: Recaller, n: int, *, seed: int = 1) -> Float[Tensor, " positions"]:
    """Return, for each position, the share of right predictions in new sequences of ``n`` symbols.

    The task is to name the symbol `BACK` positions before. At the first `BACK` positions there is
    no such symbol, so they are left out.
    """
    random = torch.Generator().manual_seed(seed)
    tokens = torch.randint(SYMBOLS, (N_TEST, n), generator=random)
    with torch.no_grad():
        named = model(tokens).argmax(dim=-1)[:, BACK:]
    return (named == tokens[:, :-BACK]).float().mean(dim=0)


def _tune(training: Training) -> float:
    """Return the loss on sequences of the trained length: no rate is chosen at length 60."""
    kind, seed, steps, lr = training
    model = train_recaller(kind, steps=steps, lr=lr, seed=seed)
    random = torch.Generator().manual_seed(2)
    tokens = torch.randint(SYMBOLS, (N_TEST, LONGEST), generator=random)
    with torch.no_grad():
        logits = model(tokens)[:, BACK:]
    return F.cross_entropy(logits.flatten(0, 1), tokens[:, :-BACK].flatten()).item()


def _measure(training: Training) -> dict[str, Value]:
    kind, seed, steps, lr = training
    model = train_recaller(kind, steps=steps, lr=lr, seed=seed)
    known, longer = (right_by_position(model, n) for n in (LONGEST, TESTED))
    groups = [
        longer[max(0, ten - BACK) : ten + TEN - BACK].mean().item() for ten in range(0, TESTED, TEN)
    ]
    return {
        "right at 20": known.mean().item(),
        "right at 60": longer.mean().item(),
        "right beyond 20": longer[LONGEST - BACK :].mean().item(),
        "right by position": groups,
    }


STUDY = Study(
    "lengths",
    _measure,
    tuple(KINDS),
    budgets=(400, 800),
    rates=(2e-3, 5e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
