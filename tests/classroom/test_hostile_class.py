"""No command on a class fails, waits or tells anything false because of one submission."""

import csv
import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from tests.classroom import hostile
from tests.classroom.conftest import TOY
from tests.classroom.lms.downloads import pack
from tests.classroom.measured import Ran, run
from tests.classroom.toy_class import DOUBLE, RIGHT

from classroom.assignment.notebook import read_notebook
from classroom.course import Course
from classroom.pages.page_limits import UNSHOWN
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    pytest.mark.xdist_group("a hostile class"),  # which is graded once, by one process
]

MEMORY = 900e6  # bytes of the command's own process; an honest class takes about a third
EACH = 3  # seconds of computing of a command's own process for each submission
HONEST = {"ada": 90, "zoe": 60}


def students() -> dict[str, str]:
    """What each attack is called as a student, by the name of the attack."""
    names = [*hostile.FILES, *hostile.UNREAD, *hostile.GRADED]
    return {name: f"h{number}" for number, name in enumerate(names, start=10)}


def hand_in(course: Course) -> Path:
    """A download of Canvas, with one submission for each attack, and honest ones around them."""

    def notebook(edits: dict[int, str]) -> NotebookNode:
        made = read_notebook(course.exercise(TOY))
        for place, source in (RIGHT | edits).items():
            made.cells[place].source = source
        return made

    texts = dict(hostile.FILES)
    for name, change in (hostile.UNREAD | hostile.GRADED).items():
        made = notebook({})
        change(made)
        texts[name] = json.dumps(made)  # which writes halves of characters, too
    known = students()
    handed_in = {known[name]: text for name, text in texts.items()}
    handed_in["ada"] = json.dumps(notebook({}))
    handed_in["zoe"] = json.dumps(notebook({DOUBLE: "def double(x): return x * x"}))
    files = {
        f"{student}_{number}_{number}_{TOY}.ipynb": text
        for number, (student, text) in enumerate(handed_in.items(), start=1)
    }
    roster = "student,canvas_id\n" + "".join(
        f"{student},{number}\n" for number, student in enumerate(handed_in, start=1)
    )
    (course.root / "roster.csv").write_text(roster)
    return pack(course.root / "submissions.zip", files)


@pytest.fixture(scope="module")
def ran(shared_course: Course) -> dict[str, Ran]:
    """How each command ended, from release to export."""
    course = shared_course
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write("\nc.Limits.cell = 10\n")
    found = {"release": run(course, "release")}
    download = hand_in(course)
    roster = ["--roster", "roster.csv"]
    found["collect"] = run(course, "collect", download.name, TOY, *roster)
    for command in ("grade", "feedback", "report"):
        found[command] = run(course, command, TOY)
    found["export"] = run(course, "export", TOY, "--partial")
    return found


def lines(course: Course) -> dict[str, dict[str, str]]:
    with (course.gradebook / f"{TOY}.csv").open() as file:
        return {line["student"]: line for line in csv.DictReader(file)}


def test_every_honest_student_has_the_score_of_an_honest_class(ran, shared_course):
    scores = {name: float(lines(shared_course)[name]["total"]) for name in HONEST}
    assert scores == HONEST


def test_no_command_waits_for_one_submission_or_takes_much_memory(ran):
    count = len(students()) + len(HONEST)
    assert {name: done.seconds for name, done in ran.items() if done.seconds > EACH * count} == {}
    assert {name: done.memory for name, done in ran.items() if done.memory > MEMORY} == {}


ACTS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202e\ufffd]")


def test_nobody_floods_the_terminal_and_nothing_acts_on_it(ran):
    for name, done in ran.items():
        assert len(done.output) < 60_000, name
        assert ACTS.findall(done.output) == [], name
        assert "Traceback" not in done.output
        assert "ada  graded" not in done.output


def test_nothing_in_a_table_acts_on_whoever_reads_it(ran, shared_course):
    table = (shared_course.gradebook / f"{TOY}.csv").read_text("utf-8")
    assert r"\x1b[2J" in table
    assert ACTS.findall(table) == []


def test_what_is_too_much_to_be_read_needs_a_person_and_says_why(ran, shared_course):
    known = students()
    table = lines(shared_course)
    for name in (*hostile.FILES, *hostile.UNREAD):
        assert table[known[name]]["status"] == "needs a person", name
        said = f"{TOY}.ipynb is not ", f"{TOY}.ipynb was not read: "
        assert table[known[name]]["reason"].startswith(said), name
        assert len(table[known[name]]["reason"]) <= 400


def test_what_can_be_graded_is_graded(ran, shared_course):
    known = students()
    table = lines(shared_course)
    assert {name: table[known[name]]["status"] for name in hostile.GRADED} == dict.fromkeys(
        hostile.GRADED, "graded"
    )
    for name in hostile.GRADED:
        expected = 30 if name == "escapes in an error" else 0 if name == "forged outputs" else 90
        assert float(table[known[name]]["total"]) == expected, name


def test_every_graded_student_has_a_page_of_a_sensible_size(ran, shared_course):
    pages = {page.parent.parent.name: page for page in shared_course.feedback.glob("*/*/*.html")}
    known = students()
    assert set(pages) == {*HONEST, *(known[name] for name in hostile.GRADED)}
    for student, page in pages.items():
        assert page.stat().st_size < 25e6
        total = f"<strong>{lines(shared_course)[student]['total']}</strong> of 100 points"
        assert total in " ".join(page.read_text("utf-8").split()), student


def test_what_cannot_be_shown_in_time_says_so_and_the_rest_is_there(ran, shared_course):
    known = students()
    for name in ("open environments", "nested elements"):
        page = shared_course.feedback / known[name] / TOY / f"{TOY}.html"
        text = page.read_text("utf-8")
        assert UNSHOWN in text, name
        assert "return 2" in BeautifulSoup(text, "html.parser").get_text(), name
