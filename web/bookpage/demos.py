"""Load a live demo's script and style only on the pages that contain the demo.

A page contains the demo `attention` as `<div class="demo" data-demo="attention"></div>`. The demo's
script is `web/demos/attention.js`, an ES module. The demo's style is `attention.css`, if this file
exists. `web/demos/shared` holds modules that the demos import. It also holds a style for all demos,
which is loaded before the demo's own style.

If a reader opens a page from the disk (`file://`), the browser refuses to load ES modules. So each
demo's module is bundled with its imports into an ordinary script. Some demos also fetch a trained
model in the ONNX format, and onnxruntime-web, which runs the model.
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
DEMO_DIV = re.compile(r'<div\b[^>]*\bdata-demo="([^"]+)"')


def load_demos(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    names = dict.fromkeys(DEMO_DIV.findall(context.get("body", "")))
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
    """Bundle each JavaScript module with its imports into an ordinary script of the same name.

    The scripts are written to the folder ``into``.
    """
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
