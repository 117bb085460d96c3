"""The exchange of a class in which each person has an account of their own on one machine.

The instructor is root. Two accounts that Debian has play a student and an impostor.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.classroom.conftest import TOY
from tests.classroom.ordinary_user import as_user

from classroom.assignment.release import release
from classroom.course import Course
from classroom.sandbox.bubblewrap import why_no_bwrap

STUDENT, IMPOSTOR = "games", "news"
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "paying-attention"
c.Exchange.root = {root!r}
"""


def lacking() -> str:
    """Why this test cannot run here; empty if it can."""
    if os.getuid() != 0:
        return "only root can act as several accounts"
    known = {account.pw_name for account in pwd.getpwall()}
    if not {STUDENT, IMPOSTOR} <= known:
        return f"there are no accounts {STUDENT} and {IMPOSTOR}"
    return why_no_bwrap() or ("" if shutil.which("setpriv") else "there is no setpriv")


pytestmark = [pytest.mark.system, pytest.mark.skipif(bool(lacking()), reason=lacking())]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may enter, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="exchange-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def run(account: str, place: Path, folder: Path, *command: str) -> subprocess.CompletedProcess:
    """What a command of somebody's prints and writes in a folder."""
    number = pwd.getpwnam(account).pw_uid
    home = place / account
    settings = home / ".jupyter" / "nbgrader_config.py"
    if not settings.exists():
        settings.parent.mkdir(parents=True)
        settings.write_text(CONFIG.format(root=str(place / "exchange")))
        for made in (home, *home.rglob("*")):
            os.chown(made, number, number)
    before = as_user(number) if number else []
    environment = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return subprocess.run(
        [*before, sys.executable, *command],
        cwd=folder,
        env=environment | {"HOME": str(home)},
        capture_output=True,
        text=True,
    )


def test_everybody_can_hand_in_and_nobody_as_somebody_else(course: Course, place: Path):
    release(course, [TOY])

    def nbgrader(account: str, step: str) -> None:
        folder = course.root if account == "root" else place / account
        folder.mkdir(exist_ok=True)
        done = run(account, place, folder, "-m", "nbgrader", step, TOY)
        assert done.returncode == 0, done.stderr

    nbgrader("root", "release_assignment")
    for account in (STUDENT, IMPOSTOR):
        nbgrader(account, "fetch_assignment")
        nbgrader(account, "submit")
    notebook = place / STUDENT / TOY / f"{TOY}.ipynb"
    assert notebook.stat().st_uid == pwd.getpwnam(STUDENT).pw_uid

    inbound = place / "exchange" / "paying-attention" / "inbound"
    listed = run(IMPOSTOR, place, place, "-c", f"import os; os.listdir({str(inbound)!r})")
    assert "PermissionError" in listed.stderr
    forged = inbound / f"{STUDENT}+{TOY}+2099-11-02 12:00:00 UTC+x"
    code = f"import os; os.mkdir({str(forged)!r}); open({str(forged / 'forged.txt')!r}, 'w')"
    assert run(IMPOSTOR, place, place, "-c", code).returncode == 0

    nbgrader("root", "collect")
    found = sorted(course.submitted.glob(f"*/{TOY}/{TOY}.ipynb"))
    assert [file.parents[1].name for file in found] == sorted([STUDENT, IMPOSTOR])
    assert list(course.submitted.rglob("forged.txt")) == []
