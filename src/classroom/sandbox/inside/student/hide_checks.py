"""Keep the checks out of the student's process: their place is taken by checks that say nothing."""

import importlib.abc
import importlib.machinery
import sys
import types
from typing import Any


class NoChecks(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for `payattention.checks`: every check is there, and none says anything."""

    def find_spec(self, name: str, *_: Any, **__: Any) -> importlib.machinery.ModuleSpec | None:
        if name == "payattention.checks" or name.startswith("payattention.checks."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None: ...

    def exec_module(self, module: types.ModuleType) -> None:
        vars(module)["__getattr__"] = NO_CHECK.__getattr__


class NoCheck:
    """Whatever is asked of it and however it is called, it is itself."""

    def __getattr__(self, name: str) -> "NoCheck":
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: Any, **__: Any) -> "NoCheck":
        return self

    def __repr__(self) -> str:
        return "The tests run elsewhere."


NO_CHECK = NoCheck()


def close_checks() -> None:
    """Let no import of this process find the checks, even where their files are in reach."""
    sys.meta_path.insert(0, NoChecks())
