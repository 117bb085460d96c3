"""Read a verdict (points, reason and mistakes from a check) in the output of a test cell."""

import math
from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode

from classroom.assignment.notebook import grade_id, points
from payattention_checks.verdict import MIME, Finding, Verdict

RAISED, RAISED_OR_STOPPED = "raised", "raised-or-stopped"  # names of mistakes


def verdict_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Check the data of a verdict; return a copy without unknown fields.

    The copy has the fields ``task``, ``reason``, ``points``, ``earned``, ``mistakes`` and, if
    something was measured, ``measured``.

    Raises: KeyError, TypeError or ValueError if a field is missing or has the wrong type.
    """
    mistakes = [{"name": made["name"], "says": made["says"]} for made in data["mistakes"]]
    words = {"task": data["task"], "reason": data["reason"]}
    measured = dict(data.get("measured", {}))
    texts = (text for made in mistakes for text in made.values())
    for text in (*words.values(), *texts, *measured, *measured.values()):
        if not isinstance(text, str):
            raise TypeError(
                "task and reason of a verdict, and name and text of each mistake and measured "
                f"number, must be str, but one is {type(text).__name__}"
            )
    scores = {"points": float(data["points"]), "earned": float(data["earned"])}
    return words | scores | {"mistakes": mistakes} | ({"measured": measured} if measured else {})


def verdict_of(cell: NotebookNode) -> Mapping[str, Any] | None:
    """The data of the verdict in a test cell's output; None if the output has no verdict."""
    shown = (output.get("data", {}).get(MIME) for output in cell.get("outputs", []))
    return next((data for data in shown if data is not None), None)


def error_of(cell: NotebookNode) -> NotebookNode | None:
    """The error in a test cell's output; None if the output has no error."""
    outputs = cell.get("outputs", [])
    return next((output for output in outputs if output.output_type == "error"), None)


def explanation_of(cell: NotebookNode) -> str:
    """The explanation in a test cell's output: its error message, or else its verdict's reason.

    The text is empty if the output has neither an error nor a verdict.
    """
    if error := error_of(cell):
        return error.evalue or error.ename
    verdict = verdict_of(cell)
    return " ".join(verdict["reason"].split()) if verdict else ""


def findings(cell: NotebookNode) -> tuple[Finding, ...]:
    """The mistakes that the verdict in a test cell's output names.

    If the output has an error, the result is this error as the only mistake. If it has neither
    an error nor a verdict, the result is empty.
    """
    if error := error_of(cell):
        return (Finding(error.ename, error.evalue or error.ename),)
    verdict = verdict_of(cell)
    mistakes = verdict["mistakes"] if verdict else ()
    return tuple(Finding(made["name"], made["says"]) for made in mistakes)


def measured(cell: NotebookNode) -> dict[str, float]:
    """The numbers that the verdict in a test cell's output has measured, by their names."""
    verdict = verdict_of(cell) or {}
    return {name: float(number) for name, number in verdict.get("measured", {}).items()}


def earned(cell: NotebookNode) -> float | None:
    """The points that a test cell's output gives; None if it gives no valid number of points.

    An error gives 0 points. This function differs from nbgrader in four cases. If the output has
    two results, it returns None; nbgrader uses the first. If there is no result, or the result is
    negative or not a number, it returns None; nbgrader gives full points. If the result is above
    the maximum, it returns None; nbgrader raises ValueError. If there is a warning, it ignores the
    warning; nbgrader gives 0 points.
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


def with_hidden_result(cell: NotebookNode, hidden: list[NotebookNode]) -> list[NotebookNode]:
    """The outputs of a test cell, replaced by a new verdict if its hidden part earned fewer points.

    ``cell`` has the outputs of the visible part, and ``hidden`` are the outputs of the hidden part.
    If the hidden part earned at least as many points as the visible part, the outputs of ``cell``
    are returned. Otherwise the result is a new verdict, with the points of the hidden part and the
    names of the mistakes found there. No other text of the hidden part is kept, because a student's
    function could write the hidden test's inputs into it. An error and the many ways to end the
    student's process have one name, so that a student cannot choose among them. The result is an
    empty list if one of the parts gives no valid number of points.
    """
    asked = NotebookNode(cell, outputs=hidden)
    before, after = earned(cell), earned(asked)
    if before is None or after is None:
        return []
    if after >= before:
        return list(cell.outputs)
    names = [RAISED] if error_of(asked) else [finding.name for finding in findings(asked)]
    names = [RAISED_OR_STOPPED if name == RAISED else name for name in names]
    named = f": {', '.join(names).replace('-', ' ')}" if names else ""
    visible = verdict_of(cell)
    verdict = Verdict(
        after,
        task=visible["task"] if visible else grade_id(cell),
        points=points(cell),
        reason=f"It earned {before:g} in the test that the notebook shows, and {after:g} on other "
        f"cases{named}. Both keep to what the task promises.",
        findings=[Finding(name, "") for name in names],
    )
    return [shown(verdict)]


def shown(verdict: Verdict) -> NotebookNode:
    """Convert a verdict to an output of a notebook cell."""
    data = {"text/plain": repr(verdict), "text/html": verdict._repr_html_()}
    data |= verdict._repr_mimebundle_()
    return NotebookNode(
        output_type="execute_result",
        execution_count=1,
        metadata=NotebookNode(),
        data=NotebookNode(data),
    )
