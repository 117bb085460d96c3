"""The scores of a class as a table for other programs: a row a student, a column a task."""

import csv
from typing import TextIO

from classroom.gradebook import Row
from classroom.notebook import Task


def write_csv(rows: list[Row], tasks: list[Task], file: TextIO) -> None:
    """Write the scores as CSV. A task without a score is left empty; ``unread`` names the written
    questions that wait for a person.
    """
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        ["student", *(task.name for task in tasks), "total", "status", "unread", "reason"]
    )
    for row in rows:
        scores = [number(row.scores[task.name]) for task in tasks]
        unread = " ".join(row.unread)
        writer.writerow(
            [row.student, *scores, number(row.total), row.status, unread, row.reason or ""]
        )


def number(score: float | None) -> str:
    return "" if score is None else f"{score:.10g}"
