"""Gradescope's autograder: its zip is as documented, and its script grades a submission there."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from tests.classroom.conftest import PROJECT, TOY, toy_notebook
from tests.classroom.toy_class import DOUBLE, LAST, RIGHT, WRITTEN
from typer.testing import CliRunner

from classroom.cli import app
from classroom.course import Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Grading, Result
from classroom.lms import gradescope
from classroom.sandbox.bubblewrap import why_no_sandbox
from payattention_checks.verdict import Finding, Verdict


@pytest.fixture
def whole_course(course: Course) -> Course:
    """The toy course, with the files that a course has besides."""
    for name in ("pyproject.toml", "requirements.txt", "README.md", "LICENSE", "src"):
        (course.root / name).symlink_to(PROJECT / name)
    return course


def unpacked(course: Course, base: Path) -> Path:
    """What Gradescope makes of the zip: its folders below /autograder, here ``base``."""
    result = CliRunner().invoke(app, ["autograder", TOY, "--course", str(course.root)])
    assert result.exit_code == 0, result.output
    assert f"gradebook/{TOY}-gradescope.zip" in result.output
    extract(course.gradebook / f"{TOY}-gradescope.zip", base / "source")
    for folder in ("submission", "results"):
        (base / folder).mkdir()
    return base


def extract(file: Path, into: Path) -> None:
    """Unpack a zip with its permissions, as the program unzip does."""
    with zipfile.ZipFile(file) as archive:
        for entry in archive.infolist():
            path = Path(archive.extract(entry, into))
            path.chmod(entry.external_attr >> 16 & 0o777 or 0o644)


def test_the_zip_has_its_scripts_at_the_root_and_nothing_of_the_gradebook(whole_course, tmp_path):
    whole_course.gradebook.mkdir(exist_ok=True)
    (whole_course.gradebook / "hidden-tests.key").write_text("secret")
    base = unpacked(whole_course, tmp_path / "autograder")
    source = base / "source"
    names = {path.relative_to(source).as_posix() for path in source.rglob("*")}
    assert {path.name for path in source.iterdir()} == {
        "course", "run_autograder", "setup.sh",
    }  # fmt: skip
    for script in ("run_autograder", "setup.sh"):
        assert os.access(source / script, os.X_OK)
        subprocess.run(["bash", "-n", source / script], check=True)
    assert f"course/solutions/{TOY}/{TOY}.ipynb" in names
    assert "course/src/classroom/set_up.py" in names
    assert not [name for name in names if "gradebook" in name.split("/") or "__pycache__" in name]
    assert not [
        path for path in base.rglob("*") if path.is_file() and b"secret" == path.read_bytes()
    ]


def run_autograder(
    base: Path, notebook: nbformat.NotebookNode | None, *before: str
) -> tuple[dict, str]:
    """Run the script as Gradescope does: what it has written, and what it has printed.

    There is no ``.venv``, which `setup.sh` would have made, so the Python of these tests runs it.
    """
    path = os.pathsep.join([*before, str(Path(sys.executable).parent), os.environ["PATH"]])
    if notebook:
        nbformat.write(notebook, base / "submission" / "homework (2).ipynb")
    sources = base / "source" / "course" / "src"
    variables = {"AUTOGRADER": str(base), "PYTHONPATH": str(sources), "HOME": str(base)}
    done = subprocess.run(
        [base / "source" / "run_autograder"],
        cwd=base,
        env={"PATH": path, **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((base / "results" / "results.json").read_text("utf-8")), done.stdout


def answered(**answers: str) -> nbformat.NotebookNode:
    notebook = toy_notebook()
    places = {"double": DOUBLE, "last": LAST, "why": WRITTEN}
    given = {"double": RIGHT[DOUBLE], "last": RIGHT[LAST], "why": "So."} | answers
    for name, source in given.items():
        notebook.cells[places[name]].source = source
    return notebook


@pytest.mark.system
@pytest.mark.parametrize("sandbox", ["as it is", "forbidden"])
def test_a_submission_is_graded_as_in_the_container(whole_course, tmp_path, sandbox):
    base = unpacked(whole_course, tmp_path / "autograder")
    before = []
    if sandbox == "forbidden":  # as in Gradescope's containers: bwrap is there and fails
        program = tmp_path / "bin" / "bwrap"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
        program.chmod(0o755)
        before = [str(program.parent)]
    elif why_no_sandbox():
        pytest.skip(why_no_sandbox())
    wrong = answered(last="def last(values): return values[0]")
    found, printed = run_autograder(base, wrong, *before)
    assert ("forbids sandboxes" in printed) == (sandbox == "forbidden")
    assert found["score"] == 60
    assert "It was handed in as homework (2).ipynb." in found["output"]
    double, last, why = found["tests"]
    assert (double["name"], double["score"], double["max_score"]) == ("double", 60, 60)
    assert (double["status"], last["status"]) == ("passed", "failed")
    assert (last["score"], last["max_score"]) == (0, 30)
    assert "score" not in why
    assert why["output"] == gradescope.READ_BY_PERSON
    text = json.dumps(found)
    assert "987654321" not in text
    assert "values[-1]" not in text


@pytest.mark.system
def test_a_submission_without_a_notebook_is_told_so(whole_course, tmp_path):
    base = unpacked(whole_course, tmp_path / "autograder")
    (base / "submission" / "answers.txt").write_text("42")
    found, _ = run_autograder(base, None)
    assert found["score"] == 0
    assert "No notebook was handed in." in found["output"]


def test_each_task_has_its_points_and_the_reason_of_its_check(course):
    verdict = Verdict(
        20, task="double", points=60, reason="It is squared.", findings=[Finding("sq", "It is.")]
    )
    notebook = toy_notebook()
    data = {"text/plain": "20", **verdict._repr_mimebundle_()}
    notebook.cells[DOUBLE + 1].outputs = [nbformat.v4.new_output("execute_result", data=data)]
    folder = course.autograded / "student" / TOY
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{TOY}.ipynb")
    scores = {"test-double": 20.0, "test-last": None, "why": None}
    result = Result(scores, dict.fromkeys(("double", "last", "why")), {})
    source = gradescope.instructor_notebook(course, TOY)
    with AssignmentGradebook.open(course, TOY, source) as book:
        hashes = {name: {"test": name} for name in scores}
        book.record(Grading("student", result, reason="It never ended.", hashes=hashes))
    found = gradescope.results(course, TOY)
    assert found["score"] == 20
    assert found["output"] == "A person must look at this notebook: It never ended."
    assert [test.get("output") for test in found["tests"][:1]] == ["It is squared."]
    assert [test.get("score") for test in found["tests"]] == [20, 0, None]
