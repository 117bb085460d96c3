"""A process that makes one page after another, with a deadline and a limit on its memory.

What a student handed in may make it slow, or end it. Then another takes its place, and the class
does not wait.
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

COMPUTING = 20  # seconds that a page may take, so that a busy machine costs nobody a page
# Seconds by the clock, for the start and what waits; for all there is, where nothing is counted.
DEADLINE = 60 if sys.platform == "win32" else 600
MEMORY = 2**30  # bytes


class Failed(Exception):
    """A page was not made: its process took too long, or ended."""


class PageProcess:
    """Calls a function in a process of its own."""

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
        """What the function returns. Raises Failed where it does not, in time."""
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
    """Make what is asked for, until nobody asks any more."""
    sys.unraisablehook = lambda _: None  # an alarm may ring where Python cannot pass it on
    with suppress(EOFError, KeyboardInterrupt, MemoryError):
        while True:
            arguments = line.recv()
            set_limits(computing)
            line.send(make(*arguments))


def set_limits(computing: float) -> None:
    """Have this process ended where the page to come takes too much; not on Windows."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        end = math.ceil(time.process_time() + computing)
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))
