"""What checks need from the notebook's session: which functions are stale, and earlier verdicts.

If a cell fails, the function from an earlier run stays defined, and a check would judge that stale
function. So, in IPython, a `Session` watches each cell: which functions does its source define, and
were they really redefined? Outside IPython (in the grader, in a script) nothing is watched and
nothing is stored.
"""

import builtins
import re
from typing import Any

DEFINES = re.compile(r"^(?:(?:async +)?def|class) +(\w+)|^(\w+) *=(?!=)", re.MULTILINE)
# A definition whose `def` is misspelt or missing.
MEANS_TO_DEFINE = re.compile(r"^\w+ +(\w+) *\(|^(\w+) *\(.*\) *:", re.MULTILINE)  # as “dfe f(x):”


class Session:
    """Finds the stale functions of an IPython session, and stores the last verdict on each task.

    A function is stale if a cell that should redefine it has failed, so that the earlier definition
    remains. The verdict on a task is the result of its check.
    """

    def __init__(self, shell: Any):
        self.shell = shell
        self.before: dict[str, Any] = {}  # values of the cell's names before it ran
        self.old: dict[str, tuple[Any, str]] = {}  # stale functions, and the error of their cell
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
            # `def` itself can be misspelt only in a cell with a SyntaxError.
            meant = name in sure or isinstance(error, SyntaxError)
            if meant and callable(value) and self.shell.user_ns.get(name) is value:
                self.old[name] = value, describe(error)


def names_in(source: str) -> set[str]:
    """The names that a cell's source defines at top level, or that it tries to define.

    The name f is also found if ``def`` is misspelt or missing: ``dfe f(x):`` or ``f(x):``.
    """
    found = DEFINES.findall(source) + MEANS_TO_DEFINE.findall(source)
    return {name for pair in found for name in pair if name}


def describe(error: BaseException) -> str:
    """An error's type and message as text; for a SyntaxError, with its line number in the cell."""
    if isinstance(error, SyntaxError):
        line = f", in line {error.lineno}" if error.lineno else ""
        return f"{type(error).__name__}: {error.msg}{line}"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def stale_message(task: str, answer: Any) -> str | None:
    """The message to a student whose function ``answer`` is stale; None if it is not stale.

    The function is stale if a cell that should redefine it has failed, so that the earlier
    definition remains. ``task`` is the name of the function.
    """
    old, error = SESSION.old.get(task, (None, "")) if SESSION else (None, "")
    if old is None or old is not answer:
        return None
    return (
        f"Your cell did not run: {error}. So `{task}` is still the function of an earlier run, "
        "which is not checked. Correct the cell, run it, and then run this check again."
    )


def remember(task: str, verdict: Any) -> None:
    """Store a check's verdict on a task, for the table of points; outside IPython, do nothing."""
    if SESSION:
        SESSION.verdicts[task] = verdict


def verdicts() -> dict[str, Any]:
    """The last verdict on each task whose check has run in this session, by the task's name."""
    return dict(SESSION.verdicts) if SESSION else {}


def watch() -> Session | None:
    """A new `Session` that watches the running IPython shell; None outside IPython."""
    get_ipython = getattr(builtins, "get_ipython", None)
    shell = get_ipython() if get_ipython else None
    return Session(shell) if shell is not None else None


SESSION = watch()
