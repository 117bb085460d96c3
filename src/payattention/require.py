"""What models demand of sizes and tokens: an error says what it must be and what it was."""

from dataclasses import fields
from typing import Any

import torch
from torch import Tensor


def require_positive(**numbers: int) -> None:
    """Each of the named numbers is at least 1."""
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"{name} must be at least 1, but it is {number}")


def require_sizes(config: Any) -> None:
    """Every whole number of a configuration is at least 1, d_model splits among the heads, and a
    dropout is a probability below 1.
    """
    values = {field.name: getattr(config, field.name) for field in fields(config)}
    require_positive(**{name: value for name, value in values.items() if type(value) is int})
    if config.d_model % config.n_heads:
        raise ValueError(
            f"d_model must be a multiple of n_heads = {config.n_heads}, but it is {config.d_model}"
        )
    if not 0 <= config.dropout < 1:
        raise ValueError(f"dropout must be in [0, 1), but it is {config.dropout}")


def require_tokens(
    tokens: Tensor, vocab_size: int, max_len: int, *, start: int = 0, name: str = "tokens"
) -> None:
    """Token ids are a (batch, length) tensor of whole numbers in [0, vocab_size), at least one
    token long and, with the ``start`` tokens before them, at most ``max_len``.
    """
    if tokens.is_floating_point() or tokens.dtype == torch.bool:
        raise ValueError(f"{name} must be whole numbers, but their dtype is {tokens.dtype}")
    if tokens.ndim != 2 or 0 in tokens.shape:
        raise ValueError(
            f"{name} must have the shape (batch, length), neither of them 0, "
            f"but their shape is {tuple(tokens.shape)}"
        )
    if start + tokens.shape[1] > max_len:
        raise ValueError(
            f"{name} must be at most max_len = {max_len} long, "
            f"but they are {start + tokens.shape[1]}"
        )
    if tokens.is_meta or torch.compiler.is_compiling():
        return  # no values to look at
    low, high = (int(extreme) for extreme in tokens.aminmax())
    if low < 0 or high >= vocab_size:
        raise ValueError(
            f"{name} must be in [0, {vocab_size}), but one is {low if low < 0 else high}"
        )
