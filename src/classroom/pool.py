"""Many submissions at a time: each worker has a sandbox of its own.

A worker is a thread, for all that takes long runs in its sandbox's processes.
"""

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode

from classroom.bubblewrap import SandboxError, why_no_sandbox
from classroom.course import CourseError
from classroom.examiner import Examined, examine
from classroom.limits import Limits
from classroom.notebook import Role, grade_id, points, role
from classroom.sandbox import Sandbox
from classroom.verdict import earned, reason_said

FIRST = Limits(cell=300, submission=900, computing=900)  # for the instructor's own notebook


@dataclass(frozen=True)
class Room:
    """The sandbox that every worker has."""

    limits: Limits = field(default_factory=Limits)
    hidden: tuple[Path, ...] = ()  # folders that must not be seen from inside
    no_sandbox: bool = False


@dataclass(frozen=True)
class Job:
    """A submission to examine; the fields are what `examine` asks for."""

    student: str
    source: NotebookNode
    submitted: NotebookNode
    files: dict[str, bytes]
    tests: tuple[str, ...] | None = None


Submit = Callable[[Job], "Future[Examined]"]
Done = Iterator[tuple[Job, Examined]]


class Crew:
    """The sandboxes of one process's threads: one is made ready, and each thread has a twin of it.

    A twin is made when its thread has its first job.
    """

    def __init__(self, room: Room, first: Sandbox | None = None, *, stay: bool = False):
        """Make ready the ``first`` sandbox, which may have begun to start, or else a new one.

        With ``stay``, each thread keeps to one core, from its first job on.
        """
        self.room, self.opened, self.own = room, list[Sandbox](), threading.local()
        self.first, self.stay = first, stay
        self.ready: Sandbox | None = None
        self.lock = threading.Lock()

    def examine(self, job: Job) -> Examined:
        if not hasattr(self.own, "sandbox"):
            with self.lock:
                self.ready = self.ready or self.make_ready(job.source)
                self.own.sandbox = self.ready.twin(self.settle())
                self.opened.append(self.own.sandbox)
        return examine(job.source, job.submitted, self.own.sandbox, job.files, job.tests)

    def settle(self) -> list[int]:
        """Keep this thread, and so the processes that it talks with all the time, on one core.

        To wake a process on another core takes six times as long, and a submission's two take
        turns hundreds of times.
        """
        if not (self.stay and hasattr(os, "sched_setaffinity")):
            return []
        known = cores()
        own = known[len(self.opened) % len(known)]
        os.sched_setaffinity(threading.get_native_id(), {own})
        return [own]

    def make_ready(self, source: NotebookNode) -> Sandbox:
        """A sandbox in which the instructor's own notebook has run.

        So the tests' imports, which may take seconds, are no student's time; and a test that gives
        the reference solution less than all its points is found before it is anybody's loss.
        """
        room, sandbox = self.room, self.first
        if sandbox is None or not sandbox.hides(room.hidden):
            sandbox = Sandbox(hidden=room.hidden, no_sandbox=room.no_sandbox)
        self.opened.append(sandbox)
        sandbox.limits = FIRST
        sandbox.start()
        require_all_points(examine(source, source, sandbox, ours=True))
        sandbox.limits = room.limits
        if room.limits != Limits():  # the course's own limits must do for its own answers
            require_all_points(examine(source, source, sandbox), " within c.Limits")
        return sandbox

    def close(self) -> None:
        """End all sandboxes, and so whatever runs in them."""
        for sandbox in self.opened:
            sandbox.close()


def require_all_points(examined: Examined, how: str = "") -> None:
    """Raise a CourseError unless the instructor's own answers earn all that there is."""
    if examined.reason:
        raise CourseError(f"The instructor's notebook cannot be graded{how}: {examined.reason}")
    for cell in examined.notebook.cells:
        if role(cell) is Role.TEST and earned(cell) != points(cell):
            why = (reason_said(cell) or "no reason given").rstrip(".")
            raise CourseError(
                f"The reference solution itself does not earn all points{how} at "
                f"“{grade_id(cell)}”: {why}. Nothing was graded."
            )


def cores() -> list[int]:
    """The cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(os.getpid()))
    return list(range(os.cpu_count() or 1))


@contextlib.contextmanager
def workers(room: Room, count: int, first: Sandbox | None = None) -> Iterator[tuple[Submit, int]]:
    """Workers on this machine. Yields how to give them a job, and how many there are.

    Raises CourseError where this machine has no sandbox.
    """
    if not room.no_sandbox and (why := why_no_sandbox()):
        raise CourseError(f"{why} Or say --no-sandbox, and trust every submission.")
    crew, threads = Crew(room, first, stay=True), ThreadPoolExecutor(count)
    try:
        yield lambda job: threads.submit(crew.examine, job), count
    finally:
        crew.close()  # what still runs ends at once
        threads.shutdown(cancel_futures=True)
        crew.close()  # what a worker has opened meanwhile


def examine_all(jobs: Iterable[Job], submit: Submit, at_a_time: int) -> Done:
    """Examine jobs and yield each as it ends. Of a thousand, few are in memory at a time.

    Raises CourseError where a sandbox does not start.
    """
    waiting: dict[Future[Examined], Job] = {}
    for job in jobs:
        waiting[submit(job)] = job
        if len(waiting) > at_a_time:  # one more than run, so that no worker waits for the next
            yield from ended(waiting)
    while waiting:
        yield from ended(waiting)


def ended(waiting: dict["Future[Examined]", Job]) -> Done:
    """Wait until one or more have ended, and take them out."""
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        job = waiting.pop(future)
        try:
            yield job, future.result()
        except SandboxError as error:
            raise CourseError(str(error)) from None
        except CourseError:
            raise
        except Exception as error:  # of one submission's making, whatever it is
            reason = f"It could not be run: {type(error).__name__}."
            yield job, Examined(job.submitted, 0.0, reason)
