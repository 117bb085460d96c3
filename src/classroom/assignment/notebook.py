"""Read a notebook of the course: the role of each cell, and the tasks of an assignment."""

import ast
import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from classroom.assignment.notebook_size import (
    LARGEST,
    LARGEST_WITH_OUTPUTS,
    TOO_MUCH,
    TooLarge,
    check_cells,
    checked,
    without_outputs,
)
from classroom.course import CourseError
from classroom.printable import printable
from classroom.run_nbgrader import quiet

SETUP_TAG, HINTS_TAG, TOTAL_TAG, INSTALL_TAG = "setup", "hints", "total", "install"
HOME_TAG = "at-home"  # of a cell that trains for minutes: no grader runs it
FOR_THE_STUDENT = (TOTAL_TAG, INSTALL_TAG, HOME_TAG)
SHOWN = 200  # characters shown of the error in an invalid notebook
DRAFT = "**Draft.**"  # begins a paragraph of a notebook that is not complete


class Role(StrEnum):
    """What a cell is for: set-up, solution, test, written answer, or none of these.

    The role follows from the cell's nbgrader metadata.
    """

    SETUP = "set-up"  # locked: imports, constants, seeded data
    SOLUTION = "solution"  # the student's code
    TEST = "test"  # locked: checks the solution cell before it
    WRITTEN = "written"  # the student's words, graded by a person
    FREE = "free"  # prose, and code that nobody grades


@dataclass(frozen=True)
class Task:
    """An autograded task, or a written question.

    ``solution`` and ``test`` are the nbgrader ids of the task's two cells. A written question has
    only one cell: there, both fields hold the id of that cell.
    """

    name: str
    points: float
    solution: str
    test: str
    written: bool = False


def role(cell: NotebookNode) -> Role:
    """The role of a cell, from its nbgrader metadata.

    A locked code cell that is neither graded nor a solution is a set-up cell.
    """
    marks = cell.metadata.get("nbgrader", {})
    grade, solution = marks.get("grade", False), marks.get("solution", False)
    if grade and solution:
        return Role.WRITTEN
    if grade:
        return Role.TEST
    if solution:
        return Role.SOLUTION
    return Role.SETUP if marks.get("locked", False) and cell.cell_type == "code" else Role.FREE


def tagged(cell: NotebookNode, tag: str) -> bool:
    return tag in cell.metadata.get("tags", [])


def for_the_student(cell: NotebookNode) -> bool:
    """Whether a cell is for the student alone, so that no grader runs it."""
    return any(tagged(cell, tag) for tag in FOR_THE_STUDENT)


def is_draft(notebook: NotebookNode) -> bool:
    """Whether a notebook is marked as a draft: a line of a text cell begins with **Draft.**"""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return any(line.startswith(DRAFT) for text in texts for line in text.splitlines())


def grade_id(cell: NotebookNode) -> str:
    """The nbgrader id of a cell (``grade_id`` in its metadata); empty if it has none."""
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def copied(cell: NotebookNode) -> NotebookNode:
    """A copy of a cell whose fields and metadata can be replaced. A deep copy takes much longer."""
    return NotebookNode(cell, metadata=NotebookNode(cell.metadata))


def points(cell: NotebookNode) -> float:
    return float(cell.metadata["nbgrader"]["points"])


def read_notebook(path: Path, *, outputs: bool = True) -> NotebookNode:
    """The notebook in a file, converted to version 4 of the format.

    If ``outputs`` is false, the outputs are cut off before the file is parsed. Raises TooLarge if
    the file is too large, CourseError if it cannot be read or is not a notebook. Both give the
    reason.
    """
    try:
        text = checked(text_of(path, outputs=outputs))
        if not isinstance(json.loads(text), dict):
            raise CourseError("it holds JSON, but not a notebook")
    except CourseError as error:
        raise type(error)(f"{path.name} was not read: {error}.") from None
    except OSError as error:
        raise CourseError(f"{path.name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CourseError(f"{path.name} is not text, so it is not a notebook.") from None
    except (ValueError, RecursionError):
        what = "it is cut short or not JSON" if text.strip() else "it is empty"
        raise CourseError(f"{path.name} is not a notebook: {what}.") from None
    try:
        invalid: dict[str, Exception] = {}
        with quiet():
            notebook = nbformat.reads(text, as_version=4, capture_validation_error=invalid)
        for why in invalid.values():
            raise why
        check_cells(notebook)
    except CourseError as error:
        raise CourseError(f"{path.name} was not read: {error}.") from None
    except Exception as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CourseError(
            f"{path.name} is not a valid notebook: {printable(first, SHOWN)}"
        ) from None
    return notebook


def text_of(path: Path, *, outputs: bool) -> str:
    """The text of a notebook's file, without the outputs if ``outputs`` is false."""
    size = path.stat().st_size
    if size <= (LARGEST if outputs else LARGEST_WITH_OUTPUTS):
        text = path.read_text(encoding="utf-8")
        text = text if outputs else without_outputs(text)
        if (size := len(text)) <= LARGEST:
            return text
    most = f"at most {LARGEST / 1e6:.0f} MB are read"
    raise TooLarge(f"it has {size / 1e6:.0f} MB, but {most}; {TOO_MUCH}")


def tasks(notebook: NotebookNode) -> list[Task]:
    """The tasks and the written questions of an assignment's notebook, in order.

    The notebook must follow the rules in the module `notebook_rules`.
    """
    found: list[Task] = []
    solution = ""
    for cell in notebook.cells:
        match role(cell):
            case Role.SOLUTION:
                solution = grade_id(cell)
            case Role.TEST:
                name = tested_name(cell.source)
                found.append(Task(name, points(cell), solution, grade_id(cell)))
            case Role.WRITTEN:
                name = grade_id(cell)
                found.append(Task(name, points(cell), name, name, written=True))
    return found


class CheckCall(NamedTuple):
    """A call of a check (the function that grades a task), found in a statement of a test cell."""

    name: str
    answer: str
    points: object
    seed: ast.expr | None
    lowers: bool  # in “score = min(score, …)” it can only lower the score
    node: ast.Call


def call_of_check(statement: ast.stmt) -> CheckCall | None:
    """Find the call ``checks.NAME(ANSWER, points=P)`` in a statement of a test cell.

    The call may have a third argument, ``seed``. The statement must have the form ``score = CALL``
    or ``score = min(score, CALL)``. For a statement of any other form, the result is None.
    """
    match statement:
        case ast.Assign(
            targets=[ast.Name("score")],
            value=ast.Call(
                func=ast.Name("min"), args=[ast.Name("score"), ast.Call() as call], keywords=[]
            ),
        ):
            lowers = True
        case ast.Assign(targets=[ast.Name("score")], value=ast.Call() as call):
            lowers = False
        case _:
            return None
    match call:
        case ast.Call(
            func=ast.Attribute(ast.Name("checks"), name),
            args=[ast.Name(answer)],
            keywords=[ast.keyword("points", ast.Constant(points)), *others],
        ):
            match others:
                case []:
                    return CheckCall(name, answer, points, None, lowers, call)
                case [ast.keyword("seed", seed)]:
                    return CheckCall(name, answer, points, seed, lowers, call)
    return None


def tested_name(source: str) -> str:
    """The name of the check (the function that grades a task) in a test cell's first statement.

    Raises ValueError if `call_of_check` finds no call in that statement.
    """
    if call := call_of_check(ast.parse(source).body[0]):
        return call.name
    wanted = "score = checks.NAME(NAME, points=P)"
    raise ValueError(f"a test cell must start with “{wanted}”, not with:\n{source}")
