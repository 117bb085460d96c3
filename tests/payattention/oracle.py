"""How a model is held against another's: same weights in, same outputs and gradients out."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

CLOSE = {"rtol": 1e-5, "atol": 1e-5}


def assert_same(
    ours: Tensor, theirs: Tensor, inputs: Iterable[tuple[Tensor, Tensor]], tolerance: float = 1e-5
) -> None:
    """Both outputs are equal, and so are their gradients in each of the pairs (ours, theirs).

    Gradients are compared relative to the largest of each pair's.
    """
    close = {"rtol": tolerance, "atol": tolerance}
    torch.testing.assert_close(ours, theirs, **close)
    inputs = list(inputs)
    direction = torch.linspace(-1, 1, ours.numel(), dtype=ours.dtype).reshape(ours.shape)
    gradients = (
        torch.autograd.grad((output * direction).sum(), pair)
        for output, pair in zip((ours, theirs), zip(*inputs, strict=True), strict=True)
    )
    for mine, other in zip(*gradients, strict=True):
        scale = max(1.0, float(other.abs().max()))
        torch.testing.assert_close(mine / scale, other / scale, **close)


def copy_linear(ours: nn.Linear, weight: Tensor, bias: Tensor | None) -> None:
    """Give a layer these weights."""
    ours.weight.data = weight.detach().clone()
    if bias is not None:
        ours.bias.data = bias.detach().clone()


def unchecked(function: Callable) -> Callable:
    """The function as users call it: without the shape checks that only the tests switch on."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function
