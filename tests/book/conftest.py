"""What the tests of pages share: the book, a server, a browser that tolerates no error, and axe."""

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


BUILD = "jupyter-book build book --config _config.yml --path-output . -n -W --keep-going"
Build = Callable[..., subprocess.CompletedProcess[str]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process takes all tests of this folder, so that the book is built once."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group("book"))


@pytest.fixture(scope="session")
def build() -> Build:
    """Build the book of a project as `make book` does."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def run(project: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PATH": path} | variables
        return subprocess.run(
            BUILD.split(), cwd=project, env=environment, capture_output=True, text=True
        )

    return run


@pytest.fixture(scope="session")
def book(build: Build) -> Path:
    """The folder of the built book, brought up to date."""
    built = build(ROOT)
    assert built.returncode == 0, f"{built.stdout[-2000:]}\n{built.stderr[-4000:]}"
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
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("there is no chromium on the PATH")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page; at the end, fail on an error in its console or a request to another machine."""
    contexts, faults = [], []

    def watch(request: Any) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            faults.append(f"a request to {request.url}")

    def hear(message: Any) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"{message.type} in the console: {message.text}")

    def open_page(address: str, **options: Any) -> Any:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("request", watch)
        page.on("console", hear)
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def violations() -> Callable[[Any, str], list[str]]:
    """What axe finds wrong within a part of a page: rule and element, one a line."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci --prefix web")

    def run(page: Any, selector: str) -> list[str]:
        page.add_script_tag(path=str(AXE))
        found = page.evaluate("selector => axe.run(selector).then((r) => r.violations)", selector)
        return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]

    return run
