"""Tell a released notebook from one that somebody has edited.

The release writes a hash of all cells' text into the notebook's metadata. The hash still matches in
an older release, and in a notebook that was only run; it no longer matches once a cell was edited.
This module imports only the standard library, because the book's build uses it, too.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEY = "classroom"


def stamp(notebook: Mapping[str, Any]) -> str:
    """A hash of the types, texts and attachments of all cells, but not of outputs and metadata."""
    cells = [
        [cell["cell_type"], "".join(cell["source"]), cell.get("attachments") or {}]
        for cell in notebook["cells"]
    ]
    return hashlib.sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()


def stamped(notebook: Mapping[str, Any]) -> str | None:
    """The hash that the release wrote into the notebook's metadata; None if there is none.

    An edited notebook still has the hash of the release that it was made from.
    """
    mark = notebook["metadata"].get(KEY)
    return mark.get("release") if isinstance(mark, Mapping) else None


def read(file: Path) -> dict[str, Any] | None:
    """The notebook in a file, as plain JSON data; None if the file holds no notebook."""
    try:
        notebook = json.loads(file.read_text(encoding="utf-8"))
        stamp(notebook), stamped(notebook)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return notebook


def is_release(file: Path) -> bool:
    """Whether a file holds a released notebook in which no cell was edited."""
    notebook = read(file)
    return notebook is not None and stamped(notebook) == stamp(notebook)
