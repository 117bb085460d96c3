"""What lies beside a notebook lies beside the tests of its tasks, too."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from tests.payattention_checks.tasks import Task


@pytest.fixture(autouse=True)
def beside_the_notebook(request: pytest.FixtureRequest) -> Iterator[None]:
    """For the tests of a task that reads weights: these, in the working folder."""
    called = getattr(request.node, "callspec", None)
    task = called.params.get("task") if called else None
    reads = isinstance(task, Task) and task.beside
    with task.beside_the_notebook() if reads else nullcontext():
        yield
