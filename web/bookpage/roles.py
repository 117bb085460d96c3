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
    """Colour the names of queries, keys, values and outputs in code, by CSS classes.

    ``html`` is the body of a page with highlighted code. Returns the changed HTML.
    """
    return NAME.sub(lambda name: f'<span class="n {ROLES[name[1]]}">{name[1]}</span>', html)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", colour_names)
