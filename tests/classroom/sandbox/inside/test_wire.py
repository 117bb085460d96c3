"""What crosses is what was sent: of the same type, bits and sharing. Nothing else crosses."""

import array
import contextlib
import copy
import json
import struct
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple
from enum import IntEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from classroom.sandbox.inside.calls import decode_output, encode_output
from classroom.sandbox.inside.submission_limits import Bounds
from classroom.sandbox.inside.wire import (
    TENSOR_DTYPE,
    WireError,
    decode,
    encode,
    same_encoding,
)

pytestmark = pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental")

NUMPY_DTYPES = [
    *(np.dtype(code) for code in "?bhilqBHILQefdgFDG"),
    *(np.dtype(code) for code in (">f8", ">i4", "<U3", "S4", "M8[ns]", "m8[D]", "M8[25s]")),
]


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal bit by bit and of the same types throughout."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray | np.generic):
        return a.dtype == b.dtype and a.shape == b.shape and bits(a) == bits(b)
    if isinstance(a, torch.Tensor):
        return (
            a.dtype == b.dtype
            and a.shape == b.shape
            and a.requires_grad == b.requires_grad
            and raw(a) == raw(b)
        )
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return len(a) == len(b) and same(list(a.items()), list(b.items()))
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b) or (a != a and b != b)
    if isinstance(a, complex):
        return same([a.real, a.imag], [b.real, b.imag])
    return a == b


def bits(array: np.ndarray | np.generic) -> bytes:
    if array.dtype.char not in "gG":
        return array.tobytes()
    padded = np.frombuffer(array.tobytes(), np.uint8).reshape(-1, np.dtype("g").itemsize)
    return padded[:, :10].tobytes()  # x86's long double has 80 bits; the others hold anything


def raw(tensor: torch.Tensor) -> bytes:
    values = tensor.detach().resolve_conj().resolve_neg()
    # A new tensor, for one strided value counts as contiguous and yet cannot be viewed as bytes.
    flat = torch.empty(values.numel(), dtype=values.dtype).copy_(values.reshape(-1))
    return flat.view(torch.uint8).numpy().tobytes()


def there_and_back(value: Any) -> Any:
    return decode(encode(value))


# ── every value that a check may send or get ──────────────────────────────────────────────────

keys = st.one_of(
    st.integers(),
    st.text(),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False),
    st.tuples(st.integers(), st.text()),
    st.frozensets(st.integers(), max_size=3),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(2**400), 2**400),
    st.floats(),
    st.complex_numbers(),
    st.text(st.characters()),  # lone surrogates, too
    st.binary(max_size=40),
    st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([-2, 1, 3])),
    st.builds(slice, st.none() | st.integers(), st.integers()),
    st.sampled_from([torch.Size([2, 3]), torch.Size([])]),
)
shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray:
    """Arrays of every dtype: 0-d, empty, transposed, strided, reversed, broadcast, read-only."""
    dtype = draw(st.sampled_from(NUMPY_DTYPES))
    array = draw(hnp.arrays(dtype, draw(shapes)))
    for how in draw(
        st.lists(st.sampled_from(["T", "step", "reverse", "wide", "lock"]), max_size=3)
    ):
        match how:
            case "T":
                array = array.T
            case "step" if array.ndim:
                array = array[..., ::2]
            case "reverse" if array.ndim:
                array = array[::-1]
            case "wide" if array.ndim < 4:
                array = np.broadcast_to(array, (2, *array.shape))
            case "lock":
                array = array.view()
                array.flags.writeable = False
    return array


@st.composite
def tensors(draw: st.DrawFn) -> torch.Tensor:
    dtype = TENSOR_DTYPE[draw(st.sampled_from(sorted(TENSOR_DTYPE)))]
    shape = draw(shapes)
    count = int(np.prod(shape)) * dtype.itemsize
    data = bytearray(draw(st.binary(min_size=count, max_size=count)))
    if dtype is torch.bool:
        data = bytearray(byte % 2 for byte in data)
    flat = torch.frombuffer(data, dtype=torch.uint8) if count else torch.empty(0, dtype=torch.uint8)
    tensor = flat.view(dtype).reshape(shape)
    if tensor.ndim > 1 and draw(st.booleans()):
        tensor = tensor.transpose(0, -1)
    if tensor.ndim and draw(st.booleans()):
        tensor = tensor[..., ::2]
    if draw(st.booleans()) and (dtype.is_floating_point or dtype.is_complex):
        tensor = tensor.detach().requires_grad_()
    return tensor


values = st.recursive(
    st.one_of(
        scalars, arrays(), tensors(), arrays().filter(lambda a: a.ndim == 0).map(lambda a: a[()])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=4),
        st.sets(keys, max_size=4),
        st.frozensets(keys, max_size=4),
    ),
    max_leaves=8,
)


@given(values)
@example(np.longlong(0))
@example(np.ulonglong(0))
@example(torch.zeros(2, dtype=torch.bfloat16)[::2])
def test_a_value_comes_back_as_it_was(value):
    assert same(there_and_back(value), value)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (3, 4)], ids=str)
def test_every_numpy_dtype(dtype, shape):
    array = np.arange(int(np.prod(shape))).astype(dtype).reshape(shape)
    assert same(there_and_back(array), array)


@pytest.mark.parametrize("dtype", TENSOR_DTYPE.values(), ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (3, 4)], ids=str)
def test_every_torch_dtype(dtype, shape):
    tensor = torch.arange(int(np.prod(shape))).reshape(shape).to(dtype)
    assert same(there_and_back(tensor), tensor)


def test_a_transposed_array_stays_transposed_in_memory():
    array = np.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1)
    tensor = torch.arange(24.0).reshape(2, 3, 4).permute(2, 0, 1)
    assert there_and_back(array).strides == array.strides
    assert there_and_back(tensor).stride() == tensor.stride()


def test_an_array_that_is_sent_twice_arrives_once():
    x, t = np.ones(3), torch.ones(3)
    a, [b, c], d, e = there_and_back((x, [x, np.ones(3)], t, t))
    assert a is b
    assert a is not c
    assert d is e
    a[0] = 5
    assert b[0] == 5


def test_what_arrives_may_be_written_to_where_the_original_may():
    x, locked = np.ones(3), np.ones(3)
    locked.flags.writeable = False
    a, b = there_and_back((x, locked))
    a += 1
    with pytest.raises(ValueError, match="read-only"):
        b += 1


def test_lazy_conjugates_and_parameters_arrive_as_tensors():
    z = torch.tensor([1 + 2j, 3j])
    assert there_and_back(z.conj()).tolist() == [1 - 2j, -3j]
    assert there_and_back(z.conj().imag).tolist() == [-2.0, -3.0]
    weight = there_and_back(torch.nn.Parameter(torch.ones(2)))
    assert type(weight) is torch.Tensor
    assert weight.requires_grad


# ── two values that would cross as the same ───────────────────────────────────────────────────


def padded(value: Any) -> bool:
    """Whether x86's long doubles are in it: of their bits, some may be anything."""
    return any(f'"{code}"' in encode(value).decode(errors="replace") for code in PADDED)


PADDED = [np.dtype(code).str for code in "gG"]


@given(values)
def test_two_copies_have_the_same_encoding(value):
    one, other = copy.deepcopy(value), copy.deepcopy(value)
    assert same_encoding(one, other) or padded(value)


@given(values, values)
@example([True], [1])
@example(0.0, -0.0)
@example(np.zeros(2), -np.zeros(2))
@example({"a": 1, "b": 2}, {"b": 2, "a": 1})
@example(np.array([1], "l"), np.array([1], "q"))
@example(np.ones((2, 3)), np.ones((3, 2)).T)
@example(np.ones(2), np.broadcast_to(1.0, 2))
@example(np.zeros(2), np.zeros(2, "m8[s]"))
@example([torch.ones(2)], [torch.ones(2).requires_grad_()])
def test_what_is_alike_crosses_as_the_same_bytes(one, other):
    assert encode(one) == encode(other) or not same_encoding(one, other)


# ── what does not cross ───────────────────────────────────────────────────────────────────────


class Agreeable:
    def __eq__(self, other):
        return True

    __hash__ = None


class Liar(np.ndarray):
    shape = (1000, 1000)


class Number(float):
    def __float__(self):
        return 99.0


class Cheap:
    def __reduce__(self):
        return print, ("code",)


Colour = IntEnum("Colour", "RED")


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (Agreeable(), "Agreeable"),
        ([1, {"x": (Cheap(),)}], "Cheap"),
        (np.ma.masked_array([1, 2], [True, False]), "masked entries"),
        ([{"x": np.ma.masked_array([1, 2], [True, False])}], "masked entries"),
        (np.array([Cheap()]), "dtype object"),
        (np.zeros(2, dtype="i4,f8"), "dtype"),
        (array.array("u", "abc"), "array"),
        (Fraction(1, 3), "Fraction"),
        (iter({}.values()), "iterator"),
        (torch.ones(2, 2).to_sparse(), "sparse"),
        (torch.empty(2, device="meta"), "cannot be sent"),
        (lambda x: x, "a function"),
        (iter([1]), "iterator"),
        (torch.nn.Linear(1, 1), "a Linear"),
        (ValueError("no"), "a ValueError"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_anything_else_is_an_error_that_names_it(value, named):
    with pytest.raises(WireError, match=named):
        encode(value)


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    ("value", "arrives"),
    [
        (np.ones(3).view(Liar), np.ones(3)),
        (np.ma.masked_array([1.0, 2.0]), np.array([1.0, 2.0])),
        (np.array([[1.0, 2.0]]).view(np.matrix), np.array([[1.0, 2.0]])),
        (Number(3), 3.0),
        (Number("-0.0"), -0.0),
        (Colour.RED, 1),
        (type("Word", (str,), {"__str__": lambda self: "other"})("one"), "one"),
        (type("Raw", (bytes,), {})(b"one"), b"one"),
        (type("Long", (int,), {"__int__": lambda self: 7})(2**70), 2**70),
        (type("Row", (list,), {})([1, 2]), [1, 2]),
        (Point(1, Number(2)), (1, 2.0)),
        (Counter("aab"), {"a": 2, "b": 1}),
        (defaultdict(list, a=[1]), {"a": [1]}),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (MappingProxyType({"a": (1,)}), {"a": (1,)}),
        (UserDict(a=1), {"a": 1}),
        (ChainMap({"a": 1}, {"b": 2}), {"b": 2, "a": 1}),
        (array.array("d", [1, 2]), np.array([1.0, 2.0])),
        (memoryview(b"ab"), np.array([97, 98], np.uint8)),
        (deque([1, 2]), np.array([1, 2])),
        (torch.ones(2).as_subclass(type("Mine", (torch.Tensor,), {})), torch.ones(2)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_check_reads_as_a_plain_value_arrives_as_one(value, arrives):
    assert same(there_and_back(value), arrives)
    assert same(there_and_back({"x": [value]}), {"x": [arrives]})


def test_a_list_that_holds_itself_is_an_error():
    endless: list = []
    endless.append(endless)
    with pytest.raises(WireError, match="deep"):
        encode(endless)


def test_keys_are_bounded_whatever_they_are_in():
    few = Bounds(keys=4)
    for value in ({1: 0, 2: 0, 3: 0}, [{1}, {2: {3}}], {frozenset({1, 2})}):
        assert decode(encode(value), few) == value
    for value in (dict.fromkeys(range(5)), [{1, 2}, {3: {4, 5}}], {frozenset({1, 2, 3, 4})}):
        with pytest.raises(WireError, match="more than 4 keys"):
            decode(encode(value), few)


def test_size_and_nesting_are_bounded_on_both_sides():
    deep: Any = 0
    for _ in range(40):
        deep = [deep]
    generous = Bounds(depth=100, arrays=2**40, text=2**40, elements=2**40)
    big, wide = np.zeros(2**20), "x" * 2**20
    tight = Bounds(arrays=2**20, text=2**20)
    for value, bounds in [(deep, Bounds()), (big, tight), (wide, tight), ([big] * 3, tight)]:
        with pytest.raises(WireError):
            encode(value, bounds)
        with pytest.raises(WireError):
            decode(encode(value, generous), bounds)


def message(tree: Any, data: bytes = b"") -> bytes:
    text = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    return struct.pack("<I", len(text)) + text + data


NASTY = {
    "nothing": b"",
    "half a length": b"\1\0",
    "no JSON": message(b"{"),
    "endless nesting": message(b"[" * 10**6),
    "cut short": encode(np.ones(3))[:-1],
    "left over": encode(1) + b"x",
    "unknown tag": message(["module", "os"]),
    "object": message(["array", "|O", [1], [0], True], bytes(8)),
    "structured": message(["array", "i4,O", [1], [0], True], bytes(12)),
    "negative shape": message(["array", "<f8", [-1], [0], True]),
    "fractional shape": message(["array", "<f8", [1.0], [0], True], bytes(8)),
    "huge shape": message(["array", "<f8", [2**40], [0], True]),
    "huge empty shape": message(["array", "<f8", [2**40, 0], [0, 1], True]),
    "too many axes": message(["array", "<f8", [1] * 60, list(range(60)), True], bytes(8)),
    "no order": message(["array", "<f8", [1, 1], [0, 0], True], bytes(8)),
    "a boolean that is 2": message(["array", "|b1", [1], [0], True], b"\2"),
    "a tensor's boolean that is 2": message(["tensor", "torch.bool", [1], [0], False], b"\2"),
    "no character": message(["array", "<U1", [1], [0], True], b"\xff\xff\xff\x7f"),
    "no dtype": message(["tensor", "torch.load", [1], [0], False], bytes(8)),
    "gradient of ints": message(["tensor", "torch.int64", [1], [0], True], bytes(8)),
    "forward reference": message(["again", 0]),
    "negative reference": message(
        ["tuple", [["array", "|b1", [1], [0], True], ["again", -1]]], b"\1"
    ),
    "unhashable key": message(["dict", [[["list", []], 1]]]),
    "a key twice": message(["dict", [[1, 2], [True, 3]]]),
    "endless digits": message(b"1" * 10_000),
    "endless range": message(["range", 0, "x", 1]),
    "an int that is text": message(["int", 3]),
}


@pytest.mark.parametrize("data", NASTY.values(), ids=NASTY.keys())
def test_what_is_no_value_is_an_error(data):
    with pytest.raises(WireError):
        decode(data)


@given(values, st.randoms(use_true_random=False), st.integers(1, 4))
def test_damaged_bytes_give_a_plain_value_or_an_error(value, random, count):
    data = bytearray(encode(value))
    for _ in range(count):
        data[random.randrange(len(data))] = random.randrange(256)
    with contextlib.suppress(WireError):
        encode(decode(bytes(data)))


# ── the short way for an output ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (3, 4)], ids=str)
def test_an_array_as_output_has_the_same_encoding_either_way(dtype, shape):
    array = np.zeros(shape, dtype)
    array.flags.writeable = bool(shape)
    encoded = encode_output(array)
    assert encoded == encode((array, None))
    decoded, nothing = decode_output(encoded)
    assert nothing is None
    assert encode((decoded, None)) == encoded


ONE = np.ones(2)
OUTPUTS = [
    *(1.5, None, (), [], (None,), [1, 2.0], np.ones((2, 3)).T, torch.ones(2)),
    *([ONE], (ONE,), (ONE, np.zeros((2, 3), "f4")), [np.arange(3), np.ones(())], (np.ones(0), ONE)),
    *((ONE, ONE), [ONE, 1.0], (ONE, np.ones(2, bool)), (ONE, np.ones((2, 3)).T), ([ONE], ONE)),
]


@pytest.mark.parametrize("output", OUTPUTS, ids=repr)
def test_any_other_output_too(output):
    assert encode_output(output) == encode((output, None))
    assert encode(decode_output(encode_output(output))) == encode((output, None))


@pytest.mark.parametrize("data", NASTY.values(), ids=NASTY.keys())
def test_what_is_no_output_is_an_error(data):
    with pytest.raises(WireError):
        decode_output(data)


HEADS = [
    '["array","<f8",[3],[0],true]',
    '["array","<f8",[1],[1],true]',
    '["array","<f8",[1],[0],1]',
    '["array","<f8",[-1],[0],true]',
    '["array","<f8",[1.0],[0],true]',
    '["array","|O",[1],[0],true]',
    '["array","<f8",[1],[0],true,1]',
    '["array","<f8",[1],[0]]',
    '["array","|b1",[8],[0],true]',
    '["array",["<f8"],[1],[0],true]',
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("inside", ["{}", '["tuple",[{}]]', '["list",[{}]]'])
def test_a_forged_array_is_an_error(head, inside):
    text = f'["tuple",[{inside.format(head)},null]]'.encode()
    for data in (bytes(range(8)), bytes(range(8)) * 2, b""):
        with pytest.raises(WireError):
            decode_output(struct.pack("<I", len(text)) + text + data)
