"""Many submissions at a time: each worker has a sandbox of its own.

A worker is a thread, for all that takes long runs in its sandbox's processes. With the address of
a Dask scheduler, the workers are the threads of its machines, and the notebooks travel to them.
"""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from classroom.basis import hashed
from classroom.course import CourseError
from classroom.examiner import Examined, examine
from classroom.notebook import Role, grade_id, points, role
from classroom.sandbox import Limits, Sandbox, SandboxError, package_folder, why_no_sandbox
from classroom.verdict import reason_said
from classroom.worth import earned

FIRST = Limits(cell=300, submission=900, computing=900)  # for the instructor's own notebook
PATIENCE = 30.0  # seconds without a scheduler, or without any worker
KEPT = "What was graded before is kept; run it again for the rest."


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

    def __init__(self, room: Room):
        self.room, self.opened, self.own = room, list[Sandbox](), threading.local()
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
        if not hasattr(os, "sched_setaffinity"):
            return []
        cores = sorted(os.sched_getaffinity(os.getpid()))
        own = cores[(os.getpid() + len(self.opened)) % len(cores)]  # others' crews begin elsewhere
        os.sched_setaffinity(threading.get_native_id(), {own})
        return [own]

    def make_ready(self, source: NotebookNode) -> Sandbox:
        """A sandbox in which the instructor's own notebook has run.

        So the tests' imports, which may take seconds, are no student's time; and a test that gives
        the reference solution less than all its points is found before it is anybody's loss.
        """
        room = self.room
        sandbox = Sandbox(FIRST, hidden=room.hidden, no_sandbox=room.no_sandbox)
        self.opened.append(sandbox)
        sandbox.start()
        examined = examine(source, source, sandbox, ours=True)
        if examined.reason:
            raise CourseError(f"The instructor's notebook cannot be graded: {examined.reason}")
        for cell in examined.notebook.cells:
            if role(cell) is Role.TEST and earned(cell) != points(cell):
                raise CourseError(
                    f"The reference solution itself does not earn all points at “{grade_id(cell)}”"
                    f": {reason_said(cell) or 'no reason given'} Nothing was graded."
                )
        sandbox.limits = room.limits
        return sandbox

    def close(self) -> None:
        """End all sandboxes, and so whatever runs in them."""
        for sandbox in self.opened:
            sandbox.close()


@contextlib.contextmanager
def workers(room: Room, count: int) -> Iterator[tuple[Submit, int]]:
    """Workers on this machine. Yields how to give them a job, and how many there are.

    Raises CourseError where this machine has no sandbox.
    """
    if not room.no_sandbox and (why := why_no_sandbox()):
        raise CourseError(f"{why} Or say --no-sandbox, and trust every submission.")
    crew, threads = Crew(room), ThreadPoolExecutor(count)
    try:
        yield lambda job: threads.submit(crew.examine, job), count
    finally:
        crew.close()  # what still runs ends at once
        threads.shutdown(cancel_futures=True)
        crew.close()  # what a worker has opened meanwhile


@contextlib.contextmanager
def workers_of(scheduler: str, room: Room) -> Iterator[tuple[Submit, int]]:
    """The workers of a Dask scheduler, such as ``tcp://10.0.0.1:8786``.

    Each of their machines must have this package just as it is here, with the extras ``classroom``
    and ``cluster``. A worker that joins later works, too; what one was at when it died, another
    does.

    Raises CourseError where the scheduler cannot be reached, has no workers, or has one that
    cannot grade. A job does so when the scheduler or all of its workers are gone.
    """
    try:
        from distributed import Client
        from distributed.client import FutureCancelledError
    except ImportError:
        raise CourseError(
            '--scheduler needs Dask: pip install "payattention[cluster]", here and where the '
            "workers are."
        ) from None
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise CourseError(f"The scheduler {scheduler} cannot be reached: {error}.") from None
    name = f"{socket.gethostname()}: {', '.join(map(str, room.hidden))}"  # of whose class it is

    def ask(job: Job) -> Examined:
        asked = client.submit(work, name, job, pure=False)
        while True:
            with contextlib.suppress(TimeoutError):
                try:
                    return asked.result(PATIENCE)
                except FutureCancelledError:
                    raise CourseError(f"The scheduler {scheduler} is gone. {KEPT}") from None
            if not client.nthreads():
                raise CourseError(f"The workers of {scheduler} are gone. {KEPT}")

    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise CourseError(f"The scheduler {scheduler} has no workers yet.")
        threads = ThreadPoolExecutor(count + 1)  # each waits for an answer
        try:
            try:
                client.register_plugin(crew_here(room), name)
            except ModuleNotFoundError as error:
                raise CourseError(
                    f"A worker of {scheduler} lacks the package {error.name}: there, too, "
                    'pip install "payattention[classroom,cluster]".'
                ) from None
            yield lambda job: threads.submit(ask, job), count
        finally:
            if client.status == "running":
                client.unregister_worker_plugin(name)  # what still runs ends at once
            client.close()
            threads.shutdown(cancel_futures=True)


def work(name: str, job: Job) -> Examined:
    """What a worker elsewhere does, with the crew that this class has there."""
    from distributed import get_worker

    here: Any = get_worker().plugins[name]
    if here.wrong:
        raise CourseError(here.wrong)
    try:
        return here.crew.examine(job)
    finally:
        if here.over:  # what was opened meanwhile
            here.crew.close()


def crew_here(room: Room) -> Any:
    """A plugin of Dask's that gives every worker a crew until the grading or the worker ends."""
    from distributed import Worker, WorkerPlugin

    ours = code()

    class CrewHere(WorkerPlugin):
        def setup(self, worker: Worker) -> None:
            hidden = tuple(folder for folder in room.hidden if folder.is_dir())
            self.crew, self.over = Crew(replace(room, hidden=hidden)), False
            self.wrong = "" if room.no_sandbox else why_no_sandbox()
            if code() != ours:
                self.wrong = "Its payattention is not the one that is installed here."
            if self.wrong:
                self.wrong = f"The worker {worker.address} cannot grade. {self.wrong}"
                raise CourseError(self.wrong)

        def teardown(self, worker: Worker) -> None:
            self.over = True
            self.crew.close()

    return CrewHere()


def code() -> str:
    """A hash of this package, which scores rest on."""
    folders = [package_folder(), Path(__file__).parent]
    return hashed(file.read_bytes() for at in folders for file in sorted(at.rglob("*.py")))


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
