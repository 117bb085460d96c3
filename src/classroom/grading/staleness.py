"""Find out which scores are stale, from hashes of everything that a score depends on.

A test's score depends on the submission, the test, the limits, and the modules of `payattention`
that the assignment imports. The score of a written answer depends only on the submission. A score
is stale if anything that it depends on has changed since the last grading. Only stale scores are
graded again. If a new score differs from the old one, the changed hashes say why.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from nbformat import NotebookNode

from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import points
from classroom.course import CourseError
from classroom.fingerprint import PACKAGES, fingerprint, hashed, package_folder
from classroom.grading.submission_files import LARGEST_FILE, files_beside_notebook, files_of
from classroom.grading.submissions import find_notebook
from classroom.imported_files import files_imported
from classroom.limits import Limits

# Hashes of everything that one score depends on. The keys are those of WHY, and perhaps two more:
# "words", the hash of the answer's text, and "read", the hash of the text that a person graded.
ScoreHashes = dict[str, str]
WHY = {
    "submission": "it was handed in again",
    "test": "its test has changed",
    "package": "payattention has changed",
    "limits": "the limits have changed",
}
NO_REASON = "the answer is not the same each time"


class GradingHashes:
    """Hashes of everything that the scores of an assignment depend on, except the submission."""

    def __init__(self, source: InstructorNotebook, limits: Limits, key: bytes):
        self.package = hash_of_modules(source.solved)
        self.limits = hashed([repr(limits)])
        self.tests = hashes_of_tests(source, key)
        self.written = [task.test for task in source.written]

    def dependency_hashes(self, folder: Path) -> dict[str, ScoreHashes]:
        """Hashes of everything that each score depends on, by the id of the graded cell.

        ``folder`` is the submission's folder. Raises OSError if a file in it cannot be read,
        CourseError if its folders are nested too deep.
        """
        submission = hashed(part for file in content_of(folder) for part in file)
        common = {"submission": submission, "package": self.package, "limits": self.limits}
        found = {name: common | {"test": test} for name, test in self.tests.items()}
        return found | {name: {"submission": submission} for name in self.written}


def content_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The name and the data of each file in a submission's folder, one file at a time.

    Of a file that the grader does not read, because it is too large, the data is only its size.
    """
    read = set(files_beside_notebook(folder)[0].values())
    with suppress(CourseError):  # there is no notebook, or it is not clear which one is meant
        read.add(find_notebook(folder, folder.name)[0])
    for name, path in files_of(folder):
        size = path.stat().st_size
        by_content = path in read and size <= LARGEST_FILE
        yield name, path.read_bytes() if by_content else f"{size} bytes".encode()


def hash_of_modules(source: NotebookNode) -> str:
    """A hash of our modules that a notebook imports, directly or indirectly."""
    code = [cell.source for cell in source.cells if cell.cell_type == "code"]
    hashes = []
    for folder in map(package_folder, PACKAGES):
        files = files_imported(code, folder.parent, folder.name)
        modules = {file for file in files if file.suffix == ".py"}
        sentences = {file.with_suffix(".toml") for file in modules}  # what a check says
        hashes.append(fingerprint(modules | set(filter(Path.is_file, sentences)), folder.parent))
    return hashed(hashes)


def hash_of_written_answer(cell: NotebookNode) -> str:
    """A hash of a student's answer to a task: the text and the attachments of its cell."""
    return hashed([cell.source.strip(), json.dumps(cell.get("attachments"), sort_keys=True)])


def hashes_of_tests(source: InstructorNotebook, key: bytes) -> dict[str, str]:
    """A hash for each test cell of the instructor's notebook, by the cell's id.

    A hash covers the test cell's source and points, the hidden calls with the seeds that ``key``
    gives them, and all set-up cells. It also covers the names, but not the code, of the student's
    functions that the test uses.
    """
    names, hidden = source.names_by_test, source.hidden(key)
    setup = [cell.source for cell in source.setup.values()]
    return {
        name: hashed([*setup, cell.source, *names[name], str(points(cell)), hidden.get(name, "")])
        for name, cell in source.tests.items()
    }


def why(before: ScoreHashes, now: ScoreHashes) -> str:
    """Why a score changed, as a clause such as “its test has changed”.

    ``before`` has the hashes of everything that the old score depended on, ``now`` those for the
    new score.
    """
    reasons = [reason for part, reason in WHY.items() if before.get(part) != now.get(part)]
    return " and ".join(reasons) or NO_REASON


def hash_of_graded_text(hashes: ScoreHashes) -> str:
    """Return a hash of a student's answer. ``hashes`` are those stored with the answer's score.

    The hash of the answer is ``hashes["words"]``. This entry is missing if the submission could not
    be read, for example. Then the result is a hash of the entries for the submission, the test, the
    package and the limits.
    """
    return hashes.get("words") or hashed(f"{part}={hashes.get(part)}" for part in WHY)


def with_graded_text(before: ScoreHashes, now: ScoreHashes, *, is_read: bool) -> ScoreHashes:
    """Copy ``now`` and add the key "read": a hash of the answer as a person graded it.

    Args:
        before: the hashes that the last run of the grader stored with the answer's score.
        now: the hashes that this run will store with the answer's score.
        is_read: whether the person graded the answer of the last run. If so, "read" is the hash of
            that answer. If not, the person graded an older answer, and "read" is copied from
            ``before``.
    """
    return now | {"read": hash_of_graded_text(before) if is_read else before.get("read", "")}
