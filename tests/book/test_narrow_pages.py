"""What a narrow page needs: formulas in parts, comments in one column, and nothing cut."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bs4 import BeautifulSoup
from tests.book.chapters import BELOW

PHONE = {"width": 390, "height": 844}
SMALLEST, SMALLEST_LOWERED = 10.9, 10.0  # pixels of letters as shown, and of lowered ones
# What is wider than its box, and letters outside of drawings or too small in them.
CUT = """async ([smallest, lowered]) => {
  const found = [];
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {  // a box is fitted when near
    scrollTo(0, y);
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  }
  for (const box of document.querySelectorAll(
      "article :is(.katex-display, .pst-scrollable-table-container)"))
    if (box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
      found.push(`wide: ${box.textContent.trim().slice(0, 50)}`);
  for (const shown of document.querySelectorAll("article figure img:not(.terminal)")) {
    const { currentSrc, clientWidth } = shown;
    if (!currentSrc.endsWith(".svg")) continue;
    const text = await (await fetch(currentSrc)).text();
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    drawing.style.cssText = `position: absolute; width: ${clientWidth}px; height: auto`;
    document.body.append(drawing);
    const edge = drawing.getBoundingClientRect();
    for (const letters of drawing.querySelectorAll("text")) {
      const box = letters.getBoundingClientRect();
      const words = letters.textContent.trim();
      if (!words) continue;
      const { a, b } = letters.getScreenCTM();
      const size = (part) => parseFloat(getComputedStyle(part).fontSize) * Math.hypot(a, b);
      if (box.right > edge.right + 2 || box.left < edge.left - 2) found.push(`cut: ${words}`);
      if (size(letters) < smallest) found.push(`small: ${words}`);
      if (letters.closest("[id^=figure_]")) continue;  // the exponents of a chart
      if ([...letters.querySelectorAll("tspan")].some((part) => size(part) < lowered))
        found.push(`small: ${words}`);
    }
    drawing.remove();
  }
  return found;
}"""


def test_on_a_phone_nothing_is_wider_than_its_column_and_letters_can_be_read(
    site: str, book: Path, visit: Callable[..., Any]
) -> None:
    page = visit("about:blank", viewport=PHONE)
    for path in [*sorted(book.glob("0*.html")), *(book / f"{name}.html" for name in BELOW)]:
        page.goto(f"{site}/{path.name}")
        page.evaluate("document.fonts.ready")
        page.evaluate("for (const image of document.images) image.loading = 'eager'")
        assert page.evaluate(CUT, [SMALLEST, SMALLEST_LOWERED]) == [], path.name


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


def test_a_line_and_its_comment_are_one_element_with_the_same_text(
    part: Callable[[str], ModuleType],
) -> None:
    before, after = '<div class="highlight"><pre><span></span>', "\n</pre></div>"
    listing = [
        '<span class="c1"># alone</span>',
        '    <span class="n">a</span>  <span class="c1"># behind</span>',
        '<span class="n">b</span>',
    ]
    page = before + "\n".join(listing) + after
    shown = BeautifulSoup(part("comment_columns").marked(page), "html.parser")
    assert shown.text == BeautifulSoup(page, "html.parser").text
    assert [line.text for line in shown.select(".commented")] == ["a  # behind"]


def test_on_a_phone_every_comment_is_seen_above_its_line(site: str, visit: Callable) -> None:
    page = visit(f"{site}/03-dot-product.html", viewport=PHONE)
    above = """() => [...document.querySelectorAll("article .commented")]
      .filter((line) => line.checkVisibility())
      .map((line) => [line, ...line.children].map((part) => part.getBoundingClientRect()))
      .map(([, code, comment]) => comment.bottom <= code.top + 1 && comment.right < innerWidth)"""
    seen = page.evaluate(above)
    assert len(seen) > 10
    assert all(seen)


def test_the_lowered_letter_stays_in_the_text(part: Callable[[str], ModuleType]) -> None:
    parts = part("lowered").parts("√dₖ?")
    assert "".join(node.astext() for node in parts) == "√dₖ?"
    assert [node.get("classes") for node in parts[1:2]] == [["lowered"]]


def test_a_margin_note_in_the_text_is_one_line_until_it_is_opened(
    site: str, visit: Callable[..., Any]
) -> None:
    page = visit(f"{site}/01-rnn-limits.html", viewport=PHONE)
    note = page.locator("aside.margin").first
    closed = note.bounding_box()["height"]
    assert closed < 40
    note.locator("summary").click()
    assert note.bounding_box()["height"] > 2 * closed
    page = visit(f"{site}/01-rnn-limits.html", viewport={"width": 1440, "height": 844})
    assert page.locator("aside.margin summary").count() == 0
