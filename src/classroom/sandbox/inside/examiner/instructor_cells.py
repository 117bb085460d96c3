"""Runs the instructor's cells in the examiner: plain Python, without IPython and its magics."""

import ast
import contextlib
import functools
import io
import sys
import types
from typing import Any

CELL = "<an instructor's cell>"


class InstructorCells:
    """The namespace in which the set-up and the test cells of an assignment run."""

    def __init__(self) -> None:
        module = sys.modules["__main__"] = types.ModuleType("__main__")  # as their classes say
        self.names = vars(module)

    def run(self, source: str) -> list[dict[str, Any]]:
        """Run a cell. Return the value of its last line, or the error, as a notebook's outputs.

        What it prints is nobody's concern.
        """
        silence = io.StringIO()
        with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
            try:
                value = self.value(source)
                return [] if value is None else [shown(value)]
            except BaseException as error:
                said = {"ename": type(error).__name__, "evalue": str(error), "traceback": []}
                return [{"output_type": "error", **said}]

    def value(self, source: str) -> Any:
        """What the last line says, if it is an expression."""
        statements, last = compiled(source)
        exec(statements, self.names)
        return eval(last, self.names)


@functools.cache  # a class runs the same few cells
def compiled(source: str) -> tuple[types.CodeType, types.CodeType]:
    """A cell's statements, and the expression at its end, or None in its place."""
    tree = ast.parse(plain(source))
    last: ast.expr = ast.Constant(None)
    match tree.body:
        case [*statements, ast.Expr(value)]:
            tree.body, last = statements, value
    whole = ast.fix_missing_locations(ast.Expression(last))
    return compile(tree, CELL, "exec"), compile(whole, CELL, "eval")


def plain(source: str) -> str:
    """A cell without its lines for IPython, such as ``%matplotlib inline``."""
    lines = source.split("\n")
    return "\n".join("" if line.startswith(("%", "!")) else line for line in lines)


def shown(value: Any) -> dict[str, Any]:
    """A value as a notebook shows it: as text, and in what other forms it has, as in IPython."""
    data = {"text/plain": repr(value)}
    if (bundle := getattr(value, "_repr_mimebundle_", None)) is not None:
        data |= bundle()
    if (html := getattr(value, "_repr_html_", None)) is not None:
        data["text/html"] = html()
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}
