"""What the notebook's session knows and a check cannot see: failed cells, and earlier verdicts.

A cell that fails leaves the function of an earlier run in place, and a check would judge that one.
So, in IPython, each cell is watched: which functions did it mean to define, and did it? Outside
IPython (in the grader, in a script) nothing is watched and nothing is kept.
"""

import builtins
import re
from typing import Any

DEFINES = re.compile(r"^(?:(?:async +)?def|class) +(\w+)|^(\w+) *=(?!=)", re.MULTILINE)
MEANS_TO_DEFINE = re.compile(r"^\w+ +(\w+) *\(|^(\w+) *\(.*\) *:", re.MULTILINE)  # as “dfe f(x):”


class Session:
    """The functions whose cells failed, and the last verdict on each task."""

    def __init__(self, shell: Any):
        self.shell = shell
        self.before: dict[str, Any] = {}  # what the cell's names were when it began
        self.old: dict[str, tuple[Any, str]] = {}  # functions that a failed cell left in place
        self.verdicts: dict[str, Any] = {}
        shell.events.register("pre_run_cell", self.begin)
        shell.events.register("post_run_cell", self.end)

    def begin(self, info: Any) -> None:
        names = self.shell.user_ns
        self.before = {name: names[name] for name in names_in(info.raw_cell) if name in names}

    def end(self, result: Any) -> None:
        error = result.error_before_exec or result.error_in_exec
        if error is None:
            return
        sure = {name for pair in DEFINES.findall(result.info.raw_cell) for name in pair}
        for name, value in self.before.items():
            # Only a cell that is not Python may have misspelt `def` itself.
            meant = name in sure or isinstance(error, SyntaxError)
            if meant and callable(value) and self.shell.user_ns.get(name) is value:
                self.old[name] = value, describe(error)


def names_in(source: str) -> set[str]:
    """The names that a cell defines, or means to define, at its top level."""
    found = DEFINES.findall(source) + MEANS_TO_DEFINE.findall(source)
    return {name for pair in found for name in pair if name}


def describe(error: BaseException) -> str:
    """The error in one line, with the line of the cell where Python could read no further."""
    if isinstance(error, SyntaxError):
        place = f", in line {error.lineno}" if error.lineno else ""
        return f"{type(error).__name__}: {error.msg}{place}"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def why_old(task: str, answer: Any) -> str | None:
    """Why this answer is not the one in the student's cell; None where it is, as far as known."""
    old, error = SESSION.old.get(task, (None, "")) if SESSION else (None, "")
    if old is None or old is not answer:
        return None
    return (
        f"Your cell did not run: {error}. So `{task}` is still the function of an earlier run, "
        "which is not checked. Correct the cell, run it, and then run this check again."
    )


def remember(task: str, verdict: Any) -> None:
    """Keep a verdict for the table of all tasks."""
    if SESSION:
        SESSION.verdicts[task] = verdict


def verdicts() -> dict[str, Any]:
    """The last verdict on each task whose check has run in this session."""
    return dict(SESSION.verdicts) if SESSION else {}


def watch() -> Session | None:
    """Watch the cells of the IPython that runs this; None where none does."""
    get_ipython = getattr(builtins, "get_ipython", None)
    shell = get_ipython() if get_ipython else None
    return Session(shell) if shell is not None else None


SESSION = watch()
