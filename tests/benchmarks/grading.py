"""`make bench`: a class graded by `classroom grade`, beside stock `nbgrader autograde`."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import nbformat

from classroom.assignment.notebook import grade_id, read_notebook
from classroom.course import Course
from classroom.sandbox.inside.worker import family, kilobytes

PROJECT = Path(__file__).resolve().parents[2]
ASSIGNMENT = "03-dot-product"
STUDENTS = int(os.environ.get("BENCH_STUDENTS", "100"))
LOOPS = 2
# What stock nbgrader cannot grade, or cannot go on after: a file cut short, a cell copied.
STOPS_STOCK = ("the file cut short", "copied")


def rows():
    """Lines of text: throughput and memory, then what endless loops cost."""
    folder = PROJECT / "_build" / "bench"
    shutil.rmtree(folder, ignore_errors=True)
    course, told = sampled(folder / "course")
    stock = stock_copy(course, told, folder / "stock")
    command, of_stock = ["classroom", "grade", ASSIGNMENT], ["nbgrader", "autograde", ASSIGNMENT]
    ours, _ = run(command, course.root)
    theirs, most_of_stock = run(of_stock, stock.root, look_every=2)
    again, _ = run([*command, "--again"], course.root)
    _, most = run([*command, "--again"], course.root, look_every=0.5)
    graded = len(list(stock.autograded.glob("*/*/*.ipynb")))
    a_second, stocks = STUDENTS / ((ours + again) / 2), graded / theirs
    yield (
        f"{ASSIGNMENT}: {STUDENTS} submissions in {ours:.1f} s and {again:.1f} s, "
        f"{a_second:.2f} a second, {most} in use at most; stock nbgrader: {graded} of the same in "
        f"{theirs:.1f} s, {stocks:.2f} a second, {most_of_stock}. "
        f"Ratio of throughput: {a_second / stocks:.1f}"
    )
    for number in range(LOOPS):
        loop(course, f"loop-{number}")
    with_loops, _ = run(command, course.root)
    yield f"{LOOPS} more, each with an endless loop: {with_loops:.1f} s, 30 s is a time-out"


def sampled(root: Path) -> tuple[Course, dict[str, str]]:
    """A course with a sample class, and what each student handed in."""
    root.mkdir(parents=True)
    shutil.copy(PROJECT / "nbgrader_config.py", root)
    for name in ("solutions", "exercises"):
        shutil.copytree(PROJECT / name, root / name)
    shutil.copytree(PROJECT / "tests" / "answers", root / "tests" / "answers")
    command = ["classroom", "sample", ASSIGNMENT, "--students", str(STUDENTS)]
    said = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    told = dict(line.split(maxsplit=1) for line in said.splitlines() if line.startswith("sample-"))
    return Course(root), told


def stock_copy(course: Course, told: dict[str, str], root: Path) -> Course:
    """The same course with the submissions that stock nbgrader can grade, and its own settings."""
    shutil.copytree(course.root, root)
    stock = Course(root)
    for student, what in told.items():
        if any(words in what for words in STOPS_STOCK):
            shutil.rmtree(stock.submitted / student)
    quiet = ["nbgrader", "generate_assignment", ASSIGNMENT, "--force"]
    subprocess.run(quiet, cwd=root, check=True, capture_output=True)
    return stock


def loop(course: Course, student: str) -> None:
    """Hand in the released notebook with an endless loop in its first answer."""
    notebook = read_notebook(course.exercise(ASSIGNMENT))
    cell = next(cell for cell in notebook.cells if grade_id(cell) == "score_scale")
    cell.source = "def score_scale(*arguments):\n    while True:\n        pass"
    place = course.submitted / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    place.parent.mkdir(parents=True)
    nbformat.write(notebook, place)


def run(command: list[str], folder: Path, look_every: float | None = None) -> tuple[float, str]:
    """How many seconds a command takes, and the most memory that all its processes have in use.

    What some of them share is counted once. To look takes time, too: only where it is asked for.
    """
    start, most = time.monotonic(), 0
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        while look_every and process.poll() is None:
            shares = [f"/proc/{pid}/smaps_rollup" for pid in family(process.pid)]
            most = max(most, sum(kilobytes(share, ("Pss:",)) for share in shares))
            time.sleep(look_every)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return time.monotonic() - start, f"{most / 2**20:,.0f} MiB"
