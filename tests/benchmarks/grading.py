"""`make bench`: a class graded by `classroom grade`, beside stock `nbgrader autograde`."""

import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

import nbformat

from classroom.assignment.notebook import grade_id, read_notebook
from classroom.course import Course
from classroom.sandbox.inside.usage import family, kilobytes

PROJECT = Path(__file__).resolve().parents[2]
ASSIGNMENT = "03-dot-product"
SIZES = [int(size) for size in os.environ.get("BENCH_STUDENTS", "24,100").split(",")]
OF_STOCK = 24  # submissions that stock nbgrader grades; larger classes are extrapolated from them
LOOPS = 2
# What stock nbgrader cannot grade, or cannot go on after: a file cut short, a cell copied.
STOPS_STOCK = ("the file cut short", "copied")
THREADS = [f"{name}_NUM_THREADS=1" for name in ("OMP", "MKL", "OPENBLAS")]
WITHOUT_WALLS = ["env", *THREADS, sys.executable, "-m", "tests.benchmarks.without_walls"]
COMPUTING = re.compile(r"([\d.]+) s")


def rows():
    """Lines of text: throughput, memory and phases, then what endless loops cost."""
    folder = PROJECT / "_build" / "bench"
    shutil.rmtree(folder, ignore_errors=True)
    course, descriptions = sampled(folder / "stock-of", OF_STOCK)
    stock = stock_copy(course, descriptions, folder / "stock")
    theirs = run(["nbgrader", "autograde", ASSIGNMENT], stock.root, look_every=2)
    graded = len(list(stock.autograded.glob("*/*/*.ipynb")))
    each = theirs.seconds / graded
    yield (
        f"stock nbgrader: {graded} submissions of {ASSIGNMENT} in {theirs.seconds:.1f} s "
        f"({theirs.computing:.1f} s of computing), {theirs.memory}"
    )
    for size in SIZES:
        course, _ = sampled(folder / f"course-{size}", size)
        command = ["classroom", "grade", ASSIGNMENT, "--profile"]
        ours, again = run(command, course.root), run([*command, "--again"], course.root)
        memory = run([*command, "--again"], course.root, look_every=0.5).memory
        computing = sum(map(float, COMPUTING.findall(again.output.partition("Computing time")[2])))
        yield (
            f"classroom grade: {size} submissions in {ours.seconds:.1f} s and "
            f"{again.seconds:.1f} s ({computing:.1f} s of computing), {memory}. Stock would need "
            f"{size * each:.0f} s, extrapolated from {graded}. Ratio of throughput: "
            f"{2 * size * each / (ours.seconds + again.seconds):.1f}, of computing: "
            f"{size * theirs.computing / graded / computing:.1f}"
        )
        yield again.output[again.output.index("Where the time went") :].strip()
        yield run([*WITHOUT_WALLS, str(course.root), ASSIGNMENT], PROJECT).output.strip()
    for number in range(LOOPS):
        loop(course, f"loop-{number}")
    with_loops = run(command, course.root).seconds
    yield f"{LOOPS} more, each with an endless loop: {with_loops:.1f} s, 30 s is a time-out"


def sampled(root: Path, students: int) -> tuple[Course, dict[str, str]]:
    """A course with a sample class, and what each student handed in."""
    root.mkdir(parents=True)
    shutil.copy(PROJECT / "nbgrader_config.py", root)
    for name in ("solutions", "exercises"):
        shutil.copytree(PROJECT / name, root / name)
    shutil.copytree(PROJECT / "tests" / "answers", root / "tests" / "answers")
    command = ["classroom", "sample", ASSIGNMENT, "--students", str(students)]
    output = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    descriptions = dict(
        line.split(maxsplit=1) for line in output.splitlines() if line.startswith("sample-")
    )
    return Course(root), descriptions


def stock_copy(course: Course, descriptions: dict[str, str], root: Path) -> Course:
    """The same course with the submissions that stock nbgrader can grade, and its own settings."""
    shutil.copytree(course.root, root)
    stock = Course(root)
    for student, what in descriptions.items():
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
    path = course.submitted / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)


class Ran(NamedTuple):
    """How a command ran: real and CPU seconds, the most memory in use, and what it printed."""

    seconds: float
    computing: float  # without processes that nobody waited for
    memory: str
    output: str


def run(command: list[str], folder: Path, look_every: float | None = None) -> Ran:
    """Run a command, and measure it.

    Memory that some of its processes share is counted once. To look takes time, too: only where it
    is asked for.
    """
    start, most, before = time.monotonic(), 0, resource.getrusage(resource.RUSAGE_CHILDREN)
    with (
        TemporaryFile("w+") as output,
        subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.DEVNULL) as process,
    ):
        while look_every and process.poll() is None:
            shares = [f"/proc/{one.pid}/smaps_rollup" for one in family(process.pid)]
            most = max(most, sum(kilobytes(share, ("Pss:",)) for share in shares))
            time.sleep(look_every)
        if process.wait():
            raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
        seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        output.seek(0)
        computing = sum(after[:2]) - sum(before[:2])
        return Ran(seconds, computing, f"{most / 2**20:,.0f} MiB in use at most", output.read())
