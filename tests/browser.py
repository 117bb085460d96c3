"""What the tests of pages share: a browser that tolerates no error and no request, and axe."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

AXE = Path(__file__).parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Even where motion is reduced, a change of colour takes some frames.
COLOURS_HAVE_CHANGED = """async () => {
  const frame = () => new Promise((end) => requestAnimationFrame(end));
  const changes = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  await frame().then(frame);
  await Promise.allSettled(changes().map((each) => each.finished));
  await frame();
}"""
AXE_RUN = "([selector, options]) => axe.run(selector, options).then((r) => r.violations)"
COLOUR_RULES = ("color-contrast", "link-in-text-block")  # all that a theme can break
NARROW_RULES = (*COLOUR_RULES, "target-size", "scrollable-region-focusable")  # that a width can
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


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
def violations() -> Callable[..., list[str]]:
    """What axe finds wrong within a part of a page: rule and element, one a line.

    With ``rules``, it tries only those, in a third of the time.
    """
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci --prefix web")

    def run(page: Any, selector: str, rules: Sequence[str] = ()) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.add_script_tag(path=str(AXE))
        page.evaluate(COLOURS_HAVE_CHANGED)
        options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
        found = page.evaluate(AXE_RUN, [selector, options | {"resultTypes": ["violations"]}])
        return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]

    return run
