"""The warm parent: a process with all imports done that forks a child for each submission.

It runs no student's code itself. On the control channel it gets these commands, some of which
it answers (→):

    o  open: fork a child; its socket and memory cgroup follow           →  an error, or nothing
    c  a cell begins: count its CPU time from 0; not answered
    w  how many seconds has the child waited for a CPU core?             →  the number
    e  end: kill the child and all its descendants                       →  how the child ended
    i  import these modules, which the instructor's answers needed       →  nothing
    r  rehearse: serve the instructor's own submission without a fork; its socket follows
    t  fork a second warm parent, a copy; its control channel follows   →  nothing

Between two commands it enforces the limits on all processes of a submission together. In the
sandbox it is process 1, which adopts orphaned processes. A copy adopts those of its submissions.
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

import psutil

from classroom.sandbox.inside import lockdown
from classroom.sandbox.inside.channel import Channel, HungUp
from classroom.sandbox.inside.preload import import_all, join_pages
from classroom.sandbox.inside.submission_limits import Allowed
from classroom.sandbox.inside.usage import (
    OutOfMemory,
    computing_time,
    disk_used,
    family,
    locks_held,
    memory_at_most,
    memory_used,
    sockets_open,
    waited_for_core,
)

TICK = 0.05  # seconds between two measurements of what a submission uses
RARE_TICK = 0.5  # seconds between two of them, where only the instructor's code runs
DYING = 10.0  # seconds that killed processes may take to end
SOCKETS = 64  # that a submission may have open at a time
LATE = ["numpy.ma"]  # what NumPy imports at a first call
LOCKS = 1_000  # on parts of files, that it may hold at a time


def main(role: str, control: int, sandboxed: bool) -> None:
    """Do all imports, then serve the control channel until the other side closes it.

    Args:
        role: “student” or “examiner”.
        control: the file descriptor of the control channel's socket.
        sandboxed: whether this process runs in bubblewrap.
    """
    # Most imported objects stay: there is little to collect. What is there before a fork is frozen,
    # because a collection would write to it, and the fork could not share that memory.
    gc.disable()
    channel = Channel(socket.socket(fileno=control))
    if sandboxed:
        lockdown.hide_memory(True)
        lockdown.leave_root()
    serve = warm_up(role)
    parent = Parent(channel, serve, sandboxed, in_namespaces=sandboxed and role == "student")
    channel.send(b"w", 0, str(parent.warm).encode())
    with contextlib.suppress(HungUp):
        while True:
            parent.obey()
    parent.end()
    os._exit(0)


def warm_up(role: str) -> Callable[..., None]:
    """Do all slow imports and first calls; return the function that serves a submission.

    ``role`` is “student” or “examiner”: whose process this is.
    """
    import torch

    torch.set_num_threads(1)
    torch.softmax(torch.ones(2, 2) @ torch.ones(2, 2), -1).sum().item()  # the first is slow
    if role == "examiner":
        from classroom.sandbox.inside.examiner.proxy import serve as examine

        gc.freeze()  # the rehearsal imports the checks
        return examine

    from classroom.sandbox.inside.student.hide_checks import close_checks
    from classroom.sandbox.inside.student.ipython_shell import Shell
    from classroom.sandbox.inside.student.serve import serve

    close_checks()
    import_all(LATE)  # the notebook's own imports come later, after the instructor's answers
    shell = Shell.instance()
    for cell in ("1 + 1", "1 / 0"):  # the first traceback looks at all imported modules
        shell.run_cell(cell)
    shell.reset()
    gc.freeze()
    return serve


class Parent:
    """The warm parent: forks a child for one submission at a time; enforces its limits."""

    def __init__(
        self,
        channel: Channel,
        serve: Callable[..., None],
        sandboxed: bool,
        in_namespaces: bool,
    ):
        self.channel, self.serve = channel, serve
        self.sandboxed, self.in_namespaces = sandboxed, in_namespaces
        self.child = 0
        self.allowed = Allowed(0, 0, 0, 0, 0)
        self.warm = memory_used(os.getpid()) if sandboxed else 0
        self.ended = ""  # how the child ended, in a word or two; empty while it runs
        self.events: OutOfMemory | None = None
        self.folder = ""  # where a child without a sandbox runs
        self.copies: set[int] = set()
        self.seconds: dict[psutil.Process, float] = {}  # the CPU time of each known process
        self.before_cell: float | None = math.inf  # CPU seconds before the cell; None: not measured

    def obey(self) -> None:
        """Wait for one command of the control channel and obey it.

        While a child runs, the wait is short. If no command comes, the child's limits are checked
        instead, and a child that exceeds one of them is killed.
        """
        busy = self.child and not self.ended
        tick = TICK if self.in_namespaces else RARE_TICK
        if select.select([self.channel.end], [], [], tick if busy else None)[0]:
            kind, number, body = self.channel.receive()
            if kind == b"o":
                allowed = Allowed(**json.loads(body))
                why = self.open(allowed, *self.channel.receive_descriptors(3))
                self.channel.send(b"a", number, why.encode())
            elif kind == b"i":
                import_all(json.loads(body))
                gc.freeze()
                self.channel.send(b"a", number, b"")
            elif kind == b"c":
                self.before_cell = None
            elif kind == b"w":
                self.channel.send(b"a", number, str(self.seconds_waited()).encode())
            elif kind == b"r":
                self.rehearse(self.channel.receive_socket())
            elif kind == b"t":
                self.fork_parent(self.channel.receive_socket(), json.loads(body))
                self.channel.send(b"a", number, b"")  # parent and copy each on its own channel
            else:
                self.channel.send(b"a", number, self.end(float(body)).encode())
        elif busy and not self.has_ended():
            excess = self.excess()
            if excess:
                self.kill()
                self.ended = excess

    def rehearse(self, channel: Channel) -> None:
        """Serve the instructor's submission in this process: all later forks have its imports."""
        with contextlib.suppress(HungUp):
            self.serve(channel, rehearsal=True)
        channel.end.close()
        gc.freeze()

    def fork_parent(self, channel: Channel, cores: list[int]) -> None:
        """Fork a second warm parent, which uses ``channel`` as its control channel.

        The second parent runs only on ``cores``; an empty list means any core. The method returns
        in both processes. In the new process, ``self`` is then the second parent.
        """
        if not self.copies:  # all imports are done, and no fork shares the pages yet
            join_pages()
        if copy := os.fork():
            self.copies.add(copy)
            channel.end.close()
            return
        self.channel.end.close()
        self.channel = channel
        self.child, self.copies = 0, set()
        os.setsid()
        if cores:
            os.sched_setaffinity(0, cores)
        if self.sandboxed:
            lockdown.die_with_parent()
            lockdown.adopt_orphans()

    def open(self, allowed: Allowed, end: int, *group: int) -> str:
        """Fork a child that serves a submission over a socket, within the limits ``allowed``.

        ``end`` is the descriptor of the socket. ``group`` are those of the entrance and the events
        of the child's memory cgroup, if there is one. Returns an error message, or “”.
        """
        channel = Channel(socket.socket(fileno=end))
        self.end()
        self.allowed, self.ended, self.seconds, self.before_cell = allowed, "", {}, math.inf
        self.events = OutOfMemory(group[1]) if group else None
        if not self.sandboxed:
            self.folder = tempfile.mkdtemp(prefix="run-")
        ids = os.getuid(), os.getgid()
        try:
            child = lockdown.fork_into_namespaces() if self.in_namespaces else os.fork()
            if child == 0:
                self.channel.end.close()
                self.run_child(channel, ids, group)
        except (lockdown.LockdownError, OSError) as error:
            return str(error)
        finally:
            channel.end.close()
            if group:
                os.close(group[0])
        self.child = child
        return ""

    def run_child(self, channel: Channel, ids: tuple[int, int], group: tuple[int, ...]) -> None:
        """In the child: prepare it, then serve the submission. Never returns.

        ``ids`` are those of the parent's user and group. For ``group`` see `open`.
        """
        try:
            if group:
                lockdown.enter_memory_group(group[0])
                os.close(group[1])
            if self.in_namespaces:
                lockdown.hide_memory(False)
                lockdown.map_user(*ids)
            self.prepare_child(in_memory_group=bool(group))
            channel.send(b"!", 0, b"")
        except Exception as error:
            channel.send(b"?", 0, str(error).encode())
            os._exit(1)
        if self.in_namespaces or not self.sandboxed:
            gc.enable()
        try:
            self.serve(channel)
        finally:  # on any exception: the child must not run the parent's code that follows
            os._exit(1)

    def prepare_child(self, *, in_memory_group: bool) -> None:
        """In the child: disconnect the standard streams, and prepare the folder and the limits.

        The limits are set only in a sandbox. The student's child, and every child without a
        sandbox, gets an empty working folder. In a sandbox, the student's child also gets file
        systems of its own and drops all privileges.
        """
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        allowed = self.allowed
        os.setsid()  # otherwise a signal to its process group would reach the parent
        if self.in_namespaces:
            lockdown.prefer_as_oom_victim()
            lockdown.mount_file_systems(allowed.disk)
            os.mkdir("/tmp/work")
            os.chdir("/tmp/work")
        if self.sandboxed:
            lockdown.limit(allowed.memory, allowed.seconds)
            lockdown.die_with_parent()
        else:
            os.chdir(self.folder)
        if self.in_namespaces:
            lockdown.limit_processes(allowed.processes)
            os.nice(5)  # the parent, which enforces the limits, has priority
            lockdown.give_up_powers(shared_memory=in_memory_group)

    # ── looking after it ──────────────────────────────────────────────────────────────────────

    def has_ended(self) -> bool:
        """Whether the child has ended or was killed. Also reaps every process that has ended."""
        with contextlib.suppress(ChildProcessError):
            while True:
                buried, status = os.waitpid(-1, os.WNOHANG)
                if buried == 0:
                    break
                if buried == self.child:
                    code = os.waitstatus_to_exitcode(status)
                    self.ended = f"exit {code}" if code >= 0 else signal.Signals(-code).name
                    if self.ended == "SIGKILL" and self.events and self.events.happened():
                        self.ended = "memory"
        return bool(self.ended)

    def kill(self) -> None:
        """Kill the child, and the processes that it started.

        A child in its own PID namespace is process 1 there: when it is killed, the kernel kills all
        other processes of the namespace. For any other child, this method kills the child's process
        group. A process that has left the group still runs; in a sandbox, `end` kills it later.
        """
        for kill in (os.kill,) if self.in_namespaces else (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(self.child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.child, 0)

    def orphans(self) -> set[int]:
        """The ids of the submission's processes that still run after its first process has ended.

        The kernel has made them children of this process.
        """
        with contextlib.suppress(ChildProcessError):  # no process is left, as nearly always
            while buried := os.waitpid(-1, os.WNOHANG)[0]:
                self.copies.discard(buried)
            return {child.pid for child in psutil.Process().children()} - self.copies
        return set()

    def kill_orphans(self) -> None:
        """Kill all processes of the submission that still run after its first process has ended.

        If one still runs after `DYING` seconds, this process itself ends, and the grader starts a
        new warm parent.
        """
        until = time.monotonic() + DYING
        while orphans := self.orphans():
            if time.monotonic() > until:
                os._exit(1)
            for pid in orphans:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(TICK / 10)

    def end(self, patience: float = 0) -> str:
        """Kill the child if it still runs after ``patience`` seconds; return how it ended."""
        until = time.monotonic() + patience
        while self.child and not self.has_ended() and time.monotonic() < until:
            time.sleep(TICK / 10)
        if self.child and not self.ended:
            self.kill()
            self.ended = "killed"
        if self.child and self.sandboxed:
            self.kill_orphans()
        self.child = 0
        if self.events:
            os.close(self.events.file)
            self.events = None
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.ended

    def excess(self) -> str:
        """The name of a limit that the submission exceeds, such as “memory”; empty if none.

        The limits hold for all processes of the submission together.
        """
        if not self.sandboxed:
            return ""
        processes = family(self.child)
        pids = [process.pid for process in processes]
        if len(pids) > self.allowed.processes:
            return "processes"
        seconds = self.seconds_used(processes)
        if seconds > self.allowed.seconds:
            return "seconds"
        if self.before_cell is None:
            self.before_cell = seconds
        if seconds - self.before_cell > self.allowed.cell:
            return "cell"
        if self.in_namespaces and sockets_open(self.child) > SOCKETS:
            return "sockets"
        if locks_held(pids) > LOCKS:
            return "locks"
        if self.events:  # the kernel counts more than is counted below, and takes no time for it
            return "memory" if self.events.happened() else ""
        most = (
            self.allowed.memory + self.warm - (disk_used(self.child) if self.in_namespaces else 0)
        )
        if sum(map(memory_at_most, pids)) > most and sum(map(memory_used, pids)) > most:
            return "memory"
        return ""

    def seconds_used(self, processes: list[psutil.Process]) -> float:
        """The CPU time in seconds that all processes of the submission have used so far.

        ``processes`` are those that are running. When a process ends, the kernel adds its time to
        its parent's time only if the parent waited for it. So this method also remembers the last
        measured time of each process. The result is the larger of two sums: all remembered times,
        or the kernel's times of the running processes and their ended children.
        """
        for process in processes:
            own = computing_time(process, with_children=False)
            self.seconds[process] = max(own, self.seconds.get(process, 0.0))
        return max(sum(self.seconds.values()), sum(map(computing_time, processes)))

    def seconds_waited(self) -> float:
        """The longest time in seconds that any process of the submission waited for a core."""
        return max((waited_for_core(process.pid) for process in family(self.child)), default=0.0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "sandboxed")
