"""Draw which part of the course imports which, and the way of a submission through the grader.

The directive `architecture` has no content. Its arrows are read from the code when the book is
built: an arrow means that some file of the one part imports a module of the other.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from bookpage.paths import ROOT

PACKAGES = ("payattention", "payattention_checks", "classroom")
OTHERS = {"book": "book/*.md", "exercises": "exercises/*/*.ipynb", "web": "web/bookpage/*.py"}
IMPORT = re.compile(r"^ *(?:from|import) ([\w.]+)", re.MULTILINE)
# What a folder of classroom does. A number is a step on the way of a submission.
FOLDERS = {
    "pages": "⑤ feedback, report",
    "lms": "① collect  ⑥ export",
    "grading": "② read  ④ score",
    "sandbox": "③ run",
    "students": "hand-out, public half",
    "assignment": "notebook, release, bank",
}
WIDTH, HEIGHT = 400, 34  # of the picture, and of a box
COLUMNS = ((0, 118), (129, 142), (282, 118))  # the left edges and widths of the boxes in both rows
FIRST, SECOND, THIRD, STEP = (
    8,
    104,
    196,
    46,
)  # y of the two rows, of the first folder; between folders
FOLDER_X, FOLDER_WIDTH = 112, 96

Edge = tuple[str, str]


# ── what imports what ─────────────────────────────────────────────────────────────────────────


def imported(file: Path) -> set[str]:
    """The modules that a Python file, the cells of a page or those of a notebook import."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    if file.suffix != ".py":
        return set(IMPORT.findall(text))
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def edges(root: Path) -> set[Edge]:
    """Which of the packages, the book, the exercises and the book's extension imports which."""
    files = {name: root.glob(pattern) for name, pattern in OTHERS.items()}
    files |= {name: (root / "src" / name).rglob("*.py") for name in PACKAGES}
    found = {
        (name, module.partition(".")[0])
        for name, own in files.items()
        for file in own
        for module in imported(file)
    }
    return {(a, b) for a, b in found if b in PACKAGES and a != b}


def edges_of_folders(root: Path) -> set[Edge]:
    """Which folder of classroom imports which."""
    found = set()
    for folder in FOLDERS:
        for file in (root / "src/classroom" / folder).rglob("*.py"):
            names = (module.split(".") for module in imported(file))
            found |= {(folder, name[1]) for name in names if name[0] == "classroom" and name[1:]}
    return {(a, b) for a, b in found if b in FOLDERS and a != b}


def layers(root: Path) -> list[str]:
    """The folders of classroom, in the order that a contract in pyproject.toml sets."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (found,) = (one["layers"] for one in contracts if one.get("containers") == ["classroom"])
    return found


# ── the picture ───────────────────────────────────────────────────────────────────────────────


def box(x: float, y: float, width: float, text: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" rx="5"/>'
        f'<text class="name" x="{x + width / 2}" y="{y + HEIGHT / 2 + 4}">{escape(text)}</text>'
    )


def boxes() -> dict[str, tuple[float, float, float]]:
    """The left and upper edge and the width of each part; the packages are in the second row."""
    rows = ((OTHERS, FIRST), (PACKAGES, SECOND))
    return {
        name: (x, y, width)
        for names, y in rows
        for name, (x, width) in zip(names, COLUMNS, strict=True)
    }


def arrow(a: str, b: str) -> str:
    """An arrow between two parts: down to the second row, or along it."""
    (ax, ay, a_width), (bx, by, b_width) = boxes()[a], boxes()[b]
    if ay == by:
        start, end = (ax, bx + b_width) if bx < ax else (ax + a_width, bx)
        return f'<path d="M{start},{ay + HEIGHT / 2} H{end}"/>'
    end = bx + b_width / 2 + (ax - bx) / 12  # arrows from several parts end side by side
    return f'<path d="M{ax + a_width / 2},{ay + HEIGHT} L{end},{by - 2}"/>'


def arc(top: int, bottom: int) -> str:
    """An arrow between two folders, left of them; a longer one reaches further out."""
    y1, y2 = (THIRD + STEP * row + HEIGHT / 2 for row in (top, bottom))
    out = FOLDER_X - 22 * abs(bottom - top) - 6
    end = y2 - 2 * (bottom - top)
    return f'<path d="M{FOLDER_X},{y1} C{out},{y1} {out},{end} {FOLDER_X - 2},{end}"/>'


def parts(root: Path) -> Iterator[str]:
    """The two rows of boxes, and their arrows."""
    for name, (x, y, width) in boxes().items():
        yield box(x, y, width, {"web": "web/bookpage"}.get(name, name))
    yield from (arrow(a, b) for a, b in sorted(edges(root)))


def folders(root: Path) -> Iterator[str]:
    """The folders of classroom, in a frame below it, and their arrows."""
    order = layers(root)
    frame = f'x="0" y="{THIRD - 14}" width="{WIDTH}" height="{STEP * len(order) + 8}" rx="8"'
    yield f'<rect class="open" {frame}/>'
    x, _, width = boxes()["classroom"]
    for here, there in ((x, 0), (x + width, WIDTH)):
        yield f'<path class="open" d="M{here},{SECOND + HEIGHT} L{there},{THIRD - 8}"/>'
    for row, name in enumerate(order):
        y = THIRD + STEP * row
        yield box(FOLDER_X, y, FOLDER_WIDTH, name)
        beside = FOLDER_X + FOLDER_WIDTH + 10
        yield f'<text x="{beside}" y="{y + HEIGHT / 2 + 4}">{FOLDERS[name]}</text>'
    yield from (arc(order.index(a), order.index(b)) for a, b in sorted(edges_of_folders(root)))


def described(pairs: Iterable[Edge]) -> str:
    """The arrows in words, for those who cannot see them."""
    known: dict[str, list[str]] = {}
    for a, b in sorted(pairs):
        known.setdefault(a, []).append(b)
    return "; ".join(f"{a} imports {', '.join(names)}" for a, names in known.items())


def picture(root: Path) -> str:
    """The picture, as an SVG element."""
    height = THIRD + STEP * len(layers(root)) + 4
    tip = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"'
    words = f"{described(edges(root))}. In classroom, {described(edges_of_folders(root))}."
    return (
        f'<svg class="architecture" role="img" viewBox="-1 0 {WIDTH + 2} {height}" '
        f'aria-label="{escape(words)}">'
        f'<defs><marker id="tip" {tip}><path d="M0,0 L8,4 L0,8 z"/></marker></defs>'
        f"{''.join([*parts(root), *folders(root)])}</svg>"
    )


class Architecture(SphinxDirective):
    """The directive `architecture`: the picture."""

    def run(self) -> list[nodes.Node]:
        for pattern in (*OTHERS.values(), "src/**/*.py", "pyproject.toml"):
            for file in ROOT.glob(pattern):
                self.env.note_dependency(str(file))
        return [nodes.raw("", picture(ROOT), format="html")]


def setup(app: Sphinx) -> None:
    app.add_directive("architecture", Architecture)
