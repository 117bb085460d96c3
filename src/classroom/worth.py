"""What a notebook that has run is worth."""

import math
from dataclasses import dataclass

from nbformat import NotebookNode
from nbgrader import utils

from classroom.notebook import Role, Task, grade_id, points, role

JOINT = " + "  # between the names of two mistakes that an answer makes at once


@dataclass(frozen=True)
class Result:
    """What a notebook is worth, by nbgrader's ids; a score is None where a person must give it."""

    scores: dict[str, float | None]
    comments: dict[str, str | None]
    mistakes: dict[str, str]


def result_of(notebook: NotebookNode, found: list[Task]) -> tuple[Result, list[str]]:
    """The scores of a notebook that has run, and why a person must look where one must."""
    by_test = {task.test: task for task in found}
    scores: dict[str, float | None] = {}
    comments: dict[str, str | None] = {}
    mistakes: dict[str, str] = {}
    doubts: list[str] = []
    for cell in notebook.cells:
        name, kind = grade_id(cell), role(cell)
        if kind is Role.TEST:
            scores[name] = earned(cell)
            if scores[name] is None:
                doubts.append(f"The test cell “{name}” gave no number of points.")
            if mistake := mistake_named(cell):
                mistakes[by_test[name].name] = mistake
        if kind in (Role.SOLUTION, Role.WRITTEN):
            untouched = cell.metadata.nbgrader["checksum"] == utils.compute_checksum(cell)
            comments[name] = "No response." if untouched else None
            if kind is Role.WRITTEN:
                scores[name] = 0.0 if untouched else None
    return Result(scores, comments, mistakes), doubts


def earned(cell: NotebookNode) -> float | None:
    """The points that a test cell's output says; None where it says nothing of the kind.

    As nbgrader's, but stricter: nbgrader gives full points for what is not a number. And milder:
    a warning costs nothing.
    """
    if any(output.output_type == "error" for output in cell.outputs):
        return 0.0
    texts = [
        output.data.get("text/plain", "")
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
    try:
        (text,) = texts
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= points(cell) else None


def mistake_named(cell: NotebookNode) -> str:
    """The mistake that a test cell's output names; empty where it names none.

    It is the ``data-mistake`` of a verdict's HTML, or the error that kept the test from a verdict.
    """
    for output in cell.outputs:
        if output.output_type == "error":
            return output.ename
        html = output.get("data", {}).get("text/html", "")
        _, found, rest = html.partition('data-mistake="')
        if found:
            return rest.partition('"')[0]
    return ""
