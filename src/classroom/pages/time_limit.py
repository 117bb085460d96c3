"""A time limit for the parts of a page: one that takes too long, or fails, is replaced by a note.

A text of a few kilobytes can keep a highlighter or a parser of Markdown busy for hours. The alarm
stops code in Python and regular expressions. `page_process` ends, from outside, what the alarm
cannot stop, and what uses too much memory.
"""

import functools
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec

UNSHOWN = "This part could not be shown."
PART, PAGE = 1.0, 4.0  # seconds of computing, so that a busy machine costs nobody a part
AGAIN = 0.1  # seconds to the next alarm, where Python has swallowed the first
P = ParamSpec("P")


class TooSlow(Exception):
    """A part took longer than it may."""


class TimeLimit:
    """The computing time that a page may still use."""

    def __init__(self, seconds: float = PAGE):
        self.left = seconds

    def with_each(self, make: Callable[P, str]) -> Callable[P, str]:
        """A function that makes a part of a page, or else says that it could not be shown."""

        @functools.wraps(make)
        def part(*arguments: P.args, **options: P.kwargs) -> str:
            try:
                with self.alarm():
                    return make(*arguments, **options)
            except Exception:  # whatever a student's text does to a parser
                return f"<p>{UNSHOWN}</p>"

        return part

    @contextmanager
    def alarm(self) -> Iterator[None]:
        """Raise TooSlow in the block when its time is up."""
        if self.left <= 0:
            raise TooSlow
        start = time.process_time()
        main = threading.current_thread() is threading.main_thread()
        here = main and hasattr(signal, "setitimer")  # which Windows has not
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
