"""What a page's kernel loads before the first cell: an assertion that fails does not end its cell.

It publishes what the page states and what was measured instead (`web/bookpage/differences.py` makes
a box of it). With the variable `BOOK_PERTURB=1e-6`, all parameters are multiplied by 1 ± 10⁻⁶ when
their training begins, as another processor's rounding would do.
"""

import ast
import builtins
import os
from collections.abc import Callable
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

MIME = "application/vnd.payattention.difference+json"
LONGEST = 200  # characters of a measured value


class SoftAssertions(ast.NodeTransformer):
    """Replaces `assert test, message` by a statement that publishes a failure and goes on."""

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        operands = ast.Dict(
            keys=[ast.Constant(ast.unparse(operand)) for operand in operands_of(node.test)],
            values=[as_lambda(operand) for operand in operands_of(node.test)],
        )
        call = ast.Call(
            func=ast.Name("publish_difference_", ast.Load()),
            args=[
                ast.Constant(ast.unparse(node.test)),
                as_lambda(node.msg or ast.Constant("")),
                operands,
            ],
            keywords=[],
        )
        test = ast.UnaryOp(ast.Not(), node.test)
        return ast.copy_location(ast.If(test, [ast.Expr(call)], []), node)


def as_lambda(expression: ast.expr) -> ast.Lambda:
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(none, expression)


def operands_of(test: ast.expr) -> list[ast.expr]:
    """The parts of a condition that a reader would want to see the values of."""
    if isinstance(test, ast.BoolOp):
        return [operand for value in test.values for operand in operands_of(value)]
    if isinstance(test, ast.UnaryOp):
        return operands_of(test.operand)
    if isinstance(test, ast.Compare):
        return [side for side in (test.left, *test.comparators) if has_names(side)]
    return [test] if isinstance(test, ast.Name | ast.Attribute | ast.Subscript) else []


def has_names(expression: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) for node in ast.walk(expression))


def publish_difference(
    states: str, message: Callable[[], Any], operands: dict[str, Callable[[], Any]]
) -> None:
    """Publish a failed assertion: its text, its message, and the values of its operands."""
    measured = []
    for text, value in operands.items():
        try:
            shown = repr(value())
        except Exception as error:
            shown = repr(error)
        measured.append([text, shown[: LONGEST - 1] + "…" if len(shown) > LONGEST else shown])
    content = {"kind": "claim", "states": states, "message": str(message()), "measured": measured}
    shell = InteractiveShell.instance()
    shell.display_pub.publish({MIME: content, "text/plain": f"differs here: {states}"})


def perturb_trainings(size: float) -> None:
    """Have every optimizer multiply its parameters by 1 ± ``size`` when it is made."""
    import torch

    begin = torch.optim.Optimizer.__init__

    def begin_perturbed(
        self: torch.optim.Optimizer, params: Any, *args: Any, **kwargs: Any
    ) -> None:
        begin(self, params, *args, **kwargs)
        signs = torch.Generator().manual_seed(0)  # leaves the page's own random numbers alone
        with torch.no_grad():
            for group in self.param_groups:
                for parameter in group["params"]:
                    sign = 2 * torch.randint(2, parameter.shape, generator=signs) - 1
                    parameter.mul_(1 + size * sign.to(parameter.dtype))

    torch.optim.Optimizer.__init__ = begin_perturbed  # type: ignore[method-assign]


def load_ipython_extension(shell: InteractiveShell) -> None:
    builtins.publish_difference_ = publish_difference  # type: ignore[attr-defined]
    shell.ast_transformers.append(SoftAssertions())
    if size := float(os.environ.get("BOOK_PERTURB") or 0):
        perturb_trainings(size)
