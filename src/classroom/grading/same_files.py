"""Find students who handed in the same file beside their notebooks, such as a model's weights.

Files are compared by their bytes. Two trainings hardly ever end with the same weights, but two with
the same seeds, steps and machine may, and a work of two may be allowed: what is found asks for a
question, and answers none. Small files, which may be equal by chance, are left out.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from classroom.course import Course, CourseError
from classroom.grading.submission_files import EXCHANGE_FILES, files_beside_notebook
from classroom.printable import printable

SMALLEST = 10_000  # bytes


@dataclass(frozen=True)
class SameFile:
    """A file that several students handed in, byte for byte, under the name that most gave it."""

    name: str
    students: tuple[str, ...]


def same_files(course: Course, assignment: str, students: Iterable[str]) -> list[SameFile]:
    """The files that at least two of ``students`` handed in, the most frequent first.

    A file that the instructor has, too, or whose submission cannot be read, is left out.
    """
    given = {
        digest(path) for path in course.solution(assignment).parent.glob("*") if is_large(path)
    }
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for student in students:
        for name, path in files_of_student(course.submitted / student / assignment).items():
            if is_large(path) and (hashed := digest(path)) not in given:
                found[hashed].append((student, name))
    same = []
    for copies in found.values():
        names = [name for _, name in copies]
        owners = tuple(dict.fromkeys(student for student, _ in copies))
        if len(owners) > 1:
            same.append(SameFile(printable(max(names, key=names.count)), owners))
    return sorted(same, key=lambda one: (-len(one.students), one.name, one.students))


def files_of_student(folder: Path) -> dict[str, Path]:
    try:
        files, _ = files_beside_notebook(folder)
    except (OSError, CourseError):
        return {}
    return {name: path for name, path in files.items() if name not in EXCHANGE_FILES}


def is_large(path: Path) -> bool:
    return path.is_file() and path.stat().st_size >= SMALLEST


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
