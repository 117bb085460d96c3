"""Encode a call of a student's function for the student's process, and the output on its way back.

The student's process trusts the examiner's, so it may unpickle what comes from there. This is ten
times as fast as to decode it (`wire.py`). Nothing is ever unpickled in the other direction.
"""

import contextlib
import functools
import json
import pickle
import struct
from types import NoneType
from typing import Any

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

    The bytes are the same. For an array, which most outputs are, it takes a tenth of the time.
    """
    if type(output) is not np.ndarray or not output.flags.c_contiguous:
        return encode((output, None))
    name = name_of(output.dtype.str, output.dtype.char)
    if output.nbytes > BOUNDS.arrays:
        return encode((output, None))  # which says what is wrong
    shape = ",".join(map(str, output.shape))
    order = ",".join(map(str, range(output.ndim)))
    writeable = "true" if output.flags.writeable else "false"
    text = f'["tuple",[["array","{name}",[{shape}],[{order}],{writeable}],null]]'.encode()
    return b"".join([struct.pack("<I", len(text)), text, output.tobytes()])


def decode_output(data: bytes) -> Any:
    """Decode what `encode_output` has encoded, or any other pair; like `decode`, which is slower.

    Raises WireError if the bytes are malformed or the value is too large.
    """
    (length,) = struct.unpack_from("<I", data) if len(data) >= 4 else (0,)
    if length <= LONGEST_HEAD and (plain := plain_array(data[4 : 4 + length])):
        dtype, shape, size, writeable = plain
        if len(data) == 4 + length + size:
            array = np.frombuffer(bytearray(memoryview(data)[4 + length :]), dtype).reshape(shape)
            array.flags.writeable = writeable
            return array, None
    return decode(data)


@functools.lru_cache(maxsize=10_000)  # most shapes come again and again
def plain_array(text: bytes) -> tuple[np.dtype, tuple[int, ...], int, bool] | None:
    """How an array of numbers is encoded, and its size in bytes, if the JSON encodes that and None.

    Otherwise None: `decode` says what is wrong, or decodes what is more than an array of numbers
    with its axes in order. An array of booleans is, too, as not every byte is one.
    """
    with contextlib.suppress(Exception):
        match json.loads(text):
            case ["tuple", [["array", name, list(shape), list(order), bool(writeable)], None]]:
                if any(type(number) is not int for number in (*shape, *order)):
                    return None
                dtype = dtype_named(name)
                count, places = checked(tuple(shape), tuple(order), BOUNDS.elements)
                size = count * dtype.itemsize
                if dtype.kind in "iuf" and not places and size <= BOUNDS.arrays:
                    return dtype, tuple(shape), size, writeable
    return None
