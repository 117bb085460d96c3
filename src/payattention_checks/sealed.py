"""Compress the source code of the checks, so that students do not read it by accident.

A check tells right answers from wrong ones. If no property determines the right answer, the check
contains code that computes it. So in the package that students get, the module of each task is
compressed. Anyone can decompress it, but nobody does so by accident.
"""

import base64
import textwrap
import zlib
from typing import Any


def sealed(source: str) -> str:
    """Compress the source of a module; return the source of a module that does the same.

    The returned module contains ``source`` in compressed form. When it is imported, it decompresses
    and executes ``source``.
    """
    packed = base64.b85encode(zlib.compress(source.encode(), level=9)).decode()
    lines = "\n".join(f"    {line!r}" for line in textwrap.wrap(packed, 90))
    return (
        '"""The check of a task. How it is made is for your instructor to know."""\n\n'
        f"from payattention_checks.sealed import run\n\nrun(\n{lines},\n    globals(),\n)\n"
    )


def run(packed: str, names: dict[str, Any]) -> None:
    """Decompress a module's source, ``packed``, and execute it with ``names`` as its globals."""
    source = zlib.decompress(base64.b85decode(packed))
    exec(compile(source, f"<{names['__name__']}>", "exec"), names)
