"""Tables for the terminal: the students of a class, and the tasks with the mistakes made."""

import time
from collections import Counter
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from classroom.assignment.notebook import Task
from classroom.grading.scores import Change, Row, above_the_maximum
from classroom.lms.roster import is_sample
from classroom.phases import Phases
from classroom.printable import printable

FULL, PART, NONE, OPEN = ("■", "green"), ("◪", "yellow"), ("□", "red"), ("·", "dim")


def class_table(
    rows: list[Row], tasks: list[Task], expected: dict[str, float], brief: bool = False
) -> RenderableType:
    """The table of a class, with one row per student; if ``brief``, without reasons and notes.

    ``expected`` maps students whom `classroom sample` invented to the points that they should earn
    in the autograded tasks. If ``expected`` is empty, the table has no column for these points.
    """
    table = plain_table()
    table.add_column("student", no_wrap=True)
    table.add_column(f"of {sum(task.points for task in tasks):g}", justify="right", no_wrap=True)
    if expected:
        table.add_column("expected", justify="right", no_wrap=True)
    table.add_column(f"1–{len(tasks)}", no_wrap=True)  # task numbers, as in the table of tasks
    table.add_column("time", justify="right", no_wrap=True)
    table.add_column("status", ratio=1)
    for row in rows:
        by_bank = [compared(row, tasks, expected)] if expected else []
        time = "" if row.seconds is None else f"{row.seconds:.1f} s"
        signs = score_signs(row, tasks)
        table.add_row(row.student, points(row.total), *by_bank, signs, time, status(row, brief))
    return table


def score_signs(row: Row, tasks: list[Task]) -> Text:
    """A student's row of signs, one per task: full points, some, none, or no score yet."""

    def sign(task: Task) -> tuple[str, str]:
        score = row.scores[task.name]
        return OPEN if score is None else FULL if score >= task.points else PART if score else NONE

    runs = groupby(map(sign, tasks))
    return Text.assemble(*((one * len(list(run)), style) for (one, style), run in runs))


def status(row: Row, brief: bool = False) -> Text:
    colour = {"graded": "green", "needs a person": "bold red"}.get(row.status, "dim")
    text = Text(row.status, style=colour)
    if brief:
        return text
    if row.reason:
        text.append(f": {row.reason}", style="default")
    if row.penalty:
        text.append(f", less {points(row.penalty)} for being late")
    if row.notes:
        text.append(" (" + " ".join(row.notes) + ")", style="dim")
    if row.suspicions:
        text.append(". Look at it: " + " ".join(row.suspicions), style="yellow")
    return text


def compared(row: Row, tasks: list[Task], expected: dict[str, float]) -> Text:
    """The points that the student of ``row`` should earn in the autograded tasks, as coloured text.

    The text is green if the student earned exactly these points, otherwise red. The points come
    from ``expected``, which maps students whom `classroom sample` invented to their points. For any
    other student, the text is empty.
    """
    if row.student not in expected:
        return Text("")
    got = sum(row.scores[task.name] or 0 for task in tasks if not task.written)
    right = row.total is not None and abs(got - expected[row.student]) < 1e-9
    return Text(points(expected[row.student]), style="green" if right else "bold red")


def points(score: float | None) -> str:
    return "–" if score is None else f"{score:.4g}"


def task_table(rows: list[Row], tasks: list[Task]) -> RenderableType:
    """The table of tasks: a row per task, with its points, the class's mean and the mistakes."""
    table = plain_table()
    table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("task", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("class", justify="right", no_wrap=True)
    table.add_column("mistakes", ratio=1)
    for number, task in enumerate(tasks, start=1):
        scores = [row.scores[task.name] for row in rows]
        known = [score for score in scores if score is not None]
        unread = any(task.name in row.unread for row in rows)
        mean = f"{sum(known) / len(known):.1f}" if known and not unread else "–"
        named = [row.mistakes[task.name] for row in rows if task.name in row.mistakes]
        made = Counter(mistake for names in named for mistake in names)
        frequent = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in made.most_common())
        table.add_row(str(number), task.name, points(task.points), mean, frequent)
    return table


def legend(rows: list[Row]) -> RenderableType:
    """The legend of the table of students: what the signs for the scores mean.

    It also says how many written answers a person still has to grade.
    """
    known = [("full", FULL), ("part", PART), ("no points", NONE), ("no score yet", OPEN)]
    key = Text("   ").join(Text.assemble(sign, f" {word}") for word, sign in known)
    key.append("\nFrom left to right, the tasks as they are numbered below.")
    unread = sum(len(row.unread) for row in rows)
    if not unread:
        return key
    todo = "One written answer waits" if unread == 1 else f"{unread} written answers wait"
    where = "classroom mark, or Formgrader"
    return Group(key, Text(""), Text(f"{todo} to be read by a person ({where})."))


def plain_table() -> Table:
    return Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)


def print_class(
    console: Console,
    rows: list[Row],
    tasks: list[Task],
    expected: dict[str, float],
    brief: bool = False,
) -> None:
    """Print the table of students, the legend of its signs, and the table of tasks.

    If ``brief``, only the table of students is printed, without reasons and notes.

    Sample students, made by `classroom sample`, have a table of their own. The table of tasks does
    not count them, unless all students are sample students. ``expected`` maps sample students to
    the points that they should earn in the autograded tasks.
    """
    samples = [row for row in rows if is_sample(row.student)]
    real = [row for row in rows if not is_sample(row.student)]
    if real:
        console.print(class_table(real, tasks, {}, brief), *([] if brief else [""]))
    if real and samples:
        console.print("The sample class, which counts in nothing below:", style="bold")
    if samples:
        console.print(class_table(samples, tasks, expected, brief))
        explanation = (
            "“expected” is what the bank of answers says the tasks in code should earn: green "
            "where they earned it, red where not."
        )
        if not brief:
            console.print(explanation if expected else "", "")
    if brief:
        return
    counted = real or samples
    for part in (legend(counted), task_table(counted, tasks)):
        console.print(part, "")
    for sentence in above_the_maximum(counted, tasks):
        console.print(Text(sentence, style="yellow"), "")


def print_changes(console: Console, changed: list[tuple[str, Change]]) -> None:
    """Print each score that changed since the last grading: student, task, values and reason."""
    if changed:
        console.print("Scores that have changed since the last grading:", style="bold")
    for student, change in changed:
        scores = f"{points(change.before)} → {points(change.after)}"
        line = printable(f"{student}: {change.task}, {scores}, because {change.why}")
        console.print(line, markup=False, soft_wrap=True)


def print_phases(console: Console, phases: Phases, graded: int) -> None:
    """Print where the time of ``graded`` submissions went: each phase, and each kind of process."""
    per_submission = 1000 / max(graded, 1)
    table = plain_table()
    for heading in ("phase", "ms each", "CPU ms each", "share of CPU"):
        table.add_column(heading, justify="left" if heading == "phase" else "right")
    processes = {"the grader itself": time.process_time()} | phases.processes
    total = sum(processes.values())
    elsewhere = max(total - sum(phases.computing.values()), 0.0)
    rows = [(name, real, phases.computing[name]) for name, real in phases.real.items()]
    rows.sort(key=lambda row: -row[2])
    for name, real, computing in [*rows, ("all else", None, elsewhere), ("in all", None, total)]:
        table.add_row(
            name,
            "" if real is None else f"{real * per_submission:.1f}",
            f"{computing * per_submission:.1f}",
            f"{computing / total:.0%}",
        )
    console.print("Where the time went:", style="bold")
    console.print(table, "")
    by_process = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in processes.items())
    console.print(f"Computing time, with the start: {by_process}.", soft_wrap=True)
