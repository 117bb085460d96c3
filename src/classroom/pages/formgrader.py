"""Filters for formgrader (nbgrader's web page for manual grading): no student's script may run.

nbgrader's own page runs every script in a student's text or output, with the instructor's rights:
such a script could read the solutions and change points. So `run_nbgrader.filter_formgrader` gives
that page the filters of this module, which remove all scripts, links and styles of the student. It
also adds a Content-Security-Policy: if a script ever gets past the filters, the browser still runs
only nbgrader's own scripts.
"""

import re
import secrets
from base64 import b64encode
from hashlib import sha256

from jinja2 import pass_context
from jinja2.runtime import Context

from classroom.pages import notebook_page
from classroom.pages.page_limits import PART, TimeLimit

SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
HANDLER = re.compile(r'\son\w+="([^"]*)"')
MATHJAX = re.compile(r"<!-- Load mathjax -->.*<!-- End of mathjax configuration -->", re.DOTALL)
# Formulas are MathML already, but nbgrader's keys work only when MathJax has ended. And the key Tab
# skips the field for extra credit, which lies between the points and the comment.
OURS = """
window.MathJax = {Hub: {Startup: {signal: {Interest: (hear) => setTimeout(() => hear("End"))}}}};
addEventListener("DOMContentLoaded", () => {
  for (const field of document.querySelectorAll("input.extra-credit")) {
    field.classList.remove("tabbable");
    field.tabIndex = -1;
  }
});
"""


@pass_context
def markdown(context: Context, source: str) -> str:
    """Render a cell's Markdown as HTML.

    In a cell that the student may have written, HTML tags and links are shown as plain text.
    """
    cell = context.get("cell", {})
    marks = cell.get("metadata", {}).get("nbgrader")
    own = cell.get("cell_type") != "markdown" or not marks or marks.get("solution", False)
    return TimeLimit(PART).with_each(notebook_page.markdown)(context, source, own=own)


def harmless(html: str) -> str:
    return TimeLimit(PART).with_each(notebook_page.harmless)(html)


def formula(text: str) -> str:
    return TimeLimit(PART).with_each(notebook_page.formula_output)(text)


def highlighted(code: str, **_: object) -> str:
    return TimeLimit(PART).with_each(notebook_page.highlighted)(code)


def with_policy(head: str, nav: str) -> str:
    """Add a Content-Security-Policy to the head of a page, and take MathJax out; return the head.

    With this policy, the browser runs only the scripts in ``head`` and ``nav``.

    Args:
        head: the HTML before the page's body, as nbgrader's template makes it.
        nav: the HTML at the top of the body, as nbgrader's template makes it.
    """
    nonce = secrets.token_urlsafe()
    known = " ".join(map(source_of, [*SCRIPT.findall(nav), *HANDLER.findall(nav)]))
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}' 'unsafe-hashes' {known}; "
        "connect-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    head = MATHJAX.sub(f"<script>{OURS}</script>", head, count=1)
    return head.replace("<script", f'<script nonce="{nonce}"').replace("<head>", f"<head>{meta}", 1)


def source_of(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
