"""Show a wrong answer as a notebook does: its code, its output, and the sentence about its mistake.

    ```{verdict} dot_product.score_scale
    :points: 8

    def score_scale(d_k, std_q, std_k):
        return np.sqrt(d_k)
    ```

The answer is judged when the book is built, by the check of the notebook. If it earns all points,
the build fails, because the page promises a mistake.
"""

import importlib
import os
import textwrap
from typing import Any, ClassVar
from unittest import mock

import numpy as np
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective


def judged(answer: str, check: str, points: int) -> Any:
    """The verdict on an answer's code. ``check`` is a package and a task, as in “vit.patches”.

    Raises: ExtensionError if the answer is right.
    """
    package, task = check.split(".")
    names: dict[str, Any] = {"np": np}
    exec(compile(answer, f"<answer to {task}>", "exec"), names)
    checks = importlib.import_module(f"payattention_checks.{package}")
    verdict = getattr(checks, task)(names[task], points=points)
    if verdict.mistake is None:
        raise ExtensionError(f"{check}: the answer is right, but a wrong one must be shown.")
    return verdict


def cell(part: str, *content: nodes.Node) -> nodes.container:
    return nodes.container("", *content, classes=[f"cell_{part}", "docutils", "container"])


def code(text: str) -> nodes.Node:
    return cell("input", nodes.literal_block(text, text, language="python"))


class ShownVerdict(SphinxDirective):
    """The directive `verdict`: the cells of a notebook with a wrong answer and its verdict."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"points": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        check, points = self.arguments[0], self.options["points"]
        answer = textwrap.dedent("\n".join(self.content)).strip()
        verdict = judged(answer, check, points)
        task = check.rpartition(".")[2]
        with mock.patch.dict(os.environ, {"PAYATTENTION_BOOK": "."}):  # links lead into this book
            shown = nodes.raw("", verdict._repr_html_(), format="html")
        test = f"score = checks.{task}({task}, points={points})\nscore"
        return [
            nodes.container("", code(answer), classes=["cell"]),
            nodes.container("", code(test), cell("output", shown), classes=["cell"]),
        ]


def setup(app: Sphinx) -> None:
    app.add_directive("verdict", ShownVerdict)
