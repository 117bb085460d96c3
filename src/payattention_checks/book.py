"""The address of the book, for the links in the verdicts of the checks."""

import os
from html import escape
from pathlib import Path

from payattention_checks import _session

PUBLIC = ""  # the public address of the book; a course that publishes it sets this
VARIABLE = "PAYATTENTION_BOOK"  # the environment variable that overrides it
FOLDERS_UP = 4  # how many folders are searched, from the notebook's upwards


def address(target: str) -> str | None:
    """The URL of a section of the book, escaped for HTML; None if no book is found.

    ``target`` is the section, written as ``page#label``. The URL begins with the environment
    variable ``PAYATTENTION_BOOK`` or, without it, with the book's public address. If neither is
    set, the URL is a relative path to the folder ``book`` in the notebook's folder or at most three
    levels above. JupyterLab serves that folder only if it is inside the folder where JupyterLab was
    started.
    """
    page, _, label = target.partition("#")
    base = os.environ.get(VARIABLE, PUBLIC) or folder()
    return None if base is None else escape(f"{base.rstrip('/')}/{page}.html#{label}")


def folder() -> str | None:
    """The relative path from the notebook's folder to the folder ``book`` with the built book.

    The function looks for ``book`` in the notebook's folder first, then in the folders above it, at
    most three levels up. It returns None if it finds no built book, and outside IPython.
    """
    if _session.SESSION is None:
        return None
    here = Path.cwd()
    for parent in [here, *here.parents][:FOLDERS_UP]:
        if (parent / "book" / "index.html").is_file():
            return Path(os.path.relpath(parent / "book", here)).as_posix()
    return None
