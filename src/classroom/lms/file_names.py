"""Parse the names that Canvas and Moodle give to files in a download, as their source code says:

* **Canvas**: ``lovelaceada_LATE_1234_5678_homework-1.ipynb``, all files in one folder: the letters
  of the sortable name, ``LATE`` if the submission was late, the user's number, the file's number,
  the file's own name. With anonymous grading: ``anon_Ab3dE_5678_homework.ipynb``. Canvas adds the
  ``-1``, too, to a file that is handed in again. A download holds only each student's newest
  attempt.
  https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb
* **Moodle**: ``Ada Lovelace_4242_assignsubmission_file/homework.ipynb``, in older versions with one
  more ``_`` at the end of the folder's name. If folders are switched off:
  ``Ada Lovelace_4242_assignsubmission_file_homework.ipynb``. With anonymous grading:
  ``Participant_4242_…``.
  https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from nbgrader.plugins import FileNameCollectorPlugin
from nbgrader.utils import parse_utc

from classroom.lms.roster import System, folded_name, student_name

NOTEBOOK = ".ipynb"
COPY = re.compile(r"( ?\(\d+\)|-\d+| - copy|-copy\d+)*")  # a suffix of Canvas, browser or system

FILE = r"((?P<attachment>\d+)_(?P<file>.+)|(?P<entry>(text|link)\.html))"
CANVAS = (
    re.compile(rf"(?P<name>)((?P<late>LATE)_)?(?P<id>anon_[^\W_]+)_{FILE}"),
    re.compile(rf"(?P<name>.*?)_((?P<late>LATE)_)?(?P<id>\d+)_{FILE}"),
)
MARK = "_assignsubmission_"
MOODLE = re.compile(rf"(?P<name>(?:(?!{MARK}).)*?)_(?P<id>\d+){MARK}[a-z]+(_(?P<file>.*))?")
NUMBER = re.compile(r"(\d+)_")


@dataclass(frozen=True)
class Origin:
    """The information in a file's name in a download.

    ``id`` and ``name`` are the student's number and name. ``path`` is the path that the file had
    when it was handed in.
    """

    system: System
    id: str
    name: str
    path: PurePosixPath
    late: bool = False
    attachment: int = 0  # Canvas's number of the file: a newer file has a higher one
    other_id: str = ""  # perhaps the student's number instead, if ``id`` belongs to the name
    handed_in: datetime | None = None

    @property
    def student(self) -> str:
        """The name under which the student's submissions are collected if there is no roster.

        It names the student's folder in the gradebook. Raises CourseError if it cannot be the name
        of a folder.
        """
        if self.system is System.other:
            return student_name(self.id)
        words = re.findall(r"\w+", f"{self.name} {self.id}".casefold())
        return student_name("-".join(words))


class Collector(FileNameCollectorPlugin):
    """nbgrader's collector, which also understands the file names of Canvas and Moodle.

    A student may have given a folder a name of the form that Canvas or Moodle uses. So only the
    first part of a path that has such a form is read. Canvas or Moodle made that part, because
    they put no ``_1234_`` into a student's name.

    If nbgrader's own setting ``c.FileNameCollectorPlugin.named_regexp`` is set, only that regular
    expression is used.
    """

    def origin(self, path: PurePosixPath) -> Origin | None:
        """The information in a path of a download; None if it matches no known form."""
        if self.named_regexp:
            found = self.collect(str(path))
            return origin_of_match(found, path) if found else None
        for place, part in enumerate(path.parts):
            inside = path.parts[place + 1 :]
            found = [one for one in (moodle(part, inside), canvas(part, inside)) if one]
            if found or MARK in part:
                return min(found, key=lambda origin: len(origin.name), default=None)
        return None


def canvas(part: str, inside: tuple[str, ...]) -> Origin | None:
    """The information in a name that Canvas made; None if Canvas did not make it.

    Args:
        part: the name of a file, or of a folder to which a student's zip was unpacked.
        inside: the rest of the path, if ``part`` is a folder.
    """
    for pattern in CANVAS:
        if found := pattern.fullmatch(part):
            third = NUMBER.match(found["file"] or "")
            return Origin(
                System.canvas,
                found["id"],
                found["name"],
                PurePosixPath(found["file"] or found["entry"], *inside),
                late=bool(found["late"]),
                attachment=int(found["attachment"] or 0),
                other_id=found["attachment"] if third else "",
            )
    return None


def moodle(part: str, inside: tuple[str, ...]) -> Origin | None:
    """The information in a name that Moodle made; None if Moodle did not make it.

    Args:
        part: the name of a student's folder, or of a file if folders are switched off in Moodle.
        inside: the rest of the path, if ``part`` is a folder.
    """
    found = MOODLE.fullmatch(part)
    if not found or not (found["file"] or inside):
        return None
    path = PurePosixPath(found["file"] or "", *inside)
    return Origin(System.moodle, found["id"], found["name"].replace("_", " "), path)


def origin_of_match(found: dict[str, str], path: PurePosixPath) -> Origin:
    """The information in the groups of the instructor's regular expression.

    Args:
        found: the text of each group that matched.
        path: the file's path in the download.
    """
    names = filter(None, (found.get("first_name"), found.get("last_name")))
    try:
        handed_in = parse_utc(found["timestamp"]).replace(tzinfo=UTC)
    except (KeyError, TypeError, AttributeError, ValueError):
        handed_in = None
    file = PurePosixPath(found.get("file_id") or path.name).stem + path.suffix
    student = found.get("student_id") or ""
    return Origin(System.other, student, " ".join(names), PurePosixPath(file), handed_in=handed_in)


def is_notebook(path: PurePosixPath) -> bool:
    return path.suffix.lower() == NOTEBOOK


def is_named(path: PurePosixPath, assignment: str) -> bool:
    """Whether a notebook is named after the assignment, perhaps with a suffix for a copy.

    Canvas, browsers and file managers add such suffixes, for example ``-1`` or ``(1)``.
    """
    stem, name = folded_name(path.stem), folded_name(assignment)
    return stem.startswith(name) and COPY.fullmatch(stem[len(name) :]) is not None
