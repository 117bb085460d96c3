"""Collect a class's submissions: from a download of Canvas or Moodle to gradebook/submitted/.

nbgrader's ``zip_collect`` has three steps: extract the download, identify the student of each file
(the *collector*), transfer the files. Only the collector is used here: `file_names.py` extends it.
An instructor can still set its regular expression, for a system other than Canvas and Moodle.
`download.py` says why the extractor is not used. The transfer step is not used for two reasons: it
empties a folder before filling it, and a single file without a known student stops it for the whole
class. The result has the same folders and file formats as with ``zip_collect``.

Canvas and Moodle create the zip when it is downloaded. So the times in the zip tell which of two
downloads is newer, but not when a submission was handed in. nbgrader reads this time from the file
``timestamp.txt``, to find late submissions. So ``timestamp.txt`` is written only if the time is
known, from Moodle's worksheet or from the regular expression.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout

from classroom.course import Course, CourseError, listed
from classroom.grading.collection_record import Record
from classroom.grading.submissions import students
from classroom.lms.download import Download, Skipped, open_download
from classroom.lms.file_names import Collector, Origin, is_named, is_notebook
from classroom.lms.intake import Attempt, File, Intake, cells_of, first_few, known_cells
from classroom.lms.roster import TEST_STUDENT, Kind, Person, Roster, System, folded_name

# ── what a download holds ─────────────────────────────────────────────────────────────────────


@dataclass
class Plan:
    """The result of reading a download: which submissions to collect, and which files to skip.

    The download holds submissions to ``assignment``. An attempt is all files that one student has
    in one zip, or in one folder. A download that is a folder with zips may hold several attempts of
    the same student.
    """

    assignment: str
    attempts: list[Attempt]
    skipped: list[Skipped]
    rejected: set[str]  # students of whom the download holds a file that cannot be read


@contextmanager
def plan(
    course: Course,
    source: Path,
    assignment: str | None,
    roster: Roster | None,
    collector: Collector | None = None,
) -> Iterator[Plan]:
    """Read a download and yield a plan: which submissions to collect, and which files to skip.

    If a student has several attempts, the plan has only the newest. The download stays open until
    the end of the ``with`` block. Nothing is written. Raises CourseError if the download has no
    submission.

    Args:
        course: the course.
        source: the zip or the folder that was downloaded.
        assignment: the assignment's name; None: guess it from the notebooks.
        roster: the roster, if there is one.
        collector: reads the names of files; None: those of Canvas and Moodle.
    """
    collector = collector or Collector(config=course.config)
    with open_download(source, lambda path: collector.origin(path) is not None) as downloads:
        found: list[Attempt] = []
        skipped: list[Skipped] = []
        rejected: set[str] = set()
        for download in downloads:
            rejected |= students_of(download.skipped, collector, roster)
            attempts, strangers = attempts_in(download, collector, roster)
            found += attempts
            skipped += [*strangers, *download.skipped]
        if not found:
            reasons = [f"{one.name}: {one.reason}" for one in skipped]
            none = "no file whose student can be identified" if reasons else "no submission"
            raise CourseError("\n".join([f"{source} holds {none}.", *reasons]))
        newest = newest_attempts(found, skipped)
        chosen = assignment or guess_assignment(course, found)
        yield Plan(chosen, [newest[student] for student in sorted(newest)], skipped, rejected)


def attempts_in(
    download: Download, collector: Collector, roster: Roster | None
) -> tuple[list[Attempt], list[Skipped]]:
    """Group the files of a download by student; also return the files whose student is unknown.

    ``collector`` reads a student's name and number from a file's name. ``roster`` lists the
    students. Without a roster, a student's name in the gradebook is made from the file's name: for
    example ``ada-lovelace-4242``.
    """
    attempts: dict[str, Attempt] = {}
    skipped: list[Skipped] = []
    for member in download.members:
        origin = collector.origin(member.path)
        try:
            if origin is None:
                raise CourseError("Canvas and Moodle give no submission a name of this form.")
            person = identify_student(origin, roster)
        except CourseError as error:
            skipped.append(Skipped(str(member.path), str(error)))
            continue
        student, handed_in = person.student, person.handed_in or origin.handed_in
        new = Attempt(student, download.name, handed_in, unparsed_time=person.unparsed_time)
        attempt = attempts.setdefault(folded_name(student), new)
        attempt.files.append(File(member, origin))
    return list(attempts.values()), skipped


def students_of(skipped: list[Skipped], collector: Collector, roster: Roster | None) -> set[str]:
    """The students to whom the names of skipped files belong, as far as that can be told."""
    found: set[str] = set()
    for one in skipped:
        with suppress(CourseError):
            if origin := collector.origin(PurePosixPath(one.name)):
                found.add(identify_student(origin, roster).student)
    return found


def identify_student(origin: Origin, roster: Roster | None) -> Person:
    """The student who handed in a file, found in the roster.

    ``origin`` is what the file's name says about the student. Without a roster, the student's name
    in the gradebook is made from ``origin``: for example ``ada-lovelace-4242``. Raises CourseError
    if the student cannot be identified.
    """
    if roster is None:
        return Person(origin.student, name=origin.name)
    if origin.other_id and roster.numbered(origin.system, origin.other_id):
        raise CourseError(
            f"Its name fits two students, number {origin.id} and number {origin.other_id}: copy it "
            "into the right student's folder yourself."
        )
    if found := roster.find(origin.system, origin.id, origin.name):
        return found
    if origin.system is System.other:
        raise CourseError(f"{roster.file.name} has no student “{origin.id}”.")
    why = f"{roster.file.name} has nobody with the number {origin.id} in {origin.system}"
    if roster.kind is Kind.moodle and origin.system is System.moodle:
        raise CourseError(f"{why}: is it the worksheet of this assignment?")
    raise CourseError(
        f"{why}, and among its students without a number none is called “{origin.name}”."
    )


def guess_assignment(course: Course, attempts: list[Attempt]) -> str:
    """Guess to which assignment of the course the notebooks in ``attempts`` belong.

    If the course has only one assignment, it is that one. Otherwise, it is the assignment after
    which most notebooks are named. If no notebook has the name of an assignment, it is the
    assignment whose cells occur most often in the notebooks. Raises CourseError if no assignment,
    or more than one, fits best.
    """
    names = course.choose([])
    if len(names) == 1:
        return names[0]
    notebooks = [file for attempt in attempts for file in attempt.files if is_notebook(file.path)]
    votes = {name: sum(is_named(file.path, name) for file in notebooks) for name in names}
    if not any(votes.values()):
        cells = [cells_of(file) for file in notebooks]
        known = {name: known_cells(course, name) for name in names}
        votes = {name: sum(len(known[name] & mine) for mine in cells) for name in names}
    best = max(votes.values())
    first = [name for name, count in votes.items() if count == best]
    if not best or len(first) > 1:
        raise CourseError(f"Which assignment are these submissions of? Name it: {listed(names)}.")
    return first[0]


def newest_attempts(attempts: list[Attempt], skipped: list[Skipped]) -> dict[str, Attempt]:
    """Each student's newest attempt; the files of the others are added to ``skipped``."""
    newest: dict[str, Attempt] = {}
    for attempt in sorted(attempts, key=lambda attempt: attempt.recency):
        if older := newest.get(attempt.student):
            why = f"{older.student} has a newer attempt in {attempt.source}."
            skipped += [Skipped(str(file.member.path), why) for file in older.files]
        newest[attempt.student] = attempt
    return newest


# ── collecting ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Outcome:
    """The result of collecting one student's submission."""

    student: str
    result: str  # what happened, in a few words
    skipped: tuple[Skipped, ...] = ()
    stored: bool = False
    known: str = ""  # the name under which the same student was collected before


def collect(
    course: Course, assignment: str, attempts: list[Attempt], force: bool = False
) -> Iterator[Outcome]:
    """Collect each attempt (one student's files in a download) and yield its outcome.

    A submission is written to a temporary folder and then moved into place in one step. So a killed
    run leaves each submission either complete or absent, and the next run collects the absent ones.
    With ``force``, an earlier submission is replaced even if it is newer than the attempt, or was
    put into its folder by hand. But it is always kept if the attempt's notebook is damaged, or if
    the earlier submission was collected from the same files. Raises CourseError if another
    `classroom collect` is running, or if the gradebook's folder cannot be written.
    """
    intake = Intake(course, assignment)
    staging = course.gradebook / "collecting"
    try:
        staging.mkdir(parents=True, exist_ok=True)
        with FileLock(staging.with_suffix(".lock"), timeout=0):
            for unfinished in staging.iterdir():
                shutil.rmtree(unfinished, ignore_errors=True)
            for attempt in attempts:
                with TemporaryDirectory(dir=staging) as folder:
                    yield collect_one(course, intake, attempt, Path(folder), force)
    except Timeout:
        raise CourseError(
            "Another `classroom collect` is running: wait until it has ended."
        ) from None
    except OSError as error:
        where = error.filename or course.display_path(staging)
        raise CourseError(
            f"{where} cannot be written: {error.strerror}. What was collected before is complete; "
            "run `classroom collect` again for the rest."
        ) from None


def collect_one(
    course: Course, intake: Intake, attempt: Attempt, staging: Path, force: bool
) -> Outcome:
    """Collect one student's attempt (the student's files in a download); return the outcome.

    Without ``force``, an earlier submission is replaced only if it was collected, not put into its
    folder by hand. The attempt must also be newer, or must be the only one of the two that has a
    notebook. With ``force``, every earlier submission is replaced. But it is kept, even with
    ``force``, if the attempt's notebook is damaged or if both were collected from the same files.

    The attempt is skipped if the student may have been collected before under another name.
    ``staging`` is a folder for temporary files.
    """
    student = attempt.student
    if similar := folder_alike(course, student):
        return skip(
            attempt,
            f"There is a student “{similar}” already, with nearly the same name: are they "
            "the same?",
        )
    fresh = staging / "fresh"
    if known := intake.collected_as(attempt):
        return Outcome(student, f"left: collected as {known} before", known=known)
    record, skipped = intake.write(attempt, fresh, staging)
    target = course.submitted / student / intake.assignment
    there = target.is_dir() and any(target.iterdir())
    result = f"collected{record.summary()}"
    old = Record.read(course, student, intake.assignment) if there else None
    if old:
        keep_given_name(course, intake.assignment, student, old, record)
    if there:
        if why := why_kept(intake, old, target, record, fresh, force):
            return Outcome(student, why, skipped)
        result += f"; the earlier one is in {course.display_path(put_aside(course, target))}"
    record.write(course, student, intake.assignment)  # first: without a submission it is not read
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_dir():
        target.rmdir()
    os.rename(fresh, target)
    return Outcome(student, result, skipped, stored=True)


def why_kept(
    intake: Intake, old: Record | None, target: Path, record: Record, fresh: Path, force: bool
) -> str:
    """Why the earlier submission in ``target`` is kept; empty if that in ``fresh`` replaces it.

    ``old`` is the record of the earlier submission; None if it was put into its folder by hand.
    """
    has_notebook = intake.has_notebook(fresh)
    if record.name and not has_notebook:
        return "not collected: its notebook is damaged; the earlier submission is kept"
    is_first_notebook = has_notebook and not intake.has_notebook(target)
    if old and old.digest == record.digest:
        return "collected before"
    if force or (old and (record.newer_than(old) or is_first_notebook)):
        return ""
    what = f"is as new or newer, from {old.source}" if old else "was put there by hand"
    return f"not overwritten: the submission in its folder {what} (--force replaces it)"


def keep_given_name(
    course: Course, assignment: str, student: str, old: Record, new: Record
) -> None:
    """Add to the record ``old`` the name by which Canvas or Moodle knows the newest attempt.

    It is added also if the attempt itself is not collected: Canvas takes feedback back only under
    the name of a student's newest attempt, even if that holds the same files, or a damaged one.
    """
    if new.given and old.system == new.system and (not old.given or new.newer_than(old)):
        replace(old, given=new.given).write(course, student, assignment)


def without_submission(course: Course, plan: Plan, roster: Roster) -> tuple[list[str], list[str]]:
    """The students of the roster without a submission, sorted: who tried, and who did not.

    Whoever tried has a file in the download, which could not be collected. Canvas's own test
    student is left out.
    """
    names = {person.student for person in roster.people if person.name != TEST_STUDENT}
    without = names - set(students(course, plan.assignment))
    tried = without & (plan.rejected | {attempt.student for attempt in plan.attempts})
    return sorted(tried), sorted(without - tried)


def skip(attempt: Attempt, why: str) -> Outcome:
    """The outcome for an attempt (one student's files) that is not collected.

    The attempt's files are listed as skipped, with the reason ``why``. If there are many files,
    `first_few` shortens the list.
    """
    skipped = [Skipped(str(file.member.path), why) for file in attempt.files]
    return Outcome(attempt.student, "left", first_few(attempt, skipped))


def folder_alike(course: Course, student: str) -> str | None:
    """The name of a collected student that differs from ``student`` only in case or Unicode form.

    None if there is no such name, or if a student with exactly the name ``student`` was collected.
    """
    names = [folder.name for folder in course.submitted.glob("*/")]
    alike = [name for name in names if folded_name(name) == folded_name(student)]
    return alike[0] if alike and student not in alike else None


def put_aside(course: Course, submission: Path) -> Path:
    """Move an earlier submission's folder to gradebook/replaced/; return its new path."""
    folder = course.gradebook / "replaced" / submission.parent.name
    folder.mkdir(parents=True, exist_ok=True)
    number = 1 + sum(path.name.startswith(f"{submission.name}-") for path in folder.iterdir())
    target = folder / f"{submission.name}-{number}"
    os.rename(submission, target)
    return target
