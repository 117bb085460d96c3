"""The report on a class: one HTML page for the instructor, to read, print or share."""

import statistics
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from nbformat import v4

from classroom.assignment.notebook import Task, grade_id
from classroom.assignment.read_verdict import findings, measured
from classroom.grading.same_files import SameFile
from classroom.grading.scores import Row, above_the_maximum
from classroom.lms.roster import is_sample
from classroom.pages.anonymous_names import ByName, Unnamed
from classroom.pages.page_style import HERE, policy, style, template
from classroom.pages.task_statistics import BINS, ENOUGH, chance, distribution, measure
from classroom.printable import printable
from payattention_checks.verdict import Finding
from payattention_checks.verdict_html import prose

FOLDER = "report_page"
LISTED = 10  # of the best numbers that a class reached in a task
SLOW = 10  # seconds: a submission that took longer is listed as slow


@dataclass(frozen=True)
class Mistake:
    """A mistake that students made in a task, with the check's sentence about it."""

    task: str
    name: str
    feedback: str
    students: list[str]


def report(
    autograded: Path,
    assignment: str,
    rows: list[Row],
    tasks: list[Task],
    called: ByName | Unnamed,
    same: Sequence[SameFile] = (),
) -> str:
    """The HTML of the report, a self-contained page.

    Args:
        autograded: the folder of the executed notebooks, which hold the messages of the tests.
        assignment: the assignment's name.
        rows: the students' results from the gradebook.
        tasks: the assignment's tasks.
        called: the students' names on the page, real or anonymous.
        same: the files that several students handed in.
    """
    by_student = {row.student: row for row in rows}
    in_order = [by_student[student] for student in called.order if student in by_student]
    graded = [row for row in rows if row.status == "graded"]
    totals = [row.total for row in graded if row.total is not None]
    most = sum(task.points for task in tasks)
    seconds = [row.seconds for row in rows if row.seconds is not None]
    script = (HERE / FOLDER / "sort.js").read_text(encoding="utf-8")
    return template(FOLDER).render(
        policy=policy(script),
        style=style(FOLDER),
        script=script,
        assignment=assignment,
        sample=all(is_sample(row.student) for row in rows),
        written=datetime.now().astimezone(),
        rows=in_order,
        number={row.student: n for n, row in enumerate(in_order, start=1)},
        called=called,
        named=isinstance(called, ByName),
        tasks=measure(rows, tasks),
        excess=above_the_maximum(in_order, tasks),
        same=[(file, sorted(file.students, key=called.order.index)) for file in same],
        enough=ENOUGH,
        chance=chance,
        prose=prose,
        most=most,
        graded=graded,
        mean=statistics.fmean(totals) if totals else None,
        median=statistics.median(totals) if totals else None,
        bins=distribution(totals, most),
        edges=[most * n / BINS for n in range(BINS + 1)],
        mistakes=mistakes(autograded, assignment, in_order, tasks),
        measured=best_measured(autograded, assignment, in_order, tasks),
        median_seconds=statistics.median(seconds) if seconds else None,
        slow=sorted(
            (row for row in rows if (row.seconds or 0) >= SLOW), key=lambda row: -(row.seconds or 0)
        ),
    )


def mistakes(
    autograded: Path, assignment: str, rows: list[Row], tasks: list[Task]
) -> dict[str, list[Mistake]]:
    """The mistakes in each task, by the task's name, the most frequent mistake first.

    If an answer has two mistakes, both are counted. ``autograded`` is the folder of the executed
    notebooks.
    """
    made: dict[tuple[str, str], list[str]] = {}
    received: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        sentences = feedback_of_each(autograded, assignment, row, tasks) if row.mistakes else {}
        for task, names in row.mistakes.items():
            for name in names:
                made.setdefault((task, name), []).append(row.student)
                received.setdefault((task, name), Counter())[sentences.get((task, name), "")] += 1
    found: dict[str, list[Mistake]] = {task.name: [] for task in tasks}
    for (task, name), students in made.items():
        if task in found:  # the task may have been removed since
            found[task].append(Mistake(task, name, example(received[task, name]), students))
    for listed in found.values():
        listed.sort(key=lambda mistake: (-len(mistake.students), mistake.name))
    return found


def best_measured(
    autograded: Path, assignment: str, rows: list[Row], tasks: list[Task]
) -> dict[tuple[str, str], list[float]]:
    """What the tests measured of answers that earned points, without names, the smallest first.

    The keys are pairs of a task's name and a number's name, such as “Loss per token”.
    """
    found: dict[tuple[str, str], list[float]] = {}
    names = {task.test: task.name for task in tasks}
    for row in rows:
        for test, _, numbers in verdicts(autograded, assignment, row, names):
            if row.scores.get(names[test]):
                for name, number in numbers.items():
                    found.setdefault((names[test], printable(name)), []).append(number)
    return {key: sorted(numbers)[:LISTED] for key, numbers in found.items()}


def example(sentences: Counter[str]) -> str:
    """The most frequent of the sentences that students got about one mistake.

    ``sentences`` counts them. A sentence can depend on the answer. If the sentences differ,
    the result begins with “For example”.
    """
    known = Counter({text: count for text, count in sentences.items() if text})
    if not known:
        return ""
    ((text, _),) = known.most_common(1)
    return text if len(known) == 1 else f"For example: {text}"


def feedback_of_each(
    autograded: Path, assignment: str, row: Row, tasks: list[Task]
) -> dict[tuple[str, str], str]:
    """The sentences that the tests printed about a student's mistakes.

    The keys are pairs of a task's name and a mistake's name.
    """
    names = {task.test: task.name for task in tasks if task.name in row.mistakes}
    return {
        (names[test], printable(one.name)): printable(one.feedback)
        for test, found, _ in verdicts(autograded, assignment, row, names)
        for one in found
    }


def verdicts(
    autograded: Path, assignment: str, row: Row, tests: Container[str]
) -> list[tuple[str, tuple[Finding, ...], dict[str, float]]]:
    """What the verdicts of ``tests`` say in a student's executed notebook; nothing if damaged.

    For each test: its name, the mistakes that were found, and the numbers that were measured.
    """
    file = autograded / row.student / assignment / f"{assignment}.ipynb"
    try:
        notebook = v4.reads(file.read_text(encoding="utf-8"))
        return [
            (grade_id(cell), findings(cell), measured(cell))
            for cell in notebook.cells
            if grade_id(cell) in tests
        ]
    except (OSError, ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return []
