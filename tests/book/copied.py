"""The listings of a chapter, copied from its page into an empty file and run there."""

import os
import re
import subprocess
import sys
from pathlib import Path

BOOK = Path(__file__).parents[2] / "book"
CELL = re.compile(
    r"^```\{code-cell\} ipython3\n(?P<tags>:tags:[^\n]*\n|---\n.*?^---\n)?(?P<code>.*?)^```$",
    re.M | re.S,
)


def listings(page: str, start: str, end: str) -> list[str]:
    """The cells that a reader sees, or can unfold, between two texts of a page."""
    text = (BOOK / f"{page}.md").read_text("utf-8")
    part = text[text.index(start) : text.index(end)]
    return [cell["code"] for cell in CELL.finditer(part) if "remove-" not in (cell["tags"] or "")]


def lines(listing: str) -> list[str]:
    """The lines of a listing that are not empty."""
    return [line for line in listing.splitlines() if line.strip()]


def run(file: Path, *cells: str) -> str:
    """What the cells print, as one file without anything else."""
    file.write_text("\n".join(cells))
    one_thread = os.environ | {"OMP_NUM_THREADS": "1"}  # for models so small, a second costs time
    command = [sys.executable, str(file)]
    done = subprocess.run(command, env=one_thread, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
