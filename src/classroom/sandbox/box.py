"""Each worker's two warm processes, one for the student and one for the tests.

Each submission gets a fork of both. They run in bubblewrap: without a network, with a read-only
system and virtual environment, and with nothing of the course except the package that students
have. The examiner also sees its checks.
"""

import contextlib
import json
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

START = 120.0  # seconds that a warm process may take to start, on a machine that is busy
OPEN = 30.0


class ProcessEnded(SandboxError):
    """A warm process has ended."""


def allowed(limits: Limits) -> Allowed:
    """The limits that the warm process itself enforces."""
    return Allowed(limits.memory, limits.processes, limits.computing, limits.cell, limits.disk)


class Session:
    """A fork that serves one submission."""

    def __init__(self, warm: "WarmProcess", channel: Channel):
        self.warm, self.channel = warm, channel

    def begin_cell(self) -> None:
        """Reset the CPU time of a cell. On one core this is not needed: its deadline is enough."""
        if not self.warm.on_one_core:
            with contextlib.suppress(HungUp):
                self.warm.channel.say(b"c", 0, b"")

    def seconds_waited(self) -> float:
        """How many seconds it waited for a core."""
        said = self.warm.ask(b"w", b"")
        return float(said) if said != "killed" else 0.0

    def end(self, patience: float = 0) -> str:
        """Kill it and all that it started. Return how it had ended before, or “killed”.

        A process that has just closed its connection may be about to end on its own: wait for that
        for at most ``patience`` seconds.
        """
        self.channel.end.close()
        return self.warm.ask(b"e", str(patience).encode())


class WarmProcess:
    """A process with all imports done, waiting to be forked."""

    def __init__(self, channel: Channel, *, on_one_core: bool = False):
        self.channel, self.on_one_core = channel, on_one_core

    def fork_twin(self, cores: list[int]) -> "WarmProcess":
        """Fork another warm process from this one. It ends when this one does."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.channel.say(b"t", 0, json.dumps(cores).encode())
                self.channel.hand(theirs)
            self.answer()
            twin = WarmProcess(Channel(ours), on_one_core=len(cores) == 1)
            twin.answer()
        except (HungUp, OSError):
            ours.close()
            raise ProcessEnded("The sandbox has ended.") from None
        return twin

    def open(self, limits: Limits) -> Session:
        """Fork it for a submission."""
        ours, theirs = socket.socketpair()
        channel = Channel(ours)
        try:
            with theirs:
                self.channel.say(b"o", 0, json.dumps(asdict(allowed(limits))).encode())
                self.channel.hand(theirs)
            why = self.answer()
            if not why:
                kind, _, body = channel.hear(time.monotonic() + OPEN, 10_000)
                why = body.decode(errors="replace") if kind == b"?" else ""
        except (HungUp, OSError, TooLong):
            ours.close()
            raise ProcessEnded("The sandbox cannot be entered: it has ended.") from None
        if why:
            ours.close()
            raise SandboxError(f"The sandbox cannot be entered: {why}.")
        return Session(self, channel)

    def rehearse(self) -> Session:
        """A session for the instructor's own answers, in this process itself instead of a fork.

        What it imports and sets up stays for the forks that come later.
        """
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.channel.say(b"r", 0, b"")
                self.channel.hand(theirs)
        except HungUp:
            ours.close()
            raise ProcessEnded("The sandbox has ended.") from None
        return Session(self, Channel(ours))

    def ask(self, kind: bytes, body: bytes) -> str:
        try:
            self.channel.say(kind, 0, body)
            return self.answer()
        except (HungUp, TimeoutError):
            self.close()
            return "killed"

    def answer(self) -> str:
        _, _, body = self.channel.hear(time.monotonic() + OPEN)
        return body.decode(errors="replace")

    def close(self) -> None:
        """Close the connection; the process then ends on its own."""
        with contextlib.suppress(OSError):
            self.channel.end.shutdown(socket.SHUT_RDWR)
        self.channel.end.close()


class StartedProcess(WarmProcess):
    """A warm process that is started, not forked. It takes seconds until it is warm."""

    def __init__(self, side: Side, sandboxed: bool, hidden: Iterable[Path]):
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        ours, theirs = socket.socketpair()
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
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self.errors,
                stderr=self.errors,
                pass_fds=[theirs.fileno()],
                env=environment(sandboxed),
                start_new_session=True,
            )
        super().__init__(Channel(ours))
        self.starting = True

    def wait(self) -> None:
        """Wait until it is warm."""
        try:
            self.channel.hear(time.monotonic() + START)
            self.starting = False
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
    """One worker's two warm processes. One submission at a time may be open."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        hidden: Iterable[Path] = (),
        no_sandbox: bool = False,
    ):
        """Start no process yet: ``with`` or `start_and_wait` does that.

        Args:
            limits: what each submission may use.
            hidden: folders to hide even if they are inside a visible system folder, such as a
                course inside its virtual environment. If one of them contains the virtual
                environment, that alone stays visible.
            no_sandbox: run the student's code as the user who grades, limited only in time: it can
                read and write all files and use the network. The tests still run in a process of
                their own.

        Raises SandboxError if this machine has no bubblewrap, unless ``no_sandbox``.
        """
        self.limits = limits or Limits()
        self.sandboxed = not no_sandbox
        if self.sandboxed and (why := why_no_sandbox()):
            raise SandboxError(f"{why} Or say --no-sandbox, and trust every submission.")
        self.hidden = tuple(hidden)
        self.warm: dict[Side, WarmProcess] = {}

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
        while self.warm:  # another thread may be replacing one that has died
            _, warm = self.warm.popitem()
            warm.close()

    def start(self) -> None:
        """Start its processes, which take seconds to be warm."""
        for side in SIDES:
            self.start_side(side)

    def start_and_wait(self) -> None:
        """Start its processes, unless that has begun, and wait until they are warm."""
        if not self.warm:
            self.start()
        for warm in list(self.warm.values()):
            if isinstance(warm, StartedProcess) and warm.starting:
                warm.wait()

    def hides(self, folders: Iterable[Path]) -> bool:
        """Whether the sandbox hides all these folders; a folder of this Python is never hidden."""
        seen = python_folders()

        def covered(folder: Path, hidden: Path) -> bool:
            again = (python for python in seen if python.is_relative_to(hidden))
            return folder.is_relative_to(hidden) and not any(map(folder.is_relative_to, again))

        return all(any(covered(folder, h) for h in self.hidden) for folder in folders)

    def start_side(self, side: Side) -> StartedProcess:
        """Start a side's process; it replaces the one before, if any."""
        new = self.warm[side] = StartedProcess(side, self.sandboxed, self.hidden)
        return new

    def fork_twin(self, cores: list[int]) -> "Sandbox":
        """Another sandbox, as warm as this one, for another thread. It ends when this one does.

        Its processes run on these cores; an empty list means on any core.
        """
        other = Sandbox(self.limits, hidden=self.hidden, no_sandbox=not self.sandboxed)
        for side, warm in self.warm.items():
            other.warm[side] = warm.fork_twin(cores)
        return other

    @contextlib.contextmanager
    def examiner(self, *, rehearsal: bool = False) -> Iterator[Session]:
        """A session of the examiner's, for as long as the block lasts.

        With ``rehearsal``, it examines the instructor's own answers. What it did for them is faster
        from then on, because many libraries import most modules only when they are first used.
        """
        session = self.warm["examiner"].rehearse() if rehearsal else self.enter("examiner")
        try:
            yield session
        finally:
            session.end()

    def enter(self, side: Side) -> Session:
        """Open a session for one side; the caller must end it.

        If the warm process has died since, a new one is started.
        """
        warm = self.warm.get(side)
        if warm is None:
            raise SandboxError("The sandbox is closed.")
        try:
            return warm.open(self.limits)
        except ProcessEnded:
            warm.close()
            new = self.start_side(side)
            new.wait()
            return new.open(self.limits)

    def preload_imports(self, session: Session) -> None:
        """Import in advance, for all students, what the instructor's own answers imported.

        Only the instructor's session is asked: a student must not decide what other students'
        processes import. Unlike the tests, these answers do not run in the warm process itself: no
        student's process may ever have contained them.
        """
        try:
            session.channel.say(b"m", 0, b"")
            _, _, names = session.channel.hear(time.monotonic() + OPEN)
        except (HungUp, TimeoutError):
            return
        if names != b"[]":
            self.warm["student"].ask(b"i", names)
