"""Statistics of a class's scores for each task: difficulty and discrimination."""

import math
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from classroom.assignment.notebook import Task
from classroom.grading.scores import Row

ENOUGH = 10  # students: with fewer, a correlation is meaningless
BINS = 10  # of the histogram of the totals


@dataclass(frozen=True)
class Measures:
    """A class's results in one task.

    ``share`` (the mean score) and ``discrimination`` are None as long as the instructor still has
    to read an answer to the task, because they would depend on which answers have been read. They
    are also None if they cannot be computed from the scores.
    """

    task: Task
    full: int  # number of students with all points
    part: int  # number of students with some of the points
    none: int  # number of students without points
    waiting: int  # number of answers that the instructor still has to read
    share: float | None  # the mean score as a share of the task's points
    discrimination: float | None  # the correlation with the scores of the other tasks


def measure(rows: list[Row], tasks: list[Task]) -> list[Measures]:
    """The statistics of each task over all graded submissions."""
    graded = [row for row in rows if row.status == "graded"]
    found = []
    for task in tasks:
        known = {row.student: score for row in graded if (score := settled(row, task)) is not None}
        waiting = sum(task.name in row.unread for row in graded)
        full = sum(score >= task.points for score in known.values())
        none = sum(score == 0 for score in known.values())
        found.append(
            Measures(
                task,
                full=full,
                part=len(known) - full - none,
                none=none,
                waiting=waiting,
                share=None if waiting or not known else fmean(known.values()) / task.points,
                discrimination=None if waiting else discrimination(graded, task, tasks),
            )
        )
    return found


def settled(row: Row, task: Task) -> float | None:
    """A student's score in a task; None if the instructor still has to read the answer."""
    return None if task.name in row.unread else row.scores[task.name]


def discrimination(rows: list[Row], task: Task, tasks: list[Task]) -> float | None:
    """The corrected item-total correlation of ``task``.

    It is the correlation, over all students, between the score in ``task`` and the sum of the
    scores in the other tasks. Another task is left out of the sum if an answer to it still has to
    be read, because the sum would depend on whose answers have been read. The result is None if
    there are fewer than `ENOUGH` students, or if the scores or the sums are the same for all
    students.
    """
    others = [
        other
        for other in tasks
        if other != task and all(settled(row, other) is not None for row in rows)
    ]
    pairs = [
        (score, sum(row.scores[other.name] or 0 for other in others))
        for row in rows
        if (score := settled(row, task)) is not None
    ]
    if len(pairs) < ENOUGH:
        return None
    scores, rests = np.array(pairs).T
    if np.ptp(scores) < 1e-9 or np.ptp(rests) < 1e-9:
        return None
    return float(np.corrcoef(scores, rests)[0, 1])


def chance(students: int) -> float:
    """The absolute correlation that two independent scores exceed by chance in 1 of 20 classes.

    ``students`` is the number n of students in each class. The result is 1.96/√(n − 1), which is
    1.96 times the standard error of the correlation of two independent scores (Hotelling 1953, New
    light on the correlation coefficient and its transforms).
    """
    return 1.96 / math.sqrt(students - 1)


def distribution(totals: list[float], most: float) -> list[int]:
    """The histogram of the totals: how many lie in each tenth of the maximum, ``most``.

    The last tenth includes the maximum itself, and all totals above it.
    """
    clipped = np.clip(totals, 0, most)
    return np.histogram(clipped, bins=BINS, range=(0, most))[0].tolist()
