"""The seccomp filter that refuses system calls which a student's code must not make. Linux only."""

import ctypes
import functools
import os
import platform
import struct
from collections.abc import Callable

libc = ctypes.PyDLL(None, use_errno=True)  # PyDLL keeps the GIL during a call, as os.fork does

ANY_NAMESPACE = 0x7E020000  # all flags of clone() that make a namespace
SET_DEATH_SIGNAL, SET_SECCOMP = 1, 22  # options of prctl()


class LockdownError(Exception):
    """The system forbids, or does not support, what the sandbox needs. The message says what."""


def call_or_raise(what: str, call: Callable[..., int], *arguments: object) -> None:
    if call(*arguments) == -1:
        raise LockdownError(f"{what} failed: {os.strerror(ctypes.get_errno())}")


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
    "inotify_init": (253, 26),  # aarch64 has only inotify_init1
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "io_setup": (206, 0),  # the machine allows a limited number, for all processes together
}
CLONE, FCNTL, PRCTL, SOCKET = (56, 220), (72, 25), (157, 167), (41, 198)
# Commands of fcntl() that make other processes wait for a file, and those that lock a part of a
# file for a descriptor instead of a process, so that nobody can tell whose lock it is.
LEASES, NOBODYS_LOCKS = (1024, 1026), (37, 38)
MMAP, KIND_OF_MAP, SHARED_ANONYMOUS = (9, 222), 0x2F, 0x21
FAMILIES = (1, 2, 10)  # of sockets: on this machine, IPv4, IPv6
CLONE3 = 435
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

LOAD, AND, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
NOT_PERMITTED, NO_MEMORY, NO_SUCH_CALL, NO_SUCH_FAMILY = 1, 12, 38, 97
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16  # byte offsets in struct seccomp_data
STEP = struct.Struct("<HBBI")  # operation, jump if true, jump if false, operand
Steps = list[tuple[int, int, int, int]]


def machine() -> tuple[int, int]:
    """This processor's column in the tables of system call numbers, and its AUDIT_ARCH number.

    Raises LockdownError if the tables have no column for this processor.
    """
    if platform.machine() not in MACHINES:
        raise LockdownError(f"the sandbox does not support a {platform.machine()} processor")
    return MACHINES[platform.machine()]


def forbid_system_calls(*, shared_memory: bool) -> None:
    """Install a seccomp filter that refuses the forbidden system calls.

    The calls in the table `FORBIDDEN` are always refused. The calls clone(), fcntl(), prctl() and
    socket() are refused only with certain arguments, and mmap() if it would share memory that
    belongs to no file, unless ``shared_memory``. All children inherit the filter, and no process
    can remove it.
    """
    mask = mask_of_calls(shared_memory=shared_memory)
    code = ctypes.create_string_buffer(mask)
    program = struct.pack("@HP", len(mask) // STEP.size, ctypes.addressof(code))
    call_or_raise("forbidding system calls", libc.prctl, SET_SECCOMP, 2, program, 0, 0)


@functools.cache  # a warm parent makes it once, for all of its forks
def mask_of_calls(*, shared_memory: bool) -> bytes:
    """The instructions of the filter that `forbid_system_calls` installs."""
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
    steps += by_argument(fcntl, 1, EQUAL, LEASES + NOBODYS_LOCKS, forbidden, ALLOW)
    steps += by_argument(prctl, 0, EQUAL, (SET_DEATH_SIGNAL,), forbidden, ALLOW)
    steps += by_argument(socket, 0, EQUAL, FAMILIES, ALLOW, REFUSE | NO_SUCH_FAMILY)
    if not shared_memory:
        kinds, refused = (SHARED_ANONYMOUS,), REFUSE | NO_MEMORY
        steps += by_argument(MMAP[column], 3, EQUAL, kinds, refused, ALLOW, mask=KIND_OF_MAP)
    steps.append((RETURN, 0, 0, ALLOW))
    return b"".join(STEP.pack(*step) for step in steps)


def by_argument(
    call: int,
    index: int,
    test: int,
    values: tuple[int, ...],
    found: int,
    otherwise: int,
    mask: int = 2**32 - 1,
) -> Steps:
    """The instructions of a seccomp filter for one system call, which check one of its arguments.

    Args:
        call: the number of the system call.
        index: the index of the argument.
        test: the comparison of the argument with a value, such as `EQUAL`.
        values: the values to compare with.
        found: the action if the comparison holds for at least one value.
        otherwise: the action if the comparison holds for no value.
        mask: the bits of the argument that are compared.
    """
    decide: Steps = [(LOAD, 0, 0, ARGUMENTS + 8 * index), (AND, 0, 0, mask)]
    for value in values:
        decide += [(test, 0, 1, value), (RETURN, 0, 0, found)]
    decide.append((RETURN, 0, 0, otherwise))
    return [(EQUAL, 0, len(decide), call), *decide]
