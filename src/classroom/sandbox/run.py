"""The run of one submission: its cells, its tests, and the restarts of the student's process."""

import itertools
import json
import time
from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode

from classroom.assignment.hidden_tests import visible_part
from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import Role, grade_id, role
from classroom.assignment.notebook_size import checked
from classroom.assignment.read_verdict import earned, with_hidden_result
from classroom.course import CourseError
from classroom.phases import Phases, cpu_seconds
from classroom.sandbox.box import Sandbox
from classroom.sandbox.cell_outputs import error_output, plain_output, verdicts
from classroom.sandbox.inside.channel import Channel, HungUp, TooLong
from classroom.sandbox.inside.submission_limits import LONGEST
from classroom.sandbox.run_parts import (
    EXCESS,
    SHOWN,
    CellResult,
    Step,
    Stop,
    add_cell,
    code_cells,
    why_name_error,
    why_no_check,
    why_undefined,
)
from classroom.sandbox.warm_process import Session

GRACE = 10  # extra seconds for the examiner's process to report how a call ended
WAITED = 0.2  # share of a cell's time limit: if it waited longer for a core, it runs again alone
NOT_RUN = "not-run"  # the mistake of a task whose cells come after the end of the process
TOTAL_OUTPUT = 10  # the output limit of all cells together is this many times one cell's limit


class Run:
    """The state of one submission while its cells run."""

    def __init__(
        self,
        sandbox: Sandbox,
        examiner: Session,
        source: InstructorNotebook,
        names_used: Mapping[str, list[str]],
        hidden: Mapping[str, str],
        files: Mapping[str, bytes],
        phases: Phases,
        *,
        rehearsal: bool = False,
    ):
        self.rehearsal = rehearsal
        self.sandbox, self.limits, self.examiner = sandbox, sandbox.limits, examiner
        self.source, self.files = source, files
        self.names_used, self.hidden = names_used, hidden  # of the tests that are to run
        self.end = time.monotonic() + self.limits.submission
        self.numbers = itertools.count(1)
        self.steps: list[Step] = []  # what a new process must repeat
        self.stopped: Stop | None = None  # None while the student's process is running
        self.names_lost: dict[str, Stop] = {}  # why a name has no value: its cell was stopped,
        self.names_undefined: dict[str, Stop] = {}  # or its cell ended and did not define it
        self.notes: list[str] = []
        self.output_left = TOTAL_OUTPUT * self.limits.output  # bytes that may still be kept
        self.where = "at its start"
        self.in_hidden_tests = False  # whether the hidden tests are running
        self.stopped_while_busy = False  # whether that may be why it was stopped
        self.deadline = self.end
        self.set_up_cells: list[str] = []  # those that the examiner has run
        self.phases = phases
        self.student = sandbox.enter("student", phases)
        self.examiners_line: Channel | None = None  # from the examiner to the student's process

    def run_all(self, notebook: NotebookNode) -> str | None:
        """Run all cells, then the hidden tests. Return why the run failed; None if it did not."""
        return self.run_cells(notebook) or self.run_hidden_tests(notebook) or None

    def run_cells(self, notebook: NotebookNode) -> str:
        self.put_files()
        for count, cell in enumerate(code_cells(notebook), start=1):
            name = grade_id(cell)
            self.where = f"in the cell “{name}”" if name else "in a cell of the student's own"
            self.deadline = min(time.monotonic() + self.limits.cell, self.end)
            cell.execution_count, cell.outputs = count, []
            if name in self.source.trusted:
                cell.source = self.source.trusted[name].source
                failed = self.test(cell) if role(cell) is Role.TEST else self.set_up(cell)
                if failed:
                    return failed
            else:
                if role(cell) in (Role.TEST, Role.SETUP):  # the instructor's notebook has no such
                    del cell.metadata["nbgrader"]
                cell.outputs = self.within_limit(self.run_student_cell(cell.source))
                for answer in self.source.names_by_solution.get(name, ()):
                    if self.stopped:
                        self.names_lost[answer] = self.stopped
                    else:
                        self.names_undefined[answer] = why_undefined(answer, cell)
            # A process that forged a reply is not restarted.
            if self.stopped and self.stopped.mistake != "forged" and time.monotonic() < self.end:
                self.begin_again()
        return ""

    def run_hidden_tests(self, notebook: NotebookNode) -> str:
        """Run the hidden part of each test whose visible part earned points.

        The verdict (points and feedback) is the only output that is kept. Returns why the run
        failed; empty if it did not.
        """
        self.in_hidden_tests, self.end = True, time.monotonic() + self.limits.submission
        doubtful: dict[str, NotebookNode] = {}
        for cell in notebook.cells:
            name = grade_id(cell)
            if name in self.hidden and name in self.names_used and earned(cell):
                if self.stopped:
                    self.begin_again()
                self.where = f"in the cell “{name}”"
                outputs, failed = self.hidden_test(cell)
                if failed:
                    return failed
                if outputs != cell.outputs:
                    doubtful[name] = cell
        return self.run_hidden_tests_in_place(doubtful) if doubtful else ""

    def run_hidden_tests_in_place(self, cells: dict[str, NotebookNode]) -> str:
        """Repeat all steps in a new process; run some hidden parts right after their visible parts.

        ``cells`` are the test cells, by their ids; their outputs are replaced. What comes after the
        last of them is not repeated. Returns why the run failed; empty if it did not.
        """
        numbers = [number for number, step in enumerate(self.steps, 1) if step.test in cells]
        steps, self.steps = self.steps[: max(numbers, default=0)], []
        self.begin_again()
        for step in steps:
            if self.stopped and time.monotonic() < self.end:
                self.begin_again()
            self.where = step.where
            self.deadline = min(time.monotonic() + self.limits.cell, self.end)
            if step.source is not None:
                self.run_student_cell(step.source)
                continue
            self.steps.append(step)
            visible = visible_part(self.source.trusted[step.test].source)
            ran = self.run_examiner_cell(visible, self.names_used[step.test])
            if ran.stopped:
                self.stop_after_failure(ran.stopped)
            if step.test in cells and not ran.error:
                cells[step.test].outputs, failed = self.hidden_test(cells[step.test])
                ran = ran._replace(error=failed)
            if ran.error:
                return ran.error
        return ""

    def set_up(self, cell: NotebookNode) -> str:
        outputs, _, failed = self.run_examiner_cell(cell.source, [])
        self.set_up_cells.append(cell.source)
        cell.outputs = self.within_limit(self.run_student_cell(cell.source))
        error = next((output for output in outputs if output.output_type == "error"), None)
        if not failed and error:
            raised = f"{error.ename}: {error.evalue}".rstrip(": .")[:SHOWN]
            return f"The set-up cell “{grade_id(cell)}” fails in the examiner: {raised}."
        return failed

    def test(self, cell: NotebookNode) -> str:
        """Run a test's visible part. ``cell`` is the test cell.

        The test earns no points if the student's process was stopped in the test or in the cell of
        the answer, or if it is not running. Returns why the run failed; empty if it did not.
        """
        names = self.names_used.get(grade_id(cell))
        if names is None:
            return ""
        stop = next((self.names_lost[name] for name in names if name in self.names_lost), None)
        if self.stopped:
            stop = Stop(NOT_RUN, self.stopped.message)
        if not stop:
            outputs, stopped, failed = self.run_examiner_cell(visible_part(cell.source), names)
            if failed:
                return failed
            if stopped:
                self.stop_after_failure(stopped)
            stop = self.stopped or why_name_error(outputs, names, self.names_undefined)
            cell.outputs = verdicts(outputs)
        if stop:
            cell.outputs = [error_output(stop.mistake, stop.message)]
        elif grade_id(cell) in self.hidden and earned(cell):
            self.steps.append(Step(self.where, None, grade_id(cell)))
        return ""

    def hidden_test(self, cell: NotebookNode) -> tuple[list[NotebookNode], str]:
        """Run a test's hidden part, which can only lower the points of the visible part.

        Returns the outputs that ``cell``, the test cell, is to have: its present ones, if the
        hidden part earns as many points. Also returns why the run failed; empty if it did not.
        """
        if self.stopped:  # it was stopped again, or there was no time left to restart it
            return [error_output(NOT_RUN, self.stopped.message)], ""
        name = grade_id(cell)
        self.deadline = min(time.monotonic() + self.limits.cell, self.end)
        outputs, stopped, failed = self.run_examiner_cell(self.hidden[name], self.names_used[name])
        if stopped:
            self.stop_after_failure(stopped)
        if self.stopped:
            outputs = [error_output(*self.stopped)]
        return with_hidden_result(cell, verdicts(outputs)), failed

    def within_limit(self, outputs: list[NotebookNode]) -> list[NotebookNode]:
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
        """Run a cell in the student's process; return its outputs, or why it was stopped."""
        self.student.begin_cell()
        body = json.dumps({"source": source, "most": self.limits.output}).encode()
        with self.phases.timed("the student's cells", *self.student.processes()):
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
        return [error_output("Stopped", self.stopped.message)]

    def ask(self, kind: bytes, body: bytes, longest: int) -> bytes | None:
        """Send a message to the student's process; return the reply, None if the process stopped.

        Args:
            kind: the kind of request, as `student.serve` lists them.
            body: the data of the request.
            longest: the largest number of bytes that the reply may have.
        """
        number = next(self.numbers) % 2**32
        if self.stopped:
            return None
        try:
            self.student.channel.send(kind, number, body, self.deadline)
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
        process ended), slow (the examiner could not read the replies in time) or forged (a reply to
        another request).
        """
        match how:
            case "late":
                self.stopped_while_busy |= self.student.seconds_waited() > WAITED * self.limits.cell
                out_of_time = time.monotonic() >= self.end
                seconds = self.limits.submission if out_of_time else self.limits.cell
                in_all = " in all," if out_of_time else ""
                self.stop("too-slow", f"It was stopped after {seconds:g} s{in_all}")
            case "long":
                self.stop("too-large", "Its reply was larger than the grader reads")
            case "slow":
                took = f"{self.limits.cell:g} s"
                self.stop("too-slow", f"Testing what it returned took more than {took}")
            case "gone":
                end = self.student.end(patience=1)
                self.stopped_while_busy |= end == "SIGKILL"  # the kernel was out of memory
                died = f"It ended Python ({end})" if "exit" in end else f"Python crashed ({end})"
                mistake, message = EXCESS.get(end, ("ended-python", died))
                self.stop(mistake, message.format(limits=self.limits))
            case _:
                self.stop("forged", "It replied to a request that was not made: a forged reply")

    def stop(self, mistake: str, why: str) -> None:
        """End the student's process, and keep the reason; the points already earned stay.

        ``mistake`` is the reason's name in the report. ``why`` is the beginning of a sentence, such
        as “It ended Python”; the place, such as “in the cell …”, is added to it. Of a hidden test,
        no reason is noted: from a choice of reasons, a student could learn about a case.
        """
        self.student.end()
        self.stopped = Stop(mistake, f"{why} {self.where}.")
        if not self.in_hidden_tests:
            self.note(self.stopped.message)

    def begin_again(self) -> None:
        """Restart the student's process; repeat all earlier steps but those that end it again."""
        steps = self.steps
        while True:
            self.student.end()
            self.stopped, self.steps, self.deadline = None, [], self.end
            self.student = self.sandbox.enter("student")
            self.put_files()
            bad = next((n for n, step in enumerate(steps) if not self.do_again(step)), None)
            if bad is None or time.monotonic() >= self.end:
                break
            del steps[bad]

    def do_again(self, step: Step) -> bool:
        """Repeat a step; return whether the student's process still runs after it."""
        self.where = step.where
        if step.source is None:
            self.steps.append(step)
        else:
            self.run_student_cell(step.source)
        return not self.stopped

    def note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)

    # ── in the examiner ───────────────────────────────────────────────────────────────────────

    def run_examiner_cell(self, source: str, names: list[str]) -> CellResult:
        """Run an instructor's cell in the examiner's process.

        Args:
            source: the code of the cell.
            names: the student's names that the cell uses.
        """
        self.student.begin_cell()
        seconds = max(self.deadline - time.monotonic(), 0)
        cell = {"source": source, "names": names, "seconds": seconds}
        both = self.student.pid, self.examiner.pid
        before, total = list(map(cpu_seconds, both)), Phases()
        try:
            with total.timed("cell", *self.student.processes(), *self.examiner.processes()):
                body = self.ask_examiner(cell, self.deadline + GRACE)
        except TimeoutError:
            if names and self.renew_examiner():
                return CellResult([], stopped="slow")
            message = f"The examiner took longer than {self.limits.cell:g} s {self.where}."
            return CellResult([], error=message)
        except HungUp:
            return CellResult([], error=f"The examiner ended ({self.examiner.end()}) {self.where}.")
        ran = json.loads(body)
        used = [max(cpu_seconds(pid) - old, 0) for pid, old in zip(both, before, strict=True)]
        add_cell(self.phases, total, ran, *used)
        outputs = [plain_output(output) for output in ran["outputs"]]
        return CellResult(outputs, ran["stopped"], error=why_no_check(outputs))

    def ask_examiner(self, cell: Mapping[str, Any], deadline: float) -> bytes:
        """Send a cell to the examiner's process; return the reply.

        First, the examiner gets the channel to the student's process, if it needs a new one.
        """
        examiner, line = self.examiner.channel, self.student.channel
        if cell["names"] and self.examiners_line is not line:
            examiner.send(b"s", 0, b"", deadline)
            examiner.send_socket(line.end)
            examiner.receive(deadline)
            self.examiners_line = line
        examiner.send(b"c", 0, json.dumps(cell).encode(), deadline)
        return examiner.receive(deadline)[2]

    def renew_examiner(self) -> bool:
        """Replace the examiner's process, which a student's values keep busy, by a new one.

        Returns whether the new process has run the set-up cells that the old one had run. In a
        rehearsal, in which the instructor's own values are tested, there is no new process.
        """
        if self.rehearsal:
            return False
        self.stopped_while_busy |= self.examiner.seconds_waited() > WAITED * self.limits.cell
        self.examiner.end()
        self.examiner, self.examiners_line = self.sandbox.enter("examiner"), None
        self.deadline = time.monotonic() + self.limits.cell
        return not any(self.run_examiner_cell(source, []).error for source in self.set_up_cells)
