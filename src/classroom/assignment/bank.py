"""The bank of answers: for each task, right answers written differently and the usual wrong ones.

``tests/answers/<assignment>/<task>.py`` holds the answers of one task, one a cell::

    # %% right: NAME — a note
    # %% wrong: MISTAKE, earns 0.4 — a note
    # %% wrong: MISTAKE + MISTAKE, earns 2/3

What follows a header is the answer: code that defines the task's function. ``MISTAKE`` is the name
that the check must give it, or two names where two mistakes were made at once. ``earns`` is the
share of the task's points that the answer gets, as a decimal or a fraction, 0 where it is left out:
a task can be given other points without any change here. The note is optional; it follows a dash,
long or short, and tells two answers with the same mistake apart.
"""

import ast
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from classroom.course import CourseError
from payattention.checks.verdict import points_for

CELL = "# %%"
HEADER = re.compile(
    r"# %% (?P<kind>right|wrong): (?P<name>[^,—–]*?[^,—–\s])"
    r"(?:, earns (?P<earns>\d+(?:\.\d+|/[1-9]\d*)?))?"
    r"(?: [—–-] (?P<note>.*\S))?\s*"
)


@dataclass(frozen=True)
class Answer:
    """One answer to a task. ``share`` is what it gets of the points: 1 if it is right."""

    task: str
    kind: Literal["right", "wrong"]
    name: str
    share: float
    note: str
    code: str

    @property
    def right(self) -> bool:
        return self.kind == "right"

    def earns(self, points: float) -> float:
        """What it gets of a task's points."""
        return points_for(self.share, points)

    def __str__(self) -> str:
        return f"{self.task}: {self.kind}: {self.name}" + (f" — {self.note}" if self.note else "")


def read_bank(folder: Path) -> dict[str, list[Answer]]:
    """All answers to an assignment, by task: what ``tests/answers/<assignment>`` holds."""
    files = sorted(folder.glob("*.py"))
    if not files:
        raise CourseError(f"There is no bank of answers in {folder}.")
    return {file.stem: read_answers(file) for file in files}


def read_answers(file: Path) -> list[Answer]:
    """The answers to one task, in the order of its file."""
    return parse_answers(file.read_text(encoding="utf-8"), task=file.stem, where=str(file))


def parse_answers(text: str, *, task: str, where: str) -> list[Answer]:
    """The answers in a bank file's text; ``where`` names it in error messages."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith(CELL)]
    if not starts:
        raise CourseError(f"{where} holds no answer: an answer starts with “# %% right: NAME”.")
    if any(line.strip() for line in lines[: starts[0]]):
        raise CourseError(f"{where} has something before its first answer.")
    answers: list[Answer] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        answer = parse_answer(lines[start:end], task, f"{where}, line {start + 1}")
        if str(answer) in map(str, answers):
            raise CourseError(
                f"{where}, line {start + 1}: “{lines[start]}” is there twice: tell the two apart "
                "by a note, “— NOTE”."
            )
        answers.append(answer)
    return answers


def parse_answer(lines: list[str], task: str, where: str) -> Answer:
    header = HEADER.fullmatch(lines[0])
    if header is None:
        raise CourseError(
            f"{where}: “{lines[0]}” must read “# %% right: NAME” or "
            "“# %% wrong: MISTAKE, earns SHARE — NOTE”."
        )
    kind, earns = header["kind"], header["earns"]
    if kind == "right" and earns is not None:
        raise CourseError(f"{where}: a right answer earns everything, so it must not say “earns”.")
    share = 1.0 if kind == "right" else float(Fraction(earns or 0))
    if kind == "wrong" and share >= 1:
        raise CourseError(
            f"{where}: a wrong answer earns a share of the points, less than 1, but not {earns}."
        )
    code = "\n".join(lines[1:]).strip()
    try:
        defines_something = bool(ast.parse(code).body)
    except SyntaxError as error:
        raise CourseError(f"{where}: the answer is not Python: {error.msg}.") from None
    if not defines_something:
        raise CourseError(f"{where}: the answer is empty.")
    return Answer(
        task=task,
        kind="right" if kind == "right" else "wrong",
        name=header["name"],
        share=share,
        note=header["note"] or "",
        code=code,
    )
