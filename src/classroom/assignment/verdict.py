"""What a verdict says, read from the output of a test cell."""

import math
from html import escape

from bs4 import BeautifulSoup
from nbformat import NotebookNode

from classroom.assignment.notebook import points

JOINT = " + "  # between the names of two mistakes that an answer makes at once


def reason_said(cell: NotebookNode) -> str:
    """The sentences in which a test cell's output says why it gives its points; may be empty.

    A verdict's HTML marks itself with ``data-mistake``. Its reason is the first part inside; what
    follows are details, such as the arrays that came back.
    """
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            return output.evalue or output.ename
        page = BeautifulSoup(output.get("data", {}).get("text/html", ""), "html.parser")
        if verdict := page.select_one("[data-mistake]"):
            reason = verdict.find("div", recursive=False) or verdict
            for block in reason.find_all(["br", "div", "li", "p"]):
                block.insert_before(" ")
            return " ".join(reason.get_text().split())
    return ""


def earned(cell: NotebookNode) -> float | None:
    """The points that a test cell's output says; None where it says nothing of the kind.

    As nbgrader's, but stricter: nbgrader gives full points for what is not a number. And milder:
    a warning costs nothing.
    """
    if any(output.output_type == "error" for output in cell.outputs):
        return 0.0
    texts = [
        output.data.get("text/plain", "")
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
    try:
        (text,) = texts
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= points(cell) else None


def lowered(cell: NotebookNode, hidden: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs of a test, given what its hidden part put out; none where that is no verdict.

    Where the hidden part earned less, its points count, and of its words only the name of the
    mistake is kept: an answer could put into them what it was asked.
    """
    asked = NotebookNode(cell, outputs=hidden)
    before, after = earned(cell), earned(asked)
    if before is None or after is None:
        return []
    if after >= before:
        return list(cell.outputs)
    raised = any(output.output_type == "error" for output in hidden)
    mistake = "raised" if raised else mistake_named(asked)
    named = f": {mistake.replace('-', ' ')}" if mistake else ""
    html = (
        f'<div class="verdict" data-mistake="{escape(mistake)}"><strong>'
        f"{after:g} of {points(cell):g} points</strong><div>It earned {before:g} in the test that "
        f"the notebook shows, and {after:g} on other cases{escape(named)}. Both keep to what the "
        "task promises.</div></div>"
    )
    data = NotebookNode({"text/plain": repr(after), "text/html": html})
    said = NotebookNode(output_type="execute_result", execution_count=1, metadata=NotebookNode())
    return [NotebookNode(said, data=data)]


def mistake_named(cell: NotebookNode) -> str:
    """The mistake that a test cell's output names; empty where it names none.

    It is the ``data-mistake`` of a verdict's HTML, or the error that kept the test from a verdict.
    """
    for output in cell.outputs:
        if output.output_type == "error":
            return output.ename
        html = output.get("data", {}).get("text/html", "")
        _, found, rest = html.partition('data-mistake="')
        if found:
            return rest.partition('"')[0]
    return ""
