"""Check the names of students and tasks that a command was given."""

from classroom.course import Course, CourseError, listed
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.submissions import misplaced, students


def choose_students(course: Course, assignment: str, names: list[str]) -> list[str]:
    """The chosen students: ``names``, or all who handed something in if ``names`` is empty.

    Raises CourseError if a chosen student handed in nothing, or if nobody did.
    """
    known = students(course, assignment)
    if not known:
        nobody = (
            f"Nobody has handed in {assignment}: {course.display_path(course.submitted)} has none."
        )
        raise CourseError("\n".join([nobody, *misplaced(course)]))
    unknown = [name for name in names if name not in known]
    if unknown:
        who = listed([f"“{name}”" for name in unknown])
        raise CourseError(f"{who} handed in nothing for {assignment}.")
    return names or known


def choose_tasks(book: AssignmentGradebook, names: list[str]) -> tuple[str, ...]:
    """The given task names. Raises CourseError for a name that no task of the assignment has."""
    known = [task.name for task in book.tasks]
    for name in names:
        if name not in known:
            raise CourseError(f"{book.assignment} has no task “{name}”; it has {listed(known)}.")
    return tuple(names)
