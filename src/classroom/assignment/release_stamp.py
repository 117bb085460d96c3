"""Tell a released notebook from one that somebody has edited.

The release writes a hash of all cells' text into the notebook's metadata. The hash still matches in
an older release, and in a notebook that was only run; it no longer matches once a cell was edited.
This needs nothing but Python, because the book's build uses it, too.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEY = "classroom"


def stamp(notebook: Mapping[str, Any]) -> str:
    """A hash of what is written in the cells; outputs and metadata do not count."""
    cells = [
        [cell["cell_type"], "".join(cell["source"]), cell.get("attachments") or {}]
        for cell in notebook["cells"]
    ]
    return hashlib.sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()


def stamped(notebook: Mapping[str, Any]) -> str | None:
    """The stamp that the release gave to a notebook, or to the one it was made from."""
    mark = notebook["metadata"].get(KEY)
    return mark.get("release") if isinstance(mark, Mapping) else None


def read(file: Path) -> dict[str, Any] | None:
    """The notebook in a file as plain JSON; None where there is none."""
    try:
        notebook = json.loads(file.read_text(encoding="utf-8"))
        stamp(notebook), stamped(notebook)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return notebook


def is_release(file: Path) -> bool:
    """Whether a file is a notebook as some release wrote it, with no cell edited."""
    notebook = read(file)
    return notebook is not None and stamped(notebook) == stamp(notebook)
