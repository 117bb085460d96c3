"""Grade a class on many machines: Dask workers take the place of the threads of `pool.py`.

The notebooks are sent to the workers, and each worker's machine has its own sandboxes.
"""

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from classroom.course import CourseError
from classroom.fingerprint import PACKAGES, hashed, package_folder
from classroom.sandbox.bubblewrap import why_no_sandbox
from classroom.sandbox.pool import Job, Sandboxes, SandboxSettings, Submit
from classroom.sandbox.run_submission import RunResult

PATIENCE = 30.0  # seconds without a scheduler, or without any worker
RUN_AGAIN = "What was graded before is kept; run the command again for the rest."


@contextlib.contextmanager
def workers_of(scheduler: str, settings: SandboxSettings) -> Iterator[tuple[Submit, int]]:
    """Use the workers of a Dask scheduler, for example ``tcp://10.0.0.1:8786``, to run jobs.

    Yields a function that submits a job, and the number of threads of all workers together. Each
    worker's machine must have the same code of this package as this machine, with the extras
    ``classroom`` and ``cluster``. A worker that joins later is used, too. If a worker dies, another
    worker repeats its job.

    Raises CourseError if the scheduler cannot be reached, if it has no workers, or if one of its
    workers cannot grade. A job raises CourseError if the scheduler or all of its workers are gone.
    """
    client = connected(scheduler)
    name = f"{socket.gethostname()}: {', '.join(map(str, settings.hidden))}"  # which class
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise CourseError(
                f"The scheduler {scheduler} has no workers yet: start some with `dask worker`."
            )
        threads = ThreadPoolExecutor(count + 1)  # each waits for an answer
        try:
            enlist(client, scheduler, settings, name)
            yield lambda job: threads.submit(ask, client, scheduler, name, job), count
        finally:
            if client.status == "running":
                with contextlib.suppress(KeyError, OSError):  # no worker has it, or one is gone
                    client.unregister_worker_plugin(name)  # ends running jobs at once
            client.close()
            threads.shutdown(cancel_futures=True)


def ask(client: Any, scheduler: str, name: str, job: Job) -> RunResult:
    """The result of a job that a worker runs; ``name`` is that of the class."""
    from distributed.client import FutureCancelledError

    asked = client.submit(work, name, job, pure=False)
    while True:
        with contextlib.suppress(TimeoutError):
            try:
                return asked.result(PATIENCE)
            except FutureCancelledError:
                raise CourseError(f"The scheduler {scheduler} is gone. {RUN_AGAIN}") from None
        require_workers(client, scheduler)


def connected(scheduler: str) -> Any:
    """A client of a Dask scheduler. Raises CourseError if the scheduler cannot be reached."""
    try:
        from distributed import Client
    except ImportError:
        raise CourseError(
            '--scheduler needs Dask: pip install "payattention[cluster]", on this machine and on '
            "those of the workers."
        ) from None
    if not scheduler.startswith(("tcp://", "tls://")):
        raise CourseError(f"--scheduler must have the form tcp://HOST:PORT, not {scheduler}.")
    try:
        return Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise CourseError(f"The scheduler {scheduler} cannot be reached: {error}.") from None


def enlist(client: Any, scheduler: str, settings: SandboxSettings, name: str) -> None:
    """Give every Dask worker its `Sandboxes`.

    A Dask plugin (`sandboxes_plugin`), registered under ``name``, makes them on each worker.
    ``client`` is connected to the scheduler at the address ``scheduler``. If a worker dies during
    the registration, the other workers are registered. Raises CourseError if a worker cannot grade,
    if no worker is left, or if the workers cannot be reached.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            client.register_plugin(sandboxes_plugin(settings), name)
            return
        except CourseError:
            raise
        except OSError as error:  # a worker or the scheduler hung up
            require_workers(client, scheduler)
            if time.monotonic() > until:
                raise CourseError(
                    f"The workers of {scheduler} cannot be reached: {error}. {RUN_AGAIN}"
                ) from None
            time.sleep(0.1)  # until the scheduler has noticed which worker died
        except Exception as error:  # Dask wraps a worker's exception, not always in the same way
            lacking = re.search(r"No module named '(\w+)", str(error))
            if not lacking:
                raise
            raise CourseError(
                f"A worker of {scheduler} lacks the package {lacking[1]}. On its machine, run "
                'pip install "payattention[classroom,cluster]".'
            ) from None


def require_workers(client: Any, scheduler: str) -> None:
    """Raise CourseError if the scheduler or all of its workers are gone."""
    with contextlib.suppress(OSError):
        if client.status == "running":
            if client.nthreads():
                return
            raise CourseError(f"The workers of {scheduler} are gone. {RUN_AGAIN}")
    raise CourseError(f"The scheduler {scheduler} is gone. {RUN_AGAIN}")


def work(name: str, job: Job) -> RunResult:
    """Run a job in a sandbox of the Dask worker that calls this function.

    The sandboxes are in the worker's Dask plugin, which `sandboxes_plugin` has made; it is
    registered under ``name``. Raises CourseError if the worker cannot grade.
    """
    from distributed import get_worker

    here: Any = get_worker().plugins[name]
    if here.wrong:
        raise CourseError(here.wrong)
    try:
        return here.sandboxes.run(job)
    finally:
        if here.over:  # the job may have opened a sandbox after the end
            here.sandboxes.close()


def sandboxes_plugin(settings: SandboxSettings) -> Any:
    """A Dask plugin that gives every worker its `Sandboxes` until the grading ends.

    The plugin's set-up fails on a worker whose code of this package differs from the code on this
    machine. It also fails on a worker that needs a sandbox but can run none.
    """
    from distributed import Worker, WorkerPlugin

    ours = code()

    class SandboxesPlugin(WorkerPlugin):
        def setup(self, worker: Worker) -> None:
            hidden = tuple(folder for folder in settings.hidden if folder.is_dir())
            self.sandboxes, self.over = Sandboxes(replace(settings, hidden=hidden)), False
            self.wrong = "" if settings.no_sandbox else why_no_sandbox()
            if code() != ours:
                self.wrong = "Its payattention differs from the one that is installed here."
            if self.wrong:
                self.wrong = f"The worker {worker.address} cannot grade. {self.wrong}"
                raise CourseError(self.wrong)

        def teardown(self, worker: Worker) -> None:
            self.over = True
            self.sandboxes.close()

    return SandboxesPlugin()


def code() -> str:
    """A hash of the code that grades: all Python files of `classroom` and of `PACKAGES`."""
    folders = [*map(package_folder, PACKAGES), Path(__file__).parent.parent]
    return hashed(file.read_bytes() for at in folders for file in sorted(at.rglob("*.py")))
