"""Drop all privileges of a process before a student's code runs in it. Linux only.

`fork_into_namespaces` and `mount_file_systems` give the process its own namespaces. In them it
reaches no network, sees no outside processes, and has an empty /tmp. Then `give_up_powers` drops
the process's capabilities and forbids some system calls permanently. For example, the process
cannot make new namespaces or slow other processes.
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
from collections.abc import Callable

libc = ctypes.PyDLL(None, use_errno=True)  # PyDLL keeps the GIL during a call, as os.fork does

NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NETWORK = (
    0x00020000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
ANY_NAMESPACE = 0x7E020000  # all flags of clone() that make a namespace
SET_TID, CLEAR_TID = 0x01000000, 0x00200000  # flags of clone()
SET_DEATH_SIGNAL, SET_DUMPABLE, SET_SECCOMP, DROP_BOUND = 1, 4, 22, 24
SET_CHILD_SUBREAPER, NO_NEW_PRIVILEGES = 36, 38
GET_TID_ADDRESS = 40
BIND, BIND_ALL = 0x1000, 0x1000 | 0x4000  # flags of mount(): a bind mount; a recursive one
READ_ONLY, NO_DEVICES = 1, 4
NO_PROGRAMS = 2 | NO_DEVICES | 8  # flags of mount(): nosuid, nodev, noexec
NOBODY = 65534  # the user id of a sandbox that root started
STUDENT = 1000  # the user id that a student's code sees as its own
TERMINALS = 16  # that a submission may open; the machine has a few thousand
ADDRESSES = 4  # times its memory limit: a thread, for example, reserves more than it uses


class LockdownError(Exception):
    """The system forbids, or does not support, what the sandbox needs. The message says what."""


def call_or_raise(what: str, call: Callable[..., int], *arguments: object) -> None:
    if call(*arguments) == -1:
        raise LockdownError(f"{what} failed: {os.strerror(ctypes.get_errno())}")


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
            give_up_powers()
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
    told = libc.prctl(GET_TID_ADDRESS, ctypes.byref(tid), 0, 0, 0) == 0
    rooms = NEW_USER | NEW_MOUNTS | NEW_PIDS | NEW_IPC | NEW_NETWORK
    flags = rooms | signal.SIGCHLD | (SET_TID | CLEAR_TID if told else 0)
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
    kept = [(place, os.open(place, os.O_PATH)) for place in shown_below("/tmp")]
    call_or_raise("mounting /tmp", libc.mount, b"tmpfs", b"/tmp", b"tmpfs", 6, options)
    call_or_raise("mounting /dev/shm", libc.mount, b"/tmp", b"/dev/shm", None, BIND, None)
    for shown, handle in kept:
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
        places = [re.sub(r"\\(\d{3})", octal, line.split()[4]) for line in mounts]
    below = sorted({place for place in places if place.startswith(f"{folder}/")})
    return [place for place in below if not any(place.startswith(f"{other}/") for other in below)]


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


def give_up_powers() -> None:
    """Drop all capabilities, prevent this process from gaining new ones, and forbid system calls.

    The calls in the table `FORBIDDEN` are always forbidden. The calls clone(), fcntl(), prctl() and
    socket() are forbidden only with certain arguments.
    """
    call_or_raise("forbidding new privileges", libc.prctl, NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    capability = 0
    while libc.prctl(DROP_BOUND, capability, 0, 0, 0) == 0:
        capability += 1
    header = struct.pack("<Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    call_or_raise("dropping capabilities", libc.capset, header, bytes(24))
    forbid_system_calls()


# ── system calls ──────────────────────────────────────────────────────────────────────────────

# The numbers of system calls on x86_64 and on aarch64. From 424 on, they are the same everywhere.
FORBIDDEN = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "memfd_secret": (447, 447),
    # Calls that could slow other processes of the same user.
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "io_setup": (206, 0),  # the machine allows a limited number, for all processes together
}
CLONE, FCNTL, PRCTL, SOCKET = (56, 220), (72, 25), (157, 167), (41, 198)
LEASES = (1024, 1026)  # commands of fcntl() that make other processes wait for a file
FAMILIES = (1, 2, 10)  # of sockets: on this machine, IPv4, IPv6
CLONE3 = 435
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
NOT_PERMITTED, NO_SUCH_CALL, NO_SUCH_FAMILY = 1, 38, 97
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16  # byte offsets in struct seccomp_data
Steps = list[tuple[int, int, int, int]]


def machine() -> tuple[int, int]:
    """This processor's column in the tables of system call numbers, and its AUDIT_ARCH number.

    Raises LockdownError if the tables have no column for this processor.
    """
    if platform.machine() not in MACHINES:
        raise LockdownError(f"the sandbox does not support a {platform.machine()} processor")
    return MACHINES[platform.machine()]


def forbid_system_calls() -> None:
    """Install a seccomp filter that refuses the forbidden system calls.

    All children inherit the filter, and no process can remove it.
    """
    column, audited = machine()
    forbidden = REFUSE | NOT_PERMITTED
    steps: Steps = [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 1, 0, audited),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, 0x40000000),  # the x32 calls of x86_64
        (RETURN, 0, 0, REFUSE | NO_SUCH_CALL),
        (EQUAL, 0, 1, CLONE3),  # a filter cannot read its flags; the C library falls back to clone
        (RETURN, 0, 0, REFUSE | NO_SUCH_CALL),
    ]
    for numbers in FORBIDDEN.values():
        steps += [(EQUAL, 0, 1, numbers[column]), (RETURN, 0, 0, forbidden)]
    clone, fcntl, prctl, socket = (numbers[column] for numbers in (CLONE, FCNTL, PRCTL, SOCKET))
    steps += by_argument(clone, 0, ANY_BIT, (ANY_NAMESPACE,), forbidden, ALLOW)
    steps += by_argument(fcntl, 1, EQUAL, LEASES, forbidden, ALLOW)
    steps += by_argument(prctl, 0, EQUAL, (SET_DEATH_SIGNAL,), forbidden, ALLOW)
    steps += by_argument(socket, 0, EQUAL, FAMILIES, ALLOW, REFUSE | NO_SUCH_FAMILY)
    steps.append((RETURN, 0, 0, ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    call_or_raise("forbidding system calls", libc.prctl, SET_SECCOMP, 2, program, 0, 0)


def by_argument(
    call: int, place: int, test: int, values: tuple[int, ...], found: int, otherwise: int
) -> Steps:
    """The instructions of a seccomp filter for one system call, which check one of its arguments.

    Args:
        call: the number of the system call.
        place: the index of the argument.
        test: the comparison of the argument with a value, such as `EQUAL`.
        values: the values to compare with.
        found: the action if the comparison holds for at least one value.
        otherwise: the action if the comparison holds for no value.
    """
    decide: Steps = [(LOAD, 0, 0, ARGUMENTS + 8 * place)]
    for value in values:
        decide += [(test, 0, 1, value), (RETURN, 0, 0, found)]
    decide.append((RETURN, 0, 0, otherwise))
    return [(EQUAL, 0, len(decide), call), *decide]


if __name__ == "__main__":
    try:
        try_all()
    except (LockdownError, OSError) as error:
        sys.exit(str(error))
