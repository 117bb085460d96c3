"""The workflow for GitHub Classroom grades the clones of a class, as `gh` leaves them."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from tests.classroom.conftest import PROJECT, TOY, toy_notebook
from tests.classroom.toy_class import DOUBLE, LAST, RIGHT

from classroom.course import Course
from classroom.sandbox.bubblewrap import why_no_sandbox

WORKFLOW = PROJECT / ".github" / "workflows" / "classroom.yml"


def steps() -> list[dict]:
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]["grade"]["steps"]


def test_only_the_step_that_clones_has_the_token():
    workflow = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    assert list(workflow[True]) == ["workflow_dispatch"]  # YAML reads “on” as true
    assert "secrets" not in str(workflow["jobs"]["grade"]["env"])
    with_token = [step for step in steps() if "secrets." in str(step)]
    assert ["gh classroom clone" in step["run"] for step in with_token] == [True]


@pytest.mark.system
@pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
def test_the_clones_of_a_class_are_graded(course: Course) -> None:
    """The layout is that of `gh classroom clone student-repos`: SLUG-submissions/SLUG-USER."""
    for student, last in {"ada-l": RIGHT[LAST], "ben": "def last(values): return 1"}.items():
        notebook = toy_notebook()
        notebook.cells[DOUBLE].source, notebook.cells[LAST].source = RIGHT[DOUBLE], last
        place = course.root / "cloned" / "hw3-submissions" / f"hw3-{student}" / TOY
        (place.parent / ".git").mkdir(parents=True)
        (place.parent / ".git" / "config").write_text("[core]")
        place.mkdir()
        nbformat.write(notebook, place / f"{TOY}.ipynb")
    (step,) = (step for step in steps() if step.get("id") == "grade")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        cwd=course.root,
        env=os.environ | {"PATH": path, "ASSIGNMENT": TOY, "SLUG": "hw3"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    header, *lines = (course.gradebook / f"{TOY}.csv").read_text("utf-8").splitlines()
    total = header.split(",").index("total")
    found = {line.split(",")[0]: float(line.split(",")[total]) for line in lines}
    assert found == {"ada-l": 90, "ben": 60}
    assert (course.feedback / "ada-l" / TOY / f"{TOY}.html").is_file()
    assert not (course.submitted / "ada-l" / TOY / ".git").exists()
