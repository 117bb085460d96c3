"""A small assignment for the tests of what runs submissions, and one sandbox for them all.

Its set-up cell defines its checks, so a student's process holds them, too, to patch as it likes.
"""

import atexit
import functools
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.utils import determine_grade

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import grade_id
from classroom.sandbox import run_submission as module
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import why_no_sandbox
from classroom.sandbox.run_submission import RunResult

NO_SANDBOX = why_no_sandbox()

SETUP = """\
import numpy as np

class Verdict(float):
    def __new__(cls, earned, says):
        self = super().__new__(cls, earned)
        self.says = says
        return self

    def _repr_html_(self):
        return f'<div class="verdict">{self.says}</div>'

def compare(answer, right, points, seed):
    rng = np.random.default_rng(seed)
    for n in (3, 5, 8):
        x = rng.normal(size=(2, n))
        try:
            output = np.asarray(answer(x.copy()))
        except (Exception, SystemExit) as error:
            return Verdict(0, f"It raised {type(error).__name__}: {error}")
        if output.shape != x.shape:
            return Verdict(0, f"Its shape is {output.shape}.")
        if not np.array_equal(output, right(x)):
            return Verdict(0, "Wrong.")
    return Verdict(points, "Right.")

class checks:
    def first(answer, points, seed=0):
        return compare(answer, lambda x: 3 * x, points, seed)

    def second(answer, points, seed=0):
        return compare(answer, lambda x: x - 1, points, seed)

    def third(answer, points, seed=0):
        return compare(answer, lambda x: x[::-1], points, seed)
"""
TEST = """\
score = checks.{name}({name}, points=10)
### BEGIN HIDDEN TESTS
score = min(score, checks.{name}({name}, points=10, seed=31415926))
### END HIDDEN TESTS
score"""
SECRET = "31415926"  # what only the hidden tests say
RIGHT = {
    "first": "def first(x):\n    return 3 * x",
    "second": "def second(x):\n    return x - 1",
    "third": "def third(x):\n    return x[::-1]",
}
WRONG = {name: f"def {name}(x):\n    return x * 0" for name in RIGHT}


def marks(name: str, **others: object) -> dict:
    roles = dict.fromkeys(("grade", "solution", "locked", "task"), False)
    return {"nbgrader": {"schema_version": 3, "grade_id": name} | roles | others}


def notebook_with(answers: dict[str, str], extra: tuple[str, ...] = ()) -> NotebookNode:
    """The assignment with these answers, and cells of the student's own after the set-up cell."""
    locked = marks("setup", locked=True) | {"tags": ["setup"]}
    cells = [new_code_cell(SETUP, metadata=locked)]
    cells += [new_code_cell(source) for source in extra]
    for name in RIGHT:
        graded = marks(f"test-{name}", grade=True, locked=True, points=10)
        cells.append(new_code_cell(answers[name], metadata=marks(name, solution=True)))
        cells.append(new_code_cell(TEST.format(name=name), metadata=graded))
    return new_notebook(cells=cells)


SOURCE = notebook_with(RIGHT)


def instructor(notebook: NotebookNode) -> InstructorNotebook:
    return InstructorNotebook(notebook, notebook)


def run_submission(
    source: NotebookNode, submitted: NotebookNode, box: Sandbox, *more: Any, **options: Any
) -> RunResult:
    return module.run_submission(instructor(source), submitted, box, *more, **options)


def scores(notebook: NotebookNode) -> dict[str, float]:
    """What nbgrader reads in an autograded notebook."""
    return {
        grade_id(cell).removeprefix("test-"): determine_grade(cell)[0]
        for cell in notebook.cells
        if grade_id(cell).startswith("test-")
    }


@functools.cache
def sandbox() -> Sandbox:
    """One sandbox for all tests of a process."""
    box = Sandbox()
    box.start_and_wait()
    atexit.register(box.close)
    return box


def run(*extra: str, **answers: str) -> RunResult:
    """Examine right answers, but for those given, with these cells before them."""
    return run_submission(SOURCE, notebook_with(RIGHT | answers, extra), sandbox())


def shown(notebook: NotebookNode) -> str:
    """All outputs of a notebook as one text."""
    return "\n".join(str(cell.get("outputs", "")) for cell in notebook.cells)
