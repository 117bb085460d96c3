"""All assignments with their checks and banks, as the tests of the checks see them."""

import ast
import contextlib
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest

from classroom.assignment.bank import Answer, read_answers
from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import read_notebook

ROOT = Path(__file__).resolve().parents[2]
# The solutions of other tasks that the solution of a task uses.
NEEDED = {"trained_gpt": ("attend_causally", "run_block", "run_gpt")}


@dataclass(frozen=True)
class Assignment:
    """An assignment: its notebook and its checks, each read when it is first asked for."""

    name: str

    @property
    def path(self) -> Path:
        return ROOT / "solutions" / self.name / f"{self.name}.ipynb"

    @cached_property
    def notebook(self) -> InstructorNotebook:
        solved = read_notebook(self.path)
        return InstructorNotebook(solved, solved)

    @cached_property
    def checks(self) -> ModuleType:
        return run_cell(self.notebook)["checks"]


@dataclass(frozen=True)
class Task:
    """An autograded task, with all that there is to it."""

    assignment: Assignment
    name: str
    points: float

    @property
    def bank(self) -> Path:
        return ROOT / "tests" / "answers" / self.assignment.name / f"{self.name}.py"

    @cached_property
    def answers(self) -> list[Answer]:
        return read_answers(self.bank)

    @property
    def fresh_bank(self) -> Path:
        return ROOT / "tests" / "fresh_answers" / self.assignment.name / f"{self.name}.py"

    @cached_property
    def fresh_answers(self) -> list[Answer]:
        """Answers of people who had seen only the student's notebook; none for a new task."""
        return read_answers(self.fresh_bank) if self.fresh_bank.exists() else []

    @property
    def files(self) -> set[Path]:
        """What decides how its tests end, beside the modules that `code` imports."""
        banks = {self.bank} | ({self.fresh_bank} if self.fresh_answers else set())
        return {self.assignment.path, *banks, Path(self.module.__file__ or ""), *self.beside}

    @property
    def beside(self) -> list[Path]:
        """The weights that the instructor's solution reads, if it reads some."""
        return sorted(self.assignment.path.parent.glob("*.npz")) if self.name in NEEDED else []

    @contextmanager
    def beside_the_notebook(self) -> Iterator[None]:
        """Work in a new folder, in which these weights lie beside the notebook."""
        with TemporaryDirectory() as folder, contextlib.chdir(folder):
            for file in self.beside:
                shutil.copy(file, folder)
            yield

    @property
    def code(self) -> list[str]:
        return [answer.code for answer in (*self.answers, *self.fresh_answers)]

    @property
    def right(self) -> Callable:
        """A right answer."""
        return self.function(next(answer for answer in self.answers if answer.right))

    @property
    def check(self) -> Callable:
        return getattr(self.assignment.checks, self.name)

    @property
    def module(self) -> ModuleType:
        return sys.modules[self.check.__module__]

    def function(self, answer: Answer) -> Callable:
        return self.run(answer.code)

    @property
    def solution(self) -> str:
        """The reference solution: the code of its cell in the notebook."""
        return self.assignment.notebook.solutions[self.name].source

    def run(self, source: str) -> Callable:
        """The function of the task's name that a cell defines."""
        solutions = self.assignment.notebook.solutions
        needed = [solutions[name].source for name in NEEDED.get(self.name, ())]
        names = run_cell(self.assignment.notebook, *needed, source)
        if self.name not in names:
            raise ValueError(f"this answer must define {self.name}, but it does not:\n{source}")
        return names[self.name]

    def verdict_on(self, answer: Any, seed: int = 0) -> Any:
        return self.check(answer, points=self.points, seed=seed)

    def hidden_seeds(self) -> list[int]:
        """The seeds in the hidden block of its test cell."""
        tests = {task.name: task.test for task in self.assignment.notebook.autograded}
        source = self.assignment.notebook.tests[tests[self.name]].source
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword)]
        return [node.value.value for node in calls if node.arg == "seed"]

    def __str__(self) -> str:
        return f"{self.assignment.name}:{self.name}"


def run_cell(notebook: InstructorNotebook, *cells: str) -> dict[str, Any]:
    """The names that cells define after the set-up cells of their notebook."""
    space: dict[str, Any] = {"__name__": "__main__"}
    setup = [cell.source for cell in notebook.setup.values()]
    for code in (*setup, *cells):
        exec(compile(code, "<cell>", "exec"), space)
    return space


ASSIGNMENTS = [Assignment(folder.name) for folder in sorted(ROOT.glob("solutions/[0-9]*"))]
TASKS = [
    Task(assignment, task.name, task.points)
    for assignment in ASSIGNMENTS
    for task in assignment.notebook.autograded
]

# What runs a trained model takes longer.
any_task = pytest.mark.parametrize(
    "task",
    [pytest.param(task, marks=pytest.mark.system) if task.beside else task for task in TASKS],
    ids=str,
)
