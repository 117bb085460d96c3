"""Downloads as Canvas and Moodle make them, and what becomes of them.

The names are as their sources make them (see `classroom.lms.file_names`), not as a program of ours
makes them.
"""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell, new_notebook
from typer.testing import CliRunner, Result

from classroom.cli import app
from classroom.course import Course
from classroom.grading.collection_record import Record

TOY = "01-toy"
ADA = "lovelaceada_1234_9001_01-toy.ipynb"
LATE = "hopperbrewstermurraygrace_LATE_1240_9003_01-toy-1.ipynb"
CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Warm-up (1),01-toy (88123)
,,,,,,Manual Posting
    Points Possible,,,,,10,100
"Lovelace, Ada",1234,s-17,ada,Monday,9,
"Hopper, Grace",1240,s-18,grace,Monday,,50
"Student, Test",1299,,e5b1,Monday,,
"""
MOODLE = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 4242,Ada Lovelace,ada@example.org,Submitted for grading,,100.00,Yes,\
"Tuesday, 14 January 2025, 3:04 PM",-,
Participant 4250,Grace Hopper,grace@example.org,Submitted for grading,,100.00,Yes,\
"Friday, 17 January 2025, 11:59 PM",-,
"""


def pack(
    path: Path, files: Mapping[str, str | bytes], when: tuple = (2025, 1, 18, 9, 0, 0)
) -> Path:
    """A zip of these files, all written at one time, as Canvas and Moodle do."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(entry(name, when), as_written(name, content))
    return path


def as_written(name: str, content: str | bytes) -> bytes:
    """The bytes of a file to hand in; the text of a notebook becomes its only cell."""
    if isinstance(content, bytes):
        return content
    if name.lower().endswith(".ipynb") and not content.startswith("{"):
        content = nbformat.writes(new_notebook(cells=[new_markdown_cell(content, id="only")]))
    return content.encode()


def text_of(file: Path) -> str:
    """The text of a file that was collected; of a notebook, the text of its cells."""
    text = file.read_text(errors="replace")
    if file.suffix.lower() != ".ipynb" or not text.startswith("{"):
        return text
    return "".join(cell.source for cell in nbformat.reads(text, as_version=4).cells)


def entry(name: str, when: tuple = (2025, 1, 18, 9, 0, 0), mode: int = 0) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, when)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = mode << 16
    return info


def unpack(path: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_written(name, content))
    return path


def collect(course: Course, *arguments: object) -> Result:
    words = [str(argument) for argument in arguments]
    return CliRunner().invoke(app, ["collect", *words, "--course", str(course.root)])


def handed_in(course: Course, but: tuple[str, ...] = ()) -> dict[str, str]:
    """All files in submitted/, with their texts."""
    files = (file for file in course.submitted.rglob("*") if not file.is_dir())
    return {
        file.relative_to(course.submitted).as_posix(): text_of(file)
        for file in files
        if file.name not in but
    }


def record(course: Course, student: str) -> Record:
    found = Record.read(course, student, TOY)
    assert found is not None
    return found


def left(result: Result) -> dict[str, str]:
    """What the command said it left where it was, and why."""
    lines = (line.split(": ", 2) for line in result.stderr.splitlines())
    return {line[1]: line[2] for line in lines if line[0] == "Not collected"}
