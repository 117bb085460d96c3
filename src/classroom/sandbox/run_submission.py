"""Run a submission in two processes: the student's and the examiner's.

The student's cells run in the student's process, the tests in the examiner's process, and set-up
cells in both. The two never share an interpreter, and only the instructor's cells run in the
examiner's process. This module's own process runs no cell and decodes no value: it tells both
processes what to run, limits their time, and keeps the outputs. The examiner's process calls the
student's functions.

First all cells run, with the visible part of each test, and all outputs are kept. If a visible
part earns points, the student's process is copied right after it. After all cells, the hidden parts
run; each calls the functions in the copy that was made at its test. So all output that a student
can see was printed before the first hidden part ran. Of a hidden part, the student sees only the
points, and the names of the mistakes or why the code was stopped.
"""

import itertools
import json
import socket
import time
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import syntax_error
from classroom.assignment.hidden_tests import hidden_parts, visible_part
from classroom.assignment.notebook import (
    Role,
    grade_id,
    names_by_solution,
    names_used_by_tests,
    role,
    trusted_cells,
)
from classroom.assignment.notebook_size import checked
from classroom.assignment.read_verdict import earned, verdict_data, with_hidden_result
from classroom.course import CourseError
from classroom.sandbox.box import Sandbox, Session
from classroom.sandbox.inside.channel import Channel, HungUp, TooLong
from classroom.sandbox.inside.submission_limits import LONGEST
from payattention.checks.verdict import MIME

GRACE = 10  # extra seconds for the examiner's process to report how a call ended
WAITED = 0.2  # share of a cell's time limit: if it waited longer for a core, it runs again alone
EXCESS = {
    "memory": ("too-much-memory", "It used more than {limits.memory:,} bytes of memory"),
    "processes": ("too-many-processes", "It started more than {limits.processes} processes"),
    "sockets": ("too-many-sockets", "It opened more sockets than any task needs"),
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


NOT_RUN = "not-run"  # the mistake of a task whose cells come after the end of the process
SHOWN = 200  # a sentence quotes at most so many characters of a student's code or message
TOTAL_OUTPUT = 10  # the output limit of all cells together is this many times one cell's limit


@dataclass(frozen=True)
class RunResult:
    """The result of running a submission.

    ``notebook`` is the autograded notebook: each test cell's only output is its verdict (points and
    feedback). ``reason`` is None if the outputs can be scored; otherwise it is a sentence that
    tells the instructor why not. ``notes`` are sentences for the report, for example on how the
    student's code was stopped.

    ``stopped_while_busy`` is true if the student's code may have been stopped only because other
    submissions kept the machine busy. `run_submission` also sets it to true if there is a
    ``reason``. If it is true, `pool.run_all` runs the submission again.
    """

    notebook: NotebookNode
    seconds: float
    reason: str | None = None
    notes: tuple[str, ...] = ()
    stopped_while_busy: bool = False


def run_submission(
    source: NotebookNode,
    submitted: NotebookNode,
    sandbox: Sandbox,
    files: Mapping[str, bytes] | None = None,
    tests: Collection[str] | None = None,
    key: bytes = b"",
    *,
    rehearsal: bool = False,
) -> RunResult:
    """Run a submission and its tests.

    If a cell runs longer than its limit or ends Python, the student's process is restarted. The new
    process runs the earlier cells again, skips the cell that failed, and goes on with the later
    cells. So only the task of the failed cell loses points.

    Args:
        source: the instructor's notebook, with its solutions, hidden tests and set-up cells.
        submitted: the cells of ``source`` with the student's answers in their places, as
            `submissions.assemble` returns it. Only the ids of its test and set-up cells are read;
            their code is taken from ``source``.
        sandbox: a sandbox that has been started; it can be used again afterwards.
        files: the files that were handed in beside the notebook, by relative path. The student's
            cells can read them.
        tests: the ids of the test cells to run; all of them by default.
        key: the seeds of the hidden tests are derived from this key; if it is empty, the seeds are
            those in ``source``.
        rehearsal: true if ``submitted`` has the instructor's own answers, which are run to warm up
            the sandbox.

    Never raises because of what the student's code does. Raises CourseError if ``submitted`` does
    not have the cells of ``source``, SandboxError if the sandbox cannot be used.
    """
    start = time.monotonic()
    trusted = trusted_cells(source)
    names_used = names_used_by_tests(source)
    require_places(trusted, submitted)
    notebook = deepcopy(submitted)
    wanted = names_used if tests is None else {name: names_used[name] for name in tests}
    with sandbox.examiner(rehearsal=rehearsal) as examiner:
        cells = InstructorCells(
            trusted, wanted, names_by_solution(source), hidden_parts(source, key)
        )
        run = Run(sandbox, examiner, cells, files or {})
        try:
            reason = run.run_all(notebook)
            if rehearsal:
                sandbox.preload_imports(run.student)
        finally:
            run.forget_copies()
            run.student.end()
    seconds, busy = time.monotonic() - start, run.stopped_while_busy or reason is not None
    return RunResult(notebook, seconds, reason, tuple(run.notes), stopped_while_busy=busy)


def require_places(trusted: Mapping[str, NotebookNode], submitted: NotebookNode) -> None:
    found = [grade_id(cell) for cell in submitted.cells if grade_id(cell) in trusted]
    if sorted(found) != sorted(trusted):
        raise CourseError(
            "The submission must have each cell of the release exactly once: assemble it first."
        )


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
    to make a copy of the process for the hidden part of ``test``. ``where`` says in which cell the
    step is, for error messages.
    """

    where: str
    source: str | None
    test: str = ""


class CellResult(NamedTuple):
    """The outputs of an instructor's cell, and what went wrong, if anything did."""

    outputs: list[NotebookNode]
    stopped: str = ""  # why the student's process must be stopped: late, long, gone, forged
    error: str = ""  # what went wrong in the examiner's process, in a sentence


class Run:
    """The state of one submission while its cells run."""

    def __init__(
        self,
        sandbox: Sandbox,
        examiner: Session,
        cells: InstructorCells,
        files: Mapping[str, bytes],
    ):
        self.sandbox, self.limits, self.examiner = sandbox, sandbox.limits, examiner
        self.cells, self.files = cells, files
        self.end = time.monotonic() + self.limits.submission
        self.numbers = itertools.count(1)
        self.steps: list[Step] = []  # what a new process must repeat
        self.copies: dict[str, Channel] = {}  # the channel to each test's copy of the process
        self.stopped: Stop | None = None  # None while the student's process is running
        # Why a name has no value: its cell was stopped, or its cell ended and did not define it.
        self.names_lost: dict[str, Stop] = {}
        self.names_undefined: dict[str, Stop] = {}
        self.notes: list[str] = []
        self.output_left = TOTAL_OUTPUT * self.limits.output  # bytes that may still be kept
        self.where = "at its start"
        self.in_hidden_tests = False  # whether the hidden tests are running
        self.stopped_while_busy = False  # whether that may be why it was stopped
        self.deadline = self.end
        self.student = sandbox.enter("student")
        # The examiner's channel to the student's process, or to a copy of it.
        self.examiners_line: Channel | None = None

    def run_all(self, notebook: NotebookNode) -> str | None:
        """Run every cell, then the hidden tests. Return why the run failed; None if it did not."""
        return self.run_cells(notebook) or self.run_hidden_tests(notebook) or None

    def run_cells(self, notebook: NotebookNode) -> str:
        self.put_files()
        for count, cell in enumerate(code_cells(notebook), start=1):
            name = grade_id(cell)
            self.where = f"in the cell “{name}”" if name else "in a cell of the student's own"
            self.deadline = min(time.monotonic() + self.limits.cell, self.end)
            cell.execution_count, cell.outputs = count, []
            if name in self.cells.trusted:
                cell.source = self.cells.trusted[name].source
                failed = self.test(cell) if role(cell) is Role.TEST else self.set_up(cell)
                if failed:
                    return failed
            else:
                if role(cell) in (Role.TEST, Role.SETUP):  # the instructor's notebook has no such
                    del cell.metadata["nbgrader"]
                cell.outputs = self.kept(self.run_student_cell(cell.source))
                for answer in self.cells.names_defined.get(name, ()):
                    if self.stopped:
                        self.names_lost[answer] = self.stopped
                    else:
                        self.names_undefined[answer] = why_undefined(answer, cell)
            # A process that forged a reply is not restarted, so the remaining cells do not run.
            if self.stopped and self.stopped.mistake != "forged" and time.monotonic() < self.end:
                self.begin_again()
        return ""

    def run_hidden_tests(self, notebook: NotebookNode) -> str:
        """Run the hidden part of each test whose visible part earned points.

        The verdict (points and feedback) is the only output that is kept. Returns why the run
        failed; empty if it did not.
        """
        self.in_hidden_tests, self.end = True, time.monotonic() + self.limits.submission
        for cell in notebook.cells:
            name = grade_id(cell)
            if name in self.cells.hidden and name in self.cells.names_used and earned(cell):
                if self.stopped:
                    self.begin_again()
                self.where = f"in the cell “{name}”"
                self.deadline = min(time.monotonic() + self.limits.cell, self.end)
                if failed := self.hidden_test(cell):
                    return failed
        return ""

    def set_up(self, cell: NotebookNode) -> str:
        outputs, _, failed = self.run_examiner_cell(cell.source, [])
        cell.outputs = self.kept(self.run_student_cell(cell.source))
        error = next((output for output in outputs if output.output_type == "error"), None)
        if not failed and error:
            raised = f"{error.ename}: {error.evalue}".rstrip(": .")[:SHOWN]
            return f"The set-up cell “{grade_id(cell)}” fails in the examiner: {raised}."
        return failed

    def test(self, cell: NotebookNode) -> str:
        """Run a test's visible part; then copy the student's process for the hidden part.

        ``cell`` is the test cell. A copy is made only if the visible part earned points. The test
        earns no points if the student's process was stopped in the test or in the cell of the
        answer, or if it is not running. Returns why the run failed; empty if it did not.
        """
        names = self.cells.names_used.get(grade_id(cell))
        if names is None:
            return ""
        stop = next((self.names_lost[name] for name in names if name in self.names_lost), None)
        if self.stopped:
            stop = Stop(NOT_RUN, self.stopped.says)
        if not stop:
            outputs, stopped, failed = self.run_examiner_cell(visible_part(cell.source), names)
            if failed:
                return failed
            if stopped:
                self.stop_after_failure(stopped)
            stop = self.stopped or self.undefined(names, outputs)
            cell.outputs = verdicts(outputs)
        if stop:
            cell.outputs = [error_output(stop.mistake, stop.says)]
        elif grade_id(cell) in self.cells.hidden and earned(cell):
            self.copy_for(grade_id(cell))
        return ""

    def hidden_test(self, cell: NotebookNode) -> str:
        """Run a test's hidden part, which can only lower the points of the visible part.

        The hidden part calls the student's functions in the copy of the student's process that was
        made for this test. If there is no copy, or the student's code has ended the copy, the
        functions are called in the student's process itself. Returns why the run failed; empty if
        it did not.
        """
        name = grade_id(cell)
        if self.stopped:  # it was stopped again, or there was no time left to restart it
            cell.outputs = [error_output(NOT_RUN, self.stopped.says)]
            return ""
        source, names = self.cells.hidden[name], self.cells.names_used[name]
        outputs, stopped, failed = self.run_examiner_cell(source, names, self.copies.get(name))
        if stopped == "gone" and name in self.copies:
            outputs, stopped, failed = self.run_examiner_cell(source, names)
        if stopped:
            self.stop_after_failure(stopped)
        if self.stopped:
            cell.outputs = [error_output(self.stopped.mistake, self.stopped.says)]
        else:
            cell.outputs = with_hidden_result(cell, verdicts(outputs))
        return failed

    def undefined(self, names: list[str], outputs: list[NotebookNode]) -> Stop | None:
        """Explain a NameError of a test: return the reason why the name is undefined.

        ``names`` are the student's names that the test uses, ``outputs`` the outputs of the test.
        The result is None if no output is a NameError for one of ``names``, or if the reason is not
        known.
        """
        errors = {output.evalue for output in outputs if output.get("ename") == "NameError"}
        missing = (name for name in names if f"name {name!r} is not defined" in errors)
        return next(
            (self.names_undefined[name] for name in missing if name in self.names_undefined), None
        )

    def kept(self, outputs: list[NotebookNode]) -> list[NotebookNode]:
        """A cell's outputs, or an empty list if the notebook's outputs have become too large."""
        size = len(json.dumps(outputs)) if outputs else 0
        if size <= self.output_left:
            self.output_left -= size
            return outputs
        if self.output_left:
            most = f"{TOTAL_OUTPUT * self.limits.output:,} bytes"
            self.note(f"Its outputs had more than {most} in all: later ones were not kept.")
            self.output_left = 0
        return []

    # ── in the sandbox ────────────────────────────────────────────────────────────────────────

    def put_files(self) -> None:
        """Write the files that were handed in into the working folder of the student's cells."""
        for name, data in self.files.items():
            self.ask(b"p", json.dumps(name).encode() + b"\n" + data, LONGEST)

    def run_student_cell(self, source: str) -> list[NotebookNode]:
        """Run a cell in the student's process and return its outputs.

        If the process was stopped, the only output is an error.
        """
        self.student.begin_cell()
        body = json.dumps({"source": source, "most": self.limits.output}).encode()
        reply = self.ask(b"c", body, 10 * self.limits.output + 100_000)
        if reply is not None:
            try:
                ran = json.loads(checked(reply.decode()))
                outputs = [plain_output(output) for output in ran["outputs"]]
                if ran["cut"]:
                    self.note(f"Its output was cut at {self.limits.output:,} bytes {self.where}.")
                self.steps.append(Step(self.where, source))
                return outputs
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                self.stop("forged", "Its reply did not hold the outputs of a cell: a forged reply")
            except CourseError:
                self.stop("too-large", "Its reply was larger than the grader reads")
        assert self.stopped
        return [error_output("Stopped", self.stopped.says)]

    def copy_for(self, test: str) -> None:
        """Make the student's process fork a copy of itself, which waits for one hidden test.

        ``test`` is the id of the test cell. The student's later cells cannot change the functions
        in the copy. The hidden test calls these functions only after all cells have run. So no cell
        can learn the inputs of the hidden test from the copy.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            copied = self.ask(b"d", b"", 10, theirs)
        if copied:
            self.copies[test] = Channel(ours)
        else:
            ours.close()
        self.steps.append(Step(self.where, None, test))

    def forget_copies(self) -> None:
        for line in self.copies.values():
            line.end.close()
        self.copies.clear()

    def ask(
        self, kind: bytes, body: bytes, longest: int, end: socket.socket | None = None
    ) -> bytes | None:
        """Send a message to the student's process; return the reply, None if the process stopped.

        Args:
            kind: the kind of request, as `student.serve` lists them.
            body: the data of the request.
            longest: the largest number of bytes that the reply may have.
            end: a socket that is sent over the channel after the message; None sends no socket.
        """
        number = next(self.numbers) % 2**32
        if self.stopped:
            return None
        try:
            self.student.channel.send(kind, number, body, self.deadline)
            if end:
                self.student.channel.send_socket(end)
            answer, to, reply = self.student.channel.receive(self.deadline, longest)
            if answer == b"r" and to == number:
                return reply
            self.stop_after_failure("forged")
        except TimeoutError:
            self.stop_after_failure("late")
        except TooLong:
            # real outputs are shorter
            self.stop("forged", "Its reply was larger than the grader reads")
        except HungUp:
            self.stop_after_failure("gone")
        return None

    def stop_after_failure(self, how: str) -> None:
        """End the student's process because the last request to it failed.

        ``how`` is the failure: late (no reply in time), long (the reply is too long), gone (the
        process ended) or forged (a reply to another request).
        """
        match how:
            case "late":
                self.stopped_while_busy |= self.student.seconds_waited() > WAITED * self.limits.cell
                whole = time.monotonic() >= self.end
                seconds = self.limits.submission if whole else self.limits.cell
                in_all = " in all," if whole else ""
                self.stop("too-slow", f"It was stopped after {seconds:g} s{in_all}")
            case "long":
                self.stop("too-large", "Its reply was larger than the grader reads")
            case "gone":
                end = self.student.end(patience=1)
                self.stopped_while_busy |= end == "SIGKILL"  # the kernel was out of memory
                died = f"It ended Python ({end})" if "exit" in end else f"Python crashed ({end})"
                if self.in_hidden_tests:  # an exit status could reveal something about a case
                    died = "It ended Python"
                mistake, says = EXCESS.get(end, ("ended-python", died))
                self.stop(mistake, says.format(limits=self.limits))
            case _:
                self.stop("forged", "It replied to a request that was not made: a forged reply")

    def stop(self, mistake: str, why: str) -> None:
        """End the student's process, and keep the reason; the points already earned stay.

        ``mistake`` is the reason's name in the report. ``why`` is the beginning of a sentence, such
        as “It ended Python”; the place, such as “in the cell …”, is added to it.
        """
        self.student.end()
        self.stopped = Stop(mistake, f"{why} {self.where}.")
        self.note(self.stopped.says)

    def begin_again(self) -> None:
        """Restart the student's process, and repeat all earlier steps that ended well.

        A step runs a cell, or makes a copy of the process for a hidden test. If a step ends the new
        process, too, another process is started, and that step is left out.
        """
        steps = self.steps
        while True:
            self.forget_copies()
            self.stopped, self.steps, self.deadline = None, [], self.end
            self.student = self.sandbox.enter("student")
            self.put_files()
            bad = next((n for n, step in enumerate(steps) if not self.do_again(step)), None)
            if bad is None or time.monotonic() >= self.end:
                break
            del steps[bad]

    def do_again(self, step: Step) -> bool:
        """Repeat a step in the restarted student's process.

        A step runs a cell, or makes a copy of the process for a hidden test. Returns whether the
        process still runs after the step.
        """
        self.where = step.where
        if step.source is None:
            self.copy_for(step.test)
        else:
            self.run_student_cell(step.source)
        return not self.stopped

    def note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)

    # ── in the examiner ───────────────────────────────────────────────────────────────────────

    def run_examiner_cell(
        self, source: str, names: list[str], line: Channel | None = None
    ) -> CellResult:
        """Run an instructor's cell in the examiner's process.

        Args:
            source: the code of the cell.
            names: the student's names that the cell uses.
            line: the channel to the process that has these names: a copy of the student's process,
                or, if None, the student's process itself.
        """
        channel, late = self.examiner.channel, self.deadline + GRACE
        line = line or self.student.channel
        self.student.begin_cell()
        seconds = max(self.deadline - time.monotonic(), 0)
        cell = {"source": source, "names": names, "seconds": seconds}
        try:
            if names and self.examiners_line is not line:
                channel.send(b"s", 0, b"", late)
                channel.send_socket(line.end)
                channel.receive(late)
                self.examiners_line = line
            channel.send(b"c", 0, json.dumps(cell).encode(), late)
            _, _, body = channel.receive(late)
        except TimeoutError:
            says = f"The examiner took longer than {self.limits.cell:g} s {self.where}."
            return CellResult([], error=says)
        except HungUp:
            return CellResult([], error=f"The examiner ended ({self.examiner.end()}) {self.where}.")
        ran = json.loads(body)
        return CellResult([plain_output(output) for output in ran["outputs"]], ran["stopped"])


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


# ── outputs ───────────────────────────────────────────────────────────────────────────────────


def plain_output(output: Any) -> NotebookNode:
    """Reduce an output of a cell to the fields that a notebook may hold.

    Raises KeyError, TypeError, ValueError or AttributeError if the output is malformed. A student's
    process can send malformed outputs, so `run_student_cell` catches these errors.
    """
    kind = output["output_type"]
    if kind == "stream":
        name = "stderr" if output["name"] == "stderr" else "stdout"
        return NotebookNode(output_type=kind, name=name, text=text(output["text"]))
    if kind == "error":
        lines = [text(line) for line in output["traceback"]]
        return NotebookNode(
            output_type=kind,
            ename=text(output["ename"]),
            evalue=text(output["evalue"]),
            traceback=lines,
        )
    if kind not in ("display_data", "execute_result"):
        raise ValueError(kind)
    items = output["data"].items()
    data: dict[str, Any] = {
        text(mime): text(value) for mime, value in items if not mime.endswith("json")
    }
    if MIME in output["data"]:
        data[MIME] = verdict_data(output["data"][MIME])
    shown = NotebookNode(output_type=kind, data=NotebookNode(data), metadata=NotebookNode())
    if kind == "execute_result":
        shown.execution_count = int(output["execution_count"])
    return shown


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("an output holds text")
    return value


def error_output(name: str, says: str) -> NotebookNode:
    return NotebookNode(output_type="error", ename=name, evalue=says, traceback=[f"{name}: {says}"])


def verdicts(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The results and errors among a test cell's outputs; printed text and warnings are removed.

    Each error loses its traceback, which would show the hidden tests.
    """
    return [
        error_output(output.ename, output.evalue) if output.output_type == "error" else output
        for output in outputs
        if output.output_type in ("execute_result", "error")
    ]
