"""Checks in the form in which students get them: not to be read by chance.

A check tells what is right from what is wrong, and where no property pins an answer down, it has to
compute both. So in the package that students get, the module of each task is compressed. That is a
curtain, not a wall: whoever looks behind it knows what they are doing.
"""

import base64
import textwrap
import zlib
from typing import Any


def sealed(source: str) -> str:
    """The source of a module that does what ``source`` does and does not show it."""
    packed = base64.b85encode(zlib.compress(source.encode(), level=9)).decode()
    lines = "\n".join(f"    {line!r}" for line in textwrap.wrap(packed, 90))
    return (
        '"""The check of a task. How it is made is for your instructor to know."""\n\n'
        f"from payattention.checks.sealed import run\n\nrun(\n{lines},\n    globals(),\n)\n"
    )


def run(packed: str, names: dict[str, Any]) -> None:
    """Run what was sealed, as the module that has these names."""
    source = zlib.decompress(base64.b85decode(packed))
    exec(compile(source, f"<{names['__name__']}>", "exec"), names)
