"""Run many submissions in parallel: each worker has a sandbox of its own.

A worker is a thread. That is enough, because the slow work runs in the sandbox's processes.
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

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import Role, grade_id, points, role
from classroom.assignment.read_verdict import earned, explanation_of
from classroom.course import CourseError
from classroom.limits import Limits
from classroom.phases import Phases
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import SandboxError, why_no_sandbox
from classroom.sandbox.inside.usage import computing_time, family
from classroom.sandbox.run_submission import RunResult, run_submission
from classroom.sandbox.warm_process import StartedProcess

AGAIN = "It was run again alone, because the machine was busy when it was stopped."
FIRST = Limits(cell=300, submission=900, computing=900)  # for the instructor's own notebook


@dataclass(frozen=True)
class SandboxSettings:
    """The settings of the sandboxes, the same for every worker."""

    limits: Limits = field(default_factory=Limits)
    hidden: tuple[Path, ...] = ()  # folders that must not be visible inside the sandbox
    no_sandbox: bool = False


@dataclass(frozen=True)
class Job:
    """A submission to run. All fields except the first and last are arguments of `run_submission`.

    ``imports`` are the same in all jobs of a class: the first job's are imported before it runs.
    """

    student: str
    source: InstructorNotebook
    submitted: NotebookNode
    files: dict[str, bytes]
    tests: tuple[str, ...] | None = None
    key: bytes = field(default=b"", repr=False)
    imports: tuple[str, ...] = ()  # modules that the class needs, and that take long to import


K = TypeVar("K")
E = TypeVar("E", bound="NotToRun")


@dataclass(frozen=True)
class Prepared(Generic[K]):
    """A job, and data that the caller gets back together with the job's result."""

    job: Job
    known: K


class NotToRun:
    """The base class of items that may stand among the jobs for `run_all`, but are not to be run.

    `run_all` yields such an item unchanged. An example is a submission that could not be read.
    """


Submit = Callable[[Job], "Future[RunResult]"]


class Sandboxes:
    """The sandboxes of the worker threads in one process: one sandbox for each thread.

    A first sandbox is prepared by running the instructor's notebook in it. At a thread's first job,
    the thread's own sandbox is forked from the prepared sandbox.
    """

    def __init__(
        self, settings: SandboxSettings, first: Sandbox | None = None, *, pin: bool = False
    ):
        """Keep the settings. The first job prepares the first sandbox.

        Args:
            settings: the settings of every sandbox.
            first: the sandbox to prepare, which may be starting already. A new sandbox is made
                instead if ``first`` is None or does not hide all folders of ``settings.hidden``.
            pin: whether each thread is pinned to one core at its first job.
        """
        self.settings, self.opened, self.own = settings, list[Sandbox](), threading.local()
        self.first, self.pin = first, pin
        self.ready: Sandbox | None = None
        self.lock = threading.Lock()
        self.phases = Phases()  # what is done once

    def run(self, job: Job) -> RunResult:
        if not hasattr(self.own, "sandbox"):
            with self.lock:
                self.ready = self.ready or self.prepare_sandbox(job.source, job.key, job.imports)
                self.own.sandbox = self.ready.fork_copy(self.pin_to_core())
                self.opened.append(self.own.sandbox)
        return run_submission(
            job.source, job.submitted, self.own.sandbox, job.files, job.tests, job.key
        )

    def pin_to_core(self) -> list[int]:
        """Pin this thread to one core if these were made with ``pin``; return the core in a list.

        The processes of the thread's sandbox must run on the cores in the list; an empty list means
        any core. To wake a process on another core takes six times as long as on the same core, and
        a submission's two processes take turns hundreds of times.
        """
        if not (self.pin and hasattr(os, "sched_setaffinity")):
            return []
        known = cores()
        own = known[len(self.opened) % len(known)]
        os.sched_setaffinity(threading.get_native_id(), {own})
        return [own]

    def prepare_sandbox(
        self, source: InstructorNotebook, key: bytes = b"", imports: tuple[str, ...] = ()
    ) -> Sandbox:
        """Start the first sandbox and run the instructor's notebook in it; return the sandbox.

        ``source`` is the instructor's notebook; the seeds of its hidden tests are derived from
        ``key``. The run does the imports of the tests. They may take seconds, which are then not
        part of any student's time. The same holds for the modules ``imports``. Raises CourseError
        if a test gives the instructor's answers less than all points; then no student is graded.
        """
        settings, sandbox = self.settings, self.first
        if sandbox is None or not sandbox.hides(settings.hidden):
            sandbox = Sandbox(hidden=settings.hidden, no_sandbox=settings.no_sandbox)
        self.opened.append(sandbox)
        sandbox.limits = FIRST
        with self.phases.timed("start of the sandboxes, once"):
            sandbox.start_and_wait()
            sandbox.import_for_students(imports)
        warm = [process.pid for process in sandbox.warm.values()]
        with self.phases.timed("the reference solution, once", *warm):
            answers = source, source.solved, sandbox, source.files
            ran = run_submission(*answers, key=key, rehearsal=True)
            require_all_points(ran)
        sandbox.limits = settings.limits
        if settings.limits != Limits():  # the reference solution must stay within these limits, too
            again = run_submission(*answers, key=key)
            require_all_points(again, " within c.Limits")
        return sandbox

    def computing(self) -> dict[str, float]:
        """The CPU seconds that the student's and the examiner's processes have used so far."""
        started = [
            (side, warm.process.pid)
            for sandbox in self.opened
            for side, warm in sandbox.warm.items()
            if isinstance(warm, StartedProcess)
        ]
        return {side: sum(map(computing_time, family(pid))) for side, pid in started}

    def close(self) -> None:
        """End all sandboxes, and with them everything that runs in them."""
        for sandbox in self.opened:
            sandbox.close()


def require_all_points(examined: RunResult, how: str = "") -> None:
    """Raise CourseError unless the instructor's own answers earn all points of every test.

    ``examined`` is the result of running them. ``how`` says under which conditions they ran, such
    as “ within c.Limits”; it becomes a part of the error message.
    """
    if examined.reason:
        raise CourseError(f"The instructor's notebook cannot be graded{how}: {examined.reason}")
    for cell in examined.notebook.cells:
        if role(cell) is Role.TEST and earned(cell) != points(cell):
            why = (explanation_of(cell) or "no reason given").rstrip(".")
            raise CourseError(
                f"The reference solution itself does not earn all points{how} at "
                f"“{grade_id(cell)}”: {why}. Nothing was graded."
            )


def cores() -> list[int]:
    """The numbers of the CPU cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(os.getpid()))
    return list(range(os.cpu_count() or 1))


@contextlib.contextmanager
def workers(
    settings: SandboxSettings,
    count: int,
    first: Sandbox | None = None,
    phases: Phases | None = None,
) -> Iterator[tuple[Submit, int]]:
    """Start ``count`` worker threads. Yields a function that submits a job, and ``count``.

    ``first`` is a sandbox that may be starting already; None makes a new one. At the end, the CPU
    time that the sandboxes have used is added to ``phases``. Raises CourseError if
    ``settings`` ask for a sandbox and this machine can run none.
    """
    if not settings.no_sandbox and (why := why_no_sandbox()):
        raise CourseError(f"{why} Or grade with --no-sandbox, if you trust every submission.")
    sandboxes, threads = Sandboxes(settings, first, pin=True), ThreadPoolExecutor(count)
    try:
        yield lambda job: threads.submit(sandboxes.run, job), count
    finally:
        if phases:
            phases.add_all(sandboxes.phases)
            phases.processes |= sandboxes.computing()
        sandboxes.close()  # ends running jobs at once
        threads.shutdown(cancel_futures=True)
        sandboxes.close()  # a worker may have opened another sandbox meanwhile


def run_all(
    work: Iterable[Prepared[K] | E], submit: Submit, at_a_time: int
) -> Iterator[tuple[Prepared[K], RunResult] | E]:
    """Run jobs in parallel; yield each job with its result as soon as the job ends.

    An item of ``work`` that is a `NotToRun`, not a job, is yielded unchanged. ``submit`` starts a
    job; ``at_a_time`` is the number of workers. To save memory, a job is taken from ``work`` only
    shortly before a worker is free for it.

    If ``stopped_while_busy`` of a result is true, its job is run again, alone, after all other
    jobs, and only the second result is yielded. Raises CourseError if a sandbox does not start.
    """
    repeated: list[Prepared[K]] = []
    for one in side_by_side(work, submit, at_a_time):
        if isinstance(one, NotToRun):
            yield one
        elif one[1].stopped_while_busy:
            repeated.append(one[0])
        else:
            yield one
    for prepared in repeated:
        for again, examined in ended({submit(prepared.job): prepared}):
            yield again, replace(examined, notes=examined.notes or (AGAIN,))


def side_by_side(
    work: Iterable[Prepared[K] | E], submit: Submit, at_a_time: int
) -> Iterator[tuple[Prepared[K], RunResult] | E]:
    """Run jobs in parallel; yield each job with its result as soon as the job ends.

    An item of ``work`` that is a `NotToRun`, not a job, is yielded unchanged. ``submit`` starts a
    job; ``at_a_time`` is the number of workers. Up to ``at_a_time`` + 1 jobs are submitted at a
    time, so that no worker waits.
    """
    waiting: dict[Future[RunResult], Prepared[K]] = {}
    for one in work:
        if isinstance(one, NotToRun):
            yield one
            continue
        waiting[submit(one.job)] = one
        if len(waiting) > at_a_time:  # one job more than workers, so that no worker waits
            yield from ended(waiting)
    while waiting:
        yield from ended(waiting)


def ended(
    waiting: dict["Future[RunResult]", Prepared[K]],
) -> Iterator[tuple[Prepared[K], RunResult]]:
    """Wait until at least one job has ended; yield each ended job with its result.

    ``waiting`` maps the future of each running job to the job; ended jobs are removed from it. If a
    job raised CourseError or SandboxError, CourseError is raised. If a job raised any other
    exception, its result is a `RunResult` whose ``reason`` names the exception.
    """
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        prepared = waiting.pop(future)
        try:
            yield prepared, future.result()
        except SandboxError as error:
            raise CourseError(str(error)) from None
        except CourseError:
            raise
        except Exception as error:  # one submission caused it; the others must still run
            reason = f"It could not be run: {type(error).__name__}."
            yield prepared, RunResult(prepared.job.submitted, 0.0, reason)
