"""Errors that the student's function raised: how a verdict shows them, and hints on usual slips."""

import linecache
import re
import traceback
from typing import Any, NamedTuple

from payattention_checks.layout import shorten


class Hint(NamedTuple):
    """What a verdict adds to errors of NumPy and torch whose message matches ``pattern``."""

    mistake: str
    pattern: str
    text: str


HINTS = (
    Hint(
        "broadcast",
        "broadcast|must match the size of tensor",
        "Are the sizes themselves wrong? Then look at the `axis` of a sum, mean or argmax before. "
        "If not: shapes are lined up from their last axis, so `(n,)` counts as a row, `(1, n)`; "
        "where each of n rows has a number of its own, make it a column, `x[:, None]`.",
    ),
    Hint(
        "matrix-product",
        "matmul: Input operand|shapes .* not aligned|cannot be multiplied|batch2 tensor to be|"
        "size mismatch, got input|inconsistent tensor size",
        "In `a @ b`, each row of a meets each column of b: `(n, k) @ (k, m)` is `(n, m)`, so the "
        "last size of a must be the second to last of b. Is one of them to be transposed, or are "
        "they in the wrong order?",
    ),
    Hint(
        "ragged",
        "inhomogeneous shape",
        "The rows have different lengths. Fill them up.",
    ),
    Hint(
        "empty-list",
        "pop from empty list",
        "The list has nothing left to take away. Ask for its length first.",
    ),
    Hint(
        "truth-of-array",
        "truth value of an array|value of Tensor with more than one value is ambiguous",
        "`and`, `or`, `not`, `if` and `a < b < c` want one truth value, not one for each entry. "
        "Entry by entry it is `&`, `|`, `~`, with each comparison in parentheses: "
        "`(0 <= x) & (x < n)`.",
    ),
    Hint(
        "nothing-to-choose",
        r"(min|max)\(\) (arg is an empty sequence|iterable argument is empty)",
        "For these arguments, the list of which it takes the smallest or largest entry is empty.",
    ),
)

# Hints on an axis of length 1 that is missing, or left over.
AXIS_MISSING = "An index, a sum or `np.squeeze` takes such an axis away; `keepdims=True` keeps it."
AXIS_LEFT = "`keepdims=True`, `x[None]` or `x[:1]` leaves such an axis; `x[0]` takes it away."


def hint_on(message: str) -> Hint | None:
    """The first hint on an error with this message."""
    return next((hint for hint in HINTS if re.search(hint.pattern, message)), None)


def describe(error: BaseException) -> str:
    try:
        text = str(error).strip()
    except Exception:
        text = ""
    return shorten(f"{type(error).__name__}: {text}" if text else type(error).__name__, 400)


def where(error: BaseException, answer: Any) -> dict[str, str]:
    """The line of the student's cell that raised the error, as a labelled line of the verdict.

    ``answer`` is the student's function. The dictionary is empty if the line is not known.
    """
    cell = getattr(getattr(answer, "__code__", None), "co_filename", None)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == cell
    ]
    if not frames or frames[-1].lineno is None:
        return {}
    line = linecache.getline(frames[-1].filename, frames[-1].lineno).strip()
    return {"Where": f"line {frames[-1].lineno}: {line}".removesuffix(": ")}
