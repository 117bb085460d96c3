"""Find students who handed in the same file beside their notebooks, such as a model's weights.

Files are compared by their bytes, and weights by their numbers: saved anew, scaled or with a little
noise, they are still the same. Two trainings hardly ever end with the same weights, but two with
the same seeds, steps and machine may, and a work of two may be allowed: what is found asks for a
question, and answers none. Small files, which may be equal by chance, are left out.
"""

import hashlib
import io
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from classroom.course import Course, CourseError
from classroom.grading.submission_files import EXCHANGE_FILES, files_beside_notebook
from classroom.printable import printable

SMALLEST = 10_000  # bytes
LARGEST = 20_000_000  # bytes of all arrays of a file whose numbers are compared
SAMPLE = 10_000
NEARLY = 0.99  # the cosine of two directions in the space of all weights


@dataclass(frozen=True)
class SameFile:
    """A file that several students handed in, under the name that most gave it.

    It is the same byte for byte, or, if not ``exact``, it holds nearly the same weights.
    """

    name: str
    students: tuple[str, ...]
    exact: bool = True


def same_files(course: Course, assignment: str, students: Iterable[str]) -> list[SameFile]:
    """The files that at least two of ``students`` handed in, the most frequent first.

    A file that the instructor has, too, or whose submission cannot be read, is left out.
    """
    given = {
        digest(path) for path in course.solution(assignment).parent.glob("*") if is_large(path)
    }
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    paths: dict[str, Path] = {}
    for student in students:
        for name, path in files_of_student(course.submitted / student / assignment).items():
            if is_large(path) and (hashed := digest(path)) not in given:
                found[hashed].append((student, name))
                paths[hashed] = path
    same = []
    for alike in nearly_equal(paths):
        names = [name for hashed in alike for _, name in found[hashed]]
        owners = tuple(dict.fromkeys(student for hashed in alike for student, _ in found[hashed]))
        if len(owners) > 1:
            name = printable(max(names, key=names.count))
            same.append(SameFile(name, owners, exact=len(alike) == 1))
    return sorted(same, key=lambda one: (-len(one.students), one.name, one.students))


def nearly_equal(paths: Mapping[str, Path]) -> list[list[str]]:
    """The keys of files, in groups: those whose weights are nearly the same are in one."""
    groups: list[list[str]] = []
    leaders: list[np.ndarray | None] = []
    for key, path in paths.items():
        unit = direction(path)
        for group, leader in zip(groups, leaders, strict=True):
            if are_near(unit, leader):
                group.append(key)
                break
        else:
            groups.append([key])
            leaders.append(unit)
    return groups


def are_near(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    if one is None or other is None or one.shape != other.shape:
        return False
    return float(one @ other) >= NEARLY


def direction(path: Path) -> np.ndarray | None:
    """Numbers of all matrices of a file of weights, as a vector of length 1; None if it has none.

    The matrices are in the order of their shapes, so that other names change nothing. At most about
    `SAMPLE` of their numbers are taken, at equal distances: a class of 1,000 must fit into memory.
    """
    matrices = sorted(matrices_in(path), key=np.shape)
    numbers = np.concatenate([matrix.ravel() for matrix in matrices] or [np.zeros(1)])
    numbers = numbers[:: max(1, len(numbers) // SAMPLE)]
    size = float(np.linalg.norm(numbers))
    return numbers / size if 0 < size < np.inf else None


def matrices_in(path: Path) -> list[np.ndarray]:
    """The float arrays with two axes or more in an ``.npz`` file; none if it is no plain one."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST:
                return []
            contents = map(archive.read, archive.namelist())
            arrays = [np.load(io.BytesIO(content), allow_pickle=False) for content in contents]
        return [a.astype(float) for a in arrays if a.dtype.kind == "f" and a.ndim > 1]
    except Exception:  # a file that was made for it may raise anything, and must not end the report
        return []


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
