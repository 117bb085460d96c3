"""The page on which a person marks one written question of a whole class.

The marking scheme stands at the left, and the answers one below the other at the right.
"""

from collections.abc import Mapping
from typing import Any, cast

from jinja2.runtime import Context
from nbformat import NotebookNode

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import Role, Task, grade_id, read_notebook, role
from classroom.assignment.notebook_rules import BEGIN_SOLUTION, END_SOLUTION
from classroom.course import Course, CourseError, listed
from classroom.grading.marking import HandMark, give_comment, give_points, hand_marks
from classroom.pages import notebook_page
from classroom.pages.anonymous_names import ByName, Unnamed
from classroom.pages.page_limits import PART, TimeLimit
from classroom.pages.page_style import HERE, policy, style, template

FOLDER = "mark_page"


class MarkPage:
    """The page for one written question, ``task``: the class's answers, and what saves their marks.

    A student is called by the place in ``order``, so that the page need not hold any name.
    """

    def __init__(
        self,
        course: Course,
        assignment: str,
        source: InstructorNotebook,
        task: Task,
        called: ByName | Unnamed,
    ):
        self.course, self.assignment, self.task, self.called = course, assignment, task, called
        self.question, self.scheme = question_and_scheme(source, task)
        known = hand_marks(course, assignment, task)
        answers = {
            student: answer
            for student in called.order
            if student in known and (answer := self.answer(student)) is not None
        }
        self.order, self.answers = list(answers), answers

    def answer(self, student: str) -> str | None:
        """A student's answer as HTML; None if the notebook cannot be read."""
        folder = self.course.autograded / student / self.assignment
        try:
            notebook = read_notebook(folder / f"{self.assignment}.ipynb")
        except CourseError:
            return None
        cells = [cell for cell in notebook.cells if grade_id(cell) == self.task.solution]
        return shown(cells[0], self.called.clean(cells[0].source), own=True) if cells else None

    def html(self) -> str:
        marks = hand_marks(self.course, self.assignment, self.task)
        script = (HERE / FOLDER / "mark.js").read_text(encoding="utf-8")
        return template(FOLDER).render(
            policy=policy(script, saves=True),
            style=style(FOLDER) + notebook_page.code_style(),
            script=script,
            assignment=self.assignment,
            task=self.task,
            question=self.question,
            scheme=self.scheme,
            called=self.called,
            answers=[(student, html, marks[student]) for student, html in self.answers.items()],
        )

    def save(self, given: Mapping[str, Any]) -> HandMark:
        """Save the points or the comment that the page has sent; return what the answer has now.

        Raises CourseError if it is not what the page sends.
        """
        index = given.get("answer")
        if isinstance(index, int) and 0 <= index < len(self.order):
            answer = (self.course, self.assignment, self.task, self.order[index])
            match given:
                case {"points": int() | float() | None as points}:
                    return give_points(*answer, points)
                case {"comment": str(comment)}:
                    return give_comment(*answer, comment)
        raise CourseError("This is not what the page sends.")

    def left(self) -> int:
        """How many answers still wait to be read."""
        marks = hand_marks(self.course, self.assignment, self.task)
        return sum(marks[student].waits for student in self.order)


def question_and_scheme(source: InstructorNotebook, task: Task) -> tuple[str, str]:
    """The text above a written question's cell, and the model answer in it, as HTML."""
    cells = source.solved.cells
    index = [grade_id(cell) for cell in cells].index(task.solution)
    text = cells[index - 1] if index and role(cells[index - 1]) is Role.FREE else None
    lines = cells[index].source.splitlines()
    model = "\n".join(line for line in lines if line.strip() not in (BEGIN_SOLUTION, END_SOLUTION))
    question = shown(text, text.source, own=False) if text else ""
    return question, shown(cells[index], model, own=False)


def shown(cell: NotebookNode, text: str, *, own: bool) -> str:
    """A cell's text as HTML that cannot act; ``own`` says whether it is a student's."""
    render = TimeLimit(PART).with_each(notebook_page.markdown)
    return render(cast(Context, {"cell": cell}), text, own=own, links=False)


def written_task(source: InstructorNotebook, assignment: str, name: str | None) -> Task:
    """The written question to mark: the one called ``name``, or the only one.

    Raises CourseError if there is no such question, or if there are several and no name is given.
    """
    names = [task.name for task in source.written]
    if not names:
        raise CourseError(f"{assignment} has no written question.")
    if name is None and len(names) > 1:
        raise CourseError(f"Choose one with --task: {listed(names)}.")
    if name and name not in names:
        raise CourseError(f"{assignment} has no written question “{name}”, but {listed(names)}.")
    return next(task for task in source.written if name in (None, task.name))
