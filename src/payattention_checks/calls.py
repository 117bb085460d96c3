"""A call of the student's function, as Python code in a verdict."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from payattention_checks.layout import LABEL, WIDTH
from payattention_checks.read import n_entries

CALLED = "Called"  # the label of the verdict's line that shows a call
CALL_LINES, SHORT_LINES = 5, 2  # the most lines of a call: in full, shortened


class Call(str):
    """A call of the student's function as text, with a shorter text for a verdict that is too long.

    The shorter text is the attribute ``short``.
    """

    short: str


def called(task: str, arguments: Sequence[Any]) -> dict[str, str]:
    """The call as a labelled line of the verdict."""
    return {CALLED: show_call(task, arguments)}


def show_call(task: str, arguments: Sequence[Any]) -> Call:
    """A call of the student's function ``task`` as Python code, with rounded floats.

    If the code needs more than `CALL_LINES` lines, the largest arrays are replaced by their shapes.
    """
    call = Call(written_out(task, arguments, CALL_LINES))
    call.short = written_out(task, arguments, SHORT_LINES)
    return call


def written_out(task: str, arguments: Sequence[Any], lines: int) -> str:
    """A call of the student's function ``task`` as text of about ``lines`` lines at most.

    If the text would be longer, the largest arrays are replaced by their shapes.
    """
    sizes = [n_entries(argument) for argument in arguments]
    shown = [show_argument(argument) for argument in arguments]
    for i in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        if len(", ".join(shown)) + len(task) < lines * (WIDTH - LABEL - 5):
            break
        if sizes[i] > 1:
            shown[i] = show_shapes(arguments[i])
    return f"{task}({', '.join(shown)})"


def show_shapes(argument: Any) -> str:
    """An array, or a tuple of arrays, as text without its numbers."""
    if isinstance(argument, tuple):
        return f"arrays of shapes {', '.join(str(np.shape(array)) for array in argument)}"
    return f"array of shape {np.shape(argument)}"


def show_argument(argument: Any) -> str:
    """An argument of a call as Python code; floats are rounded to five significant digits.

    NaN and ∞ become ``nan`` and ``inf``, so the code runs only where these names are defined.
    """
    if isinstance(argument, np.ndarray):
        return f"np.array({significant(argument.tolist())})"
    if isinstance(argument, tuple):
        return f"({', '.join(map(show_argument, argument))},)"
    return f"{argument:.5g}" if isinstance(argument, float) else repr(argument)


def significant(numbers: Any) -> Any:
    """A number, or nested lists of numbers, with each float rounded to five significant digits."""
    if isinstance(numbers, list):
        return [significant(number) for number in numbers]
    if isinstance(numbers, float):
        return float(f"{numbers:.5g}")
    return numbers
