"""What the commands of the instructor's guide print, on a class made of the bank of answers.

A block of the guide that is printed by a command has a line ``% printed: NAME`` above it. The
students are called student-01 and so on: their notebooks are those of a sample class, handed in
through Canvas.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import nbformat

from classroom.assignment.notebook import grade_id, read_notebook
from classroom.assignment.release import release
from classroom.course import CONFIG, Course
from classroom.sample import write_sample_class

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "book" / "instructor.md"
ASSIGNMENT = "03-dot-product"
STUDENTS = 12
WIDTH = 92  # columns of a terminal
BLOCK = re.compile(r"^% printed: (\S+)\n```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EVERYTHING = "."


def blocks(text: str) -> dict[str, str]:
    """The marked blocks of the guide, by name."""
    return dict(BLOCK.findall(text))


def with_blocks(text: str, printed: dict[str, str]) -> str:
    """The guide with these blocks in the place of its own."""

    def renewed(found: re.Match) -> str:
        name = found[1]
        return f"% printed: {name}\n```console\n{printed[name]}```"

    return BLOCK.sub(renewed, text)


def comparable(text: str) -> str:
    """A block without what differs from one run to the next: seconds, and the width of columns."""
    return re.sub(r" +", " ", re.sub(r"\d+\.\d s\b", "N s", text))


def run(course: Course, *command: str, colour: bool = False) -> str:
    """What a command prints in the course, on a terminal of the guide's width."""
    environment = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    environment |= {"COLUMNS": str(WIDTH), "PYTHONUNBUFFERED": "1"}
    if colour:
        environment |= {"FORCE_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=course.root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ).stdout


def classroom(course: Course, words: str, *patterns: str) -> str:
    """A command of ours as it is typed, and the lines of what it prints that match a pattern.

    In the place of other lines stands “…”.
    """
    lines = run(course, "classroom", *shlex.split(words)).splitlines()
    kept = [
        line if any(re.search(pattern, line) for pattern in patterns or (EVERYTHING,)) else "…"
        for line in lines
    ]
    once = [line for number, line in enumerate(kept) if line != "…" or kept[number - 1] != "…"]
    return "\n".join([f"$ classroom {words}", *(line.rstrip() for line in once)]) + "\n"


def make_course(folder: Path) -> Course:
    """A course with this one assignment."""
    shutil.copy(ROOT / CONFIG, folder)
    shutil.copytree(ROOT / "solutions" / ASSIGNMENT, folder / "solutions" / ASSIGNMENT)
    return Course(folder)


def hand_in(course: Course) -> None:
    """Make of the sample class a download of Canvas, and a roster as Canvas exports it."""
    lines = [
        "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (88121),Homework 3 (88123)",
        "    Points Possible,,,,,100,100",
    ]
    with zipfile.ZipFile(course.root / "submissions.zip", "w") as download:
        for number in range(1, STUDENTS + 1):
            notebook = (
                course.submitted / f"sample-{number:02d}" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
            )
            late = "_LATE" if number == 11 else ""
            name = f"student{number:02d}{late}_42{number:02d}_90{number:02d}_{ASSIGNMENT}.ipynb"
            download.write(notebook, name)
            lines.append(f"student{number:02d},42{number:02d},,student-{number:02d},,,")
        download.write(notebook, f"stranger_4299_9099_{ASSIGNMENT}.ipynb")
    (course.root / "grades.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def never_end(course: Course, student: str, task: str) -> None:
    """Have a student hand in an answer that never ends."""
    file = course.submitted / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook = read_notebook(file)
    answer = next(cell for cell in notebook.cells if grade_id(cell) == task)
    answer.source = f"def {task}(*arguments):\n    while True:\n        pass"
    nbformat.write(notebook, file)


def printed(course: Course) -> Iterator[tuple[str, str]]:
    """Each block of the guide and what it is today, in the order in which a term needs them."""
    release(course, [ASSIGNMENT])
    yield "release", classroom(course, "release") + "$ make student\n"
    write_sample_class(course, ASSIGNMENT, ROOT / "tests" / "answers", STUDENTS, seed=0)
    hand_in(course)
    yield "remove", classroom(course, "sample --remove")
    few = r"^\[([12]|1[12])/", r"^[^\[]"
    collect = f"collect submissions.zip {ASSIGNMENT} --roster grades.csv"
    yield "collect", classroom(course, collect, *few)
    stray = course.submitted / "student-13" / f"{ASSIGNMENT}.ipynb"
    stray.parent.mkdir()
    stray.write_text("{}", encoding="utf-8")
    yield "misplaced", classroom(course, f"grade {ASSIGNMENT}", "Not graded")
    shutil.rmtree(stray.parent)
    yield "feedback", classroom(course, f"feedback {ASSIGNMENT}", r"^\[([12]|10|12)/", r"^[^\[]")
    back = f"feedback {ASSIGNMENT} --for canvas"
    yield "give-back", classroom(course, back, r"^\d+ pages in .*zip", "^In Canvas", "^Do not")
    canvas = f'export {ASSIGNMENT} --format canvas --roster grades.csv --column "Homework 3"'
    yield "waiting", classroom(course, canvas)
    yield "export", classroom(course, f"{canvas} --partial")
    yield "report", classroom(course, f"report {ASSIGNMENT}")
    config = course.root / CONFIG
    plain = config.read_text(encoding="utf-8")
    config.write_text(f"{plain}\nc.Limits.cells = 10\n", encoding="utf-8")
    yield "limits", classroom(course, f"grade {ASSIGNMENT}")
    config.write_text(f"{plain}\nc.Limits.cell = 10\n", encoding="utf-8")
    never_end(course, "student-08", "restore_order")
    one = f"grade {ASSIGNMENT} --student student-08"
    yield "stopped", classroom(course, one, "^student", r"^ +\S*test-", "^Scores that")
    (plugin,) = re.findall(r"```python\n(from math.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    config.write_text(f"{plain}\n{plugin}", encoding="utf-8")
    due, came = "2026-11-20 23:59 UTC", "2026-11-21 09:00 UTC"
    run(course, "nbgrader", "db", "assignment", "add", ASSIGNMENT, f"--duedate={due}")
    time = course.submitted / "student-11" / ASSIGNMENT / "timestamp.txt"
    time.write_text(f"{came}\n", encoding="utf-8")
    late = classroom(
        course, f"grade {ASSIGNMENT} --student student-11", "^student ", "^student-11", r"late\.\)"
    )
    typed = f'$ nbgrader db assignment add {ASSIGNMENT} --duedate="{due}"\n'
    typed += f'$ echo "{came}" > {course.display_path(time)}\n'
    yield "late", typed + late
