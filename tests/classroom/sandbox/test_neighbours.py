"""Submissions side by side, and one after the other: none can reach, slow or end another."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext, suppress

import pytest
from nbformat import NotebookNode
from tests.classroom.processes import alive, descendants
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
from tests.classroom.sandbox.test_box import printed

from classroom.limits import Limits
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import SandboxError
from classroom.sandbox.pool import AGAIN, Job, Prepared, run_all
from classroom.sandbox.run_submission import Run, RunResult
from classroom.sandbox.warm_process import Session

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
ALL = {"first": 10, "second": 10, "third": 10}
WAITS = notebook_with(RIGHT, ("import time; time.sleep(1.5)",))


@pytest.fixture(scope="module")
def boxes():
    """Two workers of one machine, as `classroom grade` has them."""
    with (
        Sandbox(Limits(cell=10)) as first,
        first.fork_copy([]) as one,
        first.fork_copy([]) as other,
    ):
        yield [one, other]


def beside(boxes: list[Sandbox], attack: str) -> tuple[RunResult, RunResult]:
    """An attack, and an honest submission that runs beside it."""
    ended: list[RunResult] = []
    honest = threading.Thread(target=lambda: ended.append(run_submission(SOURCE, WAITS, boxes[0])))
    honest.start()
    time.sleep(0.5)
    attacked = run_submission(SOURCE, notebook_with(RIGHT, (attack,)), boxes[1])
    honest.join()
    return attacked, ended[0]


# ── signals and processes ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP", "SIGTERM"])
def test_a_signal_to_its_group_reaches_nobody_else(boxes, name):
    warm = [(box, side, box.warm[side]) for box in boxes for side in box.warm]
    attack = f"import os, signal\nos.kill(0, signal.{name})"
    _, honest = beside(boxes, attack)
    assert (scores(honest.notebook), honest.notes, honest.reason) == (ALL, (), None)
    after = run_submission(SOURCE, SOURCE, boxes[1])
    assert (scores(after.notebook), after.notes, after.reason) == (ALL, (), None)
    assert all(box.warm[side] is process for box, side, process in warm)


def test_only_its_own_processes_are_in_sight(boxes):
    look = "import os\nif os.fork() == 0:\n    os._exit(0)\n"
    look += "print(sorted(n for n in os.listdir('/proc') if n.isdecimal()))\nos.wait()"
    attacked, _ = beside(boxes, look)
    assert attacked.notebook.cells[1].outputs[0].text == "['1', '2']\n"


def test_no_terminal_of_anothers_is_in_reach(boxes):
    """What runs after an exclamation mark runs at a terminal, and reads what is typed there."""
    listens = """
import os, select, time
ours, theirs = os.openpty()
print(os.ttyname(theirs), flush=True)
time.sleep(2)
print(select.select([ours, theirs], [], [], 0)[0])
"""
    types = """
import glob, os
for terminal in ["/dev/tty", "/dev/console", *glob.glob("/dev/pts/[0-9]*")]:
    try:
        print(terminal, os.write(os.open(terminal, os.O_RDWR | os.O_NOCTTY), b"typed"))
    except OSError:
        pass
print([name for name in os.listdir("/proc/self/fd") if os.isatty(int(name))])
"""
    ended: list[RunResult] = []
    listening = notebook_with(RIGHT, (listens,))
    victim = threading.Thread(
        target=lambda: ended.append(run_submission(SOURCE, listening, boxes[0]))
    )
    victim.start()
    time.sleep(0.5)
    attacked = run_submission(SOURCE, notebook_with(RIGHT, (types,)), boxes[1])
    victim.join()
    assert attacked.notebook.cells[1].outputs[0].text == "[]\n"
    assert ended[0].notebook.cells[1].outputs[0].text == "/dev/pts/0\n[]\n"


def test_no_submission_takes_all_terminals_of_the_machine():
    cell = "import os\nheld = []\ntry:\n    while True: held.append(os.openpty())\n"
    assert printed(cell + "except OSError as error:\n    print(len(held), error.errno)") == "16 28"
    assert printed("!test -t 1 && echo terminal") == "terminal"


@pytest.mark.system
def test_a_submission_ends_with_the_worker_that_looks_after_it():
    """Or it would hold its memory while others run, and nobody would count it."""
    with Sandbox() as first:
        before = descendants(os.getpid())
        copy = first.fork_copy([])
        workers = descendants(os.getpid()) - before
        hold = notebook_with(RIGHT, ("import time; time.sleep(60)",))

        def until_the_box_breaks() -> None:
            with suppress(SandboxError):
                run_submission(SOURCE, hold, copy)

        busy = threading.Thread(target=until_the_box_breaks)
        busy.start()
        time.sleep(0.7)
        submission = descendants(os.getpid()) - before - workers
        assert len(submission) >= 2
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + 5
        while any(map(alive, submission)) and time.monotonic() < until:
            time.sleep(0.02)
        left = set(filter(alive, submission))
        busy.join()
        copy.close()
        first.close()
        assert left == set()


def test_a_slot_is_used_again_when_nothing_is_left_in_it(tmp_path):
    """What a submission has orphaned is adopted, counted and killed."""
    script = """
import os, subprocess, sys, time
from classroom.sandbox.inside import lockdown
from classroom.sandbox.inside.worker import Parent
lockdown.adopt_orphans()
parent = Parent(None, None, True, False)
child = subprocess.Popen(["sh", "-c", "setsid sleep 60 & sleep 0.3"])
child.wait()
left = parent.orphans()
parent.kill_orphans()
print(len(left), len(parent.orphans()))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "1 0\n", done.stderr


# ── priorities ────────────────────────────────────────────────────────────────────────────────

SLOWS = {
    "its group's priority": "os.setpriority(os.PRIO_PGRP, 0, 19)",
    "its user's priority": "os.setpriority(os.PRIO_USER, 0, 19)",
    "its own priority": "os.nice(3)",
    "the cores it runs on": "os.sched_setaffinity(0, {0})",
    "how it is scheduled": "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))",
    "its class of disk access": "check(libc.syscall(251, 2, 0, 3 << 13))",
    "a lease": "fcntl.fcntl(open('/usr/bin/env'), 1024, 0)",
    "a notice of changes": "fcntl.fcntl(os.open('/tmp', 0), 1026, 2)",
    "what its end is tied to": "check(libc.prctl(1, 0))",
    "a watch": "check(libc.inotify_init1(0))",
    "a watch as of old": "check(libc.syscall(253))",
    "a lock that is nobody's": "fcntl.fcntl(open('/tmp/x', 'w'), 37, bytes(32))",
    "the machine's queues": "check(libc.syscall(206, 1000, ctypes.byref(ctypes.c_ulong())))",
}


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of its system calls")
@pytest.mark.parametrize("call", SLOWS.values(), ids=SLOWS)
def test_what_could_slow_others_is_forbidden(call):
    cell = f"""
import ctypes, fcntl, os
libc = ctypes.CDLL(None, use_errno=True)
def check(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "no")
try:
    {call}
    print("done")
except OSError as error:
    print(error.errno)
"""
    assert printed(cell) == "1"


@pytest.mark.parametrize("family", [16, 17, 29, 38, 40, 44])
def test_there_are_no_sockets_but_local_ones_and_the_internets(family):
    cell = f"import socket\ntry:\n    socket.socket({family}, socket.SOCK_DGRAM)\n"
    assert printed(cell + "except OSError as error:\n    print(error.errno)") == "97"


def test_the_kernel_ends_it_before_others_and_it_cannot_change_that():
    assert printed("print(open('/proc/self/oom_score_adj').read())") == "1000"
    for file in ("oom_score_adj", "autogroup", "timerslack_ns"):
        cell = f"try:\n    open('/proc/self/{file}', 'w').write('0')\n    print('done')\n"
        assert printed(cell + "except OSError:\n    print('no')") == "no"


def test_what_numpy_and_torch_ask_of_the_system_still_works():
    cell = "import os, numpy as np, torch\ntorch.set_num_threads(2)\n"
    cell += "print(len(os.sched_getaffinity(0)) > 0, np.ones((300, 300)).dot(np.ones(300))[0], "
    assert (
        printed(cell + "float((torch.ones(300, 300) @ torch.ones(300))[0]))") == "True 300.0 300.0"
    )


# ── being a victim ────────────────────────────────────────────────────────────────────────────


HOG = """
import os
os.sched_setaffinity(0, {{{core}}})
if os.getuid() == 0:
    os.nice(-10)
print("begins", flush=True)
while True:
    pass
"""


@contextmanager
def hogs(core: int) -> Iterator[None]:
    """Processes that keep a core busy as long as the block lasts."""
    command = [sys.executable, "-c", HOG.format(core=core)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    try:
        for hog in started:
            assert hog.stdout
            hog.stdout.readline()
        yield
    finally:
        for hog in started:
            hog.kill()
            hog.communicate()


@pytest.mark.system
def test_who_is_late_because_others_had_the_core_is_crowded_and_who_sleeps_is_not(monkeypatch):
    core = min(os.sched_getaffinity(0))
    copy = sandbox().fork_copy([core])
    monkeypatch.setattr(copy, "limits", Limits(cell=1))
    work = "import time\nstart = time.process_time()\nwhile time.process_time() < start + 0.6: pass"
    alone = Run.run_student_cell

    def beside_hogs(run: Run, source: str) -> list[NotebookNode]:
        with hogs(core) if source == work else nullcontext():
            return alone(run, source)

    with monkeypatch.context() as busy:
        busy.setattr(Run, "run_student_cell", beside_hogs)
        late = run_submission(SOURCE, notebook_with(RIGHT | {"second": work}), copy)
    assert scores(late.notebook)["second"] == 0
    assert late.stopped_while_busy
    lazy = notebook_with(RIGHT | {"second": "import time; time.sleep(9)"})
    monkeypatch.setattr(Session, "seconds_waited", lambda _: 0.1)  # as on a machine that is idle
    slept = run_submission(SOURCE, lazy, copy)
    assert scores(slept.notebook)["second"] == 0
    assert not slept.stopped_while_busy
    copy.close()


def test_who_was_crowded_is_run_again_when_nobody_else_runs():
    jobs = [
        Prepared(Job(name, instructor(SOURCE), SOURCE, {}), None) for name in ("ada", "ben", "cem")
    ]
    running: list[str] = []
    runs: list[tuple[str, list[str]]] = []

    def submit(job: Job) -> "Future[RunResult]":
        runs.append((job.student, list(running)))
        running.append(job.student)
        again = [name for name, _ in runs].count(job.student) > 1
        future: Future[RunResult] = Future()

        def end() -> None:
            time.sleep(0.05)
            running.remove(job.student)
            busy = job.student == "ada" and not again
            notes = ("It was stopped.",) if busy else ()
            future.set_result(RunResult(SOURCE, 0.0, None, notes, busy))

        threading.Thread(target=end).start()
        return future

    outcomes = {prepared.job.student: e.notes for prepared, e in run_all(jobs, submit, 2)}
    assert outcomes == {"ada": (AGAIN,), "ben": (), "cem": ()}
    assert runs[-1] == ("ada", [])
    assert [name for name, _ in runs].count("ada") == 2


def test_the_processes_of_a_submission_stay_on_their_workers_core():
    """With a core of its own for each worker, sixty busy processes slow nobody but themselves."""
    core = min(os.sched_getaffinity(0))
    copy = sandbox().fork_copy([core])
    look = "import os\nos.system('true')\nprint(os.sched_getaffinity(0))"
    ran = run_submission(SOURCE, notebook_with(RIGHT, (look,)), copy)
    assert ran.notebook.cells[1].outputs[0].text == f"{{{core}}}\n"
    copy.close()


@pytest.mark.system
def test_nothing_is_left_of_sixty_processes(boxes):
    attack = "import os\nfor _ in range(30):\n    if os.fork() == 0:\n        while True: pass"
    before = descendants(os.getpid())
    run_submission(SOURCE, notebook_with(RIGHT, (attack,)), boxes[1])
    assert descendants(os.getpid()) == before
    assert scores(run().notebook) == ALL
