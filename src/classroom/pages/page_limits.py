"""Limits on the time and memory of a page: of its parts, and of the process that makes it.

A text of a few kilobytes can keep a syntax highlighter or a Markdown parser busy for hours. A timer
signal stops Python code and regular expressions (`TimeLimit`): a part that is too slow or fails is
replaced by a note. If the signal cannot stop the code, or if the code uses too much memory, the
whole process ends (`PageProcess`). A new process takes its place, so the pages of the other
students are still made.
"""

import functools
import math
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, ParamSpec

UNSHOWN = "This part could not be shown."
PART, PAGE = 1.0, 4.0  # seconds of CPU time, which do not depend on how busy the machine is
AGAIN = 0.1  # seconds until the signal is repeated, in case Python ignored the first one
P = ParamSpec("P")
COMPUTING = 20  # seconds of CPU time for a page, which do not depend on how busy the machine is
# Seconds of real time for a page; on Windows this is the only limit, as CPU time is not limited.
DEADLINE = 60 if sys.platform == "win32" else 600
MEMORY = 2**30  # bytes


class TooSlow(Exception):
    """A part of a page took longer than its time limit."""


class TimeLimit:
    """Limits the CPU time of a page and of its parts.

    ``left`` is the time in seconds that the page may still use.
    """

    def __init__(self, seconds: float = PAGE):
        self.left = seconds

    def with_each(self, make: Callable[P, str]) -> Callable[P, str]:
        """Wrap ``make``, a function that returns a part of a page as HTML.

        The new function returns what ``make`` returns, or the note `UNSHOWN` if ``make`` fails or
        takes too long.
        """

        @functools.wraps(make)
        def part(*arguments: P.args, **options: P.kwargs) -> str:
            try:
                with self.alarm():
                    return make(*arguments, **options)
            except Exception:  # a student's text may raise any error in a parser
                return f"<p>{UNSHOWN}</p>"

        return part

    @contextmanager
    def alarm(self) -> Iterator[None]:
        """Raise TooSlow inside the ``with`` block when the block has used too much CPU time.

        TooSlow is raised at once if the page has no time left. On Windows, and outside the main
        thread, the block is not interrupted.
        """
        if self.left <= 0:
            raise TooSlow
        start = time.process_time()
        main = threading.current_thread() is threading.main_thread()
        here = main and hasattr(signal, "setitimer")  # Windows has no setitimer
        before = signal.signal(signal.SIGPROF, stop) if here else None
        try:
            if here:
                signal.setitimer(signal.ITIMER_PROF, min(PART, self.left), AGAIN)
            yield
        finally:
            if here:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.signal(signal.SIGPROF, before)
            self.left -= time.process_time() - start


def stop(*_: object) -> None:
    raise TooSlow


class Failed(Exception):
    """A page was not made: its process took too long, or ended."""


class PageProcess:
    """Calls a function in another process; a new process is started when the old one has ended."""

    def __init__(
        self, make: Callable[..., Any], deadline: float = DEADLINE, computing: float = COMPUTING
    ):
        self.make, self.deadline, self.computing = make, deadline, computing
        self.process: Any = None
        self.line: Connection

    def __enter__(self) -> "PageProcess":
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def call(self, *arguments: Any) -> Any:
        """Call the function ``make`` in the other process, and return its result.

        Raises Failed if the function raises an error, ends the process or takes too long.
        """
        if self.process is None:
            self.start()
        with suppress(EOFError, OSError):
            self.line.send(arguments)
            if self.line.poll(self.deadline):
                return self.line.recv()
        self.end()
        raise Failed

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")  # this process may have threads
        self.line, theirs = context.Pipe()
        self.process = context.Process(
            target=serve, args=(theirs, self.make, self.computing), daemon=True
        )
        self.process.start()
        theirs.close()

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.line.close()
            self.process = None


def serve(line: Connection, make: Callable[..., Any], computing: float) -> None:
    """Receive arguments, call ``make``, send the result; repeat until the connection is closed.

    Args:
        line: the connection to the calling process.
        make: the function to call.
        computing: the CPU time in seconds that each call may use.
    """
    sys.unraisablehook = lambda _: None  # a time limit's alarm may be raised in a destructor
    with suppress(EOFError, KeyboardInterrupt, MemoryError):
        while True:
            arguments = line.recv()
            set_limits(computing)
            line.send(make(*arguments))


def set_limits(computing: float) -> None:
    """Limit the memory of the calling process, and allow it ``computing`` more seconds of CPU time.

    The kernel ends the process when it uses more CPU time. On Windows, nothing is limited.
    """
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        end = math.ceil(time.process_time() + computing)
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))
