"""work/, where students work: what they wrote there is never replaced."""

import subprocess
import sys

import nbformat
import pytest
from tests.classroom.assignment.test_release import TOY, rewrite, solve

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import release
from classroom.assignment.work_folder import open_work
from classroom.course import CourseError


def new_release(course, text: str) -> bytes:
    """Release another version of the toy; return its bytes."""
    rewrite(course, TOY, "# A toy", f"# A toy {text}")
    release(course, [TOY])
    return course.exercise(TOY).read_bytes()


def works(course) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (course.work / TOY).iterdir()}


def test_a_missing_notebook_is_copied_and_a_second_time_nothing_happens(course):
    release(course, [TOY])
    assert open_work(course) == ["work/01-toy/01-toy.ipynb is ready"]
    assert works(course) == {"01-toy.ipynb": course.exercise(TOY).read_bytes()}
    assert open_work(course) == []


def test_an_older_release_that_nobody_worked_in_is_replaced(course):
    release(course, [TOY])
    open_work(course)
    new = new_release(course, "2")
    assert open_work(course) == ["work/01-toy/01-toy.ipynb is ready"]
    assert works(course) == {"01-toy.ipynb": new}


def test_a_newer_release_is_put_beside_what_was_worked_in(course):
    release(course, [TOY])
    open_work(course)
    mine = solve(course.work / TOY / "01-toy.ipynb")
    assert open_work(course) == []

    second = new_release(course, "2")
    (said,) = open_work(course)
    assert "holds your work" in said
    assert said.endswith("beside it: work/01-toy/01-toy-new.ipynb")
    assert works(course) == {"01-toy.ipynb": mine, "01-toy-new.ipynb": second}
    assert open_work(course) == []

    third = new_release(course, "3")  # nobody worked in the second
    assert len(open_work(course)) == 1
    assert works(course) == {"01-toy.ipynb": mine, "01-toy-new.ipynb": third}

    mine_too = solve(course.work / TOY / "01-toy-new.ipynb")
    assert open_work(course) == []
    fourth = new_release(course, "4")
    (said,) = open_work(course)
    assert "01-toy-new-2.ipynb" in said
    assert works(course) == {
        "01-toy.ipynb": mine,
        "01-toy-new.ipynb": mine_too,
        "01-toy-new-2.ipynb": fourth,
    }


def test_a_file_that_is_no_notebook_stays(course):
    release(course, [TOY])
    (course.work / TOY).mkdir(parents=True)
    (course.work / TOY / "01-toy.ipynb").write_text("notes")
    assert "01-toy-new.ipynb" in open_work(course)[0]
    assert (course.work / TOY / "01-toy.ipynb").read_text() == "notes"


def test_what_only_ran_is_replaced_by_a_newer_release(course):
    release(course, [TOY])
    open_work(course)
    place = course.work / TOY / "01-toy.ipynb"
    ran = read_notebook(place)
    ran.cells[1].execution_count = 1
    nbformat.write(ran, place)
    new = new_release(course, "2")
    assert open_work(course) == ["work/01-toy/01-toy.ipynb is ready"]
    assert place.read_bytes() == new


def test_the_built_book_is_beside_the_notebooks(course):
    release(course, [TOY])
    open_work(course)
    assert not (course.work / "book").exists()
    book = course.root / "_build/html"
    book.mkdir(parents=True)
    (book / "index.html").write_text("the book")
    open_work(course)
    (book / "index.html").write_text("the book, second edition")
    open_work(course)
    assert (course.work / "book/index.html").read_text() == "the book, second edition"
    assert not (course.work / "book").is_symlink()  # JupyterLab serves nothing from outside work/


def test_without_a_release_it_says_so(course):
    with pytest.raises(CourseError, match="Nothing is released"):
        open_work(course)
    command = [sys.executable, "-m", "classroom.assignment.work_folder"]
    done = subprocess.run(command, cwd=course.root, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing is released yet: exercises has no notebook.")
