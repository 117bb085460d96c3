"""What each page is about, in a sentence: for search engines, for shared links, for the first page.

The sentences stand in `descriptions.toml` beside the pages. A page of the table of contents without
one is a warning. A notebook of `exercises/` is described by the chapter it belongs to.
"""

import functools
import tomllib
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)
FILE = "descriptions.toml"


@functools.cache
def read_descriptions(book: Path) -> dict[str, str]:
    """All descriptions, by page; empty where a book has no such file."""
    file = book / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def describe(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    """Give the page's template its description."""
    if doctree is None:  # the search page and the index hold no text of ours
        return
    known, name = read_descriptions(Path(app.srcdir)), page.rpartition("/")[2]
    if page.startswith("exercises/"):
        title = app.env.titles[name].astext() if name in app.env.titles else name
        context["description"] = f"The graded notebook of the chapter “{title}”."
    elif page in known:
        context["description"] = known[page]
    elif known:
        logger.warning("%s has no description of it", FILE, location=page, type="description")


def setup(app: Sphinx) -> None:
    read_descriptions.cache_clear()  # the file may have changed since an earlier build
    app.connect("html-page-context", describe)
