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
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from classroom.limits import Limits
from classroom.phases import Phases
from classroom.sandbox.bubblewrap import SIDES, SandboxError, Side, python_folders, why_no_sandbox
from classroom.sandbox.inside.channel import HungUp
from classroom.sandbox.memory_group import MemoryGroup
from classroom.sandbox.warm_process import OPEN, ProcessEnded, Session, StartedProcess, WarmProcess


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
    def examiner(
        self, *, rehearsal: bool = False, phases: Phases | None = None
    ) -> Iterator[Session]:
        """Open a session of the examiner's process, and end it at the end of the ``with`` block.

        With ``rehearsal``, the session runs in the warm process itself instead of a fork, to test
        the instructor's answers. Many libraries load most of their modules only at their first use.
        After the rehearsal, these modules are loaded in every later session.
        """
        warm = self.warm["examiner"]
        session = warm.rehearse() if rehearsal else self.enter("examiner", phases)
        try:
            yield session
        finally:
            session.end()

    def enter(self, side: Side, phases: Phases | None = None) -> Session:
        """Open a session of the student's or the examiner's process; the caller must end it.

        If the warm process of that ``side`` has died, a new one is started first.
        """
        warm = self.warm.get(side)
        if warm is None:
            raise SandboxError("The sandbox is closed: use it only inside its `with` block.")
        group = self.group if side == "student" else None
        try:
            return warm.open(self.limits, group, phases)
        except ProcessEnded:
            warm.close()
            new = self.start_side(side)
            new.wait()
            return new.open(self.limits, group, phases)

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
        self.import_for_students(json.loads(names))

    def import_for_students(self, modules: Sequence[str]) -> None:
        """Import modules in the student's warm process. No student may choose them."""
        if modules:
            self.warm["student"].ask(b"i", json.dumps(modules).encode())
