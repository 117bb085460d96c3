"""Scores go back to Canvas and Moodle as the two read them, and nobody's are missing silently."""

import csv
import io
import shutil
from pathlib import Path

import pytest
from tests.classroom.conftest import TOY, make_course
from tests.classroom.lms.downloads import CANVAS, MOODLE, unpack
from typer.testing import CliRunner, Result

from classroom.assignment.notebook import Task
from classroom.assignment.release import instructor_notebook
from classroom.cli import app
from classroom.course import Course, CourseError
from classroom.grading.collection_record import Record
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Grading, Row, require_complete_scores
from classroom.grading.scores import Result as Scores
from classroom.lms.export import csv_table, escaped

FULL = {"test-double": 60.0, "test-last": 30.0, "why": None}
HALF = {"test-double": 30.5, "test-last": 0.0, "why": 0.0}


def graded(course: Course, students: dict[str, dict | str]) -> None:
    """Submissions in their places, and in the gradebook as if they had been graded.

    To each student belong the scores, or the reason why there are none.
    """
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        hashes: dict = {task.test: {} for task in book.tasks}
        for student, scores in students.items():
            unpack(course.submitted / student / TOY, {"01-toy.ipynb": "{}"})
            if isinstance(scores, str):
                grading = Grading(student, None, scores, notes=("A note.",), hashes=hashes)
            else:
                result = Scores(scores, dict.fromkeys(("double", "last", "why")), {})
                grading = Grading(student, result, notes=("A note.",), hashes=hashes)
            book.record(grading)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class made once: nbgrader needs seconds for a gradebook."""
    course = make_course(tmp_path_factory.mktemp("class"))
    bad = "=1+1.ipynb is not a notebook: it is empty."
    graded(course, {"ada": FULL, "grace": HALF, "kurt": bad, "gone": HALF})
    shutil.rmtree(course.submitted / "gone")
    return course.root


@pytest.fixture
def course(filled: Path, tmp_path: Path) -> Course:
    shutil.copytree(filled, tmp_path / "course")
    return Course(tmp_path / "course")


def export(course: Course, *arguments: object) -> Result:
    words = ["export", TOY, "--partial", "--output", "-", *map(str, arguments)]
    return CliRunner().invoke(app, [*words, "--course", str(course.root)])


def table(result: Result) -> list[list[str]]:
    assert result.exit_code == 0, result.output
    return list(csv.reader(io.StringIO(result.stdout)))


GONE = (
    "Left out, because their submission is no longer in gradebook/submitted/: gone "
    "(`nbgrader db student remove NAME --force` forgets a student's scores)."
)

# ── csv ───────────────────────────────────────────────────────────────────────────────────────


def test_the_table_says_all_that_the_gradebook_says(course):
    result = export(course)
    assert table(result) == [
        ["student", "double", "last", "why", "penalty", "total", "status", "unread", "reason",
         "notes", "suspicions"],
        ["ada", "60", "30", "", "", "90", "graded", "why", "", "A note.", ""],
        ["grace", "30.5", "0", "0", "", "30.5", "graded", "", "", "A note.", ""],
        ["kurt", "", "", "", "", "", "needs a person", "",
         "'=1+1.ipynb is not a notebook: it is empty.", "A note.", ""],
    ]  # fmt: skip
    assert result.stderr.splitlines() == [
        GONE,
        "No score yet, so the cell is empty: kurt.",
        "Their written answers are not read yet, so points are still missing in the score: ada.",
    ]


def test_a_late_penalty_is_off_the_total():
    tasks = [Task("one", 10, "one", "test-one"), Task("two", 5, "two", "test-two")]
    row = Row("ada", {"one": 9.0, "two": 5.0}, penalty=2.5)
    assert csv_table([row], tasks).lines[1][:5] == ["ada", "9", "5", "2.5", "11.5"]


def test_a_score_above_the_maximum_is_said():
    tasks = [Task("one", 10, "one", "test-one"), Task("two", 5, "two", "test-two")]
    rows = [Row("ada", {"one": 10.0, "two": None}), Row("grace", {"one": 32.0, "two": 5.0})]
    assert csv_table(rows, tasks).sentences == [
        "grace has 32 of 10 points in one: correct this in formgrader, unless you meant extra "
        "credit."
    ]


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", " =1", "\n=1"]
)
def test_no_text_is_a_formula(text):
    plain = " ".join(text.split())
    assert escaped(text) == f"'{plain}"
    assert escaped(f"a{plain}") == f"a{plain}"
    assert escaped(f"a;{plain}") == f"a;'{plain}"  # a cell of its own, where decimals have a comma
    assert escaped(f"a; {plain}") == f"a; '{plain}"
    row = Row(text, {"one": -1.0}, reason=text, notes=(text,), suspicions=(text,))
    cells = csv_table([row], [Task("one", 10, "one", "test-one")]).lines[1]
    starts = {cell[0] for cell in cells if cell and not cell.removeprefix("-").isdigit()}
    assert starts <= {"'", "n"}  # “needs a person”


# ── Canvas ────────────────────────────────────────────────────────────────────────────────────


def test_canvas_gets_its_own_lines_back_with_the_new_scores(course, tmp_path):
    roster = tmp_path / "grades.csv"
    more = '"=cmd(), Kurt",1250,s-19,kurt,Monday,3,4\n'
    roster.write_text(CANVAS + more)
    result = export(course, "--format", "canvas", "--roster", roster)
    assert table(result) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "01-toy (88123)"],
        ["    Points Possible", "", "", "", "", "100"],
        ["Lovelace, Ada", "1234", "s-17", "ada", "Monday", "90"],
        ["Hopper, Grace", "1240", "s-18", "grace", "Monday", "30.5"],
        ["'=cmd(), Kurt", "1250", "s-19", "kurt", "Monday", ""],
    ]
    assert result.stderr.splitlines() == [
        GONE,
        "No score yet, so the cell is empty: kurt.",
        "Their written answers are not read yet, so points are still missing in the score: ada.",
    ]


def read_as_canvas_does(lines: list[list[str]]) -> dict[str, dict[str, str]]:
    """Scores by title and user, by the rules of Canvas's gradebook_importer.rb."""
    header, *others = lines
    assert "Student" in header[0]
    assert "ID" in header[1]
    columns = 3
    if header[2] == "SIS Login ID":
        columns += 1
    elif header[2] == "SIS User ID" and header[3] == "SIS Login ID":
        columns += 2
    assert "Section" in header[columns - 1]
    titles = header[columns:]
    people = [line for line in others if "Points Possible" not in line[0]]
    return {
        title: {line[1]: line[columns + place] for line in people}
        for place, title in enumerate(titles)
    }


def test_canvas_reads_what_is_written_for_it(course, canvas, tmp_path):
    expected = {"1234": "90", "1240": "30.5"}
    result = export(course, "--format", "canvas", "--roster", canvas)
    assert "Left out, because nothing says who they are in Canvas: kurt." in result.stderr
    assert read_as_canvas_does(table(result)) == {"01-toy (88123)": expected}
    own = tmp_path / "class.csv"
    own.write_text("student,canvas_id,name\nada,1234,Ada Lovelace\ngrace,1240,-Grace\n")
    result = export(course, "--format", "canvas", "--roster", own, "--column", "Attention (88123)")
    assert read_as_canvas_does(table(result)) == {"Attention (88123)": expected}
    assert table(result)[3][0] == "'-Grace"


def test_scores_are_scaled_to_the_points_that_canvas_gives(course, tmp_path):
    roster = tmp_path / "grades.csv"
    roster.write_text(CANVAS.replace("10,100\n", "10,20\n"))
    result = export(course, "--format", "canvas", "--roster", roster)
    assert [line[-1] for line in table(result)] == ["01-toy (88123)", "20", "18", "6.1"]
    assert "Canvas has 20 points for it, so the scores, out of 100, are scaled to that." in (
        result.stderr
    )


def test_an_assignment_that_canvas_does_not_have_is_said(course, canvas):
    canvas.write_text(canvas.read_text().replace("01-toy (88123)", "Attention (88123)"))
    result = export(course, "--format", "canvas", "--roster", canvas)
    assert table(result)[0][-1] == TOY
    assert (
        f"grades.csv has no column for {TOY}, so Canvas will offer to make a new assignment. To "
        "fill an existing one, name it by --column. Its assignments are Warm-up (1) and "
        "Attention (88123)."
    ) in result.stderr
    result = export(course, "--format", "canvas", "--roster", canvas, "--column", "warm-up")
    assert [line[-1] for line in table(result)[:2]] == ["Warm-up (1)", "10"]


def test_without_canvass_own_export_the_name_of_the_column_is_said(course):
    Record("Canvas", "1234", "a.zip", "x.ipynb", 1, "", None, "").write(course, "ada", TOY)
    result = export(course, "--format", "canvas")
    assert f"the column is named {TOY}: if the assignment has another name" in result.stderr
    result = export(course, "--format", "canvas", "--column", "Homework 1 (77)")
    assert "has another name" not in result.stderr


def test_a_column_that_canvas_does_not_have_is_refused(course, canvas):
    """Canvas would make a second assignment of a mistyped name."""
    result = export(course, "--format", "canvas", "--roster", canvas, "--column", "Attend")
    assert result.exit_code == 1
    assert result.stderr.strip().endswith(
        "grades.csv has no column “Attend”, so Canvas would make a new assignment of it. Its "
        "assignments are Warm-up (1) and 01-toy (88123)."
    )


@pytest.mark.parametrize("format", ["csv", "moodle"])
def test_only_canvas_has_a_column_to_name(course, format):
    result = export(course, "--format", format, "--column", "Homework")
    assert result.exit_code == 1
    assert "--column works only with --format canvas" in result.stderr


# ── Moodle ────────────────────────────────────────────────────────────────────────────────────


def test_moodle_gets_its_own_lines_back_with_the_new_grades(course, tmp_path):
    worksheet = tmp_path / "worksheet.csv"
    text = MOODLE.replace("Email address", "Username").replace("@example.org", "")
    text = text.replace("Grace Hopper", "@Grace Hopper").replace('PM",-,', 'PM",-,=keep this')
    worksheet.write_text(text, encoding="utf-8-sig")
    result = export(course, "--format", "moodle", "--roster", worksheet)
    before = list(csv.reader(io.StringIO(text)))
    after = table(result)
    assert after[0] == before[0]
    grade = before[0].index("Grade")
    assert [line[grade] for line in after[1:]] == ["90", "30.5"]
    for old, new in zip(before[1:], after[1:], strict=True):
        old[grade] = new[grade]
        old[1] = escaped(old[1])
        assert new == old  # feedback and dates as Moodle wrote them
    assert "Left out, because nothing says who they are in Moodle: kurt." in result.stderr


def test_grades_are_scaled_to_the_maximum_that_moodle_gives(course, tmp_path):
    worksheet = tmp_path / "worksheet.csv"
    text = MOODLE.replace("Email address", "Username").replace("@example.org", "")
    worksheet.write_text(text.replace("100.00", '"10,00"'))
    result = export(course, "--format", "moodle", "--roster", worksheet)
    grade = table(result)[0].index("Grade")
    assert [line[grade] for line in table(result)[1:]] == ["9", "3.05"]
    assert "Moodle has 10 points for it" in result.stderr


def test_moodle_from_a_list_of_ones_own(course, tmp_path):
    own = tmp_path / "class.csv"
    own.write_text("student,moodle_id,name\nada,4242,Ada Lovelace\ngrace,,\nkurt,4260,\n")
    result = export(course, "--format", "moodle", "--roster", own)
    assert table(result) == [
        ["Identifier", "Full name", "Email address", "Grade", "Last modified (grade)"],
        ["Participant 4242", "Ada Lovelace", "", "90", "-"],
        ["Participant 4260", "", "", "", "-"],
    ]
    assert "who they are in Moodle: grace." in result.stderr
    assert "allow Moodle to update grades that were changed there since" in result.stderr


# ── who is who ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("system", "number"), [("canvas", "1234"), ("moodle", "4242")])
def test_the_number_that_a_submission_came_with_will_do(course, system, number):
    Record(system.capitalize(), number, "a.zip", "x.ipynb", 1, "", None, "").write(
        course, "ada", TOY
    )
    result = export(course, "--format", system)
    lines = table(result)
    assert len(lines) == (3 if system == "canvas" else 2)
    assert lines[-1][:2] == (["ada", number] if system == "canvas" else ["Participant 4242", ""])
    assert f"who they are in {system.capitalize()}: grace and kurt." in result.stderr


def test_students_collected_without_a_roster_are_found_in_it_later(course, canvas):
    shutil.move(course.submitted / "ada", course.submitted / "elsewhere")
    graded(course, {"lovelaceada-1234": HALF})
    Record("Canvas", "1234", "a.zip", "x.ipynb", 1, "", None, "").write(
        course, "lovelaceada-1234", TOY
    )
    result = export(course, "--format", "canvas", "--roster", canvas)
    assert ["Lovelace, Ada", "1234", "s-17", "ada", "Monday", "30.5"] in table(result)


@pytest.mark.parametrize("system", ["canvas", "moodle"])
def test_a_class_that_nobody_knows_is_a_sentence(course, system, tmp_path):
    result = export(course, "--format", system)
    assert result.exit_code == 1
    assert "from the submissions alone: give a roster, with --roster FILE." in result.stderr
    other = tmp_path / "other.csv"
    other.write_text("student,canvas_id,moodle_id\nzoe,1,2\n")
    result = export(course, "--format", system, "--roster", other)
    assert result.exit_code == 1
    assert "other.csv has no number for any of them." in result.stderr


def test_each_format_has_a_file_of_its_own(course, canvas):
    shutil.copy(canvas, course.gradebook / "roster.csv")
    for words, name in [([], "01-toy.csv"), (["--format", "canvas"], "01-toy-canvas.csv")]:
        arguments = ["export", TOY, "--partial", *words, "--course", str(course.root)]
        result = CliRunner().invoke(app, arguments)
        assert f"rows in gradebook/{name}" in result.stdout
        assert (course.gradebook / name).read_text() == export(course, *words).stdout


@pytest.mark.parametrize("format", ["canvas", "moodle"])
def test_a_class_of_samples_alone_has_nothing_to_export(course, canvas, format):
    """It is not the roster that lacks them."""
    shutil.rmtree(course.submitted)
    graded(course, {"sample-01": FULL, "sample-02": HALF})
    result = export(course, "--format", format, "--roster", canvas)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-2:] == [
        "This is a sample class: no real student has handed in anything.",
        f"There is no score to export to {format.capitalize()}.",
    ]
    assert [line[0] for line in table(export(course))] == ["student", "sample-01", "sample-02"]


def test_a_place_that_cannot_be_written_is_named(course, tmp_path):
    result = CliRunner().invoke(
        app, ["export", TOY, "--partial", "--output", str(tmp_path), "--course", str(course.root)]
    )
    assert result.exit_code == 1
    assert "cannot be written: Is a directory." in result.stderr


# ── scores that are not whole ─────────────────────────────────────────────────────────────────


def without_partial(course: Course, *arguments: object) -> Result:
    words = ["export", TOY, *map(str, arguments), "--course", str(course.root)]
    return CliRunner().invoke(app, words)


WAITS = (
    "Nothing was exported: 1 written answer waits to be read, so points are still missing in the "
    "score of ada. Read what waits (classroom mark, or Formgrader), or export the points "
    "so far with --partial."
)


@pytest.mark.parametrize("format", ["csv", "canvas", "moodle"])
def test_a_score_that_waits_for_a_reader_is_not_exported(course, canvas, moodle, format):
    roster = {"csv": [], "canvas": ["--roster", canvas], "moodle": ["--roster", moodle]}[format]
    if format == "moodle":
        moodle.write_text(MOODLE.replace("Email address", "Username").replace("@example.org", ""))
    result = without_partial(course, "--format", format, *roster)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == WAITS
    assert result.stdout == ""
    assert not list(course.gradebook.glob("*.csv*"))
    assert without_partial(course, "--format", format, *roster, "--output", "-").stdout == ""
    assert without_partial(course, "--format", format, *roster, "--partial").exit_code == 0


def test_what_no_table_holds_keeps_nothing_back(course, canvas):
    """A written answer by somebody whom Canvas does not know changes no score in Canvas."""
    text = "".join(line for line in CANVAS.splitlines(True) if "Ada" not in line)
    canvas.write_text(text)
    result = without_partial(course, "--format", "canvas", "--roster", canvas)
    assert (result.exit_code, result.stdout) == (0, "1 row in gradebook/01-toy-canvas.csv\n")


def test_once_all_answers_are_read_the_scores_are_exported(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        given = book.gradebook.find_grade("why", TOY, TOY, "ada")
        given.manual_score, given.needs_manual_grade = 7, False
        book.gradebook.db.commit()
    assert without_partial(course).stdout == "3 rows in gradebook/01-toy.csv\n"


def test_of_many_who_wait_the_first_are_named_and_all_are_counted():
    rows = [Row(f"s{n:02d}", {"why": None, "code": 1.0}, unread=("why",)) for n in range(25)]
    lost = Row("lost", {"why": None, "code": None}, unread=("why",), reason="It is cut short.")
    with pytest.raises(CourseError) as refused:
        require_complete_scores([*rows, lost])
    said = str(refused.value)
    assert "25 written answers wait to be read" in said
    assert "s00, s01, " in said
    assert "s19 and 5 more. Read" in said
