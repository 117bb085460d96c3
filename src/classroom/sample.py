"""A sample class, made from the bank of right and wrong answers, to see what grading does.

Its students are named sample-01, sample-02, and so on. `roster.py` reserves these names: `collect`
gives them to no real student, and tables, averages, reports and exports of a real class leave them
out. No other submission is ever changed. The score that the bank expects for each sample is kept in
``gradebook/sample/<assignment>.json``.
"""

import hashlib
import json
import random
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from classroom.assignment.bank import Answer, read_bank
from classroom.assignment.notebook import Task, grade_id, read_notebook
from classroom.assignment.release import instructor_notebook
from classroom.course import Course, CourseError, listed
from classroom.grading.gradebook import AssignmentGradebook
from classroom.lms.roster import is_sample

WRITTEN = "This is a sample answer. A person reads it and gives it points."


@dataclass
class Sample:
    """The submission of an invented student, which is changed step by step until it is written.

    For each task, it also holds the points and the mistake that grading should find.
    """

    notebook: NotebookNode
    tasks: list[Task]
    bank: dict[str, list[Answer]]
    rng: random.Random
    expected: dict[str, float] = field(default_factory=dict)
    mistakes: dict[str, str] = field(default_factory=dict)
    cut_short: bool = False

    def solution(self, task: Task) -> NotebookNode:
        return next(cell for cell in self.notebook.cells if grade_id(cell) == task.solution)

    def answer(self, task: Task, *, right: bool) -> str:
        """Put a random answer from the bank into the cell of a task; return the answer's code.

        ``right`` says whether the answer is right or wrong. The points and the mistake that grading
        should find are recorded.
        """
        answer = self.rng.choice([a for a in self.bank[task.name] if a.right == right])
        self.solution(task).source = answer.code
        self.expected[task.name] = answer.earns(task.points)
        self.mistakes[task.name] = "" if answer.right else answer.name
        return answer.code

    def spoil(self, task: Task, source: str, mistake: str) -> None:
        """Replace a task's code by ``source``, which earns nothing because of ``mistake``.

        The mistake is recorded as the one that grading should find.
        """
        self.solution(task).source = source
        self.expected[task.name] = 0.0
        self.mistakes[task.name] = mistake


# ── the kinds of submissions ──────────────────────────────────────────────────────────────────


def perfect(sample: Sample) -> str:
    for task in sample.tasks:
        sample.answer(task, right=True)
    return "all right"


def partly_wrong(sample: Sample) -> str:
    """Answer a random half of the tasks wrong, the others right; describe the submission.

    If the number of tasks is odd, one more is wrong than right. Returns the description.
    """
    wrong = sample.rng.sample(sample.tasks, k=(len(sample.tasks) + 1) // 2)
    for task in sample.tasks:
        sample.answer(task, right=task not in wrong)
    return f"mistakes in {listed([task.name for task in sample.tasks if task in wrong])}"


def untouched(sample: Sample) -> str:
    sample.expected.update({task.name: 0.0 for task in sample.tasks})
    return "handed in as it was released"


def syntax_error(sample: Sample) -> str:
    perfect(sample)
    task = sample.rng.choice(sample.tasks)
    sample.spoil(task, sample.solution(task).source.replace(":", "", 1), "syntax-error")
    return f"a syntax error in {task.name}"


def raising_cell(sample: Sample) -> str:
    perfect(sample)
    task = sample.rng.choice(sample.tasks)
    source = "from my_helpers import *\n\n" + sample.solution(task).source
    sample.spoil(task, source, "cell-failed")
    return f"the cell of {task.name} raises an error before it defines anything"


def deleted_test(sample: Sample) -> str:
    perfect(sample)
    task = sample.rng.choice(sample.tasks)
    cells = sample.notebook.cells
    sample.notebook.cells = [cell for cell in cells if grade_id(cell) != task.test]
    return f"the test of {task.name} deleted"


def copied_cell(sample: Sample) -> str:
    """Answer all tasks right, but put a wrong answer to one task above the right one.

    The wrong answer is in a copy of the task's cell with the same nbgrader id. Returns a
    description of the submission.
    """
    perfect(sample)
    task = sample.rng.choice(sample.tasks)
    cell = sample.solution(task)
    first = new_code_cell(sample.answer(task, right=False), metadata=deepcopy(cell.metadata))
    first.id = "first-try"
    sample.answer(task, right=True)
    sample.notebook.cells.insert(sample.notebook.cells.index(cell), first)
    return f"the cell of {task.name} copied, a wrong try above the right one"


def cut_short(sample: Sample) -> str:
    perfect(sample)
    sample.cut_short = True
    return "the file cut short on its way"


def looking_around(sample: Sample) -> str:
    """Answer all tasks right, and add a cell that looks suspicious but may be innocent.

    Returns a description of the submission.
    """
    perfect(sample)
    task = sample.rng.choice(sample.tasks)
    index = sample.notebook.cells.index(sample.solution(task))
    own = new_code_cell("import gc\n\nlen(gc.get_objects())")
    own.id = "looking-around"
    sample.notebook.cells.insert(index, own)
    return "all right, and a look at what Python holds in memory"


KINDS: list[Callable[[Sample], str]] = [
    perfect,
    partly_wrong,
    partly_wrong,
    untouched,
    syntax_error,
    partly_wrong,
    copied_cell,
    raising_cell,
    deleted_test,
    cut_short,
    partly_wrong,
    looking_around,
]


# ── the class ─────────────────────────────────────────────────────────────────────────────────


def write_sample_class(
    course: Course, assignment: str, bank: Path, count: int, seed: int
) -> dict[str, str]:
    """Write a sample class in place of an earlier one; return a description of each submission.

    The keys are the students' names. If exactly the same class exists already, it stays, with its
    scores.

    Args:
        course: the course.
        assignment: the name of the assignment.
        bank: the folder of all banks of answers, usually ``tests/answers``.
        count: the number of students.
        seed: another seed gives another class.
    """
    source = instructor_notebook(course, assignment)
    answers = read_bank(bank / assignment)
    check_bank(assignment, source.autograded, answers)
    released = released_notebook(course, assignment)
    samples: dict[str, Sample] = {}
    descriptions: dict[str, str] = {}
    for number in range(1, count + 1):
        student = f"sample-{number:02d}"
        rng = random.Random(f"{seed}/{assignment}/{number}")
        samples[student] = Sample(deepcopy(released), source.autograded, answers, rng)
        kind = KINDS[(number - 1) % len(KINDS)]
        descriptions[student] = kind(samples[student])
        if kind is not untouched:
            for question in source.written:
                samples[student].solution(question).source = WRITTEN
    texts = {student: as_text(made) for student, made in samples.items()}
    record = record_of(samples, texts, seed, beside=sorted(source.files))
    sample_students(course, assignment)
    exists = read_record(course, assignment) == record
    if exists and only_samples(course, assignment, list(samples)):
        return descriptions
    remove_samples(course, assignment)
    write_submissions(course, assignment, texts, source.files)
    record_file = samples_file(course, assignment)
    record_file.parent.mkdir(parents=True, exist_ok=True)
    record_file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return descriptions


def released_notebook(course: Course, assignment: str) -> NotebookNode:
    if not course.exercise(assignment).is_file():
        raise CourseError(f"{assignment} is not released yet: run `classroom release` first.")
    return read_notebook(course.exercise(assignment))


def record_of(
    samples: Mapping[str, Sample], texts: Mapping[str, str], seed: int, beside: list[str]
) -> dict[str, Any]:
    """The record of a sample class, which is written beside the gradebook.

    ``texts`` are the notebooks by student, ``beside`` the names of the files beside each notebook.
    """
    complete = {student: made for student, made in samples.items() if not made.cut_short}
    return {
        "seed": seed,
        "students": list(samples),
        "beside": beside,
        "expected": {student: made.expected for student, made in complete.items()},
        "mistakes": {student: made.mistakes for student, made in complete.items()},
        "written": {student: hash_of(text.encode()) for student, text in texts.items()},
    }


def write_submissions(
    course: Course, assignment: str, texts: Mapping[str, str], files: Mapping[str, bytes]
) -> None:
    for student, text in texts.items():
        file = course.submitted / student / assignment / f"{assignment}.ipynb"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        for name, content in files.items():
            file.with_name(name).write_bytes(content)


def as_text(made: Sample) -> str:
    text = nbformat.writes(made.notebook) + "\n"
    return text[: len(text) // 2] if made.cut_short else text


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def only_samples(course: Course, assignment: str, students: list[str]) -> bool:
    """Whether the submissions of all ``students`` are exactly as `classroom sample` wrote them.

    The files are compared, because a student's name is no proof: anybody may hand in as sample-01.
    False if ``students`` is empty.
    """
    record = read_record(course, assignment)
    written, beside = record.get("written", {}), record.get("beside", [])
    for student in students:
        folder = course.submitted / student / assignment
        file = folder / f"{assignment}.ipynb"
        if not file.is_file() or {path.name for path in folder.iterdir()} != {file.name, *beside}:
            return False
        if hash_of(file.read_bytes()) != written.get(student):
            return False
    return bool(students)


def check_bank(assignment: str, autograded: list[Task], bank: dict[str, list[Answer]]) -> None:
    """Raise CourseError if the bank of answers does not match the assignment's autograded tasks.

    Every task needs a right and a wrong answer in the bank, and every answer needs a task.
    """
    names = [task.name for task in autograded]
    for name in bank:
        if name not in names:
            raise CourseError(
                f"The bank has answers to “{name}”, but {assignment} has no such task."
            )
    for task in autograded:
        answers = bank.get(task.name, [])
        for kind in ("right", "wrong"):
            if not any(answer.kind == kind for answer in answers):
                raise CourseError(f"The bank has no {kind} answer to “{task.name}”.")


def sample_students(course: Course, assignment: str) -> set[str]:
    """The names of the students in an assignment's sample class.

    Raises CourseError if another submission has a name that is reserved for sample students. For
    example, the sample class ends at sample-12, but there is a submission by sample-99.
    """
    ours = set(read_record(course, assignment).get("students", []))
    for folder in course.submitted.glob(f"sample-*/{assignment}/"):
        student = folder.parent.name
        if is_sample(student) and student not in ours:
            raise CourseError(
                f"{course.display_path(folder)} was not made by `classroom sample`, so it is left "
                "alone: move this folder away first."
            )
    return ours


def remove_samples(course: Course, assignment: str) -> int:
    """Remove an assignment's sample class, and nothing else; return the number of its students."""
    ours = sample_students(course, assignment)
    if not ours:
        return 0
    for student in sorted(ours):
        for folder in (course.submitted, course.autograded, course.feedback):
            shutil.rmtree(folder / student / assignment, ignore_errors=True)
            with suppress(OSError):  # it does not exist, or holds other assignments
                (folder / student).rmdir()
    if assignment in course.assignments():  # the gradebook opens only for an assignment that exists
        with AssignmentGradebook.open(
            course, assignment, instructor_notebook(course, assignment)
        ) as book:
            for student in sorted(ours):
                book.forget(student)
    samples_file(course, assignment).unlink()
    with suppress(OSError):  # it holds the samples of other assignments
        samples_file(course, assignment).parent.rmdir()
    return len(ours)


def all_assignments(course: Course) -> list[str]:
    """The names of the course's assignments, and of removed ones that still have a sample class."""
    made = {file.stem for file in (course.gradebook / "sample").glob("*.json")}
    return sorted(made | set(course.assignments()))


def samples_file(course: Course, assignment: str) -> Path:
    return course.gradebook / "sample" / f"{assignment}.json"


def read_record(course: Course, assignment: str) -> dict:
    try:
        return json.loads(samples_file(course, assignment).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def expected_totals(course: Course, assignment: str) -> dict[str, float]:
    """The points that each sample student should earn in the autograded tasks, by student.

    A sample student whose notebook is cut short on purpose is left out.
    """
    expected = read_record(course, assignment).get("expected", {})
    return {student: sum(scores.values()) for student, scores in expected.items()}
