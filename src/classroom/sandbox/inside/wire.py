"""Encode the values that the examiner's and the student's process exchange: only data, no code.

A value is written as JSON of tagged lists, followed by the raw bytes of its arrays. (The length of
the JSON, in 4 bytes, comes first.) For example::

    (3, {"x": array([0.5])})
    ["tuple", [3, ["dict", [["x", ["array", "<f8", [1], [0], true]]]]]]  and 8 bytes

Here ``"<f8"`` is the array's dtype, ``[1]`` its shape and ``[0]`` the order of its axes; ``true``
means that the array is writeable. None, booleans, floats, strings and 64-bit ints are written as in
JSON.

A decoded value always has a type of Python, NumPy or PyTorch itself, never a subclass. So a
student's class cannot override how the value is compared, reshaped or printed. A value of a similar
type is converted first (`plainer`): a `Counter` to a dict, a named tuple to a tuple, a matrix to an
array. Any other value raises `WireError`, which names its type.
"""

import contextlib
import functools
import json
import math
import re
import struct
import warnings
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from types import NoneType
from typing import Any

import numpy as np
import torch

from classroom.sandbox.inside.submission_limits import BOUNDS, Bounds


class WireError(Exception):
    """A value cannot be encoded, or bytes cannot be decoded.

    The message is the end of a sentence such as “It cannot be read: …”.
    """


as_json = json.JSONEncoder(separators=(",", ":")).encode
AXES = 32
PLAIN_INT = 2**63
ARRAY_DTYPE = re.compile(r"[iIlLqQ]|[<>|](?:[biufcm]\d+|[SU]\d+|[Mm]8(?:\[\d*[a-zA-Zμ]+\])?)")
TENSOR_DTYPE = {
    f"torch.{name}": getattr(torch, name)
    for name in (
        *("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"),
        *("float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128"),
        *("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"),
    )
    if hasattr(torch, name)
}


@functools.lru_cache(maxsize=1000)
def name_of(text: str, letter: str) -> str:
    """The name of a NumPy dtype in an encoded array: ``text``, or in a few cases ``letter``.

    ``text`` is the dtype's attribute ``str``, ``letter`` its attribute ``char``. Two integer types
    of C may have the same size, such as long and long long. Their NumPy dtypes differ, but have the
    same ``str``, “<i8”. From this text, NumPy makes only the first dtype. So the second dtype is
    named by its letter, “q”. Raises WireError if arrays of the dtype cannot be sent.
    """
    named = np.dtype(text)
    name = letter if named.char != letter and named.isnative else text
    if not ARRAY_DTYPE.fullmatch(name):
        raise WireError(f"an array of dtype {named} cannot be sent to another process")
    return name


@functools.lru_cache(maxsize=1000)
def dtype_named(name: str) -> np.dtype:
    if not ARRAY_DTYPE.fullmatch(name):
        raise WireError(f"an array in the bytes received has the unknown dtype {name[:40]!r}")
    return np.dtype(name)


def encode(value: Any, bounds: Bounds = BOUNDS) -> bytes:
    """Encode a value as bytes. Raises WireError if its type cannot be sent or it is too large."""
    writer = Writer(bounds)
    try:
        text = as_json(writer.tag(value, 0)).encode()
    except WireError:
        raise
    except Exception as error:  # raised by the value's own method, or by an unusual kind of tensor
        raise WireError(
            f"{named(type(value))} cannot be sent to another process ({type(error).__name__})"
        ) from None
    check_text(text, len(text), bounds)
    return b"".join([struct.pack("<I", len(text)), text, *writer.buffers])


def decode(data: bytes, bounds: Bounds = BOUNDS) -> Any:
    """Decode the bytes of a value, which may come from an untrusted process.

    Raises WireError if the bytes are malformed or the value is too large.
    """
    try:
        (length,) = struct.unpack_from("<I", data)
        text = data[4 : 4 + length] if length <= bounds.text else b""
        check_text(text, length, bounds)
        tree = json.loads(text)
        reader = Reader(memoryview(data)[4 + length :], bounds)
        value = reader.value(tree, 0)
        if reader.at != len(reader.data):
            raise WireError("the bytes received go on after the end of the value")
    except WireError:
        raise
    except Exception as error:
        raise WireError(f"the bytes received encode no value ({type(error).__name__})") from None
    return value


def check_text(text: bytes, length: int, bounds: Bounds) -> None:
    """Raise WireError if the JSON of a value is too long, or has too many parts to be read soon.

    ``length`` is the length that the JSON has, or is said to have.
    """
    if length > bounds.text:
        raise WireError(
            f"the value's numbers and texts outside of arrays have {length:,} bytes, but at most "
            f"{bounds.text:,} can be sent"
        )
    if text.count(b",") + text.count(b"[") > bounds.parts:
        raise WireError(f"the value has more than {bounds.parts:,} parts outside of arrays")


class Writer:
    """The encoder: converts a value to tagged lists, and collects the bytes of its arrays.

    A tagged list begins with the name of a type, for example ``["tuple", [3, 4]]``.
    """

    def __init__(self, bounds: Bounds):
        self.bounds = bounds
        self.buffers: list[bytes] = []
        self.size = 0
        # The number of each array by its id(): an array that occurs twice stays a single array.
        self.numbers_by_id: dict[int, int] = {}
        self.alive: list[Any] = []  # references to the arrays, so that no id() is used again

    def tag(self, value: Any, depth: int) -> Any:
        if depth > self.bounds.depth:
            raise WireError(f"the value has lists inside lists, more than {self.bounds.depth} deep")
        kind = type(value)
        if kind in (NoneType, bool, str, float):
            return value
        if kind is int:
            return value if abs(value) < PLAIN_INT else ["int", f"{value:x}"]
        if kind is complex:
            return ["complex", value.real, value.imag]
        if kind is bytes:
            self.count(len(value))
            self.buffers.append(value)
            return ["bytes", len(value)]
        if kind in (tuple, list, set, frozenset, torch.Size):
            if depth < self.bounds.depth and are_plain(value):
                return [TAGS[kind], list(value)]
            return [TAGS[kind], [self.tag(item, depth + 1) for item in value]]
        if kind is dict:
            pairs = value.items()
            return ["dict", [[self.tag(k, depth + 1), self.tag(v, depth + 1)] for k, v in pairs]]
        if kind is range:
            return ["range", *(self.tag(n, depth) for n in (value.start, value.stop, value.step))]
        if kind is slice:
            parts = (value.start, value.stop, value.step)
            return ["slice", *(self.tag(part, depth + 1) for part in parts)]
        if issubclass(kind, np.generic) and kind.__module__ == "numpy":
            return ["scalar", *self.array(np.asarray(value))[1:]]
        if kind is np.ndarray or kind in (torch.Tensor, torch.nn.Parameter):
            if id(value) in self.numbers_by_id:
                self.count(value.nbytes)
                return ["again", self.numbers_by_id[id(value)]]
            self.numbers_by_id[id(value)] = len(self.numbers_by_id)
            self.alive.append(value)
            return self.array(value) if kind is np.ndarray else self.tensor(value)
        return self.tag(plainer(value), depth)

    def array(self, array: np.ndarray) -> list:
        name, flags = name_of(array.dtype.str, array.dtype.char), array.flags
        self.count(array.nbytes)
        order = list(range(array.ndim))
        if not flags.c_contiguous:
            order = axes_by_stride(array.strides)
            array = array.transpose(order)
        self.buffers.append(array.tobytes())
        return ["array", name, array.shape, order, flags.writeable]

    def tensor(self, tensor: torch.Tensor) -> list:
        if tensor.layout is not torch.strided or tensor.is_quantized or tensor.is_meta:
            raise WireError(
                f"a tensor of layout {tensor.layout} and dtype {tensor.dtype} on the device "
                f"{tensor.device} cannot be sent to another process: make it dense, and neither "
                "quantized nor on the meta device"
            )
        if str(tensor.dtype) not in TENSOR_DTYPE:
            raise WireError(f"a tensor of dtype {tensor.dtype} cannot be sent to another process")
        self.count(tensor.nbytes)
        plain = tensor.detach().cpu().resolve_conj().resolve_neg()
        order = axes_by_stride(plain.stride())
        packed = plain.permute(order).clone(memory_format=torch.contiguous_format)
        if packed.numel():
            self.buffers.append(packed.reshape(-1).view(torch.uint8).numpy().tobytes())
        return ["tensor", str(tensor.dtype), list(packed.shape), order, bool(tensor.requires_grad)]

    def count(self, size: int) -> None:
        self.size += size
        if self.size > self.bounds.arrays:
            raise WireError(f"the arrays have more than {self.bounds.arrays:,} bytes in all")


class Reader:
    """The decoder: converts tagged lists back to a value, and validates everything it reads.

    A tagged list begins with the name of a type, for example ``["tuple", [3, 4]]``.
    """

    def __init__(self, data: memoryview, bounds: Bounds):
        self.data, self.bounds = data, bounds
        self.at = 0
        self.size = 0
        self.keys = 0
        self.arrays: list[Any] = []

    def value(self, node: Any, depth: int) -> Any:
        if type(node) in PLAIN:
            return node
        if depth > self.bounds.depth:
            raise WireError(f"the value has lists inside lists, more than {self.bounds.depth} deep")
        if type(node) is not list:
            raise WireError(f"the bytes received hold {named(type(node))}, which encodes no value")
        return READ[node[0]](self, depth, *node[1:])

    def integer(self, _: int, digits: Any) -> int:
        return int(must_be(str, digits), 16)

    def complex_number(self, _: int, real: Any, imaginary: Any) -> complex:
        return complex(must_be(float, real), must_be(float, imaginary))

    def raw(self, _: int, size: Any) -> bytes:
        self.count(must_be(int, size))
        return bytes(self.take(size))

    def items(self, depth: int, nodes: Any) -> list:
        if PLAIN.issuperset(map(type, must_be(list, nodes))):
            return nodes
        return [self.value(node, depth + 1) for node in nodes]

    def dictionary(self, depth: int, pairs: Any) -> dict:
        found: dict[Hashable, Any] = {}
        self.count_keys(must_be(list, pairs))
        for key, value in pairs:
            found[self.value(key, depth + 1)] = self.value(value, depth + 1)
        if len(found) != len(pairs):
            raise WireError("a dict in the bytes received has the same key twice")
        return found

    def set_items(self, depth: int, nodes: Any) -> list:
        self.count_keys(must_be(list, nodes))
        return self.items(depth, nodes)

    def count_keys(self, nodes: list) -> None:
        self.keys += len(nodes)
        if self.keys > self.bounds.keys:
            raise WireError(
                f"the value's dicts and sets have more than {self.bounds.keys:,} keys in all"
            )

    def a_range(self, depth: int, start: Any, stop: Any, step: Any) -> range:
        return range(*(self.value(part, depth) for part in (start, stop, step)))

    def a_slice(self, depth: int, start: Any, stop: Any, step: Any) -> slice:
        return slice(*(self.value(part, depth + 1) for part in (start, stop, step)))

    def scalar(self, _: int, dtype: Any, shape: Any, order: Any, writeable: Any) -> Any:
        if shape or order:
            raise WireError("a NumPy number in the bytes received has axes, like an array")
        return self.numbers(dtype, shape, order, writeable)[()]

    def array(self, _: int, *parts: Any) -> np.ndarray:
        self.arrays.append(self.numbers(*parts))
        return self.arrays[-1]

    def reference(self, _: int, number: Any) -> Any:
        if not 0 <= must_be(int, number) < len(self.arrays):
            raise WireError(
                f"the bytes received refer to array {number}, but before that they hold only "
                f"{len(self.arrays)} arrays"
            )
        self.count(self.arrays[number].nbytes)
        return self.arrays[number]

    def numbers(self, dtype: Any, shape: Any, order: Any, writeable: Any) -> np.ndarray:
        kind = dtype_named(dtype)
        data, axes = self.elements(shape, order, kind.itemsize)
        if kind.kind in "US" and math.prod(shape) > self.bounds.texts:
            raise WireError(f"an array holds more than {self.bounds.texts:,} texts")
        if kind.itemsize == 0:
            array = np.zeros(shape, kind)
        else:
            array = np.frombuffer(data, kind).reshape(shape)
        if kind.kind == "b" and (array.view(np.uint8) > 1).any():
            raise WireError("a boolean array in the bytes received has bytes other than 0 and 1")
        if kind.kind == "U":
            array.tolist()  # raises if a code is not a Unicode character
        if axes:
            array = array.transpose(axes)
        array.flags.writeable = must_be(bool, writeable)
        return array

    def tensor(self, _: int, dtype: Any, shape: Any, order: Any, grad: Any) -> torch.Tensor:
        kind = TENSOR_DTYPE[dtype]
        data, axes = self.elements(shape, order, kind.itemsize)
        if not data:
            tensor = torch.empty(shape, dtype=kind)
        else:
            raw = torch.frombuffer(data, dtype=torch.uint8)
            if kind is torch.bool and bool((raw > 1).any()):
                raise WireError("a received boolean tensor has entries other than 0 and 1")
            tensor = raw.view(kind).reshape(shape)
        if axes:
            tensor = tensor.permute(axes)
        self.arrays.append(tensor.requires_grad_() if must_be(bool, grad) else tensor)
        return self.arrays[-1]

    def elements(self, shape: Any, order: Any, itemsize: int) -> tuple[bytearray, list[int]]:
        """Validate an array's shape and read the bytes of its elements.

        The sender has called ``transpose(order)``, which sorts the axes by their strides.

        Args:
            shape: the shape after the sender's ``transpose(order)``.
            order: the original indices of the axes; for example, ``[1, 0]`` swaps two axes.
            itemsize: bytes of one element.

        Returns the bytes, and the argument for ``transpose`` that restores the original array. The
        argument is an empty list if the sender left the axes in their order.
        """
        shape, order = tuple(must_be(list, shape)), tuple(must_be(list, order))
        count, axes = checked(shape, order, self.bounds.elements)
        size = count * itemsize
        self.count(size)
        return bytearray(self.take(size)), axes

    def count(self, size: int) -> None:
        self.size += size
        if self.size > self.bounds.arrays:
            raise WireError(f"the arrays have more than {self.bounds.arrays:,} bytes in all")

    def take(self, size: int) -> memoryview:
        if not 0 <= size <= len(self.data) - self.at:
            raise WireError("the bytes received end before the value does")
        self.at += size
        return self.data[self.at - size : self.at]


PLAIN = {NoneType, bool, str, float, int}


def are_plain(values: Collection[Any]) -> bool:
    """Whether JSON itself writes all values. An answer without NumPy returns many numbers."""
    kinds = set(map(type, values))
    if int not in kinds:
        return kinds <= PLAIN
    return kinds <= PLAIN and all(
        -PLAIN_INT < value < PLAIN_INT for value in values if type(value) is int
    )


TAGS: dict[type, str] = {
    tuple: "tuple",
    list: "list",
    set: "set",
    frozenset: "frozenset",
    torch.Size: "size",
}
READ: dict[str, Callable[..., Any]] = {
    "int": Reader.integer,
    "complex": Reader.complex_number,
    "bytes": Reader.raw,
    "dict": Reader.dictionary,
    "range": Reader.a_range,
    "slice": Reader.a_slice,
    "scalar": Reader.scalar,
    "array": Reader.array,
    "tensor": Reader.tensor,
    "again": Reader.reference,
    "list": Reader.items,
    "tuple": lambda *node: tuple(Reader.items(*node)),
    "set": lambda *node: set(Reader.set_items(*node)),
    "frozenset": lambda *node: frozenset(Reader.set_items(*node)),
    "size": lambda *node: torch.Size(Reader.items(*node)),
}


PLAINER: dict[type, Callable[[Any], Any]] = {
    np.ndarray: lambda array: np.array(array, subok=False),
    torch.Tensor: lambda tensor: tensor.as_subclass(torch.Tensor),
    float: float.__float__,
    int: int.__int__,
    str: str.__str__,
    bytes: lambda text: bytes.join(b"", [text]),
    tuple: lambda items: tuple(tuple.__iter__(items)),
    list: lambda items: list(list.__iter__(items)),
}


def plainer(value: Any) -> Any:
    """Return a value that can be sent, in place of a similar one of a type that cannot be sent.

    ``value`` may be an instance of a subclass of a type in `PLAINER`, or a mapping. It may also be
    anything from which NumPy makes an array of real numbers or booleans. Raises WireError for any
    other value, and for an array with masked entries, whose numbers have no meaning.

    The conversion may call the value's own methods, so it runs in the process that holds the value.
    """
    kind = type(value)
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise WireError(
            "an array with masked entries cannot be sent to another process: fill them first"
        )
    if isinstance(value, Mapping):
        return dict(value.items())
    for base, plain in PLAINER.items():
        if isinstance(value, base):
            return plain(value)
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        array = np.array(value)
        if array.dtype.kind in "biuf":
            return array
    raise WireError(
        f"{named(kind)} cannot be sent to another process; only numbers, texts, lists, arrays and "
        "tensors can"
    )


def must_be(kind: type, part: Any) -> Any:
    if type(part) is not kind:
        raise WireError(
            f"the bytes received hold {named(type(part))} where {named(kind)} must stand"
        )
    return part


@functools.lru_cache(maxsize=10_000)  # most shapes come again and again
def checked(shape: tuple, order: tuple, most: int) -> tuple[int, list[int]]:
    """Validate a received array's shape; return the number of elements and how to transpose it.

    The sender may have transposed the array. The second result is the argument for ``transpose``
    that restores the original array; it is an empty list if the array was not transposed.

    Args:
        shape: the lengths of the transposed array's axes.
        order: for each axis of the transposed array, its index in the original array.
        most: how many elements the array may have; an axis of length 0 counts as length 1.

    Raises WireError if the shape or the order is invalid, or if the array has too many elements.
    """
    axes = list(range(len(shape)))
    if len(shape) > AXES or sorted(order) != axes:
        raise WireError(
            f"an array in the bytes received has {len(shape)} axes (at most {AXES} are read), or "
            "their order is invalid"
        )
    if not all(type(length) is int and length >= 0 for length in shape):
        raise WireError(f"an array in the bytes received has the invalid shape {shape!r:.80}")
    if math.prod(length for length in shape if length) > most:
        raise WireError(f"an array in the bytes received has more than {most:,} elements")
    return math.prod(shape), [] if list(order) == axes else inverse_permutation(order)


def same_encoding(one: Any, other: Any) -> bool:
    """Whether `encode` gives the same bytes for two values. Much faster than encoding the values.

    The answer can differ from a comparison of the bytes in three cases:

    - Equal arrays ``a`` and ``b``: true for ``[a, a]`` and ``[a, b]``, although `encode` writes the
      second ``a`` of ``[a, a]`` as a reference to the first.
    - NumPy arrays with different strides: always false.
    - Values that `encode` rejects: usually false. But the dtype of a NumPy array, and the limits on
      a value's size, are not checked.
    """
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is np.ndarray:
        if one is other and not one.flags.writeable:  # a case that is drawn once for the class
            return True
        return (
            (one.dtype, one.shape, one.strides) == (other.dtype, other.shape, other.strides)
            and one.dtype.char == other.dtype.char
            and one.flags.writeable == other.flags.writeable
            and one.tobytes() == other.tobytes()
        )
    if kind in (tuple, list):
        return len(one) == len(other) and all(map(same_encoding, one, other))
    if kind is dict:
        return same_encoding(list(one.items()), list(other.items()))
    if kind in (NoneType, bool, int, str):
        return bool(one == other)
    if kind is float:
        return bool(one.hex() == other.hex())  # 0.0 differs from -0.0, and NaN equals NaN
    try:
        return encode(one) == encode(other)
    except WireError:
        return False


def axes_by_stride(strides: tuple[int, ...]) -> list[int]:
    """The indices of an array's axes in the order of their strides, the largest stride first.

    An array is sent with its axes in this order, so a transposed array arrives with the same memory
    layout.
    """
    return sorted(range(len(strides)), key=lambda axis: -abs(strides[axis]))


def inverse_permutation(order: Sequence[int]) -> list[int]:
    """The inverse permutation: for each axis, its index in ``order``."""
    return sorted(range(len(order)), key=order.__getitem__)


def named(kind: type) -> str:
    """The name of a type with its article, such as “an int” or “a list”."""
    name = getattr(kind, "__name__", "thing")
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name[:60]}"
