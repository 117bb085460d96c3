"""The values that a run of a submission is made of, and why a run may stop."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import syntax_error
from classroom.assignment.notebook import for_the_student
from classroom.phases import Phases

# Phases of a test.
CALLS, JUDGING = "calls of the student's functions", "cases, right answers, judging"
MESSAGES = "messages to the examiner"
SHOWN = 200  # a sentence quotes at most so many characters of a student's code or message
EXCESS = {
    "memory": ("too-much-memory", "It used more than {limits.memory:,} bytes of memory"),
    "processes": ("too-many-processes", "It started more than {limits.processes} processes"),
    "sockets": ("too-many-sockets", "It opened more sockets than any task needs"),
    "locks": ("too-many-locks", "It locked more parts of files than any task needs"),
    "seconds": ("too-slow", "It used more than {limits.computing:g} s of computing time"),
    "cell": ("too-slow", "It used more than {limits.cell:g} s of computing time"),
    "killed": ("forged", "It closed its connection to the examiner"),
}


class Stop(NamedTuple):
    """A reason why a student's process has ended, or why a name is undefined.

    ``mistake`` is a short name for the report, such as “too-slow”. ``message`` gives the reason in
    sentences.
    """

    mistake: str
    message: str


class Step(NamedTuple):
    """A step of a run, which is repeated if the student's process is restarted.

    If ``source`` is a string, the step is to run a cell with this code. If it is None, the step is
    the place of ``test``, whose visible part earned points. ``where`` says in which cell the step
    is, for error messages.
    """

    where: str
    source: str | None
    test: str = ""


class CellResult(NamedTuple):
    """The outputs of an instructor's cell, and what went wrong, if anything did."""

    outputs: list[NotebookNode]
    stopped: str = ""  # why the student's process must be stopped: late, long, gone, slow, forged
    error: str = ""  # what went wrong in the examiner's process, in a sentence


def why_undefined(name: str, cell: NotebookNode) -> Stop:
    """Why ``name`` may be undefined although its solution cell, ``cell``, has run.

    If the cell is not valid Python or raised an error, that is the reason. Otherwise the reason is
    that the cell does not define the name.
    """
    if error := syntax_error(cell.source):
        line = (cell.source.splitlines() or [""])[(error.lineno or 1) - 1 :][:1]
        reads = f" The line reads “{line[0].strip()[:SHOWN]}”." if line else ""
        message = f"Line {error.lineno or 1} of the cell is not Python: {error.msg}.{reads}"
        return Stop(
            "syntax-error", f"{message}\nSo none of the cell ran, and {name} is not defined."
        )
    for output in cell.outputs:
        if output.output_type == "error":
            raised = f"{output.ename}: {output.evalue}".rstrip(": ")[:SHOWN]
            return Stop("cell-failed", f"The cell raised {raised} before it defined {name}.")
    return Stop("not-defined", f"The cell does not define {name}. Was the function renamed?")


def why_no_check(outputs: list[NotebookNode]) -> str:
    """Why a check could not judge any answer; empty if it could."""
    failed = (it for it in outputs if it.output_type == "error" and it.ename == "CheckFailed")
    return next((f"A check cannot judge: {output.evalue[:SHOWN]}." for output in failed), "")


def why_name_error(
    outputs: list[NotebookNode], names: list[str], reasons: Mapping[str, Stop]
) -> Stop | None:
    """Explain a NameError among the outputs of a test: why the student's name is undefined.

    ``names`` are the student's names that the test uses, ``reasons`` the known ones. None if no
    output is a NameError for one of ``names``, or if the reason is not known.
    """
    errors = {output.evalue for output in outputs if output.get("ename") == "NameError"}
    missing = (name for name in names if f"name {name!r} is not defined" in errors)
    return next((reasons[name] for name in missing if name in reasons), None)


def code_cells(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """The code cells of a notebook, without those that are for the student alone."""
    return (it for it in notebook.cells if it.cell_type == "code" and not for_the_student(it))


def add_cell(
    phases: Phases, total: Phases, ran: Mapping[str, Any], theirs: float, ours: float
) -> None:
    """Add the time of an instructor's cell to the phases of a run, in parts.

    ``total`` is the time of the cell, ``ran`` the examiner's reply. ``theirs`` and ``ours`` are the
    CPU seconds of the student's and of the examiner's process.
    """
    (real,), (computing,) = total.real.values(), total.computing.values()
    waited, checked = ran["waited"], ran["checked"]
    phases.add(CALLS, waited, theirs)
    phases.add(JUDGING, checked, ours)
    phases.add(MESSAGES, real - waited - checked, computing - theirs - ours)
