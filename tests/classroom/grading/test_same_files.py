"""Files that several students handed in are found, and nothing else."""

import os

import pytest
from tests.classroom.conftest import TOY

from classroom.course import Course
from classroom.grading.same_files import SMALLEST, SameFile, same_files

ONE, TWO, OURS = (bytes([n]) * SMALLEST for n in (1, 2, 3))


def hand_in(course: Course, student: str, **files: bytes) -> None:
    folder = course.submitted / student / TOY
    folder.mkdir(parents=True)
    (folder / f"{TOY}.ipynb").write_bytes(bytes(2 * SMALLEST))
    for name, content in files.items():
        (folder / f"{name}.npz").write_bytes(content)


@pytest.fixture
def found(course: Course):
    def find(*students: str) -> list[SameFile]:
        return same_files(course, TOY, students)

    return find


def test_a_file_that_came_twice_is_found_under_any_name(course, found):
    hand_in(course, "ada", my_gpt=ONE)
    hand_in(course, "ben", my_gpt=TWO)
    hand_in(course, "cem", my_gpt=ONE)
    hand_in(course, "dee", other=ONE, small=ONE[1:])
    hand_in(course, "eli", small=ONE[1:])
    assert found("ada", "ben", "cem", "dee", "eli") == [
        SameFile("my_gpt.npz", ("ada", "cem", "dee"))
    ]
    assert found("ada", "ben", "eli") == []


def test_one_student_who_hands_it_in_twice_is_alone(course, found):
    hand_in(course, "ada", my_gpt=ONE, copy=ONE)
    hand_in(course, "ben", my_gpt=TWO)
    assert found("ada", "ben") == []


def test_what_the_instructor_has_is_no_students(course, found):
    (course.solution(TOY).parent / "my_gpt.npz").write_bytes(OURS)
    for student in ("ada", "ben"):
        hand_in(course, student, my_gpt=OURS)
    assert found("ada", "ben") == []


def test_what_cannot_be_read_is_left_out(course, found):
    hand_in(course, "ada", my_gpt=ONE)
    hand_in(course, "ben")
    os.symlink(
        course.submitted / "ada" / TOY / "my_gpt.npz", course.submitted / "ben" / TOY / "my_gpt.npz"
    )
    deep = course.submitted / "cem" / TOY / "/".join(["d"] * 30)
    deep.mkdir(parents=True)
    (deep / "my_gpt.npz").write_bytes(ONE)
    assert found("ada", "ben", "cem", "nobody") == []
