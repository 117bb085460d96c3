"""What the processes of a submission use: by psutil, and by /proc where psutil does not tell."""

import os
import re
from pathlib import Path

import psutil

AREA = 400  # bytes that the kernel holds for each area of a process's memory
OOM_KILLS = re.compile(rb"^oom_kill (\d+)", re.MULTILINE)
MOST_AREAS = 65_530  # of a process, in any Linux that nobody has set otherwise


def family(first: int) -> list[psutil.Process]:
    """A process and all its descendants; an empty list if the process has ended.

    The descendants of a PID namespace's first process are all processes of the namespace.
    """
    try:
        process = psutil.Process(first)
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def computing_time(process: psutil.Process, *, with_children: bool = True) -> float:
    """The CPU seconds that a process has used; 0 if it has ended.

    Those of its children that it has waited for are included, unless ``with_children`` is false.
    """
    try:
        user, system, children_user, children_system, _ = process.cpu_times()
    except psutil.Error:
        return 0.0
    return user + system + (children_user + children_system if with_children else 0.0)


def memory_at_most(pid: int) -> int:
    """An upper bound on the bytes of memory that a process uses, without mapped files.

    Memory that the process shares with other processes counts fully.
    """
    return resident(pid) + AREA * MOST_AREAS


def resident(pid: int) -> int:
    return kilobytes(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:", "VmPTE:"))


def memory_used(pid: int) -> int:
    """The bytes of memory that a process uses; files mapped into its memory do not count.

    If several processes share a page of memory, an equal part of the page counts for each of them.
    If the kernel does not tell the size of these parts, shared pages count fully. The page tables
    and the areas are counted, too: they can be larger than the pages themselves.
    """
    tables = AREA * areas(pid)
    try:
        shares = kilobytes(f"/proc/{pid}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"), required=True)
    except OSError:  # the process hides its shares: count shared memory fully
        return resident(pid) + tables
    return shares + tables + kilobytes(f"/proc/{pid}/status", ("VmPTE:",))


def areas(pid: int) -> int:
    """The number of areas of a process's memory; the kernel holds a record of each."""
    try:
        with open(f"/proc/{pid}/maps", "rb") as lines:
            return sum(1 for _ in lines)
    except OSError:
        return 0


def locks_held(pids: list[int]) -> int:
    """How many parts of files some processes have locked; the kernel holds a record of each."""
    try:
        lines = Path("/proc/locks").read_text().splitlines()
    except OSError:
        return 0
    holders = set(map(str, pids))
    return sum(not holders.isdisjoint(line.split()[3:7]) for line in lines)


def waited_for_core(pid: int) -> float:
    """The seconds that a process has waited for a CPU core; 0 if the kernel does not tell."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def disk_used(pid: int) -> int:
    """The bytes of all files in a process's own /tmp, which is a file system in memory."""
    try:
        disk = os.statvfs(f"/proc/{pid}/root/tmp")
    except OSError:  # it has just ended
        return 0
    return (disk.f_blocks - disk.f_bfree) * disk.f_frsize


def sockets_open(pid: int) -> int:
    """The number of open sockets in a process's network namespace.

    Each socket may hold up to a megabyte of memory.
    """
    try:
        counts = Path(f"/proc/{pid}/net/sockstat").read_text()
    except OSError:
        return 0
    return int(counts.split(maxsplit=3)[2])  # sockets: used 3


def kilobytes(file: str, names: tuple[str, ...], required: bool = False) -> int:
    try:
        lines = Path(file).read_text().splitlines()
    except OSError:
        if required:
            raise
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(names))


class OutOfMemory:
    """Tells whether the kernel has killed a process of a memory cgroup that held too much.

    ``file`` is a descriptor of the cgroup's counts: of memory.events, or in version 1 of
    memory.oom_control.
    """

    def __init__(self, file: int):
        self.file = file
        self.before = self.kills()

    def kills(self) -> int:
        found = OOM_KILLS.search(os.pread(self.file, 4096, 0))
        return int(found[1]) if found else 0

    def happened(self) -> bool:
        return self.kills() > self.before
