"""Two options for .ci/run: list the tests that are skipped, and let none be skipped."""

import re
from pathlib import Path

import pytest


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
