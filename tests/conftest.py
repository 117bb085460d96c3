"""Every annotated shape of `payattention` is enforced while the tests run."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jaxtyping import install_import_hook

install_import_hook("payattention", "beartype.beartype")

import torch  # noqa: E402
from hypothesis import settings  # noqa: E402
from tests.browser import browser, violations, visit  # noqa: E402, F401

settings.register_profile("unhurried", deadline=None)  # a slow machine is no failure
settings.load_profile("unhurried")
torch.set_num_threads(1)  # the tests run side by side, one process a core


@pytest.fixture
def all_cores() -> Iterator[None]:
    """For a training that is quicker on all cores; a small one is not."""
    torch.set_num_threads(os.cpu_count() or 1)
    yield
    torch.set_num_threads(1)


# ── tests that are skipped, for .ci/run ───────────────────────────────────────────────────────


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--list-skipped", type=Path, help="write the ids of skipped tests to a file")
    parser.addoption("--none-skipped", action="store_true", help="fail where a test is skipped")


class Skips:
    """Remembers which tests, or whole files, are skipped."""

    def __init__(self) -> None:
        self.ids: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.ids.add(re.sub(r"@[^]@]*$", "", report.nodeid))  # pytest-xdist adds @group

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.ids.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if file := session.config.getoption("--list-skipped"):
            file.write_text("".join(f"{name}\n" for name in sorted(self.ids)), encoding="utf-8")
        if self.ids and session.config.getoption("--none-skipped") and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # that is: in pytest-xdist's first process
        config.pluginmanager.register(Skips())
