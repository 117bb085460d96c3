"""A notebook as a page that holds all it needs: formulas as MathML, and no script.

What a student wrote or printed is shown, but does nothing: its HTML is reduced to text, tables and
embedded pictures.
"""

from html import escape
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from math_core import LatexToMathML
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import InvalidNotebook, IPythonRenderer, MarkdownWithMath
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from classroom.assignment.verdict import reason_said
from classroom.pages.page_style import HERE, policy, style

FOLDER = "feedback_page"
LOWEST = 6  # of the levels of headings
LONGEST = 2000  # characters of a formula: deeply nested ones could end the process
LIGHT, DARK = "default", "github-dark"  # colours of code that can be read on these grounds
tex = LatexToMathML(continue_on_error=True)


class NotebookPage(HTMLExporter):
    """nbconvert's exporter to HTML, with the templates of the folder ``feedback_page``."""

    @property
    def default_config(self) -> Config:
        """Its own settings, which are stronger than nbgrader's for any HTMLExporter."""
        own = {"template_name": FOLDER, "extra_template_basedirs": [str(HERE)]}
        return Config(super().default_config, NotebookPage=own)

    def default_filters(self):
        yield from super().default_filters()
        yield from {
            "markdown2html": markdown,
            "formula": lambda text: formula(text.strip().strip("$"), block=True),
            "harmless": harmless,
            "reason_said": reason_said,
        }.items()

    def _init_resources(self, resources: dict) -> dict:
        resources = super()._init_resources(resources)
        resources["policy"] = policy()
        resources["style"] = style(FOLDER) + code_style()
        return resources


class Renderer(IPythonRenderer):
    """Markdown below the page's own heading."""

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        return super().heading(text, min(level + 1, LOWEST), **attributes)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """A picture that is in the notebook; a link to any that would have to be fetched."""
        try:
            url = self._embed_image_or_attachment(url)
        except InvalidNotebook:  # it was to be attached, but is not
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


def formula(text: str, *, block: bool) -> str:
    """A formula of TeX as MathML; as it was typed, where it is no TeX."""
    if len(text) > LONGEST:
        return f"<code>{escape(text)}</code>"
    math = tex.convert_with_local_state(text, displaystyle=block)
    return f'<span class="formula" tabindex="0">{math}</span>' if block else math


@pass_context
def markdown(context: Context, source: str, *, own: bool = True) -> str:
    """Markdown as HTML. Where it is a student's ``own``, HTML in it is text like any other."""
    cell = context.get("cell", {})
    renderer = Renderer(
        escape=own,
        allow_harmful_protocols=not own,
        exclude_anchor_links=True,
        attachments=cell.get("attachments", {}),
    )
    return MarkdownWithMath(renderer=renderer).render(source)


def harmless(html: str) -> str:
    """Printed HTML without scripts, forms, styles and links."""
    return nh3.clean(html, url_schemes={"data"})


def code_style() -> str:
    """The colours of code."""
    light, dark = (HtmlFormatter(style=name).get_style_defs(".highlight") for name in (LIGHT, DARK))
    ground = ".highlight { background: var(--panel); color: var(--ink); }"
    return f"{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n{ground}"
