"""A time limit for the parts of a page: a part that is too slow or fails is replaced by a note.

A text of a few kilobytes can keep a syntax highlighter or a Markdown parser busy for hours. A timer
signal stops Python code and regular expressions. `page_process` ends the whole process if the
signal cannot stop the code, or if the code uses too much memory.
"""

import functools
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec

UNSHOWN = "This part could not be shown."
PART, PAGE = 1.0, 4.0  # seconds of CPU time, which do not depend on how busy the machine is
AGAIN = 0.1  # seconds until the signal is repeated, in case Python ignored the first one
P = ParamSpec("P")


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
