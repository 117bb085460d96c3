"""JupyterLab in a folder, and a browser that reaches nothing but this machine."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 60_000  # milliseconds for a page; the machine may be busy


def offline(browser: Any, viewport: dict[str, int], **options: Any) -> Any:
    """A context of a browser in which no page loads anything from another machine."""
    context = browser.new_context(viewport=viewport, **options)
    context.set_default_timeout(PATIENCE)

    def stay_here(route: Any) -> None:
        if urlsplit(route.request.url).hostname in ("127.0.0.1", None):
            route.continue_()
        else:
            route.abort()  # MathJax, which formgrader fetches to show formulas

    context.route("**/*", stay_here)
    return context


def saved_by_formgrader(answer: Any) -> bool:
    """Whether a response says that formgrader has saved points or a comment.

    JupyterLab saves its own layout now and then, with the same method.
    """
    return answer.request.method == "PUT" and "/formgrader/api/" in answer.url


@contextmanager
def jupyter_lab(folder: Path, private: Path, *, token: str = "", **variables: str) -> Iterator[str]:
    """JupyterLab in a folder, with none of the user's own settings. Yields its address."""
    own = {name: private / name.lower() for name in ("CONFIG", "DATA", "RUNTIME")}
    settings = own["CONFIG"] / "labconfig" / "page_config.json"
    settings.parent.mkdir(parents=True)
    news = "@jupyterlab/apputils-extension:announcements"
    settings.write_text(json.dumps({"disabledExtensions": {news: True}}))
    environment = {name: os.environ[name] for name in ("LANG", "PYTHONPATH") if name in os.environ}
    environment |= {f"JUPYTER_{name}_DIR": str(folder) for name, folder in own.items()}
    environment |= {"HOME": str(private), "IPYTHONDIR": str(private / "ipython")}
    environment |= {"PATH": os.environ["PATH"], "TMPDIR": str(private)}
    environment |= variables
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", "--port=0", f"--IdentityProvider.token={token}"]
    log = private / "log"
    with (
        log.open("w") as output,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output
        ) as server,
    ):
        try:
            yield address(server, own["RUNTIME"], log)
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def address(server: subprocess.Popen, runtime: Path, log: Path) -> str:
    """Where a server says it can be reached, once it can be."""
    for _ in range(PATIENCE // 100):
        assert server.poll() is None, log.read_text()
        for file in runtime.glob("jpserver-*.json"):
            try:
                return json.loads(file.read_text())["url"]
            except json.JSONDecodeError:
                pass  # it is just being written
        time.sleep(0.1)
    raise AssertionError(log.read_text())
