"""A small course in a folder of its own: one assignment, two tasks and a written question."""

import os
import shutil
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from tests.classroom.lms.downloads import CANVAS, MOODLE

from classroom.course import Course

PROJECT = Path(__file__).resolve().parents[2]
TOY = "01-toy"

SETUP = """\
import numpy as np


class Verdict(float):
    def __new__(cls, earned, points, reason, mistake=""):
        verdict = super().__new__(cls, earned)
        verdict.points, verdict.reason, verdict.mistake = points, reason, mistake
        return verdict

    def _repr_html_(self):
        return f"<div>{self:g} of {self.points:g}: {self.reason}</div>"

    def _repr_mimebundle_(self, **choice):
        made = [{"name": self.mistake, "says": self.reason}] if self.mistake else []
        said = {"task": "", "points": self.points, "earned": float(self), "reason": self.reason}
        return {"application/vnd.payattention.verdict+json": said | {"mistakes": made}}


def verdict(answer, points, inputs, right, mistakes):
    try:
        outputs = [answer(value) for value in inputs]
    except NotImplementedError:
        return Verdict(0, points, "Nothing here yet.", "not-yet")
    except Exception as error:
        return Verdict(0, points, f"It raised {error!r}.", "raised")
    if outputs == [right(value) for value in inputs]:
        return Verdict(points, points, "Right.")
    for name, (credit, wrong) in mistakes.items():
        if outputs == [wrong(value) for value in inputs]:
            return Verdict(credit * points, points, f"That is {name}.", name)
    return Verdict(0, points, "Not right.", "unrecognised")


class checks:
    @staticmethod
    def double(answer, points, seed=0):
        mistakes = {"square": (0.5, lambda x: x * x), "unchanged": (0, lambda x: x)}
        return verdict(answer, points, [seed + 3, 5], lambda x: 2 * x, mistakes)

    @staticmethod
    def last(answer, points, seed=0):
        mistakes = {"first": (0, lambda values: values[0])}
        return verdict(answer, points, [[seed, 7], [1, 2, 3]], lambda values: values[-1], mistakes)
"""

DOUBLE = '''\
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION
'''

LAST = '''\
def last(values):
    """The last of some values."""
    ### BEGIN SOLUTION
    return values[-1]
    ### END SOLUTION
'''

TEST = """\
score = checks.{name}({name}, points={points})
### BEGIN HIDDEN TESTS
score = min(score, checks.{name}({name}, points={points}, seed=987654321))
### END HIDDEN TESTS
score"""

BANK = {
    "double": """\
# %% right: sum
def double(x):
    return x + x


# %% right: product — the other way to say it
def double(x):
    return 2 * x


# %% wrong: square, earns 0.5
def double(x):
    return x * x


# %% wrong: unchanged
def double(x):
    return x
""",
    "last": """\
# %% right: negative index
def last(values):
    return values[-1]


# %% wrong: first
def last(values):
    return values[0]
""",
}


def marks(name: str, **others: object) -> dict:
    plain = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": plain | {"grade_id": name} | others}


def toy_notebook() -> nbformat.NotebookNode:
    setup = marks("setup", locked=True) | {"tags": ["setup"]}

    def test(name: str, points: int) -> nbformat.NotebookNode:
        mark = marks(f"test-{name}", grade=True, locked=True, points=points)
        return new_code_cell(TEST.format(name=name, points=points), metadata=mark)

    cells = [
        new_markdown_cell("# A toy"),
        new_code_cell(SETUP, metadata=setup),
        new_markdown_cell("Double it."),
        new_code_cell(DOUBLE.strip(), metadata=marks("double", solution=True)),
        test("double", 60),
        new_code_cell(LAST.strip(), metadata=marks("last", solution=True)),
        test("last", 30),
        new_markdown_cell("Because.", metadata=marks("why", grade=True, solution=True, points=10)),
    ]
    for number, cell in enumerate(cells):
        cell.id = f"toy-{number}"
    kernel = {"display_name": "Mine", "language": "python", "name": "python3"}
    return new_notebook(
        cells=cells,
        metadata={"kernelspec": kernel, "language_info": {"name": "python", "version": "3.1.4"}},
    )


def write(notebook: nbformat.NotebookNode, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


def make_course(folder: Path) -> Course:
    shutil.copy(PROJECT / "nbgrader_config.py", folder)
    write(toy_notebook(), folder / "solutions" / TOY / f"{TOY}.ipynb")
    bank = folder / "tests" / "answers" / TOY
    bank.mkdir(parents=True)
    for task, text in BANK.items():
        (bank / f"{task}.py").write_text(text, encoding="utf-8")
    return Course(folder)


@pytest.fixture
def toy() -> nbformat.NotebookNode:
    """The instructor's notebook of the small course."""
    return toy_notebook()


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A small course in a folder of its own."""
    return make_course(tmp_path)


@pytest.fixture(scope="module")
def shared_course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A small course that all tests of a module share."""
    return make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def canvas(tmp_path: Path) -> Path:
    """A class as Canvas's gradebook export says it."""
    file = tmp_path / "grades.csv"
    file.write_text(CANVAS, encoding="utf-8")
    return file


@pytest.fixture
def moodle(tmp_path: Path) -> Path:
    """The same as Moodle's grading worksheet says it."""
    file = tmp_path / "worksheet.csv"
    file.write_text(MOODLE, encoding="utf-8-sig")
    return file


@pytest.fixture(autouse=True)
def no_activated_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything must work although the virtual environment is not activated."""
    folders = os.environ["PATH"].split(os.pathsep)
    others = [folder for folder in folders if Path(folder) != Path(sys.executable).parent]
    monkeypatch.setenv("PATH", os.pathsep.join(others))
