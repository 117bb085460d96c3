"""The scores of a submission: computed from a notebook that has run, or read from the gradebook."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader import utils

from classroom.assignment.notebook import Role, Task, grade_id, role
from classroom.assignment.read_verdict import earned, findings
from classroom.course import CourseError, first_listed
from classroom.grading.staleness import ScoreHashes


@dataclass(frozen=True)
class Result:
    """The scores, comments and mistakes of a notebook that has run.

    Scores and comments are keyed by the nbgrader ids of the cells, mistakes by the task's name. A
    score is None if a person must give it.
    """

    scores: dict[str, float | None]
    comments: dict[str, str | None]
    mistakes: dict[str, tuple[str, ...]]  # the names of the mistakes in each task


def result_of(notebook: NotebookNode, found: list[Task]) -> tuple[Result, list[str]]:
    """The result of a notebook that has run, and a sentence for each reason why a person must look.

    ``found`` are the tasks of the assignment.
    """
    by_test = {task.test: task for task in found}
    scores: dict[str, float | None] = {}
    comments: dict[str, str | None] = {}
    mistakes: dict[str, tuple[str, ...]] = {}
    doubts: list[str] = []
    for cell in notebook.cells:
        name, kind = grade_id(cell), role(cell)
        if kind is Role.TEST:
            scores[name] = earned(cell)
            if scores[name] is None:
                doubts.append(f"The output of the test cell “{name}” is not a number of points.")
            if made := tuple(finding.name for finding in findings(cell)):
                mistakes[by_test[name].name] = made
        if kind in (Role.SOLUTION, Role.WRITTEN):
            untouched = cell.metadata.nbgrader["checksum"] == utils.compute_checksum(cell)
            comments[name] = "No response." if untouched else None
            if kind is Role.WRITTEN:
                scores[name] = 0.0 if untouched else None
    return Result(scores, comments, mistakes), doubts


@dataclass(frozen=True)
class Grading:
    """How the grading of a submission ended.

    ``result`` has the new scores. It is None if a person must look at the submission. In this case
    ``reason`` says why, and every cell loses its automatic score. ``hashes`` maps the id of each
    cell that had to be graded this time to hashes of everything that the cell's score depends on.
    If there is a result, the cells that are not in ``hashes`` keep their old scores.
    """

    student: str
    result: Result | None
    reason: str | None = None
    notes: tuple[str, ...] = ()
    suspicions: tuple[str, ...] = ()
    seconds: float | None = None
    timestamp: datetime | None = None  # when it was handed in; None if that is not known
    hashes: dict[str, ScoreHashes] = field(default_factory=dict)


class Change(NamedTuple):
    """A score that the last grading of a submission changed, and the reason."""

    task: str
    before: float | None
    after: float | None
    why: str


@dataclass(frozen=True)
class Row:
    """A student's row in the table of a class. A score is None if there is no score yet."""

    student: str
    scores: dict[str, float | None]
    unread: tuple[str, ...] = ()  # the written questions that nobody has read yet
    reason: str | None = None
    notes: tuple[str, ...] = ()
    suspicions: tuple[str, ...] = ()  # sentences for the instructor only
    mistakes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    seconds: float | None = None
    penalty: float = 0.0  # for handing in late
    changes: tuple[Change, ...] = ()

    @property
    def total(self) -> float | None:
        """The points so far, minus the late penalty.

        None if there is no score yet, or if a person must look at the submission first.
        """
        if self.reason is not None:
            return None
        known = [score for score in self.scores.values() if score is not None]
        return sum(known) - self.penalty if known else None

    @property
    def status(self) -> str:
        if self.reason is not None:
            return "needs a person"
        return "not graded" if self.total is None else "graded"


def above_the_maximum(rows: list[Row], tasks: list[Task]) -> list[str]:
    """A sentence for each score that exceeds the points of its task.

    Only a person can give such a score: as extra credit, or by mistake.
    """
    return [
        f"{row.student} has {score:.4g} of {task.points:g} points in {task.name}: correct this in "
        "formgrader, unless you meant extra credit."
        for row in rows
        for task in tasks
        if (score := row.scores[task.name]) is not None and score > task.points
    ]


def require_complete_scores(rows: list[Row]) -> None:
    """Raise CourseError if written answers wait to be read: then points are missing in the scores.

    The message says how many answers wait, and whose. A student without any score does not count:
    the export leaves that cell empty, and says so.
    """
    waiting = [row for row in rows if row.unread and row.total is not None]
    if not waiting:
        return
    answers = sum(len(row.unread) for row in waiting)
    many = "1 written answer waits" if answers == 1 else f"{answers} written answers wait"
    raise CourseError(
        f"Nothing was exported: {many} to be read, so points are still missing in the score of "
        f"{first_listed([row.student for row in waiting])}. Read what waits (classroom "
        "mark, or Formgrader), or export the points so far with --partial."
    )
