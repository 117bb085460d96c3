"""What a decoder learns if it can see the token that it must predict.

    python -m payattention.experiments.label_shift

trains a small Transformer to write sequences backwards, once in the right way and in two wrong ways
(see `loss`), and writes the result file. Each model is tested twice. The first test is its loss,
with the true tokens as the decoder's inputs. In the second, the model writes on its own.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from payattention.data.synthetic import BOS, FIRST, Copy, copy
from payattention.decode import greedy
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.require import require_one_of
from payattention.train import train
from payattention.transformer import DecoderLayer, Transformer, TransformerConfig

SYMBOLS, LENGTH = 8, 6
N_TRAIN, N_TEST = 8192, 500
WAYS = ("shifted", "not shifted", "not masked")


class Outcome(NamedTuple):
    """The test results of one trained model: its loss on true sequences, and how well it writes.

    For the second test, the model writes sequences on its own, by greedy decoding.
    """

    loss: float  # mean cross-entropy, in nats per token
    exact: float  # share of the sequences written exactly
    repeats: float  # share of the written tokens that repeat the previous one, or BOS


def sequences(n: int, *, seed: int) -> Copy:
    """Return ``n`` random sequences of `LENGTH` symbols, with their reverse as the targets."""
    return copy(n, lengths=(LENGTH, LENGTH), symbols=SYMBOLS, backwards=True, seed=seed)


def known_and_new(*, seed: int, held_out: int = 1) -> tuple[Copy, Copy]:
    """Return about 8,000 sequences to train on, and 500 others: none of them is in both.

    ``seed`` draws the first, ``held_out`` the second.
    """
    known, new = sequences(N_TRAIN, seed=1000 + seed), sequences(N_TEST, seed=held_out)
    powers = (FIRST + SYMBOLS) ** torch.arange(LENGTH)
    only_known = ~torch.isin((known.source * powers).sum(-1), (new.source * powers).sum(-1))
    return Copy(*(part[only_known] for part in known)), new


def untrained(*, seed: int = 0) -> Transformer:
    """Return a small untrained Transformer, whose initial weights are drawn with ``seed``."""
    size = TransformerConfig(
        vocab_size=FIRST + SYMBOLS, max_len=LENGTH + 2, d_model=32, n_heads=2, d_ff=64, n_layers=1
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Transformer(size)


@contextmanager
def without_causal_mask(model: Transformer) -> Iterator[None]:
    """Inside a ``with`` block, let the decoder's positions attend to later positions, too."""

    def forget(_: nn.Module, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
        return inputs, options | {"causal": False}

    with ExitStack() as hooks:
        for layer in model.decoder.modules():
            if isinstance(layer, DecoderLayer):
                hook = layer.attention.register_forward_pre_hook(forget, with_kwargs=True)
                hooks.enter_context(hook)
        yield


def loss(way: str, model: Transformer, source: Tensor, target: Tensor) -> Tensor:
    """Return the mean cross-entropy of a batch, computed in the right way or in a wrong way.

    ``way`` "shifted" is right: the label at each position is the next token. "not shifted" is
    wrong: the labels are the decoder's inputs themselves. "not masked" is wrong, too: the decoder
    has no causal mask, so it sees the next tokens, which are its labels.
    """
    require_one_of(WAYS, way=way)
    if way == "shifted":
        return model.loss(source, target)
    if way == "not masked":
        with without_causal_mask(model):
            return model.loss(source, target)
    inputs = labels = target[:, :-1]  # (batch, length + 1)
    return F.cross_entropy(model(source, inputs).flatten(0, 1), labels.flatten())


def train_backwards(
    way: str, known: Copy, *, steps: int, lr: float = 3e-3, seed: int = 0
) -> Transformer:
    """Train a Transformer to reverse sequences, and return it.

    ``way`` says how the loss is computed: see `loss`.
    """
    model = untrained(seed=seed)

    def of_batch(model: Transformer, source: Tensor, target: Tensor) -> Tensor:
        return loss(way, model, source, target)

    data = known.source, known.target
    train(model, of_batch, *data, steps=steps, batch_size=32, lr=lr, seed=seed)
    return model


def outcome(way: str, model: Transformer, new: Copy) -> Outcome:
    """Test a trained Transformer on the sequences ``new``.

    ``way`` says how the loss is computed, here as in training: see `loss`.
    """
    with torch.no_grad():
        prompt = torch.full((len(new.source), 1), BOS)
        written = greedy(model.step, prompt, max_new=LENGTH, cache=model.start(new.source))
        exact = (written == new.target[:, 1:-1]).all(dim=-1).float().mean()
        repeats = (written == torch.cat([prompt, written[:, :-1]], dim=1)).float().mean()
        error = loss(way, model, new.source, new.target)
        return Outcome(error.item(), exact.item(), repeats.item())


def _tune(training: Training) -> float:
    way, seed, steps, lr = training
    known, new = known_and_new(seed=seed, held_out=2)
    return outcome(way, train_backwards(way, known, steps=steps, lr=lr, seed=seed), new).loss


def _measure(training: Training) -> dict[str, Value]:
    way, seed, steps, lr = training
    known, new = known_and_new(seed=seed)
    model = train_backwards(way, known, steps=steps, lr=lr, seed=seed)
    return dict(outcome(way, model, new)._asdict())


STUDY = Study(
    "label_shift", _measure, WAYS, budgets=(150, 300), rates=(1e-3, 3e-3, 1e-2), tune=_tune
)

if __name__ == "__main__":
    STUDY.main()
