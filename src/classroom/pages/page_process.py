"""A process that makes one page after another, with a time limit and a memory limit.

A student's submission may make the process slow or end it. Then a new process takes its place, so
the pages of the other students are still made.
"""

import math
import multiprocessing
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

COMPUTING = 20  # seconds of CPU time for a page, which do not depend on how busy the machine is
# Seconds of real time for a page; on Windows this is the only limit, as CPU time is not limited.
DEADLINE = 60 if sys.platform == "win32" else 600
MEMORY = 2**30  # bytes


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
