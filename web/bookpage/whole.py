"""After a build: are all pictures there, do all links lead somewhere, does search know all pages?

What is missing is a warning: an error with warnings as errors, a line of the log otherwise.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
ADDRESS = re.compile(r'<[^>]*?\s(?:src|href|data-src)="([^"]*)"')
ID = re.compile(r'<[^>]*?\s(?:id|name)="([^"]*)"')
DOCNAMES = re.compile(r'"?docnames"?:\s*(\[[^\]]*\])')


def addresses_in(html: str) -> set[str]:
    """The addresses in a page that lead to a file of the same site."""
    every = (address.replace("&amp;", "&") for address in ADDRESS.findall(html))
    return {one for one in every if one and not urlsplit(one).scheme and not one.startswith("//")}


def dead_addresses(folder: Path) -> Iterator[tuple[str, str]]:
    """Each page's name with each of its addresses that leads to no file or no place."""
    files = (file for file in sorted(folder.rglob("*.html")) if "_static" not in file.parts)
    pages = {file.resolve(): file.read_text("utf-8") for file in files}
    ids: dict[Path, set[str]] = {}
    for page, html in pages.items():
        for address in sorted(addresses_in(html)):
            parts = urlsplit(address)
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.exists():
                yield page.relative_to(folder.resolve()).as_posix(), address
            elif target in pages and parts.fragment:
                if target not in ids:
                    ids[target] = set(ID.findall(pages[target]))
                if unquote(parts.fragment) not in ids[target]:
                    yield page.relative_to(folder.resolve()).as_posix(), address


def pages_unknown_to_search(folder: Path, pages: set[str]) -> list[str]:
    index = folder / "searchindex.js"
    known = DOCNAMES.search(index.read_text("utf-8")) if index.exists() else None
    return sorted(pages - set(json.loads(known[1]) if known else []))


def check(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    for page, address in dead_addresses(folder):
        LOGGER.warning(f"{page}: nothing is at {address}")
    for page in pages_unknown_to_search(folder, set(app.env.found_docs)):
        LOGGER.warning(f"{page}: the search does not know this page")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", check, priority=900)
