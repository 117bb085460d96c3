"""Load a live demo's script and style on the pages that hold it, and on no other.

A page asks for one by `<div class="demo" data-demo="attention"></div>`, which
`web/demos/attention.js` (an ES module) and `attention.css` bring to life.
"""

import re

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from . import WEB

logger = logging.getLogger(__name__)
DEMOS = WEB / "demos"
PLACE = re.compile(r'<div\b[^>]*\bdata-demo="([^"]+)"')


def load_demos(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    for name in dict.fromkeys(PLACE.findall(context.get("body", ""))):
        if not (DEMOS / f"{name}.js").exists():
            logger.warning("web/demos/%s.js is missing", name, location=page, type="demo")
            continue
        app.add_js_file(f"{name}.js", type="module")
        if (DEMOS / f"{name}.css").exists():
            app.add_css_file(f"{name}.css")


def serve(app: Sphinx, config: Config) -> None:
    if DEMOS.exists():
        config.html_static_path.append(str(DEMOS))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", serve)
    app.connect("html-page-context", load_demos)
