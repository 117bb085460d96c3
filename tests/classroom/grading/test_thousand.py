"""A thousand submissions, graded by the real command at a terminal and stopped twice on the way."""

import json
import os
import re
import select
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.classroom.conftest import PROJECT
from tests.classroom.processes import alive, descendants

from classroom.course import Course
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    pytest.mark.skipif(not shutil.which("setsid"), reason="util-linux's setsid gives the terminal"),
]
ASSIGNMENT = "03-dot-product"
COUNT = 1000
STOPPED, KILLED = 150, 350  # how many are done when the first run is stopped, the second killed
BAR = re.compile(rf"Grading {ASSIGNMENT} [━╸╺ ]+ (\d+)/{COUNT} (-:--:--|\d+:\d\d:\d\d)")
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CLASSROOM = [sys.executable, "-m", "classroom"]
FLAT = 1.1  # a leak of a hundredth of a megabyte a submission is more than this


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """The project's own assignment, and a thousand samples of its bank."""
    shutil.copy(PROJECT / "nbgrader_config.py", tmp_path)
    for folder in ("solutions", "exercises", "tests/answers"):
        shutil.copytree(PROJECT / folder / ASSIGNMENT, tmp_path / folder / ASSIGNMENT)
    course = Course(tmp_path)
    classroom(course, "sample", ASSIGNMENT, "--students", str(COUNT))
    return course


def classroom(course: Course, *arguments: str) -> str:
    """What a command says that is not at a terminal."""
    command = [*CLASSROOM, *arguments, "--course", str(course.root)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True)
class Seen:
    """How much memory there was in use when so many submissions were done, in bytes."""

    done: int
    grader: int
    sandboxes: int


class Grader:
    """`classroom grade` at a terminal, and what is to be seen of it."""

    def __init__(self, course: Course):
        self.hand, terminal = os.openpty()
        with os.fdopen(terminal) as end:
            self.process = subprocess.Popen(
                ["setsid", "--ctty", *CLASSROOM, "grade", ASSIGNMENT, "--course", course.root],
                stdin=end,
                stdout=end,
                stderr=end,
                env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"},
            )
        self.start = time.monotonic()
        self.screen = ""
        self.bars: list[tuple[int, str]] = []
        self.when: list[float] = []  # each of the bars was there
        self.seen: list[Seen] = []

    def watch(self, until: int = COUNT + 1) -> None:
        """Look on until so many are done, or until it has ended."""
        looked = 0.0
        while self.read() and self.done < until:
            if self.done and time.monotonic() - looked > 0.5:
                looked = time.monotonic()
                pid = self.process.pid
                sandboxes = sum(map(memory, descendants(pid)))
                self.seen.append(Seen(self.done, memory(pid), sandboxes))

    def read(self) -> bool:
        """Take what there is on the terminal; return whether there may be more."""
        ready, _, _ = select.select([self.hand], [], [], 0.1)
        if ready:
            try:
                new = os.read(self.hand, 100_000)
            except OSError:  # all others have left the terminal
                return False
            self.screen = COLOURS.sub("", self.screen + new.decode(errors="replace"))
            self.bars = [(int(done), left) for done, left in BAR.findall(self.screen)]
            self.when += [time.monotonic()] * (len(self.bars) - len(self.when))
        return True

    @property
    def done(self) -> int:
        return self.bars[-1][0] if self.bars else 0

    def end(self) -> int:
        """Read to the end; return the exit code."""
        while self.read():
            pass
        os.close(self.hand)
        code = self.process.wait(60)
        print(f"{self.done} of {COUNT} after {time.monotonic() - self.start:.0f} s, exit {code}")
        return code


def memory(pid: int) -> int:
    """The bytes that a process has of its own, and its share of those that it shares."""
    for file, name in [("smaps_rollup", "Pss:"), ("status", "VmRSS:")]:
        with suppress(OSError):  # it hides the first, or has ended
            lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
            return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))
    return 0


def graded(course: Course) -> dict[str, tuple]:
    """What there is of each graded submission; any grading of it makes another of it."""
    with sqlite3.connect(course.gradebook / "gradebook.db") as database:
        rows = database.execute("select student, seconds, reason from classroom_ended").fetchall()
    database.close()
    found = {}
    for student, seconds, reason in rows:
        notebook = course.autograded / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        found[student] = seconds, reason, notebook.stat().st_mtime_ns if not reason else None
    return found


def seconds(left: str) -> int:
    """Of hours, minutes and seconds."""
    return sum(60**n * int(part) for n, part in enumerate(left.split(":")[::-1]))


def memory_of_part(seen: list[Seen], first: float, last: float) -> tuple[int, float]:
    """What was used from one share of the way to another: the grader's most, the sandboxes' median.

    The most of the sandboxes is chance: two submissions that need much meet, or do not.
    """
    start, whole = seen[0].done, seen[-1].done - seen[0].done
    there = [one for one in seen if first * whole <= one.done - start <= last * whole]
    return max(one.grader for one in there), statistics.median(one.sandboxes for one in there)


def test_a_thousand_are_graded_once_each_in_steady_memory_though_stopped_twice(course):
    stopped = Grader(course)
    stopped.watch(until=STOPPED)
    os.write(stopped.hand, b"\x03")  # Ctrl-C
    assert stopped.end() == 130
    assert (
        "Stopped. What was graded before is kept; run the command again for the rest."
        in stopped.screen
    )
    first = graded(course)
    assert STOPPED <= len(first) < KILLED

    killed = Grader(course)
    killed.watch(until=KILLED)
    sandboxes = descendants(killed.process.pid)
    killed.process.send_signal(signal.SIGKILL)
    assert killed.end() == -signal.SIGKILL
    assert sandboxes
    until = time.monotonic() + 20
    while any(map(alive, sandboxes)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(alive, sandboxes))
    second = graded(course)
    assert first.items() <= second.items()
    assert KILLED <= len(second) < COUNT

    last = Grader(course)
    last.watch()
    assert last.end() == 0
    third = graded(course)
    assert second.items() <= third.items()
    assert len(third) == COUNT

    # ── progress, and the time that is left ──
    counts = [done for done, _ in last.bars]
    assert counts == sorted(counts)
    assert len(set(counts)) > 100
    bars = zip(last.when, last.bars, strict=True)
    told = [(when, seconds(left)) for when, (_, left) in bars if left[0] != "-"]
    lefts = [left for _, left in told]
    assert len(set(lefts)) > 20
    assert lefts[-1] <= 2 < lefts[0]
    took = last.when[-1] - told[0][0]
    print(f"{lefts[0]} s were said to be left when {took:.0f} s were")
    assert took / 2 <= lefts[0] <= took * 2

    # ── memory ──
    seen = [one for one in last.seen if one.done > len(second)]  # nothing runs before
    early, late = memory_of_part(seen, 0.02, 0.27), memory_of_part(seen, 0.75, 1)
    print("MB of grader and sandboxes:", *([n // 10**6 for n in used] for used in (early, late)))
    if keep := os.environ.get("MEMORY_SEEN"):
        Path(keep).write_text(json.dumps([vars(one) for one in last.seen]))
    assert late[0] <= FLAT * early[0]
    assert late[1] <= FLAT * early[1]

    # ── scores ──
    again = classroom(course, "grade", ASSIGNMENT)
    assert len(re.findall(r"^\[\d+/\d+\] sample-\d+: up to date$", again, re.MULTILINE)) == COUNT
    assert graded(course) == third
    file = course.gradebook / "sample" / f"{ASSIGNMENT}.json"
    expected = json.loads(file.read_text())["expected"]
    broken = {student for student, (_, reason, _) in third.items() if reason}
    assert set(third) - broken == set(expected)
    assert len(broken) == COUNT // 12  # each twelfth, the tenth of twelve, was cut short
    exported = classroom(course, "export", ASSIGNMENT, "--partial", "--output", "-").splitlines()
    header, *lines = [line.split(",") for line in exported]
    scores = {line[0]: dict(zip(header, line, strict=False)) for line in lines}
    assert len(scores) == COUNT
    for student, tasks in expected.items():
        found = {task: float(scores[student][task]) for task in tasks}
        assert found == pytest.approx(tasks), student

    # ── the report ──
    assert f"{COUNT} submissions in gradebook/" in classroom(course, "report", ASSIGNMENT)
    page = (course.gradebook / f"{ASSIGNMENT}.html").read_text(encoding="utf-8")
    said = {
        what: number
        for number, what in re.findall(r"<li><strong>([\d.]+)</strong> (.*?)</li>", page)
    }
    mean = statistics.fmean(sum(tasks.values()) for tasks in expected.values())
    assert said["handed in"] == str(COUNT)
    assert said["graded"] == str(len(expected))
    assert said["need a person"] == str(len(broken))
    assert said["on average"] == f"{mean:.1f}"
    assert len(set(re.findall(r'<tr id="student-(\d+)"', page))) == COUNT
