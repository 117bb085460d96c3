"""A course is hidden from the sandbox as a whole, wherever it is, and what Python needs is not."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SOURCE,
    instructor,
    notebook_with,
    scores,
)

from classroom.course import CONFIG, Course
from classroom.sandbox import bubblewrap as module
from classroom.sandbox.bubblewrap import bubblewrap, bwrap, environment, python_folders
from classroom.sandbox.pool import Job, Sandboxes, SandboxSettings

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
PREFIX = Path(os.path.realpath(sys.prefix))
SECRET = "all the solutions"


@pytest.fixture
def course() -> Iterator[Course]:
    """A course in a folder that the sandbox shows, which is a part of a repository."""
    with TemporaryDirectory(dir=PREFIX) as repository:
        root = Path(repository, "course")
        for folder in (root.parent / ".git", root / ".git", root / "solutions", root / "notes"):
            folder.mkdir(parents=True)
            (folder / "file").write_text(SECRET)
        (root / CONFIG).write_text("")
        yield Course.find(root)


@pytest.mark.system
def test_nothing_of_a_course_below_a_mounted_folder_is_read(course):
    look = f"""
import os
for place, _, files in os.walk({str(course.root.parent)!r}):
    for name in files:
        print(open(os.path.join(place, name)).read())
print("looked")
"""
    sandboxes = Sandboxes(SandboxSettings(hidden=course.secret_folders))
    try:
        examined = sandboxes.run(Job("ada", instructor(SOURCE), notebook_with(RIGHT, (look,)), {}))
    finally:
        sandboxes.close()
    assert examined.notebook.cells[1].outputs[0].text == "looked\n"
    assert scores(examined.notebook) == dict.fromkeys(RIGHT, 10)


def test_python_runs_where_the_course_is_its_own_prefix():
    code = f"import os, numpy; print(sorted(os.listdir({str(PREFIX)!r})))"
    words = bubblewrap("student", [PREFIX], bwrap() or "")
    done = subprocess.run(
        [*words, sys.executable, "-c", code],
        env=environment(True),
        capture_output=True,
        text=True,
    )
    there = [part for part in module.OF_PYTHON if (PREFIX / part).exists()]
    assert done.stdout == f"{sorted(there)}\n", done.stderr


def test_python_in_a_course_in_a_folder_of_the_system_stays_visible(monkeypatch):
    monkeypatch.setattr(module, "SYSTEM", (str(PREFIX.parent.parent),))
    assert PREFIX not in python_folders()
    assert PREFIX in python_folders([PREFIX.parent])
