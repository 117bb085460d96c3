"""Every annotated shape of `payattention` is enforced while the tests run."""

import os
import pkgutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from jaxtyping import install_import_hook

pytest_plugins = ["tests.skips", "tests.bank_options", "tests.memory", "tests.fast"]

PACKAGE = Path(__file__).parents[1] / "src" / "payattention"
install_import_hook(
    [f"payattention.{m.name}" for m in pkgutil.iter_modules([str(PACKAGE)])],
    "beartype.beartype",
)

import torch  # noqa: E402
from hypothesis import settings  # noqa: E402
from tests.browser import browser, violations, visit  # noqa: E402, F401

settings.register_profile("unhurried", deadline=None)  # a slow machine is no failure
settings.load_profile("unhurried")
torch.set_num_threads(1)  # the tests run side by side, one process a core
# A shell that runs the tests in the background has them, and what they start, ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One more than cores, as sandboxes are waited for; at most four, as each holds torch."""
    return min(4, (os.cpu_count() or 1) + 1)


@pytest.fixture
def all_cores() -> Iterator[None]:
    """For a training that is quicker on all cores; a small one is not."""
    torch.set_num_threads(os.cpu_count() or 1)
    yield
    torch.set_num_threads(1)
