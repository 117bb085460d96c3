import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_markdown_cell
from typer.testing import CliRunner

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import NEEDS, instructor_notebook, release, stale
from classroom.assignment.release_stamp import is_release
from classroom.cli import app
from classroom.course import Course, CourseError
from classroom.grading.submissions import assemble

TOY = "01-toy"
PROJECT = Path(__file__).resolve().parents[3]


def rewrite(course: Course, assignment: str, old: str, new: str) -> None:
    file = course.solution(assignment)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def copy_assignment(course: Course, name: str) -> None:
    course.solution(name).parent.mkdir()
    course.solution(name).write_bytes(course.solution(TOY).read_bytes())
    shutil.copytree(course.answers / TOY, course.answers / name)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_releasing_again_changes_no_byte(course):
    assert release(course, [TOY]) == {TOY: None}
    before = contents(course.exercises)
    assert list(before) == [course.exercise(TOY)]
    assert stale(course, [TOY]) == []
    assert release(course, [TOY]) == {}
    assert contents(course.exercises) == before


def test_weights_beside_the_solutions_are_for_the_rehearsal_alone(course):
    beside = course.solution(TOY).with_name("my_gpt.npz")
    beside.write_bytes(b"weights")
    assert instructor_notebook(course, TOY).files == {"my_gpt.npz": b"weights"}
    assert release(course, [TOY]) == {TOY: None}
    assert list(contents(course.exercises)) == [course.exercise(TOY)]
    beside.rename(beside.with_suffix(".pkl"))
    with pytest.raises(CourseError, match=r"my_gpt\.pkl"):
        instructor_notebook(course, TOY)


def test_who_saved_the_solutions_where_leaves_no_trace(course):
    release(course, [TOY])
    before = course.exercise(TOY).read_bytes()
    notebook = json.loads(course.solution(TOY).read_text(encoding="utf-8"))
    notebook["metadata"]["kernelspec"] |= {"display_name": "another", "name": "another"}
    notebook["metadata"]["language_info"]["version"] = "3.14.9"
    notebook["metadata"]["widgets"] = {"state": 1}
    notebook["cells"][0]["metadata"]["collapsed"] = True
    course.solution(TOY).write_text(json.dumps(notebook), encoding="utf-8")
    assert release(course, [TOY]) == {}
    assert course.exercise(TOY).read_bytes() == before


def test_students_get_stubs_and_tests_but_no_solution_and_nothing_hidden(course, toy):
    release(course, [TOY])
    text = course.exercise(TOY).read_text(encoding="utf-8")
    for secret in ("return x + x", "values[-1]\n", "987654321", "Because.", "HIDDEN", "SOLUTION"):
        assert any(secret.strip() in cell.source for cell in toy.cells)
        leaked = [cell.source for cell in read_notebook(course.exercise(TOY)).cells[2:]]
        assert not any(secret.strip() in source for source in leaked)
    assert "987654321" not in text
    setup, _, double, test, *_ = read_notebook(course.exercise(TOY)).cells[1:]
    assert setup.metadata.tags == ["setup"]
    assert setup.metadata.nbgrader.locked
    assert not setup.metadata.editable
    assert "# YOUR CODE HERE\n    raise NotImplementedError()" in double.source
    assert test.source == f"{NEEDS}\nscore = checks.double(double, points=60)\nscore"


def test_a_fault_in_one_assignment_leaves_all_exercises_as_they_were(course):
    copy_assignment(course, "02-toy")
    release(course, course.assignments())
    before = contents(course.exercises)
    rewrite(course, TOY, "Double it.", "Double it, please.")
    rewrite(course, "02-toy", "points=60)", "points=61)")
    with pytest.raises(CourseError, match=r"02-toy\.ipynb: cell 5 .*points=61") as error:
        release(course, course.assignments())
    assert "points=60 in its metadata" in str(error.value)
    assert contents(course.exercises) == before
    assert [path.name for path in course.gradebook.iterdir()] == []


def test_check_tells_what_is_out_of_date_and_writes_nothing(course):
    copy_assignment(course, "02-toy")
    release(course, course.assignments())
    before = contents(course.exercises)
    rewrite(course, "02-toy", "Double it.", "Double it, please.")
    assert stale(course, course.assignments()) == ["02-toy"]
    assert contents(course.exercises) == before


def test_a_file_that_would_be_handed_out_by_accident_is_refused(course):
    (course.solutions / TOY / "answers.txt").write_text("42")
    with pytest.raises(CourseError, match=r"holds answers\.txt"):
        release(course, [TOY])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it is empty"),
        ("{", "cut short"),
        ("[]", "it holds JSON, but not a notebook"),
        ("{}", "not a valid"),
    ],
)
def test_a_file_that_is_no_notebook_is_named(course, text, says):
    course.solution(TOY).write_text(text)
    with pytest.raises(
        CourseError, match=rf"^In solutions/01-toy/, 01-toy\.ipynb (is|was) .*{says}"
    ):
        release(course, [TOY])


@pytest.mark.system
def test_stock_nbgrader_generates_the_same_bytes(course):
    release(course, [TOY])
    ours = course.exercise(TOY).read_bytes()
    course.exercise(TOY).unlink()
    nbgrader = [sys.executable, "-m", "nbgrader", "generate_assignment", TOY, "--force"]
    done = subprocess.run(
        nbgrader,
        cwd=course.root,
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(course.root)},
    )
    assert done.returncode == 0, done.stderr
    assert course.exercise(TOY).read_bytes() == ours
    assert (course.gradebook / "gradebook.db").is_file()


# ── what a student wrote is never replaced ────────────────────────────────────────────────────


def solve(file: Path, source: str = "def double(x): return 2 * x") -> bytes:
    """Write an answer into a notebook, as JupyterLab saves it."""
    notebook = read_notebook(file)
    notebook.cells[3].source = source
    nbformat.write(notebook, file)
    return file.read_bytes()


def test_a_notebook_that_was_worked_in_is_moved_to_work_and_said_so(course):
    release(course, [TOY])
    for moved in ("01-toy.ipynb", "01-toy-edited.ipynb", "01-toy-edited-2.ipynb"):
        mine = solve(course.exercise(TOY), f"def double(x): return {moved!r}")
        said = CliRunner().invoke(app, ["release", "--course", str(course.root)])
        assert said.exit_code == 0
        assert f"it is now work/01-toy/{moved}" in said.output
        assert (course.work / TOY / moved).read_bytes() == mine
        assert is_release(course.exercise(TOY))
        assert stale(course, [TOY]) == []


def test_an_older_release_is_replaced_whether_it_was_run_or_not(course):
    release(course, [TOY])
    rewrite(course, TOY, "Double it.", "Double it, please.")
    ran = read_notebook(course.exercise(TOY))
    ran.cells[1].execution_count = 3
    ran.cells[1].outputs = [nbformat.v4.new_output("stream", text="ran")]
    ran.metadata.kernelspec.display_name = "Another"
    nbformat.write(ran, course.exercise(TOY))
    assert release(course, [TOY]) == {TOY: None}
    assert not course.work.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda nb: nb.cells.append(new_markdown_cell("My notes.")),
        lambda nb: nb.cells[0].update(source="# A toy, with my notes"),
        lambda nb: nb.cells[7].update(attachments={"a.png": {"image/png": "aGk="}}),
        lambda nb: nb.cells.pop(),
        lambda nb: nb.metadata.pop("classroom"),
    ],
)
def test_whatever_was_written_makes_it_no_release(course, change):
    release(course, [TOY])
    assert is_release(course.exercise(TOY))
    notebook = read_notebook(course.exercise(TOY))
    change(notebook)
    nbformat.write(notebook, course.exercise(TOY))
    assert not is_release(course.exercise(TOY))


def test_a_file_that_is_no_notebook_is_moved_too(course):
    release(course, [TOY])
    course.exercise(TOY).write_text("my solution, half saved")
    assert release(course, [TOY]) == {TOY: course.work / TOY / "01-toy.ipynb"}
    assert (course.work / TOY / "01-toy.ipynb").read_text() == "my solution, half saved"


def test_an_edited_notebook_of_today_s_release_is_still_out_of_date_and_check_leaves_it(course):
    release(course, [TOY])
    mine = solve(course.exercise(TOY))
    assert stale(course, [TOY]) == [TOY]
    assert course.exercise(TOY).read_bytes() == mine


# ── what every released notebook gets ─────────────────────────────────────────────────────────


def test_a_check_without_the_set_up_cell_says_what_to_run(course):
    """Jupyter's traceback shows the lines around the one that failed."""
    release(course, [TOY])
    test = read_notebook(course.exercise(TOY)).cells[4]
    shell = InteractiveShell()
    with redirect_stdout(StringIO()) as said:
        shell.run_cell(test.source)
    assert "name 'checks' is not defined" in said.getvalue()
    assert "Run the set-up cell at the top" in said.getvalue()


def test_the_last_cell_is_locked_and_lists_all_tasks_with_their_points(course):
    release(course, [TOY])
    last = read_notebook(course.exercise(TOY)).cells[-1]
    assert last.metadata == {"tags": ["total"], "deletable": False, "editable": False}
    space: dict = {}
    exec(last.source.replace("total(points", "table = total(points"), space)
    assert [(task, rest) for task, _, rest in space["table"].rows] == [
        ("· double", "of 60, its check has not been run"),
        ("· last", "of 30, its check has not been run"),
        ("✎ why", "of 10, read by a person"),
    ]


def test_the_last_cell_is_never_handed_to_the_grader(course, toy):
    release(course, [TOY])
    notebook, notes = assemble(
        instructor_notebook(course, TOY).master, read_notebook(course.exercise(TOY))
    )
    assert notes == []
    assert not [cell for cell in notebook.cells if "total" in cell.source]


def test_only_with_a_public_repository_a_cell_installs_the_package(course):
    release(course, [TOY])
    without = read_notebook(course.exercise(TOY)).cells
    (course.root / "_config.yml").write_text(
        "repository: {url: 'https://github.com/a/course', branch: spring}\n", encoding="utf-8"
    )
    release(course, [TOY])
    cells = read_notebook(course.exercise(TOY)).cells
    install = cells.pop(1)
    assert cells == without
    assert "setup" in cells[1].metadata["tags"]
    assert '"payattention @ git+https://github.com/a/course@spring"' in install.source
    assert 'git+https://github.com/a/course@spring#subdirectory=src"' in install.source
    assert install.source.index("print(") < install.source.index("%pip")  # no silent minutes
    assert install.metadata == {"tags": ["install"], "deletable": False, "editable": False}


def test_the_cell_that_installs_the_package_is_never_handed_to_the_grader(course):
    (course.root / "_config.yml").write_text("repository: {url: 'https://a.b/c'}\n")
    release(course, [TOY])
    handed_in = read_notebook(course.exercise(TOY))
    assert "%pip" in handed_in.cells[1].source
    notebook, notes = assemble(instructor_notebook(course, TOY).master, handed_in)
    assert notes == []
    assert not [cell for cell in notebook.cells if "%pip" in cell.source]


def with_help(course: Course, *, hints: bool, worked_solutions: bool) -> str:
    """All text of the notebook that is released with these settings."""
    settings = course.root / "nbgrader_config.py"
    said = f"\nc.Help.hints = {hints}\nc.Help.worked_solutions = {worked_solutions}\n"
    settings.write_text(settings.read_text("utf-8") + said, "utf-8")
    notebook = read_notebook(course.solution(TOY))
    hint = new_markdown_cell("Add it to itself.", id="hint", metadata={"tags": ["hints"]})
    notebook.cells.insert(5, hint)
    nbformat.write(notebook, course.solution(TOY))
    release(course, [TOY])
    return "\n".join(cell.source for cell in read_notebook(course.exercise(TOY)).cells)


@pytest.mark.parametrize("hints", [True, False])
@pytest.mark.parametrize("worked", [True, False])
def test_hints_and_worked_solutions_are_two_settings(course, hints, worked):
    text = with_help(course, hints=hints, worked_solutions=worked)
    assert ("Add it to itself." in text) == hints
    for solution in ("return x + x", "return values[-1]", "Because."):
        assert (solution in text) == worked
    assert text.count("A worked solution") == (3 if worked else 0)
    assert "BEGIN SOLUTION" not in text
    assert text.count("raise NotImplementedError()") == 2


def test_by_default_there_are_hints_and_no_worked_solutions(course):
    assert course.config.Help == {"hints": True, "worked_solutions": False}


def test_where_the_checks_are_missing_the_set_up_cell_says_what_to_do(monkeypatch):
    cells = read_notebook(Course(PROJECT).exercise("03-dot-product")).cells
    (setup,) = (cell for cell in cells if "setup" in cell.metadata.get("tags", ()))
    monkeypatch.setitem(sys.modules, "payattention_checks", None)
    with pytest.raises(ModuleNotFoundError, match=r"run: pip install -r requirements\.txt"):
        exec(setup.source, {})
