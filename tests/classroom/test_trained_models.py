"""Trained models of students: paid by their loss, and every trick with their weights noticed.

The real assignment in the real sandbox: the notebook as it is released, with files beside it.
"""

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import numpy as np
import pytest
from tests.classroom.conftest import PROJECT

from classroom.assignment.notebook import Role, grade_id, read_notebook, role
from classroom.assignment.release import instructor_notebook, release
from classroom.course import Course
from classroom.grading.grade import GradingOptions, grade
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.same_files import same_files
from classroom.grading.scores import Row
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
]
NAME, TASK, POINTS = "08-your-gpt", "trained_gpt", 12
WEIGHTS = PROJECT / "solutions" / NAME / "my_gpt.npz"
TRAP = Path("/tmp/unpickled-by-the-grader")
FOREVER = "import time\nwhile True:\n    time.sleep(1)"


class Trap:
    def __reduce__(self):
        return (open, (str(TRAP), "w"))


def without(folder: Path) -> None:
    (folder / "my_gpt.npz").unlink()


def pickled(folder: Path) -> None:
    (folder / "my_gpt.npz").write_bytes(pickle.dumps(Trap()))


def large(folder: Path) -> None:
    np.savez(folder / "my_gpt.npz", weight=np.zeros(50_000_000 // 4, "f4"))


def random(folder: Path) -> None:
    with np.load(folder / "my_gpt.npz") as file:
        rng = np.random.default_rng(0)
        noise = {name: 0.02 * rng.normal(size=file[name].shape) for name in file.files}
    np.savez(folder / "my_gpt.npz", **{name: a.astype("f4") for name, a in noise.items()})


def as_they_are(folder: Path) -> None:
    """Nothing is changed."""


HANDED_IN: dict[str, tuple[Callable[[Path], None], float, str | None]] = {
    "ada": (as_they_are, 1.0, None),
    "ben": (as_they_are, 1.0, None),
    "cem": (without, 0.0, "no-file"),
    "dee": (pickled, 0.0, "not-plain-numbers"),
    "eli": (large, 0.0, "file-too-large"),
    "fay": (random, 0.0, "not-trained"),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    folder = tmp_path_factory.mktemp("course")
    shutil.copy(PROJECT / "nbgrader_config.py", folder)
    shutil.copytree(PROJECT / "solutions" / NAME, folder / "solutions" / NAME)
    made = Course(folder)
    release(made, [NAME])
    for student, (change, _, _) in HANDED_IN.items():
        hand_in(made, student, change)
    return made


def hand_in(course: Course, student: str, change: Callable[[Path], None]) -> None:
    """The instructor's answers, with a training cell that would never end, and its weights."""
    solved = read_notebook(PROJECT / "solutions" / NAME / f"{NAME}.ipynb")
    answers = {grade_id(cell): cell.source for cell in solved.cells if role(cell) is Role.SOLUTION}
    notebook = read_notebook(course.exercise(NAME))
    for cell in notebook.cells:
        if grade_id(cell) in answers:
            cell.source = answers[grade_id(cell)]
        elif "at-home" in cell.metadata.get("tags", []):
            cell.source = FOREVER
    folder = course.submitted / student / NAME
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{NAME}.ipynb")
    shutil.copy(WEIGHTS, folder)
    change(folder)


@pytest.fixture(scope="module")
def rows(course: Course) -> dict[str, Row]:
    source = instructor_notebook(course, NAME)
    with AssignmentGradebook.open(course, NAME, source) as book:
        outcomes = list(grade(course, book, list(HANDED_IN), GradingOptions()))
        assert {outcome.reason for outcome in outcomes} == {None}
        return {row.student: row for row in book.rows(list(HANDED_IN))}


@pytest.mark.parametrize("student", HANDED_IN)
def test_a_model_is_paid_by_its_loss_and_a_trick_is_named(rows, student):
    _, share, mistake = HANDED_IN[student]
    row = rows[student]
    assert row.scores[TASK] == share * POINTS
    assert list(row.mistakes.get(TASK, ())) == ([mistake] if mistake else [])
    assert set(row.mistakes) <= {TASK}  # the other tasks are right


def test_nothing_is_unpickled_in_the_grader(rows):
    assert rows
    assert not TRAP.exists()


def test_nothing_is_trained_while_it_is_graded(rows):
    """A cell that trains would have been stopped after 30 seconds."""
    assert max(row.seconds for row in rows.values()) < 25


def test_weights_that_came_twice_are_found(course, rows):
    shutil.copy(WEIGHTS, course.root / "kept.npz")
    ours = course.solution(NAME).with_name("my_gpt.npz")
    ours.unlink()  # else they would be the instructor's
    try:
        (same,) = same_files(course, NAME, list(HANDED_IN))
    finally:
        shutil.move(course.root / "kept.npz", ours)
    assert same.students == ("ada", "ben")
