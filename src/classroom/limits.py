"""How much memory, time and other resources a submission may use.

A course can change the defaults: it sets ``c.Limits`` in nbgrader_config.py.
"""

from dataclasses import dataclass, fields

from classroom.course import Course, CourseError, listed


@dataclass(frozen=True)
class Limits:
    """The resources that a submission may use, such as seconds of time and bytes of memory.

    If a cell takes longer than ``cell`` seconds, the student's process is ended.
    """

    cell: float = 30  # seconds; a test cell includes its calls of the student's function
    submission: float = 120  # seconds
    computing: float = 120  # seconds of CPU time, of all its processes together
    memory: int = 2 * 2**30  # bytes, of all its processes together
    processes: int = 64
    output: int = 1_000_000  # bytes of a cell's output; the rest is not kept
    disk: int = 256 * 2**20  # bytes in /tmp, the only place to write to


def limits_of(course: Course) -> Limits:
    """The limits that a course sets as ``c.Limits`` in nbgrader_config.py, or else the defaults.

    Raises CourseError for an unknown limit, and for a value that is not a positive number.
    """
    known = {field.name: field.default for field in fields(Limits)}
    settings = dict(course.config.Limits)
    for name, value in settings.items():
        if name not in known:
            raise CourseError(f"There is no limit “{name}”. The limits are {listed(list(known))}.")
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise CourseError(f"The limit “{name}” must be a positive number, not {value!r}.")
    return Limits(**settings)
