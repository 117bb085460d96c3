"""The main loop of the examiner's process: it runs the set-up cells and the tests.

The tests call a proxy in place of the student's function. The proxy sends the arguments to the
student's process, which calls the function and sends back the value. Only plain values are sent
(`wire.py`), so no object of a student's class or function gets into the examiner's process.
"""

import builtins
import contextlib
import copy
import itertools
import json
import linecache
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from classroom.sandbox.inside.calls import decode_output, encode_call
from classroom.sandbox.inside.channel import Channel, HungUp, TooLong, pack, unpack
from classroom.sandbox.inside.examiner.instructor_cells import InstructorCells
from classroom.sandbox.inside.examiner.recording import (
    Call,
    Given,
    Recording,
    can_be_recorded,
)
from classroom.sandbox.inside.examiner.write_back import write_back
from classroom.sandbox.inside.submission_limits import LONGEST, TOGETHER
from classroom.sandbox.inside.wire import WireError, decode, same_encoding

CELL = "<the answer>"
# The allowed kinds of replies to each kind of request; `student.serve` explains them.
EXPECTED = {b"l": b"fvnw", b"k": b"vxw", b"b": b"b"}
MOST = {b"x": 100_000, b"w": 100_000}  # bytes of a reply that only describes an error


class Stopped(Exception):
    """The student's process has ended or does not reply as it must."""


class Unreadable(Exception):
    """A value that the function returned, or an argument that it changed, cannot be sent back."""


def serve(channel: Channel, *, rehearsal: bool = False) -> None:
    """Answer each request, until the channel is closed.

    Each line shows the kind of a request and the kind of the reply to it (→):

    s  use a new channel to the student's process; the socket follows  →  r  nothing
    c  run a cell  →  r  its outputs, and how the student's process failed, if it did

    For the request c, this process itself sends requests to the student's process. Before the cell
    runs, it sends l (look up a name). While the cell runs, it sends k (call a function) and b (make
    several calls).

    In a ``rehearsal``, the answers are the instructor's own, and the test cells are recorded.
    """
    cells, student = InstructorCells(), Student()
    while True:
        kind, number, body = channel.receive()
        reply = b""
        if kind == b"s":
            student.use_channel(channel.receive_socket())
        else:
            start, cell = time.perf_counter(), json.loads(body)
            student.begin_cell(time.monotonic() + cell["seconds"])
            for name in cell["names"]:
                student.import_name(name, cells.names)
            outputs = run_cell(cells, student, cell["source"], cell["names"], rehearsal=rehearsal)
            checked = time.perf_counter() - start - student.waited
            ran: dict[str, Any] = {"outputs": outputs, "stopped": student.stopped}
            ran |= {"waited": student.waited, "checked": checked}
            reply = json.dumps(ran).encode()
        channel.send(b"r", number, reply)


# By the set-up cells that ran before, the test cell and the names that it uses: two notebooks may
# have the same test and other checks.
recordings: dict[tuple[str, ...], Recording] = {}


def run_cell(
    cells: InstructorCells, student: "Student", source: str, names: list[str], *, rehearsal: bool
) -> list[dict[str, Any]]:
    """Run a cell, or know its outputs from a recording; return its outputs."""
    key = (*student.setup, source, *names)
    if not names:
        student.setup.append(source)
    if rehearsal and names and can_be_recorded(source):
        student.recording = Recording()
        outputs = cells.run(source)
        student.recording.finish(outputs)
        recordings[key] = student.recording
        return outputs
    callable_all = all(isinstance(cells.names.get(name), Proxy) for name in names)
    if key in recordings and callable_all and student.replies_as(recordings[key]):
        return recordings[key].outputs
    return cells.run(source)


class PrefetchedCall(NamedTuple):
    """A call of the student's function that was made in advance, and the reply to the call."""

    name: str
    given: Given
    reply: bytes


class Student:
    """The connection to the student's process."""

    def __init__(self) -> None:
        self.channel: Channel | None = None
        self.numbers = itertools.count()
        self.deadline = 0.0
        self.prefetched: deque[PrefetchedCall] = deque()
        self.following: deque[list[Call]] = deque()  # recorded groups of calls, still to be made
        self.recording: Recording | None = None
        self.setup: list[str] = []  # the instructor's cells that use no answer
        self.waited = 0.0  # seconds for replies since the cell began
        self.stopped = ""  # why no more requests are sent: late, long, gone, forged

    def use_channel(self, channel: Channel) -> None:
        """Use ``channel`` from now on, and close the channel that was used before.

        ``channel`` leads to the student's process, which may have been restarted.
        """
        if self.channel:
            self.channel.end.close()
        self.channel, self.stopped = channel, ""
        self.setup.clear()

    def begin_cell(self, deadline: float) -> None:
        self.deadline, self.waited, self.recording = deadline, 0.0, None
        self.prefetched.clear()
        self.following.clear()

    def replies_as(self, recording: Recording) -> bool:
        """Whether the student's functions reply to all calls as the instructor's answers did.

        If not, all replies up to the first other one are stored for `call`, with the groups of
        calls that follow.
        """
        self.following.extend(recording.groups)
        alike = True
        with contextlib.suppress(Stopped):  # a later call raises it, too
            while alike and self.following:
                group = self.following[0]
                alike = self.prefetch(self.following.popleft()) == [call.reply for call in group]
            return alike
        return False

    def prefetch(self, group: list[Call]) -> list[bytes]:
        """Make calls that were recorded, in one message; return the replies, and store them.

        After a call that fails, the student's process makes none of the others: they are kept.
        """
        replies = self.ask_together([call.body for call in group])
        self.prefetched.extend(
            PrefetchedCall(call.name, call.given, reply)
            for call, reply in zip(group, replies, strict=False)
        )
        if 0 < len(replies) < len(group):
            self.following.appendleft(group[len(replies) :])
        return replies

    def prefetch_from(self, name: str, given: Given) -> None:
        """Make all calls of a recorded group from this call on, if a group holds it.

        Groups before it are passed over, because the check asks no edges of a wrong part of an
        answer. In the first group, which may be the rest of one, the call may stand anywhere, in
        the others only at the beginning.
        """
        for number, group in enumerate(self.following):
            for index, call in enumerate(group if number == 0 else group[:1]):
                if call.name == name and same_encoding(call.given, given):
                    for _ in range(number + 1):
                        self.following.popleft()
                    self.prefetch(group[index:])
                    return

    def call(self, name: str, given: Given, *, copies: bool = False) -> tuple[bytes, bytes]:
        """Call the student's function ``name``; return the kind and the body of the reply.

        ``given`` are the arguments, which arrive writeable if ``copies`` is true. Calls may have
        been made in advance, and their replies stored in order. If one of these replies is for the
        same name and arguments, it is returned, the replies before it are discarded, and nothing is
        sent. Otherwise the call is sent, with those that follow it in its recorded group, if any.
        """
        for number, ahead in enumerate(self.prefetched):
            if ahead.name == name and same_encoding(ahead.given, given):
                for _ in range(number + 1):
                    self.prefetched.popleft()
                return ahead.reply[:1], ahead.reply[1:]
        self.prefetched.clear()
        self.prefetch_from(name, given)
        if self.prefetched:
            ahead = self.prefetched.popleft()
            return ahead.reply[:1], ahead.reply[1:]
        body = encode_call(name, *(copy.deepcopy(given) if copies else given))
        kind, reply = self.ask(b"k", body)
        if self.recording:
            self.recording.add(Call(name, given, body, kind + reply))
        return kind, reply

    def ask_together(self, bodies: list[bytes]) -> list[bytes]:
        """Make several calls in one message; return the replies, each its kind and its body.

        The message has room for `TOGETHER` bytes; calls beyond that are not made. The student's
        process makes no further call after one that fails.
        """
        sizes = itertools.accumulate(map(len, bodies))
        bodies = [body for body, size in zip(bodies, sizes, strict=True) if size <= TOGETHER]
        if not bodies:
            return []
        _, reply = self.ask(b"b", pack(bodies))
        return self.answers(reply, len(bodies))

    def answers(self, reply: bytes, most: int) -> list[bytes]:
        try:
            answers = unpack(reply, most)
        except ValueError:
            answers = [b""]
        if not all(
            answer[:1]
            and answer[:1] in EXPECTED[b"k"]
            and len(answer) <= MOST.get(answer[:1], LONGEST)
            for answer in answers
        ):
            self.stopped = "forged"
            return []
        return answers

    def ask(self, kind: bytes, body: bytes) -> tuple[bytes, bytes]:
        if self.channel and not self.stopped:
            number = next(self.numbers)
            start = time.perf_counter()
            try:
                self.channel.send(kind, number, body, self.deadline)
                answer, to, reply = self.channel.receive(self.deadline, LONGEST)
                if len(reply) > MOST.get(answer, LONGEST):
                    raise TooLong
                if to == number and answer in EXPECTED[kind]:
                    return answer, reply
                self.stopped = "forged"
            except TimeoutError:
                self.stopped = "late"
            except TooLong:
                self.stopped = "long"
            except HungUp:
                self.stopped = "gone"
            finally:
                self.waited += time.perf_counter() - start
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
        given = list(arguments), keywords
        reply = self.__reply(given)
        with unreadable():
            output, after = decode_output(reply)
            if after is not None:
                write_back(given, after)
        return output

    def call_elsewhere(self, arguments: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        """Call the function with copies of ``arguments``.

        Returns the output, and the copies after the call. If the function has changed none of them,
        no copy is made here, and ``arguments`` themselves are returned.
        """
        given: Given = list(arguments), {}
        reply = self.__reply(given, copies=True)
        with unreadable():
            output, after = decode_output(reply)
            if after is None:
                return output, arguments
            changed = copy.deepcopy(arguments)
            write_back((list(changed), {}), after)
        return output, changed

    def __reply(self, given: Given, *, copies: bool = False) -> bytes:
        answer, reply = self.__student.call(self.__name__, given, copies=copies)
        if answer == b"x":
            raise_as_described(json.loads(reply))
        if answer == b"w":
            with unreadable():
                raise WireError(reply[:2000].decode(errors="replace"))
        return reply

    def announce(self, calls: list[tuple[Any, ...]]) -> None:
        """Note, in a rehearsal, that the check makes all of ``calls``, whatever the replies are."""
        if recording := self.__student.recording:
            recording.announce(len(calls))

    def end_group(self) -> None:
        """Note, in a rehearsal, that the check judges all calls since the last time together."""
        if recording := self.__student.recording:
            recording.end_group()


@contextlib.contextmanager
def unreadable() -> Iterator[None]:
    """Say of an error in the ``with`` block that a value of the student's cannot be read."""
    try:
        yield
    except (WireError, TypeError, ValueError) as error:
        raise Unreadable(
            f"the test cannot read what the function returned or changed: {error}."
        ) from None


def raise_as_described(error: dict[str, Any]) -> None:
    """Raise a copy of the exception that the student's function raised.

    The copy has the name and the message of the original. Its traceback ends at the line of the
    student's cell that failed, if the line is known. ``error`` describes the original; the function
    `described` in the student's process made this dict.
    """
    names, message, location = map(str, error["kinds"]), str(error["message"]), error["place"]
    name = next(names)[:80]
    base = next(filter(None, map(plain_exception, (name, *names))), Exception)
    texts = {"__init__": lambda _: None, "__str__": lambda _: message}
    raised = type(name, (base,), texts)()
    if location is None:
        raise raised
    number = max(1, min(int(location["number"]), 10_000))
    lines = ["\n"] * (number - 1) + [str(location["text"])[:200] + "\n"]
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
