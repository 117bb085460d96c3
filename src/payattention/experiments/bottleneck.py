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
from jaxtyping import Float, Int
from torch import Tensor

from payattention import checkpoint
from payattention.data.synthetic import BOS, EOS, FIRST, PAD, copy
from payattention.decode import greedy
from payattention.experiments.study import Study, Value
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.train import train

LENGTHS, SYMBOLS, D_HIDDEN = (2, 20), 8, 64
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

    def measure(self, lengths: tuple[int, int] = LENGTHS, *, n: int = 200) -> Bottleneck:
        """For each length, return the share of sequences that each model copies exactly.

        ``lengths`` is (shortest, longest); each length from the shortest to the longest is tested.
        For each length, ``n`` random sequences are drawn. Many of the shortest ones also occur in
        training.
        """
        every_length = range(lengths[0], lengths[1] + 1)
        shares = [torch.tensor([_share(model, m, n) for m in every_length]) for model in self]
        return Bottleneck(torch.tensor(every_length), *shares)


def bottleneck(
    *, lengths: tuple[int, int] = LENGTHS, d_hidden: int = D_HIDDEN, steps: int = 600, seed: int = 0
) -> Bottleneck:
    """Train two encoder–decoders to copy sequences, and test both on sequences of each length.

    One model has attention, the other has none. ``lengths`` is (shortest, longest), in training and
    in the test.
    """
    return train_copiers(lengths=lengths, d_hidden=d_hidden, steps=steps, seed=seed).measure(
        lengths
    )


def trained_bottleneck() -> Bottleneck:
    """Load the package's two trained models, and test how well they copy sequences of each length.

    The models are an encoder–decoder with attention and one without.
    Raises: ValueError if the checkpoint is damaged.
    """
    return load_copiers().measure()


def train_copiers(
    *, lengths: tuple[int, int] = LENGTHS, d_hidden: int = D_HIDDEN, steps: int = 600, seed: int = 0
) -> Copiers:
    """Train two encoder–decoders to copy sequences: one with attention and one without.

    Both see the same sequences in the same order. Each sequence has a random length; ``lengths`` is
    (shortest, longest).
    """
    data = copy(20_000, lengths=lengths, symbols=SYMBOLS, seed=seed)

    def loss(model: Seq2Seq, source: Tensor, target: Tensor) -> Tensor:
        return model.loss(source, target, pad=PAD)

    copiers = _untrained(d_hidden, seed)
    for model in copiers:
        train(model, loss, data.source, data.target, steps=steps, batch_size=64, lr=5e-3, seed=seed)
    return copiers


def save_copiers(copiers: Copiers, file: Path = FILE) -> None:
    """Write the weights of both models to ``file``."""
    weights = {name: model.state_dict() for name, model in copiers._asdict().items()}
    checkpoint.save(weights, file)


def load_copiers(file: Path = FILE) -> Copiers:
    """Read the weights of both models from a file that `save_copiers` wrote; return the models.

    Raises: ValueError if the file is damaged, or its weights do not fit the two models.
    """
    copiers = _untrained(D_HIDDEN, seed=0)
    weights = checkpoint.load(file, with_attention=dict, without=dict)
    for name, model in copiers._asdict().items():
        checkpoint.load_exactly(model, weights[name], file)
    return copiers


def _untrained(d_hidden: int, seed: int) -> Copiers:
    size = FIRST + SYMBOLS
    models = []
    for score in ("additive", None):
        torch.manual_seed(seed)
        models.append(
            Seq2Seq(Seq2SeqConfig(size, size, d_model=32, d_hidden=d_hidden, score=score))
        )
    return Copiers(*models)


def _share(model: Seq2Seq, length: int, n: int) -> float:
    data = copy(n, lengths=(length, length), symbols=SYMBOLS, seed=1000 + length)
    wanted = data.target[:, 1:]
    with torch.no_grad():
        cache = model.start(data.source)
    prompt = torch.full((n, 1), BOS)
    written = greedy(model.step, prompt, max_new=wanted.shape[1], eos=EOS, cache=cache)
    written = F.pad(written, (0, wanted.shape[1] - written.shape[1]), value=EOS)
    return (written == wanted).all(dim=1).float().mean().item()


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    copied = bottleneck(steps=steps, seed=seed)
    return {
        "with attention": copied.with_attention.tolist(),
        "without": copied.without.tolist(),
    }


STUDY = Study("bottleneck", _measure, ("copy",), budgets=(600, 1200))

if __name__ == "__main__":
    if STUDY.main():
        save_copiers(train_copiers())
