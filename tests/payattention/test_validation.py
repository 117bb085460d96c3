"""Checks are a small part of the package, and at most one guard line in what the book shows."""

import ast
import io
import tokenize
from pathlib import Path

import payattention

LIMIT = 0.10  # of the lines of code
ROOT = Path(payattention.__file__).parent
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines(node):
    return set(range(node.lineno, node.end_lineno + 1))


def code_lines(source):
    """The numbers of the lines that hold code: no blank line, comment or docstring."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = set()
    for token in tokens:
        if token.type not in NO_CODE:
            found |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found -= lines(node)
    return found


def is_required(value):
    """Whether an expression is a call of a check."""
    if not isinstance(value, ast.Call):
        return False
    called = value.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name.lstrip("_").startswith("require")


def is_check(node):
    """Whether a statement does nothing but refuse what is wrong."""
    if isinstance(node, ast.Raise):
        return True
    if isinstance(node, ast.If):
        return not node.orelse and isinstance(node.body[-1], ast.Raise)
    if isinstance(node, ast.ExceptHandler):
        return any(isinstance(inner, ast.Raise) for inner in node.body)
    if isinstance(node, ast.FunctionDef):
        return node.name.lstrip("_").startswith("require")
    if isinstance(node, ast.withitem):
        return is_required(node.context_expr)
    if isinstance(node, ast.Expr | ast.Assign):
        return is_required(node.value)
    return False


def validation_lines(file):
    source = file.read_text(encoding="utf-8")
    code = code_lines(source)
    if file.name == "require.py":
        return code, code
    checks = [
        lines(getattr(node, "context_expr", node))
        for node in ast.walk(ast.parse(source))
        if is_check(node)
    ]
    return code, code & set().union(*checks)


def test_a_small_part_of_the_package_validates():
    files = [file for file in ROOT.rglob("*.py") if "checks" not in file.parts]
    counted = {
        str(file.relative_to(ROOT)): tuple(map(len, validation_lines(file))) for file in files
    }
    code, checks = (sum(column) for column in zip(*counted.values(), strict=True))
    assert checks <= LIMIT * code, (checks, code, counted)


def test_no_formula_contains_a_check():
    """In what the book shows, a check is one line at most: a guard that is called."""
    shown = {
        "attention.py": ["dot", "scaled_dot", "masked_softmax", "attention", "AttentionHead"],
        "transformer.py": ["layer_norm", "FeedForward", "EncoderLayer", "DecoderLayer"],
        "position.py": ["relative_attention", "SinusoidalPositions"],
        "recurrent.py": ["RNNCell", "GRUCell", "Recurrent"],
        "seq2seq.py": ["ThoughtVector", "Alignment", "Seq2Seq"],
        "vit.py": ["patches", "ViT", "rollout"],
        "gpt.py": ["GPT"],
    }
    for name, parts in shown.items():
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        for node in tree.body:
            if getattr(node, "name", None) in parts:
                checks = [inner for inner in ast.walk(node) if is_check(inner)]
                assert all(inner.lineno == inner.end_lineno for inner in checks), node.name


def test_the_formula_is_short():
    tree = ast.parse((ROOT / "attention.py").read_text(encoding="utf-8"))
    bodies = {node.name: node.body[1:] for node in tree.body if isinstance(node, ast.FunctionDef)}
    taken = {name: sum(len(lines(node)) for node in body) for name, body in bodies.items()}
    assert taken["attention"] <= 10
    assert max(taken.values()) <= 15
