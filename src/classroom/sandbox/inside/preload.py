"""What a warm process imports before the first submission, so that none waits for it."""

import contextlib
import gc
import importlib
import json
import pkgutil
import sys


def import_all(names: list[str]) -> None:
    """Import modules. Forks that follow share all that is in memory then."""
    for name in names:
        with contextlib.suppress(Exception):  # whoever needs it will be told by its import
            importlib.import_module(name)
    gc.freeze()  # no collection touches, and so copies, the pages that the forks share


def checks_of_the_course() -> list[str]:
    """The checks, each of which imports what it needs."""
    import payattention.checks as checks

    return [module.name for module in pkgutil.iter_modules(checks.__path__, f"{checks.__name__}.")]


def imported_since(count: int) -> bytes:
    """The names of the modules imported after the first ``count``, as a JSON list."""
    return json.dumps(list(sys.modules)[count:]).encode()
