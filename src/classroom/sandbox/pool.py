"""Many submissions at a time: each worker has a sandbox of its own.

A worker is a thread, for all that takes long runs in its sandbox's processes.
"""

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, TypeVar

from nbformat import NotebookNode

from classroom.assignment.notebook import Role, grade_id, points, role
from classroom.assignment.read_verdict import earned, reason_said
from classroom.course import CourseError
from classroom.limits import Limits
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import SandboxError, why_no_sandbox
from classroom.sandbox.run_submission import RunResult, run_submission

AGAIN = "It was run again alone, because the machine was busy when it was stopped."
FIRST = Limits(cell=300, submission=900, computing=900)  # for the instructor's own notebook


@dataclass(frozen=True)
class SandboxSettings:
    """The sandbox that every worker has."""

    limits: Limits = field(default_factory=Limits)
    hidden: tuple[Path, ...] = ()  # folders that must not be seen from inside
    no_sandbox: bool = False


@dataclass(frozen=True)
class Job:
    """A submission to run; the fields are what `run_submission` asks for."""

    student: str
    source: NotebookNode
    submitted: NotebookNode
    files: dict[str, bytes]
    tests: tuple[str, ...] | None = None
    key: bytes = field(default=b"", repr=False)


K = TypeVar("K")
E = TypeVar("E", bound="NoJob")


@dataclass(frozen=True)
class Prepared(Generic[K]):
    """A job, and what its caller has to know of it when it ends."""

    job: Job
    known: K


class NoJob:
    """The base of what may stand among the jobs and is passed on as it is."""


Submit = Callable[[Job], "Future[RunResult]"]


class Crew:
    """The sandboxes of one process's threads: one is made ready, and each thread has a twin of it.

    A twin is made when its thread has its first job.
    """

    def __init__(
        self, settings: SandboxSettings, first: Sandbox | None = None, *, stay: bool = False
    ):
        """Make ready the ``first`` sandbox, which may have begun to start, or else a new one.

        With ``stay``, each thread keeps to one core, from its first job on.
        """
        self.settings, self.opened, self.own = settings, list[Sandbox](), threading.local()
        self.first, self.stay = first, stay
        self.ready: Sandbox | None = None
        self.lock = threading.Lock()

    def run(self, job: Job) -> RunResult:
        if not hasattr(self.own, "sandbox"):
            with self.lock:
                self.ready = self.ready or self.make_ready(job.source, job.key)
                self.own.sandbox = self.ready.fork_twin(self.settle())
                self.opened.append(self.own.sandbox)
        return run_submission(
            job.source, job.submitted, self.own.sandbox, job.files, job.tests, job.key
        )

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

    def make_ready(self, source: NotebookNode, key: bytes = b"") -> Sandbox:
        """A sandbox in which the instructor's own notebook has run.

        So the tests' imports, which may take seconds, are no student's time; and a test that gives
        the reference solution less than all its points is found before it is anybody's loss.
        """
        settings, sandbox = self.settings, self.first
        if sandbox is None or not sandbox.hides(settings.hidden):
            sandbox = Sandbox(hidden=settings.hidden, no_sandbox=settings.no_sandbox)
        self.opened.append(sandbox)
        sandbox.limits = FIRST
        sandbox.start_and_wait()
        require_all_points(run_submission(source, source, sandbox, key=key, rehearsal=True))
        sandbox.limits = settings.limits
        if settings.limits != Limits():  # the course's own limits must do for its own answers
            again = run_submission(source, source, sandbox, key=key)
            require_all_points(again, " within c.Limits")
        return sandbox

    def close(self) -> None:
        """End all sandboxes, and so whatever runs in them."""
        for sandbox in self.opened:
            sandbox.close()


def require_all_points(examined: RunResult, how: str = "") -> None:
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
def workers(
    settings: SandboxSettings, count: int, first: Sandbox | None = None
) -> Iterator[tuple[Submit, int]]:
    """Workers on this machine. Yields how to give them a job, and how many there are.

    Raises CourseError if this machine has no sandbox.
    """
    if not settings.no_sandbox and (why := why_no_sandbox()):
        raise CourseError(f"{why} Or say --no-sandbox, and trust every submission.")
    crew, threads = Crew(settings, first, stay=True), ThreadPoolExecutor(count)
    try:
        yield lambda job: threads.submit(crew.run, job), count
    finally:
        crew.close()  # what still runs ends at once
        threads.shutdown(cancel_futures=True)
        crew.close()  # what a worker has opened meanwhile


def run_all(
    work: Iterable[Prepared[K] | E], submit: Submit, at_a_time: int
) -> Iterator[tuple[Prepared[K], RunResult] | E]:
    """Run jobs and yield each with its outcome as it ends. What is no job is yielded as it is.

    A job that others may have kept from ending well is run again when all others have ended, by
    itself. Only a few jobs are in memory at a time. Raises CourseError if a sandbox does not
    start.
    """
    crowded: list[Prepared[K]] = []
    for one in side_by_side(work, submit, at_a_time):
        if isinstance(one, NoJob):
            yield one
        elif one[1].crowded:
            crowded.append(one[0])
        else:
            yield one
    for prepared in crowded:
        for again, examined in ended({submit(prepared.job): prepared}):
            yield again, replace(examined, notes=examined.notes or (AGAIN,))


def side_by_side(
    work: Iterable[Prepared[K] | E], submit: Submit, at_a_time: int
) -> Iterator[tuple[Prepared[K], RunResult] | E]:
    """Run jobs, so many at a time, and yield each with its outcome as it ends."""
    waiting: dict[Future[RunResult], Prepared[K]] = {}
    for one in work:
        if isinstance(one, NoJob):
            yield one
            continue
        waiting[submit(one.job)] = one
        if len(waiting) > at_a_time:  # one more than run, so that no worker waits for the next
            yield from ended(waiting)
    while waiting:
        yield from ended(waiting)


def ended(
    waiting: dict["Future[RunResult]", Prepared[K]],
) -> Iterator[tuple[Prepared[K], RunResult]]:
    """Wait until one or more have ended, and take them out."""
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        prepared = waiting.pop(future)
        try:
            yield prepared, future.result()
        except SandboxError as error:
            raise CourseError(str(error)) from None
        except CourseError:
            raise
        except Exception as error:  # of one submission's making, whatever it is
            reason = f"It could not be run: {type(error).__name__}."
            yield prepared, RunResult(prepared.job.submitted, 0.0, reason)
