"""A person reads a written answer in nbgrader's formgrader, and what they gave goes all the way."""

from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell
from tests.classroom.conftest import TOY
from tests.classroom.students.jupyter import jupyter_lab, offline, saved_by_formgrader
from tests.classroom.toy_class import grade, hand_in, rows, steps
from typer.testing import CliRunner

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import instructor_notebook, release
from classroom.cli import app
from classroom.course import Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
]

ANSWER = {7: "Because $2x = x + x$."}
WRONG = ANSWER | {5: "def last(values): return 1"}
COMMENT = "Right, but say *why* it is so: see section 3.1."
HIDDEN = "987654321"


OWNED = "window.owned = 1; fetch('/owned'); fetch('https://example.org/owned')"
ATTACKS = [  # in whatever a student may write or print
    f"<script>{OWNED}</script>",
    f'<img src="/owned" onerror="{OWNED}">',
    f'<svg onload="{OWNED}"></svg>',
    rf"$\operatorname{{<img/src=/owned/onerror={OWNED.replace(' ', '')}>}}$",
    f"[click](javascript:{OWNED.replace(' ', '')})",
    f"```mermaid\n<img src=x onerror={OWNED.replace(' ', '')}>\n```",
    '<input id="why" class="score"><form action="/owned"><button>Full credit</button></form>',
    '<iframe srcdoc="<script>parent.owned = 1</script>"></iframe><style>body{opacity:0}</style>',
    '<link rel="stylesheet" href="https://example.org/owned"><base href="https://example.org/">',
]
SHOWN = """\
from IPython.display import HTML, Javascript, Latex, Markdown, SVG, display
for attack in {attacks!r}:
    display(HTML(attack), Markdown(attack), Latex(attack))
    display(Javascript({owned!r}))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="' + {owned!r} + '"/>'
    display({{"image/svg+xml": svg}}, raw=True)
    display({{"image/png": '"><script>' + {owned!r} + "</script>"}}, raw=True)
    print("\\x1b]8;;javascript:" + {owned!r} + "\\x1b\\\\click\\x1b]8;;\\x1b\\\\", attack)
"""


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A browser page that can connect only to this machine."""
    context = offline(browser, {"width": 1400, "height": 900})
    yield context.new_page()
    context.close()


def submissions(formgrader: Any) -> dict[str, list[str]]:
    """What formgrader's list says of each student: overall, code, and written score; unread."""
    formgrader.locator("tbody td:nth-child(7)").first.wait_for()  # the list comes after its page
    formgrader.get_by_role("button", name="Show All Names").click()
    lines = formgrader.locator("tbody tr").all()
    cells = [line.locator("td").all() for line in lines]
    ticks = [bool(line[6].locator(".glyphicon-ok").count()) for line in cells]
    return {
        line[1].inner_text(): [*(cell.inner_text() for cell in line[2:5]), unread]
        for line, unread in zip(cells, ticks, strict=True)
    }


def in_gradebook(course: Course, student: str) -> tuple[float | None, str]:
    """The points and the comment that a person gave."""
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        given = book.gradebook.find_grade("why", TOY, TOY, student)
        said = book.gradebook.find_comment("why", TOY, TOY, student)
        return given.manual_score, said.comment


def run(course: Course, *arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments, "--course", str(course.root)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_nothing_in_a_submission_acts_in_the_instructors_browser(
    course: Course, page: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No script runs, nothing is asked, no points change; should one get in, it is not run."""
    release(course, [TOY])
    hand_in(course, "ada", {7: "\n\n".join(["An answer.", *ATTACKS])})
    file = course.submitted / "ada" / TOY / f"{TOY}.ipynb"
    notebook = read_notebook(file)
    notebook.cells += [new_markdown_cell(attack) for attack in ATTACKS]
    notebook.cells.append(new_code_cell(SHOWN.format(attacks=ATTACKS, owned=OWNED)))
    nbformat.write(notebook, file)
    assert grade(course).exit_code == 0
    before = rows(course)["ada"]
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        number = book.gradebook.find_submission_notebook(TOY, TOY, "ada").id
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    with jupyter_lab(course.root, tmp_path_factory.mktemp("lab")) as lab:
        page.goto(f"{lab}formgrader/submissions/{number}/")
        page.locator("#why_extra_credit[placeholder]").wait_for()
        page.get_by_text("An answer.").wait_for()
        while page.evaluate("!MathJax.loaded || $(':animated').length > 0"):  # it scrolls
            page.wait_for_timeout(50)
        assert page.get_by_text("window.owned").count() > 9  # the attacks are shown, as text
        for link in page.get_by_text("click").all():
            link.click(timeout=1000, force=True)
        page.wait_for_timeout(500)
        assert page.evaluate("window.owned") is None
        assert page.locator("#why").count() == 1
        assert (
            page.locator("#notebook-container").locator("script, iframe, form, base").count() == 0
        )
        assert page.evaluate("getComputedStyle(document.body).opacity") == "1"
        inject = "s => { const e = document.createElement('script'); e.textContent = s; "
        page.evaluate(f"{inject} document.body.append(e) }}", "window.owned = 1")
        page.evaluate(
            "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=owned=1>')"
        )
        page.wait_for_timeout(500)
        assert page.evaluate("window.owned") is None  # the policy held
        page.locator(".glyphicon-eye-open").click()  # nbgrader's own script runs
        page.locator("a.name-shown").wait_for()
    assert {method for method, _ in asked} == {"GET"}
    assert [url for _, url in asked if "owned" in url or "example.org" in url] == []
    assert rows(course)["ada"] == before


def test_points_and_a_comment_given_in_formgrader_survive_and_are_handed_back(
    course: Course, page: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    release(course, [TOY])
    hand_in(course, "ada", ANSWER)
    hand_in(course, "ben", WRONG)
    assert grade(course).exit_code == 0
    assert rows(course)["ada"].unread == ("why",)
    with jupyter_lab(course.root, tmp_path_factory.mktemp("lab")) as lab:
        page.goto(f"{lab}lab")
        page.get_by_role("menuitem", name="Nbgrader").click()
        page.get_by_role("menuitem", name="Formgrader", exact=True).click()
        formgrader = page.frame_locator("iframe")
        formgrader.get_by_role("link", name="Manual Grading").click()
        formgrader.get_by_role("link", name=TOY).click()
        formgrader.locator("table").get_by_role("link", name=TOY).click()
        formgrader.get_by_role("link", name="Submission #2").wait_for()
        assert submissions(formgrader) == {
            "ada": ["90 / 100", "90 / 90", "0 / 10", True],
            "ben": ["60 / 100", "60 / 90", "0 / 10", True],
        }
        formgrader.get_by_role("link", name="ada").click()
        for loaded in ("#why_extra_credit[placeholder]", "#why-comment[placeholder]"):
            formgrader.locator(loaded).wait_for()
        formgrader.locator("#why").focus()
        for text in ("7", COMMENT):  # Tab goes from the points to the comment
            with page.expect_response(saved_by_formgrader) as answer:
                page.keyboard.type(text)
                page.keyboard.press("Tab")
            assert answer.value.ok
        formgrader.locator("#why").focus()
        first = formgrader.get_by_text("Submission 1 / 2").count() == 1  # their order is random
        page.keyboard.press("Control+." if first else "Control+,")
        formgrader.get_by_text(f"Submission {2 if first else 1} / 2").wait_for()
        formgrader.locator("#why:focus").wait_for()
        formgrader.get_by_role("link", name=TOY).last.click()
        formgrader.get_by_role("link", name="Submission #2").wait_for()
        assert submissions(formgrader)["ada"] == ["97 / 100", "90 / 90", "7 / 10", False]
        assert in_gradebook(course, "ada") == (7, COMMENT)

        # Graded again while JupyterLab is open: once with nothing new, once with other answers.
        assert steps(grade(course)) == {"ada": "up to date", "ben": "up to date"}
        assert steps(grade(course, "--again")) == {"ada": "graded", "ben": "graded"}
        assert in_gradebook(course, "ada") == (7, COMMENT)
        hand_in(course, "ada", WRONG | {7: "Because it is."})
        assert steps(grade(course)) == {"ada": "graded", "ben": "up to date"}
        assert in_gradebook(course, "ada") == (7, COMMENT)
        formgrader.get_by_role("link", name=TOY).last.click()
        formgrader.locator("table").get_by_role("link", name=TOY).click()
        formgrader.get_by_role("link", name="Submission #2").wait_for()
        assert submissions(formgrader) == {
            "ada": ["67 / 100", "60 / 90", "7 / 10", True],  # the words that got 7 are others now
            "ben": ["60 / 100", "60 / 90", "0 / 10", True],
        }
        formgrader.get_by_role("link", name="ada").click()
        formgrader.locator("#why_extra_credit[placeholder]").wait_for()
        with page.expect_response(saved_by_formgrader) as answer:
            formgrader.get_by_role("button", name="Resolve").locator("visible=true").click()
        assert answer.value.ok

    assert rows(course)["ada"].scores == {"double": 60, "last": 0, "why": 7}
    assert rows(course)["ada"].unread == ()
    assert rows(course)["ben"].unread == ("why",)

    run(course, "feedback", TOY)
    feedback = (course.feedback / "ada" / TOY / f"{TOY}.html").read_text(encoding="utf-8")
    shown = BeautifulSoup(feedback, "html.parser")
    assert " ".join(shown.select_one(".total").text.split()) == "67 of 100 points"
    given = shown.select_one(".comment")
    assert given.text.strip() == COMMENT.replace("*", "")
    assert given.em.text == "why"
    assert HIDDEN in course.solution(TOY).read_text(encoding="utf-8")
    assert HIDDEN not in feedback
    assert "HIDDEN TESTS" not in feedback

    table = run(course, "export", TOY, "--partial", "--output", "-").splitlines()
    line = dict(zip(table[0].split(","), table[1].split(","), strict=True))
    assert (line["student"], line["why"]) == ("ada", "7")
    assert line["total"] == "67"

    run(course, "report", TOY)
    written = (course.gradebook / f"{TOY}.html").read_text(encoding="utf-8")
    report = BeautifulSoup(written, "html.parser")
    ada, ben = (line.find_all(["th", "td"]) for line in report.select("#students tbody tr"))
    assert [cell.text for cell in (*ada[:2], ada[-1])] == ["ada", "67", "graded"]
    assert [cell.text for cell in (*ben[:2], ben[-1])] == ["ben", "60", "graded, to be read"]
    assert HIDDEN not in written
