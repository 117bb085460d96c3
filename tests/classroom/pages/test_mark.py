"""One written question of a class on one page: read, marked by keys, saved as formgrader saves."""

import inspect
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Comment, Grade, Gradebook
from nbgrader.server_extensions.formgrader.apihandlers import CommentHandler, GradeHandler
from sqlalchemy import update
from tests.classroom.conftest import TOY, make_course, toy_notebook, write
from tests.classroom.grading.test_formgrader import ATTACKS, OWNED

from classroom.assignment.release import instructor_notebook
from classroom.course import Course, CourseError
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.marking import HandMark
from classroom.grading.scores import Grading, Result
from classroom.pages.anonymous_names import ByName, Unnamed
from classroom.pages.mark import MarkPage, written_task
from classroom.pages.mark_server import MarkServer

WHY = 7
GRADED = Result(
    scores={"test-double": 60.0, "test-last": 0.0, "why": None},
    comments={"double": None, "last": "No response.", "why": None},
    mistakes={},
)
EMPTY = Result(GRADED.scores | {"why": 0.0}, GRADED.comments | {"why": "No response."}, {})
NOW = {name: {"submission": "a", "test": name} for name in GRADED.scores}
ANSWERS = {
    "ada": "Because $2x = x + x$, says Ben Ott.",
    "ben": "\n\n".join(["It *is*.", *ATTACKS]),
    "cem": "Because.\n\n```python\nx + x\n```",
    "dee": "",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Three whose written answer waits, and one who left it empty."""
    course = make_course(tmp_path_factory.mktemp("course"))
    file = course.solution(TOY)
    text = file.read_text("utf-8").replace("Because.", "**Marking.** $x$: 4 points.")
    file.write_text(text, "utf-8")
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        for student, answer in ANSWERS.items():
            notebook = toy_notebook()
            notebook.cells[WHY].source = answer
            write(notebook, course.autograded / student / TOY / f"{TOY}.ipynb")
            (course.submitted / student / TOY).mkdir(parents=True)
            book.record(Grading(student, GRADED if answer else EMPTY, hashes=NOW))
    return course


@pytest.fixture
def course(graded: Course) -> Course:
    """The class, with no marks yet."""
    with Gradebook(graded.directory.db_url) as book:
        waits = Grade.auto_score.is_(None)
        book.db.execute(update(Grade).values(manual_score=None, needs_manual_grade=waits))
        book.db.execute(update(Comment).values(manual_comment=None))
        book.db.commit()
    return graded


@pytest.fixture
def page(course: Course) -> MarkPage:
    return page_of(course, ByName(ANSWERS))


def page_of(course: Course, called: ByName | Unnamed) -> MarkPage:
    source = instructor_notebook(course, TOY)
    return MarkPage(course, TOY, source, written_task(source, TOY, None), called)


@pytest.fixture
def address(page: MarkPage) -> Iterator[str]:
    with MarkServer(page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


def entries(course: Course, student: str) -> list[dict[str, Any]]:
    """All that the gradebook holds of a student's answer, but for ids and names."""
    with Gradebook(course.directory.db_url) as book:
        found = [
            book.find_grade("why", TOY, TOY, student),
            book.find_comment("why", TOY, TOY, student),
        ]
        own = ("id", "submission_id", "notebook_id", "student", "cell_id")
        return [
            {
                k: v
                for k, v in {**vars(one), **one.to_dict()}.items()
                if k not in own and k[0] != "_"
            }
            for one in found
        ]


class FormgraderCall:
    """What a handler of nbgrader's formgrader finds in a request of the page."""

    def __init__(self, gradebook: Gradebook, body: dict[str, Any]):
        self.gradebook, self.body = gradebook, body

    def get_json_body(self) -> dict[str, Any]:
        return self.body

    def write(self, text: str) -> None:
        json.loads(text)


def formgrader_saves(course: Course, student: str, points: float | None, comment: str) -> None:
    """Do what formgrader does when a person leaves the two fields."""
    with Gradebook(course.directory.db_url) as book:
        grade = book.find_grade("why", TOY, TOY, student)
        given = book.find_comment("why", TOY, TOY, student)
        sent = FormgraderCall(book, {"manual_score": points, "extra_credit": None})
        inspect.unwrap(GradeHandler.put)(sent, grade.id)
        sent = FormgraderCall(book, {"manual_comment": comment})
        inspect.unwrap(CommentHandler.put)(sent, given.id)


@pytest.mark.parametrize("points", [0, 7, 2.5, 10, None])
def test_the_gradebook_holds_what_formgrader_would_have_written(course, page, points):
    formgrader_saves(course, "ben", points, "See *3.1*.")
    page.save({"answer": 0, "points": points})
    assert page.save({"answer": 0, "comment": "See *3.1*."}) == HandMark(
        points, "See *3.1*.", waits=points is None
    )
    assert entries(course, "ada") == entries(course, "ben")
    assert entries(course, "ada") != entries(course, "cem")
    assert page.left() == (3 if points is None else 1)


def test_a_comment_alone_does_not_settle_an_answer_that_has_changed(course, page):
    page.save({"answer": 0, "points": 7})
    with Gradebook(course.directory.db_url) as book:
        book.find_grade("why", TOY, TOY, "ada").needs_manual_grade = True
        book.db.commit()
    assert page.save({"answer": 0, "comment": "Hm."}) == HandMark(7, "Hm.", waits=True)
    assert "has changed since" in page.html()
    assert page.save({"answer": 0, "points": 7}) == HandMark(7, "Hm.", waits=False)


@pytest.mark.parametrize(
    "given",
    [
        {"answer": 0, "points": 11}, {"answer": 0, "points": -1}, {"answer": 0, "points": "7"},
        {"answer": 0, "points": float("nan")}, {"answer": 3, "points": 1},
        {"answer": -1, "points": 1}, {"answer": "ada", "points": 1},
        {"answer": 0, "comment": 3}, {"answer": 0}, {"points": 1},
    ],
)  # fmt: skip
def test_what_the_page_does_not_send_is_refused_and_changes_nothing(course, page, given):
    before = entries(course, "ada")
    with pytest.raises(CourseError):
        page.save(given)
    assert entries(course, "ada") == before


def test_the_page_shows_answers_beside_the_scheme_and_leaves_out_empty_ones(page):
    shown = BeautifulSoup(page.html(), "html.parser")
    assert "Marking. " in shown.select_one(".scheme").text
    assert shown.select_one(".scheme math")
    names = [heading.text for heading in shown.select("article h2")]
    assert names == ["ada", "ben", "cem"]
    assert shown.select_one("article math")
    assert shown.select("article .highlight")
    assert not shown.select("article script, article iframe, article img[src^='/']")
    assert all(OWNED not in script.text for script in shown.select("script"))


def test_without_names_no_name_is_on_the_page(course):
    names = {"ada": ["Ada"], "ben": ["Ben Ott", "Ott"], "cem": [], "dee": []}
    page = page_of(course, Unnamed(names))
    shown = BeautifulSoup(page.html(), "html.parser")
    text = shown.get_text()
    assert all(f"Student {n}" in text for n in range(1, 5) if page.called.order[n - 1] != "dee")
    assert not {"ada", "ben", "cem", "Ott"} & set(text.split())
    page.save({"answer": page.order.index("cem"), "points": 3})
    assert entries(course, "cem")[0]["manual_score"] == 3


def test_a_question_is_chosen_by_name_and_a_wrong_name_is_told(course):
    source = instructor_notebook(course, TOY)
    assert written_task(source, TOY, "why").name == "why"
    with pytest.raises(CourseError, match="no written question “double”, but why"):
        written_task(source, TOY, "double")


# ── the server ────────────────────────────────────────────────────────────────────────────────


def ask(address: str, given: object = None) -> tuple[int, str, Any]:
    body = None if given is None else json.dumps(given).encode()
    try:
        with urlopen(Request(address, data=body), timeout=10) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except HTTPError as error:
        return error.code, error.read().decode(), error.headers


def test_only_who_knows_the_address_gets_or_saves_anything(course, address):
    status, text, headers = ask(address)
    assert status == 200
    assert "ada" in text
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    host = address[: address.index("/", len("http://"))]
    for elsewhere in (host, f"{host}/", f"{address}x", f"{host}/{'x' * 43}/"):
        assert ask(elsewhere)[0] == 404
        assert ask(elsewhere, {"answer": 0, "points": 1})[0] == 404
    assert entries(course, "ada")[0]["manual_score"] is None
    assert ask(address, {"answer": 0, "points": 1})[0] == 200
    assert entries(course, "ada")[0]["manual_score"] == 1


def test_what_cannot_be_saved_is_said(course, address, page, monkeypatch):
    assert ask(address, {"answer": 0, "points": 11})[:2] == (
        400,
        "The points must be from 0 to 10.",
    )
    assert ask(address, ["no"])[0] in (400, 500)
    monkeypatch.setattr(page, "save", lambda given: 1 / 0)
    status, text, _ = ask(address, {"answer": 0, "points": 1})
    assert status == 500
    assert text.startswith("It was not saved. ZeroDivisionError")


def test_a_port_in_use_is_told(page):
    with (
        MarkServer(page) as first,
        pytest.raises(CourseError, match=f"Port {first.server_port} cannot be used"),
    ):
        MarkServer(page, first.server_port)


@pytest.mark.system
def test_the_command_prints_the_address_and_ends_with_a_sentence(course):
    command = [sys.executable, "-m", "classroom", "mark", TOY, "--no-browser"]
    process = subprocess.Popen(
        [*command, "--course", str(course.root)], stdout=subprocess.PIPE, text=True
    )
    line = process.stdout.readline()
    assert line.startswith("3 answers, 3 wait: http://127.0.0.1:")
    assert ask(line.split()[-1], {"answer": 1, "points": 6})[0] == 200
    process.send_signal(2)
    assert process.communicate(timeout=30)[0].endswith("2 of 3 answers still wait.\n")
    assert process.returncode == 0


@pytest.mark.system
def test_a_class_is_marked_with_the_keyboard_alone(course, address, visit, violations):
    assert violations(visit(address, bypass_csp=True), "body") == []
    page = visit(address, viewport={"width": 1400, "height": 900})
    page.get_by_text("3 of 3 answers wait.").wait_for()
    assert page.evaluate("window.owned") is None
    for points, comment in (("7", "See 3.1."), ("f", "")):
        page.keyboard.type(points)
        if comment:
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.name") == "comment"
            page.keyboard.type(comment)
            page.keyboard.press("Control+Enter")
        else:
            page.keyboard.press("Enter")
        page.locator("article.waits [name=points]:focus").wait_for()
    page.get_by_text("1 of 3 answers wait.").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    page.get_by_text("less than or equal to 10").wait_for()
    page.reload()
    values = page.locator("[name=points]").evaluate_all("all => all.map((one) => one.value)")
    assert values == ["7", "10", ""]
    assert entries(course, "ada")[1]["manual_comment"] == "See 3.1."
