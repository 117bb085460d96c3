"""The course's JupyterHub, started for a test, and a person at a browser who logs in there."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from tests.classroom.conftest import PROJECT
from tests.classroom.students.jupyter import PATIENCE, offline

CONFIG = PROJECT / "src" / "classroom" / "hub" / "jupyterhub_config.py"
PROXY = Path(sys.prefix, "hub", "node_modules", ".bin", "configurable-http-proxy")


def why_no_hub() -> str:
    """Why the hub cannot run here; empty if it can."""
    if find_spec("jupyterhub") is None:
        return "jupyterhub is not installed: make hub-test"
    if not PROXY.exists():
        return "configurable-http-proxy is not installed: make hub-test"
    if not shutil.which(
        "node", path=os.pathsep.join([os.path.dirname(sys.executable), os.defpath])
    ):
        return "there is no node"
    return ""


def free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


@contextmanager
def jupyterhub(folder: Path, private: Path, config: Path = CONFIG) -> Iterator[str]:
    """JupyterHub in a course's folder, with none of the user's own settings. Yields its address."""
    port, hub, proxy = free_ports(3)
    public = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterhub", "--config", str(config)]
    command += [f"--JupyterHub.hub_bind_url=http://127.0.0.1:{hub}"]
    command += [f"--ConfigurableHTTPProxy.api_url=http://127.0.0.1:{proxy}"]
    passed_on = ("LANG", "PATH", "PYTHONPATH", "JUPYTER_PATH")
    environment = {name: os.environ[name] for name in passed_on if name in os.environ}
    environment |= {"HOME": str(private), "TMPDIR": str(private), "PORT": str(port)}
    log = private / "hub.log"
    with (
        log.open("w") as output,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output
        ) as server,
    ):
        try:
            wait_for(f"{public}/hub/login", server, log)
            yield public
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                server.kill()
    with pytest.raises(URLError):  # its proxy has ended, too
        urllib.request.urlopen(public, timeout=10)


def wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(PATIENCE // 100):
        assert server.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(address, timeout=10).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(log.read_text())


class Person:
    """Somebody who logs in, in a browser of their own."""

    def __init__(self, browser: Any, hub: str, name: str, password: str):
        self.context = offline(browser, {"width": 1400, "height": 900})
        self.hub, self.name = hub, name
        self.page = self.log_in(password)

    def log_in(self, password: str) -> Any:
        page = self.context.new_page()
        page.goto(f"{self.hub}/hub/login")
        page.locator("#username_input").fill(self.name)
        page.locator("#password_input").fill(password)
        page.locator("#login_submit").click()
        return page

    def address(self, path: str) -> str:
        return f"{self.hub}/user/{self.name}/{path}"

    def wait_for_lab(self) -> None:
        """Wait until the server has started and JupyterLab is shown."""
        self.page.wait_for_url(f"**/user/{self.name}/lab**")
        self.page.get_by_role("menuitem", name="Nbgrader").wait_for()
