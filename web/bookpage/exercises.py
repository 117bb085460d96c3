"""Bring `exercises/` into the book, where each notebook becomes a page that can be downloaded.

It is copied, not linked: a symbolic link breaks launch links and Windows.
"""

import filecmp
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from classroom.stamp import is_release

from . import ROOT


def mirror(source: Path, target: Path) -> None:
    """Make `target` hold just the exercises of `source`, touching no file that already agrees.

    A notebook that somebody has worked in would publish the answers, so it is refused.
    """
    wanted = {
        path.relative_to(source)
        for path in source.glob("*/**/*")
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    for path in sorted(wanted):
        if path.suffix == ".ipynb" and not is_release(source / path):
            raise ExtensionError(
                f"{source.name}/{path.as_posix()} is not as it was released and may hold answers, "
                "so it is not published. Run `classroom release`, which keeps what is in it."
            )
    present = {path.relative_to(target) for path in target.rglob("*") if path.is_file()}
    for path in present - wanted:
        (target / path).unlink()
    for path in wanted:
        if path in present and filecmp.cmp(source / path, target / path, shallow=False):
            continue
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, target / path)


def offer_download(app: Sphinx, pagename: str, template: str, context: dict, doctree) -> None:
    """Tell the page's template where its notebook lies, and where it can be run online."""
    if not pagename.startswith("exercises/"):
        return
    notebook = Path(pagename).name
    context["exercise"] = {
        "name": f"{notebook}.ipynb",
        "download": context["pathto"](f"_sources/{pagename}.ipynb", 1),
        "colab": colab_address(app.config.html_theme_options, f"{pagename}.ipynb"),
    }


def colab_address(settings: dict, path: str) -> str | None:
    """Colab opens notebooks of GitHub repositories, and of nothing else."""
    github, address = "https://github.com/", settings.get("repository_url", "")
    if not address.startswith(github):
        return None
    branch = settings.get("repository_branch", "main")
    repository = address.removeprefix(github).strip("/")
    return f"https://colab.research.google.com/github/{repository}/blob/{branch}/{path}"


def setup(app: Sphinx) -> None:
    # Now, not at an event: the table of contents is resolved against the files as soon as Sphinx
    # has read its settings.
    mirror(ROOT / "exercises", Path(app.srcdir) / "exercises")
    app.connect("html-page-context", offer_download)
