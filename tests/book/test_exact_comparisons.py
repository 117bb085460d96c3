"""Every exact comparison in an assertion of a page says why no rounding can decide it.

A page runs on processors that round differently. So its assertions leave a margin, and where one
compares exactly, a comment on that line gives the reason: ``# exact: read from the result file``.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("myst_nb", reason="the extra [book] is not installed")

from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig

PAGES = sorted((Path(__file__).parents[2] / "book").glob("*.md"))
EXACT = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
EXACT_CALLS = {"equal", "array_equal", "array_equiv"}
REASON = re.compile(r"#\s*exact: \w+")


def code_cells(page: Path) -> Iterator[str]:
    notebook = read_myst_markdown_notebook(page.read_text("utf-8"), config=MdParserConfig())
    yield from (cell.source for cell in notebook.cells if cell.cell_type == "code")


def counts_by_nature(side: ast.expr) -> bool:
    """Whether an expression is a shape or a length, which no floating-point number decides."""
    if isinstance(side, ast.Subscript):
        return counts_by_nature(side.value)
    if isinstance(side, ast.Tuple | ast.List):
        return bool(side.elts) and all(counts_by_nature(each) for each in side.elts)
    if isinstance(side, ast.Attribute):
        return side.attr == "shape"
    return isinstance(side, ast.Call) and isinstance(side.func, ast.Name) and side.func.id == "len"


def compares_exactly(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        exact = any(isinstance(operator, EXACT) for operator in node.ops)
        return exact and not any(counts_by_nature(side) for side in sides)
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return name in EXACT_CALLS
    return False


def lines_with_a_reason(source: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]
        for token in tokens
        if token.type == tokenize.COMMENT and REASON.search(token.string)
    }


def without_a_reason(source: str) -> list[str]:
    """The exact comparisons within the assertions of a cell that have no reason on their lines."""
    reasons = lines_with_a_reason(source)
    return [
        ast.unparse(node)
        for assertion in ast.walk(ast.parse(source))
        if isinstance(assertion, ast.Assert)
        for node in ast.walk(assertion.test)
        if compares_exactly(node)
        and not reasons & set(range(node.lineno, node.end_lineno + 1))
    ]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_an_exact_comparison_on_a_page_has_a_reason(page: Path) -> None:
    found = [each for cell in code_cells(page) for each in without_a_reason(cell)]
    assert found == []


def test_the_pages_have_assertions_to_look_at() -> None:
    assert sum(cell.count("assert ") for page in PAGES for cell in code_cells(page)) > 100


@pytest.mark.parametrize(
    "source",
    [
        "assert a == 1",
        "assert a != 1",
        "assert 0 < a == b",
        "assert a in [1, 2]",
        "assert a not in {1, 2}",
        "assert x.tolist() == [1, 2]",
        "assert (first, last) == (7, 12)",
        "assert torch.equal(a, b)",
        "assert a.equal(b)",
        "assert np.array_equal(a, b)",
        "assert close(a, b) and c == d",
        "assert (a == b).all()",
        "assert all(each == 1 for each in many)",
        "assert (x.shape, a) == ((2, 3), 7)",
        "assert a == 1  # as an exact: reason must begin",
        "assert a == 1  # exact:",
        "# exact: the line above\nassert a == 1",
        "assert (\n    a == 1\n    and b < 2  # exact: on another line\n)",
        "text = '# exact: no comment'; assert a == 1",
        "if a:\n    assert a == 1",
    ],
)
def test_an_exact_comparison_without_a_reason_is_found(source: str) -> None:
    assert len(without_a_reason(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "assert a == 1  # exact: integers",
        "assert (\n    a == 1  # exact: integers\n    and b < 2\n)",
        "assert x.tolist() == [\n    1,\n    2,\n]  # exact: integers",
        "assert a < 1 < b",
        "assert a is None",
        "assert torch.allclose(a, b, atol=1e-5)",
        "assert x.shape == (2, 3)",
        "assert x.shape[0] == 2",
        "assert len(x) == n",
        "assert (x.shape, y.shape) == ((2,), (3,))",
        "seen = a == 1",
        "assert all(a < 1 for a in many)",
    ],
)
def test_what_has_a_reason_or_a_margin_is_not_found(source: str) -> None:
    assert without_a_reason(source) == []
