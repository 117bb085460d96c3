"""The one training loop: AdamW, warm-up and cosine decay, clipped gradients, seeded.

In every epoch, the rows of the data are shuffled by a generator that starts from ``seed``; the last
batch of an epoch is left out if it is not full. The learning rate rises to ``lr`` over the first
steps (``warmup`` is their share of all steps), and then falls along half a cosine, almost to 0.
Gradients are clipped to a norm of at most ``max_norm``. Weight decay is not applied to parameters
with fewer than two axes, such as biases and the gains of LayerNorm.

``accumulate``  the number of batches in a step. Their gradients are averaged. If the loss is a mean
                over the rows of a batch, a step has the same result as with one batch that is
                ``accumulate`` times larger, but needs only the memory of a small batch
``count``       needed with ``accumulate`` if the loss is a mean over something other than rows,
                such as the tokens that are not padding. Then ``count(*batch)`` must return the
                number of these tokens in a batch
``checkpoint``  the file to which the run is saved every ``save_every`` steps and at the end. If an
                interrupted run is started again, it resumes from this file and ends as if it had
                never stopped. Only dropout on a GPU differs, because only the CPU's random state is
                saved
``watch``       called after every step with the number of steps done, for measurements on the way

Source: Loshchilov and Hutter (2019), AdamW; Pascanu et al. (2013), clipping; Radford et al. (2018),
section 4.1, which parameters decay.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn
from tqdm import tqdm

from payattention.checkpoint import load, load_weights, save
from payattention.require import require_between, require_positive, require_within


class History(NamedTuple):
    """The loss, gradient norm and learning rate at every step of a training run."""

    loss: Float[Tensor, " steps"]
    gradient_norm: Float[Tensor, " steps"]  # before clipping
    lr: Float[Tensor, " steps"]


def train(
    model: nn.Module,
    loss: Callable[..., Tensor],
    *data: Tensor,
    steps: int,
    batch_size: int,
    lr: float = 1e-3,
    warmup: float = 0.1,
    weight_decay: float = 0.01,
    max_norm: float = 1.0,
    accumulate: int = 1,
    count: Callable[..., Tensor | int] | None = None,
    seed: int = 0,
    checkpoint: str | Path | None = None,
    save_every: int = 100,
    watch: Callable[[int], object] | None = None,
) -> History:
    """Minimise ``loss(model, *batch)``; a batch has the same rows of each tensor in ``data``.

    The module's docstring describes the arguments. The progress is shown in a terminal. Afterwards,
    the model is in training mode or in evaluation mode, as it was before.
    Raises: ValueError if a number is out of its range (such as a batch_size above the number of
    rows), the tensors have different numbers of rows, or the checkpoint is damaged or comes from a
    run with other arguments; FloatingPointError if the loss becomes NaN or infinite.
    """
    sizes = {"steps": steps, "batch_size": batch_size, "accumulate": accumulate}
    rates = {"lr": lr, "warmup": warmup, "weight_decay": weight_decay, "max_norm": max_norm}
    arguments = _checked(data, sizes, rates, seed)
    require_positive(save_every=save_every)
    run = _Run(model, loss, data, count, arguments)
    file = None if checkpoint is None else Path(checkpoint)
    done = run.resume(file) if file and file.exists() else 0
    run.train(done, file, save_every, watch)
    return run.history


def _checked(
    data: Sequence[Tensor], sizes: dict[str, int], rates: dict[str, float], seed: int
) -> dict[str, Any]:
    """Check the arguments of `train`; return them as Python's own numbers.

    NumPy's numbers are accepted, but a checkpoint cannot hold them.
    """
    lengths = [len(tensor) for tensor in data]
    require_positive(steps=sizes["steps"], accumulate=sizes["accumulate"])
    if len(set(lengths)) != 1:
        raise ValueError(
            f"data must be tensors of the same length, but their lengths are {lengths}"
        )
    require_between(1, lengths[0], batch_size=sizes["batch_size"])
    require_within("(0, inf)", lr=rates["lr"])
    require_within("(0, inf]", max_norm=rates["max_norm"])
    require_within("[0, 1]", warmup=rates["warmup"])
    require_within("[0, inf)", weight_decay=rates["weight_decay"])
    integers = {name: int(size) for name, size in sizes.items()}
    return {
        "rows": lengths[0],
        **integers,
        **{n: float(x) for n, x in rates.items()},
        "seed": int(seed),
    }


def decay_groups(model: nn.Module, weight_decay: float) -> list[dict[str, Any]]:
    """Return two groups of a model's parameters for an optimizer: with and without weight decay.

    Parameters with two or more axes, such as matrices, get ``weight_decay``. The others, such as
    biases and the gains of LayerNorm, get a weight decay of 0.
    Source: Radford et al. (2018), section 4.1.
    """
    matrices = [parameter for parameter in model.parameters() if parameter.ndim > 1]
    vectors = [parameter for parameter in model.parameters() if parameter.ndim <= 1]
    return [
        {"params": matrices, "weight_decay": weight_decay},
        {"params": vectors, "weight_decay": 0.0},
    ]


@contextmanager
def _training(model: nn.Module) -> Iterator[None]:
    """Put the model into training mode inside a ``with`` block; afterwards restore its mode."""
    was_training = model.training
    model.train()
    try:
        yield
    finally:
        model.train(was_training)


class _Run:
    """A training run: its arguments and its state, which a file can hold."""

    def __init__(
        self,
        model: nn.Module,
        loss: Callable[..., Tensor],
        data: Sequence[Tensor],
        count: Callable[..., Tensor | int] | None,
        arguments: dict[str, Any],
    ):
        self.model, self.loss, self.data, self.count = model, loss, data, count
        self.arguments = arguments
        groups = decay_groups(model, arguments["weight_decay"])
        self.optimizer = torch.optim.AdamW(groups, lr=arguments["lr"])
        self.history = History(*torch.zeros(3, arguments["steps"]))

    def train(
        self,
        done: int,
        file: Path | None,
        save_every: int,
        watch: Callable[[int], object] | None,
    ) -> None:
        """Do all steps after the first ``done`` ones; save the run to ``file``, if it is given."""
        of = self.arguments
        steps, accumulate = of["steps"], of["accumulate"]
        rows = _shuffled_rows(of["rows"], of["batch_size"], of["seed"])
        rows = islice(rows, done * accumulate, None)
        progress = tqdm(range(done, steps), initial=done, total=steps, disable=None, leave=False)
        with _training(self.model):
            for step in progress:
                self.step(step, list(islice(rows, accumulate)))
                progress.set_postfix(loss=f"{self.history.loss[step]:.3f}", refresh=False)
                if file and ((step + 1) % save_every == 0 or step + 1 == steps):
                    self.save(file, step + 1)
                if watch:
                    watch(step + 1)

    def step(self, number: int, rows: list[Tensor]) -> None:
        """Do one step, on batches with these rows of the data."""
        of = self.arguments
        lr = of["lr"] * _schedule(number, of["steps"], of["warmup"])
        for group in self.optimizer.param_groups:
            group["lr"] = lr
        self.optimizer.zero_grad()
        mean = self.backward(number, [tuple(tensor[few] for tensor in self.data) for few in rows])
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), of["max_norm"])
        self.optimizer.step()
        for seen, now in zip(self.history, (mean, norm, lr), strict=True):
            seen[number] = float(now)

    def backward(self, number: int, batches: list[tuple[Tensor, ...]]) -> float:
        """Add up the gradients of the batches; return their mean loss."""
        counts = [1.0 if self.count is None else float(self.count(*batch)) for batch in batches]
        mean = 0.0
        for batch, share in zip(batches, counts, strict=True):
            value = self.loss(self.model, *batch) * (share / sum(counts))
            if not value.isfinite():
                raise FloatingPointError(
                    f"the loss is {value.item()} at step {number}: try a smaller lr"
                )
            value.backward()
            mean += value.item()
        return mean

    def save(self, file: Path, steps_done: int) -> None:
        state = {
            "steps_done": steps_done,
            "arguments": self.arguments,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "history": list(self.history),
            "random": torch.get_rng_state(),  # dropout draws from it
        }
        save(state, file)

    def resume(self, file: Path) -> int:
        state = load(
            file,
            argument="checkpoint",
            arguments=dict,
            model=dict,
            optimizer=dict,
            history=list,
            random=Tensor,
            steps_done=int,
        )
        for name, value in self.arguments.items():
            if state["arguments"].get(name) != value:
                was = f"but in {file} it is {state['arguments'].get(name)}"
                raise ValueError(f"checkpoint must come from a run with {name} = {value}, {was}")
        load_weights(self.model, state["model"], file, "checkpoint")
        self.optimizer.load_state_dict(state["optimizer"])
        for seen, saved_seen in zip(self.history, state["history"], strict=True):
            seen.copy_(saved_seen)
        torch.set_rng_state(state["random"])
        return state["steps_done"]


def _schedule(step: int, steps: int, warmup: float) -> float:
    rising = max(1, round(warmup * steps))
    if step < rising:
        return (step + 1) / rising
    return 0.5 + 0.5 * math.cos(math.pi * (step - rising) / (steps - rising))


def _shuffled_rows(n: int, batch_size: int, seed: int) -> Iterator[Tensor]:
    random = torch.Generator().manual_seed(seed)
    while True:
        for rows in torch.randperm(n, generator=random).split(batch_size):
            if len(rows) == batch_size:
                yield rows
