"""What a cell's code says, read and not run."""

import ast
import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from IPython.core.inputtransformer2 import TransformerManager

NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)  # the last two: nested too deep
RECENT = 200  # cells: the instructor's, which come again with each submission, and one of those
LONG = 10_000  # characters from which on a cell's tree, 100 times as large, is not kept long
MOST_READ = 50_000  # characters: IPython reads the whole cell again for each magic in it
ASSIGNED = r"[ \t]*+(?:\w[\w., \t]*+=[ \t]*+)?+"  # indentation, and perhaps “x = ”
COMMAND = r"[%!?](?:\\\n|[^\n])*+"  # to the end of the line, and of those that continue it
MAGIC = re.compile(
    rf"^(?P<before>{ASSIGNED})(?P<magic>{COMMAND}|[\w.]++\?++[ \t]*+$)", re.MULTILINE
)


class Cell(NamedTuple):
    """A cell's Python, and the magics and shell commands in it as they were typed."""

    python: str
    magics: list[str]


def without_magics(source: str) -> Cell:
    """Take a cell apart, in one pass. What a cell magic such as ``%%time`` runs counts as Python.

    This is not exact, as IPython is, which takes seconds for a cell of a few hundred magics.
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
    """The syntax tree of a cell without its magics; None where it is not Python."""
    return parse_long(source) if len(source) > LONG else parse_once(source)


def parse_anew(source: str) -> ast.Module | None:
    found = tree_or_error(source)  # most cells are Python as they stand
    if not isinstance(found, ast.Module):
        found = tree_or_error(without_magics(source).python)
    return found if isinstance(found, ast.Module) else None


parse_once = functools.lru_cache(maxsize=RECENT)(parse_anew)
parse_long = functools.lru_cache(maxsize=1)(parse_anew)


def tree_or_error(text: str) -> ast.Module | Exception:
    """The syntax tree of a text, or why there is none.

    That need not be a SyntaxError: a sum of thousands of terms is nested too deeply for a tree.
    """
    try:
        return ast.parse(text)
    except NOT_PYTHON as error:
        return error


def syntax_error(source: str) -> SyntaxError | None:
    """Why a cell is not Python; None where it is. Its ``lineno`` is the line of the cell."""
    if parse(source) is not None:
        return None
    cell = without_magics(source)
    if max(1, len(cell.magics)) * len(source) > MOST_READ:
        found = tree_or_error(cell.python)
    else:
        found = tree_or_error(TransformerManager().transform_cell(source))
    return found if isinstance(found, SyntaxError) else None


@functools.lru_cache(maxsize=RECENT)
def names_defined(source: str) -> frozenset[str]:
    """The names that a cell binds at its top level, functions and classes included."""
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
    """The names that the imports of a cell bind, wherever in it they stand."""
    nodes = walk(source)
    aliases = [a for n in nodes if isinstance(n, ast.Import | ast.ImportFrom) for a in n.names]
    return frozenset(alias.asname or alias.name.partition(".")[0] for alias in aliases)


@functools.lru_cache(maxsize=RECENT)
def names_used(source: str) -> frozenset[str]:
    """The names that a cell speaks of."""
    return frozenset(node.id for node in walk(source) if isinstance(node, ast.Name))


def walk(source: str) -> Iterator[ast.AST]:
    """All of a cell's syntax; nothing where it is not Python."""
    tree = parse(source)
    return ast.walk(tree) if tree else iter(())
