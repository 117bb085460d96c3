"""What runs in the student's process: the student's cells, and calls of what they defined.

The student's code can change all of it, so nobody trusts anything here: every reply counts as the
student's.
"""

import builtins
import contextlib
import copy
import json
import os
import random
import sys
import threading
import traceback
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from classroom.sandbox.inside.channel import Channel, pack, unpack
from classroom.sandbox.inside.preload import imported_since
from classroom.sandbox.inside.student.ipython_shell import NO_INPUT, OUTPUTS, Shell, Stream
from classroom.sandbox.inside.submission_limits import TOGETHER
from classroom.sandbox.inside.wire import WireError, alike, decode, encode


def serve(channel: Channel) -> None:
    """Answer each request, until the channel is closed.

    p  put down a file      →  r  nothing
    c  run a cell           →  r  its outputs
    m  which modules were imported here  →  r  their names; only the instructor's process is asked
    l  look at a name       →  f  a function, v a value, n nothing of that name, w cannot cross
    k  call it              →  v  what it returned, x what it raised, w cannot cross
    b  call it several times  →  b  the answers, or the first of them where they are too long
    d  divide: fork a copy, which serves the line that follows  →  r  something, if there is one
    """
    shell = Shell.instance()
    sys.path[0] = ""  # as in Jupyter: what lies beside the notebook can be imported
    builtins.input = no_input
    sys.modules["getpass"] = types.ModuleType("getpass")
    sys.modules["getpass"].getpass = no_input  # type: ignore[attr-defined]
    sys.modules["getpass"].getuser = lambda: "student"  # type: ignore[attr-defined]  # torch asks
    me, warm = os.getpid(), len(sys.modules)
    while True:
        kind, number, body = channel.hear()
        if kind == b"m":
            channel.say(b"r", number, imported_since(warm))
            continue
        if kind == b"d":
            channel = divide(channel, number)
            me = os.getpid()
            continue
        try:
            answer, reply = answers[kind](shell, body)
        except WireError as error:
            answer, reply = b"w", str(error).encode()
        if os.getpid() != me:  # a fork of the student's, which must not answer, too
            os._exit(0)
        channel.say(answer, number, reply)


def divide(channel: Channel, number: int) -> Channel:
    """Fork a copy of this process, with another line; return the line that this one serves.

    A copy has one thread only, so where there are others it could wait for them in vain.
    """
    other, chance = channel.take(), random.getstate()
    try:
        copy = os.fork() if threads() == 1 else None
    except OSError:  # as many processes as there may be
        copy = None
    if copy == 0:
        random.setstate(chance)  # Python reseeds it in a fork
        channel.end.close()
        return other
    other.end.close()
    channel.say(b"r", number, b"copied" if copy else b"")
    return channel


def threads() -> int:
    """How many threads this process has, those of C libraries included where that is known."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def run(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    cell = json.loads(body)
    outputs, cut = shell.run(cell["source"], cell["most"])
    return b"r", json.dumps({"outputs": outputs, "cut": cut}, default=str).encode()


def look(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    name = body.decode()
    if name not in shell.user_ns:
        return b"n", b""
    value = shell.user_ns[name]
    return (b"f", b"") if callable(value) else (b"v", encode(value))


def call(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    with silence():
        return answer_to(shell, body)


def call_all(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    replies: list[bytes] = []
    with silence():
        for one in unpack(body):
            try:
                answer, reply = answer_to(shell, one)
            except WireError as error:
                answer, reply = b"w", str(error).encode()
            replies.append(answer + reply)
            if sum(map(len, replies)) > TOGETHER:
                break
    return b"b", pack(replies)


def answer_to(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    """Call a function. The arguments come back, too, where it has changed them."""
    name, arguments, keywords = decode(body)
    before = copy.deepcopy((arguments, keywords))
    try:
        output = shell.user_ns[name](*arguments, **keywords)
    except BaseException as error:
        return b"x", json.dumps(described(error)).encode()
    if alike(before, (arguments, keywords)):
        return b"v", encode((output, None))
    try:
        encode((arguments, keywords))
    except WireError as error:
        raise WireError(f"{error} (in an argument that it has changed)") from None
    return b"v", encode((output, (arguments, keywords)))


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Nothing that is printed meanwhile, and no warning, is kept."""
    streams = sys.stdout, sys.stderr
    OUTPUTS.begin(0)
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.stdout, sys.stderr = streams


def put(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    name, _, data = body.partition(b"\n")
    place = Path(json.loads(name))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return b"r", b""


answers = {b"p": put, b"c": run, b"l": look, b"k": call, b"b": call_all}


def described(error: BaseException) -> dict[str, Any]:
    """An exception as texts: its kinds, its message, and the line of a cell at which it arose."""
    kinds = [kind.__name__ for kind in type(error).__mro__]
    try:
        message = str(error)
    except BaseException:
        message = ""
    places = [
        {"number": frame.lineno or 1, "text": (frame.line or "")[:200]}
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith("<ipython-input")
    ]
    return {"kinds": kinds, "message": message[:2000], "place": places[-1] if places else None}


def no_input(*_: object, **__: object) -> str:
    raise RuntimeError(NO_INPUT)
