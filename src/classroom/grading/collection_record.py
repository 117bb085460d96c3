"""What is remembered of a submission that was collected, in ``gradebook/collected/``.

It says whose score goes where, so it lies where no file of a submission can come to lie.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from classroom.course import Course


@dataclass(frozen=True)
class Record:
    """Where a submission came from. Times are ISO texts in UTC, but for ``written``."""

    system: str  # Canvas, Moodle …
    id: str  # the student's there
    source: str  # the download
    name: str  # the notebook's, as it was handed in; empty where none could be told
    attachment: int  # Canvas's number of the newest file
    written: str  # what the download says of the newest file, by some clock
    handed_in: str | None
    digest: str  # of all files
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, course: Course, student: str, assignment: str) -> "Record | None":
        """The record of a submission; None where it was not collected."""
        try:
            text = place_of(course, student, assignment).read_text(encoding="utf-8")
            found: dict[str, Any] = json.loads(text)
            return cls(**found | {"notes": tuple(found["notes"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, course: Course, student: str, assignment: str) -> None:
        """Write it in one step."""
        place = place_of(course, student, assignment)
        half = place.with_suffix(".half")
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"
        half.write_text(text, encoding="utf-8")
        os.replace(half, place)

    def newer_than(self, other: "Record") -> bool:
        """Whether it was handed in later, as far as can be told."""
        if self.handed_in and other.handed_in and self.handed_in != other.handed_in:
            return self.handed_in > other.handed_in
        if self.system == other.system and self.attachment != other.attachment:
            return self.attachment > other.attachment
        return self.written > other.written

    def summary(self) -> str:
        """The notes in brackets; empty where there are none."""
        return f" ({' '.join(self.notes)})" if self.notes else ""


def place_of(course: Course, student: str, assignment: str) -> Path:
    return course.gradebook / "collected" / student / f"{assignment}.json"
