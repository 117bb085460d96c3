"""Read what a student's function returned, as arrays and numbers."""

import copy
import functools
import itertools
from collections import namedtuple
from typing import Any

import numpy as np
import torch

Shape = tuple[int | None, ...]  # None where any size is accepted
NUMBERS = "biuf"  # kinds of dtypes: booleans and real numbers
SHAPES_CACHED = 1000  # an answer's outputs have the same few shapes again and again


class LooseShape(tuple[int | None, ...]):
    """The right shape of an output; if the output has another one, the check itself judges it."""


@functools.cache
def arrays_named(*names: str) -> Any:
    return namedtuple("Arrays", names)


def as_array(output: Any) -> np.ndarray | None:
    """A copy of the output as an array of real numbers or booleans; None if that is impossible."""
    if isinstance(output, np.ma.MaskedArray) and np.ma.is_masked(output):
        return None  # the values of masked entries are arbitrary
    try:
        array = np.array(without_tensors(output))
    except Exception:  # a ragged list, a sparse tensor, an object whose __array__ fails, …
        return None
    return array if array.dtype.kind in NUMBERS else None


def without_tensors(output: Any) -> Any:
    """The output with NumPy arrays in place of torch tensors, also inside lists and tuples."""
    if isinstance(output, torch.Tensor):
        output = output.detach().cpu().resolve_conj().resolve_neg()
        if output.dtype.is_floating_point and output.dtype not in (torch.float64, torch.float32):
            output = output.float()  # NumPy has no bfloat16
        return output.numpy()
    if isinstance(output, list | tuple) and any(
        isinstance(part, torch.Tensor | list | tuple) for part in output
    ):
        return [without_tensors(part) for part in output]
    return output


def as_number(output: Any) -> int | float | None:
    """The output as one Python number, or None if it is no number. Integers keep all digits."""
    if isinstance(output, int):
        return int.__int__(output)
    if isinstance(output, float):
        return float.__float__(output)
    array = as_array(output)
    return array.item() if array is not None and array.shape == () else None


def has_ragged_rows(output: Any) -> bool:
    """Whether the output is a list of rows that have different lengths."""
    if not isinstance(output, list | tuple):
        return False
    rows = [row for row in output if isinstance(row, list | tuple | np.ndarray | torch.Tensor)]
    lengths = {tuple(row.shape[:1]) if hasattr(row, "shape") else (len(row),) for row in rows}
    return len(rows) == len(output) and len(lengths) > 1


def part_of(output: Any, name: str) -> Any:
    """One part of an output: the value of a dictionary, or the field of a named tuple."""
    return output[name] if isinstance(output, dict) else getattr(output, name)


def copied(value: Any, memo: dict[int, Any]) -> Any:
    """A deep copy of a value.

    It does the same as `copy.deepcopy`, but is three times as fast for a tuple of arrays. ``memo``
    holds the copies that were made so far, by the id of the original.
    """
    if type(value) is tuple:
        return tuple(copied(part, memo) for part in value)
    if type(value) is np.ndarray and value.dtype != object:
        return memo[id(value)] if id(value) in memo else memo.setdefault(id(value), value.copy("K"))
    return copy.deepcopy(value, memo)


def shape_fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    if shape == wanted:
        return True
    return len(shape) == len(wanted) and all(
        size == want or want is None for size, want in zip(shape, wanted, strict=True)
    )


def fix_axes_of_length_1(array: np.ndarray, wanted: Shape) -> np.ndarray | None:
    """The array in the wanted shape if axes of length 1 are all that is too many or missing."""
    shape = shape_but_for_ones(array.shape, wanted)
    return None if shape is None else array.reshape(shape)


@functools.lru_cache(SHAPES_CACHED)
def shape_but_for_ones(shape: tuple[int, ...], wanted: Shape) -> tuple[int, ...] | None:
    if len(shape) == len(wanted):  # then axes are in the wrong order
        return None
    long = [size for size in shape if size != 1]
    for sizes in itertools.product(*((1, *long) if n is None else (n,) for n in wanted)):
        if [size for size in sizes if size != 1] == long:
            return sizes
    return None


def shape_of(output: Any) -> tuple[int, ...] | None:
    """The shape of an output as an array; None if it is no array."""
    if type(output) is np.ndarray and output.dtype.kind in NUMBERS:
        return output.shape
    array = as_array(output)
    return None if array is None else array.shape


def n_entries(value: Any) -> int:
    """How many numbers the value contains, also in nested tuples: a measure of its size."""
    return sum(map(n_entries, value)) if isinstance(value, tuple) else int(np.size(value))
