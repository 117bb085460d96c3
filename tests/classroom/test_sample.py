import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from classroom.assignment.notebook import grade_id, read_notebook
from classroom.assignment.release import instructor_notebook, release
from classroom.cli import app
from classroom.course import Course, CourseError
from classroom.grading.gradebook import AssignmentGradebook
from classroom.lms.roster import is_sample, student_name
from classroom.sample import KINDS, expected_totals, only_samples, write_sample_class

TOY = "01-toy"


@pytest.fixture(scope="module")
def released(shared_course: Course) -> Course:
    release(shared_course, [TOY])
    return shared_course


def make(course: Course, count: int = len(KINDS), seed: int = 0) -> dict[str, str]:
    return write_sample_class(course, TOY, course.root / "tests" / "answers", count, seed)


def submissions(course: Course) -> dict[str, bytes]:
    files = course.submitted.glob(f"*/{TOY}/{TOY}.ipynb")
    return {file.parent.parent.name: file.read_bytes() for file in files}


def test_the_same_seed_makes_the_same_class_and_another_seed_another(released):
    make(released)
    first = submissions(released)
    make(released)
    assert submissions(released) == first
    make(released, seed=1)
    assert submissions(released) != first
    assert submissions(released).keys() == first.keys()


def test_every_kind_is_there_and_what_it_should_score_is_known(released):
    told = make(released)
    assert list(told) == [f"sample-{n:02d}" for n in range(1, len(KINDS) + 1)]
    expected = expected_totals(released, TOY)
    by_kind = {
        kind.__name__: expected.get(student) for kind, student in zip(KINDS, told, strict=True)
    }
    assert by_kind["perfect"] == 90
    assert by_kind["partly_wrong"] in (0, 30, 60)
    assert by_kind["untouched"] == 0
    assert by_kind["syntax_error"] in (30, 60)
    assert by_kind["raising_cell"] in (30, 60)
    assert by_kind["deleted_test"] == 90
    assert by_kind["copied_cell"] == 90
    assert by_kind["cut_short"] is None
    untouched = list(told)[[kind.__name__ for kind in KINDS].index("untouched")]
    assert submissions(released)[untouched] == released.exercise(TOY).read_bytes()
    copied = list(told)[[kind.__name__ for kind in KINDS].index("copied_cell")]
    ids = [grade_id(cell) for cell in read_notebook(notebook_of(released, copied)).cells]
    assert max(ids.count(name) for name in ("double", "last")) == 2


def notebook_of(course: Course, student: str) -> Path:
    return course.submitted / student / TOY / f"{TOY}.ipynb"


def test_a_smaller_class_takes_the_place_of_a_larger_one_and_touches_no_one_else(released):
    real = notebook_of(released, "real-student")
    real.parent.mkdir(parents=True)
    real.write_text("mine")
    make(released, 12)
    make(released, 3)
    assert sorted(submissions(released)) == ["real-student", "sample-01", "sample-02", "sample-03"]
    assert real.read_text() == "mine"
    assert {folder.name for folder in released.submitted.iterdir()} == set(submissions(released))


def test_a_submission_that_only_looks_like_a_sample_is_left_alone(released):
    make(released, 3)
    real = notebook_of(released, "sample-77")
    real.parent.mkdir(parents=True)
    real.write_text("mine")
    before = submissions(released)
    with pytest.raises(CourseError, match="was not made by `classroom sample`"):
        make(released, 3)
    assert submissions(released) == before
    real.unlink()
    real.parent.rmdir()


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("last.py", None, "no right answer to “last”"),
        ("last.py", "# %% right: one\nlast = 1\n", "no wrong answer to “last”"),
        (
            "more.py",
            "# %% right: one\nmore = 1\n",
            "answers to “more”, but 01-toy has no such task",
        ),
    ],
)
def test_a_bank_that_does_not_fit_the_assignment_is_refused(course, file, text, says):
    release(course, [TOY])
    bank = course.root / "tests" / "answers" / TOY / file
    bank.unlink(missing_ok=True)
    if text is not None:
        bank.write_text(text)
    with pytest.raises(CourseError, match=says):
        make(course)
    assert submissions(course) == {}


def test_what_is_not_released_has_no_sample(course):
    with pytest.raises(CourseError, match="not released yet"):
        make(course)


def test_the_record_says_who_was_made(released):
    make(released, 2, seed=5)
    record = json.loads((released.gradebook / "sample" / f"{TOY}.json").read_text())
    assert record["seed"] == 5
    assert record["students"] == ["sample-01", "sample-02"]


# ── apart from the real class ─────────────────────────────────────────────────────────────────


def test_the_sample_class_can_be_removed_and_nothing_else_goes(course):
    release(course, [TOY])
    make(course, 3)
    real = notebook_of(course, "ada")
    real.parent.mkdir(parents=True)
    real.write_text("mine")
    remove = ["sample", "--remove", "--course", str(course.root)]
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        for student in ("ada", "sample-01"):
            book.submission(student, None)
        book.gradebook.db.commit()
    assert CliRunner().invoke(app, remove).output == f"{TOY}: 3 sample submissions removed\n"
    assert {folder.name for folder in course.submitted.iterdir()} == {"ada"}
    assert real.read_text() == "mine"
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        assert [student.id for student in book.gradebook.students] == ["ada"]
    assert not (course.gradebook / "sample").exists()
    assert CliRunner().invoke(app, remove).output == f"{TOY}: no sample\n"


def test_the_sample_class_of_an_assignment_that_is_gone_can_be_removed(course):
    release(course, [TOY])
    make(course, 3)
    shutil.rmtree(course.solution(TOY).parent)
    remove = ["sample", "--remove", "--course", str(course.root)]
    assert f"{TOY}: 3 sample submissions removed\n" in CliRunner().invoke(app, remove).output
    assert not list(course.submitted.iterdir())


@pytest.mark.parametrize("name", ["sample-01", "Sample-4299", "sample-123"])
def test_no_real_student_can_have_the_name_of_a_sample(name):
    assert is_sample(name)
    with pytest.raises(CourseError, match="is reserved for the sample class"):
        student_name(name)


@pytest.mark.parametrize("name", ["sample-1", "sample", "my-sample-01", "sample-01b", "ada"])
def test_a_name_that_is_none_of_a_sample_is_a_students(name):
    assert not is_sample(name)
    assert student_name(name) == name


def test_each_sample_has_the_weights_of_the_instructor(released):
    weights = released.solution(TOY).with_name("my_gpt.npz")
    weights.write_bytes(b"weights")
    made = list(make(released, 3))
    for student in made:
        assert notebook_of(released, student).with_name("my_gpt.npz").read_bytes() == b"weights"
    assert only_samples(released, TOY, made)
    weights.unlink()


def test_samples_are_known_by_their_bytes_and_not_by_their_names(released):
    made = list(make(released, 3))
    assert only_samples(released, TOY, made)
    assert not only_samples(released, TOY, [])
    assert not only_samples(released, TOY, [*made, "sample-04"])
    file = notebook_of(released, "sample-02")
    original = file.read_bytes()
    file.write_bytes(original + b" ")
    assert only_samples(released, TOY, ["sample-01", "sample-03"])
    assert not only_samples(released, TOY, made)
    file.write_bytes(original)
    beside = file.with_name("helpers.py")
    beside.write_text("print('run me')")
    assert not only_samples(released, TOY, made)
    beside.unlink()
    other = notebook_of(released, "sample-04")
    other.parent.mkdir(parents=True)
    other.write_bytes(original)  # a copy of another's is no sample
    assert not only_samples(released, TOY, ["sample-04"])
    shutil.rmtree(other.parent.parent)


def test_the_same_class_made_again_stays_as_it_is(released):
    def times() -> list[int]:
        return [
            notebook_of(released, student).stat().st_mtime_ns
            for student in ("sample-01", "sample-02")
        ]

    make(released, 2, seed=5)
    before = times()
    assert list(make(released, 2, seed=5)) == ["sample-01", "sample-02"]
    assert times() == before
    notebook_of(released, "sample-01").write_text("{}")
    make(released, 2, seed=5)
    assert all(now > then for now, then in zip(times(), before, strict=True))
