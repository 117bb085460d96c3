"""Serve the page for marking on this machine, to whoever knows its address."""

import json
from dataclasses import asdict
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import compare_digest, token_urlsafe

from classroom.course import CourseError
from classroom.pages.mark import MarkPage

HOST = "127.0.0.1"
LARGEST = 1_000_000  # bytes of a request
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class MarkServer(ThreadingHTTPServer):
    """Serves one page, at an address with a secret.

    Other users of this machine can reach the port, and so can any page in the browser. The secret
    in the address keeps both out. Raises CourseError if the port is in use.
    """

    def __init__(self, page: MarkPage, port: int = 0):
        try:
            super().__init__((HOST, port), Handler)
        except OSError as error:
            raise CourseError(f"Port {port} cannot be used: {error.strerror}.") from None
        self.page, self.secret = page, f"/{token_urlsafe()}/"

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}{self.secret}"


class Handler(BaseHTTPRequestHandler):
    server: MarkServer

    def do_GET(self) -> None:
        if self.knows_secret():
            self.send(HTTPStatus.OK, "text/html", self.server.page.html())

    def do_POST(self) -> None:
        """Save what the page sends, and answer with what is in the gradebook then."""
        if not self.knows_secret():
            return
        try:
            length = int(self.headers.get("Content-Length", ""))
            if not 0 <= length <= LARGEST:
                raise CourseError("A comment is too long.")
            mark = self.server.page.save(json.loads(self.rfile.read(length)))
        except CourseError as error:
            self.send(HTTPStatus.BAD_REQUEST, "text/plain", str(error))
        except ValueError:
            self.send(HTTPStatus.BAD_REQUEST, "text/plain", "This is not what the page sends.")
        except Exception as error:  # the gradebook may be locked, or the disk full
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            self.send(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", f"It was not saved. {what}")
        else:
            self.send(HTTPStatus.OK, "application/json", json.dumps(asdict(mark)))

    def knows_secret(self) -> bool:
        known = compare_digest(self.path.encode(), self.server.secret.encode())
        if not known:
            self.send(HTTPStatus.NOT_FOUND, "text/plain", "Use the address that was printed.")
        return known

    def send(self, status: HTTPStatus, kind: str, text: str) -> None:
        content = text.encode()
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing: the terminal shows how many answers wait."""
