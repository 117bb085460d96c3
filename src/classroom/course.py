"""The course folder: where its files are, as nbgrader_config.py says."""

from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from traitlets.config import Config, PyFileConfigLoader

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory

CONFIG = "nbgrader_config.py"


class CourseError(Exception):
    """A problem that an instructor must solve. The message has one sentence a line."""


@dataclass(frozen=True)
class Course:
    """A course folder: the one that holds ``nbgrader_config.py``."""

    root: Path

    @classmethod
    def find(cls, start: Path) -> "Course":
        """The course that ``start`` is in: the nearest folder upwards with the configuration."""
        start = start.resolve()
        for folder in (start, *start.parents):
            if (folder / CONFIG).is_file():
                return cls(folder)
        raise CourseError(f"No course here: neither {start} nor a folder above it has {CONFIG}.")

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
        """One of nbgrader's converters for this course, with settings beyond the course's own."""
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
        """The chapters, one for each assignment."""
        return self.root / "book"

    @property
    def answers(self) -> Path:
        """The bank of answers, a folder for each assignment."""
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
        """The folder of all that a class hands in and gets back, kept out of git."""
        return self.submitted.parent

    @property
    def work(self) -> Path:
        """The folder in which `make lab` opens copies of exercises/, kept out of git."""
        return self.root / "work"

    def solution(self, assignment: str) -> Path:
        """The instructor's notebook of an assignment."""
        return self.solutions / assignment / f"{assignment}.ipynb"

    def exercise(self, assignment: str) -> Path:
        """The student's notebook of an assignment."""
        return self.exercises / assignment / f"{assignment}.ipynb"

    def assignments(self) -> list[str]:
        """The names of all assignments: the folders in solutions/."""
        if not self.solutions.is_dir():
            return []
        folders = (path for path in self.solutions.iterdir() if path.is_dir())
        return sorted(path.name for path in folders if not path.name.startswith("."))

    def choose(self, names: list[str]) -> list[str]:
        """The named assignments, or all of them where none is named."""
        known = self.assignments()
        if not known:
            raise CourseError(f"There is no assignment in {self.say(self.solutions)}.")
        for name in names:
            if name not in known:
                raise CourseError(
                    f"There is no assignment “{name}” in {self.say(self.solutions)}; "
                    f"there is {listed(known)}."
                )
        return names or known

    def require(self, name: str) -> None:
        """Raise CourseError, which lists the assignments, unless one is named that there is."""
        known = self.choose([])
        if not name:
            raise CourseError(f"Which assignment? There is {listed(known)}.")
        self.choose([name])

    def say(self, path: Path) -> str:
        """A path as it is best read: from the course folder."""
        try:
            said = path.relative_to(self.root).as_posix()
        except ValueError:
            return str(path)
        return f"{said}/" if path.is_dir() else said


def listed(names: list[str]) -> str:
    """``a, b and c``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
