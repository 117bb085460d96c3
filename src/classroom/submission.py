"""What a student handed in, put into the shape of the release.

Only the student's own words come from the submission: the sources of the solution cells, the
written answers, and cells that the student added. Everything else, tests and set-up cells above
all, comes from the instructor's notebook, at its place there. So a test that was deleted, copied
or edited runs as it was released.
"""

import shutil
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from classroom.course import Course, CourseError, listed
from classroom.notebook import Role, grade_id, read_notebook, role

OWN = (Role.SOLUTION, Role.WRITTEN)
LARGEST_FILE = 100_000_000  # bytes


@dataclass(frozen=True)
class Submission:
    """A notebook that is ready to run, and what had to be put right before it was."""

    student: str
    folder: Path
    notebook: NotebookNode
    notes: tuple[str, ...]


def students(course: Course, assignment: str) -> list[str]:
    """Who handed something in for an assignment."""
    return sorted(folder.parent.name for folder in course.submitted.glob(f"*/{assignment}/"))


def read_submission(
    course: Course, assignment: str, student: str, master: NotebookNode
) -> Submission:
    """Read what a student handed in. Raises CourseError where it cannot be graded."""
    folder = course.submitted / student / assignment
    file, notes = find_notebook(folder, assignment)
    notebook, repairs = assemble(master, read_notebook(file))
    return Submission(student, folder, notebook, (*notes, *repairs))


def find_notebook(folder: Path, assignment: str) -> tuple[Path, list[str]]:
    """The notebook that was handed in, which may have been renamed on the way."""
    expected = folder / f"{assignment}.ipynb"
    found = sorted(file for file in folder.glob("*.ipynb") if is_plain_file(file))
    if expected in found:
        return expected, []
    if not found:
        raise CourseError("No notebook was handed in.")
    if len(found) > 1:
        names = listed([path.name for path in found])
        raise CourseError(f"There is no {expected.name}, and {names} could each be meant.")
    return found[0], [f"It was handed in as {found[0].name}."]


def assemble(master: NotebookNode, handed_in: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """The instructor's cells with the student's answers in them, and the repairs that it took.

    A cell that the student added stays behind the cell of the release that it followed. Where a
    cell was copied, the last copy is the answer, as it is in Jupyter when all cells run, and the
    earlier ones run before it.
    """
    known = {grade_id(cell): cell for cell in master.cells if grade_id(cell)}
    answers: dict[str, NotebookNode] = {}
    added: dict[str, list[NotebookNode]] = {"": []}
    copied, place = [], ""
    for cell in handed_in.cells:
        name = grade_id(cell)
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

    notebook = deepcopy(master)
    notebook.cells = [own_cell(cell) for cell in added[""]]
    for cell in deepcopy(master.cells):
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
    notes = [f"The cell “{name}” was copied; the last copy was graded." for name in unique(copied)]
    notes += [f"The cell “{name}” was missing and was put back." for name in missing]
    return notebook, notes


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


def copy_files(folder: Path, destination: Path) -> None:
    """Copy the files that were handed in beside the notebook; no links, nothing huge."""
    for path in folder.rglob("*"):
        wanted = is_plain_file(path) and path.suffix != ".ipynb"
        if wanted and path.stat().st_size <= LARGEST_FILE:
            place = destination / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def is_plain_file(path: Path) -> bool:
    """Whether it is a file and no link, which could lead anywhere."""
    return path.is_file() and not path.is_symlink()
