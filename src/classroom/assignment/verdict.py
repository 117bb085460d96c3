"""What a verdict says, read from the output of a test cell."""

import math

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
