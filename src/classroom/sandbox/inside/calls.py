"""Encode a call of a student's function for the student's process, and the output on its way back.

The student's process trusts the examiner's, so it may unpickle what comes from there. This is ten
times as fast as to decode it (`wire.py`). Nothing is ever unpickled in the other direction.
"""

import contextlib
import functools
import io
import json
import pickle
import struct
from collections.abc import Sequence
from types import NoneType
from typing import Any, NamedTuple

import numpy as np

from classroom.sandbox.inside.submission_limits import BOUNDS
from classroom.sandbox.inside.wire import checked, decode, dtype_named, encode, name_of

PICKLED, ENCODED = b"p", b"e"  # the first byte of a call
LARGEST = 2**20  # bytes; `wire.encode` limits the size of larger calls
LONGEST_HEAD = 200  # bytes of the JSON of an array
ATOMS = {NoneType, bool, int, float, complex, str, bytes, range}
LISTS = {list, tuple, set, frozenset}
# Of NumPy's dtypes, by letter. Others, such as long long, become another dtype of the same size.
DTYPES = set("?bBhHiIlLefdFD")


def encode_call(name: str, arguments: list[Any], keywords: dict[str, Any]) -> bytes:
    """Encode a call. Raises WireError if an argument cannot be sent to another process."""
    call = (name, arguments, keywords)
    if keeps_its_type(call):
        pickled = pickle.dumps(call, 5)
        if len(pickled) <= LARGEST:
            return PICKLED + pickled
    return ENCODED + encode(call)


def read_call(body: bytes) -> tuple[str, list[Any], dict[str, Any]]:
    """The name and the arguments of a call that `encode_call` has encoded."""
    call = pickle.loads(memoryview(body)[1:]) if body[:1] == PICKLED else decode(body[1:])
    return tuple(call)


def keeps_its_type(value: Any) -> bool:
    """Whether a value, pickled and unpickled, has the types and the memory layout that it had.

    True only for values that `wire.encode` encodes without a change of type.
    """
    kind = type(value)
    if kind in ATOMS:
        return True
    if kind is np.ndarray:
        contiguous = value.flags.c_contiguous or value.flags.f_contiguous
        return contiguous and value.dtype.char in DTYPES and value.dtype.isnative
    if kind in LISTS:
        return all(map(keeps_its_type, value))
    if kind is dict:
        return all(map(keeps_its_type, value)) and all(map(keeps_its_type, value.values()))
    return False


def encode_output(output: Any) -> bytes:
    """Encode an output of a function that has changed no argument: ``encode((output, None))``.

    The bytes are the same. For an array, or several in a tuple or list, which most outputs are, it
    takes a tenth of the time.
    """
    arrays = [output] if type(output) is np.ndarray else output
    if type(arrays) not in (list, tuple) or not are_packed(arrays):
        return encode((output, None))  # which also says what is wrong
    value = ",".join(map(head_of, arrays))
    if arrays is output:
        value = f'["{type(output).__name__}",[{value}]]'
    text = f'["tuple",[{value},null]]'.encode()
    numbers = (array.tobytes() for array in arrays)
    return b"".join([struct.pack("<I", len(text)), text, *numbers])


def are_packed(arrays: Sequence[Any]) -> bool:
    """Whether all are arrays with their axes in order, each another one, and not too large."""
    return (
        all(type(array) is np.ndarray and array.flags.c_contiguous for array in arrays)
        and len(set(map(id, arrays))) == len(arrays)
        and sum(array.nbytes for array in arrays) <= BOUNDS.arrays
    )


def head_of(array: np.ndarray) -> str:
    name = name_of(array.dtype.str, array.dtype.char)
    shape = ",".join(map(str, array.shape))
    order = ",".join(map(str, range(array.ndim)))
    return f'["array","{name}",[{shape}],[{order}],{"true" if array.flags.writeable else "false"}]'


def decode_output(data: bytes) -> Any:
    """Decode what `encode_output` has encoded, or any other pair; like `decode`, which is slower.

    Raises WireError if the bytes are malformed or the value is too large.
    """
    (length,) = struct.unpack_from("<I", data) if len(data) >= 4 else (0,)
    if length <= LONGEST_HEAD and (plain := plain_arrays(data[4 : 4 + length])):
        kind, heads = plain
        if len(data) == 4 + length + sum(head.size for head in heads):
            numbers = io.BytesIO(data)
            numbers.seek(4 + length)
            arrays = [read_array(numbers, head) for head in heads]
            return (kind(arrays) if kind else arrays[0]), None
    return decode(data)


class Head(NamedTuple):
    """How an array of numbers is encoded, and its size in bytes."""

    dtype: np.dtype
    shape: tuple[int, ...]
    size: int
    writeable: bool


def read_array(numbers: io.BytesIO, head: Head) -> np.ndarray:
    array = np.frombuffer(bytearray(numbers.read(head.size)), head.dtype).reshape(head.shape)
    array.flags.writeable = head.writeable
    return array


@functools.lru_cache(maxsize=10_000)  # most shapes come again and again
def plain_arrays(text: bytes) -> tuple[type | None, list[Head]] | None:
    """How arrays of numbers are encoded, if the JSON encodes just them and None.

    The type is that of the value that holds them, and None for one array alone. The result is None
    for any other JSON: `decode` says what is wrong, or decodes what is more than arrays of numbers
    with their axes in order. Arrays of booleans are, too, as not every byte is one.
    """
    with contextlib.suppress(Exception):
        kind: type | None = None
        match json.loads(text):
            case ["tuple", [["tuple" | "list" as name, [*nodes]], None]]:
                kind = tuple if name == "tuple" else list
            case ["tuple", [node, None]]:
                nodes = [node]
            case _:
                return None
        heads = [head for node in nodes if (head := plain_array(node))]
        if len(heads) == len(nodes) and sum(head.size for head in heads) <= BOUNDS.arrays:
            return kind, heads
    return None


def plain_array(node: Any) -> Head | None:
    match node:
        case ["array", name, [*shape], [*order], bool(writeable)]:
            if any(type(number) is not int for number in (*shape, *order)):
                return None
            dtype = dtype_named(name)
            count, axes = checked(tuple(shape), tuple(order), BOUNDS.elements)
            if dtype.kind in "iuf" and not axes:
                return Head(dtype, tuple(shape), count * dtype.itemsize, writeable)
    return None
