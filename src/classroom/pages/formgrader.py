"""Formgrader shows a submission so that nothing in it acts in the instructor's browser.

nbgrader's own page runs whatever script a student's text or output holds, with the instructor's
rights: it could read the solutions and change points. So `run_nbgrader.show_with_care` gives that
page the filters here, which leave no script, no link and no style of a student's; and a policy by
which the browser runs only nbgrader's own scripts, should anything ever get past the filters.
"""

import re
import secrets
from base64 import b64encode
from hashlib import sha256
from urllib.parse import urljoin

from jinja2 import pass_context
from jinja2.runtime import Context

from classroom.pages import notebook_page
from classroom.pages.time_limit import PART, TimeLimit

SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
HANDLER = re.compile(r'\son\w+="([^"]*)"')


@pass_context
def markdown(context: Context, source: str) -> str:
    """Markdown as HTML; in a cell that may be the student's, HTML and links are left out."""
    cell = context.get("cell", {})
    marks = cell.get("metadata", {}).get("nbgrader")
    own = cell.get("cell_type") != "markdown" or not marks or marks.get("solution", False)
    return TimeLimit(PART).with_each(notebook_page.markdown)(context, source, own=own)


def harmless(html: str) -> str:
    return TimeLimit(PART).with_each(notebook_page.harmless)(html)


def highlighted(code: str, **_: object) -> str:
    return TimeLimit(PART).with_each(notebook_page.highlighted)(code)


def with_policy(head: str, nav: str, mathjax: str) -> str:
    """The page's head, with a policy by which only the scripts in it and in ``nav`` may run.

    Args:
        head: all before the page's body, as nbgrader's template makes it.
        nav: the top of the body, likewise.
        mathjax: where MathJax comes from, which fetches more of itself from there.
    """
    nonce = secrets.token_urlsafe()
    known = " ".join(map(source_of, [*SCRIPT.findall(nav), *HANDLER.findall(nav)]))
    there = urljoin(mathjax, ".")
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}' 'unsafe-hashes' {known} {there}; "
        f"connect-src 'self'; style-src 'self' 'unsafe-inline' {there}; font-src 'self' {there}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return head.replace("<script", f'<script nonce="{nonce}"').replace("<head>", f"<head>{meta}", 1)


def source_of(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
