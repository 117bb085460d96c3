"""What a score depends on: the submission, its test, the limits, and the modules of the package
that its assignment imports. Each is kept as a hash.

A score is stale where one of the four has changed since the last grading; only stale scores are
graded again. If a new score differs from the old one, the changed hashes say why.
"""

import json
from pathlib import Path

from nbformat import NotebookNode

from classroom.assignment.hidden_tests import hidden_parts
from classroom.assignment.notebook import (
    Role,
    crossing_names,
    grade_id,
    points,
    role,
    trusted_cells,
)
from classroom.fingerprint import fingerprint, hashed, package_folder
from classroom.grading.submissions import files_of
from classroom.imported_files import files_imported
from classroom.limits import Limits

# What one score depends on: hashes. The keys are those of WHY. A written answer also has "words",
# the hash of its text, and "read", the hash of the text that the points were given for.
Basis = dict[str, str]
WHY = {
    "submission": "it was handed in again",
    "test": "its test has changed",
    "package": "payattention has changed",
    "limits": "the limits have changed",
}
NO_REASON = "the answer is not the same each time"


class GradingHashes:
    """What the scores of all submissions depend on, apart from the submission."""

    def __init__(self, source: NotebookNode, limits: Limits, key: bytes):
        self.package = hash_of_modules(source)
        self.limits = hashed([repr(limits)])
        self.tests = hashes_of_tests(source, key)
        self.written = [grade_id(cell) for cell in source.cells if role(cell) is Role.WRITTEN]

    def bases(self, folder: Path) -> dict[str, Basis]:
        """What each score of a submission depends on, by the ids of the graded cells.

        Raises OSError if it cannot be read.
        """
        parts: list[str | bytes] = []
        for name, path in files_of(folder):
            parts += [name, path.read_bytes()]
        submission = hashed(parts)
        common = {"submission": submission, "package": self.package, "limits": self.limits}
        found = {name: common | {"test": test} for name, test in self.tests.items()}
        return found | {name: {"submission": submission} for name in self.written}


def hash_of_modules(source: NotebookNode) -> str:
    """A hash of the modules of `payattention` that a notebook imports, directly or indirectly."""
    package = package_folder()
    code = [cell.source for cell in source.cells if cell.cell_type == "code"]
    files = files_imported(code, package.parent, package.name)
    modules = {file for file in files if file.suffix == ".py"}
    return fingerprint(modules, package.parent)[:16]


def hash_of_words(cell: NotebookNode) -> str:
    """A hash of what a person reads in an answer."""
    return hashed([cell.source.strip(), json.dumps(cell.get("attachments"), sort_keys=True)])


def hashes_of_tests(source: NotebookNode, key: bytes) -> dict[str, str]:
    """A hash of each test, by its id, with everything it needs from the notebook and the key."""
    crossing, hidden = crossing_names(source), hidden_parts(source, key)
    setup = [cell.source for cell in source.cells if role(cell) is Role.SETUP]
    return {
        name: hashed(
            [*setup, cell.source, *crossing[name], str(points(cell)), hidden.get(name, "")]
        )
        for name, cell in trusted_cells(source).items()
        if role(cell) is Role.TEST
    }


def why(before: Basis, now: Basis) -> str:
    """Why a score changed."""
    reasons = [says for part, says in WHY.items() if before.get(part) != now.get(part)]
    return " and ".join(reasons) or NO_REASON


def hash_of_graded_text(basis: Basis) -> str:
    """A hash of the text that a person graded; if that is unknown, one of all four parts."""
    return basis.get("words") or hashed(f"{part}={basis.get(part)}" for part in WHY)


def with_graded_text(before: Basis, now: Basis, *, is_read: bool) -> Basis:
    """``now``, with the hash of the text that a person gave points for.

    ``is_read``: that was the text of ``before``; otherwise it was the one noted in ``before``.
    """
    return now | {"read": hash_of_graded_text(before) if is_read else before.get("read", "")}
