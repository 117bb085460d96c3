"""A class whose gradebook is PostgreSQL's, as nbgrader's own ``db_url`` says, on a real server."""

import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.pool import NullPool
from tests.classroom.conftest import TOY, make_course, write
from tests.classroom.postgres import ask, needs_postgres, postgresql, url
from tests.classroom.toy_class import (
    CLASS,
    LAST,
    TOTALS,
    assert_it_goes_on,
    grade,
    hand_in,
    kill_twice,
    rows,
    steps,
    totals,
)
from typer.testing import CliRunner, Result

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import instructor_notebook, release
from classroom.cli import app
from classroom.course import Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    *needs_postgres,
]


@pytest.fixture(scope="module")
def server() -> Iterator[Path]:
    with postgresql() as folder:
        yield folder


@pytest.fixture
def database(server: Path) -> str:
    """An empty database of the server."""
    ((count,),) = ask(server, "postgres", "select count(*) from pg_database")
    ask(server, "postgres", f"create database class_{count}")
    return f"class_{count}"


@pytest.fixture
def course(tmp_path: Path, server: Path, database: str) -> Course:
    """A course whose class has handed in, and whose gradebook is in that database."""
    make_course(tmp_path)
    use(tmp_path, url(server, database))
    course = Course(tmp_path)
    release(course, [TOY])
    for student, answers in CLASS.items():
        hand_in(course, student, answers)
    return course


def use(folder: Path, address: str) -> None:
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write(f"\nc.CourseDirectory.db_url = {address!r}\n")


def classroom(course: Course, *arguments: str) -> Result:
    result = CliRunner().invoke(app, [*arguments, "--course", str(course.root)])
    assert "Traceback" not in result.output
    return result


def count(server: Path, database: str, table: str) -> int:
    return ask(server, database, f"select count(*) from {table}")[0][0]


# ── graded ────────────────────────────────────────────────────────────────────────────────────


def test_a_class_is_graded_and_exported_and_reported(course, server, database):
    assert steps(grade(course)) == dict.fromkeys(CLASS, "graded")
    assert totals(course) == TOTALS
    assert not (course.gradebook / "gradebook.db").exists()
    engine = create_engine(url(server, database), poolclass=NullPool)
    assert {"classroom_ended", "grade", "alembic_version"} <= set(inspect(engine).get_table_names())
    assert count(server, database, "classroom_ended") == len(CLASS)
    assert steps(grade(course)) == dict.fromkeys(CLASS, "up to date")

    exported = classroom(course, "export", TOY, "--output", "-").stdout
    found = {row["student"]: row["total"] for row in csv.DictReader(io.StringIO(exported))}
    assert found == {student: f"{total:g}" for student, total in TOTALS.items()}
    assert "4 submissions in" in classroom(course, "report", TOY).output
    page = (course.gradebook / f"{TOY}.html").read_text(encoding="utf-8")
    assert "<strong>4</strong> graded" in page
    assert f"<strong>{sum(TOTALS.values()) / 4:.1f}</strong> on average" in page
    assert "4 pages in" in classroom(course, "feedback", TOY).output


def test_what_a_person_gave_survives_and_what_is_handed_in_anew_is_graded(course):
    assert grade(course).exit_code == 0
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        given = book.gradebook.find_grade("why", TOY, TOY, "ada")
        given.manual_score, given.needs_manual_grade = 7, False
        book.gradebook.find_comment("double", TOY, TOY, "ada").manual_comment = "Well done."
        book.gradebook.db.commit()
    hand_in(course, "ada", {LAST: "def last(values): return 1"})
    (course.submitted / "ben" / TOY / f"{TOY}.ipynb").write_text("{")
    assert steps(grade(course))["ada"] == "graded"
    after = rows(course)
    assert after["ada"].scores == {"double": 60, "last": 0, "why": 7}
    assert after["ben"].reason == "01-toy.ipynb is not a notebook: it is cut short or not JSON."
    assert after["ben"].total is None
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        assert book.gradebook.find_comment("double", TOY, TOY, "ada").comment == "Well done."


def test_a_grader_that_is_killed_goes_on_where_it_was(course, server, database):
    kill_twice(course)
    assert_it_goes_on(course)
    for table, number in [("submitted_assignment", 4), ("submitted_notebook", 4), ("grade", 12)]:
        assert count(server, database, table) == number


def test_a_sample_class_can_be_made_anew(course, server, database):
    """Its submissions are removed with all that refers to them."""
    for _ in range(2):
        assert classroom(course, "sample").exit_code == 0
        assert classroom(course, "grade", TOY).exit_code == 0
        assert count(server, database, "submitted_assignment") == len(CLASS) + 12
    assert classroom(course, "sample", "--students", "1").exit_code == 0
    assert count(server, database, "submitted_assignment") == len(CLASS)


def test_a_task_that_is_gone_is_forgotten(course, server, database):
    assert grade(course).exit_code == 0
    notebook = read_notebook(course.solution(TOY))
    del notebook.cells[LAST : LAST + 2]
    notebook.cells[-1].metadata.nbgrader["points"] += 30  # so that there are 100 again
    write(notebook, course.solution(TOY))
    assert grade(course).exit_code == 0
    assert totals(course) == {"ada": 60, "ben": 30, "cem": 60, "dee": 0}
    assert count(server, database, "grade") == 8


def test_a_nul_in_what_was_handed_in_costs_nobody_a_grade(course):
    """PostgreSQL keeps no such text."""
    file = course.submitted / "ben" / TOY / f"{TOY}.ipynb"
    notebook = read_notebook(file)
    notebook.metadata.kernelspec = {"name": "\0ir", "display_name": "\0R", "language": "\0R"}
    write(notebook, file)
    result = grade(course)
    assert result.exit_code == 0, result.output
    assert {s: t for s, t in totals(course).items() if s != "ben"} == {
        s: t for s, t in TOTALS.items() if s != "ben"
    }
    assert "ben" in rows(course)


# ── not graded, and why ───────────────────────────────────────────────────────────────────────


def test_a_server_that_is_not_there_is_a_sentence_without_the_password(course, server):
    use(course.root, url(server / "none", "class", user="grader:secret"))
    result = grade(Course(course.root))
    assert result.exit_code == 1
    assert "The gradebook postgresql+psycopg://grader:***@/class?host=" in result.output
    assert "cannot be used" in result.output
    assert "secret" not in result.output


def test_without_the_driver_a_sentence_says_how_to_get_it(course, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    result = grade(course)
    assert result.exit_code == 1
    assert 'pip install "payattention[postgres]"' in result.output
