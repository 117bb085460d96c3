"""Render formulas with KaTeX while the book is built, so that a page needs no script for them."""

import json
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator
from sphinxcontrib import katex

from bookpage.formula_parts import in_parts
from bookpage.paths import NODE, NODE_MODULES, WEB

logger = logging.getLogger(__name__)

RENDER = katex.render_latex
PATIENCE = 60.0  # seconds that KaTeX may take to start or to render, on a busy machine

# Commands for all chapters.
MACROS = {
    r"\softmax": r"\operatorname{softmax}",
    r"\attention": r"\operatorname{Attention}",
    r"\concat": r"\operatorname{Concat}",
    r"\head": r"\operatorname{head}",
    r"\layernorm": r"\operatorname{LayerNorm}",
    r"\ffn": r"\operatorname{FFN}",
    r"\E": r"\mathbb{E}",
    r"\Var": r"\operatorname{Var}",
    r"\R": r"\mathbb{R}",
    # the four roles, each in its colour (web/styles/10-colours.css)
    r"\qry": r"\htmlClass{query}{#1}",
    r"\key": r"\htmlClass{key}{#1}",
    r"\val": r"\htmlClass{value}{#1}",
    r"\out": r"\htmlClass{output}{#1}",
}


def check_version(app: Sphinx) -> None:
    """Raise ExtensionError unless both copies of KaTeX have the same version.

    The copy in sphinxcontrib-katex renders the formulas; the copy from npm has the style sheet.
    """
    package = NODE_MODULES / "katex" / "package.json"
    if not package.exists():
        raise ExtensionError(
            f"{package.relative_to(WEB.parent)} is missing: run `npm ci --prefix web` first"
        )
    served = json.loads(package.read_text())["version"]
    if served != katex.katex_version:
        raise ExtensionError(
            f"web/package.json asks for katex {served}, whose style sheet the pages load, but "
            f"sphinxcontrib-katex renders with {katex.katex_version}: change the "
            f"version in web/package.json to {katex.katex_version}"
        )


def style_sheet() -> str:
    """KaTeX's style sheet with woff2 fonts only, which every browser since 2016 supports."""
    css = (NODE_MODULES / "katex" / "dist" / "katex.min.css").read_text()
    return re.sub(r',url\(fonts/[^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)', "", css)


def with_location(visit: Callable) -> Callable:
    """Wrap ``visit``, which renders a formula node, so that an invalid formula causes a warning.

    For an invalid formula, ``visit`` raises an error. The returned function logs a warning instead,
    which names the formula's place in the sources. The page then shows the formula's TeX.
    """

    def visit_formula(writer: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
        begun = len(writer.body)
        try:
            visit(writer, node)
        except katex.KaTeXError as error:
            writer.body[begun:] = [f"<code>{writer.encode(node.astext())}</code>"]
            logger.warning("%s, in: %s", error, node.astext(), location=node, type="katex")
            raise nodes.SkipNode from error

    return visit_formula


def start_renderer(folder: Path, timeout: float) -> tuple[Popen, socket.socket]:
    """Start the KaTeX server; return its process and a connection, as soon as the server listens.

    This replaces a function of sphinxcontrib-katex, which connects as soon as the socket's file
    exists. On a busy machine that is too early: the connection is refused, and the build fails. The
    socket's file is in ``folder``; ``timeout`` is in seconds.
    """
    socket_path = folder / "katex.sock"
    process = Popen(
        katex.KaTeXServer.build_command(socket=socket_path), stdin=PIPE, stdout=PIPE, cwd=folder
    )
    deadline = time.monotonic() + timeout
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(socket_path))
            return process, connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
        if time.monotonic() > deadline or process.poll() is not None:
            process.kill()
            raise katex.KaTeXServer.timeout_error(timeout)
        time.sleep(0.01)


def setup(app: Sphinx) -> None:
    katex.NODEJS_BINARY = str(NODE)
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = PATIENCE
    katex.KaTeXServer.start_server_process = start_renderer
    katex.render_latex = in_parts(RENDER)
    katex.KATEX_DEFAULT_OPTIONS.update(
        throwOnError=True,
        macros=MACROS,
        trust=True,
        strict=False,  # for \\htmlClass
    )
    app.add_html_math_renderer(
        "bookpage",
        inline_renderers=(with_location(katex.html_visit_math), None),
        block_renderers=(with_location(katex.html_visit_displaymath), None),
    )
    app.connect("config-inited", lambda app, config: check_version(app))
