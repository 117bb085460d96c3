"""Build a few pages with parts of the book's extension, in this process."""

import io
import sys
from pathlib import Path
from typing import NamedTuple

from sphinx.application import Sphinx
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace, patch_docutils

WEB = Path(__file__).parents[2] / "web"
CONFIG = """
import sys
sys.path.insert(0, {web!r})
extensions = {extensions}
myst_enable_extensions = {myst}
html_theme = "basic"
language = "en"
html_copy_source = False
"""


class SmallBook(NamedTuple):
    """The folder of the built pages, the warnings, and the status with which the build ends."""

    folder: Path
    warnings: str
    status: int


def build_small_book(
    folder: Path, pages: dict[str, str], parts: list[str], myst: list[str] | None = None
) -> SmallBook:
    """Build pages, by name, as with -W --keep-going; what is in ``folder`` already is kept.

    ``parts`` are modules of `bookpage`, ``myst`` the extensions of MyST.
    """
    source = folder / "source"
    source.mkdir(exist_ok=True)
    extensions = ["myst_parser", *(f"bookpage.{part}" for part in parts)]
    configuration = CONFIG.format(web=str(WEB), extensions=extensions, myst=myst or [])
    (source / "conf.py").write_text(configuration)
    for name, text in pages.items():
        (source / f"{name}.md").write_text(text)
    html, warnings, path = folder / "html", io.StringIO(), list(sys.path)
    with patch_docutils(source), docutils_namespace():
        app = Sphinx(
            source, source, html, folder / "doctrees", "html",
            status=None, warning=warnings, warningiserror=True, keep_going=True,
        )  # fmt: skip
        app.build()
    sys.path[:] = path
    return SmallBook(html, strip_colors(warnings.getvalue()), app.statuscode)
