"""The search for secrets in what is to be published: each kind is found, and nothing else is."""

import json
import zipfile
from pathlib import Path

import pytest
from tests.classroom.conftest import BANK, PROJECT, TOY

from classroom.assignment.notebook_rules import BEGIN_SOLUTION, END_SOLUTION
from classroom.assignment.release import release
from classroom.course import Course
from classroom.students.leaks import Secrets, leaks, solutions_in
from payattention_checks.sealed import sealed

CHECK = """import numpy as np


def right(case):
    position = np.arange(case.n)
    distance = position[:, None] - position
    return distance >= 0
"""
HIDDEN = "score = min(score, checks.last(last, points=30, seed=987654321))\n"
LOOP = """\
    found = None
    for found in values:
        pass
    return found
"""
SPACED = 'text = """\n    return   x + x\n"""\n'


@pytest.fixture
def half(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The public half of a small course, without anything secret."""
    release(course, [TOY])
    check = course.root / "src/payattention_checks/toy/_last.py"
    check.parent.mkdir(parents=True)
    check.write_text(CHECK)
    folder = tmp_path_factory.mktemp("half")
    put(folder, f"exercises/{TOY}/{TOY}.ipynb", course.exercise(TOY).read_text("utf-8"))
    put(folder, "src/payattention_checks/toy/_last.py", sealed(CHECK))
    put(folder, "src/classroom/course.py", "")
    put(folder, "book/01-toy.md", "# A toy\n\nDouble it: seed=5, and x + x is twice x.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG\xff")
    return folder


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_where_nothing_is_secret_nothing_is_found(course, half):
    assert leaks(course, half) == []


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("book/a.md", SPACED, ["the solution of double in 01-toy"]),
        ("book/a.md", "return x", []),
        ("a.html", "<b>seed=987654321</b>", ["the seed of the hidden test-last in 01-toy"]),
        ("a.py", HIDDEN, ["the hidden test-last in 01-toy",
                          "the seed of the hidden test-last in 01-toy"]),
        ("a.py", CHECK, ["the check src/payattention_checks/toy/_last.py"]),
        ("src/payattention_checks/toy/_last.py", CHECK,
         ["the check src/payattention_checks/toy/_last.py"]),
    ],
)  # fmt: skip
def test_a_secret_is_found_in_any_file(course, half, name, text, what):
    put(half, name, text)
    assert leaks(course, half) == [f"{name} holds {one}." for one in what]


def test_it_is_found_in_a_notebook_and_in_a_wheel(course, half):
    cells = [{"cell_type": "code", "source": ["# twice\n", "return x + x"]}]
    put(half, "notebooks/a.ipynb", json.dumps({"cells": cells}))
    with zipfile.ZipFile(half / "a.whl", "w") as wheel:
        wheel.writestr("toy/_last.py", CHECK)
        wheel.writestr("classroom/grading/grade.py", "")
    assert leaks(course, half) == [
        "a.whl/toy/_last.py holds the check src/payattention_checks/toy/_last.py.",
        "a.whl/classroom/grading/grade.py is in it, which is a part of the grader.",
        f"notebooks/a.ipynb holds the solution of double in {TOY}.",
    ]


def test_an_answer_of_the_bank_is_found_and_a_wrong_one_is_no_secret(course, half):
    bank = course.answers / TOY / "last.py"
    answer = f"def last(values):\n{LOOP}"
    bank.write_text(f"{bank.read_text()}\n\n# %% right: loop\n{answer}")
    put(half, "a.py", answer)
    put(half, "b.py", BANK["last"].split("# %% wrong: first\n")[1])
    assert leaks(course, half) == ["a.py holds an answer in tests/answers/01-toy/last.py."]


def test_the_code_that_students_are_given_is_no_secret():
    given = (
        "def run(x, weights):\n    layer = Layer()\n    layer.load(weights)\n    return layer(x)\n"
    )
    secrets = Secrets()
    secrets.add(f"{given}def last(values):\n{LOOP}", "an answer", 4, given)
    assert secrets.found_in(given) == set()
    assert secrets.found_in(f"def last(values):\n{LOOP}") == {"an answer"}


def test_each_part_of_a_solution_is_a_secret():
    parts = ["a = first(x)\n", "b = second(x)\n"]
    marked = [f"{BEGIN_SOLUTION}\n{part}{END_SOLUTION}\n" for part in parts]
    assert [part.strip() for part in solutions_in(f"x = 1\n{'y = 2'.join(marked)}")] == [
        part.strip() for part in parts
    ]
    assert solutions_in("x = 1") == ["x = 1"]


def test_no_exercise_of_this_course_gives_a_solution_away():
    """One task's frame has shown another's solution: a class with the layers to be found there."""
    course = Course(PROJECT)
    assert leaks(course, PROJECT / "exercises") == []


@pytest.mark.parametrize("name", ["gradebook", "solutions", "tests"])
def test_a_folder_of_the_private_half_is_found(course, half, name):
    put(half, f"{name}/x", "")
    assert leaks(course, half) == [f"{name}/ is in it."]


def test_a_worked_solution_in_an_exercise_is_found(course, half):
    settings = course.root / "nbgrader_config.py"
    settings.write_text(f"{settings.read_text()}\nc.Help.worked_solutions = True\n")
    again = Course(course.root)
    release(again, [TOY])
    name = f"exercises/{TOY}/{TOY}.ipynb"
    put(half, name, again.exercise(TOY).read_text("utf-8"))
    assert f"{name} holds the solution of double in {TOY}." in leaks(again, half)
