"""The page of notebooks that are alike: pairs of students, with their answers side by side."""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from classroom.assignment.notebook import Task, read_notebook
from classroom.course import Course
from classroom.grading.similar_code import Answers, Pair, similar_pairs
from classroom.pages.anonymous_names import ByName, Unnamed
from classroom.pages.page_style import policy, style, template
from classroom.printable import visible

FOLDER = "alike_page"
MOST = 50  # pairs on the page
LONGEST = 20_000  # characters of an answer that are shown
ADDED = "cells that the student added"


@dataclass(frozen=True)
class AlikePage:
    """The HTML of the page, and the number of pairs that were found."""

    html: str
    pairs: int


def alike_page(
    course: Course,
    assignment: str,
    students: list[str],
    tasks: list[Task],
    called: ByName | Unnamed,
) -> AlikePage:
    """Compare the graded notebooks of ``students``, and make the page of those that are alike.

    Args:
        course: the course.
        assignment: the assignment's name.
        students: whose notebooks to compare. A notebook that cannot be read is left out.
        tasks: the assignment's tasks.
        called: the students' names on the page, real or anonymous.
    """
    answers = answers_of(course, assignment, students, tasks)
    pairs, count = similar_pairs(answers, released_texts(course, assignment), MOST)

    def code(student: str, task: str) -> str:
        text = answers[student][task]
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}\n…"
        return "\n".join(visible(line) for line in called.clean(shown).split("\n"))

    html = template(FOLDER).render(
        policy=policy(),
        style=style(FOLDER),
        assignment=assignment,
        written=datetime.now().astimezone(),
        compared=len(answers),
        pairs=[in_order(pair, called) for pair in pairs],
        more=count - len(pairs),
        order=[task.name for task in tasks] + [ADDED],
        called=called,
        code=code,
    )
    return AlikePage(html, count)


def answers_of(
    course: Course, assignment: str, students: list[str], tasks: list[Task]
) -> dict[str, Answers]:
    answers: dict[str, Answers] = {}
    for student in students:
        file = course.autograded / student / assignment / f"{assignment}.ipynb"
        if own := own_code(file, tasks):
            answers[student] = own
    return answers


def in_order(pair: Pair, called: ByName | Unnamed) -> Pair:
    """The pair with its two students in the order of the page, which need not be alphabetical."""
    one, two = sorted(pair.students, key=called.order.index)
    return replace(pair, students=(one, two))


def own_code(file: Path, tasks: list[Task]) -> Answers:
    """The code in a graded notebook that is the student's own: by task, and in added cells.

    Empty if the notebook cannot be read.
    """
    names = {task.solution: task.name for task in tasks if not task.written}
    found: dict[str, str] = {}
    try:
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        for cell in cells:
            source = "".join(cell["source"])
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in names:
                found[names[name]] = source
            elif name is None and cell["cell_type"] == "code":
                found[ADDED] = "\n\n".join(filter(None, (found.get(ADDED), source)))
    except (OSError, ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return {}
    return found


def released_texts(course: Course, assignment: str) -> list[str]:
    """The texts and code of the released notebook, hints included."""
    file = course.exercise(assignment)
    return [cell.source for cell in read_notebook(file).cells] if file.is_file() else []
