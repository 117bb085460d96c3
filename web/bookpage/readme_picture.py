"""Write the first page's picture into a file of its own, for README.

PYTHONPATH=web python -m bookpage.readme_picture    (or: make picture)
"""

from bookpage.hero import drawn
from bookpage.paths import ROOT

FILE = ROOT / "book" / "images" / "hero.svg"

if __name__ == "__main__":
    FILE.write_text(drawn(alone=True) + "\n", encoding="utf-8")
