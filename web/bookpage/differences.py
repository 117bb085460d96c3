"""What differs on this machine from what a page states: a box on the page, a line after the build.

A page differs where an assertion of a cell fails, where a cell raises or takes too long, or where
the kernel dies. None of these stops the build, except with warnings as errors (`STRICT=1`).
"""

import re
from typing import Any, NamedTuple

from docutils import nodes
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from bookpage.unfinished import is_strict

MIME = "application/vnd.payattention.difference+json"  # as in web/kernel/page_claims.py
LOGGER = logging.getLogger(__name__)
GLUED = re.compile(r"\{glue:text\}`(?P<key>[^`:]+)(?::(?P<form>[^`]*))?`")


class Difference(NamedTuple):
    """One thing that differs; ``line`` is the line of its cell in the page's file."""

    line: int
    kind: str  # "claim", "error", "late" or "died"
    states: str
    measured: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if self.kind == "claim":
            values = ", ".join(f"{name} = {value}" for name, value in self.measured)
            return f"“{self.states}”, but here {values or 'it is not so'}"
        return self.states


def take_out(notebook: NotebookNode, lines: list[int]) -> list[Difference]:
    """Remove from the cells' outputs what says that a page differs, and return it.

    ``lines`` are the lines of all cells in the page's file. After a cell that raised, cells that
    need its names raise, too: only the first one is returned.
    """
    found: list[Difference] = []
    raised = False
    for cell, line in zip(notebook.cells, lines, strict=True):
        outputs = cell.get("outputs", [])
        for output in outputs:
            if output.output_type == "error":
                if not raised:
                    found.append(raised_in(line, output))
                raised = True
            elif content := output.get("data", {}).get(MIME):
                found.append(claim_in(line, content))
        if outputs:
            cell.outputs = [output for output in outputs if not is_difference(output)]
    return found


def is_difference(output: NotebookNode) -> bool:
    return output.output_type == "error" or MIME in output.get("data", {})


def claim_in(line: int, content: dict[str, Any]) -> Difference:
    measured = tuple((name, value) for name, value in content["measured"])
    return Difference(line, "claim", content["message"] or content["states"], measured)


def raised_in(line: int, output: NotebookNode) -> Difference:
    if output.ename == "KeyboardInterrupt":  # what the kernel raises when its time is over
        return Difference(line, "late", "This cell was stopped when its time was over")
    return Difference(line, "error", f"{output.ename}: {output.evalue}")


def fill_gaps(notebook: NotebookNode, text: str) -> None:
    """Give each name that a page's text needs, and that no cell has noted, an empty value."""
    known = {
        output.metadata["scrapbook"]["name"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "scrapbook" in output.get("metadata", {})
    }
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    for match in GLUED.finditer(text):
        if match["key"] not in known:
            known.add(match["key"])
            numeric = (match["form"] or "s")[-1] in "eEfFgG%"
            first.outputs.append(
                NotebookNode(
                    output_type="display_data",
                    data={"text/plain": "nan" if numeric else "'…'"},
                    metadata={"scrapbook": {"name": match["key"], "mime_prefix": ""}},
                )
            )


# ── on the page ───────────────────────────────────────────────────────────────────────────────

TITLES = {
    "claim": "This differs on your machine",
    "error": "A cell of this page failed on your machine",
    "late": "A cell of this page took too long on your machine",
    "died": "This page could not be run to its end on your machine",
}


def box(difference: Difference) -> nodes.admonition:
    """The box that tells a reader about one difference."""
    paragraph = nodes.paragraph()
    if difference.kind == "claim":
        paragraph += [nodes.Text("The page states: "), nodes.literal("", difference.states)]
        paragraph += nodes.Text(". This machine measured: ")
        for number, (name, value) in enumerate(difference.measured):
            paragraph += nodes.Text(", " if number else "")
            paragraph += [nodes.literal("", name), nodes.Text(" = "), nodes.literal("", value)]
        paragraph += nodes.Text("." if difference.measured else "it is not so.")
        paragraph += nodes.Text(" Processors round differently, and a training amplifies that.")
    else:
        paragraph += [nodes.literal("", difference.states), nodes.Text(". ")]
        paragraph += nodes.Text("What this page shows below may be missing or incomplete.")
    title = nodes.title("", TITLES[difference.kind])
    return nodes.admonition("", title, paragraph, classes=["warning", "differs"])


def insert_boxes(page: nodes.document, differences: list[Difference]) -> None:
    """Insert a box for each difference, below the part of the page that precedes its cell."""
    for difference in reversed(differences):
        before = [
            block
            for block in page.findall(nodes.Element)
            if isinstance(block.parent, nodes.section)
            and not isinstance(block, nodes.section | nodes.title)
            and block.line is not None
            and block.line <= difference.line
        ]
        if before:
            last = max(before, key=lambda block: block.line)
            last.parent.insert(last.parent.index(last) + 1, box(difference))
        else:
            section = next(iter(page.findall(nodes.section)), page)
            section.insert(1, box(difference))


# ── after the build ───────────────────────────────────────────────────────────────────────────


def differences_of(env: BuildEnvironment) -> dict[str, list[Difference]]:
    """What differs on each page, by the page's name; pages without differences are not in it."""
    if not hasattr(env, "bookpage_differences"):
        env.bookpage_differences = {}
    return env.bookpage_differences


def purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    differences_of(env).pop(docname, None)


def summary(differences: dict[str, list[Difference]]) -> str:
    """One sentence that counts and names all differences; empty if there are none."""
    every = [f"{page}: {one}" for page, found in sorted(differences.items()) for one in found]
    claims = sum(one.kind == "claim" for found in differences.values() for one in found)
    counts = []
    if claims:
        counts.append(f"{claims} claim{'s' * (claims > 1)} differ{'s' * (claims == 1)}")
    if others := len(every) - claims:
        counts.append(f"{others} cell{'s' * (others > 1)} did not run to the end")
    return f"{' and '.join(counts)} on this machine: {'; '.join(every)}" if every else ""


def report(app: Sphinx, error: Exception | None) -> None:
    differences = differences_of(app.env)
    if error or not differences:
        return
    if is_strict(app):
        for page, found in sorted(differences.items()):
            for one in found:
                LOGGER.warning(str(one), location=(page, one.line))
    else:
        print(summary(differences), flush=True)


def setup(app: Sphinx) -> None:
    app.connect("env-purge-doc", purge)
    app.connect("build-finished", report)
