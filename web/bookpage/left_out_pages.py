"""Leave out of the book the pages that the environment variable ``BOOK_WITHOUT`` names.

For example, ``BOOK_WITHOUT=instructor`` builds the book that students get. The named pages, and the
pages below them, are removed from the table of contents. So Sphinx does not build these pages, and
they are in no menu and no search index. A link to one of them is a broken link, and the build
warns. So a text that is true only in a book with the page `instructor` goes into
`{with-page} instructor`, and its replacement into `{without-page} instructor`.
"""

import os
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective

VARIABLE = "BOOK_WITHOUT"


def without(entries: Any, pages: set[str]) -> Any:
    """A table of contents without the given pages, and without parts that become empty.

    The pages below a given page are left out, too. ``entries`` is the parsed table of contents or a
    part of it. If the result is None, the caller must remove the whole part.
    """
    if isinstance(entries, list):
        remaining = (without(entry, pages) for entry in entries)
        return [entry for entry in remaining if entry is not None]
    if not isinstance(entries, dict):
        return entries
    if entries.get("file") in pages:
        return None
    shorter = {key: without(value, pages) for key, value in entries.items()}
    emptied = [key for key, value in shorter.items() if value == [] and entries[key]]
    if "chapters" in emptied:
        return None
    return {key: value for key, value in shorter.items() if key not in emptied}


def leave_out(app: Sphinx, config: Config) -> None:
    pages = set(os.environ.get(VARIABLE, "").split())
    if not pages:
        return
    contents = yaml.safe_load((Path(app.srcdir) / config.external_toc_path).read_text("utf-8"))
    target = Path(app.outdir).parent / "_toc.yml"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(yaml.safe_dump(without(contents, pages)), "utf-8")
    config.external_toc_path = str(target)


class WithPage(SphinxDirective):
    """The directive `with-page`: its content is shown only if the book has the named page."""

    required_arguments = 1
    has_content = True
    wanted = True

    def run(self) -> list[nodes.Node]:
        if (self.arguments[0] in self.env.found_docs) is not self.wanted:
            return []
        holder = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, holder)
        return holder.children


class WithoutPage(WithPage):
    """The directive `without-page`: its content is shown only if the book lacks the named page."""

    wanted = False


def setup(app: Sphinx) -> None:
    app.add_directive("with-page", WithPage)
    app.add_directive("without-page", WithoutPage)
    app.connect("config-inited", leave_out)
