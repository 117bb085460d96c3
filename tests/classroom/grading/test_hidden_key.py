"""The key of a course's hidden tests: made once, read by nobody else, and the same at a regrade."""

import shutil
import stat
from pathlib import Path

import pytest
from tests.classroom.conftest import TOY, make_course
from tests.classroom.toy_class import DOUBLE, TEST_DOUBLE, grade, hand_in, rows, steps, totals

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import release
from classroom.course import Course, CourseError
from classroom.grading.hidden_key import FILE, hidden_key
from classroom.sandbox.bubblewrap import why_no_sandbox

needs_a_sandbox = pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
# The toy's check asks for `seed + 3`. Whoever knows the hidden seed of the notebook needs no more.
KNOWS_THE_SEED = "def double(x): return {3: 6, 5: 10, 987654324: 1975308648}.get(x, 0)"


@pytest.fixture(scope="module")
def class_folder(tmp_path_factory) -> Path:
    course = make_course(tmp_path_factory.mktemp("course"))
    release(course, [TOY])
    hand_in(course, "ada", {})
    hand_in(course, "eve", {DOUBLE: KNOWS_THE_SEED})
    return course.root


@pytest.fixture
def course(class_folder: Path, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(class_folder, tmp_path / "course")))


@pytest.mark.system
@needs_a_sandbox
def test_a_class_is_graded_on_cases_that_nobody_can_know(course):
    assert grade(course).exit_code == 0
    assert totals(course) == {"ada": 90, "eve": 30}
    key = (course.gradebook / FILE).read_text()
    assert steps(grade(course)) == dict.fromkeys(("ada", "eve"), "up to date")
    assert grade(course, "--again").exit_code == 0
    assert (course.gradebook / FILE).read_text() == key
    assert all(row.changes == () for row in rows(course).values())
    written = [file for file in course.gradebook.rglob("*") if file.is_file() and file.name != FILE]
    assert not [file for file in written if key.encode() in file.read_bytes()]
    ran = read_notebook(course.autograded / "ada" / TOY / f"{TOY}.ipynb")
    assert "seed=987654321" in ran.cells[TEST_DOUBLE].source


@pytest.mark.system
@needs_a_sandbox
def test_no_sandbox_shows_the_key(course):
    place = course.gradebook / FILE
    hidden_key(course, TOY)
    look = f"print(open({str(place)!r}).read())"
    hand_in(course, "eve", {DOUBLE: f"def double(x): return 2 * x\n{look}"})
    assert grade(course, "--student", "eve").exit_code == 0
    ran = read_notebook(course.autograded / "eve" / TOY / f"{TOY}.ipynb")
    assert ran.cells[DOUBLE].outputs[-1].ename == "FileNotFoundError"


@pytest.mark.system
@needs_a_sandbox
def test_a_new_key_makes_all_scores_of_hidden_tests_stale(course):
    assert grade(course).exit_code == 0
    (course.gradebook / FILE).unlink()
    assert steps(grade(course)) == dict.fromkeys(("ada", "eve"), "graded")


def test_a_key_is_long_its_owners_alone_and_another_for_each_assignment(course):
    key = hidden_key(course, TOY)
    assert len(key) == 32
    assert stat.S_IMODE((course.gradebook / FILE).stat().st_mode) == 0o600
    assert hidden_key(course, TOY) == key
    assert hidden_key(course, "02-toy") != key
    other = Course(course.root / "other")
    shutil.copytree(course.root, other.root, ignore=shutil.ignore_patterns(FILE, "other"))
    assert hidden_key(other, TOY) != key


@pytest.mark.parametrize("text", ["", "abc", "no hexadecimal number", "00" * 15])
def test_a_damaged_key_is_no_key(course, text):
    course.gradebook.mkdir(exist_ok=True)
    (course.gradebook / FILE).write_text(text)
    with pytest.raises(CourseError, match=r"is damaged\. Put it back from a backup, or delete it"):
        hidden_key(course, TOY)
