"""The lock that lets only one command at a time use a course's gradebook."""

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from classroom.course import Course, CourseError


@contextmanager
def course_lock(course: Course) -> Iterator[None]:
    """Hold the lock of a course's gradebook until the end of the ``with`` block.

    Raises CourseError if another command holds the lock, or if the lock file cannot be written.
    """
    lock = FileLock(course.gradebook / ".grading.lock")
    try:
        course.gradebook.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise CourseError(
            "Another `classroom` command is using this gradebook: wait until it has ended."
        ) from None
    except OSError as error:
        where = course.display_path(course.gradebook)
        raise CourseError(f"{where} cannot be written: {error.strerror}.") from None
    try:
        yield
    finally:
        lock.release()
