"""The main loop of the student's process: it runs the student's cells and calls their functions.

The student's code can change everything in this process. So no other process trusts its replies.
"""

import builtins
import contextlib
import copy
import json
import os
import pickle
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from classroom.sandbox.inside.calls import PICKLED, encode_output, read_call
from classroom.sandbox.inside.channel import Channel, pack, unpack
from classroom.sandbox.inside.preload import imported_since
from classroom.sandbox.inside.student.ipython_shell import NO_INPUT, OUTPUTS, Shell, Stream
from classroom.sandbox.inside.submission_limits import TOGETHER
from classroom.sandbox.inside.wire import WireError, encode, same_encoding

NOTHING = encode((None, None))  # the reply of a function that returns nothing


def serve(channel: Channel) -> None:
    """Answer each request, until the channel is closed.

    Each line shows the kind of a request and the kinds of replies to it (→):

    p  write a file             →  r  nothing
    c  run a cell               →  r  its outputs, and whether they were cut
    m  list the modules that were imported since this loop started  →  r  their names (only for the
       instructor's answers)
    l  look up a name           →  f  it can be called; v  its value; n  not defined; w  an error
    k  call a function          →  v  what it returned; x  what it raised; w  an error
    b  make several calls       →  b  the list of replies, up to one that fails, or to a limit

    The error w says why a value cannot be encoded, as the end of a sentence.
    """
    shell = Shell.instance()
    sys.path[0] = ""  # as in Jupyter: files beside the notebook can be imported
    builtins.input = no_input
    sys.modules["getpass"] = types.ModuleType("getpass")
    sys.modules["getpass"].getpass = no_input  # type: ignore[attr-defined]
    sys.modules["getpass"].getuser = lambda: "student"  # type: ignore[attr-defined]  # torch asks
    me, warm = os.getpid(), len(sys.modules)
    while True:
        kind, number, body = channel.receive()
        if kind == b"m":
            channel.send(b"r", number, imported_since(warm))
            continue
        try:
            answer, reply = answers[kind](shell, body)
        except WireError as error:
            answer, reply = b"w", str(error).encode()
        if os.getpid() != me:  # the student's code has forked: the child must not answer, too
            os._exit(0)
        channel.send(answer, number, reply)


def run(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    cell = json.loads(body)
    outputs, cut = shell.run(cell["source"], cell["most"])
    return b"r", json.dumps({"outputs": outputs, "cut": cut}, default=str).encode()


def look_up(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
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
    size = 0
    with silence():
        for one in unpack(body):
            try:
                answer, reply = answer_to(shell, one)
            except WireError as error:
                answer, reply = b"w", str(error).encode()
            replies.append(answer + reply)
            size += len(reply)
            if answer != b"v" or reply == NOTHING or size > TOGETHER:
                break
    return b"b", pack(replies)


def answer_to(shell: Shell, body: bytes) -> tuple[bytes, bytes]:
    """Call one of the student's functions; return the kind and the body of the reply.

    ``body`` is the encoded name and arguments of the call. If the function raises an exception, the
    kind is x, and the body describes the exception. Otherwise the kind is v, and the body encodes
    two things: the returned value, and all arguments after the call. If the function has changed no
    argument, the second is None. Raises WireError if the returned value or a changed argument
    cannot be encoded.
    """
    name, arguments, keywords = read_call(body)
    unchanged = compare_later(body, name, arguments, keywords)
    try:
        output = shell.user_ns[name](*arguments, **keywords)
    except BaseException as error:
        return b"x", json.dumps(described(error)).encode()
    if unchanged():
        return b"v", encode_output(output)
    try:
        encode((arguments, keywords))
    except WireError as error:
        raise WireError(f"{error} (in an argument that the function has changed)") from None
    return b"v", encode((output, (arguments, keywords)))


def compare_later(body: bytes, *call: Any) -> Callable[[], bool]:
    """A function that says whether a ``call``, which came in ``body``, is still the same.

    What came pickled is pickled again, for this is much faster than to copy and to compare it. The
    bytes may be others although nothing has changed, so they are compared with a second reading.
    """
    if body[:1] != PICKLED:
        before = copy.deepcopy(call)
        return lambda: same_encoding(before, call)

    def unchanged() -> bool:
        try:
            now = pickle.dumps(call, 5)
        except Exception:  # it now holds what cannot be pickled
            return False
        return body[1:] == now or now == pickle.dumps(read_call(body), 5)

    return unchanged


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Discard all printed output and warnings inside the ``with`` block."""
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
    path = Path(json.loads(name))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return b"r", b""


answers = {b"p": put, b"c": run, b"l": look_up, b"k": call, b"b": call_all}


def described(error: BaseException) -> dict[str, Any]:
    """A description of an exception, as a dict that can be written as JSON.

    ``kinds`` are the names of the exception's class and its base classes. ``message`` is the
    exception's text, at most 2,000 characters. ``place`` has the number and the text of a line: the
    last one in the traceback that belongs to a notebook cell. If the traceback has no line of a
    notebook cell, ``place`` is None.
    """
    kinds = [kind.__name__ for kind in type(error).__mro__]
    try:
        message = str(error)
    except BaseException:
        message = ""
    locations = [
        {"number": frame.lineno or 1, "text": (frame.line or "")[:200]}
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith("<ipython-input")
    ]
    return {
        "kinds": kinds,
        "message": message[:2000],
        "place": locations[-1] if locations else None,
    }


def no_input(*_: object, **__: object) -> str:
    raise RuntimeError(NO_INPUT)
