"""`make test` is `pytest --fast`: it leaves out what takes long and what has not changed.

What takes long are the tests marked `system` and those that ask for one of `FIXTURES`; tests of
random inputs (hypothesis) draw fewer of them. What has not changed are the tests marked
`remembered` that have passed with the same files (`tests/memory.py`). `make test-all`, which is
`pytest --changed`, leaves out only what has passed with the same files, of any kind. One line at
the end says how many. Without an option, all tests run.
"""

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from tests import memory, skips

FIXTURES = {"browser", "book", "build"}  # the book, or a small one, is built: seconds to minutes
LEFT_OUT = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="leave out tests that take long or have not changed"
    )
    parser.addoption(
        "--changed",
        action="store_true",
        help="leave out tests that have not changed since they passed",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--fast"):
        settings.register_profile("fast", deadline=None, max_examples=30)
        settings.load_profile("fast")


def takes_long(item: pytest.Item) -> bool:
    fixtures = FIXTURES & set(getattr(item, "fixturenames", ()))
    return bool(fixtures or item.get_closest_marker("system"))


@pytest.hookimpl(trylast=True)  # after -m and -k
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    fast = config.getoption("--fast")
    if not fast and not config.getoption("--changed"):
        return
    passed = memory.passed(config)
    kept, system, unchanged = [], [], []
    for item in items:
        if fast and takes_long(item):
            system.append(item)
        elif memory.unchanged(item, passed) and (memory.is_remembered(item) or not fast):
            unchanged.append(item)
        else:
            kept.append(item)
    config.hook.pytest_deselected(items=system + unchanged)
    config.stash[LEFT_OUT] = {"system": len(system), "unchanged": len(unchanged)}
    items[:] = kept


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """One of pytest-xdist's processes has ended; each has left out the same."""
    if left_out := getattr(node, "workeroutput", {}).get("left out"):
        node.config.stash[LEFT_OUT] = left_out


def not_run(left_out: dict[str, int], reasons: Counter[str]) -> list[str]:
    """What a run has left out and skipped, in words."""
    parts = []
    if n := left_out.get("system"):
        parts.append(f"{n} tests that `make test-all` runs")
    if n := left_out.get("unchanged"):
        parts.append(f"{n} tests unchanged since they passed")
    if n := reasons.total():
        why = ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common())
        parts.append(f"{n} skipped: {why}")
    return parts


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    seen = config.pluginmanager.get_plugin(skips.NAME)
    if parts := not_run(config.stash.get(LEFT_OUT, {}), seen.reasons if seen else Counter()):
        terminalreporter.write_line(f"Not run: {'; '.join(parts)}.")
