"""Feedback goes back to all students of Canvas or Moodle, in the one zip that each takes."""

import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from tests.classroom.conftest import TOY
from tests.classroom.lms.downloads import ADA, LATE, collect, pack, record
from typer.testing import CliRunner, Result

from classroom.assignment.notebook import grade_id, read_notebook
from classroom.cli import app
from classroom.course import Course, CourseError
from classroom.grading.collection_record import Record, record_file
from classroom.lms.feedback_zip import given_names, write_zip
from classroom.lms.roster import System
from classroom.sandbox.bubblewrap import why_no_sandbox

ZIPPED = "noetheremmy_1250_9007_homework.zip"
FOLDER = "Ada Lovelace_4242_assignsubmission_file"
PAGE = "<!DOCTYPE html><title>Zoë</title><p>72 of 100</p>"


def inner(name: str = "01-toy.ipynb") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(name, nbformat.writes(nbformat.v4.new_notebook()))
    return data.getvalue()


def zipped_feedback(course: Course, system: System) -> dict[str, bytes]:
    """The files of the zip for a class in which each student has a page of their own."""
    students = sorted(folder.parent.name for folder in course.submitted.glob(f"*/{TOY}/"))
    names = given_names(course, TOY, students, system)
    pages = {}
    for student, name in names.items():
        pages[name] = course.feedback_page(student, TOY)
        pages[name].parent.mkdir(parents=True, exist_ok=True)
        pages[name].write_text(f"{PAGE}{student}", encoding="utf-8")
    place = course.gradebook / "feedback.zip"
    write_zip(place, TOY, system, pages)
    return unpacked(place)


def unpacked(place: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(place) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# ── as each system reads it ───────────────────────────────────────────────────────────────────


def found_by_canvas(name: str) -> tuple[str, str] | None:
    """The user and the file that a name means, as `infer_comment_context_from_filename` says it."""
    parts = [part for part in name.rpartition("/")[2].split("_") if part != "LATE"]
    if parts[0] == "anon":
        user, file = parts[1:3]
    else:
        user, file = [part for part in parts if re.fullmatch(r"\d+", part)][:2]
    return None if parts[-1].startswith("link") else (user, file)


def found_by_moodle(path: str, version: tuple[int, int]) -> tuple[int, str, str, str] | None:
    """The participant, the plugin and the file's path, as `is_valid_filename_for_import` says it.

    Before version 4.1, a folder's name had to have five parts.
    """
    parts = path.split("/")
    if parts[-1][0] in ".~":
        return None
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) < (4 if version >= (4, 1) else 5) or not info[1].isdecimal():
            continue
        return int(info[1]), info[2], info[3], "/".join([*info[4:], *parts])
    return None


def test_canvas_finds_each_students_own_file(course, tmp_path):
    files = {
        ADA: "ada's",
        "lovelaceada_1234_9002_data.csv": "1,2",
        LATE: "grace's",
        ZIPPED: inner(),
        "LATE_anon_Xy9_9006_01-toy.ipynb": "nobody knows whose",
    }
    collect(course, pack(tmp_path / "submissions.zip", files), TOY)
    found = zipped_feedback(course, System.canvas)
    assert set(found) == {ADA, LATE, ZIPPED, "LATE_anon_Xy9_9006_01-toy.ipynb"}
    assert {found_by_canvas(name) for name in found} == {
        ("1234", "9001"), ("1240", "9003"), ("1250", "9007"), ("Xy9", "9006"),
    }  # fmt: skip


def test_what_canvas_calls_by_the_students_file_name_opens_as_such_a_file(course, tmp_path):
    collect(course, pack(tmp_path / "all.zip", {ADA: "ada's", ZIPPED: inner()}), TOY)
    found = zipped_feedback(course, System.canvas)
    notebook = nbformat.reads(found[ADA].decode(), as_version=4)
    nbformat.validate(notebook)
    (output,) = notebook.cells[-1].outputs
    assert output.data["text/html"] == f"{PAGE}lovelaceada-1234"
    place = tmp_path / "returned.zip"
    place.write_bytes(found[ZIPPED])
    assert unpacked(place) == {f"{TOY}.html": f"{PAGE}noetheremmy-1250".encode()}


def test_a_students_zip_that_a_browser_unpacked_is_given_back_as_a_zip(course, tmp_path):
    folder = tmp_path / "submissions" / ZIPPED.removesuffix(".zip")
    folder.mkdir(parents=True)
    (folder / "01-toy.ipynb").write_text(nbformat.writes(nbformat.v4.new_notebook()))
    collect(course, tmp_path / "submissions", TOY)
    assert set(zipped_feedback(course, System.canvas)) == {ZIPPED}


def test_canvas_gives_no_file_back_for_a_text_that_was_typed_there(course, tmp_path):
    files = {ADA: "ada's", "hoppergrace_1240_text.html": "<p>"}
    collect(course, pack(tmp_path / "all.zip", files), TOY)
    assert given(course, "hoppergrace-1240") == ""
    assert set(zipped_feedback(course, System.canvas)) == {ADA}


@pytest.mark.parametrize(
    "file", [f"{FOLDER}/01-toy.ipynb", f"{FOLDER}_/sub/01-toy.ipynb", f"{FOLDER}_01-toy.ipynb"]
)
def test_moodle_finds_each_student_whatever_its_version(course, tmp_path, file):
    files = {
        file: "ada's",
        "Ada Lovelace_4242_assignsubmission_onlinetext/onlinetext.html": "<p>",
        "Participant_77_assignsubmission_file/01-toy.ipynb": "nobody knows whose",
    }
    collect(course, pack(tmp_path / "toy.zip", files), TOY)
    found = zipped_feedback(course, System.moodle)
    assert found == {
        f"{FOLDER}_/{TOY}.html": f"{PAGE}ada-lovelace-4242".encode(),
        f"Participant_77_assignsubmission_file_/{TOY}.html": f"{PAGE}participant-77".encode(),
    }
    for version in ((3, 1), (5, 0)):
        assert [found_by_moodle(name, version) for name in found] == [
            (4242, "assignsubmission", "file", f"/{TOY}.html"),
            (77, "assignsubmission", "file", f"/{TOY}.html"),
        ]


# ── the names that are kept ───────────────────────────────────────────────────────────────────


def given(course: Course, student: str = "lovelaceada-1234") -> str:
    return record(course, student).given


def test_a_newer_attempt_is_given_back_under_its_own_name(course, tmp_path):
    newer = ADA.replace("9001", "9011").replace(".ipynb", "-1.ipynb")
    collect(course, pack(tmp_path / "one.zip", {ADA: "first"}), TOY)
    collect(course, pack(tmp_path / "two.zip", {newer: "second"}), TOY)
    collect(course, pack(tmp_path / "one.zip", {ADA: "first"}), TOY)
    assert given(course) == newer


@pytest.mark.parametrize("damaged", [False, True])
def test_a_newer_name_is_kept_though_the_files_are_not_collected_again(course, tmp_path, damaged):
    """Canvas knows the newest attempt alone: one with the same files, or one that is damaged."""
    newer = ADA.replace("9001", "9011")
    collect(course, pack(tmp_path / "one.zip", {ADA: "first"}), TOY)
    before = record(course, "lovelaceada-1234")
    second = pack(tmp_path / "two.zip", {newer: "first"})
    if damaged:
        data = second.read_bytes()
        start = 30 + len(newer) + 3
        second.write_bytes(data[:start] + b"\0\0" + data[start + 2 :])
    result = collect(course, second, TOY)
    assert ("its notebook is damaged" in result.stdout) == damaged
    assert "0 submissions of 01-toy collected" in result.stdout
    assert record(course, "lovelaceada-1234") == replace(before, given=newer)


def test_collecting_again_adds_the_names_to_records_that_lack_them(course, tmp_path):
    """Classes that were collected before names were kept lose nothing."""
    download = pack(tmp_path / "one.zip", {ADA: "first", LATE: "second"})
    collect(course, download, TOY)
    before = record(course, "lovelaceada-1234")
    place = record_file(course, "lovelaceada-1234", TOY)
    kept = json.loads(place.read_text(encoding="utf-8"))
    assert kept.pop("given") == ADA
    place.write_text(json.dumps(kept), encoding="utf-8")
    assert record(course, "lovelaceada-1234") == replace(before, given="")
    with pytest.raises(CourseError):
        given_names(course, TOY, ["lovelaceada-1234"], System.canvas)
    assert "[2/2] lovelaceada-1234: collected before" in collect(course, download, TOY).stdout
    assert record(course, "lovelaceada-1234") == before


def test_a_class_from_elsewhere_is_told_what_to_do(course, tmp_path):
    collect(course, pack(tmp_path / "one.zip", {ADA: "first"}), TOY)
    with pytest.raises(CourseError) as refused:
        given_names(course, TOY, ["lovelaceada-1234", "by-hand"], System.moodle)
    assert "No submission to 01-toy is known to come from Moodle" in str(refused.value)
    assert "run `classroom collect DOWNLOAD 01-toy`" in str(refused.value)


def test_a_zip_that_cannot_be_written_leaves_the_one_before(course, tmp_path):
    collect(course, pack(tmp_path / "one.zip", {ADA: "first"}), TOY)
    before = zipped_feedback(course, System.canvas)
    place = course.gradebook / "feedback.zip"
    with pytest.raises(CourseError, match=r"feedback\.zip cannot be written: No such file"):
        write_zip(place, TOY, System.canvas, {ADA: tmp_path / "gone.html"})
    assert unpacked(place) == before
    assert not place.with_name("feedback.zip.half").exists()


# ── the command ───────────────────────────────────────────────────────────────────────────────


def run(course: Course, *words: str) -> Result:
    return CliRunner().invoke(app, [*words, "--course", str(course.root)])


def answered(course: Course, double: str, why: str = "") -> bytes:
    notebook = read_notebook(course.exercise(TOY))
    written = next(cell for cell in notebook.cells if grade_id(cell) == "why")
    written.source = why or written.source
    notebook.cells[3].source = f"def double(x): return {double}"
    return nbformat.writes(notebook).encode()


@pytest.mark.system
@pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
@pytest.mark.parametrize("system", list(System)[:2])
def test_what_was_collected_and_graded_goes_back_to_whoever_handed_it_in(course, tmp_path, system):
    assert run(course, "release").exit_code == 0
    names = {
        System.canvas: (ADA, LATE, ADA.replace("1234_9001", "1251_9008")),
        System.moodle: tuple(
            f"{name}_assignsubmission_file/01-toy.ipynb"
            for name in ("Ada Lovelace_4242", "Grace Hopper_4250", "Ada Lovelace_4251")
        ),
    }[system]
    contents = (answered(course, "2 * x", why="It is."), answered(course, "x * x"), b"{")
    collect(course, pack(tmp_path / "all.zip", dict(zip(names, contents, strict=True))), TOY)
    (course.submitted / "by-hand" / TOY).mkdir(parents=True)
    (course.submitted / "by-hand" / TOY / f"{TOY}.ipynb").write_bytes(answered(course, "x"))
    assert run(course, "grade", TOY).exit_code == 0
    done = run(course, "feedback", TOY, "--for", system.name)
    assert done.exit_code == 0, done.output
    place = course.gradebook / f"{TOY}-feedback-{system.name}.zip"
    assert f"2 pages in gradebook/{place.name}\n" in done.stdout
    assert f"Not in the zip, because not collected from {system}: by-hand." in done.stderr
    assert "Do not upload it yet: 1 written answer must still be read" in done.stderr
    found = unpacked(place)
    texts = {name: data.decode() for name, data in found.items()}
    if system is System.canvas:
        assert set(texts) == {ADA, LATE}
        ada, grace = texts[ADA], texts[LATE]
    else:
        ada, grace = (texts[f"{name.split('/')[0]}_/{TOY}.html"] for name in names[:2])
        assert len(texts) == 2
        written = {page.read_text("utf-8") for page in course.feedback.glob(f"*/{TOY}/*.html")}
        assert {ada, grace} < written
    assert "60 of 60: Right." in ada
    assert "30 of 60: That is square." in grace
    assert Record.read(course, "by-hand", TOY) is None
    assert run(course, "grade", TOY, "--again", "--student", "by-hand").exit_code == 0
    assert not place.exists()  # a page in it may be outdated


def test_nothing_is_written_where_no_name_is_known(course, monkeypatch):
    monkeypatch.setattr("classroom.cli.class_rows", lambda *_, **__: ([], []))
    course.gradebook.mkdir(exist_ok=True)
    done = run(course, "feedback", TOY, "--for", "canvas")
    assert done.exit_code == 1
    assert "is known to come from Canvas" in done.stderr
    assert not list(course.gradebook.glob("*.zip"))
