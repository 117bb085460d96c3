"""nbgrader's gradebook, and a table beside it that says how the grading of each submission ended.

A submission's scores and the end of its grading are written in one transaction. So whenever a run
is stopped, a submission has either all of its new scores or all of its old ones.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from nbgrader import utils
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    InvalidEntry,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy import (
    Column,
    Float,
    MetaData,
    String,
    Table,
    Text,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import contains_eager

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import Role, grade_id, points, role
from classroom.course import CONFIG, Course, CourseError
from classroom.grading.gradebook_schema import begin
from classroom.grading.scores import Change, Grading, Row
from classroom.grading.staleness import ScoreHashes, hash_of_graded_text, why, with_graded_text
from classroom.printable import printable, sentences
from classroom.run_nbgrader import quiet

GRADINGS = Table(
    "classroom_ended",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("reason", Text),  # why a person must look; null if it was graded
    Column("notes", Text, nullable=False),  # a JSON list of sentences for the student, too
    Column("suspicions", Text, nullable=False),  # a JSON list of sentences for the instructor
    Column("mistakes", Text, nullable=False),  # a JSON object: the mistakes named in each task
    Column("seconds", Float),
    Column("bases", Text, nullable=False),  # a JSON object: hashes of what each score depends on
    Column("changes", Text, nullable=False),  # a JSON list: what the last grading has changed
)


class Mark(NamedTuple):
    """The score of one graded cell of a submission, as it is in the gradebook."""

    score: float | None
    waits: bool  # whether a person must still grade the cell


class AssignmentGradebook:
    """The part of the gradebook that belongs to one assignment."""

    def __init__(self, course: Course, assignment: str, source: InstructorNotebook):
        self.assignment, self.source = assignment, source
        self.tasks = source.tasks
        self.task_of = {task.test: task.name for task in self.tasks}
        try:
            with quiet():
                penalties = AssignLatePenalties(config=course.config)
                penalties.init_plugin()
        except Exception as error:  # the course's own plugin may raise anything
            what = re.sub(r" of <.*?>", "", str(error))  # an object's address in memory
            raise CourseError(
                f"c.AssignLatePenalties.plugin_class of {CONFIG} cannot be used: {what}"
            ) from None
        self.lateness = penalties.plugin_inst
        begin(course.directory.db_url)
        self.gradebook = Gradebook(course.directory.db_url, course.directory.course_id)
        # After a commit, objects need not be read again for the next student.
        self.gradebook.db().expire_on_commit = False
        GRADINGS.metadata.create_all(self.gradebook.engine)

    @classmethod
    @contextmanager
    def open(
        cls, course: Course, assignment: str, source: InstructorNotebook
    ) -> Iterator["AssignmentGradebook"]:
        """Open the gradebook of an assignment; close it at the end of the ``with`` block.

        First, the assignment's cells in the gradebook are updated to those of ``source``, the
        instructor's notebook. Raises CourseError if the gradebook cannot be used.
        """
        try:
            book = cls(course, assignment, source)
            try:
                book.update_cells()
                yield book
            finally:
                book.gradebook.close()
        except (SQLAlchemyError, InvalidEntry) as error:
            what = str(getattr(error, "orig", None) or error).splitlines()[0]
            where = re.sub(r"(://[^/@]*:)[^/@]*@", r"\1***@", course.directory.db_url)
            raise CourseError(f"The gradebook {where} cannot be used: {what}") from None
        except ModuleNotFoundError as error:
            if error.name not in ("psycopg", "psycopg2"):
                raise
            raise CourseError(
                'A PostgreSQL gradebook needs pip install "payattention[postgres]", and a '
                "db_url that starts with postgresql+psycopg://."
            ) from None

    # ── the assignment ────────────────────────────────────────────────────────────────────────

    def update_cells(self) -> None:
        """Update the assignment's cells in the gradebook to those of the instructor's notebook."""
        book, name = self.gradebook, self.assignment
        book.update_or_create_assignment(name)
        kernel = json.dumps(self.source.master.metadata.kernelspec)
        book.update_or_create_notebook(name, name, kernelspec=kernel)
        self.remove_cells_that_are_gone()
        for cell in self.source.master.cells:
            if not grade_id(cell):
                continue
            ids = grade_id(cell), name, name
            if role(cell) in (Role.TEST, Role.WRITTEN):
                worth = {"max_score": points(cell), "cell_type": cell.cell_type}
                book.update_or_create_grade_cell(*ids, **worth)
            if role(cell) in (Role.SOLUTION, Role.WRITTEN):
                book.update_or_create_solution_cell(*ids)
            book.update_or_create_source_cell(
                *ids,
                cell_type=cell.cell_type,
                locked=utils.is_locked(cell),
                source=cell.source,
                checksum=cell.metadata.nbgrader["checksum"],
            )
        book.db.expire_all()  # otherwise the notebook would still list the deleted cells
        self.notebook = book.find_notebook(name, name)
        cells = [*self.notebook.grade_cells, *self.notebook.solution_cells]
        self.cell_names = {cell.id: cell.name for cell in cells}

    def remove_cells_that_are_gone(self) -> None:
        """Delete from the gradebook the cells that the instructor's notebook no longer has.

        Raises CourseError if a person gave points for one of them, because these points would be
        lost.
        """
        db = self.gradebook.db
        notebook = self.gradebook.find_notebook(self.assignment, self.assignment)
        roles = {grade_id(cell): role(cell) for cell in self.source.master.cells if grade_id(cell)}
        graded = {name for name, kind in roles.items() if kind in (Role.TEST, Role.WRITTEN)}
        answers = {name for name, kind in roles.items() if kind in (Role.SOLUTION, Role.WRITTEN)}
        gone: list[Any] = [cell for cell in notebook.source_cells if cell.name not in roles]
        for cell in notebook.grade_cells:
            if cell.name not in graded:
                if any(grade.manual_score is not None for grade in cell.grades):
                    raise CourseError(
                        f"The gradebook holds scores that a person gave for the cell "
                        f"“{cell.name}”, which {self.assignment} no longer has. Put the cell back, "
                        "or export the scores and remove the assignment with "
                        "`nbgrader db assignment remove`."
                    )
                gone += [*cell.grades, cell]
        for cell in notebook.solution_cells:
            if cell.name not in answers:
                gone += [*cell.comments, cell]
        for entry in gone:
            db.delete(entry)
        db.commit()

    # ── a submission ──────────────────────────────────────────────────────────────────────────

    def record(self, grading: Grading) -> tuple[Change, ...]:
        """Write how a submission's grading ended; return the scores that changed.

        If ``grading.result`` is None, because a person must look at the submission, earlier
        automatic scores are removed. Points and comments that a person gave are kept.
        """
        db, student, result = self.gradebook.db, grading.student, grading.result
        reason = grading.reason and printable(grading.reason)
        with db.no_autoflush:
            notebook = self.submission(student, grading.timestamp)
            before = self.last_grading(student)
        hashes = json.loads(before.bases) if before else {}
        mistakes = json.loads(before.mistakes) if before else {}
        changes: list[Change] = []
        now = dict(grading.hashes)
        for grade in notebook.grades:
            name = self.cell_names[grade.cell_id]
            if result and name not in now:
                continue
            task = self.task_of[name]
            changes += self.record_score(grade, grading, hashes, now)
            mistakes.pop(task, None)
            if result and task in result.mistakes:
                mistakes[task] = [printable(name) for name in result.mistakes[task]]
        for comment in notebook.comments:
            text = result.comments[self.cell_names[comment.cell_id]] if result else None
            comment.auto_comment = text
        self.penalize(notebook)
        write = update(GRADINGS).where(self.is_entry_of(student)) if before else insert(GRADINGS)
        db.execute(
            write.values(
                assignment=self.assignment,
                student=student,
                reason=reason,
                notes=json.dumps(sentences(grading.notes)),
                suspicions=json.dumps(sentences(grading.suspicions)),
                mistakes=json.dumps(mistakes),
                seconds=grading.seconds,
                bases=json.dumps((hashes if result else {}) | now),
                changes=json.dumps(changes),
            )
        )
        db.commit()
        return tuple(changes)

    def record_score(
        self,
        grade: Grade,
        grading: Grading,
        hashes: Mapping[str, ScoreHashes],
        now: dict[str, ScoreHashes],
    ) -> Iterator[Change]:
        """Write the automatic score of one cell; yield the change, if the score changed.

        ``hashes`` are those of the last grading, ``now`` those of this one. In ``now``, a score
        that a person gave gets a mark of the text that the person has read.
        """
        name = self.cell_names[grade.cell_id]
        score = grading.result.scores[name] if grading.result else None
        by_hand = grade.manual_score is not None
        if grade.auto_score != score and name in hashes and not by_hand:
            failed = grading.reason and f"a person must look: {printable(grading.reason)}"
            reasons = failed or why(hashes[name], now[name])
            yield Change(self.task_of[name], grade.auto_score, score, reasons)
        grade.auto_score = score
        if by_hand and name in now:
            is_read = not grade.needs_manual_grade
            now[name] = with_graded_text(hashes.get(name, {}), now[name], is_read=is_read)
            grade.needs_manual_grade = now[name]["read"] != hash_of_graded_text(now[name])
        else:
            grade.needs_manual_grade = score is None

    def submission(self, student: str, timestamp: datetime | None) -> SubmittedNotebook:
        """Return the gradebook's entry for a student's notebook; add the entry if it is missing.

        The entry has a `Grade` for every graded cell and a `Comment` for every answer cell.
        ``timestamp`` is when the notebook was handed in. The changes are not committed. nbgrader's
        own `update_or_create_submission` would commit them. The new grades and comments are not
        even sent to the database yet, so that they are written once, with their values.
        """
        db = self.gradebook.db
        notebook = (
            db.query(SubmittedNotebook)
            .join(SubmittedNotebook.assignment)
            .options(contains_eager(SubmittedNotebook.assignment))
            .filter(
                SubmittedNotebook.notebook_id == self.notebook.id,
                SubmittedAssignment.student_id == student,
            )
            .one_or_none()
        )
        if notebook is None:
            if db.get(Student, student) is None:
                db.add(Student(id=student))
            handed_in = SubmittedAssignment(
                assignment_id=self.notebook.assignment_id, student_id=student
            )
            notebook = SubmittedNotebook(notebook_id=self.notebook.id, assignment=handed_in)
            db.add(notebook)
        notebook.assignment.timestamp = timestamp
        with_grade = {grade.cell_id for grade in notebook.grades}
        with_comment = {comment.cell_id for comment in notebook.comments}
        db.flush()
        for cell in self.notebook.grade_cells:
            if cell.id not in with_grade:
                notebook.grades.append(Grade(cell_id=cell.id))
        for cell in self.notebook.solution_cells:
            if cell.id not in with_comment:
                notebook.comments.append(Comment(cell_id=cell.id))
        return notebook

    def penalize(self, notebook: SubmittedNotebook) -> None:
        """Set the late penalty of a submission, which the course's nbgrader plugin computes.

        Raises CourseError if the plugin fails.
        """
        late = notebook.assignment.total_seconds_late
        penalty = None
        if late > 0:
            db = self.gradebook.db
            db.flush()
            db.expire(notebook, ["score"])
            score = notebook.score
            student = notebook.assignment.student_id
            try:
                penalty = self.lateness.late_submission_penalty(student, score, late)
                penalty = None if penalty is None else float(penalty)
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise CourseError(
                    f"The plugin for late penalties in {CONFIG} failed for {student}: {what}"
                ) from None
        notebook.late_submission_penalty = None if penalty is None else min(max(penalty, 0), score)

    def penalize_all(self) -> list[str]:
        """Recompute all late penalties; return the students whose penalty changed.

        A penalty may change if a person has given points, or if the deadline was moved.
        """
        name, changed = self.assignment, []
        for notebook in self.gradebook.notebook_submissions(name, name):
            before = notebook.late_submission_penalty or 0.0
            self.penalize(notebook)
            if (notebook.late_submission_penalty or 0.0) != before:
                changed.append(notebook.assignment.student_id)
        self.gradebook.db.commit()
        return changed

    def is_entry_of(self, student: str) -> Any:
        """The SQL condition that selects a student's row in the table `GRADINGS`.

        The table says how the last grading of each submission ended.
        """
        return (GRADINGS.c.assignment == self.assignment) & (GRADINGS.c.student == student)

    def last_grading(self, student: str) -> Any:
        """How the last grading of a student's submission ended: a row of the table `GRADINGS`.

        None if the submission was never graded.
        """
        return self.gradebook.db.execute(
            select(GRADINGS).where(self.is_entry_of(student))
        ).one_or_none()

    def dependency_hashes(self, student: str) -> dict[str, ScoreHashes]:
        """The hashes that are stored with each score of a student, by the id of the graded cell.

        They are hashes of everything that the score depended on when it was given. The result is
        empty if the submission was never graded.
        """
        ended = self.last_grading(student)
        return json.loads(ended.bases) if ended else {}

    def forget(self, student: str) -> None:
        """Remove a student's submission of this assignment, as if it had never been handed in.

        A student without any other submission is removed from the gradebook, too.
        """
        try:
            self.gradebook.remove_submission(self.assignment, student)
        except MissingEntry:
            return
        db = self.gradebook.db
        db.execute(delete(GRADINGS).where(self.is_entry_of(student)))
        db.commit()
        if not self.gradebook.student_submissions(student):
            self.gradebook.remove_student(student)

    # ── the class ─────────────────────────────────────────────────────────────────────────────

    def rows(self, students: list[str]) -> list[Row]:
        """The rows of the class table, one per student, sorted by name.

        The table has all of ``students`` and every student whose submission is in the gradebook.

        The database is queried for single columns. nbgrader's own objects, with all columns, would
        take 20 MB and a second for a thousand students.
        """
        db = self.gradebook.db
        submitted = (
            select(SubmittedAssignment.student_id)
            .join(SubmittedAssignment.notebooks)
            .where(SubmittedNotebook.notebook_id == self.notebook.id)
        )
        penalty = submitted.add_columns(SubmittedNotebook.late_submission_penalty)
        penalties = {student: taken or 0.0 for student, taken in db.execute(penalty)}
        given = func.coalesce(Grade.manual_score, Grade.auto_score).is_not(None)
        score = case((given, Grade.score))  # which is 0 if none was given
        mark = submitted.join(SubmittedNotebook.grades).join(Grade.cell)
        mark = mark.add_columns(BaseCell.name, score, Grade.needs_manual_grade)
        marks: dict[str, dict[str, Mark]] = {}
        for student, test, *found in db.execute(mark):
            marks.setdefault(student, {})[test] = Mark(*found)
        shown = "student", "reason", "notes", "suspicions", "mistakes", "seconds", "changes"
        how = select(*GRADINGS.c[shown]).where(GRADINGS.c.assignment == self.assignment)
        ended = {entry.student: entry for entry in db.execute(how)}
        return [
            self.row(one, marks.get(one, {}), penalties.get(one, 0.0), ended.get(one))
            for one in sorted({*students, *penalties})
        ]

    def row(self, student: str, marks: dict[str, Mark], penalty: float, ended: Any) -> Row:
        none = Mark(None, waits=False)
        found = {task.name: marks.get(task.test, none) for task in self.tasks}
        by_hand = bool(marks) and not any(mark.waits for mark in marks.values())
        reason = ended.reason if ended and not by_hand else None
        unread = [task.name for task in self.tasks if task.written and found[task.name].waits]
        return Row(
            student=student,
            scores={name: mark.score for name, mark in found.items()},
            unread=tuple(unread) if reason is None else (),
            reason=reason,
            notes=tuple(json.loads(ended.notes)) if ended else (),
            suspicions=tuple(json.loads(ended.suspicions)) if ended else (),
            mistakes=by_task(json.loads(ended.mistakes)) if ended else {},
            seconds=ended.seconds if ended else None,
            penalty=penalty,
            changes=tuple(Change(*c) for c in json.loads(ended.changes)) if ended else (),
        )


def by_task(mistakes: dict[str, list[str] | str]) -> dict[str, tuple[str, ...]]:
    """The mistakes of a submission, in one format: for each task, the names of the mistakes made.

    ``mistakes`` has the mistakes as they are stored in the gradebook: for each task a list of names
    or, in older gradebooks, a single name.
    """
    return {
        task: (names,) if isinstance(names, str) else tuple(names)
        for task, names in mistakes.items()
    }
