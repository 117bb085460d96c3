"""The main loop of the examiner's process: it runs the set-up cells and the tests.

The tests call a proxy in place of the student's function. The proxy sends the arguments to the
student's process, which calls the function and sends back the value. Only plain values are sent
(`wire.py`), so no object of a student's class or function gets into the examiner's process.
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
from classroom.sandbox.inside.wire import WireError, decode, encode, same_encoding

CELL = "<the answer>"
# The allowed kinds of replies to each kind of request; `student.serve` explains them.
EXPECTED = {b"l": b"fvnw", b"k": b"vxw", b"b": b"b"}


class Stopped(Exception):
    """The student's process has ended or does not reply as it must."""


class Unreadable(Exception):
    """A value that the function returned, or an argument that it changed, cannot be sent back."""


def serve(channel: Channel) -> None:
    """Answer each request, until the channel is closed.

    Each line shows the kind of a request and the kind of the reply to it (→):

    s  use a new channel to the student's process; the socket follows  →  r  nothing
    c  run a cell  →  r  its outputs, and how the student's process failed, if it did

    For the request c, this process itself sends requests to the student's process. Before the cell
    runs, it sends l (look up a name). While the cell runs, it sends k (call a function) and b (make
    several calls).
    """
    cells, student = InstructorCells(), Student()
    while True:
        kind, number, body = channel.receive()
        reply = b""
        if kind == b"s":
            student.use_channel(channel.receive_socket())
        else:
            cell = json.loads(body)
            student.prefetched.clear()
            student.deadline = time.monotonic() + cell["seconds"]
            for name in cell["names"]:
                student.import_name(name, cells.names)
            outputs = cells.run(cell["source"])
            reply = json.dumps({"outputs": outputs, "stopped": student.stopped}).encode()
        channel.send(b"r", number, reply)


Given = tuple[list[Any], dict[str, Any]]  # the arguments of a call


class PrefetchedCall(NamedTuple):
    """A call of the student's function that was made in advance, and the reply to the call."""

    name: str
    given: Given
    reply: bytes


class Student:
    """The connection to the student's process, or to a copy of it."""

    def __init__(self) -> None:
        self.channel: Channel | None = None
        self.numbers = itertools.count()
        self.deadline = 0.0
        self.prefetched: deque[PrefetchedCall] = deque()
        self.stopped = ""  # why no more requests are sent: late, long, gone, forged

    def use_channel(self, channel: Channel) -> None:
        """Use ``channel`` from now on, and close the channel that was used before.

        ``channel`` leads to the student's process or to a copy of that process.
        """
        if self.channel:
            self.channel.end.close()
        self.channel, self.stopped = channel, ""

    def call(self, name: str, given: Given) -> tuple[bytes, bytes]:
        """Call the student's function ``name``; return the kind and the body of the reply.

        ``given`` are the arguments. `call_ahead` may have made calls in advance and stored their
        replies in order. If the first stored reply is for the same name and arguments, it is
        removed and returned, and nothing is sent. Otherwise all stored replies are discarded, and
        the call is sent.
        """
        if self.prefetched:
            ahead = self.prefetched.popleft()
            if ahead.name == name and same_encoding(ahead.given, given):
                return ahead.reply[:1], ahead.reply[1:]
            self.prefetched.clear()
        return self.ask(b"k", encode((name, *given)))

    def call_ahead(self, name: str, calls: list[Given]) -> None:
        """Make several calls of the student's function ``name``, and store the replies for `call`.

        ``calls`` has the arguments of each call. The calls are sent in one message, because a
        message to another process and back takes longer than most calls. The message has room for
        `TOGETHER` bytes; calls beyond that are not made. If fewer than two calls fit, none is made.
        """
        self.prefetched.clear()
        bodies = [encode((name, *given)) for given in calls]
        sizes = itertools.accumulate(map(len, bodies))
        bodies = [body for body, size in zip(bodies, sizes, strict=True) if size <= TOGETHER]
        if len(bodies) > 1:
            with contextlib.suppress(Stopped):  # the later call raises it, too
                _, reply = self.ask(b"b", pack(bodies))
                answers = zip(calls, self.answers(reply), strict=False)
                self.prefetched.extend(
                    PrefetchedCall(name, given, answer) for given, answer in answers
                )

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
                self.channel.send(kind, number, body, self.deadline)
                answer, to, reply = self.channel.receive(self.deadline, LONGEST)
                if to == number and answer in EXPECTED[kind]:
                    return answer, reply
                self.stopped = "forged"
            except TimeoutError:
                self.stopped = "late"
            except TooLong:
                self.stopped = "long"
            except HungUp:
                self.stopped = "gone"
        raise Stopped("The process in which the student's code ran has ended.")

    def import_name(self, name: str, namespace: dict[str, Any]) -> None:
        """Look up a name in the student's process and define the name in ``namespace``.

        For a function or other callable, ``namespace`` gets a `Proxy`, for any other value a copy.
        If the value cannot be sent, or the process does not reply, ``namespace`` gets a `Proxy`. A
        call of it raises an error. If the student has not defined the name, the name is removed.
        """
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
            pass  # a call of the proxy raises an error
        namespace[name] = Proxy(self, name)


class Proxy:
    """A function that calls the student's function of the same name, in the student's process."""

    __code__ = compile("", CELL, "exec")  # marks the student's frames in a traceback

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
            raise Unreadable(
                f"the test cannot read what the function returned or changed: {error}."
            ) from None
        return output

    def announce(self, calls: list[tuple[Any, ...]]) -> None:
        """Make calls of the student's function in advance, in one message; store the replies.

        ``calls`` has the positional arguments of each call. A check (the function that grades a
        task) announces its next calls, so that it need not wait for a message for each of them.
        """
        with contextlib.suppress(WireError):
            self.__student.call_ahead(self.__name__, [(list(given), {}) for given in calls])


def readable(reply: bytes) -> str:
    why = reply[:2000].decode(errors="replace")
    return f"the test cannot read what the function returned or changed: {why}."


def raise_as_described(error: dict[str, Any]) -> None:
    """Raise a copy of the exception that the student's function raised.

    The copy has the name and the message of the original. Its traceback ends at the line of the
    student's cell that failed, if the line is known. ``error`` describes the original; the function
    `described` in the student's process made this dict.
    """
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
    """The built-in subclass of `Exception` that is called ``name``; None if there is none.

    The result is None for an exception group, too, because a group cannot be made without
    arguments.
    """
    kind = getattr(builtins, name, None)
    if not isinstance(kind, type) or not issubclass(kind, Exception):
        return None
    return None if issubclass(kind, BaseExceptionGroup) else kind


# ── arguments that the answer has changed ─────────────────────────────────────────────────────


def write_back(ours: Any, theirs: Any) -> None:
    """Change ``ours``, the arguments of a call, in place, so that they equal ``theirs``.

    ``theirs`` are the arguments after the call in the student's process. A read-only array, or a
    number in a tuple, stays as it is. Raises TypeError if ``ours`` and ``theirs`` have different
    types. Raises ValueError if a NumPy array has another shape or dtype than before.
    """
    if type(ours) is not type(theirs):
        raise TypeError(
            f"the function changed {type(ours).__name__} to {type(theirs).__name__} in an argument"
        )
    match ours:
        case np.ndarray():
            if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
                raise ValueError(
                    "the function changed an array in an argument from the shape and dtype "
                    f"{ours.shape}, {ours.dtype} to {theirs.shape}, {theirs.dtype}"
                )
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
