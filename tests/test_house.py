"""The house keeps its own rules: what stands where, who imports whom, what README promises."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import metadata, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
AT_THE_TOP = {
    "README.md", "LICENSE", "CITATION.cff", "CONTRIBUTING.md", "Makefile", "pyproject.toml",
    "requirements.txt", "_config.yml", "nbgrader_config.py",
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


def imported_by(path: Path) -> set[str]:
    """The top-level packages that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.split(".")[0] for name in names}


def test_who_may_import_whom():
    for module in (ROOT / "src").rglob("*.py"):
        assert "tests" not in imported_by(module), module
    for module in (ROOT / "src/payattention").rglob("*.py"):
        instructors = {"classroom", "nbgrader", "IPython", "ipykernel", "jupyter_core", "nbformat"}
        assert not imported_by(module) & instructors, module


def test_students_need_only_the_packages_that_payattention_declares():
    """`payattention` imports nothing that only authors or instructors install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = project["dependencies"] + project["optional-dependencies"]["pretrained"]
    declared = {Requirement(line).name for line in lines}
    owners = packages_distributions().items()
    modules = {name for name, them in owners if declared & {*map(canonicalize_name, them)}}
    allowed = modules | {"payattention"} | sys.stdlib_module_names
    for module in (ROOT / "src/payattention").rglob("*.py"):
        assert imported_by(module) <= allowed, module


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
    return set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


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


def test_make_help_describes_every_target():
    listed = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert {line.split()[1] for line in listed.stdout.splitlines()} == make_targets()
