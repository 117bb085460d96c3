"""The evidence pages aside: the way from chapter to chapter does not lead through them.

“Next” after a chapter is the next chapter, and “Previous” the chapter before. An evidence page
leads back to its chapter, and on to the next. In the sidebar, only the open chapter shows its own.
Pages below a chapter have no number there: they would go on with the numbers of its sections.
"""

import re
from collections.abc import Callable

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

FOLDER = "evidence/"
ENTRY = re.compile(r'<li class="(toctree-l2[^"]*)"><a [^>]*>[^<]*\bEvidence</a>')

NUMBER = re.compile(r'(<li class="toctree-l2[^"]*"><a [^>]*>)\d+\.\d+\. ')


def beyond_evidence(app: Sphinx, page: str, direction: int) -> str | None:
    """The nearest page before (1) or after (2) that is no evidence page."""
    relations = app.builder.relations
    while (page := relations.get(page, (None,) * 3)[direction]) and page.startswith(FOLDER):
        pass
    return page


def set_neighbours(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    for name, direction in (("prev", 1), ("next", 2)):
        if context.get(name) and (other := beyond_evidence(app, page, direction)):
            title = app.builder.render_partial(app.env.titles[other])["title"]
            link = app.builder.get_relative_uri(page, other)
            context |= {name: {"link": link, "title": title}, f"{name}_title": None}
    if toctree := context.get("toctree"):
        context["toctree"] = with_marked_children(toctree)


def with_marked_children(toctree: Callable[..., str]) -> Callable[..., str]:
    """The same table of contents, with a class for evidence and no numbers below chapters."""
    return lambda **options: Markup(marked_children(toctree(**options)))


def marked_children(contents: str) -> str:
    evidence = ENTRY.sub(
        lambda entry: entry[0].replace(entry[1], f"{entry[1]} evidence", 1), contents
    )
    return NUMBER.sub(r"\1", evidence)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", set_neighbours, priority=800)
