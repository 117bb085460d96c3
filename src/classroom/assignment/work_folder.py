"""The folder work/, where `make lab` opens the exercises: an edited notebook is never replaced.

The files in exercises/ are generated and may be replaced at any time, so students do not work
there. If the notebook in work/ is an older release that was edited, the newer release is put beside
it.
"""

import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from classroom.assignment.release_stamp import is_release, read, stamped
from classroom.course import Course, CourseError

BOOK = Path("_build/html")


def open_work(course: Course) -> list[str]:
    """Copy the released notebooks and the book into work/; return a sentence for each new notebook.

    An edited notebook in work/ is never replaced: a newer release is copied to a file beside it.
    """
    files = sorted(course.exercises.glob("*/*.ipynb"))
    if not files:
        raise CourseError(
            f"Nothing is released yet: {course.display_path(course.exercises)} has no notebook."
        )
    messages = []
    for file in files:
        wanted = course.work / file.relative_to(course.exercises)
        copy = copy_release(file, wanted)
        if copy is not None and copy != wanted:
            messages.append(
                f"{course.display_path(wanted)} is of an older release and holds your work, so it "
                f"stays as it is. The new release is beside it: {course.display_path(copy)}"
            )
        elif copy is not None:
            messages.append(f"{course.display_path(copy)} is ready")
    copy_book(course)
    return messages


def copy_release(release: Path, wanted: Path) -> Path | None:
    """Copy a released notebook to ``wanted``, or beside it if ``wanted`` holds an edited notebook.

    Returns the path of the copy, or None if nothing was copied. An edited notebook is never
    overwritten. If it was made from this same release, nothing is copied. If ``wanted`` has the
    same bytes as the release, nothing is copied, either. Any other notebook whose cells nobody has
    edited is overwritten, and its outputs are lost.
    """
    new = read(release)
    for path in candidate_paths(wanted, "new"):
        if not os.path.lexists(path) or is_release(path):
            if path.is_file() and path.read_bytes() == release.read_bytes():
                return None
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(release, path)
            return path
        worked_in = read(path)
        if new and worked_in and stamped(worked_in) == stamped(new):
            return None
    raise AssertionError("there is always another name")


def move_aside(file: Path, wanted: Path) -> Path:
    """Move an edited notebook to ``wanted``, or to a free name beside it; return its new path."""
    path = next(path for path in candidate_paths(wanted, "edited") if not os.path.lexists(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(file, path)
    return path


def candidate_paths(wanted: Path, what: str) -> Iterator[Path]:
    """Yield ``wanted`` and then, without end, similar paths to try if ``wanted`` is taken.

    For ``a.ipynb`` and ``what="new"``, the paths are ``a.ipynb``, ``a-new.ipynb``,
    ``a-new-2.ipynb``, …
    """
    yield wanted
    yield wanted.with_stem(f"{wanted.stem}-{what}")
    for number in itertools.count(2):
        yield wanted.with_stem(f"{wanted.stem}-{what}-{number}")


def copy_book(course: Course) -> None:
    """Copy the built book into work/, so that links from the checks to the book work.

    JupyterLab serves only the files in work/. If the book is not built, nothing is copied.
    """
    book = course.root / BOOK
    if book.is_dir():
        shutil.copytree(book, course.work / "book", dirs_exist_ok=True)


if __name__ == "__main__":
    try:
        print(*open_work(Course.find(Path())), sep="\n")
    except CourseError as error:
        sys.exit(str(error))
