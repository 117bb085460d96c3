"""Write the one zip with which Canvas or Moodle gives each student's feedback page back.

* **Canvas**: “Re-Upload Submissions”, which appears beside an assignment once its submissions were
  downloaded. Canvas attaches each file of the zip to a comment on a submission, and finds the
  submission by the numbers of the student and of the file in the name that the file had in the
  download; that file must belong to the student's newest attempt. See
  ``infer_comment_context_from_filename`` and ``generate_comments_from_files`` in
  https://github.com/instructure/canvas-lms/blob/master/app/models/abstract_assignment.rb
  There, Canvas also gives the comment's file the name of the student's own file, whatever the name
  in the zip. A page called ``homework.ipynb`` would not open. So the page is wrapped into the kind
  of file that the student handed in: into the output of a notebook, or into a zip.
* **Moodle**: “Upload multiple feedback files in a zip”, among the grading actions, if the
  assignment has the feedback type *Feedback files*. Moodle finds the student by the number after
  the first ``_`` in the folder ``Ada Lovelace_4242_assignsubmission_file_``. Before version 4.1,
  the folder's name must end in ``_``; later versions accept both. A file of the same name as an
  earlier feedback file replaces it. See ``is_valid_filename_for_import`` in
  https://github.com/moodle/moodle/blob/main/mod/assign/feedback/file/importziplib.php and the help
  text ``feedbackzip_help`` in .../feedback/file/lang/en/assignfeedback_file.php

`classroom collect` keeps these names in the record of each submission.
"""

import io
import os
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from classroom.course import Course, CourseError
from classroom.grading.collection_record import Record
from classroom.lms.roster import System

HOW_TO_UPLOAD = {
    System.canvas: "In Canvas, open the assignment and choose “Re-Upload Submissions”. Do this "
    "once: each upload adds a comment.",
    System.moodle: "In Moodle, open the assignment's submissions and choose “Upload multiple "
    "feedback files in a zip”.",
}
ABOVE = """\
# Feedback: {assignment}

The feedback is the output below. To see it with its colours and frames, trust this notebook: in \
JupyterLab, choose *Trust Notebook* in the command palette (Ctrl+Shift+C), then open it again.
"""
CODE = "# Do not run this cell: its output is the feedback."
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def given_names(
    course: Course, assignment: str, students: list[str], system: System
) -> dict[str, str]:
    """The names under which Canvas or Moodle takes feedback back, by student.

    A student whose submission was not collected from ``system`` is left out. Raises CourseError if
    no student is left.
    """
    records = {student: Record.read(course, student, assignment) for student in students}
    names = {
        student: record.given
        for student, record in records.items()
        if record and record.given and record.system == system
    }
    if not names:
        raise CourseError(
            f"No submission to {assignment} is known to come from {system}, so it is not known "
            f"under which names {system} takes the feedback back. Download the submissions from "
            f"{system}, run `classroom collect DOWNLOAD {assignment}`, and then this command again:"
            " what was collected before is kept, with its scores. If you collected from another "
            "system, or put the files there yourself, upload the pages one by one."
        )
    return names


def write_zip(path: Path, assignment: str, system: System, pages: Mapping[str, Path]) -> None:
    """Write the zip that gives each student's feedback page back.

    Args:
        path: the zip to write; it is replaced in one step.
        assignment: the assignment's name.
        system: Canvas or Moodle.
        pages: the files of the pages. A key is the name by which the system knows the submission.
    """
    temporary = path.with_name(f"{path.name}.half")
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, page in pages.items():
                html = page.read_text(encoding="utf-8")
                if system is System.canvas:
                    archive.writestr(name, wrapped(html, name, assignment))
                else:
                    archive.writestr(f"{name}/{assignment}.html", html)
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise CourseError(f"{path} cannot be written: {error.strerror}.") from None


def wrapped(html: str, name: str, assignment: str) -> bytes:
    """A page as a file of the same kind as the student's file ``name``: a zip or a notebook."""
    if name.lower().endswith(".zip"):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"{assignment}.html", html)
        return data.getvalue()
    shown = new_output(
        "display_data",
        {"text/html": html, "text/plain": "Your feedback is a page that this program cannot show."},
        metadata={"text/html": {"isolated": True}},  # its style must not change the rest
    )
    above = new_markdown_cell(ABOVE.format(assignment=assignment), id="above")
    page = new_code_cell(CODE, outputs=[shown], id="feedback")
    notebook = new_notebook(cells=[above, page], metadata={"kernelspec": KERNEL})
    return nbformat.writes(notebook).encode()
