"""A warm process: it has done all imports, and is forked for each submission (`box.py`)."""

import contextlib
import json
import math
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO

from classroom.limits import Limits
from classroom.phases import Phases, cpu_seconds
from classroom.sandbox.bubblewrap import SandboxError, Side, bubblewrap, bwrap, environment
from classroom.sandbox.inside.channel import Channel, HungUp, TooLong
from classroom.sandbox.inside.submission_limits import Allowed
from classroom.sandbox.memory_group import MemoryGroup

START = 120.0  # seconds that a warm process may take to start, on a machine that is busy
OPEN = 30.0  # seconds that it may take to answer
FORK, WALLS = "forks", "namespaces, mounts and limits"  # phases of a submission's start


def connection() -> tuple[Channel, socket.socket]:
    """A new channel, and the socket for its other side.

    On Linux, the channel knows which process sends a message (`Channel.sender`).
    """
    ours, theirs = socket.socketpair()
    if hasattr(socket, "SO_PASSCRED"):
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    return Channel(ours), theirs


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
    ``pid`` is the id of the fork, 0 if it is not known.
    """

    def __init__(self, warm: "WarmProcess", channel: Channel, pid: int = 0):
        self.warm, self.channel, self.pid = warm, channel, pid

    def begin_cell(self) -> None:
        """Tell the warm process that a cell begins, so that it counts the cell's CPU time from 0.

        Nothing is sent if all processes of the sandbox run on one core. In that case, the cell's
        deadline also limits the CPU time.
        """
        if not self.warm.on_one_core:
            with contextlib.suppress(HungUp):
                self.warm.channel.send(b"c", 0, b"")

    def processes(self) -> set[int]:
        """The ids of the fork, and of the warm process that looks after it."""
        return {self.pid, self.warm.pid}

    def seconds_waited(self) -> float:
        """The longest time in seconds that any one process of the submission waited for a core.

        It is infinite if the warm process does not answer, since then others have its core as well.
        """
        answer = self.warm.ask(b"w", b"")
        return float(answer) if answer != "killed" else math.inf

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
        self.pid = 0  # 0 if it is not known

    def fork_copy(self, cores: list[int]) -> "WarmProcess":
        """Fork a second warm process from this warm process.

        The second process runs only on ``cores``; an empty list means any core. It can be forked
        for submissions, too. In bubblewrap, it ends when this process ends.
        """
        channel, theirs = connection()
        try:
            with theirs:
                self.channel.send(b"t", 0, json.dumps(cores).encode())
                self.channel.send_socket(theirs)
            self.answer()
            copy = WarmProcess(channel, on_one_core=len(cores) == 1)
            copy.pid = channel.sender(time.monotonic() + OPEN)
            copy.answer()
            copy.memory = self.memory
        except (HungUp, OSError):
            channel.end.close()
            raise ProcessEnded("The sandbox has ended.") from None
        return copy

    def open(
        self, limits: Limits, group: MemoryGroup | None = None, phases: Phases | None = None
    ) -> Session:
        """Fork the process for one submission; return a session with the fork.

        The fork enters the memory cgroup ``group``, if there is one. Its limit is raised by half of
        this process's memory: the fork shares that memory, but copies each page that it changes.

        The time of the fork, and of what the fork then does to be ready, is added to ``phases``.

        Raises ProcessEnded if the warm process has ended, SandboxError if the fork fails.
        """
        channel, theirs = connection()
        phases = phases or Phases()
        descriptors = [group.entrance, group.events] if group else []
        try:
            if group:
                group.limit(limits.memory + self.memory // 2)
            with theirs, phases.timed(FORK, self.pid):
                self.channel.send(b"o", 0, json.dumps(asdict(allowed(limits))).encode())
                self.channel.send_socket(theirs, *descriptors)
                why = self.answer()
            pid = 0
            if not why:
                with phases.timed(WALLS, self.pid):
                    pid = channel.sender(time.monotonic() + OPEN)
                    kind, _, body = channel.receive(time.monotonic() + OPEN, 10_000)
                phases.add(WALLS, 0.0, cpu_seconds(pid))
                why = body.decode(errors="replace") if kind == b"?" else ""
        except (HungUp, OSError, TooLong):
            channel.end.close()
            raise ProcessEnded("The sandbox cannot be used: its process has ended.") from None
        if why:
            channel.end.close()
            raise SandboxError(f"The sandbox cannot be prepared for a submission: {why}.")
        return Session(self, channel, pid)

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
        return Session(self, Channel(ours), self.pid)

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
        channel, theirs = connection()
        super().__init__(channel)
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
            self.pid = self.channel.sender(time.monotonic() + START)
            _, _, memory = self.channel.receive(time.monotonic() + START)
            self.memory, self.starting = int(memory), False
        except (HungUp, OSError, TooLong):
            self.process.kill()
            self.process.wait()
            self.errors.seek(0)
            lines = self.errors.read().decode(errors="replace").strip().splitlines()
            why = lines[-1] if lines else "no reason given"
            raise SandboxError(f"The sandbox did not start: {why}.") from None

    def close(self) -> None:
        super().close()
        if not self.starting:  # while it starts, it would not notice the closed connection
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
        self.process.kill()
        self.process.wait()
        self.errors.close()
