"""Thirty honest students and ten who attack whoever runs beside them: the honest notice nothing.

As root and as an ordinary user, for the sandbox is made of other parts for each.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path

import nbformat
import pytest
from tests.classroom import hostile
from tests.classroom.conftest import TOY, make_course
from tests.classroom.ordinary_user import as_nobody, give_to_nobody
from tests.classroom.toy_class import CLASS, TOTALS, hand_in, rows

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import release
from classroom.course import Course
from classroom.grading.scores import Row
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.slow,  # about a minute for each user
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
]
HONEST = [f"s{number:02}-{who}" for number, who in enumerate(islice(cycle(CLASS), 30))]
AT_A_TIME = 2
OTHERS = [
    pytest.param([], id="whoever runs the tests"),
    pytest.param(
        ["as nobody"],
        id="an ordinary user",
        marks=pytest.mark.skipif(os.getuid() != 0, reason="the tests are an ordinary user's"),
    ),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's, which nobody else may enter."""
    made = Path(tempfile.mkdtemp(prefix="class-"))
    yield made
    shutil.rmtree(made)


def class_in(folder: Path) -> Course:
    """Thirty who have handed in."""
    folder.mkdir()
    course = make_course(folder)
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write("\nc.Limits.cell = 5\n")
    release(course, [TOY])
    for student in HONEST:
        hand_in(course, student, CLASS[student.partition("-")[2]])
    return course


def attack(course: Course) -> dict[str, str]:
    """Hand in ten more, each of whom runs between two of the thirty; say who attacks how."""
    known = {}
    for number, (name, change) in enumerate(hostile.NEIGHBOURS.items()):
        student = known[name] = f"{HONEST[3 * number]}-and-then"
        hand_in(course, student, {})
        file = course.submitted / student / TOY / f"{TOY}.ipynb"
        notebook = read_notebook(file)
        change(notebook)
        nbformat.write(notebook, file)
    return known


def graded(course: Course, before: list[str]) -> tuple[dict[str, Row], float]:
    """What the gradebook says of a class that was graded, and how many seconds that took."""
    command = [sys.executable, "-m", "classroom", "grade", TOY, "--at-a-time", str(AT_A_TIME)]
    start = time.monotonic()
    done = subprocess.run(
        [*before, *command, "--course", str(course.root)],
        cwd=course.root,
        env=os.environ | {"HOME": str(course.root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    seconds = time.monotonic() - start
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return rows(course), seconds


@pytest.mark.parametrize("other", OTHERS)
def test_thirty_honest_students_beside_ten_hostile_ones(folder, other):
    alone, beside = class_in(folder / "alone"), class_in(folder / "beside")
    attackers = attack(beside)
    before = []
    if other:
        before = as_nobody()
        give_to_nobody(folder)
        (user,) = subprocess.run(
            [*before, "id", "-u"], capture_output=True, text=True, check=True
        ).stdout.split()
        assert user != "0"
    expected, quiet = graded(alone, before)
    found, loud = graded(beside, before)

    def said(row: Row) -> tuple:
        return row.scores, row.mistakes, row.reason, row.suspicions

    assert {name: expected[name].total for name in HONEST} == {
        name: TOTALS[name.partition("-")[2]] for name in HONEST
    }
    assert {name: said(found[name]) for name in HONEST} == {
        name: said(expected[name]) for name in HONEST
    }
    assert set(found) == {*HONEST, *attackers.values()}
    assert {found[name].status for name in attackers.values()} == {"graded"}

    def seconds(rows: dict[str, Row], names: Iterable[str]) -> float:
        return sum(rows[name].seconds or 0 for name in names)

    # Printed, not asserted: on a busy machine, times say nothing.
    ratio = seconds(found, HONEST) / seconds(expected, HONEST)
    theirs = seconds(found, attackers.values())
    print(
        f"The honest took {ratio:.2f} of their time alone. The whole class took {loud:.0f} s, the "
        f"honest alone {quiet:.0f} s: those who attack are stopped after {theirs:.0f} s in all, "
        "and some are run once more, alone."
    )
