"""The version number, which changes whenever a file of the packages changes.

So pip replaces an installed copy by a corrected one; it would not if both had the same version.
Only Python's standard library is imported here, because the build reads the version, too.
"""

import hashlib
from pathlib import Path

RELEASE = "0.1.0"
PACKAGES = Path(__file__).resolve().parent.parent


def version(folder: Path = PACKAGES) -> str:
    """Return the version of the packages in ``folder``, such as ``0.1.0+c1a2b3c4d``.

    It is the release, then a hash of all files of the packages.
    """
    state = hashlib.sha256()
    for package in ("classroom", "payattention"):
        for path in sorted((folder / package).rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not any(part.startswith((".", "__py")) for part in name.parts):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                state.update(f"{name.as_posix()} {content}\n".encode())
    return f"{RELEASE}+c{state.hexdigest()[:8]}"
