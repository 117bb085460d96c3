r"""Cut a display formula at its wide spaces, so that a narrow page can set one part below another.

`\qquad` separates what could be two formulas: a definition and its "where". Each part becomes a
formula of its own; a browser then breaks the line there, and not after the next equals sign. The
rows of `gathered` are parts, too. What is aligned at a sign stays one formula.
"""

import re
from collections.abc import Callable

GATHERED = re.compile(r"\\begin\{gathered\}(.*)\\end\{gathered\}", re.DOTALL)
TOKEN = re.compile(r"\\(?:qquad|begin|end|left|right)(?![A-Za-z])|\\.|[{}]", re.DOTALL)
JOIN = re.compile(r"\\text\{[^{}]*\}")  # "so" and "with" belong to what follows them
OPENING = '<span class="katex-display">'
CLOSING = "</span>"

Render = Callable[..., str]


def cut(tex: str, separator: str) -> list[str]:
    """The parts of a formula between separators that are in no group and no environment."""
    depth, start, parts = 0, 0, []
    for token in TOKEN.finditer(tex):
        if token[0] in ("{", r"\begin", r"\left"):
            depth += 1
        elif token[0] in ("}", r"\end", r"\right"):
            depth -= 1
        elif token[0] == separator and not depth:
            parts.append(tex[start : token.start()])
            start = token.end()
    return [part for part in map(str.strip, [*parts, tex[start:]]) if part]


def rows_of(tex: str) -> list[list[str]]:
    """The parts of a formula, row by row; a single one where it cannot be cut."""
    gathered = GATHERED.fullmatch(tex.strip())
    rows = cut(gathered[1], r"\\") if gathered else [tex]
    return [joined(cut(row, r"\qquad")) for row in rows]


def joined(parts: list[str]) -> list[str]:
    """The same parts; one that is a mere word stands at the beginning of the next."""
    done: list[str] = []
    for part in parts:
        if done and JOIN.fullmatch(done[-1]):
            part = rf"{done.pop()}\quad {part}"
        done.append(part)
    return done


def in_parts(render: Render) -> Render:
    """Make ``render`` cut display formulas: the parts of a row follow each other in one element."""

    def render_parts(tex: str, options: dict[str, object] | None = None) -> str:
        rows = rows_of(tex) if (options or {}).get("displayMode") else [[tex]]
        if len(rows) == len(rows[0]) == 1:
            return render(tex, options)
        shown = [" ".join(inner(render(part, options)) for part in row) for row in rows]
        return f"{OPENING}{'<br>'.join(shown)}{CLOSING}"

    return render_parts


def inner(shown: str) -> str:
    """What KaTeX has put into the element of a display formula."""
    return shown.removeprefix(OPENING).removesuffix(CLOSING)
