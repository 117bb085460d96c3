"""Induction heads: two layers learn to continue what they have read once, one layer does not.

    python -m payattention.experiments.induction

trains models of one and of two layers of attention, and writes the result file. A text is random
letters that repeat with a period of 8 to 12. Only the repeated letters are predicted. In the
trained models, heads are found by where they look, and then switched off. One more model of two
layers, which the live demo of chapter 8 runs, learns from periods of 2 to 16; the command saves it.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention import checkpoint
from payattention.experiments.heads import Head, switched_off
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.success import FirstSuccess
from payattention.maps import attention_maps
from payattention.multihead import RelativeMultiHeadAttention
from payattention.train import train

LETTERS, LENGTH = 26, 32
SHORTEST, LONGEST = 8, 12  # periods
D, HEADS = 64, 2
N_TRAIN, N_TEST = 8192, 1000
GOAL = 0.5  # the share of right letters that counts as a success; one layer stays below it
EVERY = 10  # steps between two looks whether a training has succeeded
POINTS = 40  # of a training's curve
IGNORED = -100  # the label of a letter that is not predicted
LAYERS = {"one layer": 1, "two layers": 2}
FILE = checkpoint.FOLDER / "induction.pt"


class Texts(NamedTuple):
    """Texts of letters, and which of these repeat what came one period before."""

    letters: Int[Tensor, "texts length"]
    repeated: Bool[Tensor, "texts length"]
    period: Int[Tensor, " texts"]


def texts(
    n: int, *, seed: int, periods: tuple[int, int] = (SHORTEST, LONGEST), length: int = LENGTH
) -> Texts:
    """Return ``n`` texts of random letters, each repeated after a random period."""
    random = torch.Generator().manual_seed(seed)
    period = torch.randint(periods[0], periods[1] + 1, (n,), generator=random)
    once = torch.randint(LETTERS, (n, periods[1]), generator=random)
    position = torch.arange(length).expand(n, length)
    letters = once.gather(1, position % period[:, None])
    return Texts(letters, position >= period[:, None], period)


class AttentionOnly(nn.Module):
    """A GPT of attention layers alone: no feed-forward networks, and relative positions."""

    def __init__(self, n_layers: int):
        super().__init__()
        self.embedding = nn.Embedding(LETTERS, D)
        self.layers = nn.ModuleList(
            RelativeMultiHeadAttention(D, HEADS, max_distance=4) for _ in range(n_layers)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(D) for _ in range(n_layers))
        self.out = nn.Linear(D, LETTERS)

    def forward(
        self, letters: Int[Tensor, "batch length"]
    ) -> Float[Tensor, "batch length letters"]:
        x = self.embedding(letters)
        for layer, norm in zip(self.layers, self.norms, strict=True):
            x = x + layer(norm(x), causal=True)
        return self.out(x)


def untrained(variant: str, *, seed: int = 0) -> AttentionOnly:
    """Return an untrained model with the layers of ``variant``, one of `LAYERS`."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return AttentionOnly(LAYERS[variant])


def repetition_loss(model: nn.Module, letters: Tensor, repeated: Tensor) -> Float[Tensor, ""]:
    """The mean cross-entropy of the repeated letters, in nats."""
    labels = letters[:, 1:].masked_fill(~repeated[:, 1:], IGNORED)
    return F.cross_entropy(model(letters[:, :-1]).mT, labels, ignore_index=IGNORED)


@torch.no_grad()
def right(model: nn.Module, known: Texts) -> float:
    """The share of the repeated letters that the model predicts."""
    hits = model(known.letters[:, :-1]).argmax(dim=-1) == known.letters[:, 1:]
    return hits[known.repeated[:, 1:]].float().mean().item()


# ── rules that learn nothing ──────────────────────────────────────────────────────────────────


def right_by_rule(known: Texts, look: int) -> float:
    """The share of the repeated letters that a rule without training predicts.

    It finds the last earlier place at which the same ``look`` letters stood as now, and predicts
    the letter that followed there. If there is no such place, it is wrong.
    """
    hits = 0
    for text, repeated in zip(known.letters.tolist(), known.repeated.tolist(), strict=True):
        for now in (position for position in range(LENGTH) if repeated[position]):
            earlier = range(now - 1, look - 1, -1)
            same = (end for end in earlier if text[end - look : end] == text[now - look : now])
            found = next(same, None)
            hits += found is not None and text[found] == text[now]
    return hits / int(known.repeated.sum())


# ── heads: found, and switched off ────────────────────────────────────────────────────────────


class Looks(NamedTuple):
    """The mean weight of each head on two places, for the queries at repeated letters."""

    one_back: Float[Tensor, "layers heads"]  # the letter before the query
    continuing: Float[Tensor, "layers heads"]  # the letter after the query's letter, a period ago


@torch.no_grad()
def find_heads(model: AttentionOnly, known: Texts) -> Looks:
    """Measure where each head looks."""
    with attention_maps(model) as maps:
        model(known.letters)
    weights = torch.stack(maps.self_attention)  # layers, texts, heads, queries, keys
    text, query = known.repeated.nonzero(as_tuple=True)
    seen = weights[:, text, :, query]  # queries, layers, heads, keys
    rows = torch.arange(len(query))
    positions = (query - 1, query - known.period[text] + 1)
    return Looks(*(seen[rows, :, :, position].mean(dim=0) for position in positions))


def right_without(model: AttentionOnly, layer: int, heads: Sequence[int], known: Texts) -> float:
    """The share of the repeated letters that the model predicts without some heads of a layer."""
    with switched_off(model, *(Head(f"layers.{layer}", head) for head in heads)):
        return right(model, known)


# ── the study ─────────────────────────────────────────────────────────────────────────────────


class Trained(NamedTuple):
    model: AttentionOnly
    first: FirstSuccess
    losses: list[float]  # on new texts, at `POINTS` steps


def train_model(variant: str, *, steps: int, lr: float, seed: int) -> Trained:
    """Train a model on 8,192 texts; measure on the way on 200 others."""
    model, some = untrained(variant, seed=seed), texts(200, seed=2)
    known = texts(N_TRAIN, seed=1000 + seed)
    first = FirstSuccess(lambda: right(model, some), goal=GOAL, every=EVERY)
    at = [math.ceil((point + 1) * steps / POINTS) for point in range(POINTS)]
    losses: dict[int, float] = {}

    def watch(step: int) -> None:
        first(step)
        if step in at:
            with torch.no_grad():
                losses[step] = repetition_loss(model, some.letters, some.repeated).item()

    data = (known.letters, known.repeated)
    train(model, repetition_loss, *data, steps=steps, batch_size=32, lr=lr, seed=seed, watch=watch)
    return Trained(model, first, [losses[step] for step in at])


def _tune(training: Training) -> float:
    variant, seed, steps, lr = training
    model, new = train_model(variant, steps=steps, lr=lr, seed=seed).model, texts(N_TEST, seed=3)
    with torch.no_grad():
        return repetition_loss(model, new.letters, new.repeated).item()


def _measure(training: Training) -> dict[str, Value]:
    variant, seed, steps, lr = training
    model, first, losses = train_model(variant, steps=steps, lr=lr, seed=seed)
    new = texts(N_TEST, seed=1)
    looks = find_heads(model, new)
    values: dict[str, Value] = {
        "right": right(model, new),
        "steps to 50 %": first.steps,
        "loss on the way": losses,
        "one back": looks.one_back.max().item(),
        "continuing": looks.continuing.max().item(),
    }
    if LAYERS[variant] == 2:
        back, follows = int(looks.one_back[0].argmax()), int(looks.continuing[1].argmax())
        values |= {
            "one back, layer 1": looks.one_back[0].max().item(),
            "continuing, layer 2": looks.continuing[1].max().item(),
            "right, without the head that looks back": right_without(model, 0, [back], new),
            "right, without the other head of layer 1": right_without(model, 0, [1 - back], new),
            "right, without the induction head": right_without(model, 1, [follows], new),
            "right, without the other head of layer 2": right_without(model, 1, [1 - follows], new),
            "right, without both heads of layer 2": right_without(model, 1, [0, 1], new),
        }
    return values


STUDY = Study(
    "induction",
    _measure,
    tuple(LAYERS),
    budgets=(400, 800),
    rates=(2e-3, 5e-3, 1e-2),
    tune=_tune,
)


# ── the model of the live demo ────────────────────────────────────────────────────────────────


def train_reader() -> AttentionOnly:
    """Train a model of two layers on longer texts with periods from 2 to 16 letters."""
    model, known = untrained("two layers"), texts(16384, seed=1000, periods=(2, 16), length=40)
    data = (known.letters, known.repeated)
    train(model, repetition_loss, *data, steps=1600, batch_size=64, lr=0.02, seed=0)
    return model.eval()


def trained_reader() -> AttentionOnly:
    """Return the model of the live demo, whose checkpoint the package holds.

    Raises: ValueError if the checkpoint is damaged.
    """
    return checkpoint.load_model(FILE, lambda: untrained("two layers"))[0]


if __name__ == "__main__":
    if STUDY.main():
        checkpoint.save_model(FILE, train_reader())
