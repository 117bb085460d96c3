"""The result of a check: points for nbgrader, a reason for the student, and both as data.

In a notebook, the data are stored beside the HTML of the output, under their own MIME type. The
report on a class reads them from there.
"""

import re
import textwrap
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from payattention_checks import book

MIME = "application/vnd.payattention.verdict+json"
JOINT = " + "  # joins the names of several mistakes in one answer
LINK = re.compile(r"\[([^\[\]]+)\]\(([\w./-]+#[\w-]+)\)")  # written as in Markdown
RULE = "What must hold"  # label of the detail that is prose, not code
LINES, WIDTH = 12, 100  # the largest size of a verdict in a terminal
LABEL = 18  # columns for the label of a detail
PRE = (
    "margin:.15em 0 0;padding:.4em .7em;border-radius:4px;background:rgba(127,127,127,.15);"
    "color:inherit;font-family:var(--jp-code-font-family,monospace);font-size:.92em;"
    "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"
)
PROSE = "white-space:pre-line"
GREEN, AMBER, RED, GREY = "#1a9d5c", "#c98500", "#d64541", "#8a8a8a"


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
    says: str


class Verdict(float):
    """The result of a check: the points earned, as a float that also holds the reason for them.

    nbgrader reads the number, and Jupyter shows the reason. ``points`` are the task's full points.
    ``findings`` are the mistakes that were found, none if the answer is right. ``details`` are
    labelled lines below the reason, such as the failing call. ``reread`` is the section of the book
    that helps.
    """

    task: str
    points: float
    findings: tuple[Finding, ...]
    reason: str
    details: tuple[tuple[str, str], ...]
    reread: str

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
    ) -> "Verdict":
        if not 0 <= earned <= points:
            raise ValueError(f"earned must be from 0 to points = {points}, but it is {earned}")
        verdict = super().__new__(cls, earned)
        verdict.task, verdict.points, verdict.findings = task, float(points), tuple(findings)
        verdict.reason, verdict.details, verdict.reread = reason.strip(), details, reread
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
        reread = LINK.sub(r"\1", self.reread)
        details = [*self.details, ("Reread", reread)] if reread else self.details
        lines = [self.title, *wrapped(self.reason, WIDTH)]
        for name, text in details:
            lines += labelled(name, text)
        return "\n".join(lines)

    def _repr_mimebundle_(self, **choice: Any) -> dict[str, Any]:  # IPython calls it
        found = [finding._asdict() for finding in self.findings]
        said = {"task": self.task, "points": self.points, "earned": float(self)}
        return {MIME: said | {"reason": self.reason, "mistakes": found}}

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<div style="margin-top:.5em"><strong>{escape(name)}:</strong> {prose(text)}</div>'
            if name == RULE
            else f'<div style="margin-top:.5em">{escape(name)}</div><pre style="{PRE}">'
            f"{escape(text)}</pre>"
            for name, text in self.details
        )
        reread = (
            f'<div style="margin-top:.6em">Reread: <em>{linked(self.reread)}</em></div>'
            if self.reread
            else ""
        )
        return (
            '<div class="verdict" '
            f'style="border-left:5px solid {self._colour};padding:.3em 0 .3em 1em;'
            f'line-height:1.5;max-width:46em">'
            f"<strong>{escape(self.title)}</strong>"
            f'<div style="{PROSE}">{prose(self.reason)}</div>{rows}{reread}</div>'
        )

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


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, wrapped so that none has more than ``width`` characters."""
    return [
        part
        for line in text.splitlines()
        for part in ([line] if len(line) <= width else textwrap.wrap(line, width))
    ]


def labelled(name: str, text: str) -> list[str]:
    """The lines of a labelled text: the label in a left column, the wrapped text to its right.

    If the label is wider than the column, it is alone on the first line.
    """
    head = f"{name}:".ljust(LABEL)
    first, *others = wrapped(text, WIDTH - LABEL) or [""]
    if len(head) > LABEL:
        head, first, others = "", head, [first, *others]
    return [head + first, *(" " * LABEL + line for line in others)]


def linked(text: str) -> str:
    """Convert a text to HTML, with each ``[title](page#label)`` as a link to a section of the book.

    Without a book, only the title is kept. The browser opens the link in a new tab, at the label.
    JupyterLab itself would open the page in one of its panes, without the page's scripts and
    scrolled to the top, so the link bypasses it.
    """

    def link(found: re.Match) -> str:
        address = book.address(found[2])
        if address is None:
            return found[1]
        return (
            f'<a href="{address}" target="_blank" rel="noopener" '
            f'onclick="event.stopImmediatePropagation()">{found[1]}</a>'
        )

    return LINK.sub(link, escape(text))


def prose(text: str) -> str:
    """Text as HTML; text between backticks becomes code."""
    return re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(text))
