"""A class that hands out and hands in through nbgrader's exchange, and is graded by `classroom`."""

import os
from datetime import UTC, datetime
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from tests.classroom.conftest import TOY
from tests.classroom.toy_class import RIGHT, grade, hand_in, steps, totals
from traitlets.config import Config
from typer.testing import CliRunner

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import release
from classroom.cli import app
from classroom.course import Course
from classroom.grading.submission_files import (
    EXCHANGE_FILES,
    SECRET,
    TIMESTAMP,
    exchange_files,
)
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # nbgrader's own
needs_a_sandbox = pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())
SQUARE = {3: "def double(x): return x * x"}


class Exchange:
    """An exchange in a folder; what a student and the instructor do there, in this process."""

    def __init__(self, course: Course, folder: Path):
        self.course, self.folder = course, folder

    def step(self, name: str, config: Config) -> None:
        config.CourseDirectory.assignment_id = TOY
        config.Exchange.root = str(self.folder / "exchange")
        coursedir = CourseDirectory(config=config)
        kind = getattr(ExchangeFactory(config=config), name)
        kind(coursedir=coursedir, authenticator=Authenticator(config=config), config=config).start()

    def instructor(self, name: str, **settings: dict) -> None:
        config = Config(self.course.config)
        config.merge(Config({"ExchangeCollect": {"check_owner": False}} | settings))
        self.step(name, config)

    def home(self, student: str) -> Path:
        return self.folder / "homes" / student

    def student(self, student: str, name: str) -> None:
        home = self.home(student)
        home.mkdir(parents=True, exist_ok=True)
        config = Config()
        config.CourseDirectory.course_id = "paying-attention"
        config.CourseDirectory.student_id = student
        config.Exchange.assignment_dir = str(home)
        config.Exchange.cache = str(home / "cache")
        self.step(name, config)

    def hand_in(self, student: str, answers: dict[int, str]) -> None:
        file = self.home(student) / TOY / f"{TOY}.ipynb"
        if not file.exists():
            self.student(student, "FetchAssignment")
        notebook = read_notebook(file)
        for place, source in (RIGHT | answers).items():
            notebook.cells[place].source = source
        nbformat.write(notebook, file)
        self.student(student, "Submit")

    def handed_in(self, student: str) -> list[str]:
        """When a student handed in, as nbgrader says it, the earliest first."""
        copies = (self.home(student) / "cache" / "paying-attention").iterdir()
        return sorted(copy.name.split("+")[2] for copy in copies)

    def feedback(self, student: str) -> dict[str, bytes]:
        """The pages that a student has fetched, by the time at which the answers were handed in."""
        pages = (self.home(student) / TOY / "feedback").glob(f"*/{TOY}.html")
        return {page.parent.name: page.read_bytes() for page in pages}


@pytest.fixture
def exchange(course: Course, tmp_path: Path) -> Exchange:
    """An exchange to which the toy assignment is released."""
    release(course, [TOY])
    exchange = Exchange(course, tmp_path / "hub")
    exchange.instructor("ReleaseAssignment")
    return exchange


def hand_back(exchange: Exchange) -> None:
    """Write the feedback, release it, and let three students fetch theirs."""
    command = ["feedback", TOY, "--course", str(exchange.course.root)]
    written = CliRunner().invoke(app, command)
    assert written.exit_code == 0, written.output
    exchange.instructor("ReleaseFeedback")
    for student in ("ada", "ben", "cem"):
        exchange.student(student, "FetchFeedback")


def page(course: Course, student: str) -> bytes:
    return (course.feedback / student / TOY / f"{TOY}.html").read_bytes()


@needs_a_sandbox
@pytest.mark.system
def test_a_class_gets_its_feedback_through_the_exchange(course: Course, exchange: Exchange):
    """Ada hands in twice, cem after the deadline; each gets the page of what was graded."""
    exchange.hand_in("ada", SQUARE)
    exchange.hand_in("ada", {})
    exchange.hand_in("ben", SQUARE)
    deadline = datetime.now(UTC).replace(tzinfo=None)
    exchange.hand_in("cem", {})
    exchange.instructor("Collect")
    with Gradebook(course.directory.db_url) as book:
        book.add_assignment(TOY, duedate=deadline)
    assert grade(course).exit_code == 0
    assert totals(course) == {"ada": 90, "ben": 60, "cem": 90}
    with Gradebook(course.directory.db_url) as book:
        late = {
            one.student_id: one.total_seconds_late > 0 for one in book.assignment_submissions(TOY)
        }
    assert late == {"ada": False, "ben": False, "cem": True}
    hand_back(exchange)
    _, last = exchange.handed_in("ada")
    assert exchange.feedback("ada") == {last: page(course, "ada")}
    for student in ("ben", "cem"):
        (once,) = exchange.handed_in(student)
        assert exchange.feedback(student) == {once: page(course, student)}


@needs_a_sandbox
@pytest.mark.system
def test_feedback_belongs_to_the_answers_that_were_graded(course: Course, exchange: Exchange):
    """A newer submission that was collected but not graded does not get the older one's page."""
    exchange.hand_in("ada", SQUARE)
    exchange.instructor("Collect")
    grade(course)
    exchange.hand_in("ada", {})
    exchange.instructor("Collect", ExchangeCollect={"check_owner": False, "update": True})
    hand_back(exchange)
    first, second = exchange.handed_in("ada")
    before = page(course, "ada")
    assert exchange.feedback("ada") == {first: before}

    assert steps(grade(course)) == {"ada": "graded"}
    assert totals(course) == {"ada": 90}
    hand_back(exchange)
    assert exchange.feedback("ada") == {first: before, second: page(course, "ada")}
    assert before != page(course, "ada")


@needs_a_sandbox
@pytest.mark.system
def test_a_submission_that_came_another_way_holds_up_nobody(course: Course, exchange: Exchange):
    hand_in(course, "aaa", {})
    exchange.hand_in("ben", {})
    exchange.instructor("Collect")
    hand_in(course, "zoe", {})
    grade(course)
    hand_back(exchange)
    assert list(exchange.feedback("ben").values()) == [page(course, "ben")]
    assert page(course, "aaa")
    assert page(course, "zoe")
    released = list((exchange.folder / "exchange/paying-attention/feedback").iterdir())
    assert len(released) == 1


def test_a_student_who_cannot_fetch_a_page_is_named(
    course: Course, exchange: Exchange, monkeypatch: pytest.MonkeyPatch, caplog
):
    """If nbgrader learns to read such a name, this test fails, and the warning can go."""
    monkeypatch.setattr(exchange, "home", lambda student: exchange.folder / "homes" / "one")
    fetched = {}
    for student in ("a[1]", "ada"):
        exchange.hand_in(student, {})
        exchange.instructor("Collect", ExchangeCollect={"check_owner": False, "update": True})
        graded = course.feedback / student / TOY
        graded.mkdir(parents=True)
        for name in EXCHANGE_FILES:
            (graded / name).write_bytes((course.submitted / student / TOY / name).read_bytes())
        (graded / f"{TOY}.html").write_text(f"<p>of {student}</p>")
        exchange.instructor("ReleaseFeedback")
        exchange.student(student, "FetchFeedback")
        fetched[student] = exchange.feedback(student)
    released = list((exchange.folder / "exchange/paying-attention/feedback").iterdir())
    assert {file.read_text() for file in released} == {"<p>of a[1]</p>", "<p>of ada</p>"}
    assert fetched["a[1]"] == {}
    assert list(fetched["ada"].values()) == [b"<p>of ada</p>"]
    named = [one.getMessage() for one in caplog.records if "cannot fetch" in one.getMessage()]
    assert len(named) == 2  # each time that the feedback was released
    assert all(message.startswith("a[1] ") for message in named)


@needs_a_sandbox
@pytest.mark.system
def test_what_the_exchange_needs_goes_with_the_submission_that_had_it(
    course: Course, exchange: Exchange
):
    exchange.hand_in("ada", {})
    exchange.instructor("Collect")
    grade(course)
    graded = course.autograded / "ada" / TOY
    submitted = course.submitted / "ada" / TOY
    assert (graded / SECRET).read_bytes() == (submitted / SECRET).read_bytes()
    for name in EXCHANGE_FILES:
        (submitted / name).unlink()
    assert steps(grade(course)) == {"ada": "graded"}
    assert [file.name for file in graded.iterdir()] == [f"{TOY}.ipynb"]


AT_NOON = b"2026-11-02 12:00:00.000000 UTC"


@pytest.mark.parametrize("name", EXCHANGE_FILES)
@pytest.mark.parametrize("line", [b"", b"\xff\xfe", b"a\nb", b"\x1b[2J", b"x" * 2000])
def test_what_no_exchange_wrote_is_left_out(name: str, line: bytes):
    whole = {TIMESTAMP: AT_NOON, SECRET: b"5f" * 64}
    at_noon = datetime(2026, 11, 2, 12)
    assert exchange_files(whole | {"notes.txt": b"x"}, at_noon) == whole
    assert set(exchange_files(whole | {name: line}, at_noon)) == {*EXCHANGE_FILES} - {name}
    assert set(exchange_files(whole, None)) == {SECRET}


# ── an exchange into which anything was written ───────────────────────────────────────────────


def inbound(exchange: Exchange, name: str) -> Path:
    """A folder among those that were handed in, written without nbgrader."""
    folder = exchange.folder / "exchange" / "paying-attention" / "inbound" / name
    folder.mkdir()
    (folder / f"{TOY}.ipynb").write_text("{}", encoding="utf-8")
    return folder


def collected(course: Course) -> list[str]:
    files = (file for file in course.submitted.rglob("*") if not file.is_dir())
    return sorted(file.relative_to(course.submitted).as_posix() for file in files)


ADAS = [f"ada/{TOY}/{name}" for name in (f"{TOY}.ipynb", SECRET, TIMESTAMP)]


@pytest.mark.parametrize(
    "name",
    [
        f"eve+{TOY}+yesterday+x",
        f"eve+{TOY}+2026-11-02 12:00:00 UTC+99999999999999999999",
        f"eve+{TOY}+99999-99-99 99:99:99 UTC+x",
        f"..+{TOY}+2026-11-02 12:00:00 UTC+x",
        f".eve+{TOY}+2026-11-02 12:00:00 UTC+x",
        f"+{TOY}+2026-11-02 12:00:00 UTC+x",
        f"sample-01+{TOY}+2026-11-02 12:00:00 UTC+x",
    ],
)
def test_a_folder_with_an_odd_name_holds_up_nobody(course: Course, exchange: Exchange, name: str):
    exchange.hand_in("ada", {})
    inbound(exchange, name)
    exchange.instructor("Collect")
    found = [file for file in collected(course) if not file.startswith("eve/")]
    assert found == ADAS
    assert not (course.gradebook / TOY).exists()


def test_a_link_in_a_submission_is_not_followed(course: Course, exchange: Exchange):
    """A link to the solutions would be read with the instructor's rights."""
    secret = course.solution(TOY)
    folder = inbound(exchange, f"eve+{TOY}+2026-11-02 12:00:00 UTC+x")
    (folder / "solution.txt").symlink_to(secret)
    (folder / "folder").symlink_to(secret.parent)
    os.mkfifo(folder / "pipe")
    (folder / TIMESTAMP).write_text("not a time", encoding="utf-8")
    whole = folder.with_name(f"mallory+{TOY}+2026-11-02 12:00:00 UTC+x")
    whole.symlink_to(secret.parent)
    (inbound(exchange, f"fay+{TOY}+2026-11-02 12:00:00 UTC+x") / TIMESTAMP).mkdir()
    exchange.hand_in("zoe", {})
    for _ in range(2):
        exchange.instructor("Collect", ExchangeCollect={"check_owner": False, "update": True})
    theirs = [
        f"{name}/{TOY}/{file}" for name in ("eve", "fay") for file in (f"{TOY}.ipynb", TIMESTAMP)
    ]
    theirs.append(f"mallory/{TOY}/{TIMESTAMP}")
    assert collected(course) == [*theirs, *(file.replace("ada", "zoe") for file in ADAS)]
    said = (course.submitted / "eve" / TOY / TIMESTAMP).read_text(encoding="ascii")
    assert said == "2026-11-02 12:00:00 UTC"


def test_a_submission_in_another_students_name_does_not_take_the_place_of_theirs(
    course: Course, exchange: Exchange, monkeypatch: pytest.MonkeyPatch
):
    exchange.hand_in("ada", {})
    forged = inbound(exchange, f"ada+{TOY}+2099-11-02 12:00:00 UTC+x")
    accounts = {forged.stat().st_ino: "eve"}
    monkeypatch.setattr(
        "classroom.lms.exchange.account_of",
        lambda folder: accounts.get(folder.stat().st_ino, "ada"),
    )
    exchange.instructor("Collect", ExchangeCollect={"check_owner": True})
    assert collected(course) == ADAS


def test_a_submission_that_is_too_large_holds_up_nobody(course: Course, exchange: Exchange):
    large = inbound(exchange, f"ada+{TOY}+2026-11-02 12:00:00 UTC+x")
    (large / "large.bin").write_bytes(bytes(2_000_000))
    exchange.hand_in("zoe", {})
    exchange.instructor("Collect", CourseDirectory={"max_dir_size": 1000})
    assert f"ada/{TOY}/large.bin" not in collected(course)
    assert [file.replace("zoe", "ada") for file in collected(course)[-3:]] == ADAS


def test_a_submission_that_was_written_later_than_it_says_is_named(
    course: Course, exchange: Exchange, caplog: pytest.LogCaptureFixture
):
    """A student can set the clock of `nbgrader submit`, but not that of the file system."""
    exchange.hand_in("ada", {})
    inbound(exchange, f"eve+{TOY}+2000-11-02 12:00:00 UTC+x")
    with caplog.at_level("WARNING", "traitlets"):
        exchange.instructor("Collect")
    (said,) = (record.message for record in caplog.records if "was written at" in record.message)
    assert f"eve+{TOY}" in said
    assert "handed in at 2000-11-02 12:00:00 UTC" in said
