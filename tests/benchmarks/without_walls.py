"""What a class needs if its cells and tests run in one plain Python process, without any wall.

No grader that runs all cells and all cases can need less. To compare with `classroom grade`:

    python -m tests.benchmarks.without_walls COURSE ASSIGNMENT
"""

import contextlib
import gc
import importlib
import io
import os
import statistics
import sys
from pathlib import Path

from nbformat import NotebookNode

from classroom.assignment.hidden_tests import visible_part
from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import Role, grade_id, role
from classroom.assignment.release import instructor_notebook
from classroom.course import Course, CourseError
from classroom.grading.late_imports import late_imports
from classroom.grading.submissions import read_submission, students
from classroom.sandbox.run_parts import code_cells


def computing(course: Course, assignment: str) -> list[float]:
    """The CPU milliseconds of each submission that can be read, in a fork of this process.

    All imports, and the right outputs of all cases, are there before.
    """
    source = instructor_notebook(course, assignment)
    names = students(course, assignment)
    for module in late_imports(course.submitted / name / assignment for name in names):
        importlib.import_module(module)
    run(source, source.solved)
    gc.freeze()
    used = []
    for name in names:
        with contextlib.suppress(CourseError):
            submission = read_submission(course, assignment, name, source.master)
            if (child := os.fork()) == 0:
                run(source, submission.notebook)
                os._exit(0)
            _, _, usage = os.wait4(child, 0)
            used.append(1000 * (usage.ru_utime + usage.ru_stime))
    return used


def run(source: InstructorNotebook, notebook: NotebookNode) -> None:
    """Run all cells with the visible parts of the tests, then the hidden parts, as the grader."""
    hidden, names = source.hidden(b""), {"__name__": "__main__"}
    cells = []
    for cell in code_cells(notebook):
        trusted = source.trusted.get(grade_id(cell), cell)
        is_test = trusted is not cell and role(cell) is Role.TEST
        cells.append(visible_part(trusted.source) if is_test else trusted.source)
    nothing = io.StringIO()
    with contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        for code in [*cells, *hidden.values()]:
            with contextlib.suppress(BaseException):
                exec(compile(code, "<cell>", "exec"), names)


if __name__ == "__main__":
    found = computing(Course(Path(sys.argv[1])), sys.argv[2])
    print(
        f"The same cells and tests in one process, without a wall: {statistics.mean(found):.0f} ms "
        f"of computing each (median {statistics.median(found):.0f}, largest {max(found):.0f})"
    )
