"""All assignments with their checks and banks, as the tests of the checks see them."""

import ast
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from nbformat import NotebookNode

from classroom.assignment.bank import Answer, read_bank
from classroom.assignment.notebook import Role, grade_id, read_notebook, role, tasks
from payattention.checks.check import Facts

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Assignment:
    """An assignment, its checks, and its bank of answers."""

    name: str
    notebook: NotebookNode = field(repr=False)
    checks: ModuleType = field(repr=False)
    bank: dict[str, list[Answer]] = field(repr=False)


@dataclass(frozen=True)
class Task:
    """An autograded task, with all that there is to it."""

    assignment: Assignment
    name: str
    points: float

    @property
    def answers(self) -> list[Answer]:
        return self.assignment.bank[self.name]

    @property
    def right(self) -> Callable:
        """A right answer."""
        return self.function(next(answer for answer in self.answers if answer.right))

    @property
    def check(self) -> Callable:
        return getattr(self.assignment.checks, self.name)

    @property
    def facts(self) -> Facts:
        return self.check.facts

    @property
    def module(self) -> ModuleType:
        return sys.modules[self.check.__module__]

    def function(self, answer: Answer) -> Callable:
        return self.run(answer.code)

    @property
    def solution(self) -> str:
        """The reference solution: the code of its cell in the notebook."""
        cells = [cell for cell in self.assignment.notebook.cells if role(cell) is Role.SOLUTION]
        return next(cell.source for cell in cells if grade_id(cell) == self.name)

    def run(self, source: str) -> Callable:
        """The function of the task's name that a cell defines."""
        names = run_cell(self.assignment.notebook, source)
        if self.name not in names:
            raise ValueError(f"this answer must define {self.name}, but it does not:\n{source}")
        return names[self.name]

    def judged(self, answer: Any, seed: int = 0) -> Any:
        return self.check(answer, points=self.points, seed=seed)

    def hidden_seeds(self) -> list[int]:
        """The seeds in the hidden block of its test cell."""
        cells = [cell for cell in self.assignment.notebook.cells if role(cell) is Role.TEST]
        source = next(cell.source for cell in cells if f"({self.name}," in cell.source)
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword)]
        return [node.value.value for node in calls if node.arg == "seed"]

    def __str__(self) -> str:
        return f"{self.assignment.name}:{self.name}"


def run_cell(notebook: NotebookNode, source: str = "") -> dict[str, Any]:
    """The names that a cell defines after the set-up cells of its notebook."""
    space: dict[str, Any] = {"__name__": "__main__"}
    setup = [cell.source for cell in notebook.cells if role(cell) is Role.SETUP]
    for code in (*setup, source):
        exec(compile(code, "<cell>", "exec"), space)
    return space


def read_assignment(name: str) -> Assignment:
    notebook = read_notebook(ROOT / "solutions" / name / f"{name}.ipynb")
    bank = read_bank(ROOT / "tests/answers" / name)
    return Assignment(name, notebook, run_cell(notebook)["checks"], bank)


ASSIGNMENTS = [read_assignment(folder.name) for folder in sorted(ROOT.glob("solutions/[0-9]*"))]
TASKS = [
    Task(assignment, task.name, task.points)
    for assignment in ASSIGNMENTS
    for task in tasks(assignment.notebook)
    if not task.written
]

any_task = pytest.mark.parametrize("task", TASKS, ids=str)


def any_answer(*, wrong: bool = True) -> pytest.MarkDecorator:
    """Run a test for all answers of the bank, or for the right ones alone."""
    answers = [(task, answer) for task in TASKS for answer in task.answers if answer.right or wrong]
    return pytest.mark.parametrize(
        ("task", "answer"),
        answers,
        ids=[f"{task.assignment.name}:{answer}" for task, answer in answers],
    )
