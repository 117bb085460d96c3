"""Search what is to be published for what must stay secret.

Secret are the reference solutions, the hidden tests, the bank of answers, and the source of the
checks. A secret text counts as published if a passage of it, a few lines long, is in a file, in a
notebook or in a wheel. Spaces and empty lines do not count.
"""

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from classroom.assignment.bank import read_answers
from classroom.assignment.hidden_tests import BLOCK
from classroom.assignment.notebook import Role, grade_id, read_notebook, role
from classroom.assignment.notebook_rules import BEGIN_SOLUTION, END_SOLUTION
from classroom.course import Course
from classroom.students.package import CHECKS, OF_CLASSROOM

SHORTEST = 8  # letters and digits of a line that can be recognised by itself
SOLUTION = re.compile(f"{BEGIN_SOLUTION}(.*?){END_SOLUTION}", re.DOTALL)
SEED = re.compile(r"seed=(\d+)")
SECRET_FOLDERS = ("gradebook", "solutions", "tests")
SOURCES = "classroom/"  # in src/ and in a wheel


@dataclass
class Secrets:
    """Passages of secret texts, by their length in lines, and the seeds of hidden tests.

    The values of both say what a secret is from.
    """

    passages: dict[int, dict[tuple[str, ...], str]] = field(default_factory=dict)
    seeds: dict[str, str] = field(default_factory=dict)

    def add(self, text: str, what: str, length: int, given: str = "") -> None:
        """Add all passages of ``length`` lines; a shorter text is one passage.

        A passage that is also in ``given``, the code that students are given, is no secret.
        """
        lines = lines_of(text)
        length = min(length, len(lines))
        known = set(windows(lines_of(given), length)) if length else set()
        for passage in windows(lines, length) if length else ():
            if passage not in known and sum(map(str.isalnum, "".join(passage))) >= SHORTEST:
                self.passages.setdefault(length, {}).setdefault(passage, what)

    def found_in(self, text: str) -> set[str]:
        """What the secrets in ``text`` are from."""
        lines = lines_of(text)
        passages = {
            known[passage]
            for length, known in self.passages.items()
            for passage in windows(lines, length)
            if passage in known
        }
        return passages | {self.seeds[seed] for seed in SEED.findall(text) if seed in self.seeds}


def lines_of(text: str) -> list[str]:
    """The lines without imports, comments, empty lines and spaces."""
    lines = ("".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(("import", "from", "#"))]


def windows(lines: list[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(lines[i : i + length]) for i in range(len(lines) - length + 1))


def secrets_of(course: Course) -> Secrets:
    """The secrets of a course."""
    secrets, given = Secrets(), {}
    for name in course.assignments():
        given[name] = given_in(course, name)
        for cell in read_notebook(course.solution(name)).cells:
            where = f"{grade_id(cell)} in {name}"
            match role(cell):
                case Role.SOLUTION:
                    for solution in solutions_in(cell.source):
                        secrets.add(solution, f"the solution of {where}", 3)
                case Role.WRITTEN:
                    secrets.add(cell.source, f"the model answer to {where}", 1)
                case Role.TEST:
                    for hidden in BLOCK.findall(cell.source):
                        secrets.add(hidden, f"the hidden {where}", 1)
                        for seed in SEED.findall(hidden):
                            secrets.seeds[seed] = f"the seed of the hidden {where}"
    for file in sorted(course.answers.glob("*/*.py")):
        for answer in read_answers(file):
            if answer.right:
                what = f"an answer in {course.display_path(file)}"
                secrets.add(answer.code, what, 4, given.get(file.parent.name, ""))
    for file in sorted((course.root / "src").glob(CHECKS)):
        secrets.add(file.read_text(encoding="utf-8"), f"the check {course.display_path(file)}", 3)
    return secrets


def given_in(course: Course, assignment: str) -> str:
    """The code around the solutions of a notebook, which students are given."""
    cells = read_notebook(course.solution(assignment)).cells
    sources = [cell.source for cell in cells if role(cell) is Role.SOLUTION]
    return "\n".join(SOLUTION.sub("...\n", source) for source in sources if SOLUTION.search(source))


def solutions_in(source: str) -> list[str]:
    """The lines of a cell between each two marks of a solution; without marks, all."""
    return SOLUTION.findall(source) or [source]


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """The texts of all files below a folder, and of those in its wheels, each with its path."""
    for file in sorted(folder.rglob("*")):
        if not file.is_file():
            continue
        name = file.relative_to(folder).as_posix()
        if file.suffix in (".whl", ".zip"):
            with zipfile.ZipFile(file) as opened:
                for member in opened.namelist():
                    yield f"{name}/{member}", text_of(member, opened.read(member))
        else:
            yield name, text_of(name, file.read_bytes())


def text_of(name: str, content: bytes) -> str:
    """The text in a file's content, empty if it has none; of a notebook, also the cells' text."""
    try:
        text = content.decode("utf-8")
        cells = json.loads(text)["cells"] if name.endswith(".ipynb") else []
    except ValueError:
        return ""
    return "\n".join(["".join(cell["source"]) for cell in cells] + [text])


def leaks(course: Course, folder: Path) -> list[str]:
    """A sentence for each secret of a course that is in the public half in ``folder``."""
    found = [f"{name}/ is in it." for name in SECRET_FOLDERS if (folder / name).exists()]
    secrets = secrets_of(course)
    for name, text in texts(folder):
        _, of_classroom, module = name.partition(SOURCES)
        if of_classroom and module not in OF_CLASSROOM:
            found.append(f"{name} is in it, which is a part of the grader.")
        found += [f"{name} holds {what}." for what in sorted(secrets.found_in(text))]
    return found
