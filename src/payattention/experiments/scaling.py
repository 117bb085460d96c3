"""Loss and model size: GPTs from 1,760 to 100,096 parameters, and a power law fitted to them.

    python -m payattention.experiments.scaling

trains GPTs of each of `WIDTHS` on the text that ships with Python, with ten seeds at two budgets,
and writes the result file. Then it trains one more GPT of each width and writes the checkpoint,
which `trained_sizes` reads. The embeddings are not counted as parameters.
"""

from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention import checkpoint
from payattention.cost import PowerLaw, count_parameters, fit_power_law
from payattention.experiments.characters import (
    UNKNOWN,
    Writer,
    known_and_held_out,
    train_writer,
    validation_split,
)
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.gpt import GPT, GPTConfig
from payattention.tokenize import Vocabulary

WIDTHS = (8, 12, 16, 24, 32, 48, 64)
FILE = checkpoint.FOLDER / "scaling.pt"


class Scaling(NamedTuple):
    """The losses of GPTs of several sizes after the same training, and a power law fitted to them.

    The law is a straight line through the points (log parameters, log loss). Its R² compares it
    with a baseline that predicts the same loss for every size. ``predicted`` is the loss of the
    largest GPT as predicted by a second law, which is fitted to all smaller GPTs.
    """

    parameters: Int[Tensor, " sizes"]  # without the embeddings
    loss: Float[Tensor, " sizes"]  # nats per character of unseen text
    law: PowerLaw
    predicted: float


def scaling(*, widths: tuple[int, ...] = WIDTHS, steps: int = 1500, seed: int = 0) -> Scaling:
    """Train a GPT of two layers for each width, and fit a power law to their losses.

    The law predicts the loss from the number of parameters without the embeddings.
    Source: Kaplan et al. (2020), section 3.2 and figure 6, who do not count the embeddings either.
    Raises: ValueError if there are fewer than four widths, or they are not in increasing order.
    """
    _require_widths(widths)
    return measure(train_sizes(widths=widths, steps=steps, seed=seed))


def trained_sizes() -> Scaling:
    """Measure the losses of the GPTs in the package's checkpoint, and fit a power law.

    Raises: ValueError if the checkpoint is damaged.
    """
    return measure(load(FILE))


def train_sizes(
    *, widths: tuple[int, ...] = WIDTHS, steps: int = 1500, seed: int = 0
) -> list[Writer]:
    """Train one GPT of each width, on the same windows of text in the same order."""
    known, _ = known_and_held_out()
    vocab_size = len(Vocabulary(known, special=(UNKNOWN,)))
    return [
        train_writer(known, config=_config(width, vocab_size), steps=steps, seed=seed)[0]
        for width in widths
    ]


def measure(writers: list[Writer]) -> Scaling:
    """Measure each GPT's loss on the held-out text, and fit a power law to the losses.

    A writer is a GPT with its vocabulary.
    """
    _, held_out = known_and_held_out()
    parameters = [size(writer.model) for writer in writers]
    loss = [writer.loss(held_out) for writer in writers]
    predicted = fit_power_law(parameters[:-1], loss[:-1])(parameters[-1])
    law = fit_power_law(parameters, loss)
    return Scaling(torch.tensor(parameters), torch.tensor(loss), law, float(predicted))


def size(model: GPT) -> int:
    """Return the number of a GPT's parameters without the embeddings."""
    return count_parameters(model.stack)


def save(writers: list[Writer], file: Path) -> None:
    """Write a checkpoint: the weights of each GPT, under its width, and the common vocabulary."""
    state = {
        "symbols": writers[0].vocabulary.symbols,
        "weights": {writer.model.config.d_model: writer.model.state_dict() for writer in writers},
    }
    checkpoint.save(state, file)


def load(file: Path) -> list[Writer]:
    """Read the GPTs that `save` wrote, each with its vocabulary. All have two layers.

    Raises: ValueError if the file is damaged, or weights do not fit a GPT of their width.
    """
    state = checkpoint.load(file, symbols=list, weights=dict)
    vocabulary = Vocabulary(state["symbols"], special=(UNKNOWN,))
    writers = []
    for width, weights in state["weights"].items():
        model = GPT(_config(width, len(vocabulary)))
        checkpoint.load_exactly(model, weights, file)
        writers.append(Writer(model.eval(), vocabulary))
    return writers


def _config(width: int, vocab_size: int) -> GPTConfig:
    return GPTConfig(
        vocab_size=vocab_size,
        max_len=64,
        d_model=width,
        n_heads=max(1, width // 16),
        d_ff=4 * width,
        n_layers=2,
    )


def _require_widths(widths: tuple[int, ...]) -> None:
    if len(widths) < 4 or list(widths) != sorted(set(widths)):
        raise ValueError(
            f"widths must hold at least four, in increasing order, but they are {widths}"
        )


def _train(training: Training, known: str) -> Writer:
    width, seed, steps, lr = training
    config = _config(int(width), len(Vocabulary(known, special=(UNKNOWN,))))
    return train_writer(known, config=config, steps=steps, lr=lr, seed=seed)[0]


def _tune(training: Training) -> float:
    known, judged = validation_split(known_and_held_out()[0])
    return _train(training, known).loss(judged)


def _measure(training: Training) -> dict[str, Value]:
    known, held_out = known_and_held_out()
    writer = _train(training, known)
    return {"parameters": size(writer.model), "loss": writer.loss(held_out)}


STUDY = Study(
    "scaling",
    _measure,
    tuple(map(str, WIDTHS)),
    budgets=(1500, 3000),
    rates=(3e-3, 1e-2, 3e-2),
    tune=_tune,
    tuning_steps=750,
)

if __name__ == "__main__":
    if STUDY.main():
        save(train_sizes(), FILE)
