"""A class of thirty whose grading is killed, shut out, doubled or given a damaged gradebook."""

import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path

import pytest
from tests.classroom.conftest import TOY, make_course
from tests.classroom.toy_class import CLASS, TOTALS, hand_in, rows

from classroom.assignment.release import release
from classroom.course import Course
from classroom.sandbox.bubblewrap import bwrap, why_no_sandbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
]
STUDENTS = {f"s{number:02}": who for number, who in enumerate(islice(cycle(CLASS), 30))}
OTHERS = dict(zip(CLASS, [*list(CLASS)[1:], next(iter(CLASS))], strict=True))
EXPECTED = {student: TOTALS[who] for student, who in STUDENTS.items()}
KILLS = 30
NO_TRACE = "Traceback"


def hand_in_all(course: Course, *, others: bool = False) -> None:
    """What each of thirty hands in; with ``others``, each what the next one has handed in."""
    for student, who in STUDENTS.items():
        hand_in(course, student, CLASS[OTHERS[who] if others else who])


@pytest.fixture
def course(tmp_path: Path) -> Course:
    folder = tmp_path / "course"
    folder.mkdir()
    course = make_course(folder)
    release(course, [TOY])
    hand_in_all(course)
    return course


def command(course: Course, name: str = "grade", *arguments: str) -> list[str]:
    here = ["--course", str(course.root)]
    return [sys.executable, "-m", "classroom", name, TOY, *arguments, *here]


def run(words: list[str]) -> tuple[int, str]:
    """How a command ends, and what it says."""
    done = subprocess.run(words, capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert NO_TRACE not in said, said
    return done.returncode, " ".join(said.split())


def in_gradebook(course: Course) -> dict[str, tuple]:
    """What the gradebook says of each student, but for the seconds that it took."""
    return {
        student: (row.scores, row.reason, row.notes, row.mistakes, row.unread, row.penalty)
        for student, row in rows(course).items()
    }


def counts(course: Course) -> dict[str, int]:
    """How many lines each table of the gradebook has."""
    with sqlite3.connect(course.gradebook / "gradebook.db") as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        names = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        found = {
            name: database.execute(f'select count(*) from "{name}"').fetchone()[0]
            for (name,) in names
        }
    database.close()
    return found


def test_thirty_kills_at_random_moments_leave_the_gradebook_of_an_undisturbed_grading(
    course, tmp_path
):
    """Before each, all hand in something else; so each kill finds old scores and new ones."""
    undisturbed = Course(Path(shutil.copytree(course.root, tmp_path / "undisturbed")))
    start = time.monotonic()
    assert run(command(undisturbed))[0] == 0
    whole = time.monotonic() - start
    assert {name: row.total for name, row in rows(undisturbed).items()} == EXPECTED

    chance = random.Random(30)
    mixed = 0
    for kill in range(KILLS):
        hand_in_all(course, others=kill % 2 == 0)
        with subprocess.Popen(
            command(course), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as grading:
            time.sleep(chance.uniform(0.1, 1) * whole)
            grading.send_signal(signal.SIGKILL)
        if (course.gradebook / "gradebook.db").exists():
            new = 0
            for student, row in rows(course).items():
                mine, next_ones = EXPECTED[student], TOTALS[OTHERS[STUDENTS[student]]]
                assert row.total in (None, mine, next_ones), student
                assert row.reason is None
                new += row.total == (next_ones if kill % 2 == 0 else mine)
            mixed += 0 < new < len(STUDENTS)
    assert mixed  # some were killed in the middle of a class
    hand_in_all(course)
    assert run(command(course))[0] == 0
    assert in_gradebook(course) == in_gradebook(undisturbed)
    assert counts(course) == counts(undisturbed)
    for student in STUDENTS:
        names = [
            sorted(p.name for p in c.autograded.glob(f"{student}/*/*"))
            for c in (course, undisturbed)
        ]
        assert names == [[f"{TOY}.ipynb"]] * 2


def test_of_two_graders_that_start_together_one_grades_and_the_other_says_so(course):
    both = [
        subprocess.Popen(
            command(course), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(2)
    ]
    said = {grading.communicate()[0]: grading.returncode for grading in both}
    assert sorted(said.values()) == [0, 1]
    (refused,) = (text for text, code in said.items() if code)
    assert "Another `classroom grade` is running in this course" in " ".join(refused.split())
    assert {name: row.total for name, row in rows(course).items()} == EXPECTED


def test_a_folder_that_cannot_be_written_is_a_sentence_and_the_scores_stay(course):
    assert run(command(course))[0] == 0
    before = in_gradebook(course)
    hand_in_all(course, others=True)
    for folder in (course.gradebook, course.autograded):
        shut = [bwrap() or "bwrap", "--dev-bind", "/", "/", "--ro-bind", str(folder), str(folder)]
        code, said = run([*shut, *command(course, "grade", "--no-sandbox")])
        assert code == 1
        assert "cannot be written: Read-only file system." in said
        assert in_gradebook(course) == before
    assert run(command(course))[0] == 0
    assert {name: row.total for name, row in rows(course).items()} == {
        student: TOTALS[OTHERS[who]] for student, who in STUDENTS.items()
    }


@pytest.mark.parametrize("damage", ["no database", "cut short", "pages of noise"])
def test_a_damaged_gradebook_is_a_sentence_and_its_copy_is_as_good_as_ever(course, damage):
    assert run(command(course))[0] == 0
    file = course.gradebook / "gradebook.db"
    whole = file.read_bytes()
    noise = random.Random(1).randbytes(len(whole) - 4096)
    file.write_bytes(
        {
            "no database": b"not a database, for all that it is called one",
            "cut short": whole[: len(whole) // 2],
            "pages of noise": whole[:4096] + noise,
        }[damage]
    )
    hand_in_all(course, others=True)
    damaged = file.read_bytes()
    for name in ("grade", "report", "export", "feedback"):
        code, said = run(command(course, name))
        assert code == 1, (name, said)
        assert re.search(r"gradebook\.db cannot be used: ", said), (name, said)
    assert file.read_bytes() == damaged  # nobody has made it worse
    file.write_bytes(whole)
    hand_in_all(course)
    code, said = run(command(course))
    assert code == 0
    assert said.count(": up to date") == len(STUDENTS)
    assert {name: row.total for name, row in rows(course).items()} == EXPECTED
