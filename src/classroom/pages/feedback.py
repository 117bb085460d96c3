"""Feedback: a page for each student, made by nbgrader, without a word of the hidden tests."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from traitlets import List, Unicode
from traitlets.config import Config

from classroom.assignment.notebook import Role, grade_id, role, tested_name
from classroom.assignment.notebook_rules import BEGIN_HIDDEN, END_HIDDEN
from classroom.course import Course
from classroom.grading.scores import Row
from classroom.run_nbgrader import quiet

HIDDEN = re.compile(rf"{BEGIN_HIDDEN}\n(.*?){END_HIDDEN}\n?", re.DOTALL)
REMOVED = "(hidden)"
GRADED = (Role.TEST, Role.WRITTEN)


class HideTests(NbGraderPreprocessor):
    """Takes hidden tests out of the test cells, and out of whatever the student's code printed."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        secrets = {BEGIN_HIDDEN, END_HIDDEN}
        for cell in nb.cells:
            if role(cell) is Role.TEST:
                for block in HIDDEN.findall(cell.source):
                    secrets |= {line.strip() for line in block.splitlines() if line.strip()}
                cell.source = HIDDEN.sub("", cell.source)
                cell.metadata["transient"] = NotebookNode(remove_source=True)  # the verdict says it
        for cell in nb.cells:
            if cell.cell_type != "code":
                continue
            for output in cell.outputs:
                if output.output_type == "error" and role(cell) is Role.TEST:
                    output.traceback = [f"{output.ename}: {output.evalue}".rstrip(": ")]
                for key, value in output.items():
                    output[key] = without(secrets, value)
        return nb, resources


def without(secrets: set[str], value: object) -> object:
    """An output's value, with each secret in its texts replaced."""
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, REMOVED)
        return value
    if isinstance(value, list):
        return [without(secrets, part) for part in value]
    if isinstance(value, dict):
        return NotebookNode({key: without(secrets, part) for key, part in value.items()})
    return value


class Scores(GetGrades):
    """Gives each graded cell its score, its task's name, and whether it waits for a person."""

    notes = List(Unicode(), help="What the grader noted about the submission.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        nb, resources = super().preprocess(nb, resources)
        graded = [cell.metadata.nbgrader for cell in nb.cells if role(cell) in GRADED]
        resources["nbgrader"]["unread"] = sum(mark.points for mark in graded if mark.unread)
        resources["nbgrader"]["notes"] = self.notes
        return nb, resources

    def _get_score(self, cell: NotebookNode, resources: dict) -> None:
        super()._get_score(cell, resources)
        name = grade_id(cell)
        place = (self.notebook_id, self.assignment_id, self.student_id)
        grade = self.gradebook.find_grade(name, *place)
        marks = cell.metadata.nbgrader
        marks["unread"] = grade.needs_manual_grade and grade.manual_score is None
        marks["read_before"] = grade.needs_manual_grade and not marks["unread"]
        is_test = role(cell) is Role.TEST
        cell.metadata.nbgrader["task_name"] = tested_name(cell.source) if is_test else name


class Feedback(NbGraderPreprocessor):
    """All steps from the autograded notebook to the one that the page shows."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        for step in (Scores, HideTests):
            nb, resources = step(parent=self)(nb, resources)
        return nb, resources


@dataclass(frozen=True)
class Page:
    """One student's feedback: its file, or the reason why there is none."""

    student: str
    file: Path | None
    reason: str = ""
    failed: bool = False  # though there are scores to tell


def feedback(course: Course, assignment: str, rows: list[Row]) -> Iterator[Page]:
    """Write each student's page anew and yield it."""
    for row in rows:
        file = course.feedback / row.student / assignment / f"{assignment}.html"
        shutil.rmtree(file.parent, ignore_errors=True)
        if row.status == "graded":
            yield write_page(course, assignment, row, file)
        else:
            yield Page(row.student, None, row.reason or "It is not graded yet.")


def write_page(course: Course, assignment: str, row: Row, file: Path) -> Page:
    from nbgrader.converters import GenerateFeedback

    settings = Config()
    settings.CourseDirectory.assignment_id = assignment
    settings.CourseDirectory.student_id = escape(row.student)
    settings.Scores.notes = list(row.notes)
    with quiet() as said:
        try:
            course.converter(GenerateFeedback, settings).start()
        except Exception as error:
            why = f"nbgrader could not write it: {said() or error}"
            return Page(row.student, None, why, failed=True)
    return Page(row.student, file)
