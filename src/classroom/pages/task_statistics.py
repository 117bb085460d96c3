"""Statistics of a class's scores by task: difficulty and discrimination."""

import math
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from classroom.assignment.notebook import Task
from classroom.grading.scores import Row

ENOUGH = 10  # students, below whom a correlation says nothing
BINS = 10


@dataclass(frozen=True)
class Measures:
    """How a class did in a task; the last two are None if they would be meaningless.

    Until somebody has read the written answers, only the empty ones have a score.
    """

    task: Task
    full: int
    part: int
    none: int
    waiting: int  # for a person to read
    share: float | None  # of its points, on average
    discrimination: float | None  # how far those who are good at the rest are good at this


def measure(rows: list[Row], tasks: list[Task]) -> list[Measures]:
    """The measures of each task, over the submissions that are graded."""
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
    """A task's score; None while a person has still to read the answer."""
    return None if task.name in row.unread else row.scores[task.name]


def discrimination(rows: list[Row], task: Task, tasks: list[Task]) -> float | None:
    """The corrected item-total correlation: of a task's scores with the sums of all the others.

    A task that waits for a person anywhere is left out of the sums, or it would tell apart those
    who are read from those who are not. None for fewer than `ENOUGH` students, or where one of the
    two is the same for all.
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
    """How far from 0 a correlation comes by chance alone, in 19 of 20 classes of this size.

    Where two scores have nothing to do with each other, their correlation has the standard error
    1/√(n − 1) (Hotelling 1953, New light on the correlation coefficient and its transforms).
    """
    return 1.96 / math.sqrt(students - 1)


def distribution(totals: list[float], most: float) -> list[int]:
    """How many totals lie in each tenth of the points; the last tenth holds the full points."""
    clipped = np.clip(totals, 0, most)
    return np.histogram(clipped, bins=BINS, range=(0, most))[0].tolist()
