"""Whoever lacks a package is told which, and the command that gets it; never a traceback."""

import subprocess
import sys
import zipfile

import pytest

from classroom.missing_packages import GET, missing_package_message

RUN = """
import sys

import psutil  # on Windows, it needs none of the modules that are absent

for name in [name for name in sys.modules if name.partition(".")[0] in {absent!r}]:
    del sys.modules[name]


class Absent:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
from classroom.__main__ import main
for arguments in {commands!r}:
    sys.argv = ["classroom", *arguments]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
"""


def run_without(absent: list[str], *commands: list[str]) -> subprocess.CompletedProcess[str]:
    """Run commands, one after the other until one fails, where these packages are not."""
    code = RUN.format(absent=absent, commands=commands)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("package", ["typer", "rich", "traitlets"])
def test_the_command_of_a_student_who_has_payattention_alone_is_a_sentence(package):
    done = run_without([package], ["--help"])
    said = f"`classroom` is for instructors and needs the package {package}, too: {GET}\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_a_package_that_only_one_command_needs_is_named_by_it(course):
    done = run_without(["nbgrader"], ["grade", "01-toy", "--course", str(course.root)])
    assert done.returncode == 1
    assert f"needs the package nbgrader, too: {GET}" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


ON_NO_SYSTEM_BUT_UNIX = ["fcntl", "resource"]


@pytest.mark.system
def test_what_needs_no_sandbox_needs_no_module_that_windows_lacks(course, tmp_path):
    """All but `grade`. Only `doctor`, which tries to grade, finds that nothing works there."""
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as zipped:
        zipped.write(course.solution("01-toy"), "lovelaceada_1_9_01-toy.ipynb")
    commands = [
        ["release"],
        ["sample", "01-toy", "--students", "2"],
        ["collect", str(tmp_path / "all.zip"), "01-toy"],
        ["export", "01-toy"],
        ["report", "01-toy"],
        ["feedback", "01-toy"],
        ["doctor"],
    ]
    here = ["--course", str(course.root)]
    done = run_without(ON_NO_SYSTEM_BUT_UNIX, *(command + here for command in commands))
    assert "course: " in done.stdout, done.stdout + done.stderr  # the doctor, who comes last
    assert "Unexpected error" not in done.stderr


def test_a_module_of_our_own_that_is_not_there_is_a_fault_and_no_advice():
    error = ModuleNotFoundError("No module named 'classroom.nothing'", name="classroom.nothing")
    with pytest.raises(ModuleNotFoundError, match="nothing"):
        missing_package_message(error)
