"""What makes a score stale, and what does not."""

import shutil
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_notebook

import payattention
from classroom.assignment.notebook import read_notebook
from classroom.course import Course
from classroom.fingerprint import PACKAGES
from classroom.grading import staleness
from classroom.grading.staleness import hash_of_modules

SOLUTIONS = Course(Path(__file__).resolve().parents[3])


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The folder of copies of the packages that students import, which can be edited."""
    source = Path(payattention.__file__).parents[1]
    for name in PACKAGES:
        ignored = shutil.ignore_patterns("*.pt", "*.onnx")
        shutil.copytree(source / name, tmp_path / name, ignore=ignored)
    monkeypatch.setattr(staleness, "package_folder", lambda name: tmp_path / name)
    return tmp_path


def edit(file: Path) -> None:
    file.write_text(file.read_text() + "\n# a comment\n")


@pytest.mark.parametrize("assignment", SOLUTIONS.assignments())
def test_a_module_that_an_assignment_does_not_import_makes_no_score_of_it_stale(
    package, assignment
):
    notebook = read_notebook(SOLUTIONS.solution(assignment))
    before = hash_of_modules(notebook)
    edit(package / "payattention/sam.py")
    assert hash_of_modules(notebook) == before
    edit(package / "payattention_checks/verdict.py")
    assert hash_of_modules(notebook) != before


def test_a_module_that_is_imported_indirectly_counts(package):
    notebook = new_notebook(
        cells=[new_code_cell("from payattention.multihead import head_weights")]
    )
    before = hash_of_modules(notebook)
    edit(package / "payattention/bert.py")
    assert hash_of_modules(notebook) == before
    edit(package / "payattention/attention.py")
    assert hash_of_modules(notebook) != before


def test_where_the_imports_cannot_be_told_every_module_counts(package):
    notebook = new_notebook(cells=[new_code_cell("import importlib")])
    before = hash_of_modules(notebook)
    edit(package / "payattention/sam.py")
    assert hash_of_modules(notebook) != before


def test_a_sentence_of_a_task_makes_its_scores_stale_and_no_others(package):
    said = package / "payattention_checks/dot_product/_window_mask.toml"
    for name, stale in (("03-dot-product", True), ("02-bahdanau", False)):
        notebook = read_notebook(SOLUTIONS.solution(name))
        before = hash_of_modules(notebook)
        edit(said)
        assert (hash_of_modules(notebook) != before) == stale
