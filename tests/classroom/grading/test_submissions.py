"""A submission is put into the shape of the release, whatever the student did to it."""

from copy import deepcopy

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from classroom.assignment.notebook import grade_id, read_notebook, tasks
from classroom.assignment.release import instructor_notebook, release
from classroom.course import Course, CourseError
from classroom.grading.submissions import assemble, find_notebook, misplaced, read_submission

TOY = "01-toy"
DOUBLE, TEST_DOUBLE, LAST, WHY = 3, 4, 5, 7


@pytest.fixture
def given(course: Course) -> tuple[NotebookNode, NotebookNode]:
    """What the instructor grades against, and what the student starts from."""
    release(course, [TOY])
    return instructor_notebook(course, TOY).master, read_notebook(course.exercise(TOY))


def sources(notebook: NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def answered(mine: NotebookNode) -> NotebookNode:
    mine.cells[DOUBLE].source = "def double(x): return 2 * x"
    mine.cells[LAST].source = "def last(v): return v[-1]"
    mine.cells[WHY].source = "So."
    return mine


def test_answers_come_from_the_student_and_all_else_from_the_instructor(given):
    theirs, mine = given
    notebook, notes = assemble(theirs, answered(mine))
    assert notes == []
    setup, double, test, last, _ = sources(notebook)
    assert setup == theirs.cells[1].source
    assert double == "def double(x): return 2 * x"
    assert "987654321" in test
    assert last == "def last(v): return v[-1]"
    assert notebook.cells[-1].source == "So."
    assert tasks(notebook) == tasks(theirs)


def test_what_trains_at_home_does_not_run_in_the_grader(given):
    theirs, mine = given
    tags = NotebookNode(tags=["at-home"])
    mine.cells.insert(LAST, new_code_cell("train_for_minutes()", metadata=tags))
    mine.cells.insert(LAST, new_code_cell("mine = 1"))
    notebook, notes = assemble(theirs, answered_in(mine))
    assert notes == []
    assert "mine = 1" in sources(notebook)
    assert "train_for_minutes()" not in sources(notebook)


def answered_in(mine: NotebookNode) -> NotebookNode:
    for cell in mine.cells:
        if grade_id(cell) == "double":
            cell.source = "def double(x): return 2 * x"
    return mine


def edit_test(nb: NotebookNode) -> None:
    nb.cells[TEST_DOUBLE].source = "60.0"
    nb.cells[TEST_DOUBLE].metadata.nbgrader.points = 6000


def unlock_test(nb: NotebookNode) -> None:
    nb.cells[TEST_DOUBLE].metadata.nbgrader.update(grade=False, locked=False, solution=True)
    nb.cells[TEST_DOUBLE].source = "60.0"


def edit_setup(nb: NotebookNode) -> None:
    nb.cells[1].source = "checks = None"


def change_type(nb: NotebookNode) -> None:
    nb.cells[TEST_DOUBLE].cell_type = "raw"


@pytest.mark.parametrize("tamper", [edit_test, unlock_test, edit_setup, change_type])
def test_locked_cells_are_as_released_whatever_was_done_to_them(given, tamper):
    theirs, mine = given
    honest, _ = assemble(theirs, answered(deepcopy(mine)))
    tamper(mine)
    notebook, _ = assemble(theirs, answered(mine))
    assert notebook == honest


@pytest.mark.parametrize(
    ("gone", "name"), [(TEST_DOUBLE, "test-double"), (LAST, "last"), (1, "setup"), (WHY, "why")]
)
def test_a_deleted_cell_is_put_back_at_its_place_and_said(given, gone, name):
    theirs, mine = given
    whole, _ = assemble(theirs, mine)
    del mine.cells[gone]
    notebook, notes = assemble(theirs, mine)
    assert [grade_id(cell) for cell in notebook.cells if grade_id(cell)] == [
        grade_id(cell) for cell in whole.cells if grade_id(cell)
    ]
    assert sources(notebook) == sources(whole)
    assert notes == [f"The cell “{name}” was missing and was put back."]


def test_the_last_copy_of_a_cell_is_graded_and_the_first_runs_before_it(given):
    theirs, mine = given
    answered(mine)
    first = deepcopy(mine.cells[DOUBLE])
    first.source = "def double(x): return None"
    mine.cells.insert(DOUBLE, first)
    notebook, notes = assemble(theirs, mine)
    assert notes == ["The cell “double” was copied; the last copy was graded."]
    _, before, double, test, *_ = sources(notebook)
    assert before == "def double(x): return None"
    assert double == "def double(x): return 2 * x"
    assert test.startswith("score =")
    assert [grade_id(cell) for cell in notebook.cells].count("double") == 1


def test_a_copied_test_runs_once(given):
    theirs, mine = given
    honest, _ = assemble(theirs, deepcopy(mine))
    mine.cells.append(deepcopy(mine.cells[TEST_DOUBLE]))
    notebook, notes = assemble(theirs, mine)
    assert sources(notebook) == sources(honest)
    assert notes == ["The cell “test-double” was copied; the last copy was graded."]


def test_cells_of_the_student_stay_where_they_were_and_mean_nothing_to_nbgrader(given):
    theirs, mine = given
    helper = new_code_cell("def helper(): pass")
    helper.metadata.nbgrader = {"grade": True, "grade_id": "extra", "points": 1000}
    helper.metadata.tags = ["skip-execution"]
    mine.cells.insert(DOUBLE, helper)
    mine.cells.insert(0, new_code_cell("first = 1"))
    notebook, notes = assemble(theirs, mine)
    assert sources(notebook)[0] == "first = 1"
    assert sources(notebook)[2] == "def helper(): pass"
    own = [cell for cell in notebook.cells if "helper" in cell.source]
    assert [dict(cell.metadata) for cell in own] == [{}]
    assert notes == []


def test_images_in_a_written_answer_come_along(given):
    theirs, mine = given
    mine.cells[WHY].attachments = {"plot.png": {"image/png": "aGVsbG8="}}
    notebook, _ = assemble(theirs, mine)
    assert "plot.png" in notebook.cells[-1].attachments


def test_another_notebook_is_refused(given):
    theirs, _ = given
    other = new_notebook(cells=[new_code_cell("1"), new_markdown_cell("x")])
    with pytest.raises(CourseError, match="it belongs to another assignment, or"):
        assemble(theirs, other)


def test_a_renamed_file_is_found_and_said(tmp_path):
    (tmp_path / "01-toy (1).ipynb").write_text("{}")
    file, notes = find_notebook(tmp_path, TOY)
    assert file.name == "01-toy (1).ipynb"
    assert notes == ["It was handed in as 01-toy (1).ipynb."]
    (tmp_path / "notes.ipynb").write_text("{}")
    with pytest.raises(CourseError, match=r"each of 01-toy \(1\)\.ipynb and notes\.ipynb could be"):
        find_notebook(tmp_path, TOY)
    (tmp_path / "01-toy.ipynb").write_text("{}")
    assert find_notebook(tmp_path, TOY) == (tmp_path / "01-toy.ipynb", [])


def test_a_link_is_not_followed(course, given, tmp_path):
    folder = course.submitted / "me" / TOY
    folder.mkdir(parents=True)
    (folder / f"{TOY}.ipynb").symlink_to(course.solution(TOY))
    with pytest.raises(CourseError, match=r"01-toy\.ipynb is not a file, but a link or a folder"):
        read_submission(course, TOY, "me", given[0])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "it is empty"),
        (b'{"cells": [', "cut short or not JSON"),
        (b"\xff\xfe\x00", "is not text"),
        (b"[" * 40, "cut short or not JSON"),
        (b"[" * 100_000, "more than 50 deep"),
        (
            b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": 3}',
            "not a valid notebook",
        ),
    ],
    ids=["empty", "cut", "binary", "open", "nested", "wrong"],
)
def test_a_file_that_is_no_notebook_is_refused_in_a_sentence(course, given, content, says):
    folder = course.submitted / "me" / TOY
    folder.mkdir(parents=True)
    (folder / f"{TOY}.ipynb").write_bytes(content)
    with pytest.raises(CourseError, match=says) as error:
        read_submission(course, TOY, "me", given[0])
    assert "\n" not in str(error.value)


def test_a_notebook_in_the_wrong_folder_is_named_with_its_place(course):
    for name in (
        f"{TOY}.ipynb",
        f"ada/{TOY}.ipynb",
        "ben/homework.ipynb",
        f"{TOY}/cem.ipynb",
        f"dee/01-toi/{TOY}.ipynb",
        f"eve/{TOY}/{TOY}.ipynb",
        "eve/02-other/notes.txt",
    ):
        file = course.submitted / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    wrong = "Not graded: gradebook/submitted/{} is in the wrong folder: move it to gradebook/{}."
    assert misplaced(course) == [
        wrong.format(f"{TOY}/cem.ipynb", f"submitted/STUDENT/{TOY}/"),
        wrong.format(f"{TOY}.ipynb", f"submitted/STUDENT/{TOY}/"),
        wrong.format(f"ada/{TOY}.ipynb", f"submitted/ada/{TOY}/"),
        wrong.format("ben/homework.ipynb", "submitted/ben/ASSIGNMENT/"),
        "Not graded: gradebook/submitted/dee/01-toi/ holds a notebook, but there is no assignment "
        "“01-toi”.",
    ]
