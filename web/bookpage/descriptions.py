"""A one-sentence description of each page: for search engines and shared links.

The sentences are in `descriptions.toml` beside the pages. If a page has no sentence there, the
build warns. The description of a notebook of `exercises/` is made from its chapter's title.
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
    """All descriptions, by the name of the page; empty if the book has no `descriptions.toml`."""
    file = book / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def describe(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    """Pass a page's description to the page's template; warn if the page has none."""
    if doctree is None:  # the search page and the index have no sources of their own
        return
    known, name = read_descriptions(Path(app.srcdir)), page.rpartition("/")[2]
    if page.startswith("exercises/"):
        title = app.env.titles[name].astext() if name in app.env.titles else name
        context["description"] = f"The graded notebook of the chapter “{title}”."
    elif page in known:
        context["description"] = known[page]
    elif known:
        logger.warning(
            "%s has no description of this page", FILE, location=page, type="description"
        )


def setup(app: Sphinx) -> None:
    read_descriptions.cache_clear()  # the file may have changed since an earlier build
    app.connect("html-page-context", describe)
