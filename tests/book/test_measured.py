"""Measured numbers: read from the result files, and linked to where they are measured."""

import re
from pathlib import Path

from bs4 import BeautifulSoup
from tests.book.chapters import CHAPTERS


def read(book: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((book / f"{name}.html").read_text("utf-8"), "html.parser")


def test_every_entry_of_the_comparisons_leads_to_its_measurement(book):
    page = read(book, "comparisons")
    cells = page.select("article tbody td:not(:first-child)")
    cells = [cell for cell in cells if cell.text.strip()]
    assert len(cells) > 80
    for cell in cells:
        link = cell.select_one("a[href]")
        assert link, cell.text
        assert re.match(r"(evidence/)?0\d-[\w-]+\.html#", link["href"]), cell.text
        assert link.text.strip(), cell


def test_each_idea_of_the_summary_has_a_formula_a_number_and_links(book):
    page = read(book, "summary").select_one("article")
    assert len(page.select(".katex-display")) == len(CHAPTERS)
    for chapter in CHAPTERS:
        assert page.select_one(f'a[href="{chapter}.html"]'), chapter
        links = page.select(f'a[href^="{chapter}.html#"], a[href^="evidence/{chapter}.html#"]')
        assert [link for link in links if re.match(r"\d", link.text)], chapter  # a number
