"""Memory cgroups: the kernel counts and limits all memory that a submission causes it to hold.

Each worker has a cgroup of its own for the student's processes. To make cgroups, the grader must
own a part of the tree of cgroups: as root, or in a scope that systemd delegates to it. Where it
cannot have one, the warm parent measures memory twenty times a second (`inside/worker.py`), and
memory that a process could hold unseen is refused (`inside/system_calls.py`).
"""

import functools
import itertools
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from classroom.sandbox.bubblewrap import SandboxError

MOUNTS, OWN = Path("/proc/self/mountinfo"), Path("/proc/self/cgroup")
NAME, LEAF = "classroom-", "classroom"
RELAUNCHED = "CLASSROOM_SCOPE"  # an environment variable: this command runs in a scope already
SCOPE = ("systemd-run", "--scope", "--quiet", "--collect", "--property=Delegate=yes")
PATIENCE = 2.0  # seconds until the last killed process has left a cgroup
numbers = itertools.count()


class MemoryGroup:
    """A cgroup for the processes of one submission at a time.

    Attributes:
        entrance: a descriptor of the cgroup's list of processes. A process that writes “0” to it
                enters the cgroup, even if it could not open the file itself.
        events: a descriptor of the file in which the kernel counts whom it killed there.
    """

    def __init__(self, home: Path):
        """Make the cgroup in the folder ``home`` of the tree of cgroups. May raise OSError."""
        self.folder = home / f"{NAME}{os.getpid()}-{next(numbers)}"
        self.folder.mkdir()
        self.most = 0
        self.entrance = os.open(self.folder / "cgroup.procs", os.O_WRONLY)
        found = [self.folder / name for name in ("memory.events", "memory.oom_control")]
        self.events = os.open(next(file for file in found if file.exists()), os.O_RDONLY)

    @classmethod
    def make(cls) -> "MemoryGroup | None":
        """A new cgroup; None if this process cannot have one."""
        with suppress(OSError):
            if folder := home():
                return cls(folder)
        return None

    def limit(self, most: int) -> None:
        """Let the processes in the cgroup hold at most ``most`` bytes, of which none are swapped.

        Raises SandboxError if the kernel refuses that.
        """
        if most == self.most:
            return
        try:
            self.write_limit(most)
        except OSError as error:
            raise SandboxError(f"The kernel limits no memory: {error}.") from None
        self.most = most

    def write_limit(self, most: int) -> None:
        if (self.folder / "memory.max").exists():
            settings = {"memory.max": most, "memory.swap.max": 0, "memory.oom.group": 1}
        else:  # version 1, where the second may be lower than the first at no time
            settings = {"memory.memsw.limit_in_bytes": most, "memory.limit_in_bytes": most}
            with suppress(OSError):
                self.write("memory.limit_in_bytes", most)
        for name, value in settings.items():
            if (self.folder / name).exists():  # some kernels count no swap
                self.write(name, value)

    def write(self, name: str, value: int) -> None:
        (self.folder / name).write_text(str(value))

    def close(self) -> None:
        os.close(self.entrance)
        os.close(self.events)
        until = time.monotonic() + PATIENCE
        while not removed(self.folder) and time.monotonic() < until:
            time.sleep(0.01)


def removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:  # a process is still in it
        return False
    return True


@functools.cache
def home() -> Path | None:
    """The folder of the tree of cgroups in which this process may make memory cgroups, if any.

    Cgroups that a killed grader has left there are removed.
    """
    with suppress(OSError, ValueError):
        folder = own_group()
        if folder is None or not os.access(folder, os.W_OK):
            return None
        if (folder / "cgroup.controllers").exists():
            folder = delegated(folder)
        for left in folder.glob(f"{NAME}[0-9]*"):
            if not Path("/proc", left.name.removeprefix(NAME).partition("-")[0]).exists():
                removed(left)
        return folder
    return None


def own_group() -> Path | None:
    """The folder of the cgroup that counts this process's memory: of version 1, or else of 2."""
    mounted = {}
    for line in MOUNTS.read_text().splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ")[:3]
        root, folder = before.split(" ")[3:5]
        if kind == "cgroup2":
            mounted[""] = root, folder
        elif kind == "cgroup" and "memory" in options.split(","):
            mounted["memory"] = root, folder
    found = {}
    for line in OWN.read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for name in controllers.split(","):
            if name in mounted:
                root, folder = mounted[name]
                found[name] = Path(folder, os.path.relpath(path, root))
    return found.get("memory") or found.get("")


def delegated(own: Path) -> Path:
    """Prepare a cgroup of version 2 for cgroups inside it; return its folder.

    A cgroup that holds processes may not limit others inside it. So this process, with all that it
    has started, moves into a leaf of ``own`` first. Raises OSError if the cgroup is not delegated
    to this process, ValueError if it holds processes of others.
    """
    if own.name == LEAF:
        own = own.parent
    if "memory" in (own / "cgroup.subtree_control").read_text().split():
        return own
    if "memory" not in (own / "cgroup.controllers").read_text().split():
        raise ValueError(f"{own} does not count memory")
    here = (own / "cgroup.procs").read_text().split()
    if here != [str(os.getpid())]:
        raise ValueError(f"{own} holds other processes, too")
    (own / LEAF).mkdir(exist_ok=True)
    (own / LEAF / "cgroup.procs").write_text(here[0])
    (own / "cgroup.subtree_control").write_text("+memory")
    return own


def scope() -> list[str]:
    """The words before a command that run it in a scope of systemd; empty without systemd."""
    words = [*SCOPE, *([] if os.getuid() == 0 else ["--user"])]
    if RELAUNCHED in os.environ or not shutil.which(SCOPE[0]):
        return []
    with suppress(OSError, subprocess.TimeoutExpired):
        tried = subprocess.run(
            [*words, "true"], stdin=subprocess.DEVNULL, capture_output=True, timeout=10
        )
        if tried.returncode == 0:
            return words
    return []


def relaunch_in_scope(arguments: list[str]) -> None:
    """Replace this process by the command `classroom` in a scope, if only there it has cgroups.

    ``arguments`` are those of the command. This process must not have started any other yet.
    """
    if home() is None and (words := scope()):
        os.environ[RELAUNCHED] = "1"
        os.execvp(words[0], [*words, sys.executable, "-m", "classroom", *arguments])
