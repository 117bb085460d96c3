"""The course folder: the paths of its files. Some of them are set in nbgrader_config.py."""

from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from traitlets.config import Config, PyFileConfigLoader

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory

CONFIG = "nbgrader_config.py"
MOST_LISTED = 20  # names in a sentence


class CourseError(Exception):
    """An error that the instructor must fix. Its message is printed without a traceback."""


@dataclass(frozen=True)
class Course:
    """A course: the files and settings in a folder that contains ``nbgrader_config.py``."""

    root: Path

    @classmethod
    def find(cls, start: Path) -> "Course":
        """The course to which the folder ``start`` belongs.

        The course's folder contains nbgrader_config.py. It is ``start``, or else the nearest such
        folder above ``start``. Raises CourseError if there is no such folder.
        """
        start = start.resolve()
        for folder in (start, *start.parents):
            if (folder / CONFIG).is_file():
                return cls(folder)
        raise CourseError(f"No course here: neither {start} nor a folder above it has {CONFIG}.")

    @cached_property
    def secret_folders(self) -> tuple[Path, ...]:
        """The folders that no student's code may see: the whole course, and the git data around it.

        The history of a repository holds all solutions, also where the course is only a part of it.
        The course's settings are not read.
        """
        around = (folder / ".git" for folder in self.root.parents)
        return self.root, *(folder for folder in around if folder.is_dir())

    @cached_property
    def config(self) -> Config:
        try:
            return PyFileConfigLoader(CONFIG, path=str(self.root)).load_config()
        except ModuleNotFoundError:
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise CourseError(f"{self.root / CONFIG} cannot be read: {what}") from None

    @cached_property
    def directory(self) -> "CourseDirectory":
        from nbgrader.coursedir import CourseDirectory

        return CourseDirectory(config=self.config)

    def converter(self, kind: type, settings: Config) -> Any:
        """An nbgrader converter of the class ``kind``, with this course's settings.

        ``settings`` override the course's own.
        """
        from nbgrader.coursedir import CourseDirectory

        config = deepcopy(self.config)
        config.merge(settings)
        return kind(coursedir=CourseDirectory(config=config), config=config)

    @property
    def solutions(self) -> Path:
        return self.root / self.directory.source_directory

    @property
    def exercises(self) -> Path:
        return self.root / self.directory.release_directory

    @property
    def book(self) -> Path:
        """The folder of the book's chapters: one file for each assignment."""
        return self.root / "book"

    @property
    def answers(self) -> Path:
        """The folder of the bank of answers: prepared right and wrong answers to each task."""
        return self.root / "tests" / "answers"

    @property
    def submitted(self) -> Path:
        return self.root / self.directory.submitted_directory

    @property
    def autograded(self) -> Path:
        return self.root / self.directory.autograded_directory

    @property
    def feedback(self) -> Path:
        return self.root / self.directory.feedback_directory

    @property
    def gradebook(self) -> Path:
        """The folder that holds the gradebook, the submissions and the feedback; git ignores it."""
        return self.submitted.parent

    @property
    def work(self) -> Path:
        """The folder work/, in which `make lab` opens copies of exercises/; git ignores work/."""
        return self.root / "work"

    def solution(self, assignment: str) -> Path:
        """The path of the instructor's notebook of an assignment."""
        return self.solutions / assignment / f"{assignment}.ipynb"

    def exercise(self, assignment: str) -> Path:
        """The path of the students' notebook of an assignment."""
        return self.exercises / assignment / f"{assignment}.ipynb"

    def feedback_page(self, student: str, assignment: str) -> Path:
        """The path of a student's feedback page."""
        return self.feedback / student / assignment / f"{assignment}.html"

    def feedback_zip(self, assignment: str, system: str) -> Path:
        """The path of the zip with which ``system``, canvas or moodle, gives out all pages."""
        return self.gradebook / f"{assignment}-feedback-{system}.zip"

    def delete_feedback_zips(self, assignment: str) -> None:
        """Delete the zips of feedback pages, because a page in them is outdated."""
        for system in ("canvas", "moodle"):
            self.feedback_zip(assignment, system).unlink(missing_ok=True)

    def assignments(self) -> list[str]:
        """The names of all assignments: the folders in solutions/."""
        if not self.solutions.is_dir():
            return []
        folders = (path for path in self.solutions.iterdir() if path.is_dir())
        return sorted(path.name for path in folders if not path.name.startswith("."))

    def choose(self, names: list[str]) -> list[str]:
        """``names``, or the names of all assignments if ``names`` is empty.

        Raises CourseError for a name that no assignment has, and if there is no assignment.
        """
        known = self.assignments()
        if not known:
            raise CourseError(f"There is no assignment in {self.display_path(self.solutions)}.")
        for name in names:
            if name not in known:
                raise CourseError(
                    f"There is no assignment “{name}” in {self.display_path(self.solutions)}; "
                    f"there is {listed(known)}."
                )
        return names or known

    def require(self, name: str) -> None:
        """Raise CourseError if ``name`` is empty or is not the name of an assignment.

        The message lists the assignments.
        """
        known = self.choose([])
        if not name:
            raise CourseError(f"Name the assignment: there is {listed(known)}.")
        self.choose([name])

    def display_path(self, path: Path) -> str:
        """Convert a path to text for a message.

        If the path is inside the course folder, the text is relative to the course folder. It then
        ends in a slash if the path is a folder.
        """
        try:
            relative = path.relative_to(self.root).as_posix()
        except ValueError:
            return str(path)
        return f"{relative}/" if path.is_dir() else relative


def listed(names: list[str]) -> str:
    """Join names as in a sentence: ``a, b and c``. There must be at least one."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def first_listed(names: list[str]) -> str:
    """Join names as `listed` does, but only the first `MOST_LISTED`; then, how many more there are.

    There must be at least one.
    """
    more = len(names) - MOST_LISTED
    return listed(names[:MOST_LISTED] + ([f"{more} more"] if more > 0 else []))
