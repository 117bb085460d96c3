"""Forbid line breaks in GPT-2, 3 × 4 and 5 ms, and between a short formula and its punctuation."""

import re

from docutils import nodes
from sphinx.application import Sphinx

BEFORE_UNIT = re.compile(r"(?:(?<=[\d.])|^) (?=%|(?:[mn]s|[kM]B|MiB|[MB])\b)")
PRODUCT = re.compile(r"(?<=\d) × (?=\d)")
NAME = re.compile(r"\b[A-Z]{3,}-\d\b")  # a model or a data set
NO_BREAK = "\N{NO-BREAK SPACE}"
PUNCTUATION = re.compile(r"[.,;:!?)\]”]+")
SILENT = re.compile(r"\\(?:qry|key|val|out|operatorname|text|mathrm|[,;!])|[{}_^\s]")
LONGEST = 25  # visible letters and signs: a longer formula may be broken
LITERAL = (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.math_block, nodes.raw)


def keep_together(app: Sphinx, doctree: nodes.document, page: str) -> None:
    for text in list(doctree.findall(nodes.Text)):
        if not isinstance(text.parent, LITERAL):
            keep_words(text)
    for formula in list(doctree.findall(nodes.math)):
        keep_punctuation(formula)


def keep_words(text: nodes.Text) -> None:
    """Forbid a line break before a unit, around a times sign, and in a name with a number."""
    new = BEFORE_UNIT.sub(NO_BREAK, text)
    new = PRODUCT.sub(f"{NO_BREAK}×{NO_BREAK}", new)
    parts: list[nodes.Node] = []
    end = 0
    for name in NAME.finditer(new):
        parts.append(nodes.Text(new[end : name.start()]))
        parts.append(nodes.inline("", name[0], classes=["unbroken"]))
        end = name.end()
    if parts or new != text:
        text.parent.replace(text, [*parts, nodes.Text(new[end:])])


def keep_punctuation(formula: nodes.math) -> None:
    """Put a short formula and the punctuation after it into an element without line breaks."""
    parent = formula.parent
    index = parent.index(formula)
    after = parent[index + 1] if index + 1 < len(parent) else None
    if not isinstance(after, nodes.Text) or visible_length(formula.astext()) > LONGEST:
        return
    if found := PUNCTUATION.match(after):
        both = nodes.inline("", "", formula.deepcopy(), nodes.Text(found[0]), classes=["unbroken"])
        parent[index : index + 2] = [both, nodes.Text(after[found.end() :])]


def visible_length(tex: str) -> int:
    """About how many letters and signs of a formula are visible."""
    return len(re.sub(r"\\[A-Za-z]+", "x", SILENT.sub("", tex)))


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", keep_together)
