"""A call arrives in the student's process as it was, however it is encoded."""

import numpy as np
import pytest
import torch

from classroom.sandbox.inside.calls import ENCODED, PICKLED, encode_call, read_call
from classroom.sandbox.inside.wire import same_encoding

READ_ONLY = np.arange(3.0)
READ_ONLY.flags.writeable = False
AS_THEY_ARE = {
    "numbers": [1, 2.5, 2**70, 1j, True, None],
    "texts": ["é", b"\0", range(3)],
    "lists": [[1, (2, {"k": {3}}), frozenset({4})]],
    "an array": [np.arange(6.0).reshape(2, 3)],
    "a transposed array": [np.arange(6).reshape(2, 3).T],
    "a read-only array": [READ_ONLY],
    "an empty array": [np.zeros((0, 3), "float32")],
    "masks": [np.array([[True, False]])],
}
OTHERS = {
    "every second entry": [np.arange(6.0)[::2]],
    "a tensor": [torch.ones(2, 3)],
    "long long": [np.array([1], "q")],
    "another byte order": [np.array([1.0], ">f8")],
    "a number of NumPy's": [np.float32(2)],
    "texts": [np.array(["a", "b"])],
    "much": [np.zeros(200_000)],
}


@pytest.mark.parametrize("arguments", (AS_THEY_ARE | OTHERS).values(), ids=AS_THEY_ARE | OTHERS)
def test_a_call_arrives_as_it_was(arguments):
    body = encode_call("name", arguments, {"key": arguments})
    name, found, keywords = read_call(body)
    assert name == "name"
    assert list(keywords) == ["key"]
    for one, other in zip([*found, *keywords["key"]], [*arguments, *arguments], strict=True):
        assert type(one) is type(other)
        if type(one) is np.ndarray:
            assert one.dtype.char == other.dtype.char
            assert one.flags.writeable == other.flags.writeable
            if other.flags.f_contiguous:
                assert one.flags.f_contiguous
            assert one.shape == other.shape
            assert one.tobytes() == other.tobytes()
        else:
            assert same_encoding(one, other)


def test_what_keeps_its_type_is_pickled_and_nothing_else_is():
    assert {encode_call("f", given, {})[:1] for given in AS_THEY_ARE.values()} == {PICKLED}
    assert {encode_call("f", given, {})[:1] for given in OTHERS.values()} == {ENCODED}


def test_the_same_array_twice_is_one_array():
    _, (one, other), _ = read_call(encode_call("f", [READ_ONLY, READ_ONLY], {}))
    assert one is other
