"""The report of a class: it is right, it tells no secret, and it asks nobody for anything."""

import random
import re
import unicodedata
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output
from scipy.stats import pearsonr
from tests.classroom.conftest import PROJECT, TOY, write
from typer.testing import CliRunner

from classroom.assignment.bank import Answer, read_bank
from classroom.assignment.notebook import Task
from classroom.assignment.read_verdict import explanation_of, findings, shown
from classroom.assignment.release import instructor_notebook
from classroom.cli import app
from classroom.course import Course
from classroom.grading.collection_record import Record
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.same_files import SameFile
from classroom.grading.scores import Change, Row
from classroom.lock import course_lock
from classroom.pages.anonymous_names import ByName, Unnamed, file_names, other_names
from classroom.pages.report import mistakes, report
from classroom.pages.task_statistics import ENOUGH, chance, distribution, measure
from payattention_checks import dot_product
from payattention_checks.verdict import JOINT, Finding, Verdict

TASKS = [
    Task("easy", 60, "easy", "test-easy"),
    Task("hard", 30, "hard", "test-hard"),
    Task("why", 10, "why", "why", written=True),
]
EVIL = "<script>document.title='owned'</script>"


def row(student: str, easy: float, hard: float, why: float | None = 5.0, **more) -> Row:
    unread = ("why",) if why is None else ()
    return Row(student, {"easy": easy, "hard": hard, "why": why}, unread=unread, **more)


def a_class(size: int = 24) -> list[Row]:
    chance = random.Random(3)
    return [
        row(
            f"s{n:03d}",
            chance.choice([0, 30, 60]),
            chance.choice([0, 15, 30]),
            chance.choice([0, 10]),
        )
        for n in range(size)
    ]


def written(rows: list[Row], called: ByName | Unnamed | None = None) -> str:
    by_name = ByName(one.student for one in rows)
    return report(Path("nowhere"), TOY, rows, TASKS, called or by_name)


@pytest.fixture
def course(course: Course) -> Course:
    course.gradebook.mkdir(exist_ok=True)
    return course


# ── the numbers ───────────────────────────────────────────────────────────────────────────────


def test_discrimination_is_the_correlation_with_all_other_tasks():
    rows = a_class()
    for task, found in zip(TASKS, measure(rows, TASKS), strict=True):
        scores = [one.scores[task.name] for one in rows]
        rests = [one.total - one.scores[task.name] for one in rows]
        assert found.discrimination == pytest.approx(pearsonr(scores, rests).statistic)


def test_a_task_that_only_the_weak_get_right_has_a_negative_discrimination():
    rows = [row(f"s{n}", 60 if n < 6 else 0, 0 if n < 6 else 30) for n in range(12)]
    assert measure(rows, TASKS)[0].discrimination == pytest.approx(-1)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        a_class(ENOUGH - 1),
        [row(f"s{n}", 60, n) for n in range(12)],  # all have the same in this task
        [row(f"s{n}", n, 30) for n in range(12)],  # and in all others
    ],
    ids=["nobody", "too few", "the same in it", "the same in the others"],
)
def test_no_discrimination_is_said_where_it_would_mean_nothing(rows):
    assert measure(rows, TASKS)[0].discrimination is None


def test_answers_that_wait_for_a_person_tell_nothing_apart():
    """Those who wrote nothing have their 0 already; those who wrote wait for their points."""
    rows = [row(f"s{n}", n, 30 - n % 4, 0 if n % 2 else None) for n in range(12)]
    easy, hard, why = measure(rows, TASKS)
    scores = [[one.scores[name] for one in rows] for name in ("easy", "hard")]
    assert easy.discrimination == pytest.approx(pearsonr(*scores).statistic)
    assert hard.discrimination == pytest.approx(pearsonr(*scores).statistic)
    assert (why.waiting, why.share, why.discrimination) == (6, None, None)


def test_chance_moves_a_correlation_as_far_as_is_said():
    drawn = np.random.default_rng(5).normal(size=(2000, 2, 24))
    found = [np.corrcoef(pair)[0, 1] for pair in drawn]
    assert np.mean(np.abs(found) < chance(24)) == pytest.approx(0.95, abs=0.015)


def test_a_submission_that_needs_a_person_counts_in_no_number():
    rows = [
        *a_class(),
        Row("lost", dict.fromkeys(("easy", "hard", "why")), reason="It is cut short."),
    ]
    assert measure(rows, TASKS) == measure(a_class(), TASKS)
    easy = measure(rows, TASKS)[0]
    assert easy.full + easy.part + easy.none == 24
    assert easy.share == pytest.approx(sum(one.scores["easy"] for one in a_class()) / 24 / 60)


def test_the_distribution_holds_everyone_once():
    assert distribution([0, 9.9, 10, 55, 99.9, 100, -5], 100) == [3, 1, 0, 0, 0, 1, 0, 0, 0, 2]
    assert distribution([], 100) == [0] * 10


def test_the_reason_is_read_from_a_verdict():
    found = [Finding("wrong-axis", "Over the wrong axis.")]
    verdict = Verdict(0, task="t", points=5, reason="Over the `wrong`\naxis.", findings=found)
    assert explanation_of(cell_with(verdict)) == "Over the `wrong` axis."
    error = new_output("error", ename="NameError", evalue="no double", traceback=[])
    assert explanation_of(new_code_cell("score", outputs=[error])) == "no double"
    assert explanation_of(new_code_cell("score")) == ""


def cell_with(verdict: Verdict, test: str = "") -> NotebookNode:
    marks = {"grade_id": test, "grade": True, "solution": False}
    return new_code_cell("score", outputs=[shown(verdict)], metadata={"nbgrader": marks})


JOINTLY = [
    answer
    for answers in read_bank(PROJECT / "tests" / "answers" / "03-dot-product").values()
    for answer in answers
    if JOINT in answer.name and not answer.right
]


@pytest.mark.parametrize("answer", JOINTLY, ids=str)
def test_what_a_check_says_of_two_mistakes_at_once_is_told_apart(answer: Answer):
    space = {"np": np}
    exec(answer.code, space)
    verdict = getattr(dot_product, answer.task)(space[answer.task], points=10)
    found = findings(cell_with(verdict))
    assert JOINT.join(finding.name for finding in found) == answer.name
    said = [finding.feedback for finding in found]
    assert len(set(said)) == len(said)
    for sentence in said:
        assert sentence
        assert not set(sentence) & set("✓✗")
        assert sentence.partition(": ")[2] in verdict.reason  # before it, perhaps, the parts


def test_two_mistakes_at_once_count_each_under_its_own_name(tmp_path):
    joint = next(answer for answer in JOINTLY if answer.name == "top-left + future")
    space = {"np": np}
    exec(joint.code, space)
    verdict = dot_product.window_mask(space["window_mask"], points=10)
    task = Task("window_mask", 10, "window_mask", "test-window_mask")
    for student in ("ann", "bob"):
        notebook = new_notebook(cells=[cell_with(verdict, task.test)])
        write(notebook, tmp_path / student / TOY / f"{TOY}.ipynb")
    rows = [
        Row("ann", {task.name: 1.0}, mistakes={task.name: ("top-left", "future")}),
        Row("bob", {task.name: 1.0}, mistakes={task.name: ("top-left", "future")}),
        Row("eve", {task.name: 5.0}, mistakes={task.name: ("future",)}),
    ]
    found = {one.name: one for one in mistakes(tmp_path, TOY, rows, [task])[task.name]}
    assert list(found) == ["future", "top-left"]  # the most frequent first
    assert found["future"].students == ["ann", "bob", "eve"]
    assert found["top-left"].students == ["ann", "bob"]
    for name, finding in found.items():
        assert finding.feedback == dot_product.window_mask.task.texts.mistakes[name].feedback


def test_the_best_numbers_of_a_class_are_listed_without_names(tmp_path):
    """Only of answers that earned points: a model that sees the future has the lowest loss."""
    task = Task("train", 10, "train", "test-train")
    rows = []
    for student, earned, loss in [("ann", 10, "1.297"), ("bob", 6, "1.42"), ("eve", 0, "0.004")]:
        verdict = Verdict(
            earned, task=task.name, points=10, reason="So.", measured={"Loss per token": loss}
        )
        notebook = new_notebook(cells=[cell_with(verdict, task.test)])
        write(notebook, tmp_path / student / TOY / f"{TOY}.ipynb")
        rows.append(Row(student, {task.name: float(earned)}))
    page = report(tmp_path, TOY, rows, [task], ByName(["ann", "bob", "eve"]))
    (line,) = re.findall(r"<li><code>train</code>.*</li>", page)
    assert "loss per token: 1.297 · 1.42<" in line
    assert "0.004" not in page


# ── the page ──────────────────────────────────────────────────────────────────────────────────


def test_everything_there_is_to_say_is_on_the_page():
    rows = [
        row("ann", 60, 15, None, notes=("It was stopped after 30 s in the cell “hard”.",),
            mistakes={"hard": ("wrong-axis",)}, seconds=31.2),
        row("bob", 60, 0, 8, mistakes={"hard": ("wrong-axis",)}, penalty=5.0, seconds=1.0,
            changes=(Change("easy", 30, 60, "the test has changed"),)),
        row("eve", 0, 0, 0, suspicions=("It forged a reply.",), seconds=1.2),
        Row("sam", dict.fromkeys(("easy", "hard", "why")), reason="No notebook was handed in."),
    ]  # fmt: skip
    page = " ".join(re.sub(r"<[^>]*>", " ", written(rows).partition("</head>")[2]).split())
    for said in [
        "4 handed in", "3 graded", "1 needs a person", "1 written answer to read",
        "sam No notebook was handed in.", "ann It was stopped after 30 s in the cell “hard”.",
        "bob easy 30 60 the test has changed", "eve It forged a reply.",
        "2 × wrong-axis", "(ann, bob)", "1 answer to why waits to be read",
        "The longest: ann 31 s.",
        "bob 63 −5 ■ 60 □ 0 ◪ 8 1.0 s graded", "1 easy 60 67 % 2 0 1",
        "Discrimination is not shown for fewer than 10 graded submissions",
    ]:  # fmt: skip
        assert said in page, said


def test_nothing_that_a_student_chose_is_markup():
    mistakes = {"easy": (EVIL,), "hard": (f"{EVIL} again",)}
    rows = [
        row(EVIL, 0, 0, 0, notes=(EVIL,), suspicions=(EVIL,), mistakes=mistakes),
        Row(f"{EVIL}2", dict.fromkeys(("easy", "hard", "why")), reason=EVIL),
    ]
    page = written(rows)
    assert page.count("<script>") == 1  # our own
    assert EVIL not in page
    assert page.count("&lt;script&gt;document.title") > 8


NAMES = {"ada01": ["Ada", "Lovelace"], "cblake": ["Blake, Carla", "Blake", "Carla"], "li": ["Li"]}


def test_a_file_that_several_handed_in_is_shown_with_all_who_did(course):
    rows, same = (
        [row(name, 60, 30) for name in ("ada", "ben", "cem")],
        SameFile("w.npz", ("cem", "ada")),
    )
    for called in (ByName(["ada", "ben", "cem"]), Unnamed({"ada": [], "ben": [], "cem": []})):
        page = report(Path("nowhere"), TOY, rows, TASKS, called, [same])
        section = page.partition("What came more than once")[2].partition("<h2>")[0]
        assert {name for name in ("ada", "ben", "cem") if f">{called[name]}</a>" in section} == {
            "ada", "cem",
        }  # fmt: skip
        assert "w.npz" in section
    assert "more than once" not in written(rows)


def test_without_names_nobody_is_named_anywhere():
    rows = [
        row("ada01", 0, 0, notes=("It was handed in as Ada Lovelace homework.ipynb.",),
            mistakes={"easy": ("LovelaceError",)}),
        row("cblake", 0, 0, suspicions=("It read /home/cblake/submitted/li/notes.",), seconds=40.0),
        Row("li", dict.fromkeys(("easy", "hard", "why")),
            reason=f"There is no {TOY}.ipynb; carla.ipynb and hw_Li.ipynb could each be meant."),
    ]  # fmt: skip
    assert "Lovelace" in written(rows)
    page = written(rows, Unnamed(NAMES, unchanged=[f"{TOY}.ipynb"]))
    for name in ["ada01", "cblake", "Ada", "Lovelace", "Blake", "Carla"]:
        assert name.lower() not in page.lower(), name
    text = re.sub(r"<[^>]*>", " ", page.partition("</head>")[2])
    assert not re.search(r"(?<![^\W_])li(?![^\W_])", text, re.IGNORECASE)
    assert f"There is no {TOY}.ipynb" in page
    assert {f"Student {n}" for n in (1, 2, 3)} <= set(re.findall(r"Student \d", page))
    assert "could each be meant" in page  # a sentence stays one


def test_the_numbers_tell_nothing_about_the_names():
    names = {f"s{n:03d}": [] for n in range(40)}
    orders = [Unnamed(names).order for _ in range(2)]
    assert orders[0] != orders[1]
    assert sorted(names) not in orders
    rows = a_class(40)
    called = Unnamed(names)
    shown = re.findall(r'<th scope="row" data-key="(Student \d+)"', written(rows, called))
    assert shown == [f"Student {n}" for n in range(1, 41)]


def test_a_name_is_found_however_it_is_spelled_and_in_the_names_of_files():
    files = ["Renés Aufgabe 3.pdf", "my friend Bob.csv", f"{TOY}.ipynb"]
    called = Unnamed({"rd07": ["René Dürer", "René", "Dürer"]}, files, unchanged=[f"{TOY}.ipynb"])
    said = "RENÉ’s “my friend Bob.csv” beside 01-toy.ipynb; durer, Rene and /home/rdürer/x."
    for form in ("NFC", "NFD"):
        found = called.clean(unicodedata.normalize(form, said))
        assert found == (
            "Student 1’s “….csv” beside 01-toy.ipynb; Student 1, Student 1 and /home/Student 1/x."
        )
    assert Unnamed({"g": ["Groß"]}).clean("GROß_1.csv and groß") == "Student 1.csv and Student 1"
    assert called.clean("Renés Aufgabe 3.pdf did not come along.") == "….pdf did not come along."


def test_names_are_known_from_what_was_collected(course):
    folder = course.submitted / "lovelace-ada-4242" / TOY
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "ada and bob.csv").write_text("1")
    (folder / "Ada.ipynb").write_text("{}")
    student = "lovelace-ada-4242"
    Record("Moodle", "4242", "all.zip", "Ada.ipynb", 0, "", None, "").write(course, student, TOY)
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)):
        pass
    names = other_names(course, TOY, [student], None)
    assert {"4242", "lovelace", "ada"} <= set(names[student])
    assert file_names(course, TOY, [student]) == {"data/ada and bob.csv", "Ada.ipynb"}


def test_a_short_name_is_no_part_of_a_word():
    called = Unnamed({"ann": []})
    assert called.clean("It cannot be Ann, or ANN.") == "It cannot be Student 1, or Student 1."
    assert Unnamed({}).clean("Anyone.") == "Anyone."


# ── the command ───────────────────────────────────────────────────────────────────────────────


def run(course: Course, *arguments: str):
    return CliRunner().invoke(app, ["report", TOY, *arguments, "--course", str(course.root)])


def test_the_command_writes_the_page_and_says_where(course):
    from classroom.grading.scores import Grading, Result

    (course.submitted / "mona" / TOY).mkdir(parents=True)
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        result = Result({"test-double": 60.0, "test-last": 0.0, "why": None},
                        {"double": None, "last": None, "why": None}, {"last": "first"})  # fmt: skip
        book.record(Grading("mona", result, hashes={name: {} for name in result.scores}))
        book.record(Grading("gone", result, hashes={name: {} for name in result.scores}))
        book.gradebook.update_or_create_student("mona", first_name="Ramona", last_name="Quimby")
    done = run(course)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "1 submission in gradebook/01-toy.html"
    assert done.stderr == ""  # whose submission is gone concerns the export, not each report
    page = (course.gradebook / "01-toy.html").read_text(encoding="utf-8")
    assert "mona" in page
    assert "gone" not in page
    other = course.root / "for-everyone.html"
    assert run(course, "--without-names", "--output", str(other)).exit_code == 0
    page = other.read_text(encoding="utf-8").lower()
    assert "first" in page
    for name in ("mona", "ramona", "quimby"):
        assert name not in page
    names = other_names(course, TOY, ["mona"], None)
    assert set(names["mona"]) == {"Ramona", "Quimby"}
    nowhere = run(course, "--output", str(course.root / "none" / "report.html"))
    assert nowhere.exit_code == 1
    assert "cannot be written: No such file or directory." in " ".join(nowhere.output.split())


def test_an_output_of_nested_json_ends_no_report(tmp_path):
    file = tmp_path / "ada" / TOY / f"{TOY}.ipynb"
    file.parent.mkdir(parents=True)
    nested = '{"a":' * 900 + "1" + "}" * 900
    output = f'{{"output_type": "display_data", "metadata": {{}}, "data": {{"x/json": {nested}}}}}'
    cell = f'{{"cell_type": "code", "metadata": {{}}, "source": "", "outputs": [{output}]}}'
    file.write_text(f'{{"nbformat": 4, "nbformat_minor": 4, "metadata": {{}}, "cells": [{cell}]}}')
    row = Row("ada", {"double": 0.0}, mistakes={"double": ("square",)})
    tasks = [Task("double", 60, "double", "test-double")]
    assert "square" in report(tmp_path, TOY, [row], tasks, ByName(["ada"]))


def test_a_penalty_follows_the_points_that_a_person_has_given_since(course):
    from classroom.grading.scores import Grading, Result

    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    course = Course(course.root)
    (course.submitted / "mona" / TOY).mkdir(parents=True)
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)) as book:
        book.gradebook.update_or_create_assignment(TOY, duedate="2030-01-02 12:00:00 UTC")
        result = Result({"test-double": 60.0, "test-last": 0.0, "why": None},
                        {"double": None, "last": None, "why": None}, {})  # fmt: skip
        book.record(Grading("mona", result, timestamp=datetime(2030, 1, 3, 12),
                            hashes={name: {} for name in result.scores}))  # fmt: skip
        grade = book.gradebook.find_grade("why", TOY, TOY, "mona")
        grade.manual_score, grade.needs_manual_grade = 7, False
        book.gradebook.db.commit()
    assert run(course).exit_code == 0
    page = (course.gradebook / "01-toy.html").read_text(encoding="utf-8")
    assert '<td class="number" data-key="67.0">−67</td>' in page


def test_while_another_grades_it_waits_for_no_half_of_a_class(course):
    with course_lock(course):
        done = run(course)
    assert done.exit_code == 1
    assert "Another `classroom` command is using this gradebook" in " ".join(done.output.split())


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    scores = [(one.scores["easy"], one.scores["hard"]) for one in a_class(60)]
    rows = [row(f"s{n}", *pair, None if n % 3 else 10, seconds=n) for n, pair in enumerate(scores)]
    rows.append(row(EVIL, 0, 0, 0, notes=(EVIL,), suspicions=(EVIL,), mistakes={"easy": (EVIL,)}))
    file = tmp_path / "report.html"
    file.write_text(written(rows), encoding="utf-8")
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing_and_nothing_overflows(page_file, visit, violations, scheme, width):
    page = visit(page_file.as_uri(), color_scheme=scheme, viewport={"width": width, "height": 800},
                 bypass_csp=True)  # fmt: skip
    assert violations(page, "html") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_asks_nobody_and_runs_nothing_but_its_own(page_file, visit):
    page = visit(page_file.as_uri())
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=late>late</p>')")
    assert page.title() == f"{TOY}: report of the class"
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy.startswith("default-src 'none'; script-src 'sha256-")


def test_the_students_are_sorted_from_the_keyboard(page_file, visit):
    page = visit(page_file.as_uri())

    def totals() -> list[float]:
        cells = page.locator("#students tbody td:nth-child(2)")
        return [float(text) for text in cells.all_inner_texts()]

    unsorted = totals()
    students = page.locator("#students")
    students.get_by_role("button", name="Points").focus()
    page.keyboard.press("Enter")
    assert totals() == sorted(unsorted)
    page.keyboard.press("Enter")
    assert totals() == sorted(unsorted, reverse=True)
    heading = students.get_by_role("columnheader", name="Points")
    assert heading.get_attribute("aria-sort") == "descending"


def test_numbers_are_sorted_as_numbers_and_tasks_too(tmp_path, visit):
    hard = [2.4, 2.35, 10, 0, 30, 12.5, 2.45, 29.99, 7, 1, 3, 4]
    rows = [row(f"s{n}", 60 * (n % 2), score) for n, score in enumerate(hard)]
    rows.append(Row("sam", dict.fromkeys(("easy", "hard", "why")), reason="It is empty."))
    file = tmp_path / "report.html"
    file.write_text(written(rows), encoding="utf-8")
    page = visit(file.as_uri())

    def column(table: str, name: str) -> list[str]:
        page.locator(table).get_by_role("button", name=name).press("Space")
        names = page.locator(f"{table} thead th, {table} thead td").all_inner_texts()
        place = next(n for n, text in enumerate(names, start=1) if name in text)
        return page.locator(f"{table} tbody tr > :nth-child({place})").all_inner_texts()

    found = [float(text.split()[-1][1:] or "nan") for text in column("#students", "2 hard")]
    assert found[1:] == sorted(hard)
    assert found[0] != found[0]  # nothing, and so below 0
    measured = {one.task.name: one.discrimination for one in measure(rows, TASKS)}
    told = column("#tasks", "Discrimination")
    known = sorted(value for value in measured.values() if value is not None)
    assert [float(text.replace("−", "-")) for text in told if text != "–"] == [
        pytest.approx(value, abs=0.005) for value in known
    ]
