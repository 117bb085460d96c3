"""Colour queries, keys, values and outputs alike: in text, formulas and code.

In a page `[queries]{.query}` is a coloured word and `\\qry{Q}` a coloured symbol; in code the names
of the four roles are coloured wherever they occur.
"""

import re

from sphinx.application import Sphinx

ROLES = {
    **dict.fromkeys(("query", "queries", "Q", "W_Q"), "query"),
    **dict.fromkeys(("key", "keys", "K", "W_K"), "key"),
    **dict.fromkeys(("value", "values", "V", "W_V"), "value"),
    **dict.fromkeys(("output", "outputs"), "output"),
}
NAME = re.compile(rf'<span class="n">({"|".join(ROLES)})</span>')


def colour_names(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    if "body" in context:
        context["body"] = coloured(context["body"])


def coloured(html: str) -> str:
    """Give each name of a role in highlighted code the role's class."""
    return NAME.sub(lambda name: f'<span class="n {ROLES[name[1]]}">{name[1]}</span>', html)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", colour_names)
