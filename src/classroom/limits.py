"""What a submission may use: memory, time, processes. The course sets it as ``c.Limits``."""

from dataclasses import dataclass, fields

from classroom.course import Course, CourseError, listed


@dataclass(frozen=True)
class Limits:
    """What a submission may use. A cell that ends later than it may ends the student's process."""

    cell: float = 30  # seconds, and so for a test with all calls of the answer in it
    submission: float = 120  # seconds
    computing: float = 120  # seconds of CPU, of all its processes together
    memory: int = 2 * 2**30  # bytes, of all its processes together
    processes: int = 64
    output: int = 1_000_000  # bytes that are kept of a cell's output
    disk: int = 256 * 2**20  # bytes in /tmp, the only place to write to


def limits_of(course: Course) -> Limits:
    """What a submission may use, as ``c.Limits`` of nbgrader_config.py says.

    Raises CourseError for an unknown limit, and for a value that is not a positive number.
    """
    known = {field.name: field.default for field in fields(Limits)}
    said = dict(course.config.Limits)
    for name, value in said.items():
        if name not in known:
            raise CourseError(f"There is no limit “{name}”. The limits are {listed(list(known))}.")
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise CourseError(f"The limit “{name}” must be a positive number, not {value!r}.")
    return Limits(**said)
