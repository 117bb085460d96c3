"""What a narrow page needs: formulas in parts, and comments in one column."""

from collections.abc import Callable
from types import ModuleType

import pytest


@pytest.mark.parametrize(
    ("tex", "rows"),
    [
        (r"a = b", [["a = b"]]),
        (r"a = b \qquad c = d", [["a = b", "c = d"]]),
        (r"a \qquad\text{so}\qquad b", [["a", r"\text{so}\quad b"]]),
        (r"\qry{a \qquad b}", [[r"\qry{a \qquad b}"]]),
        (r"\begin{aligned} a &= b \qquad c \\ d &= e \end{aligned}",
         [[r"\begin{aligned} a &= b \qquad c \\ d &= e \end{aligned}"]]),
        (r"\begin{gathered} a \qquad b \\ c \end{gathered}", [["a", "b"], ["c"]]),
        (r"\left( a \qquad b \right) \qquad c", [[r"\left( a \qquad b \right)", "c"]]),
    ],
)  # fmt: skip
def test_a_formula_is_cut_at_its_wide_spaces(
    tex: str, rows: list[list[str]], part: Callable[[str], ModuleType]
) -> None:
    assert part("formula_parts").rows_of(tex) == rows


def test_the_parts_of_a_formula_stay_in_one_element(part: Callable[[str], ModuleType]) -> None:
    def render(tex: str, options: dict[str, object] | None = None) -> str:
        return f'<span class="katex-display">[{tex}]</span>'

    shown = part("formula_parts").in_parts(render)(r"a \qquad b", {"displayMode": True})
    assert shown == '<span class="katex-display">[a] [b]</span>'


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("a = 1  # one\nbcd = 2  # two", "a = 1    # one\nbcd = 2  # two"),
        ("a = 1    # one\nbcd = 2  # two", "a = 1    # one\nbcd = 2  # two"),
        ('a = "  # no"\nb = 2  # two', 'a = "  # no"\nb = 2  # two'),
        ("# above\na = 1  # one", "# above\na = 1  # one"),
        ("%magic (  # not Python", "%magic (  # not Python"),
    ],
)
def test_comments_stand_below_each_other(
    code: str, shown: str, part: Callable[[str], ModuleType]
) -> None:
    assert part("comment_columns").aligned(code) == shown


def test_a_comment_stays_within_the_width_of_the_page(part: Callable[[str], ModuleType]) -> None:
    columns = part("comment_columns")
    code = f"{'a' * 60}  # b\nc  # {'d' * 40}"
    assert max(map(len, columns.aligned(code).split("\n"))) <= columns.WIDEST


def test_the_lowered_letter_stays_in_the_text(part: Callable[[str], ModuleType]) -> None:
    parts = part("lowered").parts("√dₖ?")
    assert "".join(node.astext() for node in parts) == "√dₖ?"
    assert [node.get("classes") for node in parts[1:2]] == [["lowered"]]
