"""Checks that turn silent errors loud: each raises a ValueError that names the argument.

Errors that torch itself reports clearly, such as widths that do not match, are left to torch. No
check turns a tensor or a symbolic size into a Python number while a model is traced or compiled.
"""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import torch
from torch import Tensor

Size = int | torch.SymInt  # a length: symbolic while a model is traced


def has_values(x: Tensor) -> bool:
    """Whether the values of ``x`` can be read: not in tracing or vmap, nor on the meta device."""
    is_traced = torch.compiler.is_compiling() or torch.jit.is_tracing()
    return not (is_traced or x.is_meta or torch._C._functorch.is_functorch_wrapped_tensor(x))


# ── numbers ───────────────────────────────────────────────────────────────────────────────────


def require_positive(**numbers: int) -> None:
    """Require each of the named numbers to be a whole number, at least 1."""
    require_at_least(1, **numbers)


def require_at_least(lowest: int, **numbers: int) -> None:
    """Require each of the named numbers to be a whole number, at least ``lowest``."""
    for name, number in numbers.items():
        _require_integer(name, number)
        if number < lowest:
            raise ValueError(f"{name} must be at least {lowest}, but it is {number}")


def require_between(lowest: int, highest: int, **numbers: int) -> None:
    """Require each of the named numbers to be a whole number from ``lowest`` to ``highest``."""
    for name, number in numbers.items():
        _require_integer(name, number)
        if not lowest <= number <= highest:
            raise ValueError(f"{name} must be from {lowest} to {highest}, but it is {number}")


def require_multiple(of: int, **numbers: int) -> None:
    """Require each of the named numbers to be a positive multiple of ``of``."""
    require_positive(**numbers)
    for name, number in numbers.items():
        if number % of:
            raise ValueError(f"{name} must be a multiple of {of}, but it is {number}")


def require_within(interval: str, **numbers: float) -> None:
    """Require each of the named numbers to be in an interval such as "[0, 1)"; NaN is refused."""
    low, high = map(float, interval[1:-1].split(","))
    for name, number in numbers.items():
        from_low = low <= number if interval[0] == "[" else low < number
        to_high = number <= high if interval[-1] == "]" else number < high
        if not (from_low and to_high):
            raise ValueError(f"{name} must be in {interval}, but it is {number}")


def _require_integer(name: str, number: int) -> None:
    try:
        index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, but it is {number!r}") from None


def whole_numbers(name: str, numbers: Any) -> list[int]:
    """Convert a list, an array or a tensor to a list of Python's integers.

    Raises: ValueError, naming ``name``, if a number is not whole.
    """
    numbers = numbers.tolist() if hasattr(numbers, "tolist") else list(numbers)
    try:
        return [index(number) for number in numbers]
    except TypeError:
        raise ValueError(f"{name} must be whole numbers, but they are {numbers!r:.80}") from None


# ── names and ids ─────────────────────────────────────────────────────────────────────────────


def require_one_of(choices: Iterable[object], **chosen: object) -> None:
    """Require each of the named values to be one of the choices."""
    choices = list(choices)
    for name, value in chosen.items():
        if value not in choices:
            wanted = ", ".join(map(str, choices))
            raise ValueError(f"{name} must be one of {wanted}, but it is {value!r}")


def require_ids(name: str, ids: Iterable[int], size: int) -> None:
    """Require ids from 0 to ``size`` − 1: a negative id would silently index from the end."""
    for number in ids:
        if not 0 <= number < size:
            raise ValueError(f"{name} must be from 0 to {size - 1}, but one is {number}")


def require_numbered(file: str, vocab: Mapping[str, int]) -> None:
    """Require the token numbers of a vocabulary to be 0, 1, 2, … without a gap."""
    if sorted(vocab.values()) != list(range(len(vocab))):
        raise ValueError(f"{file} must number its {len(vocab)} tokens 0, 1, 2, …, without gaps")


# ── configurations ────────────────────────────────────────────────────────────────────────────


def require_heads(d_model: int, n_heads: int, *widths: int | None) -> None:
    """Require d_model to be a multiple of n_heads, unless all ``widths`` of a head are given.

    The widths are d_k and d_v. A width that is None is not given.
    """
    require_positive(d_model=d_model, n_heads=n_heads)
    if (not widths or None in widths) and d_model % n_heads:
        raise ValueError(f"d_model must be a multiple of n_heads = {n_heads}, but it is {d_model}")


# ── tensors ───────────────────────────────────────────────────────────────────────────────────


def require_shape(name: str, x: Tensor, *axes: int | str) -> None:
    """Require ``x`` to have the shape ``axes``; an axis given as a name may have any length."""
    fits = (isinstance(axis, str) or axis == n for axis, n in zip(axes, x.shape, strict=False))
    if x.ndim != len(axes) or not all(fits):
        wanted = ", ".join(map(str, axes))
        raise ValueError(
            f"{name} must have the shape ({wanted}), but its shape is {tuple(x.shape)}"
        )


def require_in_range(name: str, x: Tensor, lowest: int, highest: Size) -> None:
    """Require every element of ``x`` to be from ``lowest`` to ``highest``.

    On a GPU, the check waits once for the device.
    """
    if has_values(x) and (outside := ~((x >= lowest) & (x <= highest))).any():  # NaN is outside
        one = x[outside][0].item()
        raise ValueError(f"{name} must be from {lowest} to {highest}, but one is {one}")


def require_one_batch(first: str, one: Tensor, second: str, other: Tensor) -> None:
    """Require the tensors ``one`` and ``other`` to have equally many rows, so neither broadcasts.

    ``first`` and ``second`` are the names of the two tensors, for the error.
    """
    if one.shape[0] != other.shape[0]:
        rows = f"{one.shape[0]} and {other.shape[0]}"
        raise ValueError(f"{first} and {second} must have the same number of rows, but have {rows}")


# ── tokens ────────────────────────────────────────────────────────────────────────────────────


def require_tokens(
    tokens: Tensor,
    vocab_size: int,
    max_len: int | None = None,
    *,
    start: Size = 0,
    at_least: int = 1,
    name: str = "tokens",
) -> None:
    """Require ``tokens`` to have the shape (batch, length) and to hold ids of the vocabulary.

    The length must be at least ``at_least``. During generation, the model has read ``start`` tokens
    before these; ``start`` + length must be at most ``max_len``. If ``start`` is not 0, the ids are
    not compared with ``vocab_size``: the model itself has generated them, and the comparison would
    wait for the GPU at every step.
    """
    if tokens.ndim != 2 or tokens.shape[1] < at_least:
        wanted = f"(batch, length), with a length of at least {at_least}"
        raise ValueError(f"{name} must have the shape {wanted}, but it is {tuple(tokens.shape)}")
    if max_len is not None and (end := start + tokens.shape[1]) > max_len:
        before = f", counting the {start} tokens before them" if start else ""
        raise ValueError(f"{name} must have a length of at most {max_len}{before}, but it is {end}")
    if start == 0:
        require_in_range(name, tokens, 0, vocab_size - 1)


def require_right_padded(name: str, tokens: Tensor, pad: int) -> None:
    """Require each row to begin with a real token, and to have ``pad`` only after its tokens."""
    if not has_values(tokens):
        return
    is_pad = tokens == pad
    if (is_pad[:, 0] | (is_pad[:, :-1] & ~is_pad[:, 1:]).any(dim=1)).any():
        raise ValueError(
            f"{name} must begin each row with a token, and have padding, pad = {pad}, only after "
            "the tokens"
        )


def require_target(name: str, target: Tensor, pad: int | None, vocab_size: int) -> None:
    """Require a right-padded target that has a token to predict in at least one row.

    The tokens to predict are all after the first of a row, except padding. ``pad``, if it is not
    None, must be an id of the vocabulary.
    """
    require_tokens(target, vocab_size, at_least=2, name=name)
    if pad is None:
        return
    require_between(0, vocab_size - 1, pad=pad)
    require_right_padded(name, target, pad)
    if has_values(target) and (target[:, 1:] == pad).all():
        raise ValueError(
            f"{name} must have a token to predict, but each token after the first is pad = {pad}"
        )
