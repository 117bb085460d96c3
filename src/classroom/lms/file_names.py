"""How Canvas and Moodle name what they let an instructor download, as their sources say:

* **Canvas**: ``lovelaceada_LATE_1234_5678_homework-1.ipynb``, all files flat: the sortable name
  without what is no letter, ``LATE`` where it was, the user's number, the file's number, the file.
  Anonymously: ``anon_Ab3dE_5678_homework.ipynb``. The ``-1`` is Canvas's, too: it numbers a file
  that is handed in again. A download holds each student's newest attempt alone.
  https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb
* **Moodle**: ``Ada Lovelace_4242_assignsubmission_file/homework.ipynb``, in older versions with one
  more ``_`` at the folder's end; and, where folders are switched off,
  ``Ada Lovelace_4242_assignsubmission_file_homework.ipynb``. Anonymously: ``Participant_4242_…``.
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
COPY = re.compile(r"( ?\(\d+\)|-\d+| - copy|-copy\d+)*")  # added automatically

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
    """What a file's name in a download says. ``path`` is the file's own, as it was handed in."""

    system: System
    id: str
    name: str
    path: PurePosixPath
    late: bool = False
    attachment: int = 0  # Canvas's number of the file: a newer file has a higher one
    other_id: str = ""  # the student's, if a number before it belongs to the name
    handed_in: datetime | None = None

    @property
    def student(self) -> str:
        """What the student is called where there is no roster."""
        if self.system is System.other:
            return student_name(self.id)
        words = re.findall(r"\w+", f"{self.name} {self.id}".casefold())
        return student_name("-".join(words))


class Collector(FileNameCollectorPlugin):
    """nbgrader's collector, with Canvas's and Moodle's names beside a regular expression's.

    What a student named may look like a part of the platform's, so the first part counts that may
    be the platform's: neither lets a ``_1234_`` stand in a name.

    The expression is nbgrader's own setting, ``c.FileNameCollectorPlugin.named_regexp``; where it
    is set, it alone counts.
    """

    def origin(self, path: PurePosixPath) -> Origin | None:
        """What a path in a download says; None where it says nothing."""
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
    """What the name of a file of Canvas says, or of the folder that a zip was unpacked to."""
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
    """What the name of a folder of Moodle says, or of a file where there are no folders."""
    found = MOODLE.fullmatch(part)
    if not found or not (found["file"] or inside):
        return None
    path = PurePosixPath(found["file"] or "", *inside)
    return Origin(System.moodle, found["id"], found["name"].replace("_", " "), path)


def origin_of_match(found: dict[str, str], path: PurePosixPath) -> Origin:
    """What nbgrader's collector made out."""
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
    """Whether a notebook bears the assignment's name, or what Canvas or a browser made of it."""
    stem, name = folded_name(path.stem), folded_name(assignment)
    return stem.startswith(name) and COPY.fullmatch(stem[len(name) :]) is not None
