"""The result of a check: points for nbgrader, a reason for the student, and both as data.

In a notebook, the data are stored beside the HTML of the output, under their own MIME type. The
report on a class reads them from there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from payattention_checks.layout import WIDTH, labelled, without_links, wrapped
from payattention_checks.verdict_html import AMBER, GREEN, GREY, RED, as_html

MIME = "application/vnd.payattention.verdict+json"
JOINT = " + "  # joins the names of several mistakes in one answer


def points_for(share: float, points: int | float) -> int | float:
    """A share (0 to 1) of a task's points, rounded to a tenth of a point.

    A share of 1 gives the points unrounded. Otherwise, the product of the share and the points is
    first rounded to six decimals, so a floating-point error in a share such as 2/3 never changes
    the result.
    """
    return points if share == 1 else round(round(points * share, 6), 1)


class Finding(NamedTuple):
    """A mistake that was found in an answer: its short name, and the sentences that explain it."""

    name: str
    feedback: str


class Verdict(float):
    """The result of a check: the points earned, as a float that also holds the reason for them.

    nbgrader reads the number, and Jupyter shows the reason. ``points`` are the task's full points.
    ``findings`` are the mistakes that were found, none if the answer is right. ``details`` are
    labelled lines below the reason, such as the failing call. ``reread`` is the section of the book
    that helps. ``measured`` are numbers that the report on a class lists, by their names.
    """

    task: str
    points: float
    findings: tuple[Finding, ...]
    reason: str
    details: tuple[tuple[str, str], ...]
    reread: str
    measured: Mapping[str, str]

    def __new__(
        cls,
        earned: int | float,
        *,
        task: str,
        points: int | float,
        reason: str,
        findings: Sequence[Finding] = (),
        details: tuple[tuple[str, str], ...] = (),
        reread: str = "",
        measured: Mapping[str, str] = {},
    ) -> "Verdict":
        if not 0 <= earned <= points:
            raise ValueError(f"earned must be from 0 to points = {points}, but it is {earned}")
        verdict = super().__new__(cls, earned)
        verdict.task, verdict.points, verdict.findings = task, float(points), tuple(findings)
        verdict.reason, verdict.details, verdict.reread = reason.strip(), details, reread
        verdict.measured = dict(measured)
        return verdict

    def __str__(self) -> str:
        """The whole verdict as text, for ``print(score)``.

        ``repr(score)`` is only the number of points, which nbgrader needs.
        """
        return self.explanation

    @property
    def mistake(self) -> str | None:
        """The names of the mistakes found, joined by “ + ”; None if the answer is right."""
        return joint(self.findings) if self.findings else None

    @property
    def mark(self) -> str:
        """A symbol: ✓ if the answer is right, ◐ if it earns some points, ✗ if it earns none."""
        return "✓" if self.mistake is None else "◐" if self > 0 else "✗"

    @property
    def title(self) -> str:
        return f"{self.mark} {self.task}: {self:g} of {self.points:g} points"

    @property
    def explanation(self) -> str:
        """The whole verdict as plain text, for a terminal of 100 columns."""
        reread = without_links(self.reread)
        details = [*self.details, ("Reread", reread)] if reread else self.details
        lines = [self.title, *wrapped(self.reason, WIDTH)]
        for name, text in details:
            lines += labelled(name, text)
        return "\n".join(lines)

    def _repr_mimebundle_(self, **choice: Any) -> dict[str, Any]:  # IPython calls it
        mistakes = [{"name": name, "says": feedback} for name, feedback in self.findings]
        data = {"task": self.task, "points": self.points, "earned": float(self)}
        data |= {"reason": self.reason, "mistakes": mistakes}
        return {MIME: data | ({"measured": self.measured} if self.measured else {})}

    def _repr_html_(self) -> str:
        return as_html(self.title, self.reason, self.details, self.reread, self._colour)

    @property
    def _colour(self) -> str:
        if self.mistake is None:
            return GREEN
        if self.mistake == "not-yet":
            return GREY
        return AMBER if self > 0 else RED


def joint(findings: Sequence[Finding]) -> str:
    """One name for all mistakes that were found: their names, joined by “ + ”."""
    return JOINT.join(finding.name for finding in findings)
