"""What the tests of the book share: the built book, and a server."""

import functools
import importlib
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import pytest
from filelock import FileLock
from tests.book import demos

ROOT = Path(__file__).parents[2]
BUILD = "jupyter-book build book --config _config.yml --path-output . -n"
STRICT = "-W --keep-going"
Build = Callable[..., subprocess.CompletedProcess[str]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process takes all tests of a file here, so that what they share is made once."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group(f"book: {item.path.stem}"))


@pytest.fixture(scope="module")
def part() -> Iterator[Callable[[str], ModuleType]]:
    """A module of the extension that makes the page, by its name."""
    sys.path.insert(0, str(ROOT / "web"))
    yield lambda name: importlib.import_module(f"bookpage.{name}")
    sys.path.remove(str(ROOT / "web"))


@pytest.fixture(scope="session")
def build() -> Build:
    """Build the book of a project as `make book STRICT=1` does, or as `make book`."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def run(
        project: Path, strict: bool = True, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PATH": path} | variables
        command = f"{BUILD} {STRICT if strict else ''}".split()
        return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)

    return run


@pytest.fixture(scope="session")
def book(build: Build, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the built book, brought up to date by the first process that needs it."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder if worker_id == "master" else folder.parent  # of all processes of this run
    done = shared / "book-is-built"
    with FileLock(shared / "book.lock"):
        if not done.exists():
            built = build(ROOT)
            assert built.returncode == 0, f"{built.stdout[-2000:]}\n{built.stderr[-4000:]}"
            done.touch()
    return ROOT / "_build" / "html"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # browsers ask for it where a page names none
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Serve a folder on this machine; the address of its root."""
    servers: list[ThreadingHTTPServer] = []

    def start(folder: Path) -> str:
        handler = functools.partial(QuietHandler, directory=str(folder))
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site(book: Path, serve: Callable[[Path], str]) -> str:
    """The address of the built book."""
    return serve(book)


@pytest.fixture(scope="session")
def alone(
    tmp_path_factory: pytest.TempPathFactory, serve: Callable[[Path], str]
) -> Callable[[str], str]:
    """The address of a page with one demo, as its chapter asks for it, and nothing else."""
    folder = tmp_path_factory.mktemp("demos")
    for file in demos.fetched_files():
        if file.exists():
            shutil.copy(file, folder)
    address = serve(folder)

    @functools.cache
    def page(name: str) -> str:
        demo = demos.DEMOS[name]
        if demo.fetches and not demos.RUNTIME.exists():
            pytest.skip("onnxruntime-web is not installed: npm ci --prefix web")
        demos.write_page(folder, name, demo.html(), f"{name}.html")
        return f"{address}/{name}.html"

    return page
