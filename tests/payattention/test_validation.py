"""Checks are a small part of the package, and at most one guard line in what the book shows."""

import ast
import io
import re
import tokenize
from pathlib import Path

import payattention

LIMIT = 0.10  # of the lines of code
ROOT = Path(payattention.__file__).parent
BOOK = ROOT.parents[1] / "book"
LISTING = re.compile(r"^`{3,}\{literalinclude\} (\S+)\n:pyobject: (\S+)$", re.M)
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


FORMULAS = {
    "attention.py": ["dot", "scaled_dot", "masked_softmax", "attention", "AttentionHead"],
    "transformer.py": ["layer_norm", "FeedForward", "EncoderLayer", "DecoderLayer"],
    "position.py": ["relative_attention", "rotate", "RotaryPositions", "SinusoidalPositions"],
    "recurrent.py": ["RNNCell", "GRUCell", "LSTMCell", "Recurrent", "Bidirectional"],
    "scores.py": ["exp_dot", "share", "ScoredAttention"],
    "seq2seq.py": ["ThoughtVector", "Alignment", "Seq2Seq"],
    "luong.py": ["LuongSeq2Seq"],
    "caption.py": ["Captioner"],
    "multitask.py": ["Multitask"],
    "vit.py": ["patches", "ViT", "rollout"],
    "gpt.py": ["GPT"],
    "_language_model.py": ["LanguageModel"],
    "multihead.py": ["grouped_attention", "GroupedQueryAttention"],
    "llama.py": [
        "rms_norm",
        "SwiGLU",
        "LlamaLayer",
        "LlamaStack",
        "Llama",
    ],
    "tokenize.py": ["learn_merges", "count_pairs", "merged", "merge_word"],
}


def listings():
    """The file and the syntax tree of each listing in the book and each function in FORMULAS."""
    shown = {(ROOT / file, name) for file, names in FORMULAS.items() for name in names}
    for page in BOOK.glob("*.md"):
        found = LISTING.findall(page.read_text(encoding="utf-8"))
        shown |= {((BOOK / file).resolve(), name) for file, name in found}
    for file, name in sorted(shown):
        node = ast.parse(file.read_text(encoding="utf-8"))
        for part in name.split("."):
            node = next(inner for inner in node.body if getattr(inner, "name", None) == part)
        yield file, node


def test_no_listing_contains_a_check():
    """In what a reader sees, a check is one line at most: a guard that is called."""
    for file, node in listings():
        checks = [inner for inner in ast.walk(node) if is_check(inner)]
        assert all(inner.lineno == inner.end_lineno for inner in checks), (file.name, node.name)


def test_a_whole_gpt_reads_in_under_600_lines():
    files = ("attention.py", "transformer.py", "gpt.py")
    assert sum(len((ROOT / file).read_text("utf-8").splitlines()) for file in files) < 600


def test_llama_reads_in_under_200_lines():
    assert len((ROOT / "llama.py").read_text("utf-8").splitlines()) <= 200


def test_every_listing_is_short():
    taken = {}
    for file, node in listings():
        code = code_lines(file.read_text(encoding="utf-8"))
        for function in ast.walk(node):
            if isinstance(function, ast.FunctionDef) and function.name != "__init__":
                body = set().union(*map(lines, function.body))
                taken[file.name, function.name] = len(body & code)
    assert taken["attention.py", "attention"] <= 10
    assert max(taken.values()) <= 15, sorted(taken.items(), key=lambda item: -item[1])[:5]
