"""Drop all privileges of a process before a student's code runs in it. Linux only.

`fork_into_namespaces` and `mount_file_systems` give the process its own namespaces. In them it
reaches no network, sees no outside processes, and has an empty /tmp. Then `give_up_powers` drops
the process's capabilities and forbids some system calls permanently. For example, the process
cannot make new namespaces or slow other processes.

The mask of system calls (`system_calls.py`) is made without libseccomp. No wheel brings that
library: `pyseccomp` loads the system's copy, which many containers and desktops lack. A wall that
is there on some machines only would need a second one for the others, and tests of both. The mask
is a table of numbers and a short list of instructions. A test makes each forbidden call in a
sandbox, so a wrong number fails.
"""

import contextlib
import ctypes
import fcntl
import os
import platform
import re
import resource
import signal
import socket
import struct
import sys

from classroom.sandbox.inside.system_calls import (
    CLONE,
    SET_DEATH_SIGNAL,
    LockdownError,
    call_or_raise,
    forbid_system_calls,
    libc,
    machine,
)

NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NETWORK = (
    0x00020000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
SET_TID, CLEAR_TID = 0x01000000, 0x00200000  # flags of clone()
SET_DUMPABLE, DROP_BOUND = 4, 24
SET_CHILD_SUBREAPER, NO_NEW_PRIVILEGES = 36, 38
GET_TID_ADDRESS = 40
BIND, BIND_ALL = 0x1000, 0x1000 | 0x4000  # flags of mount(): a bind mount; a recursive one
READ_ONLY, NO_DEVICES = 1, 4
NO_PROGRAMS = 2 | NO_DEVICES | 8  # flags of mount(): nosuid, nodev, noexec
NOBODY = 65534  # the user id of a sandbox that root started
STUDENT = 1000  # the user id that a student's code sees as its own
TERMINALS = 16  # that a submission may open; the machine has a few thousand
ADDRESSES = 4  # times its memory limit: a thread, for example, reserves more than it uses


def try_all() -> None:
    """Try the steps that a system may forbid; exit with status 1 if one fails."""
    leave_root()
    user, group = os.getuid(), os.getgid()
    child = fork_into_namespaces()
    if child == 0:
        try:
            hide_memory(False)
            map_user(user, group)
            mount_file_systems(2**20)
            give_up_powers(shared_memory=False)
        except (LockdownError, OSError) as error:
            os.write(2, f"{error}\n".encode())
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(1)


def leave_root() -> None:
    """If root started the sandbox, mount a complete /proc and change to the user `NOBODY`.

    The sandbox program, bubblewrap, covers parts of /proc if root starts it. But later each fork
    mounts its own /proc, and the kernel allows this only if the fork sees a complete /proc.
    """
    if os.getuid() == 0:
        call_or_raise("mounting /proc", libc.mount, b"proc", b"/proc", b"proc", NO_PROGRAMS, None)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def hide_memory(hidden: bool) -> None:
    """Forbid (or allow) other processes of the same user to read or write this process's memory."""
    call_or_raise(
        "protecting the process's memory", libc.prctl, SET_DUMPABLE, int(not hidden), 0, 0, 0
    )


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parents end."""
    call_or_raise("adopting orphaned processes", libc.prctl, SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> None:
    """Make the kernel kill this process when its parent ends for any reason."""
    call_or_raise(
        "ending with the parent process", libc.prctl, SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0
    )


def enter_memory_group(entrance: int) -> None:
    """Move this process to a memory cgroup, in which the kernel limits the memory of its family.

    ``entrance`` is a descriptor of the cgroup's file cgroup.procs, which this function closes. The
    kernel counts whatever these processes cause it to hold, also what they no longer see: shared
    memory that is given back but not freed, records of memory areas, pipes.
    """
    try:
        os.write(entrance, b"0")
    except OSError as error:
        raise LockdownError(f"entering the memory cgroup failed: {error.strerror}") from None
    finally:
        os.close(entrance)


def prefer_as_oom_victim() -> None:
    """Make the kernel kill this process and its children first when memory runs out."""
    with open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")


def fork_into_namespaces() -> int:
    """Fork a child into new namespaces, in which the child is process 1.

    Returns the child's process id in the parent and 0 in the child, like `os.fork`. Raises
    LockdownError if the system forbids namespaces.

    One call of clone() does this. The alternative, unshare(), would need two forks, because the
    process that calls it stays outside the new PID namespace. The calling process must have a
    single thread, because the C library does not know that it was forked.
    """
    column, _ = machine()
    tid = ctypes.c_void_p()  # where the C library keeps this thread's id, if the kernel tells that
    known = libc.prctl(GET_TID_ADDRESS, ctypes.byref(tid), 0, 0, 0) == 0
    rooms = NEW_USER | NEW_MOUNTS | NEW_PIDS | NEW_IPC | NEW_NETWORK
    flags = rooms | signal.SIGCHLD | (SET_TID | CLEAR_TID if known else 0)
    ctypes.pythonapi.PyOS_BeforeFork()
    child = libc.syscall(*map(ctypes.c_long, (CLONE[column], flags, 0, 0)), tid, tid)
    if child == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
        return 0
    failed = os.strerror(ctypes.get_errno())
    ctypes.pythonapi.PyOS_AfterFork_Parent()
    if child == -1:
        raise LockdownError(f"making namespaces failed: {failed}")
    return int(child)


def map_user(user: int, group: int) -> None:
    """Map the user id `STUDENT` in this process's user namespace to the user id ``user`` outside.

    The group id `STUDENT` is mapped to the group id ``group`` in the same way.
    """
    try:
        for file, text in [
            ("setgroups", "deny"),
            ("uid_map", f"{STUDENT} {user} 1"),
            ("gid_map", f"{STUDENT} {group} 1"),
        ]:
            with open(f"/proc/self/{file}", "w") as entry:
                entry.write(text)
    except OSError as error:
        raise LockdownError(f"mapping the user failed: {error.strerror}") from None


def mount_file_systems(disk: int) -> None:
    """Mount new file systems in this process's new namespaces, and set up the network there.

    - /tmp: of ``disk`` bytes, empty except for folders that were already mounted inside /tmp;
      /dev/shm is the same file system.
    - Network: only the loopback interface, with small TCP buffers.
    - /dev/pts: at most `TERMINALS` terminals.
    - /proc: read-only, of this PID namespace.
    """
    options = f"size={disk},nr_inodes=20000,mode=1777".encode()
    handles = [(path, os.open(path, os.O_PATH)) for path in shown_below("/tmp")]
    call_or_raise("mounting /tmp", libc.mount, b"tmpfs", b"/tmp", b"tmpfs", 6, options)
    call_or_raise("mounting /dev/shm", libc.mount, b"/tmp", b"/dev/shm", None, BIND, None)
    for shown, handle in handles:
        os.makedirs(shown)
        source = f"/proc/self/fd/{handle}".encode()
        call_or_raise(
            f"mounting {shown} again", libc.mount, source, shown.encode(), None, BIND_ALL, None
        )
        os.close(handle)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        up = struct.pack("16sh14x", b"lo", 0x1 | 0x40)
        fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS: up, running
    for way in ("rmem", "wmem"):
        with contextlib.suppress(OSError), open(f"/proc/sys/net/ipv4/tcp_{way}", "w") as sizes:
            sizes.write("4096 65536 262144")
    few = f"newinstance,ptmxmode=0666,mode=0600,max={TERMINALS}".encode()
    terminals = NO_PROGRAMS & ~NO_DEVICES
    call_or_raise(
        "mounting /dev/pts", libc.mount, b"devpts", b"/dev/pts", b"devpts", terminals, few
    )
    own = READ_ONLY | NO_PROGRAMS
    call_or_raise("mounting a new /proc", libc.mount, b"proc", b"/proc", b"proc", own, None)


def shown_below(folder: str) -> list[str]:
    """The paths of the outermost mounts inside a folder.

    For example, if /tmp/a, /tmp/a/b and /tmp/c are mounts, the result for /tmp is /tmp/a and
    /tmp/c. (The course or its Python may be mounted inside /tmp.)
    """
    with open("/proc/self/mountinfo", encoding="utf-8") as mounts:
        paths = [re.sub(r"\\(\d{3})", octal, line.split()[4]) for line in mounts]
    below = sorted({path for path in paths if path.startswith(f"{folder}/")})
    return [path for path in below if not any(path.startswith(f"{other}/") for other in below)]


def octal(escaped: re.Match[str]) -> str:
    """Decode an octal escape in /proc/self/mountinfo, such as \\040, which is a space."""
    return chr(int(escaped[1], 8))


def limit(memory: int, seconds: float) -> None:
    """Set the kernel's limits on this process.

    The process may reserve ``memory`` more bytes of private memory than it has reserved now. It may
    use ``seconds`` of CPU time, or up to one second more. It may have 512 open files.

    These limits hold for each process separately. The warm parent (the process that forks one child
    per submission, `worker.py`) limits all processes of a submission together.
    """
    wanted = {
        resource.RLIMIT_DATA: reserved("VmData:") + memory,
        resource.RLIMIT_AS: reserved("VmSize:") + ADDRESSES * memory,
        resource.RLIMIT_CPU: int(seconds) + 1,
        resource.RLIMIT_NOFILE: 512,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    for what, most in wanted.items():
        lower(what, most)


def limit_processes(most: int) -> None:
    """Make the kernel allow at most ``most`` processes in this user namespace.

    Before Linux 5.14, the kernel would also count the user's processes outside the namespace. So on
    such a system nothing is done here, and only the parent process (`worker.py`) limits the number.
    """
    release = tuple(map(int, re.findall(r"\d+", platform.release())[:2]))
    if release >= (5, 14):
        lower(resource.RLIMIT_NPROC, most)


def lower(what: int, most: int) -> None:
    _, allowed = resource.getrlimit(what)
    most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    resource.setrlimit(what, (most, most))


def reserved(kind: str) -> int:
    """The bytes of private memory, or of address space, that this process has reserved.

    ``kind`` is a field of /proc/self/status: “VmData:” for private memory, “VmSize:” for address
    space.
    """
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(kind):
                return int(line.split()[1]) * 1024
    return 0


def give_up_powers(*, shared_memory: bool) -> None:
    """Drop all capabilities, prevent this process from gaining new ones, and forbid system calls.

    ``shared_memory`` says whether processes may share memory that belongs to no file. The caller
    allows it only where the kernel counts it (`enter_memory_group`).
    """
    if not shared_memory:
        call_or_raise("hiding /dev/zero", libc.mount, b"/dev/null", b"/dev/zero", None, BIND, None)
    call_or_raise("forbidding new privileges", libc.prctl, NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    capability = 0
    while libc.prctl(DROP_BOUND, capability, 0, 0, 0) == 0:
        capability += 1
    header = struct.pack("<Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    call_or_raise("dropping capabilities", libc.capset, header, bytes(24))
    forbid_system_calls(shared_memory=shared_memory)


if __name__ == "__main__":
    try:
        try_all()
    except (LockdownError, OSError) as error:
        sys.exit(str(error))
