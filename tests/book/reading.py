"""How much there is to read on a built page: visible words, numerals, screens.

python -m tests.book.reading _build/html/04-multi-head.html …
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

WORD = re.compile(r"[^\W\d_][\w’'-]*")
NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
UNREAD = (  # code, formulas, what is folded or outside the text
    "script", "style", "svg", ".katex", "pre", "details", "nav", ".headerlink", ".demo", "button",
    ".hidden", ".math", "sup", ".tag_hide-input .cell_input", "code", ".visually-hidden",
)  # fmt: skip


class Reading(NamedTuple):
    """What a page asks of its reader."""

    words: int
    numerals: int
    crowded: list[str]  # paragraphs with more than three numerals

    @property
    def density(self) -> float:
        """Numerals in 100 words."""
        return 100 * self.numerals / max(1, self.words)


def measure(page: Path) -> Reading:
    """Count the visible words of a built page, and the numerals among them.

    Numbers of sections, figures and equations, and years of citations, are not counted. The words
    of outputs are counted, their numerals are not.
    """
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    article = soup.select_one("article") or soup
    outputs = sum(
        len(WORD.findall(output.get_text(" "))) for output in article.select(".cell_output pre")
    )
    for unread in article.select(", ".join(UNREAD)):
        unread.decompose()
    words = outputs + len(WORD.findall(article.get_text(" ")))
    numerals, crowded = 0, []
    for block in article.select("p, li > p, td, figcaption, dd"):
        count = len(NUMERAL.findall(_counted(block)))
        numerals += count
        if count > 3 and block.name == "p":
            crowded.append(block.get_text(" ", strip=True)[:80])
    return Reading(words, numerals, crowded)


def _counted(block: Tag) -> str:
    block = BeautifulSoup(str(block), "html.parser")  # type: ignore[assignment]
    for link in block.select("a.reference, .section-number, .caption-number"):
        if "evidence-" not in str(link.get("href", "")):
            link.decompose()
    return block.get_text(" ")


def main() -> None:
    for name in sys.argv[1:]:
        found = measure(Path(name))
        print(f"{Path(name).stem:20} {found.words:6,} words, {found.density:.1f} numerals in 100")
        for paragraph in found.crowded:
            print(f"    crowded: {paragraph}")


if __name__ == "__main__":
    main()
