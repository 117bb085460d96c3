"""Build the book as `jupyter-book build book -n` does, without its banners.

PYTHONPATH=web python -m bookpage.build [--strict] [--check] [--into FOLDER]   (or: make book)
PYTHONPATH=web python -m bookpage.build --page NAME     (or: make page NAME=03-dot-product)
"""

import argparse
import errno
import sys
from pathlib import Path

from jupyter_book.sphinx import build_sphinx

from bookpage.paths import ROOT


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--strict", action="store_true", help="a warning is an error")
    parser.add_argument("--check", action="store_true", help="run all pages, write none")
    parser.add_argument("--into", type=Path, default=ROOT, help="the folder that gets _build/")
    parser.add_argument("--page", help="build this page alone; its links to others stay open")
    given = parser.parse_args()
    if given.page:
        build_page(given.page)
        return
    result = build_sphinx(
        ROOT / "book",
        given.into.resolve() / "_build" / "html",
        noconfig=True,
        path_config=str(ROOT / "_config.yml"),
        confoverrides={
            "external_toc_path": str(ROOT / "book" / "_toc.yml"),
            "latex_individualpages": False,
            "nitpicky": True,
        },
        warningiserror=given.strict,
        keep_going=given.strict,
        quiet=True,
        builder="dummy" if given.check else "html",
    )
    if isinstance(result, OSError) and result.errno == errno.ENOSPC:
        sys.exit("The disk is full. Make room and build again: executed pages are kept.")
    if result:
        sys.exit("The book was not built: see above. The next build writes all pages anew.")


def build_page(name: str) -> None:
    """Build one page of the book into _build/page/, to look at while it is being written."""
    if not any((ROOT / "book" / f"{name}{ending}").exists() for ending in (".md", ".ipynb")):
        sys.exit(f"There is no page {name!r} in book/.")
    into = ROOT / "_build" / "page"
    into.mkdir(parents=True, exist_ok=True)
    (into / "toc.yml").write_text(f"format: jb-book\nroot: {name}\n", encoding="utf-8")
    result = build_sphinx(
        ROOT / "book",
        into / "html",
        noconfig=True,
        path_config=str(ROOT / "_config.yml"),
        confoverrides={
            "external_toc_path": str(into / "toc.yml"),
            "latex_individualpages": False,
            "bookpage_alone": True,
            "suppress_warnings": ["ref", "myst", "bibtex", "toc", "etoc"],
        },
        quiet=True,
    )
    if result:
        sys.exit("The page was not built: see above.")
    print((into / "html" / f"{name}.html").as_uri())


if __name__ == "__main__":
    main()
