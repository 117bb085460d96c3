"""Columns in a docstring: lines whose parts stand below each other, two or more spaces apart.

They become a table; formulas beside each other stay as they are written.
"""

import re
from collections.abc import Callable

ROW = re.compile(r"\S.*? {2,}\S")
GAP = re.compile(r" {2,}")
FORMULA = re.compile(r"\S+ = |\(.*\) = ")
LONGEST = 30  # letters of a name; what is longer is no first column
HEAD = "name"  # of the first column, where a table says what its columns are


def begins(line: str) -> bool:
    """Whether a line that is not indented begins with columns or with formulas side by side."""
    cells = GAP.split(line)
    return bool(ROW.match(line)) and (len(cells[0]) <= LONGEST or bool(FORMULA.match(line)))


def restructured(lines: list[str], escaped: Callable[[str], str]) -> tuple[list[str], int]:
    """The columns with which the lines begin as reStructuredText, and how many lines they take."""
    if FORMULA.match(lines[0]):
        end = next((i for i, line in enumerate(lines) if not line), len(lines))
        return ["::", "", *(f"    {line}" for line in lines[:end])], end
    end = 1
    while end < len(lines) and belongs(lines[end], second_column(lines[0])):
        end += 1
    return table(rows(lines[:end]), escaped), end


def second_column(line: str) -> int:
    gap = GAP.search(line)
    return gap.end() if gap else 0


def belongs(line: str, column: int) -> bool:
    """Whether a line is a row, the rest of one, or a row whose name fills its column."""
    fills = line[column - 1 : column] == " " and " " not in line[: column - 1].strip()
    return bool(line) and (line.startswith("  ") or bool(ROW.match(line)) or fills)


def rows(lines: list[str]) -> list[list[str]]:
    """The cells of each row; a line that is indented goes on with the last cell."""
    firsts = [line for line in lines if not line.startswith("  ")]
    uniform = len({len(GAP.split(line)) for line in firsts}) == 1
    starts = sorted({gap.end() for line in firsts for gap in GAP.finditer(line)})
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("  "):
            found[-1][-1] += f" {line.strip()}"
        elif uniform:
            found.append(GAP.split(line))
        elif len(starts) == 1 or max(map(len, map(GAP.split, firsts))) == 2:
            found.append([line[: starts[0]].strip(), line[starts[0] :].strip()])
        else:
            found.append(cut(line, starts))
    return found


def cut(line: str, starts: list[int]) -> list[str]:
    """The parts of a line that begin in columns; a column in which nothing begins is empty."""
    places = [place for place in starts if line[place - 1 : place] == " "]
    ends = dict(zip([0, *places], [*places, len(line)], strict=True))
    return [line[place : ends[place]].strip() if place in ends else "" for place in [0, *starts]]


def table(cells: list[list[str]], escaped: Callable[[str], str]) -> list[str]:
    head = ["   :header-rows: 1"] if cells[0][0] == HEAD else []
    found = [".. list-table::", "   :widths: auto", "   :class: columns", *head, ""]
    for row in cells:
        for number, cell in enumerate(row):
            mark = "- " if number else "* - "
            found.append(f"   {mark:>4}{escaped(cell)}".rstrip())
    return found
