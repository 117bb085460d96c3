"""Where the book is, for the links of the checks."""

import os
from html import escape
from pathlib import Path

from payattention.checks import _session

PUBLIC = ""  # the public address of the book; a course that publishes it sets this
VARIABLE = "PAYATTENTION_BOOK"  # an environment variable that takes its place
FOLDERS_UP = 4  # from the notebook to the folder that holds the book


def address(target: str) -> str | None:
    """The address of ``page#label``; None where there is no book to link to.

    That is the public book, or else the folder ``book`` beside or above the notebook, as students
    get it. JupyterLab serves it where that is in the folder in which JupyterLab was started.
    """
    page, _, label = target.partition("#")
    base = os.environ.get(VARIABLE, PUBLIC) or folder()
    return None if base is None else escape(f"{base.rstrip('/')}/{page}.html#{label}")


def folder() -> str | None:
    """The relative path from the notebook to the built book; None without a notebook or a book."""
    if _session.SESSION is None:
        return None
    here = Path.cwd()
    for place in [here, *here.parents][:FOLDERS_UP]:
        if (place / "book" / "index.html").is_file():
            return Path(os.path.relpath(place / "book", here)).as_posix()
    return None
