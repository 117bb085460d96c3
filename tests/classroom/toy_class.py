"""A class of four of the toy course: what they handed in, and how it is graded again."""

import os
import re
import signal
import subprocess
import sys

import nbformat
from tests.classroom.conftest import TOY
from typer.testing import CliRunner, Result

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import instructor_notebook
from classroom.cli import app
from classroom.course import Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Row

DOUBLE, TEST_DOUBLE, LAST, WRITTEN = 3, 4, 5, 7
RIGHT = {DOUBLE: "def double(x): return 2 * x", LAST: "def last(values): return values[-1]"}
CLASS = {
    "ada": {},
    "ben": {DOUBLE: "def double(x): return x * x"},
    "cem": {LAST: "def last(values): return values[0]"},
    "dee": {DOUBLE: "def double(x): return x", LAST: "def last(values): return 1"},
}
TOTALS = {"ada": 90, "ben": 60, "cem": 60, "dee": 0}


def hand_in(course: Course, student: str, answers: dict[int, str]) -> None:
    notebook = read_notebook(course.exercise(TOY))
    for place, source in (RIGHT | answers).items():
        notebook.cells[place].source = source
    folder = course.submitted / student / TOY
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{TOY}.ipynb")


def grade(course: Course, *arguments: str) -> Result:
    one = ["--at-a-time", "1", "--course", str(course.root)]
    result = CliRunner().invoke(app, ["grade", TOY, *arguments, *one])
    assert "Traceback" not in result.output
    return result


def steps(result: Result) -> dict[str, str]:
    """What was said of each student."""
    return dict(re.findall(r"^\[\d+/\d+\] (\w+): (.*)$", result.output, re.MULTILINE))


def rows(course: Course) -> dict[str, Row]:
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        return {row.student: row for row in book.rows([])}


def totals(course: Course) -> dict[str, float | None]:
    return {student: row.total for student, row in rows(course).items()}


def kill_twice(course: Course) -> None:
    """Kill two graders, one after the other, each as soon as it has graded one more."""
    command = [sys.executable, "-m", "classroom", "grade", TOY, "--at-a-time", "1"]
    for _ in range(2):
        with subprocess.Popen(
            [*command, "--course", str(course.root)],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            text=True,
        ) as killed:
            assert killed.stdout
            graded = any(line.endswith(": graded\n") for line in killed.stdout)
            killed.send_signal(signal.SIGKILL)
        assert graded
        now = totals(course)
        assert {s: total for s, total in now.items() if total is not None}.items() <= TOTALS.items()


def assert_it_goes_on(course: Course) -> None:
    """What two killed graders have done is not done again, and all the rest is."""
    found = list(steps(grade(course)).values())
    assert 2 <= found.count("up to date") < len(CLASS)
    assert set(found) == {"up to date", "graded"}
    assert totals(course) == TOTALS
