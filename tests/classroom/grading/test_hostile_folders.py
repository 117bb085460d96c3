"""No folder that a student hands in ends a run, reaches another file, or takes much to read."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.classroom.conftest import TOY, make_course
from tests.classroom.measured import run
from tests.classroom.toy_class import grade, hand_in, rows

from classroom.assignment.release import release
from classroom.course import Course
from classroom.grading.grade import Grader
from classroom.grading.staleness import content_of
from classroom.grading.submission_files import LARGEST_FILE, handed_in_at
from classroom.pages.anonymous_names import file_names
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = pytest.mark.system  # a class is graded again and again

SECRET = "5eed" * 10


def deep(folder: Path) -> None:
    """Far too deep for a function that calls itself, and for a path of 4,096 bytes."""
    here = os.getcwd()
    os.chdir(folder)
    for _ in range(2_200):
        os.mkdir("d")
        os.chdir("d")
    Path("x.txt").write_text("x")
    os.chdir(here)


def link_as_time(folder: Path) -> None:
    (folder / "timestamp.txt").symlink_to(folder.parents[2] / "hidden-tests.key")


def pipe_as_time(folder: Path) -> None:
    os.mkfifo(folder / "timestamp.txt")


def sparse(folder: Path) -> None:
    for name in ("a.bin", "b.bin"):
        with (folder / name).open("wb") as file:
            file.truncate(1_200_000_000)


HOSTILE = {"deep": deep, "link": link_as_time, "pipe": pipe_as_time, "sparse": sparse}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = make_course(tmp_path_factory.mktemp("course"))
    release(course, [TOY])
    course.gradebook.mkdir(exist_ok=True)
    (course.gradebook / "hidden-tests.key").write_text(SECRET * 2)
    for student in ("ada", *HOSTILE, "zoe"):
        hand_in(course, student, {})
    for student, make in HOSTILE.items():
        make(course.submitted / student / TOY)
    yield course
    subprocess.run(["rm", "-rf", str(course.submitted / "deep")], check=True)


@pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
def test_a_class_with_hostile_folders_is_graded(course):
    result = grade(course)
    assert result.exit_code == 0, result.output
    found = rows(course)
    statuses = {student: row.status for student, row in found.items()}
    assert statuses == dict.fromkeys(found, "graded") | {"deep": "needs a person"}
    assert found["ada"].total == found["zoe"].total == found["sparse"].total == 90
    assert "20" in str(found["deep"].reason)
    assert SECRET[:8] not in str(found)


@pytest.mark.parametrize("student", ["link", "pipe"])
def test_a_time_is_read_of_a_plain_file_only(course, student):
    time, notes = handed_in_at(course.submitted / student / TOY)
    assert time is None
    assert len(notes) == 1
    assert SECRET[:8] not in notes[0]


def test_only_the_beginning_of_a_time_is_read(tmp_path):
    (tmp_path / "timestamp.txt").write_text("2031-01-02 12:00:00 UTC" + " " * 10**6 + "x")
    time, notes = handed_in_at(tmp_path)
    assert time is None
    assert len(notes) == 1


def test_files_are_named_up_to_the_depth_that_is_read(course):
    names = file_names(course, TOY, ["deep", "link"])
    assert f"{TOY}.ipynb" in names
    assert not any("x.txt" in name for name in names)


def test_what_is_too_large_to_be_read_is_not_hashed(course):
    sizes = [len(data) for _, data in content_of(course.submitted / "sparse" / TOY)]
    assert sum(sizes) < LARGEST_FILE
    again = content_of(course.submitted / "ada" / TOY)
    assert [name for name, _ in again] == [f"{TOY}.ipynb"]


def fails_as(error: Exception) -> Callable:
    def fail(*_: object) -> None:
        raise error

    return fail


@pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
@pytest.mark.parametrize("step", ["dependency_hashes", "prepare"])
@pytest.mark.parametrize(
    "error",
    [RecursionError(), ValueError("x"), MemoryError()],
)
def test_whatever_reading_one_folder_raises_the_others_are_graded(
    tmp_path, monkeypatch, step, error
):
    course = make_course(tmp_path)
    release(course, [TOY])
    for student in ("ada", "bob"):
        hand_in(course, student, {})
    real_hashes, real_prepare = Grader.hashes_of, Grader.prepare

    def hashes_of(self: Grader, folder: Path) -> object:
        if step == "dependency_hashes" and folder.parent.name == "ada":
            raise error
        return real_hashes(self, folder)

    def prepare(self: Grader, student: str, hashes: dict) -> object:
        if step == "prepare" and student == "ada":
            raise error
        return real_prepare(self, student, hashes)

    monkeypatch.setattr(Grader, "hashes_of", hashes_of)
    monkeypatch.setattr(Grader, "prepare", prepare)
    result = grade(course)
    assert result.exit_code == 0, result.output
    found = rows(course)
    assert found["ada"].status == "needs a person"
    assert found["bob"].total == 90


def test_report_without_names_is_written(course):
    assert run(course, "report", TOY, "--without-names").memory < 1e9
