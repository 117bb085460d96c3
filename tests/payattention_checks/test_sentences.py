"""The engine's sentences are those of one file, and none of its mistakes is missing there."""

import ast
from pathlib import Path

from tests.payattention_checks.sentences import FILE, text, verdicts

import payattention_checks
from payattention_checks.verdict import JOINT

FILES = "ask", "check", "edges", "errors", "judge", "part_order", "shapes"
ENGINE = [Path(payattention_checks.__path__[0], f"{name}.py") for name in FILES]


def test_the_sentences_are_those_of_the_file():
    assert text() == FILE.read_text("utf-8"), "run python -m tests.payattention_checks.sentences"


NAMING = {"Wrong", "_wrong", "Mistake", "Hint"}  # calls whose first argument names a mistake


def called(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


def test_every_mistake_that_the_engine_names_is_there():
    calls = [
        node
        for file in ENGINE
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and called(node.func) in NAMING
    ]
    named = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    shown = {name for one in verdicts() if one.mistake for name in one.mistake.split(JOINT)}
    assert len(named) > 10
    assert named - {"", "cell-failed"} <= shown  # the latter needs a session of IPython
