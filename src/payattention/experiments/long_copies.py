"""Long copies, equal training time: a Transformer beside its two recurrent ancestors.

    python -m payattention.experiments.long_copies

trains each of `MODELS` to copy sequences of 20 to 40 symbols, and writes the result file. The three
have about as many parameters. All get the same processor time, on one thread, and not the same
number of steps: a recurrent network reads and writes symbol by symbol, so its steps take longer,
and it does fewer of them.
"""

import time

import torch
from torch import Tensor

from payattention.data.synthetic import FIRST, PAD, copy
from payattention.experiments.bottleneck import SYMBOLS, exact_copies, held_out
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.train import train
from payattention.transformer import Transformer, TransformerConfig

MODELS = ("thought vector", "bahdanau", "transformer")
LENGTHS = (20, 40)
N_TRAIN, BATCH = 20_000, 32
TIMED = 4  # steps that are timed to know how many there is time for


def untrained(kind: str, *, seed: int) -> Seq2Seq | Transformer:
    """Return an untrained model with between 168,000 and 200,000 parameters."""
    size = FIRST + SYMBOLS
    torch.manual_seed(seed)
    if kind == "transformer":
        return Transformer(
            TransformerConfig(
                vocab_size=size,
                max_len=LENGTHS[1] + 2,
                d_model=64,
                n_heads=4,
                d_ff=128,
                n_layers=2,
                pre_norm=True,
            )
        )
    score, hidden = ("additive", 104) if kind == "bahdanau" else (None, 108)
    return Seq2Seq(Seq2SeqConfig(size, size, d_model=64, d_hidden=hidden, score=score))


def train_for(
    kind: str, *, seconds: int, lr: float, seed: int
) -> tuple[Seq2Seq | Transformer, int]:
    """Train a model for about so many seconds of processor time; return also its steps."""
    data = copy(N_TRAIN, lengths=LENGTHS, symbols=SYMBOLS, seed=seed)
    known = ~held_out(data.source)
    pairs = data.source[known], data.target[known]

    def loss(model: Seq2Seq | Transformer, source: Tensor, target: Tensor) -> Tensor:
        return model.loss(source, target, pad=PAD)

    def trained(steps: int) -> Seq2Seq | Transformer:
        model = untrained(kind, seed=seed)
        train(model, loss, *pairs, steps=steps, batch_size=BATCH, lr=lr, seed=seed)
        return model

    trained(1)  # the first step also sets things up
    begun = time.process_time()
    trained(TIMED)
    steps = max(1, int(seconds * TIMED / (time.process_time() - begun)))
    return trained(steps), steps


def _tune(training: Training) -> float:
    kind, seed, seconds, lr = training
    model, _ = train_for(kind, seconds=seconds, lr=lr, seed=seed)
    data = copy(1000, lengths=LENGTHS, symbols=SYMBOLS, seed=3000)
    known = ~held_out(data.source)  # as in training: the test's sequences choose nothing
    with torch.no_grad():
        return model.loss(data.source[known], data.target[known], pad=PAD).item()


def _measure(training: Training) -> dict[str, Value]:
    kind, seed, seconds, lr = training
    model, steps = train_for(kind, seconds=seconds, lr=lr, seed=seed)
    return {
        "copied at 40": exact_copies(model, LENGTHS[1], 200),
        "copied at 20": exact_copies(model, LENGTHS[0], 200),
        "steps": steps,
        "parameters": sum(p.numel() for p in model.parameters()),
    }


STUDY = Study(
    "long_copies",
    _measure,
    MODELS,
    budgets=(40, 80),  # seconds of processor time
    rates=(1e-3, 3e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
