"""The files of a submission's folder, which is not trusted: it may hold links, pipes, anything."""

import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from nbgrader.utils import parse_utc

from classroom.course import CourseError, listed

TIMESTAMP = "timestamp.txt"  # from which nbgrader reads when it was handed in
SECRET = "submission_secret.txt"  # from which nbgrader's exchange makes the name of a feedback page
EXCHANGE_FILES = (TIMESTAMP, SECRET)
ONE_LINE = re.compile(rb"[ -~]{1,1000}")
LONGEST_TIME = 100  # bytes
LARGEST_FILE = 100_000_000  # bytes; also the most for all files beside a notebook together
DEEPEST = 20  # levels of nested folders


def is_plain_file(path: Path) -> bool:
    """Whether a path is a file and not a symbolic link, which could lead anywhere."""
    return path.is_file() and not path.is_symlink()


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file in a submission's folder: its path relative to ``folder``, and its full path.

    Symbolic links are left out. The order is always the same. Raises CourseError, after the files
    above them, if folders are nested more than `DEEPEST` levels deep.
    """
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if is_plain_file(path):
                yield path.relative_to(folder).as_posix(), path
        if folders and len(Path(parent).relative_to(folder).parts) >= DEEPEST:
            raise CourseError(f"Its folders are nested more than {DEEPEST} levels deep.")


def files_beside_notebook(folder: Path) -> tuple[dict[str, Path], list[str]]:
    """The files handed in beside the notebook, by relative path, and the names of those left out.

    If all files together are larger than `LARGEST_FILE` bytes, some are left out.
    """
    files: dict[str, Path] = {}
    left_out = []
    room = LARGEST_FILE
    for name, path in files_of(folder):
        if path.suffix == ".ipynb":
            continue
        room -= path.stat().st_size
        if room < 0:
            left_out.append(name)
        else:
            files[name] = path
    return files, left_out


def read_files(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """The contents of the files handed in beside the notebook, by relative path, and any notes.

    A note names the files that are left out because all together are too large.
    """
    files, left_out = files_beside_notebook(folder)
    contents = {name: path.read_bytes() for name, path in files.items()}
    if not left_out:
        return contents, []
    most = f"{LARGEST_FILE / 1e6:.0f} MB of files"
    return contents, [
        f"More than {most} were handed in, so these were left out: {listed(left_out)}."
    ]


def handed_in_at(folder: Path) -> tuple[datetime | None, tuple[str, ...]]:
    """The time at which a submission was handed in, from its ``timestamp.txt``, and any notes.

    The time is None if the file is missing or invalid; then the submission is not late. A note says
    if the file is invalid.
    """
    file = folder / TIMESTAMP
    if not os.path.lexists(file):
        return None, ()
    if not is_plain_file(file) or file.stat().st_size > LONGEST_TIME:
        message = f"Its {TIMESTAMP} is no file of one line: it counts as in time."
        return None, (message,)
    try:
        text = file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None, ()
    try:
        return parse_utc(text), ()
    except (ValueError, OverflowError):
        shown = text if text.isprintable() else ascii(text)[1:-1]
        return None, (
            f"Its {TIMESTAMP} holds no valid time (“{shown[:40]}”): it counts as in time.",
        )


def exchange_files(files: dict[str, bytes], handed_in: datetime | None) -> dict[str, bytes]:
    """The files that nbgrader's exchange needs beside a graded notebook, to hand back its feedback.

    Args:
        files: what was handed in beside the notebook, by name. A file of the exchange's that is not
            one line of plain text, as the exchange writes it, is left out.
        handed_in: what `handed_in_at` says. If it is None, the file with the time is left out.
    """
    lines = {name: files.get(name, b"").strip() for name in EXCHANGE_FILES}
    if handed_in is None:
        del lines[TIMESTAMP]
    return {name: line for name, line in lines.items() if ONE_LINE.fullmatch(line)}
