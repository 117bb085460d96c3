"""How a model is held against another's: same weights in, same outputs and gradients out."""

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor, nn

from payattention.attention import MultiHeadAttention

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
    if not inputs:
        return
    direction = torch.linspace(-1, 1, ours.numel(), dtype=ours.dtype).reshape(ours.shape)
    gradients = (
        torch.autograd.grad((output * direction).sum(), pair, retain_graph=True)
        for output, pair in zip((ours, theirs), zip(*inputs, strict=True), strict=True)
    )
    for mine, other in zip(*gradients, strict=True):
        scale = max(1.0, float(other.abs().max()))
        torch.testing.assert_close(mine / scale, other / scale, **close)


def assert_same_with_every_gradient(
    ours: Tensor,
    theirs: Tensor,
    models: tuple[nn.Module, nn.Module],
    carried_over: Callable[[nn.Module], nn.Module],
    inputs: Iterable[Tensor] = (),
) -> None:
    """Both outputs are equal, and so are their gradients in the inputs and in every weight.

    ``carried_over`` makes our model of theirs, weight by weight. For their gradients to have our
    names, they are carried over in place of the weights: which theirs has lost afterwards.
    """
    mine, other = models
    assert_same(ours, theirs, [(x, x) for x in inputs])
    direction = torch.linspace(-1, 1, ours.numel()).reshape(ours.shape)
    for output, model in ((ours, mine), (theirs, other)):
        model.zero_grad()
        (output * direction).sum().backward(retain_graph=True)
    for parameter in other.parameters():
        zero = torch.zeros_like(parameter)
        parameter.data = zero if parameter.grad is None else parameter.grad
    expected = {name: p.detach() for name, p in carried_over(other).named_parameters()}
    for name, parameter in mine.named_parameters():
        gradient = torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
        scale = max(1.0, float(expected[name].abs().max()))
        torch.testing.assert_close(
            gradient / scale,
            expected[name] / scale,
            **CLOSE,
            msg=lambda text, name=name: f"{name}: {text}",
        )


def in_training(model: nn.Module, *inputs: Tensor, **options: Tensor) -> Any:
    """The output in training mode, for the same random numbers at every call."""
    torch.manual_seed(1)
    return model.train()(*inputs, **options)


def loaded_by(load: Callable, config: object) -> Callable[[nn.Module], nn.Module]:
    """Carry a model of transformers over by its checkpoint, which ``load`` reads."""

    def carried_over(theirs: nn.Module) -> nn.Module:
        with TemporaryDirectory() as folder:
            theirs.save_pretrained(folder)
            return load(Path(folder) / "model.safetensors", config)

    return carried_over


def copy_multihead(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> MultiHeadAttention:
    """Give our heads the weights of torch's."""
    weights = (theirs.q_proj_weight, theirs.k_proj_weight, theirs.v_proj_weight)
    if theirs.in_proj_weight is not None:
        weights = theirs.in_proj_weight.chunk(3)
    biases = (None,) * 3 if theirs.in_proj_bias is None else theirs.in_proj_bias.chunk(3)
    for linear, weight, bias in zip((ours.W_Q, ours.W_K, ours.W_V), weights, biases, strict=True):
        copy_linear(linear, weight, bias)
    copy_linear(ours.W_O, theirs.out_proj.weight, theirs.out_proj.bias)
    return ours


def with_random_weights(theirs: nn.Module) -> nn.Module:
    """So that every weight matters: many start at 0 or 1."""
    for parameter in theirs.parameters():
        nn.init.normal_(parameter, 0.1, 0.3)
    return theirs.eval()


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
