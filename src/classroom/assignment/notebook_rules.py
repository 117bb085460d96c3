"""The rules for an assignment's notebook, and a search for the rules that a notebook breaks.

nbgrader gives full points to a test cell that shows a text, None, False, NaN or nothing at its end,
and no points to a test cell that prints a warning. So a test cell must have exactly this form::

    score = checks.NAME(NAME, points=P)
    ### BEGIN HIDDEN TESTS
    score = min(score, checks.NAME(NAME, points=P, seed=S))
    ### END HIDDEN TESTS
    score

The line with ``seed=S`` may be repeated, with other seeds.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import names_defined, names_imported, parse
from classroom.assignment.notebook import (
    SETUP_TAG,
    CheckCall,
    Role,
    Task,
    call_of_check,
    grade_id,
    is_draft,
    points,
    role,
    tasks,
)

BEGIN_SOLUTION, END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
BEGIN_HIDDEN, END_HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
TOTAL_POINTS = 100
SCHEMA_VERSION = 3
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTS = re.compile(  # the sentence of an introduction that says how many tasks there are
    r"\w+\s+tasks?\s+(?:is|are)\s+checked\s+by\s+the\s+machine\s+\([^)]*\)"
    r"(?:,\s+\w+\s+(?:is|are)\s+read\s+by\s+a\s+person\s+\([^)]*\))?"
)
SMALLEST_SEED = 1000  # smaller numbers occur by chance in pages that must not show a seed
ANNOUNCED = re.compile(r"· (\d+(?:\.\d+)?) points? ·")  # as in “★★ · 10 points · about 15 minutes”

NUMBERED = re.compile(r"^## (\d+)\. (.*)", re.MULTILINE)  # the heading of a task


def faults(notebook: NotebookNode) -> list[str]:
    """A sentence for each fault of an instructor's notebook; an empty list if it has none.

    The faults that `faults_of_counts` finds are included only if there are no others.
    """
    found = [*faults_of_ids(notebook), *faults_of_headings(notebook)]
    defined: frozenset[str] = frozenset()
    announced: set[float] = set()
    for number, cell in enumerate(notebook.cells, start=1):
        where = f"cell {number}" + (f" (“{grade_id(cell)}”)" if grade_id(cell) else "")
        found += [f"{where} {fault}" for fault in faults_of_cell(cell, defined)]
        match role(cell):
            case Role.FREE if cell.cell_type == "markdown":
                announced |= {float(points) for points in ANNOUNCED.findall(cell.source)}
            case Role.SOLUTION:
                defined = names_defined(cell.source)
            case Role.TEST | Role.WRITTEN:
                found += [f"{where} {fault}" for fault in faults_of_text(cell, announced)]
                announced = set()
    graded = [cell for cell in notebook.cells if role(cell) in (Role.TEST, Role.WRITTEN)]
    total = sum(points(cell) for cell in graded if "points" in cell.metadata["nbgrader"])
    if total > TOTAL_POINTS or (total < TOTAL_POINTS and not is_draft(notebook)):
        found.append(f"the points add up to {total:g}, not to {TOTAL_POINTS}")
    if not any("checks" in names_of(cell) for cell in notebook.cells if role(cell) is Role.SETUP):
        found.append("the test cells call “checks”, but no set-up cell defines it")
    return found or list(faults_of_counts(notebook))


def names_of(cell: NotebookNode) -> frozenset[str]:
    """The names that a cell defines or imports."""
    return names_defined(cell.source) | names_imported(cell.source)


def task_count_clause(found: list[Task]) -> str:
    """A clause with the number of tasks and their points, as the introduction must have it.

    An example is “Four tasks are checked by the machine (90 points), one is read by a person (10
    points)”. ``found`` are the tasks.
    """
    clauses: list[str] = []
    for written, how in ((False, "checked by the machine"), (True, "read by a person")):
        mine = [task for task in found if task.written is written]
        if not mine:
            continue
        count = NUMBERS[len(mine)] if len(mine) < len(NUMBERS) else str(len(mine))
        noun = "" if clauses else " task" if len(mine) == 1 else " tasks"
        verb = "is" if len(mine) == 1 else "are"
        clauses.append(f"{count}{noun} {verb} {how} ({sum(task.points for task in mine):g} points)")
    text = ", ".join(clauses)
    return text[:1].upper() + text[1:]


def faults_of_counts(notebook: NotebookNode) -> Iterator[str]:
    """A sentence for each clause in the text cells with a wrong number of tasks or points."""
    expected = task_count_clause(tasks(notebook))
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and not grade_id(cell):
            for found in COUNTS.finditer(cell.source):
                if " ".join(found[0].split()) != expected:
                    yield f"the introduction says “{found[0]}”, but should say “{expected}”"


def faults_of_ids(notebook: NotebookNode) -> Iterator[str]:
    grade_ids = Counter(grade_id(cell) for cell in notebook.cells if grade_id(cell))
    cell_ids = Counter(cell.get("id", "") for cell in notebook.cells)
    for name, count in grade_ids.items():
        if count > 1:
            yield f"{count} cells have the nbgrader id “{name}”"
    for name, count in cell_ids.items():
        if not name:
            yield f"{count} cells have no id, but need one: each release would give them another"
        elif count > 1:
            yield f"{count} cells have the id “{name}”"


def faults_of_headings(notebook: NotebookNode) -> Iterator[str]:
    """Yield a sentence about the first task heading that has a wrong number, if there is one.

    The headings must be numbered 1, 2, 3, …
    """
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    headings = (heading for text in texts for heading in NUMBERED.findall(text))
    for expected, (number, title) in enumerate(headings, start=1):
        if int(number) != expected:
            yield f"the heading “{number}. {title}” should have the number {expected}"
            return


def faults_of_cell(cell: NotebookNode, defined: frozenset[str]) -> Iterator[str]:
    """The faults of one cell, each as a sentence without its subject, such as “has no points”.

    ``defined`` are the names that the nearest solution cell above this cell defines.
    """
    kind = role(cell)
    marks = cell.metadata.get("nbgrader", {})
    if marks:
        if marks.get("schema_version") != SCHEMA_VERSION:
            yield f"must have the nbgrader schema_version {SCHEMA_VERSION}"
        if kind is not Role.FREE and not grade_id(cell):
            yield f"is a {kind} cell without an nbgrader id"
    if kind in (Role.TEST, Role.WRITTEN) and "points" not in marks:
        yield "is graded, but has no points"
    if kind is not Role.FREE and cell.cell_type != ("markdown" if kind is Role.WRITTEN else "code"):
        yield f"is a {kind} cell, so its type must not be {cell.cell_type}"
        return
    yield from faults_of_markers(cell)
    if cell.cell_type != "code":
        return
    if cell.outputs or cell.execution_count is not None:
        yield "holds outputs: clear them"
    tagged = SETUP_TAG in cell.metadata.get("tags", [])
    if kind is Role.SETUP and not tagged:
        yield f"is locked and not graded, so it must be tagged “{SETUP_TAG}”"
    if kind is not Role.SETUP and tagged:
        yield f"is tagged “{SETUP_TAG}”, so it must be locked and not graded"
    tree = parse(cell.source)
    if tree is None:
        yield "is not valid Python"
    elif kind is Role.TEST:
        yield from faults_of_test(cell, tree, defined)


def faults_of_text(cell: NotebookNode, announced: set[float]) -> Iterator[str]:
    """Compare the points of a graded cell with the text of its question; yield each difference.

    ``cell`` is the graded cell. ``announced`` are the numbers of points that the text mentions.
    Each difference is a sentence without its subject: “gives 2 points, but …”.
    """
    declared = cell.metadata["nbgrader"].get("points")
    for other in sorted(announced - {declared}):
        yield f"gives {declared} points, but the text above the cell says {other:g}"


def faults_of_markers(cell: NotebookNode) -> Iterator[str]:
    """The faults of a cell's nbgrader markers, such as ``### BEGIN SOLUTION``.

    Markers must be in pairs, alone on their lines, and in a cell of the right kind: a solution, a
    written answer or a test. Each fault is a sentence without its subject: “holds …”.
    """
    kind = role(cell)
    lines = [line.strip() for line in cell.source.splitlines()]
    for begin, end, at_home, needed in [
        (BEGIN_SOLUTION, END_SOLUTION, (Role.SOLUTION, Role.WRITTEN), Role.SOLUTION),
        (BEGIN_HIDDEN, END_HIDDEN, (Role.TEST,), Role.TEST),
    ]:
        markers = [line for line in lines if begin[4:] in line or end[4:] in line]
        if markers and kind not in at_home:
            yield f"holds “{markers[0]}”, but it is a {kind} cell"
        elif not markers and kind is needed:
            yield f"is a {kind} cell without “{begin}” and “{end}”"
        elif markers != [begin, end] * (len(markers) // 2):
            yield f"must hold “{begin}” and “{end}” in this order, each alone on its line"
        elif len(markers) > 2 and kind is Role.TEST:
            yield "must hold one hidden block, not several"


def faults_of_test(cell: NotebookNode, tree: ast.Module, defined: frozenset[str]) -> Iterator[str]:
    """The faults of a test cell: how it differs from the form that it must have.

    ``tree`` is the cell's syntax tree. ``defined`` are the names that the nearest solution cell
    above the test cell defines. Each fault is a sentence without its subject: “must end with …”.
    """
    if len(tree.body) < 3:
        yield "must hold “score = checks.NAME(NAME, points=P)”, a hidden block, and “score”"
        return
    first, *hidden, last = tree.body
    call = call_of_check(first)
    if call is None or call.seed or call.name != call.answer:
        yield "must start with “score = checks.NAME(NAME, points=P)”"
    else:
        declared = cell.metadata["nbgrader"].get("points")
        if call.points != declared:
            yield f"has points={call.points!r} in its code, but points={declared} in its metadata"
        if call.answer not in defined:
            yield f"tests “{call.answer}”, which the solution cell before it does not define"
    yield from faults_of_hidden_calls(hidden, call)
    yield from faults_of_seeds(tree)
    lines = cell.source.splitlines()
    block = [number for number, line in enumerate(lines, 1) if line in (BEGIN_HIDDEN, END_HIDDEN)]
    spans = [(statement.lineno, statement.end_lineno or 0) for statement in hidden]
    if len(block) == 2 and not all(block[0] < a and b < block[1] for a, b in spans):
        yield "must hold each “score = min(score, …)” inside its hidden block"
    if not isinstance(last, ast.Expr) or lines[-1] != "score":
        yield "must end with the line “score”, and nothing after it"


def faults_of_hidden_calls(hidden: list[ast.stmt], call: CheckCall | None) -> Iterator[str]:
    """The faults of the statements between the first and the last line of a test cell.

    ``call`` is the call of the check in the first line; None if that line has none.
    """
    for statement in hidden:
        found = call_of_check(statement)
        if found is None or not found.lowers:
            yield (
                "must hold nothing but “score = min(score, checks.NAME(NAME, points=P, seed=S))” "
                "between its first and last line"
            )
        elif (call and found[:3] != call[:3]) or not found.seed:
            yield (
                f"calls “{ast.unparse(found.node)}” in its hidden block, but must call the same "
                "check as in its first line, with the same points and a seed"
            )


def faults_of_seeds(tree: ast.Module) -> Iterator[str]:
    seeds = (
        node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "seed"
    )
    for seed in seeds:
        value = seed.value.value if isinstance(seed.value, ast.Constant) else None
        if not isinstance(value, int) or value < SMALLEST_SEED:
            yield f"must have a seed of at least four digits, not {ast.unparse(seed.value)}"
