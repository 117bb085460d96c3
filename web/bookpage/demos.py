"""Load a live demo's script and style on the pages that hold it, and on no other.

A page asks for one by `<div class="demo" data-demo="attention"></div>`, which
`web/demos/attention.js` (an ES module) and `attention.css` bring to life. What all demos share lies
in `web/demos/shared`: the style, which comes before a demo's own, and a module to import. A browser
loads no module into a page that is opened as a file, so the page gets the module and what it
imports as one ordinary script. What demos fetch when they are touched lies beside them: the trained
models as ONNX, and onnxruntime-web, which runs them.
"""

import re
import subprocess
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util import logging

from bookpage.paths import NODE, NODE_MODULES, ROOT, WEB

logger = logging.getLogger(__name__)
DEMOS = WEB / "demos"
STYLE = DEMOS / "shared" / "demo.css"
RUNTIME = NODE_MODULES / "onnxruntime-web" / "dist"
FETCHED = [RUNTIME / name for name in ("ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.wasm")]
MODELS = ROOT / "src" / "payattention" / "checkpoints"
PLACE = re.compile(r'<div\b[^>]*\bdata-demo="([^"]+)"')


def load_demos(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    names = dict.fromkeys(PLACE.findall(context.get("body", "")))
    if names:
        app.add_css_file(STYLE.name)
    for name in names:
        if not (DEMOS / f"{name}.js").exists():
            logger.warning("web/demos/%s.js is missing", name, location=page, type="demo")
            continue
        app.add_js_file(f"{name}.js", loading_method="defer")
        if (DEMOS / f"{name}.css").exists():
            app.add_css_file(f"{name}.css")


def bundle(modules: list[Path], into: Path) -> None:
    """Write each module, together with what it imports, as a script of the same name."""
    script = Path(__file__).with_name("bundle.mjs")
    command = [NODE, script, into, *modules]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise ExtensionError(f"the demos could not be bundled: {done.stderr}")


def serve(app: Sphinx, config: Config) -> None:
    modules = sorted(DEMOS.glob("*.js"))
    if modules:
        scripts = Path(app.outdir).parent / "demos"
        bundle(modules, scripts)
        fetched = [file for file in [*FETCHED, *sorted(MODELS.glob("*.onnx"))] if file.exists()]
        styles = [STYLE, *sorted(DEMOS.glob("*.css"))]
        config.html_static_path += map(str, [scripts, *styles, *fetched])


def setup(app: Sphinx) -> None:
    app.connect("config-inited", serve)
    app.connect("html-page-context", load_demos)
