"""What the package adds to JupyterLab: the book in the folder `book` can be read there.

Jupyter's server sends an HTML file of a user with `Content-Security-Policy: sandbox`, so that its
scripts cannot act as the user. Such a page may not fetch its styles, scripts and figures either,
and no link in it works. The course's own book is sent without the sandbox, every other file as
ever. pip installs `jupyter_server_config.d/payattention.json` to where the server looks for what
to add.
"""

from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import AuthenticatedFileHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join

BOOK = "book"  # a folder in the folder in which JupyterLab was started


class BookHandler(AuthenticatedFileHandler):
    """A page of the book, or a part of one, for those who are logged in."""

    @property
    def content_security_policy(self) -> str:
        return super(AuthenticatedFileHandler, self).content_security_policy


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    return [{"module": "classroom.students.lab"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    assert server.web_app is not None
    address = url_path_join(server.base_url, "files", BOOK, "(.*)")
    folder = Path(server.root_dir).resolve() / BOOK
    server.web_app.add_handlers(".*$", [(address, BookHandler, {"path": str(folder)})])
