"""Tables of tasks for the instructor: points, test answers, and mistakes that the checks recognise.

A check is the function that grades the answers to a task. It is tested with a bank of right and
wrong answers, and with mutants: copies of the reference solution with one change.

`task-totals` makes a table of all assignments, and `task-table` a table of the tasks of one
assignment. `mistake-list` lists, for each task, the mistakes that its check recognises and the
check's sentence about each. All of this is read from the notebooks, the banks of answers, and the
checks themselves. Only the results of the mutants, which take minutes to run, come from a file that
`make mutants` writes.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

from bookpage.concepts import graded
from bookpage.exercises import about, tasks_and_minutes
from bookpage.paths import ROOT
from bookpage.reading import ALL, PROJECTS
from classroom.assignment.bank import Answer, read_answers
from classroom.assignment.release_stamp import read
from payattention_checks.verdict import JOINT

ANSWERS = ROOT / "tests" / "answers"
CHECKS = ROOT / "src" / "payattention_checks"
MUTANTS = ANSWERS / "mutants.json"
HEADING = re.compile(r"^## (?P<title>\d+\. .+)$", re.MULTILINE)
EFFORT = re.compile(
    r"^(?P<stars>★+) · (?P<points>\d+) points · about (?P<minutes>\d+) minutes", re.M
)


@dataclass(frozen=True)
class Task:
    """A graded task of a notebook, with the test answers on which the task's check is tested.

    The check is the function that grades the task. ``answers`` is empty for a written question,
    which has no check.
    """

    name: str
    title: str
    stars: str
    points: int
    minutes: int
    answers: tuple[Answer, ...]

    @property
    def right(self) -> int:
        return sum(answer.right for answer in self.answers)

    @property
    def wrong(self) -> int:
        return len(self.answers) - self.right


def tasks_of(assignment: str, notebook: Path) -> list[Task]:
    """The graded tasks of a notebook, in the notebook's order."""
    tasks: list[Task] = []
    fields: dict[str, str] = {}
    for cell in (read(notebook) or {"cells": []})["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            for pattern in (HEADING, EFFORT):
                if found := pattern.search(text):
                    fields |= found.groupdict()
        mark = cell["metadata"].get("nbgrader", {})
        if mark.get("grade"):
            name = mark["grade_id"].removeprefix("test-")
            bank = ANSWERS / assignment / f"{name}.py"
            tasks.append(
                Task(
                    name,
                    fields["title"],
                    fields["stars"],
                    int(fields["points"]),
                    int(fields["minutes"]),
                    tuple(read_answers(bank)) if bank.exists() else (),
                )
            )
    return tasks


# ── mistakes ─────────────────────────────────────────────────────────────────────────────────


def sentences(check: Path) -> dict[str, str]:
    """The sentence about each mistake that a check recognises, by the name of the mistake.

    ``check`` is the file of the check. Most sentences are in the file .toml beside it. In the code,
    every call whose first two arguments are string literals counts as a mistake, as in
    ``Wrong("name", "sentence", …)``.
    """
    by_name = sentences_beside(check.with_suffix(".toml"))
    for node in ast.walk(ast.parse(check.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and len(node.args) >= 2:
            name, feedback = map(words, node.args[:2])
            if name and feedback:
                by_name.setdefault(name, feedback)
    return by_name


def sentences_beside(file: Path) -> dict[str, str]:
    """The sentences of a check's file .toml; the mistake of a part is named without the part."""
    texts = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    found = [*texts.get("mistakes", {}).items(), *texts.get("edges", {}).items()]
    return {name.rpartition(".")[2]: mistake["feedback"] for name, mistake in found}


def words(node: ast.expr) -> str:
    """The text of a string literal; each inserted value of an f-string becomes “…”.

    The result is empty if ``node`` is not a string literal.
    """
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        return "".join(map(str, parts))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def mistakes(task: Task, assignment: str) -> Iterator[tuple[str, float, str]]:
    """The mistakes that a task's check recognises, each as a name, a share and a sentence.

    The share is the part of the task's points that an answer with the mistake still gets. The
    sentence is what the check prints about the mistake. A mistake is listed only if the file of the
    task's own check defines it, and if one of the task's test answers makes this mistake and no
    other.
    """
    sentences_by_name = sentences(CHECKS / assignment[3:].replace("-", "_") / f"_{task.name}.py")
    shares: dict[str, float] = {}
    for answer in task.answers:
        if not answer.right and JOINT not in answer.name:
            shares[answer.name] = max(answer.share, shares.get(answer.name, 0))
    for name, share in shares.items():
        if name in sentences_by_name:
            yield name, share, sentences_by_name[name]


def as_text(sentence: str) -> str:
    """A sentence with Markdown's special characters escaped, except in code between backticks."""
    parts = sentence.split("`")
    parts[::2] = [re.sub(r"([\\*_$<>\[\]|~^])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


# ── mutants ──────────────────────────────────────────────────────────────────────────────────


def mutants_of(assignment: str) -> dict[str, dict[str, int]]:
    """The numbers of mutants of each task of an assignment, by the task's name.

    A mutant is a copy of the solution with one change. The numbers are ``made`` (all mutants),
    ``equivalent`` (still right) and ``killed`` (recognised as wrong: they lose points).
    """
    found = json.loads(MUTANTS.read_text(encoding="utf-8"))
    return found.get(assignment, {})


def share_killed(counted: list[dict[str, int]]) -> str:
    """The percentage of wrong mutants that lose points, as text; empty without wrong mutants.

    A mutant is a copy of a solution with one change; it is wrong unless it is equivalent to the
    solution. ``counted`` are the numbers of `mutants_of` for some tasks.
    """
    changed = sum(one["made"] - one["equivalent"] for one in counted)
    return (
        f"{sum(one['killed'] for one in counted) / changed:.1%}".replace("%", "\N{NO-BREAK SPACE}%")
        if changed
        else ""
    )


# ── directives ───────────────────────────────────────────────────────────────────────────────


class Generated(SphinxDirective):
    """The base class of directives that generate Markdown from notebooks, test answers and checks.

    A subclass implements `lines`.
    """

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        folder = Path(self.env.srcdir) / "exercises"
        wanted = self.arguments or sorted(path.stem for path in folder.glob("*/*.ipynb"))
        for name in wanted:
            checks = CHECKS / name[3:].replace("-", "_")
            files = [*(ANSWERS / name).glob("*.py"), *checks.glob("_*.*"), MUTANTS]
            for file in (folder / name / f"{name}.ipynb", *files):
                self.env.note_dependency(str(file))
            if not (folder / name / f"{name}.ipynb").exists():
                raise ExtensionError(f"{self.name}: there is no assignment {name}.")
        lines = list(self.lines(wanted, folder))
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, self.get_source_info()[0]), 0, holder)
        return holder.children

    def lines(self, assignments: list[str], folder: Path) -> Iterator[str]:
        raise NotImplementedError


class TaskTotals(Generated):
    """The directive `task-totals`: a table with a line for each assignment and a line of totals."""

    def lines(self, assignments: list[str], folder: Path) -> Iterator[str]:
        yield "| Assignment | Tasks in code | Right | Wrong | Mutants | Lose points |"
        yield "| --- | --: | --: | --: | --: | --: |"
        sums, every = [0] * 4, []
        for name in assignments:
            coded = [
                task for task in tasks_of(name, folder / name / f"{name}.ipynb") if task.answers
            ]
            counted = list(mutants_of(name).values())
            cells = [
                len(coded),
                sum(task.right for task in coded),
                sum(task.wrong for task in coded),
                sum(one["made"] for one in counted),
            ]
            sums = [total + cell for total, cell in zip(sums, cells, strict=True)]
            every += counted
            yield line(f"[`{name}`](exercises/{name}/{name}.ipynb)", *cells, share_killed(counted))
        yield line("**together**", *sums, share_killed(every))


class TaskTable(Generated):
    """The directive `task-table`: a table with a line for each task of one assignment."""

    required_arguments, optional_arguments = 1, 0

    def lines(self, assignments: list[str], folder: Path) -> Iterator[str]:
        yield "| Task | Level | Points | Minutes | Right | Wrong | Mutants | Lose points |"
        yield "| --- | --- | --: | --: | --: | --: | --: | --: |"
        (name,) = assignments
        counted = mutants_of(name)
        for task in tasks_of(name, folder / name / f"{name}.ipynb"):
            effort = task.stars, task.points, task.minutes
            if not task.answers:
                yield line(f"{task.title}, *written*", *effort, *[""] * 4)
                continue
            mutants = counted.get(task.name)
            tried = (mutants["made"], share_killed([mutants])) if mutants else ("", "")
            title = f"{task.title} `{task.name}`"
            yield line(title, *effort, task.right, task.wrong, *tried)


class MistakeList(Generated):
    """The directive `mistake-list`: for each task of an assignment, a folded list of mistakes.

    The list has the mistakes that the task's check recognises.
    """

    required_arguments, optional_arguments = 1, 0

    def lines(self, assignments: list[str], folder: Path) -> Iterator[str]:
        (name,) = assignments
        for task in tasks_of(name, folder / name / f"{name}.ipynb"):
            known = list(mistakes(task, name)) if task.answers else []
            if not known:
                continue
            yield '<details class="mistakes">'
            yield f"<summary>{task.title} ({len(known)} mistakes)</summary>"
            yield ""
            for mistake, share, feedback in known:
                keeps = f", {share:.0%}".replace("%", " % kept") if share else ""
                yield f"- **{mistake}**{keeps}: {as_text(feedback)}"
            yield from ("", "</details>", "")


def line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


class SolvingTime(SphinxRole):
    """The role {solving-time}`01-rnn-limits, 02-bahdanau`: the time to solve these notebooks.

    {solving-time}`chapters` is the time to solve the notebooks of all chapters.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        minutes, folder = 0, Path(self.env.srcdir) / "exercises"
        every = [path.name for path in folder.glob("*") if path.name not in PROJECTS]
        for name in every if self.text == ALL else re.split(r",\s*", self.text):
            notebook = folder / name / f"{name}.ipynb"
            self.env.note_dependency(str(notebook))
            minutes += tasks_and_minutes(notebook)[1]
        return [nodes.Text(about(minutes))], []


class TaskName(SphinxRole):
    """The role {tasks}`03-dot-product: merge, window_mask`: shows these two names as code.

    `merge` and `window_mask` are tasks of the assignment `03-dot-product`. The build fails if the
    assignment has no such task.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        assignment, _, listed = self.text.partition(":")
        names = [name.strip() for name in listed.split(",")]
        known = graded(Path(self.env.srcdir) / "exercises", assignment)
        made: list[nodes.Node] = []
        for name in names:
            if name not in known:
                raise ExtensionError(f"{self.env.docname}: {assignment} has no task {name}.")
            made += [nodes.literal(name, name), nodes.Text(", ")]
        return made[:-1], []


def setup(app: Sphinx) -> None:
    app.add_directive("task-totals", TaskTotals)
    app.add_directive("task-table", TaskTable)
    app.add_directive("mistake-list", MistakeList)
    app.add_role("solving-time", SolvingTime())
    app.add_role("tasks", TaskName())
