"""The room where a submission's cells run. Here a Jupyter kernel runs them, a fresh one for each.

The student's code and the tests share that kernel, so a student who means to can forge a score.
Whoever replaces this room replaces `execute_all`; nothing else knows how a cell comes to run.
"""

import asyncio
import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output

from classroom.notebook import grade_id
from classroom.submission import Submission, copy_files

TIMED_OUT = "CellTimeoutError"


class Stopped(Exception):
    """The time for a submission is over, or the grader was stopped."""


@dataclass(frozen=True)
class Limits:
    """How long a cell and a submission may run, in seconds, and how many run at a time."""

    cell: float = 30
    submission: float = 120
    at_a_time: int = 2


@dataclass(frozen=True)
class Execution:
    """A notebook that ran, as far as it came.

    ``reason`` is None where all of it ran. Otherwise it says in a sentence why a person must look,
    and the notebook's outputs are no ground for a score. ``notes`` are for the report.
    """

    notebook: NotebookNode
    seconds: float
    reason: str | None = None
    notes: tuple[str, ...] = ()


def execute_all(
    submissions: list[Submission], limits: Limits
) -> Iterator[tuple[Submission, Execution]]:
    """Run all submissions, several at a time, and yield each as soon as it has ended."""
    runs = [Run(submission, limits) for submission in submissions]
    with ThreadPoolExecutor(limits.at_a_time) as pool:
        pending = {pool.submit(run.execute): run for run in runs}
        try:
            for done in as_completed(pending):
                yield pending[done].submission, done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for run in runs:
                run.kill()


class Run:
    """One submission in one kernel."""

    def __init__(self, submission: Submission, limits: Limits):
        self.submission, self.limits = submission, limits
        self.notes: list[str] = []
        self.deadline = float("inf")
        self.client: NotebookClient | None = None
        self.cell: NotebookNode | None = None
        self.killed = threading.Event()

    def execute(self) -> Execution:
        """Run every cell of the notebook. Never raises for what the student's code does."""
        start = time.monotonic()
        self.deadline = start + self.limits.submission
        notebook = self.submission.notebook
        folder = Path(tempfile.mkdtemp(prefix="run-"))
        reason = None
        try:
            self.run_in(folder)
        except Stopped:
            reason = f"It ran longer than {self.limits.submission:g} s."
        except DeadKernelError:
            reason = f"Python died {self.place()}."
        except Exception as error:
            reason = f"It could not be run: {type(error).__name__} {self.place()}."
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return Execution(notebook, time.monotonic() - start, reason, tuple(self.notes))

    def run_in(self, folder: Path) -> None:
        """Run the notebook in a folder of its own."""
        work = folder / "work"
        work.mkdir()
        copy_files(self.submission.folder, work)
        self.client = NotebookClient(
            self.submission.notebook,
            km=kernel_manager(folder),
            allow_errors=True,
            interrupt_on_timeout=True,
            iopub_timeout=1,
            error_on_timeout={"ename": TIMED_OUT, "evalue": "", "traceback": []},
            timeout_func=lambda cell: max(1, min(self.limits.cell, self.time_left())),
            shutdown_kernel="immediate",
            on_cell_start=self.begin_cell,
            on_cell_executed=self.end_cell,
        )
        try:
            asyncio.run(
                self.client.async_execute(
                    cwd=str(work),
                    env=environment(folder),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cleanup_kc=True,
                )
            )
        finally:  # nbclient leaves its own behind after a start that failed
            atexit.unregister(self.client._cleanup_kernel)

    def time_left(self) -> float:
        return self.deadline - time.monotonic()

    def begin_cell(self, cell: NotebookNode, cell_index: int) -> None:
        if self.killed.is_set() or self.time_left() < 0:
            raise Stopped
        self.cell = cell

    def end_cell(self, cell: NotebookNode, cell_index: int, execute_reply: dict) -> None:
        if execute_reply["content"].get("ename") == TIMED_OUT:
            self.notes.append(f"It was stopped after {self.limits.cell:g} s {self.place()}.")
            says = f"This cell ran longer than {self.limits.cell:g} seconds and was stopped."
            error = new_output("error", ename=TIMED_OUT, evalue=says, traceback=[says])
            cell.outputs.append(error)

    def place(self) -> str:
        if self.cell is None:
            return "before its first cell"
        name = grade_id(self.cell)
        return f"in the cell “{name}”" if name else "in a cell of the student's own"

    def kill(self) -> None:
        """End the run now, whatever it does."""
        self.killed.set()
        provisioner = self.client.km.provisioner if self.client and self.client.km else None
        pid = getattr(provisioner, "pid", None)
        if pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def kernel_manager(folder: Path) -> AsyncKernelManager:
    """A manager of this Python's own kernel, whatever other kernels the user has installed.

    It keeps its files in ``folder``, and its channels off the network where the system can.
    """
    manager = AsyncKernelManager(
        kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
        connection_file=str(folder / "kernel.json"),
    )
    if os.name == "posix":
        manager.transport = "ipc"
    return manager


def environment(folder: Path) -> dict[str, str]:
    """The kernel's environment: one thread a kernel, and no settings of the instructor's own."""
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    return {
        **os.environ,
        **threads,
        "IPYTHONDIR": str(folder / "ipython"),
        "NBGRADER_EXECUTION": "autograde",
    }
