"""Listings of source files: the caption is the file's path, and long docstrings are shortened."""

import ast
import textwrap
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralInclude

from bookpage.paths import ROOT


class Listing(LiteralInclude):
    """The directive `literalinclude`; the caption is by default the file's path in the project.

    A function or class (`:pyobject:`) is dedented, and its docstrings are cut to their first line.
    """

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        file = Path(path).resolve()
        if file.is_relative_to(ROOT):
            self.options.setdefault("caption", file.relative_to(ROOT).as_posix())
        listing = super().run()
        if "pyobject" in self.options:
            for node in listing:
                for block in node.findall(nodes.literal_block):
                    block[:] = [nodes.Text(code := shortened(block.astext()))]
                    block.rawsource = code
        return listing


def shortened(code: str) -> str:
    """Dedent Python code, and cut each docstring to its first line."""
    code = textwrap.dedent(code)
    lines: list[str | None] = list(code.splitlines())
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or not ast.get_docstring(node):
            continue
        docstring = node.body[0]
        first, last = docstring.lineno - 1, docstring.end_lineno
        if last - first > 1:
            lines[first] = f'{lines[first]}"""'
            lines[first + 1 : last] = [None] * (last - first - 1)
    return "\n".join(line for line in lines if line is not None) + "\n"


def setup(app: Sphinx) -> None:
    app.add_directive("literalinclude", Listing, override=True)
