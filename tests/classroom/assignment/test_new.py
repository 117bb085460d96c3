"""What `classroom new` writes works at once: it is released, graded, and passes the tests."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from classroom.assignment.new import new
from classroom.assignment.notebook import read_notebook, tasks
from classroom.assignment.notebook_rules import faults, task_count_clause
from classroom.assignment.release import instructor_notebook, release
from classroom.cli import app
from classroom.course import CONFIG, Course, CourseError
from classroom.grading.gradebook import AssignmentGradebook
from classroom.sample import expected_totals
from classroom.sandbox.bubblewrap import why_no_sandbox

ROOT = Path(__file__).resolve().parents[3]
MINE = "08-my-own"
CHECKS = "src/payattention_checks"


@pytest.fixture
def bare(tmp_path: Path) -> Course:
    """A course with the folders that an assignment goes into, and nothing in them."""
    shutil.copy(ROOT / CONFIG, tmp_path)
    for folder in ("book", CHECKS, "solutions", "tests/answers"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "book/_toc.yml").write_text("chapters:\n  - file: 03-a\n  - file: 09-b\nmore:\n")
    (tmp_path / "book/descriptions.toml").write_text('03-a = "A."\nmore = "B."\n')
    return Course(tmp_path)


# ── in a copy of the whole course ─────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A copy of this course in which an assignment was begun; others are left out."""
    course = Course(tmp_path_factory.mktemp("copy"))
    for name in ("book", "src", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "*.pt", "03-dot-product", "images")
        shutil.copytree(ROOT / name, course.root / name, ignore=ignored)
    for name in (CONFIG, "pyproject.toml"):
        shutil.copy(ROOT / name, course.root)
    new(course, MINE, None)
    return course


def python(course: Course, *arguments: str) -> str:
    """Run Python with the copy's own packages; return what it prints."""
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=course.root,
        env=os.environ | {"PYTHONPATH": str(course.root / "src")},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.system
def test_a_new_assignment_passes_the_tests_of_tasks(begun):
    tests = "tests/payattention_checks"
    quick = ["-n0", "-q", "-p", "no:cacheprovider"]
    said = python(begun, "-m", "pytest", *quick, tests, "-k", "running_mean")
    passed = re.search(r"(\d+) passed", said)
    assert passed, said
    assert int(passed[1]) >= 25
    assert "failed" not in said


@pytest.mark.system
@pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
def test_a_new_assignment_is_released_and_a_class_of_it_graded(begun):
    classroom = ["-m", "classroom"]
    said = python(begun, *classroom, "release", MINE)
    assert said == f"{MINE}: released, as a draft of 20 points\n"
    python(begun, *classroom, "sample", MINE, "--students", "12")
    said = python(begun, *classroom, "grade", MINE)
    with AssignmentGradebook.open(begun, MINE, instructor_notebook(begun, MINE)) as book:
        totals = {row.student: row.total for row in book.rows([]) if row.total is not None}
    assert totals == pytest.approx(expected_totals(begun, MINE))
    assert {0, 10} < set(totals.values())
    assert "syntax-error" in said


def test_what_is_written_is_clean(begun):
    places = [f"{CHECKS}/my_own", f"tests/answers/{MINE}"]
    python(begun, "-m", "ruff", "check", *places)
    python(begun, "-m", "ruff", "format", "--check", *places)


# ── where it is written ───────────────────────────────────────────────────────────────────────


def reread(course: Course, task: str) -> str:
    """The section that the new task's check recommends."""
    return tomllib.loads((course.root / CHECKS / f"my_own/_{task}.toml").read_text())["reread"]


def test_a_new_assignment_has_all_its_parts_and_can_be_released(bare):
    written = new(bare, MINE, None)
    assert {bare.display_path(file) for file in written} == {
        f"solutions/{MINE}/{MINE}.ipynb",
        f"{CHECKS}/my_own/__init__.py",
        f"{CHECKS}/my_own/_running_mean.py",
        f"{CHECKS}/my_own/_running_mean.toml",
        f"tests/answers/{MINE}/running_mean.py",
        f"book/{MINE}.md",
        "book/_toc.yml",
        "book/descriptions.toml",
    }
    about = tomllib.loads((bare.book / "descriptions.toml").read_text())
    assert list(about) == ["03-a", MINE, "more"]
    assert re.fullmatch(r"My own: .{40,140}\.", about[MINE])
    contents = (bare.book / "_toc.yml").read_text()
    assert contents == f"chapters:\n  - file: 03-a\n  - file: {MINE}\n  - file: 09-b\nmore:\n"
    assert reread(bare, "running_mean") == f"Chapter 8, [Running mean]({MINE}#running-mean)"
    assert "## Running mean\n" in (bare.book / f"{MINE}.md").read_text()
    assert list(release(bare, [MINE])) == [MINE]


def test_an_assignment_grows_task_by_task(bare):
    new(bare, MINE, "first_step")
    page = bare.book / f"{MINE}.md"
    chapter = "# Mine\n\n(my-label)=\n## My section\n"
    page.write_text(chapter)
    written = {bare.display_path(file) for file in new(bare, MINE, "another")}
    assert not {"book/_toc.yml", "book/descriptions.toml"} & written
    assert page.read_text() == chapter
    assert reread(bare, "another") == f"Chapter 8, [My section]({MINE}#my-label)"
    init = (bare.root / CHECKS / "my_own/__init__.py").read_text()
    assert re.findall(r"import (\w+)", init) == ["another", "first_step"]
    assert init.endswith('__all__ = [\n    "another",\n    "first_step",\n]\n')
    notebook = read_notebook(bare.solution(MINE))
    assert faults(notebook) == []
    assert [task.name for task in tasks(notebook)] == ["first_step", "another", "in_your_own_words"]
    headings = [
        cell.source.splitlines()[0] for cell in notebook.cells if cell.source.startswith("## ")
    ]
    assert headings == ["## 1. First step", "## 2. Another", "## 3. In your own words"]
    assert task_count_clause(tasks(notebook)) in notebook.cells[0].source
    seeds = re.findall(r"seed=(\d+)", "".join(cell.source for cell in notebook.cells))
    assert len(set(seeds)) == 2
    assert list(release(bare, [MINE])) == [MINE]


def test_the_section_to_read_again_may_have_any_title(bare):
    title = r'Why $\sqrt{d}$ is no "detail"'
    (bare.book / f"{MINE}.md").write_text(f"# Mine\n\n(my-label)=\n## {title}\n")
    new(bare, MINE, None)
    assert reread(bare, "running_mean") == f"Chapter 8, [{title}]({MINE}#my-label)"


def test_a_task_of_the_courses_own_changes_nothing_else(bare):
    """What is added to a notebook of this course is its three cells, number and counts."""
    for assignment in Course(ROOT).assignments():
        place = bare.solution(assignment)
        shutil.copytree(ROOT / "solutions" / assignment, place.parent)
        before = place.read_text(encoding="utf-8").splitlines()
        new(bare, assignment, "one_more")
        after = place.read_text(encoding="utf-8").splitlines()
        assert len([line for line in before if line not in after]) <= 4


@pytest.mark.parametrize(
    ("assignment", "task", "says"),
    [
        ("8-mine", None, "“8-mine” cannot name an assignment"),
        ("08-Mine", None, "cannot name an assignment"),
        ("08", None, "cannot name an assignment"),
        ("08-class", None, "cannot name an assignment"),
        ("08-mine", "max", "“max” cannot name a task"),
        ("08-mine", "score", "cannot name a task"),
        ("08-mine", "My-Task", "cannot name a task"),
        ("08-check", None, f"would have the same name as the module {CHECKS}/check.py"),
        (
            "09-there",
            None,
            "The assignment “09-there” exists already: to add a task to it, say --task TASK.",
        ),
        ("09-there", "running_mean", "running_mean.py exists already"),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_is_written(bare, assignment, task, says):
    new(bare, "09-there", None)
    (bare.root / CHECKS / "check.py").touch()
    before = {file: file.read_bytes() for file in bare.root.rglob("*") if file.is_file()}
    with pytest.raises(CourseError, match=re.escape(says)):
        new(bare, assignment, task)
    after = {file: file.read_bytes() for file in bare.root.rglob("*") if file.is_file()}
    assert after == before


def test_the_command_says_what_it_wrote_and_what_comes_next(bare):
    result = CliRunner().invoke(app, ["new", MINE, "--course", str(bare.root)])
    assert result.exit_code == 0
    written, following = result.output.split("\nNext:\n")
    assert f"book/{MINE}.md" in written.splitlines()
    assert f"classroom release {MINE}" in following
    assert 'pytest tests/payattention_checks -k "every_answer and running_mean"' in following
