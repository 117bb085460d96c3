"""Load a live demo's script and style on the pages that hold it, and on no other.

A page asks for one by `<div class="demo" data-demo="attention"></div>`, which
`web/demos/attention.js` (an ES module) and `attention.css` bring to life. What demos fetch when
they are touched lies beside them: the trained models as ONNX, and onnxruntime-web, which runs them.
"""

import re

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from . import NODE_MODULES, ROOT, WEB

logger = logging.getLogger(__name__)
DEMOS = WEB / "demos"
RUNTIME = NODE_MODULES / "onnxruntime-web" / "dist"
FETCHED = [RUNTIME / name for name in ("ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.wasm")]
MODELS = ROOT / "src" / "payattention" / "checkpoints"
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
        files = [DEMOS, *FETCHED, *sorted(MODELS.glob("*.onnx"))]
        config.html_static_path += [str(file) for file in files if file.exists()]


def setup(app: Sphinx) -> None:
    app.connect("config-inited", serve)
    app.connect("html-page-context", load_demos)
