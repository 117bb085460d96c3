"""Options of the tests of the bank: one answer by its name, and another seed.

pytest tests/payattention_checks -k "every_answer and window_mask" --answer future --seed 7
"""

import hashlib
from datetime import UTC, datetime

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--answer", default="", help="judge only answers whose header has this in it")
    parser.addoption("--seed", type=int, help="judge the bank at this seed, not at the day's")


def seed_of(day: str) -> int:
    return int(hashlib.sha256(day.encode()).hexdigest()[:12], 16)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist hands the options to its processes
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--seed") is None:
        config.option.seed = seed_of(datetime.now(UTC).date().isoformat())


@pytest.fixture
def seed_of_the_day(request: pytest.FixtureRequest) -> int:
    """A seed that is another one each day, so that no check is fitted to the seeds of its tests."""
    return request.config.getoption("--seed")


@pytest.fixture
def only_answer(request: pytest.FixtureRequest) -> str:
    """What the header of an answer must have in it for the answer to be judged."""
    return request.config.getoption("--answer")
