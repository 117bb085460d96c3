"""How deep can a stack of layers be, with and without residual connections and LayerNorm?

    python -m payattention.experiments.depth

trains stacks of 2 and of 12 layers and writes the result file. The stacks differ in where they have
residual connections and LayerNorm; `Sublayer` lists the five variants. The stack of 12 layers with
post-norm is also trained without warm-up. The task is to write a sequence backwards, for which two
layers are enough. So if a deeper stack is worse, the reason is that it is hard to train.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import MultiHeadAttention
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.success import FirstSuccess
from payattention.position import SinusoidalPositions
from payattention.require import require_one_of
from payattention.train import train
from payattention.transformer import FeedForward

LENGTH, SYMBOLS, D, HEADS = 6, 6, 32, 4
N_TRAIN, N_TEST = 8192, 1000
BATCH = 32
WARMUP = 0.1  # share of the steps
WIRINGS = ("plain", "no residual", "no LayerNorm", "post-norm", "pre-norm")
DEPTHS = (2, 12)
COLD = "without warm-up"

Tokens = Int[Tensor, "batch length"]
Vectors = Float[Tensor, "*batch length d_model"]


class Sublayer(nn.Module):
    """Wrap a network f in a residual connection and a LayerNorm, or leave one or both out.

    ``sublayer`` is the network f. ``wiring`` says what is computed from the input x:

    "plain"         f(x)
    "no residual"   norm(f(x))
    "no LayerNorm"  x + f(x)
    "post-norm"     norm(x + f(x))
    "pre-norm"      x + f(norm(x))
    """

    def __init__(self, sublayer: nn.Module, d_model: int, wiring: str):
        super().__init__()
        require_one_of(WIRINGS, wiring=wiring)
        self.sublayer, self.wiring = sublayer, wiring
        if wiring not in ("plain", "no LayerNorm"):
            self.norm = nn.LayerNorm(d_model)

    def forward(self, x: Vectors) -> Vectors:
        if self.wiring == "plain":
            return self.sublayer(x)
        if self.wiring == "no residual":
            return self.norm(self.sublayer(x))
        if self.wiring == "no LayerNorm":
            return x + self.sublayer(x)
        if self.wiring == "post-norm":
            return self.norm(x + self.sublayer(x))
        return x + self.sublayer(self.norm(x))


class Reverser(nn.Module):
    """An encoder of ``depth`` layers that predicts the input in reverse, a symbol at each position.

    ``wiring`` says where residual connections and LayerNorm are, as in `Sublayer`.
    """

    def __init__(self, wiring: str, depth: int):
        super().__init__()
        self.embedding = nn.Embedding(SYMBOLS, D)
        self.positions = SinusoidalPositions(LENGTH, D)
        self.sublayers = nn.ModuleList(
            Sublayer(sublayer, D, wiring)
            for _ in range(depth)
            for sublayer in (MultiHeadAttention(D, HEADS), FeedForward(D, 2 * D))
        )
        self.norm = nn.LayerNorm(D) if wiring == "pre-norm" else nn.Identity()
        self.out = nn.Linear(D, SYMBOLS)

    def forward(self, tokens: Tokens) -> Float[Tensor, "batch length symbols"]:
        return self.out(self.norm(self.vectors(tokens)[-1]))

    def vectors(self, tokens: Tokens) -> list[Vectors]:
        """Return a list: the vectors that enter the first layer, then the output of each layer."""
        every = [self.positions(self.embedding(tokens))]  # (batch, length, d_model)
        for sublayer in self.sublayers:
            every.append(sublayer(every[-1]))
        return every[::2]  # a layer has two sublayers


def untrained(wiring: str, depth: int, *, seed: int = 0) -> Reverser:
    """Return an untrained `Reverser`, whose initial weights are drawn with ``seed``.

    ``wiring``, one of `WIRINGS`, says where residual connections and LayerNorm are.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Reverser(wiring, depth)


def sequences(n: int, *, seed: int) -> tuple[Tokens, Tokens]:
    """Return ``n`` different random sequences of `LENGTH` symbols, and their reverses.

    None of them is held out for validation or for the test.
    """
    random = torch.Generator().manual_seed(seed)
    drawn = torch.randperm(SYMBOLS**LENGTH - 2 * N_TEST, generator=random)[:n]
    return _sequences(_order()[2 * N_TEST + drawn])


def held_out(part: Literal["validation", "test"]) -> tuple[Tokens, Tokens]:
    """Return 1,000 sequences that no training uses, and their reverses."""
    begin = N_TEST * (part == "test")
    return _sequences(_order()[begin : begin + N_TEST])


@cache
def _order() -> Int[Tensor, " sequences"]:
    """Return the numbers of all sequences, in one random order."""
    return torch.randperm(SYMBOLS**LENGTH, generator=torch.Generator().manual_seed(0))


def _sequences(number: Int[Tensor, " sequences"]) -> tuple[Tokens, Tokens]:
    """Return the sequence with each number: its digits to the base `SYMBOLS`."""
    powers = SYMBOLS ** torch.arange(LENGTH)
    tokens = number[:, None] // powers % SYMBOLS  # (sequences, length)
    return tokens, tokens.flip(-1)


def gradient_by_layer(model: Reverser, *, n: int = 256, seed: int = 1) -> Float[Tensor, " depth"]:
    """Return the gradient norm ‖∂L/∂W_2‖ for each layer of the model, from the first to the last.

    W_2 is the second matrix of the layer's feed-forward network. L is the mean cross-entropy of
    ``n`` random sequences.
    Source: Xiong et al. (2020), section 3.3 and figure 3, which measure the same matrix.
    """
    found = [module.W_2.weight for module in model.modules() if isinstance(module, FeedForward)]
    gradients = torch.autograd.grad(_loss(model, *sequences(n, seed=seed)), found)
    return torch.stack([gradient.norm() for gradient in gradients])


def difference_by_layer(
    model: Reverser, *, n: int = 256, seed: int = 1
) -> Float[Tensor, " stages"]:
    """Return how much the vectors of a sequence differ, before the first and after each layer.

    From each vector, the mean vector of its sequence is subtracted. The result is
    Σ ‖x − mean‖² / Σ ‖x‖², summed over all vectors x of ``n`` random sequences. It is 0 if all
    positions of a sequence hold the same vector.
    Source: Dong et al. (2021), who call the vectors minus their mean the residual.
    """
    tokens, _ = sequences(n, seed=seed)
    with torch.no_grad():
        every = torch.stack(model.vectors(tokens)).double()  # (depth + 1, n, length, d_model)
    left = every - every.mean(dim=2, keepdim=True)
    return left.square().sum(dim=(1, 2, 3)) / every.square().sum(dim=(1, 2, 3))


def train_reverser(
    model: Reverser,
    *,
    steps: int,
    lr: float = 3e-3,
    warmup: float = WARMUP,
    seed: int = 0,
    watch: Callable[[int], object] | None = None,
) -> Reverser:
    """Train a `Reverser` on 8,192 random sequences, and return it.

    ``warmup`` is the share of the steps in which the learning rate rises. ``watch`` is called after
    every step, as in `train`.
    """
    data = sequences(N_TRAIN, seed=1000 + seed)
    how = {"steps": steps, "batch_size": BATCH, "lr": lr, "warmup": warmup, "seed": seed}
    train(model, _loss, *data, **how, watch=watch)  # type: ignore[arg-type]
    return model


def exact(model: Reverser, tokens: Tokens, backwards: Tokens) -> float:
    """Return the share of sequences that the model reverses exactly."""
    with torch.no_grad():
        right = (model(tokens).argmax(dim=-1) == backwards).all(dim=-1)
    return right.float().mean().item()


def _loss(model: Reverser, tokens: Tensor, backwards: Tensor) -> Tensor:
    return F.cross_entropy(model(tokens).flatten(0, 1), backwards.flatten())


class Setting(NamedTuple):
    """One variant of the study: its wiring, number of layers, and share of warm-up steps.

    The wiring, one of `WIRINGS`, says where residual connections and LayerNorm are.
    """

    wiring: str
    depth: int
    warmup: float = WARMUP

    @property
    def name(self) -> str:
        """The variant's name, such as "pre-norm, 12 layers"."""
        return f"{self.wiring}, {self.depth} layers" + ("" if self.warmup else f", {COLD}")


SETTINGS = [Setting(wiring, depth) for depth in reversed(DEPTHS) for wiring in WIRINGS]
SETTINGS += [Setting("post-norm", DEPTHS[-1], warmup=0.0)]
BY_NAME = {setting.name: setting for setting in SETTINGS}


def _train(training: Training) -> tuple[Reverser, FirstSuccess]:
    wiring, depth, warmup = BY_NAME[training.variant]
    model, some = untrained(wiring, depth, seed=training.seed), held_out("validation")
    first = FirstSuccess(lambda: exact(model, *some))
    how = training._asdict() | {"warmup": warmup}
    del how["variant"]
    return train_reverser(model, **how, watch=first), first


def _tune(training: Training) -> float:
    model, _ = _train(training)
    with torch.no_grad():
        return _loss(model, *held_out("validation")).item()


def _measure(training: Training) -> dict[str, Value]:
    wiring, depth, _ = BY_NAME[training.variant]
    fresh = untrained(wiring, depth, seed=training.seed)
    model, first = _train(training)
    with torch.no_grad():
        loss = _loss(model, *held_out("test")).item()
    return {
        "loss": loss,
        "exact": exact(model, *held_out("test")),
        "steps to 90 %": first.steps,
        "gradient before": gradient_by_layer(fresh).tolist(),
    }


STUDY = Study(
    "depth",
    _measure,
    tuple(BY_NAME),
    budgets=(1200,),
    rates=(3e-4, 1e-3, 3e-3),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
