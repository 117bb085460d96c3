"""Run a submission in two processes: the student's and the examiner's.

The student's cells run in the student's process, the tests in the examiner's process, and set-up
cells in both. The two never share an interpreter, and only the instructor's cells run in the
examiner's process. This module's own process runs no cell and decodes no value: it tells both
processes what to run, limits their time, and keeps the outputs. The examiner's process calls the
student's functions.

First all cells run, with the visible part of each test, and all outputs are kept. Then the hidden
parts run. So all output that a student can see was printed before the first hidden part ran. Of a
hidden part, the student sees only the points, and the names of the mistakes.

A later cell may have changed a function, for example by defining a helper of the same name anew. So
if a hidden part earns less than the visible part, it does not count yet. In a new process, which
knows nothing of the first, all cells run again, and the hidden part runs at its place, right after
the visible part, as in stock nbgrader.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from nbformat import NotebookNode

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import copied, grade_id
from classroom.course import CourseError
from classroom.phases import Phases
from classroom.sandbox.box import Sandbox
from classroom.sandbox.run import Run


@dataclass(frozen=True)
class RunResult:
    """The result of running a submission.

    ``notebook`` is the autograded notebook: each test cell's only output is its verdict (points and
    feedback). ``reason`` is None if the outputs can be scored; otherwise it is a sentence that
    tells the instructor why not. ``notes`` are sentences for the report, for example on how the
    student's code was stopped.

    ``stopped_while_busy`` is true if the student's code may have been stopped only because other
    submissions kept the machine busy. `run_submission` also sets it to true if there is a
    ``reason``. If it is true, `pool.run_all` runs the submission again. ``phases`` is the time that
    each phase of the run took.
    """

    notebook: NotebookNode
    seconds: float
    reason: str | None = None
    notes: tuple[str, ...] = ()
    stopped_while_busy: bool = False
    phases: Phases = field(default_factory=Phases)


def run_submission(
    source: InstructorNotebook,
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
        source: the instructor's notebook.
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
    start, phases = time.monotonic(), Phases()
    require_all_cells(source.trusted, submitted)
    notebook = NotebookNode(submitted, cells=[copied(cell) for cell in submitted.cells])
    names = source.names_by_test
    wanted = names if tests is None else {name: names[name] for name in tests}
    with sandbox.examiner(rehearsal=rehearsal, phases=phases) as examiner:
        given = source, wanted, source.hidden(key), files or {}
        run = Run(sandbox, examiner, *given, phases, rehearsal=rehearsal)
        try:
            reason = run.run_all(notebook)
            if rehearsal:
                sandbox.preload_imports(run.student)
        finally:
            watchers = run.student.warm.pid, run.examiner.warm.pid
            with phases.timed("the end of its processes", *watchers):
                run.student.end()
                run.examiner.channel.end.close()
                examiner.end()
    seconds, busy = time.monotonic() - start, run.stopped_while_busy or reason is not None
    return RunResult(
        notebook,
        seconds,
        reason,
        tuple(run.notes),
        stopped_while_busy=busy,
        phases=phases,
    )


def require_all_cells(trusted: Mapping[str, NotebookNode], submitted: NotebookNode) -> None:
    found = [grade_id(cell) for cell in submitted.cells if grade_id(cell) in trusted]
    if sorted(found) != sorted(trusted):
        raise CourseError(
            "The submission must have each cell of the release exactly once: assemble it first."
        )
