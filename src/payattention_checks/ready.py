"""The line below a notebook's set-up cell that says that all is well."""

from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

DISTRIBUTIONS = ("payattention-checks", "payattention")  # students have the first of them


def ready(checks: ModuleType) -> str:
    """One line: the checks of an assignment, ``checks``, are there; how many, of which version."""
    return f"Ready: checks for {len(checks.__all__)} tasks, version {installed()}."


def installed() -> str:
    """The version of the installed checks; “unknown” where they are only on Python's path."""
    for name in DISTRIBUTIONS:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "unknown"
