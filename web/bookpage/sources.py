"""The code of a figure: one small control at the end of its caption, and a switch for the page.

A cell with the tag `hide-input` shows its result; its code is folded away below it.
"""

from typing import Any

from docutils import nodes
from myst_nb.sphinx_ext import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform


class SourceBelow(SphinxPostTransform):
    """Move the folded code of a cell behind the cell's output."""

    default_priority = 200  # right after myst-nb has folded it
    formats = ("html",)

    def run(self, **_: Any) -> None:
        for cell in list(self.document.findall(nodes.container)):
            fold = cell.children[0] if len(cell) > 1 else None
            if isinstance(fold, HideCodeCellNode) and "above-input" in fold["classes"]:
                fold["classes"] = ["below-output"]
                cell.remove(fold)
                cell.append(fold)


def count_sources(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the template whether the page has folded code, and so needs the switch."""
    context["has_folded_source"] = '<details class="admonition hide' in context.get("body", "")


def setup(app: Sphinx) -> None:
    app.add_post_transform(SourceBelow)
    app.connect("html-page-context", count_sources)
