"""What a student handed in, put into the shape of the release.

Only the student's own words come from the submission: the sources of the solution cells, the
written answers, and cells that the student added. Everything else, tests and set-up cells above
all, comes from the instructor's notebook, at its place there. So a test that was deleted, copied
or edited runs as it was released.
"""

import os
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum, parse_utc

from classroom.assignment.notebook import TOTAL_TAG, Role, grade_id, read_notebook, role, tagged
from classroom.course import Course, CourseError, listed
from classroom.grading.collection_record import Record

OWN = (Role.SOLUTION, Role.WRITTEN)
OURS = {Role.TEST: "test", Role.SETUP: "set-up cell"}
TIMESTAMP = "timestamp.txt"  # in which nbgrader looks for when it was handed in
LARGEST_FILE = 100_000_000  # bytes; and of all files beside a notebook together


@dataclass(frozen=True)
class Submission:
    """A notebook that is ready to run, and what had to be repaired in it."""

    student: str
    folder: Path
    notebook: NotebookNode
    files: dict[str, bytes]  # what was handed in beside it
    notes: tuple[str, ...]


def students(course: Course, assignment: str) -> list[str]:
    """Who handed something in for an assignment."""
    return sorted(folder.parent.name for folder in course.submitted.glob(f"*/{assignment}/"))


def misplaced(course: Course) -> list[str]:
    """A sentence for each notebook in submitted/ that lies where no grader looks for it."""
    said, known = [], course.assignments()
    for file in sorted([*course.submitted.glob("*.ipynb"), *course.submitted.glob("*/*.ipynb")]):
        above = file.parent.name if file.parent != course.submitted else ""
        student = above if above and above not in known else "STUDENT"
        assignment = next((name for name in (above, file.stem) if name in known), "ASSIGNMENT")
        place = f"{course.say(course.submitted)}{student}/{assignment}/"
        said.append(f"Not graded: {course.say(file)} is in the wrong folder: move it to {place}.")
    for folder in sorted(course.submitted.glob("*/*/")):
        if folder.name not in known and any(folder.glob("*.ipynb")):
            where = course.say(folder)
            why = f"holds a notebook, but there is no assignment “{folder.name}”."
            said.append(f"Not graded: {where} {why}")
    return said


def read_submission(
    course: Course, assignment: str, student: str, source: NotebookNode
) -> Submission:
    """Read what a student handed in. Raises CourseError if it cannot be graded."""
    folder = course.submitted / student / assignment
    record = Record.read(course, student, assignment)
    collected = record.notes if record else ()
    try:
        file, notes = find_notebook(folder, assignment)
    except CourseError as error:
        raise CourseError(" ".join([str(error), *collected])) from None
    notebook, repairs = assemble(source, read_notebook(file))
    files, left_out = read_files(folder)
    return Submission(student, folder, notebook, files, (*collected, *notes, *repairs, *left_out))


def find_notebook(folder: Path, assignment: str) -> tuple[Path, list[str]]:
    """The notebook that was handed in, which may have been renamed on the way."""
    expected = folder / f"{assignment}.ipynb"
    found = sorted(file for file in folder.glob("*.ipynb") if is_plain_file(file))
    if expected in found:
        return expected, []
    if not found:
        if os.path.lexists(expected):
            raise CourseError(f"{expected.name} is no file, but a link or a folder.")
        raise CourseError("No notebook was handed in.")
    if len(found) > 1:
        names = listed([path.name for path in found])
        raise CourseError(f"There is no {expected.name}, and {names} could each be meant.")
    return found[0], [f"It was handed in as {found[0].name}."]


def assemble(source: NotebookNode, handed_in: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """The instructor's cells with the student's answers in them, and the repairs that it took.

    A cell that the student added stays behind the cell of the release that it followed. Where a
    cell was copied, the last copy is the answer, as it is in Jupyter when all cells run, and the
    earlier ones run before it.
    """
    known = {grade_id(cell): cell for cell in source.cells if grade_id(cell)}
    answers: dict[str, NotebookNode] = {}
    added: dict[str, list[NotebookNode]] = {"": []}
    copied, place = [], ""
    for cell in handed_in.cells:
        name = grade_id(cell)
        if tagged(cell, TOTAL_TAG):  # the release's last cell, which is for the student alone
            continue
        if name not in known:
            added.setdefault(place, []).append(cell)
            continue
        if name in answers:
            copied.append(name)
            if role(known[name]) in OWN:
                added.setdefault(before(name, known), []).append(answers[name])
        answers[name] = cell
        place = name
    if not answers:
        raise CourseError("It holds no cell of this assignment: it is another notebook.")

    notebook = deepcopy(NotebookNode(source, cells=[]))
    notebook.cells = [own_cell(cell) for cell in added[""]]
    for cell in deepcopy(source.cells):
        name = grade_id(cell)
        if name in answers and role(cell) in OWN:
            cell.source = answers[name].source
            if "attachments" in answers[name]:
                cell.attachments = answers[name].attachments
        if name:
            notebook.cells += [cell, *(own_cell(mine) for mine in added.get(name, []))]

    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"

    missing = [name for name, cell in known.items() if name not in answers]
    edited = [name for name, cell in known.items() if name in answers and altered(answers[name])]
    notes = [f"The cell “{name}” was copied; the last copy was graded." for name in unique(copied)]
    notes += [f"The cell “{name}” was missing and was put back." for name in missing]
    notes += [
        f"The {OURS[role(known[name])]} “{name}” was edited; it ran as it was released."
        for name in edited
        if role(known[name]) in OURS
    ]
    return notebook, notes


def altered(cell: NotebookNode) -> bool:
    """Whether a cell is no longer what some release of the assignment held."""
    return cell.metadata["nbgrader"].get("checksum") != compute_checksum(cell)


def before(name: str, known: dict[str, NotebookNode]) -> str:
    """The name of the release's cell before this one; empty where it is the first."""
    names = list(known)
    place = names.index(name)
    return names[place - 1] if place else ""


def own_cell(cell: NotebookNode) -> NotebookNode:
    """A cell of the student's own, without metadata that could give it a meaning."""
    own = deepcopy(cell)
    own.metadata = NotebookNode()
    if own.cell_type == "code":
        own.outputs, own.execution_count = [], None
    return own


def unique(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def read_files(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """What was handed in beside the notebook, and what is left out because there is too much."""
    files: dict[str, bytes] = {}
    left_out = []
    room = LARGEST_FILE
    for name, path in files_of(folder):
        if path.suffix == ".ipynb":
            continue
        room -= path.stat().st_size
        if room < 0:
            left_out.append(name)
        else:
            files[name] = path.read_bytes()
    if not left_out:
        return files, []
    most = f"{LARGEST_FILE / 1e6:.0f} MB of files"
    return files, [f"More than {most} were handed in: {listed(left_out)} did not come along."]


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """What was handed in: files with their names from the folder, in order; no links."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if is_plain_file(path):
                yield path.relative_to(folder).as_posix(), path


def is_plain_file(path: Path) -> bool:
    """Whether it is a file and no link, which could lead anywhere."""
    return path.is_file() and not path.is_symlink()


def handed_in_at(folder: Path) -> tuple[datetime | None, tuple[str, ...]]:
    """When it was handed in, as nbgrader's ``timestamp.txt`` says, and what there is to note.

    Without the file it has no time, and so is not late.
    """
    try:
        text = (folder / TIMESTAMP).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None, ()
    try:
        return parse_utc(text), ()
    except (ValueError, OverflowError):
        said = text if text.isprintable() else ascii(text)[1:-1]
        return None, (f"Its {TIMESTAMP} says no time (“{said[:40]}”), so it counts as in time.",)
