"""The values that a run of a submission is made of, and why a run may stop."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import syntax_error

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

    ``mistake`` is a short name for the report, such as “too-slow”. ``says`` gives the reason in
    sentences.
    """

    mistake: str
    says: str


class InstructorCells(NamedTuple):
    """The parts of the instructor's notebook that a run needs, in dicts whose keys are cell ids.

    The parts are the test and set-up cells, the hidden tests, the names that each test uses, and
    the names that each solution defines.
    """

    trusted: Mapping[str, NotebookNode]  # the instructor's test and set-up cells
    names_used: Mapping[str, list[str]]  # the student's names that each test uses
    names_defined: Mapping[str, frozenset[str]]  # the names that each solution cell defines
    hidden: Mapping[str, str]  # the source of each test's hidden part, if it has one


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
        says = f"Line {error.lineno or 1} of the cell is not Python: {error.msg}.{reads}"
        return Stop("syntax-error", f"{says}\nSo none of the cell ran, and {name} is not defined.")
    for output in cell.outputs:
        if output.output_type == "error":
            raised = f"{output.ename}: {output.evalue}".rstrip(": ")[:SHOWN]
            return Stop("cell-failed", f"The cell raised {raised} before it defined {name}.")
    return Stop("not-defined", f"The cell does not define {name}. Was the function renamed?")


def code_cells(notebook: NotebookNode) -> Iterator[NotebookNode]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")
