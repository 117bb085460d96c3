"""Grade a class: read each submission, run it, write its scores.

Every submission ends as graded or as “needs a person”, with the reason in a sentence; none touches
another.
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import LimitOutput
from sqlalchemy.exc import SQLAlchemyError

from classroom.course import Course, CourseError, listed
from classroom.execute import Execution, Limits, execute_all
from classroom.gradebook import Book, result_of
from classroom.release import quiet
from classroom.submission import Submission, read_submission, students


@dataclass(frozen=True)
class Ended:
    """One submission's grading has ended; ``reason`` says why a person must look, if one must."""

    student: str
    reason: str | None
    seconds: float = 0.0


def choose_students(course: Course, assignment: str, names: list[str]) -> list[str]:
    """The named students who handed something in, or all of them where none is named."""
    known = students(course, assignment)
    if not known:
        raise CourseError(
            f"Nobody has handed in {assignment}: {course.say(course.submitted)} has none."
        )
    unknown = [name for name in names if name not in known]
    if unknown:
        raise CourseError(f"{listed(unknown)} handed in nothing for {assignment}.")
    return names or known


def grade(course: Course, book: Book, names: list[str], limits: Limits) -> Iterator[Ended]:
    """Grade these students' submissions and yield each as it ends."""
    ready: list[Submission] = []
    for student in names:
        try:
            ready.append(read_submission(course, book.assignment, student, book.master))
        except CourseError as error:
            yield set_aside(course, book, student, str(error))
        except Exception as error:  # metadata so odd that even looking at it fails
            what = f"It could not be read: {type(error).__name__}."
            yield set_aside(course, book, student, what)

    for submission, execution in execute_all(ready, limits):
        try:
            yield settle(course, book, submission, execution)
        except (OSError, SQLAlchemyError, CourseError):  # not of the submission's making
            raise
        except Exception as error:
            what = f"What it gave cannot be read: {type(error).__name__}."
            yield set_aside(course, book, submission.student, what)


def settle(course: Course, book: Book, submission: Submission, execution: Execution) -> Ended:
    """Keep a submission that has run, and write its scores or why it has none."""
    student = submission.student
    result, doubts = result_of(execution.notebook, book.tasks)
    reason = execution.reason or " ".join(doubts) or None
    keep(course, book.assignment, student, execution.notebook)
    book.record(
        student,
        None if reason else result,
        reason=reason,
        notes=(*submission.notes, *execution.notes),
        seconds=execution.seconds,
        timestamp=handed_in_at(submission.folder),
    )
    return Ended(student, reason, execution.seconds)


def set_aside(course: Course, book: Book, student: str, reason: str) -> Ended:
    """Record that a submission cannot be graded, and keep nothing of an earlier grading."""
    for folder in (course.autograded, course.feedback):
        shutil.rmtree(folder / student / book.assignment, ignore_errors=True)
    book.record(student, None, reason=reason)
    return Ended(student, reason)


def keep(course: Course, assignment: str, student: str, notebook: NotebookNode) -> None:
    """Write the notebook that ran to where formgrader looks for it."""
    with quiet():
        notebook, _ = LimitOutput(config=course.config).preprocess(notebook, {})
    place = course.autograded / student / assignment / f"{assignment}.ipynb"
    place.parent.mkdir(parents=True, exist_ok=True)
    half = place.with_suffix(".half")
    nbformat.write(notebook, half)
    os.replace(half, place)
    shutil.rmtree(course.feedback / student / assignment, ignore_errors=True)


def handed_in_at(folder: Path) -> str | None:
    """When it was handed in, as nbgrader's ``timestamp.txt`` says; None where it does not."""
    try:
        text = (folder / "timestamp.txt").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text or None
