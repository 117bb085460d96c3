"""What the commands say when something is wrong: a sentence and an exit code, never a traceback."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from filelock import FileLock
from typer.testing import CliRunner

from classroom import cli
from classroom.cli import app
from classroom.course import CONFIG, Course, CourseError

TOY = "01-toy"
COMMANDS = [
    "release", "new", "sample", "collect", "grade", "mark", "feedback", "export", "report",
    "autograder", "doctor",
]  # fmt: skip


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_every_command_explains_itself(command):
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output
    for name in command or COMMANDS:
        assert name in result.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["release", "02-none"],
            "There is no assignment “02-none” in solutions/; there is 01-toy.",
        ),
        (["grade", "02-none"], "There is no assignment “02-none”"),
        *(
            ([command], "Name the assignment: there is 01-toy.")
            for command in ("grade", "mark", "feedback", "report", "export")
        ),
        (["grade", "01-toy/"], "Nobody has handed in 01-toy:"),
        (["grade", TOY], "Nobody has handed in 01-toy"),
        (["feedback", "02-none"], "There is no assignment “02-none”"),
        (["report", "02-none"], "There is no assignment “02-none”"),
        (["report", TOY], "Nobody has handed in 01-toy."),
        (["sample", TOY], "not released yet"),
        (["sample", "--bank", "nowhere"], "There is no bank of answers in"),
        (["release", "--check"], "exercises is out of date for 01-toy: run `classroom release`."),
    ],
)
def test_a_mistaken_call_is_answered_with_a_sentence(course: Course, arguments, says):
    result = run(*arguments, "--course", str(course.root))
    assert result.exit_code == 1
    assert says in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_a_folder_that_is_no_course_is_named(tmp_path):
    result = run("release", "--course", str(tmp_path))
    assert result.exit_code == 1
    assert "No course here" in result.output


def test_a_folder_of_the_course_will_do(course: Course):
    result = run("release", "--course", str(course.root / "solutions" / TOY))
    assert (result.exit_code, result.output) == (0, "01-toy: released\n")
    assert run("release", "--course", str(course.root)).output == "01-toy: up to date\n"


def test_a_configuration_that_is_no_python_is_named(course: Course):
    (course.root / CONFIG).write_text("c = (")
    result = run("release", "--course", str(course.root))
    assert result.exit_code == 1
    assert "nbgrader_config.py cannot be read: SyntaxError" in " ".join(result.output.split())


def test_a_table_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    place = tmp_path / "table.csv"
    cli.write_text(place, "old")

    def full(self: Path, text: str, **_: object) -> int:
        with self.open("w") as half:
            half.write(text[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(CourseError, match=r"table\.csv cannot be written: No space left on device"):
        cli.write_text(place, "new")
    assert place.read_text() == "old"
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("command", ["grade", "mark", "feedback", "report", "export"])
def test_a_gradebook_that_cannot_be_written_is_a_sentence(course, monkeypatch, command):
    (course.submitted / "ada" / TOY).mkdir(parents=True)
    monkeypatch.setattr(FileLock, "acquire", forbidden)
    result = run(command, TOY, "--course", str(course.root))
    assert result.exit_code == 1
    assert result.stderr.strip() == "gradebook/ cannot be written: Permission denied."


def test_any_file_that_cannot_be_used_is_a_sentence(course, monkeypatch):
    monkeypatch.setattr(tempfile, "mkdtemp", forbidden)
    result = run("release", "--course", str(course.root))
    assert result.exit_code == 1
    assert result.stderr.strip() == "/some/file cannot be used: Permission denied."


@pytest.mark.parametrize("command", ["grade", "mark", "report", "export", "feedback"])
def test_a_notebook_in_the_wrong_folder_is_named_where_nothing_else_is_there(course, command):
    (course.submitted / "ada").mkdir(parents=True)
    (course.submitted / "ada" / f"{TOY}.ipynb").touch()
    result = run(command, TOY, "--course", str(course.root))
    assert result.exit_code == 1
    wrong = f"Not graded: gradebook/submitted/ada/{TOY}.ipynb is in the wrong folder: "
    assert f"{wrong}move it to gradebook/submitted/ada/{TOY}/." in result.stderr


def forbidden(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied", "/some/file")


def test_a_sandbox_that_does_not_start_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with (
        pytest.raises(CourseError, match=r"did not start: .*/nowhere/python"),
        cli.starting_sandbox(Course.find(Path()), True),
    ):
        pass


def test_its_module_can_be_run_like_the_package():
    for module in ("classroom", "classroom.cli"):
        run = subprocess.run(
            [sys.executable, "-m", module, "release", "--help"], capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
        assert "Usage" in run.stdout
