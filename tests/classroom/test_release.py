import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.course import Course, CourseError
from classroom.notebook import read_notebook
from classroom.release import release, stale

TOY = "01-toy"


def rewrite(course: Course, assignment: str, old: str, new: str) -> None:
    file = course.solution(assignment)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def copy_assignment(course: Course, name: str) -> None:
    course.solution(name).parent.mkdir()
    course.solution(name).write_bytes(course.solution(TOY).read_bytes())


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_releasing_again_changes_no_byte(course):
    assert release(course, [TOY]) == [TOY]
    before = contents(course.exercises)
    assert list(before) == [course.exercise(TOY)]
    assert stale(course, [TOY]) == []
    assert release(course, [TOY]) == []
    assert contents(course.exercises) == before


def test_who_saved_the_solutions_where_leaves_no_trace(course):
    release(course, [TOY])
    before = course.exercise(TOY).read_bytes()
    notebook = json.loads(course.solution(TOY).read_text(encoding="utf-8"))
    notebook["metadata"]["kernelspec"] |= {"display_name": "another", "name": "another"}
    notebook["metadata"]["language_info"]["version"] = "3.14.9"
    notebook["metadata"]["widgets"] = {"state": 1}
    notebook["cells"][0]["metadata"]["collapsed"] = True
    course.solution(TOY).write_text(json.dumps(notebook), encoding="utf-8")
    assert release(course, [TOY]) == []
    assert course.exercise(TOY).read_bytes() == before


def test_students_get_stubs_and_tests_but_no_solution_and_nothing_hidden(course, toy):
    release(course, [TOY])
    text = course.exercise(TOY).read_text(encoding="utf-8")
    for secret in ("return x + x", "values[-1]\n", "987654321", "Because.", "HIDDEN", "SOLUTION"):
        assert any(secret.strip() in cell.source for cell in toy.cells)
        leaked = [cell.source for cell in read_notebook(course.exercise(TOY)).cells[2:]]
        assert not any(secret.strip() in source for source in leaked)
    assert "987654321" not in text
    setup, _, double, test, *_ = read_notebook(course.exercise(TOY)).cells[1:]
    assert setup.metadata.tags == ["setup"]
    assert setup.metadata.nbgrader.locked
    assert not setup.metadata.editable
    assert "# YOUR CODE HERE\n    raise NotImplementedError()" in double.source
    assert test.source == "score = checks.double(double, points=60)\nscore"


def test_a_fault_in_one_assignment_leaves_all_exercises_as_they_were(course):
    copy_assignment(course, "02-toy")
    release(course, course.assignments())
    before = contents(course.exercises)
    rewrite(course, TOY, "Double it.", "Double it, please.")
    rewrite(course, "02-toy", "points=60)", "points=61)")
    with pytest.raises(CourseError, match=r"02-toy\.ipynb: cell 5 .*points=61") as error:
        release(course, course.assignments())
    assert "metadata says 60" in str(error.value)
    assert contents(course.exercises) == before
    assert [path.name for path in course.gradebook.iterdir()] == []


def test_check_tells_what_is_out_of_date_and_writes_nothing(course):
    copy_assignment(course, "02-toy")
    release(course, course.assignments())
    before = contents(course.exercises)
    rewrite(course, "02-toy", "Double it.", "Double it, please.")
    assert stale(course, course.assignments()) == ["02-toy"]
    assert contents(course.exercises) == before


def test_a_file_that_would_be_handed_out_by_accident_is_refused(course):
    (course.solutions / TOY / "answers.txt").write_text("42")
    with pytest.raises(CourseError, match=r"holds answers\.txt"):
        release(course, [TOY])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it is empty"),
        ("{", "cut short"),
        ("[]", "not a notebook: it is JSON of another kind"),
        ("{}", "not a valid"),
    ],
)
def test_a_file_that_is_no_notebook_is_named(course, text, says):
    course.solution(TOY).write_text(text)
    with pytest.raises(CourseError, match=rf"^In solutions/01-toy/, 01-toy\.ipynb is .*{says}"):
        release(course, [TOY])


def test_stock_nbgrader_generates_the_same_bytes(course):
    release(course, [TOY])
    ours = course.exercise(TOY).read_bytes()
    course.exercise(TOY).unlink()
    nbgrader = [sys.executable, "-m", "nbgrader", "generate_assignment", TOY, "--force"]
    done = subprocess.run(
        nbgrader,
        cwd=course.root,
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(course.root)},
    )
    assert done.returncode == 0, done.stderr
    assert course.exercise(TOY).read_bytes() == ours
    assert (course.gradebook / "gradebook.db").is_file()
