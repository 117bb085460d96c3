"""Run the instructor's cells in the examiner's process, as plain Python without IPython."""

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
        # The classes that the cells define have "__main__" as their module.
        module = sys.modules["__main__"] = types.ModuleType("__main__")
        self.names = vars(module)

    def run(self, source: str) -> list[dict[str, Any]]:
        """Run a cell; return its outputs in the format of a notebook. Printed text is discarded.

        The list has one output: the value of the cell's last statement, or the error that the cell
        raised. If the value is None, or the last statement has no value, the list is empty.
        """
        silence = io.StringIO()
        with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
            try:
                value = self.value(source)
                return [] if value is None else [shown(value)]
            except BaseException as error:
                described = {"ename": type(error).__name__, "evalue": str(error), "traceback": []}
                return [{"output_type": "error", **described}]

    def value(self, source: str) -> Any:
        """Run a cell; return the last statement's value if it is an expression, else None."""
        statements, last = compiled(source)
        exec(statements, self.names)
        return eval(last, self.names)


@functools.cache  # the same few cells run for every student
def compiled(source: str) -> tuple[types.CodeType, types.CodeType]:
    """Compile a cell in two parts: its last statement, if that is an expression, and the rest.

    For ``x = 1; x + 1``, the result is the code of ``x = 1`` and the code of ``x + 1``. If the last
    statement is not an expression, the result is the code of the whole cell and the code of “None”.
    """
    tree = ast.parse(plain(source))
    last: ast.expr = ast.Constant(None)
    match tree.body:
        case [*statements, ast.Expr(value)]:
            tree.body, last = statements, value
    expression = ast.fix_missing_locations(ast.Expression(last))
    return compile(tree, CELL, "exec"), compile(expression, CELL, "eval")


def plain(source: str) -> str:
    """Return a cell's source; lines that begin with “%” or “!” (IPython commands) become empty."""
    lines = source.split("\n")
    return "\n".join("" if line.startswith(("%", "!")) else line for line in lines)


def shown(value: Any) -> dict[str, Any]:
    """The output with which a notebook shows a value: its repr, MIME bundle and HTML, if any."""
    data = {"text/plain": repr(value)}
    if (bundle := getattr(value, "_repr_mimebundle_", None)) is not None:
        data |= bundle()
    if (html := getattr(value, "_repr_html_", None)) is not None:
        data["text/html"] = html()
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}
