"""The page of notebooks that are alike: right, readable by all, and accusing nobody."""

import re
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell
from tests.classroom.conftest import PROJECT, TOY, toy_notebook, write
from typer.testing import CliRunner

from classroom.assignment.bank import read_answers
from classroom.assignment.notebook import Task
from classroom.cli import app
from classroom.course import Course
from classroom.grading.scores import Row
from classroom.pages import alike
from classroom.pages.alike import ADDED, AlikePage, alike_page, own_code
from classroom.pages.anonymous_names import ByName, Unnamed

TASKS = [
    Task("double", 60, "double", "test-double"),
    Task("last", 30, "last", "test-last"),
    Task("why", 10, "why", "why", written=True),
]
DOUBLE, LAST = 3, 5
EVIL = "</code></pre><script>document.title='owned'</script>"
ANSWERS = read_answers(PROJECT / "tests/answers/05-transformer/coverage_beam.py")
LONG = ANSWERS[0].code


def hand_in(course: Course, student: str, double: str, *added: str) -> None:
    """A graded notebook with this answer, and with cells that the student added."""
    notebook = toy_notebook()
    notebook.cells[DOUBLE].source = double
    notebook.cells[LAST].source = f"def last(values): return values[-{len(student)}]"
    notebook.cells += [
        new_code_cell(source, id=f"added-{number}") for number, source in enumerate(added)
    ]
    write(notebook, course.autograded / student / TOY / f"{TOY}.ipynb")
    (course.submitted / student / TOY).mkdir(parents=True)


@pytest.fixture
def copied(course: Course) -> Course:
    """Eight who answered differently, and one who has an answer of the first, renamed."""
    for number, answer in enumerate(ANSWERS[:8]):
        hand_in(course, f"s{number}", answer.code)
    renamed = re.sub(r"(?<!_)beam", "kept", LONG)
    assert renamed != LONG
    hand_in(course, "zoe", f"# By Zoe Zimmer, {EVIL}\n{renamed}")
    return course


def written(course: Course, called: ByName | Unnamed | None = None) -> AlikePage:
    students = sorted(folder.name for folder in course.autograded.iterdir())
    return alike_page(course, TOY, students, TASKS, called or ByName(students))


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("</head>")[2]).split())


def test_a_pair_is_shown_with_its_answers_side_by_side(copied):
    page = written(copied)
    assert page.pairs == 1
    assert re.findall(r"<h2>(.*?)</h2>", page.html) == ["s0 and zoe"]
    assert re.findall(r"<h3>(.*?)</h3>", page.html) == ["double"]
    text = text_of(page.html)
    assert "9 notebooks were compared." in text
    assert "The same but for names, comments and spacing: double ." in text
    shown = [re.sub(r"<[^>]*>", "", one) for one in re.findall(r"<pre.*?</pre>", page.html, re.S)]
    assert [one.count("def coverage_beam") for one in shown] == [1, 1]
    assert "By Zoe Zimmer" not in shown[0]
    assert "By Zoe Zimmer" in shown[1]


def test_nothing_that_a_student_wrote_is_markup(copied):
    page = written(copied).html
    assert "<script>" not in page
    assert "&lt;script&gt;document.title" in page


def test_without_names_nobody_is_named_even_in_a_comment(copied):
    names = {f"s{n}": [] for n in range(8)} | {"zoe": ["Zoe", "Zimmer"]}
    page = written(copied, Unnamed(names)).html
    assert "zoe" not in page.lower()
    assert "zimmer" not in page.lower()
    assert re.search(r"<h2>Student \d and Student \d</h2>", page)


def test_no_pair_is_said_in_a_sentence(course):
    for number, answer in enumerate(ANSWERS[:8]):
        hand_in(course, f"s{number}", answer.code)
    page = written(course)
    assert page.pairs == 0
    assert "No two notebooks share so much code that it is worth a look." in text_of(page.html)


ACCUSING = r"cheat|plagiar|copied|copies|dishonest|suspect|suspicious|guilty|fraud|violat|caught"


def test_the_page_accuses_nobody(copied):
    text = text_of(written(copied).html)
    assert not re.search(ACCUSING, text.replace(EVIL, ""), re.IGNORECASE)
    assert "It does not say that anybody did something wrong." in text


def test_what_reverses_or_hides_text_is_shown(course):
    for number in range(5):
        hand_in(course, f"s{number}", ANSWERS[number].code)
    hand_in(course, "x", f"# \u202e\x1b[2J\n{LONG}")
    page = written(course).html
    assert page.count(r"\u202e\x1b[2J") == 1
    assert not re.search("[\u202e\x1b]", page)


def test_a_very_long_answer_is_cut(copied, monkeypatch):
    monkeypatch.setattr(alike, "LONGEST", 100)
    cut = re.findall(r"<code>([^<]*)…</code></pre>", written(copied).html)
    assert len(cut) == 2


def test_an_answer_is_found_wherever_the_student_put_it(course):
    """The code of the cells that a student added is compared as one answer more."""
    for number, answer in enumerate(ANSWERS[:8]):
        hand_in(course, f"s{number}", answer.code)
    for student in ("ada", "benedict"):
        hand_in(course, student, "double = helper", "import math", ANSWERS[20].code)
    page = written(course)
    assert re.findall(r"<h3>(.*?)</h3>", page.html) == [ADDED]


@pytest.mark.parametrize(
    "content", [None, "", "{", "[]", '{"cells": 1}', '{"cells": [1]}', "[" * 100_000]
)
def test_a_notebook_that_cannot_be_read_is_left_out(course, content):
    file = course.root / "some.ipynb"
    if content is not None:
        file.write_text(content)
    assert own_code(file, TASKS) == {}


def test_only_a_students_own_code_is_read(course):
    hand_in(course, "ada", "def double(x): return x", "y = 1", "z = 2")
    file = course.autograded / "ada" / TOY / f"{TOY}.ipynb"
    assert own_code(file, TASKS) == {
        "double": "def double(x): return x",
        "last": "def last(values): return values[-3]",
        ADDED: "y = 1\n\nz = 2",
    }


# ── the command ───────────────────────────────────────────────────────────────────────────────


def report(course: Course, *words: str) -> list[str]:
    done = CliRunner().invoke(app, ["report", TOY, *words, "--course", str(course.root)])
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_the_command_writes_the_page_beside_the_report(copied, monkeypatch):
    copied.gradebook.mkdir(exist_ok=True)
    rows = [Row(folder.name, {"double": 1.0, "last": 1.0, "why": 0.0})
            for folder in sorted(copied.autograded.iterdir())]  # fmt: skip
    monkeypatch.setattr("classroom.cli.class_rows", lambda *_, **__: (rows, TASKS))
    assert report(copied) == [
        "9 submissions in gradebook/01-toy.html",
        "1 pair of notebooks is alike: gradebook/01-toy-alike.html",
    ]
    assert "<h2>s0 and zoe</h2>" in (copied.gradebook / f"{TOY}-alike.html").read_text("utf-8")
    rows.pop()
    assert report(copied)[1] == "No two notebooks are alike: gradebook/01-toy-alike.html"
    assert "<h2>" not in (copied.gradebook / f"{TOY}-alike.html").read_text("utf-8")
    place = copied.root / "seen.html"
    assert report(copied, "--output", str(place))[1].endswith(": seen-alike.html")


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing_and_nothing_overflows(
    copied, tmp_path: Path, visit, violations, scheme, width
):
    file = tmp_path / "alike.html"
    file.write_text(written(copied).html, encoding="utf-8")
    page = visit(file.as_uri(), color_scheme=scheme, viewport={"width": width, "height": 800},
                 bypass_csp=True)  # fmt: skip
    page.locator("summary").press("Enter")
    assert page.locator("pre").last.is_visible()
    assert violations(page, "html") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
