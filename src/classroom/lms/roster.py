"""The roster: a CSV file with the number of each student in Canvas or Moodle.

There are three kinds of roster, which are recognised by their headings:

* **your own list**: a column ``student`` (the name of the student's folder) and at least one
  of ``canvas_id``, ``moodle_id``, ``name`` and ``email``;
* **Canvas's gradebook export**: a student's folder is named after the SIS login, the SIS number or
  the number in Canvas: the first of these that the student's line has;
  https://community.canvaslms.com/t5/Instructor-Guide/How-do-I-export-grades-in-the-Gradebook/ta-p/809
* **Moodle's grading worksheet**: a student's folder is named after the user name, the ID number,
  the e-mail address or the participant's number: the first of these that the student's line has.
  Moodle gives participants new numbers for each assignment, so each assignment has its own
  worksheet.
  https://docs.moodle.org/en/Assignment_quick_guide
"""

import csv
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from nbgrader.utils import parse_utc

from classroom.course import CourseError, listed

LONGEST_NAME = 128  # characters of a student's name: the gradebook's tables hold no more
RESERVED = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff/\\:*?"<>|]')  # on Windows or elsewhere
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
TEST_STUDENT = "Student, Test"  # Canvas gives each course one, for the teachers to try things
SAMPLE = re.compile(r"sample-\d{2,}", re.IGNORECASE)  # names that `classroom sample` gives students


class System(StrEnum):
    """The system that a download comes from: Canvas, Moodle or another one.

    The names in a download from another system are parsed with the instructor's regular expression.
    """

    canvas = "Canvas"
    moodle = "Moodle"
    other = "regular expression"  # the instructor's own, for nbgrader's zip_collect


class Kind(StrEnum):
    """The kinds of roster: the instructor's own list, or a file that Canvas or Moodle exported."""

    own = "list"
    canvas = "Canvas's gradebook export"
    moodle = "Moodle's grading worksheet"


# The field that each heading stands for, by kind; headings ignore letter case and separators.
MEANING = {
    Kind.own: {
        name: name
        for name in ("student", "name", "email", "canvas_id", "moodle_id", "section",
                     "sis_user_id", "sis_login_id")
    },
    Kind.canvas: {
        "student": "name", "lastname": "last", "firstname": "first", "id": "canvas_id",
        "sis_user_id": "sis_user_id", "sis_login_id": "sis_login_id", "section": "section",
    },
    Kind.moodle: {
        "identifier": "moodle_id", "full_name": "name", "email_address": "email",
        "username": "username", "id_number": "id_number",
        "last_modified_submission": "handed_in",
    },
}  # fmt: skip
STUDENT = {  # the columns that can name a student, the best first
    Kind.own: ("student",),
    Kind.canvas: ("sis_login_id", "sis_user_id", "canvas_id"),
    Kind.moodle: ("username", "id_number", "email", "moodle_id"),
}


@dataclass(frozen=True)
class Person:
    """A student's data from a line of the roster; a field that the line lacks is empty."""

    student: str
    name: str = ""
    email: str = ""
    canvas_id: str = ""
    moodle_id: str = ""
    sis_user_id: str = ""
    sis_login_id: str = ""
    section: str = ""
    handed_in: datetime | None = None  # in UTC, for the worksheet's own assignment
    unparsed_time: str = ""  # the worksheet's text for the time, if that cannot be parsed
    line: tuple[str, ...] = ()  # the line's unchanged cells

    def number(self, system: System) -> str:
        """The student's number in ``system``; empty if it is not known."""
        return {System.canvas: self.canvas_id, System.moodle: self.moodle_id}.get(system, "")


@dataclass(frozen=True)
class Roster:
    """The students of a class, read from a roster file.

    ``header`` holds the cells of the file's first line, ``other_lines`` those of each line that is
    not about a student. All these cells are unchanged.
    """

    file: Path
    kind: Kind
    header: tuple[str, ...]
    people: tuple[Person, ...]
    other_lines: tuple[tuple[str, ...], ...] = ()

    def student(self, student: str) -> Person | None:
        return next((person for person in self.people if person.student == student), None)

    def numbered(self, system: System, number: str) -> Person | None:
        """The student whose number in ``system`` is ``number``; None if nobody has that number."""
        known = (person for person in self.people if person.number(system) == number)
        return next(known, None) if number else None

    def find(self, system: System, number: str, name: str) -> Person | None:
        """Find the student with this number and name from a download; None if no student fits.

        If a student of the roster has ``number`` in ``system``, this student is returned, whatever
        the name. If nobody has that number, the students without a number in the roster are
        searched for ``name``. The name must fit exactly one of them.

        If ``system`` is neither Canvas nor Moodle, the name is not used: ``number`` is the name of
        the student's folder or the student's e-mail address.
        """
        if system is System.other:
            return next((p for p in self.people if number in (p.student, p.email)), None)
        if person := self.numbered(system, number):
            return person
        namesakes = [
            person
            for person in self.people
            if not person.number(system) and letters_and_digits(name) in name_rotations(person.name)
        ]
        return namesakes[0] if len(namesakes) == 1 else None


# ── names ─────────────────────────────────────────────────────────────────────────────────────


def student_name(text: str) -> str:
    """Normalise a student's name. Raises CourseError if it cannot be the name of a folder.

    A name that `classroom sample` gives to an invented student raises CourseError, too.
    """
    name = unicodedata.normalize("NFC", text.strip())
    if not name:
        raise CourseError("The student's name, which becomes a folder's name, is empty.")
    if (
        RESERVED.search(name)
        or name.startswith(".")
        or name.endswith(".")
        or DEVICE.fullmatch(name)
    ):
        shown = name if name.isprintable() else ascii(name)[1:-1]
        raise CourseError(f"“{shown}” cannot name a folder, so it cannot name a student.")
    if len(name) > LONGEST_NAME:
        raise CourseError(f"The name “{name[:20]}…” has more than {LONGEST_NAME} characters.")
    if is_sample(name):
        raise CourseError(
            f"“{name}” is reserved for the sample class, which counts in no average and no export: "
            "give this student another name, in a roster."
        )
    return name


def is_sample(student: str) -> bool:
    """Whether ``student`` is a name that `classroom sample` gives to an invented student.

    An example is ``sample-01``. No real student may have such a name.
    """
    return SAMPLE.fullmatch(student) is not None


def folded_name(name: str) -> str:
    """A form of the name that is equal for names that differ only in case or in Unicode form.

    The name is put into Unicode form NFC and casefolded.
    """
    return unicodedata.normalize("NFC", name).casefold()


def letters_and_digits(name: str) -> str:
    """Keep only a name's letters and digits, casefolded, to compare names from different sources.

    The comparison needs this because Canvas and Moodle remove different characters from a name.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in plain if character.isalnum())


def name_rotations(name: str) -> set[str]:
    """All rotations of the words of a name, each joined to one lowercase word without spaces.

    So “Ada Lovelace” and “Lovelace, Ada” give the same set: ``adalovelace`` and ``lovelaceada``.
    """
    words = re.split(r"[\s,]+", name.strip(" ,"))
    rotations = (words[first:] + words[:first] for first in range(len(words)))
    return {letters_and_digits("".join(order)) for order in rotations} - {""}


# ── reading ───────────────────────────────────────────────────────────────────────────────────


def read_roster(file: Path) -> Roster:
    """Read a roster from a CSV file.

    Raises CourseError if the file is no roster. If a line is invalid, the message has its number.
    """
    lines = table(file)
    header = next(lines, (0, ()))[1]
    headings = [re.sub(r"[\W_]+", "_", heading.strip().lower()).strip("_") for heading in header]
    kind = kind_of(headings)
    if kind is None:
        raise CourseError(
            f"{file.name} is not a roster: it needs a column “student” and one of “canvas_id”, "
            "“moodle_id”, “name” and “email”. Canvas's gradebook export and Moodle's grading "
            "worksheet can be used unchanged, if their headings are in English."
        )
    meaning = [MEANING[kind].get(heading, "") for heading in headings]
    people: list[Person] = []
    other_lines: list[tuple[str, ...]] = []
    for number, line in lines:
        cells = {name: cell.strip() for name, cell in zip(meaning, line, strict=False) if name}
        if kind is Kind.canvas and not cells.get("canvas_id"):
            other_lines.append(line)  # “Points Possible”, “Manual Posting”
            continue
        try:
            people.append(person(kind, cells, line))
        except CourseError as error:
            raise CourseError(f"{file.name}, line {number}: {error}") from None
    check_people(file, people)
    return Roster(file, kind, header, tuple(people), tuple(other_lines))


def table(file: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Read a CSV file in any common encoding; yield each non-empty line's number and cells."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise CourseError(f"{file} cannot be read: {error.strerror}.") from None
    if raw.startswith((b"PK", b"\xd0\xcf")):
        raise CourseError(f"{file.name} is a spreadsheet: save it as CSV.")
    encoding = "utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        reader = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
        for line in reader:
            if any(cell.strip() for cell in line):
                yield reader.line_num, tuple(line)
    except csv.Error as error:
        raise CourseError(f"{file.name}, line {reader.line_num}: {error}.") from None


def kind_of(headings: list[str]) -> Kind | None:
    """The kind of roster that has these headings; None if no kind has them."""
    known = set(headings)
    if {"identifier", "grade"} <= known:
        return Kind.moodle
    if {"id", "section"} <= known and known & {"student", "lastname"}:
        return Kind.canvas
    if "student" in known and known & {"canvas_id", "moodle_id", "name", "email"}:
        return Kind.own
    return None


def person(kind: Kind, cells: dict[str, str], line: tuple[str, ...]) -> Person:
    """The student in a line of the roster.

    Args:
        kind: the kind of roster.
        cells: the cells of the columns that are used. A key says what the column holds: for example
            ``email``, whatever the column's heading is.
        line: all cells of the line, unchanged.
    """
    cells = {name: unwrapped(cell) for name, cell in cells.items()}
    number = re.search(r"\d+$", cells.get("moodle_id", ""))  # “Participant 4242”
    moodle_id = number.group() if number else ""
    name = cells.get("name") or ", ".join(filter(None, (cells.get("last"), cells.get("first"))))
    best = next((column for column in STUDENT[kind] if cells.get(column)), "")
    handed_in = cells.get("handed_in", "")
    student = f"participant-{moodle_id}" if best == "moodle_id" else cells.get(best, "")
    return Person(
        student=student_name(student),
        name=name,
        moodle_id=moodle_id,
        handed_in=parse_time(handed_in),
        unparsed_time="" if parse_time(handed_in) or handed_in in ("", "-") else handed_in,
        line=line,
        **{
            field: cells.get(field, "")
            for field in ("email", "canvas_id", "sis_user_id", "sis_login_id", "section")
        },
    )


def unwrapped(cell: str) -> str:
    """Remove ``="`` and ``"`` around a cell's text: ``="TEXT"`` becomes ``TEXT``.

    A cell without this form is returned unchanged. Canvas gives a name this form if the name starts
    with ``=``.
    """
    return cell[2:-1] if cell.startswith('="') and cell.endswith('"') else cell


def parse_time(text: str) -> datetime | None:
    """Convert the text of a time in Moodle's worksheet to UTC; None if it is no time.

    The text has no time zone, so the time is taken to be in the time zone of this machine.
    """
    try:
        return parse_utc(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def check_people(file: Path, people: list[Person]) -> None:
    """Raise CourseError if there are no students, or if two have the same folder name or number.

    The number is the student's number in Canvas or in Moodle. ``file`` is the roster's file: the
    message names it.
    """
    if not people:
        raise CourseError(f"{file.name} names no student.")
    for what in ("student", "canvas_id", "moodle_id"):
        seen: dict[str, str] = {}
        for one in people:
            key = folded_name(getattr(one, what))
            if key and key in seen:
                both = listed([f"“{seen[key]}”", f"“{one.name or one.student}”"])
                raise CourseError(
                    f"{file.name} has two lines with the {what} “{getattr(one, what)}”: {both}."
                )
            seen[key] = one.name or one.student


def assignment_column(roster: Roster, name: str) -> int | None:
    """The index of an assignment's column in ``roster``; None if there is no such column.

    ``roster`` is Canvas's gradebook export. The heading of the column is ``name`` or
    ``name (number)``.
    """
    for index, heading in enumerate(roster.header):
        bare = re.sub(r" \(\d+\)$", "", heading)
        if name.casefold() in (heading.casefold(), bare.casefold()):
            return index
    return None


def columns_in_words(roster: Roster) -> str:
    """A sentence that lists the assignments in ``roster``, which is Canvas's gradebook export.

    An assignment is a column whose heading has the form ``NAME (NUMBER)``.
    """
    known = [heading for heading in roster.header if re.search(r" \(\d+\)$", heading)]
    return f"Its assignments are {listed(known)}." if known else "It has no assignment yet."
