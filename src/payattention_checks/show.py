"""Show outputs, calls and errors in a verdict, as short texts."""

import linecache
import re
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from payattention_checks.read import Shape, n_entries, part_of
from payattention_checks.verdict import LABEL, RULE, WIDTH, labelled, wrapped

EXPECTED = "Expected"  # the key of a right output in what `shown_beside` returns
PRINTED = 3  # the most lines of printed text that are shown


def shorten_to_fit(says: str, details: dict[str, str], lines: int) -> tuple[str, dict[str, str]]:
    """The reason and the details of a verdict, shortened to about ``lines`` lines of a terminal.

    ``says`` is the reason, and ``details`` are the labelled lines below it. There are three steps;
    each is taken only if the text is still too long. First, the rule that the output must obey is
    left out of the details, because the reason is more precise. Second, a long call is shortened.
    Third, if the reason has several lines, only the first sentence of each line is kept.
    """

    def height() -> int:
        return len(wrapped(says, WIDTH)) + sum(len(labelled(*item)) for item in details.items())

    if height() > lines:
        details = {name: text for name, text in details.items() if name != RULE}
    if height() > lines:
        details = {
            name: text.short if isinstance(text, Call) else text for name, text in details.items()
        }
    if height() > lines:
        says = re.sub(r"(?m)^(.*?[.?!]) .*$", r"\1", says) if "\n" in says else says
    return says, details


ROWS, ENTRIES = 3, 10  # how many rows and entries of an array are shown
NOTHING = 1e-12  # smaller numbers are shown as 0
CALL_LINES, SHORT_LINES = 5, 2  # the most lines of a call: in full, shortened


def show_smallest(
    failing: Sequence[tuple[Any, Any]],
    task: str,
    rule: str | Callable[[Any], str],
    shown_beside: Callable[[Any, Any], dict[str, Any]] | None,
    n_arguments: int | None,
    wrong_parts: Callable[[Any, Any], Sequence[Any]] | None = None,
) -> dict[str, str]:
    """The lines of the feedback about the failing case with the smallest arguments, by label.

    ``failing`` are pairs (output, case), with wrong outputs only. If an output has several parts,
    ``wrong_parts(output, case)`` lists its wrong parts. Then only wrong parts are shown, for the
    case with the most wrong parts; if there are several such cases, for the one with the smallest
    arguments. For the other arguments, see `judge`.
    """

    def order(pair: tuple[Any, Any]) -> tuple[int, int]:
        """The most wrong parts first, then the smallest arguments."""
        return -len(wrong_parts(*pair)) if wrong_parts else 0, n_entries(pair[1][:n_arguments])

    output, case = min(failing, key=order)
    more = dict(shown_beside(output, case)) if shown_beside else {}
    expected = more.pop(EXPECTED, None)
    if wrong_parts:
        parts = wrong_parts(output, case)
        output = {part.name: part_of(output, part.name) for part in parts}
        expected = expected and {part.name: part_of(expected, part.name) for part in parts}
    shown: dict[str, str] = {"Called": show_call(task, case[:n_arguments])}
    if expected is None:
        shown["Returned"] = show(output)
    else:
        shown["Returned"], shown[EXPECTED] = show_difference(output, expected)
    shown |= {name: show(value) for name, value in more.items()}
    return shown | {RULE: rule if isinstance(rule, str) else rule(case)}


def show(output: Any) -> str:
    """An output as a short text.

    An array is shown by its first rows; in a mask, True is ■ and False is ·. A dictionary or a
    named tuple is shown with the values of its entries if they fit on one line. Otherwise, the
    shapes of the arrays replace their values.
    """
    if isinstance(output, str):
        return output
    if parts := parts_of(output):
        shown = {
            name: str(part) if isinstance(part, int | float) else show(part)
            for name, part in parts.items()
        }
        line = ", ".join(f"{name}: {text}" for name, text in shown.items())
        if len(line) <= WIDTH - LABEL and "\n" not in line:
            return line
        return ", ".join(
            f"{name} of shape {np.shape(part)}" if np.ndim(part) else f"{name}: {shown[name]}"
            for name, part in parts.items()
        )
    array = np.asarray(output)
    if array.ndim == 0:
        return show_row(array)
    rows = array.reshape(-1, array.shape[-1]) if array.size else array.reshape(0, 1)
    if len(rows) <= ROWS:
        return "\n".join(map(show_row, rows)) or f"an array of shape {array.shape}"
    more = f"… and {len(rows) - ROWS + 1} more rows"
    return "\n".join([*map(show_row, rows[: ROWS - 1]), more])


def show_row(row: np.ndarray, digits: int = 4) -> str:
    """One number, or one row of numbers or booleans, as one line of text.

    In a row, floats have at most ``digits`` decimals, and of a long row only some entries are
    shown. A single float has at most ``digits + 1`` significant digits.
    """
    if row.ndim == 0:
        return str(row) if row.dtype.kind in "biuO" else f"{row.item():.{digits + 1}g}"
    dots = " …" if len(row) > 4 * ENTRIES else ""
    if row.dtype == bool:
        return " ".join("■" if seen else "·" for seen in row[: 4 * ENTRIES]) + dots
    size = np.abs(row)
    tiny = bool(((size > NOTHING) & (size < 0.5 * 10.0**-digits)).any())  # would be shown as 0
    return np.array2string(
        np.where(size > NOTHING, row, 0 * row) if tiny else row,
        WIDTH * 99,
        digits,
        suppress_small=not tiny,
        threshold=ENTRIES,
        edgeitems=ENTRIES // 2,
    )


def show_difference(output: Any, expected: Any) -> tuple[str, str]:
    """Two short texts, of an output and of the expected output, that show where the two differ.

    An array is shown by its first differing row. If the outputs have several named parts, each part
    that differs is shown.
    """
    parts, wanted = parts_of(output), parts_of(expected)
    if parts and wanted and len(parts) > 1:
        pairs = {name: show_difference(parts[name], wanted[name]) for name in parts}
        glue = "\n" if any(np.ndim(part) for part in parts.values()) else ", "
        first, second = (
            glue.join(f"{name}: {pair[i]}" for name, pair in pairs.items() if pair[0] != pair[1])
            for i in (0, 1)
        )
        return first, second
    if parts and wanted:
        ((name, one),) = parts.items()
        first, second = show_difference(one, wanted[name])
        return f"{name}: {first}", f"{name}: {second}"
    if isinstance(output, int | float) and isinstance(expected, int):
        return str(output), str(expected)  # an integer with all its digits
    came, right = np.asarray(output), np.asarray(expected)
    if came.shape != right.shape or came.size == 0:
        return show(output), show(expected)
    label, came, right = differing_entries(came, right) if came.ndim else ("", came, right)
    for digits in (4, 7, 16):
        first, second = show_row(came, digits), show_row(right, digits)
        if first != second:
            break
    return label + first, label + second


def differing_entries(one: np.ndarray, other: np.ndarray) -> tuple[str, np.ndarray, np.ndarray]:
    """The first row in which two arrays differ, cut to a few entries; first a label for it."""
    index = first_difference(one, other)
    places = []
    if len(index) == 2 and len(one) > 1:
        places.append(f"row {index[0]}")
    elif len(index) > 2:
        places.append(f"at [{', '.join(map(str, index[:-1]))}]")
    one, other = one[index[:-1]], other[index[:-1]]
    if len(one) > ENTRIES:
        start = max(0, min(index[-1] - 1, len(one) - ENTRIES))
        one, other = one[start : start + ENTRIES], other[start : start + ENTRIES]
        places.append(f"entries {start} to {start + ENTRIES - 1}")
    return f"{', '.join(places)}: " if places else "", one, other


def first_difference(one: np.ndarray, other: np.ndarray) -> tuple[int, ...]:
    """The index of the first entry in which two arrays differ by more than rounding.

    If there is no such entry, it is the index of the entry in which they differ most.
    """
    with np.errstate(all="ignore"):
        far = ~np.isclose(one, other, rtol=1e-4, atol=1e-6)
        if not far.any():
            distance = np.nan_to_num(np.abs(np.subtract(one, other, dtype=float)))
            far = distance == distance.max()
    return tuple(int(i) for i in np.argwhere(far)[0])


def parts_of(output: Any) -> dict[str, Any]:
    """The entries of a dictionary or named tuple, by name; no entries for any other output."""
    return output if isinstance(output, dict) else getattr(output, "_asdict", dict)()


class Call(str):
    """A call of the student's function as text, with a shorter text for a verdict that is too long.

    The shorter text is the attribute ``short``.
    """

    short: str


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
    sizes = [np.size(argument) for argument in arguments]
    shown = [show_argument(argument) for argument in arguments]
    for i in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        if len(", ".join(shown)) + len(task) < lines * (WIDTH - LABEL - 5):
            break
        if sizes[i] > 1:
            shown[i] = f"array of shape {np.shape(arguments[i])}"
    return f"{task}({', '.join(shown)})"


def show_argument(argument: Any) -> str:
    """An argument of a call as Python code; floats are rounded to five significant digits.

    NaN and ∞ become ``nan`` and ``inf``, so the code runs only where these names are defined.
    """
    if isinstance(argument, np.ndarray):
        return f"np.array({significant(argument.tolist())})"
    return f"{argument:.5g}" if isinstance(argument, float) else repr(argument)


def significant(numbers: Any) -> Any:
    """A number, or nested lists of numbers, with each float rounded to five significant digits."""
    if isinstance(numbers, list):
        return [significant(number) for number in numbers]
    if isinstance(numbers, float):
        return float(f"{numbers:.5g}")
    return numbers


def bracketed(array: np.ndarray) -> str:
    """An array as text, in nested brackets, cut off after two lines of a verdict."""
    return shorten(str(significant(array.tolist())), 2 * (WIDTH - LABEL) - 20)


def show_shape(shape: Shape) -> str:
    sizes = ["any" if size is None else str(size) for size in shape]
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"


def kind_of(output: Any) -> str:
    name = type(output).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def first_lines(text: str) -> str:
    """The first few lines of a text; if there are more, a last line says how many more."""
    lines = [shorten(line, 2 * (WIDTH - LABEL) - 2) for line in text.splitlines()]
    if len(lines) <= PRINTED:
        return "\n".join(lines)
    more = len(lines) - PRINTED + 1
    return "\n".join([*lines[: PRINTED - 1], f"… and {more} more lines"])


def shorten(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]} …"


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
