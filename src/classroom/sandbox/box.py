"""Start the two processes of a worker, and fork them for each submission.

Submissions run in parallel in several workers (`pool.py`). Each worker has a student's process, for
the student's cells, and an examiner's process, for the tests. A process that has done all imports
is called warm. Imports take seconds; a fork of a warm process need not repeat them. So each
submission runs in forks of the two warm processes.

If sandboxes are on, both processes run in bubblewrap. They have no network, and they cannot change
the system or the virtual environment. Of the course they see only the package that students have;
the examiner's process also sees the package's checks.
"""

import contextlib
import json
import math
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO

from classroom.limits import Limits
from classroom.sandbox.bubblewrap import (
    SIDES,
    SandboxError,
    Side,
    bubblewrap,
    bwrap,
    environment,
    python_folders,
    why_no_sandbox,
)
from classroom.sandbox.inside.channel import Channel, HungUp, TooLong
from classroom.sandbox.inside.submission_limits import Allowed
from classroom.sandbox.memory_group import MemoryGroup

START = 120.0  # seconds that a warm process may take to start, on a machine that is busy
OPEN = 30.0  # seconds that it may take to answer


class ProcessEnded(SandboxError):
    """A warm process has ended unexpectedly."""


def allowed(limits: Limits) -> Allowed:
    """The part of ``limits`` that a warm process enforces on its forks.

    It covers memory, the number of processes, CPU time and disk space.
    """
    return Allowed(limits.memory, limits.processes, limits.computing, limits.cell, limits.disk)


class Session:
    """The channel to a fork of a warm process; the fork runs one submission.

    In a rehearsal (`rehearse`) there is no fork: the channel leads to the warm process itself.
    """

    def __init__(self, warm: "WarmProcess", channel: Channel):
        self.warm, self.channel = warm, channel

    def begin_cell(self) -> None:
        """Tell the warm process that a cell begins, so that it counts the cell's CPU time from 0.

        Nothing is sent if all processes of the sandbox run on one core. In that case, the cell's
        deadline also limits the CPU time.
        """
        if not self.warm.on_one_core:
            with contextlib.suppress(HungUp):
                self.warm.channel.send(b"c", 0, b"")

    def seconds_waited(self) -> float:
        """The longest time in seconds that any one process of the submission waited for a core.

        It is infinite if the warm process does not answer, since then others have its core as well.
        """
        said = self.warm.ask(b"w", b"")
        return float(said) if said != "killed" else math.inf

    def end(self, patience: float = 0) -> str:
        """Kill the fork and all processes that it started; return how the fork ended.

        If the fork still runs, it has ``patience`` seconds to end on its own. The result is
        “killed” if it had to be killed. Otherwise the result is, for example, “exit 1”, or the name
        of the limit that the fork exceeded.
        """
        self.channel.end.close()
        return self.warm.ask(b"e", str(patience).encode())


class WarmProcess:
    """A process that has done all imports and waits to be forked for submissions.

    The process gets its commands over ``channel``, its control channel.
    """

    def __init__(self, channel: Channel, *, on_one_core: bool = False):
        self.channel, self.on_one_core = channel, on_one_core
        self.memory = 0  # bytes that it used before its first fork

    def fork_copy(self, cores: list[int]) -> "WarmProcess":
        """Fork a second warm process from this warm process.

        The second process runs only on ``cores``; an empty list means any core. It can be forked
        for submissions, too. In bubblewrap, it ends when this process ends.
        """
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.channel.send(b"t", 0, json.dumps(cores).encode())
                self.channel.send_socket(theirs)
            self.answer()
            copy = WarmProcess(Channel(ours), on_one_core=len(cores) == 1)
            copy.answer()
            copy.memory = self.memory
        except (HungUp, OSError):
            ours.close()
            raise ProcessEnded("The sandbox has ended.") from None
        return copy

    def open(self, limits: Limits, group: MemoryGroup | None = None) -> Session:
        """Fork the process for one submission; return a session with the fork.

        The fork enters the memory cgroup ``group``, if there is one. Its limit is raised by half of
        this process's memory: the fork shares that memory, but copies each page that it changes.

        Raises ProcessEnded if the warm process has ended, SandboxError if the fork fails.
        """
        ours, theirs = socket.socketpair()
        channel = Channel(ours)
        descriptors = [group.entrance, group.events] if group else []
        try:
            if group:
                group.limit(limits.memory + self.memory // 2)
            with theirs:
                self.channel.send(b"o", 0, json.dumps(asdict(allowed(limits))).encode())
                self.channel.send_socket(theirs, *descriptors)
            why = self.answer()
            if not why:
                kind, _, body = channel.receive(time.monotonic() + OPEN, 10_000)
                why = body.decode(errors="replace") if kind == b"?" else ""
        except (HungUp, OSError, TooLong):
            ours.close()
            raise ProcessEnded("The sandbox cannot be used: its process has ended.") from None
        if why:
            ours.close()
            raise SandboxError(f"The sandbox cannot be prepared for a submission: {why}.")
        return Session(self, channel)

    def rehearse(self) -> Session:
        """Open a session in the warm process itself, not in a fork.

        Only the instructor's own answers may be graded in such a session. All modules that the
        session imports stay loaded, so every later fork has them, too.
        """
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.channel.send(b"r", 0, b"")
                self.channel.send_socket(theirs)
        except HungUp:
            ours.close()
            raise ProcessEnded("The sandbox has ended.") from None
        return Session(self, Channel(ours))

    def ask(self, kind: bytes, body: bytes) -> str:
        try:
            self.channel.send(kind, 0, body)
            return self.answer()
        except (HungUp, TimeoutError):
            self.close()
            return "killed"

    def answer(self) -> str:
        _, _, body = self.channel.receive(time.monotonic() + OPEN)
        return body.decode(errors="replace")

    def close(self) -> None:
        """Close the control channel; the process then ends on its own."""
        with contextlib.suppress(OSError):
            self.channel.end.shutdown(socket.SHUT_RDWR)
        self.channel.end.close()


class StartedProcess(WarmProcess):
    """A warm process that is started as a new program, not forked. Its imports take seconds."""

    def __init__(self, side: Side, sandboxed: bool, hidden: Iterable[Path]):
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        ours, theirs = socket.socketpair()
        super().__init__(Channel(ours))
        with theirs:
            what = "sandboxed" if sandboxed else "bare"
            python = [
                sys.executable,
                "-m",
                "classroom.sandbox.inside.worker",
                side,
                str(theirs.fileno()),
                what,
            ]
            command = (
                [*bubblewrap(side, hidden, bwrap() or "bwrap"), *python] if sandboxed else python
            )
            try:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=self.errors,
                    stderr=self.errors,
                    pass_fds=[theirs.fileno()],
                    env=environment(sandboxed),
                    start_new_session=True,
                )
            except OSError as error:
                super().close()
                self.errors.close()
                raise SandboxError(f"The sandbox did not start: {error}.") from None
        self.starting = True

    def wait(self) -> None:
        """Wait until the process has done its imports. Raises SandboxError if it does not start."""
        try:
            _, _, memory = self.channel.receive(time.monotonic() + START)
            self.memory, self.starting = int(memory), False
        except (HungUp, TimeoutError, TooLong):
            self.process.kill()
            self.process.wait()
            self.errors.seek(0)
            said = self.errors.read().decode(errors="replace").strip().splitlines()
            why = said[-1] if said else "no reason given"
            raise SandboxError(f"The sandbox did not start: {why}.") from None

    def close(self) -> None:
        super().close()
        if not self.starting:  # while it starts, it would not notice the closed connection
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
        self.process.kill()
        self.process.wait()
        self.errors.close()


class Sandbox:
    """One worker's two warm processes, the student's and the examiner's.

    A sandbox can run only one submission at a time.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        hidden: Iterable[Path] = (),
        no_sandbox: bool = False,
    ):
        """Keep the settings. The processes start later, with `start_and_wait` or a ``with`` block.

        Args:
            limits: how much memory, time and processes each submission may use.
            hidden: folders to hide even if they are inside a visible folder. For example, a course
                may be inside the virtual environment. If a hidden folder contains the virtual
                environment, the virtual environment stays visible, and the rest of the folder is
                hidden.
            no_sandbox: run the student's code as the user who grades, limited only in time: the
                code can read and write all files and use the network. The tests still run in a
                process of their own.

        Raises SandboxError if this machine can run no sandbox, unless ``no_sandbox``.
        """
        self.limits = limits or Limits()
        self.sandboxed = not no_sandbox
        if self.sandboxed and (why := why_no_sandbox()):
            raise SandboxError(f"{why} Or grade with --no-sandbox, if you trust every submission.")
        self.hidden = tuple(hidden)
        self.warm: dict[Side, WarmProcess] = {}
        self.group = MemoryGroup.make() if self.sandboxed else None  # of the student's processes

    def __enter__(self) -> "Sandbox":
        try:
            self.start_and_wait()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        while self.warm:  # another thread may be replacing a process that has died
            _, warm = self.warm.popitem()
            warm.close()
        if self.group:
            self.group.close()
            self.group = None

    def start(self) -> None:
        """Start the student's and the examiner's process, without waiting for their imports.

        The imports take seconds.
        """
        for side in SIDES:
            self.start_side(side)

    def start_and_wait(self) -> None:
        """Start the student's and the examiner's process, and wait until both are ready.

        Processes that have been started already are not started again.
        """
        if not self.warm:
            self.start()
        for warm in list(self.warm.values()):
            if isinstance(warm, StartedProcess) and warm.starting:
                warm.wait()

    def hides(self, folders: Iterable[Path]) -> bool:
        """Whether this sandbox hides every folder of ``folders``.

        A folder is hidden if it is inside a folder that this sandbox was told to hide. The virtual
        environment always stays visible, so its folders are not hidden.
        """
        seen = python_folders(self.hidden)

        def covered(folder: Path, hidden: Path) -> bool:
            again = (python for python in seen if python.is_relative_to(hidden))
            return folder.is_relative_to(hidden) and not any(map(folder.is_relative_to, again))

        return all(any(covered(folder, h) for h in self.hidden) for folder in folders)

    def start_side(self, side: Side) -> StartedProcess:
        """Start the student's or the examiner's process, in place of the previous one, if any."""
        new = self.warm[side] = StartedProcess(side, self.sandboxed, self.hidden)
        return new

    def fork_copy(self, cores: list[int]) -> "Sandbox":
        """Fork both processes of this sandbox; return a second sandbox, which has the forks.

        Another thread can use the second sandbox at the same time. The forks run only on ``cores``;
        an empty list means any core. In bubblewrap, they end when the processes of this sandbox
        end.
        """
        other = Sandbox(self.limits, hidden=self.hidden, no_sandbox=not self.sandboxed)
        try:
            for side, warm in self.warm.items():
                other.warm[side] = warm.fork_copy(cores)
        except BaseException:
            other.close()
            raise
        return other

    @contextlib.contextmanager
    def examiner(self, *, rehearsal: bool = False) -> Iterator[Session]:
        """Open a session of the examiner's process, and end it at the end of the ``with`` block.

        With ``rehearsal``, the session runs in the warm process itself instead of a fork, to test
        the instructor's answers. Many libraries load most of their modules only at their first use.
        After the rehearsal, these modules are loaded in every later session.
        """
        session = self.warm["examiner"].rehearse() if rehearsal else self.enter("examiner")
        try:
            yield session
        finally:
            session.end()

    def enter(self, side: Side) -> Session:
        """Open a session of the student's or the examiner's process; the caller must end it.

        If the warm process of that ``side`` has died, a new one is started first.
        """
        warm = self.warm.get(side)
        if warm is None:
            raise SandboxError("The sandbox is closed: use it only inside its `with` block.")
        group = self.group if side == "student" else None
        try:
            return warm.open(self.limits, group)
        except ProcessEnded:
            warm.close()
            new = self.start_side(side)
            new.wait()
            return new.open(self.limits, group)

    def preload_imports(self, session: Session) -> None:
        """Import in the student's warm process the modules that the instructor's answers imported.

        ``session`` is the session in which the instructor's answers ran. It must never be a
        student's session: a student must not decide what other students' processes import. The
        answers themselves ran in a fork of the warm process. So later forks, which run students'
        code, have the modules in their memory, but not the answers.
        """
        try:
            session.channel.send(b"m", 0, b"")
            _, _, names = session.channel.receive(time.monotonic() + OPEN)
        except (HungUp, TimeoutError):
            return
        if names != b"[]":
            self.warm["student"].ask(b"i", names)
