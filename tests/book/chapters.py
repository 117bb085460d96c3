"""The names of the book's chapters and assignments. The project's page is no chapter.

A chapter may have further pages below it in the contents: they teach with it.
"""

from pathlib import Path

BOOK = Path(__file__).parents[2] / "book"
PROJECT = "08-your-gpt"
BELOW = {"sam": "07-vit", "assistant": "08-since-then"}  # a page, and the chapter it belongs to
PAGES = sorted(path.stem for path in BOOK.glob("0*.md"))
CHAPTERS = [name for name in PAGES if name != PROJECT]
ASSIGNMENTS = [name for name in PAGES if name != "08-since-then"]  # which has no notebook yet


def pages_of(chapter: str) -> list[Path]:
    """The page of a chapter, and the pages below it."""
    names = [chapter, *(page for page, above in BELOW.items() if above == chapter)]
    return [BOOK / f"{name}.md" for name in names]
