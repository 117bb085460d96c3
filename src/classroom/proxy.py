"""What runs in the examiner's process: set-up cells, test cells, and proxies of the answers.

A proxy stands where the tests expect the student's function. Calling it sends its arguments to the
student's process and brings a value back. Only plain values come back (`wire.py`), so the tests
hold nothing of the student's making.
"""

import builtins
import itertools
import json
import linecache
import sys
from typing import Any

import numpy as np
import torch

from classroom.beforehand import imported_since
from classroom.line import Line
from classroom.trusted import Trusted
from classroom.wire import WireError, decode, encode

CELL = "<the answer>"


class Stopped(Exception):
    """The student's process is gone. The message says why."""


class Unreadable(Exception):
    """What the answer returned cannot cross."""


def serve(line: Line) -> None:
    """Answer each request. While a cell runs, it may ask the student's process: l, look; k, call.

    c  run a cell                        →  r  its outputs
    m  which modules were imported here  →  r  their names, for the warm parents to import, too
    """
    cells = Trusted()
    warm = set(sys.modules)
    student = Student(line)
    while True:
        kind, number, body = line.hear()
        if kind == b"m":
            line.say(b"r", number, imported_since(warm))
            continue
        cell = json.loads(body)
        for name in cell["names"]:
            student.bring(name, cells.names)
        line.say(b"r", number, json.dumps({"outputs": cells.run(cell["source"])}).encode())


class Student:
    """The student's process, as it is seen from here."""

    def __init__(self, line: Line):
        self.line, self.numbers = line, itertools.count()

    def ask(self, kind: bytes, body: bytes) -> tuple[bytes, bytes]:
        number = next(self.numbers)
        self.line.say(kind, number, body)
        answer, _, reply = self.line.hear()
        if answer == b"d":
            raise Stopped(reply.decode())
        return answer, reply

    def bring(self, name: str, namespace: dict[str, Any]) -> None:
        """Let a name mean what it means to the student: a function, a value, or nothing."""
        namespace.pop(name, None)
        try:
            answer, reply = self.ask(b"l", name.encode())
            match answer:
                case b"n":
                    return
                case b"v":
                    namespace[name] = decode(reply)
                    return
        except (Stopped, WireError):
            pass  # the proxy will say so when it is called
        namespace[name] = Proxy(self, name)


class Proxy:
    """A function of the student's."""

    __code__ = compile("", CELL, "exec")  # tells which frames of a traceback are the student's

    def __init__(self, student: Student, name: str):
        self.__student, self.__name__ = student, name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        body = encode((self.__name__, list(arguments), keywords))
        answer, reply = self.__student.ask(b"k", body)
        if answer == b"x":
            raise_as_described(json.loads(reply))
        if answer == b"w":
            raise Unreadable(readable(reply))
        try:
            output, after = decode(reply)
            if after is not None:
                write_back((list(arguments), keywords), after)
        except (WireError, TypeError, ValueError) as error:
            raise Unreadable(f"It cannot be read: {error}.") from None
        return output


def readable(reply: bytes) -> str:
    return f"It cannot be read: {reply[:2000].decode(errors='replace')}."


def raise_as_described(error: dict[str, Any]) -> None:
    """Raise an exception of the same name and message, at the same line of the student's cell."""
    names, message, place = map(str, error["kinds"]), str(error["message"]), error["place"]
    name = next(names)[:80]
    base = next(filter(None, map(plain_exception, (name, *names))), Exception)
    texts = {"__init__": lambda _: None, "__str__": lambda _: message}
    raised = type(name, (base,), texts)()
    if place is None:
        raise raised
    number = max(1, min(int(place["number"]), 10_000))
    lines = ["\n"] * (number - 1) + [str(place["text"])[:200] + "\n"]
    linecache.cache[CELL] = (0, None, lines, CELL)
    exec(compile("\n" * (number - 1) + "raise error", CELL, "exec"), {"error": raised})


def plain_exception(name: str) -> type[Exception] | None:
    """The builtin exception of this name, if there is one that needs no arguments."""
    kind = getattr(builtins, name, None)
    if not isinstance(kind, type) or not issubclass(kind, Exception):
        return None
    return None if issubclass(kind, BaseExceptionGroup) else kind


# ── arguments that the answer has changed ─────────────────────────────────────────────────────


def write_back(ours: Any, theirs: Any) -> None:
    """Change our values into what the student's process made of its copies of them."""
    if type(ours) is not type(theirs):
        raise TypeError("it changed an argument into another kind of thing")
    match ours:
        case np.ndarray():
            if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
                raise ValueError("it changed the shape of an argument")
            if ours.flags.writeable:
                ours[...] = theirs
        case torch.Tensor():
            ours.data = theirs.data
        case list() | tuple():
            for place, (mine, new) in enumerate(zip(ours, theirs, strict=False)):
                if changeable(mine) and type(mine) is type(new):
                    write_back(mine, new)
                elif isinstance(ours, list):
                    ours[place] = new
            if isinstance(ours, list):
                ours[len(theirs) :] = theirs[len(ours) :]
        case dict():
            for key in set(ours) - set(theirs):
                del ours[key]
            for key, new in theirs.items():
                if key in ours and changeable(ours[key]) and type(ours[key]) is type(new):
                    write_back(ours[key], new)
                else:
                    ours[key] = new
        case set():
            ours.clear()
            ours.update(theirs)


def changeable(value: Any) -> bool:
    return isinstance(value, np.ndarray | torch.Tensor | list | tuple | dict | set)
