"""A release is refused, in a sentence, where a chapter or an answer is missing."""

import pytest
from tests.classroom.conftest import TOY

from classroom.assignment.release import release, stale
from classroom.course import Course, CourseError

CONTENTS = f"chapters:\n  - file: 00-other\n  - file: {TOY}\n"


@pytest.fixture
def published(course: Course) -> Course:
    """The small course with a book."""
    course.book.mkdir()
    (course.book / "_toc.yml").write_text(CONTENTS)
    (course.book / f"{TOY}.md").write_text("# Toy\n")
    return course


def test_an_assignment_with_all_that_belongs_to_it_is_released(published):
    assert list(release(published, [TOY])) == [TOY]


def test_a_course_without_a_book_and_without_answers_can_be_released(course):
    for file in (course.answers / TOY).iterdir():
        file.unlink()
    (course.answers / TOY).rmdir()
    course.answers.rmdir()
    assert list(release(course, [TOY])) == [TOY]


@pytest.mark.parametrize("act", [release, stale])
@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        (f"book/{TOY}.md", None, f"{TOY} has no chapter: book/{TOY}.md is missing."),
        (
            "book/_toc.yml",
            CONTENTS.replace(TOY, f"{TOY}-2"),
            f"book/_toc.yml does not list the chapter “{TOY}”.",
        ),
        (
            f"tests/answers/{TOY}/last.py",
            None,
            f"{TOY} has no bank of answers for last: add tests/answers/{TOY}/last.py.",
        ),
        (
            f"tests/answers/{TOY}/more.py",
            "# %% right: a\nmore = 1\n",
            f"tests/answers/{TOY}/more.py has answers to “more”, but {TOY} has no such task.",
        ),
    ],
)
def test_what_is_missing_is_said(published, act, file, text, says):
    place = published.root / file
    place.unlink(missing_ok=True)
    if text is not None:
        place.write_text(text)
    with pytest.raises(CourseError) as refused:
        act(published, [TOY])
    assert str(refused.value) == says
    assert not published.exercise(TOY).exists()
