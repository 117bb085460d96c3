"""What a cell's code says, read and not run."""

import ast
import contextlib
import functools
from collections.abc import Iterator

from IPython.core.inputtransformer2 import TransformerManager

RECENT = 200  # cells: the instructor's, which come again with each submission, and one of those


@functools.lru_cache(maxsize=RECENT)
def parse(source: str) -> ast.Module | None:
    """The syntax tree of a cell, magics included; None where it is not Python."""
    with contextlib.suppress(SyntaxError):
        return ast.parse(source)  # most cells are Python as they stand
    with contextlib.suppress(SyntaxError):
        return ast.parse(TransformerManager().transform_cell(source))
    return None


def syntax_error(source: str) -> SyntaxError | None:
    """Why a cell is not Python; None where it is. Its ``lineno`` is the line of the cell."""
    if parse(source) is not None:
        return None
    try:
        ast.parse(TransformerManager().transform_cell(source))
    except SyntaxError as error:
        return error
    return None


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
