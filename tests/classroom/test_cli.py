"""What the commands say when something is wrong: a sentence and an exit code, never a traceback."""

import pytest
from typer.testing import CliRunner

from classroom.cli import app
from classroom.course import CONFIG, Course

TOY = "01-toy"
COMMANDS = ["release", "sample", "collect", "grade", "feedback", "export", "report", "doctor"]


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
