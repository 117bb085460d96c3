"""Analyse the code of notebook cells without running it."""

import ast
import functools
import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from IPython.core.inputtransformer2 import TransformerManager

NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)  # the last two: nested too deep
RECENT = 200  # cached cells: the instructor's, which recur, and one submission's
LONG = 10_000  # characters; of longer cells, one tree is cached: it is 100 times as large
MOST_READ = 50_000  # characters: IPython parses the whole cell once for each of its magics
ASSIGNED = r"[ \t]*+(?:\w[\w., \t]*+=[ \t]*+)?"  # indentation, and perhaps “x = ”
COMMAND = r"[%!?](?:[^\\\n]|\\\n?)*"  # to the end of the line and of its continuation lines
MAGIC = re.compile(
    rf"^(?P<before>{ASSIGNED})(?P<magic>{COMMAND}|[\w.]++\?++[ \t]*+$)", re.MULTILINE
)


class Cell(NamedTuple):
    """The parts of a cell: its Python code, and the text of each magic and each shell command."""

    python: str
    magics: list[str]


def without_magics(source: str) -> Cell:
    """Separate the Python code of a cell from its IPython magics and shell commands.

    In the code, ``pass`` replaces each magic or command: ``!ls`` becomes ``pass``, and ``x = !ls``
    becomes ``x = None``. The line of a cell magic such as ``%%time`` is removed; the code below it
    is kept as Python. The magics are found by a fast search, which can be wrong. IPython can find
    them exactly, but takes seconds for a cell with a few hundred magics.
    """
    lines = source.splitlines(keepends=True)
    clean: list[Any] = TransformerManager().cleanup_transforms  # of prompts and indentation
    for transform in clean:
        lines = transform(lines)
    magics = [lines.pop(0).strip()] if lines and lines[0].startswith("%%") else []

    def nothing(found: re.Match) -> str:
        magics.append(found["magic"])
        return found["before"] + ("None" if "=" in found["before"] else "pass")

    return Cell(MAGIC.sub(nothing, "".join(lines)), magics)


def parse(source: str) -> ast.Module | None:
    """The syntax tree of a cell without its magics; None if the cell is not valid Python."""
    return parse_long(source) if len(source) > LONG else parse_once(source)


def parse_anew(source: str) -> ast.Module | None:
    found = tree_or_error(source)  # most cells are Python as they stand
    if not isinstance(found, ast.Module):
        found = tree_or_error(without_magics(source).python)
    return found if isinstance(found, ast.Module) else None


parse_once = functools.lru_cache(maxsize=RECENT)(parse_anew)
parse_long = functools.lru_cache(maxsize=1)(parse_anew)


def tree_or_error(text: str) -> ast.Module | Exception:
    """The syntax tree of the Python code ``text``, or the exception that the parser raises.

    The exception is not always a SyntaxError. For example, a sum of thousands of terms is nested
    too deeply to parse, which is a RecursionError.
    """
    try:
        return ast.parse(text)
    except NOT_PYTHON as error:
        return error


def syntax_error(source: str) -> SyntaxError | None:
    """The SyntaxError in the source of a cell; None if there is none.

    The ``lineno`` of the error is a line number in the cell. It may be too small if a cell magic
    such as ``%%time``, or a shell command of several lines, precedes the error. An error below a
    cell magic may not be found.
    """
    if parse(source) is not None:
        return None
    cell = without_magics(source)
    if max(1, len(cell.magics)) * len(source) > MOST_READ:
        found = tree_or_error(cell.python)
    else:
        found = tree_or_error(TransformerManager().transform_cell(source))
    if not isinstance(found, SyntaxError):
        return None
    if found.lineno:
        found.lineno += empty_lines_before(source)  # IPython removes them
    return found


def empty_lines_before(source: str) -> int:
    """The number of blank lines at the beginning of a cell."""
    return len(list(itertools.takewhile(str.isspace, source.splitlines(keepends=True))))


@functools.lru_cache(maxsize=RECENT)
def names_defined(source: str) -> frozenset[str]:
    """The functions, classes and variables (``name = …``) that a cell defines at its top level."""
    tree = parse(source)
    names: set[str] = set()
    for statement in tree.body if tree else []:
        match statement:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(name)]):
                names.add(name)
    return frozenset(names)


@functools.lru_cache(maxsize=RECENT)
def names_imported(source: str) -> frozenset[str]:
    """The names that the import statements of a cell bind, at any place in the cell."""
    nodes = walk(source)
    aliases = [a for n in nodes if isinstance(n, ast.Import | ast.ImportFrom) for a in n.names]
    return frozenset(alias.asname or alias.name.partition(".")[0] for alias in aliases)


@functools.lru_cache(maxsize=RECENT)
def names_used(source: str) -> frozenset[str]:
    """The names that a cell's code reads or assigns: ``y``, ``f`` and ``a`` in ``y = f(a.b)``."""
    return frozenset(node.id for node in walk(source) if isinstance(node, ast.Name))


def walk(source: str) -> Iterator[ast.AST]:
    """All nodes of a cell's syntax tree; none if the cell is not valid Python."""
    tree = parse(source)
    return ast.walk(tree) if tree else iter(())
