"""A verdict that is known from the rehearsal is the one that the check itself would give."""

from copy import deepcopy
from pathlib import Path

import pytest
from nbformat import NotebookNode
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    run_submission,
    scores,
)

from classroom.assignment.bank import read_bank
from classroom.assignment.notebook import Role, grade_id, role, tasks
from classroom.assignment.release import instructor_notebook
from classroom.course import Course
from classroom.sandbox.box import Sandbox
from classroom.sandbox.inside.examiner.proxy import Student
from classroom.sandbox.inside.examiner.recording import Call, Recording, can_be_recorded
from classroom.sandbox.run_parts import JUDGING

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
COURSE = Course(Path(__file__).resolve().parents[3])
ASSIGNMENT = "03-dot-product"
KEY = b"any key"


@pytest.fixture(scope="module")
def source() -> NotebookNode:
    return instructor_notebook(COURSE, ASSIGNMENT).solved


def answered(source: NotebookNode, number: int) -> NotebookNode:
    """The assignment with the answers of this number in each task's bank."""
    notebook, bank = deepcopy(source), read_bank(COURSE.answers / ASSIGNMENT)
    solutions = {task.solution: bank[task.name] for task in tasks(source) if not task.written}
    for cell in notebook.cells:
        if role(cell) is Role.SOLUTION:
            answers = solutions[grade_id(cell)]
            cell.source = answers[number % len(answers)].code
    return notebook


def outputs(notebook: NotebookNode) -> dict[str, list]:
    return {grade_id(cell): cell.outputs for cell in notebook.cells if role(cell) is Role.TEST}


@pytest.mark.system
def test_every_output_of_a_test_is_the_same_with_recordings_as_without(source):
    submissions = [source, *(answered(source, number) for number in range(-3, 5))]
    with Sandbox() as plain, Sandbox() as rehearsed:
        run_submission(source, source, rehearsed, key=KEY, rehearsal=True)
        for submitted in submissions:
            found = [run_submission(source, submitted, box, key=KEY) for box in (plain, rehearsed)]
            assert [one.reason for one in found] == [None, None]
            assert outputs(found[0].notebook) == outputs(found[1].notebook)
            assert found[0].notes == found[1].notes


@pytest.mark.system
def test_the_answers_of_the_rehearsal_need_few_messages_and_no_check(source, monkeypatch):
    """Only a check that runs computes much."""
    with Sandbox() as rehearsed:
        first = run_submission(source, source, rehearsed, key=KEY, rehearsal=True)
        again = run_submission(source, source, rehearsed, key=KEY)
    assert scores(again.notebook) == scores(first.notebook)
    assert again.phases.computing[JUDGING] < first.phases.computing[JUDGING] / 3


@pytest.mark.parametrize(
    ("cell", "yes"),
    [
        ("score = checks.f(f, points=1)\nscore", True),
        ("score = float('inf')\nscore = min(score, checks.f(f, points=1, seed=9))\nscore", True),
        ("import wave\nscore = 0.0\nscore", False),
        ("score = checks.f(f, points=1)", False),
        ("other = 1\nscore", False),
        ("score = 1\nother", False),
        ("", False),
    ],
)
def test_only_a_cell_that_computes_a_score_is_recorded(cell, yes):
    assert can_be_recorded(cell) == yes


def test_calls_are_grouped_only_if_the_check_says_when_it_judges():
    calls = [Call(name, ([], {}), b"", b"v") for name in "abc"]
    silent, telling = Recording(), Recording()
    for recording in (silent, telling):
        for call in calls:
            recording.add(call)
            if recording is telling and call.name == "b":
                recording.end_group()
        recording.finish([])
    assert silent.groups == [[call] for call in calls]
    assert telling.groups == [calls[:2], calls[2:]]


def test_calls_that_were_announced_together_are_one_group():
    calls = [Call(name, ([], {}), b"", b"v") for name in "abcd"]
    recording = Recording()
    recording.announce(3)
    for call in calls:
        recording.add(call)
        recording.end_group()  # the check judges after each call
    recording.finish([])
    assert recording.groups == [calls[:3], calls[3:]]


class Asked(Student):
    """A connection that notes what is sent, and whose answers fail where a name is “x”."""

    def __init__(self, recording: Recording):
        super().__init__()
        self.following.extend(recording.groups)
        self.sent: list[list[bytes]] = []

    def ask_together(self, bodies: list[bytes]) -> list[bytes]:
        made = bodies[: bodies.index(b"x") + 1] if b"x" in bodies else bodies
        self.sent.append(made)
        return [(b"x" if body == b"x" else b"v") + body for body in made]


def groups_of(*groups: str) -> Recording:
    return Recording([[Call(name, ([], {}), name.encode(), b"v") for name in g] for g in groups])


@pytest.mark.parametrize(
    ("groups", "calls", "sent"),
    [
        (("abc", "de"), "abcde", ["abc", "de"]),
        (("abc", "de"), "abde", ["abc", "de"]),  # the check leaves a call out
        (("abc", "de", "fg"), "abcfg", ["abc", "fg"]),  # it leaves a group out
        (("axb", "cd"), "axbcd", ["ax", "b", "cd"]),  # a call fails
        (("axbc",), "axc", ["ax", "c"]),  # and the check leaves the next one out
    ],
)
def test_calls_of_a_group_are_made_in_one_message(groups, calls, sent):
    student = Asked(groups_of(*groups))
    for name in calls:
        kind = b"x" if name == "x" else b"v"
        assert student.call(name, ([], {})) == (kind, name.encode())
    assert [b"".join(bodies).decode() for bodies in student.sent] == sent
