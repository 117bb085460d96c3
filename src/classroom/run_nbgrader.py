"""What it takes to run nbgrader's own code: its programs on the path, its log off the terminal."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from traitlets.config import Config


def put_tools_on_path() -> None:
    """Let nbgrader find `alembic`, which it calls by name, in an environment not activated."""
    programs = os.path.dirname(sys.executable)
    path = os.environ.get("PATH", "")
    if programs not in path.split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, path])


def show_with_care(config: Config) -> None:
    """Have formgrader show submissions by `classroom.pages.formgrader`."""
    pages = Path(__file__).parent / "pages"
    config.HTMLExporter.extra_template_paths = [str(pages / "formgrader_page")]
    config.HTMLExporter.template_file = "formgrader.html.j2"
    config.HTMLExporter.sanitize_html = True
    config.HTMLExporter.filters = {
        "markdown2html": "classroom.pages.formgrader.markdown",
        "clean_html": "classroom.pages.formgrader.harmless",
        "highlight_code": "classroom.pages.formgrader.highlighted",
        "with_policy": "classroom.pages.formgrader.with_policy",
    }


@contextmanager
def quiet() -> Iterator[Callable[[], str]]:
    """Keep nbgrader's log off the terminal. Yields a function that tells what went wrong."""
    errors: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: errors.append(record.getMessage())  # type: ignore[method-assign]
    log = logging.getLogger("traitlets")
    propagate, log.propagate = log.propagate, False
    log.addHandler(handler)
    try:
        yield lambda: last_error(errors)
    finally:
        log.removeHandler(handler)
        log.propagate = propagate


def last_error(said: list[str]) -> str:
    """What nbgrader's log says went wrong: the end of its traceback, or else its last word."""
    tracebacks = [text for text in said if text.startswith("Traceback")]
    lines = "\n".join(tracebacks or said).strip().splitlines()
    return lines[-1] if lines else ""
