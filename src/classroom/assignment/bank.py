"""The bank of answers: for each task, right answers written differently and the usual wrong ones.

The check of a task (the function that grades it) is tested with them. The file
``tests/answers/<assignment>/<task>.py`` holds all answers to one task. Each is a cell that begins
with a header of one of these forms::

    # %% right: NAME — a note
    # %% wrong: MISTAKE, earns 0.4 — a note
    # %% wrong: MISTAKE + MISTAKE, earns 2/3

The code below the header is the answer: it defines the task's function. ``MISTAKE`` is the name of
the mistake that the check must find. Two names mean that the answer makes two mistakes at once.
``earns`` is the share of the task's points that a wrong answer gets, a decimal or a fraction. It is
0 if it is left out. Because it is a share, the points of a task can change without any change here.
The note is optional; it follows a dash, long or short, and tells two answers with the same mistake
apart.
"""

import ast
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from classroom.course import CourseError
from payattention_checks.verdict import points_for

CELL = "# %%"
HEADER = re.compile(
    r"# %% (?P<kind>right|wrong): (?P<name>[^,—–]*?[^,—–\s])"
    r"(?:, earns (?P<earns>\d+(?:\.\d+|/[1-9]\d*)?))?"
    r"(?: [—–-] (?P<note>.*\S))?\s*"
)


@dataclass(frozen=True)
class Answer:
    """A prepared answer to a task, right or wrong, with which the check of the task is tested.

    ``share`` is the part of the task's points that the answer earns, from 0 to 1.
    """

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
        """The points that the answer earns if the task is worth ``points``."""
        return points_for(self.share, points)

    def __str__(self) -> str:
        return f"{self.task}: {self.kind}: {self.name}" + (f" — {self.note}" if self.note else "")


def read_bank(folder: Path) -> dict[str, list[Answer]]:
    """Read the prepared answers to all tasks of an assignment; the keys are the names of the tasks.

    ``folder`` is ``tests/answers/<assignment>``. Raises CourseError if the folder has no answers.
    """
    files = sorted(folder.glob("*.py"))
    if not files:
        raise CourseError(f"There is no bank of answers in {folder}.")
    return {file.stem: read_answers(file) for file in files}


def read_answers(file: Path) -> list[Answer]:
    """Read all answers to one task from its file in the bank, in the order of the file."""
    return parse_answers(file.read_text(encoding="utf-8"), task=file.stem, where=str(file))


def parse_answers(text: str, *, task: str, where: str) -> list[Answer]:
    """The answers in ``text``, which is the text of one task's file in the bank.

    ``task`` is the name of the task. ``where`` is the file's path, for error messages.
    """
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith(CELL)]
    if not starts:
        raise CourseError(
            f"{where} holds no answer: each must start with a line “# %% right: NAME” or “# %% "
            "wrong: MISTAKE”."
        )
    if any(line.strip() for line in lines[: starts[0]]):
        raise CourseError(
            f"{where} must begin with a line “# %% right: NAME” or “# %% wrong: MISTAKE”, but has "
            "other lines before its first answer."
        )
    answers: list[Answer] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        answer = parse_answer(lines[start:end], task, f"{where}, line {start + 1}")
        if str(answer) in map(str, answers):
            raise CourseError(
                f"{where}, line {start + 1}: the line “{lines[start]}” occurs twice: add a "
                "note, “— NOTE”, to one of the two lines."
            )
        answers.append(answer)
    return answers


def parse_answer(lines: list[str], task: str, where: str) -> Answer:
    header = HEADER.fullmatch(lines[0])
    if header is None:
        raise CourseError(
            f"{where}: “{lines[0]}” must have the form “# %% right: NAME” or "
            "“# %% wrong: MISTAKE, earns SHARE — NOTE”."
        )
    kind, earns = header["kind"], header["earns"]
    if kind == "right" and earns is not None:
        raise CourseError(
            f"{where}: a right answer always earns all points, so delete “earns {earns}”."
        )
    share = 1.0 if kind == "right" else float(Fraction(earns or 0))
    if kind == "wrong" and share >= 1:
        raise CourseError(
            f"{where}: a wrong answer must earn less than 1, as a share of the points, but this "
            f"one earns {earns}."
        )
    code = "\n".join(lines[1:]).strip()
    try:
        defines_something = bool(ast.parse(code).body)
    except SyntaxError as error:
        raise CourseError(f"{where}: the answer is not Python: {error.msg}.") from None
    if not defines_something:
        raise CourseError(f"{where}: the answer has no code below this line.")
    return Answer(
        task=task,
        kind="right" if kind == "right" else "wrong",
        name=header["name"],
        share=share,
        note=header["note"] or "",
        code=code,
    )
