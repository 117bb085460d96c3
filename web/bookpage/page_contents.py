"""The sections of a page stand below its entry in the book's contents.

The column to the right of the text belongs to the margin notes alone.
"""

import re
from collections.abc import Callable

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

# The page's own entry, which leads to its top
OWN_ENTRY = re.compile(r'<a class="current reference internal" href="#">.*?</a>', re.DOTALL)


def set_sections(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    toctree, sections = context.get("toctree"), context.get("generate_toc_html")
    if toctree and sections:
        context["toctree"] = with_sections(toctree, sections)


def with_sections(toctree: Callable[..., str], sections: Callable[[], str]) -> Callable[..., str]:
    """The same table of contents, in which the entry of the page is followed by its sections."""
    return lambda **options: Markup(
        OWN_ENTRY.sub(lambda entry: f"{entry[0]}{sections()}", toctree(**options), count=1)
    )


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", set_sections, priority=810)
