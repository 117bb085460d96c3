"""The one training loop: AdamW, warm-up and cosine decay, clipped gradients, seeded."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn
from tqdm import trange


class History(NamedTuple):
    """What was seen at every step of a training."""

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
    seed: int = 0,
) -> History:
    """Minimise ``loss(model, *batch)`` over batches of ``data``, tensors of the same length.

    Every epoch shuffles the data anew, drawn from ``seed`` alone. The learning rate rises to ``lr``
    over the first ``warmup`` share of the steps and then falls to 0 along half a cosine; gradients
    are scaled down to a norm of ``max_norm``. Shows its progress in a terminal.
    Source: Loshchilov and Hutter (2019), AdamW; Pascanu et al. (2013), clipping.
    Raises: ValueError where the arguments allow no batch; FloatingPointError where the loss is no
    longer finite.
    """
    if steps < 1:
        raise ValueError(f"steps must be at least 1, but it is {steps}")
    lengths = [len(tensor) for tensor in data]
    if len(set(lengths)) != 1:
        raise ValueError(f"data must be tensors of one length, but their lengths are {lengths}")
    if not 1 <= batch_size <= lengths[0]:
        raise ValueError(f"batch_size must be from 1 to {lengths[0]}, but it is {batch_size}")

    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=weight_decay)
    batches = _shuffled_batches(data, batch_size, seed)
    history = History(*torch.zeros(3, steps))
    was_training = model.training
    model.train()
    for step in trange(steps, disable=None, leave=False):
        for group in optimizer.param_groups:
            group["lr"] = lr * _schedule(step, steps, warmup)
        value = loss(model, *next(batches))
        if not value.isfinite():
            raise FloatingPointError(f"the loss is {value.item()} at step {step}")
        optimizer.zero_grad()
        value.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        for seen, now in zip(history, (value.detach(), norm, group["lr"]), strict=True):
            seen[step] = float(now)
    model.train(was_training)
    return history


def _schedule(step: int, steps: int, warmup: float) -> float:
    rising = max(1, round(warmup * steps))
    if step < rising:
        return (step + 1) / rising
    return 0.5 + 0.5 * math.cos(math.pi * (step - rising) / (steps - rising))


def _shuffled_batches(
    data: tuple[Tensor, ...], batch_size: int, seed: int
) -> Iterator[tuple[Tensor, ...]]:
    random = torch.Generator().manual_seed(seed)
    while True:
        order = torch.randperm(len(data[0]), generator=random)
        for rows in order.split(batch_size):
            if len(rows) == batch_size:
                yield tuple(tensor[rows] for tensor in data)
