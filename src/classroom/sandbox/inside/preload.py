"""The imports that a process does before it is forked for the first submission."""

import contextlib
import gc
import importlib
import json
import pkgutil
import sys


def import_all(names: list[str]) -> None:
    """Import modules, then exempt all objects in memory from garbage collection.

    A collection would write to the objects, so later forks could not share their memory. A module
    that cannot be imported is skipped.
    """
    for name in names:
        with contextlib.suppress(Exception):  # the notebook's own import will show the error
            importlib.import_module(name)
    gc.freeze()  # a collection would write to the shared pages, and so copy them


def checks_of_the_course() -> list[str]:
    """The names of all modules and packages directly in `payattention_checks`.

    They contain the functions that grade tasks. Modules inside these packages are not in the list:
    each package imports the modules that it needs.
    """
    import payattention_checks as checks

    return [module.name for module in pkgutil.iter_modules(checks.__path__, f"{checks.__name__}.")]


def imported_since(count: int) -> bytes:
    """The names of all modules imported after the first ``count`` modules, as a JSON list."""
    return json.dumps(list(sys.modules)[count:]).encode()
