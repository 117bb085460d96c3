"""What runs in the examiner's process: set-up cells, test cells, and proxies of the answers.

A proxy stands where the tests expect the student's function. Calling it sends its arguments to the
student's process and brings a value back. Only plain values come back (`wire.py`), so the tests
hold nothing of the student's making.
"""

import builtins
import contextlib
import itertools
import json
import linecache
import time
from collections import deque
from typing import Any, NamedTuple

import numpy as np
import torch

from classroom.sandbox.inside.channel import Channel, HungUp, TooLong, pack, unpack
from classroom.sandbox.inside.examiner.instructor_cells import InstructorCells
from classroom.sandbox.inside.submission_limits import LONGEST, TOGETHER
from classroom.sandbox.inside.wire import WireError, alike, decode, encode

CELL = "<the answer>"
# The kinds of answers to each kind of question.
EXPECTED = {b"l": b"fvnw", b"k": b"vxw", b"b": b"b"}


class Stopped(Exception):
    """The student's process is gone."""


class Unreadable(Exception):
    """What the answer returned cannot cross."""


def serve(channel: Channel) -> None:
    """Answer each request. While a cell runs, it asks the student's process: l, look; k, call;
    b, call several times.

    s  the channel to a student's process follows  →  r  nothing
    c  run a cell                               →  r  its outputs, and what ended the student's work
    """
    cells, student = InstructorCells(), Student()
    while True:
        kind, number, body = channel.hear()
        reply = b""
        if kind == b"s":
            student.meet(channel.take())
        else:
            cell = json.loads(body)
            student.told.clear()
            student.deadline = time.monotonic() + cell["seconds"]
            for name in cell["names"]:
                student.bring(name, cells.names)
            outputs = cells.run(cell["source"])
            reply = json.dumps({"outputs": outputs, "stopped": student.stopped}).encode()
        channel.say(b"r", number, reply)


Given = tuple[list[Any], dict[str, Any]]  # the arguments of a call


class Told(NamedTuple):
    """A call that was made ahead, and what came back."""

    name: str
    given: Given
    reply: bytes


class Student:
    """The student's process, as it is seen from here."""

    def __init__(self) -> None:
        self.channel: Channel | None = None
        self.numbers = itertools.count()
        self.deadline = 0.0
        self.told: deque[Told] = deque()  # the calls that were made ahead
        self.stopped = ""  # why it is asked nothing more: late, long, gone, forged

    def meet(self, channel: Channel) -> None:
        """From now on, use this channel: to the student's process, or to a copy of it."""
        if self.channel:
            self.channel.end.close()
        self.channel, self.stopped = channel, ""

    def call(self, name: str, given: Given) -> tuple[bytes, bytes]:
        """Call a function, unless this very call was made ahead and is the next of those."""
        if self.told:
            told = self.told.popleft()
            if told.name == name and alike(told.given, given):
                return told.reply[:1], told.reply[1:]
            self.told.clear()
        return self.ask(b"k", encode((name, *given)))

    def call_ahead(self, name: str, calls: list[Given]) -> None:
        """Make several calls at once: to take turns costs more than most calls do."""
        self.told.clear()
        bodies = [encode((name, *given)) for given in calls]
        sizes = itertools.accumulate(map(len, bodies))
        bodies = [body for body, size in zip(bodies, sizes, strict=True) if size <= TOGETHER]
        if len(bodies) > 1:
            with contextlib.suppress(Stopped):  # the call itself will say so
                _, reply = self.ask(b"b", pack(bodies))
                answers = zip(calls, self.answers(reply), strict=False)
                self.told.extend(Told(name, given, answer) for given, answer in answers)

    def answers(self, reply: bytes) -> list[bytes]:
        try:
            answers = unpack(reply)
        except ValueError:
            answers = [b""]
        if not all(answer[:1] and answer[:1] in EXPECTED[b"k"] for answer in answers):
            self.stopped = "forged"
            return []
        return answers

    def ask(self, kind: bytes, body: bytes) -> tuple[bytes, bytes]:
        if self.channel and not self.stopped:
            number = next(self.numbers)
            try:
                self.channel.say(kind, number, body, self.deadline)
                answer, to, reply = self.channel.hear(self.deadline, LONGEST)
                if to == number and answer in EXPECTED[kind]:
                    return answer, reply
                self.stopped = "forged"
            except TimeoutError:
                self.stopped = "late"
            except TooLong:
                self.stopped = "long"
            except HungUp:
                self.stopped = "gone"
        raise Stopped("The process that the answer ran in is gone.")

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
        answer, reply = self.__student.call(self.__name__, (list(arguments), keywords))
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

    def announce(self, calls: list[tuple[Any, ...]]) -> None:
        """The next calls will be these: a check knows them, and need not wait for each."""
        with contextlib.suppress(WireError):
            self.__student.call_ahead(self.__name__, [(list(given), {}) for given in calls])


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
