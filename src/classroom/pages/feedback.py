"""Feedback: an HTML page for each student, made by nbgrader, without the hidden tests."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from traitlets import List, Unicode
from traitlets.config import Config

from classroom.assignment.hidden_tests import visible_part
from classroom.assignment.notebook import Role, grade_id, role, tested_name
from classroom.course import Course
from classroom.grading.scores import Row
from classroom.pages.page_limits import Failed, PageProcess
from classroom.printable import printable
from classroom.run_nbgrader import quiet

GRADED = (Role.TEST, Role.WRITTEN)


class HideTests(NbGraderPreprocessor):
    """Removes the hidden tests and the tracebacks from the test cells of a notebook.

    The grader runs all cells first, and the hidden tests after them. So the outputs of the other
    cells cannot reveal a hidden test.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        for cell in nb.cells:
            if role(cell) is Role.TEST:
                cell.source = visible_part(cell.source)
                # The verdict shows all that a student needs.
                cell.metadata["transient"] = NotebookNode(remove_source=True)
                for output in cell.outputs:
                    if output.output_type == "error":
                        output.traceback = [f"{output.ename}: {output.evalue}".rstrip(": ")]
        return nb, resources


class Scores(GetGrades):
    """Adds to each graded cell its score, its task's name, and whether the instructor must read it.

    The instructor must read an answer that has no score yet, and read again an answer that changed
    after it was graded by hand.
    """

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
        keys = (self.notebook_id, self.assignment_id, self.student_id)
        grade = self.gradebook.find_grade(name, *keys)
        marks = cell.metadata.nbgrader
        marks["unread"] = grade.needs_manual_grade and grade.manual_score is None
        marks["read_before"] = grade.needs_manual_grade and not marks["unread"]
        is_test = role(cell) is Role.TEST
        cell.metadata.nbgrader["task_name"] = tested_name(cell.source) if is_test else name


class Feedback(NbGraderPreprocessor):
    """Prepares an autograded notebook for its feedback page: runs `Scores`, then `HideTests`."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        for step in (Scores, HideTests):
            nb, resources = step(parent=self)(nb, resources)
        return nb, resources


@dataclass(frozen=True)
class Page:
    """One student's feedback page: its file, or the reason why there is none."""

    student: str
    file: Path | None
    reason: str = ""
    failed: bool = False  # the submission is graded, but the page could not be made


def feedback(course: Course, assignment: str, rows: list[Row]) -> Iterator[Page]:
    """Delete each student's old feedback page, write the new page, and yield a `Page` about it.

    The zips of the old pages are deleted, too.

    ``rows`` are the students' results. A student whose submission is not graded gets no page; the
    `Page` then has the reason.
    """
    course.delete_feedback_zips(assignment)
    with PageProcess(write_page) as pages:
        for row in rows:
            file = course.feedback_page(row.student, assignment)
            shutil.rmtree(file.parent, ignore_errors=True)
            if row.status == "graded":
                yield page_of(pages, course.root, assignment, row, file)
            else:
                yield Page(row.student, None, row.reason or "The submission is not graded yet.")


def page_of(pages: PageProcess, root: Path, assignment: str, row: Row, file: Path) -> Page:
    """Write a student's feedback page to ``file``; return a `Page` about it.

    If writing the page fails or takes too long, it is tried a second time. The second page has a
    note in place of each part that has to be parsed, such as the student's text and code. If this
    fails, too, the `Page` says why.

    ``pages`` is the process that writes the page, ``root`` is the course folder, and ``row`` holds
    the student's results.
    """
    page = Page(row.student, None, "Writing it takes too long, or too much memory.", failed=True)
    for plain in (False, True):
        with suppress(Failed):
            page = pages.call(root, assignment, row, file, plain)
        if page.file:
            break
    return page


def write_page(root: Path, assignment: str, row: Row, file: Path, plain: bool) -> Page:
    from nbgrader.converters import GenerateFeedback

    course, settings = Course(root), Config()
    settings.CourseDirectory.assignment_id = assignment
    settings.CourseDirectory.student_id = escape(row.student)
    settings.Scores.notes = list(row.notes)
    settings.NotebookPage.plain = plain
    with quiet() as log:
        try:
            course.converter(GenerateFeedback, settings).start()
        except Exception as error:
            why = printable(f"nbgrader could not write it: {log() or error}")
            return Page(row.student, None, why, failed=True)
    return Page(row.student, file)
