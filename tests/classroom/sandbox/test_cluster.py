"""A class graded by the workers of a Dask scheduler, all of them real."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from tests.classroom.conftest import PROJECT, TOY, make_course
from tests.classroom.processes import alive
from tests.classroom.toy_class import (
    CLASS,
    LAST,
    TOTALS,
    hand_in,
    rows,
    steps,
    totals,
)
from typer.testing import CliRunner, Result

from classroom.assignment.release import release
from classroom.cli import app
from classroom.course import Course
from classroom.sandbox import cluster as adapter
from classroom.sandbox.bubblewrap import why_no_sandbox

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    pytest.mark.xdist_group("a cluster"),
]
QUIET = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
SLOW = "import time\ndef last(values):\n    time.sleep(0.3)\n    return values[-1]"


def free_port() -> int:
    with socket.socket() as end:
        end.bind(("127.0.0.1", 0))
        return end.getsockname()[1]


def wait_until(true: Callable[[], object], seconds: float = 90) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.05)


def answers(port: int) -> bool:
    with socket.socket() as end:
        return end.connect_ex(("127.0.0.1", port)) == 0


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path):
        self.folder, self.port = folder, free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: dict[str, subprocess.Popen] = {}
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        wait_until(lambda: answers(self.port))

    def start(self, kind: str, *arguments: str, first: str = "") -> subprocess.Popen:
        module = f"distributed.cli.dask_{kind}"
        code = f"{first}\nimport {module} as it\nit.main()"
        with (self.folder / f"{kind}-{len(self.workers)}.log").open("w") as log:
            return subprocess.Popen(
                [sys.executable, "-c", code, *arguments, *QUIET],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def hire(self, *names: str, first: str = "") -> None:
        """Start workers of one thread each and wait until the scheduler knows them."""
        self.call(*names, first=first)
        wait_until(lambda: self.names() >= set(names))

    def call(self, *names: str, first: str = "") -> None:
        """Start workers of one thread each."""
        place = ["--host", "127.0.0.1", "--local-directory", str(self.folder)]
        for name in names:
            one = ["--nthreads", "1", "--no-nanny", "--name", name]
            self.workers[name] = self.start("worker", self.address, *place, *one, first=first)

    def names(self) -> set[str]:
        with self.client() as client:
            info = client.scheduler_info(n_workers=-1)
            return {worker["name"] for worker in info["workers"].values()}

    @contextmanager
    def client(self) -> Iterator:
        with distributed.Client(self.address, timeout=20, set_as_default=False) as client:
            yield client

    def close(self) -> None:
        for process in (*self.workers.values(), self.scheduler):
            process.terminate()
        for process in (*self.workers.values(), self.scheduler):
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler that nobody works for."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    cluster = Cluster(folder)
    yield cluster
    cluster.close()


@pytest.fixture
def cluster(empty: Cluster) -> Cluster:
    """A scheduler with two workers."""
    empty.hire("one", "two")
    return empty


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A course whose class has handed in twice: each of `CLASS` has a friend with the same."""
    folder = tmp_path / "course"
    folder.mkdir()
    course = make_course(folder)
    release(course, [TOY])
    for student, edits in CLASS.items():
        hand_in(course, student, edits)
        hand_in(course, f"{student}s", edits)
    return course


TWICE = TOTALS | {f"{student}s": total for student, total in TOTALS.items()}


def command(course: Course, cluster: Cluster) -> list[str]:
    return ["grade", TOY, "--scheduler", cluster.address, "--course", str(course.root)]


def grade(course: Course, cluster: Cluster) -> Result:
    result = CliRunner().invoke(app, command(course, cluster))
    assert "Traceback" not in result.output
    return result


def sandboxes(worker: subprocess.Popen) -> list[int]:
    """The processes that a worker has started itself."""
    return [child.pid for child in psutil.Process(worker.pid).children()]


# ── graded ────────────────────────────────────────────────────────────────────────────────────


def test_two_workers_grade_a_class_as_one_machine_does(course, cluster):
    result = grade(course, cluster)
    assert result.exit_code == 0, result.output
    assert steps(result) == dict.fromkeys(TWICE, "graded")
    assert totals(course) == TWICE
    with cluster.client() as client:
        counts = client.run(lambda dask_worker: dask_worker.state.executed_count)
    assert sum(counts.values()) == len(TWICE)
    assert min(counts.values()) > 0
    assert not any(sandboxes(worker) for worker in cluster.workers.values())

    there = rows(course)
    one = CliRunner().invoke(app, ["grade", TOY, "--again", "--course", str(course.root)])
    assert one.exit_code == 0
    here = rows(course)
    for student in TWICE:
        assert here[student].scores == there[student].scores
        assert here[student].mistakes == there[student].mistakes
        assert here[student].changes == ()


def test_what_dead_workers_were_at_is_done_by_one_who_came_later(course, cluster):
    for student in TWICE:
        hand_in(course, student, {LAST: SLOW})
    door = cluster.folder / "open"
    waits = f"import os, time\nwhile not os.path.exists({str(door)!r}): time.sleep(0.05)"
    cluster.call("three", first=f"import distributed.cli.dask_worker\n{waits}")
    with subprocess.Popen(
        [sys.executable, "-m", "classroom", *command(course, cluster)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        text=True,
    ) as grading:
        assert grading.stdout
        said = next(line for line in grading.stdout if line.endswith(": graded\n"))
        door.touch()
        wait_until(lambda: "three" in cluster.names())
        left = [pid for name in ("one", "two") for pid in sandboxes(cluster.workers[name])]
        for name in ("one", "two"):
            cluster.workers[name].kill()
        said += grading.stdout.read()
    assert grading.returncode == 0, said
    done = re.findall(r"^\[\d+/\d+\] (\w+): (.*)$", said, re.MULTILINE)
    assert sorted(done) == sorted((student, "graded") for student in TWICE)
    assert set(totals(course).values()) == {90}
    with cluster.client() as client:
        (count,) = client.run(lambda dask_worker: dask_worker.state.executed_count).values()
    assert count > 0
    assert left
    wait_until(lambda: not any(map(alive, left)))
    assert steps(grade(course, cluster)) == dict.fromkeys(TWICE, "up to date")


def test_ctrl_c_ends_what_runs_there_and_it_can_be_run_again(course, cluster):
    forever = {LAST: "def last(values):\n    while True: pass"}
    for student in TWICE:
        hand_in(course, student, forever)
    grading = subprocess.Popen(
        [sys.executable, "-m", "classroom", *command(course, cluster)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with grading:
        wait_until(lambda: all(map(sandboxes, cluster.workers.values())))
        grading.send_signal(signal.SIGINT)
        said = grading.communicate(timeout=30)[1]
    assert grading.returncode == 130, said
    assert "Stopped. What was graded before is kept" in said
    wait_until(lambda: not any(map(sandboxes, cluster.workers.values())))
    for student, edits in CLASS.items():
        hand_in(course, student, edits)
        hand_in(course, f"{student}s", edits)
    assert grade(course, cluster).exit_code == 0
    assert totals(course) == TWICE


# ── not graded, and why ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("who", ["workers", "scheduler"])
def test_where_all_are_gone_nobody_is_scored_for_it(course, cluster, monkeypatch, who):
    monkeypatch.setattr(adapter, "PATIENCE", 10.0)
    for student in TWICE:
        hand_in(course, student, {LAST: SLOW})
    gone = list(cluster.workers.values()) if who == "workers" else [cluster.scheduler]

    def kill() -> None:
        wait_until(lambda: all(map(sandboxes, cluster.workers.values())))
        for process in gone:
            process.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    result = grade(course, cluster)
    killer.join()
    assert result.exit_code == 1
    where = (
        f"The {who} of {cluster.address} are"
        if who == "workers"
        else (f"The scheduler {cluster.address} is")
    )
    assert f"{where} gone. What was graded before is kept; run the command again for the rest." in (
        result.output
    )
    assert {row.reason for row in rows(course).values()} <= {None}
    assert set(totals(course).values()) <= {90}


@pytest.mark.parametrize("who", ["workers", "scheduler"])
def test_where_all_die_while_they_get_ready_it_is_a_sentence(course, empty, monkeypatch, who):
    monkeypatch.setattr(adapter, "PATIENCE", 10.0)
    pid = "os.getpid()" if who == "workers" else empty.scheduler.pid
    empty.hire(
        "one",
        first="import os, classroom.sandbox.bubblewrap as module\n"
        f"module.why_no_sandbox = lambda: os.kill({pid}, 9)",
    )
    result = grade(course, empty)
    assert result.exit_code == 1
    assert re.search(rf"The {who} (of )?{empty.address} (are|is) gone\. What was", result.output)
    assert not rows(course)


def test_a_worker_that_dies_while_it_gets_ready_leaves_the_class_to_the_others(course, cluster):
    cluster.hire(
        "three",
        first="import os, classroom.sandbox.bubblewrap as module\n"
        "module.why_no_sandbox = lambda: os.kill(os.getpid(), 9)",
    )
    result = grade(course, cluster)
    assert result.exit_code == 0, result.output
    assert totals(course) == TWICE


def test_an_address_with_nobody_is_a_sentence(course, empty, monkeypatch):
    monkeypatch.setattr(adapter, "PATIENCE", 1.0)
    empty.address = f"tcp://127.0.0.1:{free_port()}"
    result = grade(course, empty)
    assert result.exit_code == 1
    assert f"The scheduler {empty.address} cannot be reached: " in result.output
    empty.address = "nowhere"
    assert "must have the form tcp://HOST:PORT, not nowhere." in grade(course, empty).output


def test_a_scheduler_without_workers_is_a_sentence(course, empty):
    result = grade(course, empty)
    assert result.exit_code == 1
    assert f"The scheduler {empty.address} has no workers yet: start some" in result.output


def test_without_dask_a_sentence_says_how_to_get_it(course, empty, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = grade(course, empty)
    assert result.exit_code == 1
    assert 'needs Dask: pip install "payattention[cluster]", on this machine' in result.output


def test_a_worker_with_another_package_grades_nobody(course, empty, tmp_path):
    """It has an older payattention, say, whose checks are others."""
    other = tmp_path / "src"
    shutil.copytree(PROJECT / "src", other, ignore=shutil.ignore_patterns("*.pt", "__pycache__"))
    with (other / "payattention_checks" / "check.py").open("a") as file:
        file.write("\nOLD = True\n")
    empty.hire("one")
    empty.hire("old", first=f"import sys\nsys.path.insert(0, {str(other)!r})")
    result = grade(course, empty)
    assert result.exit_code == 1
    assert (
        "cannot grade. Its payattention differs from the one that is installed here."
        in result.output
    )
    assert not rows(course)


def test_a_worker_without_the_package_is_a_sentence(course, empty):
    empty.hire("bare", first="import sys\nsys.modules['classroom'] = None")
    result = grade(course, empty)
    assert result.exit_code == 1
    assert "lacks the package classroom. On its machine, run pip install" in result.output
