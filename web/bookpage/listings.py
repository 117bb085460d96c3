"""Listings of source files: signatures and docstrings are short.

The caption is the file's path, and a link to the reference.
"""

import ast
import textwrap
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralInclude

from bookpage.paths import ROOT
from bookpage.reference import is_public

WIDTH = 72  # of a line of a shortened signature
WIDEST = 100  # of any line
NO_BREAK = "\N{NO-BREAK SPACE}"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Listing(LiteralInclude):
    """The directive `literalinclude`; the caption is by default the file's path in the project.

    A function or class (`:pyobject:`) is dedented; its docstrings are cut to their first line, and
    its signatures to names and shapes.
    """

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        file = Path(path).resolve()
        if file.is_relative_to(ROOT):
            shown = self.options.get("pyobject", "")
            self.options.setdefault("caption", caption(file.relative_to(ROOT), shown))
        listing = super().run()
        if "pyobject" in self.options:
            for node in listing:
                for block in node.findall(nodes.literal_block):
                    block[:] = [nodes.Text(code := shortened(block.astext()))]
                    block.rawsource = code
        return listing


def caption(file: Path, shown: str) -> str:
    """The path of a file, and a link to the reference of what is shown, if it has one."""
    module, name = ".".join(file.with_suffix("").parts[1:]), shown.partition(".")[0]
    path = file.as_posix()
    return f"{path} {{py:obj}}`source <{module}.{name}>`" if is_public(module, name) else path


def shortened(code: str) -> str:
    """Dedent Python code, cut docstrings to their first line and signatures to names and shapes."""
    code = textwrap.dedent(code)
    lines = code.splitlines()
    edits: list[
        tuple[int, int, list[str]]
    ] = []  # the lines from one to before another, and new ones
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, Function | ast.ClassDef):
            continue
        body, shapes = node.body[0].lineno - 1, []
        starts_line = not lines[body][: node.body[0].col_offset].strip()
        if isinstance(node, Function) and is_annotated(node) and starts_line:
            shapes = shapes_of(node)
            edits.append((node.lineno - 1, body, signature(node)))
        end = body
        if ast.get_docstring(node):
            end = node.body[0].end_lineno or body
            shown = [lines[body]]
            if end > body + 1:  # the quotes stand behind it, or below where it fills its line
                indent, full = " " * node.body[0].col_offset, len(shown[0]) + 3 > WIDEST
                shown = [*shown, f'{indent}"""'] if full else [f'{shown[0]}"""']
            shapes = [*shown, *shapes]
        edits.append((body, end, shapes))
    for start, end, new in sorted(edits, reverse=True):
        lines[start:end] = new
    return "\n".join(lines) + "\n"


# ── signatures ────────────────────────────────────────────────────────────────────────────────


def arguments(node: Function) -> list[ast.arg]:
    found = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return found + [one for one in (node.args.vararg, node.args.kwarg) if one]


def is_annotated(node: Function) -> bool:
    return any([node.returns, *(argument.annotation for argument in arguments(node))])


def shapes_of(node: Function) -> list[str]:
    """A comment that names the shapes in a signature: those of the arguments, then the result's."""
    given = [(argument.arg, dimensions(argument.annotation)) for argument in arguments(node)]
    words = [f"{name} {shapes[0]}" for name, shapes in given if shapes]
    if returned := dimensions(node.returns):
        words.append(f"→ {', '.join(returned)}")
    indent = " " * (node.col_offset + 4)
    unbroken = "  ".join(word.replace(" ", NO_BREAK) for word in words)
    start = {"initial_indent": f"{indent}# ", "subsequent_indent": f"{indent}# "}
    lines = textwrap.wrap(unbroken, WIDTH, break_long_words=False, **start) if words else []
    return [line.replace(NO_BREAK, " ") for line in lines]


def dimensions(annotation: ast.expr | None) -> list[str]:
    """The shapes that an annotation names, such as (batch, queries, d_k)."""
    texts = [node.value for node in ast.walk(annotation or ast.Pass())
             if isinstance(node, ast.Constant) and isinstance(node.value, str)]  # fmt: skip
    return [f"({', '.join(map(dimension, text.split()))}{',' * (len(text.split()) == 1)})"
            for text in texts]  # fmt: skip


def dimension(name: str) -> str:
    return "…" if name.startswith("*") else name.lstrip("#")


def signature(node: Function) -> list[str]:
    """The lines of a signature without annotations."""
    for argument in arguments(node):
        argument.annotation = None
    indent, given = " " * node.col_offset, ast.unparse(node.args)
    line = f"{indent}def {node.name}({given}):"
    if len(line) <= WIDTH:
        return [line]
    inner = f"{indent}    "
    wrapped = textwrap.wrap(given, WIDTH, initial_indent=inner, subsequent_indent=inner)
    return [f"{indent}def {node.name}(", *wrapped, f"{indent}):"]


def setup(app: Sphinx) -> None:
    app.add_directive("literalinclude", Listing, override=True)
