"""The outputs of cells that have run: reduced to what a notebook may hold."""

from typing import Any

from nbformat import NotebookNode

from classroom.assignment.read_verdict import verdict_data
from payattention_checks.verdict import MIME


def plain_output(output: Any) -> NotebookNode:
    """Reduce an output of a cell to the fields that a notebook may hold.

    Raises KeyError, TypeError, ValueError or AttributeError if the output is malformed. A student's
    process can send malformed outputs, so `run_student_cell` catches these errors.
    """
    kind = output["output_type"]
    if kind == "stream":
        name = "stderr" if output["name"] == "stderr" else "stdout"
        return NotebookNode(output_type=kind, name=name, text=text(output["text"]))
    if kind == "error":
        lines = [text(line) for line in output["traceback"]]
        return NotebookNode(
            output_type=kind,
            ename=text(output["ename"]),
            evalue=text(output["evalue"]),
            traceback=lines,
        )
    if kind not in ("display_data", "execute_result"):
        raise ValueError(kind)
    items = output["data"].items()
    data: dict[str, Any] = {
        text(mime): text(value) for mime, value in items if not mime.endswith("json")
    }
    if MIME in output["data"]:
        data[MIME] = verdict_data(output["data"][MIME])
    shown = NotebookNode(output_type=kind, data=NotebookNode(data), metadata=NotebookNode())
    if kind == "execute_result":
        shown.execution_count = int(output["execution_count"])
    return shown


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("an output holds text")
    return value


def error_output(name: str, message: str) -> NotebookNode:
    return NotebookNode(
        output_type="error", ename=name, evalue=message, traceback=[f"{name}: {message}"]
    )


def verdicts(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The results and errors among a test cell's outputs; printed text and warnings are removed.

    Each error loses its traceback, which would show the hidden tests.
    """
    return [
        error_output(output.ename, output.evalue) if output.output_type == "error" else output
        for output in outputs
        if output.output_type in ("execute_result", "error")
    ]
