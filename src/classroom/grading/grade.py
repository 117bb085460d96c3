"""Grade a class: read each submission, run it in a sandbox, write its scores.

Every submission ends as graded or as “needs a person”, with the reason in a sentence; none touches
another. What has been graded already, and rests on what it rested on then, is not graded again: so
a run that was stopped goes on where it was.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import LimitOutput
from nbgrader.utils import parse_utc
from sqlalchemy.exc import SQLAlchemyError

from classroom.assignment.notebook import Role, grade_id, read_notebook, role
from classroom.assignment.release import read_solution
from classroom.course import Course, CourseError
from classroom.grading.gradebook import Book
from classroom.grading.scores import Change, Grading, result_of
from classroom.grading.staleness import Basis, Rules, hash_of_words
from classroom.grading.submissions import TIMESTAMP, Submission, read_submission
from classroom.grading.suspicions import suspicions
from classroom.limits import Limits
from classroom.run_nbgrader import quiet
from classroom.sandbox.box import Sandbox
from classroom.sandbox.cluster import workers_of
from classroom.sandbox.pool import Job, SandboxSettings, run_all, workers
from classroom.sandbox.run_submission import Examined


@dataclass(frozen=True)
class How:
    """How a class is to be graded."""

    limits: Limits = field(default_factory=Limits)
    at_a_time: int = 2
    scheduler: str | None = None  # the address of a Dask scheduler, if the work is to be done there
    no_sandbox: bool = False
    again: bool = False  # grade what is up to date, too
    tasks: tuple[str, ...] = ()  # these only; all where empty


@dataclass(frozen=True)
class Ended:
    """One submission's grading has ended; ``reason`` says why a person must look, if one must."""

    student: str
    reason: str | None = None
    changes: tuple[Change, ...] = ()
    seconds: float = 0.0  # that it ran
    up_to_date: bool = False


def grade(
    course: Course, book: Book, names: list[str], how: How, first: Sandbox | None = None
) -> Iterator[Ended]:
    """Grade these students' submissions and yield each as it ends.

    ``first`` is a sandbox of this machine's that may have begun to start.
    """
    grader = Grader(course, book, how)
    secret = (course.solutions, course.gradebook, course.root / "tests")
    settings = SandboxSettings(how.limits, secret, how.no_sandbox)
    here = workers(settings, how.at_a_time, first)
    with workers_of(how.scheduler, settings) if how.scheduler else here as (submit, at_a_time):
        todo = []
        for name in names:  # first, that it be known how much work there is
            if grader.is_up_to_date(name):
                yield Ended(name, up_to_date=True)
            else:
                todo.append(name)
        for job, examined in run_all(grader.jobs(todo), submit, at_a_time):
            yield from grader.ended_unrun()
            yield grader.settle(job, examined)
    yield from grader.ended_unrun()


@dataclass(frozen=True)
class Reading:
    """A submission that was read and now runs, and what the scores that it is to get rest on."""

    submission: Submission
    bases: dict[str, Basis]
    suspicions: tuple[str, ...]


class Grader:
    """From what was handed in to what the gradebook says."""

    def __init__(self, course: Course, book: Book, how: How):
        self.course, self.book, self.how = course, book, how
        self.source = read_solution(course, book.assignment)
        self.rules = Rules(self.source, how.limits)
        with quiet():
            self.limit_output = LimitOutput(config=course.config)
        self.chosen = {t.test for t in book.tasks if not how.tasks or t.name in how.tasks}
        self.reading: dict[str, Reading] = {}
        self.unrun: list[Ended] = []

    def jobs(self, names: list[str]) -> Iterator[Job]:
        """Read each submission, and yield it if it is to be run."""
        for student in names:
            now: dict[str, Basis] = {}
            try:
                now = self.bases(student)
                todo = self.to_do(student, now)
                if todo:
                    yield self.read(student, {name: now[name] for name in now if name in todo})
                else:
                    self.unrun.append(Ended(student, up_to_date=True))
            except CourseError as error:
                self.set_aside(student, str(error), now)
            except OSError as error:
                self.set_aside(student, f"It cannot be read: {error.strerror}.", {})
            except SQLAlchemyError:  # not of the submission's making
                raise
            except Exception as error:  # metadata so odd that even looking at it fails
                self.set_aside(student, f"It could not be read: {type(error).__name__}.", now)

    def bases(self, student: str) -> dict[str, Basis]:
        """What its scores are to rest on. Raises OSError where it cannot be read."""
        return self.rules.bases(self.course.submitted / student / self.book.assignment)

    def is_up_to_date(self, student: str) -> bool:
        """Whether a submission's scores rest on what they rested on."""
        try:
            now = self.bases(student)
        except Exception:  # `jobs` says why
            return False
        return not self.to_do(student, now)

    def to_do(self, student: str, now: dict[str, Basis]) -> set[str]:
        """Which scores do not rest on what they rested on, of those that were asked for."""
        before = self.book.bases(student)
        stale = {
            name
            for name, basis in now.items()
            if self.how.again or not basis.items() <= before.get(name, {}).items()
        }
        todo = stale & self.chosen
        kept = bool(before) and self.file(student).is_file()  # what shows the other scores
        return todo if kept or not todo else set(now)

    def read(self, student: str, bases: dict[str, Basis]) -> Job:
        """A submission, ready to run."""
        book = self.book
        submission = read_submission(self.course, book.assignment, student, book.master)
        answers = {grade_id(cell): cell for cell in submission.notebook.cells}
        for task in book.tasks:
            if task.test in bases:
                bases[task.test]["words"] = hash_of_words(answers[task.solution])
        suspicious = tuple(suspicions(self.source, submission.notebook))
        self.reading[student] = Reading(submission, bases, suspicious)
        tests = (task.test for task in book.tasks if not task.written)
        wanted = tuple(name for name in tests if name in bases)
        return Job(student, self.source, submission.notebook, submission.files, wanted)

    def settle(self, job: Job, examined: Examined) -> Ended:
        """Keep a submission that has run, and write its scores or why it has none."""
        student, reading = job.student, self.reading.pop(job.student)
        notebook, notes = examined.notebook, (*reading.submission.notes, *examined.notes)
        try:
            carry_over(self.file(student), notebook, set(job.tests or ()))
            result, doubts = result_of(notebook, self.book.tasks)
            reason = examined.reason or " ".join(doubts) or None
            data = self.as_bytes(notebook)
        except Exception as error:
            reason = f"What it gave cannot be read: {type(error).__name__}."
            self.set_aside(student, reason, reading.bases, notes)
            return self.unrun.pop()
        at, said = handed_in_at(reading.submission.folder)
        self.keep(student, data)
        changes = self.book.record(
            Grading(
                student,
                None if reason else result,
                reason,
                (*notes, *said),
                reading.suspicions,
                examined.seconds,
                at,
                reading.bases,
            )
        )
        return Ended(student, reason, changes, examined.seconds)

    def set_aside(
        self, student: str, reason: str, bases: dict[str, Basis], notes: tuple[str, ...] = ()
    ) -> None:
        """Record that a submission cannot be graded, and keep nothing of an earlier grading."""
        name = self.book.assignment
        shutil.rmtree(self.course.autograded / student / name, ignore_errors=True)
        withdraw_feedback(self.course, student, name)
        at, said = handed_in_at(self.course.submitted / student / name)
        notes = (*notes, *said)
        changes = self.book.record(Grading(student, None, reason, notes, (), None, at, bases))
        self.unrun.append(Ended(student, reason, changes))

    def ended_unrun(self) -> Iterator[Ended]:
        """What has ended without being run."""
        while self.unrun:
            yield self.unrun.pop(0)

    def file(self, student: str) -> Path:
        """The notebook that ran, where formgrader looks for it."""
        name = self.book.assignment
        return self.course.autograded / student / name / f"{name}.ipynb"

    def as_bytes(self, notebook: NotebookNode) -> bytes:
        """A notebook as it is written, its outputs not longer than nbgrader allows."""
        with quiet():
            notebook, _ = self.limit_output.preprocess(notebook, {})
        return json.dumps(notebook, ensure_ascii=False).encode()  # nbformat's takes 3 ms

    def keep(self, student: str, data: bytes) -> None:
        """Write the notebook that ran, in one step; feedback on an earlier one goes."""
        place = self.file(student)
        half = place.with_suffix(".half")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            half.write_bytes(data)
            os.replace(half, place)
        except OSError as error:
            raise CourseError(
                f"{self.course.say(place)} cannot be written: {error.strerror}. What was graded "
                "before is kept: mend this and run it again for the rest."
            ) from None
        withdraw_feedback(self.course, student, self.book.assignment)


def withdraw_feedback(course: Course, student: str, assignment: str) -> None:
    """Remove a page that says what was."""
    folder = course.feedback / student / assignment
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):  # there is none, or it holds other pages
        folder.parent.rmdir()


def settle_penalties(course: Course, book: Book) -> None:
    """Let penalties follow points and deadlines; pages that say others go."""
    for student in book.penalize_all():
        withdraw_feedback(course, student, book.assignment)


def carry_over(file: Path, notebook: NotebookNode, run: set[str]) -> None:
    """Let the tests that were not run this time show what they showed the last time."""
    unrun = [cell for cell in notebook.cells if role(cell) is Role.TEST]
    unrun = [cell for cell in unrun if grade_id(cell) not in run]
    if unrun:
        before = {grade_id(cell): cell for cell in read_notebook(file).cells}
        for cell in unrun:
            cell.outputs = before[grade_id(cell)].outputs


def handed_in_at(folder: Path) -> tuple[datetime | None, tuple[str, ...]]:
    """When it was handed in, as nbgrader's ``timestamp.txt`` says, and what there is to note.

    Without the file it has no time, and so is not late.
    """
    try:
        text = (folder / TIMESTAMP).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None, ()
    try:
        return parse_utc(text), ()
    except (ValueError, OverflowError):
        said = text if text.isprintable() else ascii(text)[1:-1]
        return None, (f"Its {TIMESTAMP} says no time (“{said[:40]}”), so it counts as in time.",)
