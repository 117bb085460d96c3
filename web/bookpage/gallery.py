"""A page of all figures of the built book, to look at: by day, by night, and as a phone shows them.

PYTHONPATH=web python -m bookpage.gallery _build/html _build/figures.html   (or: make figures)

The page is not part of the book.
"""

import sys
from collections.abc import Iterator
from html import escape
from os.path import relpath
from pathlib import Path

from bs4 import BeautifulSoup, Tag

STYLE = """
body { margin: 1rem; font: 14px/1.45 system-ui, sans-serif; }
section { display: grid; grid-template-columns: 736px 736px 355px; gap: 2rem; align-items: start; }
section > div { padding: 0.5rem; background: #fdfcf9; }
section > .night { background: #15181d; }
.night img { filter: brightness(1.25); }
img { display: block; max-width: 100%; height: auto; }
p { max-width: 60rem; margin: 2rem 0 0.5rem; }
"""


def figures(page: Path, folder: Path) -> Iterator[str]:
    """Each figure of a page, three times, with its caption and its alternative text."""
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    for figure in soup.select("article figure:has(img)"):
        caption = figure.select_one("figcaption")
        image = figure.select_one("img")
        narrow = figure.select_one("source") or image
        if not (isinstance(image, Tag) and isinstance(narrow, Tag)):
            continue
        address, phone = (
            escape(relpath(page.parent / str(tag.get("srcset") or tag["src"]), folder))
            for tag in (image, narrow)
        )
        alt = escape(str(image.get("alt", "")))
        words = " ".join(caption.get_text(" ", strip=True).split()) if caption else ""
        yield f"<p><b>{page.stem}</b> {escape(words)}<br><small>{alt}</small></p>"
        yield (
            f'<section><div><img src="{address}"></div><div class="night"><img src="{address}">'
            f'</div><div><img src="{phone}"></div></section>'
        )


def main() -> None:
    built, target = map(Path, sys.argv[1:])
    pages = [*sorted(built.glob("*.html")), *sorted(built.glob("evidence/*.html"))]
    shown = [figure for page in pages for figure in figures(page, target.parent)]
    head = f'<!doctype html><meta charset="utf-8"><title>All figures</title><style>{STYLE}</style>'
    target.write_text("\n".join([head, *shown]), encoding="utf-8")
    print(f"{target}: {len(shown) // 2} figures")


if __name__ == "__main__":
    main()
