"""The course's own assignments: released, answered out of the bank, graded, given feedback."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from tests.classroom.conftest import TOY
from typer.testing import CliRunner

from classroom.assignment.bank import read_bank
from classroom.assignment.notebook import (
    HINTS_TAG,
    Role,
    grade_id,
    read_notebook,
    role,
    tagged,
    tasks,
)
from classroom.assignment.notebook_rules import faults, task_count_clause
from classroom.assignment.read_verdict import explanation_of, findings
from classroom.assignment.release import instructor_notebook, stale
from classroom.cli import app
from classroom.course import CONFIG, Course
from classroom.grading.gradebook import AssignmentGradebook
from classroom.sample import check_bank, expected_totals, read_record
from payattention_checks.verdict import JOINT
from payattention_checks.verdict_html import prose

PROJECT = Course(Path(__file__).resolve().parents[3])
ANSWERS = PROJECT.root / "tests" / "answers"
ASSIGNMENTS = PROJECT.assignments()


def test_exercises_are_what_solutions_generate():
    assert ASSIGNMENTS
    assert stale(PROJECT, ASSIGNMENTS) == []
    released = {path.name for path in PROJECT.exercises.iterdir()}
    assert {name for name in released if not name.startswith(".")} == set(ASSIGNMENTS)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_solutions_have_the_form_and_the_bank_fits_them(assignment):
    notebook = read_notebook(PROJECT.solution(assignment))
    assert faults(notebook) == []
    autograded = [task for task in tasks(notebook) if not task.written]
    check_bank(assignment, autograded, read_bank(ANSWERS / assignment))


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_students_set_up_cell_says_in_one_line_that_all_is_well(assignment, capsys):
    notebook = read_notebook(PROJECT.exercise(assignment))
    exec(next(cell.source for cell in notebook.cells if role(cell) is Role.SETUP), {})
    checked = [task for task in tasks(notebook) if not task.written]
    said = rf"Ready: checks for {len(checked)} tasks, version \d\S+\.\n"
    assert re.fullmatch(said, capsys.readouterr().out)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_introduction_says_how_many_tasks_there_are(assignment):
    notebook = read_notebook(PROJECT.solution(assignment))
    assert task_count_clause(tasks(notebook)) in " ".join(notebook.cells[0].source.split())


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_question_says_how_hard_it_is_what_it_is_worth_and_how_long_it_takes(assignment):
    said = re.compile(
        r"^★{1,3} · \d+ points · about \d+ minutes( · read by a person)?$", re.MULTILINE
    )
    notebook = read_notebook(PROJECT.solution(assignment))
    texts = [cell.source for cell in notebook.cells if role(cell) is Role.FREE]
    assert len(list(filter(said.search, texts))) == len(tasks(notebook))


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_task_has_three_folded_hints_below_it(assignment):
    notebook = read_notebook(PROJECT.solution(assignment))
    for task in tasks(notebook):
        place = [grade_id(cell) for cell in notebook.cells].index(task.test)
        hints = notebook.cells[place + 1]
        assert tagged(hints, HINTS_TAG), f"below {task.name} must be a text cell tagged “hints”"
        folded = r"<details><summary>Hint (\d)</summary>\n\n.+?\n\n</details>\n?"
        found = re.findall(folded, hints.source, re.DOTALL)
        assert found == ["1", "2", "3"], f"{task.name} must have three hints, folded and numbered"
        assert re.sub(folded, "", hints.source, flags=re.DOTALL) == ""


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_solution_and_no_hidden_test_is_in_the_exercises(assignment):
    """Line by line: what stands between the markers of solutions/ is nowhere in exercises/."""
    secrets: set[str] = set()
    shown: set[str] = set()
    for cell in read_notebook(PROJECT.solution(assignment)).cells:
        inside = False
        for line in map(str.strip, cell.source.splitlines()):
            if "BEGIN SOLUTION" in line or "BEGIN HIDDEN" in line:
                inside = True
            elif "END SOLUTION" in line or "END HIDDEN" in line:
                inside = False
            else:
                (secrets if inside else shown).add(line)
    secrets -= shown
    assert len(secrets) >= 2 * len(tasks(read_notebook(PROJECT.solution(assignment))))
    for cell in read_notebook(PROJECT.exercise(assignment)).cells:
        assert not secrets & set(map(str.strip, cell.source.splitlines()))


@pytest.mark.system
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_sample_class_scores_what_the_bank_expects_and_gets_its_reasons(tmp_path, assignment):
    shutil.copy(PROJECT.root / CONFIG, tmp_path)
    shutil.copytree(PROJECT.solutions / assignment, tmp_path / "solutions" / assignment)
    course = Course(tmp_path)
    for command in (
        ["release"],
        ["sample", assignment, "--students", "4", "--bank", str(ANSWERS)],
        ["grade", assignment],
        ["feedback", assignment],
        ["export", assignment, "--partial"],
    ):
        result = CliRunner().invoke(app, [*command, "--course", str(tmp_path)])
        assert result.exit_code == 0, result.output

    with AssignmentGradebook.open(
        course, assignment, instructor_notebook(course, assignment)
    ) as book:
        rows = {row.student: row for row in book.rows([])}
    assert {student: row.total for student, row in rows.items()} == pytest.approx(
        expected_totals(course, assignment)
    )
    made = read_record(course, assignment)["mistakes"]
    named = {
        student: {task: tuple(name.split(JOINT)) for task, name in made[student].items() if name}
        for student in made
    }
    assert {s: rows[s].mistakes for s in named if named[s]} == {s: m for s, m in named.items() if m}
    ran = course.autograded / "sample-02" / assignment / f"{assignment}.ipynb"
    cells = nbformat.read(ran, as_version=4).cells
    tests = [cell for cell in cells if role(cell) is Role.TEST]
    said = [prose(explanation_of(cell)) for cell in tests if findings(cell)]
    page = (course.feedback / "sample-02" / assignment / f"{assignment}.html").read_text("utf-8")
    assert len(said) == len(named["sample-02"]) > 0
    assert all(reason in page for reason in said)
    assert "HIDDEN" not in page
    solutions = course.solution(assignment).read_text("utf-8")
    hidden = set(re.findall(r"score = min.*seed=(\d+)", solutions))
    assert len(hidden) >= len(made["sample-02"])
    assert not re.search(rf"(?<![\d.])({'|'.join(hidden)})(?!\d)", page)


@pytest.mark.system
def test_two_assignments_may_have_tasks_of_one_name(course):
    """In one gradebook, each is graded by its own check and expected by its own bank."""
    triple = {"2 * x": "3 * x", "x + x": "3 * x"}
    first, second = course.root / "solutions" / TOY, course.root / "solutions" / "02-toy"
    shutil.copytree(first, second)
    (second / f"{TOY}.ipynb").rename(second / "02-toy.ipynb")
    bank = course.root / "tests" / "answers"
    shutil.copytree(bank / TOY, bank / "02-toy")
    for file in (second / "02-toy.ipynb", bank / "02-toy" / "double.py"):
        text = file.read_text("utf-8")
        for old, new in triple.items():
            text = text.replace(old, new)
        file.write_text(text, "utf-8")
    for command in (
        ["release"],
        *(["sample", name, "--students", "3"] for name in (TOY, "02-toy")),
        *(["grade", name] for name in (TOY, "02-toy")),
    ):
        result = CliRunner().invoke(app, [*command, "--course", str(course.root)])
        assert result.exit_code == 0, result.output
    for name in (TOY, "02-toy"):
        with AssignmentGradebook.open(course, name, instructor_notebook(course, name)) as book:
            totals = {row.student: row.total for row in book.rows([])}
        assert len(totals) == 3
        assert 90 in totals.values()
        assert totals == pytest.approx(expected_totals(course, name))
