"""GGUF, the files of llama.cpp: a model's sizes, its tokenizer and its weights, often quantised.

The package `gguf` dequantises the weights. Its class GGUFReader is not used: it needs seconds for
the 100,000 texts of a tokenizer, and does not notice everywhere that a file ends too early.
Source: the specification, https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
"""

import struct
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from payattention.checkpoint import require_readable
from payattention.data.source import DataError

MAGIC = b"GGUF"
TEXT, LIST = 8, 9  # the kinds of values that are not numbers
CODES = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


class Stored(NamedTuple):
    """Where and how a file holds one tensor."""

    shape: tuple[int, ...]
    kind: int  # of quantisation
    start: int  # the number of the tensor's first byte


class GGUF(NamedTuple):
    """The contents of a file, but for its weights, which `dequantised` reads."""

    file: Path
    fields: dict[str, Any]
    tensors: dict[str, Stored]

    def field(self, name: str, *supported: object) -> Any:
        """Return a field, which must have one of the ``supported`` values if there are any."""
        if name not in self.fields:
            raise ValueError(f"file must have the field {name}, but {self.file} does not")
        value = self.fields[name]
        if supported and value not in supported:
            wanted = f"{name} = {' or '.join(map(str, supported))}"
            raise ValueError(f"file must have {wanted}, but {self.file} has {value}")
        return value


def is_gguf(name: str | Path) -> bool:
    return Path(name).suffix == ".gguf"


def read_gguf(name: str | Path) -> GGUF:
    """Read a file up to its weights.

    Raises: ValueError, naming the file, if it is missing, cut short or not a GGUF file.
    """
    file = Path(name)
    with require_readable(file):
        data = np.memmap(file, mode="r")
    if bytes(data[:4]) != MAGIC:
        raise ValueError(f"file must be a GGUF file, but {file} does not begin with the bytes GGUF")
    with require_readable(file):
        return _contents(file, _Reader(data.data))


def dequantised(gguf: GGUF) -> dict[str, Tensor]:
    """Read all weights of a file, and return them by name, in float32.

    Raises: DataError if the package `gguf` is missing; ValueError, naming the file, if it is cut
    short, or a tensor is quantised in a way that the package cannot undo.
    """
    if find_spec("gguf") is None:
        raise DataError(f"{gguf.file} needs the package gguf: pip install gguf")
    with require_readable(gguf.file):
        data = np.memmap(gguf.file, mode="r")
    return {
        name: torch.from_numpy(_numbers(data, name, stored, gguf.file))
        for name, stored in gguf.tensors.items()
    }


def _numbers(data: np.ndarray, name: str, stored: Stored, file: Path) -> np.ndarray:
    from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, dequantize

    kind: Any = stored.kind
    try:
        kind = GGMLQuantizationType(kind)
        block, size = GGML_QUANT_SIZES[kind]
        rows = (*stored.shape[:-1], stored.shape[-1] // block * size)  # of bytes
        part = data[stored.start : stored.start + prod(rows)]
        if len(part) < prod(rows):
            raise EOFError
        return np.array(dequantize(part.reshape(rows), kind), dtype=np.float32)
    except EOFError:
        what = f"file must be readable and complete, but {file} is not"
        raise ValueError(f"{what}: it ends within {name}") from None
    except (ValueError, KeyError, NotImplementedError):
        wanted = "weights must be quantised in a way that the package gguf can undo"
        how = getattr(kind, "name", f"the unknown way {kind}")
        raise ValueError(f"{wanted}, but in {file} {name} is quantised in {how}") from None


class _Reader:
    """Reads the values of a file one after another, after the first 4 bytes."""

    def __init__(self, data: memoryview):
        self.data, self.at = data, len(MAGIC)

    def numbers(self, code: str, n: int) -> tuple[Any, ...]:
        start, self.at = self.at, self.at + n * struct.calcsize(f"<{code}")
        if self.at > len(self.data):
            raise EOFError("it ends too early")
        return struct.unpack_from(f"<{n}{code}", self.data, start)

    def number(self, code: str) -> Any:
        return self.numbers(code, 1)[0]

    def text(self) -> str:
        return self.numbers("s", self.number("Q"))[0].decode()

    def value(self, kind: int) -> Any:
        if kind == TEXT:
            return self.text()
        if kind != LIST:
            return self.number(CODES[kind])
        kind, n = self.number("I"), self.number("Q")
        if kind in CODES:
            return list(self.numbers(CODES[kind], n))
        return [self.value(kind) for _ in range(n)]


def _contents(file: Path, reader: _Reader) -> GGUF:
    version, n_tensors, n_fields = (reader.number(code) for code in "IQQ")
    if version not in (2, 3):
        raise ValueError(f"it has version {version} of the format, not 2 or 3")
    fields = {}
    for _ in range(n_fields):
        name = reader.text()
        fields[name] = reader.value(reader.number("I"))
    stored = {}
    for _ in range(n_tensors):
        name = reader.text()
        shape = reader.numbers("Q", reader.number("I"))[::-1]  # the file begins with the last axis
        stored[name] = Stored(shape, reader.number("I"), reader.number("Q"))
    step = fields.get("general.alignment", 32)
    first = -(-reader.at // step) * step  # the first byte after the header's padding
    tensors = {name: each._replace(start=first + each.start) for name, each in stored.items()}
    return GGUF(file, fields, tensors)
