"""The record of each submission that `classroom collect` took from a download.

The export of scores may look up in a record which student in Canvas or Moodle a score goes to, and
feedback goes back under the name in the record. A student must not be able to write a record. So
all records are kept in ``gradebook/collected/``, where no submitted file is ever put.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from classroom.course import Course


@dataclass(frozen=True)
class Record:
    """Where a collected submission came from, and when it was handed in.

    ``handed_in`` is the time of handing in, as ISO text in UTC, or None if it is unknown.
    ``written`` is the time of the newest file in the download, as ISO text; its time zone is
    unknown.
    """

    system: str  # Canvas, Moodle …
    id: str  # the student's id in that system
    source: str  # the file name of the download
    name: str  # of the notebook, as it was handed in; empty if it is not known
    attachment: int  # Canvas's number of the newest file
    written: str  # the newest file's time in the download; its time zone is unknown
    handed_in: str | None
    digest: str  # of all files
    notes: tuple[str, ...] = ()
    given: str = ""  # the system's name for the submission in the download: `Origin.given`

    @classmethod
    def read(cls, course: Course, student: str, assignment: str) -> "Record | None":
        """The record of a submission; None if it was not collected or its record is damaged."""
        try:
            text = record_file(course, student, assignment).read_text(encoding="utf-8")
            found: dict[str, Any] = json.loads(text)
            return cls(**found | {"notes": tuple(found["notes"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, course: Course, student: str, assignment: str) -> None:
        """Write the record to its file, atomically."""
        path = record_file(course, student, assignment)
        temporary = path.with_suffix(".half")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)

    def newer_than(self, other: "Record") -> bool:
        """Whether this record's submission is newer than the submission of the record ``other``.

        The two times of handing in decide. If they are equal or unknown, the numbers that Canvas
        gave to the newest files decide: a newer file has a higher number. If there are no such
        numbers, or if they are equal, the times of the newest files decide.
        """
        if self.handed_in and other.handed_in and self.handed_in != other.handed_in:
            return self.handed_in > other.handed_in
        if self.system == other.system and self.attachment != other.attachment:
            return self.attachment > other.attachment
        return self.written > other.written

    def summary(self) -> str:
        """The record's notes in parentheses, after a space, such as “ (Canvas marks it as late.)”.

        Empty if there are no notes.
        """
        return f" ({' '.join(self.notes)})" if self.notes else ""


def record_file(course: Course, student: str, assignment: str) -> Path:
    return course.gradebook / "collected" / student / f"{assignment}.json"
