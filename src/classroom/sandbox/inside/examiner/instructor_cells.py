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
        """Run a cell; return its outputs in the format of a notebook, without printed output.

        The only output is the value of the cell's last line, or the error that the cell raised. If
        the value is None, the list is empty.
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
        """Run a cell; return the value of its last line if that is an expression, else None."""
        statements, last = compiled(source)
        exec(statements, self.names)
        return eval(last, self.names)


@functools.cache  # the same few cells run for every student
def compiled(source: str) -> tuple[types.CodeType, types.CodeType]:
    """Compile a cell in two parts: its statements, and the expression in its last line.

    If the last line is not an expression, the second part is the expression “None”.
    """
    tree = ast.parse(plain(source))
    last: ast.expr = ast.Constant(None)
    match tree.body:
        case [*statements, ast.Expr(value)]:
            tree.body, last = statements, value
    whole = ast.fix_missing_locations(ast.Expression(last))
    return compile(tree, CELL, "exec"), compile(whole, CELL, "eval")


def plain(source: str) -> str:
    """A cell's source, with an empty line in place of each IPython command, such as ``!ls``."""
    lines = source.split("\n")
    return "\n".join("" if line.startswith(("%", "!")) else line for line in lines)


def shown(value: Any) -> dict[str, Any]:
    """The output with which a notebook shows a value: its repr, and its IPython formats, if any."""
    data = {"text/plain": repr(value)}
    if (bundle := getattr(value, "_repr_mimebundle_", None)) is not None:
        data |= bundle()
    if (html := getattr(value, "_repr_html_", None)) is not None:
        data["text/html"] = html()
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}
