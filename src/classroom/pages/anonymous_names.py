"""The students' names on a page: their real names, or anonymous numbers."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import PurePath
from secrets import SystemRandom
from typing import TYPE_CHECKING

from nbgrader.api import Gradebook

from classroom.course import Course, CourseError
from classroom.grading.collection_record import Record
from classroom.grading.submission_files import files_of

if TYPE_CHECKING:
    from classroom.lms.roster import Roster

LONG = 4  # letters: a name of this length or longer is searched for inside words, too
FILE = re.compile(r"\S+\.ipynb\b")


class ByName:
    """The students' real names: each student is called by the name in the gradebook.

    ``order`` lists the students in alphabetical order.
    """

    def __init__(self, students: Iterable[str]):
        self.order = sorted(students)

    def __getitem__(self, student: str) -> str:
        return student

    def clean(self, text: str) -> str:
        return text


class Unnamed:
    """Anonymous names: each student is called “Student 3” or similar.

    ``order`` lists the students in a random order, drawn anew for each `Unnamed`.
    """

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        files: Iterable[str] = (),
        unchanged: Iterable[str] = (),
    ):
        """Number the students in random order, and prepare the search for their names.

        Args:
            names: maps each student's name in the gradebook to the student's further names, such as
                the family name and the e-mail address.
            files: the names of files that were handed in. Such a name may contain a student's name,
                so in texts it becomes an ellipsis with the extension, such as “….py”.
            unchanged: names of files that stay as they are, such as the assignment's notebook; only
                a student's name inside them is replaced.
        """
        self.order = list(names)
        SystemRandom().shuffle(self.order)
        self.labels = {student: f"Student {n}" for n, student in enumerate(self.order, start=1)}
        self.unchanged = set(unchanged)
        self.files = sorted(set(map(composed, files)) - self.unchanged, key=len, reverse=True)
        spellings = {
            spelled: self.labels[student]
            for student, others in names.items()
            for name in (student, *others)
            for spelled in (composed(name), without_accents(name))
            if spelled.strip()
        }
        self.labels_by_spelling = {name.casefold(): label for name, label in spellings.items()}
        self.folded = {name: name.casefold() for name in sorted(spellings, key=len, reverse=True)}

    def __getitem__(self, student: str) -> str:
        return self.labels[student]

    def clean(self, text: str) -> str:
        """Replace every student's name in a text by the anonymous name.

        A file name may contain a student's name, too. So the names of handed-in files and of
        notebooks are also replaced, by “…” and the extension: “….ipynb” for “anna.ipynb”.
        """
        text = composed(text)
        for file in self.files:
            text = text.replace(file, f"…{PurePath(file).suffix}")
        text = FILE.sub(lambda found: found[0] if found[0] in self.unchanged else "….ipynb", text)
        here = text.casefold()
        names = [name for name, folded in self.folded.items() if folded in here]
        if not names:
            return text
        return re.sub("|".join(map(words_with, names)), self._label, text, flags=re.IGNORECASE)

    def _label(self, found: re.Match) -> str:
        word = found[0].casefold()
        if found[0] in self.unchanged:
            return found[0]
        return self.labels_by_spelling.get(word) or next(
            label for name, label in self.labels_by_spelling.items() if name in word
        )


def words_with(name: str) -> str:
    """A regular expression for the words that contain a name.

    A short name must be a whole word, so that “Ann” is not found in “cannot”.
    """
    if len(name) >= LONG:
        return rf"\w*{re.escape(name)}\w*"
    return rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"


def composed(text: str) -> str:
    """The text in Unicode form NFC: “é” is one character, while macOS writes “e” and an accent."""
    return unicodedata.normalize("NFC", text)


def without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def file_names(course: Course, assignment: str, students: Iterable[str]) -> set[str]:
    """The paths of the files that the students handed in, relative to each submission's folder.

    Files nested deeper than a submission is read are left out.
    """
    found: set[str] = set()
    for student in students:
        with suppress(CourseError):
            for name, _ in files_of(course.submitted / student / assignment):
                found.add(name)
    return found


def other_names(
    course: Course, assignment: str, students: Iterable[str], roster: "Roster | None"
) -> dict[str, list[str]]:
    """For each student, all known names and numbers besides the student's name in the gradebook.

    The names come from the gradebook, the roster and the download of the submissions. If a name has
    several words, each word of three or more letters is listed, too.
    """
    with Gradebook(course.directory.db_url) as gradebook:
        known = {
            one.id: [one.first_name, one.last_name, one.email, one.lms_user_id]
            for one in gradebook.students
        }
    found: dict[str, list[str]] = {}
    for student in students:
        names = known.get(student, [])
        if roster and (person := roster.student(student)):
            numbers = [person.canvas_id, person.moodle_id, person.sis_user_id, person.sis_login_id]
            names = [*names, person.name, person.email, *numbers]
        if record := Record.read(course, student, assignment):
            names = [*names, record.id, student.replace("-", " ")]
        full = [name for name in names if name]
        parts = [part for name in full for part in re.split(r"[\s,@]+", name) if len(part) > 2]
        found[student] = [*full, *parts]
    return found
