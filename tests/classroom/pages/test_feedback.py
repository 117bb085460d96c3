"""A student's page: marks, reasons and formulas, and whatever was printed does nothing on it."""

import re
import time
from datetime import datetime
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell
from nbgrader.api import Gradebook
from tests.classroom.conftest import PROJECT, TOY
from tests.classroom.pages.other_process import slow_or_hungry
from typer.testing import CliRunner

from classroom.assignment.notebook import grade_id
from classroom.assignment.release import instructor_notebook
from classroom.cli import app
from classroom.course import Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Grading, Result
from classroom.pages.notebook_page import LONGEST, formula, harmless, markdown, tex
from classroom.pages.page_limits import UNSHOWN, Failed, PageProcess, TimeLimit
from payattention_checks.verdict import MIME

EVIL = "<script>document.title='owned'</script>"
LEADS_AWAY = """\
<img src="https://example.org/pixel.png" onerror="document.title='owned'">
<link rel="preconnect" href="https://example.org"><base href="https://example.org">
<meta http-equiv="refresh" content="0;url=https://example.org"><style>body {display: none}</style>
<table><tr><td>a table</td></tr></table><script>document.title='owned'</script>"""
FORMULA = r"$$\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right) V$$"
PICTURE = (  # of one pixel
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
VERDICT = "<div><strong>title</strong><div>{} &lt;script&gt;</div><pre>more</pre></div>"
NOTE = f"It was stopped after 30 s in the cell “last”. {EVIL}"


def shown(**data: str) -> NotebookNode:
    return new_output("display_data", data={mime.replace("_", "/"): x for mime, x in data.items()})


def verdict(points: str, mistake: str, reason: str) -> NotebookNode:
    data: dict = {"text/plain": points, "text/html": VERDICT.format(reason)}
    reason = f"{reason} <script>"
    data[MIME] = {"reason": reason, "mistakes": [{"name": mistake, "says": reason}]}
    return new_output("execute_result", data=data, execution_count=1)


def notebook_that_ran(course: Course) -> NotebookNode:
    notebook = instructor_notebook(course, TOY).master
    for cell in notebook.cells:
        if grade_id(cell) == "double":
            cell.source = "def double(x):\n    return x * x"
            cell.outputs = [
                shown(text_html=LEADS_AWAY),
                shown(text_markdown=f"With $x_1$ and {EVIL}"),
                shown(text_latex=r"$\alpha < \beta$"),
                shown(application_javascript="document.title='owned'"),
                shown(image_png=PICTURE),
                new_output("stream", name="stdout", text=EVIL),
            ]
        if grade_id(cell) == "test-double":
            cell.outputs = [verdict("30", "square", "That is the square.")]
        if grade_id(cell) == "test-last":
            cell.outputs = [new_output("error", ename="Stopped", evalue="It was stopped.")]
        if grade_id(cell) == "why":
            cell.source = (
                f"Because $q_1 < 2$. {EVIL}\n\n{FORMULA}\n\n![a plot](https://example.org/a.png)"
            )
    notebook.cells += [new_markdown_cell(f"My own words: {LEADS_AWAY}"), new_code_cell("1 + 1")]
    return notebook


def hand_back(course: Course, student: str) -> Path:
    """Put a graded submission into the course, as grading leaves it; the page to be written."""
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        result = Result(
            {"test-double": 30.0, "test-last": 0.0, "why": None},
            {"double": None, "last": "No response.", "why": None},
            {"double": "square"},
        )
        book.record(
            Grading(student, result, notes=(NOTE,), hashes={name: {} for name in result.scores})
        )
    for folder in (course.submitted, course.autograded):
        file = folder / student / TOY / f"{TOY}.ipynb"
        file.parent.mkdir(parents=True)
        nbformat.write(notebook_that_ran(course), file)
    return course.feedback / student / TOY / f"{TOY}.html"


def run(course: Course, *arguments: str):
    return CliRunner().invoke(app, ["feedback", TOY, *arguments, "--course", str(course.root)])


@pytest.fixture(scope="module")
def page(shared_course: Course) -> Path:
    file = hand_back(shared_course, "mona")
    done = run(shared_course)
    assert file.exists(), done.output
    return file


# ── its parts ─────────────────────────────────────────────────────────────────────────────────


def test_a_formula_is_mathml():
    found = formula(r"\frac{a}{\sqrt{d_k}} < 1", block=False)
    for part in ("<math>", "<mfrac>", "<msqrt>", "<msub>", "&lt;"):
        assert part in found
    assert 'display="block"' in formula("x", block=True)


@pytest.mark.parametrize(
    "text",
    [r"\nonsense{x}", r"\frac{1", r"\text{<script>}", r"\href{javascript:0}{x}", "<script>" * 9],
)
def test_what_is_no_formula_is_shown_as_it_was_typed_and_does_nothing(text):
    found = formula(text, block=False)
    assert "<script" not in found
    assert "href=" not in found


@pytest.mark.parametrize(
    "text",
    [
        r"\operatorname{<img/src=x/onerror=alert(1)>}",
        r"\operatorname{<p/class=total>}",
        r"\operatorname{<style>body{display:none}</style>}",
        r"\operatorname{</math><h1>100}",
    ],
)
def test_no_html_comes_in_through_a_formula(text):
    found = BeautifulSoup(formula(text, block=True), "html.parser")
    names = {element.name for element in found.find_all(True)}
    assert names <= {"span", "math", "mo", "mi", "mrow", "mn"}
    assert found.find_all(class_="total") == []


def test_the_formulas_of_the_course_are_as_they_were():
    """What is taken out of a formula's MathML is nothing that a formula has."""

    def structure(html: str) -> list[tuple]:
        found = BeautifulSoup(html, "html.parser").find_all(True)
        plain = [{k: v for k, v in one.attrs.items() if k != "style"} for one in found]
        return [(one.name, attrs, one.text) for one, attrs in zip(found, plain, strict=True)]

    files = sorted((PROJECT / "solutions").rglob("*.ipynb"))
    text = "\n".join(c.source for file in files for c in nbformat.read(file, 4).cells)
    formulas = re.findall(r"\$\$(.+?)\$\$|(?<!\$)\$([^$\n]+)\$", text, re.DOTALL)
    assert len(formulas) > 100
    for display, inline in formulas:
        tex_of = display or inline
        made = tex.convert_with_local_state(tex_of, displaystyle=False)
        if made.startswith("<math"):
            assert structure(formula(tex_of, block=False)) == structure(made), tex_of


@pytest.mark.parametrize(
    "bracket", ["(", "[", r"\{", r"\langle ", "{", "x_{", r"\frac{1}{", r"\left("]
)
def test_a_formula_of_brackets_alone_ends_and_ends_nothing(bracket):
    assert formula(bracket * (LONGEST // len(bracket)), block=True)
    long = formula(bracket * LONGEST, block=True)
    assert long.startswith("<code>" if len(bracket) > 1 else "<")


@pytest.mark.parametrize("language", ["agda", "perl6", "c++", "mermaid", "x" * 9999])
def test_no_language_but_the_courses_own_is_highlighted(language):
    found = markdown({"cell": {}}, f"```{language}\n<script>{'9' * 600}\n```")
    assert "&lt;script&gt;999" in found
    assert "<span" not in found
    assert "<span" in markdown({"cell": {}}, "```python\nx = 9\n```")


def test_hints_are_folded_and_all_other_html_of_a_student_is_text():
    hints = "\n\n".join(
        f"<details><summary>Hint {n}</summary>\n\nWhat is $x$?\n\n</details>" for n in (1, 2)
    )
    found = BeautifulSoup(markdown({"cell": {}}, hints), "html.parser")
    assert [each.summary.text for each in found.find_all("details")] == ["Hint 1", "Hint 2"]
    assert "<" not in found.text
    for sly in (
        '<details open ontoggle="x()">',
        '<details style="position: fixed">',
        "<details><script>x()</script>",
        "<details>\n<style>p { }</style>",
        "<summary><b>",
    ):
        found = BeautifulSoup(markdown({"cell": {}}, f"{sly}\n\nwords"), "html.parser")
        assert {each.name for each in found.find_all()} == {"p"}, sly


def test_what_a_student_wrote_has_no_headings_and_no_links():
    words = "# 100 of 100 points\n\n[a](https://x.org) <https://y.org> [b](javascript:c) [d](#e)"
    found = BeautifulSoup(markdown({"cell": {}}, words), "html.parser")
    assert found.find_all(["a", "h1", "h2", "h3"]) == []
    assert found.text.split("\n")[-2:] == [
        "a (https://x.org) https://y.org b (javascript:c) d (#e)", "",
    ]  # fmt: skip
    theirs = markdown({"cell": {}}, words, own=False)
    assert '<a href="https://x.org">a</a>' in theirs
    assert "<h2>" in theirs


@pytest.mark.parametrize("what", ["busy", "waits", "hungry", "ends"])
def test_a_page_that_takes_too_long_or_too_much_is_given_up_and_the_next_is_made(what):
    """“busy” is ended by the limit on computing, “waits” by the clock."""
    with PageProcess(slow_or_hungry, computing=1) as pages:
        assert pages.call("well") == "well"  # so that no start counts
        pages.deadline = 0.5 if what == "waits" else 120
        start = time.monotonic()
        with pytest.raises(Failed):
            pages.call(what)
        assert time.monotonic() - start < 100
        pages.deadline = 120
        assert pages.call("well") == "well"


@pytest.mark.parametrize("text", [r"\begin{a}" * 20_000, "[" * 50_000, "a" + "\n" * 15_000 + "b"])
def test_a_part_that_takes_too_long_says_so(text):
    start = time.process_time()
    limit = TimeLimit()
    part = limit.with_each(markdown)
    found = part({"cell": {}}, text)
    assert time.process_time() - start < 3
    assert len(found) < 200_000
    assert part({"cell": {}}, "*next*") == "<p><em>next</em></p>\n"


def test_when_the_pages_time_is_up_every_part_says_so():
    limit = TimeLimit(0)
    assert UNSHOWN in limit.with_each(markdown)({"cell": {}}, "plain")


def test_printed_html_keeps_tables_and_embedded_pictures_alone():
    found = harmless(LEADS_AWAY + '<img src="data:image/png;base64,AA==" alt="a plot">')
    assert "<td>a table</td>" in found
    assert "data:image/png" in found
    for gone in ("example.org", "script", "style", "onerror", "meta", "base ", "link"):
        assert gone not in found


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        (
            "![a <b>plot](https://example.org/a.png)",
            "a &lt;b&gt;plot (https://example.org/a.png)",
        ),
        (
            "![](https://example.org/a.png)",
            "<p>https://example.org/a.png</p>",
        ),
        ("![a plot](javascript:alert)", "<p>a plot (javascript:alert)</p>"),
        ("![a plot](attachment:lost.png)", "<p>a plot</p>"),
        ("![a plot](attachment:plot.png)", 'src="data:image/png;base64,AA=="'),
        ("<img src=https://example.org/a.png>", "&lt;img"),
    ],
)
def test_only_pictures_in_the_notebook_are_shown(words, shows):
    cell = {"attachments": {"plot.png": {"image/png": "AA=="}}}
    assert shows in markdown({"cell": cell}, words)


# ── the page ──────────────────────────────────────────────────────────────────────────────────


def test_marks_reasons_and_notes_stand_at_the_top(page):
    text = page.read_text(encoding="utf-8")
    top = " ".join(text.partition("</section>")[0].split())
    assert "<h1>01-toy</h1>" in top
    assert "Feedback for mona" in top
    assert "<strong>30</strong> of 100 points; 10 are still to be given by a reader" in top
    assert "It was stopped after 30 s in the cell “last”." in top
    assert '◐</span> <a href="#test-double">double</a>' in top
    assert '<div class="said">That is the square. &lt;script&gt;</div>' in top
    assert '<td class="number">30 of 60</td>' in top
    assert '<div class="said">It was stopped.</div>' in top
    assert text.count(EVIL) == 0


def test_formulas_are_shown_by_the_browser_itself(page):
    text = page.read_text(encoding="utf-8")
    assert text.count("<math") == 4  # in the answer, in a formula of its own, in two outputs
    assert "mathjax" not in text.lower()
    assert "<msqrt><msub>" in text


def test_only_the_named_student_gets_a_page(course):
    first, second = hand_back(course, "first"), hand_back(course, "second")
    assert run(course, "--student", "second").exit_code == 0
    assert (first.exists(), second.exists()) == (False, True)
    nobody = run(course, "--student", "nobody")
    assert nobody.exit_code == 1
    assert "“nobody” handed in nothing for 01-toy." in nobody.output


def test_a_reader_s_points_and_comment_are_on_the_page(course):
    file = hand_back(course, "mona")
    with Gradebook(course.directory.db_url) as book:
        grade = book.find_grade("why", TOY, TOY, "mona")
        grade.manual_score, grade.needs_manual_grade = 7, False
        book.find_comment("why", TOY, TOY, "mona").manual_comment = "Almost: $k_2$ is missing."
        book.db.commit()
    assert run(course).exit_code == 0
    page = " ".join(file.read_text(encoding="utf-8").split())
    assert "<strong>37</strong> of 100 points </p>" in page.replace("points</p>", "points </p>")
    assert "7 of 10 points" in page
    assert "Almost: <math>" in page


def test_a_penalty_follows_the_points_that_a_reader_gave(course):
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    course = Course(course.root)
    file = hand_back(course, "mona")
    with Gradebook(course.directory.db_url) as book:
        book.update_or_create_assignment(TOY, duedate="2030-01-02 12:00:00 UTC")
        book.find_submission(TOY, "mona").timestamp = datetime(2030, 1, 3)
        grade = book.find_grade("why", TOY, TOY, "mona")
        grade.manual_score, grade.needs_manual_grade = 7, False
        book.db.commit()
    assert run(course).exit_code == 0
    page = " ".join(file.read_text(encoding="utf-8").split())
    assert "<strong>0</strong> of 100 points" in page
    assert "Handed in late: 37 points taken off." in page


def test_no_word_of_a_hidden_test_is_on_the_page(course):
    """Not even where an error of the test quotes it."""
    file = hand_back(course, "mona")
    ran = course.autograded / "mona" / TOY / f"{TOY}.ipynb"
    notebook = nbformat.read(ran, 4)
    for cell in notebook.cells:
        if "987654321" in cell.source:
            quoted = [*cell.source.splitlines(), "a line of the test"]
            cell.outputs = [new_output("error", ename="Odd", evalue="odd", traceback=quoted)]
    nbformat.write(notebook, ran)
    assert run(course).exit_code == 0
    page = file.read_text(encoding="utf-8")
    for secret in ("987654321", "HIDDEN TESTS", "min(score", "a line of the test"):
        assert secret not in page


def test_a_page_does_not_tell_which_of_many_guesses_is_right(course):
    """What a cell printed stands on the page as it was printed, whatever the hidden tests say."""
    file = hand_back(course, "mona")
    ran = course.autograded / "mona" / TOY / f"{TOY}.ipynb"
    notebook = nbformat.read(ran, 4)
    (line,) = [text for text in notebook.cells[4].source.splitlines() if "987654321" in text]
    guesses = [line.replace("987654321", str(seed)) for seed in range(987654311, 987654331)]
    notebook.cells[-1].outputs = [new_output("stream", name="stdout", text="\n".join(guesses))]
    nbformat.write(notebook, ran)
    assert run(course).exit_code == 0
    page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser").get_text()
    assert [guess for guess in guesses if guess not in page] == []


@pytest.mark.parametrize(
    "mime",
    [
        "image/png",
        *(pytest.param(f"image/{m}", marks=pytest.mark.system) for m in ("jpeg", "svg+xml")),
    ],
)
def test_a_picture_is_in_the_page_and_brings_no_attribute_along(course, mime):
    file = hand_back(course, "mona")
    ran = course.autograded / "mona" / TOY / f"{TOY}.ipynb"
    notebook = nbformat.read(ran, 4)
    sly = {"width": "1 onerror=alert(1)", "alt": '"><b onclick=alert(1)>'}
    away = {"filenames": {mime: "https://example.org/a.png"}}
    data = {mime: '"><script>alert(1)</script>'}
    output = new_output("display_data", data=data, metadata={mime: sly} | away)
    notebook.cells[-1].outputs = [output]
    notebook.cells.append(new_raw_cell(LEADS_AWAY))
    nbformat.write(notebook, ran)
    assert run(course).exit_code == 0
    page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
    picture = page.find_all("img")[-1]
    assert set(picture.attrs) == {"src", "alt"}
    assert picture["src"].startswith(f"data:{mime};base64,")
    assert picture["alt"] == sly["alt"]
    for gone in ("script", "link", "base", "iframe"):
        assert page.body.find_all(gone) == []
    assert LEADS_AWAY in page.find_all("pre")[-1].get_text()


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


def test_no_request_leaves_the_page_and_nothing_on_it_runs(page, visit):
    asked = []
    tab = visit("about:blank")
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(page.as_uri())
    tab.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert tab.title() == "01-toy: feedback for mona"
    assert tab.url == page.as_uri()
    assert tab.locator("h1").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing_and_nothing_overflows(page, visit, violations, scheme, width):
    options = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}}
    tab = visit(page.as_uri(), bypass_csp=True, **options)  # axe is a script
    assert violations(tab, "html") == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_points_for_earlier_words_are_shown_as_what_they_are(course):
    file = hand_back(course, "mona")
    with Gradebook(course.directory.db_url) as book:
        grade = book.find_grade("why", TOY, TOY, "mona")
        grade.manual_score, grade.needs_manual_grade = 7, True
        book.db.commit()
    assert run(course).exit_code == 0
    page = " ".join(file.read_text(encoding="utf-8").split())
    assert "<strong>37</strong> of 100 points" in page
    assert "still to be given" not in page
    assert "not read yet" not in page
    assert "7 of 10, to be read again" in page


def test_a_page_that_cannot_be_written_ends_with_the_exit_code_1(course):
    hand_back(course, "mona")
    course.feedback.write_text("a file in the place of the folder")
    result = run(course)
    assert result.exit_code == 1
    assert "No page for mona: nbgrader could not write it: " in result.output


def test_the_pages_of_samples_are_counted_apart(course):
    for student in ("mona", "sample-01", "sample-02"):
        hand_back(course, student)
    said = run(course).stdout.splitlines()[-1]
    assert said == "1 page in gradebook/feedback/STUDENT/01-toy/, and 2 for the sample class"


def test_what_a_student_wrote_or_printed_stands_in_a_frame_and_nothing_else_does(page):
    shown = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    frames = shown.find_all(class_="mine")
    theirs = " ".join(frame.get_text() for frame in frames)
    for words in ("return x * x", "a table", "With", "Because", "My own words", "1 + 1"):
        assert words in theirs
    for frame in frames:
        frame.extract()
    rest = shown.get_text()
    for words in ("return x * x", "a table", "My own words", "1 + 1"):
        assert words not in rest
    for words in ("Feedback for mona", "That is the square.", "30 of 60"):
        assert words in rest
