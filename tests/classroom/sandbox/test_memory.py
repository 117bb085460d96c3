"""No submission holds more memory than it may, however it hides what it holds."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.classroom.ordinary_user import as_nobody
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SOURCE,
    notebook_with,
    run_submission,
    scores,
)

from classroom.limits import Limits
from classroom.sandbox import memory_group as module
from classroom.sandbox.box import Sandbox
from classroom.sandbox.inside.usage import areas, memory_used
from classroom.sandbox.memory_group import MemoryGroup, delegated, own_group, scope

pytestmark = [
    pytest.mark.system,  # two sandboxes, twice: half a minute
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
LIMITS = Limits(memory=300 * 2**20, cell=20)
WAYS = ["kernel", "poller"]


@pytest.fixture(scope="module", params=WAYS)
def box(request) -> Iterator[Sandbox]:
    """A sandbox in which the kernel limits memory, and one in which the warm parent does."""
    with Sandbox(LIMITS) as box:
        if request.param == "poller":
            if box.group:
                box.group.close()
            box.group = None
        elif not box.group:
            pytest.skip("no memory cgroup can be had here")
        yield box


HOLDS = """
import ctypes, mmap, os, time
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + 3 * [ctypes.c_int] + [ctypes.c_long]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
SIZE = 50 * 2**20
HELD = 0

def shared(flags, file=-1):
    place = libc.mmap(None, SIZE, 3, flags, file, 0)
    if place == 2**64 - 1:
        raise OSError(ctypes.get_errno(), "no memory")
    return place
"""
UNSEEN = {
    "given back": "place = shared(0x21)\n    ctypes.memset(place, 1, SIZE)\n"
    "    libc.madvise(place, SIZE, 4)",
    "all but a page unmapped": "place = shared(0x21)\n    ctypes.memset(place, 1, SIZE)\n"
    "    libc.munmap(place + 4096, SIZE - 4096)",
    "of /dev/zero": "place = shared(1, os.open('/dev/zero', os.O_RDWR))\n"
    "    ctypes.memset(place, 1, SIZE)\n    libc.madvise(place, SIZE, 4)",
}


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN)
def test_memory_that_a_process_shares_but_does_not_see_is_limited(box, unseen):
    cell = f"""{HOLDS}
try:
  for _ in range(16):
    {unseen}
    HELD += SIZE
  time.sleep(1)
finally:
  print(HELD // 2**20)
"""
    examined = run_submission(SOURCE, notebook_with(RIGHT, (cell,)), box)
    outputs = examined.notebook.cells[1].outputs
    if box.group:
        assert "bytes of memory" in "".join(examined.notes)
    else:
        assert [output.text for output in outputs if output.output_type == "stream"] == ["0\n"]
    assert scores(examined.notebook) == dict.fromkeys(RIGHT, 10)


def test_plain_memory_is_limited_and_what_is_below_the_limit_is_not(box):
    hold = "import os, time\nfor _ in range(5):\n    if os.fork() == 0:\n"
    hold += "        x = bytearray(b'x') * {}_000_000\n        time.sleep(60)\ntime.sleep({})"
    for size, seconds, stopped in ((150, 15, True), (20, 0.7, False)):
        cell = hold.format(size, seconds)
        examined = run_submission(SOURCE, notebook_with(RIGHT, (cell,)), box)
        assert ("bytes of memory" in "".join(examined.notes)) == stopped
        assert scores(examined.notebook) == dict.fromkeys(RIGHT, 10)


def test_locks_on_parts_of_files_are_counted(box):
    cell = "import fcntl, time\nfile = open('/tmp/x', 'w')\nfor n in range(3_000):\n"
    cell += "    fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * n)\ntime.sleep(5)"
    examined = run_submission(SOURCE, notebook_with(RIGHT, (cell,)), box)
    assert "locked more parts" in "".join(examined.notes)


def test_areas_of_memory_are_counted():
    code = f"""
import mmap, os, sys
sys.path[:] = {sys.path!r}
from classroom.sandbox.inside.usage import areas, memory_used
before = areas(os.getpid()), memory_used(os.getpid())
kept = [mmap.mmap(-1, 4096, prot=1 + n % 2 * 2, flags=0x22) for n in range(20_000)]
print(areas(os.getpid()) - before[0], memory_used(os.getpid()) - before[1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    more, bytes_more = map(int, done.stdout.split())
    assert more > 15_000
    assert bytes_more > 300 * more
    assert areas(0) == 0
    assert memory_used(2**22) == 0


def test_a_submission_in_a_group_leaves_no_group_behind():
    with Sandbox(LIMITS) as box, box.fork_copy([]) as other:
        groups = [one.group for one in (box, other) if one.group]
        if not groups:
            pytest.skip("no memory cgroup can be had here")
        run_submission(SOURCE, SOURCE, other)
        assert all(group.folder.is_dir() for group in groups)
    assert not any(group.folder.exists() for group in groups)


def test_an_ordinary_user_without_a_group_has_the_weaker_wall():
    code = "from classroom.sandbox.memory_group import MemoryGroup; print(MemoryGroup.make())"
    done = subprocess.run(
        [*as_nobody(), sys.executable, "-c", code], capture_output=True, text=True, cwd="/"
    )
    assert done.stdout == "None\n", done.stderr


# ── where cgroups can be had: a tree of version 2 out of ordinary files ───────────────────────


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    mounts, own = tmp_path / "mountinfo", tmp_path / "own"
    top = tmp_path / "cgroup"
    mounts.write_text(
        f"24 30 0:22 / {top} rw - cgroup2 cgroup2 rw\n25 30 0:23 / /x rw - tmpfs x rw\n"
    )
    own.write_text("0::/user.slice/mine.scope\n")
    monkeypatch.setattr(module, "MOUNTS", mounts)
    monkeypatch.setattr(module, "OWN", own)
    mine = top / "user.slice" / "mine.scope"
    mine.mkdir(parents=True)
    (mine / "cgroup.controllers").write_text("cpu memory pids")
    (mine / "cgroup.subtree_control").write_text("")
    (mine / "cgroup.procs").write_text(f"{os.getpid()}\n")
    return mine


def test_the_own_cgroup_is_found_and_prepared(tree):
    assert own_group() == tree
    assert delegated(tree) == tree
    assert (tree / module.LEAF / "cgroup.procs").read_text() == str(os.getpid())
    assert (tree / "cgroup.subtree_control").read_text() == "+memory"
    (tree / "cgroup.subtree_control").write_text("memory")
    assert delegated(tree / module.LEAF) == tree


@pytest.mark.parametrize(
    ("file", "text"), [("cgroup.procs", "1\n2\n"), ("cgroup.controllers", "cpu pids")]
)
def test_a_cgroup_with_others_or_without_memory_is_left_alone(tree, file, text):
    (tree / file).write_text(text)
    with pytest.raises(ValueError, match=r"other processes|count memory"):
        delegated(tree)
    assert (tree / "cgroup.subtree_control").read_text() == ""


def test_the_limit_of_version_2_counts_swap_and_ends_the_whole_group(tmp_path):
    (tmp_path / "cgroup.procs").touch()
    group = object.__new__(MemoryGroup)
    group.folder, group.most = tmp_path, 0
    files = ("memory.max", "memory.swap.max", "memory.oom.group")
    for name in files:
        (tmp_path / name).touch()
    group.limit(12345)
    assert [(tmp_path / name).read_text() for name in files] == ["12345", "0", "1"]


def test_a_scope_of_systemd_is_tried_before_it_is_used(tmp_path, monkeypatch):
    program = tmp_path / "systemd-run"
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(module, "home", lambda: None)
    ran: list[list[str]] = []
    monkeypatch.setattr(os, "execvp", lambda _, words: ran.append(words))
    for status, count in ((1, 0), (0, 1)):
        program.write_text(f"#!/bin/sh\nexit {status}\n")
        program.chmod(0o755)
        module.relaunch_in_scope(["grade", "x"])
        assert len(ran) == count
    assert ran[0][-2:] == ["grade", "x"]
    assert ran[0][: len(module.SCOPE)] == list(module.SCOPE)
    assert scope() == []  # it runs in one now


def test_the_limits_of_a_worker_are_those_of_its_settings():
    with Sandbox(LIMITS) as box:
        if not box.group:
            pytest.skip("no memory cgroup can be had here")
        run_submission(SOURCE, SOURCE, box)
        low = box.group.most
        box.limits = replace(LIMITS, memory=2 * LIMITS.memory)
        run_submission(SOURCE, SOURCE, box)
        assert box.group.most - low == LIMITS.memory
