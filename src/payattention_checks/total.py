"""The table in the last cell of a notebook: the points of all tasks so far."""

from collections.abc import Mapping
from html import escape

from payattention_checks import _session
from payattention_checks.verdict import Verdict

CELL = "padding:.15em 1.2em .15em 0;text-align:left"
NUMBER = "padding:.15em 1.2em .15em 0;text-align:right"
Points = Mapping[str, int | float]


class Total:
    """A table of points, with the last verdict of each check of a notebook; it is not graded."""

    def __init__(
        self,
        points: Points,
        written: Points,
        verdicts: Mapping[str, Verdict],
    ):
        self.verdicts = {task: verdicts.get(task) for task in points}
        self.points, self.written = dict(points), dict(written)

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """The rows of the table, each as (task, points so far, full points with a remark)."""
        rows = []
        for task, points in self.points.items():
            verdict = self.verdicts[task]
            if verdict is None:
                rows.append((f"· {task}", "–", f"of {points:g}, its check has not been run"))
            elif verdict.mistake == "not-yet":
                rows.append((f"· {task}", "0", f"of {points:g}, nothing there yet"))
            else:
                rows.append((f"{verdict.mark} {task}", f"{float(verdict):g}", f"of {points:g}"))
        for task, points in self.written.items():
            rows.append((f"✎ {task}", "–", f"of {points:g}, read by a person"))
        return rows

    @property
    def summary(self) -> str:
        earned = sum(float(verdict) for verdict in self.verdicts.values() if verdict is not None)
        text = f"{earned:g} of {sum(self.points.values()):g} points so far"
        if self.written:
            text += f"; {sum(self.written.values()):g} more are given by a person"
        return f"{text}."

    def __repr__(self) -> str:
        wide = max((len(task) for task, _, _ in self.rows), default=0)
        lines = [f"{task:{wide}}  {earned:>4} {rest}" for task, earned, rest in self.rows]
        return "\n".join([*lines, self.summary])

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td style="{CELL}">{escape(task)}</td><td style="{NUMBER}">{earned}</td>'
            f'<td style="{CELL}">{rest}</td></tr>'
            for task, earned, rest in self.rows
        )
        return f"<table>{rows}</table><strong>{self.summary}</strong>"


def total(points: Points, *, written: Points | None = None) -> Total:
    """A table of the points of all tasks so far, from the last verdict of each check.

    Args:
        points: the full points of each task that a check grades, by the task's name.
        written: the full points of each question that a person grades, by its name.
    """
    return Total(points, written or {}, _session.verdicts())
