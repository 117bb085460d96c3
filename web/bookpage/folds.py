"""Turn admonitions of the class `dropdown` into `<details>` elements, which need no script."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


class Fold(nodes.General, nodes.Element):
    """A part of a page that is closed until the reader opens it. Its first child is a `Summary`."""


class Summary(nodes.General, nodes.TextElement):
    """The line of a fold that is always visible."""


def fold(app: Sphinx, doctree: nodes.document) -> None:
    """Replace each admonition of the class `dropdown` by a fold with the same title and content."""
    for box in list(doctree.findall(nodes.admonition)):
        if "dropdown" in box["classes"]:
            title, *content = box.children
            folded = Fold("", Summary("", "", *title.children), *content, classes=["fold"])
            box.replace_self(folded)


def visit_fold(self: HTML5Translator, node: Fold) -> None:
    self.body.append(self.starttag(node, "details"))


def visit_summary(self: HTML5Translator, node: Summary) -> None:
    self.body.append(self.starttag(node, "summary", ""))


def depart_fold(self: HTML5Translator, node: Fold) -> None:
    self.body.append("</details>\n")


def depart_summary(self: HTML5Translator, node: Summary) -> None:
    self.body.append("</summary>\n")


def setup(app: Sphinx) -> None:
    app.add_node(Fold, html=(visit_fold, depart_fold))
    app.add_node(Summary, html=(visit_summary, depart_summary))
    app.connect(
        "doctree-read", fold, priority=400
    )  # before `reading` counts, which leaves folds out
