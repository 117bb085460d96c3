"""Put the comments behind a listing's lines below each other, within the width of the page.

On a phone the style shows each of them above its line, where nobody must scroll to see it.
"""

import io
import re
import tokenize

from docutils import nodes
from sphinx.application import Sphinx

LANGUAGES = ("python", "ipython3", "ipython")
WIDEST = 85  # columns that fit beside each other (web/styles/50-code.css)
GAP = "  "
SPACE = r'(?:\s|<span class="w">\s*</span>)*'
LISTING = re.compile(r'(?<=<div class="highlight"><pre><span></span>).*?(?=</pre>)', re.S)
BEHIND = re.compile(rf'^({SPACE})(\S.*?)({SPACE})(<span class="c1">[^<]*</span>)$', re.M)
TAG = re.compile(r"<[^>]*>")


def align_all(app: Sphinx, doctree: nodes.document) -> None:
    for block in doctree.findall(nodes.literal_block):
        language = block.get("language", "python")  # a file that is shown names none
        if language in LANGUAGES and block.rawsource == block.astext():
            code = aligned(block.astext())
            block[:] = [nodes.Text(code)]
            block.rawsource = code


def aligned(code: str) -> str:
    """The same code, with all comments behind code in one column.

    A line that is too long for the column has its comment right behind it.
    """
    lines = code.split("\n")
    found = {row: (lines[row][:at].rstrip(), lines[row][at:]) for row, at in behind(code)}
    if (
        len({lines[row].index(comment, len(before)) for row, (before, comment) in found.items()})
        < 2
    ):
        return code
    most = max(len(comment) for _, comment in found.values())
    column = min(max(len(before) for before, _ in found.values()) + len(GAP), WIDEST - most)
    for row, (before, comment) in found.items():
        lines[row] = f"{before + GAP:<{column}}{comment}"
    return "\n".join(lines)


def behind(code: str) -> list[tuple[int, int]]:
    """The row and the column of each comment behind code; none where it is no Python."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    starts = [token.start for token in tokens if token.type == tokenize.COMMENT]
    lines = code.split("\n")
    return [(row - 1, at) for row, at in starts if lines[row - 1][:at].strip()]


def mark_all(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    if "body" in context:
        context["body"] = marked(context["body"])


def marked(html: str) -> str:
    """The same page; in its listings, a line and the comment behind it are one element."""
    return LISTING.sub(lambda listing: BEHIND.sub(together, listing[0]), html)


def together(line: re.Match[str]) -> str:
    indent, code, gap, comment = line.groups()
    spaces = TAG.sub("", indent)
    return (
        f'{spaces}<span class="commented" style="--indent: {len(spaces)}ch">'
        f"<span>{code}</span>{TAG.sub('', gap)}{comment}</span>"
    )


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", align_all)
    app.connect("html-page-context", mark_all)
