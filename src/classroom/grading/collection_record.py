"""What is remembered of a submission that was collected, in a file beside its notebook."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

RECORD = "collected.json"


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
    def read(cls, folder: Path) -> "Record | None":
        """The record in a submission's folder; None where it was not collected."""
        try:
            found: dict[str, Any] = json.loads((folder / RECORD).read_text(encoding="utf-8"))
            return cls(**found | {"notes": tuple(found["notes"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, folder: Path) -> None:
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"
        (folder / RECORD).write_text(text, encoding="utf-8")

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
