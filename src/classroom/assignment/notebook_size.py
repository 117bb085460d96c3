"""Limits to the size of a notebook, so that reading it takes little time and memory.

A few megabytes of JSON can become gigabytes of Python objects, and a few hundred kilobytes of code
can take minutes to parse. So the limits are checked on the text before the JSON is parsed, and on
the cells before their code is parsed. An ordinary notebook can exceed only the limits on the text,
and only by its outputs. The outputs are not graded, so the error message says how to clear them.
"""

import json
import re

from nbformat import NotebookNode

from classroom.course import CourseError

LARGEST = 20_000_000  # bytes
LARGEST_WITH_OUTPUTS = 100_000_000  # bytes, if the outputs are cut before it is parsed
MOST_VALUES = 250_000  # in lists and objects: each line of an output is one
DEEPEST = 50  # nested lists and objects
MOST_CELLS = 1_000
LONGEST_CELL = 50_000  # characters of code
MOST_CODE = 200_000  # characters, of all cells

TOO_MUCH = "clear its outputs (in JupyterLab, Edit → Clear Outputs of All Cells) and save it"
BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}
NO_BRACKETS = re.compile(r"[^\[\]{}]+")
# From the key of a cell's outputs to their list, in JSON: inside a string, its quotes have a “\\”.
OUTPUTS = re.compile(r'"outputs"\s*+:\s*+\[')
STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
TO_BRACKET = re.compile(rf'(?:[^"\[\]{{}}]++|{STRING})*+([\[\]{{}}])', re.DOTALL)
MOST_LISTS = 2_000_000  # in the outputs that are cut
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # a surrogate: half of a character in JSON


class TooLarge(CourseError):
    """A notebook is too large to be read. Perhaps it is small enough without its outputs."""


def checked(text: str) -> str:
    """Check that the JSON text of a notebook is small enough to parse; return the text.

    In the returned text, “?” replaces each lone surrogate. Raises CourseError if the text has too
    many values, or too deeply nested ones. May raise ValueError or RecursionError if the text is
    not JSON.
    """
    skeleton = outside_of_strings(text)
    opened = skeleton.count("[") + skeleton.count("{")
    if opened + skeleton.count(",") > MOST_VALUES:
        raise TooLarge(f"it holds more than {MOST_VALUES:,} JSON values; {TOO_MUCH}")
    if opened > DEEPEST and depth(skeleton) > DEEPEST:
        raise TooLarge(f"it has lists inside lists, more than {DEEPEST} deep; {TOO_MUCH}")
    if SURROGATE.search(text):
        unescaped = json.dumps(json.loads(text), ensure_ascii=False)
        return unescaped.encode(errors="replace").decode()
    return text


def without_outputs(text: str) -> str:
    """The JSON text of a notebook, with an empty list in place of each cell's outputs.

    The text is not parsed, so neither time nor memory depend on what the outputs hold. Raises
    ValueError if the text ends inside a list of outputs, CourseError if the outputs hold too many
    lists and objects.
    """
    parts, at, left = [], 0, MOST_LISTS
    while found := OUTPUTS.search(text, at):
        parts += [text[at : found.end()], "]"]
        at, depth = found.end(), 1
        while depth:
            bracket = TO_BRACKET.match(text, at)
            left -= 1
            if bracket is None:
                raise ValueError("a list of outputs has no end")
            if not left:
                raise CourseError(f"its outputs hold more than {MOST_LISTS:,} lists; {TOO_MUCH}")
            depth += BRACKETS[bracket[1]]
            at = bracket.end()
    return "".join([*parts, text[at:]])


def outside_of_strings(text: str) -> str:
    """A JSON text with all its strings removed."""
    plain = text.replace(r"\\", "").replace(r"\"", "")
    return "".join(plain.split('"')[::2])


def depth(skeleton: str) -> int:
    """How many lists and objects are inside one another; more than `DEEPEST` are not counted all.

    The innermost ones are removed until none is left. Of text that is not JSON, those without an
    end count, too.
    """
    brackets, levels = NO_BRACKETS.sub("", skeleton), 0
    brackets = brackets.replace("{", "[").replace("}", "]")
    while "[]" in brackets and levels <= DEEPEST:
        brackets, levels = brackets.replace("[]", ""), levels + 1
    return levels + brackets.count("[")


def check_cells(notebook: NotebookNode) -> None:
    """Raise CourseError if a notebook has too many cells, or too much code."""
    if len(notebook.cells) > MOST_CELLS:
        raise CourseError(f"it has more than {MOST_CELLS:,} cells")
    code = [len(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    if max(code, default=0) > LONGEST_CELL:
        raise CourseError(f"one of its cells has more than {LONGEST_CELL:,} characters of code")
    if sum(code) > MOST_CODE:
        raise CourseError(f"its cells have more than {MOST_CODE:,} characters of code together")
