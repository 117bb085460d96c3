"""How much a notebook may hold, so that reading it takes no more than moments and megabytes.

A few megabytes of JSON can become gigabytes of Python's objects, and a few hundred kilobytes of
code take minutes to parse. So these bounds are checked on the text, before it is parsed, and on the
cells, before anything looks into their code. A person's notebook comes near them by its outputs
alone, and those are not graded: the sentence says how to clear them.
"""

import json
import re

from nbformat import NotebookNode

from classroom.course import CourseError

LARGEST = 20_000_000  # bytes
MOST_VALUES = 250_000  # in lists and objects: each line of an output is one
DEEPEST = 50  # lists and objects in one another
MOST_CELLS = 1_000
LONGEST_CELL = 50_000  # characters of code
MOST_CODE = 200_000  # characters, of all cells

TOO_MUCH = "clear its outputs (in JupyterLab, Edit → Clear Outputs of All Cells) and save it"
BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}
HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a character that JSON writes in two


def checked(text: str) -> str:
    """The JSON of a notebook that is small enough to be parsed, with “?” for half a character.

    Raises CourseError if it holds too much, ValueError and RecursionError if it is no JSON.
    """
    skeleton = outside_of_strings(text)
    opened = skeleton.count("[") + skeleton.count("{")
    if opened + skeleton.count(",") > MOST_VALUES:
        raise CourseError(f"it holds more than {MOST_VALUES:,} values: {TOO_MUCH}")
    if opened > DEEPEST and depth(skeleton) > DEEPEST:
        raise CourseError(f"it has lists in lists, more than {DEEPEST} deep: {TOO_MUCH}")
    if HALF.search(text):
        whole = json.dumps(json.loads(text), ensure_ascii=False)
        return whole.encode(errors="replace").decode()
    return text


def outside_of_strings(text: str) -> str:
    """A JSON text without the contents of its strings."""
    plain = text.replace(r"\\", "").replace(r"\"", "")
    return "".join(plain.split('"')[::2])


def depth(skeleton: str) -> int:
    now = deepest = 0
    for sign in skeleton:
        now += BRACKETS.get(sign, 0)
        deepest = max(deepest, now)
    return deepest


def check_cells(notebook: NotebookNode) -> None:
    """Raises CourseError if there are more cells, or there is more code, than may be read."""
    if len(notebook.cells) > MOST_CELLS:
        raise CourseError(f"it has more than {MOST_CELLS:,} cells")
    code = [len(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    if max(code, default=0) > LONGEST_CELL:
        raise CourseError(f"a cell of it has more than {LONGEST_CELL:,} characters of code")
    if sum(code) > MOST_CODE:
        raise CourseError(f"its cells have more than {MOST_CODE:,} characters of code")
