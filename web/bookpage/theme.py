"""Adapt the theme: use the book's own templates, and remove unneeded scripts and styles."""

import subprocess
from pathlib import Path

import pydata_sphinx_theme
import sphinx_book_theme
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from bookpage.paths import NODE, WEB

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
    "copybutton.css": '<div class="highlight',
    "katex.css": 'class="katex',
}
STYLES = [
    Path(package.__file__).parent / "theme" / package.__name__ / "static" / "styles" / name
    for package, name in [
        (pydata_sphinx_theme, "pydata-sphinx-theme.css"),
        (sphinx_book_theme, "sphinx-book-theme.css"),
    ]
]
AT_ONCE = "documentation_options.js"
ONLY_FOR_SEARCH = "sphinx_highlight.js"  # elsewhere web/scripts/matches.js marks what was sought
REPLACED = "katex-math.css"  # by web/styles/60-figures.css
# Copied by the theme, replaced by web/icons and web/scripts.
UNUSED = [
    "scripts/fontawesome.js*",
    "scripts/bootstrap.js*",
    "scripts/*.map",
    "styles/*.map",
    "vendor/fontawesome/**/*.*",
]


def use_templates(app: Sphinx, config: Config) -> None:
    config.templates_path.insert(0, str(WEB / "templates"))
    config.html_theme_options.update(OPTIONS)
    config.html_context["logo_drawing"] = Markup((WEB / "logo.svg").read_text())


def needed(file: str | None, body: str) -> bool:
    name = str(file).removeprefix("_static/")
    return name != REPLACED and NEEDED_FOR.get(name, "") in body


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
    """The same script, run after the page has been painted, unless inline scripts use it."""
    if not script.filename or str(script.filename).endswith(AT_ONCE):
        return script
    attributes = script.attributes | {"defer": "defer"}
    return type(script)(script.filename, priority=script.priority, **attributes)


def prune(app: Sphinx, exception: Exception | None) -> None:
    """Remove the theme's unused files, and the unused rules of the theme's style sheets.

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
    command = [NODE, script, app.outdir, static / "styles", *STYLES]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise ExtensionError(f"the theme's styles could not be pruned: {done.stderr}")


def setup(app: Sphinx) -> None:
    # Jupyter Book sets this value for sphinx_comments, an extension that the book does not use.
    app.add_config_value("comments_config", {}, "")
    app.connect("config-inited", use_templates)
    app.connect("html-page-context", drop_unneeded, priority=900)
    app.connect("build-finished", prune)
