"""Release assignments: nbgrader makes exercises/ (for students) from solutions/ (the instructor's).

The same solutions give the same exercises, byte for byte, on any machine.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
    NbGraderPreprocessor,
    SaveCells,
)
from traitlets import Bool
from traitlets.config import Config

from classroom.assignment.companions import require_companions
from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import (
    HINTS_TAG,
    INSTALL_TAG,
    TOTAL_TAG,
    Role,
    read_notebook,
    role,
    tagged,
    tasks,
)
from classroom.assignment.notebook_rules import BEGIN_SOLUTION, END_SOLUTION, faults
from classroom.assignment.release_stamp import KEY, is_release, stamp
from classroom.assignment.work_folder import move_aside
from classroom.book_settings import BookSettings
from classroom.course import Course, CourseError
from classroom.run_nbgrader import quiet


class CheckForm(NbGraderPreprocessor):
    """A step of the release that raises CourseError if the notebook breaks `notebook_rules`."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        found = faults(nb)
        if found:
            raise CourseError("\n".join(f"{fault}." for fault in found))
        return nb, resources


class Plain(NbGraderPreprocessor):
    """A step of the release that sets the metadata of every notebook to the same minimum.

    So the students' notebook does not depend on who saved the instructor's, or with which program.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        nb.metadata = NotebookNode(
            kernelspec=NotebookNode(display_name="Python 3", language="python", name="python3"),
            language_info=NotebookNode(name="python"),
        )
        nb.nbformat, nb.nbformat_minor = 4, 5
        for cell in nb.cells:
            keys = ("nbgrader", "tags", "deletable", "editable")
            cell.metadata = NotebookNode({k: v for k, v in cell.metadata.items() if k in keys})
        return nb, resources


class Help(NbGraderPreprocessor):
    """A step of the release for students who learn alone: hints and worked solutions.

    It removes the cells tagged as hints, unless ``hints`` is set. If ``worked_solutions`` is set,
    it adds the solution, folded, after each task. It takes the solutions from the solution cells,
    so there is no second copy of them to maintain.
    """

    hints = Bool(True, help="Keep the hints.").tag(config=True)
    worked_solutions = Bool(False, help="Show the solution, folded, after each task.").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        worked: NotebookNode | None = None
        cells: list[NotebookNode] = []
        for cell in nb.cells:
            if self.hints or not tagged(cell, HINTS_TAG):
                cells.append(cell)
            match role(cell):
                case Role.SOLUTION:
                    worked = worked_solution(cell)
                case Role.TEST if self.worked_solutions and worked:
                    cells.append(worked)
                case Role.WRITTEN if self.worked_solutions:
                    cells.append(worked_solution(cell))
        nb.cells = cells
        return nb, resources


def worked_solution(cell: NotebookNode) -> NotebookNode:
    """A text cell that shows the solution in ``cell``, folded until the student opens it."""
    lines = cell.source.splitlines()
    text = "\n".join(line for line in lines if line.strip() not in (BEGIN_SOLUTION, END_SOLUTION))
    if cell.cell_type == "code":
        text = f"```python\n{text}\n```"
    summary = "<summary>A worked solution, for after an honest try</summary>"
    source = f"<details>{summary}\n\n{text}\n\n</details>"
    return new_markdown_cell(source, id=f"{cell.id}-worked")


class Guide(NbGraderPreprocessor):
    """A step of the release that adds help which is the same in all assignments.

    The set-up cell says what to do where the checks are missing, and at its end that all is well.
    Each test cell gets a comment on what to do about a NameError. A new cell at the end shows the
    points earned so far. If the course has a public repository, a new cell above the set-up cell
    installs the package where it is missing, as in Colab.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        settings = BookSettings.read(Path(self.config.CourseDirectory.root))
        if installing := settings.repository.installing:
            index = next(i for i, cell in enumerate(nb.cells) if role(cell) is Role.SETUP)
            nb.cells.insert(index, install_cell(installing))
        for cell in nb.cells:
            match role(cell):
                case Role.SETUP if IMPORTS_CHECKS.search(cell.source):
                    cell.source = f"{IMPORTS_CHECKS.sub(IN_TRY, cell.source)}\n\n{READY}"
                case Role.TEST:
                    cell.source = f"{NEEDS}\n{cell.source}"
        nb.cells.append(total_cell(nb))
        return nb, resources


# Jupyter's traceback shows the lines around the one that failed, so students see this line, too.
IMPORTS_CHECKS = re.compile(r"^from payattention_checks import \w+ as checks$", re.MULTILINE)
IN_TRY = r"""try:
    \g<0>
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "The checks of this course are missing here. In a terminal, in the "
        "folder that you were given, run: pip install -r requirements.txt. "
        "Then restart the kernel."
    ) from error"""
READY = "from payattention_checks.ready import ready\n\nprint(ready(checks))"
NEEDS = "# A NameError here? Run the set-up cell at the top and your cell above, then this one."


def total_cell(notebook: NotebookNode) -> NotebookNode:
    """A new cell for the end of a notebook: its code shows a table of the points earned so far.

    The cell is not graded, and students cannot edit it.
    """
    checked = {task.name: task.points for task in tasks(notebook) if not task.written}
    written = {task.name: task.points for task in tasks(notebook) if task.written}
    lines = ",\n          ".join(f'"{name}": {points:g}' for name, points in checked.items())
    ending = ", ".join(f'"{name}": {points:g}' for name, points in written.items())
    source = [
        "# Your points so far, as the checks above said them last. This cell is not graded.",
        "from payattention_checks.total import total",
        "",
        f"points = {{{lines}}}",
        f"total(points, written={{{ending}}})" if written else "total(points)",
    ]
    marks = {"tags": [TOTAL_TAG], "deletable": False, "editable": False}
    return new_code_cell("\n".join(source), id="total", metadata=marks)


def install_cell(source: str) -> NotebookNode:
    marks = {"tags": [INSTALL_TAG], "deletable": False, "editable": False}
    return new_code_cell(source, id="install", metadata=marks)


class Stamp(NbGraderPreprocessor):
    """A step of the release that writes a hash of the cells into the notebook, to detect edits."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        nb.metadata[KEY] = NotebookNode(release=stamp(nb))
        return nb, resources


# The instructor's notebook without its solutions: what a submission is graded against.
MASTER = [Plain, LockCells, ClearSolutions, ClearOutput, CheckCellMetadata, ComputeChecksums]


class Release(NbGraderPreprocessor):
    """All steps that make the students' notebook, without hidden tests, from the instructor's."""

    STEPS = (
        CheckForm,
        Help,
        *MASTER,
        SaveCells,  # writes to the gradebook
        ClearHiddenTests,
        Guide,
        ComputeChecksums,
        CheckCellMetadata,
        Stamp,
    )

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        for step in self.STEPS:
            nb, resources = step(parent=self)(nb, resources)
        return nb, resources


WEIGHTS = ".npz"  # of a model that the solutions have trained; a release leaves them out


def instructor_notebook(course: Course, assignment: str) -> InstructorNotebook:
    """Read the instructor's notebook of an assignment, and the weights beside it.

    Raises CourseError if the notebook is missing or breaks a rule, or if its folder holds another
    file that is neither hidden (a hidden file's name begins with a dot) nor holds weights.
    """
    file = course.solution(assignment)
    folder = file.parent
    others = [path for path in folder.iterdir() if path != file and path.name[0] != "."]
    weights = [path for path in others if path.suffix == WEIGHTS]
    stray = [path.name for path in others if path not in weights]
    if not file.is_file():
        raise CourseError(f"{course.display_path(folder)} has no notebook {file.name}.")
    if stray:
        raise CourseError(
            f"{course.display_path(folder)} holds {sorted(stray)[0]}, which nbgrader would give to "
            f"students: move it away; only {file.name} belongs in this folder."
        )
    try:
        notebook = read_notebook(file)
    except CourseError as error:
        raise CourseError(f"In {course.display_path(folder)}, {error}") from None
    found = faults(notebook)
    if found:
        raise CourseError("\n".join(f"{course.display_path(file)}: {fault}." for fault in found))
    master = deepcopy(notebook)
    with quiet():
        for step in MASTER:
            master, _ = step(config=course.config).preprocess(master, {})
    return InstructorNotebook(notebook, master, {path.name: path.read_bytes() for path in weights})


def release(course: Course, assignments: list[str]) -> dict[str, Path | None]:
    """Write the students' notebooks of ``assignments`` into exercises/; return what changed.

    All notebooks are generated before the first one is written, so that a fault in one of them
    leaves exercises/ unchanged. A notebook in exercises/ that somebody has edited is moved to work/
    before it is replaced. The result maps the name of each changed assignment to the path of the
    moved notebook, or to None if no notebook was moved.
    """
    moved: dict[str, Path | None] = {}
    with generated(course, assignments) as made:
        for name in assignments:
            exercise = course.exercise(name)
            if not differs(made[name], exercise):
                continue
            worked_in = exercise.is_file() and not is_release(exercise)
            wanted = course.work / name / exercise.name
            moved[name] = move_aside(exercise, wanted) if worked_in else None
            exercise.parent.mkdir(parents=True, exist_ok=True)
            os.replace(made[name], exercise)
    return moved


def stale(course: Course, assignments: list[str]) -> list[str]:
    """The assignments whose notebook in exercises/ is missing or differs from a new release."""
    with generated(course, assignments) as made:
        return [name for name in assignments if differs(made[name], course.exercise(name))]


def differs(made: Path, exercise: Path) -> bool:
    return not exercise.is_file() or made.read_bytes() != exercise.read_bytes()


@contextmanager
def generated(
    course: Course, assignments: list[str], settings: Config | None = None
) -> Iterator[dict[str, Path]]:
    """Generate the students' notebooks in a temporary folder; yield their paths by assignment.

    ``settings``, such as ``Help.worked_solutions``, are added to the course's own settings. The
    folder is deleted at the end of the ``with`` block. Raises CourseError if an assignment breaks a
    rule.
    """
    require_companions(course, {name: instructor_notebook(course, name) for name in assignments})
    course.gradebook.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="release-", dir=course.gradebook))
    try:
        yield {name: generate(course, name, folder, settings) for name in assignments}
    finally:
        shutil.rmtree(folder)


def generate(course: Course, assignment: str, folder: Path, more: Config | None = None) -> Path:
    """Generate the students' notebook of one assignment below ``folder``; return its path.

    nbgrader's ``generate_assignment`` makes the notebook. ``more`` are settings that are added to
    the course's own.
    """
    from nbgrader.converters import GenerateAssignment

    settings = deepcopy(more) if more else Config()
    settings.CourseDirectory.release_directory = str(folder.relative_to(course.root))
    settings.CourseDirectory.assignment_id = assignment
    settings.GenerateAssignment.no_database = True  # a release changes no grades
    settings.SaveCells.enabled = False
    with quiet() as log:
        try:
            course.converter(GenerateAssignment, settings).start()
        except Exception:
            raise CourseError(f"{assignment} cannot be released.\n{log()}") from None
    return folder / assignment / f"{assignment}.ipynb"
