"""A number that a page takes from a result file stands in a paragraph that links to its evidence.

A number that is computed on the page needs no link: its code stands there. The role `measured`
links by itself, and the strict build refuses one whose row is missing.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("myst_nb", reason="the extra [book] is not installed")

from tests.book.test_exact_comparisons import PAGES, code_cells

GLUED = re.compile(r"\{glue:text\}`([\w-]+)")
LINK = re.compile(r"\]\((?:#evidence|evidence/)")
SOURCES = {"results", "second_edition"}  # what reads a result file


def names_in(node: ast.AST) -> set[str]:
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found | {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}


def glues(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "glue"


def read_from_files(cells: Iterator[str]) -> set[str]:
    """The keys that the cells of a page glue, and whose values come from a result file."""
    tainted, keys = set(SOURCES), set()
    for cell in cells:
        for node in ast.walk(ast.parse(cell)):
            if isinstance(node, ast.Assign) and names_in(node.value) & tainted:
                tainted |= {name for target in node.targets for name in names_in(target)}
            elif glues(node) and any(names_in(value) & tainted for value in node.args[1:]):
                keys.add(ast.literal_eval(node.args[0]))
    return keys


def unlinked(page: Path) -> list[str]:
    keys = read_from_files(code_cells(page))
    paragraphs = page.read_text("utf-8").split("\n\n")
    return [
        key
        for paragraph in paragraphs
        for key in GLUED.findall(paragraph)
        if key in keys and not LINK.search(paragraph)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_number_of_a_result_file_stands_beside_a_link_to_its_evidence(page: Path) -> None:
    assert unlinked(page) == []


def test_a_number_without_a_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    cell = 'found = study.results()\nbest = found.max()\nglue("best", f"{best:.2f}")\nglue("n", 3)'
    front = "---\njupytext:\n  text_representation:\n    format_name: myst\n---\n\n"
    text = front + f"```{{code-cell}} ipython3\n{cell}\n```\n\nIt is {{glue:text}}`best`"
    page.write_text(f"{text} of {{glue:text}}`n`.\n")
    assert unlinked(page) == ["best"]
    page.write_text(f"{text} ([rows](#evidence-rows)).\n")
    assert unlinked(page) == []
