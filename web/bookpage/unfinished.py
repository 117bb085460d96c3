"""A build that did not end is not trusted: the next one writes all pages anew.

Sphinx compares times of files, so pages that a killed build read but did not write would keep their
old state, and lack their pictures. Executed pages are kept: each is written at once or not at all.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

UNFINISHED, WARNED = "unfinished", "ended with warnings"


def marker_of(app: Sphinx) -> Path:
    return Path(app.outdir).parent / ".build-state"


def is_strict(app: Sphinx) -> bool:
    """Whether warnings are errors (Sphinx keeps that in one of two attributes)."""
    return app.warningiserror or app.keep_going


def begin(app: Sphinx, config: Config) -> None:
    """Start afresh after a build that did not end; in strict mode also after one that warned.

    Sphinx repeats no warning about a page that has not changed.
    """
    marker = marker_of(app)
    state = marker.read_text("utf-8") if marker.exists() else ""
    built = [folder for folder in (app.outdir, app.doctreedir) if any(Path(folder).glob("*"))]
    if built and (state == UNFINISHED or (state == WARNED and is_strict(app))):
        print("The last build did not end well: writing all pages anew", flush=True)
        for folder in built:
            shutil.rmtree(folder)
    for folder in (app.outdir, app.doctreedir):
        Path(folder).mkdir(parents=True, exist_ok=True)
    marker.write_text(UNFINISHED, "utf-8")


def end(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        if app._warncount:
            marker_of(app).write_text(WARNED, "utf-8")
        else:
            marker_of(app).unlink()


def setup(app: Sphinx) -> None:
    app.connect("config-inited", begin, priority=1)
    app.connect("build-finished", end, priority=1000)
