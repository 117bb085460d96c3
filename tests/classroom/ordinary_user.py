"""Run a command as somebody who is not root, where the tests are."""

import os
import shutil
from pathlib import Path

from tests.classroom.conftest import PROJECT

from classroom.sandbox.bubblewrap import bwrap, parents, python_folders

NOBODY = 65534
OTHERS_MAY_ENTER = 0o001


def as_nobody() -> list[str]:
    return as_user(NOBODY)


def as_user(number: int) -> list[str]:
    """The words to put before a command. It sees this Python, even in a folder of root's own."""
    needed = sorted({*python_folders(), PROJECT})
    closed = {top for folder in needed for top in [closed_above(folder)] if top}
    program = bwrap()
    assert program
    words = [program, "--dev-bind", "/", "/"]
    for top in sorted(closed):
        words += ["--perms", "0755", "--tmpfs", str(top)]
    for folder in needed:
        if closed_above(folder):
            words += [*parents(folder), "--ro-bind", str(folder), str(folder)]
    words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--"]
    user = [f"--reuid={number}", f"--regid={number}", "--clear-groups"]
    return [*words, shutil.which("setpriv") or "setpriv", *user]


def closed_above(folder: Path) -> Path | None:
    """The outermost folder around it that others may not enter."""
    around = reversed(folder.parents)
    return next((one for one in around if not one.stat().st_mode & OTHERS_MAY_ENTER), None)


def give_to_nobody(folder: Path) -> None:
    """Make a folder, with all that is in it, nobody's own."""
    for place in (folder, *folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY, follow_symlinks=False)
