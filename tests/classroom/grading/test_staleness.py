"""What makes a score stale, and what does not."""

import shutil
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_notebook

import payattention
from classroom.assignment.notebook import read_notebook
from classroom.course import Course
from classroom.grading import staleness
from classroom.grading.staleness import hash_of_modules

SOLUTIONS = Course(Path(__file__).resolve().parents[3])


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of `payattention` that can be edited."""
    copy = tmp_path / "payattention"
    shutil.copytree(
        Path(payattention.__file__).parent, copy, ignore=shutil.ignore_patterns("*.pt", "*.onnx")
    )
    monkeypatch.setattr(staleness, "package_folder", lambda: copy)
    return copy


def edit(file: Path) -> None:
    file.write_text(file.read_text() + "\n# a comment\n")


@pytest.mark.parametrize("assignment", SOLUTIONS.assignments())
def test_a_module_that_an_assignment_does_not_import_makes_no_score_of_it_stale(
    package, assignment
):
    notebook = read_notebook(SOLUTIONS.solution(assignment))
    before = hash_of_modules(notebook)
    edit(package / "sam.py")
    assert hash_of_modules(notebook) == before
    edit(package / "checks" / "verdict.py")
    assert hash_of_modules(notebook) != before


def test_a_module_that_is_imported_indirectly_counts(package):
    notebook = new_notebook(
        cells=[new_code_cell("from payattention.multihead import head_weights")]
    )
    before = hash_of_modules(notebook)
    edit(package / "bert.py")
    assert hash_of_modules(notebook) == before
    edit(package / "attention.py")
    assert hash_of_modules(notebook) != before


def test_where_the_imports_cannot_be_told_every_module_counts(package):
    notebook = new_notebook(cells=[new_code_cell("import importlib")])
    before = hash_of_modules(notebook)
    edit(package / "sam.py")
    assert hash_of_modules(notebook) != before
