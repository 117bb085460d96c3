"""Grade in Gradescope: the zip of an autograder, and what it does with each submission.

    python -m classroom.lms.gradescope SUBMISSION RESULTS

is what the zip's ``run_autograder`` calls, in the folder of the course: it grades the notebook in
the folder SUBMISSION and writes the file RESULTS. The course there has one assignment.

Source: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from classroom.assignment.notebook import Role, Task, grade_id, read_notebook, role
from classroom.assignment.read_verdict import explanation_of
from classroom.assignment.release import instructor_notebook
from classroom.course import CONFIG, Course, CourseError
from classroom.grading.gradebook import AssignmentGradebook
from classroom.grading.scores import Row
from classroom.lms.download import read_folder
from classroom.lms.intake import copy_file

SCRIPTS = Path(__file__).with_name("gradescope_scripts")
COPIED = (CONFIG, "pyproject.toml", "requirements.txt", "README.md", "LICENSE", "src")
NOT_COPIED = {"__pycache__", ".DS_Store"}
STUDENT = "student"  # the only one in the gradebook of a container
READ_BY_PERSON = "A person reads this answer; its points are not in the score above."


def write_autograder(course: Course, assignment: str) -> Path:
    """Write the zip to upload as an autograder of an assignment; return its path.

    It holds the course with this one assignment, solutions included, but no hidden seed of the
    gradebook: each container draws its own. Raises CourseError if the notebook breaks a rule.
    """
    instructor_notebook(course, assignment)
    path = course.gradebook / f"{assignment}-gradescope.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = course.solution(assignment).relative_to(course.root).as_posix()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for script in sorted(SCRIPTS.iterdir()):
            entry = zipfile.ZipInfo(script.name)
            entry.external_attr = 0o755 << 16
            archive.writestr(entry, script.read_bytes())
        for name in (*COPIED, notebook):
            for file in files_in(course.root / name):
                archive.write(file, f"course/{file.relative_to(course.root).as_posix()}")
    return path


def files_in(path: Path) -> list[Path]:
    found = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [file for file in found if file.is_file() and not NOT_COPIED & {*file.parts}]


# ── in the container ──────────────────────────────────────────────────────────────────────────


def grade(course: Course, assignment: str, submission: Path) -> dict[str, Any]:
    """Grade the notebook in the folder ``submission``; return what Gradescope shows."""
    folder = course.submitted / STUDENT / assignment
    for member in read_folder(submission).members:
        copy_file(member, folder / member.path)
    command = [sys.executable, "-m", "classroom", "grade", assignment]
    for more in ([], ["--no-sandbox"]):  # a container usually forbids the sandbox
        done = subprocess.run([*command, *more], cwd=course.root, capture_output=True, text=True)
        print(done.stdout, done.stderr, sep="\n")  # Gradescope shows it to the instructor alone
        if done.returncode == 0:
            return results(course, assignment)
    raise CourseError("The grader could not grade this notebook. Tell your instructor.")


def results(course: Course, assignment: str) -> dict[str, Any]:
    """The scores in the gradebook, in the form that Gradescope reads."""
    source = instructor_notebook(course, assignment)
    with AssignmentGradebook.open(course, assignment, source) as book:
        (row,) = book.rows([STUDENT])
        tasks = book.tasks
    file = course.autograded / STUDENT / assignment / f"{assignment}.ipynb"
    cells = read_notebook(file).cells if file.is_file() else []
    ran = {grade_id(cell): cell for cell in cells if role(cell) is Role.TEST}
    scores = [row.scores[task.name] or 0.0 for task in tasks if not task.written]
    messages = [f"A person must look at this notebook: {row.reason}"] if row.reason else []
    return {
        "score": round(sum(scores), 6),
        "output": "\n".join([*messages, *row.notes]),
        "tests": [result(task, row, ran.get(task.test)) for task in tasks],
    }


def result(task: Task, row: Row, cell: NotebookNode | None) -> dict[str, Any]:
    """What Gradescope shows of a task: the points, and the reason that the check gave."""
    shown = {"name": task.name, "output_format": "text"}
    if task.written:
        return shown | {"output": READ_BY_PERSON}
    score = row.scores[task.name]
    return shown | {
        "score": score or 0.0,
        "max_score": task.points,
        "status": "passed" if score == task.points else "failed",
        "output": explanation_of(cell) if cell else "It was not run.",
    }


def main() -> None:
    submission, target = map(Path, sys.argv[1:3])
    course = Course.find(Path())
    (assignment,) = course.assignments()
    try:
        written = grade(course, assignment, submission)
    except CourseError as error:
        written = {"score": 0, "output": str(error)}
    target.write_text(json.dumps(written, indent=1, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
