"""The instructor's notebook of an assignment, parsed once for all who need a part of it."""

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import names_defined, names_imported, names_used
from classroom.assignment.hidden_tests import hidden_part
from classroom.assignment.notebook import Role, Task, grade_id, is_draft, role, tasks
from classroom.course import CourseError


@dataclass(frozen=True)
class InstructorNotebook:
    """The instructor's notebook of an assignment, which follows the rules in `notebook_rules`.

    ``solved`` has the solutions and the hidden tests. ``master`` has the hidden tests, but stubs
    instead of the solutions: the gradebook takes cells and points from it, and a student's answers
    are put into a copy of it. ``files`` are what the solutions need beside the notebook, such as
    the weights of a trained model, by name. No release gives them to students.

    All other dicts have the nbgrader ids of cells as keys.
    """

    solved: NotebookNode
    master: NotebookNode
    files: Mapping[str, bytes] = field(default_factory=dict)

    def of(self, wanted: Role) -> dict[str, NotebookNode]:
        return {grade_id(cell): cell for cell in self.solved.cells if role(cell) is wanted}

    @cached_property
    def tasks(self) -> list[Task]:
        """The tasks and the written questions, in order."""
        return tasks(self.solved)

    @property
    def autograded(self) -> list[Task]:
        return [task for task in self.tasks if not task.written]

    @property
    def written(self) -> list[Task]:
        return [task for task in self.tasks if task.written]

    @property
    def is_draft(self) -> bool:
        return is_draft(self.solved)

    @cached_property
    def tests(self) -> dict[str, NotebookNode]:
        return self.of(Role.TEST)

    @cached_property
    def setup(self) -> dict[str, NotebookNode]:
        return self.of(Role.SETUP)

    @cached_property
    def solutions(self) -> dict[str, NotebookNode]:
        return self.of(Role.SOLUTION)

    @cached_property
    def trusted(self) -> dict[str, NotebookNode]:
        """The test and set-up cells: only these run in the examiner, without the student's code."""
        return self.tests | self.setup

    @cached_property
    def names_by_solution(self) -> dict[str, frozenset[str]]:
        """For each solution cell, the names that the reference solution defines in it."""
        return {name: names_defined(cell.source) for name, cell in self.solutions.items()}

    @cached_property
    def names_by_test(self) -> dict[str, list[str]]:
        """For each test cell, the names in it that the reference solution defines.

        When a test runs, only these names refer to the student's objects. Raises CourseError if
        such a name is also a builtin, or is defined by the test itself or by a set-up cell.
        """
        defined = frozenset().union(*self.names_by_solution.values())
        ours = set(dir(builtins)) | {"score"}
        for cell in self.setup.values():
            ours |= names_defined(cell.source) | names_imported(cell.source)
        used = {test: names_used(cell.source) & defined for test, cell in self.tests.items()}
        for test, names in used.items():
            if both := sorted(names & ours):
                raise CourseError(
                    f"The solution defines “{both[0]}”, which the test “{test}” uses, but Python, "
                    "the test itself or a set-up cell defines the same name. Give the answer "
                    "another name."
                )
        return {test: sorted(names) for test, names in used.items()}

    def hidden(self, key: bytes) -> dict[str, str]:
        """For each test cell with hidden calls, the source of a new cell with only these calls.

        If ``key`` is empty, the calls keep the seeds of the notebook. Otherwise secret seeds
        replace them.
        """
        parts = {name: hidden_part(cell.source, name, key) for name, cell in self.tests.items()}
        return {name: part for name, part in parts.items() if part}
