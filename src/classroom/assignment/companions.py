"""The files that an assignment needs beside its notebook: a chapter and a bank of answers."""

import re
from collections.abc import Iterator, Mapping

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.course import Course, CourseError, listed


def require_companions(course: Course, sources: Mapping[str, InstructorNotebook]) -> None:
    """Raise CourseError if an assignment lacks a chapter, or lacks prepared answers to a task.

    Answers to a task that does not exist are a fault, too. The message has a line for each fault. A
    course without a book needs no chapters. A course without ``tests/answers`` needs no answers.
    """
    faults = [fault for name in sources for fault in faults_beside(course, name, sources[name])]
    if faults:
        raise CourseError("\n".join(faults))


def faults_beside(course: Course, assignment: str, source: InstructorNotebook) -> Iterator[str]:
    """Sentences on what is wrong with the chapter and the prepared answers of an assignment.

    The chapter's page must exist, and the table of contents must list it. Each autograded task
    needs a file of answers, with which its check is tested. A file of answers to a task that does
    not exist is a fault, too.
    """
    contents, page = course.book / "_toc.yml", course.book / f"{assignment}.md"
    if contents.is_file():
        if not page.is_file():
            yield f"{assignment} has no chapter: {course.display_path(page)} is missing."
        listing = contents.read_text(encoding="utf-8")
        if not re.search(rf"^ *- file: {re.escape(assignment)}$", listing, re.MULTILINE):
            yield f"{course.display_path(contents)} does not list the chapter “{assignment}”."
    bank = course.answers / assignment
    if not course.answers.is_dir():
        return
    names = [task.name for task in source.autograded]
    answered = sorted(file.stem for file in bank.glob("*.py"))
    if missing := [name for name in names if name not in answered]:
        which = listed([f"{course.display_path(bank).rstrip('/')}/{name}.py" for name in missing])
        yield f"{assignment} has no bank of answers for {listed(missing)}: add {which}."
    for name in answered:
        if name not in names:
            file = f"{course.display_path(bank / name)}.py"
            yield f"{file} has answers to “{name}”, but {assignment} has no such task."
