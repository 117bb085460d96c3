"""Build the book as `jupyter-book build book -n` does, without its banners.

PYTHONPATH=web python -m bookpage.build [--strict] [--check] [--into FOLDER]   (or: make book)
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
    given = parser.parse_args()
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


if __name__ == "__main__":
    main()
