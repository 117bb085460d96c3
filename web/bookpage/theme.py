"""Adapt the theme: use the book's own templates, and remove unneeded scripts and styles."""

import re
import subprocess
from pathlib import Path
from types import ModuleType

import myst_nb
import pydata_sphinx_theme
import sphinx_book_theme
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from bookpage.paths import NODE, WEB


def in_theme(package: ModuleType, style: str) -> Path:
    folder = Path(str(package.__file__)).parent / "theme" / package.__name__
    return folder / "static" / "styles" / style


OPTIONS = {
    "back_to_top_button": False,
    "search_bar_text": "Search this book",
    "show_toc_level": 2,
    "pygments_dark_style": "github-dark",
}
# Scripts and styles of extensions: a page needs one if its body contains the text given here.
NEEDED_FOR = {
    "design-tabs.js": "sd-tab-set",
    "sphinx-design.min.css": 'class="sd-',
    "clipboard.min.js": '<div class="highlight',
    "copybutton.js": '<div class="highlight',
    "katex.css": 'class="katex',
}
# The styles that every page needs, in the order of the one that is made of them. Those of packages
# are taken from there, because `prune` removes the copies.
STYLES = [
    "basic.css",
    in_theme(pydata_sphinx_theme, "pydata-sphinx-theme.css"),
    "pygments.css",
    in_theme(sphinx_book_theme, "sphinx-book-theme.css"),
    "copybutton.css",
    Path(myst_nb.__file__).with_name("static") / "mystnb.css",
]
ONE_STYLE = "theme.css"  # web/templates/layout.html asks for it
REPLACED = re.compile(  # by the one style, by web/styles/60-figures.css, by web/scripts
    r"pygments|copybutton\.css|mystnb|katex-math|sphinx-book-theme"
)
# For search; elsewhere web/scripts/matches.js marks what was sought.
ONLY_FOR_SEARCH = ("sphinx_highlight.js", "doctools.js")
# Copied by the theme, replaced by web/icons, web/scripts and the one style.
UNUSED = ["scripts/*.*", "styles/*.*", "vendor/fontawesome/**/*.*"]


def use_templates(app: Sphinx, config: Config) -> None:
    config.templates_path.insert(0, str(WEB / "templates"))
    config.html_theme_options.update(OPTIONS)
    config.html_context["logo_drawing"] = Markup((WEB / "logo.svg").read_text())


def needed(file: str | None, body: str) -> bool:
    """Whether a page needs a style or a script; inline scripts only set options of the theme's."""
    if not file:
        return False
    name = str(file).removeprefix("_static/")
    return not REPLACED.search(name) and NEEDED_FOR.get(name, "") in body


def drop_unneeded(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    body = context.get("body", "")
    # Drop a label for screen readers that contradicts the visible text ("Show code cell source").
    context["body"] = body.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    for kind in ("css_files", "script_files"):
        context[kind][:] = [file for file in context[kind] if needed(file.filename, body)]
    if page != "search":  # its own scripts, in the template, need the others at once
        scripts = (file for file in context["script_files"] if not only_for_search(file.filename))
        context["script_files"][:] = map(deferred, scripts)


def only_for_search(file: str | None) -> bool:
    return str(file).endswith(ONLY_FOR_SEARCH)


def deferred(script):
    """The same script, run when the page has been read."""
    attributes = script.attributes | {"defer": "defer"}
    return type(script)(script.filename, priority=script.priority, **attributes)


def prune(app: Sphinx, exception: Exception | None) -> None:
    """Remove the theme's unused files, and make one style of `STYLES`, without unused rules.

    A rule is unused if no page and no script can match it. The rules for the icons of Font Awesome
    are always removed. Without this step, the theme's style sheets have 65 kB when gzipped.
    """
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    for pattern in UNUSED:
        for path in static.glob(pattern):
            path.unlink()
    script = Path(__file__).with_name("prune.mjs")
    command = [NODE, script, app.outdir, static / ONE_STYLE, *(static / name for name in STYLES)]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise ExtensionError(f"the theme's styles could not be pruned: {done.stderr}")


def setup(app: Sphinx) -> None:
    # Jupyter Book sets this value for sphinx_comments, an extension that the book does not use.
    app.add_config_value("comments_config", {}, "")
    app.connect("config-inited", use_templates)
    app.connect("html-page-context", drop_unneeded, priority=900)
    # The theme writes its colours of code when the build has finished.
    app.connect("build-finished", prune, priority=900)
