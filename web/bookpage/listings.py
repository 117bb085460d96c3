"""Have every listing taken from a file say from which."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralInclude

from . import ROOT


class Listing(LiteralInclude):
    """`literalinclude`, whose caption is the file's path in the project if no other is given."""

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        file = Path(path).resolve()
        if file.is_relative_to(ROOT):
            self.options.setdefault("caption", file.relative_to(ROOT).as_posix())
        return super().run()


def setup(app: Sphinx) -> None:
    app.add_directive("literalinclude", Listing, override=True)
