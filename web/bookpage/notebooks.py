"""Convert each chapter to a notebook that needs only the package `payattention`, not the book.

The page's code cells stay unchanged. Its text becomes plain Markdown, which every notebook program
can show: the numbers that the build measured are inserted, a reference becomes the title or number
of its target, and listings are copied from `src/`. `make public` copies these notebooks to the
public repository. If `_config.yml` names it, chapters get links that open them in Colab and Binder.
"""

import ast
import re
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import nbformat
from myst_nb.core.read import create_nb_reader
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from bookpage.evidence import look_up
from bookpage.execution import cached_run
from bookpage.exercises import repository_of
from bookpage.listings import shortened
from bookpage.mathematics import MACROS
from bookpage.reading import chapters

FOLDER = "notebooks"
FENCE = re.compile(r"^(?P<fence>```+|:::+)\{(?P<kind>[\w-]+)\} *(?P<argument>[^\n]*)\n(?P<body>.*?)"
                   r"^(?P=fence) *$", re.MULTILINE | re.DOTALL)  # fmt: skip
OPTION = re.compile(r"^:(?P<name>[\w-]+): *(?P<value>[^\n]*)\n?", re.MULTILINE)
ROLE = re.compile(r"\{(?P<role>[a-z:]+)\}`(?P<text>[^`]*)`")
TITLED = re.compile(r"(?P<title>.+?) *<(?P<target>[^>]+)>", re.DOTALL)
TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
SPAN = re.compile(r"\[(?P<text>[^\]]*)\]\{\.\w+\}")
NAME = re.compile(r"[a-z]+")  # at the start of a key, such as vaswani2017


class Text:
    """Converts the text of one page to plain Markdown."""

    def __init__(self, env: BuildEnvironment, page: str, numbers: Mapping[str, Any]):
        self.env, self.page, self.numbers = env, page, numbers
        self.roles: dict[str, Callable[[str], str]] = {
            "doc": lambda text: self.named(text, lambda page: f"“{env.titles[page].astext()}”"),
            "ref": lambda text: self.named(text, self.section),
            "numref": lambda text: f"figure {self.number('figure', text)}",
            "eq": lambda text: f"({self.number('displaymath', text)})",
            "glue:text": self.glued,
            "measured": lambda text: look_up(text)[0],
            "cite:t": lambda text: self.cited(text, "{name} ({year})"),
            "cite:p": lambda text: f"[{self.cited(text, '{name} {year}')}]",
        }

    def plain(self, text: str) -> str:
        """Convert MyST Markdown to plain Markdown, without directives, roles and labels."""
        text = FENCE.sub(self.directive, TARGET.sub("", text))
        text = ROLE.sub(self.role, SPAN.sub(r"\g<text>", text))
        return without_macros(text).strip()

    def role(self, found: re.Match[str]) -> str:
        return self.roles[found["role"]](found["text"])

    def named(self, text: str, name: Callable[[str], str]) -> str:
        """The text that a reference becomes in the notebook.

        If ``text`` has the form `title <target>`, the result is the title. Otherwise ``text`` is
        the target, and the result is the target's name, which the function ``name`` returns.
        """
        titled = TITLED.fullmatch(text)
        return titled["title"] if titled else name(text)

    def section(self, label: str) -> str:
        return f"“{self.env.get_domain('std').labels[label][2]}”"

    def number(self, kind: str, label: str) -> str:
        """The number of a figure or an equation, such as 3.2.

        ``kind`` is “figure” or “displaymath” (an equation).
        """
        if kind == "displaymath":
            page, key = self.env.get_domain("math").equations[label][0], f"equation-{label}"
        else:
            page, key = self.env.get_domain("std").anonlabels[label][:2]
        return ".".join(map(str, self.env.toc_fignumbers[page][kind][key]))

    def glued(self, text: str) -> str:
        name, _, form = text.partition(":")
        value = self.numbers[name]
        return format(value, form) if form else str(value)

    def cited(self, text: str, form: str) -> str:
        entries = self.env.get_domain("cite").bibdata.data.entries
        return ", ".join(
            form.format(name=NAME.match(key)[0].capitalize(), year=entries[key].fields["year"])
            for key in map(str.strip, text.split(","))
        )

    def directive(self, found: re.Match[str]) -> str:
        kind, argument, body = found["kind"], found["argument"], found["body"]
        options = {option["name"]: option["value"] for option in OPTION.finditer(body)}
        if kind == "literalinclude":
            file = Path(self.env.doc2path(self.page)).parent / argument
            return f"```python\n{listing(file, options)}\n```"
        body = OPTION.sub("", body).strip()
        if kind == "math":
            return f"$$\n{body}\n$$"
        if kind == "question":  # not every notebook program can fold its answers
            return ""
        return textwrap.indent(f"**{argument}**\n\n{body}", "> ", lambda line: True)


def without_macros(text: str) -> str:
    """Replace the book's own TeX commands by standard TeX, and remove its commands for colours."""
    for macro, meaning in sorted(MACROS.items(), key=lambda item: -len(item[0])):
        text = re.sub(
            re.escape(macro) + r"(?![A-Za-z])",
            lambda _, meaning=meaning: "" if "#1" in meaning else meaning,
            text,
        )
    return text


def listing(file: Path, options: Mapping[str, str]) -> str:
    """The lines of a file that the directive `literalinclude` shows with these options."""
    code = file.read_text("utf-8")
    if "pyobject" in options:
        node: ast.AST = ast.parse(code)
        for name in options["pyobject"].split("."):
            parts = ast.iter_child_nodes(node)
            node = next(part for part in parts if getattr(part, "name", None) == name)
        code = shortened("\n".join(code.splitlines()[node.lineno - 1 : node.end_lineno]))
    lines = code.splitlines()
    if "start-at" in options:
        start = next(i for i, line in enumerate(lines) if options["start-at"] in line)
        lines = lines[start:]
    if "end-at" in options:
        end = next(i for i, line in enumerate(lines) if options["end-at"] in line)
        lines = lines[: end + 1]
    return textwrap.dedent("\n".join(lines)).rstrip()


def numbers_of(run: NotebookNode) -> dict[str, Any]:
    """The values that an executed page has stored with myst-nb's `glue`, by name."""
    numbers = {}
    for cell in run.cells:
        for output in cell.get("outputs", []):
            mark = output.get("metadata", {}).get("scrapbook")
            if mark:
                text = output["data"][f"{mark['mime_prefix']}text/plain"]
                numbers[mark["name"]] = ast.literal_eval(text)
    return numbers


def as_notebook(app: Sphinx, page: str) -> NotebookNode | None:
    """A chapter as a notebook without outputs; None if the page has not been executed yet."""
    path = Path(app.env.doc2path(page))
    settings = app.env.mystnb_config
    text = path.read_text("utf-8")
    reader = create_nb_reader(str(path), app.env.myst_config, settings, text)
    notebook = reader.read(text) if reader else None
    run = notebook and cached_run(notebook, path, Path(settings.execution_cache_path))
    if not run or not run.exists():
        return None
    writer = Text(app.env, page, numbers_of(nbformat.read(run, as_version=4)))
    cells = [new_markdown_cell(introduction(app, page))]
    if installing := repository_of(app.config).installing:
        cells.append(new_code_cell(installing))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            tags = cell.metadata.get("tags", [])
            cells.append(new_code_cell(cell.source, metadata={"tags": tags} if tags else {}))
        elif plain := writer.plain(cell.source):
            cells.append(new_markdown_cell(plain))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def introduction(app: Sphinx, page: str) -> str:
    number, book = int(page[:2]), app.config.html_title
    return (
        f"*Chapter {number} of “{book}”, as a notebook. Its cells need the package "
        "`payattention`. Live figures and the questions are in the book; the numbers in the text "
        "are those of the book's build, and your machine's times will differ.*"
    )


def offer(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    """Write a chapter's notebook, and pass the notebook's name and addresses to the template.

    There is an address for the download. There are addresses for Colab and Binder only if the
    public repository is on GitHub. A chapter that has not been executed gets no notebook.
    """
    alone = getattr(app.config, "bookpage_alone", False)  # it cannot name the pages it refers to
    notebook = as_notebook(app, page) if page in chapters(app.env) and not alone else None
    if notebook is None:
        return
    path = f"{FOLDER}/{page}.ipynb"
    file = Path(app.outdir) / path
    file.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, file)
    repository = repository_of(app.config)
    context["notebook"] = {
        "name": f"{page}.ipynb",
        "download": context["pathto"](path, 1),
        "colab": repository.colab(path),
        "binder": repository.binder(path),
    }


def setup(app: Sphinx) -> None:
    app.add_config_value("bookpage_alone", False, "env", [bool])
    app.connect("html-page-context", offer)
