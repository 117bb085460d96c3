"""The warm parent: it has all imports done and is forked per submission.

It runs no student's code itself. On the control channel it is told

    o  open: fork, in namespaces of its own; the socket to serve follows  →  how it went
    c  a cell begins: from now on, its limit of computing time holds (anew)  →  nothing is said
    w  how many seconds has it waited for a core that others had          →  so many
    e  end: kill what was forked, with all its children                   →  how it had ended
    i  import these modules, which the tests turned out to need           →  nothing
    r  rehearse: serve, yourself, the instructor's own submission, whose socket follows
    t  fork a twin of yours, as warm; the control channel it is to serve follows  →  nothing

and between the two it sees to it that all processes of a submission together keep the limits.
In the sandbox it is process 1, so whatever is orphaned there becomes its child. A twin adopts
its own orphans.
"""

import contextlib
import gc
import json
import math
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from classroom.sandbox.inside import lockdown
from classroom.sandbox.inside.channel import Channel, HungUp
from classroom.sandbox.inside.preload import checks_of_the_course, import_all
from classroom.sandbox.inside.submission_limits import Allowed

TICK = 0.05  # seconds between two looks at what a submission uses
DYING = 10.0  # seconds that whatever is killed may take to be gone
SOCKETS = 64  # that a submission may have open at a time


def main(role: str, control: int, sandboxed: bool) -> None:
    """Warm up, then serve the control channel until it is hung up."""
    gc.disable()  # most of what is imported stays: there is little to collect
    channel = Channel(socket.socket(fileno=control))
    if sandboxed:
        lockdown.hide_memory(True)
    if sandboxed:
        lockdown.leave_root()
    serve = warm_up(role)
    channel.say(b"w", 0, b"")
    parent = Parent(channel, serve, sandboxed, sealed=sandboxed and role == "student")
    with contextlib.suppress(HungUp):
        while True:
            parent.turn()
    parent.end()
    os._exit(0)


def warm_up(role: str) -> Callable[[Channel], None]:
    """Do whatever takes long; return the function that serves a submission."""
    import torch

    torch.set_num_threads(1)
    torch.softmax(torch.ones(2, 2) @ torch.ones(2, 2), -1).sum().item()  # the first is slow
    if role == "examiner":
        from classroom.sandbox.inside.examiner.proxy import serve as examine

        import_all(checks_of_the_course())
        return examine

    from classroom.sandbox.inside.student.hide_checks import close_checks
    from classroom.sandbox.inside.student.ipython_shell import Shell
    from classroom.sandbox.inside.student.serve import serve

    close_checks()
    shell = Shell.instance()
    shell.run_cell("1 + 1")
    shell.reset()
    import_all([])  # what the notebook needs, its instructor's answers will show
    return serve


class Parent:
    """The warm parent's one fork, if there is one."""

    def __init__(
        self, channel: Channel, serve: Callable[[Channel], None], sandboxed: bool, sealed: bool
    ):
        self.channel, self.serve, self.sandboxed, self.sealed = channel, serve, sandboxed, sealed
        self.child = 0
        self.allowed = Allowed(0, 0, 0, 0, 0)
        self.warm = memory_used(os.getpid()) if sandboxed else 0
        self.ended = ""  # how the child ended, in a word or two; empty while it lives
        self.folder = ""  # where a child without a sandbox runs
        self.twins: set[int] = set()
        self.seconds: dict[tuple[int, int], float] = {}  # of CPU, of each process that was seen
        self.before_cell: float | None = math.inf  # seconds; None until they are looked at in it

    def turn(self) -> None:
        """Do what the control channel says, or look after the child."""
        busy = self.child and not self.ended
        heard, _, _ = select.select([self.channel.end], [], [], TICK if busy else None)
        if heard:
            kind, number, body = self.channel.hear()
            if kind == b"o":
                why = self.open(Allowed(**json.loads(body)), self.channel.take())
                self.channel.say(b"a", number, why.encode())
            elif kind == b"i":
                import_all(json.loads(body))
                self.channel.say(b"a", number, b"")
            elif kind == b"c":
                self.before_cell = None
            elif kind == b"w":
                self.channel.say(b"a", number, str(self.seconds_waited()).encode())
            elif kind == b"r":
                self.rehearse(self.channel.take())
            elif kind == b"t":
                self.divide(self.channel.take(), json.loads(body))
                self.channel.say(b"a", number, b"")  # each on its own line
            else:
                self.channel.say(b"a", number, self.end(float(body)).encode())
        elif busy and not self.look():
            excess = self.excess()
            if excess:
                self.kill()
                self.ended = excess

    def rehearse(self, channel: Channel) -> None:
        """Do once, before any fork, whatever is slow when it is done first."""
        with contextlib.suppress(HungUp):
            self.serve(channel)
        channel.end.close()
        import_all([])

    def divide(self, channel: Channel, cores: list[int]) -> None:
        """Fork a twin, which serves another control channel and stays on these cores, if any."""
        if twin := os.fork():
            self.twins.add(twin)
            channel.end.close()
            return
        self.channel.end.close()
        self.channel = channel
        self.child, self.twins = 0, set()
        os.setsid()
        if cores:
            os.sched_setaffinity(0, cores)
        if self.sandboxed:
            lockdown.die_with_parent()
            lockdown.adopt_orphans()

    def open(self, allowed: Allowed, channel: Channel) -> str:
        """Fork; return why that did not work, or nothing."""
        self.end()
        self.allowed, self.ended, self.seconds, self.before_cell = allowed, "", {}, math.inf
        if not self.sandboxed:
            self.folder = tempfile.mkdtemp(prefix="run-")
        user, group = os.getuid(), os.getgid()
        try:
            child = lockdown.fork_into_namespaces() if self.sealed else os.fork()
        except (lockdown.LockdownError, OSError) as error:
            channel.end.close()
            return str(error)
        if child == 0:
            self.channel.end.close()
            self.become(channel, user, group)
        channel.end.close()
        self.child = child
        return ""

    def become(self, channel: Channel, user: int, group: int) -> None:
        """In the fork: give up all powers, and serve. Does not return."""
        try:
            if self.sealed:
                lockdown.hide_memory(False)
                lockdown.take_name(user, group)
            self.settle()
            channel.say(b"!", 0, b"")
        except Exception as error:
            channel.say(b"?", 0, str(error).encode())
            os._exit(1)
        gc.enable()
        try:
            self.serve(channel)
        finally:  # whatever happened: no exit of the parent's is this process's
            os._exit(1)

    def settle(self) -> None:
        """The last steps before the student's code: silence, an empty folder, limits."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        allowed = self.allowed
        os.setsid()  # or a signal to its group would reach whoever watches over it
        if self.sealed:
            lockdown.be_the_first_to_go()
            lockdown.furnish(allowed.disk)
            os.mkdir("/tmp/work")
            os.chdir("/tmp/work")
        if self.sandboxed:
            lockdown.limit(allowed.memory, allowed.seconds)
            lockdown.die_with_parent()
        else:
            os.chdir(self.folder)
        if self.sealed:
            lockdown.limit_processes(allowed.processes)
            os.nice(5)  # whoever watches over it comes first
            lockdown.give_up_powers()

    # ── looking after it ──────────────────────────────────────────────────────────────────────

    def look(self) -> bool:
        """Whether the child has ended on its own; also reaps its orphaned processes."""
        with contextlib.suppress(ChildProcessError):
            while True:
                buried, status = os.waitpid(-1, os.WNOHANG)
                if buried == 0:
                    break
                if buried == self.child:
                    code = os.waitstatus_to_exitcode(status)
                    self.ended = f"exit {code}" if code >= 0 else signal.Signals(-code).name
        return bool(self.ended)

    def kill(self) -> None:
        """Kill the child. A sealed one, being the first of its PID namespace, takes all along."""
        for kill in (os.kill,) if self.sealed else (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(self.child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.child, 0)

    def left(self) -> set[int]:
        """What lives of a submission whose first process has ended. What it orphaned is adopted."""
        with contextlib.suppress(ChildProcessError):  # nothing lives, as nearly always
            while buried := os.waitpid(-1, os.WNOHANG)[0]:
                self.twins.discard(buried)
            return {pid for pid, parent in parents().items() if parent == os.getpid()} - self.twins
        return set()

    def clear(self) -> None:
        """See that nothing of a submission lives on. Where it does, end: a new sandbox starts."""
        until = time.monotonic() + DYING
        while left := self.left():
            if time.monotonic() > until:
                os._exit(1)
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(TICK / 10)

    def end(self, patience: float = 0) -> str:
        """Kill the child if it lives after so many seconds; return how it ended."""
        until = time.monotonic() + patience
        while self.child and not self.look() and time.monotonic() < until:
            time.sleep(TICK / 10)
        if self.child and not self.ended:
            self.kill()
            self.ended = "killed"
        if self.child and self.sandboxed:
            self.clear()
        self.child = 0
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.ended

    def excess(self) -> str:
        """The limit that all processes of the submission together go beyond, or nothing."""
        if not self.sandboxed:
            return ""
        pids = family(self.child)
        if len(pids) > self.allowed.processes:
            return "processes"
        seconds = self.seconds_used(pids)
        if seconds > self.allowed.seconds:
            return "seconds"
        if self.before_cell is None:
            self.before_cell = seconds
        if seconds - self.before_cell > self.allowed.cell:
            return "cell"
        if self.sealed and sockets_open(self.child) > SOCKETS:
            return "sockets"
        most = self.allowed.memory + self.warm - (disk_used(self.child) if self.sealed else 0)
        if sum(map(memory_at_most, pids)) > most and sum(map(memory_used, pids)) > most:
            return "memory"
        return ""

    def seconds_used(self, pids: list[int]) -> float:
        """CPU seconds of the submission so far.

        The time of a child that has ended is added to its parent's, but only if the parent waited
        for it. So the time of each process when it was last seen is kept, too.
        """
        used = {pid: stat(pid) for pid in pids}
        for pid, fields in used.items():
            self.seconds[pid, fields[STARTED]] = sum(fields[OWN_TIME]) / CLOCK
        return max(
            sum(self.seconds.values()),
            sum(sum(fields[OWN_TIME] + fields[WAITED_TIME]) for fields in used.values()) / CLOCK,
        )

    def seconds_waited(self) -> float:
        """How many seconds the process of the submission that waited most has waited for a core."""
        return max(map(waited_for_core, family(self.child) if self.child else ()), default=0.0)


def family(first: int) -> list[int]:
    """A process and all that descend from it. (Of a PID namespace, all do from its first.)"""
    above = parents()

    def descends(pid: int) -> bool:
        while pid not in (0, first):
            pid = above.get(pid, 0)
        return pid == first

    return [pid for pid in above if descends(pid)]


def parents() -> dict[int, int]:
    """The parent of each process."""
    return {pid: stat(pid)[1] for pid in map(int, filter(str.isdecimal, os.listdir("/proc")))}


# Where they stand in /proc/PID/stat, counted from the state; and how many of it are a second.
OWN_TIME, WAITED_TIME, STARTED, CLOCK = slice(11, 13), slice(13, 15), 19, os.sysconf("SC_CLK_TCK")


def stat(pid: int) -> list[int]:
    """The fields of /proc/PID/stat after the name, as numbers; all 0 if the process has ended.

    The first of them, the state, is a letter, and becomes 0.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return [0] * (STARTED + 1)
    return [0, *map(int, fields[1 : STARTED + 1])]


def memory_at_most(pid: int) -> int:
    """The bytes that a process holds, those that it shares with others counted in full."""
    return kilobytes(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:", "VmPTE:"))


def memory_used(pid: int) -> int:
    """The bytes that a process holds, those that it shares with others counted by its share.

    The tables of its pages are counted, too: they can be larger than the pages themselves.
    """
    try:
        shares = kilobytes(f"/proc/{pid}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"), must=True)
    except OSError:  # it hides them: then it has no share, but all of them
        return memory_at_most(pid)
    return shares + kilobytes(f"/proc/{pid}/status", ("VmPTE:",))


def waited_for_core(pid: int) -> float:
    """Seconds; 0 where the kernel does not say."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def disk_used(pid: int) -> int:
    """The bytes that lie in the /tmp of a process, which is memory."""
    try:
        disk = os.statvfs(f"/proc/{pid}/root/tmp")
    except OSError:  # it has just ended
        return 0
    return (disk.f_blocks - disk.f_bfree) * disk.f_frsize


def sockets_open(pid: int) -> int:
    """How many sockets are open in a process's network namespace; each holds up to a megabyte."""
    try:
        counts = Path(f"/proc/{pid}/net/sockstat").read_text()
    except OSError:
        return 0
    return int(counts.split(maxsplit=3)[2])  # sockets: used 3


def kilobytes(file: str, names: tuple[str, ...], must: bool = False) -> int:
    try:
        lines = Path(file).read_text().splitlines()
    except OSError:
        if must:
            raise
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(names))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "sandboxed")
