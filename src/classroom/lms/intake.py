"""Write a student's submission (a notebook and the files beside it) to the submission's folder."""

import fnmatch
import hashlib
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePosixPath

from classroom.assignment.notebook import grade_id, read_notebook
from classroom.assignment.notebook_size import LARGEST, checked, without_outputs
from classroom.course import Course, CourseError, listed
from classroom.grading.collection_record import Record
from classroom.grading.submission_files import LARGEST_FILE, TIMESTAMP
from classroom.grading.submissions import read_handed_in, students, too_much_output
from classroom.lms.download import (
    HIGHEST_RATIO,
    UNSUSPICIOUS,
    Download,
    Member,
    Skipped,
    open_zip,
    short_path,
)
from classroom.lms.file_names import NOTEBOOK, Origin, is_named, is_notebook
from classroom.lms.roster import folded_name
from classroom.printable import sentences

TIME_FORMAT = "%Y-%m-%d %H:%M:%S.%f %Z"  # nbgrader's
MOST_BESIDE = 500  # files beside the notebook
MOST_LISTED = 20  # skipped files of one student that are listed


@dataclass(frozen=True)
class File:
    """A file of a download, with what its name says about the student."""

    member: Member
    origin: Origin

    @property
    def path(self) -> PurePosixPath:
        return self.origin.path

    @property
    def newness(self) -> tuple[int, datetime]:
        return self.origin.attachment, self.member.written


@dataclass
class Attempt:
    """One student's attempt: all files that the student has in one `Download` (a zip or folder)."""

    student: str
    source: str
    handed_in: datetime | None = None
    files: list[File] = field(default_factory=list)
    unparsed_time: str = ""  # the time as the roster writes it, if that cannot be parsed

    @property
    def recency(self) -> tuple[datetime, int, datetime]:
        """A key to sort attempts by age: the newest attempt has the largest key."""
        long_ago = datetime(1, 1, 1, tzinfo=UTC)
        attachment = max(file.origin.attachment for file in self.files)
        return self.handed_in or long_ago, attachment, max(f.member.written for f in self.files)


def known_cells(course: Course, assignment: str) -> set[str]:
    """The nbgrader ids of all cells in the instructor's notebook of ``assignment``."""
    return {grade_id(cell) for cell in read_notebook(course.solution(assignment)).cells} - {""}


def cells_of(file: File) -> set[str]:
    """The nbgrader ids of all cells in ``file``, a notebook that was handed in.

    The set is empty if the file is too large or is not a valid notebook.
    """
    if file.member.size > LARGEST:
        return set()
    try:
        text = b"".join(file.member.blocks()).decode()
        cells = json.loads(checked(text))["cells"]
        marks = (cell["metadata"].get("nbgrader", {}) for cell in cells)
        return {mark["grade_id"] for mark in marks if "grade_id" in mark}
    except (CourseError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return set()


@dataclass
class Intake:
    """Writes the downloaded submissions to one assignment, each to a folder of its own."""

    course: Course
    assignment: str

    @cached_property
    def names_by_number(self) -> dict[tuple[str, str], str]:
        """Maps each student's number to the name under which the student was collected before.

        A key is a pair of a system, such as Canvas, and the student's number in that system.
        """
        known = students(self.course, self.assignment)
        records = ((Record.read(self.course, one, self.assignment), one) for one in known)
        return {(one.system, one.id): student for one, student in records if one}

    def collected_as(self, attempt: Attempt) -> str:
        """The student's earlier name, if this attempt has a new one; else an empty text.

        A student who was collected before is recognised by the number in Canvas or Moodle.
        """
        origin = attempt.files[0].origin
        student = self.names_by_number.get((str(origin.system), origin.id), attempt.student)
        return "" if student == attempt.student else student

    def has_notebook(self, folder: Path) -> bool:
        """Whether a submission's folder holds the notebook to grade."""
        return (folder / f"{self.assignment}{NOTEBOOK}").is_file()

    def remarks(self, folder: Path) -> list[str]:
        """Why the notebook in a submission's folder cannot be graded, or only without outputs."""
        try:
            return read_handed_in(folder / f"{self.assignment}{NOTEBOOK}")[1]
        except CourseError as error:
            return [str(error)]

    @cached_property
    def cells(self) -> set[str]:
        return known_cells(self.course, self.assignment)

    def write(
        self, attempt: Attempt, folder: Path, staging: Path
    ) -> tuple[Record, tuple[Skipped, ...]]:
        """Write an attempt's files and, if it is known, the time at which they were handed in.

        Returns a record of the attempt, and the skipped files. If many files were skipped,
        `first_few` shortens the list.

        Args:
            attempt: the attempt to write: one student's files.
            folder: the folder to write to; it must not exist yet.
            staging: a folder for temporary files.
        """
        folder.mkdir()
        notes: list[str] = []
        skipped: list[Skipped] = []
        with unpacked(attempt.files, staging, skipped) as everything:
            files = [file for file in everything if not self.ignores(file.path)]
            notebook, remarks = self.choose_notebook(files)
            digest = self.copy_files(files, notebook, folder, skipped)
            lost = {one.name for one in skipped}
            others = [
                str(file.path)
                for file in files
                if is_notebook(file.path)
                and file is not notebook
                and str(file.member.path) not in lost
            ]
        notes += remarks
        notes += self.notes_on(attempt, notebook, others, folder, skipped)
        if attempt.handed_in:
            text = attempt.handed_in.strftime(TIME_FORMAT) + "\n"
            (folder / TIMESTAMP).write_text(text, encoding="utf-8")
        return record_of(attempt, notebook, digest, notes), first_few(attempt, skipped)

    def notes_on(
        self,
        attempt: Attempt,
        notebook: File | None,
        others: list[str],
        folder: Path,
        skipped: list[Skipped],
    ) -> list[str]:
        """What the instructor must know about an attempt that was written to ``folder``.

        ``notebook`` is the file to grade, ``others`` are the paths of the other notebooks.
        """
        notes: list[str] = []
        if notebook and not self.has_notebook(folder):
            why = {one.name: one.reason for one in skipped}.get(str(notebook.member.path), "")
            notes.append(f"Its notebook could not be collected. {why}".rstrip())
        elif notebook:
            if notebook.member.suspicious:
                notes.append(too_much_output(notebook.member.size))
            notes += self.remarks(folder)
        if notebook and others:
            notes.append(f"Not graded, but kept beside it: {listed(others)}.")
        if any(file.origin.late for file in attempt.files):
            notes.append(f"{attempt.files[0].origin.system} marks it as late.")
        if attempt.unparsed_time:
            notes.append(f"The time of its submission cannot be read: “{attempt.unparsed_time}”.")
        return notes

    def ignores(self, path: PurePosixPath) -> bool:
        """Whether nbgrader's setting ``ignore`` excludes a path.

        By default, nbgrader ignores the folder ``.ipynb_checkpoints``, for example.
        """
        ignored = self.course.directory.ignore
        return any(fnmatch.fnmatch(part, glob) for part in path.parts for glob in ignored)

    def choose_notebook(self, files: list[File]) -> tuple[File | None, list[str]]:
        """Choose the notebook to grade among ``files``; return it and notes for the instructor.

        The newest notebook with the assignment's name is chosen. If no notebook has that name, the
        only notebook is chosen, or the only one that holds cells of the assignment. The choice is
        None if there is no notebook, or if several notebooks could be meant.
        """
        notebooks = [file for file in files if is_notebook(file.path)]
        named = [file for file in notebooks if is_named(file.path, self.assignment)]
        fitting = [max(named, key=lambda file: file.newness)] if named else notebooks
        if len(fitting) > 1:
            fitting = [file for file in notebooks if cells_of(file) & self.cells]
        if not notebooks:
            return None, ["It holds no notebook."]
        if len(fitting) != 1:
            return None, ["It is not clear which of its notebooks is meant."]
        (chosen,) = fitting
        return chosen, [] if chosen in named else [f"It was handed in as {chosen.path}."]

    def copy_files(
        self, files: list[File], notebook: File | None, folder: Path, skipped: list[Skipped]
    ) -> str:
        """Copy ``files`` into ``folder``; return a digest of the files that were copied.

        ``notebook`` is the file to grade: its copy is named after the assignment. A file that
        cannot be copied, for example because it is too large, is added to ``skipped`` with the
        reason.
        """
        largest = min(self.course.directory.max_file_size * 1000, LARGEST_FILE)
        room = LARGEST_FILE
        taken = {folded_name(TIMESTAMP)}
        folders: set[str] = set()
        digests: list[str] = []
        for file, path in self.targets(files, notebook):
            above = {folded_name(str(parent)) for parent in path.parents} - {"."}
            try:
                if len(digests) > MOST_BESIDE:
                    raise CourseError(
                        f"At most {MOST_BESIDE} files beside a notebook are collected."
                    )
                if file.member.size > largest:
                    raise CourseError(f"It is larger than {largest / 1e6:g} MB.")
                if file.member.size > room:
                    raise CourseError(
                        f"The submission's files together are larger than {LARGEST_FILE / 1e6:g} "
                        "MB, so this one is left out."
                    )
                if folded_name(str(path)) in taken | folders or above & taken:
                    raise CourseError("Another file of the submission has the same path.")
                digests.append(f"{path} {copy_file(file.member, folder / path)}")
            except CourseError as error:
                skipped.append(Skipped(str(file.member.path), str(error)))
                continue
            taken.add(folded_name(str(path)))
            folders |= above
            room -= file.member.size
        return hashlib.sha256("\n".join(digests).encode()).hexdigest()

    def targets(
        self, files: list[File], notebook: File | None
    ) -> Iterator[tuple[File, PurePosixPath]]:
        """Each file and the path of its copy, the notebook first."""
        if notebook:
            yield notebook, PurePosixPath(f"{self.assignment}{NOTEBOOK}")
        beside = (file for file in files if file is not notebook)
        for file in sorted(beside, key=lambda file: str(file.path)):
            yield file, beside_notebook(file.path, notebook)


@contextmanager
def unpacked(files: list[File], staging: Path, skipped: list[Skipped]) -> Iterator[list[File]]:
    """Open the zip that a student handed in; yield ``files``, with the zip's files in its place.

    ``files`` is yielded unchanged if it has no zip, several zips, or a notebook. Zips inside the
    zip are not opened. If the zip cannot be opened, it stays in the list, and the reason is added
    to ``skipped``. ``staging`` is a folder for temporary files.
    """
    zips = [file for file in files if file.path.suffix.lower() == ".zip"]
    if len(zips) != 1 or any(is_notebook(file.path) for file in files):
        yield files
        return
    (zipped,) = zips
    local = staging / "handed-in.zip"
    with ExitStack() as stack:
        try:
            copy_file(zipped.member, local)
            download = stack.enter_context(open_zip(local, zipped.path.name))
            check_unpacked(download, zipped.member.size)
        except CourseError as error:
            skipped.append(Skipped(str(zipped.member.path), str(error)))
            inside = [zipped]
        else:
            skipped += [
                Skipped(f"{zipped.member.path}/{one.name}", one.reason) for one in download.skipped
            ]
            inside = [
                File(member, replace(zipped.origin, path=member.path))
                for member in download.members
            ]
        yield [*(file for file in files if file is not zipped), *inside]


def check_unpacked(download: Download, packed: int) -> None:
    """Raise CourseError if a zip may be a zip bomb: its files are together far larger than the zip.

    ``download`` holds the files in the zip. ``packed`` is the size of the zip itself, in bytes. A
    single notebook does not count: if it is suspicious, it is copied without its outputs.
    """
    sizes = [member.size for member in download.members]
    notebooks = [member.size for member in download.members if is_notebook(member.path)]
    size = sum(sizes) - (notebooks[0] if len(notebooks) == 1 else 0)
    if size > max(UNSUSPICIOUS, HIGHEST_RATIO * packed):
        raise CourseError(
            f"It unpacks to {size / packed:.0f} times its size: is it a zip bomb? It stays packed."
        )


def first_few(attempt: Attempt, skipped: list[Skipped]) -> tuple[Skipped, ...]:
    """The first `MOST_LISTED` of the skipped files; if there are more, a last entry says how many.

    The last entry has the name of the attempt's student in place of a file's name.
    """
    if len(skipped) <= MOST_LISTED:
        return tuple(skipped)
    more = Skipped(attempt.student, f"{len(skipped) - MOST_LISTED:,} more files of this student's.")
    return (*skipped[:MOST_LISTED], more)


def beside_notebook(path: PurePosixPath, notebook: File | None) -> PurePosixPath:
    """The path inside the submission's folder to which a file is copied.

    ``path`` is the file's path when it was handed in. The notebook itself is copied to the top of
    the folder. If possible, a file keeps its path relative to the notebook, so that the notebook
    can still open the file.
    """
    above = notebook.path.parent if notebook else PurePosixPath()
    return short_path(path.relative_to(above) if path.is_relative_to(above) else path)


def record_of(attempt: Attempt, notebook: File | None, digest: str, notes: list[str]) -> Record:
    _, attachment, written = attempt.recency
    named = notebook or max(attempt.files, key=lambda file: file.newness)
    return Record(
        system=str(attempt.files[0].origin.system),
        id=attempt.files[0].origin.id,
        source=attempt.source,
        name=notebook.path.name if notebook else "",
        attachment=attachment,
        written=written.isoformat(" ", "seconds"),
        handed_in=attempt.handed_in.isoformat(" ") if attempt.handed_in else None,
        digest=digest,
        notes=sentences(notes),
        given=named.origin.given,
    )


def copy_file(member: Member, target: Path) -> str:
    """Copy a file to ``target`` and return its SHA-256 digest.

    A suspicious notebook is copied without its outputs. Raises CourseError if it is too large even
    so, and Damaged if the file is damaged; neither leaves a copy.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with target.open("wb") as out:
            for block in cut(member) if member.suspicious else member.blocks():
                digest.update(block)
                out.write(block)
    except CourseError:
        target.unlink()
        raise
    return digest.hexdigest()


def cut(member: Member) -> Iterator[bytes]:
    """The data of a notebook that is suspiciously large, without its outputs.

    Raises CourseError if it is no notebook, or if the outputs were not what made it large.
    """
    try:
        data = b"".join(member.blocks())
        text = without_outputs(data.decode())
    except ValueError:
        raise CourseError(member.suspicious) from None
    if len(text) > UNSUSPICIOUS or len(data) != member.size:
        raise CourseError(member.suspicious)
    yield text.encode()
