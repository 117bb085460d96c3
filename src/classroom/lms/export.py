"""Export the scores of a class as a table for other programs.

* ``csv``: one row for each student, with the score of each task, the late penalty, the total, the
  status and the notes.
* ``canvas``: a file for the import of Canvas's gradebook. Canvas finds a student by ``ID``, or else
  by ``SIS User ID`` or ``SIS Login ID``, and an assignment by the number in brackets after its
  name. If Canvas does not know an assignment, it offers to make a new one. An empty cell deletes
  the earlier score.
  https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb
  https://community.canvaslms.com/t5/Instructor-Guide/How-do-I-import-grades-in-the-Gradebook/ta-p/807
* ``moodle``: the grading worksheet of one assignment, to upload to Moodle. Moodle needs the columns
  ``Identifier``, ``Grade`` and ``Last modified (grade)``. It skips an empty grade, and a grade that
  was changed in Moodle after the worksheet was downloaded.
  https://github.com/moodle/moodle/blob/main/mod/assign/feedback/offline/importgradeslib.php

The roster may be a file that Canvas or Moodle exported. For ``canvas``, a student's cells up to the
column ``Section`` are copied from Canvas's file, and one column of scores follows. For ``moodle``,
all cells of a student's line are copied from Moodle's file, except for the new grade.

A spreadsheet reads a cell that starts with ``=``, ``+``, ``-`` or ``@`` as a formula, and the name
of a student or of a file may start with one of these signs. In countries with a decimal comma, a
spreadsheet also starts a new cell after each ``;``. So a ``'`` is inserted before one of these
signs if it is the first in a cell or the first after a ``;``, as OWASP recommends
(https://owasp.org/www-community/attacks/CSV_Injection). Columns that Canvas or Moodle reads back
are not changed: numbers, identifiers, dates, feedback.
"""

import csv
import re
from dataclasses import dataclass, field
from io import StringIO

from classroom.assignment.notebook import Task
from classroom.course import Course, CourseError, listed
from classroom.grading.collection_record import Record
from classroom.grading.scores import Row, above_the_maximum
from classroom.grading.submissions import students
from classroom.lms.roster import (
    Kind,
    Person,
    Roster,
    System,
    assignment_column,
    columns_in_words,
    is_sample,
)
from classroom.printable import printable

FORMULA = re.compile(r"(^|;)(\s*)([=+\-@＝＋－＠])(?=.)")
LONGEST_CELL = 10_000  # characters; a cell may hold all sentences about a submission
CANVAS_HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "    Points Possible"  # as Canvas writes it
MOODLE_HEADER = ("Identifier", "Full name", "Email address", "Grade", "Last modified (grade)")
READ_BACK = {  # columns that Canvas or Moodle reads when the file is imported
    "id", "sis user id", "sis login id", "section", "identifier", "grade", "maximum grade",
    "last modified (submission)", "last modified (grade)", "feedback comments",
}  # fmt: skip


@dataclass
class Table:
    """A table to write as CSV, and sentences about it for the instructor."""

    lines: list[list[str]]
    rows: list[Row]  # the students in it
    sentences: list[str] = field(default_factory=list)

    def text(self) -> str:
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows(self.lines)
        return out.getvalue()


def number(score: float | None) -> str:
    return "" if score is None else f"{score:.10g}"


def escaped(text: str) -> str:
    """Make a text printable, and escape it so that no spreadsheet reads it as a formula."""
    return FORMULA.sub(r"\1\2'\3", printable(text, LONGEST_CELL))


# ── whose scores ──────────────────────────────────────────────────────────────────────────────


def handed_in(course: Course, assignment: str, rows: list[Row]) -> tuple[list[Row], list[str]]:
    """The rows of the students whose submission still exists, and a note about the other students.

    A row is one student's scores. The note is a list with one sentence, which names the students
    whose submission no longer exists. The list is empty if there are no such students.
    """
    there = set(students(course, assignment))
    present = [row for row in rows if row.student in there]
    gone = [row.student for row in rows if row.student not in there]
    if not gone:
        return present, []
    where = course.display_path(course.submitted)
    return present, [
        f"Left out, because their submission is no longer in {where}: {listed(gone)} "
        "(`nbgrader db student remove NAME --force` forgets a student's scores)."
    ]


def without_samples(rows: list[Row]) -> tuple[list[Row], list[str]]:
    """Remove the rows of sample students, who are invented by `classroom sample`.

    Returns the rows that are kept, and a list with one sentence about the sample students. The list
    is empty if there are no sample students. If all students are sample students, all rows are
    kept.
    """
    real = [row for row in rows if not is_sample(row.student)]
    samples = len(rows) - len(real)
    if not samples:
        return rows, []
    if not real:
        return rows, ["This is a sample class: no real student has handed in anything."]
    who = "The sample student is" if samples == 1 else f"The {samples} sample students are"
    return real, [f"{who} left out (`classroom sample --remove` removes them)."]


def remarks(rows: list[Row], tasks: list[Task]) -> list[str]:
    """Sentences for the instructor: on missing scores, unread answers, scores above the maximum."""
    sentences = above_the_maximum(rows, tasks)
    without = [row.student for row in rows if row.total is None]
    if without:
        sentences.append(f"No score yet, so the cell is empty: {listed(without)}.")
    unread = [row.student for row in rows if row.unread and row.total is not None]
    if unread:
        sentences.append(
            "Their written answers are not read yet, so points are still missing in the score: "
            f"{listed(unread)}."
        )
    return sentences


def person_of(
    course: Course, assignment: str, student: str, roster: Roster | None, system: System
) -> Person | None:
    """The identity of ``student`` in ``system``, which is Canvas or Moodle; None if it is unknown.

    The student's name is looked up in the roster. If there is no roster, or the name is not in it,
    the number in the name of the submission's file is used.
    """
    if roster and (person := roster.student(student)):
        return person
    record = Record.read(course, student, assignment)
    if record is None or record.system != system:
        return None
    if roster:
        return roster.numbered(system, record.id)
    if system is System.canvas:
        return Person(student, canvas_id=record.id)
    return Person(student, moodle_id=record.id)


def identified(
    course: Course, assignment: str, rows: list[Row], roster: Roster | None, system: System
) -> tuple[list[tuple[Row, Person]], list[str]]:
    """The rows of students who can be found in Canvas or Moodle, each with the student's identity.

    Also returns a list with one sentence that names the other students. The list is empty if all
    students can be found. Raises CourseError if no student can be found.
    """
    found: list[tuple[Row, Person]] = []
    strangers = []
    for row in rows:
        person = person_of(course, assignment, row.student, roster, system)
        if person and (person.number(system) or has_sis_id(person, system)):
            found.append((row, person))
        else:
            strangers.append(row.student)
    if not found:
        nobody = f"No student can be identified in {system}"
        if roster is None:
            raise CourseError(
                f"{nobody} from the submissions alone: give a roster, with --roster FILE."
            )
        raise CourseError(f"{nobody}: {roster.file.name} has no number for any of them.")
    if not strangers:
        return found, []
    who = listed(strangers)
    return found, [f"Left out, because nothing says who they are in {system}: {who}."]


def has_sis_id(person: Person, system: System) -> bool:
    """Whether ``system`` is Canvas and ``person`` has an SIS ID or an SIS login.

    If so, Canvas can find the student without Canvas's own number for the student.
    """
    return system is System.canvas and bool(person.sis_user_id or person.sis_login_id)


# ── formats ───────────────────────────────────────────────────────────────────────────────────


def csv_table(rows: list[Row], tasks: list[Task]) -> Table:
    """The table of an assignment's scores: one row per student, with a status and notes.

    The cell of a task without a score is empty. The column ``unread`` names the written questions
    whose answers the instructor has not read yet. The column ``total`` is the score after the late
    penalty is subtracted.
    """
    names = [task.name for task in tasks]
    about = ["penalty", "total", "status", "unread", "reason", "notes", "suspicions"]
    lines = [["student", *names, *about]]
    for row in rows:
        scores = [number(row.scores[name]) for name in names]
        texts = [
            row.status,
            " ".join(row.unread),
            row.reason or "",
            " ".join(row.notes),
            " ".join(row.suspicions),
        ]
        penalty = number(row.penalty or None)
        lines.append(
            [escaped(row.student), *scores, penalty, number(row.total), *map(escaped, texts)]
        )
    return Table(lines, rows, remarks(rows, tasks))


def canvas_table(
    course: Course,
    assignment: str,
    rows: list[Row],
    tasks: list[Task],
    roster: Roster | None,
    column: str | None,
) -> Table:
    """The table for the import of Canvas's gradebook: one column of scores.

    If the roster is Canvas's gradebook export and has a column for the assignment, the heading of
    that column is used. Raises CourseError if ``column`` is not in that export, or if no student
    can be found in Canvas.

    Args:
        course: the course.
        assignment: the assignment's name.
        rows: the scores.
        tasks: the tasks of the assignment.
        roster: the roster, if there is one.
        column: the heading of the assignment's column in Canvas, with or without Canvas's number;
            None: the assignment's name.
    """
    found, sentences = identified(course, assignment, rows, roster, System.canvas)
    theirs = roster if roster and roster.kind is Kind.canvas else None
    header = (
        theirs.header[: 1 + column_index("Section", theirs.header)] if theirs else CANVAS_HEADER
    )
    title, their_points, remark = canvas_column(theirs, assignment, column)
    sentences += [remark] if remark else []
    our_points = sum(task.points for task in tasks)
    sentences += scaling_note(our_points, their_points, "Canvas")
    blank = [""] * (len(header) - 1)
    lines = [[*header, title], [POINTS_POSSIBLE, *blank, number(their_points or our_points)]]
    for row, person in found:
        cells = escaped_line(header, person.line if theirs else canvas_line(row, person))
        lines.append([*cells, grade(row, our_points, their_points)])
    return table_of(lines, found, sentences, tasks)


def canvas_line(row: Row, person: Person) -> tuple[str, ...]:
    name = person.name or row.student
    return name, person.canvas_id, person.sis_user_id, person.sis_login_id, person.section


def canvas_column(
    theirs: Roster | None, assignment: str, column: str | None
) -> tuple[str, float | None, str]:
    """The heading of the assignment's column, its points in Canvas, and a remark on it.

    The points may be None, and the remark empty. ``theirs`` is Canvas's gradebook export, if there
    is one. Raises CourseError if ``column`` is not in it.
    """
    title = column or assignment
    if theirs is None:
        remark = (
            f"Without Canvas's own gradebook export as --roster, the column is named {title}: if "
            "the assignment has another name in Canvas, Canvas will offer to make a new one. Then "
            "name it by --column."
        )
        return title, None, "" if column else remark
    index = assignment_column(theirs, title)
    if index is not None:
        return theirs.header[index], points_possible(theirs, index), ""
    if column:
        raise CourseError(
            f"{theirs.file.name} has no column “{column}”, so Canvas would make a new "
            f"assignment of it. {columns_in_words(theirs)}"
        )
    return (
        title,
        None,
        (
            f"{theirs.file.name} has no column for {title}, so Canvas will offer to make a new "
            f"assignment. To fill an existing one, name it by --column. {columns_in_words(theirs)}"
        ),
    )


def points_possible(roster: Roster, index: int) -> float | None:
    """The maximum points of an assignment in Canvas; None if unknown or 0.

    ``roster`` is Canvas's gradebook export, ``index`` that of the assignment's column.
    """
    for line in roster.other_lines:
        if "Points Possible" in line[0]:
            return decimal(line[index]) if index < len(line) else None
    return None


def moodle_table(
    course: Course, assignment: str, rows: list[Row], tasks: list[Task], roster: Roster | None
) -> Table:
    """Moodle's grading worksheet with the new grades: a line for each student found in Moodle.

    If the roster is Moodle's own worksheet, the cells other than the grades are taken from it.
    """
    found, sentences = identified(course, assignment, rows, roster, System.moodle)
    our_points = sum(task.points for task in tasks)
    if not (roster and roster.kind is Kind.moodle):
        sentences.append(
            "When you upload it, allow Moodle to update grades that were changed there since: only "
            "its own worksheet (--roster) says when they were."
        )
        lines = [list(MOODLE_HEADER)]
        for row, person in found:
            names = [escaped(person.name), escaped(person.email)]
            lines.append(
                [f"Participant {person.moodle_id}", *names, grade(row, our_points, None), "-"]
            )
        return table_of(lines, found, sentences, tasks)
    given = column_index("Grade", roster.header)
    maximum = column_index("Maximum grade", roster.header)
    cells = escaped_line(roster.header, found[0][1].line)  # padded: a line may be short
    their_points = decimal(cells[maximum]) if maximum >= 0 else None
    sentences += scaling_note(our_points, their_points, "Moodle")
    lines = [list(roster.header)]
    for row, person in found:
        cells = escaped_line(roster.header, person.line)
        cells[given] = grade(row, our_points, their_points)
        lines.append(cells)
    return table_of(lines, found, sentences, tasks)


def table_of(
    lines: list[list[str]], found: list[tuple[Row, Person]], sentences: list[str], tasks: list[Task]
) -> Table:
    rows = [row for row, _ in found]
    return Table(lines, rows, sentences + remarks(rows, tasks))


def column_index(heading: str, header: tuple[str, ...]) -> int:
    """The index in ``header`` of the column named ``heading``, in any letter case; -1 if none."""
    known = [name.strip().casefold() for name in header]
    return known.index(heading.casefold()) if heading.casefold() in known else -1


def escaped_line(header: tuple[str, ...], line: tuple[str, ...]) -> list[str]:
    """A line of the roster, padded or cut to the header's length, with possible formulas escaped.

    Cells in columns that Canvas or Moodle reads back stay unchanged.
    """
    cells = [*line, *[""] * len(header)]
    return [
        cell if name.strip().casefold() in READ_BACK else escaped(cell)
        for name, cell in zip(header, cells, strict=False)
    ]


def grade(row: Row, our_points: float, their_points: float | None) -> str:
    """A student's total score as text, scaled from a maximum of ``our_points`` to ``their_points``.

    If ``their_points`` is None, the score is not scaled. If there is no score, the text is empty.
    """
    scale = 1 if their_points is None else their_points / our_points
    return "" if row.total is None else number(row.total * scale)


def scaling_note(our_points: float, their_points: float | None, system: str) -> list[str]:
    """A list with a sentence which says that the scores are scaled; empty if they are not.

    ``our_points`` is the maximum score of the notebook. ``their_points`` is the maximum in Canvas
    or Moodle, or None if it is unknown. The scores are scaled if both maxima are known and differ.
    """
    if their_points is None or their_points == our_points:
        return []
    return [
        f"{system} has {their_points:g} points for it, so the scores, out of {our_points:g}, are "
        "scaled to that."
    ]


def decimal(text: str) -> float | None:
    """Parse a number with a decimal point or comma; None if it is 0 or the text is no number."""
    try:
        return float(text.strip().replace(",", ".")) or None
    except ValueError:
        return None
