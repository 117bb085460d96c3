"""The points and the comment that a person gives a written answer, as formgrader stores them."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from nbgrader.api import Comment, Grade, Gradebook, MissingEntry

from classroom.assignment.notebook import Task
from classroom.course import Course, CourseError


@dataclass(frozen=True)
class HandMark:
    """What a person has given a written answer; ``points`` is None if it has no points yet.

    ``waits`` says whether it must be read: it has no points, or it has changed since it got them.
    """

    points: float | None
    comment: str
    waits: bool


def hand_marks(course: Course, assignment: str, task: Task) -> dict[str, HandMark]:
    """What a person has given the answers to a written question, by student.

    Whoever left the answer empty has 0 points, and is not among them.
    """
    found = {}
    with open_gradebook(course) as book:
        for submission in book.notebook_submissions(assignment, assignment):
            grades = [grade for grade in submission.grades if grade.cell.name == task.test]
            comments = [one for one in submission.comments if one.cell.name == task.solution]
            for grade, given in zip(grades, comments, strict=True):
                if grade.needs_manual_grade or grade.manual_score is not None:
                    found[submission.student.id] = hand_mark(grade, given)
    return found


def give_points(
    course: Course, assignment: str, task: Task, student: str, points: float | None
) -> HandMark:
    """Write the points of an answer into the gradebook; return what the answer has now.

    None takes the points away: the answer waits again. Extra credit stays as it is. Raises
    CourseError if the points are not between 0 and the task's points, or if the student has not
    handed in.
    """
    if points is not None and not (math.isfinite(points) and 0 <= points <= task.points):
        raise CourseError(f"The points must be from 0 to {task.points:g}.")
    with answer_of(course, assignment, task, student) as (grade, comment):
        grade.manual_score = points
        grade.needs_manual_grade = points is None and grade.auto_score is None
        return hand_mark(grade, comment)


def give_comment(course: Course, assignment: str, task: Task, student: str, text: str) -> HandMark:
    """Write the comment on an answer into the gradebook; return what the answer has now.

    The points stay as they are, and so does whether the answer waits. Raises CourseError if the
    student has not handed in.
    """
    with answer_of(course, assignment, task, student) as (grade, comment):
        comment.manual_comment = text
        return hand_mark(grade, comment)


@contextmanager
def answer_of(
    course: Course, assignment: str, task: Task, student: str
) -> Iterator[tuple[Grade, Comment]]:
    """The gradebook's entries for an answer; at the end of the ``with`` block, they are written."""
    with open_gradebook(course) as book:
        keys = (assignment, assignment, student)
        try:
            yield book.find_grade(task.test, *keys), book.find_comment(task.solution, *keys)
        except MissingEntry:
            raise CourseError(f"The gradebook has no answer of {student}.") from None
        book.db.commit()


def hand_mark(grade: Grade, comment: Comment) -> HandMark:
    return HandMark(grade.manual_score, comment.manual_comment or "", grade.needs_manual_grade)


def open_gradebook(course: Course) -> Gradebook:
    return Gradebook(course.directory.db_url, course.directory.course_id)
