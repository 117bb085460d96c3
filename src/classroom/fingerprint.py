"""Hashes of texts, of files, and of the package that students have."""

import hashlib
import importlib.util
from collections.abc import Iterable
from pathlib import Path


def package_folder() -> Path:
    """Where the package is that students have."""
    spec = importlib.util.find_spec("payattention")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("payattention is not installed", name="payattention")
    return Path(spec.submodule_search_locations[0])


def fingerprint(files: set[Path], folder: Path) -> str:
    """A hash of the paths below ``folder`` and the contents of files."""
    state = hashlib.sha256()
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        state.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return state.hexdigest()


def hashed(parts: Iterable[str | bytes]) -> str:
    """A short hash, which depends on where one part ends and the next begins."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "little") + data)
    return whole.hexdigest()[:16]
