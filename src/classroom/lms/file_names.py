"""Parse the names that Canvas and Moodle give to the files in a download.

The forms of the names are known from the source code of Canvas and Moodle:

* **Canvas**: ``lovelaceada_LATE_1234_5678_homework-1.ipynb``. The parts are the letters of the
  sortable name, ``LATE`` if the submission was late, the user's number, the file's number, the
  file's own name. Canvas adds ``-1`` to the name of a file that is handed in again. With anonymous
  grading, the name is ``anon_Ab3dE_5678_homework.ipynb``. All files are in one folder. A download
  holds only each student's newest attempt.
  https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb
* **Moodle**: ``Ada Lovelace_4242_assignsubmission_file/homework.ipynb``. Older versions put one
  more ``_`` at the end of the folder's name. If folders are switched off, the name is
  ``Ada Lovelace_4242_assignsubmission_file_homework.ipynb``. With anonymous grading, it starts with
  ``Participant_4242_``.
  https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from nbgrader.plugins import FileNameCollectorPlugin
from nbgrader.utils import parse_utc
from traitlets import Unicode

from classroom.lms.roster import System, folded_name, student_name

NOTEBOOK = ".ipynb"
COPY = re.compile(r"( ?\(\d+\)|-\d+| - copy|-copy\d+)*")  # a suffix of Canvas, browser or system

FILE = r"((?P<attachment>\d+)_(?P<file>.+)|(?P<entry>(text|link)\.html))"
CANVAS = (
    re.compile(rf"(?P<name>)((?P<late>LATE)_)?(?P<id>anon_[^\W_]+)_{FILE}"),
    re.compile(rf"(?P<name>.*?)_((?P<late>LATE)_)?(?P<id>\d+)_{FILE}"),
)
MARK = "_assignsubmission_"
MOODLE = re.compile(
    rf"(?P<name>(?:(?!{MARK}).)*?)_(?P<id>\d+)(?P<plugin>{MARK}[a-z]+)(_(?P<file>.*))?"
)
NUMBER = re.compile(r"(\d+)_")


@dataclass(frozen=True)
class Origin:
    """What the name of a file in a download says about the student and the file.

    ``id`` and ``name`` are the student's number and name. If the instructor's regular expression
    parsed the name, ``id`` is the text of the expression's group ``student_id``. ``path`` is the
    path that the file had when it was handed in. ``given`` is the name by which the system knows
    the submission again: Canvas's name of the file, or Moodle's name of the student's folder; it is
    empty for other systems.
    """

    system: System
    id: str
    name: str
    path: PurePosixPath
    late: bool = False
    attachment: int = 0  # Canvas's number of the file: a newer file has a higher one
    other_id: str = ""  # perhaps the student's number instead, if ``id`` belongs to the name
    handed_in: datetime | None = None
    given: str = ""

    @property
    def student(self) -> str:
        """The student's name in the gradebook if there is no roster, made from the file's name.

        The student's folder has this name, too. Raises CourseError if it cannot be the name of a
        folder.
        """
        if self.system is System.other:
            return student_name(self.id)
        words = re.findall(r"\w+", f"{self.name} {self.id}".casefold())
        return student_name("-".join(words))


class Collector(FileNameCollectorPlugin):
    """nbgrader's collector, which also understands the file names of Canvas and Moodle.

    The folders of a path are read from the outside to the inside, then the file's name. The first
    name that Canvas or Moodle can have given tells who the student is. Names further inside are not
    read: the student may have chosen them. If the name can be from Canvas and from Moodle, it is
    parsed in both ways. The shorter of the two student's names is right: the longer name has a part
    like ``_1234_``, which Canvas and Moodle never put into a student's name.

    If nbgrader's own setting ``c.FileNameCollectorPlugin.named_regexp`` is set, only that regular
    expression is used.
    """

    def origin(self, path: PurePosixPath) -> Origin | None:
        """What a downloaded file's path says about the student; None if its form is unknown."""
        if self.named_regexp:
            found = self.collect(str(path))
            return origin_of_match(found, path) if found else None
        for index, part in enumerate(path.parts):
            inside = path.parts[index + 1 :]
            found = [one for one in (moodle(part, inside), canvas(part, inside)) if one]
            if found or MARK in part:
                return min(found, key=lambda origin: len(origin.name), default=None)
        return None


class Clones(Collector):
    """Reads the paths of files in the clones of a GitHub Classroom assignment.

    The clone of a student's repository is the folder ``SLUG-STUDENT``. Folders further inside are
    not read: the student chose their names.
    """

    slug = Unicode(help="The assignment's name in the students' repositories.")

    def origin(self, path: PurePosixPath) -> Origin | None:
        clone, *inside = path.parts
        if not inside or not clone.startswith(f"{self.slug}-"):
            return None
        student = clone.removeprefix(f"{self.slug}-")
        return Origin(System.other, student, "", PurePosixPath(*inside))


def canvas(part: str, inside: tuple[str, ...]) -> Origin | None:
    """What a name that Canvas made says about the student; None if Canvas did not make the name.

    Args:
        part: the name of a file, or of a folder to which a student's zip was unpacked.
        inside: the rest of the path, if ``part`` is a folder.
    """
    for pattern in CANVAS:
        if found := pattern.fullmatch(part):
            given = f"{part}.zip" if inside else part
            third = NUMBER.match(found["file"] or "")
            return Origin(
                System.canvas,
                found["id"],
                found["name"],
                PurePosixPath(found["file"] or found["entry"], *inside),
                late=bool(found["late"]),
                attachment=int(found["attachment"] or 0),
                other_id=found["attachment"] if third else "",
                given=given if found["file"] else "",  # Canvas gives no file back for a text
            )
    return None


def moodle(part: str, inside: tuple[str, ...]) -> Origin | None:
    """What a name that Moodle made says about the student; None if Moodle did not make the name.

    Args:
        part: the name of a student's folder, or of a file if folders are switched off in Moodle.
        inside: the rest of the path, if ``part`` is a folder.
    """
    found = MOODLE.fullmatch(part)
    if not found or not (found["file"] or inside):
        return None
    path = PurePosixPath(found["file"] or "", *inside)
    name = found["name"].replace("_", " ")
    folder = f"{name}_{found['id']}{found['plugin']}_"  # Moodle before 4.1 needs the last “_”
    return Origin(System.moodle, found["id"], name, path, given=folder)


def origin_of_match(found: dict[str, str], path: PurePosixPath) -> Origin:
    """What a match of the instructor's regular expression says about a file and its student.

    Args:
        found: the text of each named group of the regular expression.
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
    """Whether the notebook at ``path`` is named after the assignment.

    A suffix for a copy may follow, for example ``-1`` or ``(1)``: Canvas, browsers and file
    managers add such suffixes.
    """
    stem, name = folded_name(path.stem), folded_name(assignment)
    return stem.startswith(name) and COPY.fullmatch(stem[len(name) :]) is not None
