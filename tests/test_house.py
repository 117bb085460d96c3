"""The house keeps its own rules: what stands where, who imports whom, what README promises."""

import ast
import os
import re
import subprocess
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from classroom.book_settings import BookSettings
from classroom.set_up import EXTRAS
from classroom.students.package import OF_CLASSROOM
from payattention_checks.book import PUBLIC

ROOT = Path(__file__).resolve().parent.parent
AT_THE_TOP = {
    "README.md", "LICENSE", "CITATION.cff", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile",
    "pyproject.toml", "requirements.txt", "_config.yml", "nbgrader_config.py",
    "book", "exercises", "solutions", "src", "tests", "web",
}  # fmt: skip
LARGEST = 2 * 2**20  # bytes


def tracked() -> list[Path]:
    """All files that git tracks or would add: nothing ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    if listing.returncode:
        pytest.skip("not a git checkout, so there is no telling what is tracked")
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_nothing_stands_at_the_top_but_what_the_design_lists():
    tops = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {top for top in tops if not top.startswith(".")} == AT_THE_TOP


def test_the_checks_link_to_the_book_that_the_settings_name():
    assert BookSettings.read(ROOT).address == PUBLIC


def test_no_file_is_large():
    assert [path for path in tracked() if path.stat().st_size > LARGEST] == []


def test_notebooks_carry_no_outputs():
    notebooks = [path for path in tracked() if path.suffix == ".ipynb"]
    assert notebooks
    assert [path for path in notebooks if '"output_type"' in path.read_text("utf-8")] == []


def test_book_pages_carry_alt_text():
    nameless = re.compile(r"!\[\]\(|<img (?![^>]*\balt=)")
    pages = [path for path in tracked() if path.match("book/*.md")]
    assert pages
    assert [path for path in pages if nameless.search(path.read_text("utf-8"))] == []


def test_every_locked_package_runs_on_the_first_python_that_is_promised():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    first = project["requires-python"].removeprefix(">=") + ".0"
    lock = (ROOT / "requirements.txt").read_text("utf-8")
    locked = [Requirement(line) for line in lock.splitlines() if line and line[0] not in " #"]
    here = [one.name for one in locked if one.marker is None or one.marker.evaluate()]
    assert len(here) > 100
    needs = {name: metadata(name).get("Requires-Python") or "" for name in here}
    assert [name for name in here if not SpecifierSet(needs[name]).contains(first)] == []


def inside_classroom() -> dict[str, set[str]]:
    """For each module of `classroom` the modules of it that it imports, anywhere in its code."""
    folder = ROOT / "src/classroom"
    names = {
        ".".join(file.relative_to(folder.parent).with_suffix("").parts): file
        for file in folder.rglob("*.py")
        if file.name != "__init__.py"
    }
    found: dict[str, set[str]] = {}
    for name, file in names.items():
        mentioned: set[str] = set()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                mentioned |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
        found[name] = mentioned & set(names)
    return found


def reached(start: str, imports: dict[str, set[str]]) -> set[str]:
    """All that a module imports, directly or indirectly."""
    found: set[str] = set()
    todo = [start]
    while todo:
        for name in imports[todo.pop()] - found:
            found.add(name)
            todo.append(name)
    return found


def test_students_get_of_classroom_only_what_the_book_and_jupyterlab_need():
    imports = inside_classroom()
    needed = {"classroom.students.lab"}
    for file in (ROOT / "web/bookpage").glob("*.py"):
        needed |= set(re.findall(r"^from (classroom[.\w]*) import", file.read_text("utf-8"), re.M))
    needed |= {name for start in needed for name in reached(start, imports)}
    given = {name for name in OF_CLASSROOM if Path(name).name != "__init__.py"}
    assert {name for name in given if name.endswith(".py")} == {
        name.removeprefix("classroom.").replace(".", "/") + ".py" for name in needed
    }


def test_only_what_grades_reaches_the_sandbox():
    imports = inside_classroom()
    walls = {name for name in imports if name.startswith("classroom.sandbox.")}
    reach = {name for name in imports.keys() - walls if reached(name, imports) & walls}
    assert reach == {
        "classroom.__main__",
        "classroom.cli",
        "classroom.doctor",
        "classroom.grading.grade",
    }


def test_what_is_mounted_in_the_sandbox_imports_nothing_that_is_not():
    imports = inside_classroom()
    inside = {name for name in imports if name.startswith("classroom.sandbox.inside.")}
    assert inside
    for name in inside:
        assert reached(name, imports) <= inside, name


def test_the_lock_holds_every_dependency_and_the_plain_torch():
    lock = (ROOT / "requirements.txt").read_text("utf-8")
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = sum(project["optional-dependencies"].values(), project["dependencies"])
    for requirement in map(Requirement, lines):
        assert requirement.name in locked
        assert requirement.specifier.contains(locked[requirement.name]), requirement
    assert locked["torch"] == "2.13.0"
    assert not [name for name in locked if name.startswith(("nvidia-", "triton"))]


def make_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_target_in_the_instructions_exists(page):
    named = set(re.findall(r"(?:\$ |`)make ([a-z]+)", (ROOT / page).read_text("utf-8")))
    assert named
    assert named <= make_targets()


def test_every_classroom_command_in_the_instructions_exists():
    from typer.main import get_command

    from classroom.cli import app

    named = set(re.findall(r"(?:\$ |`)classroom ([a-z]+)", (ROOT / "README.md").read_text("utf-8")))
    assert named
    assert named <= set(get_command(app).commands)


def test_every_path_in_the_instructions_exists():
    for page in ("README.md", "CONTRIBUTING.md"):
        for name in re.findall(
            r"`((?:book|src|solutions|tests|web)/[^`<…*A-Z]*)`", (ROOT / page).read_text("utf-8")
        ):
            assert (ROOT / name).exists(), f"{page} names {name}"


def test_readme_says_where_the_book_can_be_read():
    """A published book is linked; of one that is not, it says how to read it."""
    text, address = (ROOT / "README.md").read_text("utf-8"), BookSettings.read(ROOT).address
    [line] = re.findall(r"^\*\*Read the book:\*\* .*$", text, re.MULTILINE)
    assert f"({address})" in line if address else "not published yet" in line


def test_make_help_describes_every_target():
    listed = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert {line.split()[1] for line in listed.stdout.splitlines()} == make_targets()


def dry_run(*arguments: str) -> str:
    """What `make` would run where nothing is set up yet."""
    command = ["make", "--no-print-directory", "--dry-run", "--always-make", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_only_tests_and_linters_install_the_tools_for_development():
    assert re.findall(r"set_up\.py(.*)$", dry_run("course"), re.MULTILINE)[0].strip() == ""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for target in ("test", "lint", "format"):
        more = re.findall(r"set_up\.py.*--with (\S+)", dry_run(target))
        assert {*more[0].split(","), *EXTRAS} == set(project["optional-dependencies"])


def test_lint_runs_all_its_tools_before_it_fails(tmp_path):
    (tmp_path / "bin").mkdir()
    for tool in ("ruff", "mypy", "codespell", "lint-imports", "deptry"):
        (tmp_path / "bin" / tool).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "bin" / tool).chmod(0o755)
    path = f"PATH={tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["make", "--no-print-directory", "lint", path, "-o", ".venv/ready", "-o", ".venv/dev"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stdout.endswith(
        "failed: ruff format, ruff check, mypy, codespell, lint-imports, deptry src/payattention, "
        "deptry src/payattention_checks, deptry src/classroom, deptry web/bookpage\n"
    )
