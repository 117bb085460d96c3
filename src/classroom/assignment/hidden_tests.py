"""The two parts of a test cell: the visible part, and hidden calls of the check with other seeds.

The check is the function that grades a task. It draws random test cases, which depend on its
argument ``seed``. In the instructor's notebook, the seed of a hidden call is a short number. Stock
nbgrader would grade with this number, but a submission could try all four-digit seeds. So
`classroom grade` replaces each of these seeds by a secret number of 256 bits. The new seed is
derived from the old seed, the id of the test, and a key that only the grader has.
"""

import ast
import functools
import hmac
import re

from classroom.assignment.notebook import call_of_check
from classroom.assignment.notebook_rules import BEGIN_HIDDEN, END_HIDDEN

BLOCK = re.compile(rf"{BEGIN_HIDDEN}\n(.*?){END_HIDDEN}\n?", re.DOTALL)


def visible_part(source: str) -> str:
    """The source of a test cell as students see it: without its hidden block."""
    return BLOCK.sub("", source)


@functools.lru_cache(maxsize=200)  # the instructor's cells are the same for each submission
def hidden_part(source: str, test: str, key: bytes) -> str:
    """The hidden calls of one test cell, as the source of a new cell; empty if there are none.

    ``source`` and ``test`` are the source and the id of the test cell. ``key`` is secret: the seeds
    of the calls are derived from it. If ``key`` is empty, the calls keep their seeds. Each call is
    in a statement ``score = min(score, CALL)``, so the new cell first sets ``score`` to infinity.
    """
    calls = ast.parse("".join(BLOCK.findall(source)))
    for statement in calls.body:
        call = call_of_check(statement)
        if key and call and isinstance(call.seed, ast.Constant):
            call.seed.value = secret_seed(key, test, call.seed.value)
    return f"score = float('inf')\n{ast.unparse(calls)}\nscore" if calls.body else ""


def secret_seed(key: bytes, test: str, seed: object) -> int:
    """The 256-bit seed that replaces ``seed`` in the test with the id ``test``.

    It is derived from the secret ``key``, the id and the replaced seed.
    """
    return int.from_bytes(hmac.digest(key, f"{test} {seed}".encode(), "sha256"))
