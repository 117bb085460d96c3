"""Give queries, keys, values and outputs the same colours in text, formulas and code.

In a page, `[queries]{.query}` is a coloured word and `\\qry{Q}` a coloured symbol. In code, names
such as `queries`, `K` or `W_V` are coloured automatically.
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
    """Add a CSS class for its colour to each name of a query, key, value or output in code.

    ``html`` is a page's body with highlighted code.
    """
    return NAME.sub(lambda name: f'<span class="n {ROLES[name[1]]}">{name[1]}</span>', html)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", colour_names)
