"""Mark the letter ₖ in text, so that a page can draw it from letters that its font has.

The sign stays in the text, for those who search it or copy it (web/styles/20-type.css).
"""

from docutils import nodes
from sphinx.application import Sphinx

SIGN = "ₖ"
LITERAL = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)


def mark(app: Sphinx, doctree: nodes.document) -> None:
    for text in list(doctree.findall(nodes.Text)):
        if SIGN in text and not isinstance(text.parent, LITERAL):
            text.parent.replace(text, parts(text))


def parts(text: str) -> list[nodes.Node]:
    """The text with each sign in an element of its own."""
    before, *after = text.split(SIGN)
    found: list[nodes.Node] = [nodes.Text(before)]
    for words in after:
        sign = nodes.inline("", "", nodes.inline("", SIGN), classes=["lowered"])
        found += [sign, nodes.Text(words)]
    return [part for part in found if not isinstance(part, nodes.Text) or part]


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", mark, priority=300)  # before the contents are collected
