"""Show outputs in a verdict, as short texts."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from payattention_checks.calls import called, significant
from payattention_checks.layout import LABEL, RULE, WIDTH, shorten
from payattention_checks.read import Shape, n_entries, part_of

EXPECTED = "Expected"  # the key of a right output in what `details_for` returns
ROWS, ENTRIES = 3, 10  # how many rows and entries of an array are shown
NOTHING = 1e-12  # smaller numbers are shown as 0


def show_smallest(
    failing: Sequence[tuple[Any, Any]],
    task: str,
    rule: str | Callable[[Any], str],
    details_for: Callable[[Any, Any], dict[str, Any]] | None,
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
    more = dict(details_for(output, case)) if details_for else {}
    expected = more.pop(EXPECTED, None)
    if wrong_parts:
        parts = wrong_parts(output, case)
        output = {part.name: part_of(output, part.name) for part in parts}
        expected = expected and {part.name: part_of(expected, part.name) for part in parts}
    shown = called(task, case[:n_arguments])
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
        return " ".join("■" if entry else "·" for entry in row[: 4 * ENTRIES]) + dots
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
    found, right = np.asarray(output), np.asarray(expected)
    if found.shape != right.shape or found.size == 0:
        return show(output), show(expected)
    label, found, right = differing_entries(found, right) if found.ndim else ("", found, right)
    for digits in (4, 7, 16):
        first, second = show_row(found, digits), show_row(right, digits)
        if first != second:
            break
    return label + first, label + second


def differing_entries(one: np.ndarray, other: np.ndarray) -> tuple[str, np.ndarray, np.ndarray]:
    """The first row in which two arrays differ, cut to a few entries; first a label for it."""
    index = first_difference(one, other)
    labels = []
    if len(index) == 2 and len(one) > 1:
        labels.append(f"row {index[0]}")
    elif len(index) > 2:
        labels.append(f"at [{', '.join(map(str, index[:-1]))}]")
    one, other = one[index[:-1]], other[index[:-1]]
    if len(one) > ENTRIES:
        start = max(0, min(index[-1] - 1, len(one) - ENTRIES))
        one, other = one[start : start + ENTRIES], other[start : start + ENTRIES]
        labels.append(f"entries {start} to {start + ENTRIES - 1}")
    return f"{', '.join(labels)}: " if labels else "", one, other


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


def bracketed(array: np.ndarray) -> str:
    """An array as text, in nested brackets, cut off after two lines of a verdict."""
    return shorten(str(significant(array.tolist())), 2 * (WIDTH - LABEL) - 20)


def an_array_of(shape: Shape | None) -> str:
    if shape is None:
        return "an array"
    return f"an array of shape {show_shape(shape)}" if shape else "one number"


def show_shape(shape: Shape) -> str:
    sizes = ["any" if size is None else str(size) for size in shape]
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"


def kind_of(output: Any) -> str:
    name = type(output).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
