"""The version number, which changes whenever a file of our packages changes.

pip replaces an installed copy only if the version differs, so each change makes a new version.
This file imports only Python's standard library: while pip builds the packages, it runs this file
to read the version, and libraries such as torch may be missing.
"""

import hashlib
from pathlib import Path

RELEASE = "0.3.0"
PACKAGES = Path(__file__).resolve().parent.parent


def version(folder: Path = PACKAGES) -> str:
    """Return the version of the packages in ``folder``, such as ``0.3.0+c1a2b3c4d``.

    It is the release, then a hash of all their files.
    """
    state = hashlib.sha256()
    for package in ("classroom", "payattention", "payattention_checks"):
        for path in sorted((folder / package).rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not any(part.startswith((".", "__py")) for part in name.parts):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                state.update(f"{name.as_posix()} {content}\n".encode())
    return f"{RELEASE}+c{state.hexdigest()[:8]}"
