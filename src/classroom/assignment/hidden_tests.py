"""The two parts of a test cell: what students see of it, and the hidden calls of its check.

A hidden call has a seed in the instructor's notebook. Stock nbgrader uses this seed, but a
submission could try all four-digit seeds. So when a class is graded, each seed is replaced by 256
bits, derived from the seed and from a key that only the grader has.
"""

import ast
import functools
import hmac
import re

from nbformat import NotebookNode

from classroom.assignment.notebook import Role, call_of_check, grade_id, role
from classroom.assignment.notebook_rules import BEGIN_HIDDEN, END_HIDDEN

BLOCK = re.compile(rf"{BEGIN_HIDDEN}\n(.*?){END_HIDDEN}\n?", re.DOTALL)


def visible_part(source: str) -> str:
    """A test cell as students see it."""
    return BLOCK.sub("", source)


def hidden_parts(source: NotebookNode, key: bytes) -> dict[str, str]:
    """A cell for each test that hides something, by its id: the hidden calls alone.

    Where the key is empty, the seeds stay as they are.
    """
    tests = (cell for cell in source.cells if role(cell) is Role.TEST)
    found = {grade_id(cell): hidden_part(cell.source, grade_id(cell), key) for cell in tests}
    return {test: part for test, part in found.items() if part}


@functools.lru_cache(maxsize=200)  # the instructor's cells come again with each submission
def hidden_part(source: str, test: str, key: bytes) -> str:
    """The hidden calls of a test cell, as a cell; empty where it has none.

    A call can only lower the score, so it begins where none can lower anything.
    """
    calls = ast.parse("".join(BLOCK.findall(source)))
    for statement in calls.body:
        call = call_of_check(statement)
        if key and call and isinstance(call.seed, ast.Constant):
            call.seed.value = secret_seed(key, test, call.seed.value)
    return f"score = float('inf')\n{ast.unparse(calls)}\nscore" if calls.body else ""


def secret_seed(key: bytes, test: str, seed: object) -> int:
    """The seed that takes the place of this one."""
    return int.from_bytes(hmac.digest(key, f"{test} {seed}".encode(), "sha256"))
