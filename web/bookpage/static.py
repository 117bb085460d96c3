"""Copy the book's own styles, scripts, icons and fonts into the built book."""

import hashlib
from pathlib import Path
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.config import Config

from bookpage.mathematics import style_sheet
from bookpage.paths import NODE_MODULES, WEB

TEXT_FONTS = NODE_MODULES / "@fontsource" / "source-serif-4" / "files"
TEXT_STYLES = ["400-normal", "400-italic", "600-normal"]


def icon_rules() -> str:
    """Return CSS rules that show the drawings of `web/icons/` in place of the theme's icons.

    For example, the rule for `play.svg` sets the variable `--icon` of the theme's class `fa-play`.
    """
    rules = []
    for drawing in sorted((WEB / "icons").glob("*.svg")):
        address = "data:image/svg+xml," + quote(drawing.read_text().strip(), safe=" =:/'")
        rules.append(f'.fa-{drawing.stem} {{ --icon: url("{address}"); }}')
    return "\n".join(rules)


def static_files() -> dict[str, bytes]:
    """The files that all pages share: the content of each, by its name in `_static/`."""
    styles = [path.read_text() for path in sorted((WEB / "styles").glob("*.css"))]
    scripts = [path.read_text() for path in sorted((WEB / "scripts").glob("*.js"))]
    files = {
        "page.css": "\n".join([*styles, icon_rules()]).encode(),
        "page.js": "\n".join(scripts).encode(),
        "suggest.js": (WEB / "scripts" / "later" / "suggest.js").read_bytes(),
        "katex.css": style_sheet().encode(),
        "logo.svg": (WEB / "logo.svg").read_bytes(),
    }
    fonts = [*(NODE_MODULES / "katex" / "dist" / "fonts").glob("*.woff2")]
    fonts += [TEXT_FONTS / f"source-serif-4-latin-{style}.woff2" for style in TEXT_STYLES]
    return files | {f"fonts/{font.name}": font.read_bytes() for font in fonts}


def prepare(app: Sphinx, config: Config) -> None:
    folder = Path(app.outdir).parent / "page"
    for name, content in static_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    config.html_static_path.append(str(folder))
    config.bookpage_state = state_of_page()


def state_of_page() -> str:
    """A hash of all files in `web/`, without those that npm and Python put there."""
    state = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts):
            state.update(path.read_bytes())
    return state.hexdigest()


def setup(app: Sphinx) -> None:
    # When a setting of kind "html" changes, Sphinx writes every page again without reading it.
    app.add_config_value("bookpage_state", "", "html", [str])
    app.connect("config-inited", prepare)
    app.add_css_file("page.css", priority=900)  # after the theme's and the extensions'
    app.add_js_file("page.js", loading_method="defer")
