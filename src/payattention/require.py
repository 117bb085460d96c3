"""What models demand of sizes and tokens: an error says what it must be and what it was."""

import math
from dataclasses import fields
from operator import index
from typing import Any

import torch
from torch import Tensor

WHOLE = (torch.int64, torch.int32)  # the kinds of whole numbers that index a tensor


def require_positive(**numbers: int) -> None:
    """Each of the named numbers is a whole number, at least 1."""
    for name, number in numbers.items():
        _require_whole(name, number)
        if number < 1:
            raise ValueError(f"{name} must be at least 1, but it is {number}")


def require_between(lowest: int, highest: int, **numbers: int) -> None:
    """Each of the named numbers is a whole number from ``lowest`` to ``highest``."""
    for name, number in numbers.items():
        _require_whole(name, number)
        if not lowest <= number <= highest:
            raise ValueError(f"{name} must be from {lowest} to {highest}, but it is {number}")


def _require_whole(name: str, number: int) -> None:
    try:
        index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, but it is {number!r}") from None


def whole_numbers(name: str, numbers: Any) -> list[int]:
    """The numbers of a list, an array or a tensor as Python's own: as keys they are others."""
    numbers = numbers.tolist() if hasattr(numbers, "tolist") else numbers
    try:
        return [index(number) for number in numbers]
    except TypeError:
        raise ValueError(f"{name} must be whole numbers, but they are {numbers!r:.80}") from None


def require_indices(name: str, x: Tensor) -> None:
    """Whole numbers of a kind that indexes a tensor."""
    if x.dtype not in WHOLE:
        raise ValueError(
            f"{name} must be whole numbers, int64 or int32, but their dtype is {x.dtype}"
        )


def has_values(x: Tensor) -> bool:
    """Whether there are values to look at: not on the meta device, nor while compiling."""
    return not (x.is_meta or torch.compiler.is_compiling())


def require_sizes(config: Any) -> None:
    """Every whole number of a configuration is at least 1, d_model splits among the heads, dropout
    is a probability below 1, and eps is above 0.
    """
    sizes = [field.name for field in fields(config) if field.type is int]
    require_positive(**{name: getattr(config, name) for name in sizes})
    if config.d_model % config.n_heads:
        raise ValueError(
            f"d_model must be a multiple of n_heads = {config.n_heads}, but it is {config.d_model}"
        )
    if not 0 <= config.dropout < 1:
        raise ValueError(f"dropout must be in [0, 1), but it is {config.dropout}")
    if not 0 < config.eps < math.inf:
        raise ValueError(f"eps must be a positive number, but it is {config.eps}")


def require_sequence(name: str, x: Tensor, width: int) -> None:
    """A sequence of vectors is (…, length, width), of floats, and not empty."""
    if x.ndim < 2 or x.shape[-1] != width or x.numel() == 0:
        raise ValueError(
            f"{name} must have the shape (…, length, {width}), none of them 0, "
            f"but its shape is {tuple(x.shape)}"
        )
    if not x.is_floating_point():  # asked here, for in generation the call itself can be felt
        require_floats(**{name: x})


def require_shape(name: str, x: Tensor, *axes: int | str, empty: bool = False) -> None:
    """These axes, none of them empty unless ``empty``; one that has a name may have any length."""
    lengths = (isinstance(axis, str) or axis == n for axis, n in zip(axes, x.shape, strict=False))
    is_empty = 0 in x.shape and not empty
    if x.ndim != len(axes) or is_empty or not all(lengths):
        raise ValueError(
            f"{name} must have the shape ({', '.join(map(str, axes))}), "
            f"{'no axis empty, ' if is_empty else ''}but its shape is {tuple(x.shape)}"
        )


def require_floats(**tensors: Tensor) -> None:
    """Each of the named tensors holds floating-point numbers, and all the same kind of them."""
    (first, one), *_ = tensors.items()
    for name, x in tensors.items():
        if not x.is_floating_point():
            raise ValueError(f"{name} must hold floats, but its dtype is {x.dtype}")
        if x.dtype != one.dtype and not torch.is_autocast_enabled(x.device.type):
            raise ValueError(
                f"{name} must have the dtype of {first}, {one.dtype}, but its dtype is {x.dtype}"
            )


def require_one_batch(first: str, one: Tensor, second: str, other: Tensor) -> None:
    """The two are equally long along their first axis."""
    if len(one) != len(other):
        raise ValueError(
            f"{first} and {second} must be equally many, but there are {len(one)} and {len(other)}"
        )


def require_tokens(
    tokens: Tensor,
    vocab_size: int,
    max_len: int | None = None,
    *,
    start: int = 0,
    name: str = "tokens",
) -> None:
    """Token ids are a (batch, length) tensor of whole numbers in [0, vocab_size), at least one
    token long and, with the ``start`` tokens before them, at most ``max_len``.
    """
    _require_batch(name, tokens, at_least=1)
    if max_len is not None and start + tokens.shape[1] > max_len:
        raise ValueError(
            f"{name} must be at most max_len = {max_len} long, "
            f"but they are {start + tokens.shape[1]}"
        )
    _require_in_vocabulary(name, tokens, vocab_size)


def require_text(
    tokens: Tensor, vocab_size: int, max_len: int | None = None, *, name: str = "tokens"
) -> None:
    """Token ids of which each but the last is read and each but the first is to be said: two at
    least, and at most ``max_len`` to be read.
    """
    _require_batch(name, tokens, at_least=2)
    if max_len is not None and tokens.shape[1] - 1 > max_len:
        raise ValueError(
            f"{name} must be at most max_len + 1 = {max_len + 1} long, the last of them only to be "
            f"said, but they are {tokens.shape[1]}"
        )
    _require_in_vocabulary(name, tokens, vocab_size)


def require_pad(pad: int | None, vocab_size: int, target: Tensor) -> None:
    """The padding is a token, and something else is to be said."""
    if pad is None:
        return
    require_between(0, vocab_size - 1, pad=pad)
    if has_values(target) and (target[:, 1:] == pad).all():
        raise ValueError(f"target must have more to say than pad = {pad}, but has nothing else")


def require_any_tokens(tokens: Tensor, vocab_size: int) -> None:
    """Token ids in any shape."""
    require_indices("tokens", tokens)
    _require_in_vocabulary("tokens", tokens, vocab_size)


def _require_batch(name: str, tokens: Tensor, *, at_least: int) -> None:
    require_indices(name, tokens)
    if tokens.ndim != 2 or tokens.shape[0] == 0 or tokens.shape[1] < at_least:
        raise ValueError(
            f"{name} must have the shape (batch, length), at least (1, {at_least}), "
            f"but their shape is {tuple(tokens.shape)}"
        )


def _require_in_vocabulary(name: str, tokens: Tensor, vocab_size: int) -> None:
    if not has_values(tokens) or tokens.numel() == 0:
        return
    low, high = (int(extreme) for extreme in tokens.aminmax())
    if low < 0 or high >= vocab_size:
        raise ValueError(
            f"{name} must be in [0, {vocab_size}), but one is {low if low < 0 else high}"
        )
