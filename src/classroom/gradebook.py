"""nbgrader's gradebook, and one table beside it: how the grading of each submission ended.

A submission's scores and how its grading ended are written in one transaction. So whenever a run
is stopped, a submission has either all of its new scores or all of its old ones.
"""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.api import Comment, Grade, Gradebook, MissingEntry, SubmittedNotebook
from sqlalchemy import Column, Float, MetaData, String, Table, Text, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from classroom.course import Course, CourseError, put_tools_on_path
from classroom.notebook import Role, Task, grade_id, points, role, tasks

ENDED = Table(
    "classroom_ended",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("reason", Text),  # why a person must look; null where it was graded
    Column("notes", Text, nullable=False),  # a JSON list of sentences
    Column("mistakes", Text, nullable=False),  # a JSON object: the mistake named in each task
    Column("seconds", Float),
)


@dataclass(frozen=True)
class Row:
    """A student's line in the table of a class. ``scores`` has None where there is no score yet."""

    student: str
    scores: dict[str, float | None]
    unread: tuple[str, ...] = ()  # the written questions that nobody has read yet
    reason: str | None = None
    notes: tuple[str, ...] = ()
    mistakes: dict[str, str] = field(default_factory=dict)
    seconds: float | None = None

    @property
    def total(self) -> float | None:
        """The points so far; None where the submission has no score at all."""
        known = [score for score in self.scores.values() if score is not None]
        return sum(known) if known else None

    @property
    def status(self) -> str:
        if self.reason is not None:
            return "needs a person"
        return "not graded" if self.total is None else "graded"


@dataclass(frozen=True)
class Result:
    """What a notebook is worth, by nbgrader's ids; a score is None where a person must give it."""

    scores: dict[str, float | None]
    comments: dict[str, str | None]
    mistakes: dict[str, str]


class Book:
    """The part of the gradebook that belongs to one assignment."""

    def __init__(self, course: Course, assignment: str, master: NotebookNode):
        self.assignment, self.master = assignment, master
        self.tasks: list[Task] = tasks(master)
        put_tools_on_path()
        self.gradebook = Gradebook(course.directory.db_url, course.directory.course_id)
        ENDED.metadata.create_all(self.gradebook.engine)

    @classmethod
    @contextmanager
    def open(cls, course: Course, assignment: str, master: NotebookNode) -> Iterator["Book"]:
        """Open the gradebook, with the cells of this assignment as solutions/ has them now."""
        try:
            book = cls(course, assignment, master)
            try:
                book.update_cells()
                yield book
            finally:
                book.gradebook.close()
        except SQLAlchemyError as error:
            what = str(error).splitlines()[0]
            where = course.directory.db_url
            raise CourseError(f"The gradebook {where} cannot be used: {what}") from None

    # ── the assignment ────────────────────────────────────────────────────────────────────────

    def update_cells(self) -> None:
        """Make the gradebook's cells those of the instructor's notebook."""
        book, name = self.gradebook, self.assignment
        book.update_or_create_assignment(name)
        kernel = json.dumps(self.master.metadata.kernelspec)
        book.update_or_create_notebook(name, name, kernelspec=kernel)
        self.remove_cells_that_are_gone()
        for cell in self.master.cells:
            if not grade_id(cell):
                continue
            place = grade_id(cell), name, name
            if role(cell) in (Role.TEST, Role.WRITTEN):
                worth = {"max_score": points(cell), "cell_type": cell.cell_type}
                book.update_or_create_grade_cell(*place, **worth)
            if role(cell) in (Role.SOLUTION, Role.WRITTEN):
                book.update_or_create_solution_cell(*place)
            book.update_or_create_source_cell(
                *place,
                cell_type=cell.cell_type,
                locked=utils.is_locked(cell),
                source=cell.source,
                checksum=cell.metadata.nbgrader["checksum"],
            )

    def remove_cells_that_are_gone(self) -> None:
        """Forget cells that the notebook no longer has, unless a person's work would go, too."""
        db = self.gradebook.db
        notebook = self.gradebook.find_notebook(self.assignment, self.assignment)
        roles = {grade_id(cell): role(cell) for cell in self.master.cells if grade_id(cell)}
        graded = {name for name, kind in roles.items() if kind in (Role.TEST, Role.WRITTEN)}
        answers = {name for name, kind in roles.items() if kind in (Role.SOLUTION, Role.WRITTEN)}
        gone: list[Any] = [cell for cell in notebook.source_cells if cell.name not in roles]
        for cell in notebook.grade_cells:
            if cell.name not in graded:
                if any(grade.manual_score is not None for grade in cell.grades):
                    raise CourseError(
                        f"The gradebook holds scores that a person gave for “{cell.name}”, which "
                        f"{self.assignment} no longer has. Put it back, or export the scores and "
                        "remove the assignment with `nbgrader db assignment remove`."
                    )
                gone += [*cell.grades, cell]
        for cell in notebook.solution_cells:
            if cell.name not in answers:
                gone += [*cell.comments, cell]
        for entry in gone:
            db.delete(entry)
        db.commit()

    # ── a submission ──────────────────────────────────────────────────────────────────────────

    def record(
        self,
        student: str,
        result: Result | None,
        *,
        reason: str | None,
        notes: tuple[str, ...] = (),
        seconds: float | None = None,
        timestamp: str | None = None,
    ) -> None:
        """Write how a submission's grading ended. Without a result, no earlier score is kept."""
        db = self.gradebook.db
        notebook = self.submission(student, timestamp)
        for grade in notebook.grades:
            grade.auto_score = result.scores[grade.name] if result else None
            unsure = grade.auto_score is None or grade.manual_score is not None
            grade.needs_manual_grade = unsure
        for comment in notebook.comments:
            comment.auto_comment = result.comments[comment.name] if result else None
        this = (ENDED.c.assignment == self.assignment) & (ENDED.c.student == student)
        db.execute(delete(ENDED).where(this))
        db.execute(
            insert(ENDED).values(
                assignment=self.assignment,
                student=student,
                reason=reason,
                notes=json.dumps(notes),
                mistakes=json.dumps(result.mistakes if result else {}),
                seconds=seconds,
            )
        )
        db.commit()

    def submission(self, student: str, timestamp: str | None) -> SubmittedNotebook:
        """A student's notebook in the gradebook, with a grade for every graded cell."""
        book, name = self.gradebook, self.assignment
        book.update_or_create_student(student)
        when = {} if timestamp is None else {"timestamp": timestamp}
        with book.db.no_autoflush:  # nbgrader builds the submission before it adds it
            book.update_or_create_submission(name, student, **when)
        notebook = book.find_submission_notebook(name, name, student)
        with_grade = {grade.cell_id for grade in notebook.grades}
        with_comment = {comment.cell_id for comment in notebook.comments}
        for cell in notebook.notebook.grade_cells:
            if cell.id not in with_grade:
                book.db.add(Grade(cell_id=cell.id, notebook=notebook))
        for cell in notebook.notebook.solution_cells:
            if cell.id not in with_comment:
                book.db.add(Comment(cell_id=cell.id, notebook=notebook))
        book.db.flush()
        book.db.expire(notebook)
        return notebook

    def forget(self, student: str) -> None:
        """Remove a student's submission of this assignment, as if it had never been handed in."""
        try:
            self.gradebook.remove_submission(self.assignment, student)
        except MissingEntry:
            return
        this = (ENDED.c.assignment == self.assignment) & (ENDED.c.student == student)
        self.gradebook.db.execute(delete(ENDED).where(this))
        self.gradebook.db.commit()

    # ── the class ─────────────────────────────────────────────────────────────────────────────

    def rows(self, students: list[str]) -> list[Row]:
        """The table of the class: these students, and all others who have a score."""
        db, name = self.gradebook.db, self.assignment
        ended = {
            entry.student: entry
            for entry in db.execute(select(ENDED).where(ENDED.c.assignment == name))
        }
        known = {
            notebook.student.id: notebook
            for notebook in self.gradebook.notebook_submissions(name, name)
        }
        everyone = sorted({*students, *known})
        return [self.row(student, known.get(student), ended.get(student)) for student in everyone]

    def row(self, student: str, notebook: SubmittedNotebook | None, ended: Any) -> Row:
        grades = {grade.name: grade for grade in notebook.grades} if notebook else {}
        scores: dict[str, float | None] = {}
        for task in self.tasks:
            grade = grades.get(task.test)
            scored = grade and (grade.manual_score is not None or grade.auto_score is not None)
            scores[task.name] = grade.score if grade and scored else None
        by_hand = bool(grades) and not any(grade.needs_manual_grade for grade in grades.values())
        reason = ended.reason if ended and not by_hand else None
        unread = [
            task.name
            for task in self.tasks
            if task.written and task.test in grades and grades[task.test].needs_manual_grade
        ]
        return Row(
            student=student,
            scores=scores,
            unread=tuple(unread) if reason is None else (),
            reason=reason,
            notes=tuple(json.loads(ended.notes)) if ended else (),
            mistakes=json.loads(ended.mistakes) if ended else {},
            seconds=ended.seconds if ended else None,
        )


# ── what a notebook that has run is worth ─────────────────────────────────────────────────────


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
