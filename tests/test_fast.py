"""`make test`: what it leaves out, what it remembers, and the line that says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import memory
from tests.bank_options import seed_of
from tests.skips import NO_WEIGHTS

ROOT = Path(__file__).resolve().parents[1]
INI = """\
[pytest]
markers =
    system: takes long
    remembered: about a task
"""
TESTS = """\
import os
from pathlib import Path
import pytest
from hypothesis import given
from hypothesis import strategies as st

class Task:
    def __init__(self, name):
        self.name, self.code = name, []
        self.files = {Path(os.environ["PLACE"]) / name}
    def __str__(self):
        return self.name

of_tasks = pytest.mark.parametrize("task", [Task("one.txt"), Task("two.txt")], ids=str)

@pytest.mark.remembered
@of_tasks
def test_task(task):
    assert (Path(os.environ["PLACE"]) / task.name).read_text() != "wrong"

@pytest.mark.remembered
@of_tasks
def test_each_day(task, seed_of_the_day):
    assert seed_of_the_day

@pytest.mark.system
def test_long():
    pass

@pytest.mark.xdist_group("short")
def test_short():
    if "THERE" not in os.environ:
        pytest.skip("there is no browser")

@given(st.integers())
def test_random(n):
    assert n == n
"""

runs_pytest = pytest.mark.system  # several times, which takes seconds
one_process_or_two = pytest.mark.parametrize(
    "processes", [[], ["-n2", "--dist=loadgroup"]], ids=["one", "two"]
)


class Project:
    """A folder with tests of two tasks, each of which depends on one file."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "pytest.ini").write_text(INI)
        (folder / "test_it.py").write_text(TESTS)
        self.write("one.txt", "right")
        self.write("two.txt", "right")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def run(self, *options: str) -> list[str]:
        """The last lines of what pytest prints: what was not run, and what was."""
        return self.ran(*options).stdout.splitlines()

    def ran(self, *options: str) -> subprocess.CompletedProcess[str]:
        plugins = [f"-ptests.{name}" for name in ("skips", "bank_options", "memory", "fast")]
        command = [sys.executable, "-m", "pytest", "-cpytest.ini", *plugins, *options]
        places = {"PYTHONPATH": str(ROOT), "PLACE": str(self.folder)}
        return subprocess.run(
            command, cwd=self.folder, env=os.environ | places, capture_output=True, text=True
        )


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("THERE", "")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    return Project(tmp_path)


def ended(lines: list[str]) -> str:
    """How many tests passed, failed and were left out."""
    return lines[-1].strip("= ").partition(" in ")[0]


@runs_pytest
@one_process_or_two
def test_what_has_passed_is_left_out_until_its_files_change(project, processes):
    fast = ["--fast", "--seed=1", *processes]
    first = project.run(*fast)
    assert first[-2] == "Not run: 1 tests that `make test-all` runs."
    assert ended(first).startswith("6 passed")
    second = project.run(*fast)
    left_to_all, unchanged = second[-2].split("; ")
    assert left_to_all == first[-2].rstrip(".")
    assert unchanged == "4 tests unchanged since they passed."
    assert ended(second).startswith("2 passed")
    assert ended(project.run("--changed", "--seed=1", *processes)).startswith("3 passed")
    project.write("two.txt", "wrong")
    assert ended(project.run(*fast)).startswith("1 failed, 3 passed")
    assert ended(project.run(*fast)).startswith("1 failed, 2 passed")  # a failure is not remembered
    assert ended(project.run("--seed=1", *processes)).startswith("1 failed, 6 passed")


@runs_pytest
@one_process_or_two
def test_all_tests_need_not_repeat_what_the_fast_ones_have_shown(project, processes):
    subprocess.run(["git", "init", "-q"], cwd=project.folder, check=True)
    project.write(".gitignore", "__pycache__\n.pytest_cache\n.hypothesis\n")
    assert ended(project.run("--fast", "--seed=1", *processes)).startswith("6 passed")
    assert ended(project.run("--changed", "--seed=1", *processes)).startswith("2 passed")
    assert ended(project.run("--fast", "--seed=1", *processes)).startswith("2 passed")
    project.write("three.txt", "new")
    assert ended(project.run("--changed", "--seed=1", *processes)).startswith("3 passed")


@runs_pytest
def test_another_day_has_another_seed_and_is_run_again(project):
    assert seed_of("2026-11-24") != seed_of("2026-11-25")
    assert ended(project.run("--fast", "--seed=1")) == "6 passed, 1 deselected"
    assert ended(project.run("--fast", "--seed=2")) == "4 passed, 3 deselected"


@runs_pytest
def test_one_answer_alone_proves_nothing_of_its_task(project):
    project.run("--fast", "--seed=1", "--answer=sum")
    assert ended(project.run("--fast", "--seed=1")) == "6 passed, 1 deselected"


@runs_pytest
@one_process_or_two
def test_skipped_tests_and_files_are_counted_and_may_be_failures(project, monkeypatch, processes):
    project.write("test_file.py", "import pytest\npytest.importorskip('nothing.there')\n")
    project.write("test_fails.py", "import pytest\n@pytest.mark.xfail\ndef test_it(): assert 0\n")
    monkeypatch.delenv("THERE")
    done = project.ran("-rN", *processes)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2].startswith("Not run: 2 skipped: ")
    assert "there is no browser (1)" in done.stdout
    strictly = ["--none-skipped", *processes]
    assert project.ran(*strictly).returncode == 1
    monkeypatch.setenv("THERE", "")
    assert project.ran(*strictly).returncode == 1  # there is still a whole file
    project.write("test_file.py", "")
    assert project.ran(*strictly).returncode == 0
    lacks_weights = f"import pytest\npytest.importorskip('no', reason='{NO_WEIGHTS} none')\n"
    project.write("test_file.py", lacks_weights)
    assert project.ran(*strictly).returncode == 0  # an index may lack them


@runs_pytest
@one_process_or_two
def test_what_does_not_begin_in_the_given_minutes_is_counted_and_no_failure(project, processes):
    done = project.ran("--minutes=0", "--none-skipped", *processes)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2] == "Not run: 7 skipped: no time: 0 minutes are over (7)."
    assert ended(project.run("--minutes=5", *processes)) == "7 passed"


def test_a_task_depends_on_the_helpers_of_its_check_and_not_on_other_tasks():
    checks = memory.SRC / "payattention_checks"
    used = memory.files_used([], {checks / "dot_product/_merge.py"})
    assert {checks / "check.py", checks / "verdict.py"} < used
    assert checks / "dot_product/__init__.py" in used
    assert checks / "dot_product/_window_mask.py" not in used


def test_a_test_depends_on_what_it_imports():
    test = ROOT / "tests/payattention_checks/test_bank.py"
    used = memory.files_used(["from payattention.cost import parameters"], {test})
    for file in (
        "tests/payattention_checks/tasks.py",
        "src/classroom/sandbox/inside/wire.py",
        "src/payattention/cost.py",
    ):
        assert ROOT / file in used
    assert ROOT / "src/classroom/grading/grade.py" not in used


def test_a_broken_task_is_for_its_own_tests_to_report():
    class Broken:
        files: set[Path] = set()  # noqa: RUF012
        code = ["def"]  # noqa: RUF012

    assert memory.state_of(Broken(), Path(__file__)) is None
