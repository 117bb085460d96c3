"""Replace the checks by dummies in the student's process, so that a student cannot read them."""

import importlib.abc
import importlib.machinery
import sys
import types
from typing import Any


class NoChecks(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An importer that makes dummy modules in place of `payattention_checks` and its modules.

    In a dummy module, every name without a leading underscore is the dummy object `NO_CHECK`.
    """

    def find_spec(self, name: str, *_: Any, **__: Any) -> importlib.machinery.ModuleSpec | None:
        if name == "payattention_checks" or name.startswith("payattention_checks."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None: ...

    def exec_module(self, module: types.ModuleType) -> None:
        vars(module)["__getattr__"] = NO_CHECK.__getattr__


class NoCheck:
    """A dummy in place of a check: every public attribute and every call gives the dummy itself."""

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
    """Make every later import of `payattention_checks` or its modules return a dummy module.

    So an ordinary import does not load the real checks, even if their files are readable.
    """
    sys.meta_path.insert(0, NoChecks())
