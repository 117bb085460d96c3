"""Convert a notebook to a self-contained HTML page: formulas as MathML, no scripts.

A student's text and output are shown, but cannot run code or load a file: their HTML is reduced to
text, tables and embedded pictures, and links become plain text. nbgrader's formgrader shows
submissions with the same filters.
"""

import re
from collections.abc import Callable
from html import escape
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from math_core import LatexToMathML
from nbconvert.exporters import HTMLExporter, TemplateExporter
from nbconvert.filters import ansi2html, strip_ansi
from nbconvert.filters.markdown_mistune import InvalidNotebook, IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from traitlets import Bool, Instance, default
from traitlets.config import Config

from classroom.assignment.read_verdict import explanation_of
from classroom.pages.page_limits import TimeLimit, TooSlow
from classroom.pages.page_style import HERE, policy, style
from payattention_checks.verdict_html import prose

FOLDER = "feedback_page"
LOWEST = 6  # the lowest level of headings
MOST_TAGS = 50_000  # in printed HTML
LONGEST = 2000  # characters of a formula: a deeply nested formula could end the process
FOLD = re.compile(r"\s*(?:(?:</?details>|<summary>[^<>]*</summary>)\s*)+")  # around a hint
PYTHON = ("python", "py", "python3", "ipython", "ipython3")
LANGUAGES = (*PYTHON, "pycon", "console", "bash", "sh")  # only these are highlighted
MATH = {
    "code", "math", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub",
    "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "none",
}  # fmt: skip
OF_MATH = {  # attributes
    "accent", "accentunder", "depth", "display", "displaystyle", "fence", "form", "height",
    "largeop", "linethickness", "lspace", "mathvariant", "maxsize", "minsize", "movablelimits",
    "rspace", "scriptlevel", "separator", "stretchy", "style", "symmetric", "voffset", "width",
}  # fmt: skip
STYLES = {"color", "justify-items", "padding-left", "padding-right", "text-align", "width"}
LIGHT, DARK = "default", "github-dark"  # colour themes of code for light and dark mode
tex = LatexToMathML(continue_on_error=True)


class NotebookPage(HTMLExporter):
    """nbconvert's exporter to HTML, with the templates of the folder ``feedback_page``."""

    plain = Bool(False, help="Whether to leave out what has to be parsed.").tag(config=True)
    time_limit = Instance(TimeLimit)

    @default("time_limit")
    def _time_limit_default(self) -> TimeLimit:
        return TimeLimit(0) if self.plain else TimeLimit()

    @property
    def default_config(self) -> Config:
        """The exporter's settings; they override nbgrader's settings for every HTMLExporter."""
        own: dict[str, Any] = {
            "template_name": FOLDER,
            "extra_template_basedirs": [str(HERE)],
        }
        own |= {"template_file": "index.html.j2", "extra_template_paths": []}
        own |= {"filters": {}, "sanitize_html": False}  # the template itself sanitizes
        return Config(super().default_config, NotebookPage=own)

    def default_filters(self):
        yield from super().default_filters()
        ours: dict[str, Callable[..., str]] = {
            "markdown2html": markdown,
            "highlight_code": highlighted,
            "formula": formula_output,
            "harmless": harmless,
        }
        for name, make in ours.items():
            yield name, self.time_limit.with_each(make)
        yield "ansi2html", self.coloured
        yield "explanation_of", explanation_of
        yield "prose", prose

    def coloured(self, text: str) -> str:
        """Convert printed text to HTML: with its colours, or without them if they take too long."""
        try:
            with self.time_limit.alarm():
                return ansi2html(text)
        except TooSlow:
            return escape(strip_ansi(text))

    def from_notebook_node(  # type: ignore[override]
        self, nb: NotebookNode, resources: dict | None = None, **options: Any
    ) -> tuple[str, dict]:
        """Convert a notebook to the page's HTML and its resources.

        This replaces HTMLExporter's own method, which would parse the whole page again to look for
        pictures.
        """
        resources = self._init_resources(resources or {})
        return TemplateExporter.from_notebook_node(self, nb, resources, **options)

    def _init_resources(self, resources: dict) -> dict:
        resources = super()._init_resources(resources)
        resources["policy"] = policy()
        resources["style"] = style(FOLDER) + code_style()
        return resources


class Renderer(IPythonRenderer):
    """Renders a cell's Markdown as HTML.

    Headings are one level lower than in the cell, because the page has its own heading. If ``own``
    is true, the text is the student's own: headings become bold lines, and HTML tags are shown as
    text. If ``links`` is false, links become text.
    """

    def __init__(self, *, own: bool, links: bool, **options: Any):
        super().__init__(
            escape=own, allow_harmful_protocols=not own, exclude_anchor_links=True, **options
        )
        self.own, self.links = own, links

    def block_html(self, html: str) -> str:
        """Render a block of HTML; show a student's HTML as text.

        A block of only ``<details>`` and ``<summary>`` tags, which fold a hint, is always rendered.
        """
        return html if FOLD.fullmatch(html) else super().block_html(html)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        if self.links:
            return super().link(text, url, title)
        return text if text == escape(url) else f"{text} ({escape(url)})"

    def block_code(self, code: str, info: str | None = None) -> str:
        language = (info or "").strip().partition(" ")[0]
        return highlighted(code, language) if language in LANGUAGES else plain_code(code)

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        if self.own:
            return f"<p><strong>{text}</strong></p>\n"
        return super().heading(text, min(level + 1, LOWEST), **attributes)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Render a picture that is embedded in the notebook; otherwise a link to the picture."""
        try:
            url = self._embed_image_or_attachment(url)
        except (InvalidNotebook, StopIteration):  # an attachment that is missing
            return text
        if url.startswith("data:image/"):
            return super().image(text, url, title)
        return self.link(text or escape(url), url, title)

    def inline_math(self, body: str) -> str:
        return formula(body, block=False)

    def block_math(self, body: str) -> str:
        return formula(body, block=True)

    def latex_environment(self, name: str, body: str) -> str:
        return formula(f"\\begin{{{name}}}{body}\\end{{{name}}}", block=True)


def formula_output(text: str) -> str:
    """Convert a TeX output of a cell to MathML."""
    return formula(text.strip().strip("$"), block=True)


def formula(text: str, *, block: bool) -> str:
    r"""Convert a TeX formula to MathML; if it is invalid or too long, show the TeX itself.

    The MathML is sanitized, because math-core copies the argument of ``\operatorname{…}`` without
    escaping HTML. With ``block``, the formula is displayed on its own line.
    """
    if len(text) > LONGEST:
        return f"<code>{escape(text)}</code>"
    html = tex.convert_with_local_state(text, displaystyle=block)
    if not html.startswith("<math"):
        return f"<code>{escape(text)}</code>"
    allowed = dict.fromkeys(MATH, OF_MATH)
    math = nh3.clean(html, tags=MATH, attributes=allowed, filter_style_properties=STYLES)
    return f'<span class="formula" tabindex="0">{math}</span>' if block else math


@pass_context
def markdown(context: Context, source: str, *, own: bool = True, links: bool | None = None) -> str:
    """Render a cell's Markdown as HTML.

    Args:
        context: the template's variables, with the cell.
        source: the Markdown.
        own: whether the text is the student's own; if so, HTML tags in it are shown as text.
        links: whether links can be clicked. The default is yes in the instructor's text and no in
            the student's.
    """
    cell = context.get("cell", {})
    links = not own if links is None else links
    renderer = Renderer(own=own, links=links, attachments=cell.get("attachments", {}))
    return MarkdownWithMath(renderer=renderer).render(source)


def highlighted(code: str, language: str = "ipython3", **_: Any) -> str:
    return highlight(code, get_lexer_by_name(language), HtmlFormatter())


def plain_code(code: str) -> str:
    return f"<pre><code>{escape(code)}</code></pre>\n"


def harmless(html: str) -> str:
    """Remove scripts, forms, links and styles (except in formulas) from the HTML of an output.

    Raises ValueError if the HTML has more than `MOST_TAGS` tags.
    """
    if html.count("<") > MOST_TAGS:
        raise ValueError("too many elements to be read")
    tags = (nh3.ALLOWED_TAGS - {"a", "map", "area"}) | MATH
    attributes = nh3.ALLOWED_ATTRIBUTES | dict.fromkeys(MATH, OF_MATH)
    return nh3.clean(
        html,
        tags=tags,
        attributes=attributes,
        attribute_filter=only_embedded,
        set_tag_attribute_values={"img": {"alt": "a picture in what the cell above shows"}},
        url_schemes={"data"},
        filter_style_properties=STYLES,
    )


def only_embedded(tag: str, attribute: str, value: str) -> str | None:
    """Return ``value`` to keep an HTML attribute, None to remove it.

    An attribute is removed if it is the address (``src``) of a picture that is not embedded in the
    page. All others are kept.
    """
    return value if attribute != "src" or value.startswith("data:image/") else None


def code_style() -> str:
    """The CSS for the colours of highlighted code, in light and dark mode."""
    light, dark = (HtmlFormatter(style=name).get_style_defs(".highlight") for name in (LIGHT, DARK))
    ground = ".highlight { background: var(--panel); color: var(--ink); }"
    return f"{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n{ground}"
