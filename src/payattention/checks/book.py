"""The address of the book, for the links in the verdicts of the checks."""

import os
from html import escape
from pathlib import Path

from payattention.checks import _session

PUBLIC = ""  # the public address of the book; a course that publishes it sets this
VARIABLE = "PAYATTENTION_BOOK"  # the environment variable that overrides it
FOLDERS_UP = 4  # how many folders are searched, from the notebook's upwards


def address(target: str) -> str | None:
    """The URL of the section ``page#label`` of the book, escaped for HTML; None without a book.

    The URL begins with the environment variable ``PAYATTENTION_BOOK``, else with the public address
    of the book. If neither is set, it leads to the folder ``book`` beside or above the notebook,
    where students have it. JupyterLab serves that folder only if it is inside the folder where
    JupyterLab was started.
    """
    page, _, label = target.partition("#")
    base = os.environ.get(VARIABLE, PUBLIC) or folder()
    return None if base is None else escape(f"{base.rstrip('/')}/{page}.html#{label}")


def folder() -> str | None:
    """The path from the notebook's folder to the built book; None without a notebook or a book."""
    if _session.SESSION is None:
        return None
    here = Path.cwd()
    for place in [here, *here.parents][:FOLDERS_UP]:
        if (place / "book" / "index.html").is_file():
            return Path(os.path.relpath(place / "book", here)).as_posix()
    return None
