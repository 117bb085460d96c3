"""Grade a class: read each submission, run it in a sandbox, write its scores.

Every submission ends as graded, or as “needs a person” with the reason in a sentence. No submission
affects another. Only stale scores are graded again, so a run that was stopped can be resumed.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import LimitOutput
from sqlalchemy.exc import SQLAlchemyError

from classroom.assignment.notebook import Role, grade_id, read_notebook, role
from classroom.course import Course, CourseError
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.hidden_key import hidden_key
from classroom.grading.late_imports import late_imports
from classroom.grading.scores import Change, Grading, result_of
from classroom.grading.staleness import GradingHashes, ScoreHashes, hash_of_written_answer
from classroom.grading.submission_files import EXCHANGE_FILES, exchange_files, handed_in_at
from classroom.grading.submissions import Submission, read_submission
from classroom.grading.suspicions import suspicions
from classroom.limits import Limits
from classroom.phases import Phases
from classroom.run_nbgrader import quiet
from classroom.sandbox.box import Sandbox
from classroom.sandbox.cluster import workers_of
from classroom.sandbox.pool import Job, NotToRun, Prepared, SandboxSettings, run_all, workers
from classroom.sandbox.run_submission import RunResult


@dataclass(frozen=True)
class GradingOptions:
    """The options for grading a class."""

    limits: Limits = field(default_factory=Limits)
    at_a_time: int = 2
    scheduler: str | None = None  # the address of a Dask scheduler, if its workers run the jobs
    no_sandbox: bool = False
    again: bool = False  # grade submissions that are up to date, too
    tasks: tuple[str, ...] = ()  # grade only these; empty means all
    profile: Phases | None = None  # to which the seconds of each phase are added


@dataclass(frozen=True)
class Outcome(NotToRun):
    """How the grading of one submission ended.

    ``reason`` says why a person must look at the submission; it is None if the submission was
    graded.
    """

    student: str
    reason: str | None = None
    changes: tuple[Change, ...] = ()
    seconds: float = 0.0  # of its run
    up_to_date: bool = False


def grade(
    course: Course,
    book: AssignmentGradebook,
    names: list[str],
    options: GradingOptions,
    first: Sandbox | None = None,
) -> Iterator[Outcome]:
    """Grade the submissions of the students ``names``; yield an `Outcome` as each submission ends.

    ``first`` is a sandbox on this machine that may already be starting. It is not used if the
    submissions run on a Dask cluster (option ``scheduler``).
    """
    grader = Grader(course, book, options)
    secret = (*course.secret_folders, course.solutions, course.gradebook)
    settings = SandboxSettings(options.limits, secret, options.no_sandbox)
    if options.scheduler:
        started = workers_of(options.scheduler, settings)
    else:
        started = workers(settings, options.at_a_time, first, options.profile)
    with started as (submit, at_a_time):
        stale = []
        for student in names:  # all of them first, so that the amount of work is known
            with grader.phases.timed("looking for what is stale"):
                looked = grader.look_at(student)
            if isinstance(looked, Outcome):
                yield looked
            else:
                stale.append(looked)
        with grader.phases.timed("looking for what is stale"):
            grader.imports = late_imports(grader.folder(one.student) for one in stale)
        work: Iterator[Prepared[ReadySubmission] | Outcome] = map(grader.read, stale)
        for one in run_all(work, submit, at_a_time):
            yield one if isinstance(one, Outcome) else grader.write_scores(*one)


@dataclass(frozen=True)
class Stale:
    """A submission that must be graded again, because requested scores are stale.

    ``hashes`` has an entry for each cell that must be graded again. The key is the cell's id; the
    value has hashes of everything that the cell's score depends on.
    """

    student: str
    hashes: dict[str, ScoreHashes]


@dataclass(frozen=True)
class ReadySubmission:
    """A submission that was read and is ready to run.

    ``hashes`` has an entry for each cell that must be graded. The key is the cell's id; the value
    has hashes of everything that the cell's score depends on.
    """

    submission: Submission
    hashes: dict[str, ScoreHashes]
    suspicions: tuple[str, ...]


class Grader:
    """Grades the submissions of one assignment.

    The steps for each submission are `look_at` (is a score stale?), `read` (prepare it to run) and
    `write_scores` (write the scores after it has run).
    """

    def __init__(self, course: Course, book: AssignmentGradebook, options: GradingOptions):
        self.course, self.book, self.options = course, book, options
        self.phases = options.profile or Phases()
        self.imports: tuple[str, ...] = ()  # that the class needs, and that take long
        self.key = hidden_key(course, book.assignment)
        self.rules = GradingHashes(book.source, options.limits, self.key)
        with quiet():
            self.limit_output = LimitOutput(config=course.config)
        self.chosen = {t.test for t in book.tasks if not options.tasks or t.name in options.tasks}

    def look_at(self, student: str) -> Stale | Outcome:
        """Hash a submission, and find the requested scores that are stale.

        Returns an `Outcome` if no requested score is stale, or if the submission cannot be read.
        """
        try:
            now = self.hashes_of(self.folder(student))
        except Exception as error:
            return self.record_failure(student, why_not_read(error), {})
        stale = self.stale(student, now)
        if not stale:
            return Outcome(student, up_to_date=True)
        return Stale(student, {name: now[name] for name in now if name in stale})

    def folder(self, student: str) -> Path:
        return self.course.submitted / student / self.book.assignment

    def hashes_of(self, folder: Path) -> dict[str, ScoreHashes]:
        return self.rules.dependency_hashes(folder)

    def stale(self, student: str, now: dict[str, ScoreHashes]) -> set[str]:
        """Return the ids of the cells that must be graded again; empty if there are none.

        ``now`` maps the id of each graded cell to hashes of everything that its score depends on. A
        score is stale if these hashes have changed since the last grading. With the option
        ``again``, every score counts as stale.

        A cell is graded again if its score is stale and its task is requested (option ``tasks``).
        If there is such a cell, the outputs of all other cells are copied from the notebook of the
        last grading. If that notebook is missing, damaged or lacks one of them, all graded cells
        are graded again.
        """
        before = self.book.dependency_hashes(student)
        stale = {
            name
            for name, score_hashes in now.items()
            if self.options.again or not score_hashes.items() <= before.get(name, {}).items()
        }
        wanted = stale & self.chosen
        has_the_rest = bool(before) and shows_all(self.file(student), set(now) - wanted)
        return wanted if has_the_rest or not wanted else set(now)

    def read(self, stale: Stale) -> Prepared[ReadySubmission] | Outcome:
        """Read a submission and prepare its job for the sandbox.

        Returns an `Outcome` with the reason if the submission cannot be read.
        """
        student, hashes = stale.student, stale.hashes
        try:
            with self.phases.timed("reading the submission"):
                return self.prepare(student, hashes)
        except SQLAlchemyError:  # the submission did not cause it
            raise
        except OSError as error:  # perhaps only this time
            return self.record_failure(student, why_not_read(error), {})
        except Exception as error:  # such as metadata of an unexpected kind
            return self.record_failure(student, why_not_read(error), hashes)

    def prepare(self, student: str, hashes: dict[str, ScoreHashes]) -> Prepared[ReadySubmission]:
        book = self.book
        submission = read_submission(self.course, book.assignment, student, book.source.master)
        answers = {grade_id(cell): cell for cell in submission.notebook.cells}
        for task in book.tasks:
            if task.test in hashes:
                hashes[task.test]["words"] = hash_of_written_answer(answers[task.solution])
        suspicious = tuple(suspicions(book.source, submission.notebook, submission.files))
        wanted = tuple(name for name in book.source.tests if name in hashes)
        given = student, book.source, submission.notebook, submission.files, wanted, self.key
        job = Job(*given, self.imports)
        return Prepared(job, ReadySubmission(submission, hashes, suspicious))

    def write_scores(self, prepared: Prepared[ReadySubmission], examined: RunResult) -> Outcome:
        """Save a submission's notebook after its run; record the scores, or why a person must look.

        ``examined`` is the result of the run in the sandbox.
        """
        student, ready = prepared.job.student, prepared.known
        notebook, notes = examined.notebook, (*ready.submission.notes, *examined.notes)
        try:
            with self.phases.timed("reading the scores"):
                carry_over(self.file(student), notebook, set(prepared.job.tests or ()))
                result, doubts = result_of(notebook, self.book.tasks)
                reason = examined.reason or " ".join(doubts) or None
                data = self.as_bytes(notebook)
        except Exception as error:
            reason = f"The result of its run cannot be read: {type(error).__name__}."
            return self.record_failure(student, reason, ready.hashes, notes)
        at, time_notes = handed_in_at(ready.submission.folder)
        grading = Grading(
            student,
            None if reason else result,
            reason,
            (*notes, *time_notes),
            ready.suspicions,
            examined.seconds,
            at,
            ready.hashes,
        )
        self.phases.add_all(examined.phases)
        with self.phases.timed("writing the notebook"):
            self.keep(student, data, exchange_files(ready.submission.files, at))
        with self.phases.timed("writing the gradebook"):
            changes = self.book.record(grading)
        return Outcome(student, reason, changes, examined.seconds)

    def record_failure(
        self, student: str, reason: str, hashes: dict[str, ScoreHashes], notes: tuple[str, ...] = ()
    ) -> Outcome:
        """Record that a person must look at a submission, and why; return the `Outcome`.

        The notebook, feedback page and automatic scores of an earlier grading are deleted.

        Args:
            student: the student's name.
            reason: a sentence that says why a person must look.
            hashes: hashes of everything that each score depends on, by the id of the cell. The next
                run skips a cell if its hashes are unchanged. If ``hashes`` is empty, it skips none.
            notes: sentences about the submission, which the student sees, too.
        """
        name = self.book.assignment
        shutil.rmtree(self.course.autograded / student / name, ignore_errors=True)
        withdraw_feedback(self.course, student, name)
        at, time_notes = handed_in_at(self.course.submitted / student / name)
        notes = (*notes, *time_notes)
        changes = self.book.record(Grading(student, None, reason, notes, (), None, at, hashes))
        return Outcome(student, reason, changes)

    def file(self, student: str) -> Path:
        """The path of a student's autograded notebook, where nbgrader's formgrader looks for it."""
        name = self.book.assignment
        return self.course.autograded / student / name / f"{name}.ipynb"

    def as_bytes(self, notebook: NotebookNode) -> bytes:
        """A notebook as JSON in UTF-8, with outputs cut to the length that nbgrader allows."""
        with quiet():
            notebook, _ = self.limit_output.preprocess(notebook, {})
        text = json.dumps(notebook, ensure_ascii=False)  # nbformat.writes takes 3 ms
        return text.encode(errors="replace")  # replaces lone surrogates, which a cell may print

    def keep(self, student: str, data: bytes, beside: dict[str, bytes]) -> None:
        """Write a student's autograded notebook atomically, and delete the outdated feedback page.

        ``data`` is the notebook as JSON, ``beside`` has the files that nbgrader's exchange needs
        beside it. Raises CourseError if a file cannot be written.
        """
        file = self.file(student)
        temporary = file.with_suffix(".half")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            for name in EXCHANGE_FILES:
                (file.parent / name).unlink(missing_ok=True)
            for name, content in beside.items():
                (file.parent / name).write_bytes(content)
            temporary.write_bytes(data)
            os.replace(temporary, file)
        except OSError as error:
            raise CourseError(
                f"{self.course.display_path(file)} cannot be written: {error.strerror}. What was "
                "graded before is kept: correct this, then run `classroom grade` again for the "
                "rest."
            ) from None
        withdraw_feedback(self.course, student, self.book.assignment)


def why_not_read(error: Exception) -> str:
    """A sentence on why a submission could not be read."""
    if isinstance(error, CourseError):
        return str(error)
    if isinstance(error, OSError):
        return f"It cannot be read: {error.strerror}."
    return f"It could not be read: {type(error).__name__}."


def withdraw_feedback(course: Course, student: str, assignment: str) -> None:
    """Delete a student's feedback page for an assignment, because it is outdated.

    The zips of all pages are deleted, too.
    """
    course.delete_feedback_zips(assignment)
    folder = course.feedback / student / assignment
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):  # it does not exist, or holds other pages
        folder.parent.rmdir()


def settle_penalties(course: Course, book: AssignmentGradebook) -> None:
    """Recompute an assignment's late penalties; delete feedback pages with outdated penalties."""
    for student in book.penalize_all():
        withdraw_feedback(course, student, book.assignment)


def shows_all(file: Path, names: set[str]) -> bool:
    """Whether a notebook file exists and holds all cells whose nbgrader ids are in ``names``.

    If ``names`` is empty, only the existence of the file is checked.
    """
    if not names:
        return file.is_file()
    try:
        return names <= {grade_id(cell) for cell in read_notebook(file).cells}
    except Exception:  # it is damaged
        return False


def carry_over(file: Path, notebook: NotebookNode, run: set[str]) -> None:
    """For the tests that did not run this time, copy the outputs from ``file`` into ``notebook``.

    ``file`` is the notebook of the last grading. ``run`` are the ids of the test cells that did
    run.
    """
    unrun = [cell for cell in notebook.cells if role(cell) is Role.TEST]
    unrun = [cell for cell in unrun if grade_id(cell) not in run]
    if unrun:
        before = {grade_id(cell): cell for cell in read_notebook(file).cells}
        for cell in unrun:
            cell.outputs = before[grade_id(cell)].outputs
