"""What a test cell's output is worth, and what the gradebook keeps of it."""

import shutil
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import determine_grade, parse_utc

from classroom.assignment.notebook import read_notebook
from classroom.assignment.read_verdict import earned, findings, shown
from classroom.assignment.release import instructor_notebook
from classroom.course import Course, CourseError
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Change, Grading, Result, Row
from payattention_checks.verdict import Finding, Verdict

TOY = "01-toy"


def cell_with(*outputs: NotebookNode) -> NotebookNode:
    marks = {"grade": True, "locked": True, "solution": False, "grade_id": "t", "points": 60}
    return new_code_cell("score", metadata={"nbgrader": marks}, outputs=list(outputs))


def result(text: str, html: str = "") -> NotebookNode:
    data = {"text/plain": text} | ({"text/html": html} if html else {})
    return new_output("execute_result", data=data)


def stream(name: str) -> NotebookNode:
    return new_output("stream", name=name, text="said\n")


ERROR = new_output("error", ename="NameError", evalue="name", traceback=["1", "2"])


@pytest.mark.parametrize(
    "outputs",
    [[result("60.0")], [result("0.0")], [result("12.5")], [stream("stdout"), result("3")], [ERROR]],
    ids=["all", "none", "part", "printed", "error"],
)
def test_an_honest_output_is_worth_what_nbgrader_says(outputs):
    cell = cell_with(*outputs)
    assert (earned(cell), 60) == determine_grade(cell)


def test_a_warning_costs_nothing():
    assert earned(cell_with(stream("stderr"), result("60.0"))) == 60


@pytest.mark.parametrize(
    "outputs",
    [
        [],
        [result("'right'")],
        [result("None")],
        [result("nan")],
        [result("-1")],
        [stream("stdout")],
    ],
    ids=["nothing", "text", "None", "nan", "negative", "printed"],
)
def test_what_is_no_score_is_left_to_a_person_where_nbgrader_gives_all(outputs):
    cell = cell_with(*outputs)
    assert determine_grade(cell) == (60, 60)
    assert earned(cell) is None


@pytest.mark.parametrize("text", ["inf", "61", "1e9"])
def test_more_than_there_is_to_earn_is_left_to_a_person(text):
    assert earned(cell_with(result(text))) is None


def test_the_mistakes_are_read_from_the_verdict_or_the_error():
    two = [Finding("halved", "It is half."), Finding("negative", "Its sign is wrong.")]
    verdict = Verdict(3, task="double", points=60, reason="Two mistakes.", findings=two)
    assert findings(cell_with(shown(verdict))) == tuple(two)
    right = Verdict(60, task="double", points=60, reason="Right.")
    assert findings(cell_with(shown(right))) == ()
    assert findings(cell_with(result("60"))) == ()
    assert findings(cell_with(ERROR)) == (Finding("NameError", "name"),)


@pytest.fixture(scope="module")
def empty_gradebook(shared_course: Course) -> Path:
    """A gradebook made once: nbgrader needs two seconds for it."""
    with AssignmentGradebook.open(shared_course, TOY, instructor_notebook(shared_course, TOY)):
        return shared_course.gradebook / "gradebook.db"


@pytest.fixture
def course(course: Course, empty_gradebook: Path) -> Course:
    shutil.copy(empty_gradebook, course.gradebook)
    return course


# ── the database ──────────────────────────────────────────────────────────────────────────────

GRADED = Result(
    scores={"test-double": 60.0, "test-last": 0.0, "why": None},
    comments={"double": None, "last": "No response.", "why": None},
    mistakes={"last": ("not-yet",)},
)


NOW = {name: {"submission": "a", "test": name} for name in GRADED.scores}


def record(
    book: AssignmentGradebook, student: str, result: Result | None = GRADED, **others
) -> tuple:
    """Write scores, as the grader does."""
    hashes = others.pop("hashes", NOW)
    return book.record(Grading(student, result, hashes=hashes, **others))


def test_a_result_is_read_back_as_it_was_written(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me", notes=("It was renamed.",), seconds=1.5, suspicions=("It looks.",))
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        (row,) = book.rows(["me"])
    assert row.scores == {"double": 60, "last": 0, "why": None}
    assert (row.total, row.status, row.unread) == (60, "graded", ("why",))
    assert (row.notes, row.suspicions) == (("It was renamed.",), ("It looks.",))
    assert (row.mistakes, row.seconds) == ({"last": ("not-yet",)}, 1.5)


def test_extra_credit_counts_and_a_submission_without_any_grade_is_listed(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me")
        book.gradebook.find_grade("test-double", TOY, TOY, "me").extra_credit = 5
        record(book, "you")
        for grade in book.gradebook.find_submission_notebook(TOY, TOY, "you").grades:
            book.gradebook.db.delete(grade)
        book.gradebook.db.commit()
        me, you = book.rows([])
    assert me.scores == {"double": 65, "last": 0, "why": None}
    assert (you.student, you.total, you.unread) == ("you", None, ())


def test_a_regrade_that_fails_keeps_no_stale_score(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me")
        record(book, "you")
        record(book, "me", None, reason="It is cut short.")
        me, you = book.rows([])
        submission = book.gradebook.find_submission(TOY, "me")
        assert submission.score == 0
        assert submission.needs_manual_grade
    assert (me.status, me.total, me.reason) == ("needs a person", None, "It is cut short.")
    assert me.mistakes == {}
    assert (you.status, you.total) == ("graded", 60)


def give_by_hand(book: AssignmentGradebook, student: str, cell: str, score: float) -> None:
    """What formgrader does when a person gives points."""
    grade = book.gradebook.find_grade(cell, TOY, TOY, student)
    grade.manual_score, grade.needs_manual_grade = score, False
    book.gradebook.db.commit()


def test_what_a_person_gave_survives_a_regrade(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me")
        give_by_hand(book, "me", "why", 7)
        (row,) = book.rows([])
        assert (row.scores["why"], row.unread) == (7, ())
        record(book, "me")
        (row,) = book.rows([])
        assert (row.total, row.unread) == (67, ())
        record(book, "me", hashes={name: {"submission": "another"} for name in GRADED.scores})
        (row,) = book.rows([])
    assert row.total == 67
    assert row.unread == ("why",)  # as in nbgrader, a person looks again at what may be new


def test_a_person_can_settle_what_the_machine_could_not(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me", None, reason="Python died.")
        for cell, score in [("test-double", 60), ("test-last", 30), ("why", 5)]:
            give_by_hand(book, "me", cell, score)
        (row,) = book.rows([])
    assert (row.status, row.total) == ("graded", 95)


def replace_task(course: Course, old: str, new: str) -> None:
    file = course.solution(TOY)
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_a_task_may_be_replaced_mid_term_unless_a_person_gave_points_for_it(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me")
    replace_task(course, '"grade_id": "test-last"', '"grade_id": "test-last-2"')
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        (row,) = book.rows([])
        assert row.scores == {"double": 60, "last": None, "why": None}
        scores = {"test-double": 60.0, "test-last-2": 30.0, "why": None}
        record(book, "me", Result(scores, GRADED.comments, {}), hashes={key: {} for key in scores})
        (row,) = book.rows([])
        assert row.total == 90
        give_by_hand(book, "me", "test-last-2", 20)
    replace_task(course, "test-last-2", "test-last-3")
    with (
        pytest.raises(CourseError, match="scores that a person gave for the cell “test-last-2”"),
        AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)),
    ):
        pass


def test_the_points_of_a_task_may_change(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)):
        pass
    for old, new in [("points=60", "points=50"), ('"points": 60', '"points": 50'),
                     ("points=30", "points=40"), ('"points": 30', '"points": 40')]:  # fmt: skip
        replace_task(course, old, new)
    assert sum(cell.source.count("points=50") for cell in read_notebook(course.solution(TOY)).cells)
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        assert book.gradebook.find_grade_cell("test-last", TOY, TOY).max_score == 40


def test_a_gradebook_that_cannot_be_opened_is_a_sentence(course):
    (course.gradebook / "gradebook.db").write_text("this is no database, it only looks like a file")
    with (
        pytest.raises(CourseError, match=r"gradebook\.db cannot be used: .*not a database"),
        AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)),
    ):
        pass


# ── regrading ─────────────────────────────────────────────────────────────────────────────────


def test_a_regrade_tells_whose_score_changed_and_why(course):
    better = Result(GRADED.scores | {"test-last": 30.0}, GRADED.comments, {})
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        assert record(book, "me") == ()
        assert record(book, "me") == ()
        corrected = NOW | {"test-last": {"submission": "a", "test": "corrected"}}
        changed = record(book, "me", better, hashes=corrected)
        assert changed == (Change("last", 0, 30, "its test has changed"),)
        (row,) = book.rows([])
        assert row.changes == changed
        anew = {name: basis | {"submission": "b"} for name, basis in corrected.items()}
        assert record(book, "me", hashes=anew)[0].why == "it was handed in again"
        assert record(book, "me", better, hashes=anew)[0].why.startswith("the answer is not")
        lost = record(book, "me", None, hashes=anew, reason="It is cut short.")
        assert {(c.task, c.after, c.why) for c in lost} == {
            ("double", None, "a person must look: It is cut short."),
            ("last", None, "a person must look: It is cut short."),
        }


def test_only_the_tasks_that_were_graded_get_other_scores(course):
    better = Result(GRADED.scores | {"test-double": 0.0, "test-last": 30.0}, GRADED.comments, {})
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        record(book, "me")
        new = {"test-last": {"submission": "b", "test": "test-last"}}
        record(book, "me", better, hashes=new)
        (row,) = book.rows([])
        assert row.scores == {"double": 60, "last": 30, "why": None}
        assert row.mistakes == {}
        assert book.dependency_hashes("me") == NOW | new
        record(book, "me", None, reason="It is cut short.", hashes=new)
        assert book.dependency_hashes("me") == new  # so that the others are graded again


# ── late ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def due(course):
    """The course with a penalty of all points, and an assignment that was due."""
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        book.gradebook.update_or_create_assignment(TOY, duedate="2030-01-02 12:00:00 UTC")
    return Course(course.root)  # which reads the configuration anew


@pytest.mark.parametrize(
    ("handed_in", "total"), [("2030-01-02 11:00:00 UTC", 60), ("2030-01-02 12:00:01 UTC", 0)]
)
def test_a_late_submission_pays_the_penalty_of_the_courses_own_plugin(due, handed_in, total):
    def row(book: AssignmentGradebook) -> Row:
        return book.rows([])[0]

    with AssignmentGradebook.open(due, TOY, instructor_notebook(due, TOY)) as book:
        record(book, "me", timestamp=parse_utc(handed_in))
        assert (row(book).total, row(book).penalty) == (total, 60 - total)
        assert row(book).scores["double"] == 60
        give_by_hand(book, "me", "why", 7)
        book.penalize_all()
        assert row(book).total == (67 if total else 0)


def test_without_a_plugin_nobody_pays(course):
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        book.gradebook.update_or_create_assignment(TOY, duedate="2030-01-02 12:00:00 UTC")
        record(book, "me", timestamp=parse_utc("2031-01-02 12:00:00 UTC"))
        assert book.rows([])[0].total == 60
