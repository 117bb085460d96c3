"""Hashes of texts and files, and the folders of the packages that students import."""

import hashlib
import importlib.util
from collections.abc import Iterable
from pathlib import Path

PACKAGES = ("payattention", "payattention_checks")


def package_folder(name: str) -> Path:
    """The folder in which one of `PACKAGES` is installed."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{name} is not installed", name=name)
    return Path(spec.submodule_search_locations[0])


def fingerprint(files: set[Path], folder: Path) -> str:
    """A SHA-256 hash of the contents of ``files`` and of their paths relative to ``folder``."""
    state = hashlib.sha256()
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        state.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return state.hexdigest()


def hashed(parts: Iterable[str | bytes]) -> str:
    """A hash of a sequence of texts or bytes: 16 hexadecimal digits.

    The hash also depends on where each part ends: ``["ab", "c"]`` and ``["a", "bc"]`` have
    different hashes.
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()[:16]
