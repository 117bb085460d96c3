"""Which tests have passed, and with which contents of the files that they depend on.

A test marked `remembered` depends on the files of its task, any other one on all files of the
checkout. What has passed is written to pytest's cache, `.pytest_cache`.
"""

import ast
import functools
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import pytest

from classroom.fingerprint import fingerprint, hashed
from classroom.imported_files import modules_of, naming_nodes

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
KEY = "payattention/passed"  # in the cache
STATE = "state"  # of a test's files, in its report
LIBRARIES = ("numpy", "torch")
DATA = (".json", ".toml")


class Task(Protocol):
    """What a remembered test is about; its parameter `task`."""

    files: set[Path]
    code: list[str]


def files_used(code: list[str], files: set[Path]) -> set[Path]:
    """The files of this repository that some code imports, and ``files`` with what they import.

    The data files beside a module of `src` count as well. What a package's own file imports does
    not: it gathers all modules of the package.
    """
    found: set[Path] = set()
    todo = list(files)
    for piece in code:
        todo += modules_of(naming_nodes(ast.parse(piece)), (), SRC, "")
    while todo:
        file = todo.pop()
        if file in found:
            continue
        found.add(file)
        if file.is_relative_to(SRC):
            found |= {path for path in file.parent.iterdir() if path.suffix in DATA}
        if file.suffix == ".py" and file.name != "__init__.py":
            todo += modules_imported(file)
    return found


@functools.cache
def modules_imported(file: Path) -> list[Path]:
    nodes = naming_nodes(ast.parse(file.read_bytes(), str(file)))
    return [path for folder in (ROOT, SRC) for path in modules_of(nodes, (), folder, "")]


@functools.cache
def versions() -> list[str]:
    return [sys.version, *(f"{name} {version(name)}" for name in LIBRARIES)]


@functools.cache
def files_of(task: Task) -> set[Path]:
    return files_used(task.code, task.files)


@functools.cache
def state_of(task: Task, test: Path) -> str | None:
    """A hash of all that decides how a test of a task ends; None if the task is broken."""
    try:
        files = files_of(task) | files_used([], {test})
    except Exception:  # the task's own tests say what is wrong with its bank or its check
        return None
    return hashed([fingerprint(files, Path(ROOT.anchor)), *versions()])


@functools.cache
def state_of_checkout(root: Path) -> str | None:
    """A hash of all files that git tracks or would add; None where that is not known."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    paths = {root / name for name in listed.stdout.split("\0") if name}
    return hashed([fingerprint({path for path in paths if path.is_file()}, root), *versions()])


def is_remembered(item: pytest.Item) -> bool:
    return item.get_closest_marker("remembered") is not None


def state(item: pytest.Item) -> str | None:
    """Of what a test depends on; a test at the seed of the day has a new state every day."""
    if not is_remembered(item):
        return state_of_checkout(item.config.rootpath)
    files = state_of(item.callspec.params["task"], item.path)  # type: ignore[attr-defined]
    seed = item.config.getoption("--seed", "") if "seed_of_the_day" in item.fixturenames else ""
    return files and hashed([files, str(seed)])


def name_of(test_id: str) -> str:
    """A test's id without the group that pytest-xdist adds to it."""
    return re.sub(r"@[^\]]*$", "", test_id)


def unchanged(item: pytest.Item, passed: dict[str, str]) -> bool:
    """Whether a test need not be run again."""
    before = passed.get(name_of(item.nodeid))
    return before is not None and before == state(item)


def proves_something(item: pytest.Item) -> bool:
    """Not with one answer alone, and not with fewer random inputs than usual."""
    if is_remembered(item):
        return not item.config.getoption("--answer", "")
    return not (item.config.getoption("--fast", False) and hasattr(item.obj, "hypothesis"))  # type: ignore[attr-defined]


def passed(config: pytest.Config) -> dict[str, str]:
    """The remembered states, by the ids of the tests."""
    cache = getattr(config, "cache", None)
    return cache.get(KEY, {}) if cache else {}


def pytest_runtest_setup(item: pytest.Item) -> None:
    if proves_something(item):
        item.user_properties.append((STATE, state(item)))


class Memory:
    """Notes the tests that pass, and forgets those that fail."""

    def __init__(self) -> None:
        self.new: dict[str, str | None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        found: dict[str, Any] = dict(report.user_properties)
        if STATE in found and (report.when == "call" or report.failed):
            self.new[name_of(report.nodeid)] = found[STATE] if report.passed else None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        cache = getattr(session.config, "cache", None)
        if cache and self.new:
            known = passed(session.config) | self.new
            cache.set(KEY, {name: state for name, state in known.items() if state})


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # that is: in pytest-xdist's first process
        config.pluginmanager.register(Memory())
