"""The reference of the package: Sphinx's autodoc, taught the form of the package's docstrings.

A docstring is plain text: its lines that begin with “Source:” or “Raises:” become fields, its
columns tables, and its indented lines are shown as they are.
"""

import ast
import inspect
import re
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from bookpage import docstring_columns
from bookpage.paths import ROOT

PACKAGE = "payattention"
FIELD = re.compile(r"(Source|Raises): +")
MODULE = re.compile(r"~?\b(?:[a-z_]\w*\.)+(?=[A-Za-z])")  # in front of a class: torch.nn.modules.
CODE = re.compile(r"(``.+?``|`.+?`)")
MARKUP = re.compile(r"[*|]|_\b")  # would be read as reStructuredText
SHOWN = {"forward"}  # though it has no docstring: its shapes are what one looks up


@cache
def public_names(module: str) -> frozenset[str]:
    """The functions and classes that a module of the package defines or hands on."""
    path = ROOT / "src" / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names if alias.asname == alias.name}
    return frozenset(name for name in found if not name.startswith("_"))


def is_public(module: str, name: str) -> bool:
    """Whether a module of the package is in the reference, with this name."""
    parts = module.split(".")
    return (
        parts[0] == PACKAGE
        and f".. automodule:: {module}\n" in pages()
        and name in public_names(module)
    )


@cache
def pages() -> str:
    """The text of all pages of the reference."""
    files = sorted((ROOT / "book/reference").glob("*.md"))
    return "".join(file.read_text(encoding="utf-8") for file in files)


# ── what autodoc asks ─────────────────────────────────────────────────────────────────────────


def skip_member(
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Whether autodoc leaves out a member; None if autodoc decides."""
    if what == "module":
        return name not in public_names(app.env.temp_data["autodoc:module"])
    if inspect.isdatadescriptor(thing) and type(thing).__name__ == "_tuplegetter":
        return True  # a field of a named tuple, whose type its signature has said
    return False if name in SHOWN else None


def shorten_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, given: str, returned: str
) -> tuple[str | None, str | None]:
    """Drop the modules in front of the types."""
    short = [MODULE.sub("", text) if text else text for text in (given, returned)]
    return short[0], short[1]


def read_docstring(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Turn a docstring of the package into reStructuredText, in place."""
    lines[:] = restructured(lines)


def restructured(lines: list[str]) -> list[str]:
    """The reStructuredText of a docstring, which is given as dedented lines."""
    found: list[str] = []
    in_block = in_field = False
    waiting = list(lines)
    while waiting:
        line = waiting[0]
        if not in_field and docstring_columns.begins(line):
            columns, length = docstring_columns.restructured(waiting, escaped)
            found += ["", *columns, ""]
            in_block = False
            del waiting[:length]
            continue
        del waiting[0]
        indented = line.startswith(" ")
        if indented and not in_block and not in_field:
            found += ["", "::", ""]
        elif in_block and line and not indented:
            found.append("")
        in_block = bool(not in_field and (indented or (in_block and not line)))
        if in_block:
            found.append(line)
        elif field := FIELD.match(line):
            in_field = True
            found += ["", f":{field[1]}: {escaped(line[field.end() :])}"]
        else:
            in_field = in_field and bool(line)
            found.append("    " * in_field + escaped(line.strip()))
    return [*found, ""]


def escaped(text: str) -> str:
    """Plain text as reStructuredText; what stands in backticks stays as it is."""
    parts = CODE.split(text)
    parts[::2] = [MARKUP.sub(lambda sign: f"\\{sign[0]}", part) for part in parts[::2]]
    return "".join(parts)


def setup(app: Sphinx) -> None:
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-skip-member", skip_member)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", read_docstring)
