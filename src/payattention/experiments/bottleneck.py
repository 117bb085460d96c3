"""How long a sequence can an encoder–decoder copy, with attention and without?

Without attention, the decoder knows the source only through the thought vector, a summary whose
size does not depend on the length of the source.

    python -m payattention.experiments.bottleneck

trains both models with several seeds and writes the result file. It also writes a checkpoint of two
trained models, which `trained_bottleneck` loads.
"""

from pathlib import Path
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor

from payattention import checkpoint
from payattention.data.synthetic import BOS, EOS, FIRST, PAD, copy
from payattention.decode import greedy
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.train import train
from payattention.transformer import Transformer

LENGTHS, SYMBOLS, D_HIDDEN = (2, 20), 8, 64
SCORES = ("additive", None)  # of the two models
FILE = checkpoint.FOLDER / "bottleneck.pt"


class Bottleneck(NamedTuple):
    """How exactly two models copy sequences: for each length, the share copied without an error.

    One model is an encoder–decoder with attention, the other an encoder–decoder without attention.
    """

    length: Int[Tensor, " lengths"]
    with_attention: Float[Tensor, " lengths"]
    without: Float[Tensor, " lengths"]


class Copiers(NamedTuple):
    """Two encoder–decoders that were trained to copy sequences: one with attention, one without."""

    with_attention: Seq2Seq
    without: Seq2Seq


def trained_bottleneck() -> Bottleneck:
    """Load the package's two trained models, and test how well they copy sequences of each length.

    The models are an encoder–decoder with attention and one without.
    Raises: ValueError if the checkpoint is damaged.
    """
    return Bottleneck(torch.arange(LENGTHS[0], LENGTHS[1] + 1), *map(_copied, load_copiers()))


def train_copiers(*, steps: int = 600, seed: int = 0) -> Copiers:
    """Train two encoder–decoders to copy sequences: one with attention and one without.

    Both see the same sequences in the same order. Each sequence has a random length from `LENGTHS`.
    """
    return Copiers(*(train_copier(score, steps=steps, seed=seed) for score in SCORES))


def train_copier(
    score: str | None, *, steps: int, lr: float = 5e-3, d_hidden: int = D_HIDDEN, seed: int = 0
) -> Seq2Seq:
    """Train one encoder–decoder to copy sequences; ``score`` None is one without attention."""
    data = copy(20_000, lengths=LENGTHS, symbols=SYMBOLS, seed=seed)
    known = ~held_out(data.source)

    def loss(model: Seq2Seq, source: Tensor, target: Tensor) -> Tensor:
        return model.loss(source, target, pad=PAD)

    model = _untrained(score, d_hidden, seed)
    pairs = data.source[known], data.target[known]
    train(model, loss, *pairs, steps=steps, batch_size=64, lr=lr, seed=seed)
    return model


def held_out(source: Int[Tensor, "n longest"]) -> Bool[Tensor, " n"]:
    """Return which sequences are kept for the test: a tenth of each length, by a fixed rule."""
    weights = 2 * torch.arange(source.shape[1]) + 1
    return (source * weights).sum(dim=1) % 10 == 0


def copied(model: Seq2Seq, lengths: tuple[int, int] = LENGTHS, *, n: int = 200) -> list[float]:
    """Return the share of held-out sequences that a model copies exactly, for each length.

    ``lengths`` is (shortest, longest). For each length, about ``n`` random sequences are drawn.
    """
    return [exact_copies(model, length, n) for length in range(lengths[0], lengths[1] + 1)]


def save_copiers(copiers: Copiers, file: Path = FILE) -> None:
    """Write the weights of both models to ``file``."""
    weights = {name: model.state_dict() for name, model in copiers._asdict().items()}
    checkpoint.save(weights, file)


def load_copiers(file: Path = FILE) -> Copiers:
    """Read the weights of both models from a file that `save_copiers` wrote; return the models.

    Raises: ValueError if the file is damaged, or its weights do not fit the two models.
    """
    copiers = Copiers(*(_untrained(score, D_HIDDEN, seed=0) for score in SCORES))
    weights = checkpoint.load(file, with_attention=dict, without=dict)
    for name, model in copiers._asdict().items():
        checkpoint.load_exactly(model, weights[name], file)
    return copiers


def _untrained(score: str | None, d_hidden: int, seed: int) -> Seq2Seq:
    size = FIRST + SYMBOLS
    torch.manual_seed(seed)
    return Seq2Seq(Seq2SeqConfig(size, size, d_model=32, d_hidden=d_hidden, score=score))


def _copied(model: Seq2Seq) -> Float[Tensor, " lengths"]:
    return torch.tensor(copied(model))


def exact_copies(model: Seq2Seq | Transformer, length: int, n: int) -> float:
    """Return the share of about ``n`` held-out sequences that a model copies exactly."""
    data = copy(10 * n, lengths=(length, length), symbols=SYMBOLS, seed=1000 + length)
    new = held_out(data.source)
    source, wanted = data.source[new], data.target[new, 1:]
    with torch.no_grad():
        cache = model.start(source)
    prompt = torch.full((len(source), 1), BOS)
    written = greedy(model.step, prompt, max_new=wanted.shape[1], eos=EOS, cache=cache)
    written = F.pad(written, (0, wanted.shape[1] - written.shape[1]), value=EOS)
    return (written == wanted).all(dim=1).float().mean().item()


def _train(training: Training) -> Seq2Seq:
    variant, seed, steps, lr = training
    score, d_hidden = VARIANTS[variant]
    return train_copier(score, steps=steps, lr=lr, d_hidden=d_hidden, seed=seed)


def _tune(training: Training) -> float:
    data = copy(2000, lengths=LENGTHS, symbols=SYMBOLS, seed=3)
    known = ~held_out(data.source)  # as in training: the test's sequences choose nothing
    model = _train(training)
    with torch.no_grad():
        return model.loss(data.source[known], data.target[known], pad=PAD).item()


def _measure(training: Training) -> dict[str, Value]:
    shares = copied(_train(training))
    return {"copied": sum(shares) / len(shares), "copied by length": shares}


VARIANTS: dict[str, tuple[str | None, int]] = {
    "with attention": ("additive", D_HIDDEN),
    "without": (None, D_HIDDEN),
    "without, twice as wide": (None, 2 * D_HIDDEN),
}
STUDY = Study(
    "bottleneck",
    _measure,
    tuple(VARIANTS),
    budgets=(600, 1200),
    rates=(2e-3, 5e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    if STUDY.main():
        save_copiers(train_copiers())
