"""A verdict as HTML, as JupyterLab shows it."""

import re
from collections.abc import Iterable
from html import escape

from payattention_checks import book
from payattention_checks.layout import LINK, RULE

CODE = (
    "margin:.15em 0 0;padding:.4em .7em;border-radius:4px;background:rgba(127,127,127,.15);"
    "color:inherit;font-family:var(--jp-code-font-family,monospace);font-size:.92em;"
    "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"
)
EMPHASISED = r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])"
BOX = "padding:.3em 0 .3em 1em;line-height:1.5;max-width:46em"
GREEN, AMBER, RED, GREY = "#1a9d5c", "#c98500", "#d64541", "#8a8a8a"


def as_html(
    title: str, reason: str, details: Iterable[tuple[str, str]], reread: str, colour: str
) -> str:
    """The whole verdict, with a bar of the given colour at its left."""
    below = [detail(name, text) for name, text in details]
    if reread:
        below.append(f'<div style="margin-top:.6em">Reread: <em>{linked(reread)}</em></div>')
    return (
        f'<div class="verdict" style="border-left:5px solid {colour};{BOX}">'
        f"<strong>{escape(title)}</strong>"
        f'<div style="white-space:pre-line">{prose(reason)}</div>{"".join(below)}</div>'
    )


def detail(name: str, text: str) -> str:
    """A labelled text: code, unless it is the rule."""
    if name == RULE:
        return f'<div style="margin-top:.5em"><strong>{escape(name)}:</strong> {prose(text)}</div>'
    code = f'<pre style="{CODE}">{escape(text)}</pre>'
    return f'<div style="margin-top:.5em">{escape(name)}</div>{code}'


def linked(text: str) -> str:
    """Convert a text to HTML, with each ``[title](page#label)`` as a link to a section of the book.

    Without a book, only the title is kept. The browser opens the link in a new tab, at the label.
    JupyterLab itself would open the page in one of its panes, without the page's scripts and
    scrolled to the top, so the link bypasses it.
    """

    def link(found: re.Match) -> str:
        address = book.address(found[2])
        if address is None:
            return found[1]
        return (
            f'<a href="{address}" target="_blank" rel="noopener" '
            f'onclick="event.stopImmediatePropagation()">{found[1]}</a>'
        )

    return LINK.sub(link, escape(text))


def prose(text: str) -> str:
    """Text as HTML: what is between backticks becomes code, and between asterisks emphasised."""
    pieces = re.split(r"`([^`\n]+)`", escape(text))
    return "".join(
        f"<code>{piece}</code>" if i % 2 else re.sub(EMPHASISED, r"<em>\1</em>", piece)
        for i, piece in enumerate(pieces)
    )
