"""Read a submission: the student's answers in a copy of the instructor's notebook.

Only the student's own work is taken from the student's notebook: the sources of the solution cells,
the written answers, and cells that the student added. All other cells come from the instructor's
notebook, above all the tests and the set-up cells. So a test that was deleted, copied or edited
runs as it was released.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from classroom.assignment.notebook import (
    Role,
    copied,
    for_the_student,
    grade_id,
    read_notebook,
    role,
)
from classroom.assignment.notebook_size import TooLarge
from classroom.course import Course, CourseError, listed
from classroom.grading.collection_record import Record
from classroom.grading.submission_files import is_plain_file, read_files

OWN = (Role.SOLUTION, Role.WRITTEN)
OURS = {Role.TEST: "test", Role.SETUP: "set-up cell"}


@dataclass(frozen=True)
class Submission:
    """A submission that is ready to run.

    ``notes`` are sentences for the report, for example on a deleted test that was put back.
    """

    student: str
    folder: Path
    notebook: NotebookNode
    files: dict[str, bytes]  # what was handed in beside the notebook
    notes: tuple[str, ...]


def students(course: Course, assignment: str) -> list[str]:
    """The names of the students who handed something in for an assignment, sorted."""
    return sorted(folder.parent.name for folder in course.submitted.glob(f"*/{assignment}/"))


def misplaced(course: Course) -> list[str]:
    """A sentence for each notebook, or folder with notebooks, that is in the wrong place."""
    sentences, known = [], course.assignments()
    for file in sorted([*course.submitted.glob("*.ipynb"), *course.submitted.glob("*/*.ipynb")]):
        above = file.parent.name if file.parent != course.submitted else ""
        student = above if above and above not in known else "STUDENT"
        assignment = next((name for name in (above, file.stem) if name in known), "ASSIGNMENT")
        target = f"{course.display_path(course.submitted)}{student}/{assignment}/"
        sentences.append(
            f"Not graded: {course.display_path(file)} is in the wrong folder: move it to {target}."
        )
    for folder in sorted(course.submitted.glob("*/*/")):
        if folder.name not in known and any(folder.glob("*.ipynb")):
            where = course.display_path(folder)
            why = f"holds a notebook, but there is no assignment “{folder.name}”."
            sentences.append(f"Not graded: {where} {why}")
    return sentences


def read_submission(
    course: Course, assignment: str, student: str, source: NotebookNode
) -> Submission:
    """Read what a student handed in for an assignment.

    ``source`` is the instructor's notebook. Raises CourseError if the submission cannot be graded.
    """
    folder = course.submitted / student / assignment
    record = Record.read(course, student, assignment)
    collected = record.notes if record else ()
    try:
        file, notes = find_notebook(folder, assignment)
    except CourseError as error:
        if record and record.name:  # one was handed in, but could not be collected
            raise CourseError(" ".join(collected)) from None
        raise CourseError(" ".join([str(error), *collected])) from None
    handed_in, cut = read_handed_in(file)
    notebook, repairs = assemble(source, handed_in)
    files, left_out = read_files(folder)
    notes = [*collected, *notes, *cut, *repairs, *left_out]
    return Submission(student, folder, notebook, files, tuple(notes))


def read_handed_in(file: Path) -> tuple[NotebookNode, list[str]]:
    """Read a notebook that was handed in, and note if it could only be read without its outputs.

    Outputs are not graded, and a loop that prints without end makes a notebook of many megabytes.
    Raises CourseError if the notebook cannot be read.
    """
    try:
        return read_notebook(file), []
    except TooLarge:
        notebook = read_notebook(file, outputs=False)
        return notebook, [too_much_output(file.stat().st_size)]


def too_much_output(size: int) -> str:
    return f"Its outputs made it {size / 1e6:.0f} MB large, so they were cut: does a loop print?"


def find_notebook(folder: Path, assignment: str) -> tuple[Path, list[str]]:
    """The path of the notebook that was handed in, and a note if it was renamed.

    Raises CourseError if there is no notebook, or if there are several and none of them is named
    after the assignment.
    """
    expected = folder / f"{assignment}.ipynb"
    found = sorted(file for file in folder.glob("*.ipynb") if is_plain_file(file))
    if expected in found:
        return expected, []
    if not found:
        if os.path.lexists(expected):
            raise CourseError(f"{expected.name} is not a file, but a link or a folder.")
        raise CourseError("No notebook was handed in.")
    if len(found) > 1:
        names = listed([path.name for path in found])
        raise CourseError(
            f"There is no {expected.name}, and each of {names} could be the submission: rename one."
        )
    return found[0], [f"It was handed in as {found[0].name}."]


def assemble(source: NotebookNode, handed_in: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """Put the student's answers into a copy of the instructor's notebook.

    ``source`` is the instructor's notebook, ``handed_in`` the student's. Returns the copy, and a
    note on each repair, for example on a deleted test that was put back.

    In the result, a cell that the student added stands after the released cell that it follows in
    ``handed_in``. If the student copied an answer cell, the last copy is the answer. The earlier
    copies are placed before the answer. Raises CourseError if ``handed_in`` has no cell of the
    assignment.
    """
    known = {grade_id(cell): cell for cell in source.cells if grade_id(cell)}
    answers, added, twice = sorted_cells(handed_in, known)
    if not answers:
        raise CourseError(
            "The notebook has no cell of this assignment: it belongs to another assignment, or its "
            "code was copied into a new notebook."
        )

    notebook = NotebookNode(source, cells=[own_cell(cell) for cell in added[""]])
    for cell in map(copied, source.cells):
        name = grade_id(cell)
        if name in answers and role(cell) in OWN:
            cell.source = answers[name].source
            if "attachments" in answers[name]:
                cell.attachments = answers[name].attachments
        if name:
            notebook.cells += [cell, *(own_cell(mine) for mine in added.get(name, []))]

    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"

    return notebook, repairs(known, answers, twice)


def sorted_cells(
    handed_in: NotebookNode, known: Mapping[str, NotebookNode]
) -> tuple[dict[str, NotebookNode], dict[str, list[NotebookNode]], list[str]]:
    """Sort the cells that were handed in; ``known`` are the released cells, by id.

    Returns the last copy of each released cell, by id; the student's own cells, by the id of the
    released cell that they follow (“” for the first ones); and the ids of cells that were copied.
    """
    answers: dict[str, NotebookNode] = {}
    added: dict[str, list[NotebookNode]] = {"": []}
    twice, after = [], ""
    for cell in handed_in.cells:
        name = grade_id(cell)
        if for_the_student(cell):
            continue
        if name not in known:
            added.setdefault(after, []).append(cell)
            continue
        if name in answers:
            twice.append(name)
            if role(known[name]) in OWN:
                added.setdefault(before(name, known), []).append(answers[name])
        answers[name] = cell
        after = name
    return answers, added, twice


def repairs(
    known: Mapping[str, NotebookNode], answers: Mapping[str, NotebookNode], twice: list[str]
) -> list[str]:
    """A note on each cell that was copied, missing or edited."""
    missing = [name for name, cell in known.items() if name not in answers]
    edited = [name for name, cell in known.items() if name in answers and altered(answers[name])]
    notes = [f"The cell “{name}” was copied; the last copy was graded." for name in unique(twice)]
    notes += [f"The cell “{name}” was missing and was put back." for name in missing]
    notes += [
        f"The {OURS[role(known[name])]} “{name}” was edited; it ran as it was released."
        for name in edited
        if role(known[name]) in OURS
    ]
    return notes


def altered(cell: NotebookNode) -> bool:
    """Whether a cell was edited since it was released, as its checksum says."""
    return cell.metadata["nbgrader"].get("checksum") != compute_checksum(cell)


def before(name: str, known: Mapping[str, NotebookNode]) -> str:
    """The id of the released cell that comes before the cell ``name``; empty if it is the first.

    ``known`` has the released cells by their ids, in order.
    """
    names = list(known)
    index = names.index(name)
    return names[index - 1] if index else ""


def own_cell(cell: NotebookNode) -> NotebookNode:
    """A copy of a cell that the student added, without its outputs and metadata.

    With metadata, the cell could pass for a cell of the instructor's, such as a test.
    """
    own = NotebookNode(cell, metadata=NotebookNode())
    if own.cell_type == "code":
        own.outputs, own.execution_count = [], None
    return own


def unique(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))
