"""A class is graded, gets feedback and is exported: the commands, as an instructor runs them."""

import csv
import io
import os
import subprocess
import sys
from collections.abc import Callable

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from typer.testing import CliRunner, Result

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import instructor_notebook
from classroom.cli import app
from classroom.course import Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Row
from classroom.sandbox.bubblewrap import why_no_sandbox

TOY = "01-toy"
DOUBLE, TEST_DOUBLE, LAST, WHY = 3, 4, 5, 7
HIDDEN = "987654321"

pytestmark = [
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    pytest.mark.xdist_group("a graded class"),  # which is graded once, by one process
]


def classroom(course: Course, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--course", str(course.root)])


def rows(course: Course) -> dict[str, Row]:
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        return {row.student: row for row in book.rows([])}


def hand_in(course: Course, student: str, *edits: Callable[[NotebookNode], None]) -> None:
    notebook = read_notebook(course.exercise(TOY))
    notebook.cells[DOUBLE].source = "def double(x): return 2 * x"
    notebook.cells[LAST].source = "def last(values): return values[-1]"
    for edit in edits:
        edit(notebook)
    folder = course.submitted / student / TOY
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{TOY}.ipynb")


def code(index: int, source: str) -> Callable[[NotebookNode], None]:
    def edit(notebook: NotebookNode) -> None:
        notebook.cells[index].source = source

    return edit


def odd_metadata(notebook: NotebookNode) -> None:
    notebook.cells[DOUBLE].metadata.nbgrader = ["not", "a", "mapping"]


def warn(notebook: NotebookNode) -> None:
    source = (
        "import sys, warnings\ndef double(x):\n    warnings.warn('w'); print(x, file=sys.stderr)"
    )
    notebook.cells[DOUBLE].source = source + "\n    return 2 * x"


def peek(notebook: NotebookNode) -> None:
    """Print the inputs that ran before, hidden tests among them."""
    notebook.cells.append(new_code_cell("print(In)\nIn"))


# Whom the class consists of beside the samples, and what each of them is worth.
OTHERS = {
    "forger": ([code(DOUBLE, "double = 60.0")], 30),
    "warner": ([warn], 90),
    "peeker": ([peek], 90),
    "looper": ([code(LAST, "def last(values):\n    while True: pass")], 60),
    "quitter": ([code(LAST, "import os\nos._exit(7)")], 60),
    "patcher": ([code(DOUBLE, "checks.double = lambda *_, **__: 60.0\ndouble = 1")], 30),
    "editor": ([code(TEST_DOUBLE, "60.0"), code(DOUBLE, "double = 1")], 30),
    "oddity": ([odd_metadata], None),
    "typist": ([code(LAST, "x = 1\ndef last(values)\n    return x")], 60),
}


@pytest.fixture(scope="module")
def graded(shared_course: Course) -> tuple[Course, Result]:
    course = shared_course
    assert classroom(course, "release").exit_code == 0
    assert classroom(course, "sample").exit_code == 0
    for student, (edits, _) in OTHERS.items():
        hand_in(course, student, *edits)
    nobody = course.submitted / "nobody" / TOY
    nobody.mkdir(parents=True)
    hand_in(course, "renamer")
    renamed = course.submitted / "renamer" / TOY / f"{TOY}.ipynb"
    renamed.rename(renamed.with_name("my homework.ipynb"))
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write("\nc.Limits.cell = 2\n")
    course = Course(course.root)  # which reads the configuration anew
    return course, classroom(course, "grade", TOY)


def test_the_class_is_graded_and_no_traceback_is_shown(graded):
    _, result = graded
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    assert result.output.count("needs a person") >= 3


def test_every_sample_scores_what_the_bank_expects(graded):
    from classroom.sample import expected_totals

    course, _ = graded
    expected = expected_totals(course, TOY)
    assert len(expected) == 11
    scored = {student: rows(course)[student].total for student in expected}
    assert scored == expected


def test_every_other_submission_scores_what_it_is_worth(graded):
    course, _ = graded
    found = {student: rows(course)[student].total for student in OTHERS}
    assert found == {student: worth for student, (_, worth) in OTHERS.items()}


def test_every_submission_has_a_row_and_a_reason_where_a_person_must_look(graded):
    course, _ = graded
    class_ = rows(course)
    assert set(class_) == {folder.name for folder in course.submitted.iterdir()}
    assert {s: row.reason for s, row in class_.items() if row.status != "graded"} == {
        "sample-10": "01-toy.ipynb is not a notebook: it is cut short or not JSON.",
        "nobody": "No notebook was handed in.",
        "oddity": "It could not be read: AttributeError.",
    }
    assert class_["renamer"].total == 90
    assert class_["renamer"].notes == ("It was handed in as my homework.ipynb.",)
    assert class_["looper"].notes == ("It was stopped after 2 s in the cell “test-last”.",)
    assert class_["quitter"].notes == ("It ended Python (exit 7) in the cell “last”.",)
    assert class_["editor"].notes == (
        "The test “test-double” was edited; it ran as it was released.",
    )


def test_who_reaches_for_the_tests_is_named_to_the_instructor(graded):
    course, _ = graded
    class_ = rows(course)
    assert class_["patcher"].suspicions == ("The cell “double” changes checks.double.",)
    assert class_["quitter"].suspicions == (
        "The cell “last” reaches for all that the interpreter holds (_exit).",
    )
    assert [s for s, row in class_.items() if row.suspicions] == [
        "patcher", "quitter", "sample-12",  # which looks around
    ]  # fmt: skip


def test_the_mistakes_of_the_class_are_counted(graded):
    course, result = graded
    named = {row.mistakes.get("double") for row in rows(course).values()}
    assert {("square",), ("unchanged",), ("not-yet",)} & named
    assert rows(course)["looper"].mistakes == {"last": ("too-slow",)}
    assert rows(course)["quitter"].mistakes == {"last": ("ended-python",)}
    assert "too-slow, ended-python" in result.output


def test_unread_answers_wait_for_a_person_and_untouched_ones_do_not(graded):
    course, _ = graded
    class_ = rows(course)
    assert class_["sample-01"].unread == ("why",)
    assert class_["sample-04"].unread == ()
    assert class_["sample-04"].scores["why"] == 0


@pytest.mark.system
def test_a_regrade_that_fails_leaves_no_score_no_notebook_and_no_feedback(graded):
    course, _ = graded
    hand_in(course, "later")
    assert classroom(course, "grade", TOY, "--student", "later").exit_code == 0
    assert classroom(course, "feedback", TOY).exit_code == 0
    page = course.feedback / "later" / TOY / f"{TOY}.html"
    assert page.is_file()
    assert rows(course)["later"].total == 90
    before = rows(course)
    (course.submitted / "later" / TOY / f"{TOY}.ipynb").write_text("{")
    result = classroom(course, "grade", TOY, "--student", "later")
    assert "needs a person: 01-toy.ipynb is not a notebook" in " ".join(result.output.split())
    after = rows(course)
    assert after.pop("later").total is None
    before.pop("later")
    assert after == before
    assert not page.exists()
    assert not (course.autograded / "later" / TOY).exists()


@pytest.mark.system
def test_stock_nbgrader_gives_honest_submissions_the_same_scores(graded, tmp_path):
    """Cell by cell, in a gradebook of its own."""
    course, _ = graded
    students = ["sample-01", "sample-03", "sample-06"]
    database = f"sqlite:///{tmp_path}/stock.db"
    for command, more in [
        ("generate_assignment", ["--force"]),
        ("autograde", ["--student", "sample-0[136]", "--force"]),
    ]:
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", command, TOY, "--db", database, *more],
            cwd=course.root,
            capture_output=True,
            text=True,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        assert done.returncode == 0, done.stderr
    from nbgrader.api import Gradebook

    with Gradebook(database) as stock:
        for student in students:
            notebook = stock.find_submission_notebook(TOY, TOY, student)
            scores = {
                grade.name.removeprefix("test-"): grade.auto_score for grade in notebook.grades
            }
            assert scores == rows(course)[student].scores


# ── feedback ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def pages(graded: tuple[Course, Result]) -> dict[str, str]:
    course, _ = graded
    result = classroom(course, "feedback", TOY)
    assert result.exit_code == 0, result.output
    found = course.feedback.glob(f"*/{TOY}/{TOY}.html")
    return {page.parent.parent.name: page.read_text(encoding="utf-8") for page in found}


def test_everyone_graded_gets_a_page_and_no_one_else(graded, pages):
    course, _ = graded
    assert set(pages) == {s for s, row in rows(course).items() if row.status == "graded"}


def test_no_page_shows_a_hidden_test(graded, pages):
    course, _ = graded
    autograded = course.autograded / "peeker" / TOY / f"{TOY}.ipynb"
    seen = autograded.read_text(encoding="utf-8").count(HIDDEN)
    assert seen == 2  # in the tests themselves: no cell of the peeker's has seen them
    for page in pages.values():
        assert HIDDEN not in page
        assert "HIDDEN TESTS" not in page


def test_a_page_shows_the_score_and_the_reason(graded, pages):
    course, _ = graded
    student = next(s for s, row in rows(course).items() if ("first",) in row.mistakes.values())
    assert "<div>0 of 30: That is first.</div>" in pages[student]
    assert "<div>60 of 60: Right.</div>" in pages["sample-01"]
    assert "was stopped" in pages["looper"]
    assert "Line 2 of the cell is not Python: expected" in pages["typist"]
    assert "The line reads “def last(values)”." in pages["typist"]
    assert "is not defined</div>" not in pages["typist"]
    page = " ".join(pages["sample-01"].split())
    assert "<strong>90</strong> of 100 points; 10 are still to be given by a reader" in page
    double = '<a href="#test-double">double</a> <div class="said">Right.</div></td> '
    assert double + '<td class="number">60 of 60</td>' in page
    why = '<a href="#why">why</a> <div class="said"></div></td> <td class="number">'
    assert f"{why}not read yet</td>" in page
    untouched = " ".join(pages["sample-04"].split())
    assert f"{why}0 of 10</td>" in untouched


@pytest.mark.system
def test_a_page_that_nbgrader_cannot_write_is_a_sentence_and_no_other_is_touched(graded, pages):
    course, _ = graded
    notebook = course.autograded / "sample-02" / TOY / f"{TOY}.ipynb"
    whole = notebook.read_text(encoding="utf-8")
    notebook.write_text("{")
    result = classroom(course, "feedback", TOY)
    notebook.write_text(whole, encoding="utf-8")
    assert result.exit_code == 1
    assert "No page for sample-02: nbgrader could not write it: " in result.output
    assert "Traceback" not in result.output
    found = {file.parent.parent.name for file in course.feedback.glob(f"*/{TOY}/{TOY}.html")}
    assert found == set(pages) - {"sample-02"}


# ── export ────────────────────────────────────────────────────────────────────────────────────


def test_the_export_has_a_row_a_student_and_a_column_a_task(graded):
    course, _ = graded
    result = classroom(course, "export", TOY, "--output", "-")
    table = {row["student"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert set(table) == {student for student in rows(course) if not student.startswith("sample")}
    assert "The 12 sample students are left out" in result.stderr
    assert table["warner"] == {
        "student": "warner", "double": "60", "last": "30", "why": "0", "total": "90",
        "status": "graded", "unread": "", "reason": "",
        "notes": "", "penalty": "", "suspicions": "",
    }  # fmt: skip
    assert table["nobody"] == {
        "student": "nobody", "double": "", "last": "", "why": "", "total": "",
        "status": "needs a person", "unread": "", "reason": "No notebook was handed in.",
        "notes": "", "penalty": "", "suspicions": "",
    }  # fmt: skip
    assert classroom(course, "export", TOY).exit_code == 0
    assert (course.gradebook / f"{TOY}.csv").read_text(encoding="utf-8") == result.stdout


# ── the sample class ──────────────────────────────────────────────────────────────────────────


def test_the_samples_have_a_table_of_their_own_and_count_in_no_average(graded):
    course, _ = graded
    real = {student: row for student, row in rows(course).items() if "sample" not in student}
    said = " ".join(classroom(course, "grade", TOY).output.split())
    class_, samples = said.split("The sample class, which counts in nothing below:")
    assert "sample-01 90 90" in samples
    assert "“expected” is what the bank of answers says" in samples
    table = class_[class_.index("student of 100") :]
    assert "sample" not in table
    assert "expected" not in table
    scores = [row.scores["double"] for row in real.values()]
    known = [score for score in scores if score is not None]
    assert f"1 double 60 {sum(known) / len(known):.1f} " in samples
    assert "square" not in samples[samples.index("no. task") :]  # only samples made that mistake


def test_the_report_leaves_the_samples_out(graded):
    course, _ = graded
    result = classroom(course, "report", TOY)
    page = (course.gradebook / f"{TOY}.html").read_text(encoding="utf-8")
    real = [student for student in rows(course) if not student.startswith("sample")]
    assert f"{len(real)} submissions in gradebook/{TOY}.html" in result.stdout
    assert "Report of the class" in page
    assert "<code>syntax-error</code>" in page
    assert "Line 2 of the cell is not Python: expected" in page
    assert "sample-" not in page
