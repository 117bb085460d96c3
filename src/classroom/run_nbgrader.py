"""Helpers to run nbgrader's own code: put its programs on PATH, keep its log off the terminal."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from traitlets.config import Config


def put_tools_on_path() -> None:
    """Add the folder of the running Python to PATH, so that nbgrader finds the program `alembic`.

    Without this, nbgrader finds the program only if the virtual environment is activated.
    """
    programs = os.path.dirname(sys.executable)
    path = os.environ.get("PATH", "")
    if programs not in path.split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, path])


def filter_formgrader(config: Config) -> None:
    """Let formgrader, nbgrader's page for grading by hand, run no script of a student.

    Changes ``config``, so that formgrader calls the functions in `classroom.pages.formgrader`. They
    remove all scripts, links and styles from what a student wrote.
    """
    pages = Path(__file__).parent / "pages"
    config.HTMLExporter.extra_template_paths = [str(pages / "formgrader_page")]
    config.HTMLExporter.template_file = "formgrader.html.j2"
    config.HTMLExporter.sanitize_html = True
    config.HTMLExporter.filters = {
        "markdown2html": "classroom.pages.formgrader.markdown",
        "clean_html": "classroom.pages.formgrader.harmless",
        "highlight_code": "classroom.pages.formgrader.highlighted",
        "formula": "classroom.pages.formgrader.formula",
        "with_policy": "classroom.pages.formgrader.with_policy",
    }


@contextmanager
def quiet() -> Iterator[Callable[[], str]]:
    """Keep nbgrader's log off the terminal inside the ``with`` block.

    Yields a function that returns the last line of the errors in the log.
    """
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


def last_error(messages: list[str]) -> str:
    """The last line of the messages that nbgrader logged, or of the traceback if there is one.

    ``messages`` are the printed texts. The result is empty if there are none.
    """
    tracebacks = [text for text in messages if text.startswith("Traceback")]
    lines = "\n".join(tracebacks or messages).strip().splitlines()
    return lines[-1] if lines else ""
