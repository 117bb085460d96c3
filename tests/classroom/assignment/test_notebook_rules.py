"""Each fault of an instructor's notebook is found, and named."""

from collections.abc import Callable

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from classroom.assignment.notebook import Task, grade_id, tasks
from classroom.assignment.notebook_rules import faults, task_count_clause

SETUP, QUESTION, DOUBLE, TEST_DOUBLE, LAST, TEST_LAST, WHY = 1, 2, 3, 4, 5, 6, 7


def test_the_form_has_no_fault(toy):
    assert faults(toy) == []
    assert tasks(toy) == [
        Task("double", 60, "double", "test-double"),
        Task("last", 30, "last", "test-last"),
        Task("why", 10, "why", "why", written=True),
    ]


def test_several_lowering_lines_and_magics_are_allowed(toy):
    line = "score = min(score, checks.double(double, points=60, seed=2222))\n"
    change(TEST_DOUBLE, "### END", line + "### END")(toy)
    toy.cells[SETUP].source = "%matplotlib inline\n" + toy.cells[SETUP].source
    assert faults(toy) == []


def test_points_in_the_text_of_a_question_count_for_the_next_graded_cell_only(toy):
    for index, points in ((WHY, 10), (LAST, 30), (QUESTION, 60)):
        question_before(index, f"★★ · {points} points · about 15 minutes")(toy)
    assert faults(toy) == []


def change(index: int, old: str, new: str) -> Callable[[NotebookNode], None]:
    def apply(notebook: NotebookNode) -> None:
        assert old in notebook.cells[index].source
        notebook.cells[index].source = notebook.cells[index].source.replace(old, new)

    return apply


def mark(index: int, **marks: object) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells[index].metadata.nbgrader.update(marks)


def unmark(index: int, name: str) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells[index].metadata.nbgrader.pop(name)


def put(index: int, **fields: object) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells[index].update(fields)


def tag(index: int, *tags: str) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells[index].metadata.update(tags=list(tags))


def question_before(index: int, text: str) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells.insert(index, new_markdown_cell(text))


END = "END HIDDEN TESTS\nscore"
HIDDEN_LINE = "score = min(score, checks.double(double, points=60, seed=987654321))"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        # the test cell's one form
        (change(TEST_DOUBLE, END, END + ";"), "end with the line “score”"),
        (
            change(TEST_DOUBLE, END, END.replace("score", "print(score)")),
            "end with",
        ),
        (change(TEST_DOUBLE, END, END.replace("score", "1")), "end with"),
        (
            change(TEST_DOUBLE, END, END.removesuffix("score")),
            "must hold “score = checks.NAME(NAME, points=P)”",
        ),
        (
            change(TEST_DOUBLE, "points=60)\n", "points=50)\n"),
            "points=50 in its code, but points=60 in its metadata",
        ),
        (change(TEST_DOUBLE, ", points=60)\n", ")\n"), "must start with"),
        (change(TEST_DOUBLE, "double(double,", "double(last,"), "must start with"),
        (change(TEST_DOUBLE, "score = checks", "result = checks"), "must start with"),
        (change(TEST_DOUBLE, HIDDEN_LINE, "score = max(score, 60)"), "nothing but “score = min"),
        (change(TEST_DOUBLE, HIDDEN_LINE, "score = 60"), "nothing but “score = min"),
        (change(TEST_DOUBLE, HIDDEN_LINE, "assert double(2) == 4"), "nothing but “score = min"),
        (
            change(TEST_DOUBLE, HIDDEN_LINE + "\n", ""),
            "must hold “score = checks.NAME(NAME, points=P)”",
        ),
        (change(TEST_DOUBLE, "### BEGIN HIDDEN TESTS\n", ""), "in this order"),
        (change(TEST_DOUBLE, "### END HIDDEN TESTS\n", ""), "in this order"),
        (change(TEST_DOUBLE, "### BEGIN HIDDEN", "# BEGIN HIDDEN"), "in this order"),
        (
            change(TEST_DOUBLE, "### BEGIN", "score = min(score, 3)\n### BEGIN"),
            "inside its hidden block",
        ),
        (
            change(TEST_DOUBLE, "seed=987654321", "seed=77"),
            "(“test-double”) must have a seed of at least four digits, not 77",
        ),
        (change(TEST_DOUBLE, "seed=987654321", "seed=x"), "at least four digits, not x"),
        (
            change(TEST_DOUBLE, HIDDEN_LINE, HIDDEN_LINE.replace("double", "triple")),
            "calls “checks.triple(triple, points=60, seed=987654321)” in its hidden block",
        ),
        (
            change(TEST_DOUBLE, HIDDEN_LINE, HIDDEN_LINE.replace("points=60", "points=40")),
            "but must call the same check as in its first line, with the same points",
        ),
        (change(TEST_DOUBLE, ", seed=987654321", ""), "with the same points and a seed"),
        (change(TEST_DOUBLE, "score = checks", "score == checks"), "must start with"),
        (change(TEST_DOUBLE, "score = checks", "score = = checks"), "is not valid Python"),
        (change(DOUBLE, "def double", "def twice"), "“double”, which the solution cell before it"),
        # solutions and set-up
        (change(DOUBLE, "### BEGIN SOLUTION\n", ""), "in this order"),
        (change(LAST, "### END SOLUTION", ""), "in this order"),
        (
            lambda nb: [change(LAST, f"    ### {m} SOLUTION", "")(nb) for m in ("BEGIN", "END")],
            "solution cell without",
        ),
        (
            change(SETUP, "class checks", "class tests"),
            "the test cells call “checks”, but no set-up cell defines it",
        ),
        (lambda nb: nb.cells.pop(SETUP), "the test cells call “checks”"),
        (change(SETUP, "import numpy", "### BEGIN SOLUTION\nimport numpy"), "set-up cell"),
        (
            change(DOUBLE, "return", "### BEGIN HIDDEN TESTS\n    return"),
            "but it is a solution cell",
        ),
        (tag(SETUP), "must be tagged “setup”"),
        (mark(SETUP, locked=False), "must be locked"),
        (tag(DOUBLE, "setup"), "must be locked"),
        # ids, points, outputs
        (mark(TEST_LAST, points=20), "add up to 90"),
        (
            change(QUESTION, "Double it.", "★ · 50 points · about 5 minutes"),
            "cell 5 (“test-double”) gives 60 points, but the text above the cell says 50",
        ),
        (
            question_before(LAST, "★ · 60 points · about 5 minutes"),
            "cell 8 (“test-last”) gives 30 points, but the text above the cell says 60",
        ),
        (mark(LAST, grade_id="double"), "2 cells have the nbgrader id “double”"),
        (mark(LAST, grade_id=""), "without an nbgrader id"),
        (put(LAST, id="toy-1"), "2 cells have the id “toy-1”"),
        (lambda nb: nb.cells[LAST].pop("id"), "have no id"),
        (mark(DOUBLE, schema_version=2), "schema_version 3"),
        (unmark(TEST_DOUBLE, "points"), "has no points"),
        (put(DOUBLE, execution_count=3), "holds outputs"),
        (
            put(DOUBLE, outputs=[{"output_type": "stream", "name": "stdout", "text": "3"}]),
            "outputs",
        ),
        (put(DOUBLE, cell_type="markdown"), "its type must not be markdown"),
        (put(WHY, cell_type="code", outputs=[], execution_count=None), "its type must not be code"),
    ],
)
def test_each_fault_is_named(toy, spoil, says):
    spoil(toy)
    assert any(says in fault for fault in faults(toy)), faults(toy)


DRAFT = "Some words.\n\n**Draft.** Not all tasks are here yet."


def test_a_draft_may_have_fewer_points_but_not_more(toy):
    mark(TEST_LAST, points=10)(toy)
    change(TEST_LAST, "points=30", "points=10")(toy)
    assert faults(toy) == ["the points add up to 80, not to 100"]
    question_before(QUESTION, DRAFT)(toy)
    assert faults(toy) == []
    mark(WHY + 1, points=50)(toy)
    assert faults(toy) == ["the points add up to 120, not to 100"]


TRUE = "Two tasks are checked by the machine (90 points), one is read by a person (10 points)"


@pytest.mark.parametrize(
    "text",
    [
        TRUE.replace("Two", "Three"),
        TRUE.replace("90", "80"),
        TRUE.replace("one is", "two are"),
        TRUE.replace("(10 points)", "(20\npoints)"),
        TRUE.partition(",")[0],
    ],
)
def test_an_introduction_with_false_counts_is_told_the_true_ones(toy, text):
    assert task_count_clause(tasks(toy)) == TRUE
    change(0, "# A toy", f"# A toy\n\nHello. {TRUE}. Plan an hour.")(toy)
    assert faults(toy) == []
    change(0, TRUE, text)(toy)
    assert faults(toy) == [f"the introduction says “{text}”, but should say “{TRUE}”"]


def test_headings_of_tasks_count_from_one(toy):
    texts = [cell for cell in toy.cells if cell.cell_type == "markdown" and not grade_id(cell)]
    for number, cell in enumerate(texts, start=1):
        cell.source = f"## {number}. Toy {number}\n\n### A part\n\n## Not a task\n\n{cell.source}"
    assert not any("heading" in fault for fault in faults(toy))
    last = len(texts)
    texts[-1].source = texts[-1].source.replace(f"## {last}.", f"## {last + 1}.")
    said = f"the heading “{last + 1}. Toy {last}” should have the number {last}"
    assert said in faults(toy)
