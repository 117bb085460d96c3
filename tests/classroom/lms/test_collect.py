"""A download of Canvas or Moodle becomes a class in gradebook/submitted/."""

import json
import shutil
import signal
import subprocess
import sys
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import nbformat
import pytest
from filelock import FileLock
from nbformat import NotebookNode
from nbgrader.utils import parse_utc
from tests.classroom.conftest import TOY, make_course
from tests.classroom.lms.downloads import (
    ADA,
    CANVAS,
    LATE,
    MOODLE,
    collect,
    handed_in,
    left,
    pack,
    record,
    text_of,
    unpack,
)

from classroom.assignment.notebook import Task
from classroom.assignment.release import instructor_notebook
from classroom.course import CONFIG, Course, CourseError
from classroom.grading.scores import Row
from classroom.grading.submissions import read_submission
from classroom.lms import intake
from classroom.lms.export import canvas_table
from classroom.lms.file_names import Collector, is_named

# ── what Canvas and Moodle give ───────────────────────────────────────────────────────────────


def test_a_download_of_canvas_becomes_a_class(course, tmp_path, canvas):
    files = {ADA: "ada's", "lovelaceada_1234_9002_data.csv": "1,2", LATE: "grace's"}
    result = collect(course, pack(tmp_path / "submissions.zip", files), TOY, "--roster", canvas)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "[1/2] ada: collected",
        "[2/2] grace: collected (Canvas marks it as late.)",
        "2 submissions of 01-toy collected to gradebook/submitted/",
    ]
    assert result.stderr == ""
    assert handed_in(course) == {
        "ada/01-toy/01-toy.ipynb": "ada's",
        "ada/01-toy/data.csv": "1,2",
        "grace/01-toy/01-toy.ipynb": "grace's",
    }
    assert record(course, "grace").notes == ("Canvas marks it as late.",)
    assert (record(course, "grace").id, record(course, "grace").attachment) == ("1240", 9003)


@pytest.mark.parametrize("ending", ["assignsubmission_file", "assignsubmission_file_"])
def test_a_download_of_moodle_becomes_a_class_with_the_times_of_its_worksheet(
    course, tmp_path, moodle, ending
):
    files = {
        f"Ada Lovelace_4242_{ending}/01-toy.ipynb": "ada's",
        f"Ada Lovelace_4242_{ending}/plots/one.png": "png",
        "Ada Lovelace_4242_assignsubmission_onlinetext/onlinetext.html": "<p>",
        f"Grace Hopper_4250_{ending}/Homework (final).ipynb": "grace's",
    }
    result = collect(course, pack(tmp_path / "toy-77.zip", files), TOY, "--roster", moodle)
    assert result.exit_code == 0, result.output
    found = handed_in(course)
    times = {
        name: found.pop(f"{name}@example.org/01-toy/timestamp.txt") for name in ("ada", "grace")
    }
    assert found == {
        "ada@example.org/01-toy/01-toy.ipynb": "ada's",
        "ada@example.org/01-toy/onlinetext.html": "<p>",
        "ada@example.org/01-toy/plots/one.png": "png",
        "grace@example.org/01-toy/01-toy.ipynb": "grace's",
    }
    here = datetime(2025, 1, 14, 15, 4).astimezone(UTC).replace(tzinfo=None)
    assert parse_utc(times["ada"].strip()) == here  # by the function that nbgrader reads it with
    assert "collected (It was handed in as Homework (final).ipynb.)" in result.stdout


def test_moodle_without_folders(course, tmp_path, moodle):
    files = {"Ada Lovelace_4242_assignsubmission_file_01-toy.ipynb": "ada's",
             "Ada Lovelace_4242_assignsubmission_file_data_1.csv": "1"}  # fmt: skip
    collect(course, pack(tmp_path / "flat.zip", files), TOY, "--roster", moodle)
    found = handed_in(course, ("timestamp.txt",))
    assert found == {"ada@example.org/01-toy/01-toy.ipynb": "ada's",
                     "ada@example.org/01-toy/data_1.csv": "1"}  # fmt: skip


def test_without_a_roster_students_are_called_what_the_download_calls_them(course, tmp_path):
    files = {
        ADA: "1",
        LATE: "2",
        "anon_Ab3dE_9005_01-toy.ipynb": "3",
        "LATE_anon_Xy9_9006_01-toy.ipynb": "4",
        "Participant_77_assignsubmission_file_/01-toy.ipynb": "5",
        "Zoë de la Cruz_4260_assignsubmission_file/01-toy.ipynb": "6",
    }
    result = collect(course, pack(tmp_path / "all.zip", files), TOY)
    assert {name.split("/")[0]: text for name, text in handed_in(course).items()} == {
        "lovelaceada-1234": "1",
        "hopperbrewstermurraygrace-1240": "2",
        "anon_ab3de": "3",
        "anon_xy9": "4",
        "participant-77": "5",
        "zoë-de-la-cruz-4260": "6",
    }
    assert "Without a roster, students are named as the download names them" in result.stderr


def test_a_list_of_ones_own_maps_numbers_names_and_anonymous_numbers(course, tmp_path):
    roster = tmp_path / "class.csv"
    roster.write_text(
        "Student;Canvas ID;Moodle ID;Name\n"
        "ada;;;Ada Lovelace\n"
        "grace;1240;;\n"
        "maria;;;de la Cruz, María\n"
        "secret;anon_Ab3dE;;\n"
        "rósa;;Participant 4261;\n"
    )
    files = {
        ADA: "by her name",
        LATE: "by her number",
        "delacruzmaría_1250_9004_01-toy.ipynb": "by her name, sorted",
        "anon_Ab3dE_9005_01-toy.ipynb": "anonymous",
        "Rosa L_4261_assignsubmission_file/01-toy.ipynb": "by her number in Moodle",
        "Grace Hopper_4250_assignsubmission_file/01-toy.ipynb": "nobody's",
    }
    result = collect(course, pack(tmp_path / "all.zip", files), TOY, "--roster", roster)
    assert handed_in(course) == {
        "ada/01-toy/01-toy.ipynb": "by her name",
        "grace/01-toy/01-toy.ipynb": "by her number",
        "maria/01-toy/01-toy.ipynb": "by her name, sorted",
        "secret/01-toy/01-toy.ipynb": "anonymous",
        "rósa/01-toy/01-toy.ipynb": "by her number in Moodle",
    }
    assert left(result) == {
        "Grace Hopper_4250_assignsubmission_file/01-toy.ipynb": "class.csv has nobody with the "
        "number 4250 in Moodle, and among its students without a number none is called "
        "“Grace Hopper”."
    }


def test_two_of_one_name_are_told_apart_by_their_numbers_alone(course, tmp_path):
    roster = tmp_path / "class.csv"
    roster.write_text("student,canvas_id,name\none,,Ada Lovelace\ntwo,,Ada Lovelace\n")
    result = collect(course, pack(tmp_path / "a.zip", {ADA: "1"}), TOY, "--roster", roster)
    assert result.exit_code == 1
    assert "among its students without a number none is called “lovelaceada”" in result.output
    roster.write_text("student,canvas_id,name\none,,Ada Lovelace\ntwo,1234,Ada Lovelace\n")
    collect(course, tmp_path / "a.zip", TOY, "--roster", roster)
    assert set(handed_in(course)) == {"two/01-toy/01-toy.ipynb"}


def test_the_roster_in_its_usual_place_needs_not_be_named(course, tmp_path):
    course.gradebook.mkdir(exist_ok=True)
    (course.gradebook / "roster.csv").write_text(CANVAS)
    collect(course, pack(tmp_path / "a.zip", {ADA: "1"}), TOY)
    assert set(handed_in(course)) == {"ada/01-toy/01-toy.ipynb"}


def test_whoever_in_the_roster_handed_in_nothing_is_named(course, tmp_path, canvas):
    """Canvas's own test student is nobody's; an earlier download counts, too."""
    collect(course, pack(tmp_path / "one.zip", {LATE: "grace's"}), TOY, "--roster", canvas)
    many = [f"{number},p{number},Q" for number in range(3000, 3023)]
    roster = canvas.with_name("many.csv")
    roster.write_text("\n".join(["canvas_id,student,name", "1240,grace,G", "1234,ada,A", *many]))
    result = collect(course, pack(tmp_path / "two.zip", {ADA: "ada's"}), TOY, "--roster", roster)
    names = ", ".join(f"p{number}" for number in range(3000, 3020))
    assert f"Nothing handed in by 23 in many.csv: {names} and 3 more\n" in result.stderr
    result = collect(course, pack(tmp_path / "two.zip", {ADA: "ada's"}), TOY, "--roster", canvas)
    assert "Nothing handed in" not in result.stderr


def test_one_who_handed_in_nothing_is_named(course, tmp_path, canvas):
    result = collect(course, pack(tmp_path / "one.zip", {ADA: "ada's"}), TOY, "--roster", canvas)
    assert f"Nothing handed in by 1 in {canvas.name}: grace" in result.stderr


def test_what_is_nobodys_is_listed_and_left_where_it_was(course, tmp_path, canvas, moodle):
    folder = unpack(
        tmp_path / "submissions",
        {ADA: "1", "solutions.ipynb": "2", "unknown_99_1_01-toy.ipynb": "3", "__MACOSX/x": "4",
         "Team Blue_12_assignsubmission_file/01-toy.ipynb": "5"},
    )  # fmt: skip
    result = collect(course, folder, TOY, "--roster", canvas)
    assert result.exit_code == 0
    assert left(result) == {
        "solutions.ipynb": "Canvas and Moodle give no submission a name of this form.",
        "unknown_99_1_01-toy.ipynb": "grades.csv has nobody with the number 99 in Canvas, "
        "and among its students without a number none is called “unknown”.",
        "Team Blue_12_assignsubmission_file/01-toy.ipynb": "grades.csv has nobody with the number "
        "12 in Moodle, and among its students without a number none is called “Team Blue”.",
    }
    assert len([file for file in folder.rglob("*") if file.is_file()]) == 5
    assert set(handed_in(course)) == {"ada/01-toy/01-toy.ipynb"}
    wrong = {"Ada Lovelace_5000_assignsubmission_file/01-toy.ipynb": "1"}
    result = collect(course, pack(tmp_path / "b.zip", wrong), TOY, "--roster", moodle)
    assert "is it the worksheet of this assignment?" in result.stderr


def test_nbgraders_own_expression_serves_for_any_other_system(course, tmp_path):
    with (course.root / CONFIG).open("a") as file:
        file.write(
            r"c.FileNameCollectorPlugin.named_regexp = r'.*_(?P<student_id>\w+)_attempt_"
            r"(?P<timestamp>[0-9\-]+)_(?P<file_id>\w+)'"
        )
    name = "ps1_bitdiddle_attempt_2016-01-30-15-00-00_problem1.ipynb"  # nbgrader's own example
    result = collect(Course(course.root), pack(tmp_path / "a.zip", {name: "1", ADA: "2"}), TOY)
    assert handed_in(course) == {
        "bitdiddle/01-toy/01-toy.ipynb": "1",
        "bitdiddle/01-toy/timestamp.txt": "2016-01-30 15:00:00.000000 UTC\n",
    }
    assert list(left(result)) == [ADA]
    roster = tmp_path / "class.csv"
    roster.write_text("student,email\nben,bitdiddle\n")
    result = collect(Course(course.root), tmp_path / "a.zip", TOY, "--roster", roster)
    assert list(left(result).values())[-1] == "bitdiddle."
    assert not (course.submitted / "ben").exists()
    shutil.rmtree(course.submitted / "bitdiddle")
    collect(Course(course.root), tmp_path / "a.zip", TOY, "--roster", roster)
    assert handed_in(course)["ben/01-toy/01-toy.ipynb"] == "1"
    roster.write_text("student,email\nben,b@example.org\n")
    result = collect(Course(course.root), tmp_path / "a.zip", TOY, "--roster", roster)
    assert "class.csv has no student “bitdiddle”." in result.output


def test_the_clones_of_a_class_on_github_are_collected(course, tmp_path):
    clones = unpack(
        tmp_path / "cloned",
        {"hw3-ada-l/01-toy.ipynb": "1", "hw3-ada-l/README.md": "2", "hw3-ada-l/.git/config": "3",
         "hw3-ada-l/.github/workflows/a.yml": "4", "hw3-Ben7/01-toy/01-toy.ipynb": "5",
         "hw3-Ben7/01-toy/data/a.txt": "6", "hw30-cem/01-toy.ipynb": "7",
         "hw3-Ben7/hw3-ada-l/b.txt": "8"},
    )  # fmt: skip
    result = collect(course, clones, TOY, "--github", "hw3")
    assert result.exit_code == 0, result.output
    assert handed_in(course) == {
        "ada-l/01-toy/01-toy.ipynb": "1",
        "ada-l/01-toy/README.md": "2",
        "Ben7/01-toy/01-toy.ipynb": "5",
        "Ben7/01-toy/data/a.txt": "6",
        "Ben7/01-toy/hw3-ada-l/b.txt": "8",
    }
    assert list(left(result)) == ["hw30-cem/01-toy.ipynb"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lovelaceada_1234_5678_a_1_2_b.ipynb", ("1234", "lovelaceada", "a_1_2_b.ipynb", False)),
        ("o_brien_LATE_7_8_x.ipynb", ("7", "o_brien", "x.ipynb", True)),
        ("_7_8_x.ipynb", ("7", "", "x.ipynb", False)),
        ("李小龍_7_8_x.ipynb", ("7", "李小龍", "x.ipynb", False)),
        ("lovelaceada_1234_text.html", ("1234", "lovelaceada", "text.html", False)),
        ("top/sub/a_7_8_work/x.ipynb", ("7", "a", "work/x.ipynb", False)),
        ("A_B_7_assignsubmission_file/s/x.ipynb", ("7", "A B", "s/x.ipynb", False)),
        ("A_7_assignsubmission_file_", None),
        # what a student wrote looks like the platform's
        (
            "A_7_assignsubmission_file_B_9_assignsubmission_file_x.ipynb",
            ("7", "A", "B_9_assignsubmission_file_x.ipynb", False),
        ),
        (
            "A_7_assignsubmission_file/B_9_assignsubmission_file/x.ipynb",
            ("7", "A", "B_9_assignsubmission_file/x.ipynb", False),
        ),
        ("A_7_assignsubmission_file_b_9_1_x.ipynb", ("7", "A", "b_9_1_x.ipynb", False)),
        (
            "a_7_1_B_9_assignsubmission_file_x.ipynb",
            ("7", "a", "B_9_assignsubmission_file_x.ipynb", False),
        ),
        ("Default group_assignsubmission_file_B_9_assignsubmission_file_x.ipynb", None),
        ("Default group_assignsubmission_file/B_9_assignsubmission_file_x.ipynb", None),
        ("Default group_assignsubmission_file/x.ipynb", None),
        ("2024/notes.ipynb", None),
    ],
)
def test_what_a_name_says(name, said):
    origin = Collector().origin(PurePosixPath(name))
    if said is None:
        assert origin is None
    else:
        assert (origin.id, origin.name, str(origin.path), origin.late) == said


def test_a_name_chosen_by_a_student_takes_no_others_place(course, tmp_path):
    """In Moodle's form without folders, and in Canvas's where the roster has both numbers."""
    roster = tmp_path / "class.csv"
    roster.write_text("student,canvas_id,moodle_id\nada,1234,4242\ngrace,1240,4250\n")
    mark = "assignsubmission_file"
    flat = {
        f"Grace Hopper_4250_{mark}_01-toy.ipynb": "grace's",
        f"Ada Lovelace_4242_{mark}_Grace Hopper_4250_{mark}_01-toy.ipynb": "ada's",
        f"Ada Lovelace_4242_{mark}_Grace Hopper_4250_{mark}_data.csv": "ada's",
    }
    collect(course, pack(tmp_path / "flat.zip", flat), TOY, "--roster", roster)
    found = handed_in(course)
    assert {name.split("/")[0] for name, text in found.items() if text == "ada's"} == {"ada"}
    assert [name for name, text in found.items() if text == "grace's"] == [
        "grace/01-toy/01-toy.ipynb"
    ]
    both = {
        LATE: "grace's",
        f"lovelaceada_1234_9100_Grace Hopper_4250_{mark}_01-toy.ipynb": "ada's",
    }
    collect(course, pack(tmp_path / "both.zip", both), TOY, "--roster", roster, "--force")
    assert handed_in(course)["grace/01-toy/01-toy.ipynb"] == "grace's"


def test_a_name_that_means_two_students_is_left(course, tmp_path, canvas):
    """Canvas leaves a number at the end of a name, which is then followed by the real one."""
    files = {
        "lovelaceada_1240_1234_9001_01-toy.ipynb": "by ada, who calls herself “Ada_1240”",
        "hopper_1240_9003_03_notes.ipynb": "a file that begins with a number",
    }
    result = collect(course, pack(tmp_path / "a.zip", files), TOY, "--roster", canvas)
    assert left(result) == {
        "lovelaceada_1240_1234_9001_01-toy.ipynb": "Its name fits two students, "
        "number 1240 and number 1234: copy it into the right student's folder yourself."
    }
    assert list(handed_in(course)) == ["grace/01-toy/01-toy.ipynb"]


def test_a_record_in_a_submission_redirects_no_score(course, tmp_path):
    """It is a file like any other, whether it came in a zip or was put there by hand."""
    forged = json.dumps(
        {"system": "Canvas", "id": "1240", "source": "", "name": "", "attachment": 10**9,
         "written": "9999", "handed_in": None, "digest": "", "notes": [["not", "text"]]}
    )  # fmt: skip
    unpack(course.submitted / "ada" / TOY, {"01-toy.ipynb": "ada's", "collected.json": forged})
    row = Row("ada", {"double": 60.0})
    with pytest.raises(
        CourseError, match="No student can be identified in Canvas from the submissions alone"
    ):
        canvas_table(course, TOY, [row], [Task("double", 60, "", "")], None, None)
    files = {ADA: "ada's", "lovelaceada_1234_9002_collected.json": forged}
    collect(course, pack(tmp_path / "a.zip", files), TOY)
    student = "lovelaceada-1234"
    assert handed_in(course)[f"{student}/01-toy/collected.json"] == forged
    assert record(course, student).id == "1234"
    table = canvas_table(
        course, TOY, [replace(row, student=student)], [Task("double", 60, "", "")], None, None
    )
    assert [line[1] for line in table.lines[2:]] == ["1234"]


# ── which notebook ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "yes"),
    [
        ("01-toy", True), ("01-Toy", True), ("01-toy-1", True), ("01-toy-12", True),
        ("01-toy (1)", True), ("01-toy(2)", True), ("01-toy-Copy1", True), ("01-toy-1-2", True),
        ("01-toy - Copy (2)", True), ("01-toy2", False), ("01-toy-final", False), ("toy", False),
    ],
)  # fmt: skip
def test_names_that_an_lms_or_a_browser_makes_of_a_notebooks_name(name, yes):
    assert is_named(PurePosixPath(f"{name}.ipynb"), TOY) is yes


def notebook(toy: NotebookNode, *cells: int) -> str:
    toy.cells = [toy.cells[place] for place in cells]
    return nbformat.writes(toy)


@pytest.mark.parametrize(
    ("names", "chosen", "notes"),
    [
        (["01-toy-1.ipynb", "01-toy.ipynb"], "01-toy.ipynb",
         ["Not graded, but kept beside it: 01-toy-1.ipynb."]),  # handed in later
        (["01-toy.ipynb", "scratch.ipynb"], "01-toy.ipynb",
         ["Not graded, but kept beside it: scratch.ipynb."]),
        (["my work.ipynb"], "my work.ipynb", ["It was handed in as my work.ipynb."]),
        (["scratch.ipynb", "the cells of it.ipynb"], "the cells of it.ipynb",
         ["It was handed in as the cells of it.ipynb.",
          "Not graded, but kept beside it: scratch.ipynb."]),
        (["one.ipynb", "two.ipynb"], "", ["It is not clear which of its notebooks is meant."]),
        (["essay.pdf"], "", ["It holds no notebook."]),
    ],
)  # fmt: skip
def test_the_notebook_is_found_under_any_name_and_nothing_beside_it_is_lost(
    course, tmp_path, toy, names, chosen, notes
):
    text = notebook(toy, 0, 3, 4)
    files = {
        f"a_1_{number}_{name}": text if "cells" in name else name
        for number, name in enumerate(names)
    }
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert (record(course, "a-1").name, list(record(course, "a-1").notes)) == (chosen, notes)
    assert left(result) == {}
    found = handed_in(course)
    assert len(found) == len(names)
    if chosen:
        cells = nbformat.reads(text, as_version=4).cells
        expected = "".join(cell.source for cell in cells) if "cells" in chosen else chosen
        assert found["a-1/01-toy/01-toy.ipynb"] == expected
    else:
        assert set(found) == {f"a-1/01-toy/{name}" for name in names}
        assert notes[0] in result.stdout


def test_a_students_own_zip_is_opened_and_a_zip_in_it_is_a_file(course, tmp_path):
    inner = pack(tmp_path / "inner.zip", {"deep.ipynb": "x"}).read_bytes()
    own = pack(
        tmp_path / "own.zip",
        {"hw/01-toy.ipynb": "mine", "hw/data/d.csv": "1", "read.me": "2", "more.zip": inner,
         "hw/.ipynb_checkpoints/01-toy-checkpoint.ipynb": "old", "../out.txt": "no"},
    )  # fmt: skip
    files = {"a_1_5_work.zip": own.read_bytes()}
    result = collect(course, pack(tmp_path / "all.zip", files), TOY)
    assert set(handed_in(course)) == {
        f"a-1/01-toy/{name}" for name in ("01-toy.ipynb", "data/d.csv", "read.me", "more.zip")
    }
    assert handed_in(course)["a-1/01-toy/01-toy.ipynb"] == "mine"
    assert left(result) == {
        "a_1_5_work.zip/../out.txt": "Its path leads out of the folder of the download."
    }
    folder = unpack(tmp_path / "unpacked", files)
    collect(course, folder, TOY, "--force")
    assert handed_in(course)["a-1/01-toy/01-toy.ipynb"] == "mine"


def test_a_students_broken_zip_is_kept_as_it_is(course, tmp_path):
    result = collect(course, pack(tmp_path / "a.zip", {"a_1_5_work.zip": "no zip"}), TOY)
    assert left(result) == {"a_1_5_work.zip": "work.zip is not a zip file."}
    assert handed_in(course) == {"a-1/01-toy/work.zip": "no zip"}


@pytest.fixture
def two_assignments(course: Course, toy: NotebookNode) -> Course:
    for cell in toy.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.grade_id += "-too"
    place = course.solutions / "02-toy" / "02-toy.ipynb"
    place.parent.mkdir()
    nbformat.write(toy, place)
    return course


def test_the_assignment_is_told_by_names_then_by_cells(two_assignments, tmp_path, toy):
    course = two_assignments
    result = collect(course, pack(tmp_path / "a.zip", {"a_1_2_02-toy-1.ipynb": "x"}))
    assert "1 submission of 02-toy collected" in result.output
    result = collect(course, pack(tmp_path / "b.zip", {"b_2_3_mine.ipynb": nbformat.writes(toy)}))
    assert "1 submission of 02-toy collected" in result.output
    unknown = {"c_3_4_x.ipynb": "[" * 100_000, "c_3_5_y.ipynb": '{"cells": [{"metadata": 3}]}'}
    result = collect(course, pack(tmp_path / "c.zip", unknown))
    assert result.exit_code == 1
    assert "Which assignment are these submissions of? Name it: 01-toy and 02-toy." in result.output
    result = collect(course, tmp_path / "c.zip", "03-none")
    assert "There is no assignment “03-none”" in result.output


# ── again ─────────────────────────────────────────────────────────────────────────────────────

OLD, NEW = (2025, 1, 18, 9, 0, 0), (2025, 1, 19, 9, 0, 0)


def test_a_newer_attempt_takes_the_place_of_an_older_one_which_is_kept(course, tmp_path):
    again = "lovelaceada_1234_9100_01-toy-1.ipynb"
    first = pack(tmp_path / "first.zip", {ADA: "first"}, NEW)
    second = pack(tmp_path / "second.zip", {again: "second"}, OLD)  # Canvas's numbers say it
    assert collect(course, first, TOY).exit_code == 0
    result = collect(course, first, TOY)
    assert "lovelaceada-1234: collected before\n0 submissions" in result.stdout
    result = collect(course, second, TOY)
    aside = "gradebook/replaced/lovelaceada-1234/01-toy-1/"
    assert f"lovelaceada-1234: collected; the earlier one is in {aside}" in result.stdout
    assert handed_in(course) == {"lovelaceada-1234/01-toy/01-toy.ipynb": "second"}
    assert text_of(course.root / aside / "01-toy.ipynb") == "first"
    result = collect(course, first, TOY)
    assert (
        "not overwritten: the submission in its folder is as new or newer, from second.zip (--force"
        in result.stdout
    )
    assert handed_in(course) == {"lovelaceada-1234/01-toy/01-toy.ipynb": "second"}
    result = collect(course, first, TOY, "--force")
    assert handed_in(course) == {"lovelaceada-1234/01-toy/01-toy.ipynb": "first"}
    kept = sorted(map(text_of, course.gradebook.glob("replaced/*/*/01-toy.ipynb")))
    assert kept == ["first", "second"]


def test_the_times_of_moodles_worksheet_say_which_attempt_is_newer(course, tmp_path, moodle):
    name = "Ada Lovelace_4242_assignsubmission_file/01-toy.ipynb"
    place = "ada@example.org/01-toy/01-toy.ipynb"
    later = tmp_path / "later.csv"
    later.write_text(MOODLE.replace("14 January 2025, 3:04", "14 January 2025, 9:04"))
    first = pack(tmp_path / "first.zip", {name: "first"}, NEW)
    second = pack(tmp_path / "second.zip", {name: "second"}, OLD)
    collect(course, first, TOY, "--roster", moodle)
    collect(course, second, TOY, "--roster", later)
    assert handed_in(course)[place] == "second"
    collect(course, first, TOY, "--roster", moodle)
    assert handed_in(course)[place] == "second"


def test_several_downloads_in_a_folder_give_the_newest_of_each_student(course, tmp_path):
    folder = tmp_path / "downloads"
    folder.mkdir()
    ada = "Ada Lovelace_4242_assignsubmission_file/01-toy.ipynb"
    grace = "Grace Hopper_4250_assignsubmission_file/01-toy.ipynb"
    pack(folder / "a.zip", {ada: "new"}, NEW)
    pack(folder / "b.zip", {ada: "old", grace: "only"}, OLD)
    (folder / "c.zip").write_text("no zip at all")
    result = collect(course, folder, TOY)
    assert handed_in(course) == {
        "ada-lovelace-4242/01-toy/01-toy.ipynb": "new",
        "grace-hopper-4250/01-toy/01-toy.ipynb": "only",
    }
    assert left(result) == {
        "c.zip": "c.zip is not a zip file.",
        ada: "ada-lovelace-4242 has a newer attempt in a.zip.",
    }


def test_what_was_not_collected_is_not_overwritten_unless_told(course, tmp_path):
    mine = course.submitted / "lovelaceada-1234" / TOY
    unpack(mine, {"01-toy.ipynb": "put here by hand"})
    source = pack(tmp_path / "a.zip", {ADA: "collected"})
    result = collect(course, source, TOY)
    assert (
        "not overwritten: the submission in its folder was put there by hand (--force replaces it)"
        in result.stdout
    )
    assert text_of(mine / "01-toy.ipynb") == "put here by hand"
    collect(course, source, TOY, "--force")
    assert text_of(mine / "01-toy.ipynb") == "collected"
    aside = course.gradebook / "replaced" / "lovelaceada-1234" / "01-toy-1" / "01-toy.ipynb"
    assert text_of(aside) == "put here by hand"


def test_other_assignments_and_students_are_not_touched(course, tmp_path):
    others = {"ada-1/02-other/x": "1", "bob-2/01-toy/01-toy.ipynb": "2"}
    unpack(course.submitted, others)
    collect(course, pack(tmp_path / "a.zip", {"ada_1_2_01-toy.ipynb": "3"}), TOY)
    assert handed_in(course) == others | {"ada-1/01-toy/01-toy.ipynb": "3"}


# ── interrupted ───────────────────────────────────────────────────────────────────────────────

KILLED = """\
import os, signal, sys
from pathlib import Path
from classroom.course import Course
from classroom.lms import intake
from classroom.lms.collect import collect, plan

calls = 0

def dying(function, step):
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **options)
    return call

def collect_until(step, folder):
    os.rename = dying(os.rename, step)
    intake.copy_file = dying(intake.copy_file, step)
    intake.Record.write = dying(intake.Record.write, step)
    course = Course(folder)
    with plan(course, folder / "new.zip", "01-toy", None) as found:
        list(collect(course, found.assignment, found.attempts))

Course(Path(sys.argv[1])).directory  # nbgrader takes seconds to import: once will do
for step, folder in enumerate(sys.argv[1:], start=1):
    if not os.fork():
        collect_until(step, Path(folder))
        os._exit(0)
    _, status = os.wait()
    print(os.waitstatus_to_exitcode(status))
"""


def test_a_collect_killed_at_any_step_leaves_no_half_submission_and_the_next_does_the_rest(
    tmp_path,
):
    """Its steps: two files, the record, the old submission moved aside, the new one in place."""
    parts = ("01-toy.ipynb", "data.csv")
    old = {f"s_{n}_1_{name}": f"old {n}" for n in (1, 2) for name in parts}
    new = {f"s_{n}_9_{name}": f"new {n}" for n in (1, 2) for name in parts}
    courses = []
    for step in range(1, 11):
        (tmp_path / str(step)).mkdir()
        courses.append(make_course(tmp_path / str(step)))
        collect(courses[-1], pack(courses[-1].root / "old.zip", old, OLD), TOY)
        pack(courses[-1].root / "new.zip", new, NEW)
    folders = [str(course.root) for course in courses]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *folders], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(-signal.SIGKILL)] * 10
    for course in courses:
        for number in (1, 2):
            folder = course.submitted / f"s-{number}" / TOY
            files = {file.name: text_of(file) for file in folder.glob("*")}
            assert set(files) in (set(), {*parts})
            found = {files[name] for name in parts if files}
            assert found in ({f"old {number}"}, {f"new {number}"}, set())
            kept = course.gradebook.glob(f"replaced/s-{number}/*/01-toy.ipynb")
            assert f"old {number}" in found | {text_of(file) for file in kept}
        assert collect(course, course.root / "new.zip", TOY).exit_code == 0
        assert handed_in(course) == {
            f"s-{number}/01-toy/{name}": f"new {number}" for number in (1, 2) for name in parts
        }
        assert list((course.gradebook / "collecting").iterdir()) == []


def test_a_full_disk_is_a_sentence_and_leaves_nothing_half(course, tmp_path, monkeypatch):
    files = {f"s_{n}_1_01-toy.ipynb": str(n) for n in (1, 2, 3)}
    copy = intake.copy_file

    def full(member, place):
        if "s_2_" in str(member.path):
            copy(member, place)
            raise OSError(28, "No space left on device", str(place))
        return copy(member, place)

    monkeypatch.setattr(intake, "copy_file", full)
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert result.exit_code == 1
    assert "cannot be written: No space left on device. What was collected before is complete" in (
        result.stderr
    )
    assert handed_in(course) == {"s-1/01-toy/01-toy.ipynb": "1"}
    monkeypatch.undo()
    collect(course, tmp_path / "a.zip", TOY)
    assert len(handed_in(course)) == 3


def test_two_at_once_say_so(course, tmp_path):
    course.gradebook.mkdir(exist_ok=True)
    zipped = pack(tmp_path / "a.zip", {ADA: "1"})
    with FileLock(course.gradebook / "collecting.lock"):
        result = collect(course, zipped, TOY)
    assert result.exit_code == 1
    assert "Another `classroom collect` is running" in result.stderr
    assert collect(course, zipped, TOY).exit_code == 0


# ── what would be lost ────────────────────────────────────────────────────────────────────────


def damaged(place: Path) -> Path:
    """A zip whose notebook has another checksum than its bytes."""
    files = {ADA: "a notebook that is damaged", "lovelaceada_1234_9002_notes.txt": "notes"}
    data = pack(place, files, when=(2026, 1, 1, 9, 0, 0)).read_bytes()
    with zipfile.ZipFile(place) as archive:
        start = archive.getinfo(ADA).header_offset + 30 + len(ADA)
    place.write_bytes(data[: start + 3] + b"\0\0" + data[start + 5 :])
    return place


def test_a_damaged_notebook_takes_no_whole_ones_place(course, tmp_path, canvas):
    good = pack(tmp_path / "good.zip", {ADA: "good"})
    collect(course, good, TOY, "--roster", canvas)
    result = collect(course, damaged(tmp_path / "bad.zip"), TOY, "--roster", canvas)
    assert (
        "ada: not collected: its notebook is damaged; the earlier submission is kept"
        in result.stdout
    )
    assert "0 submissions" in result.stdout
    assert ADA in left(result)
    assert handed_in(course) == {"ada/01-toy/01-toy.ipynb": "good"}


def test_a_damaged_notebook_that_is_the_first_is_said(course, tmp_path, canvas):
    result = collect(course, damaged(tmp_path / "bad.zip"), TOY, "--roster", canvas)
    assert "ada: collected (Its notebook could not be collected. It is damaged in" in result.stdout
    assert handed_in(course) == {"ada/01-toy/notes.txt": "notes"}
    with pytest.raises(CourseError, match=r"^Its notebook could not be"):
        read_submission(course, TOY, "ada", instructor_notebook(course, TOY).master)
    good = pack(tmp_path / "older.zip", {ADA: "good"})
    assert "ada: collected; the earlier" in collect(course, good, TOY, "--roster", canvas).stdout
    assert handed_in(course) == {"ada/01-toy/01-toy.ipynb": "good"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "01-toy.ipynb is not a notebook: it is empty."),
        (b"\x89PNG\r\n", "01-toy.ipynb is not text, so it is not a notebook."),
        (b'{"cells": [{"cell_ty', "01-toy.ipynb is not a notebook: it is cut short or not JSON."),
        (b"[1, 2]", "01-toy.ipynb was not read: it holds JSON, but not a notebook."),
        (b"PK\x03\x04 renamed", "01-toy.ipynb is not a notebook: it is cut short or not JSON."),
    ],
)
def test_a_file_that_is_no_notebook_is_collected_and_named(course, tmp_path, canvas, content, why):
    files = {ADA: content, LATE: "grace's"}
    result = collect(course, pack(tmp_path / "all.zip", files), TOY, "--roster", canvas)
    assert result.exit_code == 0, result.output
    assert f"[1/2] ada: collected ({why})" in result.stdout
    assert record(course, "ada").notes == (why,)
    assert (course.submitted / "ada" / TOY / f"{TOY}.ipynb").read_bytes() == content


def test_only_what_was_kept_is_noted_as_kept(course, tmp_path, canvas):
    """Of two attempts in one download, only the newer is kept."""
    files = {ADA: "old", "lovelaceada_1234_9051_01-toy-1.ipynb": "new"}
    result = collect(course, pack(tmp_path / "two.zip", files), TOY, "--roster", canvas)
    assert handed_in(course)["ada/01-toy/01-toy.ipynb"] == "new"
    assert record(course, "ada").notes == ()
    assert ADA in left(result)


@pytest.mark.parametrize("said", ["2025年1月18日 09:00", "-"])
def test_a_time_of_the_worksheet_that_cannot_be_read_is_noted(course, tmp_path, moodle, said):
    moodle.write_text(MOODLE.replace("Tuesday, 14 January 2025, 3:04 PM", said))
    files = {"Ada Lovelace_4242_assignsubmission_file/01-toy.ipynb": "1"}
    collect(course, pack(tmp_path / "toy.zip", files), TOY, "--roster", moodle)
    notes = () if said == "-" else (f"The time of its submission cannot be read: “{said}”.",)
    assert record(course, "ada@example.org").notes == notes
    assert not (course.submitted / "ada@example.org" / TOY / "timestamp.txt").exists()


def test_a_student_who_was_collected_by_another_name_is_not_doubled(course, tmp_path, canvas):
    zipped = pack(tmp_path / "a.zip", {ADA: "1"})
    collect(course, zipped, TOY)
    result = collect(course, zipped, TOY, "--roster", canvas)
    assert list(left(result).values()) == ["lovelaceada-1234."]
    assert list(handed_in(course)) == ["lovelaceada-1234/01-toy/01-toy.ipynb"]
