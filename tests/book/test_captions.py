"""Captions say what is true on every page: on a phone, panels stand below each other."""

import re
from pathlib import Path

import pytest
from tests.book.chapters import BOOK

PAGES = [*sorted(BOOK.glob("*.md")), *sorted(BOOK.glob("evidence/*.md"))]
CAPTION = re.compile(r"^( *)caption: \|\n\1  (?P<text>.*)", re.MULTILINE)
SIDE = re.compile(
    r"\b(?:[Ll]eft|[Rr]ight): |\((?:left|right)\) (?:and|panel)|\b[Oo]n the (?:left|right)\b"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_caption_names_panels_by_their_titles(page: Path) -> None:
    captions = [found["text"] for found in CAPTION.finditer(page.read_text(encoding="utf-8"))]
    assert [text for text in captions if SIDE.search(text)] == []
