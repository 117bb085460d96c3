"""The warm parent: it has all imports done and is forked per submission.

It runs no student's code itself. On the control channel it is told

    o  open: fork, in namespaces of its own; the socket to serve follows  →  how it went
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
from classroom.sandbox.inside.limits import Allowed
from classroom.sandbox.inside.preload import checks_of_the_course, import_all

TICK = 0.05  # seconds between two looks at what a submission uses


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
        self.allowed = Allowed(0, 0, 0, 0)
        self.warm = memory_used(os.getpid()) if sandboxed else 0
        self.ended = ""  # how the child ended, in a word or two; empty while it lives
        self.folder = ""  # where a child without a sandbox runs

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
        if os.fork():
            channel.end.close()
            return
        self.channel.end.close()
        self.channel = channel
        self.child = 0
        if cores:
            os.sched_setaffinity(0, cores)
        if self.sandboxed:
            lockdown.adopt_orphans()

    def open(self, allowed: Allowed, channel: Channel) -> str:
        """Fork; return why that did not work, or nothing."""
        self.end()
        self.allowed, self.ended = allowed, ""
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
        if self.sealed:
            lockdown.furnish(allowed.disk)
            os.mkdir("/tmp/work")
            os.chdir("/tmp/work")
        if self.sandboxed:
            lockdown.limit(allowed.memory, allowed.seconds)
        else:
            os.setsid()
            os.chdir(self.folder)
        if self.sealed:
            lockdown.limit_processes(allowed.processes)
            os.nice(5)  # whoever watches over it comes first
            lockdown.give_up_powers()

    # ── looking after it ──────────────────────────────────────────────────────────────────────

    def look(self) -> bool:
        """Whether the child has ended by itself; buries whoever was orphaned."""
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
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self.sandboxed:
                os.kill(self.child, signal.SIGKILL)
            else:
                os.killpg(self.child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.child, 0)

    def end(self, patience: float = 0) -> str:
        """Kill the child if it lives after so many seconds; return how it ended."""
        until = time.monotonic() + patience
        while self.child and not self.look() and time.monotonic() < until:
            time.sleep(TICK / 10)
        if self.child and not self.ended:
            self.kill()
            self.ended = "killed"
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
        if sum(map(seconds_used, pids)) > self.allowed.seconds:
            return "seconds"
        most = self.allowed.memory + self.warm
        if sum(map(memory_at_most, pids)) > most and sum(map(memory_used, pids)) > most:
            return "memory"
        return ""


def family(first: int) -> list[int]:
    """A process and all that descend from it. (Of a PID namespace, all do from its first.)"""
    parents = {pid: stat(pid)[1] for pid in map(int, filter(str.isdecimal, os.listdir("/proc")))}

    def descends(pid: int) -> bool:
        while pid not in (0, first):
            pid = parents.get(pid, 0)
        return pid == first

    return [pid for pid in parents if descends(pid)]


def seconds_used(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended."""
    return sum(stat(pid)[11:15]) / os.sysconf("SC_CLK_TCK")


def stat(pid: int) -> list[int]:
    """What /proc/PID/stat says after the name, the state as 0; all 0 where it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return [0] * 15
    return [0, *map(int, fields[1:15])]


def memory_at_most(pid: int) -> int:
    """The bytes that a process holds, those that it shares with others counted in full."""
    return kilobytes(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:"))


def memory_used(pid: int) -> int:
    """The bytes that a process holds, those that it shares with others counted by its share."""
    try:
        return kilobytes(f"/proc/{pid}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"), must=True)
    except OSError:  # it hides them: then it has no share, but all of them
        return memory_at_most(pid)


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
