"""Run a page again when the package that it imports has changed.

myst-nb's cache knows a page's own cells only, so that after a change in `src/` it would go on
showing the old results. Here each state of `src/` has a cache of its own.
"""

import hashlib
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from . import ROOT

STATES_KEPT = 4  # so that going back and forth between two branches runs nothing again


def fingerprint(folder: Path) -> str:
    """A hash of every file's path and content below `folder`, compiled files apart."""
    state = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            state.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return state.hexdigest()[:16]


def choose_cache(app: Sphinx, config: Config) -> None:
    caches = Path(app.outdir).parent / ".jupyter_cache"
    cache = caches / fingerprint(ROOT / "src")
    cache.mkdir(parents=True, exist_ok=True)
    cache.touch()
    by_age = sorted(caches.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[STATES_KEPT:]:
        shutil.rmtree(old)
    config.nb_execution_cache_path = str(cache)


def outdated_notebooks(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Have every page with cells read again once `src/` has changed."""
    cache = app.config.nb_execution_cache_path
    if getattr(env, "bookpage_cache", cache) == cache:
        stale = []
    else:
        stale = [page for page in env.found_docs if "kernelspec" in env.metadata.get(page, {})]
    env.bookpage_cache = cache
    return stale


def setup(app: Sphinx) -> None:
    app.connect("config-inited", choose_cache)
    app.connect("env-get-outdated", outdated_notebooks)
