"""Stop an answer that does not come to an end, in a student's notebook."""

import ctypes
import threading
from typing import Any, Self

# The same as the grader's limit of a cell. A course that sets another one there (`c.Limits.cell`)
# sets it here, too, in the set-up cell of its notebooks.
SECONDS = 30.0
AGAIN = 1.0  # seconds until an answer that has caught the exception is stopped again


class TimeUp(KeyboardInterrupt):
    """Raised in an answer that has run for too long.

    It is a `KeyboardInterrupt`, because libraries let that pass, and clean up after it.
    """


class TimeLimit:
    """A context whose block is stopped by `TimeUp` when its time is over.

    A second thread raises the exception in the thread of the block. Unlike a signal, this works on
    Windows, too, and in a notebook whose cells do not run in the main thread. One call of compiled
    code is not stopped before it returns, for example ``time.sleep(1000)``. An answer that catches
    every exception is stopped again and again; ``passed`` says that its time was over.

    After the block, nothing is raised any more. The exception may come while the block is being
    left, so whoever catches it calls `end` once more.
    """

    def __init__(self, seconds: float):
        self.seconds, self.passed = seconds, False
        self._over = False
        self._thread = threading.get_ident()
        self._condition = threading.Condition()

    def __enter__(self) -> Self:
        threading.Thread(target=self._watch, name="time limit", daemon=True).start()
        return self

    def __exit__(self, *raised: Any) -> None:
        self.end()

    def end(self) -> None:
        """Raise nothing from now on; forget an exception that has not reached its thread yet."""
        with self._condition:
            self._over = True
            raise_in(self._thread, None)
            self._condition.notify()

    def _watch(self) -> None:
        with self._condition:
            self._condition.wait_for(lambda: self._over, self.seconds)
            while not self._over:
                self.passed = True
                raise_in(self._thread, TimeUp)
                self._condition.wait_for(lambda: self._over, AGAIN)


def raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise ``error`` in a thread of this process; None takes back one that is not raised yet."""
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
