"""Forbid line breaks between a number and its %, and between a short formula and its comma."""

import re

from docutils import nodes
from sphinx.application import Sphinx

BEFORE_UNIT = re.compile(r"(?:(?<=[\d.])|^) (?=%)")
NO_BREAK = "\N{NO-BREAK SPACE}"
PUNCTUATION = re.compile(r"[.,;:!?)\]”]+")
LONGEST = 25  # characters: a longer formula may be broken
LITERAL = (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.math_block, nodes.raw)


def keep_together(app: Sphinx, doctree: nodes.document, page: str) -> None:
    for text in list(doctree.findall(nodes.Text)):
        if not isinstance(text.parent, LITERAL) and BEFORE_UNIT.search(text):
            text.parent.replace(text, nodes.Text(BEFORE_UNIT.sub(NO_BREAK, text)))
    for formula in list(doctree.findall(nodes.math)):
        keep_punctuation(formula)


def keep_punctuation(formula: nodes.math) -> None:
    """Put a short formula and the punctuation after it into an element without line breaks."""
    parent = formula.parent
    place = parent.index(formula)
    after = parent[place + 1] if place + 1 < len(parent) else None
    if not isinstance(after, nodes.Text) or len(formula.astext()) > LONGEST:
        return
    if found := PUNCTUATION.match(after):
        both = nodes.inline("", "", formula.deepcopy(), nodes.Text(found[0]), classes=["unbroken"])
        parent[place : place + 2] = [both, nodes.Text(after[found.end() :])]


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", keep_together)
