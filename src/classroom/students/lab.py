"""A Jupyter server extension that lets students read the course's book in JupyterLab.

Jupyter's server sends a user's HTML file with `Content-Security-Policy: sandbox`, so that its
scripts cannot act as the user. Such a page cannot load its styles, scripts and figures either, and
no link in it works. So this extension sends the course's own book, the folder `book`, without the
sandbox. All other files are sent as before. pip installs
`jupyter_server_config.d/payattention.json` into a folder that the server searches for extensions.
"""

from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import AuthenticatedFileHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join

BOOK = "book"  # a folder in the folder in which JupyterLab was started


class BookHandler(AuthenticatedFileHandler):
    """Sends a file of the book, without Jupyter's sandbox, to users who are logged in."""

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
