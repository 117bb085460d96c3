"""Colour queries, keys, values and outputs alike: in text, formulas and code.

In a page `[queries]{.query}` is a coloured word and `\\qry{Q}` a coloured symbol; in code the names
of the four roles are coloured wherever they occur.
"""

import re

from sphinx.application import Sphinx

NAMES = {
    "query": "query|queries|Q|W_Q",
    "key": "key|keys|K|W_K",
    "value": "value|values|V|W_V",
    "output": "output|outputs",
}
NAME = re.compile(
    r'(?<=<span class="n)(">(?:'
    + "|".join(f"(?P<{role}>{names})" for role, names in NAMES.items())
    + r")</span>)"
)


def colour_names(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    if "body" in context:
        context["body"] = NAME.sub(lambda name: f" {name.lastgroup}{name[1]}", context["body"])


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", colour_names)
