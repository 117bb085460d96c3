"""What a verdict says, read from the output of a test cell."""

import math
from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode

from classroom.assignment.notebook import grade_id, points
from payattention.checks.verdict import MIME, Finding, Verdict


def verdict_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """A verdict as data, in the form in which `Verdict` writes it, without anything else.

    Raises: KeyError and TypeError if something is missing or is of another kind.
    """
    mistakes = [{"name": made["name"], "says": made["says"]} for made in data["mistakes"]]
    words = {"task": data["task"], "reason": data["reason"]}
    for text in (*words.values(), *(text for made in mistakes for text in made.values())):
        if not isinstance(text, str):
            raise TypeError(f"a verdict's words must be texts, but one is {type(text).__name__}")
    scores = {"points": float(data["points"]), "earned": float(data["earned"])}
    return words | scores | {"mistakes": mistakes}


def verdict_of(cell: NotebookNode) -> Mapping[str, Any] | None:
    """The verdict that a test cell put out, as data; None where there is none."""
    shown = (output.get("data", {}).get(MIME) for output in cell.get("outputs", []))
    return next((data for data in shown if data is not None), None)


def error_of(cell: NotebookNode) -> NotebookNode | None:
    """The error that kept a test cell from a verdict; None where there was none."""
    outputs = cell.get("outputs", [])
    return next((output for output in outputs if output.output_type == "error"), None)


def reason_said(cell: NotebookNode) -> str:
    """The sentences in which a test cell's output says why it gives its points; may be empty."""
    if error := error_of(cell):
        return error.evalue or error.ename
    verdict = verdict_of(cell)
    return " ".join(verdict["reason"].split()) if verdict else ""


def findings(cell: NotebookNode) -> tuple[Finding, ...]:
    """The mistakes that a test cell's output names: those of its verdict, or the error's name."""
    if error := error_of(cell):
        return (Finding(error.ename, error.evalue or error.ename),)
    verdict = verdict_of(cell)
    return tuple(Finding(**mistake) for mistake in verdict["mistakes"]) if verdict else ()


def earned(cell: NotebookNode) -> float | None:
    """The points that a test cell's output gives; None if it gives none.

    nbgrader gives full points for an output that is not a number; here that is no score. nbgrader
    gives 0 for a warning; here a warning costs nothing.
    """
    if error_of(cell):
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

    Where the hidden part earned less, its points count, and of its words only the names of the
    mistakes are kept: an answer could put into them what it was asked.
    """
    asked = NotebookNode(cell, outputs=hidden)
    before, after = earned(cell), earned(asked)
    if before is None or after is None:
        return []
    if after >= before:
        return list(cell.outputs)
    names = ["raised"] if error_of(asked) else [finding.name for finding in findings(asked)]
    named = f": {', '.join(names).replace('-', ' ')}" if names else ""
    said = verdict_of(cell)
    verdict = Verdict(
        after,
        task=said["task"] if said else grade_id(cell),
        points=points(cell),
        reason=f"It earned {before:g} in the test that the notebook shows, and {after:g} on other "
        f"cases{named}. Both keep to what the task promises.",
        findings=[Finding(name, "") for name in names],
    )
    return [shown(verdict)]


def shown(verdict: Verdict) -> NotebookNode:
    """A verdict as the output of a test cell."""
    data = {"text/plain": repr(verdict), "text/html": verdict._repr_html_()}
    data |= verdict._repr_mimebundle_()
    return NotebookNode(
        output_type="execute_result",
        execution_count=1,
        metadata=NotebookNode(),
        data=NotebookNode(data),
    )
